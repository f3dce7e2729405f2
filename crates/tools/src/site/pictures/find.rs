//! `site_find_image`, `site_search_images`: finds pictures by their descriptions.

use adjutant_domain::words::query_terms;
use adjutant_macros::tool;
use adjutant_store::site::{Picture, Snapshot, Subject};
use schemars::JsonSchema;
use serde::Serialize;

use super::{super::whole, ImageRow};
use crate::{
    kit::{Context, Outcome, ToolError},
    site::{
        fuzzy::{likeness, rounded},
        meaning::{self, Findable},
    },
};

/// The number of results of a call that names none.
const LIMIT: usize = 5;
/// The weight of equal words compared with the similarity of the whole description.
const BY_WORDS: f64 = 0.95;
/// The least score of a match.
const LEAST: f64 = 0.3;

fn limit() -> usize {
    LIMIT
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct FoundImages {
    /// Best first.
    matches: Vec<ImageMatch>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct FoundImage {
    /// The best match; null if nothing is like it.
    image: Option<ImageMatch>,
}

#[derive(Serialize, JsonSchema)]
struct ImageMatch {
    #[serde(flatten)]
    image: ImageRow,
    /// 0 to 1.
    score: f64,
}

/// Find a picture of the website by its description, even a misspelt one.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "image", "picture", "photo"))]
pub(in crate::site) async fn site_find_image(
    context: &Context,
    /// What it shows, or its name.
    #[schemars(length(min = 1))]
    description: String,
) -> Result<Outcome<FoundImage>, ToolError> {
    let site = whole(context).await?;
    let best = site.as_ref().map(|site| like(site, &description)).unwrap_or_default().into_iter().next();
    let message = match &best {
        Some(_) => "Found a picture.",
        None => "No picture is like that; site_list_images lists all.",
    };
    let untrusted = best.as_ref().map(|(picture, _)| picture.untrusted.clone()).unwrap_or_default();
    let image = best.map(ImageMatch::from);
    Ok(Outcome { untrusted, ..Outcome::new(message, FoundImage { image }) })
}

/// Search the pictures of the website by the meaning of their descriptions, captions and names.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "image", "picture", "photo"))]
pub(in crate::site) async fn site_search_images(
    context: &Context,
    /// Plain words.
    #[schemars(length(min = 1))]
    query: String,
    /// Most results.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 20))]
    limit: usize,
) -> Result<Outcome<FoundImages>, ToolError> {
    const OF: &[Subject] = &[Subject::Picture];
    let Some(site) = whole(context).await? else {
        return Ok(Outcome::new(counted(0), FoundImages { matches: Vec::new() }));
    };
    let scored = scored(&site, &query);
    let findable: Vec<_> = scored
        .iter()
        .map(|(picture, words)| Findable { words: *words, ids: vec![picture.picture_id.as_str()] })
        .collect();
    let found = meaning::search(context, &site, &query, OF, &findable).await?;
    let best: Vec<_> = found.best.iter().take(limit).map(|&(at, score)| (scored[at].0, score)).collect();
    let untrusted = best.iter().map(|(picture, _)| &picture.untrusted).collect();
    let matches: Vec<_> = best.into_iter().map(ImageMatch::from).collect();
    let message = found.told(counted(matches.len()));
    Ok(Outcome { untrusted, ..Outcome::new(message, FoundImages { matches }) })
}

fn counted(found: usize) -> String {
    match found {
        0 => "Nothing was found; site_list_images lists all pictures.".to_owned(),
        1 => "Found 1 picture.".to_owned(),
        many => format!("Found {many} pictures."),
    }
}

/// Returns the pictures that match a query with their scores, best first; of pictures with equal scores the newest
/// first.
fn like<'a>(site: &'a Snapshot, query: &str) -> Vec<(&'a Picture, f64)> {
    let mut found = scored(site, query);
    found.retain(|(_, score)| *score > 0.0);
    found.sort_by(|(_, one), (_, two)| two.total_cmp(one));
    found
}

/// Returns all pictures, newest first, with the scores of their names for a query; 0 if the score is too low.
fn scored<'a>(site: &'a Snapshot, query: &str) -> Vec<(&'a Picture, f64)> {
    let terms = query_terms(query);
    let score = |picture: &Picture| {
        let caption = picture.caption.as_deref().unwrap_or_default();
        let names = [&*picture.alt, caption, &*picture.name];
        let named = names.into_iter().map(|name| likeness(query, name)).fold(0.0, f64::max);
        let score = named.max(BY_WORDS * terms.word_coverage(&names.join("\n")));
        if score < LEAST { 0.0 } else { score }
    };
    site.pictures.iter().rev().map(|picture| (picture, score(picture))).collect()
}

impl From<(&Picture, f64)> for ImageMatch {
    fn from((picture, score): (&Picture, f64)) -> Self {
        Self { image: picture.into(), score: rounded(score) }
    }
}
