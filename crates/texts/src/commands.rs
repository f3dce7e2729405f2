//! The commands, and the answers to them.

use adjutant_channel::{Argument, ChatKind, Choice, Command as MenuEntry};
use adjutant_domain::{
    clock::Doubt,
    commands::Command,
    timestamp::Timestamp,
    zones::{Zone, data::InUse},
};
use adjutant_store::{documents::Counts, outbox::Held};

use super::{
    bytes, clock, count,
    fluent::in_english,
    health::{self, ChannelHealth},
    sign_in, times,
};

/// The commands as every menu shows them, in the order of [`Command::ALL`].
pub const COMMANDS: &[MenuEntry] = &menu();

/// How many commands the menus show.
const LISTED: usize = {
    let (mut listed, mut at) = (0, 0);
    while at < Command::ALL.len() {
        if description(Command::ALL[at]).is_some() {
            listed += 1;
        }
        at += 1;
    }
    listed
};

const fn menu() -> [MenuEntry; LISTED] {
    const EMPTY: MenuEntry = MenuEntry { name: "", description: "", arguments: &[], private: true };
    let mut entries = [EMPTY; LISTED];
    let (mut listed, mut at) = (0, 0);
    while at < Command::ALL.len() {
        let command = Command::ALL[at];
        if let Some(description) = description(command) {
            let (name, arguments, private) = (command.name(), arguments(command), command.is_private());
            entries[listed] = MenuEntry { name, description, arguments, private };
            listed += 1;
        }
        at += 1;
    }
    entries
}

/// Returns a command's description; `None` keeps the command out of the menus.
const fn description(command: Command) -> Option<&'static str> {
    Some(match command {
        Command::Start => "What I am and what I can do",
        Command::Help => "Commands and examples",
        Command::New => "Start a new conversation",
        Command::Stop => "Stop what I am doing",
        Command::Compact => "Summarise our conversation, to make room",
        Command::Status => "How things stand",
        Command::Approvals => "What waits for a decision, and what I may do unasked",
        Command::Memory => "Your notes: see, change or delete them",
        Command::Remember => "Save a note",
        Command::Forget => "Delete a note",
        Command::Schedules => "Your reminders and tasks: see, pause, run, delete",
        Command::Files => "Your files: get, rename, delete, bring back",
        Command::Site => "Your website: preview, publish, undo",
        Command::Vault => "Your secrets: see, add, delete",
        Command::Hooks => "Addresses that programs call: see, add, revoke",
        Command::Mcp => "Programs that use what is yours",
        Command::Plan => "How far our plan is",
        Command::Tools => "Which tools I have at hand: open or close",
        Command::Model => "Which model answers here: see or choose",
        Command::Queue => "What becomes of what you write while I work",
        Command::Reasoning => "What the model reasons: see or hide",
        Command::Tables => "How wide tables come",
        Command::Language => "Your language",
        Command::Timezone => "Show or set your time zone",
        Command::Quiet => "Your quiet hours, when results wait",
        Command::Usage => "How much you have used",
        Command::Console => "Your console",
        Command::People => "Who uses me: admit or remove people (for my owner)",
        Command::Link => "Share everything with your account on another platform",
        Command::Unlink => "Stop sharing with a linked account",
        Command::Export => "Get everything I know about you, as files",
        Command::ForgetMe => "Delete everything I know about you",
        // The message that waits for a note's new text names it.
        Command::Cancel => return None,
    })
}

/// Returns a command's arguments; `commands::complete` in `chat` lists the values of those that are `completed`.
const fn arguments(command: Command) -> &'static [Argument] {
    match command {
        Command::Start => {
            const { &[free("code", "The code that makes you the owner, printed when I was started")] }
        }
        Command::Help => const { &[completed("command", "The command you want to know more about")] },
        Command::Memory => {
            const { &[completed("query", "What to look for, or a #tag; leave it out for all notes")] }
        }
        Command::Remember => const { &[free("text", "What I should remember, with #tags if you like")] },
        Command::Forget => const { &[completed("what", "What the note is about; I ask before I delete it")] },
        Command::Schedules => {
            const { &[completed("name", "Part of the name; leave it out for all schedules")] }
        }
        Command::Files => const { &[free("rename", "rename OLD NEW; leave it out to see your files")] },
        Command::Vault => const { &[free("add", "add NAME SERVER; leave it out to see your secrets")] },
        Command::Hooks => {
            const { &[free("add", "add NAME, or add NAME TASK; leave it out to see your hooks")] }
        }
        Command::Mcp => const { &[free("new", "new NAME; leave it out to see your programs")] },
        Command::Site => {
            const { &[free("share", "share or unshare, in a group; leave it out to see how it stands")] }
        }
        Command::Plan => const { &[free("clear", "clear; leave it out to see the plan")] },
        Command::Model => const { &[completed("name", "Its name; “default” for the usual one")] },
        Command::Queue => const { &[completed("choice", "collect, steer or interrupt")] },
        Command::Reasoning => const { &[completed("on", "“on” or “off”")] },
        Command::Tables => const { &[completed("form", "text, picture or file")] },
        Command::Language => {
            const {
                &[completed(
                    "language",
                    "Its name or code, such as Deutsch or de; “platform” follows your app",
                )]
            }
        }
        Command::Timezone => {
            const { &[completed("zone", "Such as Europe/Paris, or just the city; “default” is the host’s")] }
        }
        Command::Quiet => const { &[completed("hours", "Such as 22:00-07:00; “off” for none")] },
        Command::Console => const { &[completed("off", "“off” signs your browsers out")] },
        Command::Usage => const { &[completed("days", "How far back: “today”, or a number of days")] },
        Command::Link => const { &[free("code", "The code that I gave you on the other platform")] },
        Command::Unlink => const { &[completed("account", "Which account, if several are linked")] },
        Command::New
        | Command::Stop
        | Command::Compact
        | Command::Status
        | Command::Approvals
        | Command::Tools
        | Command::People
        | Command::Export
        | Command::ForgetMe
        | Command::Cancel => &[],
    }
}

const fn free(name: &'static str, description: &'static str) -> Argument {
    Argument { name, description, completes: false }
}

const fn completed(name: &'static str, description: &'static str) -> Argument {
    Argument { name, description, completes: true }
}

/// Returns whether the values of a command's argument are listed while somebody types it.
pub fn completes(command: Command, argument: &str) -> bool {
    arguments(command).iter().any(|it| it.completes && it.name == argument)
}

// Answers ------------------------------------------------------------------------------------------------------

pub fn start(chat: ChatKind, unseen: bool) -> String {
    format!("Hello! I am your assistant.\n\n{}", help(chat, unseen))
}

/// What the bot can do in a chat, and its commands there. `unseen`: the platform shows private commands and their answers
/// to nobody else.
pub fn help(chat: ChatKind, unseen: bool) -> String {
    match chat {
        ChatKind::Direct => format!("{HELP}\n\n{}", lines(|_| true)),
        ChatKind::Group => {
            let needs_direct = |entry: &MenuEntry| {
                Command::parse(entry.name).is_some_and(|command| command.needs_direct_chat(unseen))
            };
            let elsewhere: Vec<_> =
                COMMANDS.iter().filter(|it| needs_direct(it)).map(|it| format!("/{}", it.name)).collect();
            let here = lines(|entry| !needs_direct(entry));
            format!("{GROUP_HELP}\n\n{here}\n\nOnly in a direct chat with me: {}", elsewhere.join(", "))
        }
    }
}

const HELP: &str = "Just write to me. For example:\n\n\
     - remember that the wifi code is 4711\n\
     - what is the wifi code?\n\
     - forget the wifi code\n\
     - remind me in one minute to stretch\n\
     - list my reminders, and then: pause 1, resume 1, cancel 1\n\
     - jot buy oats, show scratchpad\n\
     - fetch https://example.com\n\n\
     Before anything risky I ask you, with buttons. In groups I answer when mentioned or replied to.";

const GROUP_HELP: &str = "Here I answer when you mention me or reply to one of my messages: say what you need, as you \
     would in a direct chat. Each of you has notes, reminders and a conversation of your own. Before I do anything \
     risky, I ask the person it is for, with buttons under the message.\n\nThese commands work here:";

/// Returns a line for each of the commands that are wanted.
fn lines(wanted: impl Fn(&MenuEntry) -> bool) -> String {
    let line = |command: &MenuEntry| format!("- {}: {}", usage_of(command), command.description);
    COMMANDS.iter().filter(|it| wanted(it)).map(line).collect::<Vec<_>>().join("\n")
}

/// The help on one command and its arguments.
pub fn help_about(command: &MenuEntry) -> String {
    let argument = |argument: &Argument| format!("\n- {}: {}", argument.name, argument.description);
    let arguments: String = command.arguments.iter().map(argument).collect();
    let gap = if arguments.is_empty() { "" } else { "\n" };
    format!("**{}**\n\n{}.{gap}{arguments}", usage_of(command), command.description)
}

/// Returns a command with its arguments, all of them optional: `/help [command]`.
fn usage_of(command: &MenuEntry) -> String {
    let arguments: String = command.arguments.iter().map(|it| format!(" [{}]", it.name)).collect();
    format!("/{}{arguments}", command.name)
}

/// The lowest likeness of a command that may have been meant, where 1 is equality.
const LIKE: f64 = 0.85;

pub fn unknown_command(name: &str) -> String {
    let likeness = |known: &'static str| (strsim::jaro_winkler(known, name), known);
    let names = COMMANDS.iter().map(|command| likeness(command.name));
    let is_like =
        |(likeness, known): &(f64, &str)| *likeness >= LIKE || (name.len() > 1 && known.starts_with(name));
    match names.filter(is_like).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, known)) => {
            format!("I do not know the command /{name}. Did you mean /{known}? /help lists them all.")
        }
        None => format!("I do not know the command /{name}. /help lists all that I know."),
    }
}

pub fn new_conversation(withdrawn: (usize, usize)) -> String {
    let asked: String = withdrawn_lines(withdrawn).map(|line| format!(" {line}")).collect();
    format!("A new conversation begins.{asked} I keep what you asked me to remember.")
}

/// Says what was withdrawn: so many approvals and questions.
fn withdrawn_lines((approvals, questions): (usize, usize)) -> impl Iterator<Item = &'static str> {
    let approvals = (approvals > 0).then_some("I will not do what was waiting for your approval.");
    let questions = (questions > 0).then_some("I no longer wait for your answer.");
    approvals.into_iter().chain(questions)
}

pub fn stopped(running: bool, runs: usize, waiting: u64, withdrawn: (usize, usize)) -> String {
    let mut said = Vec::new();
    if running {
        said.push("I have stopped.".to_owned());
    }
    match runs {
        0 => {}
        1 => said.push("I have stopped the scheduled task that was running here.".to_owned()),
        n => said.push(format!("I have stopped the {n} scheduled tasks that were running here.")),
    }
    match waiting {
        0 => {}
        1 => said.push("I have dropped the message that was waiting.".to_owned()),
        n => said.push(format!("I have dropped the {n} messages that were waiting.")),
    }
    said.extend(withdrawn_lines(withdrawn).map(str::to_owned));
    if said.is_empty() { "There is nothing to stop.".to_owned() } else { said.join(" ") }
}

/// The contents of `/status`.
pub struct Status {
    pub model: String,
    pub zone: Zone,
    pub busy: bool,
    pub approvals: i64,
    pub schedules: i64,
    /// The skills that are active in the conversation, with whether each is the person's own.
    pub skills: Vec<(String, bool)>,
    pub channels: Vec<ChannelHealth>,
    pub undelivered: i64,
    /// What holds up messages to this chat, and how many.
    pub held_up: Option<(Held, i64)>,
    pub dead: i64,
    pub dead_reason: Option<String>,
    /// The scheduled results of the last week that went elsewhere.
    pub elsewhere: Option<Elsewhere>,
    /// `None` where others can read along.
    pub kept: Option<Kept>,
    /// What is wrong with the machine's clock.
    pub clock: Option<Doubt>,
    /// Which rules of time zones count.
    pub zone_data: InUse,
    /// The time.
    pub now: Timestamp,
}

/// Scheduled results that groups did not take.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    pub results: i64,
    /// Why the last was not taken.
    pub reason: String,
    /// Whether the person has a direct chat to which they went.
    pub sent: bool,
}

/// The data stored for a person.
pub struct Kept {
    pub notes: i64,
    /// A number above [`MOST_MESSAGES`] means that many or more.
    pub messages: i64,
    /// In bytes.
    pub files: u64,
    pub documents: Counts,
    /// When the person was told that the owner may read what they write.
    pub read_since: Option<Timestamp>,
    /// For the owner.
    pub everybody: Option<Everybody>,
}

/// The data stored in all.
#[derive(Clone, Debug)]
pub struct Everybody {
    /// In bytes, as the next two.
    pub database: u64,
    /// The free part of the database.
    pub free: u64,
    pub files: u64,
    /// How many things failed again and again, and were set aside.
    pub set_aside: i64,
}

/// The most messages that are counted; beyond that the status only says that there are more.
pub const MOST_MESSAGES: i64 = 1_000;

pub fn status(status: &Status) -> String {
    let mut lines = vec![
        format!("- Model: {}", status.model),
        format!("- Now: {}", if status.busy { "working on your message" } else { "idle" }),
        format!("- Waiting for your approval: {}", status.approvals),
        format!("- Active schedules: {} (times are in {})", status.schedules, status.zone.name()),
    ];
    lines.extend((!status.skills.is_empty()).then(|| skills(&status.skills)));
    lines.extend(status.channels.iter().map(|channel| format!("- {}", health::channel(channel, status.now))));
    if let Some(doubt) = &status.clock {
        lines.push(format!("- ⚠️ Clock: {}.", in_english(|| clock::doubt(doubt))));
    }
    if status.undelivered > 0 {
        lines.push(format!("- Messages on their way: {}", status.undelivered));
    }
    if let Some((held, messages)) = &status.held_up {
        lines.push(held_up(held, *messages, status));
    }
    if status.dead > 0 {
        let reason = status.dead_reason.as_deref().unwrap_or("unknown reason");
        lines.push(format!(
            "- Messages I could not deliver here in the last week: {} ({reason})",
            status.dead
        ));
    }
    lines.extend(status.elsewhere.as_ref().map(elsewhere));
    if let Some(kept) = &status.kept {
        lines.push(kept_of_you(kept));
        lines.extend(documents(&kept.documents));
        let day = |since| in_english(|| times::day_and_time(since, status.now, status.zone));
        lines.extend(kept.read_since.map(|since| sign_in::read_since(&day(since))));
        lines.extend(kept.everybody.as_ref().map(kept_of_all));
        lines.extend(kept.everybody.as_ref().map(|_| zone_data(&status.zone_data, status.now)));
        let set_aside = kept.everybody.as_ref().map_or(0, |all| all.set_aside);
        if set_aside > 0 {
            lines.push(format!("- Set aside after errors of mine: {set_aside} (see `adjutant doctor`)"));
        }
    }
    lines.join("\n")
}

fn skills(active: &[(String, bool)]) -> String {
    let named = active.iter().map(|(name, own)| if *own { format!("{name} (yours)") } else { name.clone() });
    format!("- Active skills: {} (/tools ends them)", named.collect::<Vec<_>>().join(", "))
}

fn elsewhere(Elsewhere { results, reason, sent }: &Elsewhere) -> String {
    let sent = if *sent { ", and sent to your direct chat" } else { "" };
    format!(
        "- Scheduled results that I could not post where they belong{sent} in the last week: {results} ({reason})"
    )
}

fn held_up(held: &Held, messages: i64, status: &Status) -> String {
    let time = |at: Timestamp| at.to_utc().with_timezone(&status.zone).format("%H:%M:%S").to_string();
    let next = if held.until > status.now { format!("at {}", time(held.until)) } else { "now".to_owned() };
    let why = match held.in_doubt {
        true => format!("I do not know yet whether it has arrived, and look for it {next}"),
        false => format!("it was not accepted, and I try again {next}"),
    };
    let messages = count(messages, "message");
    format!("- Waiting to be delivered here: {messages}. The first is from {}: {why}", time(held.since))
}

fn kept_of_you(kept: &Kept) -> String {
    let messages = match kept.messages {
        more if more > MOST_MESSAGES => format!("more than {MOST_MESSAGES} messages"),
        messages => count(messages, "message"),
    };
    let (notes, files) = (count(kept.notes, "note"), in_english(|| bytes(kept.files)));
    format!("- Stored for you: {notes}, {messages}, {files} of files")
}

/// Says what became of a person's saved documents; nothing, if there are none.
fn documents(counts: &Counts) -> Option<String> {
    let Counts { read, waiting, unreadable, full } = *counts;
    let parts = [
        (read, "found by what they say"),
        (waiting, "still to be read"),
        (unreadable, "without a text that I can read"),
        (full, "for whose text there is no room"),
    ];
    let parts: Vec<_> = parts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    (!parts.is_empty()).then(|| format!("- Saved documents: {}", parts.join(", ")))
}

fn zone_data(data: &InUse, now: Timestamp) -> String {
    match data.is_old(now.to_utc()) {
        true => format!("- ⚠️ Time zone data: {}.", in_english(|| clock::old_zone_data(data))),
        false => format!("- Time zone data: {}", in_english(|| clock::zone_data(data))),
    }
}

fn kept_of_all(all: &Everybody) -> String {
    let [database, free, files] = [all.database, all.free, all.files].map(|size| in_english(|| bytes(size)));
    format!("- Stored in all: a database of {database} ({free} of it free), {files} of files")
}

// Completions --------------------------------------------------------------------------------------------------

/// Returns the commands as completions of `/help`.
pub fn command_choices() -> Vec<Choice> {
    let choice = |command: &MenuEntry| Choice {
        label: format!("{}: {}", command.name, command.description),
        value: command.name.to_owned(),
    };
    COMMANDS.iter().map(choice).collect()
}

/// Returns the usual periods as completions of `/usage`.
pub fn period_choices() -> Vec<Choice> {
    let choice = |(label, value): (&str, &str)| Choice { label: label.to_owned(), value: value.to_owned() };
    [("today", "today"), ("the last 7 days", "7"), ("the last 30 days", "30")].map(choice).to_vec()
}

/// Returns a linked account as a completion.
pub fn account_choice((identity, name): (String, String)) -> Choice {
    Choice { label: format!("{identity} ({name})").chars().take(100).collect(), value: identity }
}
