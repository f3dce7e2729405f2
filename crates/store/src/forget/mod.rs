//! Forgetting a person: the requests, the users and identities they cover, and the deletion, which resumes after a
//! crash.
//!
//! A deletion begins with one small transaction, after which nobody is served as the person any more, and none of their
//! schedules come due. Their data is then deleted a little at a time (`delete.rs`), so that nobody else waits for it.

use std::time::Duration;

use adjutant_channel::{ChatRef, Inbound};
use adjutant_domain::{
    ids::{self, SessionId, TurnId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
    wake::Wake,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    people::Role,
};

mod delete;
mod rows;
mod site;

pub use delete::{blot_decisions, decisions, delete_received, received, step};

/// How long a request can be confirmed.
pub const VALID: Duration = Duration::from_mins(10);

/// A request to be forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DeletionRequest {
    /// A random id, which the buttons carry.
    pub forgetting_id: String,
    pub state: State,
    /// The user who asked.
    pub user_id: UserId,
    /// The identity that asked; only this identity can confirm the request.
    pub channel: String,
    pub external_id: String,
    /// The identity's direct chat.
    chat: String,
    /// The salt of the digests that replace the person's ids in the audit log.
    pub salt: String,
    /// The newest inbox and outbox rows when the deletion began; later rows in the person's chats are not part of it.
    #[serde(default)]
    pub inbox_up_to: Option<i64>,
    #[serde(default)]
    pub outbox_up_to: Option<i64>,
    /// When the deletion began.
    #[serde(default)]
    pub begun_at: Option<Timestamp>,
    /// Until when the request can be confirmed.
    pub expires_at: Timestamp,
}

/// The progress of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is not confirmed.
    Asked,
    /// The deletion runs until no data is left.
    Deleting,
    /// Only the message that reports the end is left to send.
    Telling,
}

impl DeletionRequest {
    /// Returns the chat in which the request was made.
    pub fn chat(&self) -> ChatRef {
        ChatRef { channel: self.channel.clone(), chat: self.chat.clone(), thread: None }
    }

    /// Returns the source of the request's own messages, which are deleted last.
    pub fn source(&self) -> OutboxKey {
        OutboxKey::DeletionRequest(self.forgetting_id.clone())
    }
}

/// The amount of a person's data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct DataSummary {
    pub notes: i64,
    pub conversations: i64,
    /// Those that are no hooks.
    pub schedules: i64,
    pub hooks: i64,
    pub runs: i64,
    pub grants: i64,
    pub sites: i64,
}

/// Counts a person's data.
pub async fn extent(tx: &Tx, user: &UserId) -> Result<DataSummary> {
    let extent = tx
        .first(
            "WITH own AS (SELECT member AS user_id FROM same_person WHERE user_id = ?1)
             SELECT (SELECT count(*) FROM notes WHERE user_id IN own) AS notes,
                 (SELECT count(*) FROM sessions WHERE user_id IN own AND kind = 'chat') AS conversations,
                 (SELECT count(*) FROM schedules WHERE user_id IN own AND cadence_type <> 'hook') AS schedules,
                 (SELECT count(*) FROM schedules WHERE user_id IN own AND cadence_type = 'hook') AS hooks,
                 (SELECT count(*) FROM runs WHERE user_id IN own) AS runs,
                 (SELECT count(*) FROM grants WHERE user_id IN own AND revoked_at IS NULL) AS grants,
                 (SELECT count(*) FROM sites WHERE user_id IN own) AS sites",
            params![user],
        )
        .await?;
    Ok(extent.unwrap_or_default())
}

/// Stores a request of this event's sender, made in their direct chat.
pub async fn ask(tx: &Tx, event: &Inbound, user: &UserId, now: Timestamp) -> Result<DeletionRequest> {
    let id = ids::token();
    tx.execute(
        "INSERT INTO forgettings (forgetting_id, state, user_id, channel, external_id, chat, salt, expires_at)
         VALUES (?1, 'asked', ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            id.as_str(),
            user,
            event.chat.channel.as_str(),
            event.sender.id.as_str(),
            event.chat.chat.as_str(),
            ids::token() + &ids::token(),
            now + VALID
        ],
    )
    .await?;
    tx.first("SELECT * FROM forgettings WHERE forgetting_id = ?1", [id])
        .await?
        .ok_or_else(|| anyhow::anyhow!("the stored request is missing"))
}

/// Returns a request.
pub async fn get(tx: &Tx, id: &str) -> Result<Option<DeletionRequest>> {
    tx.first("SELECT * FROM forgettings WHERE forgetting_id = ?1", [id]).await
}

/// Returns this user's unconfirmed requests.
pub async fn asked_by(tx: &Tx, user: &UserId) -> Result<Vec<DeletionRequest>> {
    tx.all("SELECT * FROM forgettings WHERE user_id = ?1 AND state = 'asked'", params![user]).await
}

/// Returns the requests that were not confirmed in time.
pub async fn overdue(tx: &Tx, now: Timestamp) -> Result<Vec<DeletionRequest>> {
    tx.all("SELECT * FROM forgettings WHERE state = 'asked' AND expires_at <= ?1", [now]).await
}

/// Returns the confirmed requests that are not finished, oldest first.
pub async fn under_way(tx: &Tx) -> Result<Vec<DeletionRequest>> {
    tx.all("SELECT * FROM forgettings WHERE state <> 'asked' ORDER BY begun_at", ()).await
}

/// Returns whether there is work now. While the last message is being delivered, its request is no work.
pub async fn is_work(tx: &Tx, now: Timestamp) -> Result<bool> {
    let work: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM forgettings f WHERE state = 'deleting' OR (state = 'asked' AND expires_at <= ?1)
                 OR (state = 'telling' AND NOT EXISTS (SELECT 1 FROM outbox o
                         WHERE o.source = ?2 || f.forgetting_id
                             AND o.state IN ('pending', 'sending', 'unknown'))) LIMIT 1",
            params![now, &OutboxKey::forgettings()],
        )
        .await?;
    Ok(work.is_some())
}

/// Deletes a request.
pub async fn remove(tx: &Tx, id: &str) -> Result<()> {
    tx.execute("DELETE FROM forgettings WHERE forgetting_id = ?1", [id]).await.map(drop)
}

/// Returns the users that a request deletes.
pub async fn users(tx: &Tx, id: &str) -> Result<Vec<UserId>> {
    #[derive(Deserialize)]
    struct Row {
        user_id: UserId,
    }
    let rows: Vec<Row> =
        tx.all("SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1 ORDER BY user_id", [id]).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// An identity of a person who is being forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Identity {
    pub channel: String,
    pub external_id: String,
    /// The identity's direct chat, if any.
    pub chat: Option<String>,
}

/// Returns the identities that a request deletes.
pub async fn identities(tx: &Tx, id: &str) -> Result<Vec<Identity>> {
    tx.all("SELECT channel, external_id, chat FROM forgotten_identities WHERE forgetting_id = ?1", [id]).await
}

/// Begins a deletion: from now on nobody is served as the person, and none of their schedules come due. An owner stays
/// the owner, as a new user without data.
pub async fn begin(tx: &Tx, deletion: &DeletionRequest, now: Timestamp) -> Result<()> {
    let id = deletion.forgetting_id.as_str();
    tx.execute(
        "UPDATE forgettings SET state = 'deleting', begun_at = ?2,
             inbox_up_to = (SELECT max(inbox_id) FROM inbox), outbox_up_to = (SELECT max(outbox_id) FROM outbox)
         WHERE forgetting_id = ?1",
        params![id, now],
    )
    .await?;
    for sql in [
        "INSERT INTO forgotten_users (forgetting_id, user_id)
         SELECT f.forgetting_id, p.member FROM forgettings f JOIN same_person p USING (user_id)
         WHERE f.forgetting_id = ?1",
        "INSERT INTO forgotten_identities (forgetting_id, channel, external_id, chat)
         SELECT f.forgetting_id, i.channel, i.external_id, i.direct_chat
         FROM forgotten_users f JOIN identities i USING (user_id) WHERE f.forgetting_id = ?1",
    ] {
        tx.execute(sql, [id]).await?;
    }
    for user in users(tx, id).await? {
        succeed(tx, id, &user, now).await?;
    }
    delete::dealings(tx, id).await?;
    for sql in [
        "DELETE FROM identities WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM console_sessions WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM console_links WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM schedules WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM exports WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM forgettings WHERE state = 'asked'
             AND user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "UPDATE approvals SET state = 'cancelled' WHERE state = 'pending'
             AND requester IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "UPDATE inbox SET state = 'done' WHERE state = 'waiting' AND EXISTS (
             SELECT 1 FROM sessions s JOIN forgotten_users f USING (user_id)
             WHERE s.session_id = inbox.session_id AND f.forgetting_id = ?1)",
    ] {
        tx.execute(sql, [id]).await?;
    }
    stop_turns(tx, id).await?;
    tx.wake(Wake::Privacy);
    Ok(())
}

/// Replaces an owner with a new user.
async fn succeed(tx: &Tx, id: &str, user: &UserId, now: Timestamp) -> Result<()> {
    let role: Option<Role> =
        tx.value("SELECT role AS value FROM users WHERE user_id = ?1", params![user]).await?;
    if role != Some(Role::Owner) {
        return Ok(());
    }
    let new = UserId::generate();
    tx.execute("UPDATE users SET role = 'member' WHERE user_id = ?1", params![user]).await?;
    tx.execute(
        "INSERT INTO users (user_id, role, name, created_at) VALUES (?1, 'owner', 'owner', ?2)",
        params![&new, now],
    )
    .await?;
    tx.execute("UPDATE identities SET user_id = ?2 WHERE user_id = ?1", params![user, &new]).await?;
    tx.execute(
        "UPDATE forgotten_users SET successor = ?3 WHERE forgetting_id = ?1 AND user_id = ?2",
        params![id, user, &new],
    )
    .await
    .map(drop)
}

/// Asks the person's running turns to stop, and returns their number.
pub async fn stop_turns(tx: &Tx, id: &str) -> Result<usize> {
    #[derive(Deserialize)]
    struct Running {
        turn_id: TurnId,
        session_id: SessionId,
    }
    let running: Vec<Running> = tx
        .all(
            "SELECT turn_id, session_id FROM turns WHERE state = 'running' AND EXISTS (
                 SELECT 1 FROM sessions s JOIN forgotten_users f USING (user_id)
                 WHERE s.session_id = turns.session_id AND f.forgetting_id = ?1)",
            [id],
        )
        .await?;
    let count = running.len();
    for Running { turn_id, session_id } in running {
        tx.execute("UPDATE turns SET cancel_requested = 1 WHERE turn_id = ?1", params![&turn_id]).await?;
        tx.wake(Wake::Stop(session_id, turn_id));
    }
    Ok(count)
}

/// Finishes a deletion once only the users themselves are left.
pub async fn finish(tx: &Tx, id: &str) -> Result<()> {
    for sql in [
        "DELETE FROM users WHERE user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)",
        "DELETE FROM forgotten_users WHERE forgetting_id = ?1",
        "DELETE FROM forgotten_identities WHERE forgetting_id = ?1",
        "UPDATE forgettings SET state = 'telling', salt = '' WHERE forgetting_id = ?1",
    ] {
        tx.execute(sql, [id]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
