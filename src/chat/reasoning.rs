//! `/reasoning`: whether the model's reasoning is shown in the conversation. As with `/model`, the message has no row
//! of its own: a press reads the state anew.

use adjutant_channel::{Choice, PressAnswer};
use adjutant_domain::buttons::Button;
use adjutant_store::{people::User, reasoning, sessions};
use adjutant_texts::{
    self as all_texts,
    reasoning::{self as texts, OFF, ON},
};
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::outbox::Slot;

/// Shows the setting, or sets it to the argument.
pub(crate) async fn command(request: &Request<'_>) -> Result<()> {
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
    let row = match list::of_command(press, user, |button| matches!(button, Button::Reasoning { .. })).await?
    {
        Ok(row) => row,
        Err(answer) => return Ok(answer),
    };
    let Some(session) = sessions::find(tx, &row.chat(), &user.user_id).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    reasoning::show(tx, &session.session_id, shows, now).await?;
    list::redraw(tx, &row, &texts::state(shows)).await?;
    Ok(list::shown())
}

/// Returns the possible values of the argument.
pub(crate) fn values() -> Vec<Choice> {
    [ON, OFF].map(|value| Choice { label: value.to_owned(), value: value.to_owned() }).into()
}
