//! `site_update_post`.

use adjutant_domain::{ids::PostId, site::PostStatus, timestamp::Timestamp};
use adjutant_site::Slug;
use adjutant_store::{
    db::SyncedTx,
    site::{self as store, posts},
};
use adjutant_texts::site as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{OnePost, PostRow, body, create::taken, dates::date, linked_from, optional, own, tags};
use crate::{
    kit::{
        ApprovalMode, CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError,
    },
    site::{
        Author, MAX_TITLE, asks, changed_fields, create::given_slug, line, no_such_post, refused, shared,
        whole,
    },
};

pub(super) struct SiteUpdatePost;

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateArgs {
    /// From site_list_posts.
    post_id: PostId,
    /// As in site_create_post.
    title: Option<String>,
    /// As in site_create_post; all of it.
    body: Option<String>,
    /// As in site_create_post.
    slug: Option<String>,
    /// As in site_create_post; an empty one removes it.
    excerpt: Option<String>,
    /// As in site_create_post; an empty one removes it.
    author: Option<String>,
    /// All of them; an empty list removes them.
    tags: Option<Vec<String>>,
    /// The date that readers see: RFC 3339, or a day such as 2026-04-30. A draft keeps it when it is published. It does
    /// not publish.
    published_at: Option<String>,
}

#[async_trait]
impl Tool for SiteUpdatePost {
    type Args = UpdateArgs;
    type Output = OnePost;
    const META: Meta = Meta::new(
        "site_update_post",
        "Change a post. Changes to a published post become public with the next publish.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "post", "blog", "news"])
    .idempotent()
    .asks(ApprovalMode::Conditional("if the slug of a published post changes that others link to"));

    async fn requirement(
        &self,
        context: &Context,
        arguments: &UpdateArgs,
    ) -> Result<CallAssessment, ToolError> {
        let wanted = Wanted::new(context, arguments)?;
        let post = own(context, &arguments.post_id).await?;
        if let Some(slug) = wanted.slug.as_ref().filter(|slug| slug.as_str() != post.slug)
            && post.status == PostStatus::Published
            && let Some(site) = whole(context).await?
        {
            let links = linked_from(&site, &post, shared::zone(context))?;
            if !links.is_empty() {
                let summary = texts::move_post(&post.title, &post.slug, slug.as_str());
                let asks = CallAssessment::must_ask(summary, texts::move_post_reason());
                return Ok(asks.preview(texts::links_to_post(&links)));
            }
        }
        let summary = texts::change_post(&post.title, &wanted.fields());
        Ok(asks(summary, || wanted.body.unwrap_or_default()))
    }

    async fn execute(&self, context: &Context, arguments: UpdateArgs) -> Result<Outcome<OnePost>, ToolError> {
        let wanted = Wanted::new(context, &arguments)?;
        let (author, id) = (Author::of(context), arguments.post_id);
        let update = async move |tx: &SyncedTx| {
            let old = posts::get(tx, &author.user, &id).await?.ok_or_else(|| no_such_post(&id))?;
            let slug = wanted.slug.as_ref().map(Slug::as_str);
            if let Some(slug) = slug
                && let Some(holder) = posts::by_slug(tx, &author.user, &old.site_id, slug).await?
                && holder.post_id != id
            {
                return Err(taken(slug, &holder).into());
            }
            let change = posts::Change {
                title: wanted.title.as_deref(),
                slug,
                body: wanted.body.as_deref(),
                excerpt: wanted.excerpt.as_ref().map(Option::as_deref),
                author: wanted.author.as_ref().map(Option::as_deref),
                tags: wanted.tags.as_deref(),
                published_at: wanted.published_at,
            };
            let what = texts::post_changed(&old.title, &wanted.fields());
            Ok::<_, anyhow::Error>(posts::update(tx, &id, &change, &author.by(&what)).await?)
        };
        let post: store::Post = context.db.write(shared::scope(context), update).await.map_err(refused)?;
        let later = match post.status {
            PostStatus::Published => " Visitors see it after the next publish.",
            PostStatus::Draft | PostStatus::Archived => "",
        };
        let message = format!("Changed the post “{}” (/posts/{}).{later}", post.title, post.slug);
        let untrusted = post.untrusted.clone();
        let output = OnePost { post: PostRow::of(&post, shared::zone(context)) };
        Ok(Outcome { untrusted, ..Outcome::new(message, output) })
    }
}

/// The checked changes of a post.
#[derive(Clone)]
struct Wanted {
    title: Option<String>,
    body: Option<String>,
    slug: Option<Slug>,
    excerpt: Option<Option<String>>,
    author: Option<Option<String>>,
    tags: Option<Vec<String>>,
    published_at: Option<Timestamp>,
}

impl Wanted {
    fn new(context: &Context, arguments: &UpdateArgs) -> Result<Self, ToolError> {
        let UpdateArgs { title, body: text, slug, excerpt, author, tags: tagged, published_at, .. } =
            arguments;
        let changed = |field: &str, text: &Option<String>| {
            text.as_deref().map(|text| optional(field, Some(text))).transpose()
        };
        let wanted = Self {
            title: title.as_deref().map(|title| line("title", title, MAX_TITLE)).transpose()?,
            body: text.as_deref().map(body).transpose()?.map(str::to_owned),
            slug: slug.as_deref().map(given_slug).transpose()?,
            excerpt: changed("excerpt", excerpt)?,
            author: changed("author", author)?,
            tags: tagged.as_deref().map(tags).transpose()?,
            published_at: published_at.as_deref().map(|text| date(context, text)).transpose()?,
        };
        match wanted.fields().is_empty() {
            true => Err(ToolError::invalid("give a field to change, such as 'body', beside 'post_id'")),
            false => Ok(wanted),
        }
    }

    /// Returns the names of the changed fields, for people.
    fn fields(&self) -> Vec<&'static str> {
        let Self { title, body, slug, excerpt, author, tags, published_at } = self;
        changed_fields([
            (title.is_some(), "title"),
            (body.is_some(), "text"),
            (slug.is_some(), "address"),
            (excerpt.is_some(), "excerpt"),
            (author.is_some(), "author"),
            (tags.is_some(), "tags"),
            (published_at.is_some(), "date"),
        ])
    }
}
