//! The sections of the pages of a site.

use std::collections::HashMap;

use adjutant_domain::ids::{PageId, SectionId, SiteId, UserId};
use anyhow::Result;
use serde_json::Value;

use super::{
    By, Error, Limit, MAX_CONTENT, MAX_SECTIONS, Page, Section, Subject, Touched, own_sites, pages, recorded,
    state::{Order, OrderOf, ids_in_order, set_order},
};
use crate::db::{Tx, params};

/// Returns the sections of a page in order.
pub async fn of_page(tx: &Tx, user: &UserId, page: &PageId) -> Result<Vec<Section>> {
    tx.all(
        concat!(
            "SELECT * FROM site_sections WHERE page_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY position"
        ),
        params![user, page],
    )
    .await
}

/// Returns all sections of a site, grouped by page and in order.
pub async fn of_site(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Section>> {
    tx.all(
        concat!(
            "SELECT * FROM site_sections WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY page_id, position"
        ),
        params![user, site],
    )
    .await
}

/// Returns the number of sections of each page of a site. Leaves out pages without sections.
pub async fn numbers(tx: &Tx, user: &UserId, site: &SiteId) -> Result<HashMap<PageId, usize>> {
    #[derive(serde::Deserialize)]
    struct Row {
        page_id: PageId,
        sections: i64,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT page_id, count(*) AS sections FROM site_sections WHERE site_id = ?2 AND site_id IN ",
                own_sites!(),
                " GROUP BY page_id"
            ),
            params![user, site],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.page_id, row.sections as usize)).collect())
}

/// Returns a section of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &SectionId) -> Result<Option<Section>> {
    tx.first(
        concat!("SELECT * FROM site_sections WHERE section_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// A section to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub section_id: SectionId,
    pub template: &'a str,
    pub content: &'a Value,
}

impl New<'_> {
    pub(super) fn on(&self, page: &Page, position: i64, by: &By<'_>) -> Section {
        Section {
            section_id: self.section_id.clone(),
            page_id: page.page_id.clone(),
            site_id: page.site_id.clone(),
            template: self.template.to_owned(),
            content: self.content.clone(),
            position,
            untrusted: by.untrusted.clone(),
            created_at: by.now,
            updated_at: by.now,
        }
    }
}

/// Adds a section to a page at a position, or as the last one, and returns it. Adding the same id again changes
/// nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such page; [`Error::Limit`].
pub async fn add(
    tx: &Tx,
    page: &PageId,
    new: &New<'_>,
    position: Option<usize>,
    by: &By<'_>,
) -> Result<Section, Error> {
    let page = pages::get(tx, by.user, page).await?.ok_or(Error::Missing("page"))?;
    if let Some(section) = get(tx, by.user, &new.section_id).await? {
        return Ok(section);
    }
    check_content(new.content)?;
    let count = count(tx, &page.page_id).await?;
    if count as usize >= MAX_SECTIONS {
        return Err(Limit::Sections.into());
    }
    let section = new.on(&page, position.map_or(count, |position| count.min(position as i64)), by);
    let touched = Touched { sections: vec![section.section_id.clone()], ..Touched::default() };
    recorded(tx, &page.site_id, &touched, (Subject::Section, new.section_id.as_str()), by, async || {
        insert(tx, &section).await?;
        Ok(section)
    })
    .await
}

/// Replaces the content of a section, and returns it. The old sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such section; [`Error::Limit`].
pub async fn set_content(tx: &Tx, id: &SectionId, content: &Value, by: &By<'_>) -> Result<Section, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("section"))?;
    check_content(content)?;
    if old.content == *content {
        return Ok(old);
    }
    let site = old.site_id.clone();
    let new = old.with(content, by);
    let touched = Touched { sections: vec![id.clone()], ..Touched::default() };
    recorded(tx, &site, &touched, (Subject::Section, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// Moves a section to another position on its page, or the last one if it is too high, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such section.
pub async fn move_to(tx: &Tx, id: &SectionId, position: usize, by: &By<'_>) -> Result<Section, Error> {
    let section = get(tx, by.user, id).await?.ok_or(Error::Missing("section"))?;
    let of = OrderOf::Sections(section.page_id.clone());
    let mut ids = ids_in_order(tx, &section.site_id, &of).await?;
    ids.retain(|other| other != id.as_str());
    let position = position.min(ids.len());
    ids.insert(position, id.0.clone());
    let touched = Touched { order: Some(of.clone()), ..Touched::default() };
    recorded(tx, &section.site_id, &touched, (Subject::Section, id.as_str()), by, async || {
        set_order(tx, &section.site_id, &Order { of, ids }).await?;
        Ok(Section { position: position as i64, ..section.clone() })
    })
    .await
}

/// Deletes sections of one page in one change, and returns them.
///
/// # Errors
/// [`Error::Missing`] if the person has no such page, or the page lacks one of the sections: then none is deleted.
pub async fn delete_many(
    tx: &Tx,
    page: &PageId,
    ids: &[SectionId],
    by: &By<'_>,
) -> Result<Vec<Section>, Error> {
    let page = pages::get(tx, by.user, page).await?.ok_or(Error::Missing("page"))?;
    let mut deleted = of_page(tx, by.user, &page.page_id).await?;
    if ids.iter().any(|id| deleted.iter().all(|section| section.section_id != *id)) {
        return Err(Error::Missing("section"));
    }
    deleted.retain(|section| ids.contains(&section.section_id));
    let touched = Touched { sections: ids.to_vec(), ..Touched::default() };
    let subject = match &*deleted {
        [] => return Ok(deleted),
        [one] => (Subject::Section, one.section_id.0.clone()),
        _ => (Subject::Page, page.page_id.0.clone()),
    };
    recorded(tx, &page.site_id, &touched, (subject.0, &subject.1), by, async || {
        for section in deleted.iter().rev() {
            take_out(tx, section).await?;
        }
        Ok(deleted)
    })
    .await
}

impl Section {
    /// Returns the section with other content. The old sources stay as long as any old text does.
    pub(super) fn with(self, content: &Value, by: &By<'_>) -> Self {
        let (mut old_words, mut new_words) = (Vec::new(), Vec::new());
        words(&self.content, &mut old_words);
        words(content, &mut new_words);
        let is_kept = old_words.iter().any(|word| new_words.contains(word));
        let untrusted = if is_kept { self.untrusted.clone().and(by.untrusted) } else { by.untrusted.clone() };
        Self { content: content.clone(), untrusted, updated_at: by.now, ..self }
    }
}

/// Returns how many sections a page has.
pub(super) async fn count(tx: &Tx, page: &PageId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_sections WHERE page_id = ?1", params![page]).await?;
    Ok(count.unwrap_or_default())
}

/// Returns an error if the content is too large.
pub(super) fn check_content(content: &Value) -> Result<(), Limit> {
    let bytes = content.to_string().len();
    if bytes > MAX_CONTENT { Err(Limit::Content { bytes }) } else { Ok(()) }
}

/// Inserts a section at its position.
pub(super) async fn insert(tx: &Tx, section: &Section) -> Result<()> {
    tx.execute(
        "UPDATE site_sections SET position = position + 1 WHERE page_id = ?1 AND position >= ?2",
        params![&section.page_id, section.position],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_sections (section_id, page_id, site_id, template, content, position, untrusted, created_at,
             updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            &section.section_id,
            &section.page_id,
            &section.site_id,
            section.template.as_str(),
            section.content.to_string(),
            section.position,
            &section.untrusted,
            section.created_at,
            section.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Writes a section without its position.
pub(super) async fn write(tx: &Tx, section: &Section) -> Result<()> {
    tx.execute(
        "UPDATE site_sections SET template = ?2, content = ?3, untrusted = ?4, updated_at = ?5 WHERE section_id = ?1",
        params![
            &section.section_id,
            section.template.as_str(),
            section.content.to_string(),
            &section.untrusted,
            section.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes a section.
pub(super) async fn take_out(tx: &Tx, section: &Section) -> Result<()> {
    tx.execute("DELETE FROM site_sections WHERE section_id = ?1", params![&section.section_id]).await?;
    tx.execute(
        "UPDATE site_sections SET position = position - 1 WHERE page_id = ?1 AND position > ?2",
        params![&section.page_id, section.position],
    )
    .await
    .map(drop)
}

/// Adds the non-blank texts in the content.
fn words<'a>(content: &'a Value, to: &mut Vec<&'a str>) {
    match content {
        Value::String(text) if !text.trim().is_empty() => to.push(text),
        Value::Array(values) => values.iter().for_each(|value| words(value, to)),
        Value::Object(fields) => fields.values().for_each(|value| words(value, to)),
        _ => {}
    }
}
