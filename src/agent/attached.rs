//! The files that a call sends to the chat.

use adjutant_channel::{
    Content, Rich,
    rich::{self, Unit},
};
use adjutant_domain::{ids::CallId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Post},
};
use adjutant_tools::kit::Attached;
use anyhow::Result;

use super::turn::Job;
use crate::core::Core;

/// The longest caption, in UTF-16 units: the lowest limit of the platforms, with room for a mark.
const MAX_CAPTION: usize = 1_000;

/// Sends the files of a result to the chat, grouped into as few messages as its platform allows, with the caption below
/// the first. Posts text that does not fit a caption below the files.
///
/// A message's segment is the position of its first file among all files of the call, so that an album can be split up.
pub(super) async fn send(
    tx: &Tx,
    core: &Core,
    job: &Job,
    (call, attached): (&CallId, &[Attached]),
    now: Timestamp,
) -> Result<()> {
    let (to, source) = (job.address(), OutboxKey::Media(call.clone()));
    let mut segment = 0;
    for Attached { files, caption } in attached {
        let mut words = rich::from_markdown(caption).split(MAX_CAPTION, Unit::Utf16).into_iter();
        let first = segment;
        let mut contents = Vec::new();
        for mut files in core.channels.albums(&to.chat, files.clone()) {
            let more = files.split_off(1);
            let body = if segment == first { words.next().unwrap_or_default() } else { Rich::default() };
            let count = 1 + more.len() as i64;
            contents.push((segment, 0, Content { media: files.pop(), more, ..Content::text(body) }));
            segment += count;
        }
        contents.extend((1..).zip(words).map(|(part, body)| (first, part, Content::text(body))));
        for (segment, part, content) in contents {
            let post = Post {
                source: &source,
                segment,
                part,
                chat: &to.chat,
                chat_kind: to.kind,
                reply_to: None,
                content: &content,
            };
            rows::post(tx, &post, now).await?;
        }
    }
    Ok(())
}
