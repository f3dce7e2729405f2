//! Measures the cost of a large website through the gateway: a site of 1,000 pages and 5,000 pictures, published from
//! nothing and after a change of one page, previewed, listed and searched.
//!
//! Each operation runs as in a turn, by the tool of that name with JSON, or as visitors and people use it: a GET from
//! the listener, `/site` in a chat. In addition to the time, the report shows how long the operation blocked other
//! writers of the database.

mod fill;
mod gateway;
#[expect(dead_code, reason = "the measurement of whole turns uses the rest")]
#[path = "../scale/platform.rs"]
mod platform;
mod watch;

use std::{
    io::{self, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use fill::Sizes;
use gateway::Gateway;
use serde_json::{Value, json};
use tempfile::TempDir;
use watch::Watch;

/// Measures the tools of websites on a large one, and fails if a bar is missed.
#[derive(Parser)]
#[command(name = "cargo bench --bench site --")]
struct Arguments {
    #[command(flatten)]
    sizes: Sizes,
    /// Times that each thing is done; the figures are medians, and the longest wait for the writer.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The bars, as in the requirements.
const FIRST_PUBLISH: Duration = Duration::from_secs(60);
const PUBLISH: Duration = Duration::from_secs(1);
const PREVIEW: Duration = Duration::from_millis(100);
/// The longest time that one transaction may make others wait.
const WRITER: Duration = Duration::from_millis(100);

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
    let folder = TempDir::new()?;
    let mut gateway = Gateway::start(folder.path()).await?;
    let began = Instant::now();
    let site = fill::fill(&gateway, arguments.sizes).await?;
    let Sizes { pages, pictures } = arguments.sizes;
    let mut table = Table { holds: true, repeat: arguments.repeat };
    writeln!(
        io::stdout(),
        "{pages} pages, {pictures} pictures, made in {:.1} s\n{:<44}{:>10}{:>14}",
        began.elapsed().as_secs_f64(),
        "",
        "ms",
        "writer, ms"
    )?;
    publishing(&mut gateway, &mut table, &site).await?;
    previewing(&mut gateway, &mut table, &site).await?;
    reading(&mut gateway, &mut table, &site).await?;
    gateway.stop().await;
    Ok(table.holds)
}

/// Publishes from nothing, and after a change of one section.
async fn publishing(gateway: &mut Gateway, table: &mut Table, site: &fill::Filled) -> Result<()> {
    let watch = Watch::of(&gateway.db);
    let asked = timed(gateway.asks("site_publish", json!({}))).await?;
    table.row("site_publish from nothing: the question", asked, watch.ends().await?, None)?;
    let watch = Watch::of(&gateway.db);
    let published = timed(gateway.call("site_publish", json!({ "confirmed": true }))).await?;
    table.row("site_publish from nothing", published, watch.ends().await?, Some(FIRST_PUBLISH))?;
    let (mut changes, mut questions, mut publishes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut change, mut question, mut publish) = <(Duration, Duration, Duration)>::default();
    for round in 0..table.repeat {
        let content = json!({ "heading": format!("Changed {round}") });
        let arguments = json!({ "section_id": site.section, "content": content });
        let watch = Watch::of(&gateway.db);
        changes.push(timed(gateway.call("site_update_section", arguments)).await?);
        change = change.max(watch.ends().await?);
        let watch = Watch::of(&gateway.db);
        questions.push(timed(gateway.asks("site_publish", json!({}))).await?);
        question = question.max(watch.ends().await?);
        let watch = Watch::of(&gateway.db);
        publishes.push(timed(gateway.call("site_publish", json!({ "confirmed": true }))).await?);
        publish = publish.max(watch.ends().await?);
    }
    table.row("site_update_section", median(changes), change, None)?;
    table.row("site_publish after it: the question", median(questions), question, None)?;
    table.row("site_publish after it", median(publishes), publish, Some(PUBLISH))
}

/// Makes a link to the drafts, and opens it.
async fn previewing(gateway: &mut Gateway, table: &mut Table, site: &fill::Filled) -> Result<()> {
    let arguments = json!({ "page_id": site.page });
    let (mut links, mut firsts, mut writer) = (Vec::new(), Vec::new(), Duration::ZERO);
    for _ in 0..table.repeat {
        let watch = Watch::of(&gateway.db);
        let began = Instant::now();
        let link = gateway.call("site_preview", arguments.clone()).await?;
        links.push(began.elapsed());
        writer = writer.max(watch.ends().await?);
        let link = link["link"].as_str().context("no link")?.to_owned();
        let began = Instant::now();
        let page = gateway.get(&link).await?;
        firsts.push(began.elapsed());
        ensure!(page.contains(&site.title), "the preview shows another page");
    }
    table.row("site_preview", median(links), writer, Some(PREVIEW))?;
    table.row("  GET of the page", median(firsts), Duration::ZERO, Some(PREVIEW))
}

/// Calls the tools that change nothing.
async fn reading(gateway: &mut Gateway, table: &mut Table, site: &fill::Filled) -> Result<()> {
    for (tool, arguments) in [
        ("site_list_pages", json!({})),
        ("site_get_page", json!({ "page_id": site.page, "include_content": true })),
        ("site_search_pages", json!({ "query": "words of the harbour" })),
        ("site_find_resource", json!({ "query": "Page about nets 500" })),
        ("site_search_images", json!({ "query": "picture of boats" })),
        ("site_list_changes", json!({})),
    ] {
        let (mut took, mut writer) = (Vec::new(), Duration::ZERO);
        for _ in 0..table.repeat {
            let watch = Watch::of(&gateway.db);
            took.push(timed(gateway.call(tool, arguments.clone())).await?);
            writer = writer.max(watch.ends().await?);
        }
        table.row(tool, median(took), writer, None)?;
    }
    let (mut took, mut writer) = (Vec::new(), Duration::ZERO);
    for _ in 0..table.repeat {
        let watch = Watch::of(&gateway.db);
        took.push(gateway.person.commands("site", "").await?);
        writer = writer.max(watch.ends().await?);
    }
    table.row("/site", median(took), writer, None)
}

async fn timed(call: impl Future<Output = Result<Value>>) -> Result<Duration> {
    let began = Instant::now();
    call.await?;
    Ok(began.elapsed())
}

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took.get(took.len() / 2).copied().unwrap_or_default()
}

/// Prints the figures.
struct Table {
    /// Whether all bars hold.
    holds: bool,
    repeat: u32,
}

impl Table {
    /// Adds a row. `writer` is the longest time that another write waited.
    fn row(&mut self, what: &str, took: Duration, writer: Duration, bar: Option<Duration>) -> Result<()> {
        let mut out = io::stdout().lock();
        write!(out, "{what:<44}{:>10.1}{:>14.1}", millis(took), millis(writer))?;
        let holds = bar.is_none_or(|bar| took < bar);
        if let Some(bar) = bar {
            write!(out, "  bar {} ms: {}", bar.as_millis(), if holds { "holds" } else { "MISSED" })?;
        }
        let is_short = writer < WRITER;
        if !is_short {
            write!(out, "  the writer's bar, {} ms: MISSED", WRITER.as_millis())?;
        }
        writeln!(out)?;
        self.holds &= holds && is_short;
        Ok(())
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
