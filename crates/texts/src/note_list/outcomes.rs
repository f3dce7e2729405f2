//! The bot's texts when notes are saved, changed or deleted, and the usage of the commands for that.

use adjutant_channel::{ButtonStyle, ChatKind, Content, Rich};
use adjutant_domain::{
    buttons,
    notes::{MAX_CONTENT, Unfit},
};
use adjutant_store::notes::Note;

use super::{LINE, some_tags};
use crate::{button, fluent::text, in_a_line};

/// The longest part of a note in the receipt of a change, in characters.
const CHANGED: usize = 600;

/// The answer when a note was saved.
pub fn remembered(content: &str, tags: &[String]) -> Rich {
    Rich::plain(text!("notes-remembered", note = in_a_line(content, LINE), tags = behind(tags)))
}

/// The answer if a note with the same content exists: that note, as it is now.
pub fn remembered_already(note: &Note) -> Rich {
    let (note, tags) = (in_a_line(&note.content, LINE), behind(&note.tags));
    Rich::plain(text!("notes-remembered-already", note = note, tags = tags))
}

/// Returns tags in the form after a note's text.
fn behind(note_tags: &[String]) -> String {
    if note_tags.is_empty() { String::new() } else { format!(" {}", some_tags(note_tags)) }
}

/// The answer to a text that cannot be a note.
pub fn unfit(why: Unfit) -> String {
    match why {
        Unfit::Empty => text!("notes-unfit-empty").to_owned(),
        Unfit::TooLong(length) => text!("notes-unfit-too-long", most = MAX_CONTENT, length = length),
        Unfit::TooMany(most) => text!("notes-unfit-too-many", most = most),
        Unfit::NoRoom => text!("notes-unfit-no-room").to_owned(),
    }
}

/// The receipt of a changed note, with a button to undo the change.
pub fn changed(before: &Note, after: &Note) -> Content {
    let body = text!(
        "notes-changed",
        before = in_a_line(&before.content, CHANGED),
        before_tags = behind(&before.tags),
        now = in_a_line(&after.content, CHANGED),
        now_tags = behind(&after.tags),
    );
    let (note, edited_at) = (after.note_id.as_str(), after.updated_at.as_millis());
    let undo =
        button(text!("button-undo"), buttons::Button::UndoEdit { note, edited_at }, ButtonStyle::Plain);
    Content { buttons: vec![vec![undo]], ..Content::text(Rich::plain(body)) }
}

/// The receipt after the change was undone.
pub fn undone(note: &Note) -> Content {
    let (note, tags) = (in_a_line(&note.content, CHANGED), behind(&note.tags));
    Content::text(Rich::plain(text!("notes-undone", note = note, tags = tags)))
}

pub fn changed_since() -> &'static str {
    text!("notes-changed-since")
}

pub fn deleted() -> &'static str {
    text!("notes-deleted")
}

/// The text that replaces the question of `/forget`.
pub fn forgotten() -> &'static str {
    text!("notes-forgotten")
}

pub fn nothing_deleted() -> &'static str {
    text!("notes-nothing-deleted")
}

/// The last state of a list: its outcome, without buttons.
pub fn over(outcome: &str) -> Content {
    Content::text(Rich::plain(outcome))
}

pub fn shared(shareable: bool) -> &'static str {
    if shareable { text!("notes-shared") } else { text!("notes-not-shared") }
}

pub fn new_text_wanted(kind: ChatKind) -> &'static str {
    match kind {
        ChatKind::Direct => text!("notes-wanted-direct"),
        ChatKind::Group => text!("notes-wanted-group"),
    }
}

/// The answer to `/cancel`. `was_editing`: the bot waited for a note's new text.
pub fn cancelled(was_editing: bool) -> &'static str {
    if was_editing { text!("notes-cancelled") } else { text!("notes-nothing-to-cancel") }
}

pub fn edit_in_private() -> &'static str {
    text!("notes-edit-in-private")
}

pub fn no_such_note() -> &'static str {
    text!("notes-gone")
}

pub(super) fn example() -> String {
    format!("/remember {} #home", text!("notes-example"))
}

/// The answer to `/remember` without a text.
pub fn remember_usage() -> Rich {
    Rich::builder().text(text!("notes-remember-usage")).text(" ").code(example()).build()
}

/// The answer to `/forget` without a text.
pub fn forget_usage() -> Rich {
    Rich::plain(text!("notes-forget-usage"))
}
