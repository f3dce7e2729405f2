//! `site_publish_post`, `site_archive_post`: publish one post, or take it off the public website.

use adjutant_domain::ids::PostId;
use adjutant_macros::tool;
use adjutant_store::db::SyncedTx;
use adjutant_texts::site as texts;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PostRow, own};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{
        Author, asks_reviewers, asks_what_becomes_public,
        extent::Extent,
        publish::{proposed, publisher, told, with_receipt},
        publishing::{self, Refusal},
        refused, shared,
    },
};

#[derive(Serialize, JsonSchema)]
pub(super) struct PublishedPost {
    /// Whether nothing was published, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    post: PostRow,
    /// Where visitors find it.
    address: String,
    /// How the website differs from what is public.
    changes: Vec<String>,
    /// What should be looked at.
    warnings: Vec<String>,
}

/// Publish one post, as it is now; everything else on the public website stays as it is. The person confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    idempotent,
    timeout = "6m",
    requirement = asks_to_publish,
    tags("website", "post", "publish", "public", "online")
)]
pub(super) async fn site_publish_post(
    context: &Context,
    /// From site_list_posts.
    post_id: PostId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<PublishedPost>, ToolError> {
    let post = own(context, &post_id).await?;
    let proposal = proposed(context, Extent::Post(&post_id), confirmed).await.map_err(told)?;
    let address = format!("{}posts/{}/", proposal.address, post.slug);
    let (untrusted, changes) = (post.untrusted.clone(), proposal.changes);
    let message = match confirmed {
        true => texts::post_is_public(&post.title, &address),
        false => texts::publish_post(&post.title, &address, &changes),
    };
    let post = if confirmed { own(context, &post_id).await? } else { post };
    let output = PublishedPost {
        requires_confirmation: !confirmed,
        post: PostRow::of(&post, shared::zone(context)),
        address,
        changes,
        warnings: proposal.warnings,
    };
    Ok(Outcome { untrusted, ..with_receipt(message, output, proposal.copied) })
}

async fn asks_to_publish(context: &Context, post_id: &PostId, _: &bool) -> Result<CallAssessment, ToolError> {
    let proposal = publisher(context).propose(Extent::Post(post_id)).await.map_err(told)?;
    Ok(asks_what_becomes_public(context).about(Some(proposal.digest)))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ArchivedPost {
    /// Whether nothing was archived, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    post: PostRow,
}

/// Archive a post: it goes from the public website at once, and stays among the posts. The person confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    idempotent,
    timeout = "6m",
    requirement = asks_to_archive,
    tags("website", "post", "archive", "withdraw")
)]
pub(super) async fn site_archive_post(
    context: &Context,
    /// From site_list_posts.
    post_id: PostId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<ArchivedPost>, ToolError> {
    let post = own(context, &post_id).await?;
    let (is_public, copied) = match proposed(context, Extent::Without(&post_id), confirmed).await {
        Ok(proposal) => (true, proposal.copied),
        // The post is not on the web.
        Err(Refusal::NotPublic | Refusal::NoPages | Refusal::NoTitle) => (false, None),
        Err(refusal) => return Err(told(refusal)),
    };
    if confirmed && !is_public {
        let (author, id) = (Author::of(context), post_id.clone());
        let archive = async move |tx: &SyncedTx| Ok(publishing::archive(tx, &id, &author.by("")).await?);
        context.db.write(shared::scope(context), archive).await.map_err(refused)?;
    }
    let message = match confirmed {
        true => texts::post_is_archived(&post.title),
        false => texts::archive_post(&post.title, &post.slug, is_public),
    };
    let post = if confirmed { own(context, &post_id).await? } else { post };
    let untrusted = post.untrusted.clone();
    let output =
        ArchivedPost { requires_confirmation: !confirmed, post: PostRow::of(&post, shared::zone(context)) };
    Ok(Outcome { untrusted, ..with_receipt(message, output, copied) })
}

async fn asks_to_archive(context: &Context, _: &PostId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_reviewers(context, CallAssessment::must_ask("", texts::goes_off_the_web())))
}
