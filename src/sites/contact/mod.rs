//! `POST /NAME/contact`: sends a visitor's message from the contact form of a published site to its owner's chat. The
//! message is other people's words, and starts no turn.

use std::{sync::Arc, time::Duration};

use adjutant_site::{Filled, FormAnswer, Site, SitePath, render_answer, templates};
use adjutant_store::{
    db::Tx,
    people,
    site::{
        self,
        public::{self, Served},
    },
};
use adjutant_tools::site::{CONTACT, Shown, contact_form, to_render};
use anyhow::{Context as _, Result};
use axum::{
    Router,
    body::to_bytes,
    extract::{Path, Request, State},
    http::{
        HeaderMap, HeaderName, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse as _, Response},
    routing::post,
};

use super::nothing_here;
use crate::core::Core;

mod take;
mod visitor;

use take::{Sent, Taken};
use visitor::{address, is_from_site};

/// The largest body, in bytes: a message whose characters take twelve bytes each, and room for the other fields.
const MAX_BODY: usize = 64 * 1024;
/// The longest time for receiving the body.
const BODY_WITHIN: Duration = Duration::from_secs(20);

/// Keeps the responses out of search engines and caches.
const PRIVATE: [(HeaderName, &str); 2] =
    [(HeaderName::from_static("x-robots-tag"), "noindex"), (CACHE_CONTROL, "no-store")];

/// Returns the router for contact forms; all other requests go to `others`.
pub(super) fn router(core: Arc<Core>, others: Router) -> Router {
    let route = post(receive).with_state::<()>(core).fallback_service(others);
    Router::new().route(&format!("/{{name}}/{CONTACT}"), route)
}

/// A site with a contact form.
struct Open {
    served: Served,
    /// The published version of the site.
    site: Site,
}

async fn receive(State(core): State<Arc<Core>>, Path(name): Path<String>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let open = match find(&core, name).await {
        Ok(Some(open)) => open,
        Ok(None) => return nothing_here(),
        Err(error) => return failed(&error),
    };
    if !is_from_site(&core, &parts.headers, &open.site) {
        return refuse(StatusCode::FORBIDDEN, "This form was not sent by a page of the site.\n");
    }
    if !is_form(&parts.headers) {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Forms are taken as browsers send them.\n");
    }
    let body = match tokio::time::timeout(BODY_WITHIN, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return refuse(StatusCode::PAYLOAD_TOO_LARGE, "The form is too large.\n"),
        Err(_) => return refuse(StatusCode::REQUEST_TIMEOUT, "The form came too slowly.\n"),
    };
    let filled = Filled::parse(&body);
    let address = address(&core, &parts);
    let now = core.clock.timestamp();
    let (status, answer, until) = match filled.faults() {
        // Only programs fill in the invisible field, and they are not told.
        _ if !filled.trap.is_empty() => (StatusCode::OK, FormAnswer::Sent, None),
        Some(faults) => (StatusCode::UNPROCESSABLE_ENTITY, FormAnswer::Wrong(filled, faults), None),
        None => {
            let sent = Sent { filled: filled.clone(), page: page(&open.site, &filled.page), address, now };
            match take::take(&core, &open.served, open.site.title.clone(), sent).await {
                Ok(Taken::Sent) => (StatusCode::OK, FormAnswer::Sent, None),
                Ok(Taken::TooMany(until)) => {
                    (StatusCode::TOO_MANY_REQUESTS, FormAnswer::TooMany(filled), Some(until))
                }
                Ok(Taken::Blocked) => (StatusCode::FORBIDDEN, FormAnswer::Refused, None),
                Ok(Taken::Unreachable) => (StatusCode::SERVICE_UNAVAILABLE, FormAnswer::Failed(filled), None),
                Err(error) => {
                    told(&error);
                    (StatusCode::SERVICE_UNAVAILABLE, FormAnswer::Failed(filled), None)
                }
            }
        }
    };
    answered(open.site, status, answer, until.map(|until| (until - now).to_std().unwrap_or_default())).await
}

/// Returns the site with this name, if it is public, has a form, and its owner is served.
async fn find(core: &Core, name: String) -> Result<Option<Open>> {
    let current = adjutant_tools::sites_folder(&core.config).join(&name).join("current");
    let zone = core.zone;
    let read = async move |tx: &Tx| {
        let Some(served) = public::served(tx, &name).await? else { return Ok(None) };
        if !people::is_served(tx, &served.user_id).await? {
            return Ok(None);
        }
        let published = site::published(tx, &served.user_id, &served.site_id).await?;
        Ok(published.map(|published| (served, published, name)))
    };
    let Some((served, published, name)) = core.db.read(read).await? else { return Ok(None) };
    let site = move || to_render(&published.snapshot()?, Shown::Published, zone);
    let mut site = tokio::task::spawn_blocking(site).await.context("reading what is public")??;
    if !site.has_form() || !tokio::fs::try_exists(current).await? {
        return Ok(None);
    }
    let address = format!("{}{name}/", core.addresses.sites.url());
    site.contact_form = contact_form(&address);
    if site.base_url.is_none() {
        site.base_url = address.parse().ok();
    }
    Ok(Some(Open { served, site }))
}

/// Returns the title of the page that claims to show the form; empty if the site has no such page.
fn page(site: &Site, path: &str) -> String {
    let path = SitePath::parse(path);
    let page = site.pages.iter().find(|page| Some(page.path()) == path);
    page.map(|page| page.title.clone()).unwrap_or_default()
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Answers with a page of the site.
async fn answered(site: Site, status: StatusCode, answer: FormAnswer, again: Option<Duration>) -> Response {
    let rendered = tokio::task::spawn_blocking(move || render_answer(templates(), &site, &answer));
    let page = match rendered.await.context("rendering the answer to a form") {
        Ok(page) => page,
        Err(error) => return failed(&error),
    };
    let mut response = (status, PRIVATE, [(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    if let Some(again) = again {
        response.headers_mut().insert(RETRY_AFTER, again.as_secs().max(1).into());
    }
    response
}

fn refuse(status: StatusCode, why: &'static str) -> Response {
    (status, PRIVATE, [(CONTENT_TYPE, "text/plain; charset=utf-8")], why).into_response()
}

fn failed(error: &anyhow::Error) -> Response {
    told(error);
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

fn told(error: &anyhow::Error) {
    tracing::error!(error = format!("{error:#}"), "cannot take a contact form");
}
