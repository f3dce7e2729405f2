//! `/language`: a person sees and chooses the language in which the gateway speaks to them.

use adjutant_channel::{Choice, PressAnswer};
use adjutant_domain::{buttons::Button, language::Language};
use adjutant_store::people::{self, User};
use adjutant_texts::language as texts;
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::outbox::Slot;

/// `/language [LANGUAGE]`: posts the choices, or applies the choice in the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, user, args, .. } = request;
    if args.trim().is_empty() {
        let content = texts::listing(user.language, user.platform_language, core.config.has_model());
        return request.post(Slot::first(&request.source), content).await;
    }
    let choice = match Language::named(args) {
        None if args.trim().eq_ignore_ascii_case(texts::PLATFORM) => None,
        None => return request.answer(texts::unknown(args)).await,
        known => known,
    };
    people::set_language(tx, &user.user_id, choice).await?;
    let answer = async || request.answer(texts::chosen(choice, user.platform_language)).await;
    spoken(user, choice).scope(answer()).await
}

/// Applies a choice, and redraws the message in the chosen language.
pub(crate) async fn press(press: &Press<'_>, user: &User, choice: Option<Language>) -> Result<PressAnswer> {
    let row = match list::of_command(press, user, |button| matches!(button, Button::Language(_))).await? {
        Ok(row) => row,
        Err(answer) => return Ok(answer),
    };
    people::set_language(press.tx, &user.user_id, choice).await?;
    let redraw = async || {
        let content = texts::listing(choice, user.platform_language, press.core.config.has_model());
        list::redraw(press.tx, &row, &content).await?;
        Ok(list::shown())
    };
    spoken(user, choice).scope(redraw()).await
}

/// Returns the resulting language of a choice.
fn spoken(user: &User, choice: Option<Language>) -> Language {
    User { language: choice, ..user.clone() }.language()
}

/// Returns the possible values of the argument.
pub(crate) fn values() -> Vec<Choice> {
    let choice =
        |language: Language| Choice { label: language.name().to_owned(), value: language.code().to_owned() };
    let platform = Choice { label: texts::as_platform().to_owned(), value: texts::PLATFORM.to_owned() };
    Language::ALL.into_iter().map(choice).chain([platform]).collect()
}
