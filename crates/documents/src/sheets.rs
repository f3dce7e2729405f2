//! Spreadsheets: XLSX, XLSB, XLS and ODS, each sheet as a table.

use std::{fmt::Write as _, io::Cursor};

use adjutant_domain::document::{MOST_TEXT, Part};
use calamine::{Data, Range, Reader, open_workbook_auto_from_rs};

use crate::Unreadable;

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let mut parts = Vec::new();
    let mut room = MOST_TEXT;
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).map_err(unreadable)?;
        let text = table(&range, room);
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
fn table(range: &Range<Data>, room: usize) -> String {
    let Some((first, left)) = range.start() else { return String::new() };
    let mut text = String::new();
    for (number, row) in (first + 1..).zip(range.rows()) {
        if text.len() > room {
            break;
        }
        let cells: Vec<_> = row.iter().map(cell).collect();
        write_row(&mut text, number, left as usize, &cells);
    }
    text
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
