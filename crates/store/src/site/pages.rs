//! The pages of a site.

use adjutant_domain::{
    ids::{PageId, SiteId, UserId},
    site::PageStatus,
};
use anyhow::Result;

use super::{
    By, Error, Item, Limit, MAX_PAGES, MAX_SECTIONS, Page, Redirect, Section, Subject, Touched, own_sites,
    owned, recorded, sections,
    state::{OrderOf, order_with, order_with_first, set_order},
};
use crate::db::{Tx, params, sql::listed};

/// Returns the pages of a site in order.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Page>> {
    tx.all(
        concat!(
            "SELECT * FROM site_pages WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY position"
        ),
        params![user, site],
    )
    .await
}

/// Returns a page of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &PageId) -> Result<Option<Page>> {
    tx.first(
        concat!("SELECT * FROM site_pages WHERE page_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the page with this slug, not counting redirects.
pub async fn by_slug(tx: &Tx, user: &UserId, site: &SiteId, slug: &str) -> Result<Option<Page>> {
    tx.first(
        concat!("SELECT * FROM site_pages WHERE site_id = ?2 AND slug = ?3 AND site_id IN ", own_sites!()),
        params![user, site, slug],
    )
    .await
}

/// Returns the home page of a site.
pub async fn home(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Option<Page>> {
    tx.first(
        concat!("SELECT * FROM site_pages WHERE site_id = ?2 AND is_home = 1 AND site_id IN ", own_sites!()),
        params![user, site],
    )
    .await
}

/// Returns whether no page of the site except `except` has a slug. The slug of a redirect is free: taking it ends the
/// redirect.
pub async fn slug_is_free(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    slug: &str,
    except: Option<&PageId>,
) -> Result<bool> {
    let found = by_slug(tx, user, site, slug).await?;
    Ok(found.is_none_or(|page| Some(&page.page_id) == except))
}

/// A page to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub page_id: PageId,
    pub title: &'a str,
    /// No other page may have it: see [`slug_is_free`].
    pub slug: &'a str,
    pub description: &'a str,
    pub status: PageStatus,
    /// Makes it the home page in place of the previous one.
    pub is_home: bool,
    pub sections: &'a [sections::New<'a>],
}

/// Adds a page with its sections as the last one, and returns it. Adding the same id again changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::SlugTaken`].
pub async fn add(tx: &Tx, site: &SiteId, new: &New<'_>, by: &By<'_>) -> Result<Page, Error> {
    owned(tx, by.user, site).await?;
    if let Some(page) = get(tx, by.user, &new.page_id).await? {
        return Ok(page);
    }
    let position = count(tx, site).await?;
    if position as usize >= MAX_PAGES {
        return Err(Limit::Pages.into());
    }
    if new.sections.len() > MAX_SECTIONS {
        return Err(Limit::Sections.into());
    }
    for section in new.sections {
        sections::check_content(section.content)?;
    }
    if !slug_is_free(tx, by.user, site, new.slug, None).await? {
        return Err(Error::SlugTaken(new.slug.to_owned()));
    }
    let page = Page {
        page_id: new.page_id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        description: new.description.to_owned(),
        status: new.status,
        is_home: new.is_home,
        position,
        untrusted: by.untrusted.clone(),
        created_at: by.now,
        updated_at: by.now,
    };
    let mut touched = Touched {
        pages: vec![page.page_id.clone()],
        sections: new.sections.iter().map(|section| section.section_id.clone()).collect(),
        redirects: vec![page.slug.clone()],
        ..Touched::default()
    };
    let before = if new.is_home { home(tx, by.user, site).await? } else { None };
    touched.pages.extend(before.iter().map(|page| page.page_id.clone()));
    recorded(tx, site, &touched, (Subject::Page, new.page_id.as_str()), by, async || {
        if let Some(before) = before {
            write(tx, &Page { is_home: false, ..before }).await?;
        }
        end_redirect(tx, site, &page.slug).await?;
        insert(tx, &page).await?;
        for (position, section) in new.sections.iter().enumerate() {
            sections::insert(tx, &section.on(&page, position as i64, by)).await?;
        }
        Ok(page)
    })
    .await
}

/// A change of a page; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub title: Option<&'a str>,
    pub slug: Option<&'a str>,
    pub description: Option<&'a str>,
    pub is_home: Option<bool>,
    /// The position among the pages, or the last one if it is too high.
    pub position: Option<usize>,
}

/// Changes a page and its position in one revision, and returns it. The old slug of a published page redirects to it
/// from now on. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such page; [`Error::SlugTaken`].
pub async fn update(tx: &Tx, id: &PageId, change: &Change<'_>, by: &By<'_>) -> Result<Page, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("page"))?;
    let mut new = old.clone();
    if let Some(title) = change.title {
        title.clone_into(&mut new.title);
    }
    if let Some(slug) = change.slug {
        slug.clone_into(&mut new.slug);
    }
    if let Some(description) = change.description {
        description.clone_into(&mut new.description);
    }
    new.is_home = change.is_home.unwrap_or(old.is_home);
    let order = match change.position {
        Some(position) => order_with(tx, &old.site_id, OrderOf::Pages, (id.as_str(), position)).await?,
        None => None,
    };
    if new == old && order.is_none() {
        return Ok(old);
    }
    let (site, is_moved) = (&old.site_id, new.slug != old.slug);
    if is_moved && !slug_is_free(tx, by.user, site, &new.slug, Some(id)).await? {
        return Err(Error::SlugTaken(new.slug));
    }
    let words = |page: &Page| [page.title.clone(), page.slug.clone(), page.description.clone()];
    if words(&new) != words(&old) {
        let is_kept = words(&old).iter().zip(words(&new)).any(|(old, new)| !old.is_empty() && *old == new);
        new.untrusted = if is_kept { old.untrusted.clone().and(by.untrusted) } else { by.untrusted.clone() };
    }
    if new != old {
        new.updated_at = by.now;
    }
    let home_before = match new.is_home && !old.is_home {
        true => home(tx, by.user, site).await?,
        false => None,
    };
    let mut touched = Touched {
        pages: vec![id.clone()],
        order: order.as_ref().map(|order| order.of.clone()),
        ..Touched::default()
    };
    touched.pages.extend(home_before.iter().map(|page| page.page_id.clone()));
    if is_moved {
        touched.redirects = vec![old.slug.clone(), new.slug.clone()];
    }
    recorded(tx, site, &touched, (Subject::Page, id.as_str()), by, async || {
        if let Some(before) = home_before {
            write(tx, &Page { is_home: false, ..before }).await?;
        }
        if is_moved {
            end_redirect(tx, site, &new.slug).await?;
        }
        write(tx, &new).await?;
        if is_moved && old.status == PageStatus::Published {
            redirect(tx, &Redirect { site_id: site.clone(), slug: old.slug.clone(), page_id: id.clone() })
                .await?;
        }
        if let Some(order) = order {
            set_order(tx, site, &order).await?;
        }
        get(tx, by.user, id).await?.ok_or(Error::Missing("page"))
    })
    .await
}

/// Publishes a page, or makes it a draft again, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such page.
pub async fn set_status(tx: &Tx, id: &PageId, status: PageStatus, by: &By<'_>) -> Result<Page, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("page"))?;
    if old.status == status {
        return Ok(old);
    }
    let new = Page { status, updated_at: by.now, ..old };
    let touched = Touched { pages: vec![id.clone()], ..Touched::default() };
    recorded(tx, &new.site_id.clone(), &touched, (Subject::Page, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// Publishes drafts of a site in one change. Skips pages that are deleted or already published.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn publish(tx: &Tx, site: &SiteId, ids: &[PageId], by: &By<'_>) -> Result<(), Error> {
    #[derive(serde::Deserialize)]
    struct Row {
        page_id: PageId,
    }
    owned(tx, by.user, site).await?;
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT page_id FROM site_pages WHERE site_id = ?2 AND status = 'draft' AND page_id IN ",
                listed!("?1")
            ),
            params![serde_json::to_string(ids).map_err(anyhow::Error::from)?, site],
        )
        .await?;
    let drafts: Vec<_> = rows.into_iter().map(|row| row.page_id).collect();
    let of = serde_json::to_string(&drafts).map_err(anyhow::Error::from)?;
    let touched = Touched { pages: drafts, ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        tx.execute(
            concat!(
                "UPDATE site_pages SET status = 'published', updated_at = ?2 WHERE page_id IN ",
                listed!("?1")
            ),
            params![of, by.now],
        )
        .await?;
        Ok(())
    })
    .await
}

/// Puts these pages first, in this order. The others follow in their present order.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site, or the site no such page.
pub async fn reorder(tx: &Tx, site: &SiteId, first: &[PageId], by: &By<'_>) -> Result<(), Error> {
    owned(tx, by.user, site).await?;
    let first: Vec<_> = first.iter().map(PageId::as_str).collect();
    let order = order_with_first(tx, site, OrderOf::Pages, &first, "page").await?;
    let touched = Touched { order: Some(OrderOf::Pages), ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        Ok(set_order(tx, site, &order).await?)
    })
    .await
}

/// A deleted page, with everything deleted with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    pub page: Page,
    pub sections: Vec<Section>,
    /// The navigation items that led to it.
    pub items: Vec<Item>,
    /// The slugs that led to it.
    pub redirects: Vec<Redirect>,
}

/// Returns the rows that [`delete`] would delete.
pub async fn would_delete(tx: &Tx, user: &UserId, id: &PageId) -> Result<Option<Deleted>> {
    let Some(page) = get(tx, user, id).await? else { return Ok(None) };
    let sections = sections::of_page(tx, user, id).await?;
    let items =
        tx.all("SELECT * FROM site_navigation WHERE page_id = ?1 ORDER BY position", params![id]).await?;
    let redirects =
        tx.all("SELECT * FROM site_redirects WHERE page_id = ?1 ORDER BY slug", params![id]).await?;
    Ok(Some(Deleted { page, sections, items, redirects }))
}

/// Deletes a page with its sections, and its navigation items and redirects.
///
/// # Errors
/// [`Error::Missing`] if the person has no such page.
pub async fn delete(tx: &Tx, id: &PageId, by: &By<'_>) -> Result<Deleted, Error> {
    let deleted = would_delete(tx, by.user, id).await?.ok_or(Error::Missing("page"))?;
    let touched = Touched {
        pages: vec![id.clone()],
        sections: deleted.sections.iter().map(|section| section.section_id.clone()).collect(),
        items: deleted.items.iter().map(|item| item.item_id.clone()).collect(),
        redirects: deleted.redirects.iter().map(|redirect| redirect.slug.clone()).collect(),
        ..Touched::default()
    };
    recorded(tx, &deleted.page.site_id.clone(), &touched, (Subject::Page, id.as_str()), by, async || {
        for item in deleted.items.iter().rev() {
            super::navigation::take_out(tx, item).await?;
        }
        take_out(tx, &deleted.page).await?;
        Ok(deleted)
    })
    .await
}

/// Returns how many pages a site has.
pub(super) async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_pages WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

/// Inserts a page at its position.
pub(super) async fn insert(tx: &Tx, page: &Page) -> Result<()> {
    tx.execute(
        "UPDATE site_pages SET position = position + 1 WHERE site_id = ?1 AND position >= ?2",
        params![&page.site_id, page.position],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_pages (page_id, site_id, title, slug, description, status, is_home, position, untrusted,
             created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            &page.page_id,
            &page.site_id,
            page.title.as_str(),
            page.slug.as_str(),
            page.description.as_str(),
            page.status.name(),
            page.is_home,
            page.position,
            &page.untrusted,
            page.created_at,
            page.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Writes a page without its position.
pub(super) async fn write(tx: &Tx, page: &Page) -> Result<()> {
    tx.execute(
        "UPDATE site_pages SET title = ?2, slug = ?3, description = ?4, status = ?5, is_home = ?6, untrusted = ?7,
             updated_at = ?8 WHERE page_id = ?1",
        params![
            &page.page_id,
            page.title.as_str(),
            page.slug.as_str(),
            page.description.as_str(),
            page.status.name(),
            page.is_home,
            &page.untrusted,
            page.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes a page without navigation items, with its sections and redirects.
pub(super) async fn take_out(tx: &Tx, page: &Page) -> Result<()> {
    for sql in [
        "DELETE FROM site_sections WHERE page_id = ?1",
        "DELETE FROM site_redirects WHERE page_id = ?1",
        "DELETE FROM site_pages WHERE page_id = ?1",
    ] {
        tx.execute(sql, params![&page.page_id]).await?;
    }
    tx.execute(
        "UPDATE site_pages SET position = position - 1 WHERE site_id = ?1 AND position > ?2",
        params![&page.site_id, page.position],
    )
    .await
    .map(drop)
}

/// Adds a redirect from a slug to a page, or changes it.
pub(super) async fn redirect(tx: &Tx, redirect: &Redirect) -> Result<()> {
    tx.execute(
        "INSERT INTO site_redirects (site_id, slug, page_id) VALUES (?1, ?2, ?3)
         ON CONFLICT (site_id, slug) DO UPDATE SET page_id = excluded.page_id",
        params![&redirect.site_id, redirect.slug.as_str(), &redirect.page_id],
    )
    .await
    .map(drop)
}

/// Removes a redirect.
pub(super) async fn end_redirect(tx: &Tx, site: &SiteId, slug: &str) -> Result<()> {
    tx.execute("DELETE FROM site_redirects WHERE site_id = ?1 AND slug = ?2", params![site, slug])
        .await
        .map(drop)
}
