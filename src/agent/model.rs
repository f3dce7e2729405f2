//! Requests to the model, with retries.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_domain::{backoff::quadrupled, budget::Over, redact::Filter};
use adjutant_metrics::names::{MODEL_CALLS, MODEL_COST, MODEL_TOKENS, RETRIES};
use adjutant_provider::{
    LONGEST_WAIT, ModelError, ModelReply, ModelRequest, Reasoning, Suggestion, models::Model,
};
use anyhow::Result;
use chrono::{DateTime, Utc};
use tracing::{Span, field::Empty};

use super::{
    limits::{self, Used},
    turn::Job,
    unseen,
};
use crate::core::{Core, counts::Stage};

/// The most attempts for one response.
const ATTEMPTS: u32 = 4;
/// The pause before the second attempt; each later pause is four times as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The model's state in a turn that the database does not hold.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelState {
    /// Whether the model failed and the built-in assistant, which understands the message, takes over.
    pub fallback: bool,
    /// The usage of the last response, if not stored yet.
    pub unstored: Used,
    /// The reasoning before the last response, if it is shown to the person and not stored yet.
    pub unstored_reasoning: String,
    /// The suggested messages of the last response, if not stored yet.
    pub suggestions: Vec<Suggestion>,
    /// The model that wrote the last response, if it is not the intended one.
    pub answered_by: Option<String>,
    /// The reasoning before each response with calls, by the response's position in the turn. Reasoning from before a
    /// restart, or before the turn waited, is missing.
    pub reasoning: BTreeMap<usize, Arc<Reasoning>>,
    /// The part of a stopped response that people saw.
    pub partial: String,
}

/// The reason for a missing response.
pub(super) enum Failure {
    /// The turn was stopped, or the process is shutting down: no request begins then, and one that runs has some
    /// seconds.
    Stopped,
    /// The time of the turn is up.
    TimeUp,
    /// The answer would exceed a limit, so it was not begun.
    Over(Over),
    Model(ModelError),
}

/// Requests a response within the time and the budgets of the turn, and retries failures that may pass. All requests to
/// a model for people go through here, without `secrets`. `show` gets the text so far, as the model writes it; each
/// attempt starts again from an empty text.
///
/// # Errors
/// Returns an error if the database fails or another process has taken the lease.
#[tracing::instrument(
    name = "model_call",
    skip_all,
    fields(
        turn = %job.turn.head.turn_id,
        step = job.turn.head.steps + 1,
        model = model.provider.label(),
        outcome = Empty,
    )
)]
pub(super) async fn respond(
    core: &Arc<Core>,
    job: &Job,
    (model, mut request): (&Model, ModelRequest),
    secrets: &Filter,
    show: impl Fn(&str) + Send + Sync,
) -> Result<Result<ModelReply, Failure>> {
    let limits = limits::of(core, job).await?;
    let deadline = limits::deadline(job, limits);
    unseen::clean_request(secrets, &mut request);
    let mut attempt = 1;
    loop {
        if core.shutdown.is_cancelled() {
            note_outcome("stopped");
            return Ok(Err(Failure::Stopped));
        }
        job.check_lease(core).await?;
        // Another model, with another price, may be due by now.
        let left = match limits::check(core, job, limits, (model, &request)).await? {
            Ok(left) => left,
            Err(over) => return Ok(Err(not_begun(over))),
        };
        request.cost_limit = left.map(|(cost, _)| cost);
        let mut on_text = |text: &str| show(text);
        #[expect(clippy::disallowed_methods, reason = "the one place where people's requests are made")]
        let asked = model.provider.respond(&request, &mut on_text);
        let began = core.clock.monotonic();
        let error = tokio::select! {
            biased;
            failure = cut_short(core, job, deadline) => {
                count(core, model, "stopped", began);
                note_outcome("stopped");
                return Ok(Err(failure));
            }
            outcome = asked => match outcome {
                Ok(mut reply) => {
                    unseen::clean_reply(secrets, &mut reply);
                    count_answer(core, model, &reply, began);
                    tracing::debug!(attempt, calls = reply.calls.len(), "model answered");
                    return Ok(Ok(reply));
                }
                Err(error) => error,
            },
        };
        count(core, model, error.kind(), began);
        if let (ModelError::TooDear, Some((_, over))) = (&error, left) {
            note_outcome(error.kind());
            return Ok(Err(not_begun(over)));
        }
        let (kind, status, code) = (error.kind(), error.status(), error.code());
        let pause = pause(attempt, &error);
        let is_last = !error.is_retryable() || attempt == ATTEMPTS || pause > LONGEST_WAIT;
        let next = if is_last { "give up" } else { "try again" };
        tracing::warn!(attempt, kind, status, code, next, "model call failed");
        // The provider's text may quote the request.
        tracing::debug!(%error, "why the model call failed");
        if is_last {
            note_outcome(error.kind());
            return Ok(Err(Failure::Model(error)));
        }
        attempt += 1;
        core.metrics.add(RETRIES, &["model"], 1);
        tokio::select! {
            failure = cut_short(core, job, deadline) => {
                note_outcome("stopped");
                return Ok(Err(failure));
            }
            // The loop ends there.
            () = core.shutdown.cancelled() => {}
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// Counts an answer and its usage for the model that wrote it.
fn count_answer(core: &Core, model: &Model, reply: &ModelReply, began: Instant) {
    let Used { model: label, spent } = limits::used(model, reply);
    core.metrics.add(MODEL_CALLS, &[&label, "answered"], 1);
    note_outcome("answered");
    core.note_stage_since(Stage::Model, began);
    for (kind, tokens) in
        [("input", spent.input_tokens), ("cached", spent.cached_tokens), ("output", spent.output_tokens)]
    {
        core.metrics.add(MODEL_TOKENS, &[&label, kind], tokens.unsigned_abs());
    }
    core.metrics.add(MODEL_COST, &[&label], spent.cost_micros.unsigned_abs());
}

/// Counts a request without an answer.
fn count(core: &Core, model: &Model, outcome: &'static str, began: Instant) {
    core.metrics.add(MODEL_CALLS, &[&model.provider.label(), outcome], 1);
    core.note_stage_since(Stage::Model, began);
}

/// Stores the outcome in the span, once: the log writes a field again for each time that it is stored.
fn note_outcome(outcome: &'static str) {
    Span::current().record("outcome", outcome);
}

/// Waits until the request must end early, and returns why.
async fn cut_short(core: &Core, job: &Job, deadline: DateTime<Utc>) -> Failure {
    tokio::select! {
        biased;
        () = job.stop.cancelled() => Failure::Stopped,
        () = core.cut_off.cancelled() => Failure::Stopped,
        () = core.clock.sleep_until(deadline) => Failure::TimeUp,
    }
}

fn not_begun(over: Over) -> Failure {
    tracing::info!(?over, "model not asked: the answer would pass a limit");
    Failure::Over(over)
}

fn pause(attempt: u32, error: &ModelError) -> Duration {
    match error {
        ModelError::RateLimited { retry_after: Some(wait), .. } => *wait,
        _ => quadrupled(FIRST_PAUSE, attempt),
    }
}
