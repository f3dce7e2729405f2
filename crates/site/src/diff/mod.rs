//! The changes between a published site and a draft, in words.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
};

use serde::Serialize;

use crate::{
    link::SitePath,
    model::{Page, Picture, Post, Section, Site},
    template::{self, Template, counted},
};

mod collections;
#[cfg(test)]
mod tests;

/// A change, which displays as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Change {
    /// A setting of the whole site: `title`.
    Setting {
        what: &'static str,
    },
    Navigation,
    Redirects,
    /// The descriptions and credits of pictures.
    Descriptions {
        count: usize,
    },
    New {
        kind: Kind,
        title: String,
    },
    Gone {
        kind: Kind,
        title: String,
    },
    Renamed {
        kind: Kind,
        from: String,
        to: String,
    },
    Moved {
        kind: Kind,
        title: String,
        from: SitePath,
        to: SitePath,
    },
    /// Parts of a page or a post.
    Parts {
        kind: Kind,
        title: String,
        part: Part,
        what: What,
        count: usize,
    },
    /// The order of the sections of a page.
    Order {
        title: String,
    },
    /// Entries of a collection.
    Entries {
        collection: String,
        what: What,
        count: usize,
    },
    /// The order of the entries of a collection.
    EntryOrder {
        collection: String,
    },
    /// Links, choices and the like.
    Options {
        title: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Page,
    Post,
    Collection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Section,
    Text,
    Picture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    New,
    Gone,
    Changed,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { what } => write!(f, "{what} of the site changed"),
            Self::Navigation => f.write_str("navigation changed"),
            Self::Redirects => f.write_str("addresses that lead to others changed"),
            Self::Descriptions { count } => {
                write!(f, "descriptions of {} changed", counted(*count, "picture", "pictures"))
            }
            Self::New { kind, title } => write!(f, "{kind} {title} is new"),
            Self::Gone { kind, title } => write!(f, "{kind} {title} is gone"),
            Self::Renamed { kind, from, to } => write!(f, "{kind} {from} is now called {to}"),
            Self::Moved { kind, title, from, to } => write!(f, "{kind} {title} moved from {from} to {to}"),
            Self::Parts { kind, title, part, what, count } => {
                let parts = match part {
                    Part::Section => counted(*count, "section", "sections"),
                    Part::Text => counted(*count, "text", "texts"),
                    Part::Picture => counted(*count, "picture", "pictures"),
                };
                let place = match kind {
                    Kind::Page => title.clone(),
                    Kind::Post | Kind::Collection => format!("{kind} {title}"),
                };
                match what {
                    What::New => write!(f, "{parts} new on {place}"),
                    What::Gone => write!(f, "{parts} gone from {place}"),
                    What::Changed => write!(f, "{parts} changed on {place}"),
                }
            }
            Self::Order { title } => write!(f, "sections in another order on {title}"),
            Self::Entries { collection, what, count } => {
                let entries = counted(*count, "entry", "entries");
                match what {
                    What::New => write!(f, "{entries} new in {collection}"),
                    What::Gone => write!(f, "{entries} gone from {collection}"),
                    What::Changed => write!(f, "{entries} changed in {collection}"),
                }
            }
            Self::EntryOrder { collection } => write!(f, "entries in another order in {collection}"),
            Self::Options { title } => write!(f, "links or options changed on {title}"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page => "page",
            Self::Post => "post",
            Self::Collection => "collection",
        })
    }
}

/// Returns the changes that publishing the draft would make: in pages, posts, collections, then in the site as a whole.
pub fn diff(published: &Site, draft: &Site) -> Vec<Change> {
    diff_with(template::templates(), published, draft)
}

/// Like [`diff`], for sites with these templates.
pub fn diff_with(templates: &[Template], published: &Site, draft: &Site) -> Vec<Change> {
    let mut changes = Vec::new();
    let pages = pairs(&published.pages, &draft.pages, |page| page.slug.as_str(), is_moved_page);
    for (old, new) in pages {
        page_changes(templates, old, new, &mut changes);
    }
    let posts = pairs(
        &published.posts,
        &draft.posts,
        |post| post.slug.as_str(),
        |old, new| old.title == new.title || old.body == new.body,
    );
    for (old, new) in posts {
        post_changes(old, new, &mut changes);
    }
    for (old, new) in pairs(&published.collections, &draft.collections, |it| it.id.as_str(), |_, _| false) {
        collections::changes(old, new, &mut changes);
    }
    site_changes(published, draft, &mut changes);
    changes
}

/// Returns the old and the new form of each item that differs. An item is matched by its key, or else with the first
/// old item that is alike. New items keep their order, and removed ones come last.
fn pairs<'a, T: PartialEq>(
    old: &'a [T],
    new: &'a [T],
    key: impl Fn(&T) -> &str,
    alike: impl Fn(&T, &T) -> bool,
) -> Vec<(Option<&'a T>, Option<&'a T>)> {
    let kept: HashSet<&str> = new.iter().map(&key).collect();
    let mut left: Vec<&T> = old.iter().filter(|old| !kept.contains(key(old))).collect();
    let mut by_key: HashMap<&str, &T> = HashMap::with_capacity(old.len());
    for old in old {
        by_key.entry(key(old)).or_insert(old);
    }
    let mut pairs: Vec<(Option<&T>, Option<&T>)> = Vec::new();
    for new in new {
        let partner = by_key.get(key(new)).copied().or_else(|| {
            let at = left.iter().position(|old| alike(old, new))?;
            Some(left.remove(at))
        });
        if partner != Some(new) {
            pairs.push((partner, Some(new)));
        }
    }
    pairs.extend(left.into_iter().map(|old| (Some(old), None)));
    pairs
}

/// Returns whether a page with another slug is the same page: it shares a section or the title.
fn is_moved_page(old: &Page, new: &Page) -> bool {
    let shares = |section: &Section| new.sections.iter().any(|other| other.id == section.id);
    old.title == new.title || old.sections.iter().any(shares)
}

fn page_changes(templates: &[Template], old: Option<&Page>, new: Option<&Page>, changes: &mut Vec<Change>) {
    let kind = Kind::Page;
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => return changes.push(Change::New { kind, title: new.title.clone() }),
        (Some(old), None) => return changes.push(Change::Gone { kind, title: old.title.clone() }),
        (None, None) => return,
    };
    named_changes(kind, (&old.title, old.path()), (&new.title, new.path()), changes);
    let title = &new.title;
    let mut texts = usize::from(old.description != new.description);
    let (mut added, mut options) = (0, false);
    for section in &new.sections {
        match old.sections.iter().find(|other| other.id == section.id) {
            Some(before) => {
                let (before, after) = (Parts::of(templates, before), Parts::of(templates, section));
                texts += differences(&before.texts, &after.texts);
                options |= before.rest != after.rest;
            }
            None => added += 1,
        }
    }
    let ids = |page: &Page| page.sections.iter().map(|section| section.id.clone()).collect::<Vec<_>>();
    let (old_ids, new_ids) = (ids(old), ids(new));
    let gone = old_ids.iter().filter(|id| !new_ids.contains(id)).count();
    let pictures = |page: &Page| -> BTreeSet<String> {
        page.sections.iter().flat_map(|section| Parts::of(templates, section).pictures).collect()
    };
    let (old_pictures, new_pictures) = (pictures(old), pictures(new));
    let mut push = |part, what, count| {
        if count > 0 {
            changes.push(Change::Parts { kind, title: title.clone(), part, what, count });
        }
    };
    push(Part::Section, What::New, added);
    push(Part::Section, What::Gone, gone);
    push(Part::Text, What::Changed, texts);
    push(Part::Picture, What::New, new_pictures.difference(&old_pictures).count());
    push(Part::Picture, What::Gone, old_pictures.difference(&new_pictures).count());
    let stayed = |ids: &[String], others: &[String]| -> Vec<String> {
        ids.iter().filter(|id| others.contains(id)).cloned().collect()
    };
    if stayed(&old_ids, &new_ids) != stayed(&new_ids, &old_ids) {
        changes.push(Change::Order { title: title.clone() });
    }
    if options {
        changes.push(Change::Options { title: title.clone() });
    }
}

fn post_changes(old: Option<&Post>, new: Option<&Post>, changes: &mut Vec<Change>) {
    let kind = Kind::Post;
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => return changes.push(Change::New { kind, title: new.title.clone() }),
        (Some(old), None) => return changes.push(Change::Gone { kind, title: old.title.clone() }),
        (None, None) => return,
    };
    let path = |post: &Post| SitePath::Post(post.slug.clone());
    named_changes(kind, (&old.title, path(old)), (&new.title, path(new)), changes);
    let differ = [
        old.body != new.body,
        old.excerpt != new.excerpt,
        old.author != new.author,
        old.published_at != new.published_at,
        old.tags != new.tags,
    ];
    let count = differ.into_iter().filter(|differs| *differs).count();
    if count > 0 {
        changes.push(Change::Parts {
            kind,
            title: new.title.clone(),
            part: Part::Text,
            what: What::Changed,
            count,
        });
    }
}

/// Adds the changes of the title and the path of a page or a post.
fn named_changes(kind: Kind, old: (&str, SitePath), new: (&str, SitePath), changes: &mut Vec<Change>) {
    if old.0 != new.0 {
        changes.push(Change::Renamed { kind, from: old.0.to_owned(), to: new.0.to_owned() });
    }
    if old.1 != new.1 {
        changes.push(Change::Moved { kind, title: new.0.to_owned(), from: old.1, to: new.1 });
    }
}

fn site_changes(old: &Site, new: &Site, changes: &mut Vec<Change>) {
    let settings = [
        ("title", old.title != new.title),
        ("description", old.description != new.description),
        ("language", old.language != new.language),
        ("address", old.base_url != new.base_url),
        ("contact form", old.contact_form != new.contact_form),
        ("look", old.theme != new.theme),
    ];
    changes.extend(
        settings.into_iter().filter(|(_, changed)| *changed).map(|(what, _)| Change::Setting { what }),
    );
    if old.navigation != new.navigation {
        changes.push(Change::Navigation);
    }
    if old.redirects != new.redirects {
        changes.push(Change::Redirects);
    }
    let old: HashMap<&str, &Picture> = old.pictures.iter().map(|it| (it.id.as_str(), it)).collect();
    let described = new.pictures.iter().filter(|picture| {
        let before = old.get(picture.id.as_str());
        before.is_some_and(|before| {
            (&before.alt, &before.caption, &before.credit)
                != (&picture.alt, &picture.caption, &picture.credit)
        })
    });
    let count = described.count();
    if count > 0 {
        changes.push(Change::Descriptions { count });
    }
}

/// The content of a section, taken apart.
struct Parts {
    /// By the path of the field.
    texts: BTreeMap<String, String>,
    pictures: Vec<String>,
    /// Collections, links, choices and flags, by the path of the field.
    rest: BTreeMap<String, String>,
}

impl Parts {
    /// Takes a section apart. A section of an unknown template counts as one text.
    fn of(templates: &[Template], section: &Section) -> Self {
        match template::find(templates, &section.template) {
            Ok(template) => Self {
                texts: template.texts(&section.content),
                pictures: template.pictures(&section.content),
                rest: template.options(&section.content),
            },
            Err(_) => {
                let whole = serde_json::Value::Object(section.content.clone()).to_string();
                Self { texts: [(String::new(), whole)].into(), pictures: Vec::new(), rest: BTreeMap::new() }
            }
        }
    }
}

/// Returns how many values are changed, new or removed.
fn differences(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> usize {
    let changed = new.iter().filter(|(path, text)| old.get(*path) != Some(text)).count();
    changed + old.keys().filter(|path| !new.contains_key(*path)).count()
}
