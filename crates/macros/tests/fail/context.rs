use adjutant_tools::kit::{Context, Outcome, ToolError};
use adjutant_macros::tool;

/// Takes the context late, and by value.
#[tool(category = Other, tier = ReadOnly)]
async fn late(
    /// A text.
    text: &str,
    context: Context,
) -> Result<Outcome<String>, ToolError> {
    drop((text, context));
    Ok(Outcome { output: String::new() })
}

/// Wants to change the context.
#[tool(category = Other, tier = ReadOnly)]
async fn changing(context: &mut Context) -> Result<Outcome<String>, ToolError> {
    drop(context);
    Ok(Outcome { output: String::new() })
}

/// Describes the context.
#[tool(category = Other, tier = ReadOnly)]
async fn describing(
    /// What the call knows.
    context: &Context,
) -> Result<Outcome<String>, ToolError> {
    drop(context);
    Ok(Outcome { output: String::new() })
}

fn main() {}
