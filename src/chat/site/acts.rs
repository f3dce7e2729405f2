//! The actions of `/site` and its presses.

use std::sync::Arc;

use adjutant_channel::{Inbound, PressAnswer};
use adjutant_domain::{
    buttons::{SiteAction, SitePress},
    ids::{PageId, PostId, RevisionId},
    origin::Sources,
};
use adjutant_store::{
    db::{Scope, SyncedTx},
    people::User,
    site::{self as rows, By, Error, pages, posts, sharing::Role},
};
use adjutant_texts::{site as names, site_list as texts};
use adjutant_tools::site::{
    Extent,
    publishing::{Publisher, Refusal},
};
use anyhow::Result;

use super::{
    SHARE, Shown, UNSHARE,
    standing::Standing,
    whose::{self, Whose},
};
use crate::core::Core;

/// A requested action on a website.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish<'a> {
    Look,
    Share,
    Unshare,
    Press(SitePress<'a>),
}

impl<'a> Wish<'a> {
    /// Parses the words after `/site`.
    pub(crate) fn typed(args: &'a str) -> Self {
        match args.trim() {
            SHARE => Self::Share,
            UNSHARE => Self::Unshare,
            _ => Self::Look,
        }
    }
}

/// Carries out a request, and returns the message to show. `None` if there is no website, or the operator has disabled
/// websites.
pub(crate) async fn carry_out(
    core: &Arc<Core>,
    user: &User,
    event: &Inbound,
    wish: Wish<'_>,
) -> Result<Option<Shown>> {
    if !core.config.site.enabled {
        return Ok(None);
    }
    let press = match wish {
        Wish::Share => return whose::share(core, user, event).await.map(Some),
        Wish::Unshare => return whose::unshare(core, user, event).await.map(Some),
        Wish::Look => None,
        Wish::Press(press) => Some(press),
    };
    let Some(whose) = Whose::of(core, user, event).await? else { return Ok(None) };
    let publisher = publisher(core, &whose.owner, user);
    let answer = match press {
        Some(SitePress::Publish(digest)) => publish(&publisher, whose.role, digest).await?,
        Some(SitePress::Undo(revision)) => undo(core, &publisher, RevisionId(revision.to_owned())).await?,
        Some(SitePress::Page(id, SiteAction::Delete)) => {
            delete_page(core, &publisher, PageId(id.to_owned())).await?
        }
        Some(SitePress::Post(id, SiteAction::Delete)) => {
            delete_post(core, &publisher, PostId(id.to_owned())).await?
        }
        Some(SitePress::Reviewer(member, reviews)) => {
            let answer = whose::set_reviewer(core, &whose, (member, reviews)).await?;
            return Ok(Some(Shown { answer, ..whose::sharing_of(core, &whose).await? }));
        }
        Some(SitePress::Unshare) if whose.role != Role::Owner => {
            let answer = PressAnswer::alert(texts::only_its_owner());
            return Ok(Some(Shown { answer, ..whose::sharing_of(core, &whose).await? }));
        }
        Some(SitePress::Unshare) => {
            whose::end(core, &whose.owner).await?;
            return Ok(Some(whose::said(texts::shared_no_more())));
        }
        Some(SitePress::Sharing) => return whose::sharing_of(core, &whose).await.map(Some),
        _ => PressAnswer::default(),
    };
    let Some(standing) = Standing::read(core, &whose, &publisher).await? else { return Ok(None) };
    let zone = user.zone(core.zone);
    let content = match press {
        Some(SitePress::List(page)) => standing.listing(page, None, zone),
        Some(SitePress::Preview) => match publisher.preview().await? {
            Some(link) => standing.listing(0, Some(&link), zone),
            None => standing.listing(0, None, zone),
        },
        Some(SitePress::Page(id, SiteAction::Open) | SitePress::Post(id, SiteAction::Open)) => {
            match standing.thing(id) {
                Some(thing) => texts::one(thing),
                None => {
                    let answer = PressAnswer::alert(texts::no_such_thing());
                    return Ok(Some(Shown { content: standing.listing(0, None, zone), answer }));
                }
            }
        }
        _ => standing.listing(0, None, zone),
    };
    Ok(Some(Shown { content, answer }))
}

fn publisher(core: &Core, owner: &User, author: &User) -> Publisher {
    Publisher {
        db: core.db.clone(),
        user: owner.user_id.clone(),
        author: author.user_id.clone(),
        config: core.config.clone(),
        sites_address: core.sites_at.url(),
        blobs: core.blobs.clone(),
        now: core.clock.timestamp(),
        zone: owner.zone(core.zone),
        untrusted: Sources::OWN,
    }
}

async fn publish(publisher: &Publisher, role: Role, digest: &str) -> Result<PressAnswer> {
    if role < Role::Reviewer {
        return Ok(PressAnswer::alert(texts::only_reviewers()));
    }
    // The channel's next messages wait for a press; they must not wait for the operator's deploy command.
    if !publisher.config.site.deploy.is_empty() {
        return Ok(PressAnswer::alert(texts::publish_by_words()));
    }
    Ok(match publisher.publish(Extent::ALL, Some(digest)).await {
        Ok(published) => PressAnswer::told(names::published(&published.address)),
        Err(Refusal::Changed) => PressAnswer::alert(texts::changed_since()),
        Err(Refusal::Failed(error)) => return Err(error),
        // The message says what to correct.
        Err(refusal) => PressAnswer::alert(texts::not_published(&refusal.to_string())),
    })
}

async fn undo(core: &Core, of: &Publisher, revision: RevisionId) -> Result<PressAnswer> {
    let (whose, author, now) = (of.user.clone(), of.author.clone(), of.now);
    let undo = async move |tx: &SyncedTx| match rows::undo(tx, (&whose, &author), Some(&revision), now).await
    {
        Ok(undone) => Ok(PressAnswer::told(texts::undone(&undone.what))),
        Err(Error::Database(error)) => Err(error),
        Err(Error::Conflict(why)) => Ok(PressAnswer::alert(texts::not_undone(&why.to_string()))),
        Err(_) => Ok(PressAnswer::alert(texts::no_such_thing())),
    };
    core.db.write(Scope::Person(of.user.clone()), undo).await
}

async fn delete_page(core: &Core, of: &Publisher, page: PageId) -> Result<PressAnswer> {
    let (whose, author, now) = (of.user.clone(), of.author.clone(), of.now);
    let delete = async move |tx: &SyncedTx| {
        let Some(found) = pages::get(tx, &whose, &page).await? else {
            return Ok(PressAnswer::alert(texts::no_such_thing()));
        };
        let what = names::page_deleted(&found.title);
        let by = By { user: &whose, author: &author, what: &what, now, untrusted: &found.untrusted };
        pages::delete(tx, &page, &by).await?;
        Ok(PressAnswer::told(texts::deleted(&found.title)))
    };
    core.db.write(Scope::Person(of.user.clone()), delete).await
}

async fn delete_post(core: &Core, of: &Publisher, post: PostId) -> Result<PressAnswer> {
    let (whose, author, now) = (of.user.clone(), of.author.clone(), of.now);
    let delete = async move |tx: &SyncedTx| {
        let Some(found) = posts::get(tx, &whose, &post).await? else {
            return Ok(PressAnswer::alert(texts::no_such_thing()));
        };
        let what = names::post_deleted(&found.title);
        let by = By { user: &whose, author: &author, what: &what, now, untrusted: &found.untrusted };
        posts::delete(tx, &post, &by).await?;
        Ok(PressAnswer::told(texts::deleted(&found.title)))
    };
    core.db.write(Scope::Person(of.user.clone()), delete).await
}
