//! Line charts.

use super::{Table, axes::Frame, canvas::Canvas, colours, head, scale::Scale};

/// The most points that have a mark each.
const MARKED: usize = 40;
/// The number of marks of a longer line.
const MARKS: usize = 20;
/// The thickness of a line with few points.
const THICK: f32 = 5.5;
/// The thickness of a line with many points.
const THIN: f32 = 3.5;
/// The radius of a mark.
const MARK: f32 = 9.0;

pub(super) fn draw(canvas: &mut Canvas, table: &Table) {
    let top = head::draw(canvas, table, head::Sample::Line);
    let values = table.series.iter().flat_map(|series| series.values.iter().copied());
    let frame = Frame::draw(canvas, table, top, Scale::of(values, false), true);
    frame.draw_zero(canvas);
    let points = table.labels.len();
    let width = if points > MARKED { THIN } else { THICK };
    for (place, series) in table.series.iter().enumerate() {
        let colour = colours::series(place);
        let line = series.values.iter().enumerate().map(|(at, value)| (frame.middle(at), frame.y(*value)));
        let line: Vec<_> = line.collect();
        canvas.line(&line, width, colour);
        // The marks distinguish several long lines without colours.
        if points <= MARKED || table.series.len() > 1 {
            let every = if points <= MARKED { 1 } else { points / MARKS };
            for point in line.into_iter().step_by(every) {
                canvas.mark(point, MARK, place, colour);
            }
        }
    }
}
