//! A send whose outcome is unknown. If the platform recognises repeats, the message is sent again. Otherwise the bot
//! searches for it. A message that is found has arrived. One that is not found may still arrive for some seconds; after
//! those, the bot searches again, and sends the message again if it is still missing. If the sending process is gone,
//! the search begins at once.
//!
//! A search that takes long goes on in steps. Messages of other lanes are sent between them.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{Channel, Content, Found, LostSend, Outgoing, SendError, SentIds};
use adjutant_domain::{language::Language, timestamp::Timestamp};
use adjutant_store::{
    db::{Scope, SyncedTx},
    outbox::{self as rows, Row},
};
use anyhow::Result;
use futures::FutureExt;

use super::{
    apart, give_up, move_chat, on_this_machine,
    outgoing::{marked, marked_in, outgoing},
    pause, probe_and_count, record_arrival,
    verdict::{Verdict, decide},
    waiting,
};
use crate::core::Core;

mod memory;

pub(super) use memory::Doubts;

/// The longest time for which a process that is now gone may have waited for a response.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);
/// The most messages, received and sent, that the search is given on each side of the lost send.
const KNOWN_MESSAGES: i64 = 1_000;

/// Why a voice message in doubt becomes a dead letter.
const IN_DOUBT: &str = "nobody knows whether it arrived";

/// Settles a send with an unknown outcome: repeats it while that is harmless, else finds out whether it arrived.
pub(super) async fn resolve(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: Row,
    doubts: &mut Doubts,
) -> Result<()> {
    if row.message_id.is_some() {
        // An edit may be repeated.
        let (scope, claim) = (Scope::chat(&row.chat()), row.claim());
        let again = async move |tx: &SyncedTx| rows::retry(tx, claim, Timestamp::EPOCH, "interrupted").await;
        return core.db.write(scope, again).await.map(drop);
    }
    let begun = begun(core, &row, doubts);
    let age = (core.clock.timestamp() - begun).abs().to_std().unwrap_or_default();
    let content = marked(core, &row, row.in_flight()?).await?;
    let message = outgoing(&row, on_this_machine(core, content).await?);
    let repeatable = channel.repeatable_for(&message);
    if age < repeatable {
        return repeat(core, channel, row, &message, begun + repeatable).await;
    }
    // Probes are requests to the chat.
    if channel.is_findable(&message) && !has_place(core, &row).await? {
        return Ok(());
    }
    search(core, channel, (row, message), (begun, age), doubts).await
}

/// Takes a place in the pace for a step of the search, or puts the step off until the chat's own limits allow it, so
/// that other lanes' messages need not wait behind it. Returns false if the step was put off or the process ends.
async fn has_place(core: &Arc<Core>, row: &Row) -> Result<bool> {
    let (chat, claim) = (row.chat(), row.claim());
    if let Err(free) = core.pace.ask(&chat, row.chat_kind, core.clock.now()) {
        let wait = async move |tx: &SyncedTx| rows::put_off_search(tx, claim, false, free.into()).await;
        core.db.write(Scope::chat(&chat), wait).await.map(log_if_void)?;
        return Ok(false);
    }
    Ok(waiting::for_a_place(core, &chat, row.chat_kind).await)
}

/// Sends a message in doubt again on a platform that recognises the repeat until `end`.
async fn repeat(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: Row,
    message: &Outgoing,
    end: Timestamp,
) -> Result<()> {
    if !waiting::for_a_place(core, &message.chat, row.chat_kind).await {
        return Ok(());
    }
    let sent = AssertUnwindSafe(channel.send(message)).catch_unwind().await;
    match sent.unwrap_or_else(|_| Err(SendError::Unknown("it panicked".to_owned()))) {
        Ok(sent) => {
            tracing::info!("sent the message in doubt again; it is there once");
            settle(core, row, sent).await
        }
        Err(error) => {
            if let SendError::RetryAfter(wait) = &error {
                core.pace.block(&message.chat, row.chat_kind, core.clock.now(), *wait);
            }
            let now = core.clock.timestamp();
            let next = now + pause(&row, row.attempts, &error);
            // A search finds the last repeat only once it can no longer be in flight.
            let is_last = next >= end;
            let until = if is_last { next.max(now + channel.limits().in_flight) } else { next };
            postpone(core, channel, row, error, until).await
        }
    }
}

async fn find(channel: &Arc<dyn Channel>, lost: &LostSend) -> Result<Found, SendError> {
    let found = AssertUnwindSafe(channel.find(lost)).catch_unwind().await;
    found.unwrap_or_else(|_| Err(SendError::Unknown("it panicked".to_owned())))
}

/// Makes the next step to find out whether a message in doubt arrived, before it is sent again.
async fn search(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    (row, message): (Row, Outgoing),
    (begun, age): (Timestamp, Duration),
    doubts: &mut Doubts,
) -> Result<()> {
    let (scope, claim, now) = (Scope::chat(&row.chat()), row.claim(), core.clock.timestamp());
    // A row without an outcome belongs to a process that is gone, and so is its connection.
    let settled = now.min(begun + LONGEST_REQUEST) + channel.limits().in_flight;
    let is_settled = row.is_in_doubt() || settled <= now;
    let examined = doubts.examined(claim, is_settled);
    if examined.is_empty() && core.pace.take_spare(channel.name(), core.clock.now()) {
        let _ = channel.typing(&row.chat()).await;
    }
    let known = row.clone();
    let (last_known, known) =
        core.db.read(async move |tx| rows::known_messages(tx, &known, begun, KNOWN_MESSAGES).await).await?;
    let variants = variants(&row, &message.content)?;
    let lost = LostSend { message, variants, last_known, known, age, is_settled, examined };
    let found = find(channel, &lost).await;
    core.progress.note_attempt(channel.name(), core.clock.monotonic());
    if let Ok(Found::Message(_) | Found::Absent | Found::Unclear) = &found {
        doubts.end_search(claim);
    }
    match found {
        Ok(Found::Message(message)) => {
            tracing::info!("message in doubt had arrived");
            settle(core, row, message.into()).await
        }
        Ok(Found::GoesOn { examined, pause }) => {
            doubts.note_examined(claim, is_settled, examined);
            if pause.is_zero() {
                return Ok(());
            }
            let next = core.clock.timestamp() + pause;
            let wait = async move |tx: &SyncedTx| rows::put_off_search(tx, claim, is_settled, next).await;
            core.db.write(scope, wait).await.map(log_if_void)
        }
        Ok(Found::Absent | Found::Unclear) if !is_settled => {
            let wait = async move |tx: &SyncedTx| rows::mark_unknown(tx, claim, settled, "interrupted").await;
            core.db.write(scope, wait).await.map(drop)
        }
        Ok(Found::Absent) => {
            tracing::info!("message in doubt had not arrived; sending it");
            let again = async move |tx: &SyncedTx| rows::retry(tx, claim, Timestamp::EPOCH, "not sent").await;
            core.db.write(scope, again).await.map(log_if_void)
        }
        Ok(Found::Unclear) if row.source.is_voice() => {
            tracing::debug!("voice message in doubt not found; its text stands, so it is not sent again");
            let drop_it = async move |tx: &SyncedTx| rows::dead_letter(tx, row.outbox_id, IN_DOUBT).await;
            core.db.write(scope, drop_it).await
        }
        Ok(Found::Unclear) => {
            tracing::info!("message in doubt not found; sending it again with a mark");
            let again = async move |tx: &SyncedTx| rows::requeue_as_repeat(tx, claim).await;
            core.db.write(scope, again).await.map(log_if_void)
        }
        Err(error) => {
            if let SendError::RetryAfter(wait) = &error {
                core.pace.block(&row.chat(), row.chat_kind, core.clock.now(), *wait);
            }
            let until = now + pause(&row, row.attempts, &error);
            postpone(core, channel, row, error, until).await
        }
    }
}

/// Returns the other contents that the search has to recognise: a repeat may carry its mark in another language, since
/// the person may have changed theirs since it was sent.
fn variants(row: &Row, content: &Content) -> Result<Vec<Content>> {
    if !row.repeat {
        return Ok(Vec::new());
    }
    let body = row.in_flight()?.body;
    let marked = Language::ALL.map(|language| marked_in(language, body.clone()));
    let others = marked.into_iter().filter(|body| *body != content.body);
    Ok(others.map(|body| Content { body, ..content.clone() }).collect())
}

/// Returns when the attempt in doubt began. If the clock was set back since, this is the time that the present clock
/// would have shown: messages that came after the attempt then have later times.
fn begun(core: &Core, row: &Row, doubts: &Doubts) -> Timestamp {
    let stored = row.attempt_at.unwrap_or(row.created_at);
    match doubts.began(row.claim()) {
        Some(began) => {
            let elapsed = core.clock.monotonic().saturating_duration_since(began);
            stored.min(core.clock.timestamp() - elapsed)
        }
        None => stored,
    }
}

/// Records that a message in doubt has arrived.
async fn settle(core: &Arc<Core>, row: Row, sent: SentIds) -> Result<()> {
    let (scope, now) = (Scope::chat(&row.chat()), core.clock.timestamp());
    core.db.write(scope, async move |tx| record_arrival(tx, &row, &sent, now).await).await.map(log_if_void)
}

/// Records that a message in doubt could neither be repeated nor searched for.
async fn postpone(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: Row,
    error: SendError,
    until: Timestamp,
) -> Result<()> {
    let row = probe_and_count(core, channel, row, &error).await;
    let (core_, claim, now) = (core.clone(), row.claim(), core.clock.timestamp());
    let verdict = decide(&row, &error, core.config.channels.give_up_after);
    let scope = verdict.scope(&row);
    let carry_out = async move |tx: &SyncedTx| {
        if !rows::note_failure(tx, &row).await? {
            return Ok(false);
        }
        match &verdict {
            Verdict::GiveUp(said) => give_up(tx, &core_, &row, &error, said, now).await?,
            Verdict::SendApart => return apart::send(tx, &row, now).await,
            // The row stays in doubt there: the earlier send may have reached the old chat. One whose sender is gone is
            // still marked as being sent, and as such would not be moved.
            Verdict::Follow(to) => {
                rows::mark_unknown(tx, claim, now, &error.to_string()).await?;
                move_chat(tx, &row, to).await?;
            }
            _ => return rows::postpone_check(tx, claim, until, &error.to_string()).await,
        }
        Ok(true)
    };
    core.db.write(scope, carry_out).await.map(log_if_void)
}

fn log_if_void(stands: bool) {
    if !stands {
        tracing::info!("the message was settled meanwhile, or claimed again");
    }
}
