//! Measures a gateway on one database, small or large.

use std::{
    collections::BTreeSet,
    fs::File,
    io::Write,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use adjutant_clock::SystemClock;
use adjutant_config::Config;
use adjutant_domain::{
    clock::Clock as _,
    ids::{NoteId, ScheduleId, UserId},
};
use adjutant_memory as memory;
use adjutant_store::{
    db::{Db, Scope, Tx},
    notes::Source,
    people,
    schedules::{self, Schedule},
    sessions,
};
use anyhow::{Context as _, Result};
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::{
    fill,
    gateway::Gateway,
    notes,
    platform::{CHANNEL, DELETE, Person},
    storage::Stored,
};

/// The figures that have bars of their own.
pub const TURN: &str = "turn";
pub const RSS: &str = "RSS";
/// The number of people who take part, from the one with the most turns to one with the fewest.
const TAKE_PART: usize = 40;
/// How often each operation is repeated. A p99 needs some hundreds.
const WARM_UP: usize = 100;
const TURNS: usize = 1_000;
const TOGETHER: usize = 25;
const OTHERS: usize = 300;
const DUE: usize = 100;
/// How long before its due time a schedule is created.
const AHEAD: TimeDelta = TimeDelta::milliseconds(30);
/// The pause between two measurements of how long the writer makes others wait.
const GLANCE: Duration = Duration::from_millis(1);

/// A figure of a measurement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Figure {
    /// The duration of an operation, in milliseconds.
    Took { p50: f64, p99: f64, max: f64 },
    /// A number, with its unit.
    Number(f64, String),
}

impl Figure {
    /// Returns the figure's value; the p99 of durations.
    pub fn p99(&self) -> f64 {
        match self {
            Self::Took { p99, .. } => *p99,
            Self::Number(value, _) => *value,
        }
    }

    pub fn p50(&self) -> f64 {
        match self {
            Self::Took { p50, .. } => *p50,
            Self::Number(value, _) => *value,
        }
    }

    pub fn max(&self) -> f64 {
        match self {
            Self::Took { max, .. } => *max,
            Self::Number(value, _) => *value,
        }
    }

    pub fn unit(&self) -> &str {
        match self {
            Self::Took { .. } => "ms",
            Self::Number(_, unit) => unit,
        }
    }
}

/// The figures of one database by name, in the order of the report.
pub type Figures = Vec<(String, Figure)>;

/// Measures everything on a database.
pub async fn measure(database: &Path) -> Result<Figures> {
    let mut figures = vec![("the disk's own fdatasync".to_owned(), took(syncs(database)?))];
    let mut add = |what: &str, figure| figures.push((what.to_owned(), figure));
    let gateway = Gateway::start(database, Arc::new(SystemClock), Config::default()).await?;
    add("start, up to the first poll", number(gateway.start.as_secs_f64() * 1e3, "ms"));
    let mut people = take_part(&gateway).await?;
    let tidying = while_tidying(&gateway, &mut people).await?;
    add("turn while it tidies", took(tidying.turns));
    add("  wait for the writer meanwhile", took(tidying.waits));
    add("  an hour's tidying", number(tidying.lasted.as_secs_f64(), "s"));

    gateway.rests().await?;
    turns(&mut people, WARM_UP).await?;
    add(TURN, took(calm_turns(&gateway, &mut people).await?));
    let before = gateway.db.work();
    add("turn, without a pause after it", took(turns(&mut people, TURNS).await?));
    let began = Instant::now();
    gateway.rests().await?;
    let after = gateway.db.work();
    add("  until all of them are indexed", number(began.elapsed().as_secs_f64(), "s"));
    let a_turn = |before: u64, after: u64| number((after - before) as f64 / TURNS as f64, "");
    add("  statements a turn, indexing included", a_turn(before.statements, after.statements));
    add("  commits a turn, indexing included", a_turn(before.commits, after.commits));
    add("search (/memory)", took(searches(&mut people).await?));
    gateway.indexes_all().await?;
    add("press on a question", took(presses(&gateway, &mut people).await?));
    gateway.indexes_all().await?;
    add("due time to delivery", took(due_times(&gateway, &mut people).await?));
    people.sort_unstable_by_key(|person| person.name != fill::name(0));
    add("/status of a person", took(statuses(&mut people[1..]).await?));
    add("/status of the owner", took(statuses(&mut people[..1]).await?));
    gateway.rests().await?;
    let (bytes, rows) = (gateway.bytes().await?, Stored::now(&gateway).await?);
    turns(&mut people, TURNS).await?;
    gateway.rests().await?;
    let grown = (gateway.bytes().await? - bytes) as f64 / TURNS as f64;
    add("file size a turn", number(grown / 1e3, "kB"));
    add("file", number(gateway.bytes().await? as f64 / 1e6, "MB"));
    add(RSS, number(rss()?, "MB"));
    for (what, bytes) in rows.grown(&Stored::now(&gateway).await?) {
        add(&format!("  of it {what}"), number(bytes / TURNS as f64, "B"));
    }
    gateway.stop().await;
    Ok(figures)
}

fn number(value: f64, unit: &str) -> Figure {
    Figure::Number(value, unit.to_owned())
}

/// Returns the figure of these durations.
pub fn took(mut durations: Vec<Duration>) -> Figure {
    durations.sort_unstable();
    let millis = |i: usize| durations.get(i).map_or(0.0, |took| took.as_secs_f64() * 1e3);
    let last = durations.len().saturating_sub(1);
    Figure::Took { p50: millis(last / 2), p99: millis(last * 99 / 100), max: millis(last) }
}

/// Returns how long the disk takes to store a page durably.
fn syncs(database: &Path) -> Result<Vec<Duration>> {
    let path = database.with_extension("sync");
    let mut file = File::create(&path)?;
    let mut syncs = Vec::new();
    for _ in 0..OTHERS {
        let began = Instant::now();
        file.write_all(&[1; 4096])?;
        file.sync_data()?;
        syncs.push(began.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(syncs)
}

/// Returns people with shares of all sizes, the owner first.
async fn take_part(gateway: &Gateway) -> Result<Vec<Person>> {
    let count = gateway.number("SELECT count(*) AS value FROM users").await?;
    let shares = (0..TAKE_PART).map(|i| i as f64 / TAKE_PART as f64);
    let numbers: BTreeSet<_> = shares.map(|share| fill::person_at(share, count)).collect();
    let mut people = Vec::new();
    for number in numbers {
        people.push(gateway.person(&fill::name(number)).await?);
    }
    Ok(people)
}

/// The durations of other work while old rows are deleted.
struct Tidying {
    turns: Vec<Duration>,
    /// The durations of empty transactions.
    waits: Vec<Duration>,
    lasted: Duration,
}

/// Makes people write from the start until no old rows are left.
async fn while_tidying(gateway: &Gateway, people: &mut [Person]) -> Result<Tidying> {
    let (began, tidied) = (Instant::now(), Arc::new(AtomicBool::new(false)));
    let waits = tokio::spawn(waits_for_writer(gateway.db.clone(), tidied.clone()));
    let mut took = Vec::new();
    // Delivered messages are deleted last.
    let oldest = "SELECT coalesce((SELECT min(created_at) FROM outbox INDEXED BY outbox_by_age WHERE state = 'done'), 0)
                      AS value";
    let before = SystemClock.now() - TimeDelta::days(90);
    while took.is_empty() || (1..before.timestamp_millis()).contains(&gateway.number(oldest).await?) {
        took.extend(turns(people, 10).await?);
    }
    tidied.store(true, Ordering::Relaxed);
    Ok(Tidying { turns: took, waits: waits.await??, lasted: began.elapsed() })
}

/// Returns the durations of transactions that write nothing, until `ends`.
async fn waits_for_writer(db: Arc<Db>, ends: Arc<AtomicBool>) -> Result<Vec<Duration>> {
    let mut waits = Vec::new();
    while !ends.load(Ordering::Relaxed) {
        let began = Instant::now();
        db.write_unsynced(Scope::Global, async |_: &Tx| Ok(())).await?;
        waits.push(began.elapsed());
        tokio::time::sleep(GLANCE).await;
    }
    Ok(waits)
}

/// Makes people write one after the other, and returns how long they waited for their answers.
async fn turns(people: &mut [Person], count: usize) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    for i in 0..count {
        let person = &mut people[i % people.len()];
        let text = notes::text(&UserId(person.name.clone()), i);
        took.push(person.says(&text).await?);
    }
    Ok(took)
}

/// Like [`turns`], at a pace that leaves the indexer time in between.
async fn calm_turns(gateway: &Gateway, people: &mut [Person]) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    while took.len() < TURNS {
        took.extend(turns(people, TOGETHER).await?);
        gateway.indexes_all().await?;
        people.rotate_left(TOGETHER % people.len());
    }
    Ok(took)
}

async fn searches(people: &mut [Person]) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    for i in 0..OTHERS {
        took.push(people[i % people.len()].commands("memory", &notes::query(i)).await?);
    }
    Ok(took)
}

async fn statuses(people: &mut [Person]) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    for i in 0..OTHERS {
        took.push(people[i % people.len()].commands("status", "").await?);
    }
    Ok(took)
}

/// Makes people request the deletion of a note, which they must approve. Returns the durations of the approvals.
async fn presses(gateway: &Gateway, people: &mut [Person]) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    for i in 0..OTHERS {
        let person = &mut people[i % people.len()];
        let (name, note) = (person.name.clone(), NoteId::generate());
        let (id, now) = (note.clone(), SystemClock.timestamp());
        let save = async move |tx: &Tx| {
            let (user, _) = people::find(tx, CHANNEL, &name).await?.context("nobody")?;
            let content = format!("to be deleted: {id}");
            memory::save(tx, &user.user_id, id.clone(), (&content, Vec::new()), Source::default(), now)
                .await
                .map(drop)
        };
        gateway.db.write_unsynced(Scope::Global, save).await?;
        let prompt = person.asks(&format!("{DELETE}{note}"), note.as_str()).await?;
        took.push(person.presses(&prompt).await?);
        person.reads().await?;
    }
    Ok(took)
}

/// Waits for reminders to become due, and returns by how much later they were delivered.
async fn due_times(gateway: &Gateway, people: &mut [Person]) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    for i in 0..DUE {
        let person = &mut people[i % people.len()];
        let name = person.name.clone();
        let (now, instant) = (SystemClock.now(), Instant::now());
        let put = async move |tx: &Tx| {
            let (user, _) = people::find(tx, CHANNEL, &name).await?.context("nobody")?;
            let chat = crate::platform::chat(&name);
            let session = sessions::find(tx, &chat, &user.user_id).await?.context("no session")?;
            let due = (now + AHEAD).into();
            let schedule = Schedule {
                name: "water".to_owned(),
                goal: "Drink a glass of water.".to_owned(),
                reminder: true,
                cadence_type: "interval".to_owned(),
                cadence_value: "86400".to_owned(),
                timezone: "UTC".to_owned(),
                anchor_at: due,
                next_run_at: Some(due),
                ..Schedule::new(ScheduleId::generate(), user.user_id, session.session_id, now.into())
            };
            schedules::put(tx, &schedule).await
        };
        gateway.db.write_unsynced(Scope::Global, put).await?;
        let due = instant + AHEAD.to_std()?;
        took.push(person.reads().await?.at.saturating_duration_since(due));
    }
    Ok(took)
}

/// Returns the process's resident memory, in MB.
pub fn rss() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().context("VmRSS")?;
    Ok(kilobytes * 1024.0 / 1e6)
}
