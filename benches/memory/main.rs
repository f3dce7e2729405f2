//! Measures the cost of memory: the time for saving and searching, and the space in the file and in RAM; and the share
//! of an exact search's results that the fast search finds.
//!
//! One user, alice, has more and more notes; 99 others have 1,000 each. The database is set up as in production. The
//! notes and their vectors are generated (see `notes.rs`), so that the model's time does not count. The model is loaded
//! into RAM nevertheless.

mod notes;

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_clock::{SystemClock, Timer};
use adjutant_config::Config;
use adjutant_domain::{
    ids::{NoteId, UserId},
    scope::Scope,
    timestamp::Timestamp,
};
use adjutant_embeddings::Encoder;
use adjutant_memory::{self as memory, Memory, Query};
use adjutant_store::{
    db::{self, Db, Tx},
    index_queue::{self, Item, Kind, Part},
    notes::Source,
    people,
    vectors::{self, Among},
};
use anyhow::{Context as _, Result};
use clap::Parser;
use notes::{DIMENSIONS, Made, SPACE};
use tempfile::TempDir;

/// Measures saving and searching at each size. Fails if a bar is missed.
#[derive(Parser)]
struct Args {
    /// Numbers of alice's notes, ascending.
    #[arg(default_values_t = [1_000, 10_000, 100_000])]
    sizes: Vec<usize>,
    /// Number of other users.
    #[arg(long, default_value_t = 99)]
    others: usize,
    /// Number of notes of each other user.
    #[arg(long, default_value_t = 1_000)]
    each: usize,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The number of measured saves and searches.
const TIMES: usize = 500;
/// Queries that compare the fast search with the exact one: for alice, and for each other user.
const QUERIES: usize = 100;
const QUERIES_OF_OTHERS: usize = 20;
/// Texts that the model encodes first.
const TEXTS: usize = 300;
/// Results of a search.
const RESULTS: usize = 10;
/// Rows per transaction while the database is filled.
const FILL: usize = 500;
/// Number of the first note that is saved only to be measured.
const EXTRA: usize = 10_000_000;

const SAVE_BAR: Duration = Duration::from_millis(5);
/// The time limits of a search, each with the greatest number of notes to which it applies.
const SEARCH_BARS: [(usize, Duration); 2] =
    [(10_000, Duration::from_millis(15)), (100_000, Duration::from_millis(60))];
/// The memory limit of the process in bytes, with the bundled model, after the greatest number of notes to which it
/// applies.
const RSS_BAR: (usize, u64) = (10_000, 60_000_000);
const RECALL_BAR: f64 = 0.99;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match measure(&Args::parse()).await {
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

async fn measure(args: &Args) -> Result<bool> {
    let folder = TempDir::new()?;
    let path = folder.path().join("adjutant.db");
    let db = Db::open(&path).await?;
    let (alice, others) = (person(&db).await?, people(&db, args.others).await?);
    for other in &others {
        fill(&db, other, 0..args.each).await?;
    }
    let encoder = Encoder::bundled()?;
    for i in 0..TEXTS {
        encoder.encode(&[&notes::text(&alice, i)])?;
    }
    let mut out = io::stdout().lock();
    let mut holds = true;
    let mut size = 0;
    for &wanted in &args.sizes {
        fill(&db, &alice, size..wanted).await?;
        size = wanted;
        db.checkpoint().await?;
        writeln!(out, "alice has {size} notes, {} others have {} each", others.len(), args.each)?;
        let saved = times(TIMES, async |i| save(&db, &alice, EXTRA + size + i).await).await?;
        holds &= line(&mut out, "save", &saved, Some(SAVE_BAR))?;
        forget_extra(&db).await?;
        let bar = SEARCH_BARS.iter().find(|(notes, _)| size <= *notes).map(|(_, bar)| *bar);
        let memory = Memory::new(
            db.clone(),
            (clock(), adjutant_domain::zones::Zone::UTC),
            Config::default().memory,
            Some(Arc::new(Made)),
        );
        let searched = times(TIMES, async |i| search(&memory, &alice, i).await).await?;
        holds &= line(&mut out, "search", &searched, bar)?;
        let nearest = times(TIMES, async |i| nearest(&db, &alice, i).await.map(drop)).await?;
        line(&mut out, "  of it: nearest vectors", &nearest, None)?;
        let rss = rss()?;
        let bar = (size <= RSS_BAR.0).then_some(RSS_BAR.1);
        holds &= bytes(&mut out, "memory of the process", rss, bar)?;
        bytes(&mut out, "file", file(&path)?, None)?;
        holds &= recall(&mut out, &db, (&alice, size), (&others, args.each)).await?;
    }
    drop(encoder);
    Ok(holds)
}

/// Prints and checks the share of an exact search's results that the fast search finds: for the worst user, and for all
/// users together.
async fn recall(
    out: &mut impl Write,
    db: &Db,
    (alice, size): (&UserId, usize),
    (others, each): (&[UserId], usize),
) -> Result<bool> {
    let mut recalls = vec![recall_of(db, alice, size, QUERIES).await?];
    for other in others {
        recalls.push(recall_of(db, other, each, QUERIES_OF_OTHERS).await?);
    }
    let worst = recalls.iter().copied().fold(1.0, f64::min);
    let (mean, holds) = (recalls.iter().sum::<f64>() / recalls.len() as f64, worst >= RECALL_BAR);
    let verdict = if holds { "holds" } else { "MISSED" };
    writeln!(
        out,
        "{:<30}{:>10.4} of alice's, {mean:.4} of everybody's, {worst:.4} of the worst  bar {RECALL_BAR}: {verdict}",
        "recall@10 of exact", recalls[0]
    )?;
    Ok(holds)
}

async fn recall_of(db: &Db, user: &UserId, size: usize, queries: usize) -> Result<f64> {
    let asked: Vec<_> = (0..queries).map(|i| notes::vector(&notes::query(i))).collect();
    let mut exact = vec![Vec::with_capacity(size); queries];
    for i in 0..size {
        let vector = notes::vector(&notes::text(user, i));
        for (query, cosines) in asked.iter().zip(&mut exact) {
            cosines.push(dot(query, &vector));
        }
    }
    let mut right = 0;
    for (i, (query, mut cosines)) in asked.iter().zip(exact).enumerate() {
        cosines.sort_unstable_by(|a, b| b.total_cmp(a));
        // Any note that is as near as the last exact result is right.
        let last = cosines[RESULTS - 1];
        let found = contents(db, nearest(db, user, i).await?).await?;
        right += found.iter().filter(|content| dot(query, &notes::vector(content)) >= last).count();
    }
    Ok(right as f64 / (queries * RESULTS) as f64)
}

async fn nearest(db: &Db, user: &UserId, query: usize) -> Result<Vec<i64>> {
    let (whose, query) = ([user.clone()], notes::vector(&notes::query(query)));
    db.read(async move |tx| {
        let among = Among { kinds: vec![Kind::Note, Kind::Entry], rows: None };
        let near = vectors::nearest(tx, &whose, SPACE, &query, &among, RESULTS).await?;
        Ok(near.into_iter().map(|near| near.row).collect())
    })
    .await
}

async fn contents(db: &Db, rows: Vec<i64>) -> Result<Vec<String>> {
    db.read(async move |tx| {
        let mut contents = Vec::new();
        for row in rows {
            contents.extend(tx.value("SELECT content AS value FROM notes WHERE row = ?1", [row]).await?);
        }
        Ok(contents)
    })
    .await
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

async fn search(memory: &Memory, user: &UserId, query: usize) -> Result<()> {
    let query = Query {
        user: user.clone(),
        text: notes::query(query),
        tags: Vec::new(),
        top_k: RESULTS as i64,
        include_conversation: true,
        include_documents: true,
        scope: Scope::Everything,
        turn: None,
    };
    let findings = memory.search(query).await?;
    anyhow::ensure!(findings.keyword_only.is_none(), "a search went by words alone");
    Ok(())
}

async fn save(db: &Db, user: &UserId, i: usize) -> Result<()> {
    let (user, now) = (user.clone(), clock().timestamp());
    db.write(db::Scope::Global, async move |tx| save_in(tx, &user, i, now).await).await
}

async fn save_in(tx: &Tx, user: &UserId, i: usize, now: Timestamp) -> Result<()> {
    let id = NoteId(format!("note-{i}-{user}"));
    memory::save(tx, user, id, (&notes::text(user, i), Vec::new()), Source::default(), now).await.map(drop)
}

/// Saves notes with their vectors.
async fn fill(db: &Db, user: &UserId, range: std::ops::Range<usize>) -> Result<()> {
    let now = clock().timestamp();
    for first in range.clone().step_by(FILL) {
        let (user, until) = (user.clone(), range.end.min(first + FILL));
        db.write(db::Scope::Global, async move |tx| {
            let space = vectors::open_space(tx, SPACE, DIMENSIONS, now).await?;
            for i in first..until {
                save_in(tx, &user, i, now).await?;
                let row = tx.value("SELECT max(row) AS value FROM notes", ()).await?.context("not saved")?;
                let item = Item { kind: Kind::Note, row, attempts: 0 };
                let vector = notes::vector(&notes::text(&user, i));
                vectors::put(tx, &user, space, (item.kind, row), &vector).await?;
                index_queue::done(tx, Part::Vector, &item).await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Deletes the notes that were saved only to be measured.
async fn forget_extra(db: &Db) -> Result<()> {
    #[derive(serde::Deserialize)]
    struct Row {
        note_id: NoteId,
        user_id: UserId,
    }
    let now = clock().timestamp();
    db.write(db::Scope::Global, async move |tx| {
        let sql = "SELECT note_id, user_id FROM notes WHERE row IN (SELECT row FROM unindexed)";
        for Row { note_id, user_id } in tx.all(sql, ()).await? {
            memory::delete(tx, &user_id, &note_id, now).await?;
        }
        Ok(())
    })
    .await
}

async fn people(db: &Db, count: usize) -> Result<Vec<UserId>> {
    let mut users = Vec::new();
    for _ in 0..count {
        users.push(person(db).await?);
    }
    Ok(users)
}

async fn person(db: &Db) -> Result<UserId> {
    let now = clock().timestamp();
    db.write(db::Scope::Global, async move |tx| Ok(people::add_member(tx, "alice", now).await?.user_id)).await
}

fn clock() -> Arc<dyn Timer> {
    Arc::new(SystemClock)
}

/// The time that an action took.
struct Took {
    /// Ascending.
    durations: Vec<Duration>,
    /// Processor time of the whole process per action, on average.
    cpu: Duration,
}

async fn times(count: usize, work: impl AsyncFn(usize) -> Result<()>) -> Result<Took> {
    let mut durations = Vec::with_capacity(count);
    let before = own_cpu()?;
    for i in 0..count {
        let start = Instant::now();
        work(i).await?;
        durations.push(start.elapsed());
    }
    let cpu = (own_cpu()? - before) / count as u32;
    durations.sort_unstable();
    Ok(Took { durations, cpu })
}

/// Returns the processor time of this process so far.
fn own_cpu() -> Result<Duration> {
    /// Unit of the fields, on every Linux.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The second field is the program's name in parentheses; utime and stime are the 14th and 15th.
    let fields = stat.rsplit_once(')').context("no process name")?.1.split_whitespace();
    Ok(TICK * fields.skip(11).take(2).map(str::parse::<u32>).sum::<Result<u32, _>>()?)
}

fn line(out: &mut impl Write, what: &str, took: &Took, bar: Option<Duration>) -> io::Result<bool> {
    let millis = |duration: Duration| duration.as_secs_f64() * 1e3;
    let Took { durations, cpu } = took;
    let (p50, p99) = (durations[durations.len() / 2], durations[durations.len() * 99 / 100]);
    write!(out, "{what:<30}{:>10.2} ms p50 {:>8.2} ms p99", millis(p50), millis(p99))?;
    write!(out, " {:>8.2} ms of processor", millis(*cpu))?;
    let holds = bar.is_none_or(|bar| p99 < bar);
    if let Some(bar) = bar {
        write!(out, "  bar {} ms: {}", bar.as_millis(), if holds { "holds" } else { "MISSED" })?;
    }
    writeln!(out)?;
    Ok(holds)
}

fn bytes(out: &mut impl Write, what: &str, bytes: u64, bar: Option<u64>) -> io::Result<bool> {
    write!(out, "{what:<30}{:>10.1} MB", bytes as f64 / 1e6)?;
    let holds = bar.is_none_or(|bar| bytes < bar);
    if let Some(bar) = bar {
        write!(out, "  bar {} MB: {}", bar / 1_000_000, if holds { "holds" } else { "MISSED" })?;
    }
    writeln!(out)?;
    Ok(holds)
}

fn file(path: &Path) -> Result<u64> {
    Ok(path.metadata()?.len())
}

/// Returns the process's resident memory, in bytes.
fn rss() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().context("VmRSS")?;
    Ok(kilobytes * 1024)
}
