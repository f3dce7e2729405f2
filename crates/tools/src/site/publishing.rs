//! How a person's site becomes public, which `site_publish` and `/site` share.

use std::{
    fs::{self, Permissions},
    io::ErrorKind,
    mem,
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use adjutant_domain::{
    ids::{self, PageId, UserId},
    origin::Sources,
    site::PageStatus,
    timestamp::Timestamp,
};
use adjutant_site::{Mode, PictureFile, Problem, PublishError, Rendered, Site, Slug, diff, publish, render};
use adjutant_store::{
    db::{Db, Scope, SyncedTx, Tx},
    site::{self as store, By, Snapshot, pages, public},
};
use adjutant_texts::{site as texts, site_pictures};
use adjutant_workspace::{Blob, Blobs};
use anyhow::Context as _;

use super::{
    PREVIEW, pictures,
    to_render::{is_published, shown, to_render},
};

/// How long a link to the drafts works.
pub const PREVIEW_LASTS: Duration = Duration::from_hours(24);

/// The letters of a digest, of which a button has room for some.
const DIGEST: usize = 32;

/// Shows and publishes the site of a person.
pub struct Publisher {
    pub db: Arc<Db>,
    pub user: UserId,
    /// The folder of all sites.
    pub folder: PathBuf,
    /// The address below which all sites are served. It ends with a slash.
    pub sites_address: String,
    /// Where people's files are, among them the pictures of sites.
    pub blobs: Arc<dyn Blobs>,
    pub now: Timestamp,
    /// The sources of other people's words in the turn that publishes it.
    pub untrusted: Sources,
}

/// What would become public, or became it.
pub struct Proposal {
    /// With the drafts that become public.
    pub stored: Snapshot,
    /// Those drafts.
    added: Vec<PageId>,
    /// Names all of it.
    pub digest: String,
    pub address: String,
    /// How it differs from what is public, in words.
    pub changes: Vec<String>,
    /// What should be looked at.
    pub warnings: Vec<String>,
    /// With the mistakes that stand against publishing it.
    pub rendered: Rendered,
}

/// Why a site is not published. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the website has no pages yet")]
    NoPages,
    #[error("the website has no title yet")]
    NoTitle,
    #[error("there is no page '{0}'")]
    NoSuchPage(PageId),
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
    /// Returns what would become public: what is public already, as it is now, and these drafts, or all.
    ///
    /// # Errors
    /// [`Refusal::NoPages`]; [`Refusal::NoTitle`]; [`Refusal::NoSuchPage`]; [`Refusal::Failed`].
    pub async fn propose(&self, drafts: Option<&[PageId]>) -> Result<Proposal, Refusal> {
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
        let Some((mut stored, public, name)) = found else { return Err(Refusal::NoPages) };
        if stored.site.title.is_empty() {
            return Err(Refusal::NoTitle);
        }
        let added = added(&stored, drafts)?;
        for page in stored.pages.iter_mut().filter(|page| added.contains(&page.page_id)) {
            page.status = PageStatus::Published;
        }
        let mut site = to_render(&stored, is_published)?;
        // What nobody sees need not be kept for what is public.
        stored.pictures = shown(&stored, is_published).cloned().collect();
        let public = public.as_ref().map(|public| to_render(public, is_published)).transpose()?;
        let address = format!("{}{name}/", self.sites_address);
        let work = move || {
            let words = |all: &[Problem]| all.iter().map(ToString::to_string).collect();
            let changes = diff(&public.unwrap_or_default(), &site).iter().map(ToString::to_string).collect();
            let digest = digest(&site);
            if site.base_url.is_none() {
                site.base_url = address.parse().ok();
            }
            let rendered = render(&site, Mode::Published);
            let mut warnings: Vec<_> = words(&rendered.warnings);
            warnings.extend(undescribed(&stored));
            Proposal { stored, added, digest, address, changes, warnings, rendered }
        };
        Ok(tokio::task::spawn_blocking(work).await.context("rendering")?)
    }

    /// Makes a link that shows the site with its drafts for [`PREVIEW_LASTS`], and returns it, without a page behind it.
    /// `None` if the person has no site.
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

    /// Makes it public. `digest`: what the person was asked about.
    ///
    /// # Errors
    /// All of [`Refusal`].
    pub async fn publish(
        &self,
        drafts: Option<&[PageId]>,
        digest: Option<&str>,
    ) -> Result<Proposal, Refusal> {
        let mut proposal = self.propose(drafts).await?;
        proposal.check(digest)?;
        let name = match &proposal.stored.site.name {
            Some(name) => name.clone(),
            None => {
                let name = self.take_name(&proposal.stored).await?;
                // Now that it has its name, the pages say where they are.
                proposal = self.propose(drafts).await?;
                proposal.check(digest)?;
                name
            }
        };
        let (owner, rendered) = (&proposal.stored.site.user_id, mem::take(&mut proposal.rendered));
        self.write_files(&name, owner, rendered).await?;
        self.note(&proposal).await?;
        Ok(proposal)
    }

    /// Gives the site the name below which it is served, when it is published for the first time.
    async fn take_name(&self, stored: &Snapshot) -> Result<String, Refusal> {
        let (user, site) = (self.user.clone(), stored.site.clone());
        let take = async move |tx: &SyncedTx| {
            let free = free_name(tx, &site.title).await?;
            public::take_name(tx, &user, &site.site_id, &free).await?;
            Ok(free)
        };
        // No two sites have one name, whoever takes it.
        Ok(self.db.write(Scope::Global, take).await?)
    }

    /// Makes the rendered site the one that is served. Its pictures are files of the owner.
    async fn write_files(&self, name: &str, owner: &UserId, rendered: Rendered) -> Result<(), Refusal> {
        let folder = self.folder.join(name);
        let (blobs, owner) = (self.blobs.clone(), owner.clone());
        let picture = move |file: &PictureFile| {
            let path = blobs.local(&Blob::of_site(&owner, file.as_str()))?;
            // A linked file is one file, and whoever serves the site may be somebody else than who runs this.
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

    /// Stores what is public now.
    async fn note(&self, proposal: &Proposal) -> Result<(), Refusal> {
        let (user, now, untrusted) = (self.user.clone(), self.now, self.untrusted.clone());
        let (stored, added) = (proposal.stored.clone(), proposal.added.clone());
        let note = async move |tx: &SyncedTx| {
            for page in stored.pages.iter().filter(|page| added.contains(&page.page_id)) {
                let what = texts::page_published(&page.title);
                let by = By { user: &user, what: &what, now, untrusted: &untrusted };
                match pages::set_status(tx, &page.page_id, PageStatus::Published, &by).await {
                    // It was deleted meanwhile.
                    Ok(_) | Err(store::Error::Missing(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(store::note_published(tx, &user, &stored.site.site_id, &stored, now).await?)
        };
        Ok(self.db.write(Scope::Person(self.user.clone()), note).await?)
    }
}

impl Proposal {
    /// Returns an error if it is not what the person was asked about, or a mistake stands against it.
    fn check(&self, digest: Option<&str>) -> Result<(), Refusal> {
        if digest.is_some_and(|digest| digest != self.digest) {
            return Err(Refusal::Changed);
        }
        match self.mistakes() {
            mistakes if mistakes.is_empty() => Ok(()),
            mistakes => Err(Refusal::Mistakes(mistakes)),
        }
    }

    /// Returns what stands against publishing it, in words.
    pub fn mistakes(&self) -> Vec<String> {
        self.rendered.errors.iter().map(ToString::to_string).collect()
    }

    /// Returns whose words it may hold.
    pub fn untrusted(&self) -> Sources {
        let stored = &self.stored;
        let pages = stored.pages.iter().map(|page| &page.untrusted);
        let sections = stored.sections.iter().map(|section| &section.untrusted);
        let items = stored.navigation.iter().map(|item| &item.untrusted);
        let pictures = stored.pictures.iter().map(|picture| &picture.untrusted);
        let rest = sections.chain(items).chain(pictures);
        std::iter::once(&stored.site.untrusted).chain(pages).chain(rest).collect()
    }
}

/// Returns a warning for each picture that nobody has described.
fn undescribed(stored: &Snapshot) -> impl Iterator<Item = String> {
    let undescribed = stored.pictures.iter().filter(|picture| picture.alt.is_empty());
    undescribed.map(|it| site_pictures::has_no_description(&pictures::title(it), it.picture_id.as_str()))
}

/// Returns what tells a site from what it may become meanwhile.
fn digest(site: &Site) -> String {
    // Texts and numbers always have a JSON form.
    let mut digest = ids::sha256(&serde_json::to_string(site).unwrap_or_default());
    digest.truncate(DIGEST);
    digest
}

/// Returns the drafts that become public.
fn added(stored: &Snapshot, wanted: Option<&[PageId]>) -> Result<Vec<PageId>, Refusal> {
    let drafts = stored.pages.iter().filter(|page| !is_published(page)).map(|page| page.page_id.clone());
    let Some(wanted) = wanted else { return Ok(drafts.collect()) };
    let is_there = |id: &PageId| stored.pages.iter().any(|page| page.page_id == *id);
    match wanted.iter().find(|id| !is_there(id)) {
        Some(missing) => Err(Refusal::NoSuchPage(missing.clone())),
        None => Ok(drafts.filter(|id| wanted.contains(id)).collect()),
    }
}

/// Returns a name for a site that no other has.
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
