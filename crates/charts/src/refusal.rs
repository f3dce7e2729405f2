//! Checks whether a chart can be drawn, and says what to change.

use std::collections::HashSet;

use thiserror::Error;

use super::{Kind, MAX_BARS, MAX_LABEL, MAX_POINTS, MAX_SERIES, MAX_TITLE, MAX_UNIT, MAX_VALUE, Table, font};

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    #[error("there are no numbers; give at least one label and one series")]
    Empty,
    #[error("there are {0} series, and a chart shows at most {MAX_SERIES}; leave some out or sum them up")]
    ManySeries(usize),
    #[error(
        "there are {0} labels, and a chart shows at most {MAX_POINTS}; sum up the numbers, for example by week"
    )]
    ManyPoints(usize),
    #[error(
        "there would be {0} bars, and a chart shows at most {MAX_BARS}; choose lines, or sum up the numbers"
    )]
    ManyBars(usize),
    #[error("the series '{name}' has {values} values for {labels} labels; give one value for each label")]
    Uneven { name: String, values: usize, labels: usize },
    #[error("two series are called '{0}'; give each a name of its own")]
    SameName(String),
    #[error("the {what} '{text}' has {length} characters; shorten it to at most {most}")]
    Long { what: &'static str, text: String, length: usize, most: usize },
    #[error(
        "the font has no '{letter}', which is in the {what} '{text}'; write it in Latin, Greek or Cyrillic letters"
    )]
    Letter { what: &'static str, text: String, letter: char },
    #[error("the series '{0}' holds a value that is no finite number; leave that label out")]
    NotFinite(String),
    #[error(
        "the series '{0}' holds a number beyond 1,000,000,000,000,000; give the numbers in a larger unit"
    )]
    TooLarge(String),
    #[error("a pie shows one series, and there are {0}; give one, or choose bars")]
    PieOfSeveral(usize),
    #[error("a pie cannot show the negative number of '{0}'; choose bars")]
    PieNegative(String),
    #[error("the numbers of a pie are all 0, so there are no slices; choose bars")]
    PieOfNothing,
}

/// Checks a table against all bounds.
pub(super) fn check(kind: Kind, table: &Table) -> Result<(), Refusal> {
    let Table { title, unit, labels, series } = table;
    if labels.is_empty() || series.is_empty() {
        return Err(Refusal::Empty);
    }
    if series.len() > MAX_SERIES {
        return Err(Refusal::ManySeries(series.len()));
    }
    if labels.len() > MAX_POINTS {
        return Err(Refusal::ManyPoints(labels.len()));
    }
    check_text("title", title, MAX_TITLE)?;
    check_text("unit", unit, MAX_UNIT)?;
    labels.iter().try_for_each(|label| check_text("label", label, MAX_LABEL))?;
    check_series(table)?;
    match kind {
        Kind::Line => Ok(()),
        Kind::Bar => match labels.len() * series.len() {
            bars if bars > MAX_BARS => Err(Refusal::ManyBars(bars)),
            _ => Ok(()),
        },
        Kind::Pie => check_pie(table),
    }
}

fn check_series(table: &Table) -> Result<(), Refusal> {
    let mut names = HashSet::new();
    for one in &table.series {
        let name = || one.name.clone();
        check_text("name of a series", &one.name, MAX_LABEL)?;
        if !names.insert(&one.name) {
            return Err(Refusal::SameName(name()));
        }
        let (values, labels) = (one.values.len(), table.labels.len());
        if values != labels {
            return Err(Refusal::Uneven { name: name(), values, labels });
        }
        if one.values.iter().any(|value| !value.is_finite()) {
            return Err(Refusal::NotFinite(name()));
        }
        if one.values.iter().any(|value| value.abs() > MAX_VALUE) {
            return Err(Refusal::TooLarge(name()));
        }
    }
    Ok(())
}

fn check_text(what: &'static str, text: &str, most: usize) -> Result<(), Refusal> {
    let length = text.chars().count();
    if length > most {
        // The whole text would make the error as long as the text that it refuses.
        let text = text.chars().take(most).chain(['…']).collect();
        return Err(Refusal::Long { what, text, length, most });
    }
    match text.chars().find(|letter| says_something(*letter) && !font::has(*letter)) {
        Some(letter) => Err(Refusal::Letter { what, text: text.to_owned(), letter }),
        None => Ok(()),
    }
}

/// Returns whether a text would lose its meaning without this character: an emoji can be left out, a letter or a
/// currency sign cannot.
fn says_something(letter: char) -> bool {
    letter.is_alphanumeric() || ('\u{20a0}'..='\u{20cf}').contains(&letter)
}

fn check_pie(table: &Table) -> Result<(), Refusal> {
    let [series] = &table.series[..] else { return Err(Refusal::PieOfSeveral(table.series.len())) };
    if let Some(at) = series.values.iter().position(|value| *value < 0.0) {
        return Err(Refusal::PieNegative(table.labels[at].clone()));
    }
    match series.values.iter().sum::<f64>() {
        0.0 => Err(Refusal::PieOfNothing),
        _ => Ok(()),
    }
}
