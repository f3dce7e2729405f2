//! A message of somebody who is served: what is done with it in the transaction that stores it.

use std::sync::Arc;

use adjutant_channel::{Accepted, Inbound, MessageId};
use adjutant_config::ProviderName;
use adjutant_domain::{origin::Sources, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    arrival, attachments,
    db::Tx,
    inbox::{self, Message},
    outbox as rows,
    people::User,
    sessions::{self, Session},
};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{
    agent::session::{self, Arrived},
    approvals,
    chat::{late_messages, limits, notes},
    core::Core,
    outbox::{self, Address, Slot},
};

/// Queues a message of a known user in their session, and begins its turn if it can begin now. Does at once what needs no
/// turn: keeps files without words, and takes a reply that is awaited.
pub(super) async fn queue(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (id, message): (&MessageId, Message),
    now: Timestamp,
) -> Result<Accepted> {
    let begun = sessions::find(tx, &event.chat, &user.user_id).await?;
    if begun.is_none()
        && let Some(said) = limits::no_conversation(tx, core, event, user).await?
    {
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        limits::say(tx, core, event, &user.user_id, &said, now).await?;
        return Ok(Accepted::default());
    }
    let session = match begun {
        Some(session) => session,
        None => sessions::open_for(tx, event, &user.user_id, now).await?,
    };
    let untrusted = if message.forwarded { texts::FORWARDED.into() } else { Sources::OWN };
    let files =
        attachments::Received { message: id, attachments: &message.attachments, untrusted: &untrusted };
    attachments::add(tx, &session.session_id, files, now).await?;
    acknowledge_files(tx, core, (event, user), &session, (id, &message), now).await?;
    if message.text.trim().is_empty() {
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        return Ok(Accepted::default());
    }
    let (whose, most) = ((&session.session_id, &user.user_id), limits::counted(core));
    let meets = arrival::look(tx, &event.chat, whose, most, now).await?;
    if meets.is_awaited && take_awaited_reply(tx, core, event, user, &message, now).await? {
        return Ok(Accepted::default());
    }
    if let Some(said) = limits::no_message(core, &meets) {
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        limits::say(tx, core, event, &user.user_id, &said, now).await?;
        return Ok(Accepted::default());
    }
    let arrived = Arrived { session: &session, user, event, message: (id, &message), meets };
    session::begin_at_once(tx, core, arrived, now).await?;
    tx.wake(Wake::Session(session.session_id));
    Ok(Accepted { waits: meets.is_busy, ..Accepted::default() })
}

/// Says what will become of files if no turn answers them: a model answers the words that came with them.
async fn acknowledge_files(
    tx: &Tx,
    core: &Arc<Core>,
    (event, user): (&Inbound, &User),
    session: &Session,
    (id, message): (&MessageId, &Message),
    now: Timestamp,
) -> Result<()> {
    let Some(first) = message.attachments.first() else { return Ok(()) };
    let (with_text, sent_at) = (!message.text.trim().is_empty(), Timestamp::from(event.sent_at));
    let keeps = core.config.model.provider != ProviderName::Offline && attachments::is_file(first);
    if keeps
        && (with_text || inbox::has_files_with_text(tx, &event.chat, &session.session_id, sent_at).await?)
    {
        return Ok(());
    }
    // The pictures of an album arrive one by one, with the same time: one answer covers them.
    let (chat, sender) = (event.chat.clone(), event.sender.id.clone());
    let source = OutboxKey::Files { kind: first.kind, chat, sender, sent_at };
    if rows::of_source(tx, &source).await?.is_empty() {
        let reply_to = Some(id.0.clone());
        let to = Address { reply_to, ..Address::new(event.chat.clone(), event.chat_kind) };
        let said = texts::cannot_read(first.kind, with_text, keeps);
        let said = late_messages::opened(event, said, user.zone(core.zone), now);
        outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await?;
    }
    Ok(())
}

/// Takes a message that gives the reason for a denial, or the new text of a note, and returns whether it was one.
/// Forwarded messages and those with files never are.
async fn take_awaited_reply(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    message: &Message,
    now: Timestamp,
) -> Result<bool> {
    if message.forwarded || !message.attachments.is_empty() {
        return Ok(false);
    }
    let said = (message.text.as_str(), message.reply_to.as_ref());
    let taken = approvals::take_reason(tx, user, &event.chat, said, now).await?
        || notes::take_text(tx, core, event, user, said, now).await?;
    if taken {
        inbox::note_text(tx, event, Some(&user.user_id), &message.text).await?;
    }
    Ok(taken)
}
