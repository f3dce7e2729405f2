//! The work for a command or press before the transaction that stores and answers it. Inside the transaction, all other
//! writes would wait for it.
//!
//! A search and queries over everybody's rows only read. `/files` and `/site` also take effect here, outside that
//! transaction: files are renamed, deleted and restored, and websites are published, changed and shared.

use std::sync::Arc;

use adjutant_channel::{ChatKind, Event, Inbound};
use adjutant_domain::{
    buttons::{Button, PeoplePress},
    commands::Command,
    timestamp::Timestamp,
};
use adjutant_memory::SearchResults;
use adjutant_store::{
    db::{Tx, space::Space},
    file_usage, inbox,
    people::{Role, User},
    set_aside,
};
use adjutant_texts::commands::Everybody;
use anyhow::Result;

use super::{
    access::{self, SenderStatus},
    files::{self, Wanted},
    late_messages, limits, notes,
    people::{self, Listing},
    site::{self, Wish},
};
use crate::core::Core;

/// The results of that work; each is present only if the event needs it and its sender may see it.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// The results of a command's memory search.
    pub found: SearchResults,
    /// A page of the list of people.
    pub people: Option<Listing>,
    /// The files of the person.
    pub files: files::Listing,
    /// The website of the person or the group.
    pub site: Option<site::Shown>,
    /// The totals of all stored data.
    pub everybody: Option<Everybody>,
}

/// What an event needs before its transaction.
enum Need<'a> {
    Search(Command, &'a str),
    People(i64),
    Files(Wanted<'a>),
    Site(Wish<'a>),
    Everybody,
}

impl Prepared {
    /// Does the work that an event needs. A stranger's event never causes any, and neither does a command that is not
    /// carried out.
    pub(super) async fn of(core: &Arc<Core>, event: &Inbound) -> Result<Self> {
        let Some(need) = need(&event.event) else { return Ok(Self::default()) };
        let (core_, event_) = (core.clone(), event.clone());
        let served = async move |tx: &Tx| {
            let (channel, sender) = (&event_.chat.channel, &event_.sender);
            match access::sender_status(tx, &core_.config, channel, sender).await? {
                SenderStatus::Known(user) if !is_refused(tx, &core_, &event_, &user).await? => Ok(Some(user)),
                _ => Ok(None),
            }
        };
        let Some(user) = core.db.read(served).await? else { return Ok(Self::default()) };
        user.language().scope(Box::pin(Self::of_user(core, event, user.clone(), need))).await
    }

    async fn of_user(core: &Arc<Core>, event: &Inbound, user: User, need: Need<'_>) -> Result<Self> {
        let mut prepared = Self::default();
        match need {
            Need::Search(command, args) => {
                prepared.found = notes::search(core, &user, event, command, args).await?;
            }
            Need::People(page) if is_private_to_owner(&user, event) => {
                let now = core.clock.timestamp();
                let list = async move |tx: &Tx| people::list(tx, page, &user, now).await;
                prepared.people = Some(core.db.read(list).await?);
            }
            Need::Everybody if is_private_to_owner(&user, event) => {
                prepared.everybody = Some(core.db.read(everybody).await?);
            }
            Need::Files(wanted) if event.chat_kind == ChatKind::Direct => {
                prepared.files = files::carry_out_and_list(core, &user, event, wanted).await?;
            }
            Need::Site(wish) => prepared.site = site::carry_out(core, &user, event, wish).await?,
            Need::People(_) | Need::Files(_) | Need::Everybody => {}
        }
        Ok(prepared)
    }
}

/// Returns whether the transaction will not carry out an event: it is a command that came too late or came before, for
/// which its sender may not begin a conversation, or of a bot that is not answered.
async fn is_refused(tx: &Tx, core: &Core, event: &Inbound, user: &User) -> Result<bool> {
    if !matches!(event.event, Event::Command { .. }) {
        return Ok(false);
    }
    Ok(late_messages::is_too_old(core, event, core.clock.timestamp())
        || core.bot_talk.will_be_silent(event, core.clock.uptime())
        || inbox::is_recorded(tx, event).await?
        || limits::no_conversation(tx, core, event, user).await?.is_some())
}

fn need(event: &Event) -> Option<Need<'_>> {
    match event {
        Event::Command { name, args, .. } => match Command::parse(name)? {
            command if command.searches_memory() => Some(Need::Search(command, args)),
            Command::People => Some(Need::People(0)),
            Command::Files if args.trim().is_empty() => Some(Need::Files(Wanted::Look)),
            Command::Files => Some(Need::Files(Wanted::Rename(args))),
            Command::Site => Some(Need::Site(Wish::typed(args))),
            Command::Status => Some(Need::Everybody),
            _ => None,
        },
        Event::Press { data, .. } => match Button::parse(data)? {
            Button::People(PeoplePress::Page(page)) => Some(Need::People(page)),
            Button::Site(press) => Some(Need::Site(Wish::Press(press))),
            Button::Files(press) => Some(Need::Files(Wanted::Press(press))),
            // Shown if the person is gone.
            Button::People(PeoplePress::Person(..)) => Some(Need::People(0)),
            _ => None,
        },
        _ => None,
    }
}

fn is_private_to_owner(user: &User, event: &Inbound) -> bool {
    user.role == Role::Owner && event.chat_kind == ChatKind::Direct
}

async fn everybody(tx: &Tx) -> Result<Everybody> {
    let space = Space::of(tx).await?;
    Ok(Everybody {
        database: space.bytes(),
        free: space.free_bytes(),
        files: file_usage::total_of_everybody(tx).await?,
        set_aside: set_aside::count_since(tx, Timestamp::EPOCH).await?,
    })
}
