use adjutant_tools::kit::{Outcome, ToolError};
use adjutant_macros::tool;

/// Says nothing, and takes its time to tell how it does so: it never says a word, does not nod, shake its head,
/// wave, wink or write, and leaves it to everyone to guess what it might have meant.
///
/// This does not count.
#[tool(category = Other, tier = ReadOnly)]
async fn quiet() -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: String::new() })
}

fn main() {}
