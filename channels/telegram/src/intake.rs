//! What becomes of one update, however it came: stored, and only then acknowledged.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{ChatRef, Event, Gateway, Inbound, MessageId, PressAnswer};
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{
        AnswerCallbackQuery, AnswerCallbackQuerySetters as _, SetMessageReaction,
        SetMessageReactionSetters as _,
    },
    types::{AllowedUpdate, CallbackQueryId, ReactionType},
};
use tokio::{sync::Semaphore, time::timeout};
use tokio_util::task::TaskTracker;

use crate::{
    Telegram,
    errors::CallError,
    map, send, texts,
    wire::{Kind, Update},
};

/// The updates that are asked for, by polling as by webhook.
pub(crate) const UPDATES: [AllowedUpdate; 4] = [
    AllowedUpdate::Message,
    AllowedUpdate::EditedMessage,
    AllowedUpdate::CallbackQuery,
    AllowedUpdate::MyChatMember,
];

/// After this long a press is answered without its outcome.
const PRESS_PATIENCE: Duration = Duration::from_millis(1500);
/// The longest answer to a press, in characters.
const MAX_ANSWER: usize = 200;

/// How many courtesies may be under way at a time; more are left out.
const MAX_COURTESIES: usize = 64;
/// How long a shutdown waits for those that are.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// Hands an update to the gateway and shows what became of it.
///
/// # Errors
/// It was not stored and must come again.
pub(crate) async fn take(telegram: &Telegram, gateway: &dyn Gateway, update: Update) -> anyhow::Result<()> {
    let me = telegram.identity().await?;
    let inbound = map::inbound(&update, me, gateway.now());
    match (update.kind, inbound) {
        (Kind::Press(query), Some(inbound)) => {
            press(telegram, gateway, CallbackQueryId(query.id), inbound).await
        }
        (Kind::Press(query), None) => {
            answer(telegram, CallbackQueryId(query.id), None);
            Ok(())
        }
        (Kind::Unreadable, _) => {
            tracing::warn!(update_id = update.id, "an update could not be read and was skipped");
            Ok(())
        }
        (_, Some(inbound)) => message(telegram, gateway, inbound).await,
        (_, None) => Ok(()),
    }
}

async fn message(telegram: &Telegram, gateway: &dyn Gateway, inbound: Inbound) -> anyhow::Result<()> {
    let seen = match &inbound.event {
        Event::Message { message_id, .. } => Some((inbound.chat.clone(), message_id.clone())),
        _ => None,
    };
    let accepted = gateway.accept(inbound).await?;
    if let Some((chat, message)) = seen.filter(|_| accepted.waits) {
        react(telegram, &chat, &message);
    }
    Ok(())
}

async fn press(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    query: CallbackQueryId,
    inbound: Inbound,
) -> anyhow::Result<()> {
    let mut accepting = gateway.accept(inbound);
    match timeout(PRESS_PATIENCE, &mut accepting).await {
        Ok(accepted) => answer(telegram, query, accepted?.answer),
        Err(_) => {
            let working = PressAnswer::told(texts::working());
            answer(telegram, query, Some(working));
            accepting.await?;
        }
    }
    Ok(())
}

/// Answers a press, which ends the waiting sign on its button.
fn answer(telegram: &Telegram, query: CallbackQueryId, answer: Option<PressAnswer>) {
    let mut request = AnswerCallbackQuery::new(query);
    if let Some(answer) = answer {
        request =
            request.text(answer.text.chars().take(MAX_ANSWER).collect::<String>()).show_alert(answer.alert);
    }
    let api = telegram.api.clone();
    // An answer that comes too late is refused; the outcome is also shown in the chat.
    telegram.courtesies.spawn("answer to a press", async move { api.call::<_, IgnoredAny>(&request).await });
}

/// Shows under a message that it has been seen and waits its turn.
fn react(telegram: &Telegram, chat: &ChatRef, message: &MessageId) {
    let (Ok(target), Ok(message)) = (send::Target::of(chat), send::telegram_id(message)) else { return };
    let eyes = ReactionType::Emoji { emoji: "👀".into() };
    let request = SetMessageReaction::new(target.chat, message).reaction([eyes]);
    let api = telegram.api.clone();
    telegram.courtesies.spawn("reaction", async move { api.call::<_, IgnoredAny>(&request).await });
}

/// Requests that nobody waits for: they run beside the intake, and may fail.
#[derive(Clone)]
pub(crate) struct Courtesies {
    tasks: TaskTracker,
    places: Arc<Semaphore>,
}

impl Default for Courtesies {
    fn default() -> Self {
        Self { tasks: TaskTracker::new(), places: Arc::new(Semaphore::new(MAX_COURTESIES)) }
    }
}

impl Courtesies {
    fn spawn<F>(&self, what: &'static str, request: F)
    where
        F: Future<Output = Result<IgnoredAny, CallError>> + Send + 'static,
    {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            tracing::debug!(what, "left out: too many are under way");
            return;
        };
        self.tasks.spawn(async move {
            if let Err(error) = request.await {
                tracing::debug!(what, %error, "a courtesy failed");
            }
            drop(place);
        });
    }

    /// Lets those under way finish, for a moment.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN_TIMEOUT, self.tasks.wait()).await.is_err() {
            tracing::debug!("courtesies were cut off by the shutdown");
        }
    }
}
