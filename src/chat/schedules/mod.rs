//! A person's schedules in the chat: `/schedules`, and the buttons under delivered results.
//!
//! A list of schedules is one message, which every press redraws. The list has a row (`store/schedule_lists.rs`), and
//! its buttons name the row and perhaps a schedule or a run. The buttons under a delivered message name the run. So all
//! buttons work as long as the row or the run exists, whatever happens meanwhile, and contain no text of a schedule.
//! The schedules are looked up in the scope of the chat each time.

use adjutant_channel::{ChatKind, ChatRef, Choice, Inbound};
use adjutant_domain::{outbox_key::OutboxKey, scope::Scope, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people::{self, User},
    schedule_lists::{self, List},
    schedules::{self, Filter},
    sessions::{self, Session},
};
use adjutant_texts::list::choice;
use anyhow::Result;

use crate::{
    chat::request::Request,
    core::Core,
    outbox::{self, Address, Slot},
};

mod delivered;
mod overdue;
mod press;
pub(crate) mod switch;
mod view;

pub(crate) use delivered::press as press_delivered;
pub(crate) use overdue::press as press_overdue;
use view::{View, draw};

/// The most runs that are listed for a schedule, newest first. Their buttons and the one below fill all rows that
/// Discord has.
const RUNS: i64 = 8;
/// The longest part of a requested name that is stored, in characters.
const QUERY: usize = 100;
/// The most names that are offered for completion.
const NAMES: i64 = 50;

/// `/schedules [NAME]`: lists all schedules, next due first, or those whose names contain the argument.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, ref session, now, .. } = request;
    let query: String = request.args.trim().chars().take(QUERY).collect();
    let query = (!query.is_empty()).then_some(query.as_str());
    let list = add(tx, event, session, query, now).await?;
    request.post(Slot::first(&list.source()), draw(tx, core, &list, View::Page).await?).await
}

/// Returns the names of a person's schedules that may be seen in this chat.
pub(crate) async fn values(tx: &Tx, core: &Core, user: &User, chat: &ChatRef) -> Result<Vec<Choice>> {
    let direct = people::direct_chats(tx, &user.user_id, &chat.channel, &core.config.access.listed()).await?;
    let kind = if direct.contains(chat) { ChatKind::Direct } else { ChatKind::Group };
    let filter = Filter { scope: Scope::in_chat(chat, kind), ..Filter::default() };
    let (found, _) = schedules::search(tx, &user.user_id, &filter, NAMES, 0).await?;
    Ok(found.iter().filter_map(|schedule| choice(&schedule.name)).collect())
}

/// Shows a view of a schedule in a message of its own, with the buttons of a list.
async fn show(
    tx: &Tx,
    core: &Core,
    (event, user): (&Inbound, &User),
    view: View,
    now: Timestamp,
) -> Result<()> {
    let session = sessions::open_for(tx, event, &user.user_id, now).await?;
    let list = add(tx, event, &session, None, now).await?;
    let content = draw(tx, core, &list, view).await?;
    let to = Address::new(event.chat.clone(), event.chat_kind);
    outbox::post_content(tx, Slot::first(&list.source()), &to, &content, now).await.map(drop)
}

async fn add(
    tx: &Tx,
    event: &Inbound,
    session: &Session,
    query: Option<&str>,
    now: Timestamp,
) -> Result<List> {
    schedule_lists::add(tx, &session.session_id, &OutboxKey::answering(event), query, now).await
}

#[cfg(test)]
mod tests;
