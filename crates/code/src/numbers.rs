//! Numbers: whole ones of 64 bits, and decimals of 28 digits. Operations are exact wherever a decimal can hold the
//! result, and never wrap around.

use rhai::{Dynamic, Engine, INT};
use rust_decimal::{Decimal, MathematicalOps, RoundingStrategy, prelude::ToPrimitive};

use crate::{engine::Raw, values};

pub(crate) fn register(engine: &mut Engine) {
    register_operators(engine);
    register_rounding(engine);
    engine.register_fn("number", number);
    engine.register_fn("pi", || Decimal::PI);
    engine.register_fn("sqrt", |x: INT| root(x.into()));
    engine.register_fn("sqrt", root);
    engine.register_fn("percent", |part: Dynamic, whole: Dynamic| -> Raw<Dynamic> {
        let (part, whole) = (decimal(&part)?, decimal(&whole)?);
        let share = part.checked_div(whole).and_then(|share| share.checked_mul(Decimal::ONE_HUNDRED));
        share.map(reduced).ok_or_else(|| "there is no share of 0".into())
    });
}

/// Whole numbers divide exactly (7 / 2 is 3.5), and become decimals where 64 bits are too few.
fn register_operators(engine: &mut Engine) {
    engine.register_fn("+", |x: INT, y: INT| {
        whole_or(x.checked_add(y), || Decimal::from(x).checked_add(y.into()))
    });
    engine.register_fn("-", |x: INT, y: INT| {
        whole_or(x.checked_sub(y), || Decimal::from(x).checked_sub(y.into()))
    });
    engine.register_fn("*", |x: INT, y: INT| {
        whole_or(x.checked_mul(y), || Decimal::from(x).checked_mul(y.into()))
    });
    engine.register_fn("/", divide);
    engine.register_fn("**", |x: INT, y: INT| {
        let whole = u32::try_from(y).ok().and_then(|y| x.checked_pow(y));
        whole_or(whole, || Decimal::from(x).checked_powi(y))
    });
    // Only numbers have these two operators.
    engine.register_fn("/=", |x: &mut Dynamic, y: Dynamic| -> Raw<()> {
        *x = match (x.as_int(), y.as_int()) {
            (Ok(x), Ok(y)) => divide(x, y)?,
            _ => quotient(decimal(x)?, decimal(&y)?)?,
        };
        Ok(())
    });
    engine.register_fn("*=", |x: &mut Dynamic, y: Dynamic| -> Raw<()> {
        let whole = x.as_int().ok().zip(y.as_int().ok()).and_then(|(x, y)| x.checked_mul(y));
        let (exact, other) = (decimal(x)?, decimal(&y)?);
        *x = whole_or(whole, || exact.checked_mul(other))?;
        Ok(())
    });
}

/// Rounds as people do: a half goes away from zero.
fn register_rounding(engine: &mut Engine) {
    for (name, rounded) in [
        ("round", RoundingStrategy::MidpointAwayFromZero),
        ("floor", RoundingStrategy::ToNegativeInfinity),
        ("ceil", RoundingStrategy::ToPositiveInfinity),
        ("ceiling", RoundingStrategy::ToPositiveInfinity),
    ] {
        engine.register_fn(name, |x: INT| x);
        engine.register_fn(name, move |x: Decimal| reduced(x.round_dp_with_strategy(0, rounded)));
        engine.register_fn(name, move |x: Decimal, digits: INT| {
            let digits = u32::try_from(digits).unwrap_or_default().min(28);
            x.round_dp_with_strategy(digits, rounded)
        });
        engine.register_fn(name, |x: INT, _: INT| x);
    }
}

fn divide(x: INT, y: INT) -> Raw<Dynamic> {
    match (x.checked_rem(y), x.checked_div(y)) {
        (Some(0), Some(whole)) => Ok(whole.into()),
        _ => quotient(x.into(), y.into()),
    }
}

fn quotient(x: Decimal, y: Decimal) -> Raw<Dynamic> {
    if y.is_zero() {
        return Err("it divides by 0".into());
    }
    x.checked_div(y).map(Dynamic::from_decimal).ok_or_else(too_large)
}

/// Returns the whole number, or else the exact decimal.
fn whole_or(whole: Option<INT>, exact: impl FnOnce() -> Option<Decimal>) -> Raw<Dynamic> {
    match whole {
        Some(whole) => Ok(whole.into()),
        None => exact().map(Dynamic::from_decimal).ok_or_else(too_large),
    }
}

fn too_large() -> Box<rhai::EvalAltResult> {
    "a number got larger than 28 digits".into()
}

fn root(x: Decimal) -> Raw<Dynamic> {
    x.sqrt().map(reduced).ok_or_else(|| "a negative number has no square root".into())
}

/// Returns a decimal as a whole number, if it is one that fits 64 bits.
pub(crate) fn reduced(x: Decimal) -> Dynamic {
    match x.is_integer().then(|| x.to_i64()).flatten() {
        Some(whole) => whole.into(),
        None => Dynamic::from_decimal(x.normalize()),
    }
}

/// Returns any number as a decimal.
pub(crate) fn decimal(number: &Dynamic) -> Raw<Decimal> {
    if let Ok(whole) = number.as_int() {
        return Ok(whole.into());
    }
    number.as_decimal().map_err(|kind| {
        format!("this is no number but a value of type {kind}: {number}; number(text) reads one").into()
    })
}

/// Parses the number in a text, such as `1,234.50` or ` -3 `.
fn number(text: &str) -> Raw<Dynamic> {
    let plain: String = text.trim().chars().filter(|c| !matches!(c, '_' | '\'' | ' ' | '\u{a0}')).collect();
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default().trim_start_matches('-');
    let in_groups = first.len() <= 3 && groups.clone().all(|group| group.len() == 3);
    let is_plain = !whole.contains(',') || in_groups && !rest.contains(',');
    let found = is_plain.then(|| values::parsed(&plain.replace(',', ""))).flatten();
    found.ok_or_else(|| {
        format!("{text:?} is no number; take away what is not a digit, and write 0.5 for 0,5").into()
    })
}
