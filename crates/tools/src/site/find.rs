//! `site_find_resource`: finds pages, sections and other items of the site by their names.

use std::collections::HashMap;

use adjutant_domain::origin::Sources;
use adjutant_macros::tool;
use adjutant_store::site::Snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    described::{self, title_of},
    fuzzy::{Asked, rounded},
    pictures, whole,
};
use crate::kit::{Context, Outcome, ToolError};

/// The number of results of a call that names none.
const LIMIT: usize = 5;
/// The weight of a template's name compared with a section's title.
const OF_TEMPLATE: f64 = 0.8;
/// The least score of a match.
const LEAST: f64 = 0.4;

pub(super) fn limit() -> usize {
    LIMIT
}

/// What a website is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Page,
    Section,
    NavigationItem,
    Image,
    Post,
    Collection,
    Entry,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FoundResources {
    /// Best first.
    matches: Vec<ResourceMatch>,
}

#[derive(Serialize, JsonSchema)]
struct ResourceMatch {
    /// The page_id, section_id, item_id, image_id, post_id, collection_id or entry_id.
    id: String,
    kind: Kind,
    title: String,
    /// 0 to 1.
    score: f64,
    /// The page of a section.
    #[serde(skip_serializing_if = "Option::is_none")]
    on_page: Option<String>,
    /// The collection of an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_collection: Option<String>,
}

/// Find pages, sections, navigation items, pictures, posts, collections and entries of the website by name, even a
/// misspelt one.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "page", "section", "navigation", "post", "collection", "entry"))]
pub(super) async fn site_find_resource(
    context: &Context,
    /// A name, or a part of it.
    #[schemars(length(min = 1))]
    query: String,
    /// Only these; all unless given.
    #[serde(default)]
    kinds: Vec<Kind>,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 20))]
    limit: usize,
) -> Result<Outcome<FoundResources>, ToolError> {
    let site = whole(context).await?;
    // A large site has ten thousand names, so this work runs on a thread that may block.
    let work = move || {
        let asked = Asked::of(&query);
        let mut found = site.as_ref().map(|site| resources(site, &asked)).unwrap_or_default();
        found.retain(|(it, _)| it.score >= LEAST && (kinds.is_empty() || kinds.contains(&it.kind)));
        found.sort_by(|(one, _), (two, _)| two.score.total_cmp(&one.score));
        found.truncate(limit);
        let untrusted: Sources = found.iter().map(|(_, untrusted)| untrusted).collect();
        (found.into_iter().map(|(it, _)| it).collect::<Vec<_>>(), untrusted)
    };
    let (matches, untrusted) = tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?;
    Ok(Outcome { untrusted, ..Outcome::new(told(matches.len()), FoundResources { matches }) })
}

/// Returns every item of a site with its score for the query, and the sources of the words in its name.
fn resources(site: &Snapshot, asked: &Asked) -> Vec<(ResourceMatch, Sources)> {
    let pages = site.pages.iter().map(|page| {
        let score = asked.likeness(&page.title).max(asked.likeness(&page.slug));
        (found(page.page_id.as_str(), Kind::Page, &page.title, score), page.untrusted.clone())
    });
    let by_id: HashMap<_, _> = site.pages.iter().map(|page| (&page.page_id, page)).collect();
    let sections = site.sections.iter().map(|section| {
        let title = title_of(section);
        let label = described::label(&section.template);
        let title = if title.is_empty() { label.to_owned() } else { title };
        let score = asked.likeness(&title).max(OF_TEMPLATE * asked.likeness(label));
        let page = by_id.get(&section.page_id);
        let found = found(section.section_id.as_str(), Kind::Section, &title, score);
        let untrusted = section.untrusted.clone();
        let untrusted = page.map_or(untrusted.clone(), |page| untrusted.and(&page.untrusted));
        (ResourceMatch { on_page: page.map(|page| page.title.clone()), ..found }, untrusted)
    });
    let items = site.navigation.iter().map(|item| {
        let score = asked.likeness(&item.label);
        (found(item.item_id.as_str(), Kind::NavigationItem, &item.label, score), item.untrusted.clone())
    });
    let images = site.pictures.iter().map(|picture| {
        let score = asked.likeness(&picture.alt).max(asked.likeness(&picture.name));
        (
            found(picture.picture_id.as_str(), Kind::Image, &pictures::title(picture), score),
            picture.untrusted.clone(),
        )
    });
    let posts = site.posts.iter().map(|post| {
        let score = asked.likeness(&post.title).max(asked.likeness(&post.slug));
        (found(post.post_id.as_str(), Kind::Post, &post.title, score), post.untrusted.clone())
    });
    let rest = pages.chain(sections).chain(items).chain(images).chain(posts);
    rest.chain(of_collections(site, asked)).collect()
}

/// Returns the collections and entries of a site with their scores for the query.
fn of_collections(site: &Snapshot, asked: &Asked) -> impl Iterator<Item = (ResourceMatch, Sources)> {
    let collections = site.collections.iter().map(|collection| {
        let score = asked.likeness(&collection.title).max(asked.likeness(&collection.slug));
        let id = collection.collection_id.as_str();
        (found(id, Kind::Collection, &collection.title, score), collection.untrusted.clone())
    });
    let entries = site.entries.iter().map(|entry| {
        let score = asked.likeness(&entry.title).max(asked.likeness(&entry.slug));
        let collection = site.collections.iter().find(|it| it.collection_id == entry.collection_id);
        let in_collection = collection.map(|collection| collection.title.clone());
        let found = found(entry.entry_id.as_str(), Kind::Entry, &entry.title, score);
        let untrusted = entry.untrusted.clone();
        let untrusted = collection.map_or(untrusted.clone(), |it| untrusted.and(&it.untrusted));
        (ResourceMatch { in_collection, ..found }, untrusted)
    });
    collections.chain(entries)
}

fn found(id: &str, kind: Kind, title: &str, score: f64) -> ResourceMatch {
    ResourceMatch {
        id: id.to_owned(),
        kind,
        title: title.to_owned(),
        score: rounded(score),
        on_page: None,
        in_collection: None,
    }
}

pub(super) fn told(matches: usize) -> String {
    match matches {
        0 => "Nothing was found; site_list_pages lists all pages.".to_owned(),
        1 => "Found 1 match.".to_owned(),
        many => format!("Found {many} matches."),
    }
}
