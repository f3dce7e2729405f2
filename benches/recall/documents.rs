//! Questions about long documents, which memory_search answers with a page.
//!
//! Each text is a document of one person, cut into pages and stored by the production functions. A question counts as
//! answered if one of the first five results begins on a page that contains the words of the answer.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    sync::Arc,
    time::Instant,
};

use adjutant_clock::ManualClock;
use adjutant_config::{Config, MemorySettings};
use adjutant_domain::{
    document::{Document, Kind, Part},
    ids::UserId,
    origin::Sources,
    passages,
    scope::Scope,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_memory::{Memory, Query, SearchResult, embedder::Embedder};
use adjutant_store::{
    db::{self, Db},
    documents,
    file_origins::{self, SavedFile},
    people,
};
use anyhow::{Context as _, Result};
use tempfile::TempDir;

/// The number of words on a page, as in print.
const PAGE: usize = 350;
/// The number of passages that are stored in one transaction.
const STORED: usize = 100;
/// The number of results to search for the page, and the least share of questions for which they must include it.
const DEPTH: usize = 5;
const BAR: f64 = 0.9;

/// The number of results of each way of searching that are examined for a missed page.
const LOOKED_THROUGH: usize = 50;

const QUESTIONS: &str = include_str!("questions.txt");
const HELD_OUT: &str = include_str!("held_out.txt");

struct Text {
    name: String,
    /// In lower case, with single spaces.
    pages: Vec<String>,
}

impl Text {
    /// Returns the pages, from 1, that contain one of these answers, which are separated by slashes.
    fn pages_with(&self, answers: &str) -> Vec<usize> {
        let answers: Vec<_> = answers.split(" / ").map(plain).collect();
        let has_one = |page: &String| answers.iter().any(|answer| page.contains(answer));
        (1..).zip(&self.pages).filter(|(_, page)| has_one(page)).map(|(number, _)| number).collect()
    }
}

/// Stores the texts of a folder and asks the questions. Returns whether the bar holds for both sets.
pub async fn measure(folder: &Path, embedder: Arc<dyn Embedder>) -> Result<bool> {
    let place = TempDir::new()?;
    let db = Db::open(&place.path().join("adjutant.db")).await?;
    let user = db
        .write(db::Scope::Global, async |tx| people::add_member(tx, "alice", Timestamp::EPOCH).await)
        .await?
        .user_id;
    let began = Instant::now();
    let mut texts = Vec::new();
    for file in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        texts.push(store(&db, &user, &file?.path()).await?);
    }
    let (stored, began) = (began.elapsed(), Instant::now());
    super::embed(&db, embedder.as_ref(), Timestamp::EPOCH).await?;
    let pages: usize = texts.iter().map(|text| text.pages.len()).sum();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} documents of {pages} pages: stored in {:.1} s, embedded in {:.1} s",
        texts.len(),
        stored.as_secs_f64(),
        began.elapsed().as_secs_f64()
    )?;

    let asker = Asker::new(db, user, embedder);
    let asked = asker.ask_all(&mut out, &texts, ("questions", QUESTIONS)).await?;
    let held_out = asker.ask_all(&mut out, &texts, ("held out", HELD_OUT)).await?;
    Ok(asked && held_out)
}

/// Asks the questions by words alone, by vectors alone, and by both.
struct Asker {
    user: UserId,
    words: Memory,
    vectors: Memory,
    both: Memory,
}

impl Asker {
    fn new(db: Arc<Db>, user: UserId, embedder: Arc<dyn Embedder>) -> Self {
        let settings = Config::default().memory;
        let with = |fts_weight, vector_weight, embedder: Option<Arc<dyn Embedder>>| {
            let clock = Arc::new(ManualClock::new(Timestamp::EPOCH.to_utc()));
            let settings = MemorySettings { fts_weight, vector_weight, ..settings.clone() };
            Memory::new(db.clone(), (clock, Zone::UTC), settings, embedder)
        };
        Self {
            user,
            words: with(1.0, 0.0, None),
            vectors: with(0.0, 1.0, Some(embedder.clone())),
            both: with(settings.fts_weight, settings.vector_weight, Some(embedder)),
        }
    }

    /// Asks the questions of a set. Returns whether the bar holds.
    async fn ask_all(
        &self,
        out: &mut impl Write,
        texts: &[Text],
        (set, questions): (&str, &str),
    ) -> Result<bool> {
        let (mut asked, mut answered, mut took) = (0, 0, Vec::new());
        for line in questions.lines().filter(|line| !line.starts_with('#')) {
            let [name, question, answer] = line
                .split(" | ")
                .collect::<Vec<_>>()
                .try_into()
                .ok()
                .context("a question has three parts")?;
            let Some(text) = texts.iter().find(|text| text.name == name) else { continue };
            let wanted = text.pages_with(answer);
            let began = Instant::now();
            let rank = self.rank(&self.both, question, DEPTH, (name, &wanted)).await?;
            took.push(began.elapsed());
            asked += 1;
            if rank.is_some() {
                answered += 1;
                continue;
            }
            write!(out, "missed: {question} {wanted:?}:")?;
            for (mode, memory) in [("words", &self.words), ("vectors", &self.vectors), ("both", &self.both)] {
                let rank = self.rank(memory, question, LOOKED_THROUGH, (name, &wanted)).await?;
                write!(out, " {mode} {}", rank.map_or("-".to_owned(), |rank| rank.to_string()))?;
            }
            writeln!(out)?;
        }
        took.sort_unstable();
        let recall = f64::from(answered) / f64::from(asked.max(1));
        let verdict = if recall >= BAR { "holds" } else { "MISSED" };
        let median = took.get(took.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1000.0;
        writeln!(
            out,
            "{set}: {answered} of {asked} @{DEPTH}: {recall:.2}, bar {BAR:.2}: {verdict}; a search takes {median:.1} ms at p50"
        )?;
        Ok(recall >= BAR)
    }

    /// Returns the rank, from 1, of the first of `depth` results on a wanted page of a text.
    async fn rank(
        &self,
        memory: &Memory,
        question: &str,
        depth: usize,
        (name, wanted): (&str, &[usize]),
    ) -> Result<Option<usize>> {
        let query = Query {
            user: self.user.clone(),
            text: question.to_owned(),
            tags: Vec::new(),
            top_k: depth as i64,
            include_conversation: false,
            include_documents: true,
            scope: Scope::Everything,
            turn: None,
        };
        let found = memory.search(query).await?.found;
        let is_wanted =
            |found: &SearchResult| page_of(found, name).is_some_and(|page| wanted.contains(&page));
        Ok(found.iter().position(is_wanted).map(|at| at + 1))
    }
}

/// Returns the page of a text on which a result begins; `None` if the result is from another text.
fn page_of(found: &SearchResult, name: &str) -> Option<usize> {
    let is_of_text = found.file.as_deref() == Some(&path(name));
    let page = found.place.as_deref()?.strip_prefix("page ")?.parse().ok()?;
    is_of_text.then_some(page)
}

fn path(name: &str) -> String {
    format!("/shared/{name}.txt")
}

/// Returns a text in the form in which answers are compared.
fn plain(text: &str) -> String {
    text.replace('’', "'").split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Stores a text as a document of the person.
async fn store(db: &Db, user: &UserId, file: &Path) -> Result<Text> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    let pages: Vec<String> = words.chunks(PAGE).map(|page| page.join(" ")).collect();
    let parts = pages.iter().map(Part::new).collect();
    let passages = passages::of(&Document { kind: Kind::Pdf, parts, is_cut: false });
    let saved = SavedFile {
        user_id: user.clone(),
        path: path(&name),
        bytes: 1,
        modified_at: Timestamp::EPOCH,
        untrusted: Sources::OWN,
        session_id: None,
    };
    let document = db
        .write(db::Scope::Global, async move |tx| {
            file_origins::put(tx, &saved).await?;
            Ok(documents::next(tx, Timestamp::EPOCH).await?.context("it was saved")?.document_id)
        })
        .await?;
    for (at, some) in passages.chunks(STORED).enumerate() {
        let (first, some) = ((at * STORED) as i64 + 1, some.to_vec());
        db.write(db::Scope::Global, async move |tx| documents::add(tx, document, first, &some).await).await?;
    }
    let done = documents::Outcome::Read;
    db.write(db::Scope::Global, async move |tx| documents::done(tx, document, done).await).await?;
    Ok(Text { name, pages: pages.iter().map(|page| plain(page)).collect() })
}
