//! A simulated Discord with one guild and two people, controlled through the terminal.

use std::{
    fs,
    io::{self, BufRead, Write},
    path::Path,
    sync::Arc,
    thread,
};

use adjutant_simulators::discord::{BotMessage, Channel, Discord, Rates, Settings, User};
use clap::Parser;
use tokio::{select, sync::mpsc};

const GUILD: u64 = 1_200_000_000_000_000_001;
const CHANNEL: u64 = 1_200_000_000_000_000_002;

/// Discord's REST API and gateway on one port of 127.0.0.1.
///
/// Each line of the input is something that a person does, by default alice in her direct chat with the bot:
///
///   TEXT                  writes a message
///   @TEXT                 writes in the guild's channel, and mentions the bot
///   #TEXT                 writes in the guild's channel
///   ~TEXT                 writes in the channel's newest thread
///   /NAME ARG=VALUE ...   calls a command
///   ?NAME ARG=TYPED       types an argument, and shows the choices
///   !LABEL                presses the newest button with that label
///   *OPTION               chooses the newest menu option with that label or value
///   +PATH                 sends a file
///   bob: ...              the same by bob, who has a direct chat of his own
///   :cut :close CODE :invalid :resumable :reconnect :silence :offline :online :pause :resume
///                         what happens at the gateway
#[derive(Parser)]
#[command(verbatim_doc_comment)]
struct Args {
    /// The port; 0 for a free one.
    #[arg(long, default_value_t = 8083)]
    port: u16,
    /// The bot's token.
    #[arg(long, default_value_t = Settings::default().token)]
    token: String,
    /// Turns rate limits off.
    #[arg(long)]
    unlimited: bool,
    /// Switches the MESSAGE_CONTENT intent off for the application.
    #[arg(long)]
    without_message_content: bool,
    /// How many shards the platform recommends.
    #[arg(long, default_value_t = 1)]
    shards: u64,
}

/// The people and places of the simulation.
struct World {
    discord: Discord,
    alice: User,
    bob: User,
    channel: Channel,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let args = Args::parse();
    let settings = Settings {
        port: args.port,
        token: args.token,
        rates: if args.unlimited { Rates::unlimited() } else { Rates::default() },
        message_content: !args.without_message_content,
        shards: args.shards,
        strict: false,
        ..Settings::default()
    };
    let discord = Discord::start_with(settings).await;
    let guild = discord.guild(GUILD, "home");
    let world = Arc::new(World {
        alice: discord.user(42, "alice"),
        bob: discord.user(43, "bob"),
        channel: guild.channel(CHANNEL, "general"),
        discord,
    });
    writeln!(io::stdout(), "api_url = \"{}\"", world.discord.url())?;
    writeln!(io::stdout(), "token = \"{}\"", world.discord.token())?;
    serve(world).await
}

async fn serve(world: Arc<World>) -> io::Result<()> {
    let mut lines = input();
    let mut activity = world.discord.activity();
    let mut steps = 0;
    loop {
        select! {
            Some(line) = lines.recv() => {
                let world = world.clone();
                // An impossible action of a person, such as a wrong call of a command, panics; the panic is printed
                // without further effect.
                if let Ok(done) = tokio::spawn(async move { act(&world, &line).await }).await {
                    done?;
                }
            }
            Ok(()) = activity.changed() => {}
            stopped = tokio::signal::ctrl_c() => return stopped,
        }
        steps = show(&world, steps)?;
    }
}

async fn act(world: &World, line: &str) -> io::Result<()> {
    let (who, line) = match line.strip_prefix("bob: ") {
        Some(line) => (&world.bob, line),
        None => (&world.alice, line),
    };
    let (sign, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
    match sign {
        "@" => drop(who.mentions_bot_in(&world.channel, rest).await),
        "#" => drop(who.says_in(&world.channel, rest).await),
        "~" => match world.discord.threads(&world.channel).last() {
            Some(thread) => drop(who.says_in(thread, rest).await),
            None => complain("no thread")?,
        },
        "/" => call(world, who, rest).await?,
        "?" => complete(world, who, rest).await?,
        "!" => press(world, who, rest).await?,
        "*" => choose(world, who, rest).await?,
        "+" => send_file(who, Path::new(rest)).await?,
        ":" => disturb(&world.discord, rest)?,
        _ => drop(who.says(line).await),
    }
    Ok(())
}

/// Calls a command in the direct chat.
async fn call(world: &World, who: &User, line: &str) -> io::Result<()> {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    if !knows(&world.discord, name)? {
        return Ok(());
    }
    let arguments: Vec<_> = arguments.split(' ').filter_map(|pair| pair.split_once('=')).collect();
    drop(who.runs(who, name, &arguments).await);
    Ok(())
}

async fn complete(world: &World, who: &User, line: &str) -> io::Result<()> {
    let typed = line.split_once(' ').and_then(|(name, pair)| Some((name, pair.split_once('=')?)));
    let Some((name, (argument, typed))) = typed else { return complain("?NAME ARG=TYPED") };
    if !knows(&world.discord, name)? {
        return Ok(());
    }
    for (label, value) in who.types(who, name, argument, typed).await {
        writeln!(io::stdout(), "  ({label}: {value})")?;
    }
    Ok(())
}

async fn press(world: &World, who: &User, label: &str) -> io::Result<()> {
    let has_button = |message: &&BotMessage| message.labels().iter().flatten().any(|shown| *shown == label);
    match newest(world, who).iter().find(has_button) {
        Some(message) => drop(who.presses(message, label).await),
        None => complain("no such button")?,
    }
    Ok(())
}

async fn choose(world: &World, who: &User, option: &str) -> io::Result<()> {
    let has_option = |message: &&BotMessage| {
        message.menus.iter().flatten().any(|(label, value)| label == option || value == option)
    };
    match newest(world, who).iter().find(has_option) {
        Some(message) => drop(who.selects(message, option).await),
        None => complain("no such option")?,
    }
    Ok(())
}

/// Returns the bot's messages to a person, in the channel and in its threads, newest first.
fn newest(world: &World, who: &User) -> Vec<BotMessage> {
    let mut messages = world.discord.messages(who);
    messages.extend(world.discord.messages(&world.channel));
    messages.extend(
        world.discord.threads(&world.channel).iter().flat_map(|thread| world.discord.messages(thread)),
    );
    messages.sort_by_key(|message| std::cmp::Reverse(message.id));
    messages
}

async fn send_file(who: &User, path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match fs::read(path) {
        Ok(bytes) => drop(who.sends_file(&name, "", &bytes).await),
        Err(error) => complain(&format!("{}: {error}", path.display()))?,
    }
    Ok(())
}

fn disturb(discord: &Discord, what: &str) -> io::Result<()> {
    match what.split_once(' ').unwrap_or((what, "")) {
        ("cut", _) => discord.cut_gateway(),
        ("close", code) => discord.close_gateway(code.parse().unwrap_or(4000)),
        ("invalid", _) => discord.invalid_session(false),
        ("resumable", _) => discord.invalid_session(true),
        ("reconnect", _) => discord.request_reconnect(),
        ("silence", _) => discord.stop_acknowledging_heartbeats(),
        ("offline", _) => discord.go_offline(),
        ("online", _) => discord.go_online(),
        ("pause", _) => discord.pause_events(),
        ("resume", _) => discord.resume_events(),
        _ => return complain("nothing of that kind can happen; see --help"),
    }
    Ok(())
}

/// Returns whether the bot has this command; prints a complaint if not.
fn knows(discord: &Discord, name: &str) -> io::Result<bool> {
    let is_there = discord.commands().iter().any(|command| command["name"] == name);
    if !is_there {
        complain("no such command")?;
    }
    Ok(is_there)
}

fn complain(text: &str) -> io::Result<()> {
    writeln!(io::stdout(), "! {text}")
}

/// Prints what is new, and the gateway steps after the first `steps`. Returns the number of steps now.
fn show(world: &World, steps: usize) -> io::Result<usize> {
    let discord = &world.discord;
    let mut out = io::stdout().lock();
    let mut places: Vec<(String, u64)> = vec![
        ("alice".into(), world.alice.direct()),
        ("bob".into(), world.bob.direct()),
        ("#general".into(), world.channel.id()),
    ];
    places.extend(
        world
            .discord
            .threads(&world.channel)
            .iter()
            .map(|thread| (format!("~{}", thread.name()), thread.id())),
    );
    for (name, place) in places {
        for (sign, messages) in [('<', discord.read_all(&place)), ('~', discord.read_edits(&place))] {
            messages.iter().try_for_each(|message| show_message(&mut out, sign, &name, message))?;
        }
    }
    for (name, user) in [("alice", &world.alice), ("bob", &world.bob)] {
        let messages = discord.read_all_ephemeral(user);
        messages.iter().try_for_each(|message| show_message(&mut out, '(', name, message))?;
    }
    let all = discord.gateway_steps();
    for (_, step) in all.iter().skip(steps) {
        writeln!(out, ": {step:?}")?;
    }
    for complaint in discord.take_complaints() {
        writeln!(out, "! {complaint}")?;
    }
    out.flush()?;
    Ok(all.len())
}

fn show_message(out: &mut impl Write, sign: char, place: &str, message: &BotMessage) -> io::Result<()> {
    let files: String = message.files.iter().map(|file| format!("({}) ", file.name)).collect();
    writeln!(out, "{sign} {place}: {files}{}", message.text)?;
    for row in message.labels() {
        writeln!(out, "  [{}]", row.join("] ["))?;
    }
    for (label, value) in message.menus.iter().flatten() {
        writeln!(out, "  *{label} ({value})")?;
    }
    Ok(())
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
