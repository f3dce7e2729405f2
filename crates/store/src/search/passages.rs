//! The full-text index of the passages of saved documents.

use adjutant_domain::words::index_terms;
use anyhow::Result;

use super::owner_token;
use crate::{
    db::{Tx, params},
    index_queue::{self, Kind, Text},
};

/// Indexes the words of a passage and of its heading. Does nothing if there is no such passage.
pub async fn index_passage(tx: &Tx, row: i64) -> Result<()> {
    remove_passage(tx, row).await?;
    let Some(Text { user_id, text }) = index_queue::text_of(tx, Kind::Document, row).await? else {
        return Ok(());
    };
    tx.execute(
        "INSERT INTO passages_fts (rowid, owner, text) VALUES (?1, ?2, ?3)",
        params![row, owner_token(&user_id), index_terms(&text)],
    )
    .await
    .map(drop)
}

/// Removes a passage from the index.
pub async fn remove_passage(tx: &Tx, row: i64) -> Result<()> {
    tx.execute("DELETE FROM passages_fts WHERE rowid = ?1", [row]).await.map(drop)
}
