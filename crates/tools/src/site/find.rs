//! `site_search_pages`, `site_find_resource`: pages by what they say, and anything of the site by what it is called.

use adjutant_domain::{
    ids::{PageId, SectionId},
    origin::Sources,
    words::{QueryTerms, query_terms},
};
use adjutant_macros::tool;
use adjutant_store::site::{Page, Section, Snapshot};
use adjutant_texts::in_a_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    described::{self, title_of, words_of},
    fuzzy::{likeness, rounded},
    pictures, whole,
};
use crate::kit::{Context, Outcome, ToolError};

/// The results of a call that states no number.
const LIMIT: usize = 5;
/// Characters of a section that a match shows.
const EXCERPT: usize = 160;
/// How much words in a text count beside words in a title.
const IN_TEXT: f64 = 0.8;
/// The least likeness of a match.
const LEAST: f64 = 0.4;

fn limit() -> usize {
    LIMIT
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FoundPages {
    /// Best first.
    matches: Vec<PageMatch>,
}

#[derive(Serialize, JsonSchema)]
struct PageMatch {
    page_id: PageId,
    title: String,
    slug: String,
    /// 0 to 1.
    score: f64,
    /// The section that says the most of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<Excerpt>,
}

#[derive(Serialize, JsonSchema)]
struct Excerpt {
    section_id: SectionId,
    text: String,
}

/// Search the pages of the website by the words that they say.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "page"))]
pub(super) async fn site_search_pages(
    context: &Context,
    /// Plain words.
    #[schemars(length(min = 1))]
    query: String,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 20))]
    limit: usize,
) -> Result<Outcome<FoundPages>, ToolError> {
    let site = whole(context).await?;
    let mut found = site.as_ref().map(|site| saying(site, &query_terms(&query))).unwrap_or_default();
    found.sort_by(|one, two| two.score.total_cmp(&one.score));
    found.truncate(limit);
    let of_pages = found.iter().map(|it| &it.page.untrusted);
    let untrusted = of_pages.chain(found.iter().filter_map(|it| Some(&it.section?.untrusted))).collect();
    let matches: Vec<_> = found.iter().map(PageMatch::from).collect();
    Ok(Outcome { untrusted, ..Outcome::new(told(matches.len()), FoundPages { matches }) })
}

/// A page that says something of what was looked for.
struct Saying<'a> {
    score: f64,
    page: &'a Page,
    /// The section that says the most of it.
    section: Option<&'a Section>,
}

/// Returns the pages that say something of it.
fn saying<'a>(site: &'a Snapshot, terms: &QueryTerms) -> Vec<Saying<'a>> {
    let of_page = |page: &'a Page| {
        let mut words = format!("{}\n{}\n{}", page.title, page.slug.replace('-', " "), page.description);
        let named = terms.word_coverage(&words);
        let (mut best, mut section) = (0.0, None);
        for own in site.sections.iter().filter(|section| section.page_id == page.page_id) {
            let said = words_of(own);
            let score = terms.word_coverage(&said);
            if score > best {
                (best, section) = (score, Some(own));
            }
            words.push('\n');
            words.push_str(&said);
        }
        let score = named.max(IN_TEXT * terms.word_coverage(&words));
        (score > 0.0).then_some(Saying { score, page, section })
    };
    site.pages.iter().filter_map(of_page).collect()
}

impl From<&Saying<'_>> for PageMatch {
    fn from(Saying { score, page, section }: &Saying<'_>) -> Self {
        Self {
            page_id: page.page_id.clone(),
            title: page.title.clone(),
            slug: page.slug.clone(),
            score: rounded(*score),
            section: section.map(|section| Excerpt {
                section_id: section.section_id.clone(),
                text: in_a_line(&words_of(section), EXCERPT),
            }),
        }
    }
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

/// Find pages, sections, navigation items, pictures, posts, collections and entries of the website by what they are called,
/// also misspelt.
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
    let mut found = site.as_ref().map(|site| resources(site, &query)).unwrap_or_default();
    found.retain(|(it, _)| it.score >= LEAST && (kinds.is_empty() || kinds.contains(&it.kind)));
    found.sort_by(|(one, _), (two, _)| two.score.total_cmp(&one.score));
    found.truncate(limit);
    let untrusted = found.iter().map(|(_, untrusted)| *untrusted).collect();
    let matches: Vec<_> = found.into_iter().map(|(it, _)| it).collect();
    Ok(Outcome { untrusted, ..Outcome::new(told(matches.len()), FoundResources { matches }) })
}

/// Returns everything of a site with how much it is like the query, and whose words its name may hold.
fn resources<'a>(site: &'a Snapshot, query: &str) -> Vec<(ResourceMatch, &'a Sources)> {
    let pages = site.pages.iter().map(|page| {
        let score = likeness(query, &page.title).max(likeness(query, &page.slug));
        (found(page.page_id.as_str(), Kind::Page, &page.title, score), &page.untrusted)
    });
    let sections = site.sections.iter().map(|section| {
        let title = title_of(section);
        let label = described::label(&section.template);
        let title = if title.is_empty() { label.to_owned() } else { title };
        let score = likeness(query, &title).max(IN_TEXT * likeness(query, label));
        let page = site.pages.iter().find(|page| page.page_id == section.page_id);
        let found = found(section.section_id.as_str(), Kind::Section, &title, score);
        (ResourceMatch { on_page: page.map(|page| page.title.clone()), ..found }, &section.untrusted)
    });
    let items = site.navigation.iter().map(|item| {
        let score = likeness(query, &item.label);
        (found(item.item_id.as_str(), Kind::NavigationItem, &item.label, score), &item.untrusted)
    });
    let images = site.pictures.iter().map(|picture| {
        let score = likeness(query, &picture.alt).max(likeness(query, &picture.name));
        (
            found(picture.picture_id.as_str(), Kind::Image, &pictures::title(picture), score),
            &picture.untrusted,
        )
    });
    let posts = site.posts.iter().map(|post| {
        let score = likeness(query, &post.title).max(likeness(query, &post.slug));
        (found(post.post_id.as_str(), Kind::Post, &post.title, score), &post.untrusted)
    });
    let rest = pages.chain(sections).chain(items).chain(images).chain(posts);
    rest.chain(of_collections(site, query)).collect()
}

/// Returns the collections and entries of a site with how much each is like the query.
fn of_collections<'a>(site: &'a Snapshot, query: &str) -> impl Iterator<Item = (ResourceMatch, &'a Sources)> {
    let collections = site.collections.iter().map(|collection| {
        let score = likeness(query, &collection.title).max(likeness(query, &collection.slug));
        let id = collection.collection_id.as_str();
        (found(id, Kind::Collection, &collection.title, score), &collection.untrusted)
    });
    let entries = site.entries.iter().map(|entry| {
        let score = likeness(query, &entry.title).max(likeness(query, &entry.slug));
        let collection = site.collections.iter().find(|it| it.collection_id == entry.collection_id);
        let in_collection = collection.map(|collection| collection.title.clone());
        let found = found(entry.entry_id.as_str(), Kind::Entry, &entry.title, score);
        (ResourceMatch { in_collection, ..found }, &entry.untrusted)
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

fn told(matches: usize) -> String {
    match matches {
        0 => "Nothing was found; site_list_pages lists all pages.".to_owned(),
        1 => "Found 1 match.".to_owned(),
        many => format!("Found {many} matches."),
    }
}
