//! The grammar: which messages are commands, and how they are read.

use proptest::{collection::vec, prelude::*, sample::select};

use super::{
    super::{burst::commands, understands},
    notation::{read, short},
};

fn check(table: &[(&str, &str)]) {
    let wrong = table.iter().filter_map(|(text, expected)| {
        let read = read(text);
        // The goal is compared where it is named.
        let read = match read.split_once(" about [") {
            Some((question, _)) if !expected.contains(" about [") => question,
            _ => &read,
        };
        (read != *expected).then(|| format!("{text:?}: {read} != {expected}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Phrases of people, one a line with its meaning: `words => meaning`, in the notation of [`read`]; `refuse` means an
/// `ask` about words that leave nothing open.
const PHRASES: &str = include_str!("phrases.txt");

#[test]
fn no_phrase_is_misunderstood() {
    let phrases: Vec<_> = PHRASES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(" => ").unwrap_or_else(|| panic!("no meaning: {line}")))
        .collect();
    let meanings: Vec<_> =
        phrases.iter().map(|(text, meaning)| (*text, meaning.replace("refuse [", "ask ["))).collect();
    check(&meanings.iter().map(|(text, meaning)| (*text, meaning.as_str())).collect::<Vec<_>>());
    let refused = phrases.iter().filter(|(_, meaning)| meaning.starts_with("refuse [")).count();
    assert!(phrases.len() >= 400 && refused * 100 <= phrases.len() * 15, "{refused} of {}", phrases.len());
}

/// Words of times, goals and the text between them.
const WORDS: [&str; 52] = [
    "remind me",
    "every",
    "each",
    "other",
    "last",
    "working day",
    "for the next",
    "on",
    "at",
    "in",
    "to",
    "and",
    "the",
    "of",
    "next",
    "this",
    "except",
    "between",
    "until",
    "for",
    "a",
    "half",
    "past",
    "quarter",
    "monday",
    "fri",
    "weekdays",
    "tomorrow",
    "today",
    "tonight",
    "midnight",
    "noon",
    "morning",
    "december",
    "24 december",
    "24.12.",
    "5/6",
    "31st",
    "first",
    "9",
    "9:30",
    "8pm",
    "17",
    "2",
    "hour",
    "days",
    "month",
    "year",
    "week",
    "New York time",
    "\"run\"",
    "stretch",
];

proptest! {
    /// No words panic, and every suggestion is understood.
    #[test]
    fn any_words_are_booked_or_asked_about(words in vec(select(&WORDS[..]), 1..12)) {
        read(&format!("remind me {}", words.join(" ")));
        read(&words.join(" "));
    }
}

#[test]
fn notes() {
    check(&[
        ("remember that the wifi code is 4711", "save [the wifi code is 4711]"),
        ("Remember: my size is 42!", "save [my size is 42!]"),
        ("please note that I'm vegetarian", "save [I'm vegetarian]"),
        ("Can you please remember that my locker is B12?", "save [my locker is B12]"),
        ("save the gate code is #4711 #home #Door-2", "save [the gate code is #4711] home door-2"),
        ("remember the list:\n1. tea\n2. milk", "save [the list:\n1. tea\n2. milk]"),
        ("remember", "rememberwhat"),
        ("remember #home", "-"),
        ("what is the wifi code?", "search [the wifi code]"),
        ("What’s my size", "search [my size]"),
        ("what are the opening hours??", "search [the opening hours]"),
        ("do you remember the \"gate\" code?", "search [the \"gate\" code]"),
        ("search my notes for C++", "search [C++]"),
        ("recall 暗証番号", "search [暗証番号]"),
        ("who is alice?", "search [alice]"),
        ("where did I park?", "search [I park] for [where did I park?]"),
        ("what is love? tell me more", "-"),
        ("forget the old address.", "forget [the old address]"),
        ("forget note-1b2c", "delete note [note-1b2c]"),
        ("delete my note about bob", "forget [bob]"),
        ("delete note-1b2c", "delete note [note-1b2c]"),
        ("forget it", "takeback"),
    ]);
}

#[test]
fn urgent() {
    let lock_up = "remind [lock up] once 2026-11-21 23:00:00 urgent";
    let each_day = "remind [lock up] cron 0 23 * * * urgent";
    check(&[
        ("remind me at 23:00 urgently to lock up", lock_up),
        ("Urgently remind me at 23:00 to lock up!", "remind [lock up!] once 2026-11-21 23:00:00 urgent"),
        ("urgent: remind me to lock up at 23:00", lock_up),
        ("please remind me urgently to lock up at 23:00", lock_up),
        ("remind me to lock up at 23:00 urgently", lock_up),
        ("remind me at 23:00 to lock up, even in quiet hours.", lock_up),
        ("remind me to lock up at 23:00 even during my quiet hours", lock_up),
        ("at 23:00 remind me, even in my quiet hours, to lock up", lock_up),
        ("every day at 23:00 urgently: lock up", each_day),
        ("every day at 23:00: lock up, even in quiet hours", each_day),
        (
            "fetch example.org every day at 9 even in quiet hours",
            "task [fetch https://example.org/] cron 0 9 * * * urgent",
        ),
        ("remind me at 23:00 to call bob urgently", "remind [call bob urgently] once 2026-11-21 23:00:00"),
        (
            "remind me at 23:00 to write urgently to bob",
            "remind [write urgently to bob] once 2026-11-21 23:00:00",
        ),
        ("what is urgent?", "search [urgent]"),
        ("urgently", "-"),
    ]);
}

#[test]
fn once() {
    check(&[
        ("remind me in one minute to stretch", "remind [stretch] once 2026-11-21T13:03:30Z"),
        ("REMIND ME IN 5MIN TO Stretch.", "remind [Stretch] once 2026-11-21T13:07:30Z"),
        ("remind me to stretch in 20 minutes, please", "remind [stretch] once 2026-11-21T13:22:30Z"),
        ("could you remind me to stretch in half an hour?", "remind [stretch] once 2026-11-21T13:32:30Z"),
        ("remind me in an hour and a half to eat", "remind [eat] once 2026-11-21T14:32:30Z"),
        ("remind me in 1h30m to eat", "remind [eat] once 2026-11-21T14:32:30Z"),
        ("remind me in 1 hour and 10 minutes to eat", "remind [eat] once 2026-11-21T14:12:30Z"),
        ("in forty-five seconds remind me to breathe", "remind [breathe] once 2026-11-21T13:03:15Z"),
        ("remind me in two weeks to pay the rent", "remind [pay the rent] once 2026-12-05 14:02:30"),
        ("remind me in sixty days to renew", "remind [renew] once 2027-01-20 14:02:30"),
        ("remind me at 9am to call alice", "remind [call alice] once 2026-11-22 09:00:00"),
        ("remind me to call alice at 9 pm", "remind [call alice] once 2026-11-21 21:00:00"),
        ("remind me at 9:30pm to sleep", "remind [sleep] once 2026-11-21 21:30:00"),
        ("remind me at 12 a.m. to sleep", "remind [sleep] once 2026-11-22 00:00:00"),
        ("remind me at noon: lunch", "remind [lunch] once 2026-11-22 12:00:00"),
        ("remind me tomorrow to vote", "remind [vote] once 2026-11-22 09:00:00"),
        ("remind me tomorrow 17:15 about the train", "remind [the train] once 2026-11-22 17:15:00"),
        ("remind me tonight to lock up", "remind [lock up] once 2026-11-21 20:00:00"),
        ("remind me tonight at 8:30 to lock up", "remind [lock up] once 2026-11-21 20:30:00"),
        ("remind me tomorrow evening to lock up", "remind [lock up] once 2026-11-22 18:00:00"),
        (
            "remind me today at 9 to lock up",
            "ask [Saturday 21 November at 21:00 | Sunday 22 November at 09:00]",
        ),
        ("remind me on monday to vote", "remind [vote] once 2026-11-23 09:00:00"),
        ("remind me at 15:00 on saturday to run", "remind [run] once 2026-11-21 15:00:00"),
        ("remind me at 8 on saturday to run", "remind [run] once 2026-11-28 08:00:00"),
        ("remind me next saturday at 15:00 to run", "remind [run] once 2026-11-28 15:00:00"),
        ("remind me at 9 on 2027-05-01 to march", "remind [march] once 2027-05-01 09:00:00"),
        ("remind me on 24 December at 18:00 to sing", "remind [sing] once 2026-12-24 18:00:00"),
        ("remind me on march 3rd to sow", "remind [sow] once 2027-03-03 09:00:00"),
        ("remind me on 29 february 2028 to leap", "remind [leap] once 2028-02-29 09:00:00"),
        ("remind me at 9am Europe/London to call", "remind [call] once 2026-11-22 09:00:00 Europe/London"),
        ("remind me to call at 22:00 (utc)", "remind [call] once 2026-11-21 22:00:00 UTC"),
        ("set a reminder for tomorrow at 9 to call", "remind [call] once 2026-11-22 09:00:00"),
        ("remind me to buy 2 tickets in 3 hours", "remind [buy 2 tickets] once 2026-11-21T16:02:30Z"),
        ("fetch example.org tomorrow at 9", "task [fetch https://example.org/] once 2026-11-22 09:00:00"),
    ]);
}

#[test]
fn again_and_again() {
    check(&[
        ("remind me every 15 minutes to drink", "remind [drink] interval 900"),
        ("every hour: drink", "remind [drink] interval 3600"),
        ("every half hour remind me to blink", "remind [blink] interval 1800"),
        ("every other day remind me to run", "remind [run] interval 172800"),
        ("remind me every day at 9 to plan", "remind [plan] cron 0 9 * * *"),
        ("daily at 7:05: weigh in", "remind [weigh in] cron 5 7 * * *"),
        ("every evening remind me to read", "remind [read] cron 0 18 * * *"),
        ("remind me at 9 every day to plan", "remind [plan] cron 0 9 * * *"),
        ("every weekday at 8:30: stand up", "remind [stand up] cron 30 8 * * MON-FRI"),
        ("remind me on weekdays at 8:30 to stand up", "remind [stand up] cron 30 8 * * MON-FRI"),
        ("every morning at 8, put the kettle on", "remind [put the kettle on] cron 0 8 * * *"),
        ("every weekend at 10, hike", "remind [hike] cron 0 10 * * SAT,SUN"),
        ("every thursday and monday at 9 sweep", "remind [sweep] cron 0 9 * * MON,THU"),
        ("remind me to sweep on mondays", "remind [sweep] cron 0 9 * * MON"),
        ("every monday, tuesday and friday at noon: swim", "remind [swim] cron 0 12 * * MON,TUE,FRI"),
        ("remind me every month on the 1st at 9 to pay", "remind [pay] cron 0 9 1 * *"),
        ("on the 31st of every month: pay", "remind [pay] cron 0 9 31 * *"),
        ("remind me every weekday at 9 asia/tokyo to wave", "remind [wave] cron 0 9 * * MON-FRI Asia/Tokyo"),
        ("every day at 9: fetch https://example.org/a", "task [fetch https://example.org/a] cron 0 9 * * *"),
        ("fetch example.org every 2 hours", "task [fetch https://example.org/] interval 7200"),
    ]);
}

#[test]
fn schedules_and_scratchpad() {
    check(&[
        ("list my reminders", "list"),
        ("show schedules.", "list"),
        ("What reminders do I have?", "list"),
        ("pause stretch", "pause [stretch]"),
        ("cancel the reminder to call alice", "delete [call alice]"),
        ("cancel reminder 2", "delete [#2]"),
        ("resume #3!", "resume [#3]"),
        ("delete my stretch reminder", "delete [stretch]"),
        ("delete 0198f2a4-77aa-7c1e", "delete [id:0198f2a4-77aa-7c1e]"),
        ("cancel", "takeback"),
        ("jot down milk", "jot [milk]"),
        ("jot milk\njot eggs", "jot [milk|eggs]"),
        ("what's on my scratchpad?", "show"),
        ("clear scratchpad", "clear"),
    ]);
}

#[test]
fn pages_and_talk() {
    check(&[
        ("fetch https://example.org/a?b=c", "fetch https://example.org/a?b=c"),
        ("https://example.org.", "fetch https://example.org/"),
        ("please open <https://example.org/>", "fetch https://example.org/"),
        ("read example.org/news", "fetch https://example.org/news"),
        ("example.org", "-"),
        ("open door", "-"),
        ("fetch ftp://example.org/", "-"),
        ("fetch https://", "-"),
        ("Hi!", "hello"),
        ("hello there", "hello"),
        ("hey, what can you do?", "help"),
        ("thank you", "thanks"),
        ("show my notes", "notes"),
        ("What did I ask you to remember?", "notes"),
        ("what do you know about me?", "notes"),
        ("what do you know about bob?", "search [bob]"),
        ("stop", "stop"),
        ("cancel everything", "delete [*]"),
        ("hi, remember that bob is here", "save [bob is here]"),
        ("write me a poem", "-"),
        ("", "-"),
        ("please", "-"),
        ("?!", "-"),
    ]);
}

#[test]
fn misread_times_are_refused() {
    let texts = [
        "remind me to stretch",
        "remind me at 25 to stretch",
        "remind me at 13 pm to stretch",
        "remind me in 5 parsecs to stretch",
        "remind me in 99999999 weeks to stretch",
        "remind me in 0 minutes to stretch",
        "remind me on 2026-02-30 to stretch",
        "remind me on 30 february to stretch",
        "remind me every 2 days at 9:00 and 9:30 to stretch",
        "remind me on monday and thursday to stretch",
        "remind me to stretch on monday and thursday",
        "remind me today to stretch",
        "remind me to enjoy the sun",
        "remind me every month on the 32nd to stretch",
        "tomorrow call bob",
    ];
    let is_refused = |read: &str| read == "-" || read.starts_with("ask [");
    let understood: Vec<_> =
        texts.into_iter().map(|text| (text, read(text))).filter(|(_, read)| !is_refused(read)).collect();
    assert!(understood.is_empty(), "{understood:?}");
}

#[test]
fn bursts() {
    let burst = |messages: &[&str]| {
        commands(messages)
            .map(|all| all.iter().map(short).collect::<Vec<_>>().join(" + "))
            .unwrap_or_default()
    };
    assert_eq!(burst(&["remember a cat", "jot milk"]), "save [a cat] + jot [milk]");
    assert_eq!(burst(&["remember the list:\ntea", "what is tea?"]), "save [the list:\ntea] + search [tea]");
    assert_eq!(burst(&["remember that", "the wifi code is 4711"]), "save [the wifi code is 4711]");
    assert_eq!(burst(&["remember a cat", "and so on"]), "save [a cat] + what is [and so on]");
    assert_eq!(burst(&["what is a cat", "and so on"]), "search [a cat] + what is [and so on]");
    assert_eq!(burst(&[]), "");
}

#[test]
fn talk_is_not_a_command() {
    assert!(understands("what is the wifi code?"));
    assert!(!understands("hello"));
    assert!(!understands("hello\nremember a cat"));
    assert!(!understands("write me a poem"));
    assert!(!understands("what do you think of the weather?"));
    assert!(!understands("what time is it?"));
    // It asks for what is missing.
    assert!(understands("please save a note") && understands("remind me"));
}
