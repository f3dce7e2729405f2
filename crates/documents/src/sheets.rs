//! Spreadsheets: XLSX, XLSB, XLS and ODS, each sheet as a table.

use std::{collections::BTreeMap, fmt::Write as _, io::Cursor};

use adjutant_domain::document::{MOST_TEXT, Part};
use calamine::{Data, Range, Reader, open_workbook_auto_from_rs};

use crate::Unreadable;

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let mut parts = Vec::new();
    let mut room = MOST_TEXT;
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).map_err(unreadable)?;
        // Without the formulas, the values are still there.
        let formulas =
            if room > 0 { book.worksheet_formula(&name).unwrap_or_default() } else { Range::default() };
        let text = table(&range, &formulas, room);
        room = room.saturating_sub(text.len());
        parts.push(Part { name: Some(name), text });
    }
    if parts.is_empty() { Err(Unreadable::Damaged) } else { Ok(parts) }
}

fn unreadable(error: calamine::Error) -> Unreadable {
    match error.to_string().to_lowercase() {
        text if text.contains("password") || text.contains("encrypt") => Unreadable::Locked,
        _ => Unreadable::Damaged,
    }
}

/// Returns the rows that are not empty, each with its number and with bars between its cells. Stops soon after `room`
/// bytes.
fn table(range: &Range<Data>, formulas: &Range<String>, room: usize) -> String {
    let unresolved = unresolved(range, formulas);
    let rows = range.start().map_or(0..0, |(first, _)| first..first + range.height() as u32);
    let before = unresolved.range(..rows.start).map(|(row, _)| *row);
    let after = unresolved.range(rows.end..).map(|(row, _)| *row);
    let mut text = String::new();
    for row in before.chain(rows).chain(after) {
        if text.len() > room {
            break;
        }
        let (left, cells) = row_of(range, row, unresolved.get(&row));
        write_row(&mut text, row + 1, left as usize, &cells);
    }
    text
}

/// Formulas by their columns.
type Formulas = BTreeMap<u32, String>;

/// Returns the formulas whose results the file does not hold, by row: a program that has not calculated them wrote it.
fn unresolved(range: &Range<Data>, formulas: &Range<String>) -> BTreeMap<u32, Formulas> {
    let mut unresolved = BTreeMap::<u32, Formulas>::new();
    let Some((first, left)) = formulas.start() else { return unresolved };
    for (row, column, formula) in formulas.used_cells() {
        let (row, column) = (first + row as u32, left + column as u32);
        if range.get_value((row, column)).is_none_or(|value| *value == Data::Empty) {
            // OpenDocument names the language of a formula first.
            let formula = formula.strip_prefix("of:").unwrap_or(formula).trim_start_matches('=');
            unresolved.entry(row).or_default().insert(column, in_cell(&format!("={formula}")));
        }
    }
    unresolved
}

/// Returns the number of columns before a row's cells, and the cells.
fn row_of(range: &Range<Data>, row: u32, unresolved: Option<&Formulas>) -> (u32, Vec<String>) {
    let (first, own_left) = range.start().unwrap_or((u32::MAX, u32::MAX));
    let values = row.checked_sub(first).and_then(|row| range.rows().nth(row as usize)).unwrap_or_default();
    let first_formula = unresolved.and_then(|formulas| formulas.keys().next().copied());
    let left = own_left.min(first_formula.unwrap_or(own_left));
    let mut cells: Vec<_> = values.iter().map(cell).collect();
    if !cells.is_empty() {
        cells.splice(0..0, (left..own_left).map(|_| String::new()));
    }
    for (column, formula) in unresolved.into_iter().flatten() {
        let at = (column - left) as usize;
        cells.resize(cells.len().max(at + 1), String::new());
        cells[at].clone_from(formula);
    }
    (left, cells)
}

/// Adds a row after `left` empty cells; does nothing if all its cells are empty.
pub(super) fn write_row(text: &mut String, number: u32, left: usize, cells: &[String]) {
    if let Some(last) = cells.iter().rposition(|cell| !cell.is_empty()) {
        let _ = writeln!(text, "{number}: {}{}", "| ".repeat(left), cells[..=last].join(" | "));
    }
}

/// Returns the text of a cell: in one line, with a backslash before each bar.
pub(super) fn in_cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Returns the text that a cell shows. Dates are in ISO 8601.
fn cell(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let day = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) == (0, 0, 0) {
                day
            } else {
                format!("{day} {hour:02}:{minute:02}:{second:02}")
            }
        }
        other => in_cell(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use calamine::Cell;

    use super::*;

    #[test]
    fn a_formula_without_a_stored_result_is_shown() {
        let value = |row, column, value: f64| Cell::new((row, column), Data::Float(value));
        let formula = |row, column, formula: &str| Cell::new((row, column), formula.to_owned());
        let values = Range::from_sparse(vec![value(2, 1, 1.0), value(2, 2, 2.0), value(3, 1, 3.0)]);
        let formulas = Range::from_sparse(vec![
            formula(0, 0, "NOW()"),
            formula(2, 2, "B3*2"),
            formula(3, 0, "of:=SUM([.B3:.C3])"),
            formula(3, 3, "B3&\"|\""),
            formula(5, 2, "C3"),
        ]);
        insta::assert_snapshot!(table(&values, &formulas, 1_000), @r#"
        1: =NOW()
        3: | 1 | 2
        4: =SUM([.B3:.C3]) | 3 |  | =B3&"\|"
        6: |  | =C3
        "#);
        insta::assert_snapshot!(table(&Range::default(), &formulas, 1_000).lines().count(), @"4");
    }
}
