//! Requests to the model, with retries.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adjutant_domain::budget::Spent;
use adjutant_provider::{ModelError, ModelReply, ModelRequest, Provider, Reasoning, Suggestion};

use super::turn::Job;
use crate::core::Core;

/// Attempts for one response.
const ATTEMPTS: u32 = 4;
/// The pause before the second attempt; each later pause is four times as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause that a provider may ask for. Beyond it, the person gets an error message instead.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What the model has done in a turn and the database does not hold.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelState {
    /// The model failed, and the built-in assistant understands the message.
    pub fallback: bool,
    /// The usage of the last response, not stored yet.
    pub unstored: Spent,
    /// What the model reasoned before the last response, if the person sees it, not stored yet.
    pub unstored_reasoning: String,
    /// The messages that the last response offers, not stored yet.
    pub suggestions: Vec<Suggestion>,
    /// The model that wrote the last response, if not the one that was meant to.
    pub answered_by: Option<String>,
    /// What the model has reasoned before its responses with calls, by their position among the responses of the turn.
    /// Those from before a restart, or before the turn waited, are missing.
    pub reasoning: BTreeMap<usize, Arc<Reasoning>>,
    /// The part of a stopped response that people saw.
    pub partial: String,
}

/// Why there is no response.
pub(super) enum Failure {
    /// The turn was stopped, or the process is shutting down.
    Stopped,
    Model(ModelError),
}

/// Asks the model, and retries while that can help. `show` gets the text so far; each attempt starts again from an
/// empty text.
#[tracing::instrument(
    name = "model_call",
    skip_all,
    fields(turn = %job.turn.head.turn_id, step = job.turn.head.steps + 1, model = provider.label())
)]
pub(super) async fn respond(
    core: &Arc<Core>,
    provider: &dyn Provider,
    request: &ModelRequest,
    job: &Job,
    show: impl Fn(&str) + Send + Sync,
) -> Result<ModelReply, Failure> {
    let mut attempt = 1;
    loop {
        let mut text = String::new();
        let mut on_text = |piece: &str| {
            text.push_str(piece);
            show(&text);
        };
        let error = tokio::select! {
            biased;
            () = job.stop.cancelled() => return Err(Failure::Stopped),
            () = core.shutdown.cancelled() => return Err(Failure::Stopped),
            outcome = provider.respond(request, &mut on_text) => match outcome {
                Ok(reply) => {
                    tracing::debug!(attempt, calls = reply.calls.len(), "model answered");
                    return Ok(reply);
                }
                Err(error) => error,
            },
        };
        tracing::warn!(attempt, %error, "model call failed");
        let pause = pause(attempt, &error);
        if !error.is_retryable() || attempt == ATTEMPTS || pause > LONGEST_PAUSE {
            return Err(Failure::Model(error));
        }
        attempt += 1;
        tokio::select! {
            () = job.stop.cancelled() => return Err(Failure::Stopped),
            () = core.shutdown.cancelled() => return Err(Failure::Stopped),
            () = core.clock.sleep(pause) => {}
        }
    }
}

fn pause(attempt: u32, error: &ModelError) -> Duration {
    match error {
        ModelError::RateLimited { retry_after: Some(wait), .. } => *wait,
        _ => FIRST_PAUSE * 4_u32.pow(attempt - 1),
    }
}
