//! Shows all details of a prompt, as a file if they are long.

use adjutant_channel::{AttachmentKind, Content, Limits, Media, PressAnswer, Rich, rich::Unit};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    approvals::Approval,
    db::Tx,
    file_usage::{self, NewFile, Reserved},
    outbox::{self as outbox_rows, Post, Row},
    people::{self, User},
};
use adjutant_texts::approvals as texts;
use adjutant_workspace::Blob;
use anyhow::{Context, Result};

use super::{alert, told};
use crate::core::Core;

/// The file's name.
const NAME: &str = "details.txt";
/// The length of the beginning shown above a file of long details, in characters.
const BEGINNING: usize = 1_000;

/// The most messages with details, even if the channel allows more: nobody scrolls through more to decide.
const MESSAGES: usize = 10;

/// Shows the details to the presser: in private if the channel can, otherwise once, below the prompt. Details that take
/// more messages than that, or than the channel allows, become a file below the prompt, with their beginning.
pub(super) async fn show(
    tx: &Tx,
    core: &Core,
    user: &User,
    approvals: &[Approval],
    now: Timestamp,
) -> Result<PressAnswer> {
    let first = approvals.first().context("a prompt without approvals")?;
    let prompt = outbox_rows::get(tx, first.outbox_id).await?.context("the prompt has no outbox row")?;
    let zone = people::zone(tx, &first.requester, core.zone).await?;
    let secrets = core.secrets_in(tx, &first.requester).await?;
    let details = texts::Details::of(&without_credentials(core, approvals), zone, |text| {
        secrets.redact(text).into_owned()
    });
    let messages = details.messages();
    let limits = core.channels.get(&prompt.chat().channel).map(|channel| channel.limits()).ok();
    let is_long = limits.as_ref().is_some_and(|limits| is_file(messages.len(), limits));
    if !is_long && limits.is_some_and(|limits| limits.private_answers) {
        let details = Some(details.markdown());
        return Ok(PressAnswer { details, ..told(texts::details_in_private()) });
    }
    let source = OutboxKey::Details(first.outbox_id);
    if !outbox_rows::of_source(tx, &source).await?.is_empty() {
        return Ok(told(texts::details_shown(true)));
    }
    if !is_long {
        let messages = messages.into_iter().map(Content::text);
        post(tx, &prompt, &source, messages, now).await?;
        return Ok(told(texts::details_shown(false)));
    }
    let name = format!("details-{}", first.approval_id);
    let Some(file) = file(tx, core, user, (name, NAME, &details.file())).await? else {
        return Ok(alert(texts::details_file_failed()));
    };
    let beginning = Content::text(texts::details_in_file(&beginning_of(&messages)));
    post(tx, &prompt, &source, [beginning, file], now).await?;
    Ok(told(texts::details_shown(false)))
}

/// Returns all details of a call as a text without secrets.
pub(crate) async fn in_whole(tx: &Tx, core: &Core, approval: &Approval, zone: Zone) -> Result<String> {
    let secrets = core.secrets_in(tx, &approval.requester).await?;
    let approvals = without_credentials(core, std::slice::from_ref(approval));
    Ok(texts::Details::of(&approvals, zone, |text| secrets.redact(text).into_owned()).file())
}

/// Returns whether details that take this many messages become a file.
pub(super) fn is_file(messages: usize, limits: &Limits) -> bool {
    messages > limits.max_parts.min(MESSAGES)
}

/// Returns approvals whose arguments show no credentials.
fn without_credentials(core: &Core, approvals: &[Approval]) -> Vec<Approval> {
    let shown = |approval: &Approval| match core.tools.get(&approval.tool) {
        Some(tool) => Approval { arguments: tool.for_details(&approval.arguments), ..approval.clone() },
        None => approval.clone(),
    };
    approvals.iter().map(shown).collect()
}

/// Returns the text above a file with these messages.
pub(super) fn beginning_of(messages: &[Rich]) -> Rich {
    let beginning = messages.first().map(|first| first.split(BEGINNING, Unit::Chars).swap_remove(0));
    beginning.unwrap_or_else(|| Rich::plain(""))
}

async fn post(
    tx: &Tx,
    prompt: &Row,
    source: &OutboxKey,
    messages: impl IntoIterator<Item = Content>,
    now: Timestamp,
) -> Result<()> {
    for (part, content) in messages.into_iter().enumerate() {
        let post = Post {
            source,
            segment: 0,
            part: part as i64,
            chat: &prompt.chat(),
            chat_kind: prompt.chat_kind,
            reply_to: prompt.message_id.as_deref().filter(|_| part == 0),
            content: &content,
        };
        outbox_rows::post(tx, &post, now).await?;
    }
    Ok(())
}

/// Writes a text to a file beside a person's files, under the name `blob` and with a display name; `None` if the disk
/// refuses. This is allowed in a transaction: the file is small, and a file without a message is removed like other old
/// ones.
pub(super) async fn file(
    tx: &Tx,
    core: &Core,
    user: &User,
    (blob, name, text): (String, &str, &str),
) -> Result<Option<Content>> {
    let now = core.clock.timestamp();
    // The decision needs the file in any case, and it is deleted soon.
    let new = NewFile { bytes: text.len() as u64, room: None };
    if file_usage::reserve(tx, &user.user_id, new, now).await? != Reserved::Yes {
        return Ok(None);
    }
    let blob = Blob::outgoing(&user.user_id, blob);
    let written = core
        .blobs
        .open(&user.user_id)
        .and_then(|()| core.blobs.put(&blob, text.as_bytes(), core.clock.now().into()));
    let more = if written.is_ok() { 0 } else { -(text.len() as i64) };
    file_usage::settle(tx, &user.user_id, more, now).await?;
    Ok(match written {
        Ok(()) => {
            let media =
                Media { kind: AttachmentKind::File, path: blob.stored(), name: name.to_owned(), size: None };
            Some(Content { media: Some(media), ..Content::default() })
        }
        Err(error) => {
            tracing::warn!(%error, "cannot write a file about an approval");
            None
        }
    })
}
