//! `tool_output`: reads the stored result of an earlier call that was cut, or is no longer shown.

use std::sync::Arc;

use adjutant_domain::{
    ids::{CallId, RunId},
    timestamp::Timestamp,
};
use adjutant_macros::tool;
use adjutant_store::{
    db::Tx,
    hooks,
    outputs::{self, Output},
    schedules::{self, Schedule},
};
use adjutant_texts::hooks as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    kit::{Context, DynTool, Outcome, SessionView, ToolError, Toolset, ToolsetOffer},
    page, vault,
};

/// The toolset's name.
pub const OUTPUTS: &str = "outputs";

/// The toolset for results that are too long for the model to get at once.
pub(super) struct Outputs;

/// The toolset's state: the time until which the session has stored results.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredResults {
    pub until: Timestamp,
}

#[async_trait]
impl Toolset for Outputs {
    fn name(&self) -> &'static str {
        OUTPUTS
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(ToolOutput)]
    }

    /// Offers the tool while a stored result can be read, and to the run of a hook, whose request may be longer than
    /// the turn shows.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        let kept: Option<StoredResults> = session.state(OUTPUTS);
        // A client's list of tools is made before there are any results.
        let is_client = session.session.client.is_some();
        let is_hook = session.schedule.is_some_and(Schedule::is_hook);
        let is_kept = kept.as_ref().is_some_and(|kept| kept.until > session.now);
        offer.only("no result of this conversation was cut", |_| is_client || is_hook || is_kept);
        Ok(())
    }
}

#[derive(Serialize, JsonSchema)]
struct Page {
    call_id: CallId,
    tool: String,
    output: String,
    offset: usize,
    /// Characters of the whole output.
    total: usize,
    remaining: usize,
}

fn page_size() -> usize {
    4000
}

/// Read the whole result of an earlier call of this conversation, one page at a time.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("output", "read"))]
async fn tool_output(
    context: &Context,
    /// The call, by the id that its cut result names.
    call_id: String,
    /// Characters to skip.
    #[serde(default)]
    offset: usize,
    /// Characters to return.
    #[serde(default = "page_size")]
    #[schemars(range(min = 200, max = 8000))]
    max_chars: usize,
) -> Result<Outcome<Page>, ToolError> {
    let (session, call) = (context.session.session_id.clone(), CallId(call_id));
    let (wanted, now) = (call.clone(), context.clock.timestamp());
    // The id of a hook's run names the hook's request.
    let run = context.session.run_id.clone().filter(|run| run.0 == wanted.0);
    let kept = context.db.read(async move |tx| match &run {
        Some(run) => sent_to_hook(tx, run).await,
        None => outputs::get(tx, &session, &wanted, now).await,
    });
    let kept = kept.await?;
    let kept = kept.ok_or_else(|| {
        ToolError::not_found(format!("the result of '{call}' is not kept (any more); make the call again"))
    })?;
    let page = page::cut(&vault::filter(context).await?.redact(&kept.output), offset, max_chars);
    let message = page.message();
    let page::Page { text: output, offset, total, remaining } = page;
    let output = Page { call_id: call, tool: kept.tool, output, offset, total, remaining };
    Ok(Outcome { untrusted: kept.untrusted, ..Outcome::new(message, output) })
}

/// Returns the request that started a hook's run.
async fn sent_to_hook(tx: &Tx, run: &RunId) -> anyhow::Result<Option<Output>> {
    let (call, hook) = (hooks::call_of(tx, run).await?, schedules::of_run(tx, run).await?);
    Ok(call.zip(hook).map(|(call, hook)| Output {
        tool: "hook".to_owned(),
        output: call.body.trim().to_owned(),
        untrusted: texts::source(&hook.cadence_value),
    }))
}
