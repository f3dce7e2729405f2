//! `/people`: the owner sees who uses the bot, admits and removes people, and names approvers; in their direct chat
//! only. The list has no row of its own: its buttons name people by user ids, which are never reused, and a press reads
//! the state anew. `adjutant people` makes the same changes.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{
    buttons::{Button, PeoplePress, PersonAction},
    ids::UserId,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    db::Tx,
    people::{self, PersonSummary, Role, User},
    usage,
};
use adjutant_texts::{
    self as all_texts,
    list::{PAGE, Page},
    people as texts,
};
use anyhow::{Context as _, Result};
use chrono::Datelike;

use super::{list as lists, prepared::Prepared, press::Press, request::Request};
use crate::{core::Core, outbox::Slot};

pub(crate) mod change;
#[cfg(test)]
mod tests;

use change::Change;

/// A page of all people.
#[derive(Debug)]
pub(crate) struct Listing {
    page: Page,
    shown: Vec<PersonSummary>,
}

/// Returns a page of all people, counted from 0. `asker` is shown as present now, although the transaction has not
/// stored this yet.
pub(crate) async fn list(tx: &Tx, page: i64, asker: &User, now: Timestamp) -> Result<Listing> {
    let page = Page::of(page, people::count(tx).await?);
    let mut shown = people::summaries(tx, PAGE, page.first).await?;
    for person in shown.iter_mut().filter(|person| person.user_id == asker.person) {
        person.seen_at = Some(now);
    }
    Ok(Listing { page, shown })
}

/// A view that the message can show.
enum View {
    Page,
    Person(UserId),
    /// The question whether to remove the person.
    Removing(UserId),
}

/// `/people`: posts the list.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, prepared, now, .. } = request;
    if user.role != Role::Owner {
        return request.answer(texts::for_the_owner().to_owned()).await;
    }
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    let content = draw(tx, View::Page, prepared, user.zone(core.zone), now).await?;
    request.post(Slot::first(&request.source), content).await
}

/// Carries out a press of the owner, and redraws the message.
pub(crate) async fn press(
    press: &Press<'_>,
    user: &User,
    button: PeoplePress<'_>,
    prepared: &Prepared,
) -> Result<PressAnswer> {
    let Press { tx, core, event, now, .. } = *press;
    if user.role != Role::Owner || event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match lists::pressed(press, |button| matches!(button, Button::People(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    let (view, answer) = match button {
        PeoplePress::Page(_) => (View::Page, lists::shown()),
        PeoplePress::Person(id, action) => match people::summary(tx, &UserId(id.to_owned())).await? {
            Some(person) => act(tx, core, (user, &person), action, now).await?,
            None => (View::Page, PressAnswer::alert(texts::no_such_person())),
        },
    };
    if let Some(row) = row {
        let content = draw(tx, view, prepared, user.zone(core.zone), now).await?;
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

/// Carries out the owner's action on a person, and returns the answer.
pub(crate) async fn act_on(
    tx: &Tx,
    core: &Core,
    owner_and_person: (&User, &PersonSummary),
    action: PersonAction,
    now: Timestamp,
) -> Result<PressAnswer> {
    act(tx, core, owner_and_person, action, now).await.map(|(_, answer)| answer)
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
        PersonAction::Open => (same(), lists::shown()),
        _ if is_owner => (same(), PressAnswer::alert(texts::owner_stays())),
        PersonAction::Remove => (View::Removing(person.user_id.clone()), lists::shown()),
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

/// Draws a view: a person from the present rows, the list as it was prepared.
async fn draw(tx: &Tx, view: View, prepared: &Prepared, zone: Zone, now: Timestamp) -> Result<Content> {
    match view {
        View::Removing(id) => {
            if let Some(person) = people::summary(tx, &id).await? {
                return Ok(texts::removing(&person));
            }
        }
        View::Person(id) => {
            if let Some(person) = people::summary(tx, &id).await? {
                let today = now.to_utc();
                let month = usage::sums(tx, &person.user_id, today.day().into(), today).await?;
                return Ok(texts::person(&person, &month, zone));
            }
        }
        View::Page => {}
    }
    let Listing { page, shown } = prepared.people.as_ref().context("the list of people was not read")?;
    Ok(texts::listing(shown, *page, zone))
}
