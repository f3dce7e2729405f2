//! The group that a site is shared with. Its members edit drafts; the owner and the reviewers publish them.

use adjutant_channel::ChatRef;
use adjutant_domain::{
    ids::{SiteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::own_sites;
use crate::{
    db::{Tx, params},
    people::{self, User},
};

/// What a person may do with a site. Each role includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Edits drafts.
    Editor,
    /// Publishes them.
    Reviewer,
    /// Decides with whom the site is shared.
    Owner,
}

/// A site shared with a group, for one of the group's members.
#[derive(Clone, Debug)]
pub struct Shared {
    pub site_id: SiteId,
    pub owner: User,
    pub role: Role,
}

/// A person who talks to the bot in a group.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Member {
    pub user_id: UserId,
    pub name: String,
    pub reviews: bool,
}

/// Returns the site that is shared with a chat. `None` if there is none, if its owner is not served, or if it is not
/// the owner's present site because they have linked an account with an older one.
pub async fn in_chat(tx: &Tx, chat: &ChatRef, user: &User) -> Result<Option<Shared>> {
    #[derive(Deserialize)]
    struct Row {
        site_id: SiteId,
        user_id: UserId,
        role: Role,
    }
    let row: Option<Row> = tx
        .first(
            "SELECT h.site_id, t.user_id, CASE
                 WHEN o.person = ?3 THEN 'owner'
                 WHEN EXISTS (SELECT 1 FROM site_reviewers r JOIN people p ON p.user_id = r.user_id
                              WHERE r.site_id = h.site_id AND p.person = ?3) THEN 'reviewer'
                 ELSE 'editor' END AS role
             FROM site_shares h JOIN sites t ON t.site_id = h.site_id JOIN people o ON o.user_id = t.user_id
             WHERE h.channel = ?1 AND h.chat = ?2 AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = t.user_id)",
            params![chat.channel.as_str(), chat.chat.as_str(), &user.person],
        )
        .await?;
    let Some(Row { site_id, user_id, role }) = row else { return Ok(None) };
    let is_shown = super::of(tx, &user_id).await?.is_some_and(|site| site.site_id == site_id);
    if !is_shown {
        return Ok(None);
    }
    Ok(Some(Shared { site_id, owner: people::get(tx, &user_id).await?, role }))
}

/// Returns the chat that a person's site is shared with.
pub async fn chat_of(tx: &Tx, user: &UserId) -> Result<Option<ChatRef>> {
    #[derive(Deserialize)]
    struct Row {
        channel: String,
        chat: String,
    }
    let Some(site) = super::of(tx, user).await? else { return Ok(None) };
    let row: Option<Row> =
        tx.first("SELECT channel, chat FROM site_shares WHERE site_id = ?1", params![&site.site_id]).await?;
    Ok(row.map(|Row { channel, chat }| ChatRef { channel, chat, thread: None }))
}

/// Shares a person's site with a chat in which [`in_chat`] finds none, and ends its earlier sharing.
pub async fn share(tx: &Tx, user: &UserId, site: &SiteId, chat: &ChatRef, now: Timestamp) -> Result<()> {
    end(tx, user, site).await?;
    // Removes the chat's earlier share, whose links must not stay valid.
    let (channel, chat) = (chat.channel.as_str(), chat.chat.as_str());
    for sql in [
        "DELETE FROM site_previews WHERE site_id IN (
             SELECT site_id FROM site_shares WHERE channel = ?1 AND chat = ?2)",
        "DELETE FROM site_reviewers WHERE site_id IN (
             SELECT site_id FROM site_shares WHERE channel = ?1 AND chat = ?2)",
        "DELETE FROM site_shares WHERE channel = ?1 AND chat = ?2",
    ] {
        tx.execute(sql, params![channel, chat]).await?;
    }
    tx.execute(
        concat!(
            "INSERT INTO site_shares (site_id, channel, chat, shared_at)
             SELECT site_id, ?3, ?4, ?5 FROM sites WHERE site_id = ?2 AND site_id IN ",
            own_sites!()
        ),
        params![user, site, channel, chat, now],
    )
    .await
    .map(drop)
}

/// Ends the sharing of a person's site, and removes the links to its drafts, which the group knows. Returns whether it
/// was shared.
pub async fn end(tx: &Tx, user: &UserId, site: &SiteId) -> Result<bool> {
    let previews = concat!(
        "DELETE FROM site_previews WHERE site_id IN (SELECT site_id FROM site_shares WHERE site_id = ?2) AND site_id IN ",
        own_sites!()
    );
    let reviewers = concat!("DELETE FROM site_reviewers WHERE site_id = ?2 AND site_id IN ", own_sites!());
    for sql in [previews, reviewers] {
        tx.execute(sql, params![user, site]).await?;
    }
    let share = concat!("DELETE FROM site_shares WHERE site_id = ?2 AND site_id IN ", own_sites!());
    Ok(tx.execute(share, params![user, site]).await? > 0)
}

/// Makes a person a reviewer of a person's shared site, or removes that role.
pub async fn set_reviewer(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    (member, reviews): (&UserId, bool),
) -> Result<()> {
    // Covers all linked users of the member, whichever was named.
    tx.execute(
        concat!(
            "DELETE FROM site_reviewers WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " AND user_id IN (SELECT member FROM same_person WHERE user_id = ?3)"
        ),
        params![user, site, member],
    )
    .await?;
    if !reviews {
        return Ok(());
    }
    tx.execute(
        concat!(
            "INSERT INTO site_reviewers (site_id, user_id)
             SELECT h.site_id, u.user_id FROM site_shares h, users u
             WHERE h.site_id = ?2 AND u.user_id = ?3 AND h.site_id IN ",
            own_sites!()
        ),
        params![user, site, member],
    )
    .await
    .map(drop)
}

/// Returns the people, except the owner, who talk to the bot in the chat that shares a person's site: the reviewers
/// first, then the newest.
pub async fn members(tx: &Tx, user: &UserId, site: &SiteId, limit: i64) -> Result<Vec<Member>> {
    tx.all(
        concat!(
            "SELECT p.person AS user_id, max(p.name) AS name, EXISTS (
                 SELECT 1 FROM site_reviewers r JOIN people q ON q.user_id = r.user_id
                 WHERE r.site_id = ?2 AND q.person = p.person) AS reviews
             FROM site_shares h JOIN sites t ON t.site_id = h.site_id JOIN people o ON o.user_id = t.user_id
             JOIN sessions s ON s.channel = h.channel AND s.chat = h.chat AND s.kind = 'chat'
             JOIN people p ON p.user_id = s.user_id
             WHERE h.site_id = ?2 AND p.person <> o.person AND h.site_id IN ",
            own_sites!(),
            " AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = s.user_id)
             GROUP BY p.person ORDER BY reviews DESC, max(s.created_at) DESC, p.person LIMIT ?3"
        ),
        params![user, site, limit],
    )
    .await
}
