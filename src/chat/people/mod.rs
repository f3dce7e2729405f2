//! `/people`: the owner sees who uses the bot, admits and removes people, and names approvers; in their direct chat only.
//! The list has no row of its own: its buttons name people by the ids of their users, which never come to mean somebody
//! else, and what a press shows is read anew. `adjutant people` changes the same things.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{
    buttons::{Button, PeoplePress, PersonAction},
    ids::UserId,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    outbox as rows,
    people::{self, PersonSummary, Role, User},
    usage,
};
use adjutant_texts::{
    self as all_texts,
    list::{PAGE, Page},
    people as texts,
};
use anyhow::Result;
use chrono::Datelike;
use chrono_tz::Tz;

use super::{list, press::Press, request::Request};
use crate::{core::Core, outbox::Slot};

pub(crate) mod change;
#[cfg(test)]
mod tests;

use change::Change;

/// A view that the message can show.
enum View {
    Page(i64),
    Person(UserId),
    /// The question whether to remove them.
    Removing(UserId),
}

/// Posts the list.
pub(crate) async fn browse(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, now, .. } = request;
    if user.role != Role::Owner {
        return request.answer(texts::for_the_owner().to_owned()).await;
    }
    if event.chat_kind != ChatKind::Direct {
        return request.answer(texts::in_private().to_owned()).await;
    }
    let content = draw(tx, View::Page(0), user.zone(core.zone), now).await?;
    request.post(Slot::first(&request.source), content).await
}

/// Carries out a press of the owner, and redraws the message.
pub(crate) async fn press(press: &Press<'_>, user: &User, button: PeoplePress<'_>) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now } = *press;
    if user.role != Role::Owner || event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match message {
        Some(message) => rows::by_message(tx, &event.chat, message).await?,
        None => None,
    };
    // The ids of messages may come again, where the platform does not choose them.
    if let Some(row) = &row
        && !shows_people(&row.content()?)
    {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    }
    let (view, answer) = match button {
        PeoplePress::Page(page) => (View::Page(page), list::shown()),
        PeoplePress::Person(id, action) => match people::summary(tx, &UserId(id.to_owned())).await? {
            Some(person) => act(tx, core, (user, &person), action, now).await?,
            None => (View::Page(0), PressAnswer::alert(texts::no_such_person())),
        },
    };
    if let Some(row) = row {
        let content = draw(tx, view, user.zone(core.zone), now).await?;
        list::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

/// Returns whether a message is a list of people, or what it was redrawn to.
fn shows_people(content: &Content) -> bool {
    let is_one = |data: &str| matches!(Button::parse(data), Some(Button::People(_)));
    content.buttons.iter().flatten().any(|button| is_one(&button.data))
}

async fn act(
    tx: &Tx,
    core: &Core,
    (owner, person): (&User, &PersonSummary),
    action: PersonAction,
    now: Timestamp,
) -> Result<(View, PressAnswer)> {
    let change = Change { person, actor: Some(&owner.user_id), now };
    let same = || View::Person(person.user_id.clone());
    let is_owner = person.role == Role::Owner;
    Ok(match action {
        PersonAction::Open => (same(), list::shown()),
        _ if is_owner => (same(), PressAnswer::alert(texts::owner_stays())),
        PersonAction::Remove => (View::Removing(person.user_id.clone()), list::shown()),
        PersonAction::Confirm => {
            change::remove(tx, &change).await?;
            (same(), PressAnswer::told(texts::removed()))
        }
        PersonAction::Admit => {
            change::admit(tx, &change).await?;
            (same(), PressAnswer::told(texts::admitted()))
        }
        PersonAction::MakeApprover | PersonAction::EndApprover => {
            let approves = action == PersonAction::MakeApprover;
            let is_one = change::set_approver(tx, &core.config, &change, approves).await?;
            let answer = match (approves, is_one) {
                (true, _) => PressAnswer::told(texts::made_approver()),
                (false, false) => PressAnswer::told(texts::ended_approver()),
                (false, true) => PressAnswer::alert(texts::approver_by_configuration()),
            };
            (same(), answer)
        }
    })
}

/// Draws a view from the rows as they are now.
async fn draw(tx: &Tx, view: View, zone: Tz, now: Timestamp) -> Result<Content> {
    let page = match view {
        View::Page(page) => page,
        View::Removing(id) => match people::summary(tx, &id).await? {
            Some(person) => return Ok(texts::removing(&person)),
            None => 0,
        },
        View::Person(id) => match people::summary(tx, &id).await? {
            Some(person) => {
                let today = now.to_utc();
                let month = usage::sums(tx, &person.user_id, today.day().into(), today).await?;
                return Ok(texts::person(&person, &month, zone));
            }
            None => 0,
        },
    };
    let page = Page::of(page, people::count(tx).await?);
    let shown = people::summaries(tx, PAGE, page.first).await?;
    Ok(texts::listing(&shown, page, zone))
}
