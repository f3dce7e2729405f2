//! Whole pages, posts, collections, entries and navigations, as read from files. Each is put in one change, which adds
//! or replaces it.

use adjutant_domain::{
    ids::{CollectionId, PageId, PostId, SiteId},
    site::{PageStatus, PostStatus},
    timestamp::Timestamp,
};
use anyhow::Result;

use super::{
    By, Collection, Entry, Error, Item, Limit, MAX_ITEMS, MAX_PAGES, MAX_SECTIONS, Page, Post, PostRedirect,
    Redirect, Section, Subject, Target, Touched, collections, entries, navigation, owned, pages, posts,
    recorded, sections,
};
use crate::db::Tx;

/// A page with its sections and aliases.
#[derive(Clone, Debug)]
pub struct WholePage<'a> {
    /// The id of the page to replace, or a new one.
    pub page_id: PageId,
    pub title: &'a str,
    pub slug: &'a str,
    pub description: &'a str,
    pub status: PageStatus,
    /// Makes it the home page in place of the previous one. `false` does not change a home page.
    pub is_home: bool,
    pub sections: &'a [sections::New<'a>],
    /// Further slugs that lead to it. A slug that a page has is left out.
    pub aliases: &'a [String],
}

/// Adds a page as the last one, or replaces the page with its id, and returns it. Equal sections stay as they are.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::SlugTaken`].
pub async fn put_page(tx: &Tx, site: &SiteId, new: &WholePage<'_>, by: &By<'_>) -> Result<Page, Error> {
    owned(tx, by.user, site).await?;
    let old = pages::get(tx, by.user, &new.page_id).await?.filter(|page| page.site_id == *site);
    let before = match &old {
        Some(page) => sections::of_page(tx, by.user, &page.page_id).await?,
        None => Vec::new(),
    };
    if new.sections.len() > MAX_SECTIONS {
        return Err(Limit::Sections.into());
    }
    for section in new.sections {
        sections::check_content(section.content)?;
    }
    if !pages::slug_is_free(tx, by.user, site, new.slug, Some(&new.page_id)).await? {
        return Err(Error::SlugTaken(new.slug.to_owned()));
    }
    let count = pages::count(tx, site).await?;
    if old.is_none() && count as usize >= MAX_PAGES {
        return Err(Limit::Pages.into());
    }
    let page = Page {
        page_id: new.page_id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        description: new.description.to_owned(),
        status: new.status,
        is_home: new.is_home || old.as_ref().is_some_and(|page| page.is_home),
        position: old.as_ref().map_or(count, |page| page.position),
        // A replaced page keeps its slug, which may come from an untrusted source.
        untrusted: old.as_ref().map(|page| page.untrusted.clone()).unwrap_or_default().and(by.untrusted),
        created_at: old.as_ref().map_or(by.now, |page| page.created_at),
        updated_at: by.now,
    };
    let home_before = match page.is_home {
        true => pages::home(tx, by.user, site).await?.filter(|home| home.page_id != page.page_id),
        false => None,
    };
    let has_same_sections = are_same(&before, new.sections);
    let mut touched = Touched {
        pages: vec![page.page_id.clone()],
        redirects: new.aliases.iter().chain([&page.slug]).cloned().collect(),
        ..Touched::default()
    };
    touched.pages.extend(home_before.iter().map(|page| page.page_id.clone()));
    if !has_same_sections {
        touched.sections.extend(before.iter().map(|section| section.section_id.clone()));
        touched.sections.extend(new.sections.iter().map(|section| section.section_id.clone()));
    }
    let is_same_page = old.as_ref().is_some_and(|old| old.set() == page.set());
    recorded(tx, site, &touched, (Subject::Page, new.page_id.as_str()), by, async || {
        if let Some(before) = home_before {
            pages::write(tx, &Page { is_home: false, ..before }).await?;
        }
        pages::end_redirect(tx, site, &page.slug).await?;
        match &old {
            Some(_) if is_same_page => {}
            Some(_) => pages::write(tx, &page).await?,
            None => pages::insert(tx, &page).await?,
        }
        if !has_same_sections {
            for section in before.iter().rev() {
                sections::take_out(tx, section).await?;
            }
            for (position, section) in new.sections.iter().enumerate() {
                sections::insert(tx, &section.on(&page, position as i64, by)).await?;
            }
        }
        for alias in new.aliases {
            if pages::slug_is_free(tx, by.user, site, alias, None).await? {
                let (site_id, slug) = (site.clone(), alias.clone());
                pages::redirect(tx, &Redirect { site_id, slug, page_id: page.page_id.clone() }).await?;
            }
        }
        Ok(page)
    })
    .await
}

fn are_same(old: &[Section], new: &[sections::New<'_>]) -> bool {
    old.len() == new.len()
        && old.iter().zip(new).all(|(old, new)| old.template == new.template && old.content == *new.content)
}

/// A post with its aliases.
#[derive(Clone, Debug)]
pub struct WholePost<'a> {
    /// The id of the post to replace, or a new one.
    pub post_id: PostId,
    pub title: &'a str,
    pub slug: &'a str,
    /// Markdown.
    pub body: &'a str,
    pub excerpt: Option<&'a str>,
    pub author: Option<&'a str>,
    pub status: PostStatus,
    pub tags: &'a [String],
    /// The date that it shows. By default that of the replaced post, and now for a published post.
    pub published_at: Option<Timestamp>,
    /// Further slugs that lead to it. A slug that a post has is left out.
    pub aliases: &'a [String],
}

/// Adds a post, or replaces the post with its id, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::PostSlugTaken`].
pub async fn put_post(tx: &Tx, site: &SiteId, new: &WholePost<'_>, by: &By<'_>) -> Result<Post, Error> {
    owned(tx, by.user, site).await?;
    let old = posts::get(tx, by.user, &new.post_id).await?.filter(|post| post.site_id == *site);
    if !posts::slug_is_free(tx, by.user, site, new.slug, Some(&new.post_id)).await? {
        return Err(Error::PostSlugTaken(new.slug.to_owned()));
    }
    let date = new.published_at.or(old.as_ref().and_then(|post| post.published_at));
    let post = Post {
        post_id: new.post_id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        body: new.body.to_owned(),
        excerpt: new.excerpt.map(str::to_owned),
        author: new.author.map(str::to_owned),
        status: new.status,
        tags: new.tags.to_vec(),
        published_at: date.or((new.status == PostStatus::Published).then_some(by.now)),
        // A replaced post keeps its slug, which may come from an untrusted source.
        untrusted: old.as_ref().map(|post| post.untrusted.clone()).unwrap_or_default().and(by.untrusted),
        created_at: old.as_ref().map_or(by.now, |post| post.created_at),
        updated_at: by.now,
    };
    posts::check_room(tx, &post, old.is_none()).await?;
    let touched = Touched {
        posts: vec![post.post_id.clone()],
        post_redirects: new.aliases.iter().chain([&post.slug]).cloned().collect(),
        ..Touched::default()
    };
    let is_same = old.as_ref().is_some_and(|old| old.set() == post.set());
    recorded(tx, site, &touched, (Subject::Post, new.post_id.as_str()), by, async || {
        posts::end_redirect(tx, site, &post.slug).await?;
        match &old {
            Some(_) if is_same => {}
            Some(_) => posts::write(tx, &post).await?,
            None => posts::insert(tx, &post).await?,
        }
        for alias in new.aliases {
            if posts::slug_is_free(tx, by.user, site, alias, None).await? {
                let (site_id, slug) = (site.clone(), alias.clone());
                posts::redirect(tx, &PostRedirect { site_id, slug, post_id: post.post_id.clone() }).await?;
            }
        }
        Ok(post)
    })
    .await
}

/// Adds a collection without entries, or changes the collection with its id, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::CollectionSlugTaken`].
pub async fn put_collection(
    tx: &Tx,
    site: &SiteId,
    new: &collections::New<'_>,
    by: &By<'_>,
) -> Result<Collection, Error> {
    let id = &new.collection_id;
    let old = collections::get(tx, by.user, id).await?.filter(|old| old.site_id == *site);
    if old.is_none() {
        return collections::add(tx, site, new, by).await;
    }
    let (title, slug) = (Some(new.title), Some(new.slug));
    let change = collections::Change { title, slug, description: Some(new.description) };
    collections::update(tx, id, &change, by).await
}

/// Adds an entry as the last one of a collection, or replaces the entry with its id, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such collection; [`Error::Limit`]; [`Error::EntrySlugTaken`].
pub async fn put_entry(
    tx: &Tx,
    collection: &CollectionId,
    new: &entries::New<'_>,
    by: &By<'_>,
) -> Result<Entry, Error> {
    let id = &new.entry_id;
    let old = entries::get(tx, by.user, id).await?.filter(|old| old.collection_id == *collection);
    if old.is_none() {
        return entries::add(tx, collection, new, by).await;
    }
    let change = entries::Change {
        title: Some(new.title),
        slug: Some(new.slug),
        summary: Some(new.summary),
        body: Some(new.body),
        picture_id: Some(new.picture_id),
        link: Some(new.link),
        status: Some(new.status),
        position: None,
    };
    entries::update(tx, id, &change, by).await
}

/// Replaces the whole navigation with these items, and returns them. Nothing changes if they are equal.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site, or the site no such page; [`Error::Limit`].
pub async fn put_navigation(
    tx: &Tx,
    site: &SiteId,
    new: &[navigation::New<'_>],
    by: &By<'_>,
) -> Result<Vec<Item>, Error> {
    owned(tx, by.user, site).await?;
    let old = navigation::list(tx, by.user, site).await?;
    if new.len() > MAX_ITEMS {
        return Err(Limit::Items.into());
    }
    let mut items = Vec::with_capacity(new.len());
    for (position, item) in new.iter().enumerate() {
        navigation::check_target(tx, by.user, site, &item.target).await?;
        items.push(item.at(site, position as i64, by));
    }
    let is_same = old.len() == items.len()
        && old.iter().zip(new).all(|(old, new)| {
            let leads_there = match &new.target {
                Target::Page(page) => old.page_id.as_ref() == Some(page),
                Target::Url(url) => old.url.as_ref() == Some(url),
            };
            leads_there && old.label == new.label && old.visible == new.visible
        });
    if is_same {
        return Ok(old);
    }
    let ids = old.iter().chain(&items).map(|item| item.item_id.clone());
    let touched = Touched { items: ids.collect(), ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        for item in old.iter().rev() {
            navigation::take_out(tx, item).await?;
        }
        for item in &items {
            navigation::insert(tx, item).await?;
        }
        Ok(items)
    })
    .await
}
