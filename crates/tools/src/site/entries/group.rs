//! `site_list_collections`, `site_create_collection`, `site_update_collection`.

use adjutant_domain::{ids::CollectionId, site::PageStatus};
use adjutant_macros::tool;
use adjutant_site::Slug;
use adjutant_store::{
    db::SyncedTx,
    site::{self as store, Collection, collections},
};
use adjutant_texts::{count, site::entries as texts};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CollectionRow, brief, no_such_collection, own_collection};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{
        Author, MAX_TITLE, asks, changed_fields,
        create::{free_slug, given_slug},
        line, refused, shared, whole,
    },
};

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct ListedCollections {
    collections: Vec<CountedCollection>,
    total: usize,
}

/// A collection, and how much it has.
#[derive(Serialize, JsonSchema)]
struct CountedCollection {
    #[serde(flatten)]
    collection: CollectionRow,
    entries: usize,
    /// How many of them are drafts.
    drafts: usize,
}

/// List the collections of the website (members, products, songs) with the numbers of their entries.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "collection", "entry"))]
pub(in crate::site) async fn site_list_collections(
    context: &Context,
) -> Result<Outcome<ListedCollections>, ToolError> {
    let site = whole(context).await?;
    let (found, entries) = site.as_ref().map(|site| (&*site.collections, &*site.entries)).unwrap_or_default();
    let counted = |collection: &Collection| {
        let own = entries.iter().filter(|entry| entry.collection_id == collection.collection_id);
        let drafts = own.clone().filter(|entry| entry.status == PageStatus::Draft).count();
        CountedCollection { collection: collection.into(), entries: own.count(), drafts }
    };
    let untrusted = found.iter().map(|collection| &collection.untrusted).collect();
    let message = match found.len() {
        0 => "The website has no collections yet; site_create_collection makes one.".to_owned(),
        many => format!("{}.", count(many as i64, "collection")),
    };
    let output = ListedCollections { collections: found.iter().map(counted).collect(), total: found.len() };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

/// A collection after a call.
#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct OneCollection {
    collection: CollectionRow,
}

/// Make a collection of things of one kind: members, products, songs. A section of the template collection shows it.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_create,
    tags("website", "collection", "entry")
)]
pub(in crate::site) async fn site_create_collection(
    context: &Context,
    /// As people call it.
    #[schemars(length(min = 1))]
    title: String,
    /// A short name, such as members; made from the title unless given.
    slug: Option<String>,
    /// What stands above the entries on pages: one or two sentences.
    description: Option<String>,
) -> Result<Outcome<OneCollection>, ToolError> {
    let wanted = Wanted::new(&title, slug.as_deref(), description.as_deref())?;
    let author = Author::of(context);
    let add = async move |tx: &SyncedTx| {
        let site = store::open(tx, &author.user, author.now).await?.site_id;
        let collection_id = CollectionId::of(&author.call);
        let others = collections::list(tx, &author.user, &site).await?;
        let slug = wanted.free_slug(&collection_id, &others)?;
        let (title, description) = (&*wanted.title, &*wanted.description);
        let new = collections::New { collection_id, title, slug: slug.as_str(), description };
        Ok(collections::add(tx, &site, &new, &author.by(&texts::collection_made(title))).await?)
    };
    let made = context.db.write(shared::scope(context), add).await.map_err(refused)?;
    let message =
        format!("Made the collection “{}”, without entries; site_create_entry adds them.", made.title);
    Ok(Outcome::new(message, OneCollection { collection: (&made).into() }))
}

async fn asks_to_create(
    _: &Context,
    title: &str,
    slug: &Option<String>,
    description: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let wanted = Wanted::new(title, slug.as_deref(), description.as_deref())?;
    Ok(asks(texts::add_collection(&wanted.title), || wanted.description))
}

/// A new collection with checked fields.
#[derive(Clone)]
struct Wanted {
    title: String,
    slug: Slug,
    /// Whether the call itself names the slug: then no other slug may replace it.
    slug_is_given: bool,
    /// May be empty.
    description: String,
}

impl Wanted {
    fn new(title: &str, slug: Option<&str>, description: Option<&str>) -> Result<Self, ToolError> {
        let title = line("title", title, MAX_TITLE)?;
        let given = slug.map(given_slug).transpose()?;
        Ok(Self {
            slug_is_given: given.is_some(),
            slug: given.unwrap_or_else(|| Slug::from_title(&title)),
            description: brief("description", description)?,
            title,
        })
    }

    /// Returns the slug of the new collection.
    fn free_slug(&self, own: &CollectionId, others: &[Collection]) -> Result<Slug, ToolError> {
        let holds = |it: &&Collection, slug: &Slug| it.slug == slug.as_str() && it.collection_id != *own;
        free_slug((&self.slug, self.slug_is_given), |slug| {
            others.iter().find(|it| holds(it, slug)).map(|it| taken(slug.as_str(), it))
        })
    }
}

fn taken(slug: &str, by: &Collection) -> ToolError {
    ToolError::rejected(format!(
        "the collection '{}' has the slug '{slug}' already; choose another one, or change that collection",
        by.collection_id
    ))
}

/// Change the title, slug or description of a collection. Sections go on showing it.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_update,
    tags("website", "collection", "entry")
)]
pub(in crate::site) async fn site_update_collection(
    context: &Context,
    /// From site_list_collections.
    collection_id: CollectionId,
    /// As in site_create_collection.
    title: Option<String>,
    /// As in site_create_collection.
    slug: Option<String>,
    /// As in site_create_collection; an empty one removes it.
    description: Option<String>,
) -> Result<Outcome<OneCollection>, ToolError> {
    let wanted = Changed::new(title.as_deref(), slug.as_deref(), description.as_deref())?;
    let author = Author::of(context);
    let update = async move |tx: &SyncedTx| {
        let missing = || no_such_collection(&collection_id);
        let old = collections::get(tx, &author.user, &collection_id).await?.ok_or_else(missing)?;
        let slug = wanted.slug.as_ref().map(Slug::as_str);
        if let Some(slug) = slug
            && let Some(holder) = collections::by_slug(tx, &author.user, &old.site_id, slug).await?
            && holder.collection_id != collection_id
        {
            return Err(taken(slug, &holder).into());
        }
        let (title, description) = (wanted.title.as_deref(), wanted.description.as_deref());
        let change = collections::Change { title, slug, description };
        let what = texts::collection_changed(&old.title, &wanted.fields());
        Ok::<_, anyhow::Error>(collections::update(tx, &collection_id, &change, &author.by(&what)).await?)
    };
    let changed = context.db.write(shared::scope(context), update).await.map_err(refused)?;
    let message = format!("Changed the collection “{}”.", changed.title);
    let untrusted = changed.untrusted.clone();
    Ok(Outcome { untrusted, ..Outcome::new(message, OneCollection { collection: (&changed).into() }) })
}

async fn asks_to_update(
    context: &Context,
    collection_id: &CollectionId,
    title: &Option<String>,
    slug: &Option<String>,
    description: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let wanted = Changed::new(title.as_deref(), slug.as_deref(), description.as_deref())?;
    let old = own_collection(context, collection_id).await?;
    let summary = texts::change_collection(&old.title, &wanted.fields());
    let said = wanted.title.into_iter().chain(wanted.description).collect::<Vec<_>>().join("\n");
    Ok(asks(summary, || said))
}

/// The checked changes of a collection.
#[derive(Clone)]
struct Changed {
    title: Option<String>,
    slug: Option<Slug>,
    description: Option<String>,
}

impl Changed {
    fn new(title: Option<&str>, slug: Option<&str>, description: Option<&str>) -> Result<Self, ToolError> {
        let wanted = Self {
            title: title.map(|title| line("title", title, MAX_TITLE)).transpose()?,
            slug: slug.map(given_slug).transpose()?,
            description: description.map(|text| brief("description", Some(text))).transpose()?,
        };
        match wanted.fields().is_empty() {
            true => {
                Err(ToolError::invalid("give a field to change, such as 'title', beside 'collection_id'"))
            }
            false => Ok(wanted),
        }
    }

    /// Returns the names of the changed fields, for people.
    fn fields(&self) -> Vec<&'static str> {
        changed_fields([
            (self.title.is_some(), "title"),
            (self.slug.is_some(), "short name"),
            (self.description.is_some(), "description"),
        ])
    }
}
