//! `site_preview`: the website with its drafts, for whoever has the link.

use std::time::Duration;

use adjutant_domain::ids;
use adjutant_macros::tool;
use adjutant_store::{db::SyncedTx, site::public};
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PREVIEW, asks, refused, whole};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

/// How long a link works.
const WORKS_FOR: Duration = Duration::from_hours(24);

#[derive(Serialize, JsonSchema)]
pub(super) struct Preview {
    /// Give it to the person as it is.
    link: String,
    /// RFC 3339.
    expires_at: String,
}

/// Make a private link that shows the website with its drafts, before it is published.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = Safe,
    needs(Write),
    requirement = asks_to_preview,
    tags("website", "preview", "look", "show")
)]
pub(super) async fn site_preview(context: &Context) -> Result<Outcome<Preview>, ToolError> {
    let Some(stored) = whole(context).await?.filter(|stored| !stored.pages.is_empty()) else {
        return Err(ToolError::rejected("the website has no pages yet; site_create_page makes one"));
    };
    let (user, site, token) = (context.user.user_id.clone(), stored.site.site_id, ids::token());
    let now = context.clock.timestamp();
    let expires_at = now + WORKS_FOR;
    let link = format!("{}{PREVIEW}/{token}/", context.sites_address);
    let add = async move |tx: &SyncedTx| {
        Ok(public::add_preview(tx, (&user, &site), &token, (now, expires_at)).await?)
    };
    context.db.write(context.person_scope(), add).await.map_err(refused)?;
    let expires_at =
        expires_at.to_utc().with_timezone(&context.zone).to_rfc3339_opts(SecondsFormat::Secs, true);
    let message = "Whoever has the link sees the website as it is now, and as it changes, for 24 hours.";
    Ok(Outcome::new(message, Preview { link, expires_at }))
}

async fn asks_to_preview(_: &Context) -> Result<CallAssessment, ToolError> {
    Ok(asks(adjutant_texts::site::preview(), String::new))
}
