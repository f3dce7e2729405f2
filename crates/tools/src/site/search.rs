//! `site_search_pages`: pages, posts and entries by what they say.

use adjutant_domain::{
    ids::{EntryId, PageId, PostId, SectionId},
    origin::Sources,
    words::{QueryTerms, query_terms},
};
use adjutant_macros::tool;
use adjutant_store::site::{Entry, Page, Post, Snapshot};
use adjutant_texts::in_a_line;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    described::words_of,
    find::{limit, told},
    fuzzy::rounded,
    whole,
};
use crate::kit::{Context, Outcome, ToolError};

/// Characters of a text that a match shows.
const EXCERPT: usize = 160;
/// How much words in a text count beside words in a title.
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

/// Search the pages, posts and entries of collections of the website by the words that they say.
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
    let site = whole(context).await?;
    let mut found = site.as_ref().map(|site| saying(site, &query_terms(&query))).unwrap_or_default();
    found.sort_by(|one, two| two.score.total_cmp(&one.score));
    found.truncate(limit);
    let untrusted = found.iter().flat_map(|it| it.sources.iter().copied()).collect();
    let matches: Vec<_> = found.into_iter().map(|it| it.shown).collect();
    Ok(Outcome { untrusted, ..Outcome::new(told(matches.len()), FoundTexts { matches }) })
}

/// What says something of what was looked for.
struct Saying<'a> {
    score: f64,
    shown: Match,
    /// Of the words that are shown.
    sources: Vec<&'a Sources>,
}

/// Returns the pages, posts and entries that say something of it.
fn saying<'a>(site: &'a Snapshot, terms: &QueryTerms) -> Vec<Saying<'a>> {
    let pages = site.pages.iter().filter_map(|page| of_page(site, page, terms));
    let posts = site.posts.iter().filter_map(|post| of_post(post, terms));
    let entries = site.entries.iter().filter_map(|entry| of_entry(site, entry, terms));
    pages.chain(posts).chain(entries).collect()
}

fn of_page<'a>(site: &'a Snapshot, page: &'a Page, terms: &QueryTerms) -> Option<Saying<'a>> {
    let name = format!("{}\n{}\n{}", page.title, page.slug.replace('-', " "), page.description);
    let (mut words, mut best, mut section) = (String::new(), 0.0, None);
    for own in site.sections.iter().filter(|section| section.page_id == page.page_id) {
        let said = words_of(own);
        let score = terms.word_coverage(&said);
        if score > best {
            (best, section) = (score, Some(own));
        }
        words.push_str(&said);
        words.push('\n');
    }
    let score = score(terms, &name, &words)?;
    let shown = Match::Page {
        page_id: page.page_id.clone(),
        title: page.title.clone(),
        slug: page.slug.clone(),
        score: rounded(score),
        section: section.map(|section| Excerpt {
            section_id: section.section_id.clone(),
            text: in_a_line(&words_of(section), EXCERPT),
        }),
    };
    let sources = [&page.untrusted].into_iter().chain(section.map(|section| &section.untrusted)).collect();
    Some(Saying { score, shown, sources })
}

fn of_post<'a>(post: &'a Post, terms: &QueryTerms) -> Option<Saying<'a>> {
    let excerpt = post.excerpt.as_deref().unwrap_or_default();
    let name = [&*post.title, &post.slug.replace('-', " "), excerpt, &post.tags.join("\n")].join("\n");
    let score = score(terms, &name, &post.body)?;
    let shown = Match::Post {
        post_id: post.post_id.clone(),
        title: post.title.clone(),
        slug: post.slug.clone(),
        score: rounded(score),
        text: passage(terms, [excerpt, &post.body]),
    };
    Some(Saying { score, shown, sources: vec![&post.untrusted] })
}

fn of_entry<'a>(site: &'a Snapshot, entry: &'a Entry, terms: &QueryTerms) -> Option<Saying<'a>> {
    let name = [&*entry.title, &entry.slug.replace('-', " "), &entry.summary].join("\n");
    let score = score(terms, &name, &entry.body)?;
    let collection = site.collections.iter().find(|it| it.collection_id == entry.collection_id);
    let shown = Match::Entry {
        entry_id: entry.entry_id.clone(),
        title: entry.title.clone(),
        slug: entry.slug.clone(),
        in_collection: collection.map(|collection| collection.title.clone()),
        score: rounded(score),
        text: passage(terms, [&entry.summary, &entry.body]),
    };
    let sources = [&entry.untrusted].into_iter().chain(collection.map(|it| &it.untrusted)).collect();
    Some(Saying { score, shown, sources })
}

/// Returns how much something says of what was looked for, by its name and its other words; `None` if nothing.
fn score(terms: &QueryTerms, name: &str, words: &str) -> Option<f64> {
    let in_all = terms.word_coverage(&format!("{name}\n{words}"));
    let score = terms.word_coverage(name).max(IN_TEXT * in_all);
    (score > 0.0).then_some(score)
}

/// Returns the paragraph that says the most of it, the first one of equals.
fn passage(terms: &QueryTerms, texts: [&str; 2]) -> String {
    let (mut best, mut passage) = (-1.0, "");
    for paragraph in texts.iter().flat_map(|text| text.split("\n\n")).filter(|it| !it.trim().is_empty()) {
        let score = terms.word_coverage(paragraph);
        if score > best {
            (best, passage) = (score, paragraph);
        }
    }
    in_a_line(passage, EXCERPT)
}
