//! The head of a chart: its title, and the colours of the series.

use super::{
    Table, WIDTH,
    canvas::{Anchor, Canvas},
    colours::{self, INK},
    font::Type,
};

/// The space around the picture.
pub(super) const MARGIN: f32 = 40.0;
/// The width between the margins.
pub(super) const INNER: f32 = WIDTH as f32 - 2.0 * MARGIN;
/// The text style of everything but the title.
pub(super) const TEXT: Type = Type::regular(30.0);
/// The sizes of a title: the largest at which it fits in one line, or the smallest in two.
const TITLES: [Type; 3] = [Type::bold(46.0), Type::bold(40.0), Type::bold(36.0)];
/// The distance between the lines of the title, as a multiple of its size.
const LINE: f32 = 1.2;
/// The space below the title, and below the names of the series.
const BELOW: f32 = 26.0;

/// The side of a colour sample.
pub(super) const SAMPLE: f32 = 26.0;
/// The space between a sample and its name.
pub(super) const TO_NAME: f32 = 14.0;
/// The space between a name and the next sample.
const TO_NEXT: f32 = 40.0;
/// The distance between lines of names.
const ROW: f32 = 46.0;
/// The widest name of a series among few.
const NAME: f32 = 500.0;
/// The widest name of a series among many.
const NAME_OF_MANY: f32 = 300.0;
/// More series than this are many.
const MANY: usize = 6;

/// The form of a colour sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    Square,
    /// A piece of the line, with its mark.
    Line,
}

/// Draws the title, and the names of the series if there are several. Returns the lower end.
pub(super) fn draw(canvas: &mut Canvas, table: &Table, sample: Sample) -> f32 {
    let is_single = table.series.len() == 1;
    let title = match table.series.first() {
        Some(series) if is_single && table.title.trim().is_empty() => &series.name,
        _ => &table.title,
    };
    let top = draw_title(canvas, title.trim());
    if is_single { top } else { draw_names(canvas, table, top, sample) }
}

/// Draws a title. Returns the lower end.
pub(super) fn draw_title(canvas: &mut Canvas, title: &str) -> f32 {
    if title.is_empty() {
        return MARGIN;
    }
    let [.., smallest] = TITLES;
    let font = TITLES.into_iter().find(|font| font.width(title) <= INNER).unwrap_or(smallest);
    let mut y = MARGIN;
    for line in in_two_lines(title, font) {
        canvas.text(&line, (MARGIN, y + font.capital()), Anchor::Start, (font, INK));
        y += font.size * LINE;
    }
    y - font.size * LINE + font.capital() + BELOW
}

/// Returns a text as one line or two, at most as wide as the picture.
fn in_two_lines(text: &str, font: Type) -> Vec<String> {
    if font.width(text) <= INNER {
        return vec![text.to_owned()];
    }
    let ends = text.match_indices(' ').rev().map(|(end, _)| end);
    let end = ends.into_iter().find(|end| font.width(&text[..*end]) <= INNER);
    match end {
        Some(end) => vec![text[..end].to_owned(), font.fit(text[end..].trim_start(), INNER)],
        None => vec![font.fit(text, INNER)],
    }
}

fn draw_names(canvas: &mut Canvas, table: &Table, top: f32, sample: Sample) -> f32 {
    let widest = if table.series.len() > MANY { NAME_OF_MANY } else { NAME };
    let (mut x, mut y) = (MARGIN, top);
    for (place, series) in table.series.iter().enumerate() {
        let name = TEXT.fit(&series.name, widest);
        let width = SAMPLE + TO_NAME + TEXT.width(&name);
        if x + width > MARGIN + INNER {
            (x, y) = (MARGIN, y + ROW);
        }
        draw_sample(canvas, (x, y), place, sample);
        let baseline = y + (SAMPLE + TEXT.capital()) / 2.0;
        canvas.text(&name, (x + SAMPLE + TO_NAME, baseline), Anchor::Start, (TEXT, INK));
        x += width + TO_NEXT;
    }
    y + SAMPLE + BELOW
}

fn draw_sample(canvas: &mut Canvas, (x, y): (f32, f32), place: usize, sample: Sample) {
    let (colour, half) = (colours::series(place), SAMPLE / 2.0);
    match sample {
        Sample::Square => canvas.rectangle((x, y), (SAMPLE, SAMPLE), colour),
        Sample::Line => {
            canvas.line(&[(x - 4.0, y + half), (x + SAMPLE + 4.0, y + half)], 5.0, colour);
            canvas.mark((x + half, y + half), 9.0, place, colour);
        }
    }
}
