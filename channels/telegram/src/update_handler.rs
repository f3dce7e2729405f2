//! Handles one update from polling or the webhook: stores it before it is acknowledged.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{Event, Gateway, Inbound, Phrase, PressAnswer};
use futures::FutureExt as _;
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{AnswerCallbackQuery, AnswerCallbackQuerySetters as _},
    types::{AllowedUpdate, CallbackQueryId},
};
use tokio::{sync::Semaphore, time::timeout};
use tokio_util::task::TaskTracker;

use crate::{
    CHANNEL, Telegram,
    errors::CallError,
    inbound,
    wire::{Update, UpdateKind},
};

/// The kinds of updates to ask for, by polling and by webhook.
pub(crate) const ALLOWED_UPDATES: [AllowedUpdate; 4] = [
    AllowedUpdate::Message,
    AllowedUpdate::EditedMessage,
    AllowedUpdate::CallbackQuery,
    AllowedUpdate::MyChatMember,
];

/// The time after which a press is answered without its outcome.
const PRESS_TIMEOUT: Duration = Duration::from_millis(1500);
/// The longest answer to a press, in characters.
const MAX_ANSWER: usize = 200;

/// The most background requests in flight; further ones are skipped.
const MAX_BACKGROUND_REQUESTS: usize = 64;
/// How long a shutdown waits for background requests.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Passes an update to the gateway and shows the outcome. An update on which the channel panics would panic each time,
/// so it is set aside and does not hold up others.
///
/// # Errors
/// Returns an error if the update was not stored; Telegram must repeat it.
#[tracing::instrument(name = "update", skip_all, fields(channel = CHANNEL, update_id = update.id))]
pub(crate) async fn handle_update(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    update: Update,
) -> anyhow::Result<()> {
    let external_id = external_id(telegram, gateway, update.id).await?;
    match AssertUnwindSafe(store_update(telegram, gateway, update, &external_id)).catch_unwind().await {
        Ok(stored) => stored,
        Err(_) => gateway.set_aside(CHANNEL, &external_id).await,
    }
}

/// Returns the id under which an update is stored. Asks the gateway once for the form of this bot's ids.
async fn external_id(telegram: &Telegram, gateway: &dyn Gateway, update: i32) -> anyhow::Result<String> {
    let me = telegram.identity().await?;
    let ask = async || gateway.is_first_bot(CHANNEL, &me.id.to_string()).await;
    let is_first = telegram.is_first_bot.get_or_try_init(ask).await?;
    Ok(me.external_id(update, *is_first))
}

async fn store_update(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    update: Update,
    external_id: &str,
) -> anyhow::Result<()> {
    let me = telegram.identity().await?;
    let inbound = inbound::inbound_from_update(&update, external_id, me, gateway.now());
    match (update.kind, inbound) {
        (UpdateKind::Press(query), Some(inbound)) => {
            handle_press(telegram, gateway, CallbackQueryId(query.id), inbound).await
        }
        (UpdateKind::Press(query), None) => {
            spawn_press_answer(telegram, gateway, CallbackQueryId(query.id), None);
            Ok(())
        }
        (UpdateKind::Unreadable, _) => {
            tracing::warn!(update_id = update.id, "skipped an update that cannot be parsed");
            Ok(())
        }
        (_, Some(inbound)) => handle_message(gateway, inbound).await,
        (_, None) => Ok(()),
    }
}

async fn handle_message(gateway: &dyn Gateway, inbound: Inbound) -> anyhow::Result<()> {
    if let Event::Message { .. } = inbound.event {
        gateway.hear_message_date(CHANNEL, inbound.sent_at);
    }
    gateway.accept(inbound).await.map(drop)
}

async fn handle_press(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    query: CallbackQueryId,
    inbound: Inbound,
) -> anyhow::Result<()> {
    let language = inbound.sender.language.clone();
    let mut accepting = gateway.accept(inbound);
    match timeout(PRESS_TIMEOUT, &mut accepting).await {
        Ok(accepted) => spawn_press_answer(telegram, gateway, query, accepted?.answer),
        Err(_) => {
            let working = PressAnswer::told(gateway.phrase(Phrase::StillWorking, language.as_deref()));
            spawn_press_answer(telegram, gateway, query, Some(working));
            accepting.await?;
        }
    }
    Ok(())
}

/// Answers a press, which ends the progress sign on its button.
fn spawn_press_answer(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    query: CallbackQueryId,
    answer: Option<PressAnswer>,
) {
    gateway.count_press_answer(CHANNEL);
    let mut request = AnswerCallbackQuery::new(query);
    if let Some(answer) = answer {
        request =
            request.text(answer.text.chars().take(MAX_ANSWER).collect::<String>()).show_alert(answer.alert);
    }
    let api = telegram.api.clone();
    // Telegram refuses an answer that comes too late; the chat shows the outcome anyway.
    telegram
        .background_requests
        .spawn("answer to a press", async move { api.call::<_, IgnoredAny>(&request).await });
}

/// Requests for whose outcome nothing waits. They run beside the update handler, and may fail.
#[derive(Clone)]
pub(crate) struct BackgroundRequests {
    tasks: TaskTracker,
    permits: Arc<Semaphore>,
}

impl Default for BackgroundRequests {
    fn default() -> Self {
        Self { tasks: TaskTracker::new(), permits: Arc::new(Semaphore::new(MAX_BACKGROUND_REQUESTS)) }
    }
}

impl BackgroundRequests {
    fn spawn<F>(&self, what: &'static str, request: F)
    where
        F: Future<Output = Result<IgnoredAny, CallError>> + Send + 'static,
    {
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            tracing::debug!(what, "skipped a background request: too many in flight");
            return;
        };
        self.tasks.spawn(async move {
            if let Err(error) = request.await {
                tracing::debug!(what, %error, "a background request failed");
            }
            drop(permit);
        });
    }

    /// Waits up to [`DRAIN_TIMEOUT`] for the requests in flight.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN_TIMEOUT, self.tasks.wait()).await.is_err() {
            tracing::debug!("shutdown cut off background requests");
        }
    }
}
