//! Notes: what is saved, asked for and forgotten.

use super::{
    parse::{Command, some_text},
    talk,
    when::When,
    words::{skip_any, take, take_any, trim_end},
};

/// "remember that the wifi code is 4711 #home". The content is saved verbatim, without tags at its end.
pub(super) fn save(text: &str) -> Option<Command> {
    let rest = take_any(text, SAVE)?;
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

/// "forget my old address", "forget note-…".
pub(super) fn forget(text: &str) -> Option<Command> {
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

/// "remember when I told you about the dog?" and "can you remember where I parked?" ask for a note.
pub(super) fn remembered(text: &str) -> Option<Command> {
    if let Some(thing) = take_any(text, REMEMBERED) {
        return found(thing, None);
    }
    let asked = take_any(text, &["can you remember", "could you remember", "do you remember", "remember"])?;
    let (query, _) = question(asked).filter(|_| text.trim_end().ends_with('?'))?;
    found(query, Some(asked))
}

/// "what is the wifi code?", "do you remember my size", "where did I put the passport?", "tell me the gate code".
pub(super) fn search(text: &str) -> Option<Command> {
    if let Some(thing) = take_any(text, RECALL) {
        return found(thing, None);
    }
    if let Some(thing) = take_any(text, &["tell me", "give me"]) {
        let is_thing = take_any(thing, &["the", "my"]).is_some() && When::at_end(thing).is_none();
        return found(thing, None).filter(|_| is_thing);
    }
    let (query, is_thing) = question(text)?;
    found(query, if is_thing { None } else { Some(text) })
}

/// Returns what a question asks for, and whether that is a thing: "the wifi code", but not "I park".
pub(super) fn question(text: &str) -> Option<(&str, bool)> {
    let named = take_any(text, &["who's", "when's", "where's", "what's", "whats"]);
    let rest = named.or_else(|| take_any(text, &["who", "when", "where", "which", "what"]))?;
    if talk::is_about_assistant(rest) {
        return None;
    }
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

const NOTE_ID: &str = "note-";
/// Words before the content of a note. A longer phrase stands before its beginning.
const SAVE: &[&str] = &[
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
