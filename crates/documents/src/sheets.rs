//! Spreadsheets: XLSX, XLSB, XLS and ODS, each sheet as a table.

use std::{fmt::Write as _, io::Cursor};

use adjutant_domain::document::{MOST_TEXT, Part, column_letters};
use calamine::{Data, Range, Reader, Sheets, XlsxError, open_workbook_auto_from_rs};

use crate::Unreadable;

/// The most empty cells between two others that are written out. After more, the next cell begins with its column.
const GAP: usize = 20;

/// A cell with text: its row and its column, from 0, and the text.
type Written = ((u32, u32), String);

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let mut parts = Vec::new();
    let mut room = MOST_TEXT;
    for name in book.sheet_names() {
        let text = table(cells(&mut book, &name, room).map_err(unreadable)?, room);
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

/// Returns the cells of a sheet that have a text, until there are `room` bytes of it. Cells may be far apart: a table
/// of all between them could take more memory than there is.
fn cells(book: &mut Sheets<Cursor<&[u8]>>, name: &str, room: usize) -> Result<Vec<Written>, calamine::Error> {
    match book {
        Sheets::Xlsx(book) => {
            let mut reader = match book.worksheet_cells_reader(name) {
                Err(XlsxError::NotAWorksheet(_)) => return Ok(Vec::new()),
                reader => reader?,
            };
            gather(room, || {
                let next = reader.next_cell_with_formula()?;
                Ok(next.map(|cell| (cell.pos, text_of(&cell.value.into(), cell.formula.as_deref()))))
            })
        }
        Sheets::Xlsb(book) => {
            let mut reader = book.worksheet_cells_reader(name)?;
            gather(room, || {
                let next = reader.next_cell()?;
                Ok(next.map(|cell| (cell.get_position(), text_of(&cell.get_value().clone().into(), None))))
            })
        }
        // The library has read all of these before.
        Sheets::Xls(_) | Sheets::Ods(_) => {
            let values = book.worksheet_range(name)?;
            // Without the formulas, the values are still there.
            let formulas = book.worksheet_formula(name).unwrap_or_default();
            let mut cells = written(&values, &formulas).into_iter();
            gather(room, || Ok(cells.next()))
        }
    }
}

/// Returns the cells of a sheet that have a value, and those with a formula alone.
fn written(values: &Range<Data>, formulas: &Range<String>) -> Vec<Written> {
    let place = |start: Option<(u32, u32)>, row: usize, column: usize| {
        let (top, left) = start.unwrap_or_default();
        (top + row as u32, left + column as u32)
    };
    let with_value = values.used_cells();
    let with_value =
        with_value.map(|(row, column, value)| (place(values.start(), row, column), text_of(value, None)));
    let formulas_alone = formulas.used_cells().filter_map(|(row, column, formula)| {
        let place = place(formulas.start(), row, column);
        let value = values.get_value(place).unwrap_or(&Data::Empty);
        (*value == Data::Empty).then(|| (place, text_of(value, Some(formula))))
    });
    with_value.chain(formulas_alone).collect()
}

/// Collects cells with a text, in the order of their places, until there are `room` bytes of text.
fn gather(
    room: usize,
    mut next: impl FnMut() -> Result<Option<Written>, calamine::Error>,
) -> Result<Vec<Written>, calamine::Error> {
    let (mut cells, mut length) = (Vec::new(), 0);
    while length <= room
        && let Some((place, text)) = next()?
    {
        length += text.len();
        if !text.is_empty() {
            cells.push((place, text));
        }
    }
    cells.sort_by_key(|(place, _)| *place);
    cells.dedup_by_key(|(place, _)| *place);
    Ok(cells)
}

/// Returns the rows that are not empty, each with its number and with bars between its cells. Stops soon after `room`
/// bytes.
fn table(cells: Vec<Written>, room: usize) -> String {
    let mut text = String::new();
    for row in cells.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
        if text.len() > room {
            break;
        }
        let number = row[0].0.0 + 1;
        write_row(&mut text, number, row.iter().map(|((_, column), cell)| (*column as usize, cell.as_str())));
    }
    text
}

/// Adds a row of the cells that have a text, each with its column from 0; does nothing if there are none.
pub(super) fn write_row<'a>(text: &mut String, number: u32, cells: impl Iterator<Item = (usize, &'a str)>) {
    let mut next = 0;
    for (column, cell) in cells {
        let empty = column - next;
        match next {
            0 => _ = write!(text, "{number}: "),
            _ => text.push_str(" | "),
        }
        match empty {
            // Bars in texts have a backslash, so nothing else looks like this.
            GAP.. => _ = write!(text, "|{}| ", column_letters(column)),
            _ if next == 0 => text.push_str(&"| ".repeat(empty)),
            _ => text.push_str(&" | ".repeat(empty)),
        }
        text.push_str(cell);
        next = column + 1;
    }
    if next > 0 {
        text.push('\n');
    }
}

/// Returns the text of a cell: in one line, with a backslash before each bar.
pub(super) fn in_cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Returns the text that a cell shows. Dates are in ISO 8601. A cell without a value shows its formula: a program that
/// has not calculated it wrote it.
fn text_of(cell: &Data, formula: Option<&str>) -> String {
    match (cell, formula) {
        (Data::Empty, None) => String::new(),
        // OpenDocument names the language of a formula first.
        (Data::Empty, Some(formula)) => {
            in_cell(&format!("={}", formula.strip_prefix("of:").unwrap_or(formula).trim_start_matches('=')))
        }
        (Data::DateTime(date), _) if date.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let day = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) == (0, 0, 0) {
                day
            } else {
                format!("{day} {hour:02}:{minute:02}:{second:02}")
            }
        }
        (other, _) => in_cell(&other.to_string()),
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
        let mut cells = written(&values, &formulas).into_iter();
        let cells = gather(1_000, || Ok(cells.next())).unwrap();
        insta::assert_snapshot!(table(cells, 1_000), @r#"
        1: =NOW()
        3: | 1 | 2
        4: =SUM([.B3:.C3]) | 3 |  | =B3&"\|"
        6: | | =C3
        "#);
    }
}
