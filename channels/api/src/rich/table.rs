//! Tables, set in columns for a monospace font.

use pulldown_cmark::Alignment;
use unicode_width::UnicodeWidthStr;

/// The widest column to which cells are aligned, in terminal columns; a wider cell is not cut. The bound keeps one long
/// cell from padding every row, and so the text from growing out of proportion to its source.
const MAX_COLUMN: usize = 40;
/// The widest table that a phone shows without breaking its lines, in terminal columns: at the usual size of letters, a
/// screen of 360 points takes 36 monospaced ones beside the margins of Telegram and Discord.
const PHONE: usize = 36;

/// The separator of two cells of a line.
const SEPARATOR: &str = " | ";

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// How the cells of each column are aligned.
    pub alignments: Vec<Alignment>,
    /// The rows, of one cell for each column, without line breaks; the first row is the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns whether its lines, as text, are longer than a phone shows.
    pub fn is_wide(&self) -> bool {
        let widths = self.widths();
        widths.iter().sum::<usize>() + SEPARATOR.len() * widths.len().saturating_sub(1) > PHONE
    }

    /// Returns the table as lines of text.
    pub(super) fn layout(&self) -> String {
        let widths = self.widths();
        let mut out = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let line = self.line(row, &widths);
            out.push_str(line.trim_end());
            out.push('\n');
            if index == 0 {
                let dashes: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                out.push_str(&dashes.join("-+-"));
                out.push('\n');
            }
        }
        out
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).zip(&self.alignments);
        let cells: Vec<String> = cells.map(|((cell, &width), &align)| padded(cell, width, align)).collect();
        cells.join(SEPARATOR)
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths = vec![1; self.alignments.len()];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width().min(MAX_COLUMN));
            }
        }
        widths
    }
}

fn padded(cell: &str, width: usize, align: Alignment) -> String {
    let room = width.saturating_sub(cell.width());
    let left = match align {
        Alignment::None | Alignment::Left => 0,
        Alignment::Center => room / 2,
        Alignment::Right => room,
    };
    format!("{}{cell}{}", " ".repeat(left), " ".repeat(room - left))
}
