//! What the presses of `/site` do.

use std::sync::Arc;

use adjutant_channel::PressAnswer;
use adjutant_domain::{
    buttons::{SiteAction, SitePress},
    ids::{PageId, PostId, RevisionId},
    origin::Sources,
};
use adjutant_store::{
    db::{Scope, SyncedTx},
    people::User,
    site::{self as rows, By, Error, pages, posts},
};
use adjutant_texts::{site as names, site_list as texts};
use adjutant_tools::site::{
    Extent,
    publishing::{Publisher, Refusal},
};
use anyhow::Result;

use super::{Shown, standing::Standing};
use crate::core::Core;

/// Does what a press asks for, if there is one, and returns what the message shows then. `None`: the person has no website,
/// or the operator wants none.
pub(crate) async fn read(
    core: &Arc<Core>,
    user: &User,
    button: Option<SitePress<'_>>,
) -> Result<Option<Shown>> {
    if !core.config.site.enabled {
        return Ok(None);
    }
    let publisher = publisher(core, user);
    let answer = match button {
        Some(SitePress::Publish(digest)) => publish(&publisher, digest).await?,
        Some(SitePress::Undo(revision)) => undo(core, user, RevisionId(revision.to_owned())).await?,
        Some(SitePress::Page(id, SiteAction::Delete)) => {
            delete_page(core, user, PageId(id.to_owned())).await?
        }
        Some(SitePress::Post(id, SiteAction::Delete)) => {
            delete_post(core, user, PostId(id.to_owned())).await?
        }
        _ => PressAnswer::default(),
    };
    let Some(standing) = Standing::read(core, user, &publisher).await? else { return Ok(None) };
    let zone = user.zone(core.zone);
    let content = match button {
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

fn publisher(core: &Core, user: &User) -> Publisher {
    Publisher {
        db: core.db.clone(),
        user: user.user_id.clone(),
        config: core.config.clone(),
        sites_address: core.sites_at.url(),
        blobs: core.blobs.clone(),
        now: core.clock.timestamp(),
        zone: user.zone(core.zone),
        untrusted: Sources::OWN,
    }
}

async fn publish(publisher: &Publisher, digest: &str) -> Result<PressAnswer> {
    // The channel's next messages wait for a press; for the operator's copy they shall not.
    if !publisher.config.site.deploy.is_empty() {
        return Ok(PressAnswer::alert(texts::publish_by_words()));
    }
    Ok(match publisher.publish(Extent::ALL, Some(digest)).await {
        Ok(published) => PressAnswer::told(names::published(&published.address)),
        Err(Refusal::Changed) => PressAnswer::alert(texts::changed_since()),
        Err(Refusal::Failed(error)) => return Err(error),
        // The message says what to put right.
        Err(refusal) => PressAnswer::alert(texts::not_published(&refusal.to_string())),
    })
}

async fn undo(core: &Core, user: &User, revision: RevisionId) -> Result<PressAnswer> {
    let (whose, now) = (user.user_id.clone(), core.clock.timestamp());
    let undo = async move |tx: &SyncedTx| match rows::undo(tx, &whose, Some(&revision), now).await {
        Ok(undone) => Ok(PressAnswer::told(texts::undone(&undone.what))),
        Err(Error::Database(error)) => Err(error),
        Err(Error::Conflict(why)) => Ok(PressAnswer::alert(texts::not_undone(&why.to_string()))),
        Err(_) => Ok(PressAnswer::alert(texts::no_such_thing())),
    };
    core.db.write(Scope::Person(user.user_id.clone()), undo).await
}

async fn delete_page(core: &Core, user: &User, page: PageId) -> Result<PressAnswer> {
    let (whose, now) = (user.user_id.clone(), core.clock.timestamp());
    let delete = async move |tx: &SyncedTx| {
        let Some(found) = pages::get(tx, &whose, &page).await? else {
            return Ok(PressAnswer::alert(texts::no_such_thing()));
        };
        let what = names::page_deleted(&found.title);
        let by = By { user: &whose, what: &what, now, untrusted: &found.untrusted };
        pages::delete(tx, &page, &by).await?;
        Ok(PressAnswer::told(texts::deleted(&found.title)))
    };
    core.db.write(Scope::Person(user.user_id.clone()), delete).await
}

async fn delete_post(core: &Core, user: &User, post: PostId) -> Result<PressAnswer> {
    let (whose, now) = (user.user_id.clone(), core.clock.timestamp());
    let delete = async move |tx: &SyncedTx| {
        let Some(found) = posts::get(tx, &whose, &post).await? else {
            return Ok(PressAnswer::alert(texts::no_such_thing()));
        };
        let what = names::post_deleted(&found.title);
        let by = By { user: &whose, what: &what, now, untrusted: &found.untrusted };
        posts::delete(tx, &post, &by).await?;
        Ok(PressAnswer::told(texts::deleted(&found.title)))
    };
    core.db.write(Scope::Person(user.user_id.clone()), delete).await
}
