//! A simulated Bot API server with one person, controlled through the terminal.

use std::{
    fs,
    io::{self, BufRead, Write},
    path::Path,
    thread,
};

use adjutant_simulators::telegram::{BotMessage, Rates, Settings, Telegram, User};
use clap::Parser;
use tokio::{select, sync::mpsc};

/// Telegram's Bot API on 127.0.0.1. Each line of the input is a message to the bot; `!LABEL` presses a button,
/// `+PATH` sends a file.
#[derive(Parser)]
struct Args {
    /// The port; 0 for a free one.
    #[arg(long, default_value_t = 8081)]
    port: u16,
    /// The bot's token, `<id>:<secret>`.
    #[arg(long, default_value = "7000001:simulated-bot-token")]
    token: String,
    /// The id of the person at the terminal.
    #[arg(long, default_value_t = 42)]
    user: i64,
    /// Requests per second over all chats.
    #[arg(long, default_value_t = Rates::default().per_second)]
    per_second: f64,
    /// Requests per second in one chat.
    #[arg(long, default_value_t = Rates::default().per_chat_second)]
    per_chat_second: f64,
    /// Requests at once in one chat after a pause.
    #[arg(long, default_value_t = Rates::default().chat_burst)]
    chat_burst: f64,
    /// Requests per minute in one group.
    #[arg(long, default_value_t = Rates::default().per_group_minute)]
    per_group_minute: f64,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let args = Args::parse();
    let rates = Rates {
        per_second: args.per_second,
        per_chat_second: args.per_chat_second,
        chat_burst: args.chat_burst,
        per_group_minute: args.per_group_minute,
    };
    let settings =
        Settings { port: args.port, token: args.token, rates, strict: false, ..Settings::default() };
    let tg = Telegram::start_with(settings).await;
    let alice = tg.user(args.user, "alice");
    writeln!(io::stdout(), "api_url = \"{}\"\ntoken = \"{}\"", tg.url(), tg.token())?;

    let mut lines = input();
    let mut activity = tg.activity();
    loop {
        select! {
            Some(line) = lines.recv() => act(&tg, &alice, &line).await?,
            Ok(()) = activity.changed() => {}
            stopped = tokio::signal::ctrl_c() => return stopped,
        }
        show(&tg, &alice)?;
    }
}

async fn act(tg: &Telegram, alice: &User, line: &str) -> io::Result<()> {
    if let Some(path) = line.strip_prefix('+') {
        return send_file(alice, Path::new(path)).await;
    }
    let Some(label) = line.strip_prefix('!') else {
        alice.says(line).await;
        return Ok(());
    };
    let has_button = |message: &BotMessage| message.labels().iter().flatten().any(|shown| *shown == label);
    if let Some(message) = tg.messages(alice).into_iter().rev().find(has_button) {
        // The answer is a passing notice; the result shows in the message.
        drop(alice.taps(&message, label).await);
    }
    Ok(())
}

async fn send_file(alice: &User, path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match fs::read(path) {
        Ok(bytes) => drop(alice.sends_file(&name, "", &bytes).await),
        Err(error) => writeln!(io::stdout(), "! {}: {error}", path.display())?,
    }
    Ok(())
}

fn show(tg: &Telegram, alice: &User) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (sign, messages) in [('<', tg.read_all(alice)), ('~', tg.read_edits(alice))] {
        for message in messages {
            let file = message.file.as_ref().map(|file| format!("({file}) ")).unwrap_or_default();
            writeln!(out, "{sign} {file}{}", message.text)?;
            for row in message.labels() {
                writeln!(out, "  [{}]", row.join("] ["))?;
            }
        }
    }
    for complaint in tg.take_complaints() {
        writeln!(out, "! {complaint}")?;
    }
    out.flush()
}

/// Reads the lines of standard input; none after its end.
fn input() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(1);
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok).filter(|line| !line.is_empty()) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}
