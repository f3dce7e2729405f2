//! `site_list_sections`, `site_get_section`, `site_add_section`, `site_update_section`, `site_move_section`.

use adjutant_domain::ids::{PageId, SectionId, UserId};
use adjutant_macros::tool;
use adjutant_site::merge;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{Page, Section, pages, sections},
};
use adjutant_texts::{count, site as texts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Author, asks, checked_section,
    described::{self, SectionRow, WholeSection},
    links, no_such_page, no_such_section, pages as page_tools, refused, shared, shown,
};
use crate::{
    files,
    kit::{CallAssessment, Context, Outcome, ToolError},
};

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedSections {
    /// In their order.
    sections: Vec<SectionRow>,
    total: usize,
}

/// List the sections of a page, without their content.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "section"))]
pub(super) async fn site_list_sections(
    context: &Context,
    /// From site_list_pages.
    page_id: PageId,
) -> Result<Outcome<ListedSections>, ToolError> {
    let page = page_tools::own(context, &page_id).await?;
    let user = shared::owner(context).clone();
    let found = context.db.read(async move |tx: &Tx| sections::of_page(tx, &user, &page_id).await).await?;
    let total = found.len();
    let message = format!("{} on the page “{}”.", count(total as i64, "section"), page.title);
    let untrusted = std::iter::once(&page.untrusted).chain(found.iter().map(|it| &it.untrusted)).collect();
    let sections = found.iter().map(SectionRow::from).collect();
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedSections { sections, total }) })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct OneSection {
    section: WholeSection,
}

/// Get the content of a section.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "section"))]
pub(super) async fn site_get_section(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
) -> Result<Outcome<OneSection>, ToolError> {
    let (section, page) = own(context, &section_id).await?;
    let message =
        format!("A section ({}) of the page “{}”.", described::label(&section.template), page.title);
    let untrusted = section.untrusted.clone();
    Ok(Outcome { untrusted, ..Outcome::new(message, OneSection { section: (&section).into() }) })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ChangedSection {
    section: SectionRow,
}

/// Add a section to a page.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_add,
    tags("website", "section")
)]
pub(super) async fn site_add_section(
    context: &Context,
    /// From site_list_pages.
    page_id: PageId,
    /// From site_list_templates.
    template: String,
    /// Its fields, as site_get_template names them.
    content: Map<String, Value>,
    /// Its place on the page; 1 is the first. The last unless given.
    #[schemars(range(min = 1))]
    position: Option<usize>,
) -> Result<Outcome<ChangedSection>, ToolError> {
    checked_section("content", &template, &content)?;
    let author = Author::of(context);
    let add = async move |tx: &SyncedTx| {
        let page = pages::get(tx, &author.user, &page_id).await?.ok_or_else(|| no_such_page(&page_id))?;
        shown::check(tx, &author.user, "content", (&template, &content)).await?;
        let what =
            texts::section_added(named(&template, &described::title(&template, &content)), &page.title);
        let new = sections::New {
            section_id: SectionId::of(&author.call),
            template: &template,
            content: &Value::Object(content.clone()),
        };
        let at = position.map(|position| position - 1);
        let section = sections::add(tx, &page_id, &new, at, &author.by(&what)).await?;
        let all = pages::list(tx, &author.user, &page.site_id).await?;
        Ok((section, page.title, links::remark(&links::dead(&all, &template, &content))))
    };
    let (section, page, remark) = context.db.write(shared::scope(context), add).await.map_err(refused)?;
    let label = described::label(&section.template);
    let message = format!("Added a section ({label}) to the page “{page}”.{remark}");
    Ok(Outcome::new(message, ChangedSection { section: (&section).into() }))
}

async fn asks_to_add(
    context: &Context,
    page_id: &PageId,
    template: &str,
    content: &Map<String, Value>,
    _: &Option<usize>,
) -> Result<CallAssessment, ToolError> {
    checked_section("content", template, content)?;
    shown::check_before(context, "content", (template, content)).await?;
    let page = page_tools::own(context, page_id).await?;
    let title = described::title(template, content);
    let summary = texts::add_section(named(template, &title), &page.title);
    Ok(asks(summary, || described::written(template, content)))
}

/// Change fields of a section: a value replaces the old one, null removes the field, fields that you omit stay.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_update,
    tags("website", "section")
)]
pub(super) async fn site_update_section(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
    /// The fields that change. A list is given whole.
    content: Map<String, Value>,
) -> Result<Outcome<ChangedSection>, ToolError> {
    let author = Author::of(context);
    let update = async move |tx: &SyncedTx| {
        let Some((section, page)) = find(tx, &author.user, &section_id).await? else {
            return Err(no_such_section(&section_id).into());
        };
        let merged = merged(&section, &content)?;
        shown::check(tx, &author.user, "content", (&section.template, &content)).await?;
        let what =
            texts::section_changed(named(&section.template, &described::title_of(&section)), &page.title);
        let changed = sections::set_content(tx, &section_id, &merged.into(), &author.by(&what)).await?;
        let all = pages::list(tx, &author.user, &page.site_id).await?;
        let remark = links::remark(&links::dead(&all, &changed.template, &content));
        Ok((changed, page.title, remark))
    };
    let (section, page, remark) = context.db.write(shared::scope(context), update).await.map_err(refused)?;
    let label = described::label(&section.template);
    let message = format!("Changed a section ({label}) of the page “{page}”.{remark}");
    let untrusted = section.untrusted.clone();
    Ok(Outcome { untrusted, ..Outcome::new(message, ChangedSection { section: (&section).into() }) })
}

async fn asks_to_update(
    context: &Context,
    section_id: &SectionId,
    content: &Map<String, Value>,
) -> Result<CallAssessment, ToolError> {
    let (section, page) = own(context, section_id).await?;
    let merged = merged(&section, content)?;
    shown::check_before(context, "content", (&section.template, content)).await?;
    let summary =
        texts::change_section(named(&section.template, &described::title_of(&section)), &page.title);
    Ok(asks(summary, || {
        let written = |content| described::written(&section.template, content) + "\n";
        let before = section.content.as_object().map(written).unwrap_or_default();
        let after = written(&merged);
        files::unified(&page.title, &before, &after)
    }))
}

/// Returns the content of a section with these fields changed, if the result fits the template.
fn merged(section: &Section, content: &Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
    if content.is_empty() {
        return Err(ToolError::invalid("field 'content' in arguments is empty; give the fields that change"));
    }
    let mut merged = section.content.as_object().cloned().unwrap_or_default();
    merge(&mut merged, content);
    checked_section("content", &section.template, &merged)?;
    Ok(merged)
}

/// Move a section up or down its page.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    requirement = asks_to_move,
    tags("website", "section")
)]
pub(super) async fn site_move_section(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
    /// Its new place; 1 is the first.
    #[schemars(range(min = 1))]
    position: usize,
) -> Result<Outcome<ListedSections>, ToolError> {
    let author = Author::of(context);
    let write = async move |tx: &SyncedTx| {
        let Some((section, page)) = find(tx, &author.user, &section_id).await? else {
            return Err(no_such_section(&section_id).into());
        };
        let what =
            texts::section_moved(named(&section.template, &described::title_of(&section)), &page.title);
        sections::move_to(tx, &section_id, position - 1, &author.by(&what)).await?;
        Ok((page.title, sections::of_page(tx, &author.user, &page.page_id).await?))
    };
    let (page, found) = context.db.write(shared::scope(context), write).await.map_err(refused)?;
    let untrusted = found.iter().map(|section| &section.untrusted).collect();
    let total = found.len();
    let sections = found.iter().map(SectionRow::from).collect();
    let message = format!("The sections of the page “{page}” are in this order now.");
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedSections { sections, total }) })
}

async fn asks_to_move(
    context: &Context,
    section_id: &SectionId,
    position: &usize,
) -> Result<CallAssessment, ToolError> {
    let (section, page) = own(context, section_id).await?;
    let name = described::title_of(&section);
    Ok(asks(texts::move_section(named(&section.template, &name), &page.title, *position), String::new))
}

/// Returns a section of the person with its page.
pub(super) async fn own(context: &Context, id: &SectionId) -> Result<(Section, Page), ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx: &Tx| find(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_section(id))
}

/// Returns a section with its page.
pub(super) async fn find(tx: &Tx, user: &UserId, id: &SectionId) -> anyhow::Result<Option<(Section, Page)>> {
    let Some(section) = sections::get(tx, user, id).await? else { return Ok(None) };
    let page = pages::get(tx, user, &section.page_id).await?;
    Ok(page.map(|page| (section, page)))
}

/// Returns the name of a section, for people.
pub(super) fn named<'a>(template: &'a str, title: &'a str) -> texts::SectionName<'a> {
    texts::SectionName { label: described::label(template), title }
}
