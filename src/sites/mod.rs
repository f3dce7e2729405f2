//! Serves published websites to everybody. It serves only files that are complete beforehand (`adjutant-site`); a
//! request can reach nothing else. No page has a script, so the policy for browsers allows none.

use std::{io, path::Path, sync::Arc, time::Duration};

use adjutant_listen::Limits;
use adjutant_store::{db::Tx, site::public};
use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION,
            REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn_with_state, map_response},
    response::{IntoResponse as _, Response},
};
use tower_http::compression::CompressionLayer;

use crate::core::Core;

mod contact;
mod file;
mod preview;

#[cfg(test)]
mod tests;

use file::{Address, File};

/// The longest time of a connection. Visitors prove no secret, so none of their connections may stay longer.
const LONGEST_CONNECTION: Duration = Duration::from_secs(60);

/// The headers of every response. They allow browsers no scripts, and everything else, including the targets of forms,
/// only from here.
const HEADERS: [(HeaderName, &str); 3] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
];

/// For a file that is named by its content.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// For all other files: browsers ask again, and mostly get no new copy.
const UNTIL_IT_CHANGES: &str = "no-cache";

/// Serves the sites until the process ends.
pub(crate) async fn listen(core: Arc<Core>) {
    if !core.config.site.enabled {
        return core.shutdown.cancelled().await;
    }
    let Some(listener) = core.addresses.sites.open(&core).await else { return };
    let limits = Limits { admission: LONGEST_CONNECTION, ..Limits::default() };
    let sites = router(adjutant_tools::sites_folder(&core.config).into());
    let sites = sites.layer(from_fn_with_state(core.clone(), withhold));
    let forms = contact::router(core.clone(), sites.clone());
    let router = with_headers(sites.merge(forms).merge(preview::router(core.clone())));
    adjutant_listen::serve(listener, router, limits, core.shutdown.clone()).await;
}

/// Returns the router that serves the sites in a folder.
fn router(folder: Arc<Path>) -> Router {
    Router::new().fallback(serve).with_state(folder)
}

/// Adds the headers for browsers to every response.
fn with_headers(router: Router) -> Router {
    let add = async |mut response: Response| {
        for (name, value) in HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    };
    router.layer(map_response(add)).layer(CompressionLayer::new())
}

/// Serves nothing of a site whose owner the bot does not serve. Its files stay for their return.
async fn withhold(State(core): State<Arc<Core>>, request: Request, next: Next) -> Response {
    let Some(address) = Address::parse(request.uri().path()) else { return nothing_here() };
    let name = address.into_site();
    match core.db.read(async move |tx: &Tx| public::is_withheld(tx, &name).await).await {
        Ok(false) => next.run(request).await,
        Ok(true) => nothing_here(),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "cannot look up the owner of a site");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn serve(State(folder): State<Arc<Path>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    answer(folder, parts.uri.path().to_owned(), &parts.headers).await
}

async fn answer(folder: Arc<Path>, path: String, headers: &HeaderMap) -> Response {
    let Some(address) = Address::parse(&path) else { return nothing_here() };
    let found = tokio::task::spawn_blocking(move || address.read(&folder)).await;
    match found {
        Ok(Ok(Some(found))) => match found {
            file::Found::Folder => {
                (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{path}/"))]).into_response()
            }
            file::Found::File(file) => with_file(StatusCode::OK, file, headers),
            file::Found::Missing(page) => with_file(StatusCode::NOT_FOUND, page, headers),
        },
        Ok(Ok(None)) => nothing_here(),
        Ok(Err(error)) => unreadable(&error),
        Err(error) => unreadable(&io::Error::other(error)),
    }
}

/// Answers with a file, unless the client has it already.
fn with_file(status: StatusCode, file: File, headers: &HeaderMap) -> Response {
    let File { bytes, media_type, tag, is_named_by_content } = file;
    let cached = if is_named_by_content { FOR_EVER } else { UNTIL_IT_CHANGES };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let about = [(ETAG, tag.as_str()), (CACHE_CONTROL, cached)];
    if status == StatusCode::OK && is_known(known, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (status, about, [(CONTENT_TYPE, media_type)], bytes).into_response()
}

/// Returns whether a list of tags contains this one. The tag of a compressed response is weak, and denotes the same
/// file.
fn is_known(list: &str, tag: &str) -> bool {
    list.split(',')
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}

/// The answer if no site has this name, so that no site's page can be shown.
fn nothing_here() -> Response {
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/plain; charset=utf-8")], "There is no page here.\n")
        .into_response()
}

fn unreadable(error: &io::Error) -> Response {
    tracing::error!(%error, "cannot read a file of a site");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}
