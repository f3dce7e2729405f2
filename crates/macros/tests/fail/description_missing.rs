use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

#[tool(category = Other, tier = ReadOnly)]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
