//! `site_publish`: makes the website public.

use adjutant_domain::ids::{EntryId, PageId, PostId};
use adjutant_macros::tool;
use adjutant_texts::site as texts;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    asks_what_becomes_public,
    entries::no_such_entry,
    extent::{Drafts, Extent},
    no_such_page, no_such_post,
    publishing::{Proposal, Publisher, Refusal},
    shared,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

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

/// Publish the website, so that everybody can see it. The person sees the changes and confirms them.
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
    /// The drafts that become public; all of them, with posts and entries, unless any are named.
    page_ids: Option<Vec<PageId>>,
    /// The draft posts that become public, as with page_ids.
    post_ids: Option<Vec<PostId>>,
    /// The draft entries of collections that become public, as with page_ids.
    entry_ids: Option<Vec<EntryId>>,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<PublishedSite>, ToolError> {
    let extent = drafts(&page_ids, &post_ids, &entry_ids);
    let proposal = proposed(context, extent, confirmed).await.map_err(told)?;
    let untrusted = proposal.untrusted();
    let (address, changes, warnings) = (proposal.address, proposal.changes, proposal.warnings);
    let copied = proposal.copied;
    let message = match confirmed {
        true => texts::published(&address),
        false => texts::publish(&address, &changes),
    };
    let output = PublishedSite { requires_confirmation: !confirmed, address, changes, warnings };
    Ok(Outcome { untrusted, ..with_receipt(message, output, copied) })
}

async fn asks_to_publish(
    context: &Context,
    page_ids: &Option<Vec<PageId>>,
    post_ids: &Option<Vec<PostId>>,
    entry_ids: &Option<Vec<EntryId>>,
    _: &bool,
) -> Result<CallAssessment, ToolError> {
    let extent = drafts(page_ids, post_ids, entry_ids);
    let proposal = publisher(context).propose(extent).await.map_err(told)?;
    Ok(asks_what_becomes_public(context).about(Some(proposal.digest)))
}

fn drafts<'a>(
    pages: &'a Option<Vec<PageId>>,
    posts: &'a Option<Vec<PostId>>,
    entries: &'a Option<Vec<EntryId>>,
) -> Extent<'a> {
    let (pages, posts, entries) = (pages.as_deref(), posts.as_deref(), entries.as_deref());
    Extent::Drafts(Drafts { pages, posts, entries })
}

/// Returns the outcome of a publication; it tells the model and the person about the copy, if one was made.
pub(super) fn with_receipt<T>(message: String, output: T, copied: Option<String>) -> Outcome<T> {
    let message = [message].into_iter().chain(copied.clone()).collect::<Vec<_>>().join("\n");
    Outcome { receipt: copied, ..Outcome::new(message, output) }
}

/// Publishes the site if the call is confirmed; otherwise returns what would become public.
pub(super) async fn proposed(
    context: &Context,
    extent: Extent<'_>,
    confirmed: bool,
) -> Result<Proposal, Refusal> {
    let publisher = publisher(context);
    if confirmed {
        return publisher.publish(extent, context.basis.as_deref()).await;
    }
    let proposal = publisher.propose(extent).await?;
    match proposal.mistakes() {
        mistakes if mistakes.is_empty() => Ok(proposal),
        mistakes => Err(Refusal::Mistakes(mistakes)),
    }
}

pub(super) fn publisher(context: &Context) -> Publisher {
    Publisher {
        db: context.db.clone(),
        user: shared::owner(context).clone(),
        author: context.user.user_id.clone(),
        config: context.config.clone(),
        sites_address: context.sites_address.clone(),
        blobs: context.blobs.clone(),
        now: context.clock.timestamp(),
        zone: shared::zone(context),
        untrusted: context.untrusted.clone().and(&shared::others_words(context)),
    }
}

/// Returns the error that tells the model why nothing is published.
pub(super) fn told(refusal: Refusal) -> ToolError {
    match refusal {
        Refusal::NoPages => ToolError::rejected("the website has no pages yet; site_create_page makes one"),
        Refusal::NoTitle => {
            ToolError::rejected("the website has no title yet; site_update_settings gives it one")
        }
        Refusal::NoSuchPage(id) => no_such_page(&id),
        Refusal::NoSuchPost(id) => no_such_post(&id),
        Refusal::NoSuchEntry(id) => no_such_entry(&id),
        Refusal::NotPublic => ToolError::rejected(
            "the website is not public yet; site_publish makes it public, with the posts that are named",
        ),
        Refusal::Changed => ToolError::rejected(format!("{refusal}; call it again to ask anew")),
        Refusal::Mistakes(_) | Refusal::Busy(_) | Refusal::NoPicture(_) => {
            ToolError::rejected(refusal.to_string())
        }
        Refusal::Failed(error) => ToolError::Internal(error),
    }
}
