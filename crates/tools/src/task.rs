//! `task`: gives a part of the work to a helper, a specialist without a section in the settings: the call holds its
//! goal and its tools. A helper works like a specialist (see `delegate`).

use std::collections::BTreeSet;

use adjutant_config::{AgentSettings, SpecialistSettings};
use adjutant_domain::{policy::names, tools::HELPER};
use adjutant_texts::tools::helpers;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    delegate::open,
    kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError},
};

/// The name of the tool.
pub const NAME: &str = "task";
/// The longest title, in characters.
const MAX_TITLE: u32 = 60;
/// The longest goal, in characters.
const MAX_GOAL: u32 = 8_000;
/// The most model calls of a helper if the call does not limit them.
const STEPS: u32 = 10;

pub(super) struct Task;

/// The arguments of a call.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The subject in a few words, for the person.
    #[schemars(length(min = 1, max = MAX_TITLE))]
    pub title: String,
    /// The goal, with all its background: the helper does not see this conversation.
    #[schemars(length(min = 1, max = MAX_GOAL))]
    goal: String,
    /// The toolsets or tools that the helper may use; none if it only has to think.
    #[schemars(length(max = 20), inner(length(min = 1, max = 80)))]
    tools: Vec<String>,
    /// The most model calls that it may take.
    #[schemars(range(min = 1, max = 30))]
    max_steps: Option<u32>,
}

/// Returns the settings of the helper for a call with these arguments; `None` if they cannot be parsed. The bot's
/// instructions and the limit of its steps apply to its helpers too.
pub fn settings(arguments: &str, bot: &AgentSettings) -> Option<SpecialistSettings> {
    let Arguments { tools, max_steps, .. } = serde_json::from_str(arguments).ok()?;
    let steps = max_steps.unwrap_or(STEPS);
    Some(SpecialistSettings {
        instructions: bot.instructions.clone(),
        tools,
        // 0 means no limit.
        max_steps: Some(if bot.max_steps == 0 { steps } else { steps.min(bot.max_steps) }),
        ..SpecialistSettings::default()
    })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Worked {
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Files that it made.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
}

#[async_trait]
impl Tool for Task {
    type Args = Arguments;
    type Output = Worked;
    const META: Meta = Meta::new(
        NAME,
        "Give a part of the work to a helper. Several in one response work side by side; each returns its result.",
        Category::Agents,
        Tier::SideEffecting,
    )
    // The helper's own tools limit what the call can really do.
    .needs(&[Permission::Read])
    .tags(&["agents", "task"])
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &Arguments,
    ) -> Result<CallAssessment, ToolError> {
        known(context, &arguments.tools)?;
        let summary = helpers::helper(&arguments.title, &arguments.tools);
        Ok(CallAssessment::by_policy(summary).preview(arguments.goal.clone()))
    }

    async fn execute(&self, context: &Context, arguments: Arguments) -> Result<Outcome<Worked>, ToolError> {
        let session = open(context, HELPER, arguments.goal).await?;
        let output = Worked { result: None, files: None };
        Ok(Outcome::new("A helper is working on it.", output).awaiting(session))
    }
}

/// Checks that each name is a tool or toolset that the caller has and may pass on.
fn known(context: &Context, wanted: &[String]) -> Result<(), ToolError> {
    let given = || context.tools.values().filter(|tool| tool.definition.category != Category::Agents);
    match wanted.iter().find(|wanted| !given().any(|tool| names(wanted, tool.subject()))) {
        None => Ok(()),
        Some(wanted) => {
            let toolsets: BTreeSet<_> = given().map(|tool| &*tool.toolset).collect();
            let toolsets = toolsets.into_iter().collect::<Vec<_>>().join(", ");
            Err(ToolError::not_found(format!(
                "there is no tool or toolset '{wanted}' that you could give to a helper; the toolsets are {toolsets}"
            )))
        }
    }
}
