//! Presses on the buttons of a list.

use adjutant_channel::{MessageId, PressAnswer};
use adjutant_domain::{
    buttons::{NoteAction, NotePress},
    ids::NoteId,
};
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

/// Carries out a press, if the list belongs to the person who pressed, and redraws the list's message.
pub(crate) async fn press(
    tx: &Tx,
    core: &Core,
    user: &User,
    ((list, press), message): ((i64, NotePress<'_>), Option<&MessageId>),
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
    press: NotePress<'_>,
    now: i64,
) -> Result<(View, PressAnswer)> {
    match press {
        NotePress::Page(page) => {
            note_lists::turn_to(tx, list.list_id, page).await?;
            list.page = page;
            Ok((View::Page, shown()))
        }
        NotePress::Leave => Ok((View::Over(texts::nothing_deleted()), shown())),
        NotePress::Note(id, act) => {
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
    (session, id, act): (&Session, NoteId, NoteAction),
    now: i64,
) -> Result<(View, PressAnswer)> {
    let user = &session.user_id;
    Ok(match act {
        NoteAction::Open(part) => (View::Note(id, Look::Part(part)), shown()),
        NoteAction::Rewrite if view::can_be_answered(core, session) => {
            end_edits(tx, core, user, &session.chat()).await?;
            let until = note_lists::await_text(tx, list.list_id, &id, now).await?;
            list.editing = Some(id.clone());
            let answer = PressAnswer::told(texts::new_text_wanted(session.chat_kind));
            (View::Note(id, Look::Rewriting { until }), answer)
        }
        NoteAction::Rewrite => (View::Note(id, Look::Part(0)), PressAnswer::alert(texts::edit_in_private())),
        NoteAction::Share(shareable) => {
            notes::share(tx, user, &id, shareable).await?;
            (View::Note(id, Look::Part(0)), PressAnswer::told(texts::shared(shareable)))
        }
        NoteAction::Delete => (View::Note(id, Look::Deleting), shown()),
        NoteAction::Confirm => {
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
