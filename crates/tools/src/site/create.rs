//! `site_create_page`, `site_create_page_with_content`.

use adjutant_domain::{
    ids::{PageId, SectionId},
    site::PageStatus,
};
use adjutant_macros::tool;
use adjutant_site::Slug;
use adjutant_store::{
    db::SyncedTx,
    site::{self as store, Page, pages, sections},
};
use adjutant_texts::{count, site as texts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{
    Author, MAX_DESCRIPTION, MAX_TITLE, NewSection, asks, checked_section,
    described::{self, PageRow, SectionRow},
    line, links, refused, shared, shown,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct MadePage {
    page: PageRow,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct MadePageWithSections {
    page: PageRow,
    /// In their order.
    sections: Vec<SectionRow>,
}

/// Make a page, a draft without sections. The first page becomes the home page.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_create,
    tags("website", "page")
)]
pub(super) async fn site_create_page(
    context: &Context,
    /// As people read it.
    #[schemars(length(min = 1))]
    title: String,
    /// Its name in the address, such as opening-hours; made from the title unless given.
    slug: Option<String>,
    /// For search engines: one or two sentences.
    description: Option<String>,
) -> Result<Outcome<MadePage>, ToolError> {
    let made =
        create(context, Wanted::new(&title, slug.as_deref(), description.as_deref(), Vec::new())?).await?;
    Ok(Outcome::new(made.message, MadePage { page: made.page }))
}

async fn asks_to_create(
    _: &Context,
    title: &str,
    slug: &Option<String>,
    description: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let wanted = Wanted::new(title, slug.as_deref(), description.as_deref(), Vec::new())?;
    Ok(asks(texts::add_page(&wanted.title, wanted.slug.as_str(), 0), String::new))
}

/// Make a page, a draft, with all of its sections in one call. If one section does not fit, nothing is made.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_create_with_content,
    tags("website", "page", "sections")
)]
pub(super) async fn site_create_page_with_content(
    context: &Context,
    /// As in site_create_page.
    #[schemars(length(min = 1))]
    title: String,
    /// As in site_create_page.
    slug: Option<String>,
    /// As in site_create_page.
    description: Option<String>,
    /// In their order.
    #[schemars(length(min = 1, max = 100))]
    sections: Vec<NewSection>,
) -> Result<Outcome<MadePageWithSections>, ToolError> {
    let made =
        create(context, Wanted::new(&title, slug.as_deref(), description.as_deref(), sections)?).await?;
    Ok(Outcome::new(made.message, MadePageWithSections { page: made.page, sections: made.sections }))
}

async fn asks_to_create_with_content(
    context: &Context,
    title: &str,
    slug: &Option<String>,
    description: &Option<String>,
    sections: &[NewSection],
) -> Result<CallAssessment, ToolError> {
    let wanted = Wanted::new(title, slug.as_deref(), description.as_deref(), sections.to_vec())?;
    for (number, section) in wanted.sections.iter().enumerate() {
        shown::check_before(context, &content_of(number), section.parts()).await?;
    }
    let summary = texts::add_page(&wanted.title, wanted.slug.as_str(), wanted.sections.len());
    Ok(asks(summary, || {
        let words = wanted.sections.iter().map(|it| described::written(&it.template, &it.content));
        words.collect::<Vec<_>>().join("\n\n")
    }))
}

/// A new page with checked fields.
#[derive(Clone)]
struct Wanted {
    title: String,
    slug: Slug,
    /// Whether the call itself names the slug: then no other slug may replace it.
    slug_is_given: bool,
    /// May be empty.
    description: String,
    sections: Vec<NewSection>,
}

struct Made {
    page: PageRow,
    sections: Vec<SectionRow>,
    message: String,
}

impl Wanted {
    fn new(
        title: &str,
        slug: Option<&str>,
        description: Option<&str>,
        sections: Vec<NewSection>,
    ) -> Result<Self, ToolError> {
        let title = line("title", title, MAX_TITLE)?;
        let description = match description.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => line("description", text, MAX_DESCRIPTION)?,
            None => String::new(),
        };
        for (number, section) in sections.iter().enumerate() {
            checked_section(&content_of(number), &section.template, &section.content)?;
        }
        let given = slug.map(given_slug).transpose()?;
        let slug_is_given = given.is_some();
        let slug = given.unwrap_or_else(|| Slug::from_title(&title));
        Ok(Self { title, slug, slug_is_given, description, sections })
    }
}

/// Returns the name of the content field of a section in a call.
fn content_of(section: usize) -> String {
    format!("sections/{section}/content")
}

/// Parses the slug that a call names.
pub(super) fn given_slug(slug: &str) -> Result<Slug, ToolError> {
    let slug = slug.trim().trim_matches('/');
    Slug::parse(slug).map_err(|refusal| ToolError::invalid(format!("field 'slug' in arguments: {refusal}")))
}

pub(super) fn taken(slug: &Slug, by: &Page) -> ToolError {
    ToolError::rejected(format!(
        "the page '{}' has the slug '{slug}' already; choose another one, or change that page",
        by.page_id
    ))
}

/// Creates a page with its sections: all or nothing.
async fn create(context: &Context, wanted: Wanted) -> Result<Made, ToolError> {
    let author = Author::of(context);
    let write = async move |tx: &SyncedTx| {
        let site = store::open(tx, &author.user, author.now).await?.site_id;
        let page_id = PageId::of(&author.call);
        let others = pages::list(tx, &author.user, &site).await?;
        let holds = |it: &&Page, slug: &Slug| it.slug == slug.as_str() && it.page_id != page_id;
        let slug = free_slug((&wanted.slug, wanted.slug_is_given), |slug| {
            others.iter().find(|it| holds(it, slug)).map(|it| taken(slug, it))
        })?;
        for (number, section) in wanted.sections.iter().enumerate() {
            shown::check(tx, &author.user, &content_of(number), section.parts()).await?;
        }
        let contents: Vec<_> = wanted.sections.iter().map(|it| Value::Object(it.content.clone())).collect();
        let sections = wanted.sections.iter().zip(&contents).map(|(section, content)| sections::New {
            section_id: SectionId::generate(),
            template: &section.template,
            content,
        });
        let new = pages::New {
            page_id,
            title: &wanted.title,
            slug: slug.as_str(),
            description: &wanted.description,
            status: PageStatus::Draft,
            is_home: !others.iter().any(|page| page.is_home),
            sections: &sections.collect::<Vec<_>>(),
        };
        let page = pages::add(tx, &site, &new, &author.by(&texts::page_made(&wanted.title))).await?;
        let sections = sections::of_page(tx, &author.user, &page.page_id).await?;
        let all = pages::list(tx, &author.user, &site).await?;
        let dead = wanted.sections.iter().flat_map(|it| links::dead(&all, &it.template, &it.content));
        let remark = links::remark(&dead.collect::<Vec<_>>());
        Ok((page, sections, remark))
    };
    let (page, sections, remark) = context.db.write(shared::scope(context), write).await.map_err(refused)?;
    let home = if page.is_home { " as the home page" } else { "" };
    let with = match sections.len() {
        0 => String::new(),
        sections => format!(" with {}", count(sections as i64, "section")),
    };
    let message = format!("Made the page “{}” (/{}){with}{home}, a draft.{remark}", page.title, page.slug);
    let sections = sections.iter().map(SectionRow::from).collect();
    Ok(Made { page: (&page).into(), sections, message })
}

/// Returns a free slug: the wanted one, which must be free if the call names it (`is_given`), or one with a number.
/// `taken` returns the error for a slug that another item has.
///
/// # Errors
/// Returns the error of a taken slug that the call names.
pub(super) fn free_slug(
    (wanted, is_given): (&Slug, bool),
    taken: impl Fn(&Slug) -> Option<ToolError>,
) -> Result<Slug, ToolError> {
    match taken(wanted) {
        None => Ok(wanted.clone()),
        Some(error) if is_given => Err(error),
        Some(_) => {
            let mut numbered = (2..).map(|number| wanted.numbered(number));
            // There are fewer items than numbers.
            Ok(numbered.find(|slug| taken(slug).is_none()).unwrap_or_else(|| wanted.clone()))
        }
    }
}
