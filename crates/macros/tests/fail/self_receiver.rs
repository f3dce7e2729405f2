use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

struct Quiet;

impl Quiet {
    /// Says nothing.
    #[tool(category = Other, tier = ReadOnly)]
    async fn quiet(&self) -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}
}

fn main() {}
