//! Messages that an answer offers: a press sends one, as if the person had typed it.

use adjutant_channel::{Content, PressAnswer};
use adjutant_domain::{buttons::Button, ids::TurnId, outbox_key::OutboxKey};
use adjutant_store::{db::Tx, outbox, people::User, suggestions};
use adjutant_texts as texts;
use anyhow::Result;

use super::press::Press;

/// Takes the message that a press sends; `None` if the button is another, somebody else's, used up, or below a message that
/// the platform does not name.
pub(super) async fn take(press: &Press<'_>, user: &User, data: &str) -> Result<Option<String>> {
    let Some(Button::Suggestion { turn, position }) = Button::parse(data) else { return Ok(None) };
    if press.message.is_none() {
        return Ok(None);
    }
    let turn = TurnId(turn.to_owned());
    if suggestions::asked(press.tx, &turn).await?.as_ref() != Some(&user.user_id) {
        return Ok(None);
    }
    let taken = suggestions::take(press.tx, &turn, position).await?;
    if taken.is_some() {
        remove_buttons(press.tx, &turn).await?;
    }
    Ok(taken)
}

/// Answers a press that sends nothing.
pub(super) async fn refuse(press: &Press<'_>, user: &User, turn: &str) -> Result<PressAnswer> {
    let asked = suggestions::asked(press.tx, &TurnId(turn.to_owned())).await?;
    Ok(match asked {
        Some(asked) if asked != user.user_id => PressAnswer::alert(texts::not_yours()),
        _ => PressAnswer::told(texts::suggestion_used()),
    })
}

async fn remove_buttons(tx: &Tx, turn: &TurnId) -> Result<()> {
    for row in outbox::of_source(tx, &OutboxKey::from(turn)).await? {
        let content = row.content()?;
        if !content.buttons.is_empty() {
            outbox::update_content(tx, row.outbox_id, &Content { buttons: Vec::new(), ..content }).await?;
        }
    }
    Ok(())
}
