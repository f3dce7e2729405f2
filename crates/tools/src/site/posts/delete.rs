//! `site_delete_post`.

use adjutant_domain::{ids::PostId, site::PostStatus};
use adjutant_macros::tool;
use adjutant_store::{db::SyncedTx, site::posts};
use adjutant_texts::site as texts;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PostRow, linked_from, own};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{Author, asks_what_is_lost, no_such_post, refused, shared, whole},
};

#[derive(Serialize, JsonSchema)]
pub(super) struct DeletedPost {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    post: PostRow,
    /// What links to it.
    linked_from: Vec<String>,
}

/// Delete a post; a published one goes from the public website at the next publish. The person confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete,
    tags("website", "post", "delete", "destructive")
)]
pub(super) async fn site_delete_post(
    context: &Context,
    /// From site_list_posts.
    post_id: PostId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedPost>, ToolError> {
    let post = own(context, &post_id).await?;
    let site = whole(context).await?.ok_or_else(|| no_such_post(&post_id))?;
    let links = linked_from(&site, &post, shared::zone(context))?;
    let is_published = post.status == PostStatus::Published;
    let lost = texts::delete_post(&post.title, &post.slug, is_published, &links);
    let untrusted = post.untrusted.clone();
    let row = PostRow::of(&post, shared::zone(context));
    let output = DeletedPost { requires_confirmation: !confirmed, post: row, linked_from: links };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let what = texts::post_deleted(&post.title);
    let delete = async move |tx: &SyncedTx| Ok(posts::delete(tx, &post_id, &author.by(&what)).await?);
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message = format!("The post “{}” is deleted; site_undo brings it back.", post.title);
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_delete(_: &Context, _: &PostId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}
