use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async unsafe extern "C" fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
