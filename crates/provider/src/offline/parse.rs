//! The grammar: parses messages into commands.

use url::Url;

use super::{
    reminders::{alarm, recur, remind, unclear, urgently},
    when::When,
    words::{is_end, skip_any, take, take_any, take_end, trim_end},
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
    ListSchedules,
    Change {
        action: Action,
        target: Target,
    },
    Jot {
        items: Vec<String>,
    },
    ShowScratchpad,
    ClearScratchpad,
    Fetch {
        url: String,
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

/// A message that is answered without a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Talk {
    Greeting,
    Thanks,
    Help,
    /// The question for all notes.
    Notes,
    /// The request to stop something unnamed.
    Stop,
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
    let each = || lines().map(command).collect::<Option<Vec<_>>>();
    if lines().count() <= MAX_LINES { each() } else { None }.or_else(|| Some(vec![command(message)?]))
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

fn command(text: &str) -> Option<Command> {
    talk(text).or_else(|| {
        let text = without_politeness(text);
        RULES.iter().find_map(|rule| rule(&text))
    })
}

/// The grammar's rules; the first match wins.
const RULES: [fn(&str) -> Option<Command>; 12] =
    [talk, list_schedules, scratchpad, urgently, alarm, remind, recur, forget, change, fetch, save, search];

fn talk(text: &str) -> Option<Command> {
    let said = |phrases| take_any(text, phrases).is_some_and(is_end);
    let talk = if said(GREETINGS) {
        Talk::Greeting
    } else if said(THANKS) {
        Talk::Thanks
    } else if said(HELP) {
        Talk::Help
    } else if said(ALL_NOTES) {
        Talk::Notes
    } else if said(STOP) {
        Talk::Stop
    } else {
        return None;
    };
    Some(Command::Talk(talk))
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

/// "jot down milk", "show my scratchpad", "clear the scratchpad".
fn scratchpad(text: &str) -> Option<Command> {
    if let Some(item) = take_any(text, &["jot down", "jot"]) {
        return some_text(item).map(|item| Command::Jot { items: vec![item] });
    }
    let is_scratchpad = |rest: &str| {
        let rest = skip_any(rest, &["my", "the", "your"]);
        take_any(rest, &["scratchpad", "scratch pad"]).is_some_and(is_end)
    };
    if take_any(text, &["clear", "empty", "wipe"]).is_some_and(is_scratchpad) {
        return Some(Command::ClearScratchpad);
    }
    let rest = skip_any(text, &["show me", "show", "read", "list", "what's on", "what is on", "what's in"]);
    is_scratchpad(rest).then_some(Command::ShowScratchpad)
}

/// "forget my old address", "forget note-…".
fn forget(text: &str) -> Option<Command> {
    let what = match take(text, "forget") {
        Some(rest) => skip_any(rest, &["about", "that"]),
        None => {
            let rest = skip_any(take_any(text, &["delete", "remove"])?, &["the", "my"]);
            take_any(rest, &["note about", "note that", "note"])
                .or_else(|| rest.starts_with(NOTE_ID).then_some(rest))?
        }
    };
    let what = some_text(trim_end(what)).filter(|what| what != "it" && !what.contains('\n'))?;
    let is_id = what.starts_with(NOTE_ID) && !what.contains(char::is_whitespace);
    Some(if is_id { Command::DeleteNote { id: what } } else { Command::Forget { words: what } })
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
    let ended = take(text, "stop reminding me")
        .or_else(|| any_more(take_any(text, &["don't remind me", "do not remind me"])?));
    let verb = verbs.into_iter().find_map(|(verb, action)| Some((action, take(text, verb)?)));
    let (action, rest) = verb.or_else(|| Some((Action::Delete, ended?)))?;
    let nouns = ["reminder", "schedule", "scheduled task", "task"];
    let rest = skip_any(skip_any(rest, &["the", "my"]), &nouns);
    let rest = trim_end(skip_any(rest, &["to", "about", "for", "called", "named", "number", "no."]));
    let rest = nouns.iter().find_map(|noun| take_end(rest, noun)).unwrap_or(rest);
    let name = some_text(rest).filter(|name| !name.contains('\n'))?;
    let target = if ["all", "everything", "all reminders", "all my reminders", "all of them", "all schedules"]
        .iter()
        .any(|all| name.eq_ignore_ascii_case(all))
    {
        Target::All
    } else if let Ok(number) = name.trim_start_matches('#').parse() {
        Target::Number(number)
    } else if looks_like_id(&name) {
        Target::Id(name)
    } else {
        Target::Words(name)
    };
    Some(Command::Change { action, target })
}

/// Returns the text before "any more"; without these words, "don't remind me …" may mean one reminder only.
fn any_more(text: &str) -> Option<&str> {
    ["any more", "anymore", "again"].iter().find_map(|words| take_end(trim_end(text), words))
}

fn fetch(text: &str) -> Option<Command> {
    fetched_url(text).map(|url| Command::Fetch { url })
}

/// "remember that the wifi code is 4711 #home". The content is saved verbatim, without tags at its end.
fn save(text: &str) -> Option<Command> {
    let rest = take_any(text, &["remember that", "remember", "note that", "note", "save that", "save"])?;
    let tag = |word: &str| {
        let tag = trim_end(word).strip_prefix('#')?;
        let is_tag = tag.starts_with(char::is_alphabetic)
            && tag.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        is_tag.then(|| tag.to_lowercase())
    };
    let tags = rest.split_whitespace().filter_map(tag).collect();
    let mut content = rest.trim_end();
    while let Some(last) = content.split_whitespace().next_back().filter(|last| tag(last).is_some()) {
        content = content[..content.len() - last.len()].trim_end();
    }
    some_text(content).map(|content| Command::Save { content, tags })
}

/// "what is the wifi code?", "do you remember my size", "where did I put the passport?".
fn search(text: &str) -> Option<Command> {
    let query = match take_any(text, RECALL) {
        Some(query) => query,
        None => {
            let asked = take_any(text, &["who's", "when's", "where's", "what's", "whats"]);
            let asked = asked.or_else(|| {
                let rest = take_any(text, &["who", "when", "where", "which", "what"])?;
                Some(skip_any(rest, &["is", "are", "was", "were", "do", "does", "did"]))
            });
            // "what do you think ..." does not ask for a saved note.
            asked.filter(|query| take_any(query, &["you", "we", "time"]).is_none())?
        }
    };
    let query = trim_end(query).trim_matches(['"', '“', '”']);
    let is_one_sentence = !query.contains(['?', '\n']) && !query.contains(". ");
    some_text(query).filter(|_| is_one_sentence).map(|query| Command::Search { query })
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
        text = rest;
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

const NOTE_ID: &str = "note-";
const POLITE: &[&str] =
    &["please", "can you", "could you", "would you", "will you", "hi", "hello", "hey", "ok", "okay", "and"];
const POLITE_QUESTIONS: &[&str] = &["can you", "could you", "would you", "will you"];
const GREETINGS: &[&str] = &[
    "hi there",
    "hi",
    "hello there",
    "hello",
    "hey",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "how are you",
];
const THANKS: &[&str] =
    &["thanks a lot", "thanks", "thank you very much", "thank you so much", "thank you", "thx", "cheers"];
const HELP: &[&str] =
    &["help me", "help", "what can you do", "what do you do", "who are you", "what are you"];
const ALL_NOTES: &[&str] = &[
    "show my notes",
    "show me my notes",
    "show all my notes",
    "list my notes",
    "list notes",
    "my notes",
    "what are my notes",
    "what do you know about me",
    "what do you remember about me",
    "what do you remember",
    "what did i ask you to remember",
    "what have i asked you to remember",
];
const STOP: &[&str] = &["stop", "stop it", "stop that", "stop now", "be quiet", "enough"];
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
const RECALL: &[&str] = &[
    "do you remember",
    "do you know",
    "recall",
    "search my notes for",
    "search my memory for",
    "search notes for",
    "search memory for",
    "search for",
    "what do you know about",
    "what did i tell you about",
    "what did i say about",
];
