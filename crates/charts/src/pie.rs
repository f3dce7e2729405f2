//! Pie charts: the largest slice first, clockwise from the top, with a list beside it.

use super::{
    HEIGHT, MAX_SLICES, Table, WIDTH,
    canvas::{Anchor, Canvas, on_circle},
    colours::{self, GREY, INK, PAPER},
    font::Type,
    head::{self, MARGIN, SAMPLE, TEXT, TO_NAME},
    numbers, texts,
};

/// The most slices that have two lines each in the list.
const FEW: usize = 6;
/// The largest radius with few slices.
const LARGE: f32 = 290.0;
/// The largest radius with many slices, whose list is wider.
const SMALL: f32 = 250.0;
/// The space between the pie and its list.
const TO_LIST: f32 = 56.0;
/// The height of an entry of the list with two lines.
const TWO_LINES: f32 = 96.0;
/// The greatest height of an entry with one line.
const ONE_LINE: f32 = 54.0;
/// The distance between the two lines of an entry.
const LINE: f32 = 40.0;
/// The width for shares in a list with one line each.
const SHARES: f32 = 92.0;
/// The lines between slices.
const BETWEEN: f32 = 4.0;

/// The smallest share that is written on its slice.
const WRITTEN: f64 = 0.05;
/// The distance of such a share from the centre, as a share of the radius.
const OUTWARDS: f32 = 0.7;
/// The type of such a share.
const SHARE: Type = Type::bold(28.0);

/// A slice.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slice {
    pub(super) label: String,
    pub(super) value: f64,
}

pub(super) fn draw(canvas: &mut Canvas, table: &Table) {
    let slices = slices(table);
    let total: f64 = slices.iter().map(|slice| slice.value).sum();
    let title = if table.title.trim().is_empty() { &table.series[0].name } else { &table.title };
    let mut top = head::draw_title(canvas, title.trim());
    let sum = texts::total(&texts::amount(&numbers::value(total), &table.unit));
    canvas.text(&sum, (MARGIN, top + TEXT.capital()), Anchor::Start, (TEXT, GREY));
    top += TEXT.size + MARGIN / 2.0;

    let height = HEIGHT as f32 - MARGIN - top;
    let radius = (height / 2.0).min(if slices.len() > FEW { SMALL } else { LARGE });
    let centre = (MARGIN + radius, top + height / 2.0);
    draw_slices(canvas, &slices, total, (centre, radius));
    let list = List { left: centre.0 + radius + TO_LIST, middle: centre.1, height, total, unit: &table.unit };
    if slices.len() > FEW { list.single(canvas, &slices) } else { list.double(canvas, &slices) }
}

/// Returns the slices, the largest first; the smallest are summed up if there are too many.
pub(super) fn slices(table: &Table) -> Vec<Slice> {
    let values = table.series.iter().flat_map(|series| &series.values);
    let all = table.labels.iter().zip(values).filter(|(_, value)| **value > 0.0);
    let mut slices: Vec<_> =
        all.map(|(label, value)| Slice { label: label.clone(), value: *value }).collect();
    slices.sort_by(|a, b| b.value.total_cmp(&a.value));
    if slices.len() > MAX_SLICES {
        let rest = slices.split_off(MAX_SLICES - 1);
        let value = rest.iter().map(|slice| slice.value).sum();
        slices.push(Slice { label: texts::other().to_owned(), value });
    }
    slices
}

fn draw_slices(canvas: &mut Canvas, slices: &[Slice], total: f64, (centre, radius): ((f32, f32), f32)) {
    let at = |part: f64, outwards: f32| {
        let (right, down) = on_circle(part);
        (centre.0 + right * radius * outwards, centre.1 + down * radius * outwards)
    };
    let mut begins = Vec::new();
    let mut from = 0.0;
    for (place, slice) in slices.iter().enumerate() {
        let (part, colour) = (slice.value / total, colours::series(place));
        canvas.slice(centre, radius, (from, from + part), colour);
        if part >= WRITTEN {
            let (x, y) = at(from + part / 2.0, if slices.len() > 1 { OUTWARDS } else { 0.0 });
            let y = y + SHARE.capital() / 2.0;
            canvas.text(&texts::share(part), (x, y), Anchor::Middle, (SHARE, colour.writing()));
        }
        begins.push(from);
        from += part;
    }
    if slices.len() > 1 {
        for begin in begins {
            canvas.line(&[centre, at(begin, 1.01)], BETWEEN, PAPER);
        }
    }
}

/// The list beside a pie.
struct List<'a> {
    left: f32,
    middle: f32,
    height: f32,
    total: f64,
    unit: &'a str,
}

impl List<'_> {
    /// Draws entries of two lines: the label, and its number below.
    fn double(&self, canvas: &mut Canvas, slices: &[Slice]) {
        let row = TWO_LINES.min(self.height / slices.len() as f32);
        for (place, slice) in slices.iter().enumerate() {
            let (x, y) = self.entry(canvas, place, (slices.len(), row));
            let label = TEXT.fit(&slice.label, self.right() - x);
            canvas.text(&label, (x, y), Anchor::Start, (TEXT, INK));
            let number = format!("{} · {}", self.amount(slice), texts::share(slice.value / self.total));
            let number = TEXT.fit(&number, self.right() - x);
            canvas.text(&number, (x, y + LINE), Anchor::Start, (TEXT, GREY));
        }
    }

    /// Draws entries of one line: label, number and share.
    fn single(&self, canvas: &mut Canvas, slices: &[Slice]) {
        let row = ONE_LINE.min(self.height / slices.len() as f32);
        let widest = slices.iter().map(|slice| TEXT.width(&self.amount(slice))).fold(0.0, f32::max);
        for (place, slice) in slices.iter().enumerate() {
            let (x, y) = self.entry(canvas, place, (slices.len(), row));
            let numbers = self.right() - SHARES;
            let label = TEXT.fit(&slice.label, numbers - widest - TO_NAME - x);
            canvas.text(&label, (x, y), Anchor::Start, (TEXT, INK));
            canvas.text(&self.amount(slice), (numbers, y), Anchor::End, (TEXT, GREY));
            let share = texts::share(slice.value / self.total);
            canvas.text(&share, (self.right(), y), Anchor::End, (TEXT, INK));
        }
    }

    /// Draws the sample of an entry. Returns the position of its text.
    fn entry(&self, canvas: &mut Canvas, place: usize, (entries, row): (usize, f32)) -> (f32, f32) {
        let top = self.middle - row * entries as f32 / 2.0 + row * place as f32;
        canvas.rectangle((self.left, top), (SAMPLE, SAMPLE), colours::series(place));
        (self.left + SAMPLE + TO_NAME, top + (SAMPLE + TEXT.capital()) / 2.0)
    }

    fn amount(&self, slice: &Slice) -> String {
        texts::amount(&numbers::value(slice.value), self.unit)
    }

    fn right(&self) -> f32 {
        WIDTH as f32 - MARGIN
    }
}
