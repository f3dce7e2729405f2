//! Converts a stored site to the value that is rendered.

use std::collections::{HashMap, HashSet};

use adjutant_domain::{
    ids::{PageId, PostId},
    site::{self as domain, PageStatus, PostStatus, VariantFormat},
    zones::Zone,
};
use adjutant_site::{
    Collection, Credit, Entry, Language, NavigationItem, NavigationTarget, Page, Picture, PictureFile,
    PictureFormat, Post, Redirect, Section, Site, SitePath, Slug, Template, Variant, markdown,
};
use adjutant_store::site::{self as store, Snapshot};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use url::Url;

use super::pictures;

/// Which parts of a site are rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Only published parts.
    Published,
    /// Also drafts.
    Drafts,
}

impl Shown {
    fn page(self, page: &store::Page) -> bool {
        self == Self::Drafts || is_published(page)
    }

    fn post(self, post: &store::Post) -> bool {
        match post.status {
            PostStatus::Published => true,
            PostStatus::Draft => self == Self::Drafts,
            PostStatus::Archived => false,
        }
    }

    fn entry(self, entry: &store::Entry) -> bool {
        self == Self::Drafts || entry.status == PageStatus::Published
    }
}

/// Returns the site with the pages, posts and entries that are shown and the pictures in them, without navigation items
/// and redirects to other pages. Posts show their dates in `zone`.
///
/// # Errors
/// Returns an error if the stored site has something that the tools do not write.
pub fn to_render(stored: &Snapshot, shown: Shown, zone: Zone) -> Result<Site> {
    let pages: Vec<_> = stored.pages.iter().filter(|page| shown.page(page)).collect();
    let posts: Vec<_> = stored.posts.iter().filter(|post| shown.post(post)).collect();
    let by_id: HashMap<&PageId, &&store::Page> = pages.iter().map(|page| (&page.page_id, page)).collect();
    let find = |id: &PageId| by_id.get(id);
    let mut navigation = Vec::new();
    for item in stored.navigation.iter().filter(|item| item.visible) {
        let target = match &item.page_id {
            Some(id) => match find(id) {
                Some(page) => NavigationTarget::Page(slug(&page.slug)?),
                None => continue,
            },
            None => NavigationTarget::Url(item.url.clone().unwrap_or_default()),
        };
        navigation.push(NavigationItem { label: item.label.clone(), target });
    }
    let mut redirects = Vec::new();
    for redirect in &stored.redirects {
        let Some(page) = find(&redirect.page_id) else { continue };
        redirects.push(Redirect { from: SitePath::Page(slug(&redirect.slug)?), to: path(page)? });
    }
    let by_id: HashMap<&PostId, &&store::Post> = posts.iter().map(|post| (&post.post_id, post)).collect();
    let find = |id: &PostId| by_id.get(id);
    for redirect in &stored.post_redirects {
        let Some(post) = find(&redirect.post_id) else { continue };
        let (from, to) = (slug(&redirect.slug)?, slug(&post.slug)?);
        redirects.push(Redirect { from: SitePath::Post(from), to: SitePath::Post(to) });
    }
    let site = &stored.site;
    Ok(Site {
        title: site.title.clone(),
        description: site.description.clone(),
        language: Language::parse(&site.language).with_context(|| format!("language {:?}", site.language))?,
        base_url: site.base_url.as_deref().map(str::parse).transpose().context("base_url")?,
        theme: serde_json::from_value(site.theme.clone()).context("theme")?,
        pages: with_sections(stored, &pages)?,
        posts: posts.iter().map(|post| dated(post, zone)).collect::<Result<_>>()?,
        navigation,
        redirects,
        pictures: shown_pictures(stored, shown).map(picture).collect::<Result<_>>()?,
        collections: with_entries(stored, shown)?,
        ..Site::default()
    })
}

/// Returns the path of a page.
pub(super) fn path(page: &store::Page) -> Result<SitePath> {
    Ok(if page.is_home { SitePath::Home } else { SitePath::Page(slug(&page.slug)?) })
}

/// Returns whether a page is public when the site is.
pub fn is_published(page: &store::Page) -> bool {
    page.status == PageStatus::Published
}

/// Returns the pictures in the pages, posts and entries that are shown.
pub(super) fn shown_pictures(stored: &Snapshot, shown: Shown) -> impl Iterator<Item = &store::Picture> {
    let posts = stored.posts.iter().filter(|post| shown.post(post));
    let in_posts = posts.flat_map(|post| markdown::pictures(&post.body));
    let ids: HashSet<_> = pictures_of_pages(stored, shown).chain(in_posts).collect();
    stored.pictures.iter().filter(move |picture| ids.contains(picture.picture_id.as_str()))
}

/// Returns the ids of the pictures in the pages that are shown, and in the entries of their collections.
pub fn pictures_of_pages(stored: &Snapshot, shown: Shown) -> impl Iterator<Item = String> {
    let pages: HashSet<_> =
        stored.pages.iter().filter(|page| shown.page(page)).map(|it| &it.page_id).collect();
    let sections = stored.sections.iter().filter(move |section| pages.contains(&section.page_id));
    let in_sections = sections.flat_map(|it| pictures::ids_in(&it.template, &it.content));
    let named = collections_of_sections(stored, shown);
    let entries = stored.entries.iter().filter(move |entry| shown.entry(entry));
    let entries = entries.filter(move |entry| named.contains(entry.collection_id.as_str()));
    in_sections.chain(entries.flat_map(pictures::ids_of_entry))
}

fn picture(stored: &store::Picture) -> Result<Picture> {
    let variant = |variant: &domain::Variant| {
        let file = PictureFile::parse(&variant.file).with_context(|| format!("file {:?}", variant.file))?;
        let format = match variant.format {
            VariantFormat::Jpeg => PictureFormat::Jpeg,
            VariantFormat::WebP => PictureFormat::WebP,
            VariantFormat::Png => PictureFormat::Png,
        };
        Ok(Variant { width: variant.width, height: variant.height, file, format })
    };
    Ok(Picture {
        id: stored.picture_id.to_string(),
        alt: stored.alt.clone(),
        caption: stored.caption.clone(),
        credit: stored.credit.as_ref().map(credit),
        variants: stored.variants.iter().map(variant).collect::<Result<_>>()?,
    })
}

fn credit(stored: &domain::Credit) -> Credit {
    let url = Url::parse(&stored.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let source = Some(stored.source.clone()).filter(|source| !source.is_empty());
    Credit { photographer: stored.photographer.clone(), url, source }
}

/// Returns pages with their sections.
fn with_sections(stored: &Snapshot, pages: &[&store::Page]) -> Result<Vec<Page>> {
    let mut sections: HashMap<&PageId, Vec<Section>> = HashMap::with_capacity(pages.len());
    for section in &stored.sections {
        let Value::Object(content) = &section.content else {
            bail!("the content of {} is no object", section.section_id)
        };
        let (id, template) = (section.section_id.to_string(), section.template.clone());
        sections.entry(&section.page_id).or_default().push(Section {
            id,
            template,
            content: content.clone(),
        });
    }
    let page = |page: &&store::Page| {
        Ok(Page {
            slug: slug(&page.slug)?,
            title: page.title.clone(),
            description: Some(page.description.clone()).filter(|description| !description.is_empty()),
            home: page.is_home,
            sections: sections.remove(&page.page_id).unwrap_or_default(),
        })
    };
    pages.iter().map(page).collect()
}

/// Returns the ids of the collections that sections show.
fn collections_of_sections(stored: &Snapshot, shown: Shown) -> HashSet<String> {
    let pages: HashSet<_> =
        stored.pages.iter().filter(|page| shown.page(page)).map(|it| &it.page_id).collect();
    let sections = stored.sections.iter().filter(|section| pages.contains(&section.page_id));
    let named = sections.filter_map(|section| {
        let content = section.content.as_object()?;
        Some(Template::find(&section.template).ok()?.collections(content))
    });
    named.flatten().map(|(_, id)| id).collect()
}

/// Returns the collections that sections show, with those of their entries that are shown.
fn with_entries(stored: &Snapshot, shown: Shown) -> Result<Vec<Collection>> {
    let mut entries: HashMap<_, Vec<Entry>> = HashMap::new();
    for entry in stored.entries.iter().filter(|entry| shown.entry(entry)) {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        entries.entry(&entry.collection_id).or_default().push(Entry {
            id: entry.entry_id.to_string(),
            slug: slug(&entry.slug)?,
            title: entry.title.clone(),
            summary: given(&entry.summary),
            body: given(&entry.body),
            picture: entry.picture_id.as_ref().map(ToString::to_string),
            link: entry.link.clone(),
        });
    }
    let named = collections_of_sections(stored, shown);
    let shown = stored.collections.iter().filter(|it| named.contains(it.collection_id.as_str()));
    let collections = shown.map(|collection| Collection {
        id: collection.collection_id.to_string(),
        title: collection.title.clone(),
        description: Some(collection.description.clone()).filter(|text| !text.is_empty()),
        entries: entries.remove(&collection.collection_id).unwrap_or_default(),
    });
    Ok(collections.collect())
}

fn dated(post: &store::Post, zone: Zone) -> Result<Post> {
    // A draft without a date shows the date of its last change.
    let at = post.published_at.unwrap_or(post.updated_at);
    Ok(Post {
        slug: slug(&post.slug)?,
        title: post.title.clone(),
        excerpt: post.excerpt.clone(),
        body: post.body.clone(),
        author: post.author.clone(),
        published_at: at.to_utc().with_timezone(&zone).fixed_offset(),
        tags: post.tags.clone(),
    })
}

/// Parses a stored slug.
pub(super) fn slug(stored: &str) -> Result<Slug> {
    Slug::parse(stored).with_context(|| format!("slug {stored:?}"))
}
