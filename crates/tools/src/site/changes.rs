//! `site_list_changes`, `site_undo`.

use adjutant_domain::{
    ids::{RevisionId, UserId},
    origin::Sources,
};
use adjutant_macros::tool;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, Conflict, Error, Revision, revisions},
};
use adjutant_texts::{count, site as texts};
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Author, asks, refused, shared};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

/// The number of results of a call that names none.
const LIMIT: i64 = 10;

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedChanges {
    /// The latest first.
    changes: Vec<Change>,
}

#[derive(Serialize, JsonSchema)]
struct Change {
    revision_id: RevisionId,
    what: String,
    /// Who made it, if that is somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// RFC 3339.
    at: String,
    /// Whether it was undone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    undone: bool,
}

fn limit() -> i64 {
    LIMIT
}

/// List the latest changes of the website; each can be undone.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "revision"))]
pub(super) async fn site_list_changes(
    context: &Context,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 50))]
    limit: i64,
) -> Result<Outcome<ListedChanges>, ToolError> {
    let user = shared::owner(context).clone();
    let found = context.db.read(async move |tx: &Tx| latest(tx, &user, limit).await).await?;
    let mut untrusted: Sources = found.iter().map(|revision| &revision.untrusted).collect();
    let changes: Vec<_> = found.iter().map(|revision| change(context, revision)).collect();
    if changes.iter().any(|change| change.by.is_some()) {
        untrusted = untrusted.and(&shared::SOURCE.into());
    }
    let message = match changes.len() {
        0 => "Nothing was changed yet.".to_owned(),
        many => format!("The latest {}.", count(many as i64, "change")),
    };
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedChanges { changes }) })
}

fn change(context: &Context, revision: &Revision) -> Change {
    let at = revision.at.to_utc().with_timezone(&context.zone).to_rfc3339_opts(SecondsFormat::Secs, true);
    Change {
        revision_id: revision.revision_id.clone(),
        what: revision.what.clone(),
        by: (revision.person != context.user.person).then(|| revision.author.clone()),
        at,
        undone: revision.undone,
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct UndoneChange {
    /// What was undone.
    undone: String,
}

/// Undo the latest change of the website, or the change that you name.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    requirement = asks_to_undo,
    tags("website", "undo", "revision")
)]
pub(super) async fn site_undo(
    context: &Context,
    /// From site_list_changes; the latest unless given.
    revision_id: Option<RevisionId>,
) -> Result<Outcome<UndoneChange>, ToolError> {
    let Author { user, author, now, .. } = Author::of(context);
    // Somebody may have made a change since the person was asked.
    let wanted = revision_id.clone().or_else(|| context.basis.clone().map(RevisionId));
    let undo = async move |tx: &SyncedTx| {
        let undone = store::undo(tx, (&user, &author), wanted.as_ref(), now).await?;
        let all = latest(tx, &user, revisions::MAX_OF_SITE).await?;
        let change = all.into_iter().find(|change| change.revision_id == undone.revision_id);
        Ok((undone.what, change.map(|change| change.untrusted).unwrap_or_default()))
    };
    let undone = context.db.write(shared::scope(context), undo).await;
    let (undone, untrusted) = undone.map_err(|error| not_undone(error, revision_id.as_ref()))?;
    Ok(Outcome { untrusted, ..Outcome::new(format!("Undone: {undone}."), UndoneChange { undone }) })
}

async fn asks_to_undo(
    context: &Context,
    revision_id: &Option<RevisionId>,
) -> Result<CallAssessment, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), revision_id.clone());
    let read = async move |tx: &Tx| {
        let mut all = latest(tx, &user, revisions::MAX_OF_SITE).await?;
        all.retain(|it| match &wanted {
            Some(id) => it.revision_id == *id,
            None => it.can_be_undone(),
        });
        Ok(all.into_iter().next())
    };
    match (context.db.read(read).await?, revision_id) {
        (Some(change), _) => {
            Ok(asks(texts::undo(&change.what), String::new).about(Some(change.revision_id.0)))
        }
        (None, Some(id)) => Err(no_such_change(id)),
        (None, None) => Err(ToolError::rejected(Conflict::Nothing.to_string())),
    }
}

/// Returns the newest changes of the person's site, the newest first.
async fn latest(tx: &Tx, user: &UserId, limit: i64) -> anyhow::Result<Vec<Revision>> {
    match store::of(tx, user).await? {
        Some(site) => revisions::list(tx, user, &site.site_id, limit).await,
        None => Ok(Vec::new()),
    }
}

fn not_undone(error: anyhow::Error, wanted: Option<&RevisionId>) -> ToolError {
    match (error.downcast_ref::<Error>(), wanted) {
        (Some(Error::Missing(_)), Some(id)) => no_such_change(id),
        (Some(Error::Missing(_)), None) => ToolError::rejected(Conflict::Nothing.to_string()),
        _ => refused(error),
    }
}

fn no_such_change(id: &RevisionId) -> ToolError {
    ToolError::not_found(format!("there is no change '{id}'; site_list_changes lists the existing ids"))
}
