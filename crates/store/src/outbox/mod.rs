//! The outbox: each row is one message in its wanted state, with the progress of its delivery.

use std::time::Duration;

use adjutant_channel::{ChatKind, ChatRef, Content, MessageId};
use adjutant_domain::{
    outbox_key::{KeyPrefix, OutboxKey},
    timestamp::Timestamp,
    wake::Wake,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    process::Process,
    sessions::{self, kind_text, thread},
};

mod claim;
mod heads;
mod outcome;
mod overview;
mod recipient;
mod state;

pub use claim::{Claim, claim, claim_if_first, start_draft};
pub use heads::{Depth, Head, depths, heads};
pub use outcome::{
    arrived_late, confirm_by_press, dead_letter, dead_letter_place, delivered, drop_dead_letter, end_pauses,
    is_draft, mark_unknown, note_draft, note_failure, postpone_check, put_off_search, redirect,
    requeue_as_new, requeue_as_repeat, retry, retry_as, revive, send_anew, take_draft_over,
};
use overview::oldest_of_other_lanes;
pub(crate) use overview::row_of_message;
pub use overview::{
    DeadLetter, Held, Open, OpenChat, album, below, by_message, chats_with_work, count_open, count_open_of,
    dead_letters, folders_of_open_media, has_open, held_up, is_open, known_messages, newest_dead_letters,
    oldest_open, open_chats, open_in,
};
pub use recipient::{hold, recipient_away, release_held, returned, user_of};
use state::State;

/// A message to deliver. (source, segment, part) is unique: storing it again replaces the content.
#[derive(Clone, Debug)]
pub struct Post<'a> {
    /// The turn, run or other row that the message comes from.
    pub source: &'a OutboxKey,
    /// The segment of the answer, and the part of that segment.
    pub segment: i64,
    pub part: i64,
    pub chat: &'a ChatRef,
    pub chat_kind: ChatKind,
    /// The id of the message that it replies to.
    pub reply_to: Option<&'a str>,
    pub content: &'a Content,
}

/// A row of the outbox, for delivery.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    pub outbox_id: i64,
    pub source: OutboxKey,
    pub segment: i64,
    pub part: i64,
    channel: String,
    chat: String,
    thread: String,
    pub chat_kind: ChatKind,
    pub reply_to: Option<String>,
    content: String,
    state: State,
    in_flight: Option<String>,
    pub message_id: Option<String>,
    claimed_by: Option<String>,
    /// How many times it was claimed.
    claim: i64,
    pub attempts: i64,
    not_before: Timestamp,
    /// When the last attempt began.
    pub attempt_at: Option<Timestamp>,
    /// Whether the message may have arrived before.
    pub repeat: bool,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
    /// The handle by which the platform accepts it as the answer to a command, or accepts edits of it after a press.
    pub handle: Option<String>,
    /// For how long attempts have failed; longer gaps between them do not count.
    failing_ms: i64,
    failed_at: Option<Timestamp>,
    /// How many attempts ended in doubt although the platform accepted other messages in the chat.
    pub doubts: i64,
}

impl Row {
    /// Returns a key that is equal for every attempt, and unique to the row, even across databases.
    pub fn key(&self) -> String {
        format!("{:x}-{:x}", self.outbox_id, self.created_at.as_millis())
    }

    /// Returns whether both rows are the same message, even if stored in different attempts at a transaction.
    pub fn is_same_message(&self, other: &Self) -> bool {
        (&self.source, self.segment, self.part) == (&other.source, other.segment, other.part)
    }

    /// Counts an attempt that failed now; `suspicious` if the message itself seems to cause the failure.
    ///
    /// Only the time between consecutive attempts counts, so neither a process that was down nor a changed clock ages a
    /// message.
    #[must_use]
    pub fn failed(mut self, suspicious: bool, now: Timestamp) -> Self {
        let since_last = self.failed_at.map_or(Duration::ZERO, |at| now.since(at).min(LONGEST_GAP));
        self.failing_ms += since_last.as_millis() as i64;
        self.failed_at = Some(now);
        self.doubts += i64::from(suspicious);
        self
    }

    /// Returns whether delivery has given up the row.
    pub fn is_dead(&self) -> bool {
        self.state == State::Dead
    }

    /// Returns the row's last claim.
    pub fn claim(&self) -> Claim {
        Claim { outbox_id: self.outbox_id, token: self.claim }
    }

    /// Returns whether this process has begun to send the row.
    pub fn is_sent_by(&self, process: &Process) -> bool {
        self.state == State::Sending && self.claimed_by.as_deref() == Some(process.id())
    }

    /// Returns whether the outcome of the row's last attempt is unknown.
    pub fn is_in_doubt(&self) -> bool {
        self.state == State::Unknown
    }

    /// Returns for how long attempts have failed.
    pub fn failing_for(&self) -> Duration {
        Duration::from_millis(self.failing_ms.unsigned_abs())
    }

    /// Returns the chat that receives the row.
    pub fn chat(&self) -> ChatRef {
        sessions::place(&self.channel, &self.chat, &self.thread)
    }

    /// Returns the content that the message should show.
    pub fn content(&self) -> Result<Content> {
        serde_json::from_str(&self.content).with_context(|| format!("outbox row {}", self.outbox_id))
    }

    /// Returns whether the row carries several files.
    pub fn is_album(&self) -> bool {
        self.content().is_ok_and(|content| !content.more.is_empty())
    }

    /// Returns the content of the last attempt, without the mark of a repeat.
    pub fn in_flight(&self) -> Result<Content> {
        let content = self.in_flight.as_deref().unwrap_or(&self.content);
        serde_json::from_str(content).with_context(|| format!("outbox row {}", self.outbox_id))
    }
}

/// The next step for a chat.
#[derive(Debug)]
pub enum Next {
    Nothing,
    /// The next row may not be sent before this time.
    Wait(Timestamp),
    /// Send it, or edit it if it has a message id.
    Deliver(Box<Row>),
    /// Find out whether its last attempt arrived.
    Resolve(Box<Row>),
}

/// How long a chat waits for another process that is sending to it.
const OTHER_SENDER: Duration = Duration::from_secs(1);

/// How long a send may take before the process that began it counts as hung. Uploading a large file
/// takes some minutes.
const HUNG_SENDER: Duration = Duration::from_mins(5);

/// The longest gap between two failed attempts that counts towards the time of failing.
const LONGEST_GAP: Duration = Duration::from_mins(10);

/// Stores a message to deliver, or new content for a stored one.
pub async fn post(tx: &Tx, post: &Post<'_>, now: Timestamp) -> Result<i64> {
    let outbox_id = upsert(tx, post, "pending", now).await?;
    tx.wake(Wake::Chat(post.chat.clone()));
    Ok(outbox_id)
}

/// Stores the handle by which the platform accepts a message as the answer to a command.
pub async fn note_handle(tx: &Tx, outbox_id: i64, handle: Option<&str>) -> Result<()> {
    if let Some(handle) = handle {
        tx.execute("UPDATE outbox SET handle = ?2 WHERE outbox_id = ?1", params![outbox_id, handle]).await?;
    }
    Ok(())
}

/// Stores the handle of a press below a message: from now on, the platform accepts edits of the message by it.
pub async fn renew_handle(tx: &Tx, chat: &ChatRef, message: &MessageId, handle: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET handle = ?4 WHERE channel = ?1 AND chat = ?2 AND message_id = ?3",
        params![chat.channel.as_str(), chat.chat.as_str(), message.0.as_str(), handle],
    )
    .await
    .map(drop)
}

/// Stores the draft of an answer in progress. Its turn sends and edits it.
pub async fn draft(tx: &Tx, post: &Post<'_>, now: Timestamp) -> Result<Row> {
    let outbox_id = upsert(tx, post, "draft", now).await?;
    get(tx, outbox_id).await?.context("the stored draft is missing")
}

async fn upsert(tx: &Tx, post: &Post<'_>, state: &'static str, now: Timestamp) -> Result<i64> {
    tx.value(
        // A draft whose send was left in doubt is resolved before it becomes the answer.
        "INSERT INTO outbox (source, segment, part, channel, chat, thread, chat_kind, reply_to, content, state,
             created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (source, segment, part) DO UPDATE SET content = excluded.content, state = CASE
             WHEN state = 'done' AND content <> excluded.content THEN 'pending'
             WHEN state <> 'draft' OR excluded.state = 'draft' THEN state
             WHEN message_id IS NULL AND attempt_at IS NOT NULL THEN 'unknown'
             WHEN message_id IS NOT NULL AND excluded.content = in_flight THEN 'done'
             ELSE 'pending' END
         RETURNING outbox_id AS value",
        params![
            post.source,
            post.segment,
            post.part,
            post.chat.channel.as_str(),
            post.chat.chat.as_str(),
            thread(post.chat),
            kind_text(post.chat_kind),
            post.reply_to,
            serde_json::to_string(post.content)?,
            state,
            now
        ],
    )
    .await?
    .context("the stored row is missing")
}

/// Returns whether a message of this segment is visible to people, or may be.
pub async fn is_shown(tx: &Tx, source: &OutboxKey, segment: i64) -> Result<bool> {
    let shown: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM outbox WHERE source = ?1 AND segment = ?2
                 AND (message_id IS NOT NULL OR attempt_at IS NOT NULL)",
            params![source, segment],
        )
        .await?;
    Ok(shown.is_some())
}

/// Settles the drafts of a turn that ended without more text: the content that they show stays.
pub async fn finalise_drafts(tx: &Tx, source: &OutboxKey) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = CASE WHEN message_id IS NOT NULL THEN 'done'
                                        WHEN attempt_at IS NOT NULL THEN 'unknown' ELSE 'dead' END
         WHERE source = ?1 AND state = 'draft'",
        params![source],
    )
    .await
    .map(drop)
}

/// Changes the content of a stored message, which is edited if it was sent already. Its files stay.
pub async fn update_content(tx: &Tx, outbox_id: i64, content: &Content) -> Result<()> {
    let Some(row) = get(tx, outbox_id).await? else { return Ok(()) };
    let content = match &content.media {
        Some(_) => content.clone(),
        None => {
            let Content { media, more, .. } = row.content()?;
            Content { media, more, ..content.clone() }
        }
    };
    tx.execute(
        "UPDATE outbox SET content = ?2, state = CASE state WHEN 'done' THEN 'pending' ELSE state END
         WHERE outbox_id = ?1",
        params![outbox_id, serde_json::to_string(&content)?],
    )
    .await?;
    tx.wake(Wake::Chat(row.chat()));
    Ok(())
}

/// Changes the content of a message that waits for its first send. Returns the changed row; `None` if it changed
/// meanwhile.
pub async fn revise(tx: &Tx, row: &Row, content: &Content) -> Result<Option<Row>> {
    tx.first(
        "UPDATE outbox SET content = ?3 WHERE outbox_id = ?1 AND state = 'pending' AND content = ?2 RETURNING *",
        params![row.outbox_id, row.content.as_str(), serde_json::to_string(content)?],
    )
    .await
}

/// Stores an edit of the message of another row, about which a source says something in this segment.
pub async fn post_edit(
    tx: &Tx,
    (source, segment): (&OutboxKey, i64),
    of: &Row,
    content: &Content,
    now: Timestamp,
) -> Result<()> {
    let chat = of.chat();
    let edit =
        Post { source, segment, part: 0, chat: &chat, chat_kind: of.chat_kind, reply_to: None, content };
    let outbox_id = post(tx, &edit, now).await?;
    tx.execute(
        "UPDATE outbox SET message_id = ?2, handle = ?3 WHERE outbox_id = ?1",
        params![outbox_id, of.message_id.as_deref(), of.handle.as_deref()],
    )
    .await
    .map(drop)
}

/// Deletes the messages of a source.
pub async fn remove(tx: &Tx, source: &OutboxKey) -> Result<()> {
    tx.execute("DELETE FROM outbox WHERE source = ?1", params![source]).await.map(drop)
}

/// Returns a row.
pub async fn get(tx: &Tx, outbox_id: i64) -> Result<Option<Row>> {
    tx.first("SELECT * FROM outbox WHERE outbox_id = ?1", [outbox_id]).await
}

/// Returns the rows of a source.
pub async fn of_source(tx: &Tx, source: &OutboxKey) -> Result<Vec<Row>> {
    tx.all("SELECT * FROM outbox WHERE source = ?1", params![source]).await
}

/// Returns the newest row of all sources that begin with `prefix`; `None` if that row is of another segment.
pub async fn last_of(tx: &Tx, prefix: &KeyPrefix, segment: i64) -> Result<Option<Row>> {
    tx.first(
        "SELECT * FROM outbox WHERE segment = ?2 AND outbox_id =
             (SELECT max(outbox_id) FROM outbox WHERE source >= ?1 AND source < ?3)",
        params![prefix, segment, prefix.end()],
    )
    .await
}

/// Returns the messages delivered to a chat before row `before`, newest first.
pub async fn delivered_to(tx: &Tx, chat: &ChatRef, before: i64, limit: i64) -> Result<Vec<Row>> {
    tx.all(
        "SELECT * FROM outbox WHERE channel = ?1 AND chat = ?2 AND thread = ?3 AND outbox_id < ?4
             AND message_id IS NOT NULL
         ORDER BY outbox_id DESC LIMIT ?5",
        params![chat.channel.as_str(), chat.chat.as_str(), thread(chat), before, limit],
    )
    .await
}

/// Returns the next step for a chat, about the oldest open row of a lane. Lanes keep the order of their messages, but
/// do not wait for each other. A topic's messages are a lane, and so is each answer to a command that the platform
/// shows at the command. A row that waits for a person's return does not block others.
pub async fn next(tx: &Tx, chat: &ChatRef, process: &Process, now: Timestamp) -> Result<Next> {
    let row: Option<Row> = tx
        .first(
            "SELECT * FROM outbox WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
                 AND held_for IS NULL
             ORDER BY outbox_id LIMIT 1",
            params![chat.channel.as_str(), chat.chat.as_str()],
        )
        .await?;
    let Some(row) = row else { return Ok(Next::Nothing) };
    let (topic, handle) = (row.thread.clone(), row.handle.clone());
    let mut until = match step(row, process, now) {
        Next::Wait(until) => until,
        step => return Ok(step),
    };
    for open in oldest_of_other_lanes(tx, chat, (&topic, handle.as_deref())).await? {
        let row = get(tx, open.outbox_id).await.context(open)?.context("the open row is missing")?;
        match step(row, process, now) {
            Next::Wait(other) => until = until.min(other),
            step => return Ok(step),
        }
    }
    Ok(Next::Wait(until))
}

/// Returns the next step for a row.
fn step(row: Row, process: &Process, now: Timestamp) -> Next {
    match row.state {
        _ if row.not_before > now => Next::Wait(row.not_before),
        State::Pending => Next::Deliver(Box::new(row)),
        State::Unknown => Next::Resolve(Box::new(row)),
        // Another process is sending it, or ended while sending it, which leaves the outcome unknown.
        State::Sending => match &row.claimed_by {
            Some(sender)
                if sender != process.id()
                    && !process.is_gone(sender)
                    && row.attempt_at.is_some_and(|at| at + HUNG_SENDER > now) =>
            {
                Next::Wait(now + OTHER_SENDER)
            }
            _ => Next::Resolve(Box::new(row)),
        },
        State::Draft | State::Done | State::Dead => Next::Nothing,
    }
}

#[cfg(test)]
mod tests;
