//! The posts of the website: `site_list_posts`, `site_get_post`, and the shared parts of the tools that change them.

use std::sync::Arc;

use adjutant_domain::{ids::PostId, site::PostStatus, zones::Zone};
use adjutant_macros::tool;
use adjutant_site::{Site, SitePath, links_to, templates};
use adjutant_store::{
    db::Tx,
    site::{self as store, MAX_TAGS, Post, Snapshot, posts},
};
use adjutant_texts::count;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    MAX_DESCRIPTION, Shown, line, misfit, no_such_post, shared,
    to_render::{slug, to_render},
    within_a_result,
};
use crate::kit::{Context, DynTool, Outcome, ToolError};

mod create;
mod dates;
mod delete;
mod publish;
mod update;

/// The longest name of an author, in characters.
pub(super) const MAX_AUTHOR: usize = 80;
/// The longest tag, in characters.
pub(super) const MAX_TAG: usize = 40;

pub(super) fn tools() -> [Arc<dyn DynTool>; 7] {
    [
        Arc::new(SiteListPosts),
        Arc::new(SiteGetPost),
        Arc::new(create::SiteCreatePost),
        Arc::new(update::SiteUpdatePost),
        Arc::new(publish::SitePublishPost),
        Arc::new(publish::SiteArchivePost),
        Arc::new(delete::SiteDeletePost),
    ]
}

/// A post without its text.
#[derive(Serialize, JsonSchema)]
pub(super) struct PostRow {
    post_id: PostId,
    title: String,
    slug: String,
    /// draft, published or archived
    status: &'static str,
    /// The date that it shows: RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    published_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    author: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    tags: Vec<String>,
}

impl PostRow {
    fn of(post: &Post, zone: Zone) -> Self {
        let at = post.published_at.map(|at| at.to_utc().with_timezone(&zone));
        Self {
            post_id: post.post_id.clone(),
            title: post.title.clone(),
            slug: post.slug.clone(),
            status: post.status.name(),
            published_at: at.map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)),
            author: post.author.clone(),
            tags: post.tags.clone(),
        }
    }
}

/// A post after a call.
#[derive(Serialize, JsonSchema)]
pub(super) struct OnePost {
    post: PostRow,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedPosts {
    /// The newest first.
    posts: Vec<PostRow>,
    total: usize,
    /// The `offset` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// List the posts of the person's website, the newest first.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "post", "blog", "news"))]
pub(super) async fn site_list_posts(
    context: &Context,
    /// Only these.
    status: Option<PostStatus>,
    /// Posts to leave out at the beginning.
    #[serde(default)]
    offset: usize,
) -> Result<Outcome<ListedPosts>, ToolError> {
    let user = shared::owner(context).clone();
    let read = async move |tx: &Tx| match store::of(tx, &user).await? {
        Some(site) => posts::list(tx, &user, &site.site_id).await,
        None => Ok(Vec::new()),
    };
    let mut found = context.db.read(read).await?;
    found.retain(|post| status.is_none_or(|status| post.status == status));
    let total = found.len();
    let rows = found.iter().skip(offset).map(|post| PostRow::of(post, shared::zone(context)));
    let rows = within_a_result(rows);
    let end = offset + rows.len();
    let next_offset = (end < total).then_some(end);
    let untrusted = found.iter().skip(offset).take(rows.len()).map(|post| &post.untrusted).collect();
    let message = match (total, next_offset) {
        (0, _) => "There are no such posts; site_create_post makes one.".to_owned(),
        (total, Some(next)) => format!("{}; more with offset {next}.", count(total as i64, "post")),
        (total, None) => format!("{}.", count(total as i64, "post")),
    };
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedPosts { posts: rows, total, next_offset }) })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GotPost {
    post: PostRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    excerpt: Option<String>,
    /// Markdown.
    body: String,
}

/// Get a post with its text, by its id or slug.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "post", "blog", "news"))]
pub(super) async fn site_get_post(
    context: &Context,
    /// From site_list_posts.
    post_id: Option<PostId>,
    /// Instead of the id.
    slug: Option<String>,
) -> Result<Outcome<GotPost>, ToolError> {
    let post = match (post_id, slug) {
        (Some(id), None) => own(context, &id).await?,
        (None, Some(slug)) => {
            let slug = slug.trim().trim_matches('/');
            let slug = slug.strip_prefix("posts/").unwrap_or(slug).to_owned();
            let (user, wanted) = (shared::owner(context).clone(), slug.clone());
            let read = async move |tx: &Tx| match store::of(tx, &user).await? {
                Some(site) => posts::by_slug(tx, &user, &site.site_id, &wanted).await,
                None => Ok(None),
            };
            context.db.read(read).await?.ok_or_else(|| {
                ToolError::not_found(format!(
                    "there is no post with the slug '{slug}'; site_list_posts lists the existing ones"
                ))
            })?
        }
        _ => return Err(ToolError::invalid("give either 'post_id' or 'slug' in arguments")),
    };
    let message = format!("The post “{}”.", post.title);
    let (row, untrusted) = (PostRow::of(&post, shared::zone(context)), post.untrusted);
    let output = GotPost { post: row, excerpt: post.excerpt, body: post.body };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

/// Returns a post of the person.
async fn own(context: &Context, id: &PostId) -> Result<Post, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx: &Tx| posts::get(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_post(id))
}

/// Returns the places in the site that link to a post, in words.
fn linked_from(site: &Snapshot, post: &Post, zone: Zone) -> anyhow::Result<Vec<String>> {
    let site: Site = to_render(site, Shown::Drafts, zone)?;
    let uses = links_to(templates(), &site, &SitePath::Post(slug(&post.slug)?));
    Ok(uses.iter().map(ToString::to_string).collect())
}

/// Checks that the Markdown of a post is not empty.
fn body(text: &str) -> Result<&str, ToolError> {
    match text.trim() {
        "" => Err(misfit("body", "empty", "Markdown")),
        text => Ok(text),
    }
}

/// Checks a field that a post may lack; returns `None` for an empty text.
fn optional(field: &str, text: Option<&str>) -> Result<Option<String>, ToolError> {
    let most = if field == "author" { MAX_AUTHOR } else { MAX_DESCRIPTION };
    text.map(str::trim).filter(|text| !text.is_empty()).map(|text| line(field, text, most)).transpose()
}

/// Returns the tags without duplicates, each on one line.
fn tags(tags: &[String]) -> Result<Vec<String>, ToolError> {
    let mut all: Vec<String> = Vec::new();
    for (number, tag) in tags.iter().enumerate() {
        let tag = line(&format!("tags/{number}"), tag, MAX_TAG)?;
        if !all.contains(&tag) {
            all.push(tag);
        }
    }
    match all.len() {
        many if many > MAX_TAGS => {
            Err(misfit("tags", &format!("a list of {many}"), &format!("at most {MAX_TAGS}")))
        }
        _ => Ok(all),
    }
}
