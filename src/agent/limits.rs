//! The remaining budgets of a turn: its own, its run's, and its person's daily budget.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{
    budget::{Budget, LowBudget, Measure, Over, Spent},
    tools::HELPER,
};
use adjutant_provider::{
    ModelReply, ModelRequest, Usage,
    models::Model,
    prices::{CostLimit, Price},
};
use adjutant_store::{runs, turns};
use anyhow::Result;
use chrono::{DateTime, Utc};

use super::{context, step::Limits, turn::Job};
use crate::{core::Core, daily_budget};

/// Returns the limits of a turn since it was last taken up. A run has one budget for all its attempts and specialists;
/// in any other turn, each decision of the person begins a new budget. A specialist also has its own budget, and a
/// helper shares the tokens and the cost of the calling turn.
pub(super) async fn of(core: &Arc<Core>, job: &Job) -> Result<Limits> {
    let own = match &job.specialist {
        Some(own) => {
            let agent = &core.config.agent;
            let own_budget = Budget::of(
                own.max_steps.unwrap_or(agent.max_steps).into(),
                own.max_seconds.unwrap_or(agent.max_seconds),
                own.max_tokens.unwrap_or(agent.max_tokens),
                own.max_cost.unwrap_or(agent.max_cost),
            );
            match left_of_parent(core, job).await? {
                Some(left) => own_budget.within(&left),
                None => own_budget,
            }
        }
        None if job.session.run_id.is_some() => Budget::default(),
        None => core.config.agent.turn_budget(),
    };
    let budget = match left_of_run(core, job).await? {
        Some(left) => own.within(&left),
        None => own,
    };
    Ok(Limits { budget, corrections: core.config.tools.max_corrections as usize })
}

/// Returns the part of the calling turn's budget that a helper may still use, after the usage of that turn and its
/// other helpers; `None` if the turn is not a helper's.
async fn left_of_parent(core: &Arc<Core>, job: &Job) -> Result<Option<Budget>> {
    let (Some(HELPER), Some(parent)) = (job.session.agent.as_deref(), job.session.parent_turn.clone()) else {
        return Ok(None);
    };
    let own = job.turn.head.turn_id.clone();
    let spent = core.db.read(async move |tx| turns::spent_with_helpers(tx, &parent, &own).await).await?;
    let Budget { tokens, cost_micros, .. } = core.config.agent.turn_budget().without(&spent);
    Ok(Some(Budget { tokens, cost_micros, ..Budget::default() }))
}

/// Returns the rest of the budget of the run that a turn belongs to.
async fn left_of_run(core: &Arc<Core>, job: &Job) -> Result<Option<Budget>> {
    let Some(run) = job.session.scheduled_by().cloned() else { return Ok(None) };
    let run = core.db.read(async move |tx| runs::get(tx, &run).await).await?;
    Ok(run.map(|run| core.config.scheduler.run.budget().without(&run.spent())))
}

/// Returns the part of its budget that a run has nearly used up, including the current turn.
pub(super) async fn nearly_used_up_by_run(core: &Arc<Core>, job: &Job) -> Result<Option<LowBudget>> {
    let (Some(id), head, now) = (job.session.run_id.clone(), job.turn.head.clone(), core.clock.timestamp())
    else {
        return Ok(None);
    };
    let run = core.db.read(async move |tx| runs::get(tx, &id).await).await?;
    let budget = core.config.scheduler.run.budget();
    Ok(run.and_then(|run| budget.nearly_used_up(&(run.spent() + head.spent(now) + job.model.unstored.spent))))
}

/// Returns the end of the turn's time.
pub(super) fn deadline(job: &Job, limits: Limits) -> DateTime<Utc> {
    match limits.budget.millis {
        None => DateTime::<Utc>::MAX_UTC,
        Some(millis) => (job.turn.head.began_at + Duration::from_millis(millis.unsigned_abs())).to_utc(),
    }
}

/// Returns the daily budget that the person has used up, if any, including the current turn.
pub(super) async fn day_used_up(core: &Arc<Core>, job: &Job) -> Result<Option<Measure>> {
    let at_work = Spent { millis: job.turn.head.spent(core.clock.timestamp()).millis, ..Spent::default() };
    daily_budget::used_up_now(core, &job.user.user_id, at_work).await
}

/// Checks the cost of a request. The inner error is the limit that the request alone would exceed, however short its
/// answer. Otherwise returns the most that it may cost, and the limit that it would then exceed; `None` if no limit is
/// in money. The built-in assistant costs nothing.
pub(super) async fn check(
    core: &Arc<Core>,
    job: &Job,
    limits: Limits,
    (model, request): (&Model, &ModelRequest),
) -> Result<Result<Option<(CostLimit, Over)>, Over>> {
    if job.uses_built_in_assistant(core) {
        return Ok(Ok(None));
    }
    let so_far = job.turn.head.spent(core.clock.timestamp());
    let read = least_read(request, so_far);
    let cost = |price: Option<Price>| price.map_or(0, |price| price.of(read));
    // If the model in place of a resting one costs too much, the resting one is asked again.
    let least = Spent {
        input_tokens: read.input_tokens as i64,
        cached_tokens: read.cached_tokens as i64,
        cost_micros: cost(model.price).min(cost(model.price_now())),
        ..Spent::default()
    };
    let left_of_turn = limits.budget.without(&so_far);
    if let Some(measure) = left_of_turn.used_up(&least) {
        return Ok(Err(Over::Turn(measure)));
    }
    let at_work = Spent { millis: so_far.millis, ..Spent::default() };
    let left_of_day = daily_budget::left_now(core, &job.user.user_id).await?.without(&at_work);
    if let Some(measure) = left_of_day.used_up(&least) {
        return Ok(Err(Over::Day(measure)));
    }
    let limit = |left: Budget, over| Some((CostLimit { least: read, micros: left.cost_micros? }, over));
    let costs =
        [limit(left_of_turn, Over::Turn(Measure::Cost)), limit(left_of_day, Over::Day(Measure::Cost))];
    Ok(Ok(costs.into_iter().flatten().min_by_key(|(limit, _)| limit.micros)))
}

/// Returns the least input of a request, if the same share of it is cached as of the turn's earlier requests.
fn least_read(request: &ModelRequest, so_far: Spent) -> Usage {
    let input_tokens = context::least_tokens(request);
    let cached_tokens = input_tokens * so_far.cached_tokens / so_far.input_tokens.max(1);
    Usage {
        input_tokens: input_tokens.unsigned_abs(),
        cached_tokens: cached_tokens.unsigned_abs(),
        ..Usage::default()
    }
}

/// The usage of a response.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    /// The model that wrote it, by its display name: `openai gpt-5`.
    pub model: String,
    pub spent: Spent,
}

/// Returns the usage of a response from a model or its replacement. The time counts as the turn's.
pub(super) fn used(model: &Model, response: &ModelReply) -> Used {
    let usage = response.usage;
    let (name, price) = match &response.by {
        Some(by) => (by.label.clone(), by.price),
        None => (model.provider.label(), model.price),
    };
    let spent = Spent {
        steps: 1,
        millis: 0,
        input_tokens: usage.input_tokens as i64,
        cached_tokens: usage.cached_tokens as i64,
        output_tokens: usage.output_tokens as i64,
        cost_micros: price.map_or(0, |price| price.of(usage)),
    };
    Used { model: name, spent }
}
