//! Messages that ask for nothing, but may be meant as a note, a reminder or a thing for the scratchpad.

use super::{
    parse::{Command, some_text},
    readings::whole,
    when::When,
    words::{is_end, skip_any, take_any, take_end, trim_end},
};

/// "my shoe size is 43", "bob's birthday is on 4 may", "i parked on level 3".
pub(super) fn statement(text: &str) -> Option<Command> {
    let words = text.split_whitespace().take(MOST_IN_SUBJECT).collect::<Vec<_>>();
    let is_own = take_any(text, OWN).is_some();
    let is_of_others = || {
        let verb =
            words.iter().skip(1).position(|word| STATING.contains(&word.to_ascii_lowercase().as_str()));
        // Something follows the verb.
        let is_whole = verb.is_some_and(|verb| verb + 2 < text.split_whitespace().count());
        is_whole && take_any(text, NO_SUBJECT).is_none()
    };
    let is_one =
        !text.contains(['?', '\n']) && !text.contains(". ") && !text.starts_with('/') && words.len() > 2;
    (is_one && (is_own || is_of_others())).then(|| Command::Statement { text: trim_end(text).to_owned() })
}

/// "schedule a meeting with bob on thursday at 14:00", "dentist tuesday 3pm", "i need to call the bank tomorrow at 10".
pub(super) fn appointment(text: &str) -> Option<Command> {
    let booked =
        take_any(text, &["schedule", "book", "plan", "arrange", "set up", "set", "put", "add", "make"]);
    let calendar = |text: &str| CALENDARS.iter().fold(text.to_owned(), |text, words| text.replace(words, ""));
    let rest = skip_any(booked.unwrap_or(text), DUTIES);
    let rest = calendar(trim_end(rest));
    let is_open = !text.contains(['?', '\n']) && take_any(&rest, NO_APPOINTMENT).is_none();
    let is_goal = |goal: &str| goal.contains(char::is_alphanumeric) && whole(&rest).is_none();
    let has_time = When::at_end(&rest).is_some_and(|(goal, _)| is_goal(goal));
    let is_named = || booked.is_some() && NAMED.iter().any(|name| rest.to_lowercase().contains(name));
    (is_open && (has_time || is_named())).then_some(Command::Appointment { text: rest })
}

/// "i need to call the bank", "call eve": a reminder without its time.
pub(super) fn duty(text: &str) -> Option<Command> {
    let done = take_any(text, TO_DO)
        .filter(|rest| !is_end(rest) && take_any(rest, &["me", "you", "it", "them", "off"]).is_none());
    let duty = take_any(text, DUTIES).or_else(|| done.map(|_| text))?;
    let is_one = !duty.contains(['?', '\n']) && duty.split_whitespace().count() <= MOST_IN_DUTY;
    (is_one && !is_end(duty)).then(|| Command::Unclear {
        text: format!("remind me to {}", trim_end(duty)),
        words: None,
        urgent: false,
    })
}

/// "add milk", "buy milk", "we need milk"; "i got the milk".
pub(super) fn item(text: &str) -> Option<Command> {
    let got = take_any(text, GOT).map(|rest| skip_any(rest, &["the", "some", "a"]));
    let added =
        || take_any(text, &["add", "we need"]).or_else(|| take_any(text, &["buy", "get"]).map(|_| text));
    let item = trim_end(got.or_else(added)?);
    let item = ["too", "as well", "also"].iter().find_map(|word| take_end(item, word)).unwrap_or(item);
    let item = some_text(item).filter(|item| !item.contains(['?', '\n']))?;
    let has_place = [" to ", " on ", " in ", " into "].iter().any(|word| item.contains(word));
    let is_short = !has_place && item.split_whitespace().count() <= MOST_IN_ITEM;
    is_short.then_some(Command::Item { text: item, is_done: got.is_some() })
}

/// Beginnings of statements about oneself.
const OWN: &[&str] = &[
    "i live",
    "i work",
    "i parked",
    "i like",
    "i prefer",
    "i drive",
    "i owe",
    "i lent",
    "i left",
    "i moved",
    "i own",
    "i wear",
    "i was born",
    "i am allergic",
    "i'm allergic",
    "im allergic",
    "i am from",
    "i'm from",
    "i am a",
    "i'm a",
    "i am an",
    "i'm an",
    "i take",
    "i have a",
    "i have an",
    "i have two",
    "i put the",
    "i put my",
];
/// Verbs of statements about others.
const STATING: [&str; 11] =
    ["is", "are", "was", "were", "likes", "loves", "hates", "has", "lives", "works", "owes"];
/// Words with which no statement begins that is worth a note.
const NO_SUBJECT: &[&str] = &[
    "actually",
    "no",
    "yes",
    "and",
    "but",
    "ok",
    "well",
    "oh",
    "sorry",
    "also",
    "i",
    "you",
    "it",
    "it's",
    "this",
    "that",
    "these",
    "those",
    "there",
    "here",
    "he",
    "she",
    "they",
    "we",
    "if",
    "what",
    "who",
    "where",
    "when",
    "why",
    "how",
    "which",
    "whose",
    "is",
    "are",
    "was",
    "does",
    "do",
    "can",
    "tell",
    "research",
    "look",
    "find",
    "say",
    "write",
    "explain",
    "nobody",
    "nothing",
    "everything",
    "life",
    "everybody",
    "everyone",
    "so",
];
/// Words before what somebody has to do.
const DUTIES: &[&str] = &[
    "i need to",
    "i have to",
    "i've got to",
    "i got to",
    "i gotta",
    "i must",
    "i should",
    "i want to",
    "i have",
    "we need to",
    "we have to",
    "we must",
    "an appointment for",
    "todo:",
    "todo",
];
const CALENDARS: [&str; 5] =
    [" to my calendar", " on my calendar", " in my calendar", " into my calendar", " to the calendar"];
/// Beginnings that ask for something else than a reminder.
const NO_APPOINTMENT: &[&str] = &[
    "tell", "give", "show", "what", "what's", "whats", "who", "where", "when", "why", "how", "which", "is",
    "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "if", "remind",
    "list", "stop", "wake", "weather", "same", "news", "see", "talk", "until", "i", "you", "we", "he", "she",
    "they", "cancel", "delete", "pause", "resume", "undo", "forget", "skip", "snooze", "change", "move",
    "no", "yes", "rename", "edit", "clear",
];
/// Verbs of what people have to do.
const TO_DO: &[&str] = &[
    "call", "phone", "ring", "pay", "pick up", "take out", "take", "clean", "wash", "water", "feed",
    "return", "send", "write to", "drop off", "renew", "check", "email", "text", "visit", "collect",
];
/// Words before a thing that was bought.
const GOT: &[&str] =
    &["i got the", "i've got the", "got the", "we got the", "i bought", "i've bought", "bought", "we bought"];
const MOST_IN_DUTY: usize = 12;
/// Names of appointments.
const NAMED: [&str; 3] = ["appointment", "meeting", "calendar"];
/// The most words before the verb of a statement, and of a thing for the list.
const MOST_IN_SUBJECT: usize = 7;
const MOST_IN_ITEM: usize = 4;
