use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Repeats a text.
#[tool(category = Other, tier = ReadOnly)]
async fn repeat(
    /// The text.
    #[cfg(test)]
    text: &str,
    /// How often.
    #[expect(unused)]
    times: usize,
) -> Result<Outcome<String>, ToolError> {
    drop((text, times));
    Ok(Outcome { output: String::new() })
}

fn main() {}
