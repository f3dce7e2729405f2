//! Draws charts and tables: a [`Chart`] of lines, bars or slices, or a [`Sheet`] of texts, becomes a PNG that is
//! legible on a phone.
//!
//! Every [`Chart`] can be drawn: [`Chart::new`] checks its input against the bounds of this file. The letters come from
//! a bundled font, so the machine needs none.

use canvas::Canvas;
pub use refusal::Refusal;
pub use sheet::{Align, DrawnSheet, MAX_COLUMNS, MAX_LINES, MAX_SHEET_HEIGHT, Sheet, SheetRefusal};

mod axes;
mod bars;
mod canvas;
mod colours;
mod font;
mod head;
mod labels;
mod lines;
mod numbers;
mod pie;
mod refusal;
mod scale;
mod sheet;
mod texts;

/// The width of a picture, in pixels: three for each point of a phone's screen.
pub const WIDTH: u32 = 1200;
/// The height of a picture, in pixels.
pub const HEIGHT: u32 = 800;

/// The most series of a chart.
pub const MAX_SERIES: usize = 12;
/// The most points of a series.
pub const MAX_POINTS: usize = 400;
/// The most bars of a chart, of all series together, so that each is wide enough to be visible.
pub const MAX_BARS: usize = 400;
/// The most slices of a pie. If there are more, the smallest are summed up.
pub const MAX_SLICES: usize = 12;
/// The longest label, and the longest name of a series, in characters.
pub const MAX_LABEL: usize = 60;
/// The longest title, in characters.
pub const MAX_TITLE: usize = 100;
/// The longest unit, in characters.
pub const MAX_UNIT: usize = 20;
/// The largest number, above and below zero.
pub const MAX_VALUE: f64 = 1e15;

/// How a chart shows its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line for each series, from label to label.
    Line,
    /// Bars side by side for each label, one for each series.
    Bar,
    /// Slices of a circle, one for each label, of a single series.
    Pie,
}

/// Numbers that belong together, with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// One for each label of the chart.
    pub values: Vec<f64>,
}

/// The data to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Empty if there is none.
    pub title: String,
    /// The unit of the numbers, such as `€` or `kg`; empty if it is obvious.
    pub unit: String,
    pub labels: Vec<String>,
    pub series: Vec<Series>,
}

/// A chart that can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    kind: Kind,
    table: Table,
}

impl Chart {
    /// Builds a chart.
    ///
    /// # Errors
    /// Returns an error that says what to change if the chart cannot be drawn.
    pub fn new(kind: Kind, table: Table) -> Result<Self, Refusal> {
        refusal::check(kind, &table)?;
        Ok(Self { kind, table })
    }

    /// Returns the chart as a PNG of [`WIDTH`] by [`HEIGHT`] pixels.
    pub fn png(&self) -> Vec<u8> {
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        match self.kind {
            Kind::Line => lines::draw(&mut canvas, &self.table),
            Kind::Bar => bars::draw(&mut canvas, &self.table),
            Kind::Pie => pie::draw(&mut canvas, &self.table),
        }
        canvas.png()
    }
}

#[cfg(test)]
mod tests;
