//! The words that charts add.

/// The slice that sums up the smallest ones of a pie.
pub(super) fn other() -> &'static str {
    "other"
}

/// The line under the title of a pie.
pub(super) fn total(amount: &str) -> String {
    format!("Total: {amount}")
}

/// A number with its unit: `5 kg`, `5%`.
pub(super) fn amount(number: &str, unit: &str) -> String {
    match unit {
        "" => number.to_owned(),
        "%" => format!("{number}%"),
        "€" | "$" | "£" | "¥" => match number.strip_prefix('−') {
            Some(positive) => format!("−{unit}{positive}"),
            None => format!("{unit}{number}"),
        },
        _ => format!("{number} {unit}"),
    }
}

/// The line below a table of which only some rows are shown.
pub(super) fn more_rows(rows: usize) -> String {
    match rows {
        1 => "and 1 more row".to_owned(),
        _ => format!("and {rows} more rows"),
    }
}

/// A share of the whole, 0 to 1.
pub(super) fn share(part: f64) -> String {
    match part * 100.0 {
        percent if percent > 0.0 && percent < 1.0 => "<1%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}
