//! `notify`: a scheduled run decides whether its result is worth a message. Offered to runs that may decide.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Context, Registry, Tier, Tool, ToolError};
use crate::store::runs::{self, Notify};

/// The tool's name: chat turns and runs that always report are not offered it.
pub const NAME: &str = "notify";

pub(super) fn register(registry: &mut Registry) {
    registry.add(NotifyTool);
}

struct NotifyTool;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NotifyArgs {
    /// Whether the person gets a message with the result.
    send: bool,
    /// Why; kept in the history.
    reason: String,
}

#[async_trait]
impl Tool for NotifyTool {
    type Args = NotifyArgs;
    const NAME: &'static str = NAME;
    const DESCRIPTION: &'static str = "Decide whether the result of this scheduled run is sent to the person. It is sent if you do not call this.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn execute(&self, context: &Context, arguments: NotifyArgs) -> Result<Value, ToolError> {
        let run = context.session.run_id.clone();
        let run = run.ok_or_else(|| ToolError::rejected("this is not a scheduled run; just answer"))?;
        let notify = Notify { send: arguments.send, reason: arguments.reason };
        context.db.write(async move |tx| runs::set_notify(tx, &run, &notify).await).await?;
        Ok(json!({ "message": "Noted." }))
    }
}
