//! The data of the pages, as JSON. Times are milliseconds since the Unix epoch, amounts of money millionths of a US
//! dollar.

use std::sync::Arc;

use adjutant_channel::ChatKind;
use adjutant_domain::{
    ids::{TurnId, UserId},
    text::beginning,
};
use adjutant_memory::Meant;
use adjutant_store::people::User;
use adjutant_texts::console as texts;
use anyhow::Result;
use axum::{
    Extension, Json,
    extract::{FromRequestParts, Path, Query, State},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::{Console, Refusal, viewer::Viewer};
use crate::{
    core::Core,
    recent_log::{Place as LogPlace, RecentLog},
};

mod activity;
mod approvals;
mod audit;
mod deliveries;
mod log;
mod memory;
mod overview;
mod people;
mod person;
mod plots;
mod schedules;
mod system;
mod turn;
mod usage;

pub(super) use audit::newest as newest_events;
pub(super) use schedules::{Moment, timed, version};
pub(super) use usage::DAYS;

/// The longest query for a list, in characters.
const QUERY: usize = 200;

/// A page of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Page {
    Overview,
    /// The overview's plots of the last 24 hours.
    Plots,
    Approvals,
    Schedules,
    Activity,
    /// One turn, named by the address.
    Turn,
    Deliveries,
    Memory,
    People,
    /// One person, named by the address.
    Person,
    Usage,
    Audit,
    Log,
    System,
    /// The process: its resources, and the settings with which it started. The system page requests this at intervals;
    /// a live view would be sent whole all the time.
    Process,
}

/// The request in an address.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) page: Page,
    /// The subject of the page: the id of a turn or a person, the query for memory, schedules or people, or the turn
    /// whose log lines are requested.
    of: String,
    /// How many of the newest items are skipped.
    from: u32,
    /// The state that a reconnecting page shows.
    pub(super) last: Option<String>,
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    of: String,
    #[serde(default)]
    from: u32,
    last: Option<String>,
}

/// The data that a followed page keeps between two reads.
#[derive(Default)]
pub(super) struct Kept {
    /// The meaning of its query.
    meant: Option<Meant>,
}

impl<S: Send + Sync> FromRequestParts<S> for View {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let no_such_page = || Refusal(StatusCode::NOT_FOUND, texts::no_such_page().to_owned());
        let page = Path::<Page>::from_request_parts(parts, state).await.map_err(|_| no_such_page())?;
        let asked = Query::<Asked>::from_request_parts(parts, state).await.map_err(|_| no_such_page())?;
        let Asked { of, from, last } = asked.0;
        Ok(Self { page: page.0, of, from, last })
    }
}

/// Answers with the present state of a view.
pub(super) async fn show(
    State(console): State<Console>,
    Extension(Viewer { core, user, .. }): Extension<Viewer>,
    view: View,
) -> Result<Json<Value>, Refusal> {
    if view.page == Page::Log {
        let (shown, _) = log(&core, user, &console.log()?, &view).await?;
        return Ok(Json(shown));
    }
    Ok(Json(read(&core, user, view, &mut Kept::default()).await?))
}

/// Reads the log for a person, and the place at its end.
pub(super) async fn log(
    core: &Arc<Core>,
    viewer: User,
    log: &RecentLog,
    View { of, .. }: &View,
) -> Result<(Value, LogPlace)> {
    let (log, of) = (log.clone(), of.clone());
    let read = async move |tx: &_| log::read(tx, &log, &viewer, of.clone()).await;
    let (shown, place) = core.db.read(read).await?;
    Ok((to_value(shown)?, place))
}

/// Reads a view other than the log for a person, from a single state of the database if it needs the database. If the
/// owner reads another person's turn, that is recorded first.
pub(super) async fn read(core: &Arc<Core>, viewer: User, view: View, kept: &mut Kept) -> Result<Value> {
    let View { page, of, from, .. } = view;
    let found = match page {
        Page::System => return Ok(to_value(system::read(core, &viewer).await)?),
        Page::Process => return Ok(to_value(system::process(core, &viewer))?),
        Page::Memory if !of.is_empty() => Some(memory::search(core, &viewer, &of, &mut kept.meant).await?),
        _ => None,
    };
    let (shared, asker) = (core.clone(), viewer.user_id.clone());
    let read = async move |tx: &_| {
        let (core, viewer) = (&*shared, &viewer);
        let mut first_read = None;
        let value = match page {
            Page::Overview => to_value(overview::read(tx, core, viewer).await?)?,
            Page::Plots => to_value(plots::read(tx, core, viewer).await?)?,
            Page::Approvals => to_value(approvals::read(tx, core, viewer).await?)?,
            Page::Schedules => to_value(schedules::read(tx, core, viewer, searched(&of)).await?)?,
            Page::Activity => to_value(activity::read(tx, viewer).await?)?,
            Page::Turn => {
                let (trace, first) = turn::read(tx, core, viewer, TurnId(of.clone())).await?;
                first_read = first;
                to_value(trace)?
            }
            Page::Deliveries => to_value(deliveries::read(tx, core, viewer).await?)?,
            Page::Memory => to_value(memory::read(tx, core, viewer, (&of, found.as_ref()), from).await?)?,
            Page::People => to_value(people::read(tx, core, viewer, searched(&of)).await?)?,
            Page::Person => to_value(person::read(tx, core, viewer, &UserId(of.clone())).await?)?,
            Page::Usage => to_value(usage::read(tx, core, viewer).await?)?,
            Page::Audit => to_value(audit::read(tx, core, viewer).await?)?,
            // These are not read from rows of the database.
            Page::Log | Page::System | Page::Process => Value::Null,
        };
        Ok((value, first_read))
    };
    let (value, first_read) = core.db.read(read).await?;
    if let Some(first_read) = first_read {
        first_read.record(core, asker).await?;
    }
    Ok(value)
}

/// Returns the words of a query for a list, of a bounded length.
fn searched(query: &str) -> &str {
    beginning(query.trim(), QUERY)
}

/// A chat, for display.
#[derive(Debug, Serialize)]
struct Place {
    /// The platform's name.
    platform: String,
    is_group: bool,
    /// The platform's id of the chat.
    chat: String,
}

impl Place {
    fn new(channel: &str, chat: &str, kind: ChatKind) -> Self {
        Self {
            platform: texts::platform(channel).to_owned(),
            is_group: kind == ChatKind::Group,
            chat: chat.to_owned(),
        }
    }
}
