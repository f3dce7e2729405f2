//! `site_preview`: the website with its drafts, for whoever has the link, and a picture of a page.

use std::time::Duration;

use adjutant_channel::Media;
use adjutant_domain::{
    ids::{self, PageId},
    origin::Sources,
};
use adjutant_macros::tool;
use adjutant_site::{Mode, SitePath, render_path, templates};
use adjutant_store::{
    db::SyncedTx,
    site::{Snapshot, public},
};
use anyhow::Result;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PREVIEW, Shown, asks, no_such_page, page_of, refused, screenshot, to_render, whole};
use crate::{
    files,
    kit::{CallAssessment, Context, Outcome, ToolError},
};

/// How long a link works.
const WORKS_FOR: Duration = Duration::from_hours(24);
/// The folder of the pictures, which are soon removed, and what each is called.
const FOLDER: &str = "/tmp";
const PICTURE: &str = "preview";

#[derive(Serialize, JsonSchema)]
pub(super) struct Preview {
    /// Give it to the person as it is.
    link: String,
    /// RFC 3339.
    expires_at: String,
}

/// Make a private link that shows the website with its drafts, before it is published.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = Safe,
    needs(Write),
    requirement = asks_to_preview,
    tags("website", "preview", "look", "show", "screenshot")
)]
pub(super) async fn site_preview(
    context: &Context,
    /// The page with which it begins; the home page unless given.
    page_id: Option<PageId>,
) -> Result<Outcome<Preview>, ToolError> {
    let Some(stored) = whole(context).await?.filter(|stored| !stored.pages.is_empty()) else {
        return Err(ToolError::rejected("the website has no pages yet; site_create_page makes one"));
    };
    let first = stored.pages.iter().find(|page| page.is_home).or(stored.pages.first());
    let page = match &page_id {
        Some(id) => Some(page_of(&stored, id).ok_or_else(|| no_such_page(id))?),
        None => first,
    };
    let path = page.map_or(Ok(SitePath::Home), to_render::path)?;
    let (user, site, token) = (context.user.user_id.clone(), stored.site.site_id.clone(), ids::token());
    let now = context.clock.timestamp();
    let expires_at = now + WORKS_FOR;
    let link = format!("{}{PREVIEW}/{token}/{}", context.sites_address, path.folder());
    let add = async move |tx: &SyncedTx| {
        Ok(public::add_preview(tx, (&user, &site), &token, (now, expires_at)).await?)
    };
    context.db.write(context.person_scope(), add).await.map_err(refused)?;
    let expires_at =
        expires_at.to_utc().with_timezone(&context.zone).to_rfc3339_opts(SecondsFormat::Secs, true);
    let message = "Whoever has the link sees the website as it is now, and as it changes, for 24 hours.";
    let outcome = Outcome::new(message, Preview { link, expires_at });
    if context.config.site.browser.is_empty() {
        return Ok(outcome);
    }
    match picture(context, &stored, path).await {
        Ok(picture) => Ok(outcome.attach(picture, String::new())),
        Err(error) => {
            tracing::warn!(
                error = format!("{error:#}"),
                "cannot draw a page of a website; the link has to do"
            );
            Ok(outcome)
        }
    }
}

async fn asks_to_preview(_: &Context, _: &Option<PageId>) -> Result<CallAssessment, ToolError> {
    Ok(asks(adjutant_texts::site::preview(), String::new))
}

/// Returns a picture of a page, ready to be sent.
async fn picture(context: &Context, stored: &Snapshot, path: SitePath) -> Result<Media> {
    let site = to_render(stored, Shown::Drafts, context.zone)?;
    let file = format!("{}index.html", path.folder());
    let render = move || render_path(templates(), &site, Mode::Preview, &path).files;
    let files = tokio::task::spawn_blocking(render).await?;
    let png = screenshot::draw(&context.config.site.browser, files, &file).await?;
    let path = files::save_new(context, (FOLDER, PICTURE, "png"), png, &Sources::OWN).await?;
    Ok(files::to_send(context, &path).await?)
}
