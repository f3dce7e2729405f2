//! `tools_find`: finds the toolset for a purpose, open or closed, by words and by meaning.

use std::collections::HashSet;

use adjutant_domain::words;
use adjutant_macros::tool;
use adjutant_memory::Memory;
use schemars::JsonSchema;
use serde::Serialize;

use crate::kit::{Context, OfferedToolset, OnDemand, Outcome, ToolError};

/// The most toolsets that are proposed.
const PROPOSED: usize = 3;
/// The weight of a word in a toolset's name or tags compared with a word in its summary.
const TAGGED: f64 = 2.0;
/// The score of a clear match by words. Scores are divided by it, or by the highest score if that is higher.
const CLEAR: f64 = 3.0;
/// The weight of the score by words compared with the similarity in meaning.
const BY_WORDS: f64 = 0.5;

#[derive(Serialize, JsonSchema)]
pub(super) struct Matches {
    /// Best first.
    matches: Vec<Match>,
}

#[derive(Serialize, JsonSchema)]
struct Match {
    toolset: String,
    summary: String,
    is_open: bool,
    tools: Vec<String>,
}

/// Find a toolset for a task that your tools cannot do.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("toolset", "search"))]
pub(super) async fn tools_find(
    context: &Context,
    /// The task.
    #[schemars(length(min = 1))]
    query: String,
) -> Result<Outcome<Matches>, ToolError> {
    let found = find(&context.memory, &context.toolsets, &query).await;
    let message = match found.first() {
        Some(_) => "Open what fits with toolset_open.",
        None => "No toolset fits; try other words.",
    };
    let matches = found.into_iter().map(|toolset| Match {
        toolset: toolset.name.to_string(),
        summary: toolset.on_demand.summary.clone(),
        is_open: toolset.is_open,
        tools: toolset.tool_names().into_iter().map(str::to_owned).collect(),
    });
    Ok(Outcome::new(message, Matches { matches: matches.collect() }))
}

/// Returns the toolsets that match a query, best first.
pub(crate) async fn find<'a>(
    memory: &Memory,
    toolsets: &'a [OfferedToolset],
    query: &str,
) -> Vec<&'a OfferedToolset> {
    let by_words = by_words(toolsets, query);
    let likeness = memory.likeness(query, &toolsets.iter().map(about).collect::<Vec<_>>()).await;
    let likeness = likeness.unwrap_or_else(|| vec![0.0; toolsets.len()]);
    let scores = by_words.into_iter().zip(likeness).map(|(words, alike)| BY_WORDS * words + alike);
    let mut ranked: Vec<_> = toolsets.iter().zip(scores).filter(|(_, score)| *score > 0.0).collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    ranked.into_iter().map(|(toolset, _)| toolset).take(PROPOSED).collect()
}

/// Returns the text that is compared with a query by meaning: the tags, which are plain words for people's wishes, or
/// else the summary.
fn about(toolset: &OfferedToolset) -> String {
    match toolset.on_demand.tags {
        "" => toolset.on_demand.summary.clone(),
        tags => tags.to_owned(),
    }
}

/// Returns the score of each toolset by the words of a query, 0 to 1. A word counts more the fewer toolsets have it.
fn by_words(toolsets: &[OfferedToolset], query: &str) -> Vec<f64> {
    let indexed: Vec<_> = toolsets.iter().map(Indexed::of).collect();
    let mut scores = vec![0.0; toolsets.len()];
    for term in words::query_terms(query).terms {
        let weights: Vec<_> = indexed.iter().map(|it| it.weight(&term.variants)).collect();
        let having = weights.iter().filter(|weight| **weight > 0.0).count();
        let rarity = (1.0 + toolsets.len() as f64 / having.max(1) as f64).ln();
        for (score, weight) in scores.iter_mut().zip(weights) {
            *score += weight * rarity;
        }
    }
    let whole = scores.iter().copied().fold(CLEAR, f64::max);
    scores.into_iter().map(|score| score / whole).collect()
}

/// The words of a toolset, as they are compared with a query.
struct Indexed {
    tagged: HashSet<String>,
    described: HashSet<String>,
}

impl Indexed {
    fn of(toolset: &OfferedToolset) -> Self {
        let OnDemand { summary, tags, words, .. } = &*toolset.on_demand;
        let (mut tagged, mut described) = (format!("{} {tags}", toolset.name), summary.clone());
        for tool in &toolset.tools {
            tagged = tagged + " " + &tool.name().replace('_', " ") + " " + &tool.definition.tags.join(" ");
            described = described + " " + &tool.definition.summary;
        }
        let mut tagged = terms(&tagged);
        // Each language has its own stems.
        tagged.extend(words.lines().flat_map(terms));
        Self { tagged, described: terms(&described) }
    }

    fn weight(&self, variants: &[String]) -> f64 {
        let has = |terms: &HashSet<String>| variants.iter().any(|variant| terms.contains(variant));
        match (has(&self.tagged), has(&self.described)) {
            (true, _) => TAGGED,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }
}

fn terms(text: &str) -> HashSet<String> {
    words::index_terms(text).split(' ').map(str::to_owned).collect()
}
