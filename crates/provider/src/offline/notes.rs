//! Notes: what is saved, asked for and forgotten.

use serde_json::{Value, json};

use super::{
    parse::{Action, Command, Target, some_text},
    plan::{Call, Slot, Then},
    reply::{self, Moment, Note},
    suggest,
    talk::{self, Talk},
    texts,
    when::When,
    words::{is_end, skip_any, take, take_any, take_end, trim_end},
};

/// "remember that the wifi code is 4711 #home". The content is saved verbatim, without tags at its end.
pub(super) fn save(text: &str) -> Option<Command> {
    let rest = take_any(text, SAVE)?;
    if take(text, "remember").is_some_and(|content| content == rest && says_nothing(content)) {
        return Some(Command::Talk(Talk::RememberWhat));
    }
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

/// "me", "what i said", "how to do that": no content of a note. After a colon there is one.
fn says_nothing(content: &str) -> bool {
    let is_pronoun = take_any(content, PRONOUNS).is_some_and(|rest| is_end(skip_any(rest, &["for me"])));
    is_pronoun || (take_any(content, QUESTION_WORDS).is_some() && !content.contains(':'))
}

/// "forget my old address", "forget note-…".
pub(super) fn forget(text: &str) -> Option<Command> {
    let what = match take(text, "forget") {
        Some(rest) => skip_any(rest, ABOUT),
        None => {
            let rest = take_any(text, &["delete", "remove", "undo"])?;
            if take_any(rest, LAST_NOTE).is_some_and(is_end) {
                return Some(Command::Change { action: Action::Delete, target: Target::It });
            }
            let rest = skip_any(rest, &["the", "my"]);
            take_any(rest, &["note about", "note that", "note"])
                .or_else(|| rest.starts_with(NOTE_ID).then_some(rest))?
        }
    };
    let what = some_text(trim_end(what)).filter(|what| what != "it" && !what.contains('\n'))?;
    let is_id = what.starts_with(NOTE_ID) && !what.contains(char::is_whitespace);
    Some(if is_id { Command::DeleteNote { id: what } } else { Command::Forget { words: what } })
}

/// "remember when I told you about the dog?" and "can you remember where I parked?" ask for a note.
pub(super) fn remembered(text: &str) -> Option<Command> {
    if let Some(thing) = take_any(text, REMEMBERED) {
        return found(thing, None);
    }
    let asked = take_any(text, &["can you remember", "could you remember", "do you remember", "remember"])?;
    take_any(asked, QUESTION_WORDS).filter(|_| text.trim_end().ends_with('?'))?;
    found(asked_for(asked)?.0, Some(asked))
}

/// "what is the wifi code?", "do you remember my size", "where did I put the passport?", "tell me the gate code".
pub(super) fn search(text: &str) -> Option<Command> {
    if let Some(thing) = take_any(text, RECALL) {
        let is_thing = When::at_end(thing).is_none() && take_any(thing, NO_FIND).is_none();
        return found(thing, None).filter(|_| is_thing);
    }
    if let Some(thing) = bare(text) {
        return found(thing, None);
    }
    if let Some(thing) = take_any(text, &["tell me", "give me"]) {
        let is_thing = take_any(thing, &["the", "my"]).is_some() && When::at_end(thing).is_none();
        return found(thing, None).filter(|_| is_thing);
    }
    if let Some(query) = yes_or_no(text) {
        return found(query, Some(text));
    }
    let (query, is_thing) = question(text)?;
    // A reminder may tell when something is, too.
    let is_thing = is_thing && take_any(text, &["when", "when's"]).is_none();
    found(query, if is_thing { None } else { Some(text) })
}

/// "does bob owe me money?", "is lena allergic to nuts?".
fn yes_or_no(text: &str) -> Option<&str> {
    let rest = take_any(text, YES_OR_NO).filter(|_| text.trim_end().ends_with('?'))?;
    let is_of_assistant = talk::asks_about_assistant(text) || take_any(rest, NO_QUERY).is_some();
    let is_known = || take_end(trim_end(rest), "it").is_none() && take_end(trim_end(rest), "that").is_none();
    (!is_of_assistant && is_known() && rest.split_whitespace().count() > 1).then_some(rest)
}

/// "wifi password?": a thing and a question mark.
fn bare(text: &str) -> Option<&str> {
    let thing = trim_end(text.trim_end().strip_suffix('?')?);
    let is_thing = take_any(thing, NO_BARE).is_none() && thing.split_whitespace().count() <= MOST_IN_THING;
    Some(thing).filter(|_| is_thing && !thing.contains([',', ':']))
}

/// Returns what a question asks for, and whether that is a thing: "the wifi code", but not "I park". A question about
/// the assistant asks for no note.
pub(super) fn question(text: &str) -> Option<(&str, bool)> {
    asked_for(text).filter(|_| !talk::asks_about_assistant(text))
}

fn asked_for(text: &str) -> Option<(&str, bool)> {
    let named = take_any(text, &["who's", "when's", "where's", "what's", "whats"]);
    let rest = named.or_else(|| take_any(text, QUESTION_WORDS))?;
    let named = named.or_else(|| take_any(rest, &["is", "are", "was", "were"]));
    let query = named.unwrap_or_else(|| skip_any(rest, &["do", "does", "did"]));
    Some((query, named.is_some() && take_any(query, NO_THING).is_none()))
}

/// Returns the search for a note, if the query is one sentence.
fn found(query: &str, asked: Option<&str>) -> Option<Command> {
    let query = trim_end(query).trim_matches(['"', '“', '”']);
    let is_one_sentence = !query.contains(['?', '\n']) && !query.contains(". ");
    let asked = asked.map(|asked| format!("{}?", trim_end(asked)));
    some_text(query).filter(|_| is_one_sentence).map(|query| Command::Search { query, asked })
}

/// Returns the reply to a saved note, with the reminder that it may call for.
pub(super) fn saved(content: &str, moment: Moment) -> Slot {
    match suggest::of_note(content, moment) {
        readings if readings.is_empty() => Slot::Said(texts::saved(content)),
        readings => Slot::Asked(texts::saved_with_a_time(content, &readings), readings),
    }
}

/// Returns the note that is meant, or else asks when this reminder is wanted.
pub(super) fn recall(query: &str, text: &str, found: &Value, moment: Moment) -> Slot {
    let notes = reply::notes(found);
    match reply::matching(&notes, query).as_slice() {
        [] => {
            let readings = suggest::reminders(text, false, moment);
            Slot::Asked(texts::nothing_to_recall(query, suggest::goal(text), &readings), readings)
        }
        matching => Slot::Said(texts::remembered(matching, moment)),
    }
}

/// Returns the call that deletes the note with these words, or the question which one is meant.
pub(super) fn delete(words: &str, found: &Value) -> Slot {
    let notes: Vec<_> = reply::notes(found).into_iter().filter(|note| note.note_id.is_some()).collect();
    let matching = reply::matching(&notes, words);
    match matching.as_slice() {
        [note] => Slot::Called(Call {
            tool: "memory_delete",
            arguments: json!({ "note_id": note.note_id }),
            then: Then::Tell,
            lead: Some(texts::note_to_delete(&note.text)),
        }),
        [] if notes.is_empty() => Slot::Said(texts::nothing_to_forget(words)),
        [] => which_note(&notes.iter().collect::<Vec<_>>()),
        several => which_note(several),
    }
}

fn which_note(notes: &[&Note]) -> Slot {
    Slot::Asked(texts::which_note(notes), suggest::deletions(notes))
}

/// Words between "forget" and what is forgotten.
const ABOUT: &[&str] = &[
    "what i said about",
    "what i told you about",
    "everything about",
    "the note about",
    "my note about",
    "about",
    "that",
];
const LAST_NOTE: &[&str] =
    &["that note", "this note", "the note", "the last note", "my last note", "last note"];
const NOTE_ID: &str = "note-";
const PRONOUNS: &[&str] = &[
    "me",
    "us",
    "you",
    "him",
    "her",
    "them",
    "stuff",
    "things",
    "something",
    "anything",
    "everything",
    "some stuff",
    "some things",
];
/// Words before the content of a note. A longer phrase stands before its beginning.
const SAVE: &[&str] = &[
    "save a note that",
    "save a note:",
    "save note that",
    "save note",
    "remember that",
    "remember this:",
    "remember the following:",
    "remember",
    "note to self that",
    "note to self",
    "note down that",
    "note down",
    "note this down:",
    "note this:",
    "note that",
    "note",
    "save this:",
    "save the date:",
    "save that",
    "save",
    "make a note that",
    "make a note of",
    "make a note to self",
    "make a note",
    "take a note that",
    "take a note",
    "write down that",
    "write down",
    "write this down:",
];
/// Words before the thing of which a note is asked for, where "remember" saves none.
const REMEMBERED: &[&str] = &[
    "do you remember when i told you about",
    "remember when i told you about",
    "remember what i told you about",
    "remember what i said about",
];
/// Words after "what is" with which no thing begins.
const NO_THING: &[&str] = &[
    "on", "in", "at", "for", "with", "from", "to", "due", "up", "new", "wrong", "it", "that", "this", "he",
    "she", "they",
];
const QUESTION_WORDS: &[&str] = &["who", "when", "where", "which", "what", "how", "why"];
const YES_OR_NO: &[&str] = &["does", "do", "is", "are", "has", "am"];
/// Words after them that ask for no note.
const NO_QUERY: &[&str] = &["you", "it", "that", "this", "there", "we", "anybody", "anyone"];
/// Words after "find" with which it asks for no note.
const NO_FIND: &[&str] = &["out", "a", "an", "one", "some", "me", "us", "photos", "pictures"];
/// Words with which a short question asks for no thing.
const NO_BARE: &[&str] = &[
    "really",
    "why",
    "what",
    "what's",
    "who",
    "who's",
    "where",
    "where's",
    "when",
    "when's",
    "how",
    "how's",
    "which",
    "huh",
    "ok",
    "okay",
    "so",
    "sure",
    "seriously",
    "and",
    "or",
    "but",
    "you",
    "me",
    "i",
    "is",
    "are",
    "am",
    "was",
    "were",
    "do",
    "does",
    "did",
    "can",
    "could",
    "will",
    "would",
    "should",
    "shall",
    "have",
    "has",
    "had",
    "may",
    "any",
    "anyone",
    "anybody",
    "anything",
    "hello",
    "hi",
    "hey",
    "yes",
    "no",
    "not",
    "now",
    "then",
    "please",
    "remind",
    "that",
    "this",
    "it",
    "there",
    "ready",
    "done",
    "finished",
    "right",
    "correct",
    "wtf",
    "lol",
    "in",
    "on",
    "at",
];
const MOST_IN_THING: usize = 4;
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
    "tell me about",
    "tell me more about",
    "what about",
    "find my",
    "find",
    "look up",
    "search",
    "show me all notes about",
    "show me all my notes about",
    "show all notes about",
    "show me my notes about",
    "show me my notes on",
    "show my notes about",
    "show me notes about",
    "show notes about",
    "show me the note about",
    "show me my note about",
    "show note about",
    "show the note about",
    "any notes about",
    "do i have a note about",
    "do i have any notes about",
];
