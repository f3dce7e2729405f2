//! `/queue`: a person sees and sets how messages that arrive during a turn of the conversation are handled.

use adjutant_channel::{Choice, Content, PressAnswer};
use adjutant_domain::{buttons::Button, while_busy::WhileBusy};
use adjutant_store::{
    db::Tx,
    inbox::{self, Kind},
    people::User,
    sessions::Session,
    while_busy,
};
use adjutant_texts::queue as texts;
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::{agent::busy, core::Core, outbox::Slot};

/// The most waiting messages that are counted.
const COUNTED: i64 = 100;

/// `/queue [CHOICE]`: posts the list, or applies the choice in the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, ref session, args, now, .. } = request;
    let name = args.trim().to_lowercase();
    if name.is_empty() {
        return request.post(Slot::first(&request.source), draw(tx, core, session).await?).await;
    }
    let Some(choice) = WhileBusy::parse(&name) else {
        return request.answer(texts::unknown(&name)).await;
    };
    while_busy::set(tx, &session.session_id, choice, now).await?;
    request.answer(texts::chosen(choice)).await
}

/// Applies a choice to the presser's conversation, and redraws their list.
pub(crate) async fn press(press: &Press<'_>, user: &User, choice: WhileBusy) -> Result<PressAnswer> {
    let Press { tx, core, now, .. } = *press;
    let is_of = |button: &Button<'_>| matches!(button, Button::WhileBusy(_));
    let (row, session) = match list::of_conversation(press, user, is_of).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    while_busy::set(tx, &session.session_id, choice, now).await?;
    list::redraw(tx, &row, &draw(tx, core, &session).await?).await?;
    Ok(list::shown())
}

/// Returns the possible values of the argument.
pub(crate) fn values() -> Vec<Choice> {
    let choice = |(name, _): (&str, WhileBusy)| Choice { label: name.to_owned(), value: name.to_owned() };
    WhileBusy::NAMES.map(choice).to_vec()
}

async fn draw(tx: &Tx, core: &Core, session: &Session) -> Result<Content> {
    let waiting = inbox::waiting(tx, &session.session_id, COUNTED).await?;
    let waiting = waiting.iter().filter(|row| row.kind == Kind::Message).count();
    Ok(texts::listing(busy::in_use(tx, core, &session.session_id).await?, waiting))
}
