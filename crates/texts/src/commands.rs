//! The commands, and the answers to them.

use std::{collections::HashMap, sync::LazyLock};

use adjutant_channel::{Argument, ChatKind, Choice, Command as MenuEntry, Form, Menu};
use adjutant_domain::{
    clock::Doubt,
    commands::Command,
    language::Language,
    timestamp::Timestamp,
    zones::{Zone, data::InUse},
};
use adjutant_store::{documents::Counts, outbox::Held};

use super::{
    bytes, clock,
    fluent::text,
    health::{self, ChannelHealth},
    sign_in, times,
};

/// The menus in all languages; built at the first use.
static MENUS: LazyLock<HashMap<Language, Vec<MenuEntry>>> = LazyLock::new(|| {
    let in_language = |language: Language| (language, language.scope_sync(entries));
    Language::ALL.into_iter().map(in_language).collect()
});

/// Returns the commands for menus, in the order of [`Command::ALL`]; in English if there is no reader.
pub fn menu() -> &'static [MenuEntry] {
    menu_in(Language::current())
}

/// Returns the menus in all languages but English.
pub fn translations() -> &'static [Menu] {
    static TRANSLATIONS: LazyLock<Vec<Menu>> = LazyLock::new(|| {
        let others = Language::ALL.into_iter().filter(|language| *language != Language::English);
        others.map(|language| Menu { language: language.code(), commands: menu_in(language) }).collect()
    });
    &TRANSLATIONS
}

fn menu_in(language: Language) -> &'static [MenuEntry] {
    MENUS.get(&language).map_or(&[], Vec::as_slice)
}

fn entries() -> Vec<MenuEntry> {
    let entry = |command: Command| {
        let description = description(command)?;
        // Kept as long as the program runs, like the whole menu.
        let arguments = Vec::from_iter(argument(command)).leak();
        Some(MenuEntry { name: command.name(), description, arguments, private: command.is_private() })
    };
    Command::ALL.iter().copied().filter_map(entry).collect()
}

/// Returns a command's description; `None` keeps the command out of the menus.
fn description(command: Command) -> Option<&'static str> {
    Some(match command {
        Command::Start => text!("command-start"),
        Command::Help => text!("command-help"),
        Command::New => text!("command-new"),
        Command::Stop => text!("command-stop"),
        Command::Compact => text!("command-compact"),
        Command::Status => text!("command-status"),
        Command::Approvals => text!("command-approvals"),
        Command::Memory => text!("command-memory"),
        Command::Remember => text!("command-remember"),
        Command::Forget => text!("command-forget"),
        Command::Schedules => text!("command-schedules"),
        Command::Files => text!("command-files"),
        Command::Site => text!("command-site"),
        Command::Vault => text!("command-vault"),
        Command::Hooks => text!("command-hooks"),
        Command::Mcp => text!("command-mcp"),
        Command::Plan => text!("command-plan"),
        Command::Tools => text!("command-tools"),
        Command::Model => text!("command-model"),
        Command::Queue => text!("command-queue"),
        Command::Reasoning => text!("command-reasoning"),
        Command::Tables => text!("command-tables"),
        Command::Language => text!("command-language"),
        Command::Timezone => text!("command-timezone"),
        Command::Quiet => text!("command-quiet"),
        Command::Usage => text!("command-usage"),
        Command::Console => text!("command-console"),
        Command::People => text!("command-people"),
        Command::Link => text!("command-link"),
        Command::Unlink => text!("command-unlink"),
        Command::Export => text!("command-export"),
        Command::ForgetMe => text!("command-forget-me"),
        // The message that waits for a note's new text names the command.
        Command::Cancel => return None,
    })
}

/// Returns the argument of a command; each has at most one. `commands::complete` in `chat` lists the values of
/// `completed` arguments.
fn argument(command: Command) -> Option<Argument> {
    Some(match command {
        Command::Start => free("code", text!("argument-start-code")),
        Command::Help => completed("command", text!("argument-help-command")),
        Command::Memory => completed("query", text!("argument-memory-query")),
        Command::Remember => free("text", text!("argument-remember-text")),
        Command::Forget => completed("what", text!("argument-forget-what")),
        Command::Schedules => completed("name", text!("argument-schedules-name")),
        Command::Files => named("rename", text!("argument-files-rename")),
        Command::Vault => named("add", text!("argument-vault-add")),
        Command::Hooks => named("add", text!("argument-hooks-add")),
        Command::Mcp => named("new", text!("argument-mcp-new")),
        Command::Site => words(&["share", "unshare"], text!("argument-site-share")),
        Command::Plan => words(&["clear"], text!("argument-plan-clear")),
        Command::Model => completed("name", text!("argument-model-name")),
        Command::Queue => completed("choice", text!("argument-queue-choice")),
        Command::Reasoning => completed("on", text!("argument-reasoning-on")),
        Command::Tables => completed("form", text!("argument-tables-form")),
        Command::Language => completed("name", text!("argument-language-name")),
        Command::Timezone => completed("zone", text!("argument-timezone-zone")),
        Command::Quiet => completed("hours", text!("argument-quiet-hours")),
        Command::Console => words(&["off"], text!("argument-console-off")),
        Command::Usage => completed("days", text!("argument-usage-days")),
        Command::Link => free("code", text!("argument-link-code")),
        Command::Unlink => completed("account", text!("argument-unlink-account")),
        Command::New
        | Command::Stop
        | Command::Compact
        | Command::Status
        | Command::Approvals
        | Command::Tools
        | Command::People
        | Command::Export
        | Command::ForgetMe
        | Command::Cancel => return None,
    })
}

fn free(name: &'static str, description: &'static str) -> Argument {
    Argument { name, description, completes: false, form: Form::Value }
}

fn completed(name: &'static str, description: &'static str) -> Argument {
    Argument { name, description, completes: true, form: Form::Value }
}

/// An argument whose name the command expects before its value.
fn named(name: &'static str, description: &'static str) -> Argument {
    Argument { form: Form::Named, ..free(name, description) }
}

/// An argument that is one of these words, the first of which names it.
fn words(words: &'static [&'static str], description: &'static str) -> Argument {
    Argument {
        form: Form::Words(words),
        ..completed(words.first().copied().unwrap_or_default(), description)
    }
}

/// Returns the words that a command's argument accepts, as choices during typing.
pub fn word_choices(command: Command) -> Vec<Choice> {
    let words = argument(command).map_or(&[][..], |argument| match argument.form {
        Form::Words(words) => words,
        Form::Value | Form::Named => &[],
    });
    words.iter().map(|word| Choice { label: (*word).to_owned(), value: (*word).to_owned() }).collect()
}

/// Returns whether values of a command's argument are suggested during typing.
pub fn completes(command: Command, argument: &str) -> bool {
    self::argument(command).is_some_and(|it| it.completes && it.name == argument)
}

// Answers ------------------------------------------------------------------------------------------------------

pub fn start(chat: ChatKind, unseen: bool, has_model: bool) -> String {
    format!("{}\n\n{}", text!("help-greeting"), help(chat, unseen, has_model))
}

/// The bot's abilities in a chat, and its commands there. `unseen`: the platform shows private commands and their
/// answers to nobody else. If `has_model` is false, the built-in assistant answers, which speaks only English.
pub fn help(chat: ChatKind, unseen: bool, has_model: bool) -> String {
    match chat {
        ChatKind::Direct => {
            let examples = if has_model { text!("help-direct") } else { text!("help-built-in") };
            format!("{examples}\n\n{}", lines(|_| true))
        }
        ChatKind::Group => {
            let needs_direct = |entry: &MenuEntry| {
                Command::parse(entry.name).is_some_and(|command| command.needs_direct_chat(unseen))
            };
            let elsewhere: Vec<_> =
                menu().iter().filter(|it| needs_direct(it)).map(|it| format!("/{}", it.name)).collect();
            let here = lines(|entry| !needs_direct(entry));
            let elsewhere = text!("help-elsewhere", commands = elsewhere.join(", "));
            format!("{}\n\n{here}\n\n{elsewhere}", text!("help-group"))
        }
    }
}

/// Returns a line for each wanted command.
fn lines(wanted: impl Fn(&MenuEntry) -> bool) -> String {
    let line = |command: &MenuEntry| format!("- {}: {}", usage_of(command), command.description);
    menu().iter().filter(|it| wanted(it)).map(line).collect::<Vec<_>>().join("\n")
}

/// The help on one command and its arguments.
pub fn help_about(command: &MenuEntry) -> String {
    let argument = |Argument { name, description, .. }: &Argument| match description.starts_with(name) {
        // It says how the argument is written.
        true => format!("\n- {description}"),
        false => format!("\n- {name}: {description}"),
    };
    let arguments: String = command.arguments.iter().map(argument).collect();
    let gap = if arguments.is_empty() { "" } else { "\n" };
    format!("**{}**\n\n{}.{gap}{arguments}", usage_of(command), command.description)
}

/// Returns a command with its arguments, all of them optional: `/help [command]`.
fn usage_of(command: &MenuEntry) -> String {
    let arguments: String = command.arguments.iter().map(|it| format!(" [{}]", it.name)).collect();
    format!("/{}{arguments}", command.name)
}

/// The least likeness of a suggested command; 1 is equality.
const LIKE: f64 = 0.85;

pub fn unknown_command(name: &str) -> String {
    let likeness = |known: &'static str| (strsim::jaro_winkler(known, name), known);
    let names = menu().iter().map(|command| likeness(command.name));
    let is_like =
        |(likeness, known): &(f64, &str)| *likeness >= LIKE || (name.len() > 1 && known.starts_with(name));
    match names.filter(is_like).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, known)) => text!("help-unknown-but-near", name = name, known = known),
        None => text!("help-unknown", name = name),
    }
}

pub fn new_conversation(withdrawn: (usize, usize)) -> String {
    let begins = [text!("new-begins")].into_iter();
    let all: Vec<_> = begins.chain(withdrawn_lines(withdrawn)).chain([text!("new-keeps")]).collect();
    all.join(" ")
}

/// Says whether approvals and questions were withdrawn, by their numbers.
fn withdrawn_lines((approvals, questions): (usize, usize)) -> impl Iterator<Item = &'static str> {
    let approvals = (approvals > 0).then(|| text!("withdrawn-approvals"));
    let questions = (questions > 0).then(|| text!("withdrawn-questions"));
    approvals.into_iter().chain(questions)
}

pub fn stopped(running: bool, runs: usize, waiting: u64, withdrawn: (usize, usize)) -> String {
    let stopped = running.then(|| text!("stop-stopped").to_owned());
    let runs = (runs > 0).then(|| text!("stop-runs", count = runs));
    let dropped = (waiting > 0).then(|| text!("stop-dropped", count = waiting));
    let withdrawn = withdrawn_lines(withdrawn).map(str::to_owned);
    let said: Vec<_> = [stopped, runs, dropped].into_iter().flatten().chain(withdrawn).collect();
    if said.is_empty() { text!("stop-nothing").to_owned() } else { said.join(" ") }
}

/// The contents of `/status`.
pub struct Status {
    pub model: String,
    pub zone: Zone,
    pub busy: bool,
    pub approvals: i64,
    pub schedules: i64,
    /// The skills active in the conversation, and whether each is the person's own.
    pub skills: Vec<(String, bool)>,
    pub channels: Vec<ChannelHealth>,
    pub undelivered: i64,
    /// The cause that delays messages to this chat, and their number.
    pub held_up: Option<(Held, i64)>,
    pub dead: i64,
    pub dead_reason: Option<String>,
    /// The scheduled results of the last week that were redirected.
    pub elsewhere: Option<Elsewhere>,
    /// `None` in groups.
    pub kept: Option<Kept>,
    /// The problem with the machine's clock.
    pub clock: Option<Doubt>,
    /// The time zone rules in use.
    pub zone_data: InUse,
    /// The current time.
    pub now: Timestamp,
}

/// Scheduled results that groups did not accept.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    pub results: i64,
    /// Why the last one was not accepted.
    pub reason: String,
    /// Whether the person has a direct chat, to which the results went.
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
    /// When the person was told that the owner may read their messages.
    pub read_since: Option<Timestamp>,
    /// The data of everybody, for the owner.
    pub everybody: Option<Everybody>,
}

/// The data stored for all people.
#[derive(Clone, Debug)]
pub struct Everybody {
    /// In bytes, like the next two fields.
    pub database: u64,
    /// The free part of the database.
    pub free: u64,
    pub files: u64,
    /// The number of items that failed repeatedly and were set aside.
    pub set_aside: i64,
}

/// The most messages that are counted; beyond that the status only says that there are more.
pub const MOST_MESSAGES: i64 = 1_000;

pub fn status(status: &Status) -> String {
    let busy = if status.busy { "yes" } else { "no" };
    let mut lines = vec![
        text!("status-model", model = status.model.as_str()),
        text!("status-now", busy = busy),
        text!("status-approvals", count = status.approvals),
        text!("status-schedules", count = status.schedules, zone = status.zone.to_string()),
    ];
    lines.extend((!status.skills.is_empty()).then(|| skills(&status.skills)));
    lines.extend(status.channels.iter().map(|channel| health::channel(channel, status.now)));
    lines.extend(status.clock.as_ref().map(|doubt| text!("status-clock", doubt = clock::doubt(doubt))));
    if status.undelivered > 0 {
        lines.push(text!("status-undelivered", count = status.undelivered));
    }
    lines.extend(status.held_up.as_ref().map(|(held, messages)| held_up(held, *messages, status)));
    if status.dead > 0 {
        let reason = status.dead_reason.as_deref().unwrap_or_else(|| text!("status-unknown-reason"));
        lines.push(text!("status-dead", count = status.dead, reason = reason));
    }
    lines.extend(status.elsewhere.as_ref().map(elsewhere));
    if let Some(kept) = &status.kept {
        lines.push(kept_of_you(kept));
        lines.extend(documents(&kept.documents));
        let day = |since| times::day_and_time(since, status.now, status.zone);
        lines.extend(kept.read_since.map(|since| sign_in::read_since(&day(since))));
        lines.extend(kept.everybody.iter().flat_map(|all| kept_of_all(all, status)));
    }
    lines.iter().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n")
}

fn skills(active: &[(String, bool)]) -> String {
    let name = |(name, own): &(String, bool)| match own {
        true => text!("status-own-skill", name = name.as_str()),
        false => name.clone(),
    };
    text!("status-skills", skills = active.iter().map(name).collect::<Vec<_>>().join(", "))
}

fn elsewhere(Elsewhere { results, reason, sent }: &Elsewhere) -> String {
    let sent = if *sent { "yes" } else { "no" };
    text!("status-elsewhere", sent = sent, count = *results, reason = reason.as_str())
}

fn held_up(held: &Held, messages: i64, status: &Status) -> String {
    let time = |at: Timestamp| at.to_utc().with_timezone(&status.zone).format("%H:%M:%S").to_string();
    text!(
        "status-held-up",
        count = messages,
        since = time(held.since),
        doubt = if held.in_doubt { "yes" } else { "no" },
        when = if held.until > status.now { "later" } else { "now" },
        until = time(held.until),
    )
}

fn kept_of_you(kept: &Kept) -> String {
    text!(
        "status-stored",
        notes = kept.notes,
        more = if kept.messages > MOST_MESSAGES { "yes" } else { "no" },
        messages = kept.messages.min(MOST_MESSAGES),
        files = bytes(kept.files),
    )
}

/// Describes the state of a person's saved documents; `None` if there are none.
fn documents(counts: &Counts) -> Option<String> {
    let Counts { read, waiting, unreadable, full } = *counts;
    let parts = [
        (read > 0).then(|| text!("status-documents-read", count = read)),
        (waiting > 0).then(|| text!("status-documents-waiting", count = waiting)),
        (unreadable > 0).then(|| text!("status-documents-unreadable", count = unreadable)),
        (full > 0).then(|| text!("status-documents-full", count = full)),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| text!("status-documents", parts = parts.join(", ")))
}

/// Returns the lines for the owner alone.
fn kept_of_all(all: &Everybody, status: &Status) -> Vec<String> {
    let [database, free, files] = [all.database, all.free, all.files].map(bytes);
    let kept = text!("status-everybody", database = database, free = free, files = files);
    let set_aside = (all.set_aside > 0).then(|| text!("status-set-aside", count = all.set_aside));
    [kept, zone_data(&status.zone_data, status.now)].into_iter().chain(set_aside).collect()
}

fn zone_data(data: &InUse, now: Timestamp) -> String {
    match data.is_old(now.to_utc()) {
        true => text!("status-zone-data-old", data = clock::old_zone_data(data)),
        false => text!("status-zone-data", data = clock::zone_data(data)),
    }
}

// Completions --------------------------------------------------------------------------------------------------

/// Returns the commands as completions of `/help`.
pub fn command_choices() -> Vec<Choice> {
    let choice = |command: &MenuEntry| Choice {
        label: format!("{}: {}", command.name, command.description),
        value: command.name.to_owned(),
    };
    menu().iter().map(choice).collect()
}

/// Returns the usual periods as completions of `/usage`.
pub fn period_choices() -> Vec<Choice> {
    let choice = |(days, value): (i64, &str)| Choice {
        label: text!("usage-choice-days", days = days),
        value: value.to_owned(),
    };
    [(1, "today"), (7, "7"), (30, "30")].map(choice).to_vec()
}

/// Returns a linked account as a completion.
pub fn account_choice((identity, name): (String, String)) -> Choice {
    Choice { label: format!("{identity} ({name})").chars().take(100).collect(), value: identity }
}
