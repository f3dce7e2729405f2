//! `web_search`: finds pages on the web through the service that the operator has chosen.

use std::{sync::Arc, time::Duration};

use adjutant_texts::{approvals::WEB_SEARCHES, tools::web as words};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::providers::{Freshness, Hit, Query, SearchError, SearchProvider};
use crate::{
    kit::{
        ApprovalNeed, CallAssessment, Category, Context, Meta, Outcome, Permission, Risk, Tier, Tool,
        ToolError,
    },
    vault,
};

/// The name of the tool.
pub(crate) const NAME: &str = "web_search";

/// The number of results of a search that names none.
const COUNT: usize = 5;

/// The tool `web_search`, which is offered if there is a provider.
pub(super) struct WebSearch {
    pub(super) provider: Option<Arc<dyn SearchProvider>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArgs {
    /// What to look for, as typed into a search page.
    #[schemars(length(min = 1, max = 400))]
    query: String,
    /// How many results at most; 5 unless given.
    #[serde(default = "count")]
    #[schemars(range(min = 1, max = 20))]
    count: usize,
    /// Only pages that are no older than this.
    freshness: Option<Freshness>,
    /// The language of the pages, like en or pt-BR.
    language: Option<String>,
}

fn count() -> usize {
    COUNT
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Matches {
    /// Best first.
    matches: Vec<Match>,
}

#[derive(Serialize, JsonSchema)]
struct Match {
    title: String,
    url: String,
    snippet: String,
    /// The day, as YYYY-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

#[async_trait]
impl Tool for WebSearch {
    type Args = SearchArgs;
    type Output = Matches;
    /// Idempotent: a search may be repeated.
    const META: Meta =
        Meta::new(NAME, "Search the web; read a page with web_fetch.", Category::Web, Tier::SideEffecting)
            .risk(Risk::Safe)
            .needs(&[Permission::Network])
            .tags(&["web", "search"])
            .timeout(Duration::from_secs(30))
            .idempotent();

    /// The query goes only to the service that the operator chose, which may still pass it on. If the query repeats the
    /// person's own words, nobody else could have influenced it.
    async fn requirement(
        &self,
        context: &Context,
        arguments: &SearchArgs,
    ) -> Result<CallAssessment, ToolError> {
        query(arguments)?;
        let is_own = arguments.language.is_none() && repeats(&arguments.query, &context.own_words);
        let need = if is_own { ApprovalNeed::NotNeeded } else { ApprovalNeed::IfUntrusted };
        let summary = words::search(&arguments.query);
        Ok(CallAssessment { need, ..CallAssessment::by_policy(summary) }.kind(WEB_SEARCHES))
    }

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Outcome<Matches>, ToolError> {
        let query = query(&arguments)?;
        let provider = self.provider.as_ref().ok_or_else(not_set_up)?;
        context.progress(words::searching());
        let hits = provider.search(&query).await.map_err(|error| explain(&error))?;
        let found = match hits.len() {
            0 => "Nothing was found.".to_owned(),
            1 => "Found 1 page.".to_owned(),
            many => format!("Found {many} pages."),
        };
        let title = words::found(hits.len());
        let secrets = vault::filter(context).await?;
        let matches = hits.into_iter().map(|hit| hit.shortened(&secrets).into()).collect();
        let outcome = Outcome::new(found, Matches { matches }).titled(title);
        Ok(outcome.from_others(words::SEARCH_RESULTS))
    }
}

impl From<Hit> for Match {
    fn from(hit: Hit) -> Self {
        let Hit { title, url, snippet, published } = hit;
        Self { title, url: url.into(), snippet, published: published.map(|day| day.to_string()) }
    }
}

/// Returns whether each word of a query is among the words that the person wrote, no more often than they wrote it.
/// Other spellings do not count, apart from lower case and punctuation around a word, because they could encode
/// something.
pub(crate) fn repeats(query: &str, own_words: &str) -> bool {
    let mut own: Vec<&str> = own_words.split_whitespace().collect();
    query.split_whitespace().all(|word| {
        let is_it = |own: &&str| {
            let bare = own.trim_matches(|c: char| !c.is_alphanumeric());
            word == *own || word == bare || !bare.is_empty() && word == bare.to_lowercase()
        };
        own.iter().position(is_it).map(|found| own.swap_remove(found)).is_some()
    })
}

fn query(arguments: &SearchArgs) -> Result<Query, ToolError> {
    let SearchArgs { query, count, freshness, language } = arguments;
    Query::new(query, *count, *freshness, language.as_deref()).map_err(|error| explain(&error))
}

/// Returns the error of a search without a service.
pub(crate) fn not_set_up() -> ToolError {
    ToolError::unavailable("the operator has not set up [tools.search]")
}

/// Returns the error of a failed search.
pub(crate) fn explain(error: &SearchError) -> ToolError {
    match error {
        SearchError::Empty | SearchError::TooLong | SearchError::Language(_) | SearchError::Bang => {
            ToolError::invalid(error.to_string())
        }
        other => ToolError::unavailable(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_of_the_person_s_own_words_says_nothing_else() {
        let said = "When is high tide in Dover? And (low) tide?";
        for query in ["high tide Dover", "dover low tide tide", "in Dover?"] {
            assert!(repeats(query, said), "{query}");
        }
        for query in [
            "high tide Calais",
            "tide tide tide",
            "High tide",
            "hIgh tide",
            "high tide d.o.v.e.r",
            "high tide\u{200b}",
            "site:evil.example tide",
            "high, tide",
        ] {
            assert!(!repeats(query, said), "{query}");
        }
        assert!(!repeats("tide", ""));
    }
}
