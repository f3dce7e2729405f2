//! What the pages show, as JSON. Times are milliseconds since the Unix epoch, amounts of money millionths of a US dollar.

use std::sync::Arc;

use adjutant_channel::ChatKind;
use adjutant_store::people::User;
use adjutant_texts::console as texts;
use anyhow::Result;
use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::{Console, Refusal};
use crate::core::Core;

mod approvals;
mod audit;
mod deliveries;
mod overview;
mod schedules;
mod usage;

pub(super) use audit::newest as newest_events;
pub(super) use usage::DAYS;

/// A page of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum View {
    Overview,
    Approvals,
    Schedules,
    Deliveries,
    Usage,
    Audit,
}

/// Answers with a view as it is now.
pub(super) async fn show(
    State(console): State<Console>,
    view: Result<Path<View>, PathRejection>,
) -> Result<Json<Value>, Refusal> {
    let Path(view) = view.map_err(|_| no_such_view())?;
    let (core, viewer) = console.viewed().await?;
    Ok(Json(read(&core, viewer, view).await?))
}

pub(super) fn no_such_view() -> Refusal {
    Refusal(StatusCode::NOT_FOUND, texts::no_such_page().to_owned())
}

/// Reads a view for a person, all of it from one state of the database.
pub(super) async fn read(core: &Arc<Core>, viewer: User, view: View) -> Result<Value> {
    let shared = core.clone();
    let read = async move |tx: &_| {
        let (core, viewer) = (&*shared, &viewer);
        Ok(match view {
            View::Overview => to_value(overview::read(tx, core, viewer).await?)?,
            View::Approvals => to_value(approvals::read(tx, core, viewer).await?)?,
            View::Schedules => to_value(schedules::read(tx, core, viewer).await?)?,
            View::Deliveries => to_value(deliveries::read(tx, core, viewer).await?)?,
            View::Usage => to_value(usage::read(tx, core, viewer).await?)?,
            View::Audit => to_value(audit::read(tx, core, viewer).await?)?,
        })
    };
    core.db.read(read).await
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
