//! `site_list_pages`, `site_get_page`, `site_delete_page`.

use adjutant_domain::{ids::PageId, site::PageStatus};
use adjutant_macros::tool;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, Page, pages, sections},
};
use adjutant_texts::{count, site as texts};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Author, asks_what_is_lost,
    described::{PageRow, SectionRow, WholeSection},
    links, no_such_page, page_of, refused, shared, whole, within_a_result,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedPages {
    /// In the order of the site.
    pages: Vec<PageRow>,
    total: usize,
    /// The `offset` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// List the pages of the person's website.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "page"))]
pub(super) async fn site_list_pages(
    context: &Context,
    /// Only these.
    status: Option<PageStatus>,
    /// Pages to leave out at the beginning.
    #[serde(default)]
    offset: usize,
) -> Result<Outcome<ListedPages>, ToolError> {
    let user = shared::owner(context).clone();
    let read = async move |tx: &Tx| match store::of(tx, &user).await? {
        Some(site) => pages::list(tx, &user, &site.site_id).await,
        None => Ok(Vec::new()),
    };
    let mut found = context.db.read(read).await?;
    found.retain(|page| status.is_none_or(|status| page.status == status));
    let total = found.len();
    let rows = within_a_result(found.iter().skip(offset).map(PageRow::from));
    let end = offset + rows.len();
    let next_offset = (end < total).then_some(end);
    let untrusted = found.iter().skip(offset).take(rows.len()).map(|page| &page.untrusted).collect();
    let message = match (total, next_offset) {
        (0, _) if status.is_some() => "There are no such pages; without status, all are listed.".to_owned(),
        (0, _) => "The website has no pages yet; site_create_page makes one.".to_owned(),
        (total, Some(next)) => format!("{}; more with offset {next}.", count(total as i64, "page")),
        (total, None) => format!("{}.", count(total as i64, "page")),
    };
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedPages { pages: rows, total, next_offset }) })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GotPage {
    page: PageRow,
    /// In their order.
    sections: Sections,
}

/// With or without what they hold.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Sections {
    Rows(Vec<SectionRow>),
    Whole(Vec<WholeSection>),
}

/// Get a page by its id or slug, with the ids of its sections or with all their content.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "page"))]
pub(super) async fn site_get_page(
    context: &Context,
    /// From site_list_pages.
    page_id: Option<PageId>,
    /// Instead of the id.
    slug: Option<String>,
    /// All content; else only the ids of the sections, which site_get_section reads one by one.
    #[serde(default)]
    include_content: bool,
) -> Result<Outcome<GotPage>, ToolError> {
    let user = shared::owner(context).clone();
    let wanted = match (page_id, slug) {
        (Some(id), None) => Wanted::Id(id),
        (None, Some(slug)) => Wanted::Slug(slug.trim().trim_matches('/').to_owned()),
        _ => return Err(ToolError::invalid("give either 'page_id' or 'slug' in arguments")),
    };
    let asked = wanted.clone();
    let read = async move |tx: &Tx| {
        let page = match &asked {
            Wanted::Id(id) => pages::get(tx, &user, id).await?,
            Wanted::Slug(slug) => match store::of(tx, &user).await? {
                Some(site) if slug.is_empty() => pages::home(tx, &user, &site.site_id).await?,
                Some(site) => pages::by_slug(tx, &user, &site.site_id, slug).await?,
                None => None,
            },
        };
        let Some(page) = page else { return Ok(None) };
        let sections = sections::of_page(tx, &user, &page.page_id).await?;
        Ok(Some((page, sections)))
    };
    let (page, sections) = context.db.read(read).await?.ok_or_else(|| wanted.is_not_there())?;
    let own = std::iter::once(&page.untrusted);
    let untrusted = own.chain(sections.iter().map(|section| &section.untrusted)).collect();
    let message = format!("The page “{}” with {}.", page.title, count(sections.len() as i64, "section"));
    let sections = match include_content {
        true => Sections::Whole(sections.iter().map(WholeSection::from).collect()),
        false => Sections::Rows(sections.iter().map(SectionRow::from).collect()),
    };
    Ok(Outcome { untrusted, ..Outcome::new(message, GotPage { page: (&page).into(), sections }) })
}

#[derive(Clone)]
enum Wanted {
    Id(PageId),
    Slug(String),
}

impl Wanted {
    fn is_not_there(&self) -> ToolError {
        match self {
            Self::Id(id) => no_such_page(id),
            Self::Slug(slug) => ToolError::not_found(format!(
                "there is no page with the slug '{slug}'; site_list_pages lists the existing ones"
            )),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DeletedPage {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    page: PageRow,
    /// How many sections go with it.
    sections: usize,
    /// How many navigation items go with it.
    navigation_items: usize,
    /// The titles of the pages that link to it.
    linked_from: Vec<String>,
}

/// Delete a page with its sections and navigation items. The person is shown what is lost and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete,
    tags("website", "page", "delete", "destructive")
)]
pub(super) async fn site_delete_page(
    context: &Context,
    /// From site_list_pages.
    page_id: PageId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedPage>, ToolError> {
    let site = whole(context).await?;
    let (site, page) = site
        .as_ref()
        .and_then(|site| Some((site, page_of(site, &page_id)?)))
        .ok_or_else(|| no_such_page(&page_id))?;
    let inbound = links::to(site, page);
    let sections = site.sections.iter().filter(|section| section.page_id == page_id).count();
    let lost = texts::delete_page(&texts::PageLoss {
        title: &page.title,
        slug: &page.slug,
        is_home: page.is_home,
        is_published: page.status == PageStatus::Published,
        sections,
        items: inbound.items,
        links: &inbound.links,
    });
    let output = DeletedPage {
        requires_confirmation: !confirmed,
        page: page.into(),
        sections,
        navigation_items: inbound.items,
        linked_from: inbound.links,
    };
    let untrusted = page.untrusted.clone();
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let what = texts::page_deleted(&page.title);
    let delete = async move |tx: &SyncedTx| Ok(pages::delete(tx, &page_id, &author.by(&what)).await?);
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message = format!("The page “{}” is deleted; site_undo brings it back.", page.title);
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_delete(_: &Context, _: &PageId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

/// Returns a page of the person.
pub(super) async fn own(context: &Context, id: &PageId) -> Result<Page, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx| pages::get(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_page(id))
}
