//! Export requests, and a person's records for an export, a page at a time.
//!
//! Each query returns records as JSON in the shape that docs/EXPORT.md describes, each with a `key` after which the
//! next page begins. A query covers one user, so that an index leads to each page.

mod site;

use adjutant_channel::ChatRef;
use adjutant_domain::{
    ids::{self, UserId},
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    db::{Tx, params, sql::joined},
    runs::run_sources,
    sessions,
};

/// The most records in a page.
const PAGE: i64 = 200;

/// An export request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Job {
    pub export_id: String,
    pub user_id: UserId,
    channel: String,
    chat: String,
    thread: String,
    /// The attempts that have begun.
    pub attempts: i64,
}

impl Job {
    /// Returns the direct chat that receives the files.
    pub fn chat(&self) -> ChatRef {
        sessions::place(&self.channel, &self.chat, &self.thread)
    }
}

/// Requests an export. Returns false if the person already waits for one.
pub async fn ask(tx: &Tx, user: &UserId, to: &ChatRef, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "INSERT INTO exports (export_id, user_id, channel, chat, thread, not_before, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ON CONFLICT (user_id) DO NOTHING",
            params![
                format!("export-{}", ids::token()),
                user,
                to.channel.as_str(),
                to.chat.as_str(),
                sessions::thread(to),
                now
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns the next export to make.
pub async fn next(tx: &Tx, now: Timestamp) -> Result<Option<Job>> {
    tx.first(
        "SELECT * FROM exports WHERE not_before <= ?1 AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = exports.user_id)
         ORDER BY created_at LIMIT 1",
        [now],
    )
    .await
}

/// Removes an export that was made or given up. Returns false if it was withdrawn meanwhile.
pub async fn finish(tx: &Tx, id: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM exports WHERE export_id = ?1", [id]).await? == 1)
}

/// Counts an attempt before it begins, since it may end the process. The next attempt is at `not_before`.
pub async fn begin(tx: &Tx, id: &str, not_before: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE exports SET attempts = attempts + 1, not_before = ?2 WHERE export_id = ?1",
        params![id, not_before],
    )
    .await
    .map(drop)
}

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Accounts,
    Notes,
    Conversations,
    /// The messages of one conversation.
    Messages,
    /// Commands, and messages that no turn processed.
    Others,
    Schedules,
    Runs,
    Approvals,
    Grants,
    Usage,
    /// The person's website: its settings and navigation.
    Sites,
    /// Its pages with their sections.
    SitePages,
    /// Its pictures.
    SitePictures,
    /// Its posts.
    SitePosts,
    /// Its collections.
    SiteCollections,
    /// Their entries.
    SiteEntries,
    /// The stored changes of the website.
    SiteChanges,
    /// The messages of its visitors.
    SiteMessages,
    /// Entries of the operator's audit log.
    Audit,
}

/// A page of records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub records: Vec<Value>,
    /// Where the next page begins; `None` if there were no records.
    pub next: Option<String>,
}

/// Returns a page of a user's records, or of a conversation's records for [`Section::Messages`]. `after` is empty for
/// the first page.
pub async fn page(tx: &Tx, section: Section, whose: &str, after: &str) -> Result<Page> {
    #[derive(Deserialize)]
    struct Row {
        key: String,
        record: Option<String>,
    }
    let rows: Vec<Row> = tx.all(section.sql(), params![whose, after, PAGE]).await?;
    let next = rows.last().map(|row| row.key.clone());
    let mut records = Vec::new();
    for record in rows.into_iter().filter_map(|row| row.record) {
        records.push(serde_json::from_str(&record).with_context(|| format!("a record of {section:?}"))?);
    }
    Ok(Page { records, next })
}

/// A time in SQL, formatted as `2026-05-01T08:00:00Z`.
macro_rules! at {
    ($millis:literal) => {
        concat!("strftime('%Y-%m-%dT%H:%M:%SZ', ", $millis, " / 1000, 'unixepoch')")
    };
}
use at;

/// The chat of the session `s` in SQL: `telegram:42`, `discord:7/9`.
macro_rules! chat {
    () => {
        "s.channel || ':' || s.chat || iif(s.thread = '', '', '/' || s.thread)"
    };
}

impl Section {
    /// Returns the query. ?1: the user or conversation; ?2: the key after which the page begins; ?3: the length of the
    /// page.
    fn sql(self) -> &'static str {
        match self {
            Self::Accounts => ACCOUNTS,
            Self::Notes => NOTES,
            Self::Conversations => CONVERSATIONS,
            Self::Messages => MESSAGES,
            Self::Others => OTHERS,
            Self::Schedules => SCHEDULES,
            Self::Runs => RUNS,
            Self::Approvals => APPROVALS,
            Self::Grants => GRANTS,
            Self::Usage => USAGE,
            Self::Sites => site::SITES,
            Self::SitePages => site::PAGES,
            Self::SitePictures => site::PICTURES,
            Self::SitePosts => site::POSTS,
            Self::SiteCollections => site::COLLECTIONS,
            Self::SiteEntries => site::ENTRIES,
            Self::SiteChanges => site::CHANGES,
            Self::SiteMessages => site::MESSAGES,
            Self::Audit => AUDIT,
        }
    }
}

const ACCOUNTS: &str = concat!(
    "SELECT u.user_id AS key, json_object('user', u.user_id, 'name', u.name, 'role', u.role,
         'approver', json(iif(u.approver, 'true', 'false')), 'timezone', u.timezone, 'language',
         coalesce(u.language, u.platform_language), 'quiet_hours', iif(u.quiet_from IS NULL, NULL,
         printf('%02d:%02d-%02d:%02d', u.quiet_from / 60, u.quiet_from % 60, u.quiet_until / 60, u.quiet_until % 60)),
         'since', ",
    at!("u.created_at"),
    ", 'owner_reads_since', (SELECT ",
    at!("r.told_at"),
    " FROM owner_reads r WHERE r.user_id = u.user_id), 'signed_in_browsers', json((SELECT json_group_array(json_object('account',
             b.channel || ':' || b.external_id, 'since', ",
    at!("b.created_at"),
    ", 'until', ",
    at!("b.expires_at"),
    ")) FROM console_sessions b WHERE b.user_id = u.user_id)), 'identities', json((SELECT json_group_array(json_object('account', i.channel || ':' || i.external_id,
             'direct_chat', i.direct_chat, 'admitted_by', iif(i.admission = 'owner', 'owner', 'configuration'), 'since', ",
    at!("i.created_at"),
    ")) FROM identities i WHERE i.user_id = u.user_id))) AS record
     FROM users u WHERE u.user_id = ?1 AND u.user_id > ?2 LIMIT ?3"
);

const NOTES: &str = concat!(
    "SELECT CAST(n.row AS TEXT) AS key, json_object('id', n.note_id, 'content', n.content, 'tags', json(n.tags),
         'shareable', json(iif(n.shareable, 'true', 'false')), 'chat', ",
    chat!(),
    ", 'message', n.message_id, 'words_of', n.untrusted, 'created_at', ",
    at!("n.created_at"),
    ", 'updated_at', ",
    at!("n.updated_at"),
    ") AS record FROM notes n LEFT JOIN sessions s USING (session_id)
     WHERE n.user_id = ?1 AND n.row > CAST(?2 AS INTEGER) ORDER BY n.row LIMIT ?3"
);

const CONVERSATIONS: &str = concat!(
    "SELECT s.session_id AS key, json_object('id', s.session_id, 'kind', iif(s.agent IS NOT NULL, 'specialist', s.kind),
         'chat', ",
    chat!(),
    ", 'group', json(iif(s.chat_kind = 'group', 'true', 'false')), 'run', s.run_id, 'specialist', s.agent,
         'summary', (SELECT text FROM summaries x WHERE x.session_id = s.session_id),
         'summary_words_of', (SELECT untrusted FROM summaries x WHERE x.session_id = s.session_id),
         'scratchpad', json((SELECT items FROM scratchpads x WHERE x.session_id = s.session_id)),
         'plan', json((SELECT json_extract(x.state, '$.steps') FROM toolset_state x
                       WHERE x.session_id = s.session_id AND x.toolset = 'plan')),
         'plan_words_of', (SELECT json_extract(x.state, '$.untrusted') FROM toolset_state x
                           WHERE x.session_id = s.session_id AND x.toolset = 'plan'),
         'scratchpad_words_of', (SELECT untrusted FROM scratchpads x WHERE x.session_id = s.session_id),
         'files', json((SELECT json_group_array(json_object('id', x.attachment_id, 'message', x.message_id,
             'file', json(x.attachment), 'shows', x.description, 'words_of', x.untrusted)) FROM attachments x WHERE x.session_id = s.session_id)),
         'began_at', ",
    at!("s.created_at"),
    ") AS record FROM sessions s WHERE s.user_id = ?1 AND s.session_id > ?2 ORDER BY s.session_id LIMIT ?3"
);

const MESSAGES: &str = concat!(
    "WITH t AS (SELECT turn_id, session_id, seq FROM turns WHERE session_id = ?1
                AND seq > iif(?2 = '', -1, CAST(?2 AS INTEGER)) ORDER BY seq LIMIT ?3 / 10)
     SELECT CAST(t.seq AS TEXT) AS key, iif(e.entry_id IS NULL, NULL, json_object('conversation', t.session_id,
         'turn', t.turn_id, 'from', e.role, 'text', e.text, 'words_of', e.untrusted, 'at', ",
    at!("e.created_at"),
    ", 'reasoning', e.reasoning, 'calls', json((SELECT json_group_array(json_object('id', c.call_id, 'tool', c.tool, 'arguments', c.arguments,
             'state', c.state, 'title', c.title, 'result', c.result, 'error', c.error_code, 'receipt', c.receipt,
             'words_of', c.untrusted, 'whole_output', o.output))
         FROM (SELECT * FROM tool_calls WHERE entry_id = e.entry_id ORDER BY ordinal) c
             LEFT JOIN tool_outputs o USING (call_id))))) AS record
     FROM t LEFT JOIN entries e USING (turn_id) ORDER BY t.seq, e.entry_id"
);

const OTHERS: &str = concat!(
    "SELECT CAST(e.inbox_id AS TEXT) AS key, json_object('chat', e.channel || ':' || e.chat, 'message', e.message_id,
         'text', json_extract(e.body, '$.text'), 'files', json_extract(e.body, '$.attachments'), 'at', ",
    at!("e.sent_at"),
    ") AS record FROM inbox e
     WHERE e.inbox_id > CAST(?2 AS INTEGER) AND e.turn_id IS NULL AND json_extract(e.body, '$.text') IS NOT NULL
         AND (e.user_id = ?1
              OR EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = e.session_id AND s.user_id = ?1)
              OR EXISTS (SELECT 1 FROM identities i
                         WHERE i.user_id = ?1 AND i.channel = e.channel AND i.direct_chat = e.chat))
     ORDER BY e.inbox_id LIMIT ?3
     -- scan: goes through the inbox once, in the background"
);

const SCHEDULES: &str = concat!(
    "SELECT printf('%020d', x.created_at) || x.schedule_id AS key, json_object('id', x.schedule_id, 'name', x.name,
         'goal', x.goal, 'reminder', json(iif(x.reminder, 'true', 'false')), 'cadence', x.cadence_type,
         'when', x.cadence_value, 'timezone', x.timezone, 'notification', x.notification,
         'urgent', json(iif(x.urgent, 'true', 'false')), 'missed', x.missed, 'grace_seconds', x.grace_secs,
         'overlap', x.overlap, 'previous_outputs', x.previous_outputs, 'model', x.model, 'status', x.status,
         'paused_because', x.paused_why, 'words_of', x.untrusted, 'chat', ",
    chat!(),
    ", 'next_run_at', ",
    at!("x.next_run_at"),
    ", 'created_at', ",
    at!("x.created_at"),
    ", 'updated_at', ",
    at!("x.updated_at"),
    ") AS record FROM schedules x JOIN sessions s USING (session_id)
     WHERE x.user_id = ?1 AND printf('%020d', x.created_at) || x.schedule_id > ?2 ORDER BY key LIMIT ?3"
);

const RUNS: &str = concat!(
    "SELECT run_id AS key, json_object('id', run_id, 'schedule', schedule_id, 'cause', cause, 'status', status,
         'delivery', delivery, 'decision', json(notify), 'output', output, 'error', error, 'words_of', ",
    run_sources!(),
    ", 'missed', missed,
         'attempts', attempts, 'model_calls', steps, 'seconds', millis / 1e3, 'input_tokens', input_tokens,
         'output_tokens', output_tokens, 'cost_usd', cost_micros / 1e6, 'due_at', ",
    at!("due_at"),
    ", 'deliver_at', ",
    at!("deliver_at"),
    ", 'done_at', ",
    at!("done_at"),
    ", 'started_at', ",
    at!("started_at"),
    ", 'finished_at', ",
    at!("finished_at"),
    ") AS record FROM runs r WHERE user_id = ?1 AND run_id > ?2 ORDER BY run_id LIMIT ?3"
);

// The decider is unknown if their data was deleted.
const APPROVALS: &str = concat!(
    "SELECT printf('%020d', created_at) || approval_id AS key, json_object('id', approval_id, 'call', call_id,
         'tool', tool, 'arguments', arguments, 'summary', summary, 'reason', reason, 'state', state, 'scope', scope,
         'allowed', allowed, 'why', why, 'question', json(question), 'answer', json(answer), 'decided_by', CASE
             WHEN decided_by IN (SELECT member FROM same_person WHERE user_id = ?1) THEN 'you'
             WHEN decided_by IS NOT NULL OR state IN ('approved', 'denied') THEN 'somebody else' END, 'asked_at', ",
    at!("created_at"),
    ", 'decided_at', ",
    at!("decided_at"),
    ") AS record FROM approvals
     WHERE requester = ?1 AND printf('%020d', created_at) || approval_id > ?2 ORDER BY key LIMIT ?3"
);

const GRANTS: &str = concat!(
    "SELECT printf('%020d', created_at) || grant_id AS key, json_object('id', grant_id, 'tool', tool, 'pattern', pattern,
         'label', label, 'scope', scope, 'covers_others_words', json(iif(sources IS NULL, 'false', 'true')),
         'covers_words_of', sources, 'given_at', ",
    at!("created_at"),
    ", 'expires_at', ",
    at!("expires_at"),
    ", 'last_used_at', ",
    at!("last_used_at"),
    ", 'revoked_at', ",
    at!("revoked_at"),
    ") AS record FROM grants
     WHERE user_id = ?1 AND printf('%020d', created_at) || grant_id > ?2 ORDER BY key LIMIT ?3"
);

const USAGE: &str = "SELECT day AS key, json_object('day', day, 'turns', turns, 'model_calls', steps, 'seconds', millis / 1e3,
         'input_tokens', input_tokens, 'cached_tokens', cached_tokens, 'output_tokens', output_tokens, 'cost_usd', cost_micros / 1e6,
         'models', json((SELECT json_group_array(json_object('model', m.model, 'model_calls', m.steps, 'input_tokens', m.input_tokens,
             'cached_tokens', m.cached_tokens, 'output_tokens', m.output_tokens, 'cost_usd', m.cost_micros / 1e6))
             FROM usage_by_model m WHERE m.user_id = usage.user_id AND m.day = usage.day))) AS record
     FROM usage WHERE user_id = ?1 AND day > ?2 ORDER BY day LIMIT ?3";

const AUDIT: &str = concat!(
    "SELECT CAST(audit_id AS TEXT) AS key, json_object('kind', kind, 'tool', tool, 'outcome', outcome, 'by', CASE
             WHEN actor IN (SELECT member FROM same_person WHERE user_id = ?1) THEN 'you'
             WHEN actor IS NOT NULL THEN 'somebody else' END, 'detail', json(detail), 'at', ",
    at!("at"),
    ") AS record FROM audit WHERE user_id = ?1 AND audit_id > CAST(?2 AS INTEGER) ORDER BY audit_id LIMIT ?3
     -- scan: goes through the audit once, in the background"
);
