//! The expansion of `#[tool]` for well-formed functions.

use std::{
    pin::pin,
    task::{self, Poll, Waker},
    time::Duration,
};

use adjutant_macros::tool;
use adjutant_tools::kit::{
    ApprovalMode, CallAssessment, Category, Context, Outcome, Permission, Risk, Tier, Tool, ToolError,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Length {
    /// How many characters there are.
    characters: usize,
}

/// Says how long
/// a text is.
///
/// Characters are those of Unicode.
#[tool(
    category = Memory,
    tier = SideEffecting,
    risk = High,
    needs(Read, Write),
    may_use(Network),
    tags("text", "length"),
    timeout = "1500ms",
    idempotent,
    asks,
    requirement = assessing::by_its_arguments,
    details = "text_length.txt"
)]
pub async fn text_length(
    context: &Context,
    /// The text.
    text: &str,
    /// How many characters
    /// to count at most.
    #[schemars(range(min = 1, max = 20))]
    #[serde(default = "five")]
    mut limit: i64,
    /// Text that is not counted.
    except: Option<String>,
) -> Result<Outcome<Length>, ToolError> {
    if context.user == "bob" {
        return Err(ToolError::Rejected("not for bob".to_owned()));
    }
    limit = limit.max(0);
    let counted = text.replace(&except.unwrap_or_default(), "");
    Ok(Outcome { output: Length { characters: counted.chars().take(limit as usize).count() } })
}

/// The assessing function may be in any module.
mod assessing {
    use super::*;

    pub async fn by_its_arguments(
        context: &Context,
        text: &str,
        limit: &i64,
        except: &Option<String>,
    ) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::Ask(format!("{}: {text}, {limit}, {except:?}", context.user)))
    }
}

fn five() -> i64 {
    5
}

/// Names the tool's person.
#[tool(category = Other, tier = ReadOnly)]
async fn arguments(context: &Context) -> Result<Outcome<String>, ToolError> {
    Ok(Outcome { output: context.user.to_owned() })
}

const ALICE: Context = Context { user: "alice" };

fn run<T: Tool>(tool: T, arguments: Value) -> Result<T::Output, ToolError> {
    let arguments =
        serde_json::from_value(arguments).map_err(|error| ToolError::Rejected(error.to_string()))?;
    ready(tool.execute(&ALICE, arguments)).map(|outcome| outcome.output)
}

/// Returns the value of a future that does not wait.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the tools here wait for nothing"),
    }
}

fn schema<T: Tool>() -> Value {
    let mut schema = schemars::schema_for!(T::Args);
    for key in ["$schema", "title"] {
        schema.remove(key);
    }
    schema.to_value()
}

#[test]
fn the_options_become_metadata() {
    let meta = TextLength::META;
    assert_eq!(meta.name, "text_length");
    assert_eq!(meta.description, "Says how long a text is.");
    assert_eq!(meta.details, Some("The workspace is ${workspace}.\n"));
    assert_eq!((meta.category, meta.tier, meta.risk), (Category::Memory, Tier::SideEffecting, Risk::High));
    assert_eq!(meta.required, [Permission::Read, Permission::Write]);
    assert_eq!(meta.optional, [Permission::Network]);
    assert_eq!(meta.tags, ["text", "length"]);
    assert_eq!(meta.timeout, Duration::from_millis(1500));
    assert!(meta.idempotent);
    assert_eq!(meta.asks, ApprovalMode::Always);
}

#[test]
fn what_is_not_given_is_as_the_kit_has_it() {
    use adjutant_tools::kit::Meta;
    let expected = Meta::new("arguments", "Names the tool's person.", Category::Other, Tier::ReadOnly);
    assert_eq!(Arguments::META, expected);
}

#[test]
fn the_parameters_become_a_schema() {
    assert_eq!(
        schema::<TextLength>(),
        json!({
            "type": "object",
            "properties": {
                "text": { "type": "string", "description": "The text." },
                "limit": {
                    "type": "integer",
                    "format": "int64",
                    "description": "How many characters\nto count at most.",
                    "minimum": 1,
                    "maximum": 20,
                    "default": 5,
                },
                "except": { "type": ["string", "null"], "description": "Text that is not counted." },
            },
            "required": ["text"],
            "additionalProperties": false,
        })
    );
    assert_eq!(schema::<Arguments>(), json!({ "type": "object", "additionalProperties": false }));
}

#[test]
fn a_call_reaches_the_function() {
    assert_eq!(run(TextLength, json!({ "text": "four" })), Ok(Length { characters: 4 }));
    let all = json!({ "text": "twenty-one characters", "limit": 20, "except": "-one" });
    assert_eq!(run(TextLength, all), Ok(Length { characters: 17 }));
    assert_eq!(run(Arguments, json!({})), Ok("alice".to_owned()));
}

#[test]
fn the_function_of_the_option_assesses_a_call() {
    let arguments = json!({ "text": "four", "limit": 20 });
    let asked = ready(TextLength.requirement(&ALICE, &serde_json::from_value(arguments).unwrap()));
    assert_eq!(asked, Ok(CallAssessment::Ask("alice: four, 20, None".to_owned())));
    let arguments = serde_json::from_value(json!({})).unwrap();
    assert_eq!(ready(Arguments.requirement(&ALICE, &arguments)), Ok(CallAssessment::ByPolicy));
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    let refused = |arguments| match run(TextLength, arguments) {
        Err(ToolError::Rejected(why)) => why,
        Ok(length) => panic!("accepted: {length:?}"),
    };
    assert_eq!(refused(json!({})), "missing field `text`");
    let unknown = refused(json!({ "text": "", "size": 3 }));
    assert_eq!(unknown, "unknown field `size`, expected one of `text`, `limit`, `except`");
}

#[test]
fn the_function_can_still_be_called() {
    let bob = Context { user: "bob" };
    let refused = ready(text_length(&bob, "four", 5, None));
    assert_eq!(refused, Err(ToolError::Rejected("not for bob".to_owned())));
    assert_eq!(ready(arguments(&bob)), Ok(Outcome { output: "bob".to_owned() }));
}

/// Takes one of each.
#[tool(category = Other, tier = ReadOnly)]
#[expect(clippy::too_many_arguments, reason = "one for each type of the mapping")]
async fn take_one_of_each(
    /// A text that is lent.
    lent: &str,
    /// A text.
    text: String,
    /// Yes or no.
    flag: bool,
    /// The least signed number.
    least: i8,
    /// The greatest signed number.
    greatest: i128,
    /// The least unsigned number.
    small: u8,
    /// The greatest unsigned number.
    great: u128,
    /// A size with a sign.
    distance: isize,
    /// A size.
    size: usize,
    /// A short fraction.
    short: f32,
    /// A long fraction.
    long: f64,
    /// Where to.
    direction: Direction,
    /// What kind.
    r#type: Option<u16>,
) -> Result<Outcome<String>, ToolError> {
    let integers = format!("{least} {greatest} {small} {great} {distance} {size}");
    let output = format!("{lent} {text} {flag} {integers} {short} {long} {direction:?} {type:?}");
    Ok(Outcome { output })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

#[test]
fn types_are_mapped_to_those_of_json() {
    let schema = schema::<TakeOneOfEach>();
    let type_of = |name: &str| schema["properties"][name]["type"].clone();
    for text in ["lent", "text"] {
        assert_eq!(type_of(text), "string", "{text}");
    }
    for integer in ["least", "greatest", "small", "great", "distance", "size"] {
        assert_eq!(type_of(integer), "integer", "{integer}");
    }
    for number in ["short", "long"] {
        assert_eq!(type_of(number), "number", "{number}");
    }
    assert_eq!(type_of("flag"), "boolean");
    assert_eq!(type_of("type"), json!(["integer", "null"]));
    assert_eq!(schema["$defs"]["Direction"]["enum"], json!(["up", "down"]));
    assert_eq!(schema["required"].as_array().map(Vec::len), Some(12));
}

#[test]
fn every_mapped_type_arrives() {
    let one_of_each = json!({
        "lent": "a", "text": "b", "flag": true, "least": -128, "greatest": 9_007_199_254_740_993_i64, "small": 255,
        "great": 7, "distance": -1, "size": 1, "short": 0.5, "long": 0.25, "direction": "up", "type": 3,
    });
    let told = run(TakeOneOfEach, one_of_each);
    assert_eq!(told, Ok("a b true -128 9007199254740993 255 7 -1 1 0.5 0.25 Up Some(3)".to_owned()));
}

/// The expansion works whatever names surround it.
mod surroundings {
    use adjutant_macros::tool;
    use adjutant_tools::kit::{self, Outcome, ToolError};
    use serde_json::json;

    use super::run;

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub(super) struct Arguments(std::string::String);

    /// Has names that hide others.
    #[tool(category = Other, tier = ReadOnly)]
    pub(super) async fn string(
        context: &kit::Context,
        /// A text that has the name of the function.
        string: &str,
        /// A type from around the function.
        arguments: Arguments,
    ) -> Result<Outcome<std::string::String>, ToolError> {
        Ok(Outcome { output: format!("{} {string} {}", context.user, arguments.0) })
    }

    /// Is not built.
    #[tool(category = Other, tier = ReadOnly)]
    #[cfg(any())]
    async fn absent() -> Result<Outcome<Absent>, ToolError> {}

    macro_rules! repeating {
        ($name:ident, $text:ty, $output:ty) => {
            /// Is built by another macro.
            #[tool(category = Other, tier = ReadOnly)]
            async fn $name(
                /// The text.
                text: $text,
            ) -> Result<Outcome<$output>, ToolError> {
                Ok(Outcome { output: text.repeat(2) })
            }
        };
    }

    repeating!(repeat, &str, std::string::String);

    #[test]
    fn names_do_not_collide() {
        let told = run(String, json!({ "string": "text", "arguments": "inner" }));
        assert_eq!(told, Ok("alice text inner".to_owned()));
        assert_eq!(run(Repeat, json!({ "text": "ab" })), Ok("abab".to_owned()));
    }
}
