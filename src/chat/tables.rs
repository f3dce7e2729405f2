//! `/tables`: a person sees and sets the form of tables that are too wide for a phone, per conversation.

use adjutant_channel::{Choice, PressAnswer};
use adjutant_domain::{buttons::Button, table_form::TableForm};
use adjutant_store::{people::User, table_form};
use adjutant_texts::tables as texts;
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::outbox::Slot;

/// `/tables [FORM]`: posts the list, or applies the choice in the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
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
    let is_of = |button: &Button<'_>| matches!(button, Button::TableForm(_));
    let (row, session) = match list::of_conversation(press, user, is_of).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
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
