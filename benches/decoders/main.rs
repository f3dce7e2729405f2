//! Feeds damaged files to the child processes that read documents, unpack archives and draw pictures, for a given time,
//! and counts the outcomes. Each file is a sample with random changes: bytes replaced, cut out, doubled, or taken from
//! another sample. A file may cost only its own answer: the child must end within its limits, and the gateway must
//! continue.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use adjutant_domain::{
    archive, document,
    picture::{Order, Problem},
};
use adjutant_sandbox::{Failure, Sandbox};
use adjutant_tools::decoders::{
    archives::{self, Refusal},
    documents, pictures,
};
use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use image::{DynamicImage, ImageFormat, RgbImage};

/// Feeds damaged files to what reads documents, unpacks archives and draws pictures.
///
/// Prints for each how many files there were and what became of them. Fails if a child could not be jailed, one crashed
/// (its file is kept, and named), or one outlived its limits.
#[derive(Parser)]
#[command(name = "cargo bench --bench decoders --")]
struct Arguments {
    /// For how long each of them is fed, in seconds.
    #[arg(default_value_t = 20)]
    seconds: u64,
    /// The beginning of the random numbers: the same one makes the same files.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A child that takes longer than this has outlived its limits.
const LONGEST: Duration = Duration::from_secs(45);
/// The outcome of a file whose child ended by a signal, by a panic, or otherwise without an answer.
const CRASHED: &str = "crashed";
/// The most pixels that a picture may have.
const MAX_PIXELS: u64 = 50_000_000;
/// The most changes to one sample.
const CHANGES: u64 = 8;
/// Bytes to which formats and their readers are sensitive.
const TOUCHY: [u8; 6] = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let Arguments { seconds, seed, bench: _ } = Arguments::parse();
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_adjutant"));
    let within = Duration::from_secs(seconds);
    let (documents, mut drawings) = (samples()?, drawings()?);
    let read = async |bytes: Vec<u8>| match documents::read(&sandbox, &bytes).await {
        Ok(document::Answer::Read(_)) => Ok("read"),
        Ok(document::Answer::Unreadable(_)) => Ok("refused"),
        Err(failure) => ended(failure),
    };
    let mut is_well = feed("documents", &documents, within, Random(seed), read).await?;
    let packed: Vec<_> = documents.iter().filter(|sample| sample.starts_with(b"PK")).cloned().collect();
    let unpacked = order();
    let unpack = async |bytes: Vec<u8>| match archives::unpack(&sandbox, &bytes, &unpacked).await {
        Ok(_) => Ok("unpacked"),
        Err(Refusal::Archive(_)) => Ok("refused"),
        Err(Refusal::Failed(failure)) => ended(failure),
    };
    is_well &= feed("archives", &packed, within, Random(seed), unpack).await?;
    // Pages of a PDF are drawn as well.
    drawings.extend(documents.into_iter().filter(|sample| sample.starts_with(b"%PDF")));
    let draw = async |bytes: Vec<u8>| match pictures::redraw(
        &sandbox,
        &bytes,
        Order { max_pixels: MAX_PIXELS, page: None },
    )
    .await
    {
        Ok(_) => Ok("drawn"),
        Err(Problem::Failed | Problem::NoJail) => Err("no child process could be started"),
        Err(Problem::Crashed) => Ok(CRASHED),
        Err(Problem::Exhausting) => Ok("wanted too much"),
        Err(_) => Ok("refused"),
    };
    is_well &= feed("pictures", &drawings, within, Random(seed), draw).await?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns an order to unpack the files of office documents and of websites.
fn order() -> archive::Order {
    let endings = ["xml", "html", "jpg", "md"].map(str::to_owned).to_vec();
    archive::Order { endings, max_files: 1_000, max_bytes: 32 << 20 }
}

/// Returns the outcome of a file whose child gave no answer.
fn ended(failure: Failure) -> Result<&'static str, &'static str> {
    match failure {
        Failure::Unavailable(_) | Failure::Sidecar(_) | Failure::Io(_) => {
            Err("no child process could be started")
        }
        Failure::TookTooLong(_) => Ok("took too long"),
        Failure::Memory => Ok("wanted too much memory"),
        Failure::Processes | Failure::Nameless | Failure::TooMuchOutput => Ok("wanted too much"),
        Failure::Ended(_) => Ok(CRASHED),
    }
}

/// Feeds files to a decoder, and prints the outcomes. Returns whether no child crashed or took too long.
async fn feed(
    what: &str,
    samples: &[Vec<u8>],
    within: Duration,
    mut random: Random,
    decode: impl AsyncFn(Vec<u8>) -> Result<&'static str, &'static str>,
) -> Result<bool> {
    ensure!(!samples.is_empty(), "there are no samples of {what}");
    let (began, mut longest, mut outcomes) = (Instant::now(), Duration::ZERO, BTreeMap::new());
    while began.elapsed() < within {
        let file = random.damaged(samples);
        let asked = Instant::now();
        let outcome = match decode(file.clone()).await {
            Ok(outcome) => outcome,
            Err(why) => {
                writeln!(io::stdout(), "{what}: {why}")?;
                return Ok(false);
            }
        };
        longest = longest.max(asked.elapsed());
        *outcomes.entry(outcome).or_insert(0) += 1;
        if outcome == CRASHED {
            let path =
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("crashed-{what}-{}", outcomes[CRASHED]));
            fs::write(&path, file)?;
            writeln!(io::stdout(), "{what}: a child crashed on {}", path.display())?;
        }
    }
    let all: u64 = outcomes.values().sum();
    let listed: Vec<_> = outcomes.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
    writeln!(
        io::stdout(),
        "{what}: {all} damaged files: {}; the slowest took {:.1} s",
        listed.join(", "),
        longest.as_secs_f64()
    )?;
    Ok(longest < LONGEST && !outcomes.contains_key(CRASHED))
}

/// Returns a document of every supported kind.
fn samples() -> Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/documents/src/data");
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).with_context(|| format!("cannot read {}", path.display())))
        .collect()
}

/// Returns a picture of every supported kind.
fn drawings() -> Result<Vec<Vec<u8>>> {
    let colours = |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]);
    let picture = DynamicImage::from(RgbImage::from_fn(60, 40, colours));
    let formats =
        [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp];
    let encoded = |format| {
        let mut bytes = Vec::new();
        picture.write_to(&mut io::Cursor::new(&mut bytes), format)?;
        Ok(bytes)
    };
    formats.into_iter().map(encoded).collect()
}

/// A simple source of random numbers: xorshift.
struct Random(u64);

impl Random {
    /// Returns a number below `limit`; 0 if `limit` is 0.
    fn below(&mut self, limit: usize) -> usize {
        // A state of 0 would remain 0.
        self.0 |= 1;
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or_default().checked_rem(limit).unwrap_or(0)
    }

    /// Returns one of the samples with random changes.
    fn damaged(&mut self, samples: &[Vec<u8>]) -> Vec<u8> {
        let mut file = samples[self.below(samples.len())].clone();
        for _ in 0..=self.below(CHANGES as usize) {
            let at = self.below(file.len());
            let end = (at + 1 + self.below(64)).min(file.len());
            match self.below(6) {
                0 => file.truncate(at),
                1 => drop(file.drain(at..end)),
                2 => file.extend_from_within(at..end),
                3 => {
                    let other = &samples[self.below(samples.len())];
                    let from = self.below(other.len());
                    let piece = &other[from..(from + 64).min(other.len())];
                    let end = (at + piece.len()).min(file.len());
                    file.splice(at..end, piece.iter().copied());
                }
                4 if !file.is_empty() => file[at] = TOUCHY[self.below(TOUCHY.len())],
                _ if !file.is_empty() => file[at] = self.below(256) as u8,
                _ => {}
            }
        }
        file
    }
}
