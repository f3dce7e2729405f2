use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

use std::borrow::Cow;

/// Repeats texts.
#[tool(category = Other, tier = ReadOnly)]
async fn repeat(
    /// A number.
    number: &u64,
    /// A text.
    forever: &'static str,
    /// A text.
    changed: &mut str,
    /// A text.
    maybe: Option<&str>,
    /// A text.
    either: Cow<'_, str>,
) -> Result<Outcome<String>, ToolError> {
    drop((number, forever, changed, maybe, either));
    Ok(Outcome { output: String::new() })
}

fn main() {}
