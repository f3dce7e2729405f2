//! Presses on the buttons of a list.

use adjutant_channel::{MessageId, PressAnswer};
use adjutant_domain::ids::NoteId;
use adjutant_store::{
    db::Tx,
    note_lists::{self, List, Purpose},
    notes, outbox as outbox_rows,
    people::User,
    sessions::{self, Session},
};
use anyhow::Result;

use super::{
    end_edits,
    view::{self, Look, View, draw},
};
use crate::{
    core::Core,
    memory,
    texts::{self as all_texts, note_list as texts},
};

/// The action of a list's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press<'a> {
    /// Show this page, from 0.
    Page(i64),
    /// Delete none of the notes that were found.
    Leave,
    /// An action on a note, by its id.
    Note(&'a str, Act),
}

/// An action on a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Show it; of a long one this part, from 0.
    Open(usize),
    /// Take the next message as its text.
    Rewrite,
    /// Set whether it may be used in other groups.
    Share(bool),
    /// Ask whether to delete it.
    Delete,
    /// Delete it.
    Confirm,
}

impl Press<'_> {
    /// Returns the data of a list's button; at most 64 bytes.
    pub(crate) fn data(self, list: i64) -> String {
        match self {
            Self::Page(page) => format!("m:{list}:p{page}"),
            Self::Leave => format!("m:{list}:n"),
            Self::Note(id, Act::Open(part)) => format!("m:{list}:o{part}:{id}"),
            Self::Note(id, Act::Rewrite) => format!("m:{list}:e:{id}"),
            Self::Note(id, Act::Share(true)) => format!("m:{list}:s:{id}"),
            Self::Note(id, Act::Share(false)) => format!("m:{list}:u:{id}"),
            Self::Note(id, Act::Delete) => format!("m:{list}:d:{id}"),
            Self::Note(id, Act::Confirm) => format!("m:{list}:y:{id}"),
        }
    }
}

/// Parses a button's data: `m:LIST:CHOICE` or `m:LIST:CHOICE:NOTE`.
pub(crate) fn parse(data: &str) -> Option<(i64, Press<'_>)> {
    let (list, rest) = data.strip_prefix("m:")?.split_once(':')?;
    let list = list.parse().ok()?;
    let Some((choice, id)) = rest.split_once(':') else {
        let press = match rest.strip_prefix('p') {
            Some(page) => Press::Page(page.parse().ok()?),
            None => (rest == "n").then_some(Press::Leave)?,
        };
        return Some((list, press));
    };
    let act = match choice {
        "e" => Act::Rewrite,
        "s" => Act::Share(true),
        "u" => Act::Share(false),
        "d" => Act::Delete,
        "y" => Act::Confirm,
        _ => Act::Open(choice.strip_prefix('o')?.parse().ok()?),
    };
    Some((list, Press::Note(id, act)))
}

/// Carries out a press, if the list belongs to the person who pressed, and redraws the list's message.
pub(crate) async fn press(
    tx: &Tx,
    core: &Core,
    user: &User,
    ((list, press), message): ((i64, Press<'_>), Option<&MessageId>),
    now: i64,
) -> Result<PressAnswer> {
    let Some(mut list) = note_lists::get(tx, list).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    if list.person != user.person {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    if let Some(message) = message {
        for shown in outbox_rows::of_source(tx, &list.source()).await? {
            outbox_rows::adopt(tx, shown.outbox_id, message, now).await?;
        }
    }
    // Any press ends the wait: the person's next message is no longer meant for the note.
    if list.editing.take().is_some() {
        note_lists::end_edit(tx, list.list_id).await?;
    }
    let (view, answer) = carry_out(tx, core, &mut list, press, now).await?;
    redraw(tx, core, &list, view).await?;
    Ok(answer)
}

/// Redraws a list's message with a view.
pub(super) async fn redraw(tx: &Tx, core: &Core, list: &List, view: View) -> Result<()> {
    let content = draw(tx, core, list, view).await?;
    for shown in outbox_rows::of_source(tx, &list.source()).await? {
        if shown.content()? != content {
            outbox_rows::revise(tx, shown.outbox_id, &content).await?;
        }
    }
    Ok(())
}

/// Carries out a press; returns the view to show, and the answer.
async fn carry_out(
    tx: &Tx,
    core: &Core,
    list: &mut List,
    press: Press<'_>,
    now: i64,
) -> Result<(View, PressAnswer)> {
    match press {
        Press::Page(page) => {
            note_lists::turn_to(tx, list.list_id, page).await?;
            list.page = page;
            Ok((View::Page, shown()))
        }
        Press::Leave => Ok((View::Over(texts::nothing_deleted()), shown())),
        Press::Note(id, act) => {
            let (session, id) = (sessions::get(tx, &list.session_id).await?, NoteId(id.to_owned()));
            if view::find(tx, &session, &id).await?.is_some() {
                return act_on(tx, core, list, (&session, id, act), now).await;
            }
            Ok((without_it(list), PressAnswer::alert(texts::no_such_note())))
        }
    }
}

/// Carries out a press on a note that may be seen.
async fn act_on(
    tx: &Tx,
    core: &Core,
    list: &mut List,
    (session, id, act): (&Session, NoteId, Act),
    now: i64,
) -> Result<(View, PressAnswer)> {
    let user = &session.user_id;
    Ok(match act {
        Act::Open(part) => (View::Note(id, Look::Part(part)), shown()),
        Act::Rewrite if view::can_be_answered(core, session) => {
            end_edits(tx, core, user, &session.chat()).await?;
            let until = note_lists::await_text(tx, list.list_id, &id, now).await?;
            list.editing = Some(id.clone());
            let answer = PressAnswer::told(texts::new_text_wanted(session.chat_kind));
            (View::Note(id, Look::Rewriting { until }), answer)
        }
        Act::Rewrite => (View::Note(id, Look::Part(0)), PressAnswer::alert(texts::edit_in_private())),
        Act::Share(shareable) => {
            notes::share(tx, user, &id, shareable).await?;
            (View::Note(id, Look::Part(0)), PressAnswer::told(texts::shared(shareable)))
        }
        Act::Delete => (View::Note(id, Look::Deleting), shown()),
        Act::Confirm => {
            memory::delete(tx, user, &id).await?;
            (without_it(list), PressAnswer::told(texts::deleted()))
        }
    })
}

/// Returns the view of a list from which a note has gone.
fn without_it(list: &List) -> View {
    match list.purpose {
        Purpose::Browse => View::Page,
        Purpose::Forget => View::Over(texts::forgotten()),
    }
}

/// Returns the empty answer to a press whose effect the message shows.
fn shown() -> PressAnswer {
    PressAnswer::told("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_button_carries_is_read_again_and_fits() {
        let note = NoteId::generate();
        let id = note.as_str();
        let acts =
            [Act::Open(99), Act::Rewrite, Act::Share(true), Act::Share(false), Act::Delete, Act::Confirm];
        let about_a_note = acts.map(|act| Press::Note(id, act));
        for press in about_a_note.into_iter().chain([Press::Page(999_999), Press::Leave]) {
            let data = press.data(9_999_999_999);
            assert_eq!(parse(&data), Some((9_999_999_999, press)));
            assert!(data.len() <= 64, "{data}");
        }
        for data in ["m:1", "m:x:n", "m:1:z:note-1", "m:1:p", "m:1:o:note-1", "a:y:1"] {
            assert_eq!(parse(data), None, "{data}");
        }
    }
}
