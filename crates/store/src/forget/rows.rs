//! Helpers for the steps of a deletion: messages by their sources, and lists of ids.

use std::collections::HashSet;

use adjutant_domain::outbox_key::{KeyPrefix, OutboxKey};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Params, Tx, params, sql::listed};

/// Deletes the messages of these sources.
pub(super) async fn delete_messages(tx: &Tx, sources: Vec<OutboxKey>) -> Result<()> {
    if sources.is_empty() {
        return Ok(());
    }
    delete_rows(tx, &rows_of(tx, sources).await?).await
}

/// Returns the ids of the messages of these sources.
async fn rows_of(tx: &Tx, sources: Vec<OutboxKey>) -> Result<Vec<i64>> {
    let sources: Vec<_> = sources.iter().map(OutboxKey::to_string).collect();
    numbers(
        tx,
        concat!("SELECT outbox_id AS number FROM outbox WHERE source IN ", listed!("?1")),
        [serde_json::to_string(&sources)?],
    )
    .await
}

/// Deletes messages, and the messages about them: details, reminders, and notices that a message waits or was lost.
pub(super) async fn delete_rows(tx: &Tx, rows: &[i64]) -> Result<()> {
    let mut rows: HashSet<i64> = rows.iter().copied().collect();
    while !rows.is_empty() {
        let json = serde_json::to_string(&rows)?;
        let about = rows_of(tx, rows.iter().copied().flat_map(OutboxKey::about).collect()).await?;
        for sql in [
            // Another person's prompt may have been here. Its id is reused, by a row that must not be redrawn as a
            // prompt.
            concat!("UPDATE approvals SET outbox_id = 0 WHERE outbox_id IN ", listed!("?1")),
            concat!("DELETE FROM outbox WHERE outbox_id IN ", listed!("?1")),
        ] {
            tx.execute(sql, [json.as_str()]).await?;
        }
        rows = about.into_iter().collect();
    }
    Ok(())
}

/// Returns the sources of messages that begin with `prefix`.
pub(super) async fn beginning_with(tx: &Tx, prefix: &KeyPrefix) -> Result<Vec<OutboxKey>> {
    let found = texts(
        tx,
        "SELECT DISTINCT source AS text FROM outbox WHERE source >= ?1 AND source < ?2",
        params![prefix, prefix.end()],
    );
    Ok(found.await?.into_iter().map(OutboxKey::from).collect())
}

pub(super) async fn numbers(tx: &Tx, sql: &'static str, params: impl Params) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Row {
        number: i64,
    }
    Ok(tx.all::<Row>(sql, params).await?.into_iter().map(|row| row.number).collect())
}

pub(super) async fn texts(tx: &Tx, sql: &'static str, params: impl Params) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        text: String,
    }
    Ok(tx.all::<Row>(sql, params).await?.into_iter().map(|row| row.text).collect())
}
