//! The state that every arriving message needs, read with one statement.

use adjutant_channel::ChatRef;
use adjutant_domain::{
    ids::{SessionId, UserId},
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params, sql::indexed},
    sessions::thread,
};

/// The state of the chat and session in which a message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Arrival {
    /// Whether the chat awaits a text from the person: the reason for a denial, an answer, the new text of a note, or
    /// the value of a secret.
    pub is_awaited: bool,
    /// How many messages of the person wait for a turn, counted up to a limit.
    pub waiting: i64,
    /// How many messages wait for delivery to the chat, counted up to a limit.
    pub undelivered: i64,
    /// Whether a turn runs in the session.
    pub is_busy: bool,
    /// Whether nothing else waits in the session: no row of the inbox, and no file that the model has not been told of.
    pub is_alone: bool,
}

/// The limits up to which rows are counted.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub waiting: i64,
    pub undelivered: i64,
}

/// Returns the state of a chat and session for a message of this person.
pub async fn look(
    tx: &Tx,
    chat: &ChatRef,
    (session, user): (&SessionId, &UserId),
    limits: Limits,
    now: Timestamp,
) -> Result<Arrival> {
    tx.first(
        concat!("SELECT
             EXISTS (SELECT 1 FROM approvals WHERE why_from = ?2 AND why_chat = ?3 AND state = 'pending'
                         AND expires_at > ?7)
             OR EXISTS (SELECT 1 FROM sessions s JOIN note_lists l USING (session_id)
                        WHERE s.kind = 'chat' AND s.channel = ?4 AND s.chat = ?5 AND s.thread = ?6
                            AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                            AND l.editing IS NOT NULL)
             OR EXISTS (SELECT 1 FROM awaited_secrets WHERE user_id = ?2 AND channel = ?4 AND chat = ?5
                            AND message_id = '') AS is_awaited,
             (SELECT count(*) FROM (
                  SELECT 1 FROM ",
indexed!("inbox i", "inbox_waiting"),
" JOIN sessions s USING (session_id)
                  WHERE i.state = 'waiting' AND i.kind = 'message'
                      AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?2) LIMIT ?8)) AS waiting,
             (SELECT count(*) FROM (
                  SELECT 1 FROM outbox WHERE channel = ?4 AND chat = ?5
                      AND state IN ('pending', 'sending', 'unknown') AND held_for IS NULL LIMIT ?9)) AS undelivered,
             EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND state = 'running') AS is_busy,
             NOT EXISTS (SELECT 1 FROM inbox WHERE session_id = ?1 AND state = 'waiting')
                 AND NOT EXISTS (SELECT 1 FROM attachments WHERE session_id = ?1 AND told = 0) AS is_alone"),
        params![
            session,
            user,
            chat.to_string(),
            chat.channel.as_str(),
            chat.chat.as_str(),
            thread(chat),
            now,
            limits.waiting,
            limits.undelivered
        ],
    )
    .await?
    .context("a query without a condition has a row")
}
