//! `toolset_open`: shows the model the tools of closed toolsets from its next step on.

use adjutant_macros::tool;
use adjutant_store::{db::SyncedTx, open_toolsets};
use schemars::JsonSchema;
use serde::Serialize;

use super::with_tools;
use crate::kit::{Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct Opened {
    /// The tools that can be called now.
    tools: Vec<String>,
}

/// Open toolsets for this conversation, to use their tools.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("toolset", "open"))]
pub(super) async fn toolset_open(
    context: &Context,
    /// From the list of closed toolsets.
    #[schemars(length(min = 1))]
    names: Vec<String>,
) -> Result<Outcome<Opened>, ToolError> {
    let known = &context.toolsets;
    let mut wanted = Vec::new();
    for name in &names {
        // A model may know the name of a tool, but not of its toolset.
        let found = known.iter().find(|it| *it.name == **name || it.tool_names().contains(&name.as_str()));
        wanted.push(found.ok_or_else(|| {
            let all: Vec<_> = known.iter().map(|toolset| &*toolset.name).collect();
            ToolError::not_found(format!("there is no toolset '{name}'; there are: {}", all.join(", ")))
        })?);
    }
    let opened: Vec<_> = wanted.iter().map(|toolset| toolset.name.clone()).collect();
    let (session, now) = (context.session.session_id.clone(), context.clock.timestamp());
    context
        .db
        .write(context.session_scope(), async move |tx: &SyncedTx| {
            open_toolsets::open(tx, &session, &opened, now).await
        })
        .await?;
    let open: Vec<_> = wanted.iter().map(|toolset| with_tools(toolset)).collect();
    let tools = wanted.iter().flat_map(|toolset| toolset.tool_names()).map(str::to_owned).collect();
    Ok(Outcome::new(format!("Open now: {}.", open.join(", ")), Opened { tools }))
}
