//! Two tools that do nothing, with arguments and results of usual size.

use std::sync::Arc;

use adjutant_tools::kit::{
    CallAssessment, Category, Context, DynTool, Meta, Outcome, Permission, Tier, Tool, ToolError, Toolset,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The arguments of both: about as large as those of a note or a schedule.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Args {
    /// Where.
    path: String,
    /// What.
    #[schemars(length(min = 1, max = 10_000))]
    text: String,
    /// How many.
    #[schemars(range(min = 1, max = 50))]
    limit: i64,
    /// Words to find it by.
    #[serde(default)]
    tags: Vec<String>,
}

/// Returns the arguments as JSON, as a model writes them.
pub fn arguments() -> String {
    let text =
        "The window of the small room has to be measured again before the curtains are ordered. ".repeat(5);
    serde_json::json!({ "path": "/shared/rooms/small.md", "text": text, "limit": 20, "tags": ["home", "rooms"] })
        .to_string()
}

/// Returns the arguments as the function takes them.
pub fn parsed() -> serde_json::Result<Args> {
    serde_json::from_str(&arguments())
}

/// The output of both.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    path: String,
    content: String,
    tags: Vec<String>,
    total: i64,
}

pub struct Look;
pub struct Change;

#[async_trait]
impl Tool for Look {
    type Args = Args;
    type Output = Found;
    const META: Meta = Meta::new("look", "Look something up.", Category::Files, Tier::ReadOnly)
        .needs(&[Permission::Read])
        .tags(&["look"]);

    async fn execute(&self, _: &Context, arguments: Args) -> Result<Outcome<Found>, ToolError> {
        Ok(found(arguments))
    }
}

#[async_trait]
impl Tool for Change {
    type Args = Args;
    type Output = Found;
    const META: Meta = Meta::new("change", "Change something.", Category::Files, Tier::SideEffecting)
        .needs(&[Permission::Write])
        .tags(&["change"]);

    async fn requirement(&self, _: &Context, arguments: &Args) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::by_policy(format!("Change {}", arguments.path)).preview(&arguments.text))
    }

    async fn execute(&self, _: &Context, arguments: Args) -> Result<Outcome<Found>, ToolError> {
        Ok(found(arguments))
    }
}

fn found(arguments: Args) -> Outcome<Found> {
    let Args { path, text, limit, tags } = arguments;
    Outcome::new("Done.", Found { path, content: text, tags, total: limit })
}

/// The toolset of both.
pub struct Tools;

impl Toolset for Tools {
    fn name(&self) -> &'static str {
        "bench"
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(Look), Arc::new(Change)]
    }
}
