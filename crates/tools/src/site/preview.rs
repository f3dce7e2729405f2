//! `site_preview`: the website with its drafts, for everybody who has the link, and a picture of a page.

use adjutant_channel::Media;
use adjutant_domain::{
    ids::{PageId, PostId},
    site::PostStatus,
};
use adjutant_macros::tool;
use adjutant_site::{PictureFile, SitePath, preview_path, templates};
use adjutant_store::{
    db::Tx,
    site::{self as store, Snapshot},
};
use adjutant_workspace::Blob;
use anyhow::{Context as _, Result};
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Shown, asks, no_such_page, no_such_post, page_of, publish::publisher, publishing::PREVIEW_LASTS,
    screenshot, shared, to_render, whole,
};
use crate::{
    files,
    kit::{CallAssessment, Context, Outcome, ToolError},
};

/// The folder of the pictures, which are removed after a while.
const FOLDER: &str = "/tmp";
/// The beginning of the names of the pictures.
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
    timeout = "1m",
    requirement = asks_to_preview,
    tags("website", "preview", "look", "show", "screenshot")
)]
pub(super) async fn site_preview(
    context: &Context,
    /// The page with which it begins; the home page unless given.
    page_id: Option<PageId>,
    /// The post with which it begins instead; drafts, too.
    post_id: Option<PostId>,
) -> Result<Outcome<Preview>, ToolError> {
    // The rest of a large site takes long to read, and the link does not need it.
    let user = shared::owner(context).clone();
    let read = async move |tx: &Tx| match store::of(tx, &user).await? {
        Some(site) => store::around(tx, &user, &site.site_id).await,
        None => Ok(None),
    };
    let stored = context.db.read(read).await?;
    let path = begins_at(stored.as_ref(), (page_id.as_ref(), post_id.as_ref()))?;
    if stored.is_none_or(|stored| stored.pages.is_empty()) {
        return Err(ToolError::rejected("the website has no pages yet; site_create_page makes one"));
    }
    let publisher = publisher(context);
    let expires_at = publisher.now + PREVIEW_LASTS;
    let link = publisher.preview().await?.unwrap_or_default() + &path.folder();
    let expires_at =
        expires_at.to_utc().with_timezone(&context.zone).to_rfc3339_opts(SecondsFormat::Secs, true);
    let message = "Whoever has the link sees the website as it is now, and as it changes, for 24 hours.";
    let outcome = Outcome::new(message, Preview { link, expires_at });
    if context.config.site.browser.is_empty() {
        return Ok(outcome);
    }
    match picture(context, path).await {
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

async fn asks_to_preview(
    _: &Context,
    _: &Option<PageId>,
    _: &Option<PostId>,
) -> Result<CallAssessment, ToolError> {
    Ok(asks(adjutant_texts::site::preview(), String::new))
}

/// Returns the first page of a preview: the named page or post, or else the home page.
fn begins_at(
    stored: Option<&Snapshot>,
    named: (Option<&PageId>, Option<&PostId>),
) -> Result<SitePath, ToolError> {
    match named {
        (Some(_), Some(_)) => {
            Err(ToolError::invalid("give only one of 'page_id' and 'post_id' in arguments"))
        }
        (Some(id), None) => {
            let page = stored.and_then(|stored| page_of(stored, id)).ok_or_else(|| no_such_page(id))?;
            Ok(to_render::path(page)?)
        }
        (None, Some(id)) => {
            let post = stored.and_then(|stored| stored.posts.iter().find(|post| post.post_id == *id));
            let post = post.ok_or_else(|| no_such_post(id))?;
            if post.status == PostStatus::Archived {
                return Err(ToolError::rejected(format!(
                    "the post '{id}' is archived, and previews do not show it"
                )));
            }
            Ok(SitePath::Post(to_render::slug(&post.slug)?))
        }
        (None, None) => {
            let pages = stored.map(|stored| &*stored.pages).unwrap_or_default();
            let first = pages.iter().find(|page| page.is_home).or(pages.first());
            Ok(first.map_or(Ok(SitePath::Home), to_render::path)?)
        }
    }
}

/// Returns a picture of a page or post, ready to be sent.
async fn picture(context: &Context, path: SitePath) -> Result<Media> {
    let stored = whole(context).await?.context("the website is gone")?;
    let (zone, owner) = (shared::zone(context), stored.site.user_id.clone());
    let file = format!("{}index.html", path.folder());
    let render = move || {
        let site = to_render(&stored, Shown::Drafts, zone)?;
        anyhow::Ok(preview_path(templates(), &site, &path))
    };
    let rendered = tokio::task::spawn_blocking(render).await??;
    let blobs = context.blobs.clone();
    let of_picture = move |file: &PictureFile| blobs.local(&Blob::of_site(&owner, file.as_str()));
    let png = screenshot::draw(&context.config.site.browser, (rendered, &file), of_picture).await?;
    let path =
        files::save_new(context, (FOLDER, PICTURE, "png"), png, &shared::others_words(context)).await?;
    Ok(files::to_send(context, &path).await?)
}
