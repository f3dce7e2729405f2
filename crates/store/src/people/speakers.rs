//! The people who have talked to the bot, by chat.

use adjutant_channel::KnownPerson;
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    sessions,
};

/// Returns at most `limit` people who have talked to the bot on a channel, once for each chat regardless of topics; the
/// most recent first.
pub async fn speakers(tx: &Tx, channel: &str, limit: i64) -> Result<Vec<KnownPerson>> {
    #[derive(Deserialize)]
    struct Row {
        chat: String,
        external_id: String,
        name: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT s.chat, i.external_id, u.name FROM sessions s
             JOIN identities i ON i.user_id = s.user_id AND i.channel = s.channel
             JOIN users u ON u.user_id = s.user_id
             WHERE s.kind = 'chat' AND s.channel = ?1 AND i.removed_at IS NULL
             GROUP BY s.chat, i.external_id ORDER BY max(s.created_at) DESC LIMIT ?2
             -- scan: the sessions of a channel, once when it begins to receive
             -- sort: the same",
            params![channel, limit],
        )
        .await?;
    let known = |row: Row| KnownPerson {
        chat: sessions::place(channel, &row.chat, ""),
        id: row.external_id,
        name: row.name,
    };
    Ok(rows.into_iter().map(known).collect())
}
