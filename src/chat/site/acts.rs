//! The actions of `/site` and its presses.

use std::sync::Arc;

use adjutant_channel::{Content, Inbound, PressAnswer};
use adjutant_domain::{
    buttons::{SiteAction, SitePress},
    ids::{PageId, PostId, RevisionId},
    origin::Sources,
    zones::Zone,
};
use adjutant_store::{
    db::{Scope, SyncedTx},
    people::User,
    site::{self as rows, By, Error, pages, posts, sharing::Role},
};
use adjutant_texts::site::{
    self as names,
    list::{self as texts, SiteOverview},
};
use adjutant_tools::site::{
    Extent,
    publishing::{Publisher, Refusal},
};
use anyhow::Result;

use super::{
    SHARE, Shown, UNSHARE, overview,
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
        Wish::Look => SitePress::List(0),
        Wish::Press(press) => press,
    };
    let Some(whose) = Whose::of(core, user, event).await? else { return Ok(None) };
    if let Some(shown) = about_sharing(core, &whose, press).await? {
        return Ok(Some(shown));
    }
    let publisher = publisher(core, &whose.owner, user);
    let answer = act(core, &whose, &publisher, press).await?;
    let Some(overview) = overview::read(core, &whose, &publisher).await? else { return Ok(None) };
    let zone = user.zone(core.zone);
    Ok(Some(match draw(&publisher, &overview, press, zone).await? {
        Some(content) => Shown { content, answer },
        None => Shown {
            content: texts::listing(&overview, 0, None, zone),
            answer: PressAnswer::alert(texts::no_such_thing()),
        },
    }))
}

/// Carries out a press about the sharing of a website, and shows the people with whom it is shared; `None` for other
/// presses.
async fn about_sharing(core: &Core, whose: &Whose, press: SitePress<'_>) -> Result<Option<Shown>> {
    let answer = match press {
        SitePress::Sharing => PressAnswer::default(),
        SitePress::Reviewer(member, reviews) => whose::set_reviewer(core, whose, (member, reviews)).await?,
        SitePress::Unshare if whose.role != Role::Owner => PressAnswer::alert(texts::only_its_owner()),
        SitePress::Unshare => {
            whose::end(core, &whose.owner).await?;
            return Ok(Some(whose::said(texts::shared_no_more())));
        }
        _ => return Ok(None),
    };
    Ok(Some(Shown { answer, ..whose::sharing_of(core, whose).await? }))
}

/// Carries out a press that changes a website, and returns the answer to it; empty if the press only looks.
async fn act(core: &Core, whose: &Whose, publisher: &Publisher, press: SitePress<'_>) -> Result<PressAnswer> {
    match press {
        SitePress::Publish(digest) => publish(publisher, whose.role, digest).await,
        SitePress::Undo(revision) => undo(core, publisher, RevisionId(revision.to_owned())).await,
        SitePress::Page(id, SiteAction::Delete) => delete_page(core, publisher, PageId(id.to_owned())).await,
        SitePress::Post(id, SiteAction::Delete) => delete_post(core, publisher, PostId(id.to_owned())).await,
        _ => Ok(PressAnswer::default()),
    }
}

/// Draws the view after a press; `None` if the page or post to open is gone.
async fn draw(
    publisher: &Publisher,
    overview: &SiteOverview,
    press: SitePress<'_>,
    zone: Zone,
) -> Result<Option<Content>> {
    Ok(match press {
        SitePress::List(page) => Some(texts::listing(overview, page, None, zone)),
        SitePress::Preview => {
            let link = publisher.preview().await?;
            Some(texts::listing(overview, 0, link.as_deref(), zone))
        }
        SitePress::Page(id, SiteAction::Open) | SitePress::Post(id, SiteAction::Open) => {
            overview.thing(id).map(texts::one)
        }
        _ => Some(texts::listing(overview, 0, None, zone)),
    })
}

fn publisher(core: &Core, owner: &User, author: &User) -> Publisher {
    Publisher {
        db: core.db.clone(),
        user: owner.user_id.clone(),
        author: author.user_id.clone(),
        config: core.config.clone(),
        sites_address: core.addresses.sites.url(),
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
