//! Receive cursors: how far each part of a channel has received, in the channel's own terms.

use adjutant_channel::Part;
use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// A saved cursor.
#[derive(Deserialize)]
struct Saved {
    /// The channel and the part; the channel alone if an older version saved the cursor for the whole channel.
    name: String,
    mark: String,
}

/// Returns the receive cursor of a channel's part. If the part has none, returns the cursors of all other parts.
pub async fn get(tx: &Tx, channel: &str, part: Part) -> Result<Vec<String>> {
    let mut saved = all(tx, channel).await?;
    let own = name(channel, part);
    if saved.iter().any(|saved| saved.name == own) {
        saved.retain(|saved| saved.name == own);
    }
    Ok(saved.into_iter().map(|saved| saved.mark).collect())
}

/// Moves the receive cursor of a channel's part. Once each current part has a cursor, deletes those of earlier
/// divisions of the channel.
pub async fn set(tx: &Tx, channel: &str, part: Part, mark: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO channel_marks (channel, mark, updated_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (channel) DO UPDATE SET mark = ?2, updated_at = ?3",
        params![name(channel, part), mark, now],
    )
    .await?;
    let is_current = |saved: &Saved| {
        let of = saved.name.rsplit_once('/').and_then(|(_, part)| part.parse::<Part>().ok());
        of.is_some_and(|of| of.count == part.count)
    };
    let (current, former): (Vec<_>, Vec<_>) = all(tx, channel).await?.into_iter().partition(is_current);
    if current.len() == part.count as usize {
        for saved in former {
            tx.execute("DELETE FROM channel_marks WHERE channel = ?1", [saved.name]).await?;
        }
    }
    Ok(())
}

/// Returns all cursors of a channel.
async fn all(tx: &Tx, channel: &str) -> Result<Vec<Saved>> {
    // '0' is the character after '/'.
    tx.all(
        "SELECT channel AS name, mark FROM channel_marks
         WHERE channel = ?1 OR (channel > ?2 AND channel < ?3)",
        params![channel, format!("{channel}/"), format!("{channel}0")],
    )
    .await
}

fn name(channel: &str, part: Part) -> String {
    format!("{channel}/{part}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, Store};

    async fn marks(store: &Store, number: u32, count: u32) -> Vec<String> {
        store.read(async move |tx| get(tx, "discord", Part { number, count }).await).await
    }

    async fn save(store: &Store, number: u32, count: u32, mark: &'static str) {
        let part = Part { number, count };
        store.write(async move |tx| set(tx, "discord", part, mark, NOW).await).await;
    }

    #[tokio::test]
    async fn a_part_continues_where_the_channel_was_divided_before() {
        let store = Store::new().await;
        const WHOLE: &str = "INSERT INTO channel_marks VALUES ('discord', '5', 0), ('discordant', '1', 0)";
        store.write(async |tx| tx.execute(WHOLE, ()).await.map(drop)).await;
        assert_eq!(marks(&store, 0, 2).await, ["5"]);

        save(&store, 1, 2, "7").await;
        assert_eq!(marks(&store, 1, 2).await, ["7"]);
        assert_eq!(marks(&store, 0, 2).await, ["5", "7"], "the part that has not begun needs the old one");
        save(&store, 0, 2, "6").await;
        assert_eq!(marks(&store, 0, 1).await, ["6", "7"], "no part needs it any more");
        assert_eq!(marks(&store, 0, 2).await, ["6"]);
    }
}
