//! `site_create_entry`.

use adjutant_domain::{
    ids::{CollectionId, EntryId, PictureId, UserId},
    site::PageStatus,
};
use adjutant_macros::tool;
use adjutant_site::Slug;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{Entry, collections, entries, pictures},
};
use adjutant_texts::site::entries as texts;

use super::{OneEntry, body, brief, link, no_such_collection, own_collection};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{
        Author, MAX_TITLE, asks,
        create::{free_slug, given_slug},
        line, refused, shared,
    },
};

/// Add an entry to a collection, as the last one, a draft until site_publish.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_create,
    tags("website", "collection", "entry", "member", "product")
)]
#[expect(clippy::too_many_arguments, reason = "each is an argument of the tool")]
pub(in crate::site) async fn site_create_entry(
    context: &Context,
    /// From site_list_collections.
    collection_id: CollectionId,
    /// As people read it.
    #[schemars(length(min = 1))]
    title: String,
    /// Plain text: one or two sentences.
    summary: Option<String>,
    /// Markdown, without the title.
    body: Option<String>,
    /// From site_list_images.
    image_id: Option<PictureId>,
    /// Where its title leads: the path of a page such as /contact, or an address.
    leads_to: Option<String>,
    /// Its short name, to which links lead as /page#name; made from the title unless given.
    slug: Option<String>,
    /// draft unless given; what is published here is public from the next publish on, whatever that names.
    status: Option<PageStatus>,
) -> Result<Outcome<OneEntry>, ToolError> {
    let given = (summary.as_deref(), body.as_deref(), leads_to.as_deref(), slug.as_deref());
    let wanted = Wanted::new(&title, given)?;
    let author = Author::of(context);
    let add = async move |tx: &SyncedTx| {
        let missing = || no_such_collection(&collection_id);
        let collection = collections::get(tx, &author.user, &collection_id).await?.ok_or_else(missing)?;
        check_picture(tx, &author.user, image_id.as_ref()).await?;
        let entry_id = EntryId::of(&author.call);
        let others = entries::of_collection(tx, &author.user, &collection_id).await?;
        let slug = wanted.free_slug(&entry_id, &others)?;
        let new = entries::New {
            entry_id,
            title: &wanted.title,
            slug: slug.as_str(),
            summary: &wanted.summary,
            body: &wanted.body,
            picture_id: image_id.as_ref(),
            link: wanted.link.as_deref(),
            status: status.unwrap_or_default(),
        };
        let what = texts::entry_made(&wanted.title, &collection.title);
        Ok((entries::add(tx, &collection_id, &new, &author.by(&what)).await?, collection))
    };
    let (entry, collection) = context.db.write(shared::scope(context), add).await.map_err(refused)?;
    let state = match entry.status {
        PageStatus::Draft => "a draft",
        PageStatus::Published => "public from the next publish on",
    };
    let message = format!("Added “{}” to “{}”, {state}.", entry.title, collection.title);
    let untrusted = collection.untrusted;
    Ok(Outcome { untrusted, ..Outcome::new(message, OneEntry { entry: (&entry).into() }) })
}

#[expect(clippy::too_many_arguments, reason = "each is an argument of the tool")]
async fn asks_to_create(
    context: &Context,
    collection_id: &CollectionId,
    title: &str,
    summary: &Option<String>,
    body: &Option<String>,
    image_id: &Option<PictureId>,
    leads_to: &Option<String>,
    slug: &Option<String>,
    _: &Option<PageStatus>,
) -> Result<CallAssessment, ToolError> {
    let given = (summary.as_deref(), body.as_deref(), leads_to.as_deref(), slug.as_deref());
    let wanted = Wanted::new(title, given)?;
    let collection = own_collection(context, collection_id).await?;
    check_picture_before(context, image_id.as_ref()).await?;
    let summary = texts::add_entry(&wanted.title, &collection.title);
    Ok(asks(summary, || said([&wanted.summary, &wanted.body])))
}

/// Returns the texts of an entry for the question about it.
pub(super) fn said<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let texts: Vec<_> = texts.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// The summary, body, link and slug of a call.
type Given<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// A new entry with checked fields.
#[derive(Clone)]
struct Wanted {
    title: String,
    /// May be empty, as may the body.
    summary: String,
    body: String,
    link: Option<String>,
    slug: Slug,
    /// Whether the call itself names the slug: then no other slug may replace it.
    slug_is_given: bool,
}

impl Wanted {
    fn new(title: &str, (summary, text, target, slug): Given<'_>) -> Result<Self, ToolError> {
        let title = line("title", title, MAX_TITLE)?;
        let given = slug.map(given_slug).transpose()?;
        Ok(Self {
            summary: brief("summary", summary)?,
            body: body(text.unwrap_or_default())?.to_owned(),
            link: link(target.unwrap_or_default())?,
            slug_is_given: given.is_some(),
            slug: given.unwrap_or_else(|| Slug::from_title(&title)),
            title,
        })
    }

    /// Returns the slug of the new entry.
    fn free_slug(&self, own: &EntryId, others: &[Entry]) -> Result<Slug, ToolError> {
        let holds = |it: &&Entry, slug: &Slug| it.slug == slug.as_str() && it.entry_id != *own;
        free_slug((&self.slug, self.slug_is_given), |slug| {
            others.iter().find(|it| holds(it, slug)).map(|it| taken(slug.as_str(), it))
        })
    }
}

pub(super) fn taken(slug: &str, by: &Entry) -> ToolError {
    ToolError::rejected(format!(
        "the entry '{}' of this collection has the slug '{slug}' already; choose another one, or change that entry",
        by.entry_id
    ))
}

/// Checks that a picture belongs to the person's site.
pub(super) async fn check_picture(tx: &Tx, user: &UserId, id: Option<&PictureId>) -> anyhow::Result<()> {
    let Some(id) = id else { return Ok(()) };
    match pictures::get(tx, user, id).await? {
        Some(_) => Ok(()),
        None => Err(ToolError::invalid(format!(
            "field 'image_id' in arguments is '{id}', which is no picture of the website; site_list_images lists the \
             existing ids, and site_add_image adds a picture"
        ))
        .into()),
    }
}

/// Checks that a picture belongs to the person's site, before the person is asked.
pub(super) async fn check_picture_before(context: &Context, id: Option<&PictureId>) -> Result<(), ToolError> {
    let (user, id) = (shared::owner(context).clone(), id.cloned());
    let read = async move |tx: &Tx| check_picture(tx, &user, id.as_ref()).await;
    context.db.read(read).await.map_err(refused)
}
