//! Grants: what a person has allowed for good.

use anyhow::Result;
use libsql::params;

use crate::{db::Tx, ids::UserId};

/// Records that a person allows a tool to act on what `pattern` names, from now on.
pub async fn add(tx: &Tx, user: &UserId, tool: &str, pattern: &str, approval: &str, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO grants (user_id, tool, pattern, approval_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (user_id, tool, pattern) DO NOTHING",
        params![user, tool, pattern, approval, now],
    )
    .await
    .map(drop)
}

/// Everything a tool may act on for a person.
pub async fn patterns(tx: &Tx, user: &UserId, tool: &str) -> Result<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Row {
        pattern: String,
    }
    let rows: Vec<Row> =
        tx.all("SELECT pattern FROM grants WHERE user_id = ?1 AND tool = ?2", params![user, tool]).await?;
    Ok(rows.into_iter().map(|row| row.pattern).collect())
}
