//! The part of a site that becomes public at once.

use std::collections::HashSet;

use adjutant_domain::{
    ids::{EntryId, PageId, PostId},
    site::{PageStatus, PostStatus},
    timestamp::Timestamp,
};
use adjutant_site::markdown;
use adjutant_store::site::Snapshot;

use super::{
    publishing::{Refusal, Steps},
    to_render::is_published,
};

/// The content of a publication.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Everything that is public, in its present state, and these drafts.
    Drafts(Drafts<'a>),
    /// Everything that is public, as it was published, and this post in its present state. Drafts of other items stay
    /// drafts, and so do changes of public items.
    Post(&'a PostId),
    /// Everything that is public, as it was published, except this post.
    Without(&'a PostId),
}

/// The drafts that become public: all if no field names any, else only the named ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drafts<'a> {
    pub pages: Option<&'a [PageId]>,
    pub posts: Option<&'a [PostId]>,
    pub entries: Option<&'a [EntryId]>,
}

impl Extent<'_> {
    /// Everything, with all drafts.
    pub const ALL: Self = Self::Drafts(Drafts { pages: None, posts: None, entries: None });

    /// Returns the site to show, and the steps that make items public or take them off the web. `now`: the stored site;
    /// `public`: the site as it was published.
    pub(super) fn of(self, now: Snapshot, public: Option<&Snapshot>) -> Result<(Snapshot, Steps), Refusal> {
        match self {
            Self::Drafts(drafts) => {
                let steps = drafts.steps(&now)?;
                Ok((now, steps))
            }
            Self::Post(id) => {
                let post = now.posts.iter().find(|post| post.post_id == *id);
                let post = post.ok_or_else(|| Refusal::NoSuchPost(id.clone()))?;
                let mut shown = without(&now, public.ok_or(Refusal::NotPublic)?, id);
                // A post that has been deleted since gives way to the post that has its address now.
                let is_there = |id: &PostId| now.posts.iter().any(|post| post.post_id == *id);
                shown.posts.retain(|other| other.slug != post.slug || is_there(&other.post_id));
                // This post takes over its address, also from a redirect to another post.
                shown.post_redirects.retain(|redirect| redirect.slug != post.slug);
                let own = now.post_redirects.iter().filter(|redirect| redirect.post_id == *id);
                shown.post_redirects.extend(own.cloned());
                shown.posts.push(post.clone());
                let ids = markdown::pictures(&post.body);
                for picture in now.pictures.iter().filter(|it| ids.contains(&it.picture_id.0)) {
                    if !shown.pictures.iter().any(|it| it.picture_id == picture.picture_id) {
                        shown.pictures.push(picture.clone());
                    }
                }
                Ok((shown, Steps { posts: vec![id.clone()], ..Steps::default() }))
            }
            Self::Without(id) => {
                let public = public.filter(|public| shows(public, id)).ok_or(Refusal::NotPublic)?;
                let steps = Steps { archived: Some(id.clone()), ..Steps::default() };
                Ok((without(&now, public, id), steps))
            }
        }
    }
}

/// Returns whether a post is public.
pub(super) fn shows(public: &Snapshot, id: &PostId) -> bool {
    public.posts.iter().any(|post| post.post_id == *id && post.status == PostStatus::Published)
}

/// Sets the status of the items that become public, and the date of a post that has none.
pub(super) fn publish(stored: &mut Snapshot, steps: &Steps, now: Timestamp) {
    for page in stored.pages.iter_mut().filter(|page| steps.pages.contains(&page.page_id)) {
        page.status = PageStatus::Published;
    }
    for post in stored.posts.iter_mut().filter(|post| steps.posts.contains(&post.post_id)) {
        post.status = PostStatus::Published;
        post.published_at.get_or_insert(now);
    }
    let entries: HashSet<_> = steps.entries.iter().collect();
    for entry in stored.entries.iter_mut().filter(|entry| entries.contains(&entry.entry_id)) {
        entry.status = PageStatus::Published;
    }
}

/// Returns the public site without a post.
fn without(now: &Snapshot, public: &Snapshot, id: &PostId) -> Snapshot {
    let mut shown = public.clone();
    // The name, which decides where the site is served, has no draft.
    shown.site.name.clone_from(&now.site.name);
    shown.posts.retain(|post| post.post_id != *id);
    shown.post_redirects.retain(|redirect| redirect.post_id != *id);
    shown
}

impl Drafts<'_> {
    /// Returns the drafts that become public. Archived posts stay archived unless they are named.
    fn steps(self, stored: &Snapshot) -> Result<Steps, Refusal> {
        let names_some = self.pages.is_some() || self.posts.is_some() || self.entries.is_some();
        let has_page = |id: &PageId| stored.pages.iter().any(|page| page.page_id == *id);
        if let Some(missing) = self.pages.unwrap_or_default().iter().find(|id| !has_page(id)) {
            return Err(Refusal::NoSuchPage(missing.clone()));
        }
        let has_post = |id: &PostId| stored.posts.iter().any(|post| post.post_id == *id);
        if let Some(missing) = self.posts.unwrap_or_default().iter().find(|id| !has_post(id)) {
            return Err(Refusal::NoSuchPost(missing.clone()));
        }
        let known: HashSet<_> = stored.entries.iter().map(|entry| &entry.entry_id).collect();
        if let Some(missing) = self.entries.unwrap_or_default().iter().find(|id| !known.contains(id)) {
            return Err(Refusal::NoSuchEntry(missing.clone()));
        }
        let pages = stored.pages.iter().filter(|page| !is_published(page)).map(|page| page.page_id.clone());
        let pages = pages.filter(|id| !names_some || self.pages.is_some_and(|wanted| wanted.contains(id)));
        let posts = stored.posts.iter().filter(|post| match names_some {
            true => self.posts.is_some_and(|wanted| wanted.contains(&post.post_id)),
            false => post.status == PostStatus::Draft,
        });
        let posts = posts.filter(|post| post.status != PostStatus::Published);
        let posts = posts.map(|post| post.post_id.clone()).collect();
        let wanted: HashSet<_> = self.entries.unwrap_or_default().iter().collect();
        let entries = stored.entries.iter().filter(|entry| entry.status == PageStatus::Draft);
        let entries = entries.map(|entry| &entry.entry_id).filter(|id| !names_some || wanted.contains(id));
        let entries = entries.cloned().collect();
        Ok(Steps { pages: pages.collect(), posts, entries, archived: None })
    }
}
