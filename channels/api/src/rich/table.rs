//! Tables, set in columns for a monospace font.

use pulldown_cmark::Alignment;
use unicode_width::UnicodeWidthStr;

/// The widest column that cells are aligned to, in terminal columns; a wider cell is not cut. It keeps one long cell
/// from padding every row, and so the text from growing out of proportion to its source.
const MAX_COLUMN: usize = 40;

/// A table under construction; the first row is its head.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) alignments: Vec<Alignment>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
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
        cells.join(" | ")
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
