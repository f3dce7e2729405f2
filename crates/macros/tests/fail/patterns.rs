use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Adds numbers.
#[tool(category = Other, tier = ReadOnly)]
async fn add(
    /// Two numbers.
    (a, b): (i64, i64),
    /// A number.
    ref c: i64,
    /// A number.
    d @ 0..: u64,
    /// A number.
    _: i64,
) -> Result<Outcome<i64>, ToolError> {
    Ok(Outcome { output: a + b + c + d as i64 })
}

fn main() {}
