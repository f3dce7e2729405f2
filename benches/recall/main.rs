//! Measures how much of a conversation a search finds: questions about long conversations, through the search of the
//! tools.
//!
//! Each conversation belongs to one person and has its own database; each turn is stored as an entry by the functions
//! that store messages and answers. A question's recall is the share of its evidence among the first results. Averages
//! are over questions, so that conversations with more questions weigh more.

mod documents;
mod locomo;

use std::{
    collections::HashMap,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_clock::{ManualClock, SystemClock};
use adjutant_config::{Config, MemorySettings};
use adjutant_domain::{ids::UserId, origin::Sources, scope::Scope, timestamp::Timestamp, zones::Zone};
use adjutant_memory::{
    Memory, Query,
    embedder::{self, EmbedError, Embedder, Purpose},
};
use adjutant_store::{
    db::{self, Db},
    index_queue::{self, Part},
    people, search, sessions, turns, vectors,
};
use anyhow::{Context as _, Result};
use async_trait::async_trait;
use chrono::TimeDelta;
use clap::Parser;
use locomo::{Conversation, Question, TurnId};
use tempfile::TempDir;

/// Measures how much of what was said a search finds.
///
/// Prints recall@5, @10 and @20 of words alone, vectors alone and both, for each conversation and in all, and how long
/// a search takes. Fails if a bar is missed: 0.74 @10 and 0.80 @20 in all, and no conversation in which both together
/// find less @10 than the better of them.
///
/// Of a folder with texts, prints for how many of the questions in questions.txt, and of those in held_out.txt, the
/// first five results have a page that answers it. Fails if either is below 0.90.
#[derive(Parser)]
#[command(name = "cargo bench --bench recall --")]
struct Arguments {
    /// A file in LoCoMo's format, or a folder with texts. Without one, nothing is measured.
    path: Option<PathBuf>,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The number of texts that are embedded in one batch.
const BATCH: i64 = 64;
/// Numbers of first results for which recall is measured.
const DEPTHS: [usize; 3] = [5, 10, 20];
/// Least recall over all questions at each depth.
const BARS: [Option<f64>; 3] = [None, Some(0.74), Some(0.80)];
/// Index of the depth at which both together must be at least as good as the better of them, in each conversation.
const COMPARED: usize = 1;

const MODES: [&str; 3] = ["fts", "vector", "hybrid"];

#[tokio::main]
async fn main() -> ExitCode {
    let Some(path) = Arguments::parse().path else {
        eprintln!(
            "skipped: give a file in LoCoMo's format, as in `cargo bench --bench recall -- locomo.json`"
        );
        return ExitCode::SUCCESS;
    };
    match measure(&path).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("a bar was missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(path: &Path) -> Result<bool> {
    let embedder = embedder::configured(&Config::default(), Arc::new(SystemClock))?;
    let embedder = embedder.context("the default settings have no embedder")?;
    if path.is_dir() {
        return documents::measure(path, embedder).await;
    }
    let conversations = locomo::read(path)?;
    let embedder = Arc::new(Timed::new(embedder));
    let mut out = io::stdout().lock();
    let turns: usize = conversations.iter().map(|conversation| conversation.turns.len()).sum();
    let questions: usize = conversations.iter().map(|conversation| conversation.questions.len()).sum();
    let left_out: usize = conversations.iter().map(|conversation| conversation.left_out).sum();
    writeln!(
        out,
        "{} conversations, {turns} turns, {questions} questions ({left_out} without evidence left out)",
        conversations.len()
    )?;
    write!(out, "{:<12}{:>6}", "", "n")?;
    for name in MODES {
        write!(out, "{:>10}{:>7}{:>7}", format!("{name} @5"), "@10", "@20")?;
    }
    writeln!(out)?;
    let mut all: [Figures; MODES.len()] = Default::default();
    let mut all_hold = true;
    for conversation in &conversations {
        let figures = searched(conversation, &embedder).await?;
        line(&mut out, &conversation.name, &figures)?;
        let [fts, vector, hybrid] = figures.each_ref().map(|figures| figures.mean()[COMPARED]);
        if hybrid < fts.max(vector) {
            writeln!(out, "  both together find less @10 than the better of them: MISSED")?;
            all_hold = false;
        }
        for (all, figures) in all.iter_mut().zip(figures) {
            all.extend(figures);
        }
    }
    line(&mut out, "all", &all)?;
    let [_, _, hybrid] = &all;
    for ((depth, bar), recall) in DEPTHS.into_iter().zip(BARS).zip(hybrid.mean()) {
        if let Some(bar) = bar {
            let holds = recall >= bar;
            let verdict = if holds { "holds" } else { "MISSED" };
            writeln!(out, "hybrid @{depth}: {recall:.3}, bar {bar:.2}: {verdict}")?;
            all_hold &= holds;
        }
    }
    times(&mut out, &mut all)?;
    Ok(all_hold)
}

fn line(out: &mut impl Write, name: &str, figures: &[Figures]) -> Result<()> {
    let questions = figures.first().map_or(0, |figures| figures.recalls.len());
    write!(out, "{name:<12}{questions:>6}")?;
    for figures in figures {
        let [five, ten, twenty] = figures.mean();
        write!(out, "{five:>10.3}{ten:>7.3}{twenty:>7.3}")?;
    }
    Ok(writeln!(out)?)
}

/// Prints how long a search took, and separately the time for the query's vector.
fn times(out: &mut impl Write, all: &mut [Figures]) -> Result<()> {
    for (name, figures) in MODES.iter().zip(all) {
        let [search, embedding] = [&mut figures.searches, &mut figures.embeddings].map(|took| {
            took.sort_unstable();
            [took.len() / 2, took.len() * 99 / 100]
                .map(|at| took.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0)
        });
        writeln!(
            out,
            "{name:<8} search p50 {:.2} ms, p99 {:.2} ms; the query's vector besides: p50 {:.2} ms, p99 {:.2} ms",
            search[0], search[1], embedding[0], embedding[1]
        )?;
    }
    Ok(())
}

/// Stores a conversation and asks its questions; returns the figures of each mode.
async fn searched(conversation: &Conversation, embedder: &Arc<Timed>) -> Result<[Figures; MODES.len()]> {
    let folder = TempDir::new()?;
    let db = Db::open(&folder.path().join("adjutant.db")).await?;
    let end = conversation.turns.last().map_or(Timestamp::EPOCH, |turn| turn.at);
    let clock = Arc::new(ManualClock::new(end.to_utc() + TimeDelta::days(1)));
    let user = stored(&db, conversation).await?;
    embed(&db, embedder.as_ref(), end).await?;
    embedder.take();
    let settings = Config::default().memory;
    let with = |fts_weight, vector_weight, embedder: Option<Arc<dyn Embedder>>| {
        let settings = MemorySettings { fts_weight, vector_weight, ..settings.clone() };
        Memory::new(db.clone(), (clock.clone(), Zone::UTC), settings, embedder)
    };
    let by_vector = Some(embedder.clone() as Arc<dyn Embedder>);
    let memories = [
        with(1.0, 0.0, None),
        with(0.0, 1.0, by_vector.clone()),
        with(settings.fts_weight, settings.vector_weight, by_vector),
    ];
    let turns: HashMap<String, TurnId> =
        conversation.turns.iter().map(|turn| (turn.at.to_utc().to_rfc3339(), turn.id)).collect();
    let mut all: [Figures; MODES.len()] = Default::default();
    for question in &conversation.questions {
        for (memory, figures) in memories.iter().zip(&mut all) {
            figures.ask(memory, &user, question, &turns, embedder).await?;
        }
    }
    Ok(all)
}

/// Stores a conversation: one speaker as a person, the other as the assistant. Returns the person.
async fn stored(db: &Db, conversation: &Conversation) -> Result<UserId> {
    let said: Vec<_> = conversation
        .turns
        .iter()
        .map(|turn| (turn.speaker == conversation.person, turn.text.clone(), turn.at))
        .collect();
    let name = conversation.person.clone();
    db.write(db::Scope::Global, async move |tx| {
        let started = said.first().map_or(Timestamp::EPOCH, |(_, _, at)| *at);
        let user = people::add_member(tx, &name, started).await?;
        let chat = ChatRef { channel: "none".to_owned(), chat: "chat".to_owned(), thread: None };
        let session = sessions::open(tx, &chat, ChatKind::Direct, &user.user_id, started).await?;
        for turn in said.chunk_by(|_, (by_person, ..)| !by_person) {
            let Some((.., began)) = turn.first() else { continue };
            let current = turns::open(tx, &session.session_id, None, *began).await?.turn_id;
            for (by_person, text, at) in turn {
                match by_person {
                    true => turns::append_user(tx, &current, text, &Sources::OWN, *at).await?,
                    false => turns::append_assistant(tx, &current, (text, 0), &Sources::OWN, *at).await?,
                };
            }
            search::index_turn(tx, &current).await?;
        }
        Ok(user.user_id)
    })
    .await
}

/// Stores a vector for every text in the index queue.
async fn embed(db: &Db, embedder: &dyn Embedder, now: Timestamp) -> Result<()> {
    loop {
        let batch = db.read(async move |tx| {
            let mut batch = Vec::new();
            for item in index_queue::next(tx, Part::Vector, now, BATCH).await? {
                batch.push((item, index_queue::text(tx, &item).await?.context("it was stored")?));
            }
            Ok(batch)
        });
        let batch = batch.await?;
        if batch.is_empty() {
            return Ok(());
        }
        let texts: Vec<_> = batch.iter().map(|(_, text)| text.text.clone()).collect();
        let made = embedder.embed(&texts, Purpose::Document).await?;
        let name = embedder.space().to_owned();
        db.write(db::Scope::Global, async move |tx| {
            for ((item, text), vector) in batch.iter().zip(&made) {
                let space = vectors::open_space(tx, &name, vector.len(), now).await?;
                vectors::put(tx, &text.user_id, space, (item.kind, item.row), vector).await?;
                index_queue::done(tx, Part::Vector, item).await?;
            }
            Ok(())
        })
        .await?;
    }
}

/// The results of the questions.
#[derive(Default)]
struct Figures {
    /// The recall of each question, at each depth.
    recalls: Vec<[f64; DEPTHS.len()]>,
    /// Search times without the query's vector.
    searches: Vec<Duration>,
    embeddings: Vec<Duration>,
}

impl Figures {
    async fn ask(
        &mut self,
        memory: &Memory,
        user: &UserId,
        question: &Question,
        turns: &HashMap<String, TurnId>,
        embedder: &Timed,
    ) -> Result<()> {
        let query = Query {
            user: user.clone(),
            text: question.text.clone(),
            tags: Vec::new(),
            top_k: DEPTHS[DEPTHS.len() - 1] as i64,
            include_conversation: true,
            include_documents: true,
            scope: Scope::Everything,
            turn: None,
        };
        let start = Instant::now();
        let findings = memory.search(query).await?;
        let (took, embedding) = (start.elapsed(), embedder.take());
        self.searches.push(took.saturating_sub(embedding));
        self.embeddings.push(embedding);
        let found: Vec<_> = findings.found.iter().map(|found| turns.get(&found.created_at)).collect();
        self.recalls.push(DEPTHS.map(|depth| {
            let among = &found[..found.len().min(depth)];
            let had = question.evidence.iter().filter(|id| among.contains(&Some(*id))).count();
            had as f64 / question.evidence.len() as f64
        }));
        Ok(())
    }

    fn extend(&mut self, other: Self) {
        self.recalls.extend(other.recalls);
        self.searches.extend(other.searches);
        self.embeddings.extend(other.embeddings);
    }

    /// Returns the mean recall at each depth.
    fn mean(&self) -> [f64; DEPTHS.len()] {
        std::array::from_fn(|at| {
            let sum: f64 = self.recalls.iter().map(|recalls| recalls[at]).sum();
            sum / self.recalls.len().max(1) as f64
        })
    }
}

/// An embedder that adds up the time it takes.
struct Timed {
    inner: Arc<dyn Embedder>,
    took: Mutex<Duration>,
}

impl Timed {
    fn new(inner: Arc<dyn Embedder>) -> Self {
        Self { inner, took: Mutex::default() }
    }

    /// Returns the time since the last call, and starts anew.
    fn take(&self) -> Duration {
        std::mem::take(&mut *self.took.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Embedder for Timed {
    fn space(&self) -> &str {
        self.inner.space()
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let start = Instant::now();
        let vectors = self.inner.embed(texts, purpose).await;
        *self.took.lock().unwrap_or_else(PoisonError::into_inner) += start.elapsed();
        vectors
    }
}
