//! Tables as pictures: a head, rows of wrapped cells, every second one shaded, numbers aligned right.

use thiserror::Error;

use super::{
    WIDTH,
    canvas::{Anchor, Canvas},
    colours::{AXIS, GREY, HEAD, INK, SHADE},
    font::{self, Type},
    head::{INNER, MARGIN},
    texts,
};

/// The most columns of a table.
pub const MAX_COLUMNS: usize = 12;
/// The greatest height of the picture of a table, in pixels; the rows beyond it are not shown.
pub const MAX_SHEET_HEIGHT: u32 = 3600;
/// The most lines of a cell. The rest of its text is not shown.
pub const MAX_LINES: usize = 8;
/// The most characters of a cell that are considered: more than its lines can have.
const MAX_CELL: usize = 1_000;
/// The most rows that are considered: more than the picture can have.
const MAX_ROWS: usize = 100;

/// The letter sizes: the largest that leaves every column room for its words is taken.
const SIZES: [f32; 3] = [30.0, 26.0, 22.0];
/// The widest word that gets a line of its own, as a multiple of the letter size. A longer one is broken.
const WORD: f32 = 8.0;
/// The space at either side of a column's text.
const BESIDE: f32 = 14.0;
/// The space above and below the lines of a row.
const ABOVE: f32 = 12.0;
/// The distance between the lines of a cell, as a multiple of the letter size.
const LINE: f32 = 1.25;
/// The part of a line's height that is above its baseline.
const BASELINE: f32 = 0.8;
/// The thickness of the line below the head.
const RULE: f32 = 3.0;
/// The height of the line with the number of rows that are not shown.
const REST: f32 = 50.0;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
}

/// A table of texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// One for each column; where it is `None`, numbers are aligned right and everything else left.
    pub columns: Vec<Option<Align>>,
    /// The rows, of one text for each column; the first is the head.
    pub rows: Vec<Vec<String>>,
}

/// The picture of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnSheet {
    /// At most [`WIDTH`] by [`MAX_SHEET_HEIGHT`] pixels.
    pub png: Vec<u8>,
    /// Whether the picture shows the whole table.
    pub is_whole: bool,
}

/// Why a table cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SheetRefusal {
    #[error("it has no rows or no columns")]
    Empty,
    #[error("its {0} columns have no room beside each other")]
    Wide(usize),
    #[error("the font has no '{0}'")]
    Letter(char),
}

impl Sheet {
    /// Draws the table.
    ///
    /// # Errors
    /// Returns an error if a picture cannot show the table, or would lose letters.
    pub fn draw(&self) -> Result<DrawnSheet, SheetRefusal> {
        let columns = self.columns.len();
        if columns == 0 || self.rows.is_empty() {
            return Err(SheetRefusal::Empty);
        }
        if columns > MAX_COLUMNS {
            return Err(SheetRefusal::Wide(columns));
        }
        let looked_at = &self.rows[..self.rows.len().min(MAX_ROWS)];
        let mut letters = looked_at.iter().flatten().flat_map(|cell| cell.chars());
        if let Some(letter) = letters.find(|letter| !can_draw(*letter)) {
            return Err(SheetRefusal::Letter(letter));
        }
        let layout = SIZES.into_iter().find_map(|size| Layout::of(self, looked_at, size));
        Ok(layout.ok_or(SheetRefusal::Wide(columns))?.draw(self.rows.len()))
    }

    /// Returns the alignment of a column.
    fn align(&self, column: usize) -> Align {
        let numbers = || {
            let mut cells = self.rows.iter().skip(1).filter_map(|row| row.get(column));
            cells.all(|cell| is_number(cell))
        };
        self.columns[column].unwrap_or_else(|| if numbers() { Align::Right } else { Align::Left })
    }
}

/// Returns whether a letter can be drawn. Letters that change with their neighbours cannot.
fn can_draw(letter: char) -> bool {
    let is_joined = ('\u{0590}'..='\u{1aff}').contains(&letter);
    letter.is_whitespace() || (font::has(letter) && !is_joined)
}

/// Returns whether a cell is only a number, perhaps with a unit or a sign: `−5`, `1,234.50 €`, `7 %`.
fn is_number(cell: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-−±.,'%€$£¥:/–".contains(c);
    cell.trim().is_empty() || (cell.contains(|c: char| c.is_ascii_digit()) && cell.chars().all(is_part))
}

/// The positions of a table's parts, at one letter size.
struct Layout {
    size: f32,
    /// The width of each column's text, and its alignment.
    columns: Vec<(f32, Align)>,
    /// The lines of the cells of each row that is shown.
    rows: Vec<Vec<Vec<String>>>,
    /// Whether no cell was cut.
    is_whole: bool,
}

impl Layout {
    /// Returns the layout; `None` if a column would have no room for its words.
    fn of(sheet: &Sheet, rows: &[Vec<String>], size: f32) -> Option<Self> {
        let widths = widths(sheet.columns.len(), rows, size)?;
        let mut layout = Self { size, columns: Vec::new(), rows: Vec::new(), is_whole: true };
        let most = MAX_SHEET_HEIGHT as f32 - 2.0 * MARGIN - REST;
        let mut height = 0.0;
        for (at, row) in rows.iter().enumerate() {
            let font = font_of(at, size);
            let cells: Vec<_> =
                row.iter().zip(&widths).map(|(cell, width)| in_lines(cell, font, *width)).collect();
            let lines: Vec<_> = cells.iter().map(|(lines, _)| lines.clone()).collect();
            height += layout.height(&lines);
            if height > most {
                break;
            }
            layout.is_whole &= cells.iter().all(|(_, is_whole)| *is_whole);
            layout.rows.push(lines);
        }
        let columns = widths.into_iter().enumerate();
        layout.columns = columns.map(|(column, width)| (width, sheet.align(column))).collect();
        Some(layout)
    }

    fn height(&self, row: &[Vec<String>]) -> f32 {
        let lines = row.iter().map(Vec::len).max().unwrap_or_default().max(1);
        // Whole pixels, so that rows have sharp edges.
        (2.0 * ABOVE + lines as f32 * self.size * LINE).ceil()
    }

    fn width(&self) -> f32 {
        self.columns.iter().map(|(width, _)| width + 2.0 * BESIDE).sum()
    }

    fn draw(self, all: usize) -> DrawnSheet {
        let hidden = all - self.rows.len();
        let inner: f32 = self.rows.iter().map(|row| self.height(row)).sum();
        let rest = if hidden > 0 { REST } else { 0.0 };
        let width = (self.width() + 2.0 * MARGIN).ceil() as u32;
        let mut canvas = Canvas::new(width.min(WIDTH), (inner + rest + 2.0 * MARGIN).ceil() as u32);
        let mut y = MARGIN;
        for (at, row) in self.rows.iter().enumerate() {
            let (height, colour) = (self.height(row), if at == 0 { HEAD } else { SHADE });
            if at % 2 == 0 {
                canvas.rectangle((MARGIN, y), (self.width(), height), colour);
            }
            if at == 0 {
                canvas.rectangle((MARGIN, y + height - RULE), (self.width(), RULE), AXIS);
            }
            self.draw_row(&mut canvas, y, row, font_of(at, self.size));
            y += height;
        }
        if hidden > 0 {
            let font = Type::regular(self.size);
            let at = (MARGIN + BESIDE, y + REST * BASELINE);
            canvas.text(&texts::more_rows(hidden), at, Anchor::Start, (font, GREY));
        }
        DrawnSheet { png: canvas.png(), is_whole: self.is_whole && hidden == 0 }
    }

    fn draw_row(&self, canvas: &mut Canvas, top: f32, row: &[Vec<String>], font: Type) {
        let mut x = MARGIN;
        for (cell, &(width, align)) in row.iter().zip(&self.columns) {
            let (at, anchor) = match align {
                Align::Left => (x + BESIDE, Anchor::Start),
                Align::Middle => (x + BESIDE + width / 2.0, Anchor::Middle),
                Align::Right => (x + BESIDE + width, Anchor::End),
            };
            for (line, text) in cell.iter().enumerate() {
                let y = top + ABOVE + self.size * (LINE * line as f32 + BASELINE);
                canvas.text(text, (at, y), anchor, (font, INK));
            }
            x += width + 2.0 * BESIDE;
        }
    }
}

fn font_of(row: usize, size: f32) -> Type {
    if row == 0 { Type::bold(size) } else { Type::regular(size) }
}

/// Returns the width of each column's text: that of its longest cell if all fit, else that of its longest word and a
/// share of the remaining room. `None` if not even the words fit.
fn widths(columns: usize, rows: &[Vec<String>], size: f32) -> Option<Vec<f32>> {
    let (mut least, mut wanted) = (vec![size; columns], vec![size; columns]);
    for (at, row) in rows.iter().enumerate() {
        let font = font_of(at, size);
        for (column, cell) in row.iter().enumerate().take(columns) {
            let longest = words(cell).map(|word| font.width(word).min(WORD * size)).fold(0.0, f32::max);
            least[column] = least[column].max(longest.ceil());
            wanted[column] = wanted[column].max(font.width(looked_at(cell)).ceil());
        }
    }
    let (needed, room): (f32, f32) = (least.iter().sum(), INNER - 2.0 * BESIDE * columns as f32);
    let more: Vec<_> = least.iter().zip(&wanted).map(|(least, wanted)| wanted - least).collect();
    let share = match more.iter().sum::<f32>() {
        more if more > room - needed => (room - needed) / more,
        _ => 1.0,
    };
    (needed <= room).then(|| least.iter().zip(more).map(|(least, more)| least + more * share).collect())
}

/// Returns the part of a cell that is considered.
fn looked_at(cell: &str) -> &str {
    cell.char_indices().nth(MAX_CELL).map_or(cell, |(end, _)| &cell[..end])
}

/// Returns the parts of a cell that stay together if they fit: its words, or the whole cell if it is a number.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    let cell = looked_at(cell);
    let number = Some(cell.trim()).filter(|number| !number.is_empty() && is_number(number));
    let words = number.is_none().then(|| cell.split_whitespace());
    number.into_iter().chain(words.into_iter().flatten())
}

/// Returns a cell in lines of at most this width, and whether they contain all of it.
fn in_lines(cell: &str, font: Type, width: f32) -> (Vec<String>, bool) {
    // Allows for a rounded division.
    let fits = |text: &str| font.width(text) <= width + 0.5;
    let mut lines = vec![String::new()];
    for word in words(cell) {
        let line = lines.last_mut().expect("there is a line");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            *line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is a line");
            line.push(letter);
            if !fits(line) && line.chars().count() > 1 {
                line.pop();
                lines.push(letter.into());
            }
        }
    }
    let is_whole = lines.len() <= MAX_LINES && looked_at(cell).len() == cell.len();
    lines.truncate(MAX_LINES);
    if let Some(last) = lines.last_mut().filter(|_| !is_whole) {
        *last = font.fit(&format!("{last} …"), width);
    }
    (lines, is_whole)
}

#[cfg(test)]
mod tests;
