//! Cells of a spreadsheet, by the ranges that spreadsheets use: `A1:D20`, `B:D`, `5:20`, `Costs!A1`.

use std::{fmt::Write as _, ops::RangeInclusive};

use adjutant_domain::document::{Document, Kind, column_letters as letters};

/// The cells that a call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The sheet's name.
    sheet: Option<String>,
    /// From 0, for the column A.
    columns: RangeInclusive<usize>,
    /// From 1.
    rows: RangeInclusive<usize>,
}

/// The cells of a range.
#[derive(Debug, PartialEq, Eq)]
pub struct Cells {
    /// A line for the sheet, a line with the letters of the columns, then the rows that are not empty: each with its
    /// number, its cells between bars.
    pub text: String,
    /// The first row that is left out because the text would be too long.
    pub next: Option<usize>,
}

impl Range {
    /// Parses a range. Either side may be a cell, a column or a row; names of sheets may stand in apostrophes.
    ///
    /// # Errors
    /// Returns what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (sheet, range) = match text.rsplit_once('!') {
            Some((sheet, range)) => (Some(sheet), range),
            None => (None, text),
        };
        let (from, to) = range.split_once(':').unwrap_or((range, range));
        let cells = place(from).zip(place(to)).and_then(|(from, to)| {
            let columns = between(from.0, to.0, 0)?;
            Some((columns, between(from.1, to.1, 1)?))
        });
        let (columns, rows) = cells.ok_or_else(|| {
            format!(
                "'{text}' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20"
            )
        })?;
        let sheet = sheet.map(|sheet| {
            let quoted = sheet.strip_prefix('\'').and_then(|sheet| sheet.strip_suffix('\''));
            quoted.map_or_else(|| sheet.to_owned(), |quoted| quoted.replace("''", "'"))
        });
        Ok(Self { sheet, columns, rows })
    }
}

/// Returns the column, from 0, and the row, from 1, of one side of a range. One of them may be missing.
fn place(side: &str) -> Option<(Option<usize>, Option<usize>)> {
    let side = side.trim().replace('$', "");
    let (letters, digits) = side.split_at(side.find(|c: char| c.is_ascii_digit()).unwrap_or(side.len()));
    let column = match letters {
        "" => None,
        letters => Some(column(letters)?),
    };
    let row = match digits {
        "" => None,
        digits => Some(digits.parse().ok().filter(|row| *row > 0)?),
    };
    (column.is_some() || row.is_some()).then_some((column, row))
}

/// Returns the number of a column, from 0, by its letters; at most three, as in the largest sheets.
fn column(letters: &str) -> Option<usize> {
    let digit = |c: char| c.is_ascii_alphabetic().then(|| c.to_ascii_uppercase() as usize - 'A' as usize + 1);
    let number = letters.chars().try_fold(0, |number, c| Some(number * 26 + digit(c)?))?;
    (letters.len() <= 3).then_some(number - 1)
}

/// Returns the range between two sides in either order; everything from `first` on if neither side names one.
fn between(from: Option<usize>, to: Option<usize>, first: usize) -> Option<RangeInclusive<usize>> {
    match (from, to) {
        (Some(from), Some(to)) => Some(from.min(to)..=from.max(to)),
        (None, None) => Some(first..=usize::MAX),
        _ => None,
    }
}

/// Returns the cells of a range, about `most` bytes; `first` is the sheet, from 1, unless the range names one.
///
/// # Errors
/// Returns why the document has no such cells.
pub fn of(document: &Document, first: usize, range: &Range, most: usize) -> Result<Cells, String> {
    if document.kind != Kind::Spreadsheet {
        return Err(format!("only a spreadsheet has cells; this is a {}", document.kind.name()));
    }
    let names = || document.parts.iter().filter_map(|part| part.name.as_deref());
    let sheet = match &range.sheet {
        Some(wanted) => {
            let is_wanted = |name: Option<&str>| name.is_some_and(|name| name.eq_ignore_ascii_case(wanted));
            let at = document.parts.iter().position(|part| is_wanted(part.name.as_deref()));
            at.ok_or_else(|| match names().collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => {
                    format!("there is no sheet '{wanted}': the file has one, without a name")
                }
                names => format!("there is no sheet '{wanted}': there are {names}"),
            })?
        }
        None => first - 1,
    };
    let part = &document.parts[sheet];
    let rows: Vec<_> = part.text.lines().filter_map(row).collect();
    let width = rows
        .iter()
        .filter_map(|(_, cells)| cells.last())
        .map(|(column, _)| column + 1)
        .max()
        .unwrap_or_default();
    let height = rows.last().map_or(0, |(number, _)| *number);
    let columns = *range.columns.start()..=(*range.columns.end()).min(width.saturating_sub(1));
    let mut found = rows.iter().filter(|(number, _)| range.rows.contains(number)).peekable();
    if columns.is_empty() || found.peek().is_none() {
        return Err(match height {
            0 => "the sheet is empty".to_owned(),
            _ if document.is_cut => format!(
                "there is nothing in these cells; of a file this long only the beginning is read, in this sheet up to {}{height}",
                letters(width - 1)
            ),
            _ => format!("there is nothing in these cells; the sheet ends at {}{height}", letters(width - 1)),
        });
    }
    let name = part.name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
    let head: Vec<_> = columns.clone().map(letters).collect();
    let mut text = format!("[sheet {}{name}]\nrow: {}\n", sheet + 1, head.join(" | "));
    let mut next = None;
    for (number, cells) in found {
        if text.len() >= most {
            next = Some(*number);
            break;
        }
        let cell = |column: usize| {
            let found = cells.binary_search_by_key(&column, |(column, _)| *column);
            found.map(|at| cells[at].1).unwrap_or_default()
        };
        let cells: Vec<_> = columns.clone().map(cell).collect();
        let _ = writeln!(text, "{number}: {}", cells.join(" | "));
    }
    Ok(Cells { text, next })
}

/// Returns the number and the cells of a line of a sheet's text, each cell with its column. A cell far behind the one
/// before it begins with the letters of its column between bars.
fn row(line: &str) -> Option<(usize, Vec<(usize, &str)>)> {
    let (number, mut rest) = line.split_once(": ")?;
    let mut next = 0;
    while let Some(after) = rest.strip_prefix("| ") {
        next += 1;
        rest = after;
    }
    let mut cells = Vec::new();
    for cell in rest.split(" | ") {
        let far = cell.strip_prefix('|').and_then(|cell| cell.split_once("| "));
        let far = far.and_then(|(letters, cell)| Some((column(letters)?, cell)));
        let (at, cell) = far.filter(|(column, _)| *column >= next).unwrap_or((next, cell));
        cells.push((at, cell));
        next = at + 1;
    }
    Some((number.parse().ok()?, cells))
}

#[cfg(test)]
mod tests {
    use adjutant_domain::document::Part;

    use super::*;

    fn costs() -> Document {
        let sheet = |name: &str, text: &str| Part { name: Some(name.to_owned()), text: text.to_owned() };
        Document {
            kind: Kind::Spreadsheet,
            parts: vec![
                sheet("Costs", "1: What | Cost | When\n2: Rope | 12 | May\n4:  |  | June\n30: All | 90\n"),
                sheet("Tea and cake", "2: | Check the tea \\| milk.\n"),
                sheet("Empty", ""),
            ],
            is_cut: false,
        }
    }

    fn asked(range: &str) -> String {
        let cells = Range::parse(range).and_then(|range| of(&costs(), 1, &range, 1_000));
        cells.map_or_else(|why| why, |cells| cells.text)
    }

    #[test]
    fn ranges_are_those_of_spreadsheets() {
        insta::assert_snapshot!(asked("A1:B2"), @"
        [sheet 1, Costs]
        row: A | B
        1: What | Cost
        2: Rope | 12
        ");
        insta::assert_snapshot!(asked("$C$4"), @"
        [sheet 1, Costs]
        row: C
        4: June
        ");
        insta::assert_snapshot!(asked("c:b"), @"
        [sheet 1, Costs]
        row: B | C
        1: Cost | When
        2: 12 | May
        4:  | June
        30: 90 |
        ");
        insta::assert_snapshot!(asked("2:29"), @"
        [sheet 1, Costs]
        row: A | B | C
        2: Rope | 12 | May
        4:  |  | June
        ");
        insta::assert_snapshot!(asked("'tea and cake'!A1:Z9"), @r#"
        [sheet 2, Tea and cake]
        row: A | B
        2:  | Check the tea \| milk.
        "#);
    }

    #[test]
    fn what_names_no_cells_says_so() {
        insta::assert_snapshot!(asked("A1:B"), @"'A1:B' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20");
        insta::assert_snapshot!(asked("AAAA1"), @"'AAAA1' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20");
        insta::assert_snapshot!(asked("A0"), @"'A0' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20");
        insta::assert_snapshot!(asked(""), @"'' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20");
        insta::assert_snapshot!(asked("D5:E9"), @"there is nothing in these cells; the sheet ends at C30");
        insta::assert_snapshot!(asked("Empty!A1"), @"the sheet is empty");
        insta::assert_snapshot!(asked("Milk!A1"), @"there is no sheet 'Milk': there are Costs, Tea and cake, Empty");
        insta::assert_snapshot!(asked("'Bob''s'!A1"), @"there is no sheet 'Bob's': there are Costs, Tea and cake, Empty");
        let cut = Document { is_cut: true, ..costs() };
        insta::assert_snapshot!(of(&cut, 1, &Range::parse("A99").unwrap(), 9).unwrap_err(), @"there is nothing in these cells; of a file this long only the beginning is read, in this sheet up to C30");
        let text = Document { kind: Kind::Text, ..costs() };
        insta::assert_snapshot!(of(&text, 1, &Range::parse("A1").unwrap(), 9).unwrap_err(), @"only a spreadsheet has cells; this is a text document");
    }

    #[test]
    fn what_is_too_long_goes_on_in_a_later_row() {
        let range = Range::parse("A:C").unwrap();
        let cells = of(&costs(), 1, &range, 60).unwrap();
        assert_eq!(cells.next, Some(4), "{}", cells.text);
    }

    #[test]
    fn a_cell_far_behind_is_found() {
        let text = "1: A | |XFD| far\n2: |AB| b | c\n";
        let sheet = Document { parts: vec![Part::new(text)], ..costs() };
        let asked = |range| of(&sheet, 1, &Range::parse(range).unwrap(), 1_000).unwrap().text;
        insta::assert_snapshot!(asked("XFC1:XFD2"), @"
        [sheet 1]
        row: XFC | XFD
        1:  | far
        2:  |
        ");
        insta::assert_snapshot!(asked("AB2:AC2"), @"
        [sheet 1]
        row: AB | AC
        2: b | c
        ");
    }

    #[test]
    fn columns_have_letters() {
        for (number, name) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")] {
            assert_eq!((letters(number).as_str(), column(name)), (name, Some(number)));
        }
    }
}
