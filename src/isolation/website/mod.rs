//! People's actions on websites in a walk: each person has a website, and also tries the ids of the other's.

use adjutant_domain::{
    ids::{
        CollectionId, EntryId, ItemId, PageId, PictureId, PostId, SectionId, SiteId, SiteMessageId, UserId,
    },
    origin::Sources,
};
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self, By, Error, collections, entries, messages, navigation, pages, pictures, posts, sections},
};
use anyhow::Result;
use proptest::prelude::*;
use serde::Deserialize;

use super::{
    NAMES, WORDS,
    checks::{Checked, lacks},
    stage::Stage,
};

mod changes;
mod meaning;

pub(super) use changes::CHANGES;

use changes::Change;

static OWN: Sources = Sources::OWN;

/// The id of an item of somebody's website, with its user.
#[derive(Clone, Debug, Deserialize)]
struct Thing {
    kind: String,
    id: String,
    user_id: UserId,
}

impl Stage {
    /// Makes a person change a website, with these words. The person can change their own; the other's is not found.
    pub(super) async fn changes_website(
        &self,
        who: usize,
        change: usize,
        seed: usize,
        words: &str,
    ) -> Checked {
        let user = self.user(NAMES[who]).await;
        let (words, now) = (words.to_owned(), self.room.core.clock.timestamp());
        let work = async move |tx: &SyncedTx| {
            site::open(tx, &user, now).await?;
            let things = things(tx).await?;
            let by = By { user: &user, author: &user, what: &words, now, untrusted: &OWN };
            let made = Change { tx, by, things: &things, seed, words: &words };
            let (whose, done) = made.carry_out(change).await;
            let is_own = whose.is_none_or(|whose| whose == user);
            match done {
                Ok(()) => meaning::embed(tx).await.map(|()| is_own),
                Err(Error::Missing(_)) => Ok(true),
                Err(Error::Database(error)) => Err(error),
                Err(_) => Ok(is_own),
            }
        };
        let is_refused_to_others = self.room.store.write(work).await;
        prop_assert!(is_refused_to_others, "{} has changed the other's website: {change}", NAMES[who]);
        self.check_websites().await
    }

    /// Checks that nobody is shown another person's website, whatever ids they know.
    async fn check_websites(&self) -> Checked {
        for (who, name) in NAMES.iter().enumerate() {
            let user = self.user(name).await;
            let read = async move |tx: &Tx| {
                let mut seen = format!("{:?}", site::of(tx, &user).await?);
                for Thing { kind, id, .. } in things(tx).await? {
                    seen += &match kind.as_str() {
                        "site" => of_site(tx, &user, &SiteId(id)).await?,
                        "page" => of_page(tx, &user, &PageId(id)).await?,
                        "section" => format!("{:?}", sections::get(tx, &user, &SectionId(id)).await?),
                        "message" => format!("{:?}", messages::get(tx, &user, &SiteMessageId(id)).await?),
                        "item" => format!("{:?}", navigation::get(tx, &user, &ItemId(id)).await?),
                        "picture" => format!("{:?}", pictures::get(tx, &user, &PictureId(id)).await?),
                        "post" => format!("{:?}", posts::get(tx, &user, &PostId(id)).await?),
                        "collection" => of_collection(tx, &user, &CollectionId(id)).await?,
                        "entry" => format!("{:?}", entries::get(tx, &user, &EntryId(id)).await?),
                        _ => String::new(),
                    };
                }
                Ok(seen)
            };
            let seen = self.room.store.read(read).await;
            lacks(&seen, &WORDS[1 - who], &format!("what {name} sees of websites"))?;
        }
        Ok(())
    }
}

async fn of_site(tx: &Tx, user: &UserId, id: &SiteId) -> Result<String> {
    let files = pictures::files(tx, user).await?;
    let meaning = meaning::read(tx, user, id).await?;
    Ok(format!(
        "{files:?} {meaning} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        pictures::list(tx, user, id).await?,
        pages::list(tx, user, id).await?,
        pages::home(tx, user, id).await?,
        sections::of_site(tx, user, id).await?,
        navigation::list(tx, user, id).await?,
        posts::list(tx, user, id).await?,
        messages::list(tx, user, 100, 0).await?,
        posts::redirects(tx, user, id).await?,
        collections::list(tx, user, id).await?,
        entries::of_site(tx, user, id).await?,
        site::revisions::list(tx, user, id, 100).await?,
        site::snapshot(tx, user, id).await?,
        site::published(tx, user, id).await?,
    ))
}

async fn of_page(tx: &Tx, user: &UserId, id: &PageId) -> Result<String> {
    Ok(format!(
        "{:?} {:?} {:?}",
        pages::get(tx, user, id).await?,
        sections::of_page(tx, user, id).await?,
        pages::would_delete(tx, user, id).await?,
    ))
}

async fn of_collection(tx: &Tx, user: &UserId, id: &CollectionId) -> Result<String> {
    Ok(format!(
        "{:?} {:?}",
        collections::get(tx, user, id).await?,
        entries::of_collection(tx, user, id).await?,
    ))
}

async fn things(tx: &Tx) -> Result<Vec<Thing>> {
    tx.all(
        "SELECT 'site' AS kind, site_id AS id, user_id FROM sites
         UNION ALL SELECT 'page', page_id, user_id FROM site_pages JOIN sites USING (site_id)
         UNION ALL SELECT 'section', section_id, user_id FROM site_sections JOIN sites USING (site_id)
         UNION ALL SELECT 'item', item_id, user_id FROM site_navigation JOIN sites USING (site_id)
         UNION ALL SELECT 'picture', picture_id, user_id FROM site_pictures JOIN sites USING (site_id)
         UNION ALL SELECT 'post', post_id, user_id FROM site_posts JOIN sites USING (site_id)
         UNION ALL SELECT 'collection', collection_id, user_id FROM site_collections JOIN sites USING (site_id)
         UNION ALL SELECT 'entry', entry_id, user_id FROM site_entries JOIN sites USING (site_id)
         UNION ALL SELECT 'message', m.message_id, s.user_id FROM site_messages m JOIN sites s USING (site_id)
         UNION ALL SELECT 'revision', r.revision_id, s.user_id FROM site_revisions r JOIN sites s USING (site_id)",
        (),
    )
    .await
}
