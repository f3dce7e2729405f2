use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn beQuiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn être_quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn _quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn __() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing, and that with a name of 65 characters.
#[tool(category = Other, tier = ReadOnly)]
async fn quiet_quiet_quiet_quiet_quiet_quiet_quiet_quiet_quiet_quiet_quiet(
    /// A text.
    _text: &str,
) -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
