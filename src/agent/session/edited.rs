//! Tells the model that a message is the new version of one that was answered, and what was done for that.

use adjutant_channel::MessageId;
use adjutant_domain::{ids::TurnId, origin::Sources, timestamp::Timestamp};
use adjutant_store::{
    attachments,
    calls::{Call, State},
    db::Tx,
    inbox, open_toolsets,
    people::User,
    sessions::Session,
    turns::{self, Entry},
};
use adjutant_texts as texts;
use adjutant_tools::kit::Tier;
use anyhow::Result;

use super::album::Sent;
use crate::{agent::pictures, core::Core};

/// Notes the old version of a message, if it is a new version: its text, its files, and what the turn that answered it
/// changed. Opens the toolsets by which that can be changed again. Returns whether there are any files. A caption that
/// is added to a file corrects nothing.
pub(super) async fn note(
    tx: &Tx,
    core: &Core,
    (whose @ (session, _), turn): ((&Session, &User), &TurnId),
    (sent, brings_files): (&Sent<'_>, bool),
    now: Timestamp,
) -> Result<bool> {
    let message = &sent.message;
    let Some(old) = &message.corrects else { return Ok(false) };
    let files = match &sent.first().message_id {
        Some(id) if !brings_files && !message.replaces_file => {
            attachments::of_message(tx, &session.session_id, &MessageId(id.clone())).await?
        }
        _ => Vec::new(),
    };
    if !message.replaces_file && old.trim().is_empty() && files.is_empty() {
        return Ok(false);
    }
    let (changes, mut sources) = match &message.corrects_turn {
        // What a running turn has done is above the note.
        Some(before) if before != turn => changes(tx, core, session, before).await?,
        _ => (Vec::new(), Sources::OWN),
    };
    let tools: Vec<_> = changes.iter().map(|call| call.tool.as_str()).collect();
    open_toolsets::open(tx, &session.session_id, &core.tools.on_demand_of(&tools), now).await?;
    let text = match message.replaces_file {
        true => texts::edits::note_replaced(old, &changes),
        false => texts::edits::note(old, &files, &changes),
    };
    for file in &files {
        sources = sources.and(&file.untrusted);
    }
    if pictures::add(tx, core, turn, whose, &files).await? {
        sources = sources.and(&texts::PICTURE.into());
    }
    turns::append_note(tx, turn, &text, &sources, now).await?;
    Ok(!files.is_empty())
}

/// Returns the calls by which a turn, or one that began with a press on its suggestions, changed something, and the
/// untrusted sources of their arguments, which hold no secrets: half a secret would not be recognised where they are
/// shortened.
async fn changes(tx: &Tx, core: &Core, session: &Session, turn: &TurnId) -> Result<(Vec<Call>, Sources)> {
    let is_change = |call: &Call| {
        let reads = core.tools.known(&call.tool).is_some_and(|tool| tool.definition.tier == Tier::ReadOnly);
        call.state == State::Done && !call.has_failed() && !reads
    };
    let (mut changes, mut sources) = (Vec::new(), Sources::OWN);
    let suggested = inbox::suggested_by(tx, turn).await?.into_iter().map(|it| it.turn_id);
    for turn in std::iter::once(turn.clone()).chain(suggested) {
        for entry in turns::entries(tx, &turn).await? {
            if let Entry::Assistant { calls, untrusted, .. } = entry {
                let before = changes.len();
                changes.extend(calls.into_iter().filter(is_change));
                if changes.len() > before {
                    sources = sources.and(&untrusted);
                }
            }
        }
    }
    let secrets = core.secrets_in(tx, &session.user_id).await?;
    for call in &mut changes {
        call.arguments = secrets.replace(&call.arguments).into_owned();
    }
    Ok((changes, sources))
}
