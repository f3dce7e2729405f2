//! The range of an axis, and the numbers at its lines.

/// The most lines of an axis.
const MOST_LINES: f64 = 6.0;
/// The least distance between numbers, as a share of the largest: at less, they can no longer be distinguished.
const CLOSEST: f64 = 1e-9;
/// Numbers below this count as zero.
const SMALLEST: f64 = 1e-100;
/// An axis of lines begins at zero if its lowest number is at most this share of its highest.
const NEAR_ZERO: f64 = 0.5;

/// The range and the step of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) step: f64,
}

impl Scale {
    /// Returns the axis for numbers, at least one.
    pub(super) fn of(values: impl Iterator<Item = f64>, from_zero: bool) -> Self {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        let far = low.abs().max(high.abs());
        let starts_at_zero = from_zero || low >= 0.0 && low <= high * NEAR_ZERO;
        let (low, high) = match starts_at_zero {
            true => (low.min(0.0), high.max(0.0)),
            false => (low, high),
        };
        let (low, high) = match high - low {
            span if span > far * CLOSEST && far >= SMALLEST => (low, high),
            // All numbers are the same: the axis shows a range around them.
            _ if far < SMALLEST => (0.0, 1.0),
            _ => (low - far / 2.0, high + far / 2.0),
        };
        let step = step((high - low) / (MOST_LINES - 1.0));
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { low, high, step }
    }

    /// Returns the numbers at the lines, from below.
    pub(super) fn lines(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(move |line| self.low + f64::from(line) * self.step)
    }

    /// Returns the position of a number on the axis: 0 at its lower end, 1 at its upper.
    pub(super) fn place(self, value: f64) -> f32 {
        ((value - self.low) / (self.high - self.low)) as f32
    }
}

/// Returns the smallest round step of at least this size.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= least * 0.999);
    times.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(all: &[(&[f64], bool)]) -> String {
        let axes = all.iter().map(|(values, from_zero)| {
            let lines = Scale::of(values.iter().copied(), *from_zero).lines();
            lines.map(|line| format!("{line:.2}")).collect::<Vec<_>>().join(" ")
        });
        axes.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn an_axis_has_few_lines_at_round_numbers() {
        let numbers: [(&[f64], bool); 6] = [
            (&[3.0, 97.0], true),
            (&[120.0, 131.0], true),
            (&[120.0, 131.0], false),
            (&[-40.0, 55.0], true),
            (&[-4.0, -2.5], true),
            (&[0.2, 0.13], true),
        ];
        insta::assert_snapshot!(axes(&numbers), @"
        0.00 20.00 40.00 60.00 80.00 100.00
        0.00 50.00 100.00 150.00
        120.00 125.00 130.00 135.00
        -40.00 -20.00 0.00 20.00 40.00 60.00
        -4.00 -3.00 -2.00 -1.00 0.00
        0.00 0.05 0.10 0.15 0.20
        ");
    }

    #[test]
    fn numbers_that_are_all_the_same_have_an_axis() {
        let numbers: [(&[f64], bool); 4] =
            [(&[0.0], true), (&[7.0, 7.0], false), (&[7.0], true), (&[-7.0], false)];
        insta::assert_snapshot!(axes(&numbers), @"
        0.00 0.20 0.40 0.60 0.80 1.00
        2.00 4.00 6.00 8.00 10.00 12.00
        0.00 2.00 4.00 6.00 8.00
        -12.00 -10.00 -8.00 -6.00 -4.00 -2.00
        ");
    }

    #[test]
    fn the_largest_numbers_have_an_axis() {
        for values in [[1e15, -1e15], [1e15, 1e15 - 0.125], [1e-300, 0.0], [5e-324, 1e15], [3e-100, 0.0]] {
            let scale = Scale::of(values.into_iter(), false);
            assert!(scale.lines().count() <= 9, "{scale:?}");
            assert!(values.iter().all(|value| (0.0..=1.0).contains(&scale.place(*value))), "{scale:?}");
        }
    }
}
