//! The grammar: parses messages into commands.

use url::Url;

use super::{
    edits::Made,
    notes::{forget, remembered, save, search},
    questions::questions,
    reminders::{alarm, recall, recur, remind, unclear, urgently},
    scratchpad::scratchpad,
    sums::sum,
    talk::{self, Talk},
    when::When,
    words::{is_end, ordinal, skip_any, take, take_any, take_end, trim_end, trim_start},
};

/// A command to the assistant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Save {
        content: String,
        tags: Vec<String>,
    },
    Search {
        query: String,
        /// The question, unless "about" and the query say the same.
        asked: Option<String>,
    },
    /// Finds the one note with these words and deletes it.
    Forget {
        words: String,
    },
    DeleteNote {
        id: String,
    },
    Schedule {
        goal: String,
        when: When,
        kind: Kind,
        /// Whether results are delivered during quiet hours too.
        urgent: bool,
    },
    /// A reminder whose time was not read, or may have been misread because of `words`.
    Unclear {
        text: String,
        words: Option<String>,
        urgent: bool,
    },
    /// A reminder without its text: "remind me in 5 minutes".
    NoGoal {
        text: String,
    },
    /// "remind me of the wifi code": a note, or else a reminder without a time.
    Recall {
        query: String,
        text: String,
    },
    ListSchedules,
    Change {
        action: Action,
        target: Target,
    },
    Jot {
        items: Vec<String>,
    },
    /// Takes lines off the scratchpad.
    CrossOut {
        items: String,
    },
    ShowScratchpad,
    ClearScratchpad,
    /// The new version of a command, which changes what the earlier version made.
    Instead {
        of: Vec<Made>,
        command: Box<Command>,
    },
    Fetch {
        url: String,
    },
    /// A sum, as asked and in the language of the tool.
    Calculate {
        asked: String,
        code: String,
    },
    Talk(Talk),
}

/// The schedule that a command refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// By its id.
    Id(String),
    /// By its place in the list of schedules, from 1.
    Number(usize),
    /// The last one of that list.
    Last,
    /// By words in it.
    Words(String),
    All,
}

/// What a schedule does when it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sends its goal as a message.
    Reminder,
    /// Carries out its goal.
    Task,
}

/// A change to a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Pause,
    Resume,
    Delete,
}

impl Action {
    /// Whether it changes a schedule with this status.
    pub(super) fn changes(self, status: &str) -> bool {
        match self {
            Self::Pause => status != "paused",
            Self::Resume => status == "paused",
            Self::Delete => true,
        }
    }
}

/// The most lines of one message that are parsed as separate commands.
const MAX_LINES: usize = 16;

/// Parses messages that arrived together; `None` unless all of their text is commands. Each message is one command, or
/// each of its lines is; otherwise the joined text is one.
pub(super) fn commands(messages: &[&str]) -> Option<Vec<Command>> {
    let separate: Option<Vec<_>> = messages.iter().map(|message| lines(message)).collect();
    let found = match separate {
        Some(commands) => commands.concat(),
        None => {
            let whole = messages.join("\n");
            vec![command(&whole).or_else(|| unclear(&without_politeness(&whole)))?]
        }
    };
    (!found.is_empty()).then(|| join_jots(found))
}

fn lines(message: &str) -> Option<Vec<Command>> {
    let lines = || message.lines().filter(|line| !line.trim().is_empty());
    let each = || lines().map(line).collect::<Option<Vec<_>>>().map(|each| each.concat());
    if lines().count() <= MAX_LINES { each() } else { None }.or_else(|| Some(vec![command(message)?]))
}

/// Parses a line: one command, or several questions.
fn line(text: &str) -> Option<Vec<Command>> {
    match command(text) {
        // A search takes every word as its own: "my reminders and what time is it".
        None | Some(Command::Search { .. }) => questions(&without_politeness(trim_start(text))),
        _ => None,
    }
    .or_else(|| Some(vec![command(text)?]))
}

/// Merges consecutive jots, because each write replaces the whole scratchpad.
fn join_jots(commands: Vec<Command>) -> Vec<Command> {
    let mut joined: Vec<Command> = Vec::with_capacity(commands.len());
    for command in commands {
        match (joined.last_mut(), command) {
            (Some(Command::Jot { items }), Command::Jot { items: more }) => items.extend(more),
            (_, command) => joined.push(command),
        }
    }
    joined
}

pub(super) fn command(text: &str) -> Option<Command> {
    // A mention that was taken out leaves its comma.
    let text = trim_start(text);
    talk(text).or_else(|| remembered(text)).or_else(|| {
        let text = without_politeness(text);
        RULES.iter().find_map(|rule| rule(&text))
    })
}

/// The grammar's rules; the first match wins.
const RULES: [fn(&str) -> Option<Command>; 15] = [
    talk,
    remembered,
    sum,
    list_schedules,
    scratchpad,
    urgently,
    alarm,
    remind,
    recur,
    forget,
    change,
    fetch,
    save,
    recall,
    search,
];

fn talk(text: &str) -> Option<Command> {
    talk::talk(text).map(Command::Talk)
}

/// "list my reminders", "what are my schedules?", "what do i have tomorrow?".
fn list_schedules(text: &str) -> Option<Command> {
    let is_period = |rest: &str| is_end(skip_any(skip_any(rest, &["for", "on"]), PERIODS));
    if take_any(text, AHEAD).is_some_and(is_period) {
        return Some(Command::ListSchedules);
    }
    if let Some(rest) = take(text, "what do i have").filter(|rest| !is_end(rest)) {
        return is_period(rest).then_some(Command::ListSchedules);
    }
    let rest = skip_any(text, &["list", "show me", "show", "what are", "what", "which", "do i have"]);
    let rest = skip_any(skip_any(rest, &["all", "any"]), &["of my", "my", "the"]);
    let rest = take_any(rest, &["reminders", "schedules", "schedule", "scheduled tasks"])?;
    let rest = skip_any(rest, &["do i have", "are there"]);
    is_period(rest).then_some(Command::ListSchedules)
}

/// "pause stretch", "cancel reminder 2", "delete the reminder to call alice".
fn change(text: &str) -> Option<Command> {
    let verbs: [(&str, Action); 6] = [
        ("pause", Action::Pause),
        ("resume", Action::Resume),
        ("unpause", Action::Resume),
        ("cancel", Action::Delete),
        ("delete", Action::Delete),
        ("remove", Action::Delete),
    ];
    let is_all = |name: &str| ALL.iter().any(|all| trim_end(name).eq_ignore_ascii_case(all));
    let ended = take(text, "stop reminding me")
        .or_else(|| any_more(take_any(text, &["don't remind me", "do not remind me"])?))
        .or_else(|| take(text, "stop").filter(|rest| trim_end(rest).ends_with("reminders") && is_all(rest)));
    let verb = verbs.into_iter().find_map(|(verb, action)| Some((action, take(text, verb)?)));
    let (action, rest) = verb.or_else(|| Some((Action::Delete, ended?)))?;
    let nouns = ["reminder", "schedule", "scheduled task", "task"];
    let rest = skip_any(skip_any(rest, &["the", "my"]), &nouns);
    let rest = trim_end(skip_any(rest, &["to", "about", "for", "called", "named", "number", "no."]));
    let rest = nouns.iter().find_map(|noun| take_end(rest, noun)).unwrap_or(rest);
    let name = some_text(rest).filter(|name| !name.contains('\n'))?;
    let target = if is_all(&name) {
        Target::All
    } else if let Ok(number) = name.trim_start_matches('#').parse() {
        Target::Number(number)
    } else if let Some(place) = place(&name) {
        place
    } else if looks_like_id(&name) {
        Target::Id(name)
    } else {
        Target::Words(name)
    };
    Some(Command::Change { action, target })
}

/// "second one", "3rd", "last one": a place in the list of schedules.
fn place(name: &str) -> Option<Target> {
    let ends = |rest: &str| is_end(skip_any(rest, &["one"]));
    if take(name, "last").is_some_and(ends) {
        return Some(Target::Last);
    }
    let (number, _) = ordinal(name).filter(|(_, rest)| ends(rest))?;
    Some(Target::Number(number.try_into().ok()?))
}

/// Returns the text before "any more"; without these words, "don't remind me …" may mean one reminder only.
fn any_more(text: &str) -> Option<&str> {
    ["any more", "anymore", "again"].iter().find_map(|words| take_end(trim_end(text), words))
}

fn fetch(text: &str) -> Option<Command> {
    fetched_url(text).map(|url| Command::Fetch { url })
}

/// Returns the page to fetch: an address alone, or a verb and an address, which may lack the scheme.
pub(super) fn fetched_url(text: &str) -> Option<String> {
    let named = take_any(text, &["fetch", "open", "read", "load", "get", "visit"]);
    let address = skip_any(named.unwrap_or(text), &["the page", "page"]);
    let address = trim_end(address).trim_start_matches('<').trim_end_matches('>');
    if address.contains(char::is_whitespace) {
        return None;
    }
    let url = if address.contains("://") {
        Url::parse(address).ok()?
    } else {
        named?;
        Url::parse(&format!("https://{address}")).ok()?
    };
    let is_page = matches!(url.scheme(), "http" | "https");
    let has_host = address.contains("://") || url.host_str().is_some_and(is_host_name);
    (is_page && has_host).then(|| url.into())
}

/// Whether the name has a dot inside; "open door" is no address.
fn is_host_name(host: &str) -> bool {
    host.split_once('.').is_some_and(|(first, rest)| !first.is_empty() && !rest.is_empty())
}

fn without_politeness(text: &str) -> String {
    let mut text = text.trim();
    let mut is_question = false;
    while let Some(rest) = take_any(text, POLITE).filter(|rest| !is_end(rest)) {
        is_question |= take_any(text, POLITE_QUESTIONS).is_some();
        text = trim_start(rest);
    }
    if is_question {
        text = text.trim_end_matches(['?', ' ']);
    }
    let trimmed = trim_end(text);
    ["please", "thanks", "thank you"]
        .iter()
        .find_map(|word| take_end(trimmed, word))
        .unwrap_or(text)
        .to_owned()
}

fn looks_like_id(name: &str) -> bool {
    let parts = name.contains('-') && name.contains(|c: char| c.is_ascii_digit());
    parts && name.len() >= 8 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

pub(super) fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

const POLITE: &[&str] =
    &["please", "can you", "could you", "would you", "will you", "hi", "hello", "hey", "ok", "okay", "and"];
const POLITE_QUESTIONS: &[&str] = &["can you", "could you", "would you", "will you"];
/// Questions about coming events.
const AHEAD: &[&str] = &[
    "when is my next reminder",
    "when's my next reminder",
    "what is my next reminder",
    "what's my next reminder",
    "what's next",
    "what is coming up",
    "what's coming up",
    "what is on my schedule",
    "what's on my schedule",
    "what is scheduled",
    "what's scheduled",
    "what is planned",
    "what's planned",
    "what is due",
    "what's due",
];
/// Days that a question may name; the list shows when each is due.
const PERIODS: &[&str] = &[
    "today",
    "tonight",
    "tomorrow",
    "this week",
    "next week",
    "this month",
    "the weekend",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
/// All schedules.
const ALL: &[&str] = &[
    "all",
    "everything",
    "reminders",
    "my reminders",
    "the reminders",
    "all reminders",
    "all my reminders",
    "all the reminders",
    "all of them",
    "schedules",
    "all schedules",
    "all my schedules",
];
