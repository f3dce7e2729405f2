//! The history of a chat, for channels that store none themselves.

use adjutant_channel::{ChatRef, Content, HistoryCursor, HistoryItem, MessageId, Rich};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    inbox::{self, Said},
    outbox as rows,
};
use anyhow::Result;

/// Returns the newest messages before `before`, oldest first.
///
/// Received and sent messages are in two tables, each in the order of its rows. They are merged by time from their
/// ends, so that the rows left in both tables are exactly the earlier ones.
pub(super) async fn of(
    tx: &Tx,
    chat: &ChatRef,
    before: HistoryCursor,
    limit: usize,
) -> Result<Vec<HistoryItem>> {
    let most = limit as i64;
    let mut said = inbox::said_in(tx, chat, before.received, most).await?.into_iter().peekable();
    let mut sent = rows::delivered_to(tx, chat, before.sent, most).await?.into_iter().peekable();
    let mut cursor = before;
    let mut items = Vec::new();
    while items.len() < limit {
        let earlier_than = |row: &rows::Row| said.peek().is_none_or(|said| said.received_at <= sent_at(row));
        // Within one millisecond, messages stay before their answers.
        let item = match sent.next_if(earlier_than) {
            Some(row) => {
                cursor.sent = row.outbox_id;
                of_bot(&row, cursor)?
            }
            None => {
                let Some(said) = said.next() else { break };
                cursor.received = said.inbox_id;
                of_person(said, cursor)?
            }
        };
        items.push(item);
    }
    items.reverse();
    Ok(items)
}

fn of_person(said: Said, cursor: HistoryCursor) -> Result<HistoryItem> {
    Ok(HistoryItem {
        attachments: said.attachments()?,
        message_id: MessageId(said.message_id),
        from_bot: false,
        content: Content::text(Rich::plain(said.text)),
        at: said.received_at.to_utc(),
        cursor,
    })
}

fn of_bot(row: &rows::Row, cursor: HistoryCursor) -> Result<HistoryItem> {
    Ok(HistoryItem {
        message_id: MessageId(row.message_id.clone().unwrap_or_default()),
        from_bot: true,
        content: row.content()?,
        attachments: Vec::new(),
        at: sent_at(row).to_utc(),
        cursor,
    })
}

fn sent_at(row: &rows::Row) -> Timestamp {
    row.sent_at.unwrap_or(row.created_at)
}
