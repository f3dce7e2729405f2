//! The website that a chat shows, and the people with whom it is shared.

use adjutant_channel::{ChatKind, Content, Inbound, PressAnswer, Rich};
use adjutant_domain::ids::UserId;
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    people::User,
    site::{
        self as rows,
        sharing::{self, Member, Role},
    },
};
use adjutant_texts::site::list as texts;
use anyhow::Result;

use super::Shown;
use crate::core::Core;

/// The most people of a group that are listed.
const MEMBERS: i64 = 10;

/// A website from a person's view: their own in a direct chat, the shared one in a group.
pub(super) struct Whose {
    pub owner: User,
    pub role: Role,
    /// Whether the chat is the group with which the website is shared.
    pub is_group: bool,
}

impl Whose {
    /// Returns the website for an event; `None` in a group without a shared one.
    pub(super) async fn of(core: &Core, user: &User, event: &Inbound) -> Result<Option<Self>> {
        if event.chat_kind == ChatKind::Direct {
            return Ok(Some(Self { owner: user.clone(), role: Role::Owner, is_group: false }));
        }
        let (chat, user) = (event.chat.clone(), user.clone());
        let shared = core.db.read(async move |tx: &Tx| sharing::in_chat(tx, &chat, &user).await).await?;
        Ok(shared.map(|shared| Self { owner: shared.owner, role: shared.role, is_group: true }))
    }
}

/// Shares a person's website with the group in which they request it, and shows the people with whom it is shared.
pub(super) async fn share(core: &Core, user: &User, event: &Inbound) -> Result<Shown> {
    if event.chat_kind == ChatKind::Direct {
        return Ok(said(texts::share_in_a_group()));
    }
    let (who, chat, now) = (user.clone(), event.chat.clone(), core.clock.timestamp());
    let share = async move |tx: &SyncedTx| {
        let owner = &who.user_id;
        // A group shares only one website, whoever shared it.
        if sharing::in_chat(tx, &chat, &who).await?.is_some() {
            return Ok(Ok(()));
        }
        let Some(site) = rows::of(tx, owner).await? else { return Ok(Err(texts::nothing_to_share())) };
        // The people of the other group would lose it without notice.
        if sharing::chat_of(tx, owner).await?.is_some() {
            return Ok(Err(texts::shared_elsewhere()));
        }
        sharing::share(tx, owner, &site.site_id, &chat, now).await?;
        Ok(Ok(()))
    };
    match core.db.write(Scope::Global, share).await? {
        Err(refused) => Ok(said(refused)),
        Ok(()) => match Whose::of(core, user, event).await? {
            Some(whose) => sharing_of(core, &whose).await,
            None => Ok(said(texts::not_shared())),
        },
    }
}

/// Ends the sharing of a website at its owner's request.
pub(super) async fn unshare(core: &Core, user: &User, event: &Inbound) -> Result<Shown> {
    let Some(Whose { owner, role: Role::Owner, .. }) = Whose::of(core, user, event).await? else {
        return Ok(said(texts::only_its_owner()));
    };
    Ok(said(if end(core, &owner).await? { texts::shared_no_more() } else { texts::not_shared() }))
}

/// Ends the sharing of a person's website. Returns whether it was shared.
pub(super) async fn end(core: &Core, owner: &User) -> Result<bool> {
    let owner = owner.user_id.clone();
    let end = async move |tx: &SyncedTx| match rows::of(tx, &owner).await? {
        Some(site) => sharing::end(tx, &owner, &site.site_id).await,
        None => Ok(false),
    };
    core.db.write(Scope::Global, end).await
}

/// Makes a member of the group a reviewer, or revokes that, at the request of the website's owner.
pub(super) async fn set_reviewer(
    core: &Core,
    whose: &Whose,
    (member, reviews): (&str, bool),
) -> Result<PressAnswer> {
    if whose.role != Role::Owner {
        return Ok(PressAnswer::alert(texts::only_its_owner()));
    }
    let (owner, member) = (whose.owner.user_id.clone(), UserId(member.to_owned()));
    let set = async move |tx: &SyncedTx| {
        let Some(site) = rows::of(tx, &owner).await? else { return Ok(None) };
        let known = sharing::members(tx, &owner, &site.site_id, MEMBERS).await?;
        let Some(known) = known.into_iter().find(|known| known.user_id == member) else { return Ok(None) };
        sharing::set_reviewer(tx, &owner, &site.site_id, (&member, reviews)).await?;
        Ok(Some(known))
    };
    Ok(match core.db.write(Scope::Global, set).await? {
        Some(Member { name, .. }) => PressAnswer::told(texts::reviewer_set(&name, reviews)),
        None => PressAnswer::alert(texts::no_such_thing()),
    })
}

/// Shows the people with whom a website is shared.
pub(super) async fn sharing_of(core: &Core, whose: &Whose) -> Result<Shown> {
    let owner = whose.owner.user_id.clone();
    let read = async move |tx: &Tx| {
        let Some(site) = rows::of(tx, &owner).await? else { return Ok(None) };
        let Some(chat) = sharing::chat_of(tx, &owner).await? else { return Ok(None) };
        let members = sharing::members(tx, &owner, &site.site_id, MEMBERS).await?;
        Ok(Some((site.title, chat, members)))
    };
    let Some((title, chat, members)) = core.db.read(read).await? else {
        return Ok(said(texts::not_shared()));
    };
    let sharing = texts::Sharing {
        title: &title,
        owner: &whose.owner.name,
        group: (!whose.is_group).then_some(&chat),
        members: &members,
    };
    Ok(Shown { content: texts::sharing(&sharing), answer: PressAnswer::default() })
}

pub(super) fn said(text: &str) -> Shown {
    Shown { content: Content::text(Rich::plain(text)), answer: PressAnswer::default() }
}
