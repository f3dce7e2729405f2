//! Websites: the nearness of a site's texts to a query, and its weight beside their words.

use std::collections::{BTreeMap, HashMap, HashSet, hash_map::Entry};

use adjutant_domain::ids::{SiteId, UserId};
use adjutant_store::{
    db::Tx,
    index_queue::Kind,
    people,
    site::{
        Subject,
        texts::{self, Piece},
    },
    vectors::{self, Among, WrongDimensions},
};
use anyhow::Result;

use super::{
    Memory,
    rank::{self, Weights},
    search::{PATIENCE, Probe},
};

pub use rank::Scored;

/// The most pieces that a search takes, nearest first.
const NEAREST: usize = 200;

/// A search of a website by meaning.
#[derive(Clone, Debug)]
pub struct SiteQuery {
    /// The person who owns the site.
    pub user: UserId,
    pub site: SiteId,
    pub text: String,
    /// The kinds to search: pages, sections, posts, entries or pictures.
    pub of: &'static [Subject],
    /// The ids of those that were found by words. They are compared even if they are far.
    pub by_words: HashSet<String>,
}

/// The texts of a website that are near to a query.
#[derive(Clone, Debug, Default)]
pub struct SiteMeaning {
    near: HashMap<String, Nearest>,
    /// Why nothing was compared although vectors are configured.
    pub keyword_only: Option<String>,
}

/// The nearest piece of a page, section, post, entry or picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// From -1 to 1; higher is nearer.
    pub cosine: f32,
    pub text: String,
}

impl SiteMeaning {
    /// Returns the nearest piece of the subject with this id; `None` if it is far, or has no vector yet.
    pub fn of(&self, id: &str) -> Option<&Nearest> {
        self.near.get(id)
    }
}

impl Memory {
    /// Compares the texts of a site with a query. The result is empty where search by vectors is off.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn near_in_site(&self, query: SiteQuery) -> Result<SiteMeaning> {
        let probe = match self.probe(&query.text, PATIENCE).await {
            Ok(Some(probe)) => probe,
            Ok(None) => return Ok(SiteMeaning::default()),
            Err(why) => return Ok(SiteMeaning { keyword_only: Some(why), ..SiteMeaning::default() }),
        };
        match self.db.read(async move |tx| nearest(tx, &query, &probe).await).await {
            Ok(near) => Ok(SiteMeaning { near, keyword_only: self.health.problem() }),
            Err(error) if error.is::<WrongDimensions>() => {
                Ok(SiteMeaning { keyword_only: Some(error.to_string()), ..SiteMeaning::default() })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the score of each item, from 0 to 1, by words and meaning together; `None` for items that neither finds.
    pub fn scores_in_site(&self, found: &[Scored]) -> Vec<Option<f64>> {
        let weights = Weights { fts: self.settings.fts_weight, vector: self.settings.vector_weight };
        rank::fuse(weights, found)
    }
}

/// Returns the nearest piece of each subject, by the subject's id.
async fn nearest(
    tx: &Tx,
    query: &SiteQuery,
    Probe { space, vector }: &Probe,
) -> Result<HashMap<String, Nearest>> {
    let pieces = texts::pieces(tx, &query.user, &query.site, query.of).await?;
    let subjects: HashMap<i64, String> =
        pieces.into_iter().map(|Piece { row, subject_id }| (row, subject_id)).collect();
    let whose = people::members(tx, &query.user).await?;
    let rows = subjects.keys().map(|row| (Kind::Draft, *row)).collect();
    let among = Among { kinds: vec![Kind::Draft], rows: Some(rows) };
    let near = vectors::nearest(tx, &whose, space, vector, &among, NEAREST).await?;
    let mut best: HashMap<&str, (f32, i64)> = HashMap::new();
    let mut take = |row: i64, cosine: f32| match subjects.get(&row).map(|id| best.entry(id)) {
        Some(Entry::Occupied(mut known)) if known.get().0 < cosine => drop(known.insert((cosine, row))),
        Some(Entry::Vacant(new)) => drop(new.insert((cosine, row))),
        _ => {}
    };
    near.iter().for_each(|near| take(near.row, near.cosine));
    let seen: HashSet<i64> = near.iter().map(|near| near.row).collect();
    let is_lacking = |(row, id): &(&i64, &String)| query.by_words.contains(*id) && !seen.contains(row);
    let lacking: Vec<_> = subjects.iter().filter(is_lacking).map(|(row, _)| (Kind::Draft, *row)).collect();
    for ((_, row), cosine) in vectors::cosines(tx, &whose, space, vector, &lacking).await? {
        take(row, cosine);
    }
    let rows: Vec<_> = best.values().map(|(_, row)| *row).collect();
    let mut texts: BTreeMap<i64, String> = texts::texts(tx, &query.user, &rows).await?;
    let nearest = |(id, (cosine, row)): (&str, (f32, i64))| {
        Some((id.to_owned(), Nearest { cosine, text: texts.remove(&row)? }))
    };
    Ok(best.into_iter().filter_map(nearest).collect())
}
