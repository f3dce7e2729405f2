//! The changes of a site: their authors, and the rows before and after.

use adjutant_domain::ids::{RevisionId, SiteId, UserId};
use anyhow::Result;
use serde::Deserialize;

use super::{By, Revision, Subject, own_sites, state::State};
use crate::db::{Tx, params};

/// The most changes kept for one page, section or item, or for the settings.
pub const MAX_OF_SUBJECT: i64 = 100;
/// The most changes kept for a site: without this limit, the changes of deleted parts would stay for ever.
pub const MAX_OF_SITE: i64 = 1_000;

/// Returns the newest changes of a site, the newest first.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId, limit: i64) -> Result<Vec<Revision>> {
    tx.all(
        concat!(
            "SELECT r.revision_id, p.person, p.name AS author, r.at, r.subject, r.subject_id, r.what, r.untrusted, r.undoes,
                 r.undone
             FROM site_revisions r JOIN people p ON p.user_id = r.user_id
             WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY r.number DESC LIMIT ?3"
        ),
        params![user, site, limit],
    )
    .await
}

/// Returns the number of the newest change of a site; 0 if there is none.
pub async fn last_number(tx: &Tx, user: &UserId, site: &SiteId) -> Result<i64> {
    let last: Option<i64> = tx
        .value(
            concat!(
                "SELECT number AS value FROM site_revisions WHERE site_id = ?2 AND site_id IN ",
                own_sites!(),
                " ORDER BY number DESC LIMIT 1"
            ),
            params![user, site],
        )
        .await?;
    Ok(last.unwrap_or_default())
}

/// A change with the rows before and after it.
#[derive(Debug, Deserialize)]
pub(super) struct Recorded {
    pub revision_id: RevisionId,
    pub subject: Subject,
    pub subject_id: String,
    pub what: String,
    pub untrusted: adjutant_domain::origin::Sources,
    before: String,
    after: String,
    pub undoes: Option<RevisionId>,
    pub undone: bool,
}

impl Recorded {
    /// Returns the rows before and after the change.
    pub(super) fn states(&self) -> Result<(State, State)> {
        Ok((serde_json::from_str(&self.before)?, serde_json::from_str(&self.after)?))
    }
}

/// Returns a change of a person's site.
pub(super) async fn get(tx: &Tx, user: &UserId, site: &SiteId, id: &RevisionId) -> Result<Option<Recorded>> {
    tx.first(
        concat!(
            "SELECT * FROM site_revisions WHERE revision_id = ?3 AND site_id = ?2 AND site_id IN ",
            own_sites!()
        ),
        params![user, site, id],
    )
    .await
}

/// Returns the newest change of a site that was not undone, and is not itself an undo.
pub(super) async fn newest(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Option<Recorded>> {
    tx.first(
        concat!(
            "SELECT * FROM site_revisions WHERE site_id = ?2 AND undone = 0 AND undoes IS NULL AND site_id IN ",
            own_sites!(),
            " ORDER BY number DESC LIMIT 1"
        ),
        params![user, site],
    )
    .await
}

/// Stores a change, and deletes the oldest ones of its subject and of its site above the limits.
pub(super) async fn add(
    tx: &Tx,
    site: &SiteId,
    (subject, subject_id): (Subject, &str),
    by: &By<'_>,
    (before, after): (&State, &State),
    undoes: Option<&RevisionId>,
) -> Result<RevisionId> {
    let id = RevisionId::generate();
    tx.execute(
        "INSERT INTO site_revisions (revision_id, site_id, user_id, number, at, subject, subject_id, what, untrusted,
             before, after, undoes)
         VALUES (?1, ?2, ?3, (SELECT coalesce(max(number), 0) + 1 FROM site_revisions WHERE site_id = ?2), ?4, ?5, ?6,
             ?7, ?8, ?9, ?10, ?11)",
        params![
            &id,
            site,
            by.author,
            by.now,
            subject.name(),
            subject_id,
            by.what,
            by.untrusted,
            serde_json::to_string(before)?,
            serde_json::to_string(after)?,
            undoes.cloned()
        ],
    )
    .await?;
    tx.execute(
        "DELETE FROM site_revisions WHERE subject_id = ?1 AND number <= (
             SELECT number FROM site_revisions WHERE subject_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
        params![subject_id, MAX_OF_SUBJECT],
    )
    .await?;
    tx.execute(
        "DELETE FROM site_revisions WHERE site_id = ?1 AND number <= (
             SELECT number FROM site_revisions WHERE site_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
        params![site, MAX_OF_SITE],
    )
    .await?;
    Ok(id)
}

/// Records whether a change is undone.
pub(super) async fn set_undone(tx: &Tx, id: &RevisionId, undone: bool) -> Result<()> {
    tx.execute("UPDATE site_revisions SET undone = ?2 WHERE revision_id = ?1", params![id, undone])
        .await
        .map(drop)
}
