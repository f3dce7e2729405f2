//! Shows texts for which a prompt has no room in messages above it: nobody approves what they could not read.

use adjutant_channel::Content;
use adjutant_domain::ids::CallId;
use adjutant_store::{
    approvals::Approval,
    db::Tx,
    outbox::{self as rows, Post, Row},
    people::User,
};
use adjutant_texts::approvals as texts;
use anyhow::Result;

use super::details;
use crate::{
    core::Core,
    outbox::{Address, Slot},
};

/// The name of the file.
const NAME: &str = "request.txt";

/// Posts these calls in full above the prompt in `slot`, if it has no room for them. They are parts of its segment; the
/// prompt has the first part number and is sent last.
pub(super) async fn post(
    tx: &Tx,
    core: &Core,
    user: &User,
    (slot, to): (Slot<'_>, &Address),
    (first, calls): (&CallId, &[[&str; 3]]),
) -> Result<()> {
    if texts::fits(calls.iter().copied()) {
        return Ok(());
    }
    let markdown = texts::in_whole(calls.iter().copied());
    let messages = core.channels.layout(&to.chat, &markdown);
    let limits = core.channels.get(&to.chat.channel).map(|channel| channel.limits()).ok();
    let is_file = limits.is_some_and(|limits| details::is_file(messages.len(), &limits));
    let file = match is_file {
        true => details::file(tx, core, user, (format!("request-{first}"), NAME, &markdown)).await?,
        false => None,
    };
    let messages = match file {
        Some(file) => vec![Content::text(texts::whole_in_file(&details::beginning_of(&messages))), file],
        // Without a file, as many messages as necessary.
        None => messages.into_iter().map(Content::text).collect(),
    };
    for (part, content) in messages.iter().enumerate() {
        let post = Post {
            source: slot.source,
            segment: slot.segment,
            part: part as i64 + 1,
            chat: &to.chat,
            chat_kind: to.kind,
            reply_to: to.quoted().filter(|_| part == 0),
            content,
        };
        rows::post(tx, &post, core.clock.timestamp()).await?;
    }
    Ok(())
}

/// Returns whether people could read all calls of a prompt: in it, or in messages that have arrived above it.
pub(super) async fn is_shown(tx: &Tx, prompt: &Row, approvals: &[Approval]) -> Result<bool> {
    if texts::fits(approvals.iter().map(Approval::texts)) {
        return Ok(true);
    }
    let rows = rows::of_source(tx, &prompt.source).await?;
    let above: Vec<_> = rows.iter().filter(|row| row.segment == prompt.segment && row.part > 0).collect();
    Ok(!above.is_empty() && above.iter().all(|row| row.message_id.is_some()))
}
