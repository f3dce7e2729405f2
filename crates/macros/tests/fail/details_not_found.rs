use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly, details = "nowhere.txt")]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
