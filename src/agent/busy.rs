//! Messages that arrive during a turn: they wait for its end, the turn takes them in between two steps, or they end the
//! turn. `/queue` sets which.

use std::sync::Arc;

use adjutant_channel::MessageId;
use adjutant_domain::{
    ids::SessionId, origin::Sources, outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake,
    while_busy::WhileBusy,
};
use adjutant_store::{
    db::{Scope, Tx},
    inbox::{self, Kind, Message, Waiting},
    leases, outbox as outbox_rows,
    people::User,
    sessions::Session,
    toolset_state::WHILE_BUSY,
    turns::{self, Entry},
    while_busy,
};
use adjutant_texts::queue as texts;
use anyhow::Result;

use super::{
    calls, reply, retry,
    session::{album, hear, messages, received},
    turn::{self, Job},
};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
    unanswered,
};

/// The most messages that a turn takes in at once.
const MOST: i64 = 20;

/// Returns the handling of messages that arrive during a turn of the conversation.
pub(crate) async fn in_use(tx: &Tx, core: &Core, session: &SessionId) -> Result<WhileBusy> {
    Ok(while_busy::of(tx, session).await?.unwrap_or(core.config.agent.while_busy))
}

/// Applies the conversation's choice to its running turn, for a message that was just put into its inbox.
pub(crate) async fn meet(
    tx: &Tx,
    core: &Core,
    whose @ (session, _): (&Session, &User),
    (id, message): (&MessageId, &Message),
    now: Timestamp,
) -> Result<()> {
    let choice = in_use(tx, core, &session.session_id).await?;
    if choice == WhileBusy::Collect {
        return Ok(());
    }
    let Some(turn) = turns::running(tx, &session.session_id).await? else { return Ok(()) };
    if choice == WhileBusy::Interrupt {
        // A running compaction continues: the message needs it.
        if inbox::command_of(tx, &turn).await?.is_none() {
            turns::interrupt(tx, &turn).await?;
            tx.wake(Wake::Stop(session.session_id.clone(), turn));
        }
        return Ok(());
    }
    // Until the turn has its first calls, nobody knows whether there will be a next step.
    let has_steps = turns::entries(tx, &turn).await?.iter().any(is_response);
    let source = OutboxKey::Noted(turn);
    if !has_steps
        || !says_something(tx, core, whose, message).await?
        || !outbox_rows::of_source(tx, &source).await?.is_empty()
    {
        return Ok(());
    }
    let to = Address { reply_to: Some(id.0.clone()), ..Address::new(session.chat(), session.chat_kind) };
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, texts::noted(), now).await
}

/// Takes the messages that arrived meanwhile into the turn, if the conversation is set to that. Returns whether there
/// were any.
pub(super) async fn take_in(core: &Arc<Core>, job: &mut Job) -> Result<bool> {
    let choice = while_busy::parse(job.offered.state(WHILE_BUSY)).unwrap_or(core.config.agent.while_busy);
    let has_steps = job.turn.entries.iter().any(is_response);
    if choice != WhileBusy::Steer || !has_steps || !job.is_shown() || job.uses_built_in_assistant(core) {
        return Ok(false);
    }
    if !listen(core, job).await? {
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

/// Transcribes the recordings among the messages that the turn takes in next. Returns whether any message has content.
async fn listen(core: &Arc<Core>, job: &Job) -> Result<bool> {
    while !core.shutdown.is_cancelled() && !job.stop.is_cancelled() {
        let (whose, core_, now) =
            ((job.session.clone(), job.user.clone()), core.clone(), core.clock.timestamp());
        let (rows, begin) = core
            .db
            .read(async move |tx| {
                let rows = next(tx, &core_, &whose.0.session_id, now).await?;
                let (messages, _) = album::gather(rows.iter().collect(), core_.started_at, now)?;
                let begin = received::begin_turn(tx, &core_, (&whose.0, &whose.1), &messages).await?;
                Ok((rows, begin))
            })
            .await?;
        let (messages, _) = album::gather(rows.iter().collect(), core.started_at, now)?;
        match hear::unheard(core, &messages, &job.session, &job.lease)? {
            // Rarely needed, and a large future.
            Some(spoken) => Box::pin(hear::hear(core, spoken.for_turn())).await?,
            None => return Ok(begin),
        }
    }
    Ok(false)
}

/// Returns the inbox rows that a turn takes in next. Messages that are too old or unreadable wait for their own turn.
async fn next(tx: &Tx, core: &Core, session: &SessionId, now: Timestamp) -> Result<Vec<Waiting>> {
    let is_taken_in = |row: &Waiting| {
        row.kind == Kind::Message
            && row.body::<Message>().is_ok()
            && !unanswered::is_too_old(core, row.delay().sent_at, now)
    };
    let rows = inbox::waiting(tx, session, MOST).await?;
    Ok(rows.into_iter().take_while(is_taken_in).collect())
}

async fn take(tx: &Tx, core: &Core, job: &Job) -> Result<bool> {
    let (session, turn, now) = (&job.session, &job.turn.head.turn_id, core.clock.timestamp());
    let whose = (session, &job.user);
    if leases::check_turn(tx, &core.process, &job.lease, turn).await? {
        return Ok(false);
    }
    let rows = next(tx, core, &session.session_id, now).await?;
    let (messages, _) = album::gather(rows.iter().collect(), core.started_at, now)?;
    // A recording that arrived meanwhile is transcribed before the next request.
    let is_unheard = hear::unheard(core, &messages, session, &job.lease)?.is_some();
    if is_unheard || !received::begin_turn(tx, core, whose, &messages).await? {
        return Ok(false);
    }
    let segment = job.turn.head.segment;
    // The rest of the answer is posted below the messages that it answers.
    if outbox_rows::is_shown(tx, &turn.into(), segment).await? {
        let said = reply::visible(&job.turn.entries, segment);
        calls::end_segment(tx, core, job, (said, texts::goes_on()), now).await?;
    }
    received::acknowledge_albums(tx, core, whose, &messages, now).await?;
    turns::append_note(tx, turn, texts::steered_note(), &Sources::OWN, now).await?;
    messages::append(tx, core, turn, messages, whose, now).await?;
    Ok(true)
}

/// Returns whether a message needs an answer, rather than only bringing files.
async fn says_something(tx: &Tx, core: &Core, whose: (&Session, &User), message: &Message) -> Result<bool> {
    Ok(!message.text.trim().is_empty()
        || received::are_answered(tx, core, whose, &message.attachments).await?)
}

fn is_response(entry: &Entry) -> bool {
    matches!(entry, Entry::Assistant { .. })
}
