//! The written form of numbers: with separated thousands, and short if they are large.

/// The units of large numbers.
const LARGE_UNITS: [(f64, &str); 3] = [(1e6, "M"), (1e9, "bn"), (1e12, "tn")];
/// From here on, a single number is large.
const LARGE: f64 = 1e7;
/// Below this, numbers are written with an exponent.
const TINY: f64 = 1e-6;
/// The most decimals of a single number.
const DECIMALS: usize = 2;

/// The common written form of the numbers of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// The divisor of the numbers.
    unit: f64,
    /// Follows the number after a space; empty if there is none.
    suffix: &'static str,
    decimals: usize,
    exponent: bool,
}

impl Style {
    /// Returns the form of numbers up to `largest` at intervals of `step`.
    pub(super) fn of_axis(largest: f64, step: f64) -> Self {
        let (unit, suffix) = large_unit(largest / 10.0);
        let exponent = step < TINY;
        // A step is 1, 2 or 5 times a power of ten, which a logarithm may miss by a little.
        let decimals = if exponent { 0.0 } else { -(step / unit * 1.001).log10().floor() };
        Self { unit, suffix, decimals: decimals.max(0.0) as usize, exponent }
    }

    /// Returns the form of a single number.
    pub(super) fn of_value(value: f64) -> Self {
        let size = value.abs();
        let decimals = match size {
            _ if size >= LARGE => {
                let (unit, suffix) = large_unit(size);
                return Self { unit, suffix, decimals: 1, exponent: false };
            }
            _ if size >= 1000.0 || size == 0.0 => 0,
            _ if size >= 1.0 => DECIMALS,
            _ if size < TINY => return Self { exponent: true, ..Self::of_axis(size, size) },
            // Two significant digits.
            _ => -size.log10().floor() as usize + 1,
        };
        Self { unit: 1.0, suffix: "", decimals, exponent: false }
    }

    pub(super) fn write(self, value: f64) -> String {
        if self.exponent && value != 0.0 {
            return format!("{value:.1e}").replace('-', "−");
        }
        let text = format!("{:.*}", self.decimals, value.abs() / self.unit);
        let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let (whole, part) = text.split_once('.').map_or((&*text, None), |(whole, part)| (whole, Some(part)));
        let mut written = if value < 0.0 && !is_zero { "−".to_owned() } else { String::new() };
        written += &separated(whole);
        if let Some(part) = part {
            written = written + "." + part;
        }
        if !self.suffix.is_empty() && !is_zero {
            written = written + " " + self.suffix;
        }
        written
    }
}

/// Returns the largest unit that is not greater than a number.
fn large_unit(number: f64) -> (f64, &'static str) {
    LARGE_UNITS.into_iter().rev().find(|(unit, _)| number >= *unit).unwrap_or((1.0, ""))
}

/// Returns a single number as text: `1,204`, `3.5`, `−0.25`.
pub(super) fn value(value: f64) -> String {
    let written = Style::of_value(value).write(value);
    let (number, suffix) =
        written.split_once(' ').map_or((&*written, None), |(number, unit)| (number, Some(unit)));
    let short = match number.contains('.') && !number.contains('e') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    };
    match suffix {
        Some(suffix) => format!("{short} {suffix}"),
        None => short.to_owned(),
    }
}

/// Separates the thousands of a number without sign and decimals.
fn separated(digits: &str) -> String {
    let mut written = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_as_many_digits_as_say_something() {
        let written = [
            0.0,
            7.0,
            -3.5,
            12.345,
            999.99,
            1204.4,
            -1_234_567.0,
            0.25,
            0.0012,
            12_345_678.0,
            2.5e12,
            1e15,
            3e-9,
        ];
        let written = written.map(value).join(" | ");
        insta::assert_snapshot!(written, @"0 | 7 | −3.5 | 12.35 | 999.99 | 1,204 | −1,234,567 | 0.25 | 0.0012 | 12.3 M | 2.5 tn | 1,000 tn | 3.0e−9");
    }

    #[test]
    fn the_numbers_of_an_axis_are_written_alike() {
        let axis = |largest: f64, step: f64| {
            let style = Style::of_axis(largest, step);
            [0.0, step, -step, largest].map(|value| style.write(value)).join(" | ")
        };
        let axes = [
            (10.0, 2.0),
            (1.0, 0.2),
            (0.3, 0.1),
            (25_000.0, 5000.0),
            (2.5e7, 5e6),
            (2e10, 5e9),
            (1e-7, 2e-8),
        ];
        insta::assert_snapshot!(axes.map(|(largest, step)| axis(largest, step)).join("\n"), @"
        0 | 2 | −2 | 10
        0.0 | 0.2 | −0.2 | 1.0
        0.0 | 0.1 | −0.1 | 0.3
        0 | 5,000 | −5,000 | 25,000
        0 | 5 M | −5 M | 25 M
        0 | 5 bn | −5 bn | 20 bn
        0 | 2.0e−8 | −2.0e−8 | 1.0e−7
        ");
    }
}
