use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(
    category = "Other",
    tier = Tier::ReadOnly,
    risk(Safe),
    needs = Read,
    may_use(),
    tags(text),
    timeout = 5,
    idempotent = true,
    details("quiet.txt")
)]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

/// Says nothing.
#[tool(category = Other tier = ReadOnly)]
async fn very_quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
