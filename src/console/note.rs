//! Changes of notes, by the functions of the buttons below `/memory`, as if pressed in a direct chat.

use adjutant_channel::{ChatKind, PressAnswer};
use adjutant_domain::{ids::NoteId, notes::Unfit, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    notes,
    people::{self, User},
    sessions::{self, Session},
};
use adjutant_texts::{console as texts, note_list as note_texts};
use anyhow::Result;
use serde::Deserialize;

use super::change::Done;
use crate::{
    chat::notes::change::{self, NewText},
    core::Core,
};

/// A change of a note.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum NoteAct {
    /// Replaces the note's text, and its tags if the text ends with some.
    Edit {
        text: String,
    },
    Share,
    Unshare,
    Forget,
}

pub(super) async fn act_on(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    (id, act): (&NoteId, &NoteAct),
    now: Timestamp,
) -> Result<(PressAnswer, Option<Done>)> {
    let user = &viewer.user_id;
    if notes::get(tx, user, id).await?.is_none() {
        return Ok((PressAnswer::alert(note_texts::no_such_note()), None));
    }
    let (outcome, answer) = match act {
        NoteAct::Edit { text } => ("edited", edit(tx, core, viewer, (id, text), now).await?),
        NoteAct::Share => ("shared", change::share(tx, user, id, true).await?),
        NoteAct::Unshare => ("unshared", change::share(tx, user, id, false).await?),
        NoteAct::Forget => ("forgotten", change::forget(tx, user, id, now).await?),
    };
    // The label has no words of the note: a forgotten note is gone.
    Ok((answer, Some(Done { outcome, user: user.clone(), label: id.to_string() })))
}

async fn edit(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    (note, text): (&NoteId, &str),
    now: Timestamp,
) -> Result<PressAnswer> {
    let Some(session) = direct_session(tx, core, viewer, now).await? else {
        return Ok(PressAnswer::alert(texts::write_first()));
    };
    // The person edits the old text, which the page shows.
    let new = NewText { note, text, is_revision: true };
    if text.trim().is_empty() {
        return Ok(PressAnswer::alert(note_texts::unfit(Unfit::Empty)));
    }
    Ok(match change::rewrite(tx, &session, new, core.config.limits.of_notes(), now).await {
        Ok(Some(_)) => PressAnswer::told(texts::note_changed()),
        Ok(None) => PressAnswer::alert(note_texts::no_such_note()),
        Err(error) => PressAnswer::alert(note_texts::unfit(error.downcast()?)),
    })
}

/// Returns a conversation with a person in a direct chat, to which changes here are attributed.
async fn direct_session(tx: &Tx, core: &Core, viewer: &User, now: Timestamp) -> Result<Option<Session>> {
    let any_channel = "";
    let chats = people::direct_chats(tx, &viewer.user_id, any_channel, &core.config.access.listed()).await?;
    let Some(chat) = chats.first() else { return Ok(None) };
    let Some(user) = people::in_direct_chat(tx, chat).await? else { return Ok(None) };
    sessions::open(tx, chat, ChatKind::Direct, &user.user_id, now).await.map(Some)
}
