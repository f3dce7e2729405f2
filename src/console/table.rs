//! Tables as CSV files, with all rows of which a page shows only a part.

use std::borrow::Cow;

use adjutant_store::usage;
use adjutant_texts::console as texts;
use anyhow::{Context as _, Result};
use axum::{
    Extension,
    extract::{Path, rejection::PathRejection},
    http::{
        StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use csv::Writer;
use serde::{Deserialize, Serialize};

use super::{Refusal, view, viewer::Viewer};

/// The most events in the audit table, which is built in memory: `adjutant audit --json` prints them all.
const EVENTS: i64 = 20_000;

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Table {
    #[serde(rename = "usage.csv")]
    Usage,
    #[serde(rename = "usage-by-model.csv")]
    UsageByModel,
    #[serde(rename = "audit.csv")]
    Audit,
}

/// An event of the audit log, with a time that spreadsheets can read.
#[derive(Serialize)]
struct Row<'a> {
    at: String,
    kind: &'static str,
    person: Cow<'a, str>,
    by: Cow<'a, str>,
    tool: Cow<'a, str>,
    outcome: &'a str,
    about: Cow<'a, str>,
}

/// Answers with a table.
pub(super) async fn download(
    Extension(Viewer { core, user: viewer, .. }): Extension<Viewer>,
    table: Result<Path<Table>, PathRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let no_such_table = |_| Refusal(StatusCode::NOT_FOUND, texts::no_such_page().to_owned());
    let Path(table) = table.map_err(no_such_table)?;
    let (name, bytes) = match table {
        Table::Usage => {
            let now = core.clock.now();
            let read = async move |tx: &_| usage::by_day(tx, &viewer.user_id, view::DAYS, now).await;
            ("usage.csv", written(core.db.read(read).await?)?)
        }
        Table::UsageByModel => {
            let now = core.clock.now();
            let read =
                async move |tx: &_| usage::by_day_and_model(tx, &viewer.user_id, view::DAYS, now).await;
            let mut rows = core.db.read(read).await?;
            for row in &mut rows {
                row.model = cell(&row.model).into_owned();
            }
            ("usage-by-model.csv", written(rows)?)
        }
        Table::Audit => {
            let shared = core.clone();
            let read = async move |tx: &_| view::newest_events(tx, &shared, &viewer, i64::MAX, EVENTS).await;
            let events = core.db.read(read).await?;
            let rows = events.iter().map(|event| Row {
                at: event.at.to_utc().format("%Y-%m-%dT%H:%M:%SZ").to_string(),
                kind: event.kind.text(),
                person: cell(&event.person),
                by: cell(event.by.as_deref().unwrap_or_default()),
                tool: cell(&event.tool),
                outcome: &event.outcome,
                about: cell(&event.about),
            });
            ("audit.csv", written(rows)?)
        }
    };
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, bytes))
}

/// Returns a text that spreadsheets do not read as a formula: names and summaries come from people and models.
fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::from(format!("'{text}"))
    } else {
        Cow::from(text)
    }
}

fn written(rows: impl IntoIterator<Item = impl Serialize>) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    writer.into_inner().context("cannot write a table")
}
