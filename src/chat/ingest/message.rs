//! Handles a message of a served person in the transaction that stores it.

use std::{slice, sync::Arc};

use adjutant_channel::{Accepted, Attachment, Event, Heard, Inbound, MessageId};
use adjutant_domain::{ids::SessionId, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    arrival, attachments,
    db::Tx,
    inbox::{self, Delay, Message},
    people::User,
    sessions::{self, Session},
};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{
    agent::{
        busy,
        session::{
            self, Arrived,
            received::{self, Files},
        },
    },
    approvals,
    chat::{late_messages, limits, notes, vault},
    core::Core,
    outbox::{self, Address, Slot},
};

/// Handles the message of an event; ignores events of other kinds.
pub(in crate::chat) async fn receive(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    now: Timestamp,
) -> Result<Accepted> {
    let Some((id, message)) = Message::of(&event.event) else { return Ok(Accepted::default()) };
    if late_messages::is_too_old(core, event, now) {
        if vault::take_value(tx, core, event, user, (id, &message), now).await? {
            return Ok(Accepted::default());
        }
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        late_messages::record_unanswered(tx, core, event, user, now).await?;
        return Ok(Accepted::default());
    }
    queue(tx, core, event, user, (id, message), now).await
}

/// Queues a message of a known user in their session, and begins its turn if it can begin now. Some things need no turn
/// and are done at once: storing files without words, and taking an awaited reply.
pub(in crate::chat) async fn queue(
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
    let files = (&message.attachments[..], message.forwarded);
    store_files(tx, &session.session_id, id, files, now).await?;
    let is_answered = received::are_answered(tx, core, (&session, user), &message.attachments).await?;
    let (has_text, is_part) = (!message.text.trim().is_empty() || is_answered, message.album.is_some());
    if !is_part {
        acknowledge_files(tx, core, event, (&session, user), (id, &message), now).await?;
    }
    // A part of an album waits for the part with the text.
    if !has_text && !is_part {
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        if message.attachments.is_empty() {
            let source = OutboxKey::answering(event);
            let to =
                Address { reply_to: Some(id.0.clone()), ..Address::new(event.chat.clone(), event.chat_kind) };
            let said = match event.heard {
                Heard::WithoutText => texts::hidden_reply(),
                Heard::Addressed | Heard::Overheard => texts::hello(),
            };
            outbox::post_text(tx, &core.channels, Slot::first(&source), &to, said, now).await?;
        } else {
            recall_question(tx, core, event, user, &message, now).await?;
        }
        return Ok(Accepted::default());
    }
    let (whose, most) = ((&session.session_id, &user.user_id), limits::counted(core));
    let meets = arrival::look(tx, &event.chat, whose, most, now).await?;
    // The person did not write the text that a button or a prompt's command stands for.
    let is_own = !matches!(event.event, Event::Press { .. } | Event::Command { .. });
    if is_own
        && meets.is_awaited
        && (vault::take_value(tx, core, event, user, (id, &message), now).await?
            || take_awaited_reply(tx, core, event, user, &message, now).await?)
    {
        return Ok(Accepted::default());
    }
    let said = (message.text.as_str(), message.reply_to.as_ref());
    if is_own && approvals::point_to_buttons(tx, core, (event, user), said, now).await? {
        inbox::note_text(tx, event, Some(&user.user_id), &message.text).await?;
        return Ok(Accepted::default());
    }
    if let Some(said) = limits::no_message(core, &meets) {
        inbox::note_message(tx, event, Some(&user.user_id), &message).await?;
        limits::say(tx, core, event, &user.user_id, &said, now).await?;
        return Ok(Accepted::default());
    }
    let arrived = Arrived { session: &session, user, event, message: (id, &message), meets };
    session::begin_at_once(tx, core, arrived, now).await?;
    if meets.is_busy && has_text {
        busy::meet(tx, core, (&session, user), (id, &message), now).await?;
    }
    tx.wake(Wake::Session(session.session_id));
    Ok(Accepted { waits: meets.is_busy && has_text, ..Accepted::default() })
}

/// Stores the files of a message, each with the sources of its words.
pub(super) async fn store_files(
    tx: &Tx,
    session: &SessionId,
    message: &MessageId,
    (files, forwarded): (&[Attachment], bool),
    now: Timestamp,
) -> Result<()> {
    for attachment in files {
        let untrusted = texts::cards::sources(attachment, forwarded);
        let file = attachments::Received {
            message,
            attachments: slice::from_ref(attachment),
            untrusted: &untrusted,
        };
        attachments::add(tx, session, file, now).await?;
    }
    Ok(())
}

/// Says what happens with files that no turn answers.
async fn acknowledge_files(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    whose: (&Session, &User),
    (id, message): (&MessageId, &Message),
    now: Timestamp,
) -> Result<()> {
    let files = Files {
        chat: &event.chat,
        chat_kind: event.chat_kind,
        sender: &event.sender.id,
        message: Some(&id.0),
        files: &message.attachments,
        delay: Delay { sent_at: event.sent_at.into(), received_at: now, messages: 1 },
        has_text: !message.text.trim().is_empty(),
    };
    received::acknowledge(tx, core, whose, &files, now).await
}

/// Takes an awaited reply: the reason for a denial, an answer, or the new text of a note. Returns whether the message
/// was one. Forwarded messages and messages with files never are.
async fn take_awaited_reply(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    message: &Message,
    now: Timestamp,
) -> Result<bool> {
    if message.forwarded || !message.attachments.is_empty() {
        recall_question(tx, core, event, user, message, now).await?;
        return Ok(false);
    }
    let (text, reply_to) = (message.text.as_str(), message.reply_to.as_ref());
    let said = approvals::Said { text, reply_to, arrived_at: None };
    let taken = approvals::take_text(tx, user, &event.chat, said, now).await?
        || notes::take_text(tx, core, event, user, (text, reply_to), now).await?;
    if taken {
        inbox::note_text(tx, event, Some(&user.user_id), &message.text).await?;
    }
    Ok(taken)
}

/// Reminds the person of the pending question, which the message does not answer. A voice message's transcript may
/// answer it later.
async fn recall_question(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    message: &Message,
    now: Timestamp,
) -> Result<()> {
    if message.is_voice() {
        return Ok(());
    }
    let place = (&event.chat, message.reply_to.as_ref());
    approvals::remind_of_question(tx, core, &user.user_id, place, now).await
}
