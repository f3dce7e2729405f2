//! An edited message replaces the waiting original. A message that a turn has taken up is not undone: the person is
//! told, or the new version becomes a message of its own.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Accepted, Attachment, Inbound, MessageId};
use adjutant_domain::{
    commands::Command, ids::TurnId, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake,
    while_busy::WhileBusy,
};
use adjutant_store::{
    approvals::{self, State},
    arrival, attachments,
    db::Tx,
    inbox::{self, Fate, Message},
    people::User,
    sessions,
};
use adjutant_texts::edits;
use anyhow::Result;

use crate::{
    agent::{
        busy,
        session::{self, Arrived},
    },
    chat::{ingest::message, late_messages, limits},
    core::Core,
    outbox::{self, Address, Slot},
};

/// The longest time after a message within which its edit is taken up.
const TAKEN_UP_WITHIN: Duration = Duration::from_mins(10);

/// A message after an edit.
pub(super) struct NewVersion<'a> {
    pub(super) id: &'a MessageId,
    pub(super) text: &'a str,
    /// Its present files; `None` if the platform does not name them.
    pub(super) files: Option<&'a [Attachment]>,
}

/// Handles an edit by a known user.
pub(super) async fn take(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    NewVersion { id, text, files }: NewVersion<'_>,
    now: Timestamp,
) -> Result<Accepted> {
    let is_command = text.trim_start().starts_with('/');
    let Some(before) = inbox::handled(tx, event, id, &user.user_id).await? else {
        return Ok(Accepted::default());
    };
    let files = files.filter(|files| are_others(files, &before.message.attachments));
    if !is_command && inbox::edit_waiting(tx, event, id, (text, files)).await? {
        if let Some(files) = files
            && let Some(session) = sessions::find(tx, &event.chat, &user.user_id).await?
        {
            attachments::forget(tx, &event.chat, id).await?;
            let files = (files, before.message.forwarded);
            message::store_files(tx, &session.session_id, id, files, now).await?;
        }
        return Ok(Accepted::default());
    }
    // Platforms also report an edit when they add a preview.
    let is_reworded = !says_the_same(&before.message.text, text) && !text.trim().is_empty();
    if !is_reworded && files.is_none() || late_messages::is_too_old(core, event, now) {
        return Ok(Accepted::default());
    }
    // A command does not replace a message that still waits: that one is answered as it was.
    // What stands in place of a command for a secret may be the secret.
    let may_be_secret = before.fate == Fate::Command && holds_secret(&before.message.text);
    if (!is_command || before.fate == Fate::Command) && !holds_secret(text) && !may_be_secret {
        inbox::note_edit(tx, before.inbox_id, text).await?;
    }
    let late = Timestamp::from(event.sent_at).since(before.sent_at) > TAKEN_UP_WITHIN;
    match before.fate {
        Fate::Command => say(tx, core, event, id, edits::command(), now).await?,
        _ if is_command => say(tx, core, event, id, edits::command(), now).await?,
        Fate::Asking => {
            say(tx, core, event, id, while_waiting(tx, before.turn_id.as_ref()).await?, now).await?;
        }
        _ if late => say(tx, core, event, id, edits::too_late(), now).await?,
        fate => {
            let Message { text: old, attachments, forwarded, heard, missed, .. } = before.message;
            let (text, corrects) = (text.to_owned(), Some(old));
            let corrects_turn = before.turn_id;
            let message = Message { text, forwarded, corrects, corrects_turn, ..Message::default() };
            // With a new file, the edit is handled like any message that brings one.
            if let Some(files) = files {
                attachments::forget(tx, &event.chat, id).await?;
                inbox::name_message(tx, event, id).await?;
                let message = Message { attachments: files.to_vec(), replaces_file: true, ..message };
                return message::queue(tx, core, event, user, (id, message), now).await;
            }
            let message = Message { attachments, heard, missed, ..message };
            return queue(tx, core, event, user, (id, message, fate), now).await;
        }
    }
    Ok(Accepted::default())
}

/// Returns whether a text is a command whose argument is not stored.
fn holds_secret(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('/').and_then(|text| text.split_whitespace().next());
    name.and_then(Command::parse).is_some_and(Command::takes_secret)
}

/// Returns the answer to an edit while the turn waits: for a decision, for an answer, or only for a specialist.
async fn while_waiting(tx: &Tx, turn: Option<&TurnId>) -> Result<&'static str> {
    let open = match turn {
        Some(turn) => approvals::open_of_turn(tx, turn).await?,
        None => Vec::new(),
    };
    Ok(match open.iter().find(|approval| approval.state == State::Pending) {
        Some(approval) if approval.question.is_some() => edits::while_answer_awaited(),
        Some(_) => edits::while_asking(),
        None => edits::while_delegated(),
    })
}

/// Queues the new version as a message, which meets a running turn like any other message.
async fn queue(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (id, message, fate): (&MessageId, Message, Fate),
    now: Timestamp,
) -> Result<Accepted> {
    let Some(session) = sessions::find(tx, &event.chat, &user.user_id).await? else {
        return Ok(Accepted::default());
    };
    let (whose, most) = ((&session.session_id, &user.user_id), limits::counted(core));
    let meets = arrival::look(tx, &event.chat, whose, most, now).await?;
    if let Some(said) = limits::no_message(core, &meets) {
        limits::say(tx, core, event, &user.user_id, &said, now).await?;
        return Ok(Accepted::default());
    }
    inbox::name_message(tx, event, id).await?;
    let arrived = Arrived { session: &session, user, event, message: (id, &message), meets };
    session::begin_at_once(tx, core, arrived, now).await?;
    if meets.is_busy {
        match (fate, busy::in_use(tx, core, &session.session_id).await?) {
            (Fate::Answering, WhileBusy::Collect) => {
                say(tx, core, event, id, edits::while_answering(), now).await?;
            }
            (Fate::Answering, WhileBusy::Steer) => {
                say(tx, core, event, id, edits::while_steered(), now).await?;
            }
            _ => busy::meet(tx, core, (&session, user), (id, &message), now).await?,
        }
    }
    tx.wake(Wake::Session(session.session_id));
    Ok(Accepted { waits: meets.is_busy, ..Accepted::default() })
}

async fn say(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    id: &MessageId,
    said: &str,
    now: Timestamp,
) -> Result<()> {
    let source = OutboxKey::answering(event);
    let to = Address { reply_to: Some(id.0.clone()), ..Address::new(event.chat.clone(), event.chat_kind) };
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, said, now).await
}

/// Returns whether an edit brings other files than before. If it brings none, the files were removed, which changes
/// nothing about the answer.
fn are_others(files: &[Attachment], before: &[Attachment]) -> bool {
    let are_same =
        files.len() == before.len() && files.iter().zip(before).all(|(one, other)| one.is_same_file(other));
    !files.is_empty() && !are_same
}

/// Returns whether two texts differ only in white space, case, and punctuation outside of numbers, which is not worth
/// another answer.
fn says_the_same(one: &str, other: &str) -> bool {
    let essence = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
        let counts = |(at, c): (usize, &char)| {
            let is_mark = matches!(
                c,
                '.' | ',' | ';' | ':' | '!' | '?' | '…' | '"' | '\'' | '“' | '”' | '’' | '(' | ')'
            );
            let in_number = is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
            !c.is_whitespace() && (!is_mark || in_number)
        };
        let kept = chars.iter().enumerate().filter(|&it| counts(it)).map(|(_, c)| c);
        kept.collect::<String>().to_lowercase()
    };
    essence(one) == essence(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_the_meaning_is_another_text() {
        for (one, other) in [("remind me at 8", "Remind me  at 8."), ("what?!", "what"), ("", " ")] {
            assert!(says_the_same(one, other), "{one} / {other}");
        }
        for (one, other) in
            [("2+2", "2-2"), ("1.5 hours", "15 hours"), ("call bob", "call rob"), ("ok", "ok 👍")]
        {
            assert!(!says_the_same(one, other), "{one} / {other}");
        }
    }
}
