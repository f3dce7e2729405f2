//! Messages that are answered without a tool: greetings, questions about the assistant, requests that it only explains.

use super::{
    phrases::PHRASES,
    smalltalk::{SMALL_TALK, UNABLE},
    words::{is_emoji, is_end, letters, skip_any, skip_emoji, take_any, take_end, trim_end},
};

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
    /// "i'm sad".
    Sadness,
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
    /// The request to delete something that was not named.
    DeleteWhich,
    /// The request to move a reminder that was not named.
    MoveWhich,
    /// The request to change the text of a reminder or a note.
    EditText,
    /// The request to pause until some time, or to leave out a single time.
    SkipOnce,
    /// The request to write to somebody else.
    ToOthers,
    /// "set an alarm", without the time.
    AlarmWhen,
    /// The request to begin anew.
    NewConversation,
    /// A question about the weather and the like.
    Unknown,
    /// "are you there?"
    Presence,
    Praise,
    Complaint,
    /// "done", about what a reminder said.
    Done,
    Wishes,
    /// "scratch that", "forget it": what was just made shall go.
    TakeBack,
    /// The request to take back what was done.
    Undo,
    /// "list", of which there are two.
    WhichList,
    /// "why not?"
    Why,
    /// The request to stop something unnamed.
    Stop,
}

/// Recognizes a message that needs no tool.
pub(super) fn talk(text: &str) -> Option<Talk> {
    let text = trim_end(skip_emoji(text));
    if AGREED.iter().any(|emoji| text.starts_with(emoji)) {
        return Some(Talk::Agreement);
    }
    let text = trim_end(text.trim_end_matches(is_emoji));
    let plain = ["please", "bot"].iter().find_map(|word| take_end(text, word)).unwrap_or(text);
    // The zone is in the command that the answer shows.
    if take_any(text, SET_ZONE).is_some() {
        return Some(Talk::ChangeTimeZone);
    }
    let said = |text: &str| {
        let is_said = |phrases: &[&str]| take_any(text, phrases).is_some_and(is_end);
        let all = PHRASES.iter().chain(SMALL_TALK);
        let mut all = all.filter(|(_, phrases)| is_said(phrases)).map(|(talk, _)| *talk);
        all.next()
    };
    said(text).or_else(|| said(plain))
}

/// Recognizes a request that the assistant does not carry out. "Remind me" and "tell us" do not ask to write to others.
pub(super) fn unable(text: &str) -> Option<Talk> {
    UNABLE.iter().find_map(|(talk, beginnings)| {
        let rest = take_any(text, beginnings).filter(|rest| !is_end(rest))?;
        let is_own = take_any(rest, &["me", "us", "you", "yourself"]).is_some();
        (*talk != Talk::ToOthers || !is_own).then_some(*talk)
    })
}

/// Returns whether a question asks about the assistant: "what do you think of …". "what did I tell you" asks for a
/// note.
pub(super) fn asks_about_assistant(question: &str) -> bool {
    let (_, rest) = letters(question.trim_start());
    let rest = rest.strip_prefix("'s").or_else(|| rest.strip_prefix("’s")).unwrap_or(rest);
    let asked = skip_any(rest, &["is", "are", "was", "were", "do", "does", "did"]);
    let named = |words: &&str| question.to_ascii_lowercase().contains(*words);
    take_any(asked, &["you", "we", "time"]).is_some() || [" do you", " are you", " can you"].iter().any(named)
}

const SET_ZONE: &[&str] = &[
    "set my timezone to",
    "set my time zone to",
    "set timezone to",
    "set the timezone to",
    "change my timezone to",
    "change my time zone to",
    "my timezone is",
    "my time zone is",
];
const AGREED: [&str; 4] = ["👍", "👌", "🙏", "❤"];
