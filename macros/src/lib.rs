//! The attribute [`tool`]: a tool of the gateway from an async function.

mod definition;
mod errors;
mod expand;
mod options;

use proc_macro::TokenStream;

/// Makes a tool of an async function.
///
/// ```
/// use adjutant::tools::kit::{Context, Outcome, ToolError};
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
/// This adds the unit struct `TextLength`, as visible as the function, with `impl Tool`. The function itself stays as
/// it is, so that tests can call it. The expansion names `::adjutant`, `::async_trait`, `::serde` and `::schemars`.
///
/// # What becomes of the function
///
/// - Its name is the tool's name: snake case, 1 to 64 characters of ASCII.
/// - The first paragraph of its doc comment is the description: at most 160 characters once joined to one line.
///   Paragraphs below it are for readers of the code.
/// - A first parameter of type `&Context` receives the context. It may be left out.
/// - Every other parameter is an argument that the model fills in, and needs a doc comment, which the model reads.
///   `#[serde(..)]` and `#[schemars(..)]` on it act as on the field of a struct. Unknown arguments are refused.
/// - `Result<Outcome<T>, ToolError>` is what it returns. `T` is the tool's output: any owned type that implements
///   `Serialize` and `JsonSchema`, and is as visible as the function.
///
/// | Parameter | in the schema |
/// |---|---|
/// | `String`, `&str` | string |
/// | `bool` | boolean |
/// | `i8` to `i128`, `u8` to `u128`, `isize`, `usize` | integer |
/// | `f32`, `f64` | number |
/// | `Option<T>` | what `T` is, or null; may be left out |
/// | any other owned type | its own schema: it implements `JsonSchema` and `DeserializeOwned` |
///
/// # Options
///
/// | Option | Meaning | Without it |
/// |---|---|---|
/// | `category = Other` | a variant of `Category` | error |
/// | `tier = ReadOnly` | a variant of `Tier` | error |
/// | `risk = Safe` | a variant of `Risk` | as the kit has it |
/// | `needs(Read, Write)` | variants of `Permission` without which the tool is not offered | none |
/// | `may_use(Network)` | variants of `Permission` that it makes use of where it has them | none |
/// | `tags("text", "length")` | words to find it by | none |
/// | `timeout = "5s"` | how long a call may take, in ms, s, m or h | as the kit has it |
/// | `idempotent` | a call may be repeated after a crash | it may not |
/// | `asks` | a person is asked before every call | as the policy says |
/// | `details = "file.txt"` | a longer description, in a file beside the source file | none |
///
/// # Errors
///
/// Everything that makes no tool is a compile error at its place, all of them at once: a function that is not `async`
/// or has generics, `self`, patterns or borrowed parameters; missing or too long texts; unknown, repeated or malformed
/// options.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(options.into(), item.into()).into()
}
