//! `/reasoning`: whether the model's reasoning is shown in the conversation.

use adjutant_channel::{Choice, PressAnswer};
use adjutant_domain::buttons::Button;
use adjutant_store::{people::User, reasoning};
use adjutant_texts::reasoning::{self as texts, OFF, ON};
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::outbox::Slot;

/// `/reasoning [on|off]`: shows the setting, or sets it to the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, ref session, args, now, .. } = request;
    let session = &session.session_id;
    match args.trim() {
        "" => {}
        ON => reasoning::show(tx, session, true, now).await?,
        OFF => reasoning::show(tx, session, false, now).await?,
        other => return request.answer(texts::neither(other)).await,
    }
    let content = texts::state(reasoning::is_shown(tx, session).await?);
    request.post(Slot::first(&request.source), content).await
}

/// Changes the setting for the presser's conversation, and redraws their message.
pub(crate) async fn press(press: &Press<'_>, user: &User, shows: bool) -> Result<PressAnswer> {
    let Press { tx, now, .. } = *press;
    let is_of = |button: &Button<'_>| matches!(button, Button::Reasoning { .. });
    let (row, session) = match list::of_conversation(press, user, is_of).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    reasoning::show(tx, &session.session_id, shows, now).await?;
    list::redraw(tx, &row, &texts::state(shows)).await?;
    Ok(list::shown())
}

/// Returns the possible values of the argument.
pub(crate) fn values() -> Vec<Choice> {
    [ON, OFF].map(|value| Choice { label: value.to_owned(), value: value.to_owned() }).into()
}
