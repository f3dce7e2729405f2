//! `schedule_runs`, `schedule_run_output`: the history of scheduled runs.

use adjutant_domain::{
    budget::Measure,
    ids::{RunId, ScheduleId},
    redact::Filter,
    text::beginning,
    timestamp::Timestamp,
};
use adjutant_macros::tool;
use adjutant_store::{
    db::Tx,
    runs::{self, Delivery, Run, Status},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    kit::{Context, Outcome, ToolError},
    page, vault,
};

/// Characters of a run's output in the list.
const SUMMARY: usize = 120;

#[derive(Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Newest first.
    runs: Vec<Summary>,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    run_id: RunId,
    due_at: String,
    started_at: String,
    finished_at: Option<String>,
    status: Status,
    delivery: Delivery,
    /// When a held result will be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_until: Option<String>,
    /// Why the result could not be delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    undelivered_because: Option<String>,
    /// The run's own reason for sending or holding back its result.
    reason: Option<String>,
    /// Why it failed, or never began.
    error: Option<String>,
    /// The beginning of the output.
    summary: String,
    model_calls: i64,
    /// Input and output tokens together.
    tokens: i64,
    /// Time at work.
    seconds: f64,
    cost_usd: f64,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Page {
    run_id: RunId,
    output: String,
    offset: usize,
    /// Characters of the whole output.
    total: usize,
    remaining: usize,
}

fn few() -> i64 {
    5
}

fn page_size() -> usize {
    4000
}

/// List a schedule's latest runs, with the beginning of each output.
#[tool(category = Schedule, tier = ReadOnly, needs(Read), tags("schedule", "run", "list"))]
pub(super) async fn schedule_runs(
    context: &Context,
    /// From schedule_search.
    schedule_id: String,
    /// Most runs.
    #[serde(default = "few")]
    #[schemars(range(min = 1, max = 20))]
    limit: i64,
) -> Result<Outcome<Listed>, ToolError> {
    let (user, id) = (context.user.user_id.clone(), ScheduleId(schedule_id));
    let scope = context.session.scope();
    let of_schedule = async move |tx: &Tx| runs::of_schedule(tx, &user, &id, &scope, limit).await;
    let found = context.db.read(of_schedule).await?;
    let message = format!("{} {}.", found.len(), if found.len() == 1 { "run" } else { "runs" });
    // A run's output may repeat untrusted content.
    let untrusted = found.iter().map(|run| &run.untrusted).collect();
    let secrets = vault::filter(context).await?;
    let output = Listed { runs: found.iter().map(|run| summary(run, &secrets)).collect() };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

/// Read a run's full output, page by page.
#[tool(category = Schedule, tier = ReadOnly, needs(Read), tags("schedule", "run", "read"))]
pub(super) async fn schedule_run_output(
    context: &Context,
    /// From schedule_runs.
    run_id: String,
    /// Characters to skip.
    #[serde(default)]
    offset: usize,
    /// Characters to return.
    #[serde(default = "page_size")]
    #[schemars(range(min = 200, max = 8000))]
    max_chars: usize,
) -> Result<Outcome<Page>, ToolError> {
    let (user, id) = (context.user.user_id.clone(), RunId(run_id));
    let (wanted, scope) = (id.clone(), context.session.scope());
    let run = context.db.read(async move |tx| runs::get_own(tx, &user, &wanted, &scope).await).await?;
    let run = run.ok_or_else(|| {
        ToolError::not_found(format!("there is no run '{id}'; schedule_runs lists the existing ids"))
    })?;
    let page = page::cut(&vault::filter(context).await?.redact(&run.output), offset, max_chars);
    let message = page.message();
    let page::Page { text: output, offset, total, remaining } = page;
    let output = Page { run_id: run.run_id, output, offset, total, remaining };
    Ok(Outcome { untrusted: run.untrusted, ..Outcome::new(message, output) })
}

fn summary(run: &Run, secrets: &Filter) -> Summary {
    let (at, spent) = (|at: Timestamp| at.to_utc().to_rfc3339(), run.spent());
    Summary {
        run_id: run.run_id.clone(),
        due_at: at(run.due_at),
        started_at: at(run.started_at),
        finished_at: run.finished_at.map(at),
        status: run.status,
        delivery: run.delivery,
        held_until: run.deliver_at.map(at),
        undelivered_because: run.undelivered.clone(),
        reason: run.notify().map(|notify| notify.reason),
        error: run.error.clone(),
        summary: beginning(&secrets.redact(&run.output), SUMMARY).to_owned(),
        model_calls: spent.steps,
        tokens: spent.of(Measure::Tokens),
        seconds: spent.millis as f64 / 1e3,
        cost_usd: spent.cost_micros as f64 / 1e6,
    }
}
