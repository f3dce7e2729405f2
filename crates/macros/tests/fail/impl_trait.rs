use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Repeats a text.
#[tool(category = Other, tier = ReadOnly)]
async fn repeat(
    /// The text.
    text: impl ToString,
    /// More of it.
    more: Vec<Box<impl ToString>>,
) -> Result<Outcome<impl serde::Serialize + schemars::JsonSchema>, ToolError> {
    drop(more);
    Ok(Outcome { output: text.to_string() })
}

fn main() {}
