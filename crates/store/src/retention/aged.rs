//! Rows that are deleted by age, one window of time after the other.

use std::time::Duration;

use adjutant_domain::{
    outbox_key::{KeyPrefix, OutboxKey},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{
    Tx, params,
    sql::{indexed, listed},
};

/// Rows that are deleted by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    /// Events that only changed something: edits, deletions, presses.
    Passing,
    /// Handled events. They identify the platform's repeats, so those from the last two days with events of a channel
    /// stay: a channel that comes back may resume from there. The newest event of a chat stays as well, to find a send
    /// that was left in doubt.
    Events,
    /// Delivered messages. A prompt stays as long as its approvals; the newest message of a chat stays as above.
    Delivered,
    /// Dead letters.
    Dead,
    /// Calls of hooks whose runs have ended, with their bodies.
    HookCalls,
    /// Messages from visitors of websites.
    SiteMessages,
    /// State of the buttons under a list of notes, once its message is deleted.
    NoteLists,
    /// State of the buttons under a list of schedules, once its message is deleted.
    ScheduleLists,
    /// Schedules that are over, with the secrets of hooks.
    Schedules,
    /// References by which the files of messages can be fetched.
    Attachments,
    /// Items that were set aside.
    SetAside,
    /// Strangers about whom the owner has not decided, with their messages.
    Strangers,
    /// Full results of calls; `before` is compared with their expiry.
    Outputs,
    /// Outputs of runs, unless they are held and still to be sent. The rows of the runs stay.
    RunOutputs,
    /// Runs with nothing else left, not even something to be sent.
    Runs,
    /// Sessions of runs and specialists with nothing else left.
    RunSessions,
}

/// A span of time with a limited number of old rows of a kind. Any number of old rows may have to stay, so a pass goes
/// from one window to the next, and never reads the same rows again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub from: Timestamp,
    /// The first instant after the window.
    pub until: Timestamp,
}

/// The most rows in a window, unless more have the same millisecond.
const WINDOW: i64 = 200;

/// Returns the time of the row that is ?3 rows after the time ?1, if it is before ?2.
macro_rules! window {
    ($table:expr, $time:literal, $condition:literal) => {
        concat!(
            "SELECT ",
            $time,
            " AS value FROM ",
            $table,
            " WHERE ",
            $condition,
            " AND ",
            $time,
            " >= ?1 AND ",
            $time,
            " < ?2 ORDER BY ",
            $time,
            " LIMIT 1 OFFSET ?3"
        )
    };
}

/// Deletes rows of a table of lists. Their buttons carry the row number, so the highest number must not be reused.
macro_rules! lists {
    ($table:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE list_id IN (SELECT list_id FROM ",
            indexed!($table, concat!($table, "_by_age")),
            " WHERE created_at >= ?1 AND created_at < ?2 AND list_id < (SELECT max(list_id) FROM ",
            $table,
            ") AND NOT EXISTS (SELECT 1 FROM outbox WHERE source = ?4 || list_id) LIMIT ?3)"
        )
    };
}

impl Old {
    /// Every kind.
    pub const ALL: [Self; 16] = [
        Self::Passing,
        Self::Events,
        Self::Delivered,
        Self::Dead,
        Self::HookCalls,
        Self::SiteMessages,
        Self::NoteLists,
        Self::ScheduleLists,
        Self::Schedules,
        Self::Attachments,
        Self::SetAside,
        Self::Strangers,
        Self::Outputs,
        Self::RunOutputs,
        Self::Runs,
        Self::RunSessions,
    ];

    /// Returns the key prefix of the messages that rows of this kind belong to; the row's id follows. A row stays as
    /// long as its message.
    fn message_prefix(self) -> Option<KeyPrefix> {
        match self {
            Self::NoteLists => Some(OutboxKey::note_lists()),
            Self::ScheduleLists => Some(OutboxKey::schedule_lists()),
            _ => None,
        }
    }

    /// Returns the statement that finds the end of a window.
    fn window_sql(self) -> &'static str {
        match self {
            Self::Passing => window!(
                indexed!("inbox", "inbox_passing"),
                "received_at",
                "kind = 'control' AND (message_id IS NULL OR body = '{\"deleted\":true}')"
            ),
            Self::Events => window!(indexed!("inbox", "inbox_by_age"), "received_at", "state = 'done'"),
            Self::Delivered => window!(indexed!("outbox", "outbox_by_age"), "created_at", "state = 'done'"),
            Self::Dead => window!(indexed!("outbox", "outbox_dead"), "created_at", "state = 'dead'"),
            Self::HookCalls => window!("hook_calls", "received_at", "true"),
            Self::SiteMessages => {
                window!(indexed!("site_messages", "site_messages_by_age"), "received_at", "true")
            }
            Self::NoteLists => window!("note_lists", "created_at", "true"),
            Self::ScheduleLists => window!("schedule_lists", "created_at", "true"),
            Self::Schedules => {
                window!(indexed!("schedules", "schedules_over"), "updated_at", "status = 'completed'")
            }
            Self::Attachments => window!("attachments", "created_at", "true"),
            Self::SetAside => window!("set_aside", "at", "true"),
            Self::Strangers => {
                window!(
                    indexed!("strangers", "strangers_by_age"),
                    "last_line_at",
                    "state = 'waiting' AND last_line_at > 0"
                )
            }
            Self::Outputs => window!("tool_outputs", "expires_at", "true"),
            Self::RunOutputs | Self::Runs => window!(indexed!("runs", "runs_by_end"), "finished_at", "true"),
            Self::RunSessions => {
                window!(indexed!("sessions", "sessions_of_runs"), "created_at", "kind = 'run'")
            }
        }
    }

    /// Returns the statement that deletes rows of a window, or finds them if related rows must be deleted too: ?1 and
    /// ?2 are the window's ends, ?3 is the most rows to delete, and ?4 is the prefix above, if any.
    fn sql(self) -> &'static str {
        match self {
            Self::Passing => {
                concat!(
                    "DELETE FROM inbox WHERE inbox_id IN (
                     SELECT inbox_id FROM ",
                    indexed!("inbox", "inbox_passing"),
                    " WHERE kind = 'control' AND (message_id IS NULL OR body = '{\"deleted\":true}')
                         AND state = 'done' AND received_at >= ?1 AND received_at < ?2 LIMIT ?3)"
                )
            }
            Self::Events => {
                concat!(
                    "DELETE FROM inbox WHERE inbox_id IN (
                     SELECT inbox_id FROM ",
                    indexed!("inbox e", "inbox_by_age"),
                    " WHERE state = 'done' AND received_at >= ?1 AND received_at < ?2
                         AND received_at < (SELECT received_at FROM inbox n WHERE n.channel = e.channel
                                            ORDER BY inbox_id DESC LIMIT 1) - 172800000
                         AND (message_id IS NULL OR EXISTS (
                             SELECT 1 FROM inbox n WHERE n.channel = e.channel AND n.chat = e.chat
                                 AND n.message_id IS NOT NULL AND n.inbox_id > e.inbox_id))
                         AND NOT EXISTS (SELECT 1 FROM turns t
                                         WHERE t.turn_id = e.turn_id AND t.finished_at IS NULL)
                     LIMIT ?3)
                 -- scan: only the newest event of the channel"
                )
            }
            Self::Delivered => {
                concat!(
                    "DELETE FROM outbox WHERE outbox_id IN (
                     SELECT outbox_id FROM ",
                    indexed!("outbox m", "outbox_by_age"),
                    " WHERE state = 'done' AND created_at >= ?1 AND created_at < ?2
                         AND outbox_id < (SELECT max(outbox_id) FROM outbox)
                         AND (message_id IS NULL OR EXISTS (
                             SELECT 1 FROM outbox n WHERE n.channel = m.channel AND n.chat = m.chat
                                 AND n.message_id IS NOT NULL AND n.outbox_id > m.outbox_id))
                         AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.outbox_id = m.outbox_id)
                         AND NOT EXISTS (SELECT 1 FROM turns t
                                         WHERE t.turn_id = m.source AND t.finished_at IS NULL)
                     LIMIT ?3)"
                )
            }
            Self::Dead => {
                concat!(
                    "DELETE FROM outbox WHERE outbox_id IN (
                     SELECT outbox_id FROM ",
                    indexed!("outbox m", "outbox_dead"),
                    " WHERE state = 'dead' AND created_at >= ?1 AND created_at < ?2
                         AND outbox_id < (SELECT max(outbox_id) FROM outbox)
                         AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.outbox_id = m.outbox_id)
                     LIMIT ?3)"
                )
            }
            Self::HookCalls => {
                concat!(
                    "DELETE FROM hook_calls WHERE run_id IN (
                     SELECT run_id FROM ",
                    indexed!("hook_calls", "hook_calls_by_age"),
                    " WHERE received_at >= ?1 AND received_at < ?2
                         AND NOT EXISTS (SELECT 1 FROM runs r
                                         WHERE r.run_id = hook_calls.run_id AND r.finished_at IS NULL)
                     LIMIT ?3)"
                )
            }
            Self::SiteMessages => {
                concat!(
                    "DELETE FROM site_messages WHERE message_id IN (
                     SELECT message_id FROM ",
                    indexed!("site_messages", "site_messages_by_age"),
                    " WHERE received_at >= ?1 AND received_at < ?2 LIMIT ?3)"
                )
            }
            Self::NoteLists => lists!("note_lists"),
            Self::ScheduleLists => lists!("schedule_lists"),
            Self::Schedules => {
                // A result that is still to come needs its schedule.
                concat!(
                    "SELECT schedule_id FROM ",
                    indexed!("schedules s", "schedules_over"),
                    " WHERE status = 'completed' AND updated_at >= ?1 AND updated_at < ?2
                         AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.schedule_id = s.schedule_id
                                         AND r.finished_at IS NULL)
                         AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.schedule_id = s.schedule_id
                                         AND r.delivery = 'held')
                     LIMIT ?3"
                )
            }
            Self::SetAside => {
                concat!(
                    "DELETE FROM set_aside WHERE (kind, item) IN (
                     SELECT kind, item FROM ",
                    indexed!("set_aside", "set_aside_by_time"),
                    " WHERE at >= ?1 AND at < ?2 LIMIT ?3)"
                )
            }
            Self::Strangers => {
                concat!(
                    "DELETE FROM strangers WHERE (channel, external_id) IN (
                     SELECT channel, external_id FROM ",
                    indexed!("strangers", "strangers_by_age"),
                    " WHERE state = 'waiting' AND last_line_at > 0 AND last_line_at >= ?1 AND last_line_at < ?2
                     LIMIT ?3)"
                )
            }
            Self::Attachments => {
                concat!(
                    "DELETE FROM attachments WHERE attachment_id IN (
                     SELECT attachment_id FROM ",
                    indexed!("attachments", "attachments_by_age"),
                    " WHERE created_at >= ?1 AND created_at < ?2 LIMIT ?3)"
                )
            }
            Self::Outputs => {
                "DELETE FROM tool_outputs WHERE call_id IN (
                     SELECT call_id FROM tool_outputs WHERE expires_at >= ?1 AND expires_at < ?2 LIMIT ?3)"
            }
            Self::RunOutputs => {
                concat!(
                    "UPDATE runs SET output = '', error = NULL, notify = NULL WHERE run_id IN (
                     SELECT run_id FROM ",
                    indexed!("runs", "runs_by_end"),
                    " WHERE finished_at >= ?1 AND finished_at < ?2 AND delivery <> 'held'
                         AND (output <> '' OR error IS NOT NULL OR notify IS NOT NULL) LIMIT ?3)"
                )
            }
            Self::Runs => {
                concat!(
                    "DELETE FROM runs WHERE run_id IN (
                     SELECT run_id FROM ",
                    indexed!("runs", "runs_by_end"),
                    " WHERE finished_at >= ?1 AND finished_at < ?2 AND delivery <> 'held'
                         AND output = '' AND error IS NULL AND notify IS NULL
                         AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.run_id = runs.run_id) LIMIT ?3)"
                )
            }
            Self::RunSessions => {
                // A note's session is kept as the note's origin.
                concat!("SELECT session_id FROM ",
indexed!("sessions s", "sessions_of_runs"),
" WHERE kind = 'run' AND created_at >= ?1 AND created_at < ?2
                     AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id)
                     AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.session_id = s.session_id AND i.state = 'waiting')
                     AND NOT EXISTS (SELECT 1 FROM tool_calls c WHERE c.call_id = s.parent_call)
                     AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.session_id = s.session_id)
                     AND NOT EXISTS (SELECT 1 FROM schedules d WHERE d.session_id = s.session_id)
                 LIMIT ?3")
            }
        }
    }
}

/// Returns the window that begins at `from` and ends no later than `before`.
pub async fn window(tx: &Tx, what: Old, from: Timestamp, before: Timestamp) -> Result<Window> {
    let end: Option<Timestamp> = tx.value(what.window_sql(), params![from, before, WINDOW]).await?;
    // A window is never empty, or the pass would not end.
    let until = end.map_or(before, |end| end.max(from + Duration::from_millis(1)));
    Ok(Window { from, until })
}

/// Deletes at most `most` rows of a window. Returns their number; fewer than `most` means that none are left.
pub async fn forget(tx: &Tx, what: Old, window: Window, most: u64) -> Result<u64> {
    let Window { from, until } = window;
    let most = most as i64;
    match (what, what.message_prefix()) {
        (Old::RunSessions, _) => forget_run_sessions(tx, window, most).await,
        (Old::Schedules, _) => forget_schedules(tx, window, most).await,
        (_, None) => tx.execute(what.sql(), params![from, until, most]).await,
        (_, Some(prefix)) => tx.execute(what.sql(), params![from, until, most, &prefix]).await,
    }
}

/// Deletes at most `most` sessions of a window, with the rows that belong to a session.
async fn forget_run_sessions(tx: &Tx, window: Window, most: i64) -> Result<u64> {
    #[derive(Deserialize)]
    struct Row {
        session_id: String,
    }
    let rows: Vec<Row> = tx.all(Old::RunSessions.sql(), params![window.from, window.until, most]).await?;
    let ids = serde_json::to_string(&rows.iter().map(|row| row.session_id.as_str()).collect::<Vec<_>>())?;
    for sql in [
        concat!("DELETE FROM scratchpads WHERE session_id IN ", listed!("?1")),
        concat!("DELETE FROM summaries WHERE session_id IN ", listed!("?1")),
        concat!("DELETE FROM toolset_state WHERE session_id IN ", listed!("?1")),
        concat!("DELETE FROM attachments WHERE session_id IN ", listed!("?1")),
        concat!("DELETE FROM leases WHERE name IN ", listed!("?1")),
        concat!("DELETE FROM sessions WHERE session_id IN ", listed!("?1")),
    ] {
        tx.execute(sql, [ids.as_str()]).await?;
    }
    Ok(rows.len() as u64)
}

/// Deletes at most `most` schedules of a window, with the secrets of hooks.
async fn forget_schedules(tx: &Tx, window: Window, most: i64) -> Result<u64> {
    #[derive(Deserialize)]
    struct Row {
        schedule_id: String,
    }
    let rows: Vec<Row> = tx.all(Old::Schedules.sql(), params![window.from, window.until, most]).await?;
    let ids = serde_json::to_string(&rows.iter().map(|row| row.schedule_id.as_str()).collect::<Vec<_>>())?;
    for sql in [
        concat!("DELETE FROM hook_secrets WHERE schedule_id IN ", listed!("?1")),
        concat!("DELETE FROM schedules WHERE schedule_id IN ", listed!("?1")),
    ] {
        tx.execute(sql, [ids.as_str()]).await?;
    }
    Ok(rows.len() as u64)
}
