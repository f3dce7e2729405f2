//! Applies a plan to the site, in the caller's transaction.

use adjutant_domain::{
    ids::{EntryId, ItemId, PageId, PictureId, PostId, SectionId},
    origin::Sources,
};
use adjutant_store::{
    db::SyncedTx,
    site::{
        self as store, By, Site, Target, collections, entries,
        import::{WholePage, WholePost, put_collection, put_entry, put_navigation, put_page, put_post},
        navigation, pages, pictures, posts, revisions, sections,
    },
};
use adjutant_texts::site::files as site_files;
use adjutant_workspace::names;
use anyhow::{Context as _, Result};
use serde_json::Value;

use super::{
    parse::{PageFile, PostFile},
    plan::{Group, PictureWords, Plan, Sourced},
    site_file::{Leads, SiteFile},
};
use crate::site::{
    Author,
    pictures::{Kept, title as title_of},
};

/// A picture that the plan adds to the site.
pub(super) struct NewPicture {
    pub(super) picture_id: PictureId,
    /// The name of its file.
    pub(super) file: String,
    pub(super) hash: String,
    pub(super) kept: Kept,
    pub(super) words: PictureWords,
    pub(super) untrusted: Sources,
}

/// The pictures of a plan.
pub(super) struct Pictures {
    pub(super) new: Vec<NewPicture>,
    /// The pictures of the site whose descriptions change, with the paths of their files.
    pub(super) reworded: Vec<(PictureId, String)>,
}

/// Makes all changes, each with its revision, and returns how many there are.
pub(super) async fn apply(tx: &SyncedTx, author: &Author, plan: &Plan, shown: &Pictures) -> Result<usize> {
    let site = store::open(tx, &author.user, author.now).await?;
    let last = last_of(tx, author, &site).await?;
    for picture in &shown.new {
        add_picture(tx, author, &site, picture).await?;
    }
    for (id, path) in &shown.reworded {
        if let Some(words) = plan.pictures.get(path) {
            reword_picture(tx, author, id, words).await?;
        }
    }
    for group in &plan.collections {
        put_group(tx, author, &site, group).await?;
    }
    for page in &plan.pages {
        put_one_page(tx, author, &site, page).await?;
    }
    for post in &plan.posts {
        put_one_post(tx, author, &site, post).await?;
    }
    if let Some(file) = &plan.site {
        put_settings(tx, author, &site, file).await?;
    }
    Ok((last_of(tx, author, &site).await? - last) as usize)
}

/// Returns the number of the latest change.
async fn last_of(tx: &SyncedTx, author: &Author, site: &Site) -> Result<i64> {
    revisions::last_number(tx, &author.user, &site.site_id).await
}

/// Returns the sources of the words that a file brings into the site: those of the file and of the turn.
fn sources(author: &Author, untrusted: &Sources) -> Sources {
    author.untrusted.clone().and(untrusted)
}

async fn add_picture(tx: &SyncedTx, author: &Author, site: &Site, picture: &NewPicture) -> Result<()> {
    let NewPicture { picture_id, file, hash, kept, words, untrusted } = picture;
    let untrusted = sources(author, untrusted);
    let name = names::shown(words.said.name.as_deref().unwrap_or(file));
    let new = pictures::New {
        picture_id: picture_id.clone(),
        name: &name,
        alt: words.alt(),
        caption: words.said.caption.as_ref().and_then(Option::as_deref),
        hash,
        bytes: kept.bytes,
        variants: &kept.variants,
        credit: words.said.credit.clone().flatten(),
        session_id: None,
    };
    let what = site_files::picture_imported(if words.alt().is_empty() { &name } else { words.alt() });
    let by = By { untrusted: &untrusted, ..author.by(&what) };
    pictures::add(tx, &site.site_id, &new, &by).await?;
    Ok(())
}

async fn reword_picture(tx: &SyncedTx, author: &Author, id: &PictureId, words: &PictureWords) -> Result<()> {
    let Some(old) = pictures::get(tx, &author.user, id).await? else { return Ok(()) };
    let Some(change) = words.said.change_of(&old) else { return Ok(()) };
    let what = site_files::picture_reworded(&title_of(&old));
    let untrusted = sources(author, &words.untrusted);
    pictures::update(tx, id, &change, &By { untrusted: &untrusted, ..author.by(&what) }).await?;
    Ok(())
}

/// Stores a collection and its entries. An existing collection without a file of its own stays as it is.
async fn put_group(tx: &SyncedTx, author: &Author, site: &Site, group: &Group) -> Result<()> {
    let id = &group.collection_id;
    let is_known = collections::get(tx, &author.user, id).await?.is_some();
    if group.file.is_some() || !is_known {
        let new = collections::New {
            collection_id: id.clone(),
            title: group.title(),
            slug: group.slug().as_str(),
            description: group.file.as_ref().map_or("", |file| &file.part.description),
        };
        let what = site_files::collection_imported(group.title());
        let untrusted = sources(author, &group.untrusted());
        put_collection(tx, &site.site_id, &new, &By { untrusted: &untrusted, ..author.by(&what) }).await?;
    }
    for Sourced { part, untrusted, .. } in &group.entries {
        let old = entries::by_slug(tx, &author.user, id, part.slug.as_str()).await?;
        let picture_id = part.picture.clone().map(PictureId);
        let new = entries::New {
            entry_id: old.map_or_else(EntryId::generate, |entry| entry.entry_id),
            title: &part.title,
            slug: part.slug.as_str(),
            summary: &part.summary,
            body: &part.body,
            picture_id: picture_id.as_ref(),
            link: part.link.as_deref(),
            status: part.status,
        };
        let what = site_files::entry_imported(&part.title, group.title());
        let untrusted = sources(author, untrusted);
        put_entry(tx, id, &new, &By { untrusted: &untrusted, ..author.by(&what) }).await?;
    }
    Ok(())
}

async fn put_one_page(tx: &SyncedTx, author: &Author, site: &Site, page: &Sourced<PageFile>) -> Result<()> {
    let Sourced { part, untrusted, .. } = page;
    let old = pages::by_slug(tx, &author.user, &site.site_id, part.slug.as_str()).await?;
    let contents: Vec<_> = part.sections.iter().map(|it| Value::Object(it.content.clone())).collect();
    let sections: Vec<_> = part
        .sections
        .iter()
        .zip(&contents)
        .map(|(section, content)| sections::New {
            section_id: SectionId::generate(),
            template: &section.template,
            content,
        })
        .collect();
    let aliases: Vec<_> = part.aliases.iter().map(ToString::to_string).collect();
    let new = WholePage {
        page_id: old.map_or_else(PageId::generate, |page| page.page_id),
        title: &part.title,
        slug: part.slug.as_str(),
        description: &part.description,
        status: part.status,
        is_home: part.is_home,
        sections: &sections,
        aliases: &aliases,
    };
    let (untrusted, what) = (sources(author, untrusted), site_files::page_imported(&part.title));
    let by = By { untrusted: &untrusted, ..author.by(&what) };
    put_page(tx, &site.site_id, &new, &by).await?;
    Ok(())
}

async fn put_one_post(tx: &SyncedTx, author: &Author, site: &Site, post: &Sourced<PostFile>) -> Result<()> {
    let Sourced { part, untrusted, .. } = post;
    let old = posts::by_slug(tx, &author.user, &site.site_id, part.slug.as_str()).await?;
    let aliases: Vec<_> = part.aliases.iter().map(ToString::to_string).collect();
    let new = WholePost {
        post_id: old.map_or_else(PostId::generate, |post| post.post_id),
        title: &part.title,
        slug: part.slug.as_str(),
        body: &part.body,
        excerpt: part.excerpt.as_deref(),
        author: part.author.as_deref(),
        status: part.status,
        tags: &part.tags,
        published_at: part.published_at,
        aliases: &aliases,
    };
    let (untrusted, what) = (sources(author, untrusted), site_files::post_imported(&part.title));
    let by = By { untrusted: &untrusted, ..author.by(&what) };
    put_post(tx, &site.site_id, &new, &by).await?;
    Ok(())
}

async fn put_settings(tx: &SyncedTx, author: &Author, site: &Site, file: &Sourced<SiteFile>) -> Result<()> {
    let Sourced { part, untrusted, .. } = file;
    let (untrusted, what) = (sources(author, untrusted), site_files::settings_imported());
    let by = By { untrusted: &untrusted, ..author.by(&what) };
    let theme = part.theme.as_ref().map(serde_json::to_value).transpose()?;
    let settings = store::Settings {
        title: part.title.as_deref(),
        description: part.description.as_deref(),
        language: part.language.as_ref().map(adjutant_site::Language::as_str),
        theme: theme.as_ref(),
        base_url: part.base_url.as_deref().map(Some),
    };
    store::update_settings(tx, &site.site_id, &settings, &by).await?;
    let Some(items) = &part.navigation else { return Ok(()) };
    let mut new = Vec::with_capacity(items.len());
    for item in items {
        let target = match &item.leads_to {
            Leads::Url(url) => Target::Url(url.clone()),
            Leads::Page(slug) => {
                let page = pages::by_slug(tx, &author.user, &site.site_id, slug.as_str()).await?;
                Target::Page(page.context("the navigation leads to a page that there is not")?.page_id)
            }
        };
        let (item_id, label, visible) = (ItemId::generate(), item.label.as_str(), item.visible);
        new.push(navigation::New { item_id, label, target, visible });
    }
    put_navigation(tx, &site.site_id, &new, &by).await?;
    Ok(())
}
