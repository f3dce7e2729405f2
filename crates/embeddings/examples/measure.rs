//! Measures an encoder: `cargo run --release -p adjutant-embeddings --example measure [FOLDER [TEXTS]]` prints the
//! milliseconds and the memory of the bundled model or the one in FOLDER, and the time per line of the file TEXTS.
#![expect(clippy::print_stdout, reason = "printing is what this example is for")]

use std::{env, fs, path::Path, time::Instant};

use adjutant_embeddings::Encoder;
use anyhow::Result;

/// Runs per measurement. The fastest counts, because the others had to share the processor.
const RUNS: usize = 50;

const SENTENCE: &str = "Remind me that the quarterly report for the finance team has to be finished by Thursday evening, \
                        and that Bob wants to see the numbers before.";

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    print_memory("at the start")?;
    let started = Instant::now();
    let encoder = match arguments.first() {
        Some(folder) if folder != "bundled" => Encoder::open(Path::new(folder))?,
        _ => Encoder::bundled()?,
    };
    println!("{}: loaded in {:.1} ms", encoder.model(), milliseconds(started));
    print_memory("loaded")?;
    let paragraph = SENTENCE.split(' ').cycle().take(175).collect::<Vec<_>>().join(" ");
    for (what, text, count) in [
        ("one text of 25 words", SENTENCE, 1),
        ("eight texts of 25 words", SENTENCE, 8),
        ("one text of 200 tokens", &paragraph, 1),
    ] {
        println!("{what}: {:.1} ms", fastest(&encoder, &vec![text; count])?);
    }
    print_memory("used")?;
    if let Some(texts) = arguments.get(1) {
        let texts = fs::read_to_string(texts)?;
        let texts: Vec<_> = texts.lines().collect();
        let started = Instant::now();
        for some in texts.chunks(8) {
            encoder.encode(some)?;
        }
        println!(
            "{} texts in eights: {:.1} ms each",
            texts.len(),
            milliseconds(started) / texts.len() as f64
        );
        print_memory("used for all of them")?;
    }
    drop(encoder);
    print_memory("without it")
}

fn fastest(encoder: &Encoder, texts: &[&str]) -> Result<f64> {
    let mut fastest = f64::INFINITY;
    for _ in 0..RUNS {
        let started = Instant::now();
        encoder.encode(texts)?;
        fastest = fastest.min(milliseconds(started));
    }
    Ok(fastest)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}

/// Prints the memory as Linux reports it: total, allocated, file-backed (which includes the program itself), and peak.
fn print_memory(when: &str) -> Result<()> {
    let status = fs::read_to_string("/proc/self/status")?;
    let of = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim_start_matches(':').split_whitespace().next()?.parse::<u64>().ok()? / 1_024)
    };
    if let (Some(all), Some(allocated), Some(files), Some(most)) =
        (of("VmRSS"), of("RssAnon"), of("RssFile"), of("VmHWM"))
    {
        println!("memory {when}: {all} MB, {allocated} allocated, {files} of files; at most {most}");
    }
    Ok(())
}
