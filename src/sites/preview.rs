//! `/preview/TOKEN/…`: a site with its present drafts. Anybody with the link sees it until the link expires.

use std::{io::ErrorKind, sync::Arc};

use adjutant_site::{PICTURES, PictureFile, SitePath, preview_path, templates};
use adjutant_store::{
    db::Tx,
    people,
    site::{
        self, Page, Snapshot, pictures,
        public::{self, Previewed},
        sections,
    },
};
use adjutant_tools::site::{PREVIEW, Shown, pictures_of_pages, to_render};
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

/// Keeps drafts out of search engines and caches.
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

/// Returns a file of the site that a token shows; `None` if there is none.
async fn read(core: &Core, token: String, path: String) -> Result<Option<Response>> {
    if let Some(file) = path.strip_prefix(PICTURES).and_then(|path| path.strip_prefix('/')) {
        return picture(core, token, file).await;
    }
    let (now, host_zone) = (core.clock.timestamp(), core.zone);
    // Parts without an address of their own, such as the style, come with each page.
    let wanted = SitePath::parse(&path).unwrap_or(SitePath::Home);
    let at = wanted.clone();
    let read = async move |tx: &Tx| {
        let Some(shown) = public::previewed(tx, &token, now).await? else { return Ok(None) };
        let zone = people::zone(tx, &shown.user_id, host_zone).await?;
        Ok(needed(tx, &shown, &at).await?.map(|stored| (stored, zone)))
    };
    let Some((stored, zone)) = core.db.read(read).await? else { return Ok(None) };
    let rendered = tokio::task::spawn_blocking(move || {
        let draft = to_render(&stored, Shown::Drafts, zone)?;
        anyhow::Ok(preview_path(templates(), &draft, &wanted))
    });
    let mut files = rendered.await.context("rendering")??.files;
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

/// Returns the parts of a site that are needed to render a path. For a page, the sections and pictures of the site's
/// other pages are left out.
async fn needed(tx: &Tx, shown: &Previewed, path: &SitePath) -> Result<Option<Snapshot>> {
    let (user, id) = (&shown.user_id, &shown.site_id);
    if matches!(path, SitePath::Posts | SitePath::Post(_)) {
        return site::snapshot(tx, user, id).await;
    }
    let Some(mut stored) = site::around(tx, user, id).await? else { return Ok(None) };
    let is_there = |page: &&Page| match path {
        SitePath::Page(slug) if !page.is_home => page.slug == slug.as_str(),
        path => page.is_home && *path == SitePath::Home,
    };
    if let Some(page) = stored.pages.iter().find(is_there) {
        stored.sections = sections::of_page(tx, user, &page.page_id).await?;
    }
    let ids: Vec<_> = pictures_of_pages(&stored, Shown::Drafts).collect();
    stored.pictures = pictures::some(tx, user, id, &ids).await?;
    Ok(Some(stored))
}

/// Returns a picture file of the site that a token shows.
async fn picture(core: &Core, token: String, name: &str) -> Result<Option<Response>> {
    let Some(file) = PictureFile::parse(name) else { return Ok(None) };
    let (now, wanted) = (core.clock.timestamp(), file.as_str().to_owned());
    let read = async move |tx: &Tx| {
        let Some(shown) = public::previewed(tx, &token, now).await? else { return Ok(None) };
        let has_it = pictures::has_file(tx, &shown.user_id, &shown.site_id, &wanted).await?;
        Ok(has_it.then_some(shown.user_id))
    };
    let Some(owner) = core.db.read(read).await? else { return Ok(None) };
    let (blobs, blob) = (core.blobs.clone(), Blob::of_site(&owner, file.as_str()));
    let read = move || match blobs.local(&blob).and_then(std::fs::read) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    };
    let bytes = tokio::task::spawn_blocking(read).await??;
    let media_type = media_type(file.as_str().as_ref());
    Ok(bytes.map(|bytes| (StatusCode::OK, [(CONTENT_TYPE, media_type)], bytes).into_response()))
}
