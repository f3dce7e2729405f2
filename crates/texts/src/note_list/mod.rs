//! Texts about notes in the chat: the list and its buttons, one note, the question before one is deleted.
//!
//! Notes come from people, so a text with a part of a note is composed without markup.

use adjutant_channel::{Button, ButtonStyle, ChatKind, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{self, NoteAction, NotePress},
    shown::line,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    note_lists::{List, Purpose},
    notes::Note,
};

use super::{
    button,
    fluent::text,
    in_a_line,
    list::{Page, as_many, in_rows, part, titled},
    places::DISCORD,
};

mod outcomes;

use outcomes::example;
pub use outcomes::{
    cancelled, changed, changed_since, deleted, edit_in_private, forget_usage, forgotten, new_text_wanted,
    no_such_note, nothing_deleted, over, remember_usage, remembered, remembered_already, shared, undone,
    unfit,
};

/// The longest part of a note in a list, in characters.
const LINE: usize = 120;
/// The longest part of the tags in a list, in characters.
const TAGS: usize = 60;
/// The longest shown part of a query, in characters.
const QUERY: usize = 60;
/// The longest part of a note in one message, in characters as [`width`] counts them.
const PART: usize = 1_400;

/// A note, and its origin as seen from the chat.
pub struct Shown {
    pub note: Note,
    /// `None` if the origin is no longer known.
    pub origin: Option<Origin>,
}

/// The place where a note was saved.
pub enum Origin {
    /// In this chat.
    Here,
    Elsewhere {
        channel: String,
        kind: ChatKind,
    },
}

/// The contents of a list.
pub struct Listing<'a> {
    pub list: &'a List,
    /// The notes on the page.
    pub notes: &'a [Shown],
    pub page: Page,
    pub kind: ChatKind,
    pub zone: Zone,
}

// Lists --------------------------------------------------------------------------------------------------------

/// A page of notes, each with a button to choose it.
pub fn listing(listing: &Listing<'_>) -> Content {
    if listing.notes.is_empty() {
        return Content::text(nothing_found(listing));
    }
    let mut body = heading(listing);
    for (number, shown) in listing.page.numbers().zip(listing.notes) {
        body = body
            .text(format!("\n\n{number}. {}\n", in_a_line(&shown.note.content, LINE)))
            .italic(about(shown, listing.zone));
    }
    if listing.kind == ChatKind::Group {
        body = body.text("\n\n").text(text!("notes-group"));
    }
    Content { body: body.build(), buttons: buttons(listing), ..Content::default() }
}

fn heading(listing: &Listing<'_>) -> RichBuilder {
    let body = match (listing.list.purpose, &listing.list.query) {
        (Purpose::Forget, _) => return Rich::builder().bold(text!("notes-which-to-delete")),
        (Purpose::Browse, None) => Rich::builder().bold(text!("notes-title")),
        (Purpose::Browse, Some(query)) => {
            let query = text!("notes-title-query", query = in_a_line(query, QUERY));
            Rich::builder().bold(text!("notes-title-about")).text(" ").text(query)
        }
    };
    body.text(listing.page.extent(listing.notes.len() as i64))
}

/// The notes that a search found. If the search matched only words, adds the reason (`by_words`) and the remark that
/// there may be more.
pub fn with_keyword_only_remark(content: Content, by_words: Option<&str>) -> Content {
    let Some(why) = by_words else { return content };
    let body =
        Rich::builder().rich(&content.body).text("\n\n").italic(text!("notes-by-words", why = why)).build();
    Content { body, ..content }
}

fn nothing_found(listing: &Listing<'_>) -> Rich {
    let body = Rich::builder();
    let body = match &listing.list.query {
        Some(query) => body.text(text!("notes-none-about", query = in_a_line(query, QUERY))),
        None => body.text(text!("notes-none")).text(" ").code(example()),
    };
    match listing.kind {
        ChatKind::Direct => body.build(),
        ChatKind::Group => body.text("\n\n").text(text!("notes-group")).build(),
    }
}

/// `1 May 2026 · #home · from a group (telegram) · shared`.
fn about(shown: &Shown, zone: Zone) -> String {
    let Shown { note, origin } = shown;
    let mut parts = vec![day(note.created_at, zone)];
    if !note.tags.is_empty() {
        parts.push(some_tags(&note.tags));
    }
    parts.extend(origin.as_ref().map(from));
    parts.extend(note.shareable.then(|| text!("notes-shared-mark").to_owned()));
    parts.join(" · ")
}

fn buttons(listing: &Listing<'_>) -> Vec<Vec<Button>> {
    let Listing { list, page, .. } = listing;
    let (act, style) = match list.purpose {
        Purpose::Browse => (NoteAction::Open(0), ButtonStyle::Plain),
        Purpose::Forget => (NoteAction::Delete, ButtonStyle::Danger),
    };
    let choose = |(number, shown): (i64, &Shown)| {
        let press = NotePress::Note(shown.note.note_id.as_str(), act);
        on_list(&titled(number, &shown.note.content), press, list, style)
    };
    let mut turns = page.turns(|label, page| plain(label, NotePress::Page(page), list));
    if list.purpose == Purpose::Forget {
        turns.push(plain(text!("notes-none-of-these"), NotePress::Leave, list));
    }
    in_rows(page.numbers().zip(listing.notes).map(choose), turns)
}

// One note -----------------------------------------------------------------------------------------------------

/// One note with its buttons; of a long text the given part, or the last one.
pub fn note(list: &List, shown: &Shown, at: usize, can_be_replied_to: bool, zone: Zone) -> Content {
    let Shown { note, .. } = shown;
    let id = note.note_id.as_str();
    let turn = |label: &str, part: usize| plain(label, NotePress::Note(id, NoteAction::Open(part)), list);
    let (body, mut rows) = part(&note.content, at, turn);
    let mut changes = vec![on_list(
        text!("button-delete"),
        NotePress::Note(id, NoteAction::Delete),
        list,
        ButtonStyle::Danger,
    )];
    if can_be_replied_to {
        changes.insert(0, plain(text!("notes-edit"), NotePress::Note(id, NoteAction::Rewrite), list));
    }
    rows.push(changes);
    let share = if note.shareable { text!("notes-do-not-share") } else { text!("notes-share") };
    rows.push(vec![plain(share, NotePress::Note(id, NoteAction::Share(!note.shareable)), list)]);
    rows.push(vec![plain(text!("button-back"), NotePress::Page(list.page), list)]);
    Content { body: body.italic(facts(shown, zone)).build(), buttons: rows, ..Content::default() }
}

/// A note for which the bot waits for the new text, until a time.
pub fn rewriting(list: &List, shown: &Shown, (kind, until): (ChatKind, Timestamp), zone: Zone) -> Content {
    let until = until.to_utc().with_timezone(&zone).format("%H:%M").to_string();
    let how = match kind {
        ChatKind::Direct => text!("notes-new-text-direct", until = until),
        ChatKind::Group => text!("notes-new-text-group", until = until),
    };
    let body = Rich::builder().rich(&beginning(&shown.note.content)).text("\n\n").italic(how);
    let cancel = plain(
        text!("button-cancel"),
        NotePress::Note(shown.note.note_id.as_str(), NoteAction::Open(0)),
        list,
    );
    Content { body: body.build(), buttons: vec![vec![cancel]], ..Content::default() }
}

/// The question before a note is deleted. `only`: it is the only note found.
pub fn deleting(list: &List, shown: &Shown, only: bool) -> Content {
    let note = &shown.note;
    let id = note.note_id.as_str();
    let mut body =
        Rich::builder().bold(text!("notes-delete-title")).text("\n\n").rich(&beginning(&note.content));
    if !note.tags.is_empty() {
        body = body.text("\n").italic(tags(&note.tags));
    }
    let back = match list.purpose {
        Purpose::Forget if only => NotePress::Leave,
        Purpose::Forget => NotePress::Page(list.page),
        Purpose::Browse => NotePress::Note(id, NoteAction::Open(0)),
    };
    let delete =
        on_list(text!("button-delete"), NotePress::Note(id, NoteAction::Confirm), list, ButtonStyle::Danger);
    Content {
        body: body.text("\n\n").text(text!("notes-delete-final")).build(),
        buttons: vec![vec![delete, plain(text!("button-cancel"), back, list)]],
        ..Content::default()
    }
}

/// `Saved 1 May 2026, 10:00, in this chat; changed …`, the tags, and whether groups may see the note.
fn facts(shown: &Shown, zone: Zone) -> String {
    let Shown { note, origin } = shown;
    let (place, channel) = place(origin.as_ref());
    let at = moment(note.created_at, zone);
    let mut lines = vec![match note.updated_at {
        changed if changed == note.created_at => {
            text!("notes-saved", at = at, where = place, channel = channel)
        }
        changed => {
            let changed = moment(changed, zone);
            text!("notes-saved-and-changed", at = at, where = place, channel = channel, changed = changed)
        }
    }];
    if !note.tags.is_empty() {
        lines.push(text!("notes-tags", tags = tags(&note.tags)));
    }
    if note.shareable {
        lines.push(text!("notes-used-in-groups").to_owned());
    }
    lines.join("\n")
}

fn from(origin: &Origin) -> String {
    let (place, channel) = place(Some(origin));
    match place {
        "here" => text!("notes-from-here").to_owned(),
        "direct" => text!("notes-from-direct", channel = channel),
        "server" => text!("notes-from-server", channel = channel),
        _ => text!("notes-from-group", channel = channel),
    }
}

/// Returns the name of a place's kind in the texts, and the place's channel.
fn place(origin: Option<&Origin>) -> (&'static str, &str) {
    match origin {
        None => ("unknown", ""),
        Some(Origin::Here) => ("here", ""),
        Some(Origin::Elsewhere { channel, kind: ChatKind::Direct }) => ("direct", channel),
        Some(Origin::Elsewhere { channel, kind: ChatKind::Group }) if channel == DISCORD => {
            ("server", channel)
        }
        Some(Origin::Elsewhere { channel, kind: ChatKind::Group }) => ("group", channel),
    }
}

/// Splits a text into parts that each fit a message.
pub(super) fn parts(text: &str) -> Vec<Rich> {
    Rich::plain(text).split_by(PART, width)
}

/// Returns the first part, with a remark if there are more.
pub(super) fn beginning(text: &str) -> Rich {
    let parts = parts(text);
    match parts.as_slice() {
        [first, _, ..] => {
            let characters = text!("notes-cut", count = text.chars().count());
            Rich::builder().rich(first).text(characters).build()
        }
        _ => Rich::plain(text),
    }
}

/// Returns the room that a text takes in a message: some platforms count the escapes of its punctuation.
fn width(text: &Rich) -> usize {
    text.text.chars().map(|c| 1 + usize::from(c.is_ascii_punctuation())).sum()
}

/// `#home #net`; with commas between the tags if one of them has several words.
fn tags(tags: &[String]) -> String {
    line(&hashtags(tags).join(between(tags)))
}

/// Returns the tags that fit beside a note.
fn some_tags(tags: &[String]) -> String {
    as_many(hashtags(tags).iter().map(String::as_str), between(tags), TAGS)
}

fn hashtags(tags: &[String]) -> Vec<String> {
    tags.iter().map(|tag| format!("#{tag}")).collect()
}

fn between(tags: &[String]) -> &'static str {
    if tags.iter().any(|tag| tag.contains(char::is_whitespace)) { ", " } else { " " }
}

fn plain(label: &str, press: NotePress<'_>, list: &List) -> Button {
    on_list(label, press, list, ButtonStyle::Plain)
}

/// A button of a list.
fn on_list(label: &str, press: NotePress<'_>, list: &List, style: ButtonStyle) -> Button {
    button(label, buttons::Button::NoteList(list.list_id, press), style)
}

fn day(at: Timestamp, zone: Zone) -> String {
    super::times::year_and_day(at, zone)
}

pub(super) fn moment(at: Timestamp, zone: Zone) -> String {
    super::times::year_and_time(at, zone)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use adjutant_domain::{ids::NoteId, language::Language};
    use adjutant_store::notes::Source;

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_777_622_400_000);

    fn note(content: &str) -> Note {
        Note {
            note_id: NoteId("note-1".into()),
            content: content.to_owned(),
            tags: vec!["home".to_owned(), "net".to_owned()],
            source: Source::default(),
            shareable: true,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    fn told() -> String {
        let (before, mut after) = (note("The code is 4711"), note("The code is 4712"));
        after.updated_at = NOW + Duration::from_hours(1);
        let changed = changed(&before, &after).body.text;
        let elsewhere = |channel: &str, kind| Some(Origin::Elsewhere { channel: channel.to_owned(), kind });
        let origins = [
            None,
            Some(Origin::Here),
            elsewhere("telegram", ChatKind::Direct),
            elsewhere("telegram", ChatKind::Group),
            elsewhere("discord", ChatKind::Group),
        ];
        let shown = origins.map(|origin| Shown { note: after.clone(), origin });
        let about = shown.iter().map(|shown| about(shown, Zone::UTC));
        let facts = shown.iter().map(|shown| facts(shown, Zone::UTC).lines().next().unwrap().to_owned());
        let saved = facts_of_unchanged(before);
        [changed].into_iter().chain(about).chain(facts).chain([saved]).collect::<Vec<_>>().join("\n")
    }

    fn facts_of_unchanged(note: Note) -> String {
        facts(&Shown { note, origin: Some(Origin::Here) }, Zone::UTC)
    }

    #[test]
    fn a_note_is_told_in_the_reader_s_language() {
        insta::assert_snapshot!(told(), @"
        📝 Changed the note.

        Before: “The code is 4711” #home #net
        Now: “The code is 4712” #home #net
        1 May 2026 · #home #net · shared
        1 May 2026 · #home #net · from this chat · shared
        1 May 2026 · #home #net · from a direct chat (telegram) · shared
        1 May 2026 · #home #net · from a group (telegram) · shared
        1 May 2026 · #home #net · from a server (discord) · shared
        Saved 1 May 2026, 08:00; changed 1 May 2026, 09:00.
        Saved 1 May 2026, 08:00, in this chat; changed 1 May 2026, 09:00.
        Saved 1 May 2026, 08:00, in a direct chat (telegram); changed 1 May 2026, 09:00.
        Saved 1 May 2026, 08:00, in a group (telegram); changed 1 May 2026, 09:00.
        Saved 1 May 2026, 08:00, in a server (discord); changed 1 May 2026, 09:00.
        Saved 1 May 2026, 08:00, in this chat.
        Tags: #home #net.
        I may use it in every group where you talk to me.
        ");
        insta::assert_snapshot!(Language::German.scope_sync(told), @"
        📝 Die Notiz ist geändert.

        Vorher: „The code is 4711“ #home #net
        Jetzt: „The code is 4712“ #home #net
        1. Mai 2026 · #home #net · geteilt
        1. Mai 2026 · #home #net · aus diesem Chat · geteilt
        1. Mai 2026 · #home #net · aus einem direkten Chat (telegram) · geteilt
        1. Mai 2026 · #home #net · aus einer Gruppe (telegram) · geteilt
        1. Mai 2026 · #home #net · aus einem Server (discord) · geteilt
        Gespeichert am 1. Mai 2026, 08:00; geändert am 1. Mai 2026, 09:00.
        Gespeichert am 1. Mai 2026, 08:00, in diesem Chat; geändert am 1. Mai 2026, 09:00.
        Gespeichert am 1. Mai 2026, 08:00, in einem direkten Chat (telegram); geändert am 1. Mai 2026, 09:00.
        Gespeichert am 1. Mai 2026, 08:00, in einer Gruppe (telegram); geändert am 1. Mai 2026, 09:00.
        Gespeichert am 1. Mai 2026, 08:00, in einem Server (discord); geändert am 1. Mai 2026, 09:00.
        Gespeichert am 1. Mai 2026, 08:00, in diesem Chat.
        Schlagwörter: #home #net.
        Ich darf sie in jeder Gruppe verwenden, in der du mit mir sprichst.
        ");
    }
}
