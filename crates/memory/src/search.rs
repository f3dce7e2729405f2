//! Search: finds candidates by words and by vectors, and ranks them together.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{HashMap, HashSet},
    time::Duration,
};

use adjutant_config::MemorySettings;
use adjutant_domain::{
    timestamp::Timestamp,
    words::{self, Part, QueryTerms, Terms},
    zones::Zone,
};
use adjutant_store::{
    db::Tx,
    index_queue::Kind,
    people,
    search::{self, Beside, Indexed, Rows, Searched, Source, Text},
    vectors::{self, Among, WrongDimensions},
};
use anyhow::Result;
use chrono::DateTime;

use super::{
    Memory, Query, Scope, SearchResult, SearchResults, Why,
    embedder::Purpose,
    rank::{
        self, Candidate, Certainty, Weights,
        words::{Counted, Counts, Own, Rarity},
    },
    spellings,
    when::{self, Period},
};

/// Candidates of each kind (notes, conversations, documents) by words, and as many by vectors.
const CANDIDATES: usize = 200;
/// The person's newest rows that are considered, and the newest with each word of the query.
const MATCHES: usize = 10_000;
/// The person's texts are a small share if all people together have at least this many times as many texts. Then
/// reading all of the person's texts takes less time than finding those with the query's words. Measured with 500,000
/// texts of 40 words: reading one takes 4-7 µs, skipping one for 20 words up to 0.1 µs.
const SMALL_SHARE: usize = 64;
/// The most texts that are read after the index has found them; they have the rarest words.
const SHORTLIST: usize = 400;
/// The terms at the beginning of an entry that also count for its neighbours: limited, so that a long answer does not
/// outweigh its question.
const BEGINNING: usize = 64;
/// How long a search waits for the query's vector before it uses words alone.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// The same limit for turns and commands that search.
const SHORT_PATIENCE: Duration = Duration::from_millis(250);

/// The input of a search besides the query: settings, time and the query's vector.
#[derive(Clone, Debug)]
pub(crate) struct View {
    weights: Weights,
    /// The time zone of people who have set none.
    host: Zone,
    now: Timestamp,
    probe: Option<Probe>,
    certainty: Certainty,
    /// Why the search uses words alone, or finds too little by vectors; `None` if nothing is wrong.
    keyword_only: Option<String>,
}

/// The vector of a query, and its vector space.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) space: String,
    pub(crate) vector: Vec<f32>,
}

/// The meaning of a query: its vector, `None` where there is none to compute, or why it is unknown.
#[derive(Clone, Debug)]
pub struct Meant(Result<Option<Probe>, String>);

impl Meant {
    /// Returns whether another attempt to find the meaning makes sense.
    pub fn is_unknown(&self) -> bool {
        self.0.is_err()
    }
}

impl Memory {
    /// Searches a person's memory for a reader who judges the results, which may be weak.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn search(&self, query: Query) -> Result<SearchResults> {
        let meant = self.meant(&query.text, PATIENCE).await;
        self.search_again(query, &meant).await
    }

    /// Searches a person's memory for what probably matters, for turns and commands; by words alone if the query's
    /// vector is not ready within a quarter of a second.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn search_quickly(&self, query: Query) -> Result<SearchResults> {
        let meant = self.meant(&query.text, SHORT_PATIENCE).await;
        self.find(query, &meant, Certainty::Probable).await
    }

    /// Returns the meaning of a query: its vector, if it is ready within `patience`.
    pub async fn meant(&self, text: &str, patience: Duration) -> Meant {
        Meant(self.probe(text, patience).await)
    }

    /// Searches as [`Self::search`] does, for a query whose meaning is known, so that a repeated search does not
    /// compute it again.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn search_again(&self, query: Query, meant: &Meant) -> Result<SearchResults> {
        self.find(query, meant, Certainty::Possible).await
    }

    async fn find(&self, query: Query, meant: &Meant, certainty: Certainty) -> Result<SearchResults> {
        let view = View::new(&self.settings, self.zone, self.clock.timestamp());
        let view = View { certainty, ..view };
        let view = match &meant.0 {
            Ok(None) => view,
            Ok(probe) => View { probe: probe.clone(), keyword_only: self.health.problem(), ..view },
            Err(why) => View { keyword_only: Some(why.clone()), ..view },
        };
        self.db.read(async move |tx| find(tx, &query, &view).await).await
    }

    /// Embeds the text. Returns `None` where search by vectors is off or the text is empty.
    pub(crate) async fn probe(&self, text: &str, patience: Duration) -> Result<Option<Probe>, String> {
        let Some(embedder) = &self.embedder else { return Ok(None) };
        if text.trim().is_empty() || self.settings.vector_weight == 0.0 {
            return Ok(None);
        }
        let texts = [text.to_owned()];
        let vectors = tokio::select! {
            vectors = embedder.embed(&texts, Purpose::Query) => vectors.map_err(|error| error.to_string())?,
            () = self.clock.sleep(patience) => return Err("the embedding model takes too long".to_owned()),
        };
        let space = embedder.space().to_owned();
        Ok(vectors.into_iter().next().map(|vector| Probe { space, vector }))
    }
}

impl View {
    /// Returns a view that searches by words alone, at the time `now`; `host` is the zone of people who have set none.
    pub(crate) fn new(settings: &MemorySettings, host: Zone, now: Timestamp) -> Self {
        let weights = Weights { fts: settings.fts_weight, vector: settings.vector_weight };
        let certainty = Certainty::Possible;
        Self { weights, host, now, probe: None, certainty, keyword_only: None }
    }
}

/// Searches a person's memory within a transaction. A query may also have only tags.
pub(crate) async fn find(tx: &Tx, query: &Query, view: &View) -> Result<SearchResults> {
    let limit = usize::try_from(query.top_k).unwrap_or_default();
    let mut keyword_only = view.keyword_only.clone();
    let mut wanted = words::query_terms(query.text.trim());
    let among = match (&query.scope, query.tags.as_slice()) {
        (Scope::Everything, []) => None,
        (scope, tags) => {
            let beside =
                Beside { conversations: query.include_conversation, documents: query.include_documents };
            Some(search::rows(tx, &query.user, scope, tags, beside).await?)
        }
    };
    if wanted.terms.is_empty() && view.probe.is_none() {
        let found = newest(tx, query, among.filter(|_| !query.tags.is_empty()), limit).await?;
        return Ok(SearchResults { found, keyword_only: None });
    }
    let mut matches = Matches::default();
    let known = by_words(tx, query, &wanted, among.as_ref(), &mut matches).await?;
    if let Some(respelled) = spellings::of(tx, query, &wanted, &known, among.as_ref()).await? {
        wanted = respelled;
        by_words(tx, query, &wanted, among.as_ref(), &mut matches).await?;
    }
    if let Some(probe) = &view.probe {
        match by_meaning(tx, query, probe, among.as_ref(), &mut matches).await {
            Err(error) if error.is::<WrongDimensions>() => keyword_only = Some(error.to_string()),
            done => done?,
        }
        if keyword_only.is_none() && vectors::is_to_begin(tx, &probe.space).await? {
            keyword_only = Some("the texts have yet to be read by the embedding model".to_owned());
        }
    }
    let now = view.now.to_utc().with_timezone(&people::zone(tx, &query.user, view.host).await?);
    let rows: Vec<_> = matches.keys().copied().collect();
    let texts = search::texts(tx, &query.user, &rows, query.turn.as_ref()).await?;
    Ok(SearchResults { found: ranked(query, (view, now), &wanted, texts, &matches, limit), keyword_only })
}

/// Ranks the texts and returns the best ones.
fn ranked(
    query: &Query,
    (view, now): (&View, DateTime<Zone>),
    wanted: &QueryTerms,
    mut texts: Vec<Text>,
    matches: &Matches,
    limit: usize,
) -> Vec<SearchResult> {
    // The ranking's sort is stable, so equally good texts stay newest first.
    texts.sort_by_key(|text| Reverse((text.updated_at, text.row)));
    let period = when::period(&query.text, now);
    let findable: Vec<_> = texts.iter().map(findable).collect();
    let candidates: Vec<_> = texts
        .iter()
        .zip(&findable)
        .map(|(text, findable)| candidate(text, findable, matches, period.as_ref()))
        .collect();
    let word_coverage = |text: &str| wanted.word_coverage(text);
    let search = rank::Search {
        text: &query.text,
        word_coverage: &word_coverage,
        weights: view.weights,
        limit,
        certainty: view.certainty,
    };
    let ranked = rank::rank(&search, &candidates);
    let mut texts: Vec<_> = texts.into_iter().map(Some).collect();
    let found = |ranked: rank::Ranked| {
        let text = texts[ranked.index].take()?;
        let Match { bm25, cosine, .. } = matches.get(&(text.source, text.row)).copied().unwrap_or_default();
        Some(SearchResult::of(text, Some(Why { parts: ranked.parts, bm25, cosine })))
    };
    ranked.into_iter().filter_map(found).collect()
}

/// Returns the newest notes with the wanted tags, for a query without words.
async fn newest(tx: &Tx, query: &Query, among: Option<Rows>, limit: usize) -> Result<Vec<SearchResult>> {
    let rows: Vec<_> =
        among.unwrap_or_default().notes.into_iter().take(limit).map(|row| (Source::Note, row)).collect();
    let mut texts = search::texts(tx, &query.user, &rows, None).await?;
    texts.sort_by_key(|text| Reverse((text.updated_at, text.row)));
    Ok(texts.into_iter().map(|text| SearchResult::of(text, None)).collect())
}

/// The scores of each candidate.
type Matches = HashMap<(Source, i64), Match>;

#[derive(Clone, Copy, Debug, Default)]
struct Match {
    bm25: f64,
    coverage: f64,
    cosine: Option<f32>,
}

/// Finds texts by the parts of a query; returns for each part whether a text has it.
async fn by_words(
    tx: &Tx,
    query: &Query,
    wanted: &QueryTerms,
    among: Option<&Rows>,
    matches: &mut Matches,
) -> Result<Vec<bool>> {
    let parts = wanted.parts();
    let mut known = vec![false; parts.len()];
    if parts.is_empty() {
        return Ok(known);
    }
    for source in query.sources() {
        let searched = Searched::of(tx, &query.user, source, among).await?;
        let best = best_by_words(tx, &searched, source, &parts).await?;
        for (row, score) in best.rows {
            let found = matches.entry((source, row)).or_default();
            found.bm25 = score;
            found.coverage = best.coverage.get(&row).copied().unwrap_or_default();
        }
        known.iter_mut().zip(best.known).for_each(|(known, is_there)| *known |= is_there);
    }
    Ok(known)
}

/// The rows that best match the parts of a query.
pub(crate) struct Best {
    /// With their scores.
    pub(crate) rows: Vec<(i64, f64)>,
    /// For each row, the share (0 to 1) of the parts that it or its neighbours have.
    coverage: HashMap<i64, f64>,
    /// For each part, whether any row has it.
    known: Vec<bool>,
}

/// Returns the rows that best match the parts of a query.
///
/// Takes the faster of two ways: if other people have far more texts, it reads all of the person's; otherwise it reads
/// the texts that the index ranks best.
pub(crate) async fn best_by_words(
    tx: &Tx,
    searched: &Searched<'_>,
    source: Source,
    parts: &[Part],
) -> Result<Best> {
    let own = Own { rows: searched.own(tx).await?, reach: reach(source) };
    let newest = own.newest(MATCHES);
    let rarity_of = match source {
        Source::Note | Source::Entry => Rarity::of,
        Source::Document => Rarity::of_passages,
    };
    let (rows, texts, rarity) = if newest.len() * SMALL_SHARE <= searched.everybodys(tx).await? {
        let texts = own.matched(&counted(tx, searched, newest, source, parts).await?);
        let having = |part| texts.iter().filter(|text| text.has(part)).map(|text| text.row).collect();
        let rows: Vec<Vec<i64>> = (0..parts.len()).map(having).collect();
        let rarity = rarity_of(newest.len(), &rows);
        (rows, texts, rarity)
    } else {
        let mut rows = Vec::new();
        for part in parts {
            rows.push(own.with_neighbours(&searched.matching(tx, &part.expression(), MATCHES).await?));
        }
        let rarity = rarity_of(newest.len(), &rows);
        let promising = rarity.most_promising(&rows, SHORTLIST);
        let counted = counted(tx, searched, &own.with_neighbours(&promising), source, parts).await?;
        let promising: HashSet<_> = promising.into_iter().collect();
        let mut texts = own.matched(&counted);
        texts.retain(|text| promising.contains(&text.row));
        (rows, texts, rarity)
    };
    let mut best = rarity.scores(&texts);
    best.truncate(CANDIDATES);
    let coverage = texts.iter().map(|text| (text.row, text.coverage())).collect();
    Ok(Best { rows: best, coverage, known: rows.iter().map(|rows| !rows.is_empty()).collect() })
}

/// Returns how many texts on either side of a text count for it. An utterance or a passage rarely says by itself what
/// it is about; a note does.
fn reach(source: Source) -> usize {
    match source {
        Source::Note => 0,
        Source::Document => 1,
        Source::Entry => 2,
    }
}

/// Returns how often each of these rows has the parts of a query, in ascending order of the rows.
async fn counted(
    tx: &Tx,
    searched: &Searched<'_>,
    rows: &[i64],
    source: Source,
    parts: &[Part],
) -> Result<Vec<Counted>> {
    let mut texts = Vec::with_capacity(rows.len());
    let read = |text: Indexed| texts.push(count(&text, source, parts));
    searched.indexed(tx, rows, read).await?;
    Ok(texts)
}

/// Counts the parts of a query in a text. A note's tags count for half.
fn count(text: &Indexed, source: Source, parts: &[Part]) -> Counted {
    let (own, tags) = (Terms::of(&text.text), Terms::of(&text.tags));
    // Entries are short, so a single occurrence already counts in full.
    let weight = match source {
        Source::Note | Source::Document => 1.0,
        Source::Entry => 2.0,
    };
    let count = |part: &Part| weight * (part.count_in(&own) as f64 + 0.5 * part.count_in(&tags) as f64);
    let most = match source {
        Source::Note | Source::Entry => BEGINNING,
        Source::Document => usize::MAX,
    };
    let beginning = Terms::first(&text.text, most);
    let beside = |part: &Part| 0.5 * weight * part.count_in(&beginning) as f64;
    Counted {
        row: text.row,
        document: text.document,
        own: Counts::of(parts.iter().map(count), own.len() + tags.len()),
        beside: Counts::of(parts.iter().map(beside), beginning.len()),
    }
}

async fn by_meaning(
    tx: &Tx,
    query: &Query,
    Probe { space, vector }: &Probe,
    among: Option<&Rows>,
    matches: &mut Matches,
) -> Result<()> {
    let whose = people::members(tx, &query.user).await?;
    for source in query.sources() {
        let among = Among { kinds: vec![source.into()], rows: among.map(Rows::all) };
        for near in vectors::nearest(tx, &whose, space, vector, &among, CANDIDATES).await? {
            matches.entry((source, near.row)).or_default().cosine = Some(near.cosine);
        }
    }
    let lacking = matches.iter().filter(|(_, found)| found.cosine.is_none());
    let lacking: HashMap<(Kind, i64), _> =
        lacking.map(|(&(source, row), _)| ((source.into(), row), (source, row))).collect();
    let rows: Vec<_> = lacking.keys().copied().collect();
    for (row, cosine) in vectors::cosines(tx, &whose, space, vector, &rows).await? {
        if let Some(found) = lacking.get(&row) {
            matches.entry(*found).or_default().cosine = Some(cosine);
        }
    }
    Ok(())
}

/// Returns a text with its tags, which count as its words.
fn findable(text: &Text) -> Cow<'_, str> {
    match text.tags.as_slice() {
        [] => Cow::Borrowed(&text.text),
        tags => Cow::Owned(format!("{} {}", text.text, tags.join(" "))),
    }
}

fn candidate<'a>(
    text: &'a Text,
    findable: &'a str,
    matches: &Matches,
    period: Option<&Period>,
) -> Candidate<'a> {
    let Match { bm25, coverage, cosine } = matches.get(&(text.source, text.row)).copied().unwrap_or_default();
    let timely = period.is_some_and(|period| (period.from..period.until).contains(&text.created_at));
    let page = text.file.as_deref().zip(text.place.as_deref());
    Candidate { source: text.source, text: findable, bm25, coverage, cosine, timely, page }
}

impl Query {
    /// Only notes carry tags.
    pub(crate) fn sources(&self) -> impl Iterator<Item = Source> {
        let is_wanted = |source: &Source| match source {
            Source::Note => true,
            Source::Entry => self.include_conversation && self.tags.is_empty(),
            Source::Document => self.include_documents && self.tags.is_empty(),
        };
        Source::ALL.into_iter().filter(is_wanted)
    }
}
