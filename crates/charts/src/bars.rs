//! Bar charts: the axis starts at zero.

use super::{
    Table,
    axes::Frame,
    canvas::{Anchor, Canvas},
    colours::{self, INK},
    font::Type,
    head, numbers,
    scale::Scale,
};

/// The share of a label's width that its bars take.
const BARS: f32 = 0.78;
/// The widest bar.
const WIDEST: f32 = 150.0;
/// The space between the bars of a label, as a share of a bar's width.
const BETWEEN: f32 = 0.06;
/// The least height of a bar that is not zero, so that it is visible.
const LEAST: f32 = 3.0;

/// The text of the numbers at bars.
const NUMBER: Type = Type::regular(26.0);
/// The space between a bar and its number.
const TO_NUMBER: f32 = 9.0;
/// The greatest width of a number, as a multiple of its bar's.
const WIDER: f32 = 1.2;

pub(super) fn draw(canvas: &mut Canvas, table: &Table) {
    let top = head::draw(canvas, table, head::Sample::Square);
    let values = || table.series.iter().flat_map(|series| series.values.iter().copied());
    let frame = Frame::draw(canvas, table, top, Scale::of(values(), true), false);
    let count = table.series.len() as f32;
    let bar = (frame.slot * BARS / count).min(WIDEST);
    let with_numbers = values().all(|value| NUMBER.width(&numbers::value(value)) <= bar * WIDER);
    for (place, series) in table.series.iter().enumerate() {
        for (at, value) in series.values.iter().enumerate() {
            let x = frame.middle(at) + bar * (place as f32 - count / 2.0);
            let (x, width) = (x + bar * BETWEEN / 2.0, bar * (1.0 - BETWEEN));
            draw_bar(canvas, frame, (x, width), *value, place);
            if with_numbers {
                draw_number(canvas, frame, x + width / 2.0, *value);
            }
        }
    }
    frame.draw_zero(canvas);
}

fn draw_bar(canvas: &mut Canvas, frame: Frame, (x, width): (f32, f32), value: f64, place: usize) {
    let (foot, tip) = (frame.y(frame.zero()), frame.y(value));
    let height = (foot - tip).abs().max(if value == 0.0 { 0.0 } else { LEAST });
    let upper = if value < 0.0 { foot } else { foot - height };
    canvas.rectangle((x, upper), (width, height), colours::series(place));
}

fn draw_number(canvas: &mut Canvas, frame: Frame, x: f32, value: f64) {
    let tip = frame.y(value);
    let y = match value < 0.0 {
        true => tip + TO_NUMBER + NUMBER.capital(),
        false => tip - TO_NUMBER,
    };
    canvas.text(&numbers::value(value), (x, y), Anchor::Middle, (NUMBER, INK));
}
