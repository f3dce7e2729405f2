//! The line above the result of a schedule that is delivered later than it was ready: it would read as if it were of
//! the time at which it comes.

use adjutant_channel::Content;
use adjutant_domain::{outbox_key::OutboxKey, schedules::is_late, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Row},
    people,
};
use adjutant_texts as texts;
use anyhow::Result;

use super::elsewhere::CAPTION;
use crate::core::Core;

/// Puts the line above a message that is about to be sent for the first time, if it is late. The line is stored with
/// the message, so repeats and edits say the same. Returns the changed row.
pub(super) async fn mark(tx: &Tx, core: &Core, row: &Row, now: Timestamp) -> Result<Option<Row>> {
    let content = row.content()?;
    if !matches!(row.source, OutboxKey::Run(_))
        || row.message_id.is_some()
        || content.late
        || content.body.text.is_empty()
        || !is_late(row.created_at, now)
        || !is_first_with_room(tx, row).await?
    {
        return Ok(None);
    }
    let Some(user) = rows::user_of(tx, &row.source).await? else { return Ok(None) };
    let (zone, language) = (people::zone(tx, &user, core.zone).await?, people::language(tx, &user).await?);
    let body = language.scope_sync(|| texts::late_delivery(&content.body, row.created_at, now, zone));
    let fits = match content.media {
        Some(_) => content.body.text.chars().count() <= CAPTION,
        None => core.channels.fits(&row.chat(), &body),
    };
    match fits {
        true => rows::revise(tx, row, &Content { body, late: true, ..content }).await,
        false => Ok(None),
    }
}

/// Returns whether all messages of the same result before this one were late and had no room for the line.
async fn is_first_with_room(tx: &Tx, row: &Row) -> Result<bool> {
    if row.part == 0 {
        return Ok(true);
    }
    for earlier in rows::of_source(tx, &row.source).await? {
        if (earlier.segment, earlier.part < row.part) == (row.segment, true)
            && (earlier.content()?.late
                || !earlier.sent_at.is_some_and(|sent| is_late(earlier.created_at, sent)))
        {
            return Ok(false);
        }
    }
    Ok(true)
}
