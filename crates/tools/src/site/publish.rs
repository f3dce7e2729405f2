//! `site_publish`: the website as everybody sees it.

use std::io::ErrorKind;

use adjutant_domain::{
    ids::{self, PageId, SiteId},
    origin::Sources,
    site::PageStatus,
};
use adjutant_macros::tool;
use adjutant_site::{Mode, PublishError, Rendered, Site, Slug, diff, publish, render};
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    site::{self as store, Snapshot, pages, public},
};
use adjutant_texts::site as texts;
use anyhow::{Context as _, Result};
use schemars::JsonSchema;
use serde::Serialize;
use url::Url;

use super::{
    Author, CONTACT, PREVIEW, asks_what_becomes_public, deploy, no_such_page, refused,
    to_render::{is_published, to_render},
    whole,
};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    sites_folder,
};

#[derive(Serialize, JsonSchema)]
pub(super) struct PublishedSite {
    /// Whether nothing was published, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    /// Where visitors find it.
    address: String,
    /// How it differs from what is public.
    changes: Vec<String>,
    /// What should be looked at.
    warnings: Vec<String>,
}

/// Publish the website: everybody can see it then. The person is shown what changes and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    idempotent,
    timeout = "6m",
    requirement = asks_to_publish,
    tags("website", "publish", "public", "online", "live")
)]
pub(super) async fn site_publish(
    context: &Context,
    /// The drafts that become public; all of them unless given.
    page_ids: Option<Vec<PageId>>,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<PublishedSite>, ToolError> {
    let Wanted { stored, added, mut site } = Wanted::read(context, page_ids).await?;
    if confirmed && context.basis.as_ref().is_some_and(|basis| *basis != digest(&site)) {
        let changed = "the website has changed since the person was asked; call it again to ask anew";
        return Err(ToolError::rejected(changed));
    }
    let changes = changes(context, &stored.site.site_id, &site).await?;
    let name = name(context, &stored, confirmed).await?;
    let address = format!("{}{name}/", context.sites_address);
    // Elsewhere visitors reach no more of this machine than its public address.
    if site.base_url.is_none() || context.config.site.public_url.is_some() {
        site.contact_form = Some(contact_form(&context.sites_address, &name)?);
    }
    if site.base_url.is_none() {
        site.base_url = address.parse().ok();
    }
    let rendered = render(&site, Mode::Published);
    if !rendered.errors.is_empty() {
        let mistakes: Vec<_> = rendered.errors.iter().map(ToString::to_string).collect();
        return Err(ToolError::rejected(format!("put this right first: {}", mistakes.join(" "))));
    }
    let message = match confirmed {
        true => texts::published(&address),
        false => texts::publish(&address, &changes),
    };
    let warnings = rendered.warnings.iter().map(ToString::to_string).collect();
    let output = PublishedSite { requires_confirmation: !confirmed, address, changes, warnings };
    let untrusted = sources(&stored);
    let mut receipt = None;
    if confirmed {
        write_files(context, &name, rendered).await?;
        note(context, stored, added).await?;
        receipt = copied(context, &name, &output.address).await;
    }
    let message = [message].into_iter().chain(receipt.clone()).collect::<Vec<_>>().join("\n");
    Ok(Outcome { untrusted, receipt, ..Outcome::new(message, output) })
}

async fn asks_to_publish(
    context: &Context,
    page_ids: &Option<Vec<PageId>>,
    _: &bool,
) -> Result<CallAssessment, ToolError> {
    let wanted = Wanted::read(context, page_ids.clone()).await?;
    Ok(asks_what_becomes_public().about(Some(digest(&wanted.site))))
}

/// Returns the address that takes the contact forms of the site with this name, where the sites are at `sites`.
///
/// # Errors
/// Returns an error if `sites` is no address.
pub fn contact_form(sites: &str, name: &str) -> Result<Url> {
    format!("{sites}{name}/{CONTACT}").parse().with_context(|| format!("the address {sites:?}"))
}

/// What becomes public.
struct Wanted {
    /// With the drafts that become public.
    stored: Snapshot,
    /// These drafts.
    added: Vec<PageId>,
    site: Site,
}

impl Wanted {
    async fn read(context: &Context, page_ids: Option<Vec<PageId>>) -> Result<Self, ToolError> {
        let Some(mut stored) = whole(context).await?.filter(|stored| !stored.pages.is_empty()) else {
            return Err(ToolError::rejected("the website has no pages yet; site_create_page makes one"));
        };
        if stored.site.title.is_empty() {
            return Err(ToolError::rejected(
                "the website has no title yet; site_update_settings gives it one",
            ));
        }
        let added = added(&stored, page_ids)?;
        for page in stored.pages.iter_mut().filter(|page| added.contains(&page.page_id)) {
            page.status = PageStatus::Published;
        }
        let site = to_render(&stored, is_published)?;
        Ok(Self { stored, added, site })
    }
}

/// Returns what tells a site from what it may become meanwhile.
fn digest(site: &Site) -> String {
    // Texts and numbers always have a JSON form.
    ids::sha256(&serde_json::to_string(site).unwrap_or_default())
}

/// Returns the drafts that become public.
fn added(stored: &Snapshot, wanted: Option<Vec<PageId>>) -> Result<Vec<PageId>, ToolError> {
    let drafts = stored.pages.iter().filter(|page| !is_published(page)).map(|page| page.page_id.clone());
    let Some(wanted) = wanted else { return Ok(drafts.collect()) };
    let is_there = |id: &PageId| stored.pages.iter().any(|page| page.page_id == *id);
    match wanted.iter().find(|id| !is_there(id)) {
        Some(missing) => Err(no_such_page(missing)),
        None => Ok(drafts.filter(|id| wanted.contains(id)).collect()),
    }
}

/// Returns how the site differs from what is public, in words.
async fn changes(context: &Context, id: &SiteId, site: &Site) -> Result<Vec<String>, ToolError> {
    let (user, id) = (context.user.user_id.clone(), id.clone());
    let public = context.db.read(async move |tx: &Tx| store::published(tx, &user, &id).await).await?;
    let public = public.as_ref().map(|public| to_render(public, is_published)).transpose()?;
    Ok(diff(&public.unwrap_or_default(), site).iter().map(ToString::to_string).collect())
}

/// Returns the name below which the site is served; it `takes` one when it is published for the first time.
async fn name(context: &Context, stored: &Snapshot, takes: bool) -> Result<String, ToolError> {
    if let Some(name) = &stored.site.name {
        return Ok(name.clone());
    }
    let wanted = Slug::from_title(&stored.site.title);
    if !takes {
        return Ok(context.db.read(async move |tx: &Tx| free_name(tx, &wanted).await).await?);
    }
    let (user, site) = (context.user.user_id.clone(), stored.site.site_id.clone());
    let take = async move |tx: &SyncedTx| {
        let free = free_name(tx, &wanted).await?;
        public::take_name(tx, &user, &site, &free).await?;
        Ok(free)
    };
    // No two sites have one name, whoever takes it.
    context.db.write(Scope::Global, take).await.map_err(refused)
}

/// Returns a name that no site has.
async fn free_name(tx: &Tx, wanted: &Slug) -> Result<String> {
    let mut name = wanted.clone();
    let mut number = 2;
    while name.as_str() == PREVIEW || !public::name_is_free(tx, name.as_str()).await? {
        name = wanted.numbered(number);
        number += 1;
    }
    Ok(name.to_string())
}

/// Makes the rendered site the one that is served.
async fn write_files(context: &Context, name: &str, rendered: Rendered) -> Result<(), ToolError> {
    let folder = sites_folder(&context.config).join(name);
    let write = move || publish(&folder, &rendered, &|_| Err(ErrorKind::NotFound.into()));
    match tokio::task::spawn_blocking(write).await.context("publishing")? {
        Ok(published) => {
            tracing::info!(version = published.version, written = published.written, "published a site");
            Ok(())
        }
        Err(busy @ PublishError::Busy) => Err(ToolError::rejected(busy.to_string())),
        Err(error) => Err(ToolError::Internal(error.into())),
    }
}

/// Has the operator's program copy what is public now. Returns what the person reads of that; nothing if there is no program.
async fn copied(context: &Context, name: &str, address: &str) -> Option<String> {
    let root = sites_folder(&context.config).join(name);
    let (program, done) = deploy::deploy(&context.config.site, &root, name).await?;
    Some(match done {
        Ok(()) => texts::copied(address, &program),
        Err(failure) => texts::not_copied(address, &program, &failure.to_string()),
    })
}

/// Stores what is public now.
async fn note(context: &Context, stored: Snapshot, added: Vec<PageId>) -> Result<(), ToolError> {
    let author = Author::of(context);
    let note = async move |tx: &SyncedTx| {
        for page in stored.pages.iter().filter(|page| added.contains(&page.page_id)) {
            let what = texts::page_published(&page.title);
            match pages::set_status(tx, &page.page_id, PageStatus::Published, &author.by(&what)).await {
                // It was deleted meanwhile.
                Ok(_) | Err(store::Error::Missing(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let site = &stored.site.site_id;
        Ok(store::note_published(tx, &author.user, site, &stored, author.now).await?)
    };
    context.db.write(context.person_scope(), note).await.map_err(refused)
}

/// Returns whose words the site may hold.
fn sources(stored: &Snapshot) -> Sources {
    let pages = stored.pages.iter().map(|page| &page.untrusted);
    let sections = stored.sections.iter().map(|section| &section.untrusted);
    let items = stored.navigation.iter().map(|item| &item.untrusted);
    std::iter::once(&stored.site.untrusted).chain(pages).chain(sections).chain(items).collect()
}
