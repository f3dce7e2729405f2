//! Makes a person's site public: shared by `site_publish`, `site_publish_post`, `site_archive_post` and `/site`.

use std::{
    fs::{self, Permissions},
    io::ErrorKind,
    mem,
    os::unix::fs::PermissionsExt as _,
    sync::Arc,
    time::Duration,
};

use adjutant_config::Config;
use adjutant_domain::{
    ids::{self, EntryId, PageId, PostId, UserId},
    origin::Sources,
    site::{PageStatus, PostStatus},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_site::{Mode, PictureFile, Problem, PublishError, Rendered, Site, Slug, diff, publish, render};
use adjutant_store::{
    db::{Db, Scope, SyncedTx, Tx},
    site::{self as store, By, Published, Snapshot, entries, pages, posts, public},
};
use adjutant_texts::site::{self as texts, entries as site_entries, pictures as site_pictures};
use adjutant_workspace::{Blob, Blobs};
use anyhow::Context as _;
use chrono::{DateTime, FixedOffset};
use url::Url;

use super::{
    CONTACT, PREVIEW, Shown, deploy,
    extent::{self, Extent},
    pictures,
    to_render::{shown_pictures, to_render},
};
use crate::sites_folder;

/// The lifetime of a link to the drafts.
pub const PREVIEW_LASTS: Duration = Duration::from_hours(24);

/// The most pages, or posts, of a publication that are recorded as separate changes. A thousand changes would push all
/// others out of the list, and block everybody else's writes for a second.
const EACH: usize = 20;

/// The length of a digest: a button has room for only so many characters.
const DIGEST: usize = 32;

/// Shows and publishes the site of a person.
pub struct Publisher {
    pub db: Arc<Db>,
    pub user: UserId,
    /// The person who shows or publishes it, who may not be the owner of a shared site.
    pub author: UserId,
    pub config: Arc<Config>,
    /// The address below which all sites are served. It ends with a slash.
    pub sites_address: String,
    /// The storage of people's files, including the pictures of sites.
    pub blobs: Arc<dyn Blobs>,
    pub now: Timestamp,
    /// The zone in which posts show their dates.
    pub zone: Zone,
    /// The sources of other people's words in the turn that publishes it.
    pub untrusted: Sources,
}

/// A publication, before or after it is made.
pub struct Proposal {
    /// The stored site, with the drafts that become public.
    pub stored: Arc<Snapshot>,
    /// The changes in the stored site once it is public.
    steps: Steps,
    /// Identifies the content of the publication.
    pub digest: String,
    pub address: String,
    /// The differences from the public site, in words.
    pub changes: Vec<String>,
    /// Problems that do not prevent the publication.
    pub warnings: Vec<String>,
    /// The rendered site, with the mistakes that prevent the publication.
    pub rendered: Rendered,
    /// The message for the person about the copy that the operator's program made, if there is a program.
    pub copied: Option<String>,
}

/// The pages, posts and entries whose status changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) pages: Vec<PageId>,
    pub(super) posts: Vec<PostId>,
    pub(super) entries: Vec<EntryId>,
    /// The post that is taken off the web.
    pub(super) archived: Option<PostId>,
}

/// Why a site is not published. Nothing has changed in that case.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the website has no pages yet")]
    NoPages,
    #[error("the website has no title yet")]
    NoTitle,
    #[error("there is no page '{0}'")]
    NoSuchPage(PageId),
    #[error("there is no post '{0}'")]
    NoSuchPost(PostId),
    #[error("there is no entry '{0}'")]
    NoSuchEntry(EntryId),
    #[error("the website is not public yet")]
    NotPublic,
    #[error("the website has changed since the person was asked")]
    Changed,
    #[error("put this right first: {}", .0.join(" "))]
    Mistakes(Vec<String>),
    #[error("the file {0} of a picture is gone; delete that picture, and add it again")]
    NoPicture(PictureFile),
    #[error(transparent)]
    Busy(PublishError),
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

impl Publisher {
    /// Returns the publication without making it.
    ///
    /// # Errors
    /// Any [`Refusal`] except those that only writing can cause.
    pub async fn propose(&self, extent: Extent<'_>) -> Result<Proposal, Refusal> {
        let user = self.user.clone();
        let read = async move |tx: &Tx| {
            let Some(site) = store::of(tx, &user).await? else { return Ok(None) };
            let public = store::published(tx, &user, &site.site_id).await?;
            let stored = store::snapshot(tx, &user, &site.site_id).await?;
            let name = match &site.name {
                Some(name) => name.clone(),
                None => free_name(tx, &site.title).await?,
            };
            Ok(stored.map(|stored| (stored, public, name)))
        };
        let found = self.db.read(read).await?.filter(|(stored, ..)| !stored.pages.is_empty());
        let Some((stored, public, name)) = found else { return Err(Refusal::NoPages) };
        if stored.site.title.is_empty() {
            return Err(Refusal::NoTitle);
        }
        // A large site takes a while, and nobody else should have to wait for it.
        let parse = move || public.as_ref().map(Published::snapshot).transpose();
        let public = tokio::task::spawn_blocking(parse).await.context("reading what is public")??;
        let (mut stored, steps) = extent.of(stored, public.as_ref())?;
        extent::publish(&mut stored, &steps, self.now);
        let (zone, now, address) = (self.zone, self.now, format!("{}{name}/", self.sites_address));
        let has_public_url = self.config.site.public_url.is_some();
        let work = move || -> anyhow::Result<Proposal> {
            let mut site = to_render(&stored, Shown::Published, zone)?;
            // The public site keeps no pictures that nobody sees.
            stored.pictures = shown_pictures(&stored, Shown::Published).cloned().collect();
            let public = public.map(|public| to_render(&public, Shown::Published, zone)).transpose()?;
            let words = |all: &[Problem]| all.iter().map(ToString::to_string).collect();
            let changes = diff(&public.unwrap_or_default(), &site).iter().map(ToString::to_string).collect();
            let digest = digest(&site, now);
            // On another server, visitors reach this machine only by its public address.
            if site.base_url.is_none() || has_public_url {
                site.contact_form = contact_form(&address);
            }
            if site.base_url.is_none() {
                site.base_url = address.parse().ok();
            }
            let rendered = render(&site, Mode::Published);
            let mut warnings: Vec<_> = words(&rendered.warnings);
            warnings.extend(undescribed(&stored));
            let stored = Arc::new(stored);
            Ok(Proposal { stored, steps, digest, address, changes, warnings, rendered, copied: None })
        };
        Ok(tokio::task::spawn_blocking(work).await.context("rendering")??)
    }

    /// Makes a link that shows the site with its drafts for [`PREVIEW_LASTS`], and returns it without the path of a
    /// page. Returns `None` if the person has no site.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn preview(&self) -> anyhow::Result<Option<String>> {
        let (user, now, token) = (self.user.clone(), self.now, ids::token());
        let link = format!("{}{PREVIEW}/{token}/", self.sites_address);
        let add = async move |tx: &SyncedTx| {
            let Some(site) = store::of(tx, &user).await? else { return Ok(None) };
            public::add_preview(tx, (&user, &site.site_id), &token, (now, now + PREVIEW_LASTS)).await?;
            Ok(Some(link.clone()))
        };
        self.db.write(Scope::Person(self.user.clone()), add).await
    }

    /// Publishes the site. `digest`: the publication that the person was asked about.
    ///
    /// # Errors
    /// Any [`Refusal`].
    pub async fn publish(&self, extent: Extent<'_>, digest: Option<&str>) -> Result<Proposal, Refusal> {
        let mut proposal = self.propose(extent).await?;
        proposal.check(digest)?;
        let name = match &proposal.stored.site.name {
            Some(name) => name.clone(),
            None => {
                let name = self.take_name(&proposal.stored).await?;
                // Render again: now the pages contain the site's address.
                proposal = self.propose(extent).await?;
                proposal.check(digest)?;
                name
            }
        };
        let (owner, rendered) = (&proposal.stored.site.user_id, mem::take(&mut proposal.rendered));
        self.write_files(&name, owner, rendered).await?;
        self.note(&proposal).await?;
        proposal.copied = self.copy(&name, &proposal.address).await;
        Ok(proposal)
    }

    /// Names the site at its first publication. Returns the name, which is part of its address.
    async fn take_name(&self, stored: &Snapshot) -> Result<String, Refusal> {
        let (user, site) = (self.user.clone(), stored.site.clone());
        let take = async move |tx: &SyncedTx| {
            let free = free_name(tx, &site.title).await?;
            public::take_name(tx, &user, &site.site_id, &free).await?;
            Ok(free)
        };
        // A global write, because no two sites may have the same name.
        Ok(self.db.write(Scope::Global, take).await?)
    }

    /// Replaces the served site with the rendered one, whose pictures are files of `owner`.
    async fn write_files(&self, name: &str, owner: &UserId, rendered: Rendered) -> Result<(), Refusal> {
        let folder = sites_folder(&self.config).join(name);
        let (blobs, owner) = (self.blobs.clone(), owner.clone());
        let picture = move |file: &PictureFile| {
            let path = blobs.local(&Blob::of_site(&owner, file.as_str()))?;
            // A link gives the same file, and the web server may run as another user than this process.
            fs::set_permissions(&path, Permissions::from_mode(0o644))?;
            Ok(path)
        };
        let write = move || publish(&folder, &rendered, &picture);
        match tokio::task::spawn_blocking(write).await.context("publishing")? {
            Ok(published) => {
                tracing::info!(version = published.version, written = published.written, "published a site");
                Ok(())
            }
            Err(busy @ PublishError::Busy) => Err(Refusal::Busy(busy)),
            Err(PublishError::Picture { file, source }) if source.kind() == ErrorKind::NotFound => {
                Err(Refusal::NoPicture(file))
            }
            Err(error) => Err(Refusal::Failed(error.into())),
        }
    }

    /// Lets the operator's program copy the public site. Returns a message about that for the person; `None` if there
    /// is no program.
    async fn copy(&self, name: &str, address: &str) -> Option<String> {
        let root = sites_folder(&self.config).join(name);
        let (program, done) = deploy::deploy(&self.config.site, &root, name).await?;
        Some(match done {
            Ok(()) => texts::copied(address, &program),
            Err(failure) => texts::not_copied(address, &program, &failure.to_string()),
        })
    }

    /// Stores the publication.
    async fn note(&self, proposal: &Proposal) -> Result<(), Refusal> {
        let (user, author) = (self.user.clone(), self.author.clone());
        let (now, untrusted) = (self.now, self.untrusted.clone());
        let (stored, steps) = (proposal.stored.clone(), proposal.steps.clone());
        let kept = stored.clone();
        // Everybody's writes wait for a transaction, so the long work is done before it begins.
        let published = tokio::task::spawn_blocking(move || Published::new(&kept));
        let published = published.await.context("keeping what is public")??;
        let note = async move |tx: &SyncedTx| {
            let by = By { user: &user, author: &author, what: "", now, untrusted: &untrusted };
            publish_pages(tx, &stored, &steps.pages, &by).await?;
            publish_posts(tx, &stored, &steps.posts, &by).await?;
            publish_entries(tx, &stored, &steps.entries, &by).await?;
            if let Some(id) = &steps.archived {
                archive(tx, id, &by).await?;
            }
            Ok(store::note_published(tx, &user, &stored.site.site_id, &published, now).await?)
        };
        Ok(self.db.write(Scope::Person(self.user.clone()), note).await?)
    }
}

impl Proposal {
    /// Checks that this is the publication that the person was asked about, and that it has no mistakes.
    fn check(&self, digest: Option<&str>) -> Result<(), Refusal> {
        if digest.is_some_and(|digest| digest != self.digest) {
            return Err(Refusal::Changed);
        }
        match self.mistakes() {
            mistakes if mistakes.is_empty() => Ok(()),
            mistakes => Err(Refusal::Mistakes(mistakes)),
        }
    }

    /// Returns the mistakes that prevent the publication, in words.
    pub fn mistakes(&self) -> Vec<String> {
        self.rendered.errors.iter().map(ToString::to_string).collect()
    }

    /// Returns the sources of the words in it.
    pub fn untrusted(&self) -> Sources {
        let stored = &self.stored;
        let pages = stored.pages.iter().map(|page| &page.untrusted);
        let sections = stored.sections.iter().map(|section| &section.untrusted);
        let items = stored.navigation.iter().map(|item| &item.untrusted);
        let pictures = stored.pictures.iter().map(|picture| &picture.untrusted);
        let posts = stored.posts.iter().map(|post| &post.untrusted);
        let collections = stored.collections.iter().map(|collection| &collection.untrusted);
        let entries = stored.entries.iter().map(|entry| &entry.untrusted);
        let rest = sections.chain(items).chain(pictures).chain(posts).chain(collections).chain(entries);
        std::iter::once(&stored.site.untrusted).chain(pages).chain(rest).collect()
    }
}

/// Returns the address of the contact forms of the site at this address, which ends with a slash.
pub fn contact_form(site: &str) -> Option<Url> {
    format!("{site}{CONTACT}").parse().ok()
}

/// Returns a warning for each picture without a description.
fn undescribed(stored: &Snapshot) -> impl Iterator<Item = String> {
    let undescribed = stored.pictures.iter().filter(|picture| picture.alt.is_empty());
    undescribed.map(|it| site_pictures::has_no_description(&pictures::title(it), it.picture_id.as_str()))
}

/// Records that pages are public: as separate changes, unless there are many.
async fn publish_pages(tx: &Tx, stored: &Snapshot, ids: &[PageId], by: &By<'_>) -> Result<(), store::Error> {
    if ids.len() > EACH {
        let by = By { what: &texts::pages_published(ids.len()), ..*by };
        return pages::publish(tx, &stored.site.site_id, ids, &by).await;
    }
    for page in stored.pages.iter().filter(|page| ids.contains(&page.page_id)) {
        let by = By { what: &texts::page_published(&page.title), ..*by };
        unless_deleted(pages::set_status(tx, &page.page_id, PageStatus::Published, &by).await)?;
    }
    Ok(())
}

/// Records that posts are public: as separate changes, unless there are many.
async fn publish_posts(tx: &Tx, stored: &Snapshot, ids: &[PostId], by: &By<'_>) -> Result<(), store::Error> {
    if ids.len() > EACH {
        let by = By { what: &texts::posts_published(ids.len()), ..*by };
        return posts::publish(tx, &stored.site.site_id, ids, &by).await;
    }
    for post in stored.posts.iter().filter(|post| ids.contains(&post.post_id)) {
        let by = By { what: &texts::post_published(&post.title), ..*by };
        unless_deleted(posts::set_status(tx, &post.post_id, PostStatus::Published, &by).await)?;
    }
    Ok(())
}

/// Records that entries are public: one change for each collection.
async fn publish_entries(
    tx: &Tx,
    stored: &Snapshot,
    ids: &[EntryId],
    by: &By<'_>,
) -> Result<(), store::Error> {
    for collection in &stored.collections {
        let own = stored.entries.iter().filter(|entry| entry.collection_id == collection.collection_id);
        let own: Vec<_> = own.map(|entry| &entry.entry_id).filter(|id| ids.contains(id)).cloned().collect();
        if !own.is_empty() {
            let by = By { what: &site_entries::entries_published(own.len(), &collection.title), ..*by };
            unless_deleted(entries::publish(tx, &collection.collection_id, &own, &by).await)?;
        }
    }
    Ok(())
}

/// Archives a post, if it exists.
pub(super) async fn archive(tx: &Tx, id: &PostId, by: &By<'_>) -> Result<(), store::Error> {
    let Some(post) = posts::get(tx, by.user, id).await? else { return Ok(()) };
    let by = By { what: &texts::post_archived(&post.title), ..*by };
    posts::set_status(tx, id, PostStatus::Archived, &by).await.map(drop)
}

/// Ignores that an item was deleted in the meantime and has no status to set.
fn unless_deleted<T>(done: Result<T, store::Error>) -> Result<(), store::Error> {
    match done {
        Ok(_) | Err(store::Error::Missing(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns a digest of the site, which shows later whether it has changed. The date that a post gets on publication,
/// which is `now`, does not count, because it is set only when the person confirms.
fn digest(site: &Site, now: Timestamp) -> String {
    let mut site = site.clone();
    let is_now = |at: DateTime<FixedOffset>| at.timestamp_millis() == now.as_millis();
    for post in site.posts.iter_mut().filter(|post| is_now(post.published_at)) {
        post.published_at = DateTime::default();
    }
    // Texts and numbers always have a JSON form.
    let mut digest = ids::sha256(&serde_json::to_string(&site).unwrap_or_default());
    digest.truncate(DIGEST);
    digest
}

/// Returns a name for a site that no other site has.
async fn free_name(tx: &Tx, title: &str) -> anyhow::Result<String> {
    let wanted = Slug::from_title(title);
    let mut name = wanted.clone();
    let mut number = 2;
    while name.as_str() == PREVIEW || !public::name_is_free(tx, name.as_str()).await? {
        name = wanted.numbered(number);
        number += 1;
    }
    Ok(name.to_string())
}
