//! The navigation of a site.

use adjutant_domain::ids::{ItemId, SiteId, UserId};
use anyhow::Result;

use super::{
    By, Error, Item, Limit, MAX_ITEMS, Subject, Target, Touched, own_sites, owned, pages, recorded,
    state::{OrderOf, order_with_first, set_order},
};
use crate::db::{Tx, params};

/// Returns the items of a navigation in order.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Item>> {
    tx.all(
        concat!(
            "SELECT * FROM site_navigation WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY position"
        ),
        params![user, site],
    )
    .await
}

/// Returns an item of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &ItemId) -> Result<Option<Item>> {
    tx.first(
        concat!("SELECT * FROM site_navigation WHERE item_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// An item to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub item_id: ItemId,
    pub label: &'a str,
    pub target: Target,
    pub visible: bool,
}

impl New<'_> {
    pub(super) fn at(&self, site: &SiteId, position: i64, by: &By<'_>) -> Item {
        let mut item = Item {
            item_id: self.item_id.clone(),
            site_id: site.clone(),
            label: self.label.to_owned(),
            page_id: None,
            url: None,
            position,
            visible: self.visible,
            untrusted: by.untrusted.clone(),
            created_at: by.now,
            updated_at: by.now,
        };
        item.lead_to(&self.target);
        item
    }
}

/// Adds an item at a position, or as the last one, and returns it. Adding the same id again changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site, or the site no such page; [`Error::Limit`].
pub async fn add(
    tx: &Tx,
    site: &SiteId,
    new: &New<'_>,
    position: Option<usize>,
    by: &By<'_>,
) -> Result<Item, Error> {
    owned(tx, by.user, site).await?;
    if let Some(item) = get(tx, by.user, &new.item_id).await? {
        return Ok(item);
    }
    let count = count(tx, site).await?;
    if count as usize >= MAX_ITEMS {
        return Err(Limit::Items.into());
    }
    check_target(tx, by.user, site, &new.target).await?;
    let item = new.at(site, position.map_or(count, |position| count.min(position as i64)), by);
    let touched = Touched { items: vec![item.item_id.clone()], ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Item, new.item_id.as_str()), by, async || {
        insert(tx, &item).await?;
        Ok(item)
    })
    .await
}

/// A change of an item; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub label: Option<&'a str>,
    pub target: Option<Target>,
    pub visible: Option<bool>,
}

/// Changes an item, and returns it. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such item, or the site no such page.
pub async fn update(tx: &Tx, id: &ItemId, change: &Change<'_>, by: &By<'_>) -> Result<Item, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("navigation item"))?;
    let mut new = old.clone();
    if let Some(label) = change.label {
        label.clone_into(&mut new.label);
    }
    if let Some(target) = &change.target {
        check_target(tx, by.user, &old.site_id, target).await?;
        new.lead_to(target);
    }
    new.visible = change.visible.unwrap_or(old.visible);
    if new == old {
        return Ok(old);
    }
    let (is_label_kept, is_url_kept) = (new.label == old.label, new.url == old.url);
    if !is_label_kept || !is_url_kept {
        let is_kept = is_label_kept || is_url_kept && old.url.is_some();
        new.untrusted = if is_kept { old.untrusted.clone().and(by.untrusted) } else { by.untrusted.clone() };
    }
    new.updated_at = by.now;
    let touched = Touched { items: vec![id.clone()], ..Touched::default() };
    recorded(tx, &old.site_id, &touched, (Subject::Item, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// Shows a hidden item, or hides a visible one, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such item.
pub async fn toggle(tx: &Tx, id: &ItemId, by: &By<'_>) -> Result<Item, Error> {
    let item = get(tx, by.user, id).await?.ok_or(Error::Missing("navigation item"))?;
    let change = Change { visible: Some(!item.visible), ..Change::default() };
    update(tx, id, &change, by).await
}

/// Deletes an item, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such item.
pub async fn remove(tx: &Tx, id: &ItemId, by: &By<'_>) -> Result<Item, Error> {
    let item = get(tx, by.user, id).await?.ok_or(Error::Missing("navigation item"))?;
    let touched = Touched { items: vec![id.clone()], ..Touched::default() };
    recorded(tx, &item.site_id.clone(), &touched, (Subject::Item, id.as_str()), by, async || {
        take_out(tx, &item).await?;
        Ok(item)
    })
    .await
}

/// Puts these items first, in this order. The others follow in their present order.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site, or the site no such item.
pub async fn reorder(tx: &Tx, site: &SiteId, first: &[ItemId], by: &By<'_>) -> Result<(), Error> {
    owned(tx, by.user, site).await?;
    let first: Vec<_> = first.iter().map(ItemId::as_str).collect();
    let order = order_with_first(tx, site, OrderOf::Items, &first, "navigation item").await?;
    let touched = Touched { order: Some(OrderOf::Items), ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        Ok(set_order(tx, site, &order).await?)
    })
    .await
}

impl Item {
    /// Returns the item's target.
    pub fn target(&self) -> Option<Target> {
        let page = self.page_id.clone().map(Target::Page);
        page.or_else(|| self.url.clone().map(Target::Url))
    }

    fn lead_to(&mut self, target: &Target) {
        (self.page_id, self.url) = match target.clone() {
            Target::Page(page) => (Some(page), None),
            Target::Url(url) => (None, Some(url)),
        };
    }
}

/// Returns an error unless a target is a URL or a page of the site.
pub(super) async fn check_target(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    target: &Target,
) -> Result<(), Error> {
    let Target::Page(page) = target else { return Ok(()) };
    match pages::get(tx, user, page).await? {
        Some(page) if page.site_id == *site => Ok(()),
        _ => Err(Error::Missing("page")),
    }
}

/// Returns how many items a navigation has.
pub(super) async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_navigation WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

/// Inserts an item at its position.
pub(super) async fn insert(tx: &Tx, item: &Item) -> Result<()> {
    tx.execute(
        "UPDATE site_navigation SET position = position + 1 WHERE site_id = ?1 AND position >= ?2",
        params![&item.site_id, item.position],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_navigation (item_id, site_id, label, page_id, url, position, visible, untrusted, created_at,
             updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            &item.item_id,
            &item.site_id,
            item.label.as_str(),
            item.page_id.clone(),
            item.url.as_deref(),
            item.position,
            item.visible,
            &item.untrusted,
            item.created_at,
            item.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Writes an item without its position.
pub(super) async fn write(tx: &Tx, item: &Item) -> Result<()> {
    tx.execute(
        "UPDATE site_navigation SET label = ?2, page_id = ?3, url = ?4, visible = ?5, untrusted = ?6, updated_at = ?7
         WHERE item_id = ?1",
        params![
            &item.item_id,
            item.label.as_str(),
            item.page_id.clone(),
            item.url.as_deref(),
            item.visible,
            &item.untrusted,
            item.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes an item.
pub(super) async fn take_out(tx: &Tx, item: &Item) -> Result<()> {
    tx.execute("DELETE FROM site_navigation WHERE item_id = ?1", params![&item.item_id]).await?;
    tx.execute(
        "UPDATE site_navigation SET position = position - 1 WHERE site_id = ?1 AND position > ?2",
        params![&item.site_id, item.position],
    )
    .await
    .map(drop)
}
