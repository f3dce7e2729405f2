//! The grammar: parses messages into commands.

use adjutant_domain::zones::Zone;
use url::Url;

use super::{
    again::{self, Past},
    agenda, changes,
    edits::Made,
    hints::{appointment, duty, item, statement},
    moves::{self, Move},
    notes::{forget, remembered, save, search},
    readings::{nearest, whole},
    reminders::{alarm, recall, recur, remind, unclear, urgently},
    scratchpad::scratchpad,
    sentences::{among_others, does_something},
    slips::corrected,
    sums::sum,
    talk::{self, Talk},
    when::{When, zone},
    words::{is_end, skip_any, skip_emoji, take_any, take_end, trim_end, trim_start},
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
    /// Requests that were understood among other sentences. They may not be all that the person wants.
    Among {
        understood: Vec<String>,
    },
    /// Messages or lines beside commands that were not understood.
    NotUnderstood {
        texts: Vec<String>,
    },
    /// "my shoe size is 43": perhaps a note.
    Statement {
        text: String,
    },
    /// "buy milk": perhaps something for the scratchpad.
    Item {
        text: String,
        /// Whether it was there, and is bought.
        is_done: bool,
    },
    /// "schedule a meeting with bob on thursday at 14:00", without the verb.
    Appointment {
        text: String,
    },
    /// The question for the weekday and the distance of a day, which may be one of several.
    Day {
        days: Vec<When>,
    },
    /// The question for the time in another zone.
    ClockIn {
        zone: Zone,
    },
    /// "remind me of the wifi code": a note, or else a reminder without a time.
    Recall {
        query: String,
        text: String,
    },
    ListSchedules,
    /// What is due in a period, in its words.
    Agenda {
        period: String,
    },
    /// The question for reminders with these words.
    About {
        query: String,
    },
    /// A reminder that came lately, once more; without a time, it asks for one.
    Again {
        when: Option<When>,
        of: Past,
    },
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
    /// By their ids.
    Ids(Vec<String>),
    /// What the conversation was last about.
    It,
    /// By its place in the list of schedules, from 1.
    Number(usize),
    /// By their places in it.
    Numbers(Vec<usize>),
    /// The last one of that list.
    Last,
    /// By words in it.
    Words(String),
    /// Both of two.
    Both,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Pause,
    Resume,
    Delete,
    Move(Move),
}

impl Action {
    /// Returns whether it changes a schedule with this status.
    pub(super) fn changes(&self, status: &str) -> bool {
        match self {
            Self::Pause => status != "paused",
            Self::Resume => status == "paused",
            Self::Delete | Self::Move(_) => true,
        }
    }
}

/// Reads a text that is no command: requests among other sentences, a reminder without a clear time, an appointment, a
/// statement, a thing for the list, or what cannot be done.
pub(super) fn otherwise(text: &str) -> Option<Command> {
    let text =
        corrected(text).filter(|it| unclear(&without_politeness(it)).is_some()).unwrap_or(text.to_owned());
    let polite = without_politeness(&text);
    because(&text)
        .or_else(|| among_others(&text))
        .or_else(|| unclear(&polite))
        .or_else(|| statement(&polite))
        .or_else(|| appointment(&polite))
        .or_else(|| item(&polite))
        .or_else(|| duty(&polite).filter(|_| take_any(&text, POLITE_QUESTIONS).is_none()))
        .or_else(|| talk::unable(&polite).map(Command::Talk))
}

/// "bob is ill, move it to 5": a reason, and what is to change.
fn because(text: &str) -> Option<Command> {
    let (_, request) = text.rsplit_once(", ")?;
    command(request).filter(|it| matches!(it, Command::Change { target: Target::It, .. }))
}

pub(super) fn command(text: &str) -> Option<Command> {
    // A mention that was taken out leaves its comma.
    let text = skip_emoji(trim_start(text));
    read(text).or_else(|| {
        read(&corrected(text)?).filter(|it| does_something(it) || matches!(it, Command::NoGoal { .. }))
    })
}

fn read(text: &str) -> Option<Command> {
    talk(text).or_else(|| remembered(text)).or_else(|| again::also(text)).or_else(|| {
        let text = without_politeness(text);
        RULES.iter().find_map(|rule| rule(&text))
    })
}

/// The grammar's rules; the first match wins.
const RULES: [fn(&str) -> Option<Command>; 18] = [
    talk,
    remembered,
    sum,
    day,
    agenda::request,
    again::request,
    scratchpad,
    urgently,
    alarm,
    remind,
    recur,
    forget,
    changes::request,
    moves::request,
    fetch,
    save,
    recall,
    search,
];

fn talk(text: &str) -> Option<Command> {
    talk::talk(text).map(Command::Talk)
}

/// "what day is 24 december", "how many days until christmas".
fn day(text: &str) -> Option<Command> {
    if let Some(city) =
        take_any(text, &["what time is it in", "what's the time in", "what is the time in", "time in"])
    {
        return zone(&format!("{} time", trim_end(city))).map(|(zone, _)| Command::ClockIn { zone });
    }
    let dated = || take_end(trim_end(take_any(text, &["what is", "what's", "whats"])?), "date");
    let dated = dated().map(|day| day.strip_suffix("'s").or_else(|| day.strip_suffix("’s")).unwrap_or(day));
    let rest = trim_end(dated.or_else(|| take_any(text, DAY))?);
    let rest = ["this year", "on", "fall on"].iter().find_map(|words| take_end(rest, words)).unwrap_or(rest);
    let days = match whole(rest).or_else(|| whole(&format!("on {rest}"))) {
        Some(when) => vec![when],
        None => nearest(rest),
    };
    let is_day = |when: &When| when.lacks_time && !when.repeats();
    (!days.is_empty() && days.iter().all(is_day)).then_some(Command::Day { days })
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

/// Returns whether the name has a dot inside; "open door" is no address.
fn is_host_name(host: &str) -> bool {
    host.split_once('.').is_some_and(|(first, rest)| !first.is_empty() && !rest.is_empty())
}

pub(super) fn without_politeness(text: &str) -> String {
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
    ["please", "pls", "thanks", "thank you", "thx", "ty", "thank u"]
        .iter()
        .find_map(|word| take_end(trimmed, word))
        .unwrap_or(text)
        .to_owned()
}

pub(super) fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

const POLITE: &[&str] = &[
    "please",
    "pls",
    "plz",
    "kindly",
    "can u",
    "could u",
    "would u",
    "will u",
    "cud you",
    "can you",
    "could you",
    "would you",
    "will you",
    "hi",
    "hello",
    "hey",
    "good morning",
    "good evening",
    "good night",
    "btw",
    "by the way",
    "ok",
    "okay",
    "and",
    "also",
    "i want you to",
    "i'd like you to",
    "i would like you to",
    "i need you to",
];
const POLITE_QUESTIONS: &[&str] =
    &["can you", "could you", "would you", "will you", "can u", "could u", "would u", "will u", "cud you"];
/// Questions for the date of a day.
const DAY: &[&str] = &[
    "what day of the week is",
    "what day is it on",
    "what day is it",
    "what day is",
    "what day was",
    "what weekday is",
    "which day is",
    "what date is",
    "when is",
    "when's",
    "how many days until",
    "how many days till",
    "how many days are there until",
    "how many days to",
    "how long until",
    "how long till",
    "how long is it until",
    "how many days are left until",
    "how many weeks until",
    "days until",
    "days till",
    "what is the date",
    "what's the date",
    "whats the date",
    "what date will it be",
    "what day will it be",
];
