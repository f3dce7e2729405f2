//! `site_search_pages`: finds pages, posts and entries by their content.

use std::collections::HashMap;

use adjutant_domain::{
    ids::{EntryId, PageId, PostId, SectionId},
    origin::Sources,
    words::{QueryTerms, query_terms},
};
use adjutant_macros::tool;
use adjutant_memory::Nearest;
use adjutant_store::site::{Entry, Page, Post, Section, Snapshot, Subject};
use adjutant_texts::in_a_line;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    described::words_of,
    find::{limit, told},
    fuzzy::rounded,
    meaning::{self, Findable, Found},
    whole,
};
use crate::kit::{Context, Outcome, ToolError};

/// The most characters of a text that a match shows.
const EXCERPT: usize = 160;
/// The weight of words in a text compared with words in a title.
const IN_TEXT: f64 = 0.8;

#[derive(Serialize, JsonSchema)]
pub(super) struct FoundTexts {
    /// Best first.
    matches: Vec<Match>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Match {
    Page {
        page_id: PageId,
        title: String,
        slug: String,
        /// 0 to 1.
        score: f64,
        /// The section that says the most of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        section: Option<Excerpt>,
    },
    Post {
        post_id: PostId,
        title: String,
        slug: String,
        /// 0 to 1.
        score: f64,
        /// What says the most of it.
        text: String,
    },
    Entry {
        entry_id: EntryId,
        title: String,
        slug: String,
        /// The title of its collection.
        #[serde(skip_serializing_if = "Option::is_none")]
        in_collection: Option<String>,
        /// 0 to 1.
        score: f64,
        /// What says the most of it.
        text: String,
    },
}

#[derive(Serialize, JsonSchema)]
struct Excerpt {
    section_id: SectionId,
    text: String,
}

/// Search the pages, posts and entries of the website by the meaning of their texts.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "page", "post", "entry"))]
pub(super) async fn site_search_pages(
    context: &Context,
    /// Plain words.
    #[schemars(length(min = 1))]
    query: String,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 20))]
    limit: usize,
) -> Result<Outcome<FoundTexts>, ToolError> {
    const OF: &[Subject] = &[Subject::Page, Subject::Section, Subject::Post, Subject::Entry];
    let Some(site) = whole(context).await? else {
        return Ok(Outcome::new(told(0), FoundTexts { matches: Vec::new() }));
    };
    let terms = query_terms(&query);
    let things = things(&site);
    let findable: Vec<_> = things.iter().map(|it| it.findable(&terms)).collect();
    let found = meaning::search(context, &site, &query, OF, &findable).await?;
    let shown = found.best.iter().take(limit);
    let (matches, sources): (Vec<_>, Vec<_>) =
        shown.map(|&(at, score)| things[at].shown(&site, &terms, &found, rounded(score))).unzip();
    let untrusted = sources.into_iter().flatten().collect();
    Ok(Outcome { untrusted, ..Outcome::new(found.told(told(matches.len())), FoundTexts { matches }) })
}

/// An item that the search considers.
enum Thing<'a> {
    /// With its sections.
    Page(&'a Page, Vec<&'a Section>),
    Post(&'a Post),
    Entry(&'a Entry),
}

/// Returns the items that the search considers.
fn things(site: &Snapshot) -> Vec<Thing<'_>> {
    let mut sections: HashMap<&PageId, Vec<&Section>> = HashMap::new();
    for section in &site.sections {
        sections.entry(&section.page_id).or_default().push(section);
    }
    let pages = site.pages.iter();
    let pages = pages.map(|page| Thing::Page(page, sections.remove(&page.page_id).unwrap_or_default()));
    let posts = site.posts.iter().map(Thing::Post);
    pages.chain(posts).chain(site.entries.iter().map(Thing::Entry)).collect()
}

impl<'a> Thing<'a> {
    /// Returns its ids, and how well its words match the query.
    fn findable(&self, terms: &QueryTerms) -> Findable<'a> {
        match self {
            Self::Page(page, sections) => {
                let name = format!("{}\n{}\n{}", page.title, page.slug.replace('-', " "), page.description);
                let said: Vec<_> = sections.iter().map(|section| words_of(section)).collect();
                let ids = sections.iter().map(|section| section.section_id.as_str());
                let ids = [page.page_id.as_str()].into_iter().chain(ids).collect();
                Findable { words: score(terms, &name, &said.join("\n")), ids }
            }
            Self::Post(post) => {
                let excerpt = post.excerpt.as_deref().unwrap_or_default();
                let name =
                    [&*post.title, &post.slug.replace('-', " "), excerpt, &post.tags.join("\n")].join("\n");
                Findable { words: score(terms, &name, &post.body), ids: vec![post.post_id.as_str()] }
            }
            Self::Entry(entry) => {
                let name = [&*entry.title, &entry.slug.replace('-', " "), &entry.summary].join("\n");
                Findable { words: score(terms, &name, &entry.body), ids: vec![entry.entry_id.as_str()] }
            }
        }
    }

    /// Returns the match for the model, and the sources of the words that it shows.
    fn shown(
        &self,
        site: &'a Snapshot,
        terms: &QueryTerms,
        found: &Found,
        score: f64,
    ) -> (Match, Vec<&'a Sources>) {
        match self {
            Self::Page(page, sections) => {
                let section = best_section(sections, terms, found);
                let shown = Match::Page {
                    page_id: page.page_id.clone(),
                    title: page.title.clone(),
                    slug: page.slug.clone(),
                    score,
                    section: section.map(|section| Excerpt {
                        section_id: section.section_id.clone(),
                        text: in_a_line(&words_of(section), EXCERPT),
                    }),
                };
                let of_section = section.map(|section| &section.untrusted);
                (shown, [&page.untrusted].into_iter().chain(of_section).collect())
            }
            Self::Post(post) => {
                let texts = [post.excerpt.as_deref().unwrap_or_default(), &post.body];
                let shown = Match::Post {
                    post_id: post.post_id.clone(),
                    title: post.title.clone(),
                    slug: post.slug.clone(),
                    score,
                    text: passage(terms, texts, found.nearest(post.post_id.as_str())),
                };
                (shown, vec![&post.untrusted])
            }
            Self::Entry(entry) => {
                let collection = site.collections.iter().find(|it| it.collection_id == entry.collection_id);
                let nearest = found.nearest(entry.entry_id.as_str());
                let shown = Match::Entry {
                    entry_id: entry.entry_id.clone(),
                    title: entry.title.clone(),
                    slug: entry.slug.clone(),
                    in_collection: collection.map(|collection| collection.title.clone()),
                    score,
                    text: passage(terms, [&entry.summary, &entry.body], nearest),
                };
                let of_collection = collection.map(|collection| &collection.untrusted);
                (shown, [&entry.untrusted].into_iter().chain(of_collection).collect())
            }
        }
    }
}

/// Returns how well an item's name and other words match the query: 0 to 1.
fn score(terms: &QueryTerms, name: &str, words: &str) -> f64 {
    let in_all = terms.word_coverage(&format!("{name}\n{words}"));
    terms.word_coverage(name).max(IN_TEXT * in_all)
}

/// Returns the section that matches best by words and meaning, the first one of equals.
fn best_section<'a>(sections: &[&'a Section], terms: &QueryTerms, found: &Found) -> Option<&'a Section> {
    let (mut best, mut section) = (0.0, None);
    for own in sections {
        let nearest = found.nearest(own.section_id.as_str());
        let cosine = nearest.map_or(0.0, |nearest| f64::from(nearest.cosine));
        let value = terms.word_coverage(&words_of(own)) + cosine;
        if value > best {
            (best, section) = (value, Some(*own));
        }
    }
    section
}

/// Returns the paragraph whose words match best, the first one of equals; if none has a word of the query, the nearest
/// text by meaning.
fn passage(terms: &QueryTerms, texts: [&str; 2], nearest: Option<&Nearest>) -> String {
    let (mut best, mut passage) = (-1.0, "");
    for paragraph in texts.iter().flat_map(|text| text.split("\n\n")).filter(|it| !it.trim().is_empty()) {
        let score = terms.word_coverage(paragraph);
        if score > best {
            (best, passage) = (score, paragraph);
        }
    }
    let nearest = nearest.filter(|_| best <= 0.0).map(|nearest| &*nearest.text);
    in_a_line(nearest.unwrap_or(passage), EXCERPT)
}
