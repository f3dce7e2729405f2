//! What a channel is given to send of a row.

use adjutant_channel::{Content, MessageId, Outgoing};
use adjutant_store::outbox::Row;
use adjutant_texts as texts;
use adjutant_workspace::blobs;
use anyhow::Result;

use crate::core::Core;

/// Returns the content to show for a row: a message that may have arrived before says so.
pub(super) fn marked(row: &Row, mut content: Content) -> Content {
    if row.repeat {
        content.body = texts::possible_repeat(content.body);
    }
    content
}

/// Returns content as channels take it: with its files where this machine can read them.
pub(crate) async fn on_this_machine(core: &Core, mut content: Content) -> Result<Content> {
    for media in content.media.iter_mut().chain(&mut content.more) {
        let (blobs, stored) = (core.blobs.clone(), media.path.clone());
        media.path = tokio::task::spawn_blocking(move || blobs::locate(&*blobs, &stored)).await??;
    }
    Ok(content)
}

/// Returns a row's message with this content.
pub(super) fn outgoing(row: &Row, content: Content) -> Outgoing {
    Outgoing {
        key: row.key(),
        chat: row.chat(),
        content,
        reply_to: row.reply_to.clone().map(MessageId),
        handle: row.handle.clone(),
        part: row.part.unsigned_abs() as usize,
    }
}
