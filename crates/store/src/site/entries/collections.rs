//! The collections of a site.

use adjutant_domain::ids::{CollectionId, SiteId, UserId};
use anyhow::Result;

use super::{Entry, model::Collection, of_collection, take_out as take_out_entry};
use crate::{
    db::{Tx, params},
    site::{By, Error, Limit, MAX_COLLECTIONS, Subject, Touched, model::sources, own_sites, owned, recorded},
};

/// Returns the collections of a site, oldest first.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Collection>> {
    tx.all(
        concat!(
            "SELECT * FROM site_collections WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY created_at, collection_id"
        ),
        params![user, site],
    )
    .await
}

/// Returns a collection of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &CollectionId) -> Result<Option<Collection>> {
    tx.first(
        concat!("SELECT * FROM site_collections WHERE collection_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the collection of a site with this slug.
pub async fn by_slug(tx: &Tx, user: &UserId, site: &SiteId, slug: &str) -> Result<Option<Collection>> {
    tx.first(
        concat!(
            "SELECT * FROM site_collections WHERE site_id = ?2 AND slug = ?3 AND site_id IN ",
            own_sites!()
        ),
        params![user, site, slug],
    )
    .await
}

/// Returns whether no collection of the site except `except` has a slug.
pub async fn slug_is_free(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    slug: &str,
    except: Option<&CollectionId>,
) -> Result<bool> {
    let found = by_slug(tx, user, site, slug).await?;
    Ok(found.is_none_or(|collection| Some(&collection.collection_id) == except))
}

/// A collection to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub collection_id: CollectionId,
    pub title: &'a str,
    /// No other collection may have it: see [`slug_is_free`].
    pub slug: &'a str,
    /// May be empty.
    pub description: &'a str,
}

/// Adds a collection without entries, and returns it. Adding the same id again changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::CollectionSlugTaken`].
pub async fn add(tx: &Tx, site: &SiteId, new: &New<'_>, by: &By<'_>) -> Result<Collection, Error> {
    owned(tx, by.user, site).await?;
    if let Some(collection) = get(tx, by.user, &new.collection_id).await? {
        return Ok(collection);
    }
    if count(tx, site).await? as usize >= MAX_COLLECTIONS {
        return Err(Limit::Collections.into());
    }
    if !slug_is_free(tx, by.user, site, new.slug, None).await? {
        return Err(Error::CollectionSlugTaken(new.slug.to_owned()));
    }
    let collection = Collection {
        collection_id: new.collection_id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        description: new.description.to_owned(),
        untrusted: by.untrusted.clone(),
        created_at: by.now,
        updated_at: by.now,
    };
    let touched = Touched { collections: vec![collection.collection_id.clone()], ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Collection, new.collection_id.as_str()), by, async || {
        insert(tx, &collection).await?;
        Ok(collection)
    })
    .await
}

/// A change of a collection; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub title: Option<&'a str>,
    pub slug: Option<&'a str>,
    pub description: Option<&'a str>,
}

/// Changes a collection, and returns it. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such collection; [`Error::CollectionSlugTaken`].
pub async fn update(
    tx: &Tx,
    id: &CollectionId,
    change: &Change<'_>,
    by: &By<'_>,
) -> Result<Collection, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("collection"))?;
    let mut new = old.clone();
    for (field, change) in [
        (&mut new.title, change.title),
        (&mut new.slug, change.slug),
        (&mut new.description, change.description),
    ] {
        if let Some(change) = change {
            change.clone_into(field);
        }
    }
    if new == old {
        return Ok(old);
    }
    if !slug_is_free(tx, by.user, &old.site_id, &new.slug, Some(id)).await? {
        return Err(Error::CollectionSlugTaken(new.slug));
    }
    new.untrusted = sources((&old.words(), &old.untrusted), &new.words(), by.untrusted);
    new.updated_at = by.now;
    let touched = Touched { collections: vec![id.clone()], ..Touched::default() };
    recorded(tx, &old.site_id, &touched, (Subject::Collection, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// A deleted collection, with its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    pub collection: Collection,
    pub entries: Vec<Entry>,
}

/// Deletes a collection with its entries.
///
/// # Errors
/// [`Error::Missing`] if the person has no such collection.
pub async fn delete(tx: &Tx, id: &CollectionId, by: &By<'_>) -> Result<Deleted, Error> {
    let collection = get(tx, by.user, id).await?.ok_or(Error::Missing("collection"))?;
    let entries = of_collection(tx, by.user, id).await?;
    let touched = Touched {
        collections: vec![id.clone()],
        entries: entries.iter().map(|entry| entry.entry_id.clone()).collect(),
        ..Touched::default()
    };
    let site = collection.site_id.clone();
    recorded(tx, &site, &touched, (Subject::Collection, id.as_str()), by, async || {
        for entry in entries.iter().rev() {
            take_out_entry(tx, entry).await?;
        }
        take_out(tx, id).await?;
        Ok(Deleted { collection, entries })
    })
    .await
}

/// Returns how many collections a site has.
pub(super) async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_collections WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

pub(super) async fn insert(tx: &Tx, collection: &Collection) -> Result<()> {
    tx.execute(
        "INSERT INTO site_collections (collection_id, site_id, title, slug, description, untrusted, created_at,
             updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            &collection.collection_id,
            &collection.site_id,
            collection.title.as_str(),
            collection.slug.as_str(),
            collection.description.as_str(),
            &collection.untrusted,
            collection.created_at,
            collection.updated_at
        ],
    )
    .await
    .map(drop)
}

pub(super) async fn write(tx: &Tx, collection: &Collection) -> Result<()> {
    tx.execute(
        "UPDATE site_collections SET title = ?2, slug = ?3, description = ?4, untrusted = ?5, updated_at = ?6
         WHERE collection_id = ?1",
        params![
            &collection.collection_id,
            collection.title.as_str(),
            collection.slug.as_str(),
            collection.description.as_str(),
            &collection.untrusted,
            collection.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes a collection that has no entries.
pub(super) async fn take_out(tx: &Tx, id: &CollectionId) -> Result<()> {
    tx.execute("DELETE FROM site_collections WHERE collection_id = ?1", params![id]).await.map(drop)
}
