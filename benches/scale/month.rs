//! A month of people's conversations with the bot, on a clock that is moved by hand: measures what grows, and whether
//! the speed stays the same.
//!
//! Some people write at the same instant; then the clock advances. After each hour, the indexer gets the time that it
//! needs, because in a real hour it would have had time; the report shows this time beside the backlog. Messages are
//! kept for ten days and transcripts for twenty, so that within the month as much is deleted as is added.

use std::{
    io::{self, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_clock::{ManualClock, SystemClock};
use adjutant_config::Config;
use adjutant_domain::{clock::Clock as _, ids::UserId};
use adjutant_store::db::{Scope, Tx};
use anyhow::Result;
use chrono::TimeDelta;
use clap::Args;
use futures::future::try_join_all;
use tempfile::TempDir;
use tokio::sync::Mutex;

use crate::{
    fill::{self, Sizes},
    gateway::Gateway,
    measure::{Figure, rss, took},
    notes,
    platform::Person,
};

/// How much happens.
#[derive(Args, Clone, Copy)]
pub struct Month {
    /// Turns in the whole month.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(i64).range(720..))]
    turns: i64,
    /// People who write, each with a daily reminder.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(i64).range(1..))]
    people: i64,
}

const DAYS: i64 = 30;
const HOURS_A_DAY: i64 = 24;
/// The number of people who write at the same instant.
const AT_ONCE: i64 = 5;
/// The steps by which the clock advances while the indexer works, and the real time of a step.
const STEP: TimeDelta = TimeDelta::milliseconds(10);
const STEP_TAKES: Duration = Duration::from_millis(2);
/// How long messages and transcripts are kept.
const MESSAGES: Duration = Duration::from_hours(10 * 24);
const TRANSCRIPTS: Duration = Duration::from_hours(20 * 24);

/// Simulates the month, and prints a line for each day as it ends.
pub async fn pass(month: Month) -> Result<()> {
    let folder = TempDir::new()?;
    let database = folder.path().join("month.db");
    fill::fill(&database, Sizes { people: month.people, entries: 2, notes: 0, schedules: month.people })
        .await?;
    let clock = Arc::new(ManualClock::new(SystemClock.now()));
    let mut config = Config::default();
    config.retention.messages = Some(MESSAGES);
    config.retention.transcripts = Some(TRANSCRIPTS);
    let gateway = Gateway::start(&database, clock.clone(), config).await?;
    remind_daily(&gateway, clock.now().timestamp_millis()).await?;
    let mut people = Vec::new();
    for person in 0..month.people {
        people.push(Mutex::new(gateway.person(&fill::name(person)).await?));
    }
    let mut simulation = Simulation { month, gateway, clock, people, said: 0 };
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:>4}{:>10}{:>9}{:>10}{:>10}{:>12}{:>10}{:>10}{:>10}{:>9}",
        "day", "turns", "RSS MB", "file MB", "backlog", "indexing s", "p50 ms", "p99 ms", "slowest", "took s"
    )?;
    for day in 1..=DAYS {
        let began = Instant::now();
        let Day { took: turns, backlog, indexing } = simulation.day(day).await?;
        let Figure::Took { p50, p99, max } = took(turns) else { continue };
        writeln!(
            out,
            "{day:>4}{:>10}{:>9.1}{:>10.1}{backlog:>10}{:>12.1}{p50:>10.2}{p99:>10.2}{max:>10.2}{:>9.0}",
            simulation.said,
            rss()?,
            simulation.gateway.bytes().await? as f64 / 1e6,
            indexing.as_secs_f64(),
            began.elapsed().as_secs_f64()
        )?;
    }
    simulation.gateway.stop().await;
    Ok(())
}

/// Spreads the first due times of the reminders over the first day.
async fn remind_daily(gateway: &Gateway, now: i64) -> Result<()> {
    gateway
        .db
        .write_unsynced(Scope::Global, async move |tx: &Tx| {
            let spread = "UPDATE schedules SET anchor_at = ?1 + (next_run_at - ?1) % 86400000,
                              next_run_at = ?1 + (next_run_at - ?1) % 86400000";
            tx.execute(spread, [now]).await.map(drop)
        })
        .await
}

struct Simulation {
    month: Month,
    gateway: Gateway,
    clock: Arc<ManualClock>,
    people: Vec<Mutex<Person>>,
    /// The number of turns so far.
    said: i64,
}

/// The figures of a day.
#[derive(Default)]
struct Day {
    took: Vec<Duration>,
    /// The most texts that waited for the indexer at the end of an hour.
    backlog: i64,
    /// The time for indexing them.
    indexing: Duration,
}

impl Simulation {
    async fn day(&mut self, day: i64) -> Result<Day> {
        let mut figures = Day::default();
        for hour in 1..=HOURS_A_DAY {
            let until = self.month.turns * ((day - 1) * HOURS_A_DAY + hour) / (DAYS * HOURS_A_DAY);
            let instants = (until - self.said) / AT_ONCE + 1;
            while self.said < until {
                let some = self.said..until.min(self.said + AT_ONCE);
                self.said = some.end;
                figures.took.extend(try_join_all(some.map(|n| self.turn(n))).await?);
                self.clock.advance(TimeDelta::hours(1) / i32::try_from(instants)?);
            }
            let began = Instant::now();
            figures.backlog = figures.backlog.max(self.index().await?);
            figures.indexing += began.elapsed();
        }
        Ok(figures)
    }

    async fn turn(&self, n: i64) -> Result<Duration> {
        let person = fill::person_at(fill::scattered(n), self.month.people);
        let mut person = self.people[person as usize].lock().await;
        let text = notes::text(&UserId(person.name.clone()), n as usize);
        person.says(&text).await
    }

    /// Waits until the indexer has no work left. Returns its backlog.
    async fn index(&self) -> Result<i64> {
        let backlog = self.gateway.backlog().await?;
        while self.gateway.backlog().await? > 0 {
            self.clock.advance(STEP);
            tokio::time::sleep(STEP_TAKES).await;
        }
        Ok(backlog)
    }
}
