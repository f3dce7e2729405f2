use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Repeats a text.
#[tool(category = Other, tier = ReadOnly)]
async fn repeat<'a, T, const TIMES: usize>(
    /// The text.
    text: T,
) -> Result<Outcome<String>, ToolError>
where
    T: ToString,
{
    Ok(Outcome { output: text.to_string().repeat(TIMES) })
}

fn main() {}
