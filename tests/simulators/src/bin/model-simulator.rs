//! A model server that gives the same answer to every request; for benchmarks and experiments.

use std::{
    io::{self, Write},
    time::Duration,
};

use adjutant_simulators::model::{Chunks, Model, Turn};
use clap::Parser;

/// An OpenAI-compatible server on 127.0.0.1 that gives the same answer to every request.
#[derive(Parser)]
struct Args {
    /// The port; 0 for a free one.
    #[arg(long, default_value_t = 8082)]
    port: u16,
    /// Time before every answer, in milliseconds.
    #[arg(long, default_value_t = 0)]
    delay_ms: u64,
    /// The answer.
    #[arg(long, default_value = "Hello from the simulator.")]
    reply: String,
    /// Send the text in one piece instead of word by word.
    #[arg(long)]
    whole: bool,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let args = Args::parse();
    let model = Model::start_lenient(args.port).await;
    model.set_delay(Duration::from_millis(args.delay_ms));
    if args.whole {
        model.set_chunks(Chunks::Whole);
    }
    let answer = Turn::text(args.reply);
    model.answer_with(move |_| answer.clone());
    writeln!(io::stdout(), "base_url = \"{}\"", model.url())?;
    tokio::signal::ctrl_c().await
}
