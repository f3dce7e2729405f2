//! `site_create_post`.

use adjutant_domain::ids::PostId;
use adjutant_macros::tool;
use adjutant_site::Slug;
use adjutant_store::{
    db::SyncedTx,
    site::{self as store, Post, posts},
};
use adjutant_texts::site as texts;

use super::{OnePost, PostRow, body, optional, tags};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{
        Author, MAX_TITLE, asks,
        create::{free_slug, given_slug},
        line, refused, shared,
    },
};

/// Make a post, a draft until site_publish_post.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_create,
    tags("website", "post", "blog", "news")
)]
pub(super) async fn site_create_post(
    context: &Context,
    /// As people read it.
    #[schemars(length(min = 1))]
    title: String,
    /// Markdown, without the title.
    #[schemars(length(min = 1))]
    body: String,
    /// Its name in the address, such as new-court; made from the title unless given.
    slug: Option<String>,
    /// Its summary in lists of posts, one or two sentences; its first words unless given.
    excerpt: Option<String>,
    /// Who wrote it, as readers see it.
    author: Option<String>,
    /// A few words.
    tags: Option<Vec<String>>,
) -> Result<Outcome<OnePost>, ToolError> {
    let given = (slug.as_deref(), excerpt.as_deref(), author.as_deref(), tags.as_deref());
    let wanted = Wanted::new(&title, &body, given)?;
    let author = Author::of(context);
    let add = async move |tx: &SyncedTx| {
        let site = store::open(tx, &author.user, author.now).await?.site_id;
        let post_id = PostId::of(&author.call);
        let others = posts::list(tx, &author.user, &site).await?;
        let holds = |it: &&Post, slug: &Slug| it.slug == slug.as_str() && it.post_id != post_id;
        let slug = free_slug((&wanted.slug, wanted.slug_is_given), |slug| {
            others.iter().find(|it| holds(it, slug)).map(|it| taken(slug.as_str(), it))
        })?;
        let new = posts::New {
            post_id,
            title: &wanted.title,
            slug: slug.as_str(),
            body: &wanted.body,
            excerpt: wanted.excerpt.as_deref(),
            author: wanted.author.as_deref(),
            tags: &wanted.tags,
            published_at: None,
        };
        Ok(posts::add(tx, &site, &new, &author.by(&texts::post_made(&wanted.title))).await?)
    };
    let post = context.db.write(shared::scope(context), add).await.map_err(refused)?;
    let message = format!("Made the post “{}” (/posts/{}), a draft.", post.title, post.slug);
    Ok(Outcome::new(message, OnePost { post: PostRow::of(&post, shared::zone(context)) }))
}

async fn asks_to_create(
    _: &Context,
    title: &str,
    body: &str,
    slug: &Option<String>,
    excerpt: &Option<String>,
    author: &Option<String>,
    tags: &Option<Vec<String>>,
) -> Result<CallAssessment, ToolError> {
    let given = (slug.as_deref(), excerpt.as_deref(), author.as_deref(), tags.as_deref());
    let wanted = Wanted::new(title, body, given)?;
    Ok(asks(texts::add_post(&wanted.title, wanted.slug.as_str()), || wanted.body.clone()))
}

/// The slug, excerpt, author and tags of a call.
type Given<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a [String]>);

/// A new post with checked fields.
#[derive(Clone)]
struct Wanted {
    title: String,
    body: String,
    slug: Slug,
    /// Whether the call itself names the slug: then no other slug may replace it.
    slug_is_given: bool,
    excerpt: Option<String>,
    author: Option<String>,
    tags: Vec<String>,
}

impl Wanted {
    fn new(title: &str, text: &str, (slug, excerpt, author, tagged): Given<'_>) -> Result<Self, ToolError> {
        let title = line("title", title, MAX_TITLE)?;
        let given = slug.map(given_slug).transpose()?;
        Ok(Self {
            body: body(text)?.to_owned(),
            slug_is_given: given.is_some(),
            slug: given.unwrap_or_else(|| Slug::from_title(&title)),
            excerpt: optional("excerpt", excerpt)?,
            author: optional("author", author)?,
            tags: tags(tagged.unwrap_or_default())?,
            title,
        })
    }
}

pub(super) fn taken(slug: &str, by: &Post) -> ToolError {
    ToolError::rejected(format!(
        "the post '{}' has the slug '{slug}' already; choose another one, or change that post",
        by.post_id
    ))
}
