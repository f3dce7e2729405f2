//! Converts a folder of published weights to one of byte weights: `cargo run --release -p adjutant-embeddings --example
//! quantise -- FROM TO`.

use std::{env, path::Path};

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [from, to] = &arguments[..] else { bail!("usage: quantise FROM TO") };
    adjutant_embeddings::quantise(Path::new(from), Path::new(to))
}
