//! Sessions: one person's conversation in one chat and topic, or one run of a schedule.

use adjutant_channel::{ChatKind, ChatRef};
use anyhow::{Context, Result};
use libsql::params;
use serde::Deserialize;

use crate::{
    db::Tx,
    ids::{RunId, SessionId, UserId},
};

/// A session, and where its answers go.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Session {
    pub session_id: SessionId,
    channel: String,
    chat: String,
    thread: String,
    pub chat_kind: ChatKind,
    pub user_id: UserId,
    /// Set where the session is a run of a schedule.
    pub run_id: Option<RunId>,
    /// Turns with a smaller number are no longer part of the conversation.
    pub context_from: i64,
}

impl Session {
    /// Where its answers go.
    pub fn chat(&self) -> ChatRef {
        place(&self.channel, &self.chat, &self.thread)
    }
}

/// A chat as three columns have it.
pub fn place(channel: &str, chat: &str, thread: &str) -> ChatRef {
    let thread = (!thread.is_empty()).then(|| thread.to_owned());
    ChatRef { channel: channel.to_owned(), chat: chat.to_owned(), thread }
}

/// The text of a chat's topic in its column: empty for the main stream.
pub fn thread(chat: &ChatRef) -> &str {
    chat.thread.as_deref().unwrap_or_default()
}

/// The person's session in this chat, made at their first message.
pub async fn open(tx: &Tx, chat: &ChatRef, kind: ChatKind, user: &UserId, now: i64) -> Result<Session> {
    let found = tx
        .first(
            "SELECT * FROM sessions
             WHERE kind = 'chat' AND channel = ?1 AND chat = ?2 AND thread = ?3 AND user_id = ?4",
            params![chat.channel.as_str(), chat.chat.as_str(), thread(chat), user],
        )
        .await?;
    match found {
        Some(session) => Ok(session),
        None => insert(tx, chat, kind, user, None, now).await,
    }
}

/// A session of its own for a run, answering where `origin` does.
pub async fn open_run(tx: &Tx, origin: &Session, run: &RunId, now: i64) -> Result<Session> {
    insert(tx, &origin.chat(), origin.chat_kind, &origin.user_id, Some(run), now).await
}

async fn insert(
    tx: &Tx,
    chat: &ChatRef,
    kind: ChatKind,
    user: &UserId,
    run: Option<&RunId>,
    now: i64,
) -> Result<Session> {
    let id = SessionId::generate();
    tx.execute(
        "INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, run_id, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            &id,
            if run.is_some() { "run" } else { "chat" },
            chat.channel.as_str(),
            chat.chat.as_str(),
            thread(chat),
            kind_text(kind),
            user,
            run.map(RunId::as_str),
            now
        ],
    )
    .await?;
    get(tx, &id).await
}

/// The session with this id.
pub async fn get(tx: &Tx, id: &SessionId) -> Result<Session> {
    tx.first("SELECT * FROM sessions WHERE session_id = ?1", params![id])
        .await?
        .with_context(|| format!("there is no {id}"))
}

/// Starts a new conversation: what was said so far is no longer context, and the scratchpad is empty.
pub async fn start_anew(tx: &Tx, id: &SessionId) -> Result<()> {
    tx.execute(
        "UPDATE sessions SET context_from =
             (SELECT coalesce(max(seq), -1) + 1 FROM turns WHERE turns.session_id = ?1)
         WHERE session_id = ?1",
        params![id],
    )
    .await?;
    tx.execute("DELETE FROM scratchpads WHERE session_id = ?1", params![id]).await.map(drop)
}

/// Sessions that have something to do: a waiting row, or a turn that is to go on. At most `limit`.
pub async fn with_work(tx: &Tx, limit: i64) -> Result<Vec<SessionId>> {
    #[derive(Deserialize)]
    struct Row {
        session_id: SessionId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT DISTINCT session_id FROM inbox WHERE state = 'waiting' AND session_id IS NOT NULL
             UNION SELECT DISTINCT session_id FROM turns WHERE state = 'running' LIMIT ?1",
            [limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.session_id).collect())
}

/// A chat got a new id: everything that points to the old one follows.
pub async fn migrate_chat(tx: &Tx, channel: &str, from: &str, to: &str) -> Result<()> {
    tx.execute(
        "UPDATE OR IGNORE sessions SET chat = ?3 WHERE channel = ?1 AND chat = ?2",
        params![channel, from, to],
    )
    .await?;
    tx.execute(
        "UPDATE outbox SET chat = ?3, message_id = CASE WHEN state = 'pending' THEN NULL ELSE message_id END
         WHERE channel = ?1 AND chat = ?2",
        params![channel, from, to],
    )
    .await
    .map(drop)
}

/// How a chat's kind stands in a column.
pub fn kind_text(kind: ChatKind) -> &'static str {
    match kind {
        ChatKind::Direct => "direct",
        ChatKind::Group => "group",
    }
}
