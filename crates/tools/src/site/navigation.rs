//! `site_list_navigation`, `site_add_navigation_item`, `site_update_navigation_item`, `site_toggle_navigation_item`.

use adjutant_domain::ids::{ItemId, PageId, UserId};
use adjutant_macros::tool;
use adjutant_site::{Link, SitePath};
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, Item, Target, navigation, pages},
};
use adjutant_texts::{count, site as texts};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Author, asks, described::ItemRow, line, misfit, no_such_item, no_such_page, refused, shared};
use crate::kit::{CallAssessment, Context, Outcome, ToolError, WebUrl};

/// The longest label, in characters.
pub(super) const MAX_LABEL: usize = 60;

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedItems {
    /// In their order.
    items: Vec<ItemRow>,
    total: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct OneItem {
    item: ItemRow,
}

/// List the navigation of the website.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "navigation", "menu"))]
pub(super) async fn site_list_navigation(context: &Context) -> Result<Outcome<ListedItems>, ToolError> {
    Ok(listed(&all(context).await?, |items| count(items as i64, "item") + "."))
}

/// Returns the outcome that lists items.
pub(super) fn listed(items: &[Item], message: impl FnOnce(usize) -> String) -> Outcome<ListedItems> {
    let untrusted = items.iter().map(|item| &item.untrusted).collect();
    let (rows, total) = (items.iter().map(ItemRow::from).collect(), items.len());
    Outcome { untrusted, ..Outcome::new(message(total), ListedItems { items: rows, total }) }
}

/// Add an item to the navigation: a page of the site, its posts, or a link to another site.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_add,
    tags("website", "navigation", "menu")
)]
pub(super) async fn site_add_navigation_item(
    context: &Context,
    /// As people read it.
    #[schemars(length(min = 1))]
    label: String,
    /// From site_list_pages.
    page_id: Option<PageId>,
    /// Instead of a page.
    url: Option<WebUrl>,
    /// Instead of a page: /posts, or a post such as /posts/new-court.
    leads_to: Option<String>,
    /// Its place; 1 is the first. The last unless given.
    #[schemars(range(min = 1))]
    position: Option<usize>,
) -> Result<Outcome<OneItem>, ToolError> {
    let label = line("label", &label, MAX_LABEL)?;
    let target = target(page_id.as_ref(), url.as_deref(), leads_to.as_deref())?.ok_or_else(no_target)?;
    let author = Author::of(context);
    let add = async move |tx: &SyncedTx| {
        let site = store::open(tx, &author.user, author.now).await?.site_id;
        refuse_missing(tx, &author.user, &target).await?;
        let new = navigation::New {
            item_id: ItemId::of(&author.call),
            label: &label,
            target: target.clone(),
            visible: true,
        };
        let at = position.map(|position| position - 1);
        Ok(navigation::add(tx, &site, &new, at, &author.by(&texts::item_added(&label))).await?)
    };
    let item = context.db.write(shared::scope(context), add).await.map_err(refused)?;
    let message = format!("Added “{}” to the navigation.", item.label);
    Ok(Outcome::new(message, OneItem { item: (&item).into() }))
}

async fn asks_to_add(
    context: &Context,
    label: &str,
    page_id: &Option<PageId>,
    url: &Option<WebUrl>,
    leads_to: &Option<String>,
    _: &Option<usize>,
) -> Result<CallAssessment, ToolError> {
    let target = target(page_id.as_ref(), url.as_deref(), leads_to.as_deref())?.ok_or_else(no_target)?;
    let target = in_words(context, &target).await?;
    Ok(asks(texts::add_item(&line("label", label, MAX_LABEL)?, &target), String::new))
}

/// Change the label or the target of a navigation item.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_update,
    tags("website", "navigation", "menu")
)]
pub(super) async fn site_update_navigation_item(
    context: &Context,
    /// From site_list_navigation.
    item_id: ItemId,
    /// As people read it.
    label: Option<String>,
    /// From site_list_pages.
    page_id: Option<PageId>,
    /// Instead of a page.
    url: Option<WebUrl>,
    /// As in site_add_navigation_item.
    leads_to: Option<String>,
) -> Result<Outcome<OneItem>, ToolError> {
    let target = target(page_id.as_ref(), url.as_deref(), leads_to.as_deref())?;
    let wanted = Wanted::new(label.as_deref(), target)?;
    let author = Author::of(context);
    let update = async move |tx: &SyncedTx| {
        let item =
            navigation::get(tx, &author.user, &item_id).await?.ok_or_else(|| no_such_item(&item_id))?;
        if let Some(target) = &wanted.target {
            refuse_missing(tx, &author.user, target).await?;
        }
        let what = texts::item_changed(&item.label);
        let change = navigation::Change {
            label: wanted.label.as_deref(),
            target: wanted.target.clone(),
            visible: None,
        };
        Ok(navigation::update(tx, &item_id, &change, &author.by(&what)).await?)
    };
    let item = context.db.write(shared::scope(context), update).await.map_err(refused)?;
    let message = format!("Changed “{}” in the navigation.", item.label);
    let untrusted = item.untrusted.clone();
    Ok(Outcome { untrusted, ..Outcome::new(message, OneItem { item: (&item).into() }) })
}

async fn asks_to_update(
    context: &Context,
    item_id: &ItemId,
    label: &Option<String>,
    page_id: &Option<PageId>,
    url: &Option<WebUrl>,
    leads_to: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let target = target(page_id.as_ref(), url.as_deref(), leads_to.as_deref())?;
    let wanted = Wanted::new(label.as_deref(), target)?;
    let item = own(context, item_id).await?;
    let target = match &wanted.target {
        Some(target) => Some(in_words(context, target).await?),
        None => None,
    };
    let summary = texts::change_item(&item.label, wanted.label.as_deref(), target.as_deref());
    Ok(asks(summary, String::new))
}

/// Show or hide a navigation item; without `visible`, it switches.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    requirement = asks_to_toggle,
    tags("website", "navigation", "menu")
)]
pub(super) async fn site_toggle_navigation_item(
    context: &Context,
    /// From site_list_navigation.
    item_id: ItemId,
    /// Whether it is shown.
    visible: Option<bool>,
) -> Result<Outcome<OneItem>, ToolError> {
    let author = Author::of(context);
    let toggle = async move |tx: &SyncedTx| {
        let item =
            navigation::get(tx, &author.user, &item_id).await?.ok_or_else(|| no_such_item(&item_id))?;
        let visible = visible.unwrap_or(!item.visible);
        let what = texts::item_shown(&item.label, visible);
        let change = navigation::Change { visible: Some(visible), ..navigation::Change::default() };
        Ok(navigation::update(tx, &item_id, &change, &author.by(&what)).await?)
    };
    let item = context.db.write(shared::scope(context), toggle).await.map_err(refused)?;
    let how = if item.visible { "shown" } else { "hidden" };
    let message = format!("“{}” is {how} in the navigation.", item.label);
    let untrusted = item.untrusted.clone();
    Ok(Outcome { untrusted, ..Outcome::new(message, OneItem { item: (&item).into() }) })
}

async fn asks_to_toggle(
    context: &Context,
    item_id: &ItemId,
    visible: &Option<bool>,
) -> Result<CallAssessment, ToolError> {
    let item = own(context, item_id).await?;
    Ok(asks(texts::show_item(&item.label, visible.unwrap_or(!item.visible)), String::new))
}

/// The changes of an item.
struct Wanted {
    label: Option<String>,
    target: Option<Target>,
}

impl Wanted {
    fn new(label: Option<&str>, target: Option<Target>) -> Result<Self, ToolError> {
        let label = label.map(|label| line("label", label, MAX_LABEL)).transpose()?;
        if label.is_none() && target.is_none() {
            return Err(ToolError::invalid(
                "give 'label', 'page_id', 'url' or 'leads_to' beside 'item_id' in arguments",
            ));
        }
        Ok(Self { label, target })
    }
}

/// Returns the target that the call names; `None` if it names none.
fn target(
    page_id: Option<&PageId>,
    url: Option<&str>,
    inner: Option<&str>,
) -> Result<Option<Target>, ToolError> {
    match (page_id, url, inner) {
        (Some(page), None, None) => Ok(Some(Target::Page(page.clone()))),
        (None, None, Some(inner)) => match SitePath::parse(inner.trim()) {
            Some(path @ (SitePath::Posts | SitePath::Post(_))) => Ok(Some(Target::Url(path.to_string()))),
            _ => Err(misfit(
                "leads_to",
                &format!("{inner:?}"),
                "/posts, or the path of a post such as /posts/new-court",
            )),
        },
        (None, Some(url), None) => match Link::parse(url) {
            Ok(Link::Outer(url)) => Ok(Some(Target::Url(url.into()))),
            _ => Err(misfit(
                "url",
                &format!("{url:?}"),
                "an address that begins with https://, http://, mailto: or tel:",
            )),
        },
        (None, None, None) => Ok(None),
        _ => Err(ToolError::invalid("give only one of 'page_id', 'url' and 'leads_to' in arguments")),
    }
}

/// Returns whether an address can be the target of an item: one outside the site, the posts, or a post.
pub(super) fn is_target(url: &str) -> bool {
    matches!(Link::parse(url), Ok(Link::Outer(_) | Link::Inner(SitePath::Posts | SitePath::Post(_), None)))
}

fn no_target() -> ToolError {
    ToolError::invalid("give 'page_id', 'url' or 'leads_to' in arguments: a navigation item leads somewhere")
}

/// Returns an error if the target is a page that does not exist.
async fn refuse_missing(tx: &Tx, user: &UserId, target: &Target) -> anyhow::Result<()> {
    if let Target::Page(id) = target
        && pages::get(tx, user, id).await?.is_none()
    {
        return Err(no_such_page(id).into());
    }
    Ok(())
}

async fn in_words(context: &Context, target: &Target) -> Result<String, ToolError> {
    Ok(match target {
        Target::Page(id) => format!("the page “{}”", super::pages::own(context, id).await?.title),
        Target::Url(url) => url.clone(),
    })
}

/// Returns all items in their order.
pub(super) async fn all(context: &Context) -> Result<Vec<Item>, ToolError> {
    let user = shared::owner(context).clone();
    Ok(context.db.read(async move |tx: &Tx| in_order(tx, &user).await).await?)
}

/// Returns an item of the person.
pub(super) async fn own(context: &Context, id: &ItemId) -> Result<Item, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx: &Tx| navigation::get(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_item(id))
}

/// Returns all items of the person's site.
pub(super) async fn in_order(tx: &Tx, user: &UserId) -> anyhow::Result<Vec<Item>> {
    match store::of(tx, user).await? {
        Some(site) => navigation::list(tx, user, &site.site_id).await,
        None => Ok(Vec::new()),
    }
}
