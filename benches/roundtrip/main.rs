//! Measures the time from a message to its answer: the gateway's share beyond the model's own time, and its use of
//! resources.
//!
//! The real binary serves simulated people through the simulators of a platform and of a model server, which run in
//! this process. So both share the machine, as a bot and its database usually do. Every figure is the median of several
//! runs, each with a fresh process and database unless stated otherwise.

mod channels;
mod floor;
mod gateway;
mod load;
mod side;

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use gateway::{Gateway, Memory, Setup, own_cpu};
use load::{Outcomes, Platform};
use side::Channel;
use tempfile::TempDir;

/// Measures the gateway from a message to its answer, and what it takes to run.
///
/// Prints a line for each figure, beside its bar where there is one, and fails if a bar is missed. Without options,
/// `load` measures one person and a hundred, with a model that answers at once and one that takes a second.
///
/// On a busy machine raise --repeat: the figures are medians.
#[derive(Parser)]
#[command(name = "cargo bench --bench roundtrip --")]
struct Arguments {
    /// What to measure.
    #[arg(value_enum, default_value_t = What::All)]
    what: What,
    /// The platform on which people write.
    #[arg(long, value_enum, default_value_t = Channel::Telegram)]
    channel: Channel,
    /// People who write at once, in `load` (100) and `soak` (10).
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    users: Option<u32>,
    /// Messages of each person in `load`, one after the other (10).
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    messages: Option<u32>,
    /// How long the model takes for an answer, in `load` (0).
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=60_000))]
    model_delay_ms: Option<u64>,
    /// Runs from which the median is taken.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum What {
    /// All of the following.
    All,
    /// Latency, and the time until everybody is answered.
    Load,
    /// What a request to the model holds before anybody has said much.
    Request,
    /// Memory, CPU and wake-ups of a gateway with nothing to do; its memory when a hundred people have gone.
    Idle,
    /// From the start of the process to its first request for events.
    Start,
    /// Memory after 1,000 and after 10,000 turns, at once and when it has been quiet.
    Soak,
    /// A hundred people at the rates that the platform allows.
    Rates,
    /// Two hundred channels of a Discord server at once, with a slow model.
    Channels,
}

/// Requests per second, for every rate limit, in all measurements except `rates`.
const RATE: u32 = 10_000;
/// The number of starts from which the median is taken.
const STARTS: usize = 10;
/// How long an idle gateway is watched.
const IDLE_FOR: Duration = Duration::from_secs(10);
/// How long a gateway rests before its memory is read.
const SETTLES_IN: Duration = Duration::from_secs(2);
/// The share of a core below which a gateway has no work in the background.
const QUIET_CPU: f64 = 0.02;
/// How long it takes until a gateway to which nobody writes has handed its memory back: at most two minutes.
const QUIET_IN: Duration = Duration::from_secs(130);

#[tokio::main]
async fn main() -> ExitCode {
    match measure(&Arguments::parse()).await {
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

async fn measure(arguments: &Arguments) -> Result<bool> {
    let mut report = Report { all_hold: true };
    let wanted = |what| arguments.what == What::All || arguments.what == what;
    if wanted(What::Load) {
        load(arguments, &mut report).await?;
    }
    if wanted(What::Rates) {
        rates(arguments, &mut report).await?;
    }
    if wanted(What::Channels) && arguments.channel == Channel::Discord {
        busy_server(arguments, &mut report).await?;
    }
    if wanted(What::Request) {
        request(arguments, &mut report).await?;
    }
    if wanted(What::Start) {
        start(arguments, &mut report).await?;
    }
    if wanted(What::Idle) {
        idle(arguments, &mut report).await?;
    }
    if wanted(What::Soak) {
        soak(arguments, &mut report).await?;
    }
    Ok(report.all_hold)
}

/// One line of `load`: the number of people, the number of messages of each, and the model's time.
#[derive(Clone, Copy)]
struct Case {
    users: u32,
    messages: u32,
    model_delay: Duration,
}

/// The results of one run of a case.
struct Run {
    outcomes: Outcomes,
    cpu: f64,
    own_cpu: f64,
    memory: Memory,
}

async fn load(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let second = Duration::from_secs(1);
    let case = |users, messages, model_delay| Case { users, messages, model_delay };
    let cases = if (arguments.users, arguments.messages, arguments.model_delay_ms) == (None, None, None) {
        vec![
            case(1, 300, Duration::ZERO),
            case(1, 5, second),
            case(100, 10, Duration::ZERO),
            case(100, 3, second),
        ]
    } else {
        let model_delay = Duration::from_millis(arguments.model_delay_ms.unwrap_or(0));
        vec![case(arguments.users.unwrap_or(100), arguments.messages.unwrap_or(10), model_delay)]
    };
    report.say(&format!(
        "{:<34}{:>10}{:>10}{:>14}{:>12}{:>9}{:>11}{:>9}{:>9}",
        "people x messages, model",
        "p50 ms",
        "p99 ms",
        "answered s",
        "messages/s",
        "CPU s",
        "bench CPU",
        "RSS MB",
        "PSS MB"
    ))?;
    for case in cases {
        let (mut runs, mut floors) = (Vec::new(), Vec::new());
        for _ in 0..arguments.repeat {
            floors.push(run_floor(arguments.channel, case).await?);
            runs.push(run(arguments.channel, case).await?);
        }
        line(report, case, &runs)?;
        line_of_floor(report, &floors)?;
    }
    Ok(())
}

async fn run(channel: Channel, case: Case) -> Result<Run> {
    let mut platform = Platform::start(channel, case.users as usize, case.model_delay, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
    let (cpu, own) = (gateway.cpu()?, own_cpu()?);
    let outcomes = platform.rounds(case.messages as usize).await.with_context(|| gateway.log())?;
    let (cpu, own_cpu) = (gateway.cpu()? - cpu, own_cpu()? - own);
    let memory = gateway.memory()?;
    gateway.stop()?;
    Ok(Run { outcomes, cpu, own_cpu, memory })
}

async fn run_floor(channel: Channel, case: Case) -> Result<Run> {
    let mut platform = Platform::start(channel, case.users as usize, case.model_delay, Some(RATE)).await;
    let bot = floor::run(floor::Platform::of(&platform.side), platform.model.url());
    let own = own_cpu()?;
    let rounds = async {
        platform.side.heard_from_now_on().await?;
        platform.rounds(case.messages as usize).await
    };
    let outcomes = tokio::select! {
        outcomes = rounds => outcomes?,
        ended = bot => return ended.map(|()| unreachable!("it has no end")),
    };
    Ok(Run { outcomes, cpu: 0.0, own_cpu: own_cpu()? - own, memory: Memory::default() })
}

/// Prints a case's line, and its bar if there is one.
fn line(report: &mut Report, case: Case, runs: &[Run]) -> Result<()> {
    let Case { users, messages, model_delay } = case;
    let figures = Figures::of(runs);
    let memory = |pick: fn(Memory) -> f64| median(runs.iter().map(|run| pick(run.memory)));
    report.say(&format!(
        "{:<34}{:>10.1}{:>10.1}{:>14.3}{:>12.0}{:>9.2}{:>11.2}{:>9.1}{:>9.1}",
        format!("{users} x {messages}, {} ms", model_delay.as_millis()),
        figures.p50,
        figures.p99,
        figures.answered,
        figures.per_second,
        median(runs.iter().map(|run| run.cpu)),
        median(runs.iter().map(|run| run.own_cpu)),
        memory(|memory| memory.rss),
        memory(|memory| memory.pss),
    ))?;
    match (users, model_delay.as_millis()) {
        // With fewer messages, the p99 would be the slowest one, which includes connecting and preparing everything.
        (1, _) if messages >= 100 => report.bar("p99 with one person", figures.p99, 8.0, "ms"),
        (100, 0) => report.bar("100 people at once, model at once", figures.answered, 0.2, "s"),
        (100, 1000) => report.bar("100 people at once, model of a second", figures.answered, 2.0, "s"),
        _ => Ok(()),
    }
}

fn line_of_floor(report: &mut Report, runs: &[Run]) -> Result<()> {
    let figures = Figures::of(runs);
    report.say(&format!(
        "{:<34}{:>10.1}{:>10.1}{:>14.3}{:>12.0}{:>9}{:>11.2}",
        "  the same, a bot without storage",
        figures.p50,
        figures.p99,
        figures.answered,
        figures.per_second,
        "",
        median(runs.iter().map(|run| run.own_cpu)),
    ))
}

/// Measures a hundred people at the rates that the platform permits.
async fn rates(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let mut platform = Platform::start(arguments.channel, 100, Duration::ZERO, None).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, None).await?;
    let outcomes = platform.rounds(1).await.with_context(|| gateway.log())?;
    gateway.stop()?;
    report.bar("100 people at the platform's rates", seconds(outcomes.all_answered[0]), 5.0, "s")?;
    report.bar("  requests refused as too many", outcomes.too_many as f64, 0.0, "")
}

/// Measures many channels of one server at once.
async fn busy_server(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let mut runs = Vec::new();
    for _ in 0..arguments.repeat {
        runs.push(channels::measure().await?);
    }
    let of = |pick: fn(&channels::Figures) -> Duration| median(runs.iter().map(|run| seconds(pick(run))));
    let slowest = of(|run| run.slowest_acknowledgement);
    report.bar("200 channels: slowest acknowledgement", slowest, 1.0, "s")?;
    report.bar("  from the first answer to the last", of(|run| run.spread), 1.0, "s")?;
    report.figure("  all answered, without the model's time", of(|run| run.all_answered), "s")
}

/// Measures the part of a request that is the same in each turn.
async fn request(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let mut platform = Platform::start(arguments.channel, 1, Duration::ZERO, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
    platform.rounds(1).await.with_context(|| gateway.log())?;
    gateway.stop()?;
    let bytes = platform.instructions_bytes() as f64;
    report.bar("system prompt and tools of a plain chat", bytes / 1e3, 5.5, "kB")?;
    report.figure("  in tokens, at four bytes each", bytes / 4.0, "")
}

async fn start(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let platform = Platform::start(arguments.channel, 1, Duration::ZERO, Some(RATE)).await;
    let mut fresh = Vec::new();
    for _ in 0..STARTS {
        let folder = TempDir::new()?;
        let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
        fresh.push(until_connected(&platform, &gateway)?);
        gateway.stop()?;
    }
    report.bar("start to first request, new database", median(fresh.into_iter()), 80.0, "ms")?;

    let mut platform = Platform::start(arguments.channel, 10, Duration::ZERO, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
    platform.rounds(100).await.with_context(|| gateway.log())?;
    gateway.stop()?;
    let mut again = Vec::new();
    for _ in 0..STARTS {
        let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
        again.push(until_connected(&platform, &gateway)?);
        gateway.stop()?;
    }
    report.bar("  with a database of 1,000 turns", median(again.into_iter()), 80.0, "ms")
}

/// Returns the time from the start to the first request for events, in milliseconds.
fn until_connected(platform: &Platform, gateway: &Gateway) -> Result<f64> {
    let spawned = gateway.spawned.into();
    let first = platform.side.first_connection(spawned).context("the gateway has not asked for events")?;
    Ok(seconds(first - spawned) * 1e3)
}

async fn idle(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let platform = Platform::start(arguments.channel, 1, Duration::ZERO, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
    tokio::time::sleep(SETTLES_IN).await;
    let memory = gateway.memory()?;
    let (cpu, sleeps) = (gateway.cpu()?, gateway.sleeps()?);
    tokio::time::sleep(IDLE_FOR).await;
    let (cpu, sleeps) = (gateway.cpu()? - cpu, gateway.sleeps()? - sleeps);
    gateway.stop()?;
    report.bar("PSS when idle", memory.pss, 25.0, "MB")?;
    report.figure("  RSS", memory.rss, "MB")?;
    report.figure("  CPU", cpu / seconds(IDLE_FOR) * 100.0, "%")?;
    report.figure("  wake-ups", sleeps as f64 / seconds(IDLE_FOR), "/s")?;

    let mut crowd = Platform::start(arguments.channel, 100, Duration::ZERO, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&crowd, &folder, Some(RATE)).await?;
    crowd.rounds(10).await.with_context(|| gateway.log())?;
    until_quiet(&gateway).await?;
    let memory = gateway.memory()?;
    gateway.stop()?;
    report.bar("PSS when idle after 100 people", memory.pss, 45.0, "MB")?;
    report.figure("  RSS", memory.rss, "MB")
}

async fn soak(arguments: &Arguments, report: &mut Report) -> Result<()> {
    let users = arguments.users.unwrap_or(10) as usize;
    let mut platform = Platform::start(arguments.channel, users, Duration::ZERO, Some(RATE)).await;
    let folder = TempDir::new()?;
    let gateway = start_gateway(&platform, &folder, Some(RATE)).await?;
    let (mut busy, mut quiet) = (Vec::new(), Vec::new());
    let mut done = 0;
    for turns in [1_000, 10_000] {
        platform.rounds((turns - done) / users).await.with_context(|| gateway.log())?;
        done = turns;
        tokio::time::sleep(SETTLES_IN).await;
        busy.push(gateway.memory()?.rss);
        until_quiet(&gateway).await?;
        quiet.push(gateway.memory()?.rss);
    }
    gateway.stop()?;
    for (name, rss) in [("right after", busy), ("when quiet after", quiet)] {
        report.figure(&format!("RSS {name} 1,000 turns"), rss[0], "MB")?;
        report.figure(&format!("RSS {name} 10,000 turns"), rss[1], "MB")?;
        report.bar("  growth", rss[1] - rss[0], 5.0, "MB")?;
    }
    Ok(())
}

/// Waits until the gateway has done its work in the background, and has handed its memory back.
async fn until_quiet(gateway: &Gateway) -> Result<()> {
    loop {
        let before = gateway.cpu()?;
        tokio::time::sleep(IDLE_FOR).await;
        if gateway.cpu()? - before < seconds(IDLE_FOR) * QUIET_CPU {
            break;
        }
    }
    tokio::time::sleep(QUIET_IN).await;
    Ok(())
}

async fn start_gateway(platform: &Platform, folder: &TempDir, rate: Option<u32>) -> Result<Gateway> {
    let setup = Setup {
        folder: folder.path(),
        channel: platform.side.config(rate),
        model_url: platform.model.url(),
        users: platform.side.identities(),
    };
    let connections = platform.side.connections();
    let gateway = Gateway::start(&setup)?;
    platform.side.connected(connections).await.with_context(|| gateway.log())?;
    Ok(gateway)
}

/// Medians over runs.
struct Figures {
    /// Milliseconds.
    p50: f64,
    p99: f64,
    /// Seconds until all were answered, in the slowest round.
    answered: f64,
    per_second: f64,
}

impl Figures {
    fn of(runs: &[Run]) -> Self {
        let over = |pick: &dyn Fn(&Outcomes) -> f64| median(runs.iter().map(|run| pick(&run.outcomes)));
        let rank = |share: f64| {
            move |outcomes: &Outcomes| {
                let last = outcomes.latencies.len() - 1;
                seconds(outcomes.latencies[(last as f64 * share).round() as usize]) * 1e3
            }
        };
        Self {
            p50: over(&rank(0.5)),
            p99: over(&rank(0.99)),
            answered: over(&|outcomes| {
                outcomes.all_answered.iter().copied().map(seconds).fold(0.0, f64::max)
            }),
            per_second: over(&|outcomes| {
                let total: Duration = outcomes.all_answered.iter().sum();
                outcomes.latencies.len() as f64 / seconds(total)
            }),
        }
    }
}

/// The printed report, and whether every bar held.
struct Report {
    all_hold: bool,
}

impl Report {
    fn say(&self, line: &str) -> Result<()> {
        writeln!(io::stdout(), "{line}").context("cannot write to standard output")
    }

    fn figure(&self, what: &str, value: f64, unit: &str) -> Result<()> {
        self.say(&format!("{what:<44}{value:>10.2} {unit}"))
    }

    /// Prints a figure that should not be above its bar.
    fn bar(&mut self, what: &str, value: f64, bar: f64, unit: &str) -> Result<()> {
        let holds = value <= bar;
        self.all_hold &= holds;
        let verdict = if holds { "holds" } else { "MISSED" };
        self.say(&format!("{what:<44}{value:>10.2} {unit:<3} bar {bar} {unit}: {verdict}"))
    }
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
