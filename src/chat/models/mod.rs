//! `/model`: a person sees and chooses the model that answers in the conversation.

use adjutant_channel::{Choice, Content, PressAnswer};
use adjutant_domain::buttons::Button;
use adjutant_store::{chosen_model, db::Tx, people::User, sessions::Session};
use adjutant_texts::{
    self as all_texts,
    model::{self as texts, DEFAULT},
};
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::{agent::choice, core::Core, outbox::Slot};

/// `/model [NAME]`: posts the list, or chooses the model in the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, ref session, user, args, now, .. } = request;
    let name = args.trim();
    if name.is_empty() {
        let content = draw(tx, core, session, user).await?;
        // A model that is gone is reported once.
        if let Some(gone) = chosen_model::of(tx, &session.session_id).await?
            && !choice::may_choose(&core.config, user, &gone)
        {
            chosen_model::set(tx, &session.session_id, None, now).await?;
        }
        return request.post(Slot::first(&request.source), content).await;
    }
    let Some(chosen) = named(core, user, name) else {
        return request.answer(texts::unknown_model(name)).await;
    };
    chosen_model::set(tx, &session.session_id, chosen, now).await?;
    let label = label(core, session, chosen);
    request.answer(texts::chosen(chosen, &label)).await
}

/// Chooses a model for the presser's conversation, and redraws their list.
pub(crate) async fn press(press: &Press<'_>, user: &User, name: &str) -> Result<PressAnswer> {
    let Press { tx, core, now, .. } = *press;
    let is_of = |button: &Button<'_>| matches!(button, Button::Model { .. });
    let (row, session) = match list::of_conversation(press, user, is_of).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let Some(chosen) = named(core, user, name) else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    chosen_model::set(tx, &session.session_id, chosen, now).await?;
    list::redraw(tx, &row, &draw(tx, core, &session, user).await?).await?;
    Ok(list::shown())
}

/// Returns the display name of the model that answers in a conversation.
pub(crate) async fn in_use(tx: &Tx, core: &Core, session: &Session, user: &User) -> Result<String> {
    let chosen = choice::chosen(tx, core, (session, user)).await?;
    let label = label(core, session, chosen.as_deref());
    Ok(chosen.map(|name| texts::named(&name, &label)).unwrap_or(label))
}

/// Returns a model's display name; without `name`, that of the usual model of the conversation's chat.
fn label(core: &Core, session: &Session, name: Option<&str>) -> String {
    label_of(core, name.or_else(|| choice::usual(&core.config, session)))
}

/// Returns the display name of the model in `[models.NAME]`; without `name`, that of the one in `[model]`.
pub(crate) fn label_of(core: &Core, name: Option<&str>) -> String {
    match name {
        None if !core.config.has_model() => texts::built_in().to_owned(),
        name => core.models.get(name).provider.label(),
    }
}

/// Returns the possible values of the argument.
pub(crate) fn values(core: &Core, user: &User) -> Vec<Choice> {
    let choice = |name: &str| Choice { label: name.to_owned(), value: name.to_owned() };
    [DEFAULT].into_iter().chain(choice::choosable(&core.config, user)).map(choice).collect()
}

/// Returns the named model, where `Some(None)` is the usual one; `None` if the person may not choose it.
fn named<'a>(core: &Core, user: &User, name: &'a str) -> Option<Option<&'a str>> {
    match name {
        DEFAULT => Some(None),
        name => choice::may_choose(&core.config, user, name).then_some(Some(name)),
    }
}

async fn draw(tx: &Tx, core: &Core, session: &Session, user: &User) -> Result<Content> {
    let chosen = chosen_model::of(tx, &session.session_id).await?;
    let (current, gone) = match chosen.as_deref() {
        Some(name) if choice::may_choose(&core.config, user, name) => (Some(name), None),
        gone => (None, gone),
    };
    let listed = [None].into_iter().chain(choice::choosable(&core.config, user).map(Some));
    let listed = listed.map(|name| texts::Listed {
        name: name.unwrap_or(DEFAULT),
        label: label(core, session, name),
        is_chosen: name == current,
    });
    Ok(texts::listing(&listed.collect::<Vec<_>>(), gone))
}

#[cfg(test)]
mod tests;
