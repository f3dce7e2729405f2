//! Presses on the buttons of a list.

use adjutant_channel::{Content, Inbound, PressAnswer};
use adjutant_domain::{
    buttons::{NoteAction, NotePress},
    ids::{NoteId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    note_lists::{self, List, Purpose},
    sessions::{self, Session},
};
use adjutant_texts::note_list as texts;
use anyhow::Result;

use super::{
    change, end_edits,
    view::{self, Look, View, draw},
};
use crate::{
    chat::list::{StoredList, shown},
    core::Core,
};

impl StoredList for List {
    type Press<'a> = NotePress<'a>;
    type View = View;

    async fn get(tx: &Tx, id: i64) -> Result<Option<Self>> {
        note_lists::get(tx, id).await
    }

    fn person(&self) -> &UserId {
        &self.person
    }

    fn source(&self) -> OutboxKey {
        Self::source(self)
    }

    async fn carry_out(
        &mut self,
        tx: &Tx,
        core: &Core,
        _: &Inbound,
        press: Self::Press<'_>,
        now: Timestamp,
    ) -> Result<(View, PressAnswer)> {
        // Any press ends the wait: the person's next message is then not meant for the note.
        if self.editing.take().is_some() {
            note_lists::end_edit(tx, self.list_id).await?;
        }
        match press {
            NotePress::Page(page) => {
                note_lists::turn_to(tx, self.list_id, page).await?;
                self.page = page;
                Ok((View::Page, shown()))
            }
            NotePress::Leave => Ok((View::Over(texts::nothing_deleted()), shown())),
            NotePress::Note(id, act) => {
                let (session, id) = (sessions::get(tx, &self.session_id).await?, NoteId(id.to_owned()));
                if view::find(tx, &session, &id).await?.is_some() {
                    return act_on(tx, core, self, (&session, id, act), now).await;
                }
                Ok((without_it(self), PressAnswer::alert(texts::no_such_note())))
            }
        }
    }

    async fn draw(&self, tx: &Tx, core: &Core, view: View) -> Result<Content> {
        draw(tx, core, self, view).await
    }
}

/// Carries out a press on a visible note.
async fn act_on(
    tx: &Tx,
    core: &Core,
    list: &mut List,
    (session, id, act): (&Session, NoteId, NoteAction),
    now: Timestamp,
) -> Result<(View, PressAnswer)> {
    let user = &session.user_id;
    Ok(match act {
        NoteAction::Open(part) => (View::Note(id, Look::Part(part)), shown()),
        NoteAction::Rewrite if view::can_be_replied_to(core, session) => {
            end_edits(tx, core, user, &session.chat()).await?;
            let until = note_lists::await_text(tx, list.list_id, &id, now).await?;
            list.editing = Some(id.clone());
            let answer = PressAnswer::told(texts::new_text_wanted(session.chat_kind));
            (View::Note(id, Look::Rewriting { until }), answer)
        }
        NoteAction::Rewrite => (View::Note(id, Look::Part(0)), PressAnswer::alert(texts::edit_in_private())),
        NoteAction::Share(shareable) => {
            let answer = change::share(tx, user, &id, shareable).await?;
            (View::Note(id, Look::Part(0)), answer)
        }
        NoteAction::Delete => (View::Note(id, Look::Deleting), shown()),
        NoteAction::Confirm => {
            let told = change::forget(tx, user, &id, now).await?;
            let answer = match list.purpose {
                Purpose::Browse => told,
                // The message itself says it.
                Purpose::Forget => shown(),
            };
            (without_it(list), answer)
        }
    })
}

/// Returns the view of a list after a note was removed.
fn without_it(list: &List) -> View {
    match list.purpose {
        Purpose::Browse => View::Page,
        Purpose::Forget => View::Over(texts::forgotten()),
    }
}
