//! The labels below a chart: level if they fit, else rising; some are left out if there are too many.

use super::{
    canvas::{Anchor, Canvas},
    colours::INK,
    font::Type,
    head::TEXT,
};

/// The space between the chart and its labels.
const GAP: f32 = 16.0;
/// The space between two labels side by side.
const BETWEEN: f32 = 18.0;
/// The distance between the lines of a label.
const LINE: f32 = 36.0;
/// The fewest labels of a long row that must remain, so that it still reads as a row.
const ENOUGH: usize = 5;

/// The text of labels that rise.
const SLANTED: Type = Type::regular(27.0);
/// The longest label that rises, in pixels.
const LONGEST: f32 = 240.0;
/// The degrees by which labels rise, and the width that each then needs.
const RISING: [(f32, f32); 2] = [(45.0, 46.0), (65.0, 35.0)];

/// How the labels are placed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Labels {
    /// In one or two lines; each label's lines with the index of the label.
    Level(Vec<(usize, Vec<String>)>),
    Rising {
        shown: Vec<(usize, String)>,
        degrees: f32,
    },
}

impl Labels {
    /// Places labels, each in the middle of a slot of this width. `may_skip`: some labels may be left out if not all
    /// fit side by side, as with days; names must all be there.
    pub(super) fn place(labels: &[String], slot: f32, may_skip: bool) -> Self {
        let level = |every: usize| level(labels, every, slot * every as f32 - BETWEEN);
        let most = if may_skip { (labels.len() / ENOUGH).max(1) } else { 1 };
        (1..=most).find_map(level).map_or_else(|| rising(labels, slot), Self::Level)
    }

    /// Returns the height that the labels take below the chart.
    pub(super) fn height(&self) -> f32 {
        match self {
            Self::Level(labels) => {
                let lines = labels.iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
                GAP + LINE * lines as f32
            }
            Self::Rising { shown, degrees } => {
                let longest = shown.iter().map(|(_, label)| SLANTED.width(label)).fold(0.0, f32::max);
                GAP + longest * degrees.to_radians().sin() + SLANTED.size
            }
        }
    }

    /// Draws the labels below `bottom`. `middle` returns the middle of a label's slot.
    pub(super) fn draw(&self, canvas: &mut Canvas, bottom: f32, middle: impl Fn(usize) -> f32) {
        match self {
            Self::Level(labels) => {
                for (place, lines) in labels {
                    for (line, text) in lines.iter().enumerate() {
                        let y = bottom + GAP + TEXT.capital() + LINE * line as f32;
                        canvas.text(text, (middle(*place), y), Anchor::Middle, (TEXT, INK));
                    }
                }
            }
            Self::Rising { shown, degrees } => {
                for (place, label) in shown {
                    let x = middle(*place);
                    // The first labels have less room at their left.
                    let label = SLANTED.fit(label, (x - GAP) / degrees.to_radians().cos());
                    let at = (x + SLANTED.capital() / 2.0, bottom + GAP + SLANTED.capital() / 2.0);
                    canvas.rising(&label, at, *degrees, (SLANTED, INK));
                }
            }
        }
    }
}

/// Returns every `every`-th label, each in one or two lines of this width; `None` if one does not fit.
fn level(labels: &[String], every: usize, width: f32) -> Option<Vec<(usize, Vec<String>)>> {
    let shown = labels.iter().enumerate().step_by(every);
    shown.map(|(place, label)| Some((place, in_lines(label, width)?))).collect()
}

fn in_lines(label: &str, width: f32) -> Option<Vec<String>> {
    if TEXT.width(label) <= width {
        return Some(vec![label.to_owned()]);
    }
    let widest = |(first, second): &(&str, &str)| TEXT.width(first).max(TEXT.width(second));
    let splits = label.match_indices(' ').map(|(at, _)| (label[..at].trim_end(), label[at..].trim_start()));
    let best = splits.min_by(|a, b| widest(a).total_cmp(&widest(b)))?;
    (widest(&best) <= width).then(|| vec![best.0.to_owned(), best.1.to_owned()])
}

fn rising(labels: &[String], slot: f32) -> Labels {
    let [.., steepest] = RISING;
    let (degrees, needed) = RISING.into_iter().find(|(_, needed)| slot >= *needed).unwrap_or(steepest);
    let every = (needed / slot).ceil().max(1.0) as usize;
    let shown = labels.iter().enumerate().step_by(every);
    Labels::Rising {
        shown: shown.map(|(place, label)| (place, SLANTED.fit(label, LONGEST))).collect(),
        degrees,
    }
}
