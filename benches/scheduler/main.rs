//! Measures the cost of the scheduler: a start with many schedules, a pass without due schedules, and a thousand
//! schedules that are due in the same second.
//!
//! The schedules are plain reminders of a thousand people, due over a year, in a database that is set up as in
//! production. The clock is moved by hand, so that no time is spent on waiting.

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant::{
    core::{Core, Parts},
    scheduler,
};
use adjutant_channel::{ChatKind, ChatRef};
use adjutant_clock::{ManualClock, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::{clock::Clock, ids::ScheduleId, redact::Redactor};
use adjutant_provider::{models::Models, offline::Offline};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, Scope},
    people,
    process::Process,
    schedules::{self, Schedule},
    sessions::{self, Session},
};
use anyhow::{Context as _, Result};
use chrono::{DateTime, TimeDelta, Utc};
use clap::Parser;
use tempfile::TempDir;

/// Measures the scheduler with few schedules and with many. Fails if a bar is missed.
#[derive(Parser)]
struct Args {
    /// Numbers of schedules, ascending.
    #[arg(default_values_t = [1_000, 100_000])]
    sizes: Vec<usize>,
    /// Number of schedules that are due in the same second.
    #[arg(long, default_value_t = 1_000)]
    due: usize,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

const PEOPLE: usize = 1_000;
/// The number of rows per transaction while the database is filled.
const FILL: usize = 1_000;
/// The number of measured passes.
const LOOKS: usize = 2_000;

const START_BAR: Duration = Duration::from_millis(200);
const DUE_BAR: Duration = Duration::from_secs(1);

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
    let beginning = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let db = Db::open(&path).await?;
    let origins = origins(&db, beginning).await?;
    let (mut size, mut holds) = (0, true);
    let mut out = io::stdout().lock();
    for &wanted in &args.sizes {
        fill(&db, &origins, size..wanted, beginning).await?;
        size = wanted;
        db.checkpoint().await?;
        writeln!(out, "{size} schedules")?;
        let start = Instant::now();
        let (core, clock) = core(&path, beginning).await?;
        scheduler::tick(&core).await?;
        holds &= line(&mut out, "start, up to the first look", start.elapsed(), Some(START_BAR))?;
        let before = rss()?;
        let start = Instant::now();
        for _ in 0..LOOKS {
            scheduler::tick(&core).await?;
        }
        line(&mut out, "a look when nothing is due", start.elapsed() / LOOKS as u32, None)?;
        writeln!(
            out,
            "{:<34}{:>10.1} MB, {:+.1} MB by {LOOKS} looks",
            "memory",
            mb(rss()?),
            mb(rss()?) - mb(before)
        )?;

        let at = clock.now() + TimeDelta::seconds(1);
        bring_due(&core.db, args.due, at).await?;
        clock.advance(TimeDelta::seconds(1));
        let start = Instant::now();
        let mut claimed = 0;
        loop {
            match scheduler::tick(&core).await? {
                0 => break,
                some => claimed += some,
            }
        }
        let what = format!("{claimed} due, run and handed over");
        holds &= line(&mut out, &what, start.elapsed(), Some(DUE_BAR))?;
    }
    Ok(holds)
}

async fn core(path: &Path, now: DateTime<Utc>) -> Result<(Arc<Core>, Arc<ManualClock>)> {
    let clock = Arc::new(ManualClock::new(now));
    let config = Config::default();
    let offline = Arc::new(Offline { clock: clock.clone() });
    let core = Core::new(Parts {
        db: Db::open(path).await?,
        clock: Arc::new(TrustedClock::new(clock.clone())),
        models: Models::only(offline, &config.model),
        config: Arc::new(config),
        zone: adjutant_domain::zones::Zone::UTC,
        process: Arc::new(Process::register(path)?),
        channels: Vec::new(),
        embedder: None,
        speech: None,
        voice: None,
        redactor: Redactor::new(["a-secret-of-the-operators"])?,
        sandbox: Sandbox::own(),
    });
    Ok((core, clock))
}

/// Stores the people, each in a chat with the bot, and returns their sessions.
async fn origins(db: &Db, now: DateTime<Utc>) -> Result<Vec<Session>> {
    let now = now.into();
    db.write(Scope::Global, async move |tx| {
        let mut origins = Vec::with_capacity(PEOPLE);
        for person in 0..PEOPLE {
            let name = format!("person {person}");
            let user = people::add_member(tx, &name, now).await?;
            let chat = ChatRef { channel: "none".to_owned(), chat: name, thread: None };
            origins.push(sessions::open(tx, &chat, ChatKind::Direct, &user.user_id, now).await?);
        }
        Ok(origins)
    })
    .await
}

/// Adds daily reminders whose due times are spread over a year.
async fn fill(db: &Db, origins: &[Session], which: std::ops::Range<usize>, now: DateTime<Utc>) -> Result<()> {
    const YEAR: usize = 365 * 24 * 3_600;
    let which: Vec<_> = which.collect();
    for some in which.chunks(FILL) {
        let (some, origins) = (some.to_vec(), origins.to_vec());
        db.write(Scope::Global, async move |tx| {
            for &number in &some {
                let origin = &origins[number % PEOPLE];
                let due = now + TimeDelta::seconds((60 + number * 7919 % YEAR) as i64);
                let id = ScheduleId(format!("schedule-{number}"));
                let (user, session) = (origin.user_id.clone(), origin.session_id.clone());
                let schedule = Schedule {
                    name: "water".to_owned(),
                    goal: "Drink a glass of water.".to_owned(),
                    reminder: true,
                    cadence_type: "interval".to_owned(),
                    cadence_value: "86400".to_owned(),
                    timezone: "UTC".to_owned(),
                    anchor_at: due.into(),
                    next_run_at: Some(due.into()),
                    ..Schedule::new(id, user, session, now.into())
                };
                schedules::put(tx, &schedule).await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Makes `count` schedules due at `at`.
async fn bring_due(db: &Db, count: usize, at: DateTime<Utc>) -> Result<()> {
    let at = at.timestamp_millis();
    db.write(Scope::Global, async move |tx| {
        tx.execute(
            "UPDATE schedules SET next_run_at = ?1, anchor_at = ?1
             WHERE schedule_id IN (SELECT schedule_id FROM schedules ORDER BY next_run_at DESC LIMIT ?2)",
            [at, count as i64],
        )
        .await
        .map(drop)
    })
    .await
}

fn line(out: &mut impl Write, what: &str, took: Duration, bar: Option<Duration>) -> io::Result<bool> {
    write!(out, "{what:<34}{:>10.2} ms", took.as_secs_f64() * 1e3)?;
    let holds = bar.is_none_or(|bar| took < bar);
    if let Some(bar) = bar {
        write!(out, "  bar {} ms: {}", bar.as_millis(), if holds { "holds" } else { "MISSED" })?;
    }
    writeln!(out)?;
    Ok(holds)
}

/// Returns the process's resident memory, in bytes.
fn rss() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024)
}

fn mb(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
