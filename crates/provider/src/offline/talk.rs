//! Messages that are answered without a tool: greetings, questions about the assistant, requests that it only explains.

use super::words::{is_end, letters, skip_any, take_any, take_end, trim_end};

/// A message that is answered without a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Talk {
    Greeting,
    HowAreYou,
    Thanks,
    Farewell,
    /// "ok", which needs no answer.
    Agreement,
    /// "yes" and "no", which answer a question that was not asked here.
    YesOrNo,
    Help,
    /// The question what answers here: a program, a model, an AI.
    Identity,
    Languages,
    /// The question who can read what is written.
    Privacy,
    /// The question for the time or the date.
    Clock,
    ChangeTimeZone,
    /// The question whether it can remember things.
    CanRemember,
    /// "remember this", "save a note", without the content.
    RememberWhat,
    /// "remind me", "remind me of something", without the goal and the time.
    RemindWhat,
    /// The question whether it can remind people.
    CanRemind,
    /// The question for all notes.
    Notes,
    DeleteNotes,
    DeleteAccount,
    CancelReminders,
    /// The request to stop something unnamed.
    Stop,
}

/// Recognizes a message that needs no tool.
pub(super) fn talk(text: &str) -> Option<Talk> {
    let text = trim_end(text);
    let plain = ["please", "bot"].iter().find_map(|word| take_end(text, word)).unwrap_or(text);
    let said = |text: &str| {
        let is_said = |phrases: &[&str]| take_any(text, phrases).is_some_and(is_end);
        PHRASES.iter().find(|(_, phrases)| is_said(phrases)).map(|(talk, _)| *talk)
    };
    said(text).or_else(|| said(plain))
}

/// Whether a question asks about the assistant: "what do you think of …". "what did I tell you" asks for a note.
pub(super) fn asks_about_assistant(question: &str) -> bool {
    let (_, rest) = letters(question.trim_start());
    let rest = rest.strip_prefix("'s").or_else(|| rest.strip_prefix("’s")).unwrap_or(rest);
    let asked = skip_any(rest, &["is", "are", "was", "were", "do", "does", "did"]);
    let named = |words: &&str| question.to_ascii_lowercase().contains(*words);
    take_any(asked, &["you", "we", "time"]).is_some() || [" do you", " are you", " can you"].iter().any(named)
}

/// The phrases of each kind. A longer phrase stands before its beginning.
const PHRASES: &[(Talk, &[&str])] = &[
    (Talk::Greeting, GREETINGS),
    (Talk::HowAreYou, &["how are you doing", "how are you today", "how are you", "how is it going"]),
    (Talk::Thanks, THANKS),
    (
        Talk::Farewell,
        &["bye bye", "bye", "goodbye", "good bye", "good night", "goodnight", "see you later", "see you"],
    ),
    (
        Talk::Agreement,
        &["ok thanks", "ok", "okay", "all right", "alright", "great", "cool", "fine", "perfect"],
    ),
    (Talk::YesOrNo, &["yes", "yeah", "yep", "no thanks", "no thank you", "no", "nope"]),
    (Talk::Help, HELP),
    (Talk::Identity, IDENTITY),
    (
        Talk::Languages,
        &[
            "what language do you speak",
            "what languages do you speak",
            "which language do you speak",
            "which languages do you speak",
            "do you speak english",
            "do you speak german",
            "do you speak french",
            "do you speak spanish",
        ],
    ),
    (Talk::Privacy, PRIVACY),
    (Talk::Clock, CLOCK),
    (
        Talk::ChangeTimeZone,
        &[
            "how do i change my time zone",
            "how do i change my timezone",
            "how do i set my time zone",
            "how do i set my timezone",
            "how can i change my time zone",
            "change my time zone",
            "change my timezone",
        ],
    ),
    (Talk::CanRemember, CAN_REMEMBER),
    (Talk::RememberWhat, REMEMBER_WHAT),
    (Talk::RemindWhat, REMIND_WHAT),
    (Talk::CanRemind, CAN_REMIND),
    (Talk::Notes, ALL_NOTES),
    (Talk::DeleteNotes, DELETE_NOTES),
    (Talk::DeleteAccount, DELETE_ACCOUNT),
    (
        Talk::CancelReminders,
        &[
            "how do i delete a reminder",
            "how do i delete reminders",
            "how do i cancel a reminder",
            "how do i cancel reminders",
            "how do i stop a reminder",
            "how do i remove a reminder",
            "how can i delete a reminder",
            "how can i cancel a reminder",
        ],
    ),
    (
        Talk::Stop,
        &[
            "stop it",
            "stop that",
            "stop now",
            "stop",
            "be quiet",
            "enough",
            "how do i stop you",
            "how can i stop you",
            "how do i stop this",
        ],
    ),
];

const GREETINGS: &[&str] = &[
    "hi there",
    "hi",
    "hello there",
    "hello",
    "hey there",
    "hey",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
];
const THANKS: &[&str] =
    &["thanks a lot", "thanks", "thank you very much", "thank you so much", "thank you", "thx", "cheers"];
const HELP: &[&str] = &[
    "help me with something",
    "help me",
    "help",
    "i need help",
    "i need some help",
    "can you help me with something",
    "can you help me",
    "could you help me",
    "what can you do for me",
    "what can you do",
    "what else can you do",
    "what can i do",
    "what can i say",
    "what can i ask you",
    "what do you do",
    "who are you",
    "what are you",
    "how do i use this",
    "how do i use you",
    "how does this work",
    "how do you work",
    "how can i use this",
    "what commands are there",
    "which commands are there",
    "what commands do you know",
    "what are the commands",
    "what are your commands",
    "list commands",
    "show commands",
    "commands",
    "menu",
    "start",
];
const IDENTITY: &[&str] = &[
    "are you an ai",
    "are you ai",
    "are you a bot",
    "are you a robot",
    "are you a human",
    "are you human",
    "are you a person",
    "are you real",
    "are you a language model",
    "are you an llm",
    "are you chatgpt",
    "what model are you",
    "which model are you",
    "what model do you use",
    "which model do you use",
    "what ai are you",
    "what version are you",
    "which version are you",
    "who made you",
    "who built you",
    "who created you",
    "who wrote you",
    "what's your name",
    "whats your name",
    "what is your name",
    "what are you called",
    "how old are you",
];
const PRIVACY: &[&str] = &[
    "who can read this",
    "who else can read this",
    "who can read my notes",
    "who else can read my notes",
    "who can read my messages",
    "who can see this",
    "who else can see this",
    "who can see my notes",
    "is this private",
    "is this conversation private",
    "is this chat private",
    "are my notes private",
    "where is my data stored",
    "where are my data stored",
    "where is my data",
    "where are my notes stored",
    "do you store my data",
    "can i trust you",
];
const CLOCK: &[&str] = &[
    "what time is it now",
    "what time is it",
    "what's the time",
    "whats the time",
    "what is the time",
    "tell me the time",
    "what day is today",
    "what day is it today",
    "what day is it",
    "what date is today",
    "what date is it",
    "what is today's date",
    "what's today's date",
    "what's the date today",
    "what's the date",
    "what is the date today",
    "what is the date",
    "what is today",
    "what time zone am i in",
    "what is my time zone",
    "what's my time zone",
    "what is my timezone",
];
const CAN_REMEMBER: &[&str] = &[
    "can you remember things",
    "can you remember something",
    "can you remember anything",
    "can you remember stuff",
    "can you take notes",
    "can you save notes",
    "do you remember things",
    "what can you remember",
];
const REMEMBER_WHAT: &[&str] = &[
    "remember this",
    "remember that",
    "remember it",
    "remember something for me",
    "remember something important",
    "remember something",
    "remember some things",
    "remember a few things",
    "remember",
    "save this",
    "save that",
    "save it",
    "save something",
    "save a note for me",
    "save a note",
    "save a new note",
    "save",
    "add a note",
    "add a new note",
    "create a note",
    "create a new note",
    "write a note",
    "store a note",
    "keep a note",
    "new note",
    "note this",
    "note that",
    "note this down",
    "note that down",
    "note something down",
    "note down something",
    "note something",
    "note",
    "make a note for me",
    "make a note",
    "make a new note",
    "take a note for me",
    "take a note",
    "write something down",
    "write this down",
    "write that down",
    "write down",
];
const REMIND_WHAT: &[&str] = &[
    "remind me of something",
    "remind me about something",
    "remind me to do something",
    "remind me",
    "set a reminder for me",
    "set me a reminder",
    "set a reminder",
    "add a reminder",
    "create a reminder",
    "make a reminder",
    "schedule a reminder",
    "i need a reminder",
];
const CAN_REMIND: &[&str] = &[
    "can you set a reminder",
    "can you set reminders",
    "can you remind me of things",
    "can you remind me of something",
    "can you remind me",
    "do you set reminders",
];
const ALL_NOTES: &[&str] = &[
    "show my notes",
    "show me my notes",
    "show all my notes",
    "show all notes",
    "show notes",
    "list my notes",
    "list all my notes",
    "list notes",
    "all my notes",
    "my notes",
    "any notes",
    "notes",
    "my memory",
    "memory",
    "show memory",
    "what are my notes",
    "what notes do i have",
    "do i have any notes",
    "do i have notes",
    "show me everything you remember",
    "show me what you remember",
    "what do you know about me",
    "what do you remember about me",
    "what do you remember",
    "do you remember me",
    "do you know me",
    "what did i ask you to remember",
    "what have i asked you to remember",
];
const DELETE_NOTES: &[&str] = &[
    "delete all my notes",
    "delete all notes",
    "delete all of my notes",
    "delete my notes",
    "delete notes",
    "delete everything",
    "remove all my notes",
    "remove all notes",
    "erase all my notes",
    "clear all my notes",
    "clear my notes",
    "forget everything i told you",
    "forget everything",
    "forget about everything",
    "forget all my notes",
    "forget all",
    "forget my notes",
    "how do i delete a note",
    "how do i delete my notes",
    "how do i delete notes",
];
const DELETE_ACCOUNT: &[&str] = &[
    "delete my account",
    "delete my data",
    "delete all my data",
    "delete everything about me",
    "delete everything you know about me",
    "delete me",
    "erase my data",
    "forget everything about me",
    "forget about me",
    "forget me",
    "how do i delete my account",
    "how do i delete my data",
];
