use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing.
#[tool(
    category = Other,
    tier = ReadOnly,
    tier = Privileged,
    idempotent,
    idempotent,
    needs(Read, Write, Read),
    may_use(Write),
    tags("text", "text")
)]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
