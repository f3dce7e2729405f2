//! Measures the gateway on a database of years of use, and on a small one: no operation should take longer because
//! there is more data.
//!
//! The gateway runs in this process, wired as in production. Its platform and its model answer at once and store
//! nothing, so that time and memory are the gateway's. Each database is measured in a process of its own.

mod fill;
mod gateway;
mod measure;
mod month;
#[path = "../memory/notes.rs"]
mod notes;
mod platform;
mod report;
mod rows;
mod storage;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::{ExitCode, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use clap::{Parser, Subcommand};
use fill::Sizes;
use measure::Figures;
use month::Month;
use report::median;
use tempfile::TempDir;
use tokio::process::Command;

/// Measures a large database beside a small one, and fails if a bar is missed.
#[derive(Parser)]
#[command(name = "cargo bench --bench scale --", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    sizes: Sizes,
    /// Makes the large database in this folder, and leaves it there.
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    keep: Option<PathBuf>,
    /// Measures this database, made earlier, instead of a new one.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Times that each database is measured; the figures are medians.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Passed by cargo.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum What {
    /// Lets a simulated month pass, and prints a line for each of its days; it may be stopped at any time.
    Month(Month),
    /// Makes a database.
    #[command(hide = true)]
    Fill {
        database: PathBuf,
        #[command(flatten)]
        sizes: Sizes,
    },
    /// Measures a database, and prints its figures as JSON.
    #[command(hide = true)]
    Measure { database: PathBuf },
}

/// The small database, with the turns, notes and schedules of some weeks per person.
const SMALL: Sizes = Sizes { people: 50, entries: 4_000, notes: 1_000, schedules: 100 };

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
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

async fn run(arguments: Arguments) -> Result<bool> {
    match &arguments.what {
        Some(What::Fill { database, sizes }) => fill::fill(database, *sizes).await.map(|()| true),
        Some(What::Measure { database }) => {
            let figures = measure::measure(database).await?;
            writeln!(io::stdout(), "{}", serde_json::to_string(&figures)?)?;
            Ok(true)
        }
        Some(What::Month(month)) => month::pass(*month).await.map(|()| true),
        None => compare(&arguments).await,
    }
}

/// Measures the small and the large database, and prints the figures side by side.
async fn compare(arguments: &Arguments) -> Result<bool> {
    let folder = TempDir::new()?;
    let small = folder.path().join("small.db");
    made(&small, SMALL).await?;
    let large = match (&arguments.database, &arguments.keep) {
        (Some(database), _) => database.clone(),
        (None, keep) => {
            let large = keep.as_deref().unwrap_or(folder.path()).join("large.db");
            made(&large, arguments.sizes).await?;
            large
        }
    };
    let (mut of_small, mut of_large) = (Vec::new(), Vec::new());
    for _ in 0..arguments.repeat {
        of_small.push(measured(&small).await?);
        of_large.push(measured(&large).await?);
    }
    report::print(&median(&of_small), &median(&of_large))
}

async fn made(database: &Path, sizes: Sizes) -> Result<()> {
    let Sizes { people, entries, notes, schedules } = sizes;
    ensure!(!database.exists(), "{} is there already; measure it with --database", database.display());
    let mut filler = Command::new(std::env::current_exe()?);
    filler.arg("fill").arg(database);
    for (option, number) in
        [("--people", people), ("--entries", entries), ("--notes", notes), ("--schedules", schedules)]
    {
        filler.arg(option).arg(number.to_string());
    }
    ensure!(filler.status().await?.success(), "the database was not made");
    Ok(())
}

async fn measured(database: &Path) -> Result<Figures> {
    let mut measuring = Command::new(std::env::current_exe()?);
    let measuring = measuring.arg("measure").arg(database).stdout(Stdio::piped()).spawn()?;
    let output = measuring.wait_with_output().await?;
    ensure!(output.status.success(), "{} was not measured", database.display());
    serde_json::from_slice(&output.stdout).context("cannot read the figures")
}
