//! Reminders: the time and the goal. Every word belongs to one of the two; in doubt, nothing is booked.

use super::{
    notes::question,
    parse::{Command, Kind, fetched_url, some_text},
    readings::is_near,
    suggest,
    when::{When, before_to, stray},
    words::{is_end, number, skip_any, take, take_any, take_end, trim_end},
};

/// "remind me at 23:00 urgently to lock up", "every day at 23:00: lock up, even in quiet hours".
pub(super) fn urgently(text: &str) -> Option<Command> {
    let rest = without_urgency(text)?;
    let mut command = urgently(&rest).or_else(|| remind(&rest)).or_else(|| recur(&rest))?;
    if let Command::Schedule { urgent, .. } | Command::Unclear { urgent, .. } = &mut command {
        *urgent = true;
    }
    Some(command)
}

/// Returns the text without the words for "urgent": at its start, after the time or at its end. "call bob urgently"
/// describes the call, so it stays.
fn without_urgency(text: &str) -> Option<String> {
    if let Some(rest) = take(text, "urgent").or_else(|| take_any(text, URGENTLY)) {
        return Some(rest.to_owned());
    }
    let ended = trim_end(text);
    if let Some(before) = AT_ANY_HOUR.iter().find_map(|phrase| take_end(ended, phrase)) {
        return Some(before.to_owned());
    }
    if let Some(before) = take_end(ended, "urgently").filter(|before| When::at_end(before).is_some()) {
        return Some(before.to_owned());
    }
    let rest = skip_any(text, REMIND);
    let rest = skip_any(When::at_start(rest).map_or(rest, |(_, rest)| rest), REMIND);
    let goal = take_any(rest, URGENTLY)?;
    Some(format!("{} {goal}", text[..text.len() - rest.len()].trim_end()))
}

/// "remind me in 5 minutes to stretch", "remind me to stretch at 9", "tomorrow at 9 remind me to stretch".
pub(super) fn remind(text: &str) -> Option<Command> {
    // Without a time, "remember to …" is a note.
    let Some(rest) = take_any(text, REMIND)
        .or_else(|| take_any(text, REMEMBER))
        .or_else(|| told(text))
        .or_else(|| shortly(text))
    else {
        let (when, rest) = When::at_start(text)?;
        let goal = take_any(skip_any(rest, PLEASE), REMIND)?;
        return no_goal(text, goal).or_else(|| reminder(text, when, goal));
    };
    let rest = skip_any(rest, PLEASE);
    let Some((when, goal)) = When::around(rest) else { return short_span(text, rest) };
    no_goal(text, goal).or_else(|| reminder(text, when, goal))
}

/// "ping me in 20": nobody means hours.
fn short_span(text: &str, rest: &str) -> Option<Command> {
    let number = trim_end(take(rest, "in")?);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Command::NoGoal { text: format!("{} minutes", trim_end(text)) })
}

/// "remind me in 5 minutes".
fn no_goal(text: &str, goal: &str) -> Option<Command> {
    is_end(goal).then(|| Command::NoGoal { text: trim_end(text).to_owned() })
}

/// "remind me of the wifi code", "remind me what the wifi code is": without a time, perhaps a note is asked for.
pub(super) fn recall(text: &str) -> Option<Command> {
    let rest = take_any(text, &["remind me", "remind us"])?;
    let asked = || {
        let (query, _) = question(take(rest, "what").or_else(|| take(rest, "where")).map(|_| rest)?)?;
        ["is", "are", "was", "were"].iter().find_map(|verb| take_end(trim_end(query), verb))
    };
    let query = trim_end(take_any(rest, &["of", "about"]).or_else(asked)?);
    let query = some_text(query).filter(|query| stray(query, false).is_none() && !query.contains('\n'))?;
    Some(Command::Recall { query, text: text.to_owned() })
}

/// "remind 6pm gym".
fn shortly(text: &str) -> Option<&str> {
    take(text, "remind").filter(|rest| When::at_start(rest).is_some())
}

/// "tell me at 5pm to go home"; "tell me about …" asks for something else.
fn told(text: &str) -> Option<&str> {
    let rest = take(text, "tell me")?;
    let goal = When::at_start(rest).map_or(rest, |(_, goal)| goal);
    take(goal, "to").is_some().then_some(rest)
}

/// "wake me up at 7", "set an alarm for 6:30", "timer 10 minutes": reminders that need no goal. They ring at any hour.
pub(super) fn alarm(text: &str) -> Option<Command> {
    if let Some(when) = counted_timer(text) {
        return Some(Command::Schedule { goal: TIMER.to_owned(), when, kind: Kind::Reminder, urgent: true });
    }
    if let Some(minutes) =
        take(text, TIMER).map(trim_end).filter(|it| number(it).is_some_and(|(_, rest)| rest.is_empty()))
    {
        return alarm(&format!("{TIMER} {minutes} minutes"));
    }
    let (rest, name) = ALARMS.iter().find_map(|(phrase, name)| Some((take(text, phrase)?, *name)))?;
    let rest = skip_any(rest, &["for", "of"]);
    let counted = format!("in {rest}");
    let span = When::around(&counted).filter(|_| name == TIMER);
    let clock = format!("at {rest}");
    let (mut when, goal) = span.or_else(|| When::around(rest)).or_else(|| When::around(&clock))?;
    // People are woken in the morning.
    when.is_open &= name == TIMER;
    when.is_small_hour &= name == TIMER;
    if !is_end(goal) {
        let goal = skip_any(goal, &["for", "called", "named"]);
        let mut command = reminder(text, when, goal)?;
        if let Command::Schedule { urgent, .. } | Command::Unclear { urgent, .. } = &mut command {
            *urgent = true;
        }
        return Some(command);
    }
    Some(Command::Schedule { goal: name.to_owned(), when, kind: Kind::Reminder, urgent: true })
}

/// "5 minute timer", "set a 10-minute timer".
fn counted_timer(text: &str) -> Option<When> {
    let length = skip_any(text, &["set a", "set an", "start a", "start an", "a"]).replace('-', " ");
    let counted = format!("in {length}");
    let (when, rest) = When::at_start(&counted)?;
    take(rest, TIMER).is_some_and(is_end).then_some(when)
}

/// "every day at 9: water the plants", "every hour fetch example.org", "fetch example.org every day at 9".
pub(super) fn recur(text: &str) -> Option<Command> {
    let task = |when, url| {
        Some(Command::Schedule { goal: format!("fetch {url}"), when, kind: Kind::Task, urgent: false })
    };
    if When::at_start(text).is_some() {
        let (when, goal) = When::around(text)?;
        return match fetched_url(goal) {
            Some(url) => task(when, url),
            None if when.repeats() => reminder(text, when, goal),
            None => None,
        };
    }
    let (goal, when) = When::at_end(text)?;
    task(when, fetched_url(goal)?)
}

/// Returns a message that asks for a reminder without a time that the grammar can read.
pub(super) fn unclear(text: &str) -> Option<Command> {
    let text = in_order(text);
    let asks = take_any(&text, REMIND).is_some()
        || take_any(&text, RECURRENCES).is_some()
        || When::at_start(&text).is_some();
    let goal = suggest::goal(&text);
    // "the first one" chooses something.
    let has_goal = goal.contains(char::is_alphanumeric) && trim_end(goal) != "one";
    (asks && has_goal).then_some(Command::Unclear { text, words: None, urgent: false })
}

/// Returns "remind me eod to log hours" for "eod remind me to log hours".
fn in_order(text: &str) -> String {
    match text.split_once(" remind me ") {
        Some((before, rest)) if is_near(before) => format!("remind me {before} {rest}"),
        _ => text.to_owned(),
    }
}

/// Returns a message without the words that certainly ask for a reminder.
pub(super) fn asked(text: &str) -> &str {
    take_any(text, REMIND).map_or(text.trim_start(), |rest| skip_any(rest, PLEASE))
}

/// Returns the reminder that a text asks for, unless its goal may contain a part of its time.
fn reminder(text: &str, when: When, goal: &str) -> Option<Command> {
    let introduced = take_any(goal, &["to", "that", "about", "of"]);
    let goal = introduced.unwrap_or(goal);
    if let Some(goal) = verbatim(goal) {
        return Some(Command::Schedule { goal, when, kind: Kind::Reminder, urgent: false });
    }
    let goal = goal_text(goal)?;
    let is_negated = take_any(&goal, NEGATED).is_some();
    let is_open =
        introduced.is_none() && !is_negated && !text.contains(':') && take_any(text, REMIND).is_some();
    let words = stray(&goal, when.repeats()).or_else(|| before_to(&goal).filter(|_| is_open));
    Some(match words {
        Some(words) => {
            Command::Unclear { text: text.to_owned(), words: Some(words.to_owned()), urgent: false }
        }
        None => Command::Schedule { goal, when, kind: Kind::Reminder, urgent: false },
    })
}

/// Returns a goal in quotes, which contains no time whatever its words.
fn verbatim(goal: &str) -> Option<String> {
    let inner = trim_end(goal).strip_prefix(QUOTES)?.strip_suffix(QUOTES)?;
    some_text(inner).filter(|inner| !inner.contains(QUOTES))
}

/// Returns the goal of a reminder. A goal that begins or ends inside a phrase shows that a time was misread.
fn goal_text(goal: &str) -> Option<String> {
    let goal = goal.trim().trim_end_matches(',');
    let goal = goal.strip_suffix(['.', '?']).unwrap_or(goal);
    let dangles = |words: &[&str]| {
        take_any(goal, words).is_some() || words.iter().any(|word| take_end(goal, word).is_some())
    };
    // "the report, due on friday".
    let goal = goal.strip_suffix(", due").unwrap_or(goal);
    some_text(goal).filter(|_| !dangles(DANGLING) && !dangles(VERBS))
}

pub(super) const QUOTES: [char; 3] = ['"', '“', '”'];
const REMIND: &[&str] = &[
    "remind me",
    "remind us",
    "set a reminder for me",
    "set me a reminder for",
    "set me a reminder",
    "set a reminder for",
    "set a reminder",
    "set reminder for",
    "set reminder",
    "add reminder for",
    "add reminder",
    "add a reminder for",
    "add a reminder",
    "create a reminder for",
    "create a reminder",
    "make a reminder for",
    "make a reminder",
    "schedule a reminder for",
    "schedule a reminder",
    "send me a reminder",
    "give me a reminder",
    "i want to be reminded",
    "i need to be reminded",
    "i need a reminder",
    "reminder",
    "ping me",
    "nudge me",
    "alert me",
    "notify me",
];
const PLEASE: &[&str] = &["please", "pls", "plz"];
const REMEMBER: &[&str] = &[
    "remember to",
    "don't forget to",
    "don't forget",
    "don't let me forget to",
    "don't let me forget",
    "do not let me forget to",
    "do not let me forget",
    "do not forget to",
    "do not forget",
];
/// Requests that name their own goal.
const ALARMS: &[(&str, &str)] = &[
    ("wake me up", "wake up"),
    ("wake me", "wake up"),
    ("wakeup", "wake up"),
    ("set an alarm", "alarm"),
    ("set alarm", "alarm"),
    ("set my alarm", "alarm"),
    ("alarm", "alarm"),
    ("set a timer", TIMER),
    ("set timer", TIMER),
    ("start a timer", TIMER),
    ("timer", TIMER),
];
const TIMER: &str = "timer";
const RECURRENCES: &[&str] = &[
    "every",
    "each",
    "daily",
    "weekly",
    "monthly",
    "yearly",
    "hourly",
    "once",
    "twice",
    "annually",
    "biweekly",
    "fortnightly",
];
const URGENTLY: &[&str] = &["urgently", "even in quiet hours", "even in my quiet hours"];
const AT_ANY_HOUR: &[&str] = &[
    "even in quiet hours",
    "even in my quiet hours",
    "also in quiet hours",
    "also in my quiet hours",
    "even during quiet hours",
    "even during my quiet hours",
];
/// Words before "to" that belong to the goal.
pub(super) const NEGATED: &[&str] = &["not to", "never to"];
const DANGLING: &[&str] = &["and", "or", "at", "every", "until", "from"];
/// Verbs with which no goal begins or ends: "my meeting is at 3pm" and "mondays are hard" are statements.
pub(super) const VERBS: &[&str] = &["is", "are", "was", "starts", "begins", "ends"];
