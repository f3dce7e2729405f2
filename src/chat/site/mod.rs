//! `/site`: people see the state of their website, look at its drafts, publish them, undo changes and delete pages:
//! their own website in direct chats, the shared one in a group. The message has no row of its own: its buttons name
//! pages and changes by ids, and the content to publish by its digest. A press is carried out before the transaction
//! that answers it, which must not wait for files; carrying it out twice has the same effect as once.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::buttons::Button;
use adjutant_texts::site::list as texts;
use anyhow::Result;

use super::{list as lists, prepared::Prepared, press::Press, request::Request};
use crate::outbox::Slot;

mod acts;
pub(super) mod messages;
mod overview;
mod whose;

pub(super) use acts::{Wish, carry_out};

/// The word after the command that shares the website.
const SHARE: &str = "share";
/// The word after the command that ends the sharing.
const UNSHARE: &str = "unshare";

/// The message and the answer of `/site` or one of its presses.
#[derive(Debug)]
pub(crate) struct Shown {
    content: Content,
    answer: PressAnswer,
}

/// `/site`: answers with the state of the website.
pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { core, event, prepared, .. } = request;
    match &prepared.site {
        Some(shown) => request.post(Slot::first(&request.source), shown.content.clone()).await,
        None if !core.config.site.enabled => request.answer(texts::off().to_owned()).await,
        None if event.chat_kind == ChatKind::Group => request.answer(texts::none_here().to_owned()).await,
        None if !core.config.has_model() => request.answer(texts::needs_model().to_owned()).await,
        None => request.answer(texts::none_yet().to_owned()).await,
    }
}

/// Redraws the message of a press that was carried out before the transaction.
pub(super) async fn press(press: &Press<'_>, prepared: &Prepared) -> Result<PressAnswer> {
    let row = match lists::pressed(press, |button| matches!(button, Button::Site(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    let Some(shown) = &prepared.site else { return Ok(PressAnswer::alert(texts::no_such_thing())) };
    if let Some(row) = row {
        lists::redraw(press.tx, &row, &shown.content).await?;
    }
    Ok(shown.answer.clone())
}
