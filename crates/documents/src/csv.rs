//! Values separated by commas, semicolons or tabs (CSV): a table, as spreadsheets write it.

use adjutant_domain::document::{MOST_TEXT, Part};
use csv::{ReaderBuilder, StringRecord};

use crate::sheets;

const DELIMITERS: [u8; 3] = [b';', b'\t', b','];
/// How many records are examined to find out whether a text is a table.
const LOOKED_AT: usize = 100;
/// The fewest delimiters of a table. With fewer, the same number in each line may be chance.
const FEWEST: usize = 4;
/// The most lines above a table that are not part of it, such as its title.
const MOST_TITLES: usize = 5;

/// Returns the text as a table; `None` if it is not a table.
pub(super) fn read(text: &str) -> Option<Vec<Part>> {
    let delimiter = DELIMITERS.into_iter().find(|delimiter| is_table(text, *delimiter))?;
    let text = text.replace("\r\n", "\n");
    let (mut table, mut number) = (String::new(), 0);
    for record in records(&text, delimiter) {
        if table.len() > MOST_TEXT {
            break;
        }
        let record = record.ok()?;
        // Empty lines before a record count as rows, as in spreadsheets.
        let from = record.position().map_or(0, |position| position.byte() as usize);
        number += 1 + text.bytes().skip(from).take_while(|byte| *byte == b'\n').count() as u32;
        let cells: Vec<_> = record.iter().map(sheets::in_cell).collect();
        let written = cells.iter().map(String::as_str).enumerate().filter(|(_, cell)| !cell.is_empty());
        sheets::write_row(&mut table, number, written);
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

/// Returns whether the delimiter splits at least nine of ten lines below a title into the same number of values. In
/// prose, a space follows a comma; in source code, nothing follows a semicolon.
fn is_table(text: &str, delimiter: u8) -> bool {
    if text.trim_start().starts_with(['{', '[']) {
        return false;
    }
    let records: Vec<_> = records(text, delimiter).take(LOOKED_AT).map_while(Result::ok).collect();
    let titles = records
        .iter()
        .take(MOST_TITLES)
        .take_while(|record| record.iter().skip(1).all(str::is_empty))
        .count();
    let rows = &records[titles..];
    let even = |columns| rows.iter().filter(|row| row.len() == columns).count();
    let columns = rows.iter().map(StringRecord::len).max_by_key(|columns| even(*columns)).unwrap_or(0);
    let after: Vec<_> =
        rows.iter().flat_map(|row| row.iter().skip(1)).filter(|value| !value.is_empty()).collect();
    let spaced = after.iter().filter(|value| value.starts_with(' ')).count();
    columns > 1 && even(columns) * 10 >= rows.len() * 9 && after.len() >= FEWEST && spaced * 2 < after.len()
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
    fn a_table_may_have_a_title_and_an_uneven_row() {
        insta::assert_snapshot!(table("Costs of May\n\nWhat,Cost,Note\nRope,12,blue\nPaint,7,red\n"), @"
        1: Costs of May
        3: What | Cost | Note
        4: Rope | 12 | blue
        5: Paint | 7 | red
        ");
        let rows = "1,2,3\n".repeat(9);
        assert!(table(&format!("{rows}sum,3\n")).ends_with("10: sum | 3\n"));
        assert_eq!(table(&format!("{rows}sum,3\nmean,1\n")), "no table");
    }

    #[test]
    fn prose_is_no_table() {
        for text in [
            "Dear Bob,\nthank you,\n",
            "We came, and we saw, and so on.\nThey left, and we stayed, and that was it.\nAll in all, it was fine, thanks.",
            "{\"a\": 1, \"b\": 2, \"c\": 3}\n{\"a\": 1, \"b\": 2, \"c\": 3}\n",
            "one,two,three\nfour\nfive,six,seven\n",
            "let one = 1;\nlet two = 2;\nlet three = 3;\nlet four = 4;\nlet five = 5;\n",
            "",
        ] {
            assert_eq!(table(text), "no table", "{text}");
        }
    }
}
