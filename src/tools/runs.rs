//! `schedule_runs`, `schedule_run_output`: what scheduled runs have done.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Context, Registry, Tier, Tool, ToolError};
use crate::{
    clock::from_millis,
    ids::{RunId, ScheduleId},
    store::runs::{self, Run},
};

/// Characters of an output that a list shows.
const SUMMARY: usize = 120;

pub(super) fn register(registry: &mut Registry) {
    registry.add(Runs);
    registry.add(RunOutput);
}

struct Runs;
struct RunOutput;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RunsArgs {
    /// The schedule, as schedule_search gave it.
    schedule_id: String,
    /// How many of the newest; 5 unless given.
    #[serde(default = "few")]
    #[schemars(range(min = 1, max = 20))]
    limit: i64,
}

fn few() -> i64 {
    5
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RunOutputArgs {
    /// The run, as schedule_runs gave it.
    run_id: String,
    /// Characters to pass over.
    #[serde(default)]
    offset: usize,
    /// Characters to give; 4000 unless given.
    #[serde(default = "page")]
    #[schemars(range(min = 200, max = 8000))]
    max_chars: usize,
}

fn page() -> usize {
    4000
}

#[async_trait]
impl Tool for Runs {
    type Args = RunsArgs;
    const NAME: &'static str = "schedule_runs";
    const DESCRIPTION: &'static str =
        "List the latest runs of a schedule: when, how they went, a line of their output.";
    const TIER: Tier = Tier::ReadOnly;

    async fn execute(&self, context: &Context, arguments: RunsArgs) -> Result<Value, ToolError> {
        let (user, id) = (context.user.user_id.clone(), ScheduleId(arguments.schedule_id));
        let limit = arguments.limit;
        let found = context.db.read(async move |tx| runs::of_schedule(tx, &user, &id, limit).await).await?;
        Ok(json!({ "runs": found.iter().map(summary).collect::<Vec<_>>() }))
    }
}

#[async_trait]
impl Tool for RunOutput {
    type Args = RunOutputArgs;
    const NAME: &'static str = "schedule_run_output";
    const DESCRIPTION: &'static str = "Read the full output of one run, a page at a time.";
    const TIER: Tier = Tier::ReadOnly;

    async fn execute(&self, context: &Context, arguments: RunOutputArgs) -> Result<Value, ToolError> {
        let (user, id) = (context.user.user_id.clone(), RunId(arguments.run_id));
        let wanted = id.clone();
        let run = context.db.read(async move |tx| runs::get_own(tx, &user, &wanted).await).await?;
        let run = run.ok_or_else(|| {
            ToolError::rejected(format!("there is no run '{id}'; schedule_runs gives the ids there are"))
        })?;
        let total = run.output.chars().count();
        let page: String = run.output.chars().skip(arguments.offset).take(arguments.max_chars).collect();
        let end = arguments.offset.saturating_add(arguments.max_chars).min(total);
        Ok(json!({
            "run_id": run.run_id,
            "output": page,
            "offset": arguments.offset,
            "total": total,
            "remaining": total - end,
        }))
    }
}

fn summary(run: &Run) -> Value {
    let at = |millis: i64| from_millis(millis).to_rfc3339();
    json!({
        "run_id": run.run_id,
        "due_at": at(run.due_at),
        "started_at": at(run.started_at),
        "finished_at": run.finished_at.map(at),
        "status": run.status,
        "delivery": run.delivery,
        "reason": run.notify().map(|notify| notify.reason),
        "error": run.error,
        "summary": run.output.chars().take(SUMMARY).collect::<String>(),
        "cost_usd": run.cost_micros as f64 / 1e6,
    })
}
