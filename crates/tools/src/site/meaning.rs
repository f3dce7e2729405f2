//! Search by words and by meaning.

use std::collections::HashSet;

use adjutant_memory::{Nearest, Scored, SiteMeaning, SiteQuery};
use adjutant_store::site::{Snapshot, Subject};
use adjutant_texts::memory as texts;

use super::shared;
use crate::kit::{Context, ToolError};

/// An item of a website that a search may find.
pub(super) struct Findable<'a> {
    /// How well its words match the query: 0 to 1.
    pub words: f64,
    /// The ids of its parts: a page and its sections.
    pub ids: Vec<&'a str>,
}

/// The results of a search.
pub(super) struct Found {
    /// The indices of the found items with scores from 0 to 1, best first; equal scores keep their order.
    pub best: Vec<(usize, f64)>,
    meaning: SiteMeaning,
}

/// Searches `findable`, items of a website; `of` names the kinds of things that their ids identify.
pub(super) async fn search(
    context: &Context,
    site: &Snapshot,
    query: &str,
    of: &'static [Subject],
    findable: &[Findable<'_>],
) -> Result<Found, ToolError> {
    let by_words: HashSet<String> = findable
        .iter()
        .filter(|it| it.words > 0.0)
        .flat_map(|it| it.ids.iter().map(|id| (*id).to_owned()))
        .collect();
    let query = SiteQuery {
        user: shared::owner(context).clone(),
        site: site.site.site_id.clone(),
        text: query.to_owned(),
        of,
        by_words,
    };
    let meaning = context.memory.near_in_site(query).await?;
    let cosine = |it: &Findable<'_>| {
        let cosines = it.ids.iter().filter_map(|id| meaning.of(id)).map(|nearest| nearest.cosine);
        cosines.max_by(f32::total_cmp)
    };
    let scored: Vec<_> = findable.iter().map(|it| Scored { words: it.words, cosine: cosine(it) }).collect();
    let scores = context.memory.scores_in_site(&scored).into_iter().enumerate();
    let mut best: Vec<_> = scores.filter_map(|(at, score)| Some((at, score?))).collect();
    best.sort_by(|(_, one), (_, two)| two.total_cmp(one));
    Ok(Found { best, meaning })
}

impl Found {
    /// Returns the nearest text to the query in a page, section, post, entry or picture, if it was compared.
    pub(super) fn nearest(&self, id: &str) -> Option<&Nearest> {
        self.meaning.of(id)
    }

    /// Returns a result, with a remark if the search used only words.
    pub(super) fn told(&self, result: String) -> String {
        match &self.meaning.keyword_only {
            Some(why) => texts::by_words_only(&result, why),
            None => result,
        }
    }
}
