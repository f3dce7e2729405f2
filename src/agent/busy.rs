//! What becomes of messages that come during a turn: they wait for its end, the turn takes them in between two of its
//! steps, or they end it. `/queue` chooses.

use std::sync::Arc;

use adjutant_channel::MessageId;
use adjutant_domain::{
    ids::SessionId, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake, while_busy::WhileBusy,
};
use adjutant_store::{
    db::{Scope, Tx},
    inbox::{self, Kind, Message},
    leases, open_toolsets, outbox as rows,
    sessions::Session,
    toolset_state::WHILE_BUSY,
    turns::{self, Entry},
    while_busy,
};
use adjutant_texts::queue as texts;
use anyhow::Result;

use super::{
    calls, quoted, reply, retry,
    turn::{self, Job},
    words,
};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
    unanswered,
};

/// The most messages that a turn takes in at once.
const MOST: i64 = 20;

/// Returns what becomes of messages that come during a turn of the conversation.
pub(crate) async fn in_use(tx: &Tx, core: &Core, session: &SessionId) -> Result<WhileBusy> {
    Ok(while_busy::of(tx, session).await?.unwrap_or(core.config.agent.while_busy))
}

/// Does to the running turn of a conversation what a message asks for that was just put into its inbox.
pub(crate) async fn meet(
    tx: &Tx,
    core: &Core,
    session: &Session,
    (id, message): (&MessageId, &Message),
    now: Timestamp,
) -> Result<()> {
    let choice = in_use(tx, core, &session.session_id).await?;
    if choice == WhileBusy::Collect {
        return Ok(());
    }
    let Some(turn) = turns::running(tx, &session.session_id).await? else { return Ok(()) };
    if choice == WhileBusy::Interrupt {
        // A compaction goes on: the message needs it.
        if inbox::command_of(tx, &turn).await?.is_none() {
            turns::interrupt(tx, &turn).await?;
            tx.wake(Wake::Stop(session.session_id.clone(), turn));
        }
        return Ok(());
    }
    // Until the turn has its first calls, nobody knows whether it has a next step.
    let has_steps = turns::entries(tx, &turn).await?.iter().any(is_response);
    let source = OutboxKey::Noted(turn);
    if !has_steps || !is_taken_in(message) || !rows::of_source(tx, &source).await?.is_empty() {
        return Ok(());
    }
    let to = Address { reply_to: Some(id.0.clone()), ..Address::new(session.chat(), session.chat_kind) };
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, texts::noted(), now).await
}

/// Takes what the person wrote meanwhile into the turn, if the conversation wants that. Returns whether there was anything.
pub(super) async fn take_in(core: &Arc<Core>, job: &mut Job) -> Result<bool> {
    let choice = while_busy::parse(job.offered.state(WHILE_BUSY)).unwrap_or(core.config.agent.while_busy);
    let has_steps = job.turn.entries.iter().any(is_response);
    if choice != WhileBusy::Steer || !has_steps || !job.is_shown() || job.uses_built_in_assistant(core) {
        return Ok(false);
    }
    let id = job.session.session_id.clone();
    if core.db.read(async move |tx| inbox::waiting(tx, &id, 1).await).await?.is_empty() {
        return Ok(false);
    }
    let (core_, job_) = (core.clone(), job.clone());
    let scope = Scope::Session(job.session.session_id.clone());
    let taken = retry::write_unsynced(core, scope, async move |tx| take(tx, &core_, &job_).await).await?;
    if taken {
        turn::reload(core, job).await?;
    }
    Ok(taken)
}

async fn take(tx: &Tx, core: &Core, job: &Job) -> Result<bool> {
    let (session, turn, now) = (&job.session, &job.turn.head.turn_id, core.clock.timestamp());
    if leases::check_turn(tx, &core.process, &job.lease, turn).await? {
        return Ok(false);
    }
    let (mut has_taken, mut concerns_files) = (false, false);
    for row in inbox::waiting(tx, &session.session_id, MOST).await? {
        // What cannot be read is set aside when its own turn begins.
        let message = row.body::<Message>().ok().filter(|_| row.kind == Kind::Message);
        let is_too_old = unanswered::is_too_old(core, row.delay().sent_at, now);
        let Some(message) = message.filter(|message| is_taken_in(message) && !is_too_old) else { break };
        if !has_taken {
            let segment = job.turn.head.segment;
            // The rest of the answer comes below what it answers.
            if rows::is_shown(tx, &turn.into(), segment).await? {
                let said = reply::visible(&job.turn.entries, segment);
                calls::end_segment(tx, core, job, (said, texts::goes_on()), now).await?;
            }
            turns::append_note(tx, turn, texts::steered_note(), now).await?;
            has_taken = true;
        }
        inbox::take(tx, row.inbox_id, turn).await?;
        words::note_delay(tx, turn, &row.delay(), job.user.zone(core.zone), now).await?;
        if let Some(quoted) = &message.reply_to {
            concerns_files |= quoted::note(tx, session, (turn, quoted), core, now).await?;
        }
        words::append(tx, turn, &message, now).await?;
    }
    if concerns_files {
        open_toolsets::open(tx, &session.session_id, &core.tools.opened_by_files(), now).await?;
    }
    Ok(has_taken)
}

/// Returns whether a turn takes in such a message: words alone. Files, recordings and albums begin a turn of their own.
fn is_taken_in(message: &Message) -> bool {
    message.attachments.is_empty() && message.album.is_none() && !message.text.trim().is_empty()
}

fn is_response(entry: &Entry) -> bool {
    matches!(entry, Entry::Assistant { .. })
}
