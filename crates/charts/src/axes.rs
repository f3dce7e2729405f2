//! The frame of line and bar charts: numbers at the left, a line for each, labels below.

use super::{
    HEIGHT, Table, WIDTH,
    canvas::{Anchor, Canvas},
    colours::{AXIS, GREY, GRID},
    head::{MARGIN, TEXT},
    labels::Labels,
    numbers::Style,
    scale::Scale,
};

/// The space between a number and the chart.
const TO_NUMBER: f32 = 16.0;
/// The space above the highest line, for the unit and the number of the highest bar.
const ABOVE: f32 = 58.0;
/// The thickness of the lines.
const THIN: f32 = 2.0;
/// The thickness of the line at zero.
const THICK: f32 = 3.0;

/// Maps the numbers of a table to places in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    left: f32,
    top: f32,
    bottom: f32,
    scale: Scale,
    /// The width for each label and its data.
    pub(super) slot: f32,
}

impl Frame {
    /// Draws the frame below `top`.
    pub(super) fn draw(canvas: &mut Canvas, table: &Table, top: f32, scale: Scale, may_skip: bool) -> Self {
        let style = Style::of_axis(scale.low.abs().max(scale.high.abs()), scale.step);
        let percent = if table.unit == "%" { "%" } else { "" };
        let numbers: Vec<_> = scale.lines().map(|line| (line, style.write(line) + percent)).collect();
        let widest = numbers.iter().map(|(_, number)| TEXT.width(number)).fold(0.0, f32::max);
        let left = MARGIN + widest + TO_NUMBER;
        let right = WIDTH as f32 - MARGIN;
        let slot = (right - left) / table.labels.len() as f32;
        let labels = Labels::place(&table.labels, slot, may_skip);
        let bottom = HEIGHT as f32 - MARGIN / 2.0 - labels.height();
        let frame = Self { left, top: top + ABOVE, bottom, scale, slot };

        if percent.is_empty() {
            let at = (MARGIN, top + TEXT.capital());
            canvas.text(&TEXT.fit(&table.unit, right - MARGIN), at, Anchor::Start, (TEXT, GREY));
        }
        for (line, number) in numbers {
            let y = frame.y(line);
            canvas.rectangle((left, y - THIN / 2.0), (right - left, THIN), GRID);
            let baseline = y + TEXT.capital() / 2.0;
            canvas.text(&number, (left - TO_NUMBER, baseline), Anchor::End, (TEXT, GREY));
        }
        labels.draw(canvas, bottom, |place| frame.middle(place));
        frame
    }

    /// Draws the line at zero, or at the lower end if zero is not in the picture. Bars are drawn before it.
    pub(super) fn draw_zero(&self, canvas: &mut Canvas) {
        let y = self.y(self.zero());
        let right = WIDTH as f32 - MARGIN;
        canvas.rectangle((self.left, y - THICK / 2.0), (right - self.left, THICK), AXIS);
    }

    /// Returns the number at the base of bars.
    pub(super) fn zero(&self) -> f64 {
        0.0_f64.clamp(self.scale.low, self.scale.high)
    }

    /// Returns the height of a number in the picture.
    pub(super) fn y(&self, value: f64) -> f32 {
        self.bottom - (self.bottom - self.top) * self.scale.place(value)
    }

    /// Returns the middle of a label's slot.
    pub(super) fn middle(&self, place: usize) -> f32 {
        self.left + self.slot * (place as f32 + 0.5)
    }
}
