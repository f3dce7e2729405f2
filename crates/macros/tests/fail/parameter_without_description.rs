use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Repeats a text.
#[tool(category = Other, tier = ReadOnly)]
async fn repeat(
    text: &str,
    ///
    times: usize,
) -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: text.repeat(times) })
}

fn main() {}
