use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn nothing() {}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn bare() -> Result<String, ToolError> {
    Ok(String::new())
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn infallible() -> Outcome<String> {
    Outcome { output: String::new() }
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn other_error() -> Result<Outcome<String>, std::io::Error> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
async fn borrowed(
    /// A text.
    text: &str,
) -> Result<Outcome<&str>, ToolError> {
    Ok(Outcome { output: text })
}

fn main() {}
