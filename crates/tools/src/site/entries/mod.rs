//! The collections of the website and their entries: `site_list_entries`, `site_get_entry`, and the shared parts of the
//! tools that change them.

use std::sync::Arc;

use adjutant_domain::{
    ids::{CollectionId, EntryId, PictureId, UserId},
    site::PageStatus,
};
use adjutant_macros::tool;
use adjutant_site::{Link, Template};
use adjutant_store::{
    db::Tx,
    site::{self as store, Collection, Entry, MAX_BODY, Section, Snapshot, collections, entries},
};
use adjutant_texts::site::entries as texts;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{MAX_DESCRIPTION, line, misfit, shared, within_a_result};
use crate::kit::{Context, DynTool, Outcome, ToolError};

mod create;
mod delete;
mod group;
mod update;

pub(super) fn tools() -> [Arc<dyn DynTool>; 9] {
    [
        Arc::new(group::SiteListCollections),
        Arc::new(group::SiteCreateCollection),
        Arc::new(group::SiteUpdateCollection),
        Arc::new(delete::SiteDeleteCollection),
        Arc::new(SiteListEntries),
        Arc::new(SiteGetEntry),
        Arc::new(create::SiteCreateEntry),
        Arc::new(update::SiteUpdateEntry),
        Arc::new(delete::SiteDeleteEntry),
    ]
}

/// A collection without its entries.
#[derive(Serialize, JsonSchema)]
pub(super) struct CollectionRow {
    collection_id: CollectionId,
    title: String,
    slug: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    description: String,
}

impl From<&Collection> for CollectionRow {
    fn from(collection: &Collection) -> Self {
        Self {
            collection_id: collection.collection_id.clone(),
            title: collection.title.clone(),
            slug: collection.slug.clone(),
            description: collection.description.clone(),
        }
    }
}

/// An entry without its text.
#[derive(Serialize, JsonSchema)]
pub(super) struct EntryRow {
    entry_id: EntryId,
    title: String,
    slug: String,
    /// draft or published
    status: &'static str,
    /// Its place in the collection; 1 is the first.
    position: i64,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    image_id: Option<PictureId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    leads_to: Option<String>,
}

impl From<&Entry> for EntryRow {
    fn from(entry: &Entry) -> Self {
        Self {
            entry_id: entry.entry_id.clone(),
            title: entry.title.clone(),
            slug: entry.slug.clone(),
            status: entry.status.name(),
            position: entry.position + 1,
            summary: entry.summary.clone(),
            image_id: entry.picture_id.clone(),
            leads_to: entry.link.clone(),
        }
    }
}

/// An entry after a call.
#[derive(Serialize, JsonSchema)]
pub(super) struct OneEntry {
    entry: EntryRow,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedEntries {
    collection: CollectionRow,
    /// In their order.
    entries: Vec<EntryRow>,
    total: usize,
    /// The `offset` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// List the entries of a collection of the website in their order.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "collection", "entry"))]
pub(super) async fn site_list_entries(
    context: &Context,
    /// From site_list_collections.
    collection_id: Option<CollectionId>,
    /// The slug of the collection, instead of its id.
    slug: Option<String>,
    /// Only these.
    status: Option<PageStatus>,
    /// Entries to leave out at the beginning.
    #[serde(default)]
    offset: usize,
) -> Result<Outcome<ListedEntries>, ToolError> {
    let user = shared::owner(context).clone();
    let wanted = match (collection_id, slug) {
        (Some(id), None) => Wanted::Id(id),
        (None, Some(slug)) => Wanted::Slug(slug.trim().trim_matches('/').to_owned()),
        _ => return Err(ToolError::invalid("give either 'collection_id' or 'slug' in arguments")),
    };
    let asked = wanted.clone();
    let read = async move |tx: &Tx| {
        let Some(collection) = asked.find(tx, &user).await? else { return Ok(None) };
        let entries = entries::of_collection(tx, &user, &collection.collection_id).await?;
        Ok(Some((collection, entries)))
    };
    let (collection, mut found) = context.db.read(read).await?.ok_or_else(|| wanted.is_not_there())?;
    found.retain(|entry| status.is_none_or(|status| entry.status == status));
    let total = found.len();
    let rows = within_a_result(found.iter().skip(offset).map(EntryRow::from));
    let end = offset + rows.len();
    let next_offset = (end < total).then_some(end);
    let listed = found.iter().skip(offset).take(rows.len()).map(|entry| &entry.untrusted);
    let untrusted = listed.chain([&collection.untrusted]).collect();
    let (title, counted) = (&collection.title, texts::entries_of(total));
    let message = match (total, next_offset) {
        (0, _) => format!("There are no such entries in “{title}”; site_create_entry adds one."),
        (_, Some(next)) => format!("{counted} in “{title}”; more with offset {next}."),
        (_, None) => format!("{counted} in “{title}”."),
    };
    let output = ListedEntries { collection: (&collection).into(), entries: rows, total, next_offset };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

#[derive(Clone)]
enum Wanted {
    Id(CollectionId),
    Slug(String),
}

impl Wanted {
    async fn find(&self, tx: &Tx, user: &UserId) -> anyhow::Result<Option<Collection>> {
        match self {
            Self::Id(id) => collections::get(tx, user, id).await,
            Self::Slug(slug) => match store::of(tx, user).await? {
                Some(site) => collections::by_slug(tx, user, &site.site_id, slug).await,
                None => Ok(None),
            },
        }
    }

    fn is_not_there(&self) -> ToolError {
        match self {
            Self::Id(id) => no_such_collection(id),
            Self::Slug(slug) => ToolError::not_found(format!(
                "there is no collection with the slug '{slug}'; site_list_collections lists the existing ones"
            )),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GotEntry {
    entry: EntryRow,
    /// Markdown.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    body: String,
    /// The title of its collection.
    in_collection: String,
}

/// Get an entry of a collection with its text.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "collection", "entry"))]
pub(super) async fn site_get_entry(
    context: &Context,
    /// From site_list_entries.
    entry_id: EntryId,
) -> Result<Outcome<GotEntry>, ToolError> {
    let (entry, collection) = own(context, &entry_id).await?;
    let message = format!("“{}” in “{}”.", entry.title, collection.title);
    let untrusted = [&entry.untrusted, &collection.untrusted].into_iter().collect();
    let output = GotEntry { entry: (&entry).into(), body: entry.body, in_collection: collection.title };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

/// Returns an entry of the person with its collection.
async fn own(context: &Context, id: &EntryId) -> Result<(Entry, Collection), ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let read = async move |tx: &Tx| find(tx, &user, &wanted).await;
    context.db.read(read).await?.ok_or_else(|| no_such_entry(id))
}

async fn find(tx: &Tx, user: &UserId, id: &EntryId) -> anyhow::Result<Option<(Entry, Collection)>> {
    let Some(entry) = entries::get(tx, user, id).await? else { return Ok(None) };
    let collection = collections::get(tx, user, &entry.collection_id).await?;
    Ok(collection.map(|collection| (entry, collection)))
}

/// Returns a collection of the person.
async fn own_collection(context: &Context, id: &CollectionId) -> Result<Collection, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx: &Tx| collections::get(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_collection(id))
}

pub(super) fn no_such_collection(id: &CollectionId) -> ToolError {
    ToolError::not_found(format!(
        "there is no collection '{id}'; site_list_collections lists the existing ids"
    ))
}

pub(super) fn no_such_entry(id: &EntryId) -> ToolError {
    ToolError::not_found(format!("there is no entry '{id}'; site_list_entries lists the existing ids"))
}

/// Returns a summary or a description on one line; empty if there is none.
fn brief(field: &str, text: Option<&str>) -> Result<String, ToolError> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => line(field, text, MAX_DESCRIPTION),
        None => Ok(String::new()),
    }
}

/// Checks the Markdown of an entry.
fn body(text: &str) -> Result<&str, ToolError> {
    let text = text.trim();
    match text.len() {
        bytes if bytes > MAX_BODY => {
            let fits = format!("Markdown of at most {MAX_BODY} bytes");
            Err(misfit("body", &format!("a text of {bytes} bytes"), &fits))
        }
        _ => Ok(text),
    }
}

/// Checks a link; returns `None` for an empty text.
fn link(text: &str) -> Result<Option<String>, ToolError> {
    match text.trim() {
        "" => Ok(None),
        text => match Link::parse(text) {
            Ok(_) => Ok(Some(text.to_owned())),
            Err(refusal) => Err(ToolError::invalid(format!("field 'leads_to' in arguments: {refusal}"))),
        },
    }
}

/// Returns the sections that show a collection.
pub(super) fn showing<'a>(site: &'a Snapshot, id: &'a CollectionId) -> impl Iterator<Item = &'a Section> {
    site.sections.iter().filter(move |section| {
        let content = section.content.as_object();
        let shown = content.map(|content| ids_in(&section.template, content)).unwrap_or_default();
        shown.iter().any(|(_, shown)| shown == id.as_str())
    })
}

/// Checks that the collections which a section shows belong to the person's site.
pub(super) async fn check_shown(
    tx: &Tx,
    user: &UserId,
    field: &str,
    (template, content): (&str, &Map<String, Value>),
) -> anyhow::Result<()> {
    for (path, id) in ids_in(template, content) {
        if collections::get(tx, user, &CollectionId(id.clone())).await?.is_none() {
            return Err(ToolError::invalid(format!(
                "field '{field}' in arguments shows a collection at {path} that the website does not have: '{id}'; \
                 site_list_collections lists the existing ids, and site_create_collection makes one"
            ))
            .into());
        }
    }
    Ok(())
}

/// Returns the collections that a section shows, with the path of each field.
fn ids_in(template: &str, content: &Map<String, Value>) -> Vec<(String, String)> {
    Template::find(template).map(|template| template.collections(content)).unwrap_or_default()
}
