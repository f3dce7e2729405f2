use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly, timeout = "soon")]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly, timeout = "0s")]
async fn very_quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
