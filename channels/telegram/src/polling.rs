//! Long polling. The offset, which acknowledges updates, advances only past updates that the gateway has stored.

use std::time::Duration;

use adjutant_channel::Gateway;
use adjutant_net::Backoff;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use teloxide_core::payloads::{DeleteWebhook, GetUpdates, GetUpdatesSetters as _};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    CHANNEL, Telegram,
    api::Api,
    errors::{CallError, Refusal},
    update_handler::{self, ALLOWED_UPDATES},
    wire::Update,
};

/// How much longer than the poll itself an answer may take.
const POLL_GRACE: Duration = Duration::from_secs(4);
/// The shortest time between two polls of a server that has nothing new. A server that does not hold polls would get
/// hundreds a second.
const LEAST_HOLD: Duration = Duration::from_secs(1);
/// The HTTP client is replaced after the time of this many polls without an answer.
const WATCHDOG_POLLS: u32 = 3;
/// The longest pause after a transient failure.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause after a failure that the operator must fix.
const MAX_OPERATOR_PAUSE: Duration = Duration::from_secs(60);

/// Polls for updates until `shutdown`.
///
/// # Errors
/// Returns an error if the HTTP client cannot be set up.
#[tracing::instrument(name = "poll_updates", skip_all, fields(channel = CHANNEL))]
pub(crate) async fn run_polling(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    let mut poller = Poller::new(telegram)?;
    while let Some(answer) = shutdown.run_until_cancelled(poller.poll()).await {
        let outcome = match answer {
            Ok(updates) => {
                telegram.record_progress(gateway.now());
                poller.handle_updates(gateway, updates).await.map_err(PollFailure::NotStored)
            }
            Err(error) => Err(PollFailure::NoUpdates(error)),
        };
        let Err(failure) = outcome else {
            poller.backoff.reset();
            if shutdown.run_until_cancelled(sleep(poller.rest)).await.is_none() {
                break;
            }
            continue;
        };
        let pause = poller.recover(failure).await?;
        if shutdown.run_until_cancelled(sleep(pause)).await.is_none() {
            break;
        }
    }
    Ok(())
}

/// The reason why the loop pauses.
enum PollFailure {
    NoUpdates(CallError),
    NotStored(anyhow::Error),
}

struct Poller<'a> {
    telegram: &'a Telegram,
    api: Api,
    /// The id of the first update that is not stored yet; `None` until one is known.
    offset: Option<i32>,
    /// The first poll does not wait, so that a wrong token or a second poller shows at once.
    connected: bool,
    last_answer: Instant,
    /// How long to wait after the last poll, if it succeeded.
    rest: Duration,
    backoff: Backoff,
}

impl<'a> Poller<'a> {
    fn new(telegram: &'a Telegram) -> anyhow::Result<Self> {
        Ok(Self {
            telegram,
            api: new_api(telegram)?,
            offset: None,
            connected: false,
            last_answer: Instant::now(),
            rest: Duration::ZERO,
            backoff: Backoff::new(),
        })
    }

    async fn poll(&mut self) -> Result<Vec<Box<RawValue>>, CallError> {
        let hold = if self.connected { self.telegram.settings.poll_timeout } else { Duration::ZERO };
        let mut request = GetUpdates::new()
            .timeout(u32::try_from(hold.as_secs()).unwrap_or(u32::MAX))
            .allowed_updates(ALLOWED_UPDATES);
        request.offset = self.offset;
        let asked = Instant::now();
        // Not left to the HTTP client alone: the watchdog exists for a client that hangs.
        let answer = timeout(hold + POLL_GRACE, self.api.call(&request))
            .await
            .unwrap_or_else(|_| Err(CallError::Unknown("Telegram did not answer in time".into())));
        if matches!(answer, Ok(_) | Err(CallError::Refused(_))) {
            self.last_answer = Instant::now();
        }
        self.connected = answer.is_ok();
        let is_empty = answer.as_ref().is_ok_and(Vec::is_empty);
        self.rest = if is_empty { rest_of(hold, asked.elapsed()) } else { Duration::ZERO };
        answer
    }

    /// Stores updates in their order and advances the offset past each stored one.
    async fn handle_updates(
        &mut self,
        gateway: &dyn Gateway,
        updates: Vec<Box<RawValue>>,
    ) -> anyhow::Result<()> {
        let mut updates =
            updates.iter().map(|json| Update::parse(json.get())).collect::<Result<Vec<_>, _>>()?;
        updates.sort_unstable_by_key(|update| update.id);
        for update in updates {
            let next = update.id.saturating_add(1);
            update_handler::handle_update(self.telegram, gateway, update).await?;
            self.offset = Some(next);
        }
        Ok(())
    }

    /// Handles a failure and returns how long to pause.
    async fn recover(&mut self, failure: PollFailure) -> anyhow::Result<Duration> {
        let error = match failure {
            PollFailure::NotStored(error) => {
                tracing::error!(
                    error = format!("{error:#}"),
                    "cannot store an update; Telegram will repeat it"
                );
                return Ok(self.backoff.pause(MAX_PAUSE));
            }
            PollFailure::NoUpdates(error) => error,
        };
        let problem = describe_problem(&error);
        tracing::warn!(problem, "no updates from Telegram");
        self.telegram.set_problem(problem);

        if let CallError::Refused(refusal) = &error {
            if refusal.is_webhook_active() {
                self.delete_webhook().await;
            }
            return Ok(refusal.pause().unwrap_or_else(|| self.backoff.pause(max_pause_after(refusal))));
        }
        if self.last_answer.elapsed() >= self.telegram.settings.poll_timeout * WATCHDOG_POLLS {
            tracing::warn!("no answer from Telegram for too long; replacing the HTTP client");
            self.api = new_api(self.telegram)?;
            self.last_answer = Instant::now();
        }
        Ok(self.backoff.pause(MAX_PAUSE))
    }

    async fn delete_webhook(&self) {
        match self.telegram.api.call::<_, IgnoredAny>(&DeleteWebhook::new()).await {
            Ok(_) => tracing::info!("removed the bot's webhook in order to poll"),
            Err(error) => tracing::warn!(%error, "cannot remove the bot's webhook"),
        }
    }
}

/// Returns a separate client, so that polls and sends do not share connections.
fn new_api(telegram: &Telegram) -> anyhow::Result<Api> {
    let settings = &telegram.settings;
    Api::new(
        &settings.token,
        settings.api_url.as_ref(),
        settings.poll_timeout + POLL_GRACE,
        telegram.dates.clone(),
    )
}

/// Returns how long to wait after an empty answer that took so long, to a poll that may be held for `hold`.
fn rest_of(hold: Duration, took: Duration) -> Duration {
    hold.min(LEAST_HOLD).saturating_sub(took)
}

fn max_pause_after(refusal: &Refusal) -> Duration {
    if refusal.is_bad_token() { MAX_OPERATOR_PAUSE } else { MAX_PAUSE }
}

/// Describes the problem for the operator.
fn describe_problem(error: &CallError) -> String {
    match error {
        CallError::Refused(refusal) if refusal.is_bad_token() => {
            "Telegram does not accept the bot's token; check channels.telegram.token".into()
        }
        CallError::Refused(refusal) if refusal.is_webhook_active() => {
            "a webhook is set for this bot, which keeps it from polling".into()
        }
        CallError::Refused(refusal) if refusal.code == 409 => "another process polls with this token".into(),
        CallError::Refused(refusal) => format!("Telegram refuses: {}", refusal.description),
        CallError::NotSent(what) | CallError::Unknown(what) => format!("cannot reach Telegram: {what}"),
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::Settings;

    #[test]
    fn a_server_that_does_not_hold_polls_is_asked_once_a_second() {
        let millis = Duration::from_millis;
        assert_eq!(rest_of(millis(25_000), millis(3)), millis(997));
        assert_eq!(rest_of(millis(25_000), millis(25_000)), Duration::ZERO);
        // The first poll is not held.
        assert_eq!(rest_of(Duration::ZERO, millis(3)), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn long_silence_makes_the_connections_anew() {
        let telegram = Telegram::new(Settings::new("1:a")).unwrap();
        let mut poller = Poller::new(&telegram).unwrap();
        let begun = poller.last_answer;
        let silence = || PollFailure::NoUpdates(CallError::Unknown("Telegram did not answer in time".into()));

        advance(Duration::from_secs(74)).await;
        poller.recover(silence()).await.unwrap();
        assert_eq!(poller.last_answer, begun);

        advance(Duration::from_secs(1)).await;
        poller.recover(silence()).await.unwrap();
        assert_eq!(poller.last_answer, Instant::now());
    }
}
