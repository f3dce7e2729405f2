//! A search: candidates by their words and by their vectors, ranked together.

use std::{borrow::Cow, cmp::Reverse, collections::HashMap, time::Duration};

use anyhow::Result;
use chrono_tz::Tz;

use super::{
    Findings, Found, Memory, Query, Scope,
    embedder::Purpose,
    rank::{self, Candidate, Weights},
    when::{self, Period},
    words::{self, Wanted},
};
use crate::{
    clock::from_millis,
    config::MemorySettings,
    db::Tx,
    store::{
        people,
        search::{self, Rows, Text},
        unindexed::Kind,
        vectors::{self, Among, WrongDimensions},
    },
};

/// Candidates by words, and as many by vectors, of notes and of conversations.
const CANDIDATES: usize = 200;
/// How long a search waits for the query's vector.
const PATIENCE: Duration = Duration::from_secs(3);

/// The vector of a query, and the space that it is of.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub space: String,
    pub vector: Vec<f32>,
}

impl Memory {
    /// What a person's memory has on a query.
    ///
    /// # Errors
    /// The database failed.
    pub async fn search(&self, query: Query) -> Result<Findings> {
        self.search_within(query, PATIENCE).await
    }

    /// The same, by words alone if there is no vector of the query after so long.
    pub(super) async fn search_within(&self, query: Query, patience: Duration) -> Result<Findings> {
        let (probe, keyword_only) = match self.probe(&query, patience).await {
            Ok(probe) => (probe, self.standing.problem().filter(|_| self.embedder.is_some())),
            Err(why) => (None, Some(why)),
        };
        let (view, by_words) = (self.view(), query.clone());
        let find_all = async move |tx: &Tx| {
            let found = find(tx, &query, &view, probe.as_ref()).await?;
            let is_behind = match &probe {
                Some(probe) => vectors::is_to_begin(tx, &probe.space).await?,
                None => false,
            };
            Ok((found, is_behind.then(|| "the texts have yet to be read by the embedding model".to_owned())))
        };
        match self.db.read(find_all).await {
            Err(error) if error.is::<WrongDimensions>() => {
                let found = self.db.read(async move |tx| find(tx, &by_words, &view, None).await).await?;
                Ok(Findings { found, keyword_only: Some(error.to_string()) })
            }
            done => {
                let (found, behind) = done?;
                Ok(Findings { found, keyword_only: keyword_only.or(behind) })
            }
        }
    }

    /// How a search within a transaction sees things.
    pub(crate) fn view(&self) -> View {
        View::new(&self.settings, self.zone, self.clock.millis())
    }

    /// The query's vector; none is wanted where nothing is looked for by meaning.
    async fn probe(&self, query: &Query, patience: Duration) -> Result<Option<Probe>, String> {
        let Some(embedder) = &self.embedder else { return Ok(None) };
        if query.text.trim().is_empty() || self.settings.vector_weight == 0.0 {
            return Ok(None);
        }
        let texts = [query.text.clone()];
        let vectors = tokio::select! {
            vectors = embedder.embed(&texts, Purpose::Query) => vectors.map_err(|error| error.to_string())?,
            () = self.clock.sleep(patience) => return Err("the embedding model takes too long".to_owned()),
        };
        let space = embedder.space().to_owned();
        Ok(vectors.into_iter().next().map(|vector| Probe { space, vector }))
    }
}

/// How a search sees things.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    weights: Weights,
    zone: Tz,
    now: i64,
}

impl View {
    /// With these settings, in this zone, now.
    pub(crate) fn new(settings: &MemorySettings, zone: Tz, now: i64) -> Self {
        let weights = Weights { fts: settings.fts_weight, vector: settings.vector_weight };
        Self { weights, zone, now }
    }
}

/// What a person's memory has on a query, by words and, with a probe, by meaning. Tags alone are a query too.
pub(crate) async fn find(tx: &Tx, query: &Query, view: &View, probe: Option<&Probe>) -> Result<Vec<Found>> {
    let limit = usize::try_from(query.top_k).unwrap_or_default();
    let wanted = words::wanted(query.text.trim());
    let among = match (&query.scope, query.tags.as_slice()) {
        (Scope::Everything, []) => None,
        (scope, tags) => Some(search::rows(tx, &query.user, scope, tags, query.include_conversation).await?),
    };
    if wanted.terms.is_empty() && probe.is_none() {
        return newest(tx, query, among.filter(|_| !query.tags.is_empty()), limit).await;
    }
    let mut matches = Matches::default();
    by_words(tx, query, &wanted, among.as_ref(), &mut matches).await?;
    if let Some(probe) = probe {
        by_meaning(tx, query, probe, among.as_ref(), &mut matches).await?;
    }
    let rows: Vec<_> = matches.keys().copied().collect();
    let mut texts = search::texts(tx, &query.user, &rows, query.turn.as_ref()).await?;
    // Equally good ones stay in their order: the newest first.
    texts.sort_by_key(|text| Reverse((text.updated_at, text.row)));
    let period = when::period(&query.text, from_millis(view.now).with_timezone(&view.zone));
    let findable: Vec<_> = texts.iter().map(findable).collect();
    let candidates: Vec<_> = texts
        .iter()
        .zip(&findable)
        .map(|(text, findable)| candidate(text, findable, &matches, period.as_ref()))
        .collect();
    let share_in = |text: &str| wanted.share_in(text);
    let search = rank::Search { text: &query.text, share_in: &share_in, weights: view.weights, limit };
    let ranked = rank::rank(&search, &candidates);
    let mut texts: Vec<_> = texts.into_iter().map(Some).collect();
    Ok(ranked
        .into_iter()
        .filter_map(|ranked| Some(Found::of(texts[ranked.index].take()?, ranked.score)))
        .collect())
}

/// Nothing is looked for but tags: the newest notes that carry them.
async fn newest(tx: &Tx, query: &Query, among: Option<Rows>, limit: usize) -> Result<Vec<Found>> {
    let rows: Vec<_> =
        among.unwrap_or_default().notes.into_iter().take(limit).map(|row| (Kind::Note, row)).collect();
    let mut texts = search::texts(tx, &query.user, &rows, None).await?;
    texts.sort_by_key(|text| Reverse((text.updated_at, text.row)));
    Ok(texts.into_iter().map(|text| Found::of(text, 0.0)).collect())
}

/// What is known of each candidate.
type Matches = HashMap<(Kind, i64), Match>;

#[derive(Clone, Copy, Debug, Default)]
struct Match {
    bm25: f64,
    cosine: Option<f32>,
}

async fn by_words(
    tx: &Tx,
    query: &Query,
    wanted: &Wanted,
    among: Option<&Rows>,
    matches: &mut Matches,
) -> Result<()> {
    let Some(expression) = wanted.expression() else { return Ok(()) };
    let most = CANDIDATES as i64;
    for hit in search::notes(tx, &query.user, &expression, among, most).await? {
        matches.entry((Kind::Note, hit.row)).or_default().bm25 = hit.score;
    }
    if query.looks_at_conversations() {
        for hit in search::entries(tx, &query.user, &expression, among, most).await? {
            matches.entry((Kind::Entry, hit.row)).or_default().bm25 = hit.score;
        }
    }
    Ok(())
}

async fn by_meaning(
    tx: &Tx,
    query: &Query,
    Probe { space, vector }: &Probe,
    among: Option<&Rows>,
    matches: &mut Matches,
) -> Result<()> {
    let whose = people::members(tx, &query.user).await?;
    for kind in [Kind::Note, Kind::Entry] {
        if kind == Kind::Entry && !query.looks_at_conversations() {
            continue;
        }
        let among =
            Among { notes: kind == Kind::Note, entries: kind == Kind::Entry, rows: among.map(Rows::all) };
        for near in vectors::nearest(tx, &whose, space, vector, &among, CANDIDATES).await? {
            matches.entry((kind, near.row)).or_default().cosine = Some(near.cosine);
        }
    }
    let lacking: Vec<_> =
        matches.iter().filter(|(_, found)| found.cosine.is_none()).map(|(row, _)| *row).collect();
    for (row, cosine) in vectors::cosines(tx, &whose, space, vector, &lacking).await? {
        matches.entry(row).or_default().cosine = Some(cosine);
    }
    Ok(())
}

/// What a text is found by.
fn findable(text: &Text) -> Cow<'_, str> {
    match text.tags.as_slice() {
        [] => Cow::Borrowed(&text.text),
        tags => Cow::Owned(format!("{} {}", text.text, tags.join(" "))),
    }
}

fn candidate<'a>(
    text: &Text,
    findable: &'a str,
    matches: &Matches,
    period: Option<&Period>,
) -> Candidate<'a> {
    let Match { bm25, cosine } = matches.get(&(text.kind, text.row)).copied().unwrap_or_default();
    let timely = period.is_some_and(|period| (period.from..period.until).contains(&text.created_at));
    Candidate { kind: text.kind, text: findable, bm25, cosine, timely }
}

impl Query {
    /// Conversations carry no tags.
    fn looks_at_conversations(&self) -> bool {
        self.include_conversation && self.tags.is_empty()
    }
}
