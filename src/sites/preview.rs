//! `/preview/TOKEN/…`: a site with its drafts, as it is now. Whoever has the link sees it until it expires.

use std::{io::ErrorKind, sync::Arc};

use adjutant_site::{Mode, PICTURES, PictureFile, SitePath, render_path, templates};
use adjutant_store::{
    db::Tx,
    people,
    site::{self, Snapshot, public},
};
use adjutant_tools::site::{PREVIEW, Shown, to_render};
use adjutant_workspace::Blob;
use anyhow::{Context as _, Result};
use axum::{
    Router,
    extract::{Path, State},
    http::{
        HeaderName, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse as _, Response},
    routing::get,
};

use super::{
    file::{INDEX, NOT_FOUND, media_type},
    nothing_here,
};
use crate::core::Core;

/// No search engine and no cache keeps a draft.
const PRIVATE: [(HeaderName, &str); 2] =
    [(HeaderName::from_static("x-robots-tag"), "noindex"), (CACHE_CONTROL, "no-store")];

pub(super) fn router(core: Arc<Core>) -> Router {
    let show_home = async |state, Path(token): Path<String>| show(state, Path((token, String::new()))).await;
    Router::new()
        .route(&format!("/{PREVIEW}/{{token}}/"), get(show_home))
        .route(&format!("/{PREVIEW}/{{token}}/{{*path}}"), get(show))
        .with_state(core)
}

async fn show(State(core): State<Arc<Core>>, Path((token, path)): Path<(String, String)>) -> Response {
    match read(&core, token, path).await {
        Ok(Some(found)) => (PRIVATE, found).into_response(),
        Ok(None) => nothing_here(),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "cannot show a preview of a site");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Returns a file of the site that a token shows; `None` if it shows none.
async fn read(core: &Core, token: String, path: String) -> Result<Option<Response>> {
    let (now, host_zone) = (core.clock.timestamp(), core.zone);
    let read = async move |tx: &Tx| {
        let Some(shown) = public::previewed(tx, &token, now).await? else { return Ok(None) };
        let zone = people::zone(tx, &shown.user_id, host_zone).await?;
        Ok(site::snapshot(tx, &shown.user_id, &shown.site_id).await?.map(|stored| (stored, zone)))
    };
    let Some((stored, zone)) = core.db.read(read).await? else { return Ok(None) };
    if let Some(file) = path.strip_prefix(PICTURES).and_then(|path| path.strip_prefix('/')) {
        return picture(core, &stored, file).await;
    }
    let draft = to_render(&stored, Shown::Drafts, zone)?;
    // What stands at no path of its own, such as the style, comes with each.
    let wanted = SitePath::parse(&path);
    let rendered = tokio::task::spawn_blocking(move || {
        render_path(templates(), &draft, Mode::Preview, wanted.as_ref().unwrap_or(&SitePath::Home))
    });
    let mut files = rendered.await.context("rendering")?.files;
    let name = match path.is_empty() || path.ends_with('/') {
        true => format!("{path}{INDEX}"),
        false => path,
    };
    let found = match files.remove(&name) {
        Some(bytes) => Some((StatusCode::OK, media_type(name.as_ref()), bytes)),
        None => files
            .remove(NOT_FOUND)
            .map(|bytes| (StatusCode::NOT_FOUND, media_type(NOT_FOUND.as_ref()), bytes)),
    };
    Ok(found.map(|(status, media_type, bytes)| (status, [(CONTENT_TYPE, media_type)], bytes).into_response()))
}

/// Returns a file of one of the site's pictures.
async fn picture(core: &Core, stored: &Snapshot, name: &str) -> Result<Option<Response>> {
    let files = stored.pictures.iter().flat_map(|picture| &picture.variants);
    let Some(file) = PictureFile::parse(name).filter(|file| files.clone().any(|it| it.file == file.as_str()))
    else {
        return Ok(None);
    };
    let (blobs, blob) = (core.blobs.clone(), Blob::of_site(&stored.site.user_id, file.as_str()));
    let read = move || match blobs.local(&blob).and_then(std::fs::read) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    };
    let bytes = tokio::task::spawn_blocking(read).await??;
    let media_type = media_type(file.as_str().as_ref());
    Ok(bytes.map(|bytes| (StatusCode::OK, [(CONTENT_TYPE, media_type)], bytes).into_response()))
}
