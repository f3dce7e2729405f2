//! `notify`: lets a scheduled run decide whether its result is sent. Only runs that have this choice are offered it.

use adjutant_store::runs::{self, Notify};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::kit::{
    CallAssessment, Category, Context, Meta, NoFields, Outcome, Permission, Risk, Tier, Tool, ToolError,
};

/// The tool's name.
pub(super) const NAME: &str = "notify";

pub(super) struct NotifyTool;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NotifyArgs {
    /// Whether the person gets a message with the result.
    send: bool,
    /// Why; kept in the run history.
    reason: String,
}

#[async_trait]
impl Tool for NotifyTool {
    type Args = NotifyArgs;
    type Output = NoFields;
    const META: Meta = Meta::new(
        NAME,
        "Decide whether the result of this scheduled run is sent to the person. It is sent if you do not call this.",
        Category::Schedule,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Write])
    .tags(&["schedule", "run"])
    .idempotent();

    async fn requirement(&self, _: &Context, _: &NotifyArgs) -> Result<CallAssessment, ToolError> {
        // The decision concerns only the run's own result.
        Ok(CallAssessment::without_asking())
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: NotifyArgs,
    ) -> Result<Outcome<NoFields>, ToolError> {
        let run = context.session.run_id.clone();
        let run = run.ok_or_else(|| ToolError::rejected("this is not a scheduled run; just answer"))?;
        let notify = Notify { send: arguments.send, reason: arguments.reason };
        context
            .db
            .write(context.session_scope(), async move |tx| runs::set_notify(tx, &run, &notify).await)
            .await?;
        Ok(Outcome::done("Noted."))
    }
}
