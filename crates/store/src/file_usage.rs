//! The disk space of people's files, as known without a look at the disk: each save is counted before it begins, and
//! retention's hourly count of the disk corrects errors left by crashes.

use std::time::Duration;

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params, sql::listed};

/// How long a file may take to be written. After that, the process that wrote it is gone.
const WRITING: Duration = Duration::from_hours(1);

/// The disk space of a user's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct FileUsage {
    /// The size of all files, and of those that are being written.
    pub bytes: i64,
    writing: i64,
    changes: i64,
}

impl FileUsage {
    /// Returns whether a count of the disk with this result would change nothing.
    pub fn agrees_with(&self, counted: u64) -> bool {
        self.bytes == signed(counted) && self.writing == 0
    }
}

/// The outcome of a request to write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// The file is counted, and may be written.
    Yes,
    /// The file would exceed the user's limit.
    Full,
    /// The user is gone, or is being forgotten.
    Gone,
}

/// A file to be written.
#[derive(Clone, Copy, Debug)]
pub struct NewFile {
    pub bytes: u64,
    /// The limit for all files of the user; `None` if this one is written in any case.
    pub room: Option<u64>,
}

/// Returns whether the user may have files: a user who is being forgotten may have no new ones.
async fn may_have_files(tx: &Tx, user: &UserId) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM users u WHERE user_id = ?1
                 AND NOT EXISTS (SELECT 1 FROM forgotten_users f WHERE f.user_id = u.user_id)",
            params![user],
        )
        .await?;
    Ok(found.is_some())
}

/// Counts a file before it is written; [`settle`] must follow once it is written or has failed.
pub async fn reserve(tx: &Tx, user: &UserId, file: NewFile, now: Timestamp) -> Result<Reserved> {
    if !may_have_files(tx, user).await? {
        return Ok(Reserved::Gone);
    }
    let bytes = signed(file.bytes);
    let used = get(tx, user).await?.unwrap_or_default().bytes;
    if file.room.is_some_and(|room| used.saturating_add(bytes) > signed(room)) {
        return Ok(Reserved::Full);
    }
    tx.execute(
        "INSERT INTO file_usage (user_id, bytes, writing, changes, changed_at) VALUES (?1, ?2, 1, 1, ?3)
         ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + ?2, writing = writing + 1, changes = changes + 1,
             changed_at = ?3",
        params![user, bytes, now],
    )
    .await?;
    Ok(Reserved::Yes)
}

/// Records that the write of a reserved file is over. `more` is the difference between its size and the reserved size.
pub async fn settle(tx: &Tx, user: &UserId, more: i64, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE file_usage SET bytes = max(0, bytes + ?2), writing = max(0, writing - 1), changes = changes + 1,
             changed_at = ?3
         WHERE user_id = ?1",
        params![user, more, now],
    )
    .await
    .map(drop)
}

/// Returns the recorded disk space of a user's files; `None` if they were never counted.
pub async fn get(tx: &Tx, user: &UserId) -> Result<Option<FileUsage>> {
    tx.first("SELECT bytes, writing, changes FROM file_usage WHERE user_id = ?1", params![user]).await
}

/// Stores the result of a count of the disk. `before` is the record from when the count began: if it has changed since,
/// the count is out of date, and nothing is stored. While a file is being written, the count can only raise the number,
/// since it may have missed that file.
pub async fn recount(
    tx: &Tx,
    user: &UserId,
    before: Option<FileUsage>,
    counted: u64,
    now: Timestamp,
) -> Result<bool> {
    if !may_have_files(tx, user).await? {
        return Ok(true);
    }
    let Some(before) = before else {
        // Most people have no files.
        if counted == 0 {
            return Ok(true);
        }
        let added = tx
            .execute(
                "INSERT INTO file_usage (user_id, bytes, writing, changes, changed_at) VALUES (?1, ?2, 0, 0, ?3)
                 ON CONFLICT DO NOTHING",
                params![user, signed(counted), now],
            )
            .await?;
        return Ok(added == 1);
    };
    let changed = tx
        .execute(
            "UPDATE file_usage SET bytes = CASE WHEN writing > 0 AND changed_at > ?4 THEN max(bytes, ?3) ELSE ?3 END,
                 writing = CASE WHEN changed_at > ?4 THEN writing ELSE 0 END
             WHERE user_id = ?1 AND changes = ?2",
            params![user, before.changes, signed(counted), now - WRITING],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns the disk space of these users' files together, in bytes.
pub async fn total(tx: &Tx, users: &[UserId]) -> Result<u64> {
    let total: Option<i64> = tx
        .value(
            concat!(
                "SELECT coalesce(sum(bytes), 0) AS value FROM file_usage
             WHERE user_id IN ",
                listed!("?1")
            ),
            [serde_json::to_string(users)?],
        )
        .await?;
    Ok(total.unwrap_or_default().unsigned_abs())
}

/// Returns the disk space of everybody's files together, in bytes.
pub async fn total_of_everybody(tx: &Tx) -> Result<u64> {
    let total: Option<i64> = tx
        .value(
            "SELECT coalesce(sum(bytes), 0) AS value FROM file_usage -- scan: a short row for each person with files",
            (),
        )
        .await?;
    Ok(total.unwrap_or_default().unsigned_abs())
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, Store, ms};

    #[tokio::test]
    async fn a_count_that_missed_a_file_is_not_taken_for_the_truth() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        let user = alice.user_id;
        store
            .write(async move |tx| {
                let file = |bytes| NewFile { bytes, room: Some(10) };
                assert!(recount(tx, &user, None, 1, NOW).await?);
                let before = get(tx, &user).await?;
                assert_eq!(reserve(tx, &user, file(8), NOW).await?, Reserved::Yes);
                assert!(!recount(tx, &user, before, 1, NOW).await?, "something has changed since");
                assert_eq!(reserve(tx, &user, file(2), NOW).await?, Reserved::Full);

                let writing = get(tx, &user).await?;
                assert!(recount(tx, &user, writing, 1, NOW).await?);
                assert_eq!(
                    get(tx, &user).await?.map(|usage| usage.bytes),
                    Some(9),
                    "it is not on the disk yet"
                );
                settle(tx, &user, 0, NOW).await?;
                let written = get(tx, &user).await?;
                assert!(recount(tx, &user, written, 3, NOW).await?);
                assert_eq!(reserve(tx, &user, file(7), NOW).await?, Reserved::Yes, "somebody removed six");

                // The process was killed.
                let later = NOW + WRITING + ms(1);
                let left = get(tx, &user).await?;
                assert!(recount(tx, &user, left, 3, later).await?);
                let usage = get(tx, &user).await?.unwrap_or_default();
                assert_eq!((usage.bytes, usage.writing), (3, 0));
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn who_is_being_forgotten_has_no_new_files() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        let user = alice.user_id;
        store
            .write(async move |tx| {
                for sql in [
                    "INSERT INTO forgettings (forgetting_id, state, user_id, channel, external_id, chat, salt, expires_at)
                     SELECT 'f', 'deleting', user_id, 'test', '42', '42', '', 0 FROM users WHERE name = 'alice'",
                    "INSERT INTO forgotten_users (forgetting_id, user_id)
                     SELECT 'f', user_id FROM users WHERE name = 'alice'",
                ] {
                    tx.execute(sql, ()).await?;
                }
                let file = NewFile { bytes: 1, room: None };
                assert_eq!(reserve(tx, &user, file, NOW).await?, Reserved::Gone);
                assert!(recount(tx, &user, None, 1, NOW).await?);
                assert_eq!(get(tx, &user).await?, None);
                Ok(())
            })
            .await;
    }
}
