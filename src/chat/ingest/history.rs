//! The history of a chat, for channels that store none themselves.

use adjutant_channel::{ChatRef, Content, HistoryItem, MessageId, Rich};
use adjutant_store::{db::Tx, inbox, outbox as rows};
use anyhow::Result;

/// Returns the newest messages of a chat, oldest first.
pub(super) async fn of(tx: &Tx, chat: &ChatRef, limit: i64) -> Result<Vec<HistoryItem>> {
    let mut items = Vec::new();
    for said in inbox::said_in(tx, chat, limit).await?.into_iter().rev() {
        items.push(HistoryItem {
            attachments: said.attachments()?,
            message_id: MessageId(said.message_id),
            from_bot: false,
            content: Content::text(Rich::plain(said.text)),
            at: said.received_at.to_utc(),
        });
    }
    for row in rows::delivered_to(tx, chat, limit).await?.into_iter().rev() {
        items.push(HistoryItem {
            message_id: MessageId(row.message_id.clone().unwrap_or_default()),
            from_bot: true,
            content: row.content()?,
            attachments: Vec::new(),
            at: row.sent_at.unwrap_or(row.created_at).to_utc(),
        });
    }
    // The sort is stable: within one millisecond, messages stay before their answers, each in its order.
    items.sort_by_key(|item| item.at);
    Ok(items.split_off(items.len().saturating_sub(limit as usize)))
}
