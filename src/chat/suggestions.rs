//! Suggested messages of an answer: a press sends one as if the person had typed it.

use adjutant_channel::{Content, MessageId, PressAnswer};
use adjutant_domain::{buttons::Button, ids::TurnId};
use adjutant_store::{
    inbox::{self, Message},
    outbox,
    people::User,
    suggestions,
};
use adjutant_texts as texts;
use anyhow::Result;

use super::press::Press;

/// Takes the message that a press sends. If the answer was to an edited message, it stands in for that new version.
/// `None` if the button is of another kind, somebody else's or used up, or if the
/// platform does not name its message.
pub(super) async fn take(press: &Press<'_>, user: &User, data: &str) -> Result<Option<Message>> {
    let Some(Button::Suggestion { turn, position }) = Button::parse(data) else { return Ok(None) };
    let Some(message) = press.message else { return Ok(None) };
    let turn = TurnId(turn.to_owned());
    if suggestions::asked(press.tx, &turn).await?.as_ref() != Some(&user.user_id) {
        return Ok(None);
    }
    let Some(text) = suggestions::take(press.tx, &turn, position).await? else { return Ok(None) };
    remove_buttons(press, message).await?;
    let edit = inbox::edits_of(press.tx, &turn).await?.pop();
    let (corrects, corrects_turn) = edit.map(|edit| (edit.corrects, edit.corrects_turn)).unwrap_or_default();
    Ok(Some(Message { text, corrects, corrects_turn, suggested_by: Some(turn), ..Message::default() }))
}

/// Answers a press that sends nothing.
pub(super) async fn refuse(press: &Press<'_>, user: &User, turn: &str) -> Result<PressAnswer> {
    let asked = suggestions::asked(press.tx, &TurnId(turn.to_owned())).await?;
    Ok(match asked {
        Some(asked) if asked != user.user_id => PressAnswer::alert(texts::not_yours()),
        _ => PressAnswer::told(texts::suggestion_used()),
    })
}

async fn remove_buttons(press: &Press<'_>, message: &MessageId) -> Result<()> {
    let Some(row) = outbox::by_message(press.tx, &press.event.chat, message).await? else { return Ok(()) };
    let content = Content { buttons: Vec::new(), ..row.content()? };
    outbox::update_content(press.tx, row.outbox_id, &content).await
}
