//! Sessions: one person's conversation in one chat and topic, one run of a schedule, a specialist's work for a call of
//! either, or one connection of an MCP client.

use adjutant_channel::{ChatKind, ChatRef, Inbound, KnownChat, Opening};
use adjutant_domain::{
    ids::{CallId, ClientId, RunId, SessionId, TurnId, UserId},
    language::Language,
    scope::Scope,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    open_toolsets,
    process::Process,
    summaries, toolset_state,
};

mod migrated;

pub use migrated::migrate_chat;

/// A session, and the chat that receives its answers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Session {
    pub session_id: SessionId,
    channel: String,
    chat: String,
    thread: String,
    pub chat_kind: ChatKind,
    pub user_id: UserId,
    /// The run, if the session belongs to a run of a schedule.
    pub run_id: Option<RunId>,
    /// Turns with a smaller number are no longer part of the conversation.
    pub context_from: i64,
    /// The specialist that works in the session, and the call that it works for.
    pub agent: Option<String>,
    pub parent_call: Option<CallId>,
    /// The MCP client, if the session is a client's connection.
    pub client: Option<ClientId>,
    /// The client's name, if the session was loaded by [`get`] and the client still exists.
    #[serde(default)]
    pub client_name: Option<String>,
    /// The turn and session of that call, if the session was loaded by [`get`].
    #[serde(default)]
    pub parent_turn: Option<TurnId>,
    #[serde(default)]
    pub parent_session: Option<SessionId>,
    #[serde(default)]
    parent_run: Option<RunId>,
}

/// What a session is for.
#[derive(Clone, Copy, Debug)]
pub enum Work<'a> {
    /// A person's conversation.
    Conversation,
    /// A run of a schedule.
    Run(&'a RunId),
    /// A specialist's work for a call.
    Delegated { agent: &'a str, call: Option<&'a CallId> },
    /// The connection of an MCP client.
    Client(&'a ClientId),
}

/// Selects sessions `s`, with the turn and session of the call `c` that each works for, and the name of its client.
macro_rules! with_parent {
    () => {
        "SELECT s.*, t.turn_id AS parent_turn, p.session_id AS parent_session, p.run_id AS parent_run,
             m.name AS client_name
         FROM sessions s LEFT JOIN tool_calls c ON c.call_id = s.parent_call
         LEFT JOIN turns t ON t.turn_id = c.turn_id LEFT JOIN sessions p ON p.session_id = t.session_id
         LEFT JOIN mcp_clients m ON m.client_id = s.client "
    };
}

impl Session {
    /// Returns the chat that receives the session's answers.
    pub fn chat(&self) -> ChatRef {
        place(&self.channel, &self.chat, &self.thread)
    }

    /// Returns what the session is for.
    pub fn work(&self) -> Work<'_> {
        match (&self.agent, &self.client, &self.run_id) {
            (Some(agent), ..) => Work::Delegated { agent, call: self.parent_call.as_ref() },
            (_, Some(client), _) => Work::Client(client),
            (_, _, Some(run)) => Work::Run(run),
            _ => Work::Conversation,
        }
    }

    /// Returns the scope of the person's memory that may appear in the session.
    pub fn scope(&self) -> Scope {
        Scope::in_chat(&self.chat(), self.chat_kind)
    }

    /// Returns whether the session is a person's conversation, whose text the chat sees as it is written.
    pub fn is_conversation(&self) -> bool {
        matches!(self.work(), Work::Conversation)
    }

    /// Returns the run that the session belongs to or works for. Nobody waits for a run's answer.
    pub fn scheduled_by(&self) -> Option<&RunId> {
        self.run_id.as_ref().or(self.parent_run.as_ref())
    }

    /// Returns the session for which this session works, or else this session. A grant for a conversation applies
    /// there.
    pub fn conversation(&self) -> &SessionId {
        self.parent_session.as_ref().unwrap_or(&self.session_id)
    }
}

/// A chat with all its topics, or one of them.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub channel: &'a str,
    pub chat: &'a str,
    /// `None` for all topics; empty for the main stream.
    pub thread: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// Returns the whole chat.
    pub fn whole(chat: &'a ChatRef) -> Self {
        Self { channel: &chat.channel, chat: &chat.chat, thread: None }
    }

    /// Returns the chat's topic alone.
    pub fn topic(chat: &'a ChatRef) -> Self {
        Self { thread: Some(thread(chat)), ..Self::whole(chat) }
    }
}

/// Returns a chat from its three columns.
pub fn place(channel: &str, chat: &str, thread: &str) -> ChatRef {
    let thread = (!thread.is_empty()).then(|| thread.to_owned());
    ChatRef { channel: channel.to_owned(), chat: chat.to_owned(), thread }
}

/// Returns the column's value for a chat's topic: empty for the main stream.
pub fn thread(chat: &ChatRef) -> &str {
    chat.thread.as_deref().unwrap_or_default()
}

/// Opens the person's session for an event. In a thread that was opened at a message, a new session continues from the
/// turn that answered the message.
pub async fn open_for(tx: &Tx, event: &Inbound, user: &UserId, now: Timestamp) -> Result<Session> {
    if let Some(session) = find(tx, &event.chat, user).await? {
        return Ok(session);
    }
    let session = insert(tx, &event.chat, event.chat_kind, user, Work::Conversation, now).await?;
    if let Some(opening) = &event.opened_at
        && let Some(turn) = turn_of_message(tx, opening, user).await?
    {
        tx.execute(
            "UPDATE sessions SET continues = ?2 WHERE session_id = ?1",
            params![&session.session_id, turn],
        )
        .await?;
    }
    Ok(session)
}

/// Opens the person's session in this chat, and creates it at their first message.
pub async fn open(tx: &Tx, chat: &ChatRef, kind: ChatKind, user: &UserId, now: Timestamp) -> Result<Session> {
    match find(tx, chat, user).await? {
        Some(session) => Ok(session),
        None => insert(tx, chat, kind, user, Work::Conversation, now).await,
    }
}

/// Returns the person's session in this chat, if they have one.
pub async fn find(tx: &Tx, chat: &ChatRef, user: &UserId) -> Result<Option<Session>> {
    tx.first(
        "SELECT * FROM sessions
         WHERE kind = 'chat' AND channel = ?1 AND chat = ?2 AND thread = ?3 AND user_id = ?4",
        params![chat.channel.as_str(), chat.chat.as_str(), thread(chat), user],
    )
    .await
}

/// Returns the turn of this person that a message began, or that answered with this message.
async fn turn_of_message(
    tx: &Tx,
    Opening { chat, message_id }: &Opening,
    user: &UserId,
) -> Result<Option<TurnId>> {
    tx.value(
        "SELECT t.turn_id AS value FROM (
             SELECT turn_id FROM inbox WHERE channel = ?1 AND chat = ?2 AND message_id = ?3 AND turn_id IS NOT NULL
             UNION ALL
             SELECT source FROM outbox WHERE channel = ?1 AND chat = ?2 AND message_id = ?3) AS found
         JOIN turns t USING (turn_id) JOIN sessions s USING (session_id)
         WHERE s.user_id = ?4 AND s.kind = 'chat' LIMIT 1",
        params![chat.channel.as_str(), chat.chat.as_str(), message_id.0.as_str(), user],
    )
    .await
}

/// Returns up to `limit` chats of a channel in which people have talked to the bot, in the order of their ids, after a
/// given one.
pub async fn chats_of(tx: &Tx, channel: &str, after: Option<&ChatRef>, limit: i64) -> Result<Vec<KnownChat>> {
    #[derive(Deserialize)]
    struct Row {
        chat: String,
        thread: String,
        chat_kind: ChatKind,
    }
    let (chat, topic) = after.map_or(("", ""), |after| (after.chat.as_str(), thread(after)));
    let rows: Vec<Row> = tx
        .all(
            "SELECT chat, thread, chat_kind FROM sessions
             WHERE kind = 'chat' AND channel = ?1 AND (chat, thread) > (?2, ?3)
             GROUP BY chat, thread ORDER BY chat, thread LIMIT ?4",
            params![channel, chat, topic, limit],
        )
        .await?;
    let known = |row: Row| KnownChat { chat: place(channel, &row.chat, &row.thread), kind: row.chat_kind };
    Ok(rows.into_iter().map(known).collect())
}

/// Creates a session for a run. It answers in the chat of `origin`, and has the same toolsets open.
pub async fn open_run(tx: &Tx, origin: &Session, run: &RunId, now: Timestamp) -> Result<Session> {
    let session = insert(tx, &origin.chat(), origin.chat_kind, &origin.user_id, Work::Run(run), now).await?;
    open_toolsets::take_over(tx, &origin.session_id, &session.session_id, now).await?;
    Ok(session)
}

/// Returns the session of a run's last attempt.
pub async fn of_run(tx: &Tx, run: &RunId) -> Result<Option<SessionId>> {
    tx.value(
        "SELECT session_id AS value FROM sessions WHERE run_id = ?1 AND kind = 'run'
         ORDER BY created_at DESC LIMIT 1",
        params![run],
    )
    .await
}

/// Opens the session in which a specialist works for a call of `origin`; the same call always gets the same session.
pub async fn open_delegated(
    tx: &Tx,
    origin: &Session,
    (agent, call): (&str, &CallId),
    now: Timestamp,
) -> Result<SessionId> {
    let found =
        tx.value("SELECT session_id AS value FROM sessions WHERE parent_call = ?1", params![call]).await?;
    match found {
        Some(session) => Ok(session),
        None => {
            let work = Work::Delegated { agent, call: Some(call) };
            let session = insert(tx, &origin.chat(), origin.chat_kind, &origin.user_id, work, now).await?;
            Ok(session.session_id)
        }
    }
}

/// Opens the session of a client's connection, which asks for approvals in the chat of `origin`.
pub async fn open_connection(
    tx: &Tx,
    origin: &Session,
    client: &ClientId,
    now: Timestamp,
) -> Result<SessionId> {
    let (chat, kind, user) = (origin.chat(), origin.chat_kind, &origin.user_id);
    Ok(insert(tx, &chat, kind, user, Work::Client(client), now).await?.session_id)
}

/// Returns the sessions of specialists that work for the unfinished calls of a turn.
pub async fn delegated_sessions_of(tx: &Tx, turn: &TurnId) -> Result<Vec<Session>> {
    tx.all(
        concat!(with_parent!(), "WHERE c.turn_id = ?1 AND c.state <> 'done' ORDER BY c.entry_id, c.ordinal"),
        params![turn],
    )
    .await
}

async fn insert(
    tx: &Tx,
    chat: &ChatRef,
    kind: ChatKind,
    user: &UserId,
    work: Work<'_>,
    now: Timestamp,
) -> Result<Session> {
    let id = SessionId::generate();
    let (run, agent, call, client) = match work {
        Work::Conversation => (None, None, None, None),
        Work::Run(run) => (Some(run.as_str()), None, None, None),
        Work::Delegated { agent, call } => (None, Some(agent), call.map(CallId::as_str), None),
        Work::Client(client) => (None, None, None, Some(client.as_str())),
    };
    tx.execute(
        "INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, run_id, agent, parent_call,
             client, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            &id,
            if matches!(work, Work::Conversation) { "chat" } else { "run" },
            chat.channel.as_str(),
            chat.chat.as_str(),
            thread(chat),
            kind_text(kind),
            user,
            run,
            agent,
            call,
            client,
            now
        ],
    )
    .await?;
    get(tx, &id).await
}

/// Returns the session with this id.
pub async fn get(tx: &Tx, id: &SessionId) -> Result<Session> {
    tx.first(concat!(with_parent!(), "WHERE s.session_id = ?1"), params![id])
        .await?
        .with_context(|| format!("there is no {id}"))
}

/// Returns how many conversations a person has, counted up to `most`.
pub async fn count_conversations(tx: &Tx, user: &UserId, most: i64) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM (SELECT 1 FROM sessions
                 WHERE kind = 'chat' AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1) LIMIT ?2)",
            params![user, most],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Starts a new conversation: earlier messages, the continued turn and recent topics are no longer context, the
/// scratchpad and the plan are empty, no toolset is open, and no skill is active.
pub async fn reset_context(tx: &Tx, id: &SessionId) -> Result<()> {
    tx.execute(
        "UPDATE sessions SET continues = NULL, context_from =
             (SELECT coalesce(max(seq), -1) + 1 FROM turns WHERE turns.session_id = ?1)
         WHERE session_id = ?1",
        params![id],
    )
    .await?;
    summaries::forget(tx, id).await?;
    for name in [toolset_state::SEEN, toolset_state::OPEN, toolset_state::SKILLS, toolset_state::PLAN] {
        toolset_state::forget(tx, id, name).await?;
    }
    tx.execute("DELETE FROM scratchpads WHERE session_id = ?1", params![id]).await.map(drop)
}

/// The present work of a session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SessionState {
    pub person: UserId,
    /// The language for texts to the person; `None` for English.
    pub language: Option<Language>,
    pub running: Option<TurnId>,
    /// Whether a turn runs, a message waits, or this process still has the lease.
    pub has_work: bool,
}

/// Returns the present work of a session, as this process sees it; `None` if the session is gone.
pub async fn state(tx: &Tx, id: &SessionId, process: &Process) -> Result<Option<SessionState>> {
    tx.first(
        "SELECT coalesce(u.person, u.user_id) AS person, coalesce(u.language, u.platform_language) AS language,
             (SELECT turn_id FROM turns WHERE session_id = ?1 AND state = 'running') AS running,
             EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND state = 'running')
             OR EXISTS (SELECT 1 FROM inbox WHERE session_id = ?1 AND state = 'waiting')
             OR EXISTS (SELECT 1 FROM leases WHERE name = ?1 AND owner = ?2 AND expires_at > 0) AS has_work
         FROM sessions s JOIN users u USING (user_id) WHERE s.session_id = ?1",
        params![id, process.id()],
    )
    .await
}

/// Returns up to `limit` sessions with work: a waiting inbox row, or a turn to continue, of a person who is served now;
/// or a turn that must stop. Every user's first session comes before any user's second.
pub async fn with_work(tx: &Tx, limit: i64) -> Result<Vec<SessionId>> {
    #[derive(Deserialize)]
    struct Row {
        session_id: SessionId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT session_id FROM (
                 SELECT session_id, row_number() OVER (PARTITION BY s.user_id ORDER BY session_id) AS nth FROM (
                     SELECT session_id, max(must_stop) AS must_stop FROM (
                         SELECT session_id, 0 AS must_stop FROM inbox
                         WHERE state = 'waiting' AND session_id IS NOT NULL
                         UNION ALL SELECT session_id, cancel_requested FROM turns WHERE state = 'running')
                     GROUP BY session_id)
                 LEFT JOIN sessions s USING (session_id)
                 WHERE must_stop OR NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = s.user_id))
             ORDER BY nth LIMIT ?1
             -- sort: people take turns, so it looks at all that waits",
            [limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.session_id).collect())
}

/// Returns the conversations of a user in which a turn runs or waits, or a command waits.
pub async fn at_work(tx: &Tx, user: &UserId) -> Result<Vec<SessionId>> {
    #[derive(Deserialize)]
    struct Row {
        session_id: SessionId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT session_id FROM sessions s WHERE user_id = ?1 AND kind = 'chat'
                 AND (EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id AND t.state = 'running')
                     OR EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id AND t.state = 'waiting')
                     OR EXISTS (SELECT 1 FROM inbox i WHERE i.session_id = s.session_id AND i.state = 'waiting'
                          AND i.kind = 'control'))",
            params![user],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.session_id).collect())
}

/// Returns the column's value for a chat's kind.
pub fn kind_text(kind: ChatKind) -> &'static str {
    match kind {
        ChatKind::Direct => "direct",
        ChatKind::Group => "group",
    }
}
