//! The rows affected by a change, before and after it.

use adjutant_domain::{
    ids::{CollectionId, EntryId, ItemId, PageId, PictureId, PostId, SectionId, SiteId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    By, Collection, Entry, Error, Item, Page, Picture, Post, PostRedirect, Redirect, Section, Site, Subject,
    revisions, select_site, texts,
};
use crate::db::{Tx, params, sql::listed};

/// The rows that a change may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub settings: bool,
    pub pages: Vec<PageId>,
    pub sections: Vec<SectionId>,
    pub items: Vec<ItemId>,
    pub pictures: Vec<PictureId>,
    /// The slugs of redirects.
    pub redirects: Vec<String>,
    pub posts: Vec<PostId>,
    /// The slugs of redirects of posts.
    pub post_redirects: Vec<String>,
    pub collections: Vec<CollectionId>,
    pub entries: Vec<EntryId>,
    pub order: Option<OrderOf>,
}

/// Lists that have an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OrderOf {
    Pages,
    Sections(PageId),
    Items,
    Entries(CollectionId),
}

/// The order of a list, by ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    pub of: OrderOf,
    pub ids: Vec<String>,
}

/// The touched rows of a site at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct State {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Site>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirects: Vec<Redirect>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub posts: Vec<Post>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub post_redirects: Vec<PostRedirect>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<Collection>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

impl State {
    /// Reads the current rows, each kind by position.
    pub(super) async fn read(tx: &Tx, site: &SiteId, touched: &Touched) -> Result<Self> {
        let settings = match touched.settings {
            true => tx.first(concat!(select_site!(), "WHERE site_id = ?1"), params![site]).await?,
            false => None,
        };
        let pages = rows(
            tx,
            concat!("SELECT * FROM site_pages WHERE page_id IN ", listed!("?1"), " ORDER BY position"),
            &touched.pages,
        );
        let sections = rows(
            tx,
            concat!(
                "SELECT * FROM site_sections WHERE section_id IN ",
                listed!("?1"),
                " ORDER BY page_id, position"
            ),
            &touched.sections,
        );
        let items = rows(
            tx,
            concat!("SELECT * FROM site_navigation WHERE item_id IN ", listed!("?1"), " ORDER BY position"),
            &touched.items,
        );
        let pictures = rows(
            tx,
            concat!(
                "SELECT * FROM site_pictures WHERE picture_id IN ",
                listed!("?1"),
                " ORDER BY created_at, picture_id"
            ),
            &touched.pictures,
        );
        let (pages, sections, items) = (pages.await?, sections.await?, items.await?);
        let pictures = pictures.await?;
        let redirects = match touched.redirects.is_empty() {
            true => Vec::new(),
            false => {
                tx.all(
                    concat!(
                        "SELECT * FROM site_redirects WHERE site_id = ?2 AND slug IN ",
                        listed!("?1"),
                        " ORDER BY slug"
                    ),
                    params![serde_json::to_string(&touched.redirects)?, site],
                )
                .await?
            }
        };
        let posts = concat!("SELECT * FROM site_posts WHERE post_id IN ", listed!("?1"), " ORDER BY post_id");
        let posts = rows(tx, posts, &touched.posts).await?;
        let post_redirects = match touched.post_redirects.is_empty() {
            true => Vec::new(),
            false => {
                tx.all(
                    concat!(
                        "SELECT * FROM site_post_redirects WHERE site_id = ?2 AND slug IN ",
                        listed!("?1"),
                        " ORDER BY slug"
                    ),
                    params![serde_json::to_string(&touched.post_redirects)?, site],
                )
                .await?
            }
        };
        let collections = concat!(
            "SELECT * FROM site_collections WHERE collection_id IN ",
            listed!("?1"),
            " ORDER BY collection_id"
        );
        let collections = rows(tx, collections, &touched.collections).await?;
        let entries = concat!(
            "SELECT * FROM site_entries WHERE entry_id IN ",
            listed!("?1"),
            " ORDER BY collection_id, position"
        );
        let entries = rows(tx, entries, &touched.entries).await?;
        let order = match &touched.order {
            Some(of) => Some(Order { of: of.clone(), ids: ids_in_order(tx, site, of).await? }),
            None => None,
        };
        Ok(Self {
            settings,
            pages,
            sections,
            items,
            pictures,
            redirects,
            posts,
            post_redirects,
            collections,
            entries,
            order,
        })
    }

    /// Returns the rows in either state: those touched by a change from one to the other.
    pub(super) fn and(&self, other: &Self) -> Touched {
        let both = [self, other];
        Touched {
            settings: both.iter().any(|state| state.settings.is_some()),
            pages: both.iter().flat_map(|state| &state.pages).map(|page| page.page_id.clone()).collect(),
            sections: both.iter().flat_map(|state| &state.sections).map(|it| it.section_id.clone()).collect(),
            items: both.iter().flat_map(|state| &state.items).map(|item| item.item_id.clone()).collect(),
            pictures: both.iter().flat_map(|state| &state.pictures).map(|it| it.picture_id.clone()).collect(),
            redirects: both.iter().flat_map(|state| &state.redirects).map(|it| it.slug.clone()).collect(),
            posts: both.iter().flat_map(|state| &state.posts).map(|post| post.post_id.clone()).collect(),
            post_redirects: both
                .iter()
                .flat_map(|state| &state.post_redirects)
                .map(|it| it.slug.clone())
                .collect(),
            collections: both
                .iter()
                .flat_map(|state| &state.collections)
                .map(|it| it.collection_id.clone())
                .collect(),
            entries: both.iter().flat_map(|state| &state.entries).map(|it| it.entry_id.clone()).collect(),
            order: self.order.as_ref().or(other.order.as_ref()).map(|order| order.of.clone()),
        }
    }
}

/// Makes a change, stores its revision, and queues changed texts for their vectors. Stores nothing if nothing has
/// changed.
pub(super) async fn recorded<T>(
    tx: &Tx,
    site: &SiteId,
    touched: &Touched,
    subject: (Subject, &str),
    by: &By<'_>,
    change: impl AsyncFnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    let before = State::read(tx, site, touched).await?;
    let done = change().await?;
    let after = State::read(tx, site, touched).await?;
    if before != after {
        revisions::add(tx, site, subject, by, (&before, &after), None).await?;
        texts::follow(tx, &before, &after).await?;
    }
    Ok(done)
}

async fn rows<T: DeserializeOwned>(tx: &Tx, sql: &'static str, ids: &[impl Serialize]) -> Result<Vec<T>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.all(sql, params![serde_json::to_string(ids)?]).await
}

/// Returns the ids of a list in order.
pub(super) async fn ids_in_order(tx: &Tx, site: &SiteId, of: &OrderOf) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
    }
    let rows: Vec<Row> = match of {
        OrderOf::Pages => {
            tx.all("SELECT page_id AS id FROM site_pages WHERE site_id = ?1 ORDER BY position", params![site])
                .await
        }
        OrderOf::Sections(page) => {
            tx.all(
                "SELECT section_id AS id FROM site_sections WHERE page_id = ?1 ORDER BY position",
                params![page],
            )
            .await
        }
        OrderOf::Items => {
            tx.all(
                "SELECT item_id AS id FROM site_navigation WHERE site_id = ?1 ORDER BY position",
                params![site],
            )
            .await
        }
        OrderOf::Entries(collection) => {
            tx.all(
                "SELECT entry_id AS id FROM site_entries WHERE collection_id = ?1 ORDER BY position",
                params![collection],
            )
            .await
        }
    }?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Sets the order of a list; it must name all items.
pub(super) async fn set_order(tx: &Tx, site: &SiteId, order: &Order) -> Result<()> {
    let old = ids_in_order(tx, site, &order.of).await?;
    let sql = match order.of {
        OrderOf::Pages => "UPDATE site_pages SET position = ?2 WHERE page_id = ?1",
        OrderOf::Sections(_) => "UPDATE site_sections SET position = ?2 WHERE section_id = ?1",
        OrderOf::Items => "UPDATE site_navigation SET position = ?2 WHERE item_id = ?1",
        OrderOf::Entries(_) => "UPDATE site_entries SET position = ?2 WHERE entry_id = ?1",
    };
    for (position, id) in order.ids.iter().enumerate().filter(|(i, id)| old.get(*i) != Some(id)) {
        tx.execute(sql, params![id, position as i64]).await?;
    }
    Ok(())
}

/// Returns the order in which an item has this position, from 0; `None` if it has it already: a change that leaves the
/// order alone can be undone after later reorderings.
pub(super) async fn order_with(
    tx: &Tx,
    site: &SiteId,
    of: OrderOf,
    (id, position): (&str, usize),
) -> Result<Option<Order>> {
    let old = ids_in_order(tx, site, &of).await?;
    let mut ids = old.clone();
    ids.retain(|other| other != id);
    ids.insert(position.min(ids.len()), id.to_owned());
    Ok((ids != old).then_some(Order { of, ids }))
}

/// Returns an order in which `first` come first, and the others follow in their present order.
///
/// # Errors
/// [`Error::Missing`] if one of `first` is not in the list.
pub(super) async fn order_with_first(
    tx: &Tx,
    site: &SiteId,
    of: OrderOf,
    first: &[&str],
    name: &'static str,
) -> Result<Order, Error> {
    let old = ids_in_order(tx, site, &of).await?;
    let mut ids: Vec<String> = Vec::with_capacity(old.len());
    for id in first {
        if !old.iter().any(|known| known == id) {
            return Err(Error::Missing(name));
        }
        if !ids.iter().any(|taken| taken == id) {
            ids.push((*id).to_owned());
        }
    }
    let placed: std::collections::HashSet<String> = ids.iter().cloned().collect();
    ids.extend(old.into_iter().filter(|id| !placed.contains(id)));
    Ok(Order { of, ids })
}

/// Writes the settings of a site.
pub(super) async fn set_settings(tx: &Tx, site: &Site) -> Result<()> {
    tx.execute(
        "UPDATE sites SET title = ?2, description = ?3, language = ?4, theme = ?5, base_url = ?6, untrusted = ?7,
             updated_at = ?8 WHERE site_id = ?1",
        params![
            &site.site_id,
            site.title.as_str(),
            site.description.as_str(),
            site.language.as_str(),
            site.theme.to_string(),
            site.base_url.as_deref(),
            &site.untrusted,
            site.updated_at
        ],
    )
    .await
    .map(drop)
}

impl Site {
    /// Returns the settings without the fields that a change does not set.
    pub(super) fn set(&self) -> Self {
        Self { updated_at: Timestamp::EPOCH, published_at: None, name: None, ..self.clone() }
    }
}

impl Page {
    /// Returns the page without its position and the time of its last change.
    pub(super) fn set(&self) -> Self {
        Self { position: 0, updated_at: Timestamp::EPOCH, ..self.clone() }
    }
}

impl Section {
    /// As [`Page::set`].
    pub(super) fn set(&self) -> Self {
        Self { position: 0, updated_at: Timestamp::EPOCH, ..self.clone() }
    }
}

impl Item {
    /// As [`Page::set`].
    pub(super) fn set(&self) -> Self {
        Self { position: 0, updated_at: Timestamp::EPOCH, ..self.clone() }
    }
}

impl Picture {
    /// As [`Page::set`], and without its conversation, which may be deleted.
    pub(super) fn set(&self) -> Self {
        Self { session_id: None, updated_at: Timestamp::EPOCH, ..self.clone() }
    }
}

impl Post {
    /// Returns the post without the time of its last change.
    pub(super) fn set(&self) -> Self {
        Self { updated_at: Timestamp::EPOCH, ..self.clone() }
    }
}
