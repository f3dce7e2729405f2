//! `/tables`: a person sees and sets the form of tables that are too wide for a phone, per conversation. As with
//! `/queue`, the message has no row of its own: a press reads the state anew.

use adjutant_channel::{Choice, PressAnswer};
use adjutant_domain::{buttons::Button, table_form::TableForm};
use adjutant_store::{people::User, sessions, table_form};
use adjutant_texts::{self as all_texts, tables as texts};
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::outbox::Slot;

/// Posts the list, or applies the choice in the argument.
pub(crate) async fn command(request: &Request<'_>) -> Result<()> {
    let &Request { tx, ref session, args, now, .. } = request;
    let (session, name) = (&session.session_id, args.trim().to_lowercase());
    if name.is_empty() {
        let content = texts::listing(table_form::of(tx, session).await?);
        return request.post(Slot::first(&request.source), content).await;
    }
    let Some(form) = TableForm::parse(&name) else {
        return request.answer(texts::unknown(&name)).await;
    };
    table_form::set(tx, session, form, now).await?;
    request.answer(texts::chosen(form)).await
}

/// Applies a choice to the presser's conversation, and redraws their list.
pub(crate) async fn press(press: &Press<'_>, user: &User, form: TableForm) -> Result<PressAnswer> {
    let Press { tx, now, .. } = *press;
    let row = match list::of_command(press, user, |button| matches!(button, Button::TableForm(_))).await? {
        Ok(row) => row,
        Err(answer) => return Ok(answer),
    };
    let Some(session) = sessions::find(tx, &row.chat(), &user.user_id).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    table_form::set(tx, &session.session_id, form, now).await?;
    list::redraw(tx, &row, &texts::listing(form)).await?;
    Ok(list::shown())
}

/// Returns the possible values of the argument.
pub(crate) fn values() -> Vec<Choice> {
    let choice = |(name, _): (&str, TableForm)| Choice { label: name.to_owned(), value: name.to_owned() };
    TableForm::NAMES.map(choice).to_vec()
}
