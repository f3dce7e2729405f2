//! What the pages show, as JSON. Times are milliseconds since the Unix epoch, amounts of money millionths of a US dollar.

use std::sync::Arc;

use adjutant_channel::ChatKind;
use adjutant_domain::ids::TurnId;
use adjutant_store::people::User;
use adjutant_texts::console as texts;
use anyhow::Result;
use axum::{
    Extension, Json,
    extract::{FromRequestParts, Path, Query},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::{Refusal, viewer::Viewer};
use crate::core::Core;

mod activity;
mod approvals;
mod audit;
mod deliveries;
mod overview;
mod people;
mod plots;
mod schedules;
mod system;
mod turn;
mod usage;

pub(super) use audit::newest as newest_events;
pub(super) use usage::DAYS;

/// A page of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Page {
    Overview,
    /// What the overview draws of the last 24 hours.
    Plots,
    Approvals,
    Schedules,
    Activity,
    /// One turn, which the address names.
    Turn,
    Deliveries,
    People,
    Usage,
    Audit,
    System,
    /// The process: what it takes now, and the settings with which it started. The page of the system asks for it now and
    /// then: followed, it would be sent whole all the time.
    Process,
}

/// What an address asks for: a page, and on that of a turn its id in `of`.
#[derive(Clone, Debug)]
pub(super) struct View {
    page: Page,
    of: Option<String>,
}

#[derive(Deserialize)]
struct Of {
    of: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for View {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let no_such_page = || Refusal(StatusCode::NOT_FOUND, texts::no_such_page().to_owned());
        let page = Path::<Page>::from_request_parts(parts, state).await.map_err(|_| no_such_page())?;
        let of = Query::<Of>::from_request_parts(parts, state).await.map_err(|_| no_such_page())?;
        Ok(Self { page: page.0, of: of.0.of })
    }
}

/// Answers with a view as it is now.
pub(super) async fn show(
    Extension(Viewer { core, user, .. }): Extension<Viewer>,
    view: View,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(read(&core, user, view).await?))
}

/// Reads a view for a person, all of it from one state of the database, or without it. What the owner reads of others is
/// recorded first.
pub(super) async fn read(core: &Arc<Core>, viewer: User, View { page, of }: View) -> Result<Value> {
    match page {
        Page::System => return Ok(to_value(system::read(core, &viewer).await)?),
        Page::Process => return Ok(to_value(system::process(core, &viewer))?),
        _ => {}
    }
    let (shared, asker) = (core.clone(), viewer.user_id.clone());
    let read = async move |tx: &_| {
        let (core, viewer) = (&*shared, &viewer);
        let mut first_read = None;
        let value = match page {
            Page::Overview => to_value(overview::read(tx, core, viewer).await?)?,
            Page::Plots => to_value(plots::read(tx, core, viewer).await?)?,
            Page::Approvals => to_value(approvals::read(tx, core, viewer).await?)?,
            Page::Schedules => to_value(schedules::read(tx, core, viewer).await?)?,
            Page::Activity => to_value(activity::read(tx, viewer).await?)?,
            Page::Turn => {
                let turn = TurnId(of.unwrap_or_default());
                let (trace, first) = turn::read(tx, core, viewer, turn).await?;
                first_read = first;
                to_value(trace)?
            }
            Page::Deliveries => to_value(deliveries::read(tx, core, viewer).await?)?,
            Page::People => to_value(people::read(tx, core, viewer).await?)?,
            Page::Usage => to_value(usage::read(tx, core, viewer).await?)?,
            Page::Audit => to_value(audit::read(tx, core, viewer).await?)?,
            Page::System | Page::Process => Value::Null,
        };
        Ok((value, first_read))
    };
    let (value, first_read) = core.db.read(read).await?;
    if let Some(first_read) = first_read {
        first_read.record(core, asker).await?;
    }
    Ok(value)
}

/// A chat, for people.
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
