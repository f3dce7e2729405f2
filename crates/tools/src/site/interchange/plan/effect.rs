//! The effect of each file on a site.

use adjutant_site::{Language, ThemeSettings};
use adjutant_store::site::{self as store, Entry, Item, Snapshot};

use super::{
    super::{
        parse::{EntryFile, PageFile, PostFile},
        site_file::{ItemFile, Leads, SiteFile},
    },
    Group,
};

/// The effect of a file on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::site::interchange) enum Effect {
    New,
    Changed,
    Same,
}

impl Effect {
    /// Returns the effect of a page whose pictures are named by their ids.
    pub(in crate::site::interchange) fn of_page(page: &PageFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let Some(old) = site.pages.iter().find(|old| old.slug == page.slug.as_str()) else {
            return Self::New;
        };
        let sections: Vec<_> = site.sections.iter().filter(|it| it.page_id == old.page_id).collect();
        let is_same = old.title == page.title
            && old.description == page.description
            && old.status == page.status
            && (old.is_home || !page.is_home)
            && page.aliases.iter().all(|alias| {
                let is_page = site.pages.iter().any(|other| other.slug == alias.as_str());
                is_page
                    || site.redirects.iter().any(|it| it.slug == alias.as_str() && it.page_id == old.page_id)
            })
            && sections.len() == page.sections.len()
            && sections.iter().zip(&page.sections).all(|(old, new)| {
                old.template == new.template && old.content.as_object() == Some(&new.content)
            });
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Returns the effect of a file's settings and navigation.
    pub(in crate::site::interchange) fn of_settings(file: &SiteFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let of = &site.site;
        let is_kept = |new: Option<&str>, old: &str| new.is_none_or(|new| new == old);
        let has_look = file.theme.as_ref().is_none_or(|look| {
            serde_json::from_value(of.theme.clone()).is_ok_and(|known: ThemeSettings| known == *look)
        });
        let leads = |item: &ItemFile, old: &Item| match &item.leads_to {
            Leads::Url(url) => old.url.as_ref() == Some(url),
            Leads::Page(slug) => site
                .pages
                .iter()
                .any(|page| page.slug == slug.as_str() && old.page_id.as_ref() == Some(&page.page_id)),
        };
        let has_navigation = file.navigation.as_ref().is_none_or(|items| {
            items.len() == site.navigation.len()
                && items
                    .iter()
                    .zip(&site.navigation)
                    .all(|(new, old)| new.label == old.label && new.visible == old.visible && leads(new, old))
        });
        let is_same = is_kept(file.title.as_deref(), &of.title)
            && is_kept(file.description.as_deref(), &of.description)
            && is_kept(file.language.as_ref().map(Language::as_str), &of.language)
            && (file.base_url.is_none() || file.base_url == of.base_url)
            && has_look
            && has_navigation;
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Returns the effect of a post whose pictures are named by their ids.
    pub(in crate::site::interchange) fn of_post(post: &PostFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let Some(old) = site.posts.iter().find(|old| old.slug == post.slug.as_str()) else {
            return Self::New;
        };
        let store::Post { title, body, excerpt, author, status, tags, published_at, .. } = old;
        let is_same = (title, body, excerpt, author)
            == (&post.title, &post.body, &post.excerpt, &post.author)
            && (status, tags) == (&post.status, &post.tags)
            && post.aliases.iter().all(|alias| {
                let is_post = site.posts.iter().any(|other| other.slug == alias.as_str());
                is_post
                    || site
                        .post_redirects
                        .iter()
                        .any(|it| it.slug == alias.as_str() && it.post_id == old.post_id)
            })
            && (post.published_at.is_none() || *published_at == post.published_at);
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Returns the effect of a collection's file, or of its folder, which creates the collection if there is none.
    pub(in crate::site::interchange) fn of_collection(group: &Group, known: Option<&Snapshot>) -> Self {
        let old = known
            .and_then(|site| site.collections.iter().find(|old| old.collection_id == group.collection_id));
        let Some(old) = old else { return Self::New };
        let is_same = group
            .file
            .as_ref()
            .is_none_or(|file| old.title == file.part.title && old.description == file.part.description);
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Returns the effect of an entry whose picture and body name pictures by their ids.
    pub(in crate::site::interchange) fn of_entry(
        group: &Group,
        entry: &EntryFile,
        known: Option<&Snapshot>,
    ) -> Self {
        let old = known.and_then(|site| {
            let mut own = site.entries.iter().filter(|old| old.collection_id == group.collection_id);
            own.find(|old| old.slug == entry.slug.as_str())
        });
        let Some(old) = old else { return Self::New };
        let Entry { title, summary, body, link, status, .. } = old;
        let is_same = (title, summary, body, link, *status)
            == (&entry.title, &entry.summary, &entry.body, &entry.link, entry.status)
            && old.picture_id.as_ref().map(|id| id.as_str()) == entry.picture.as_deref();
        if is_same { Self::Same } else { Self::Changed }
    }
}
