//! Events that cannot be handled: the channel continues with the next one, and the sender and the owner are told.

use std::sync::Arc;

use adjutant_channel::{Accepted, Event, Inbound, PressAnswer};
use adjutant_domain::{commands::Command, outbox_key::EventKey};
use adjutant_store::{
    db::{Scope, Tx},
    inbox::{self, Message},
    people::User,
    set_aside::{self as rows, ATTEMPTS, Item, Kind, Whose},
};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{
    chat::access::{self, SenderStatus},
    core::Core,
    outbox::{self, set_aside},
};

/// Sets an event aside that failed [`ATTEMPTS`] times. It then counts as received: if it is delivered again, nothing
/// happens.
///
/// # Errors
/// Returns an error if the event cannot be set aside; it must then be delivered again.
pub(super) async fn event(core: &Arc<Core>, event: &Arc<Inbound>, error: &anyhow::Error) -> Result<Accepted> {
    let (event_, text, now) = (event.clone(), set_aside::shown(core, error), core.clock.timestamp());
    core.db
        .write(Scope::Global, async move |tx| {
            inbox::record(tx, &event_, now).await?;
            let whose = Whose::Sender { channel: event_.chat.channel.clone(), id: event_.sender.id.clone() };
            let item = Item { kind: Kind::Event, id: EventKey::of(&event_).to_string(), whose };
            rows::count_failures(tx, &item, ATTEMPTS, &text, now).await
        })
        .await?;
    // Neither the words nor the error, which may quote them, are logged.
    tracing::error!("event failed again and again and was set aside; `adjutant doctor` shows why");
    set_aside::tell_owner(core).await;
    let (core_, event_) = (core.clone(), event.clone());
    let told = core.db.write(Scope::Global, async move |tx| tell_sender(tx, &core_, &event_).await).await;
    Ok(told.unwrap_or_else(|error| {
        tracing::error!(
            error = format!("{error:#}"),
            "cannot tell the sender that their event was set aside"
        );
        Accepted { unanswered: true, ..Accepted::default() }
    }))
}

/// Sets an event aside on which its channel panicked. Nothing else is known about the event.
///
/// # Errors
/// Returns an error if the event cannot be set aside; it must then be delivered again.
pub(super) async fn unreadable(core: &Arc<Core>, channel: &str, external_id: &str) -> Result<()> {
    let key = EventKey { channel: channel.to_owned(), external_id: external_id.to_owned() };
    let (item, now) = (Item::new(Kind::Event, key), core.clock.timestamp());
    core.db
        .write(Scope::Global, async move |tx| {
            rows::count_failures(tx, &item, ATTEMPTS, "the channel panicked over it", now).await
        })
        .await?;
    tracing::error!(channel, external_id, "channel panicked over an event, which was set aside");
    set_aside::tell_owner(core).await;
    Ok(())
}

/// Stores the words of a known sender, and tells them that these were not handled. A listed sender is told too, even at
/// their first message. Strangers are told nothing.
async fn tell_sender(tx: &Tx, core: &Core, event: &Inbound) -> Result<Accepted> {
    if let Event::Press { .. } = event.event {
        let answer = Some(PressAnswer::alert(texts::set_aside()));
        return Ok(Accepted { answer, ..Accepted::default() });
    }
    let status = access::sender_status(tx, &core.config, &event.chat.channel, &event.sender).await?;
    match status {
        SenderStatus::Known(user) => match keep_words(tx, event, &user).await {
            Ok(true) => {}
            Ok(false) => return Ok(Accepted::default()),
            // Perhaps the words themselves cannot be stored.
            Err(_) => tracing::warn!("the words of the event that was set aside cannot be kept"),
        },
        SenderStatus::Listed if says_something(event) => {}
        SenderStatus::Listed | SenderStatus::Stranger => {
            return Ok(Accepted { unanswered: true, ..Accepted::default() });
        }
    }
    outbox::answer(tx, core, event, texts::set_aside(), core.clock.timestamp()).await?;
    Ok(Accepted::default())
}

fn says_something(event: &Inbound) -> bool {
    matches!(event.event, Event::Message { .. } | Event::Command { .. })
}

/// Stores the words of a message or a command with its event. Returns false if the event has none.
async fn keep_words(tx: &Tx, event: &Inbound, user: &User) -> Result<bool> {
    match &event.event {
        Event::Message { text, attachments, .. } => {
            let (text, attachments) = (text.clone(), attachments.clone());
            let message = Message { text, attachments, ..Message::default() };
            inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        }
        Event::Command { name, args, .. } => {
            let is_secret = Command::parse(name).is_some_and(Command::takes_secret);
            let args = if is_secret { "" } else { args };
            inbox::note_command(tx, event, Some(&user.user_id), (name, args)).await?;
        }
        Event::Edit { .. }
        | Event::Deleted { .. }
        | Event::Press { .. }
        | Event::Added
        | Event::Removed
        | Event::Migrated { .. } => return Ok(false),
    }
    Ok(true)
}
