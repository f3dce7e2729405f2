//! `/tools`: a person sees the open toolsets of the conversation, and opens and closes them.

use std::sync::Arc;

use adjutant_channel::{Content, PressAnswer};
use adjutant_domain::{buttons::Button, policy::Place};
use adjutant_store::{db::Tx, open_toolsets, people::User, sessions::Session, toolset_state};
use adjutant_texts::{self as all_texts, toolsets as texts};
use adjutant_tools::kit::{Entry, OnDemand};
use anyhow::Result;

use super::{list, press::Press, request::Request};
use crate::{agent::tools, approvals::policy, core::Core, outbox::Slot};

#[cfg(test)]
mod tests;

/// `/tools`: posts the list.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, ref session, user, .. } = request;
    let content = draw(tx, core, session, user, 0).await?;
    request.post(Slot::first(&request.source), content).await
}

/// Opens or closes a toolset in the presser's conversation, and redraws their list.
pub(crate) async fn press(
    press: &Press<'_>,
    user: &User,
    (name, opens): (&str, bool),
) -> Result<PressAnswer> {
    let Press { tx, core, now, .. } = *press;
    let (row, session) = match list::of_conversation(press, user, is_switch).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let (id, known) = (&session.session_id, of_place(core, &session, user));
    let position = known.iter().position(|(known, _)| *known == name).unwrap_or_default();
    match known.get(position).filter(|(known, _)| *known == name) {
        Some((known, _)) if opens => open_toolsets::open(tx, id, &[*known], now).await?,
        Some((known, _)) => {
            open_toolsets::close(tx, id, known, now).await?;
            // Its state, such as active skills, ends with it.
            toolset_state::forget(tx, id, known).await?;
        }
        None => return Ok(PressAnswer::alert(all_texts::unknown_button())),
    }
    let page = texts::page_of(position, known.len());
    list::redraw(tx, &row, &draw(tx, core, &session, user, page).await?).await?;
    Ok(list::shown())
}

/// Turns to a page of the presser's list.
pub(crate) async fn turn(press: &Press<'_>, user: &User, page: i64) -> Result<PressAnswer> {
    let Press { tx, core, .. } = *press;
    let (row, session) = match list::of_conversation(press, user, is_switch).await? {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    list::redraw(tx, &row, &draw(tx, core, &session, user, page).await?).await?;
    Ok(list::shown())
}

/// Every page of the list has such a button.
fn is_switch(button: &Button<'_>) -> bool {
    matches!(button, Button::Toolset { .. })
}

async fn draw(tx: &Tx, core: &Core, session: &Session, user: &User, page: i64) -> Result<Content> {
    let open = open_toolsets::of(tx, &session.session_id).await?;
    let listed = of_place(core, session, user).into_iter().map(|(name, on_demand)| texts::Listed {
        name,
        summary: &on_demand.summary,
        is_open: open.iter().any(|open| open == name),
    });
    Ok(texts::listing(&listed.collect::<Vec<_>>(), page))
}

/// Returns the toolsets available to the person in a chat.
pub(super) fn of_place<'a>(
    core: &'a Core,
    session: &Session,
    user: &User,
) -> Vec<(&'a str, &'a Arc<OnDemand>)> {
    let place = Place { role: user.policy_role(), chat: session.chat_kind, attended: true };
    let is_on = |tool: &Entry| {
        policy::is_on(&core.config.tools.rules, place, tool) && tools::is_in_chat(core, session, tool)
    };
    core.tools.on_demand(&core.config.tools.permissions, is_on).collect()
}
