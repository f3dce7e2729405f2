//! The state of a person's website.

use adjutant_domain::site::{PageStatus, PostStatus};
use adjutant_store::{
    db::Tx,
    site::{self as rows, Collection, Page, Post, Revision, Snapshot, revisions, sections, sharing},
};
use adjutant_texts::site::{
    entries,
    list::{self as texts, Kind, SiteOverview, Thing},
};
use adjutant_tools::site::{
    Extent,
    publishing::{Publisher, Refusal},
};
use anyhow::Result;

use super::whose::Whose;
use crate::core::Core;

/// The most recent changes among which the latest undoable one is looked for.
const CHANGES: i64 = 100;

/// Reads the state of a website; `None` if the person has none.
pub(super) async fn read(core: &Core, of: &Whose, publisher: &Publisher) -> Result<Option<SiteOverview>> {
    let whose = of.owner.user_id.clone();
    let read = async move |tx: &Tx| {
        let Some(site) = rows::of(tx, &whose).await? else { return Ok(None) };
        let stored = rows::around(tx, &whose, &site.site_id).await?;
        let sections = sections::numbers(tx, &whose, &site.site_id).await?;
        let changes = revisions::list(tx, &whose, &site.site_id, CHANGES).await?;
        let shared = sharing::chat_of(tx, &whose).await?;
        Ok(stored.map(|stored| (stored, sections, changes, shared)))
    };
    let Some((stored, sections, changes, shared)) = core.db.read(read).await? else { return Ok(None) };
    let latest = changes.into_iter().find(Revision::can_be_undone);
    let latest = latest.map(|change| match change.person == of.owner.person {
        true => (change.revision_id, change.what),
        false => (change.revision_id, texts::by(&change.what, &change.author)),
    });
    let pages = stored.pages.iter().map(|page| a_page(page, sections.get(&page.page_id)));
    let things = pages.chain(stored.posts.iter().map(a_post)).collect();
    let collections = stored.collections.iter().map(|it| a_collection(&stored, it)).collect();
    let title = stored.site.title.clone();
    let overview = |address, changes, mistakes, digest| SiteOverview {
        title,
        public: stored.site.published_at.map(|at| (address, at)),
        changes,
        mistakes,
        digest,
        things,
        collections,
        latest,
        shared: shared.map(|chat| (of.owner.name.clone(), (!of.is_group).then_some(chat))),
        is_copied: !core.config.site.deploy.is_empty(),
    };
    Ok(Some(match publisher.propose(Extent::ALL).await {
        Ok(proposal) => {
            let mistakes = proposal.mistakes();
            overview(proposal.address, proposal.changes, mistakes, proposal.digest)
        }
        Err(Refusal::Failed(error)) => return Err(error),
        Err(refusal) => overview(String::new(), Vec::new(), vec![refusal.to_string()], String::new()),
    }))
}

fn a_page(page: &Page, sections: Option<&usize>) -> Thing {
    let state = match (page.is_home, page.status) {
        (true, _) => texts::START_PAGE,
        (false, PageStatus::Draft) => texts::DRAFT,
        (false, PageStatus::Published) => "",
    };
    Thing {
        id: page.page_id.to_string(),
        kind: Kind::Page,
        title: page.title.clone(),
        path: page.slug.clone(),
        state,
        description: page.description.clone(),
        sections: sections.copied().unwrap_or_default(),
    }
}

fn a_collection(stored: &Snapshot, collection: &Collection) -> String {
    let own = stored.entries.iter().filter(|entry| entry.collection_id == collection.collection_id);
    let drafts = own.clone().filter(|entry| entry.status == PageStatus::Draft).count();
    entries::extent(&collection.title, own.count(), drafts)
}

fn a_post(post: &Post) -> Thing {
    let state = match post.status {
        PostStatus::Draft => texts::DRAFT_POST,
        PostStatus::Published => texts::POST,
        PostStatus::Archived => texts::ARCHIVED_POST,
    };
    Thing {
        id: post.post_id.to_string(),
        kind: Kind::Post,
        title: post.title.clone(),
        path: format!("posts/{}", post.slug),
        state,
        description: post.excerpt.clone().unwrap_or_default(),
        sections: 0,
    }
}
