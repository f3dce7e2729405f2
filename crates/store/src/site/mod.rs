//! A person's website: its settings, pages, sections, navigation, posts and collections of entries, and its changes,
//! which can be undone.
//!
//! Every query names a user, and covers the sites of the same person. Every change writes its revision in the caller's
//! transaction.

use adjutant_domain::{
    ids::{SiteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde_json::Value;

use crate::db::{Tx, params};

pub mod entries;
pub mod import;
pub mod messages;
mod model;
pub mod navigation;
pub mod pages;
pub mod pictures;
pub mod posts;
pub mod public;
pub mod revisions;
pub mod sections;
pub mod sharing;
mod state;
pub mod texts;
mod undo;

pub use entries::{Collection, Entry, collections};
pub use model::{
    By, Conflict, Error, Item, Limit, MAX_BODY, MAX_COLLECTIONS, MAX_CONTENT, MAX_ENTRIES, MAX_ITEMS,
    MAX_PAGES, MAX_PICTURES, MAX_POSTS, MAX_SECTIONS, MAX_TAGS, Page, Picture, Post, PostRedirect, Redirect,
    Revision, Section, Site, Snapshot, Subject, Target,
};
pub use undo::{Undone, undo};

use state::{Touched, recorded};

/// The default language of a site.
pub const LANGUAGE: &str = "en";

/// Selects the sites of the person behind the user ?1.
macro_rules! own_sites {
    () => {
        "(SELECT site_id FROM sites WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1))"
    };
}
use own_sites;

/// Selects sites, without their published snapshots.
macro_rules! select_site {
    () => {
        "SELECT site_id, user_id, title, description, language, theme, base_url, name, untrusted, created_at,
             updated_at, published_at FROM sites "
    };
}
use select_site;

/// Returns a person's site. If linked users had one each, the oldest is theirs, whichever user asks; the others come
/// back when the users are unlinked.
pub async fn of(tx: &Tx, user: &UserId) -> Result<Option<Site>> {
    tx.first(
        concat!(
            select_site!(),
            "WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) ORDER BY created_at, site_id LIMIT 1"
        ),
        params![user],
    )
    .await
}

/// Returns the users who have a site of their own.
pub async fn owners(tx: &Tx) -> Result<Vec<UserId>> {
    #[derive(serde::Deserialize)]
    struct Row {
        user_id: UserId,
    }
    let rows: Vec<Row> =
        tx.all("SELECT user_id FROM sites -- scan: everybody's, for the hourly pass", ()).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Returns a person's site, and creates it if they have none.
pub async fn open(tx: &Tx, user: &UserId, now: Timestamp) -> Result<Site> {
    if let Some(site) = of(tx, user).await? {
        return Ok(site);
    }
    let site = Site {
        site_id: SiteId::generate(),
        user_id: user.clone(),
        title: String::new(),
        description: String::new(),
        language: LANGUAGE.to_owned(),
        theme: serde_json::json!({}),
        base_url: None,
        name: None,
        untrusted: adjutant_domain::origin::Sources::OWN,
        created_at: now,
        updated_at: now,
        published_at: None,
    };
    tx.execute(
        "INSERT INTO sites (site_id, user_id, title, description, language, theme, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
        params![
            &site.site_id,
            user,
            site.title.as_str(),
            site.description.as_str(),
            site.language.as_str(),
            site.theme.to_string(),
            now
        ],
    )
    .await?;
    Ok(site)
}

/// New settings; `None` leaves one as it is.
#[derive(Clone, Debug, Default)]
pub struct Settings<'a> {
    pub title: Option<&'a str>,
    pub description: Option<&'a str>,
    pub language: Option<&'a str>,
    /// A JSON object.
    pub theme: Option<&'a Value>,
    /// `Some(None)` removes it.
    pub base_url: Option<Option<&'a str>>,
}

/// Changes the settings of a site, and returns them. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn update_settings(
    tx: &Tx,
    site: &SiteId,
    settings: &Settings<'_>,
    by: &By<'_>,
) -> Result<Site, Error> {
    let old = owned(tx, by.user, site).await?;
    let mut new = old.clone();
    if let Some(title) = settings.title {
        title.clone_into(&mut new.title);
    }
    if let Some(description) = settings.description {
        description.clone_into(&mut new.description);
    }
    if let Some(language) = settings.language {
        language.clone_into(&mut new.language);
    }
    if let Some(theme) = settings.theme {
        new.theme = theme.clone();
    }
    if let Some(base_url) = settings.base_url {
        new.base_url = base_url.map(str::to_owned);
    }
    if new == old {
        return Ok(old);
    }
    let is_kept = old.title == new.title && !old.title.is_empty()
        || old.description == new.description && !old.description.is_empty();
    new.untrusted = if is_kept { old.untrusted.and(by.untrusted) } else { by.untrusted.clone() };
    new.updated_at = by.now;
    let touched = Touched { settings: true, ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        state::set_settings(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// A published snapshot in its stored form. It is slow to read and to write, so neither is done within a transaction.
#[derive(Clone, Debug)]
pub struct Published(String);

impl Published {
    /// Returns the stored form of a snapshot.
    ///
    /// # Errors
    /// Returns an error if the snapshot has no JSON form.
    pub fn new(snapshot: &Snapshot) -> Result<Self> {
        Ok(Self(serde_json::to_string(snapshot)?))
    }

    /// Returns the snapshot.
    ///
    /// # Errors
    /// Returns an error if the stored form cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Ok(serde_json::from_str(&self.0)?)
    }
}

/// Stores the snapshot that was published.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn note_published(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    published: &Published,
    now: Timestamp,
) -> Result<(), Error> {
    owned(tx, user, site).await?;
    tx.execute(
        "UPDATE sites SET published = ?2, published_at = ?3 WHERE site_id = ?1",
        params![site, published.0.as_str(), now],
    )
    .await?;
    Ok(())
}

/// Returns the site as it was last published.
pub async fn published(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Option<Published>> {
    let published: Option<Option<String>> = tx
        .value(
            "SELECT published AS value FROM sites
             WHERE site_id = ?2 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
            params![user, site],
        )
        .await?;
    Ok(published.flatten().map(Published))
}

/// Returns the snapshot of a site.
pub async fn snapshot(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Option<Snapshot>> {
    let Some(mut snapshot) = around(tx, user, site).await? else { return Ok(None) };
    snapshot.sections = sections::of_site(tx, user, site).await?;
    snapshot.pictures = pictures::list(tx, user, site).await?;
    Ok(Some(snapshot))
}

/// Returns the snapshot of a site without sections and pictures, the largest parts.
pub async fn around(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Option<Snapshot>> {
    let site = match owned(tx, user, site).await {
        Ok(site) => site,
        Err(Error::Database(error)) => return Err(error),
        Err(_) => return Ok(None),
    };
    let id = &site.site_id;
    let pages = pages::list(tx, user, id).await?;
    let navigation = navigation::list(tx, user, id).await?;
    let redirects = tx
        .all(
            concat!(
                "SELECT * FROM site_redirects WHERE site_id = ?2 AND site_id IN ",
                own_sites!(),
                " ORDER BY slug"
            ),
            params![user, id],
        )
        .await?;
    let posts = posts::list(tx, user, id).await?;
    let post_redirects = posts::redirects(tx, user, id).await?;
    let collections = collections::list(tx, user, id).await?;
    let entries = entries::of_site(tx, user, id).await?;
    Ok(Some(Snapshot {
        site,
        pages,
        sections: Vec::new(),
        navigation,
        redirects,
        pictures: Vec::new(),
        posts,
        post_redirects,
        collections,
        entries,
    }))
}

/// Returns a site of a person.
async fn owned(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Site, Error> {
    let found = tx
        .first(
            concat!(
                select_site!(),
                "WHERE site_id = ?2 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)"
            ),
            params![user, site],
        )
        .await?;
    found.ok_or(Error::Missing("site"))
}

#[cfg(test)]
mod tests;
