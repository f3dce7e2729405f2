//! Actions on the machine that only the owner may use: run the checks, copy the database, and download a copy.

use std::{io, sync::Arc, time::Duration};

use adjutant_config::Config;
use adjutant_domain::{language::Language, redact::Redactor};
use adjutant_store::{
    db::Scope,
    people::{Role, User},
};
use adjutant_texts::console as texts;
use anyhow::Context as _;
use axum::{
    Extension, Json,
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE},
    },
    response::IntoResponse,
};
use futures::stream;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{
    fs::File,
    io::AsyncReadExt as _,
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

use super::{
    Console, Refusal,
    change::{Done, record_done},
    viewer::Viewer,
};
use crate::{
    backups,
    core::Core,
    doctor::{self, Database, Finding, Subject},
};

/// How long all checks together may take.
const CHECKS: Duration = Duration::from_mins(2);
/// How much of a copy is read at a time, in bytes.
const PIECE: usize = 64 * 1024;

/// Actions that only one page at a time may run.
#[derive(Clone, Debug)]
pub(super) struct Places {
    checks: Arc<Semaphore>,
    copies: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        let one = || Arc::new(Semaphore::new(1));
        Self { checks: one(), copies: one() }
    }
}

fn take(place: &Arc<Semaphore>, taken: &'static str) -> Result<OwnedSemaphorePermit, Refusal> {
    place.clone().try_acquire_owned().map_err(|_| Refusal(StatusCode::CONFLICT, taken.to_owned()))
}

/// Returns the gateway and its owner, if the viewer is the owner.
fn owned(viewer: Viewer) -> Result<(Arc<Core>, User), Refusal> {
    match viewer.user.role {
        Role::Owner => Ok((viewer.core, viewer.user)),
        Role::Member => Err(Refusal(StatusCode::FORBIDDEN, texts::owner_alone().to_owned())),
    }
}

/// Runs the checks of `adjutant doctor`. They end when the requesting page is gone.
pub(super) async fn check(
    State(console): State<Console>,
    Extension(viewer): Extension<Viewer>,
) -> Result<Json<Value>, Refusal> {
    let (core, _) = owned(viewer)?;
    let _place = take(&console.places.checks, texts::checks_run())?;
    let subject = Subject {
        config: &core.config,
        database: Database::Open(core.db.clone()),
        channels: Ok(core.channels.all().cloned().collect()),
        sandbox: &core.sandbox,
        now: core.clock.now(),
        zone: core.zone,
    };
    // The findings are in English for everybody, as in the terminal.
    let examining = Language::English.scope(doctor::examine_all(subject));
    let examined = timeout(CHECKS, Box::pin(examining)).await;
    let too_long = |_| Refusal(StatusCode::GATEWAY_TIMEOUT, texts::checks_took_too_long(CHECKS));
    let findings: Vec<_> =
        examined.map_err(too_long)?.iter().map(|finding| shown(finding, &core.redactor)).collect();
    Ok(Json(json!({ "findings": findings, "at": core.clock.timestamp() })))
}

/// Returns a finding for programs, without secrets, with its display name and its documentation.
fn shown(finding: &Finding, redactor: &Redactor) -> Value {
    let mut shown = finding.for_programs();
    if let Some(detail) = shown["detail"].as_str().map(|detail| redactor.redact(detail).into_owned()) {
        shown["detail"] = Value::from(detail);
    }
    shown["name"] = Value::from(finding.check.to_string());
    let (checked, remedy) = finding.check.documented().unwrap_or_default();
    shown["checked"] = Value::from(checked);
    shown["remedy"] = Value::from(remedy);
    shown
}

/// Copies the database now, even if the page does not wait for it.
pub(super) async fn copy(
    State(console): State<Console>,
    Extension(viewer): Extension<Viewer>,
) -> Result<Json<Value>, Refusal> {
    let (core, viewer) = owned(viewer)?;
    let place = take(&console.places.copies, texts::copy_runs())?;
    let made = tokio::spawn(async move {
        let _place = place;
        let name = backups::copy_now(&core).await.map_err(|error| {
            let error = format!("{error:#}");
            tracing::error!(error, "cannot copy the database");
            Refusal(StatusCode::INTERNAL_SERVER_ERROR, texts::copy_failed(&core.redactor.redact(&error)))
        })?;
        note(&core, viewer, "backed_up", name.clone()).await?;
        Ok::<_, Refusal>(name)
    });
    let name = made.await.context("the copy broke off")??;
    Ok(Json(json!({ "text": texts::copied(&name) })))
}

/// Sends a copy of the database. It contains everybody's words, so the audit log records who downloaded it.
pub(super) async fn download(
    Extension(viewer): Extension<Viewer>,
    name: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let no_such_copy = || Refusal(StatusCode::NOT_FOUND, texts::no_such_copy().to_owned());
    let Path(name) = name.map_err(|_| no_such_copy())?;
    let (core, viewer) = owned(viewer)?;
    let (folder, asked) = (backups::folder(&core.config), name.clone());
    let opened = spawn_blocking(move || -> io::Result<_> {
        let Some(file) = backups::open(&folder, &asked)? else { return Ok(None) };
        let size = file.metadata()?.len();
        Ok(Some((file, size)))
    });
    let opened = opened.await.context("the copy was not opened")?.context("a copy cannot be read")?;
    let (file, size) = opened.ok_or_else(no_such_copy)?;
    note(&core, viewer, "downloaded", name.clone()).await?;
    let headers = [
        (CONTENT_TYPE, "application/vnd.sqlite3".to_owned()),
        (CONTENT_LENGTH, size.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, pieces(File::from_std(file))))
}

fn pieces(file: File) -> Body {
    let pieces = stream::try_unfold(file, async |mut file| {
        let mut piece = Vec::with_capacity(PIECE);
        let read = (&mut file).take(PIECE as u64).read_to_end(&mut piece).await?;
        Ok::<_, io::Error>((read > 0).then_some((piece, file)))
    });
    Body::from_stream(pieces)
}

async fn note(core: &Arc<Core>, viewer: User, outcome: &'static str, label: String) -> Result<(), Refusal> {
    let now = core.clock.timestamp();
    let noted = core.db.write(Scope::Global, async move |tx| {
        let done = Done { outcome, user: viewer.user_id.clone(), label: label.clone() };
        record_done(tx, &viewer, &done, now).await
    });
    Ok(noted.await?)
}

/// A setting for a page.
#[derive(Debug, Serialize)]
pub(super) struct Setting {
    path: String,
    value: String,
    /// `default`, the file and line, or the variable.
    origin: String,
    is_default: bool,
}

/// Lists the effective settings, without secrets.
pub(super) fn settings(config: &Config, redactor: &Redactor) -> Vec<Setting> {
    let shown = |setting: &adjutant_config::Effective| {
        let shown = setting.shown(|value| redactor.redact(value).into_owned());
        let is_default = shown.origin == adjutant_config::Origin::Default;
        Setting { path: shown.path, value: shown.value, origin: shown.origin.to_string(), is_default }
    };
    config.effective().iter().map(shown).collect()
}
