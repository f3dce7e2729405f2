//! Delivery: sends the outbox to the chats, in order, once, at the platform's pace.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{Channel, ChatRef, Content, MessageId, SendError, SentIds};
use adjutant_domain::{
    backoff::doubled, ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake,
};
use adjutant_metrics::names::{MESSAGES_SENT, RETRIES};
use adjutant_store::{
    db::{self, Scope, SyncedTx, Tx},
    outbox::{self as rows, Next, Open, Row},
    owner_reads, runs, sessions,
    set_aside::{Item, Kind},
};
use adjutant_texts as texts;
use anyhow::{Context as _, Result};
use futures::FutureExt;
use tracing::{Instrument as _, Span};

use crate::core::{Core, counts::Stage};

pub mod answer_file;
mod apart;
mod dead_letter;
mod doubt;
mod elsewhere;
mod lateness;
mod outgoing;
mod post;
pub(crate) mod set_aside;
mod tables;
mod verdict;
mod waiting;

pub use answer_file::AnswerFile;
use dead_letter::give_up;
pub(crate) use dead_letter::give_up_place;
use doubt::Doubts;
pub(crate) use outgoing::{keep_file, on_this_machine};
use outgoing::{language_of, marked, outgoing};
pub use post::{Address, Answer, Slot, post_answer, post_content, post_text};
pub(crate) use post::{answer, direct_chats};
use verdict::{Verdict, decide};

/// Backoff after the first failed send; each further one is twice as long, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// Why a set-aside row becomes a dead letter.
const SET_ASIDE: &str = "an error of the bot";

/// Delivers a chat's waiting rows until none is left or the process ends. At the end, only the rows follow that
/// [`is_due_at_end`] names.
pub async fn deliver_chat(core: Arc<Core>, chat: ChatRef) {
    let Ok(channel) = core.channels.get(&chat.channel) else { return };
    let channel = channel.clone();
    let mut doubts = Doubts::default();
    while core.delivers(&chat.channel) {
        match deliver_next(&core, &channel, &chat, &mut doubts).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::error!(%chat, error = format!("{error:#}"), "delivery failed; retrying");
                if let Err(error) = count_failure(&core, &chat, error).await {
                    tracing::error!(%chat, error = format!("{error:#}"), "cannot count the failure");
                }
                if core.shutdown.is_cancelled() {
                    return;
                }
                core.clock.sleep(FIRST_PAUSE).await;
            }
        }
    }
}

/// Returns whether a step is taken even at the end of the process: a send that was claimed together with its answer,
/// because the next process could not know that it was never sent, or an answer that was given during the shutdown or
/// just before it.
fn is_due_at_end(core: &Core, next: &Next) -> bool {
    match next {
        Next::Resolve(row) if core.begun_sends.any(|begun| begun.is_same_message(row)) => true,
        Next::Deliver(row) | Next::Resolve(row) => {
            core.is_last_answer(&row.source) && !core.cut_off.is_cancelled()
        }
        Next::Nothing | Next::Wait(_) => false,
    }
}

/// Counts a failure of the row that the error names, or else of the chat's oldest open row. Gives the row up after too
/// many failures, so that the rows after it are delivered.
async fn count_failure(core: &Arc<Core>, chat: &ChatRef, error: anyhow::Error) -> Result<()> {
    let Some(error) = db::unless_storage_failed::<()>(Err(error))? else { return Ok(()) };
    let (place, now) = (chat.clone(), core.clock.timestamp());
    let failed = match error.downcast_ref::<Open>() {
        Some(failed) => Some(*failed),
        None => core.db.read(async move |tx| rows::oldest_open(tx, &place).await).await?,
    };
    let Some(failed) = failed else { return Ok(()) };
    let item = Item::new(Kind::Message, failed.name());
    if !set_aside::count_failure(core, item, &error).await? {
        return Ok(());
    }
    let (core_, id) = (core.clone(), failed.outbox_id);
    let given_up = core.db.write(Scope::Global, async move |tx| {
        let Some(row) = rows::get(tx, id).await? else { return Ok(()) };
        let said = language_of(tx, &row).await?.scope_sync(texts::undeliverable);
        give_up(tx, &core_, &row, &SendError::Refused(SET_ASIDE.to_owned()), said, now).await
    });
    if db::unless_storage_failed(given_up.await)?.is_some() {
        core.db.write(Scope::chat(chat), async move |tx| rows::dead_letter(tx, id, SET_ASIDE).await).await?;
    }
    Ok(())
}

/// Takes one step of a chat's delivery; returns false if nothing is left to deliver.
async fn deliver_next(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    chat: &ChatRef,
    doubts: &mut Doubts,
) -> Result<bool> {
    let (key, process, now) = (chat.clone(), core.process.clone(), core.clock.timestamp());
    let next = core.db.read(async move |tx| rows::next(tx, &key, &process, now).await).await?;
    if core.shutdown.is_cancelled() && !is_due_at_end(core, &next) {
        return Ok(false);
    }
    match next {
        Next::Nothing => return Ok(false),
        Next::Wait(until) => waiting::for_an_attempt(core, chat, until).await,
        Next::Deliver(row) => {
            let (open, span) = (Open::of(&row), delivery_span(&row));
            attempt(core, channel, *row, doubts).instrument(span).await.context(open)?;
        }
        Next::Resolve(row) => {
            let (open, span) = (Open::of(&row), delivery_span(&row));
            let is_sent = |begun: &Row| begun.is_same_message(&row) && row.is_sent_by(&core.process);
            let done = match core.begun_sends.take_if(&row.outbox_id, is_sent) {
                Some(begun) => deliver(core, channel, begun, doubts).instrument(span).await,
                None => doubt::resolve(core, channel, *row, doubts).instrument(span).await,
            };
            done.context(open)?;
        }
    }
    Ok(true)
}

/// Returns the span in which a message is delivered.
fn delivery_span(row: &Row) -> Span {
    tracing::info_span!(
        "delivery",
        outbox_id = row.outbox_id,
        chat = %row.chat(),
        turn = row.source.turn().map(tracing::field::display),
        run = row.source.run().map(tracing::field::display),
    )
}

async fn attempt(core: &Arc<Core>, channel: &Arc<dyn Channel>, row: Row, doubts: &mut Doubts) -> Result<()> {
    if !waiting::for_a_place(core, &row.chat(), row.chat_kind).await {
        return Ok(());
    }
    let (scope, core_, now) = (Scope::chat(&row.chat()), core.clone(), core.clock.timestamp());
    let claim = async move |tx: &SyncedTx| match rows::recipient_away(tx, &row).await? {
        Some(away) => rows::hold(tx, row.outbox_id, &away).await.map(|()| None),
        None => {
            let late = lateness::mark(tx, &core_, &row, now).await?;
            rows::claim(tx, late.as_ref().unwrap_or(&row), &core_.process, now).await
        }
    };
    let Some(row) = core.db.write(scope, claim).await? else { return Ok(()) };
    // A send begun by a failed transaction is not this attempt.
    core.begun_sends.forget(&row.outbox_id);
    deliver(core, channel, row, doubts).await
}

/// Claims a message about a user's work in the transaction that stores it; the chat's worker sends it after the commit.
/// Does nothing if the message has to wait, or other messages of the chat come first.
pub(crate) async fn begin_send(
    tx: &SyncedTx,
    core: &Core,
    whose @ (outbox_id, _): (i64, &UserId),
    to: &Address,
    now: Timestamp,
) -> Result<()> {
    if core.shutdown.is_cancelled() || core.handlers().is_none() || !core.delivers(&to.chat.channel) {
        return Ok(());
    }
    if core.pace.take(&to.chat, to.kind, core.clock.now()).is_ok()
        && let Some(row) = rows::claim_if_first(tx, whose, &core.process, now).await?
    {
        core.begun_sends.put(outbox_id, row);
    }
    Ok(())
}

/// Sends a claimed row, or edits the message that it has become, and records the outcome.
async fn deliver(core: &Arc<Core>, channel: &Arc<dyn Channel>, row: Row, doubts: &mut Doubts) -> Result<()> {
    let content = marked(core, &row, row.content()?).await?;
    let began = core.clock.monotonic();
    let outcome = match on_this_machine(core, content).await {
        Ok(content) => AssertUnwindSafe(send_or_edit(core, channel, &row, content)).catch_unwind().await,
        Err(error) => Ok(Err(SendError::NotSent(format!("its file cannot be read: {error:#}")))),
    };
    let outcome = outcome.unwrap_or_else(|_| Err(SendError::Unknown("it panicked".to_owned())));
    if let Err(SendError::Unknown(_)) = &outcome {
        doubts.begin(row.claim(), began);
    }
    let row = match &outcome {
        Ok(_) => row,
        Err(error) => probe_and_count(core, channel, row, error).await,
    };
    core.progress.note_attempt(channel.name(), core.clock.monotonic());
    core.note_stage_since(Stage::Delivery, began);
    count(core, channel.name(), &row, &outcome);
    // A known outcome must not become unknown only because it cannot be stored yet.
    while let Err(error) = record(core, channel, &row, &outcome).await {
        if !db::is_storage_failure(&error) || core.shutdown.is_cancelled() {
            return Err(error);
        }
        tracing::error!(error = format!("{error:#}"), "cannot store delivery outcome; retrying");
        core.clock.sleep(FIRST_PAUSE).await;
    }
    Ok(())
}

/// Counts the outcome of an attempt at a message.
pub(crate) fn count(core: &Core, channel: &'static str, row: &Row, outcome: &Result<SentIds, SendError>) {
    match outcome {
        Ok(_) => {
            let kind = if row.message_id.is_some() { "edit" } else { "message" };
            core.metrics.add(MESSAGES_SENT, &[channel, kind], 1);
        }
        Err(SendError::RetryAfter(_)) => core.note_rate_limited(channel),
        Err(_) => {}
    }
}

/// Sends or edits a message. If the outcome of the first attempt is unknown and a repeat is harmless, repeats it at
/// once: most platform failures are over by then, and the whole chat waits.
async fn send_or_edit(
    core: &Core,
    channel: &Arc<dyn Channel>,
    row: &Row,
    content: Content,
) -> Result<SentIds, SendError> {
    let message = outgoing(row, content);
    let once = async || match &row.message_id {
        Some(id) => {
            let id = MessageId(id.clone());
            let handle = message.handle.as_deref();
            channel.edit(&message.chat, &id, &message.content, handle).await.map(|()| id.into())
        }
        None => {
            if row.source.reports_loss() {
                reach(channel, &message.chat).await?;
            }
            let more = message.content.more.len();
            core.pace.count_files(&message.chat, row.chat_kind, core.clock.now(), more);
            channel.send(&message).await
        }
    };
    let is_edit = row.message_id.is_some();
    match once().await {
        Err(SendError::Unknown(error))
            if row.attempts <= 1
                && (is_edit || channel.repeatable_for(&message) > Duration::ZERO)
                && waiting::for_a_place(core, &message.chat, row.chat_kind).await =>
        {
            tracing::warn!(attempt = row.attempts, error, "delivery attempt failed; repeating it at once");
            match once().await {
                // The first send is still in doubt.
                Err(again @ (SendError::NotSent(_) | SendError::RetryAfter(_))) if !is_edit => {
                    Err(SendError::Unknown(format!("{error}; then {again}")))
                }
                outcome => outcome,
            }
        }
        outcome => outcome,
    }
}

/// Tries whether a platform answers at all. The notice of a loss often follows an outage: its first send would be in
/// doubt, and it would then say that it may be a repeat.
async fn reach(channel: &Arc<dyn Channel>, chat: &ChatRef) -> Result<(), SendError> {
    match channel.typing(chat).await {
        Err(SendError::Unknown(error) | SendError::NotSent(error)) => Err(SendError::NotSent(error)),
        _ => Ok(()),
    }
}

/// Counts a failure of a row. A platform that is unreachable or asks for a pause says nothing about the message itself;
/// whether the platform is reachable after a send in doubt is tried with the typing indicator.
async fn probe_and_count(core: &Core, channel: &Arc<dyn Channel>, row: Row, error: &SendError) -> Row {
    let suspicious = match error {
        SendError::NotSent(_) => false,
        SendError::Unknown(_) => {
            core.pace.take_spare(channel.name(), core.clock.now())
                && channel.typing(&row.chat()).await.is_ok()
        }
        _ => return row,
    };
    row.failed(suspicious, core.clock.timestamp())
}

async fn record(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: &Row,
    outcome: &Result<SentIds, SendError>,
) -> Result<()> {
    let stands = match outcome {
        Ok(sent) => {
            tracing::debug!(attempt = row.attempts, "delivered message");
            let (row, sent, now) = (row.clone(), sent.clone(), core.clock.timestamp());
            let scope = Scope::chat(&row.chat());
            core.db.write(scope, async move |tx| record_arrival(tx, &row, &sent, now).await).await?
        }
        Err(error) => record_failure(core, channel, row.clone(), error.clone()).await?,
    };
    if !stands {
        // The process was presumed dead while it hung.
        let arrived = outcome.is_ok();
        tracing::warn!(arrived, "outcome came after another attempt at the message; it may be there twice");
    }
    Ok(())
}

/// Records a failure and its consequences. Returns false if the attempt's claim no longer stands.
async fn record_failure(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: Row,
    error: SendError,
) -> Result<bool> {
    tracing::warn!(attempt = row.attempts, %error, "delivery attempt failed");
    let (claim, now) = (row.claim(), core.clock.timestamp());
    let pause = pause(&row, row.attempts - 1, &error);
    if matches!(error, SendError::RetryAfter(_)) {
        core.pace.block(&row.chat(), row.chat_kind, core.clock.now(), pause);
    }
    let until = now + pause;
    let message = outgoing(&row, row.in_flight()?);
    let has_to_settle = channel.repeatable_for(&message).is_zero() && channel.is_findable(&message);
    let doubt = if has_to_settle { now + channel.limits().in_flight } else { until };
    let core_ = core.clone();
    let told = row.clone();
    let language = core.db.read(async move |tx| language_of(tx, &told).await).await?;
    let verdict = language.scope_sync(|| decide(&row, &error, core.config.channels.give_up_after));
    if matches!(verdict, Verdict::Retry | Verdict::SendAnew { .. }) {
        core.metrics.add(RETRIES, &["delivery"], 1);
    }
    core.db
        .write(verdict.scope(&row), async move |tx| {
            if !rows::note_failure(tx, &row).await? {
                return Ok(false);
            }
            match &verdict {
                Verdict::Retry => return rows::retry(tx, claim, until, &error.to_string()).await,
                Verdict::InDoubt => return rows::mark_unknown(tx, claim, doubt, &error.to_string()).await,
                Verdict::SendAnew { repeat } => return rows::requeue_as_new(tx, claim, *repeat, now).await,
                Verdict::SendApart => return apart::send(tx, &row, now).await,
                Verdict::Follow(to) => follow(tx, &row, to).await?,
                Verdict::GiveUp(said) => give_up(tx, &core_, &row, &error, said, now).await?,
            }
            Ok(true)
        })
        .await
}

/// Records that an attempt arrived. Returns false if another attempt has begun: that one's outcome decides.
async fn record_arrival(tx: &Tx, row: &Row, sent: &SentIds, now: Timestamp) -> Result<bool> {
    if !rows::delivered(tx, row.claim(), sent, now).await? {
        rows::arrived_late(tx, row, sent, now).await?;
        return Ok(false);
    }
    if row.source.is_last_word() {
        tx.wake(Wake::Privacy);
    }
    if let OutboxKey::Run(run) = &row.source {
        runs::delivered(tx, run, &sent.message.0).await?;
    }
    if let OutboxKey::OwnerReads { user, at } = &row.source {
        owner_reads::note_told(tx, user, *at, now).await?;
    }
    Ok(true)
}

async fn follow(tx: &Tx, row: &Row, to: &str) -> Result<()> {
    rows::retry(tx, row.claim(), Timestamp::EPOCH, "the chat has moved").await?;
    move_chat(tx, row, to).await
}

async fn move_chat(tx: &Tx, row: &Row, to: &str) -> Result<()> {
    let chat = row.chat();
    sessions::migrate_chat(tx, &chat.channel, &chat.chat, to).await?;
    tx.wake(Wake::Chat(ChatRef { chat: to.to_owned(), ..chat }));
    Ok(())
}

/// Returns the backoff after an error that follows `before` others: the pause that the platform asks for, or else a
/// doubling one, spread so that many rows do not retry at once.
fn pause(row: &Row, before: i64, error: &SendError) -> Duration {
    if let SendError::RetryAfter(wait) = error {
        return *wait;
    }
    let spread = (row.outbox_id.wrapping_mul(7919).wrapping_add(before * 104_729) % 1000).unsigned_abs();
    doubled(FIRST_PAUSE, before, LONGEST_PAUSE) + Duration::from_millis(spread)
}

#[cfg(test)]
mod tests;
