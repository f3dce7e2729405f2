//! The attribute [`tool`], which turns an async function into a tool of the gateway.

mod definition;
mod errors;
mod expand;
mod options;

use proc_macro::TokenStream;

/// Turns an async function into a tool.
///
/// ```
/// use adjutant_tools::kit::{Context, Outcome, ToolError};
/// use adjutant_macros::tool;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// pub struct Length {
///     characters: usize,
/// }
///
/// /// Says how long a text is.
/// #[tool(category = Other, tier = ReadOnly, idempotent)]
/// pub async fn text_length(
///     _context: &Context,
///     /// The text.
///     text: &str,
///     /// How many characters to count at most.
///     #[schemars(range(min = 1))]
///     limit: Option<usize>,
/// ) -> Result<Outcome<Length>, ToolError> {
///     let characters = text.chars().take(limit.unwrap_or(usize::MAX)).count();
///     Ok(Outcome { output: Length { characters } })
/// }
/// # fn main() {}
/// ```
///
/// This adds the unit struct `TextLength`, with the function's visibility, and implements `Tool` for it. The function
/// itself stays unchanged, so that tests can call it. The expansion names `::adjutant_tools`, `::async_trait`,
/// `::serde` and `::schemars`.
///
/// # How the function is used
///
/// - Its name is the tool's name: snake case, 1 to 64 ASCII characters.
/// - The first paragraph of its doc comment is the description: at most 160 characters once joined to one line. Later
///   paragraphs are for readers of the code.
/// - A first parameter of type `&Context` receives the context. It may be left out.
/// - Every other parameter is an argument from the model. It needs a doc comment, which the model reads. `#[serde(..)]`
///   and `#[schemars(..)]` on it act as on a struct field. Unknown arguments are refused.
/// - It returns `Result<Outcome<T>, ToolError>`. `T` is the tool's output: any owned type that implements `Serialize`
///   and `JsonSchema`, and has the function's visibility.
///
/// | Parameter | In the schema |
/// |---|---|
/// | `String`, `&str` | string |
/// | `bool` | boolean |
/// | `i8` to `i128`, `u8` to `u128`, `isize`, `usize` | integer |
/// | `f32`, `f64` | number |
/// | `Option<T>` | the type of `T`, or null; may be left out |
/// | any other owned type | its own schema; it must implement `JsonSchema` and `DeserializeOwned` |
///
/// # Options
///
/// | Option | Meaning | Default |
/// |---|---|---|
/// | `category = Other` | a variant of `Category` | required |
/// | `tier = ReadOnly` | a variant of `Tier` | required |
/// | `risk = Safe` | a variant of `Risk` | the kit's |
/// | `needs(Read, Write)` | variants of `Permission` that the tool must have to be offered | none |
/// | `may_use(Network)` | variants of `Permission` that the tool uses if it has them | none |
/// | `tags("text", "length")` | search words | none |
/// | `timeout = "5s"` | how long a call may take, in ms, s, m or h | the kit's |
/// | `idempotent` | a call may be repeated after a crash | it may not |
/// | `asks` | every call needs a person's approval | the policy's |
/// | `requirement = function` | an async function that assesses a call before it runs, as `Tool::requirement`; it takes `&Context` and then each argument by reference | the kit's |
/// | `details = "file.txt"` | a longer description, in a file beside the source file | none |
///
/// # Errors
///
/// Every mistake is a compile error at its position, and all are reported at once: a function that is not `async`, or
/// has generics, `self`, patterns or borrowed parameters; texts that are missing or too long; options that are unknown,
/// repeated or malformed.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(options.into(), item.into()).into()
}
