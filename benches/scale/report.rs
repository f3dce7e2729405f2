//! The figures of two databases side by side, with the bars.

use std::io::{self, Write};

use anyhow::Result;

use crate::measure::{Figure, Figures, RSS, TURN};

/// The greatest p99 of a turn on the large database, as a multiple of that on the small one.
const TURN_BAR: f64 = 1.5;
/// The greatest p99 of any operation on the large database, in milliseconds.
const SLOWEST_BAR: f64 = 100.0;
/// The most memory of the process, in MB.
const RSS_BAR: f64 = 120.0;

/// Returns the median of each figure; figures that are missing from the first measurement are left out.
pub fn median(measurements: &[Figures]) -> Figures {
    let Some(first) = measurements.first() else { return Vec::new() };
    let of = |what: &str| measurements.iter().filter_map(|figures| find(figures, what)).collect::<Vec<_>>();
    let middle = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let figure = |(what, figure): &(String, Figure)| {
        let all = of(what);
        let over = |pick: fn(&Figure) -> f64| middle(all.iter().map(|figure| pick(figure)).collect());
        let figure = match figure {
            Figure::Number(_, unit) => Figure::Number(over(Figure::p99), unit.clone()),
            Figure::Took { .. } => {
                Figure::Took { p50: over(Figure::p50), p99: over(Figure::p99), max: over(Figure::max) }
            }
        };
        (what.clone(), figure)
    };
    first.iter().map(figure).collect()
}

/// Prints the figures of both, and returns whether all bars hold.
pub fn print(small: &Figures, large: &Figures) -> Result<bool> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:<40}{:>24}{:>24}", "", "small", "large")?;
    write!(out, "{:<40}", "")?;
    for column in ["p50", "p99", "max", "p50", "p99", "max", "ratio"] {
        write!(out, "{column:>8}")?;
    }
    writeln!(out)?;
    let mut all_hold = true;
    for (what, figure) in small {
        let other = find(large, what);
        write!(out, "{what:<40}{}{}", columns(Some(figure)), columns(other))?;
        let Some(other) = other else {
            writeln!(out, "{:>8}  {}", "", figure.unit())?;
            continue;
        };
        let ratio = other.p99() / figure.p99();
        write!(out, "{ratio:>8.2}  {:<3}", figure.unit())?;
        match holds(what, ratio, other) {
            Some(true) => writeln!(out, "  ok")?,
            Some(false) => writeln!(out, "  MISSED")?,
            None => writeln!(out)?,
        }
        all_hold &= holds(what, ratio, other).unwrap_or(true);
    }
    Ok(all_hold)
}

/// Returns whether a figure of the large database keeps to its bar; `None` if it has none.
fn holds(what: &str, ratio: f64, large: &Figure) -> Option<bool> {
    match large {
        Figure::Took { p99, .. } => Some(*p99 <= SLOWEST_BAR && (what != TURN || ratio <= TURN_BAR)),
        Figure::Number(value, _) => (what == RSS).then_some(*value <= RSS_BAR),
    }
}

fn columns(figure: Option<&Figure>) -> String {
    match figure {
        Some(Figure::Took { p50, p99, max }) => format!("{p50:>8.2}{p99:>8.2}{max:>8.2}"),
        Some(Figure::Number(value, _)) => format!("{:>8}{value:>8.1}{:>8}", "", ""),
        None => format!("{:>24}", ""),
    }
}

fn find<'a>(figures: &'a Figures, what: &str) -> Option<&'a Figure> {
    figures.iter().find(|(other, _)| other == what).map(|(_, figure)| figure)
}
