//! The entries of the collections of a site.

use adjutant_domain::{
    ids::{CollectionId, EntryId, PictureId, SiteId, UserId},
    site::PageStatus,
};
use anyhow::Result;

use super::{
    By, Error, Limit, MAX_BODY, MAX_ENTRIES, Subject, Touched,
    model::sources,
    own_sites, recorded,
    state::{OrderOf, order_with, set_order},
};
use crate::db::{Tx, params, sql::position};

pub mod collections;
mod model;
pub(super) mod undo;

pub use model::{Collection, Entry};

/// Returns all entries of a site, grouped by collection and in order.
pub async fn of_site(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Entry>> {
    tx.all(
        concat!(
            "SELECT * FROM site_entries WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY collection_id, position"
        ),
        params![user, site],
    )
    .await
}

/// Returns the entries of a collection in order.
pub async fn of_collection(tx: &Tx, user: &UserId, collection: &CollectionId) -> Result<Vec<Entry>> {
    tx.all(
        concat!(
            "SELECT * FROM site_entries WHERE collection_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY position"
        ),
        params![user, collection],
    )
    .await
}

/// Returns an entry of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &EntryId) -> Result<Option<Entry>> {
    tx.first(
        concat!("SELECT * FROM site_entries WHERE entry_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the entry of a collection with this slug.
pub async fn by_slug(tx: &Tx, user: &UserId, collection: &CollectionId, slug: &str) -> Result<Option<Entry>> {
    tx.first(
        concat!(
            "SELECT * FROM site_entries WHERE collection_id = ?2 AND slug = ?3 AND site_id IN ",
            own_sites!()
        ),
        params![user, collection, slug],
    )
    .await
}

/// Returns whether no entry of the collection except `except` has a slug.
pub async fn slug_is_free(
    tx: &Tx,
    user: &UserId,
    collection: &CollectionId,
    slug: &str,
    except: Option<&EntryId>,
) -> Result<bool> {
    let found = by_slug(tx, user, collection, slug).await?;
    Ok(found.is_none_or(|entry| Some(&entry.entry_id) == except))
}

/// An entry to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub entry_id: EntryId,
    pub title: &'a str,
    /// No other entry of the collection may have it: see [`slug_is_free`].
    pub slug: &'a str,
    /// May be empty, as may the body.
    pub summary: &'a str,
    /// Markdown.
    pub body: &'a str,
    pub picture_id: Option<&'a PictureId>,
    pub link: Option<&'a str>,
    pub status: PageStatus,
}

/// Adds an entry as the last one of a collection, and returns it. Adding the same id again changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such collection; [`Error::Limit`]; [`Error::EntrySlugTaken`].
pub async fn add(tx: &Tx, collection: &CollectionId, new: &New<'_>, by: &By<'_>) -> Result<Entry, Error> {
    let collection = collections::get(tx, by.user, collection).await?.ok_or(Error::Missing("collection"))?;
    if let Some(entry) = get(tx, by.user, &new.entry_id).await? {
        return Ok(entry);
    }
    let (site, id) = (&collection.site_id, &collection.collection_id);
    if count(tx, site).await? as usize >= MAX_ENTRIES {
        return Err(Limit::Entries.into());
    }
    if !slug_is_free(tx, by.user, id, new.slug, None).await? {
        return Err(Error::EntrySlugTaken(new.slug.to_owned()));
    }
    let entry = Entry {
        entry_id: new.entry_id.clone(),
        collection_id: id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        summary: new.summary.to_owned(),
        body: new.body.to_owned(),
        picture_id: new.picture_id.cloned(),
        link: new.link.map(str::to_owned),
        status: new.status,
        position: count_in(tx, id).await?,
        untrusted: by.untrusted.clone(),
        created_at: by.now,
        updated_at: by.now,
    };
    check(&entry)?;
    let touched = Touched { entries: vec![entry.entry_id.clone()], ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Entry, new.entry_id.as_str()), by, async || {
        insert(tx, &entry).await?;
        Ok(entry)
    })
    .await
}

/// A change of an entry; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub title: Option<&'a str>,
    pub slug: Option<&'a str>,
    pub summary: Option<&'a str>,
    pub body: Option<&'a str>,
    /// `Some(None)` removes it.
    pub picture_id: Option<Option<&'a PictureId>>,
    /// `Some(None)` removes it.
    pub link: Option<Option<&'a str>>,
    pub status: Option<PageStatus>,
    /// The position in the collection, or the last one if it is too high.
    pub position: Option<usize>,
}

/// Changes an entry, and returns it. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such entry; [`Error::Limit`]; [`Error::EntrySlugTaken`].
pub async fn update(tx: &Tx, id: &EntryId, change: &Change<'_>, by: &By<'_>) -> Result<Entry, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("entry"))?;
    let mut new = old.clone();
    for (field, change) in [
        (&mut new.title, change.title),
        (&mut new.slug, change.slug),
        (&mut new.summary, change.summary),
        (&mut new.body, change.body),
    ] {
        if let Some(change) = change {
            change.clone_into(field);
        }
    }
    if let Some(picture) = change.picture_id {
        new.picture_id = picture.cloned();
    }
    if let Some(link) = change.link {
        new.link = link.map(str::to_owned);
    }
    new.status = change.status.unwrap_or(old.status);
    let order = match change.position {
        Some(position) => {
            let of = OrderOf::Entries(old.collection_id.clone());
            order_with(tx, &old.site_id, of, (id.as_str(), position)).await?
        }
        None => None,
    };
    if new == old && order.is_none() {
        return Ok(old);
    }
    check(&new)?;
    if !slug_is_free(tx, by.user, &old.collection_id, &new.slug, Some(id)).await? {
        return Err(Error::EntrySlugTaken(new.slug));
    }
    if new != old {
        new.untrusted = sources((&old.words(), &old.untrusted), &new.words(), by.untrusted);
        new.updated_at = by.now;
    }
    let touched = Touched {
        entries: vec![id.clone()],
        order: order.as_ref().map(|order| order.of.clone()),
        ..Touched::default()
    };
    recorded(tx, &old.site_id, &touched, (Subject::Entry, id.as_str()), by, async || {
        write(tx, &new).await?;
        if let Some(order) = order {
            set_order(tx, &old.site_id, &order).await?;
        }
        get(tx, by.user, id).await?.ok_or(Error::Missing("entry"))
    })
    .await
}

/// Publishes drafts of one collection in one change. Skips entries that are deleted or already published.
///
/// # Errors
/// [`Error::Missing`] if the person has no such collection.
pub async fn publish(tx: &Tx, collection: &CollectionId, ids: &[EntryId], by: &By<'_>) -> Result<(), Error> {
    let collection = collections::get(tx, by.user, collection).await?.ok_or(Error::Missing("collection"))?;
    let id = &collection.collection_id;
    let mut drafts = of_collection(tx, by.user, id).await?;
    drafts.retain(|entry| entry.status == PageStatus::Draft && ids.contains(&entry.entry_id));
    let touched = Touched {
        entries: drafts.iter().map(|entry| entry.entry_id.clone()).collect(),
        ..Touched::default()
    };
    recorded(tx, &collection.site_id, &touched, (Subject::Collection, id.as_str()), by, async || {
        for entry in drafts {
            write(tx, &Entry { status: PageStatus::Published, updated_at: by.now, ..entry }).await?;
        }
        Ok(())
    })
    .await
}

/// Deletes an entry, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such entry.
pub async fn delete(tx: &Tx, id: &EntryId, by: &By<'_>) -> Result<Entry, Error> {
    let entry = get(tx, by.user, id).await?.ok_or(Error::Missing("entry"))?;
    let touched = Touched { entries: vec![id.clone()], ..Touched::default() };
    recorded(tx, &entry.site_id.clone(), &touched, (Subject::Entry, id.as_str()), by, async || {
        take_out(tx, &entry).await?;
        Ok(entry)
    })
    .await
}

impl Entry {
    /// Returns the entry with another picture or none, and another body. The old sources stay as long as any old text
    /// does.
    pub(super) fn showing(self, picture: Option<&PictureId>, body: &str, by: &By<'_>) -> Result<Self, Limit> {
        let (picture_id, body) = (picture.cloned(), body.to_owned());
        let new = Self { picture_id, body, updated_at: by.now, ..self.clone() };
        check(&new)?;
        let untrusted = sources((&self.words(), &self.untrusted), &new.words(), by.untrusted);
        Ok(Self { untrusted, ..new })
    }
}

fn check(entry: &Entry) -> Result<(), Limit> {
    let bytes = entry.body.len();
    if bytes > MAX_BODY { Err(Limit::EntryBody { bytes }) } else { Ok(()) }
}

/// Returns how many entries a site has.
pub(super) async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_entries WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

/// Returns how many entries a collection has.
pub(super) async fn count_in(tx: &Tx, collection: &CollectionId) -> Result<i64> {
    let sql = "SELECT count(*) AS value FROM site_entries WHERE collection_id = ?1";
    Ok(tx.value(sql, params![collection]).await?.unwrap_or_default())
}

/// Returns the entries of a site that show a picture, as their own or in their bodies.
pub(super) async fn showing(tx: &Tx, site: &SiteId, picture: &PictureId) -> Result<Vec<EntryId>> {
    #[derive(serde::Deserialize)]
    struct Row {
        entry_id: EntryId,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT entry_id FROM site_entries WHERE site_id = ?1 AND (picture_id = ?2 OR ",
                position!("body", "?2"),
                " > 0)"
            ),
            params![site, picture],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.entry_id).collect())
}

/// Inserts an entry at its position.
pub(super) async fn insert(tx: &Tx, entry: &Entry) -> Result<()> {
    tx.execute(
        "UPDATE site_entries SET position = position + 1 WHERE collection_id = ?1 AND position >= ?2",
        params![&entry.collection_id, entry.position],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_entries (entry_id, collection_id, site_id, title, slug, summary, body, picture_id, link, status,
             position, untrusted, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        params![
            &entry.entry_id,
            &entry.collection_id,
            &entry.site_id,
            entry.title.as_str(),
            entry.slug.as_str(),
            entry.summary.as_str(),
            entry.body.as_str(),
            entry.picture_id.clone(),
            entry.link.as_deref(),
            entry.status.name(),
            entry.position,
            &entry.untrusted,
            entry.created_at,
            entry.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Writes an entry without its position.
pub(super) async fn write(tx: &Tx, entry: &Entry) -> Result<()> {
    tx.execute(
        "UPDATE site_entries SET title = ?2, slug = ?3, summary = ?4, body = ?5, picture_id = ?6, link = ?7, status = ?8,
             untrusted = ?9, updated_at = ?10 WHERE entry_id = ?1",
        params![
            &entry.entry_id,
            entry.title.as_str(),
            entry.slug.as_str(),
            entry.summary.as_str(),
            entry.body.as_str(),
            entry.picture_id.clone(),
            entry.link.as_deref(),
            entry.status.name(),
            &entry.untrusted,
            entry.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes an entry.
pub(super) async fn take_out(tx: &Tx, entry: &Entry) -> Result<()> {
    tx.execute("DELETE FROM site_entries WHERE entry_id = ?1", params![&entry.entry_id]).await?;
    tx.execute(
        "UPDATE site_entries SET position = position - 1 WHERE collection_id = ?1 AND position > ?2",
        params![&entry.collection_id, entry.position],
    )
    .await
    .map(drop)
}
