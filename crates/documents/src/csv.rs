//! Values parted by commas, semicolons or tabs (CSV): a table, as spreadsheets write it.

use adjutant_domain::document::{MOST_TEXT, Part};
use csv::{ReaderBuilder, StringRecord};

use crate::sheets;

const DELIMITERS: [u8; 3] = [b';', b'\t', b','];
/// Records that are looked at to find out whether a text is a table.
const LOOKED_AT: usize = 100;
/// The fewest delimiters of a table: in a text with fewer, it may be chance that each line has as many.
const FEWEST: usize = 4;

/// Returns the table that a text is; `None` if it is none.
pub(super) fn read(text: &str) -> Option<Vec<Part>> {
    let delimiter = DELIMITERS.into_iter().find(|delimiter| is_table(text, *delimiter))?;
    let text = text.replace("\r\n", "\n");
    let (mut table, mut number) = (String::new(), 0);
    for record in records(&text, delimiter) {
        if table.len() > MOST_TEXT {
            break;
        }
        let record = record.ok()?;
        // Empty lines before it are rows, too, as spreadsheets count.
        let from = record.position().map_or(0, |position| position.byte() as usize);
        number += 1 + text.bytes().skip(from).take_while(|byte| *byte == b'\n').count() as u32;
        let cells: Vec<_> = record.iter().map(sheets::in_cell).collect();
        sheets::write_row(&mut table, number, 0, &cells);
    }
    Some(vec![Part::new(table)])
}

fn records(text: &str, delimiter: u8) -> impl Iterator<Item = csv::Result<StringRecord>> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
        .into_records()
}

/// Returns whether the delimiter parts every line into as many values. In prose, a space follows a comma.
fn is_table(text: &str, delimiter: u8) -> bool {
    if text.trim_start().starts_with(['{', '[']) {
        return false;
    }
    let records: Vec<_> = records(text, delimiter).take(LOOKED_AT).map_while(Result::ok).collect();
    let columns = records.first().map_or(0, StringRecord::len);
    let after: Vec<_> = records.iter().flat_map(|record| record.iter().skip(1)).collect();
    let spaced = after.iter().filter(|value| value.starts_with(' ')).count();
    columns > 1
        && records.iter().all(|record| record.len() == columns)
        && after.len() >= FEWEST
        && spaced * 2 < after.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> String {
        read(text).map_or_else(|| "no table".to_owned(), |parts| parts[0].text.clone())
    }

    #[test]
    fn a_table_is_known_by_its_delimiter() {
        insta::assert_snapshot!(table("What,Cost,Note\nRope,\"1,200\",\"new,\nlong\"\nPaint,,a|b\n"), @r#"
        1: What | Cost | Note
        2: Rope | 1,200 | new, long
        3: Paint |  | a\|b
        "#);
        insta::assert_snapshot!(table("Was;Preis;Am\nSeil;1,20;3. Mai\n"), @"
        1: Was | Preis | Am
        2: Seil | 1,20 | 3. Mai
        ");
        insta::assert_snapshot!(table("\r\na,b,c\r\n\r\n\r\n\"1\r\n\r\n2\",3,4\r\n5,6,7\r\n"), @"
        2: a | b | c
        5: 1 2 | 3 | 4
        6: 5 | 6 | 7
        ");
        insta::assert_snapshot!(table("a\tb\tc\n1\t2\t3\n"), @"
        1: a | b | c
        2: 1 | 2 | 3
        ");
    }

    #[test]
    fn prose_is_no_table() {
        for text in [
            "Dear Bob,\nthank you,\n",
            "We came, and we saw, and so on.\nThey left, and we stayed, and that was it.\nAll in all, it was fine, thanks.",
            "{\"a\": 1, \"b\": 2, \"c\": 3}\n{\"a\": 1, \"b\": 2, \"c\": 3}\n",
            "one,two,three\nfour\nfive,six,seven\n",
            "",
        ] {
            assert_eq!(table(text), "no table", "{text}");
        }
    }
}
