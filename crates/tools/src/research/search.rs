//! Chooses the pages to read: those that the searches together rank best.

use std::collections::HashMap;

use adjutant_domain::redact::Filter;
use url::Url;

use super::state::{Page, Reading};
use crate::web::providers::{Hit, Query, SearchError, SearchProvider};

/// The most pages that are read.
pub(super) const MAX_PAGES: usize = 12;
/// The number of pages of one host that are ranked normally; more come last, so that one source does not make up the
/// report.
const MAX_OF_HOST: usize = 3;
/// Weakens the first places of a list, as usual for reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
const FUSION: f64 = 60.0;

/// Runs the searches one after the other, because services allow few searches a second. Returns the pages to read, best
/// first and with titles without `secrets`, and the errors of failed searches.
pub(super) async fn find(
    provider: &dyn SearchProvider,
    queries: &[Query],
    secrets: &Filter,
) -> (Vec<Page>, Vec<SearchError>) {
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    for query in queries {
        match provider.search(query).await {
            Ok(hits) => found.push(hits.into_iter().map(|hit| hit.shortened(secrets)).collect()),
            Err(error) => failed.push(error),
        }
    }
    (choose(found), failed)
}

/// Merges the results of several searches. A page ranks higher the higher it stands in the lists, and the more lists
/// name it.
fn choose(lists: Vec<Vec<Hit>>) -> Vec<Page> {
    let mut scores: HashMap<Url, f64> = HashMap::new();
    let mut pages = Vec::new();
    for list in lists {
        for (rank, Hit { url, title, .. }) in (1_u32..).zip(list) {
            let score = scores.entry(url.clone()).or_insert_with(|| {
                pages.push(Page { url, title, reading: Reading::Open });
                0.0
            });
            *score += 1.0 / (FUSION + f64::from(rank));
        }
    }
    // The sort is stable: of two equal pages, the one that was found first comes first.
    pages.sort_by(|a, b| scores[&b.url].total_cmp(&scores[&a.url]));
    let mut of_hosts: HashMap<String, usize> = HashMap::new();
    let (mut chosen, of_same_hosts): (Vec<_>, Vec<_>) = pages.into_iter().partition(|page| {
        let of_host = of_hosts.entry(page.url.host_str().unwrap_or_default().to_owned()).or_default();
        *of_host += 1;
        *of_host <= MAX_OF_HOST
    });
    chosen.extend(of_same_hosts);
    chosen.truncate(MAX_PAGES);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(urls: &[&str]) -> Vec<Hit> {
        let hit = |url: &&str| Hit {
            title: (*url).to_owned(),
            url: format!("https://{url}").parse().unwrap(),
            snippet: String::new(),
            published: None,
        };
        urls.iter().map(hit).collect()
    }

    fn chosen(lists: &[&[&str]]) -> Vec<String> {
        choose(lists.iter().map(|urls| list(urls)).collect()).into_iter().map(|page| page.title).collect()
    }

    #[test]
    fn a_page_that_several_searches_find_comes_first() {
        assert_eq!(
            chosen(&[&["a.example/1", "b.example/"], &["c.example/", "b.example/"]]),
            ["b.example/", "a.example/1", "c.example/"]
        );
    }

    #[test]
    fn other_hosts_come_before_the_fourth_page_of_one_and_there_are_at_most_twelve() {
        let one_host = ["a.example/1", "a.example/2", "a.example/3", "a.example/4", "b.example/"];
        assert_eq!(
            chosen(&[&one_host]),
            ["a.example/1", "a.example/2", "a.example/3", "b.example/", "a.example/4"]
        );
        let many: Vec<_> = (0..30).map(|number| format!("{number}.example/")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(chosen(&[&many]).len(), MAX_PAGES);
        assert!(chosen(&[&[]]).is_empty());
    }
}
