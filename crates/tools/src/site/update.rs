//! `site_update_page`: changes all fields of a page except its sections.

use adjutant_domain::{ids::PageId, site::PageStatus};
use adjutant_site::Slug;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, Page, Snapshot, pages},
};
use adjutant_texts::{count, site as texts};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Author, MAX_DESCRIPTION, MAX_TITLE, asks, changed_fields,
    create::{given_slug, taken},
    described::PageRow,
    line, links, no_such_page, page_of, refused, shared, whole,
};
use crate::kit::{
    ApprovalMode, CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError,
};

pub(super) struct SiteUpdatePage;

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateArgs {
    /// From site_list_pages.
    page_id: PageId,
    /// As in site_create_page.
    title: Option<String>,
    /// As in site_create_page.
    slug: Option<String>,
    /// As in site_create_page; an empty one removes it.
    description: Option<String>,
    /// Whether the site begins with this page.
    is_home: Option<bool>,
    /// Its place among the pages; 1 is the first.
    #[schemars(range(min = 1))]
    position: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ChangedPage {
    page: PageRow,
}

#[async_trait]
impl Tool for SiteUpdatePage {
    type Args = UpdateArgs;
    type Output = ChangedPage;
    const META: Meta = Meta::new(
        "site_update_page",
        "Change the title, slug, description or position of a page, or make it the home page.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "page"])
    .idempotent()
    .asks(ApprovalMode::Conditional("if the slug of a published page changes that others link to"));

    async fn requirement(
        &self,
        context: &Context,
        arguments: &UpdateArgs,
    ) -> Result<CallAssessment, ToolError> {
        let wanted = Wanted::new(arguments)?;
        let site = whole(context).await?;
        let (site, page) = site
            .as_ref()
            .and_then(|site| Some((site, page_of(site, &arguments.page_id)?)))
            .ok_or_else(|| no_such_page(&arguments.page_id))?;
        if let Some(slug) = wanted.slug.as_ref().filter(|slug| slug.as_str() != page.slug) {
            let inbound = links::to(site, page);
            if page.status == PageStatus::Published && !inbound.is_empty() {
                let summary = texts::move_page(&page.title, &page.slug, slug.as_str());
                let asks = CallAssessment::must_ask(summary, texts::move_page_reason());
                return Ok(asks.preview(texts::linked_from(inbound.items, &inbound.links)));
            }
        }
        Ok(asks(texts::change_page(&page.title, &wanted.fields()), String::new))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: UpdateArgs,
    ) -> Result<Outcome<ChangedPage>, ToolError> {
        let wanted = Wanted::new(&arguments)?;
        let author = Author::of(context);
        let update = async move |tx: &SyncedTx| {
            let no_such = || no_such_page(&arguments.page_id);
            let old = pages::get(tx, &author.user, &arguments.page_id).await?.ok_or_else(no_such)?;
            let site = store::snapshot(tx, &author.user, &old.site_id).await?.ok_or_else(no_such)?;
            change(tx, &site, &old, &wanted, &author).await
        };
        let (page, old) = context.db.write(shared::scope(context), update).await.map_err(refused)?;
        let mut message = format!("Changed the page “{}” (/{}).", page.title, page.slug);
        if !old.is_empty() {
            let links = count(old.len() as i64, "link");
            let old = format!(" {links} on other pages still name its old address: {}.", old.join(", "));
            message.push_str(&old);
        }
        let untrusted = page.untrusted.clone();
        Ok(Outcome { untrusted, ..Outcome::new(message, ChangedPage { page: (&page).into() }) })
    }
}

/// Changes a page. Returns it, with the titles of the pages whose links still name its old address.
async fn change(
    tx: &Tx,
    site: &Snapshot,
    old: &Page,
    wanted: &Wanted,
    author: &Author,
) -> anyhow::Result<(Page, Vec<String>)> {
    let holder =
        |slug: &Slug| site.pages.iter().find(|it| it.slug == slug.as_str() && it.page_id != old.page_id);
    if let Some(slug) = &wanted.slug
        && let Some(holder) = holder(slug)
    {
        return Err(taken(slug, holder).into());
    }
    let what = texts::page_changed(&old.title, &wanted.fields());
    let by = author.by(&what);
    let change = pages::Change {
        title: wanted.title.as_deref(),
        slug: wanted.slug.as_ref().map(Slug::as_str),
        description: wanted.description.as_deref(),
        is_home: wanted.becomes_home.then_some(true),
        position: wanted.position.map(|position| position.saturating_sub(1)),
    };
    let page = pages::update(tx, &old.page_id, &change, &by).await?;
    let is_moved = page.slug != old.slug;
    Ok((page, if is_moved { links::to(site, old).links } else { Vec::new() }))
}

/// The checked changes of a page.
struct Wanted {
    title: Option<String>,
    slug: Option<Slug>,
    description: Option<String>,
    becomes_home: bool,
    position: Option<usize>,
}

impl Wanted {
    fn new(arguments: &UpdateArgs) -> Result<Self, ToolError> {
        let UpdateArgs { title, slug, description, is_home, position, .. } = arguments;
        if *is_home == Some(false) {
            return Err(ToolError::invalid(
                "a site begins with one page: set 'is_home' of another page to true instead",
            ));
        }
        let description = match description.as_deref().map(str::trim) {
            None => None,
            Some("") => Some(String::new()),
            Some(text) => Some(line("description", text, MAX_DESCRIPTION)?),
        };
        let wanted = Self {
            title: title.as_deref().map(|title| line("title", title, MAX_TITLE)).transpose()?,
            slug: slug.as_deref().map(given_slug).transpose()?,
            description,
            becomes_home: is_home.is_some(),
            position: *position,
        };
        match wanted.fields().is_empty() {
            true => Err(ToolError::invalid("give a field to change, such as 'title', beside 'page_id'")),
            false => Ok(wanted),
        }
    }

    /// Returns the names of the changed fields, for people.
    fn fields(&self) -> Vec<&'static str> {
        let Self { title, slug, description, becomes_home, position } = self;
        changed_fields([
            (title.is_some(), "title"),
            (slug.is_some(), "address"),
            (description.is_some(), "description"),
            (*becomes_home, "home page"),
            (position.is_some(), "place"),
        ])
    }
}
