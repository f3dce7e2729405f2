//! Removes the messages that contain secrets for the bot, and answers them.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, ChatRef, MessageId, SendError};
use adjutant_domain::outbox_key::{EventKey, OutboxKey};
use adjutant_store::{
    db::Scope,
    secrets::{self, Awaited},
};
use adjutant_texts::vault as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// How long a platform may take to remove a message.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Removes all such messages, and answers them; a message whose removal has to be retried stays in the queue.
pub(crate) async fn process_requests(core: &Arc<Core>) -> Result<()> {
    for awaited in core.db.read(secrets::to_remove).await? {
        let chat = ChatRef { channel: awaited.channel.clone(), chat: awaited.chat.clone(), thread: None };
        let removed = remove(core, &chat, &awaited).await;
        let is_over = core.clock.timestamp() >= awaited.until;
        let removed = match removed {
            Ok(removed) => removed,
            // Another try will show whether the request had an effect.
            Err(SendError::RetryAfter(_) | SendError::NotSent(_) | SendError::Unknown(_)) if !is_over => {
                continue;
            }
            Err(error) => {
                tracing::warn!(%chat, %error, "cannot remove a message with a secret");
                false
            }
        };
        answer(core, &chat, awaited, removed).await?;
    }
    Ok(())
}

async fn remove(core: &Core, chat: &ChatRef, awaited: &Awaited) -> Result<bool, SendError> {
    let message = MessageId(awaited.message_id.clone());
    let Ok(channel) = core.channels.get(&chat.channel) else { return Ok(false) };
    let removed = tokio::time::timeout(TIMEOUT, channel.remove(chat, &message)).await;
    removed.unwrap_or_else(|_| Err(SendError::Unknown("no answer".to_owned())))
}

async fn answer(core: &Arc<Core>, chat: &ChatRef, awaited: Awaited, removed: bool) -> Result<()> {
    let (core_, chat, scope) = (core.clone(), chat.clone(), Scope::Person(awaited.user_id.clone()));
    core.db
        .write(scope, async move |tx| {
            secrets::note_removed(tx, &awaited).await?;
            let (Some(event), Some(outcome)) = (&awaited.external_id, awaited.outcome) else { return Ok(()) };
            let source =
                OutboxKey::Command(EventKey { channel: chat.channel.clone(), external_id: event.clone() });
            let to = Address::new(chat.clone(), ChatKind::Direct);
            let said = texts::taken(outcome, &awaited.name, &awaited.server, Some(removed));
            let now = core_.clock.timestamp();
            outbox::post_text(tx, &core_.channels, Slot::first(&source), &to, &said, now).await?;
            Ok(())
        })
        .await
}
