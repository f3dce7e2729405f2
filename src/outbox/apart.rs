//! An album that the platform refuses: its files are sent one by one.

use adjutant_channel::Content;
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Post, Row},
};
use anyhow::Result;

/// Leaves the first file of an album in its row, with the caption, and posts the further files in the next segments,
/// which are reserved for them. Returns false if the attempt's claim no longer stands.
pub(super) async fn send(tx: &Tx, row: &Row, now: Timestamp) -> Result<bool> {
    let mut first = row.content()?;
    let more = std::mem::take(&mut first.more);
    if !rows::retry_as(tx, row.claim(), &first).await? {
        return Ok(false);
    }
    for (segment, media) in (row.segment + 1..).zip(more) {
        let post = Post {
            source: &row.source,
            segment,
            part: 0,
            chat: &row.chat(),
            chat_kind: row.chat_kind,
            reply_to: None,
            content: &Content { media: Some(media), ..Content::default() },
        };
        rows::post(tx, &post, now).await?;
    }
    Ok(true)
}
