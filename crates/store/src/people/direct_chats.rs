//! Direct chats, through which people can be reached.

use adjutant_channel::ChatRef;
use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use super::{AccountRef, User};
use crate::{
    db::{
        Tx, params,
        sql::{each_of, indexed, listed},
    },
    sessions::Place,
};

/// Records that a place can no longer be written to, if it is a direct chat. Returns whether it is.
pub async fn note_chat_gone(tx: &Tx, place: Place<'_>, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            concat!(
                "UPDATE ",
                indexed!("identities", "identities_by_direct_chat"),
                " SET gone_at = ?3
             WHERE channel = ?1 AND direct_chat = ?2"
            ),
            params![place.channel, place.chat, now],
        )
        .await?;
    Ok(changed > 0)
}

/// Returns the user of a direct chat; `None` if nobody has talked to the bot there.
pub async fn in_direct_chat(tx: &Tx, chat: &ChatRef) -> Result<Option<User>> {
    tx.first(
        concat!(
            "SELECT p.* FROM ",
            indexed!("identities i", "identities_by_direct_chat"),
            " JOIN people p USING (user_id)
         WHERE i.channel = ?1 AND i.direct_chat = ?2"
        ),
        params![chat.channel.as_str(), chat.chat.as_str()],
    )
    .await
}

/// The direct chat with an account.
pub enum OwnChat {
    /// The account has written in it.
    Known(ChatRef),
    /// It can no longer be written to.
    Gone,
    /// The account has not written in one.
    Never,
}

/// Returns the direct chat with an account.
pub async fn direct_chat_of(tx: &Tx, AccountRef { channel, external_id }: AccountRef<'_>) -> Result<OwnChat> {
    #[derive(Deserialize)]
    struct Row {
        direct_chat: String,
        is_gone: bool,
    }
    let row: Option<Row> = tx
        .first(
            "SELECT direct_chat, gone_at IS NOT NULL AS is_gone FROM identities
             WHERE channel = ?1 AND external_id = ?2 AND direct_chat IS NOT NULL",
            params![channel, external_id],
        )
        .await?;
    Ok(match row {
        None => OwnChat::Never,
        Some(Row { is_gone: true, .. }) => OwnChat::Gone,
        Some(Row { direct_chat: chat, .. }) => {
            OwnChat::Known(ChatRef { channel: channel.to_owned(), chat, thread: None })
        }
    })
}

/// Returns the direct chats in which a person can be reached: those of `channel` first, and within each group those of
/// this user before those of linked users. An identity that the configuration admitted counts only if it is in `listed`
/// (as `telegram:42`).
pub async fn direct_chats(tx: &Tx, user: &UserId, channel: &str, listed: &[String]) -> Result<Vec<ChatRef>> {
    #[derive(Deserialize)]
    struct Row {
        channel: String,
        direct_chat: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT channel, direct_chat FROM identities
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND direct_chat IS NOT NULL
                 AND gone_at IS NULL AND removed_at IS NULL
                 AND (admission = 'owner' OR channel || ':' || external_id IN ",
                listed!("?3"),
                ")
             ORDER BY channel <> ?2, user_id <> ?1, created_at"
            ),
            params![user, channel, serde_json::to_string(listed)?],
        )
        .await?;
    let chat = |row: Row| ChatRef { channel: row.channel, chat: row.direct_chat, thread: None };
    Ok(rows.into_iter().map(chat).collect())
}

/// Returns a person's identities that have never written in a direct chat, as channel and the platform's id, in the
/// order and under the conditions of [`direct_chats`].
pub async fn never_in_direct_chat(
    tx: &Tx,
    user: &UserId,
    channel: &str,
    listed: &[String],
) -> Result<Vec<(String, String)>> {
    #[derive(Deserialize)]
    struct Row {
        channel: String,
        external_id: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT channel, external_id FROM identities
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND direct_chat IS NULL
                 AND removed_at IS NULL
                 AND (admission = 'owner' OR channel || ':' || external_id IN ",
                listed!("?3"),
                ")
             ORDER BY channel <> ?2, user_id <> ?1, created_at"
            ),
            params![user, channel, serde_json::to_string(listed)?],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.channel, row.external_id)).collect())
}

/// Returns at most `limit` admitted identities of a channel without a conversation in a direct chat, by the platform's
/// ids. Identities in `listed`, from the configuration, count even if they have not written yet.
pub async fn without_chat(tx: &Tx, channel: &str, listed: &[String], limit: i64) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        external_id: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
            "SELECT i.external_id FROM identities i
             WHERE i.channel = ?1 AND i.removed_at IS NULL
                 AND (i.admission = 'owner' OR i.external_id IN ",
            listed!("?2"),
            ")
                 AND NOT EXISTS (SELECT 1 FROM sessions s
                     WHERE s.kind = 'chat' AND s.channel = i.channel AND s.chat = i.direct_chat)
             UNION ALL
             SELECT l.value FROM ",
            each_of!("?2"),
            " l WHERE NOT EXISTS (SELECT 1 FROM identities i WHERE i.channel = ?1 AND i.external_id = l.value)
             LIMIT ?3
             -- scan: the people of a channel, once for each of its sessions"
        ),
            params![channel, serde_json::to_string(listed)?, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.external_id).collect())
}
