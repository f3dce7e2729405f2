//! `/compact`: summarises the whole conversation so far. It is a turn without a message, so it waits for earlier turns,
//! holds back later ones, survives a crash, and can be stopped.

use std::sync::Arc;

use adjutant_channel::{Content, Inbound, rich};
use adjutant_domain::{
    ids::{SessionId, TurnId},
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
    wake::Wake,
};
use adjutant_store::{
    db::{Scope, Tx},
    inbox::{self, Waiting},
    leases, outbox,
    sessions::Session,
    summaries,
    turns::{self, State},
};
use adjutant_texts::compact as texts;
use anyhow::Result;

use super::{CompactionEnd, CompactionState, MOST_TURNS, When, compact};
use crate::{
    agent::{tools, turn::Job},
    core::Core,
};

/// Queues the compaction and returns the preliminary answer.
pub(crate) async fn ask(tx: &Tx, event: &Inbound, session: &Session) -> Result<&'static str> {
    let id = &session.session_id;
    let turns = turns::measured(tx, id, session.context_from, MOST_TURNS).await?;
    if turns.iter().all(|turn| turn.bytes == 0) {
        return Ok(texts::nothing());
    }
    // A queued compaction will cover everything that is said before it begins.
    if inbox::has_waiting_command(tx, id).await? {
        return Ok(texts::asked_already());
    }
    inbox::queue_command(tx, event, id).await?;
    tx.wake(Wake::Session(id.clone()));
    Ok(texts::at_work())
}

/// Withdraws the compactions queued for a session. Returns how many there were.
pub(crate) async fn withdraw(tx: &Tx, session: &SessionId) -> Result<usize> {
    let waiting = inbox::cancel_commands(tx, session).await?;
    for command in &waiting {
        answer(tx, command, texts::stopped()).await?;
    }
    Ok(waiting.len())
}

/// Opens the turn that compacts the conversation.
pub(crate) async fn begin(tx: &Tx, row: &Waiting, session: &SessionId, now: Timestamp) -> Result<TurnId> {
    let turn = turns::open(tx, session, None, now).await?.turn_id;
    inbox::take(tx, row.inbox_id, &turn).await?;
    Ok(turn)
}

/// Compacts the conversation, and replaces the preliminary answer by the outcome.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease. The turn then continues from there when
/// it is taken up again.
pub(crate) async fn run(core: &Arc<Core>, mut job: Job, command: EventKey) -> Result<()> {
    job.offered = tools::offered(core, &job).await?;
    let all = |state: &CompactionState| {
        let said = state.turns[..state.coverable].iter().any(|turn| turn.bytes > 0);
        if said { state.coverable } else { 0 }
    };
    let compacted = match job.turn.head.cancel_requested {
        true => CompactionEnd::Stopped,
        false => compact(core, &mut job, When::InTurn, all).await?,
    };
    if compacted == CompactionEnd::Stopped && core.shutdown.is_cancelled() && !job.stop.is_cancelled() {
        return Ok(());
    }
    let core_ = core.clone();
    core.db
        .write(Scope::chat(&job.session.chat()), async move |tx| {
            let core = core_.clone();
            leases::check(tx, &core.process, &job.lease).await?;
            let turn = &job.turn.head.turn_id;
            // An earlier attempt may have stored the summary before a crash.
            let summary = summaries::get(tx, &job.session.session_id).await?;
            let (state, said) = match summary.filter(|summary| summary.turn_id.as_ref() == Some(turn)) {
                Some(done) => (State::Done, texts::done(done.turns, &done.text, &done.noted)),
                None if compacted == CompactionEnd::Stopped => (State::Stopped, texts::stopped().to_owned()),
                None => (State::Done, texts::nothing().to_owned()),
            };
            turns::set_state(tx, turn, state, core.clock.timestamp()).await?;
            inbox::finish(tx, turn).await?;
            leases::release(tx, &core.process, &job.lease).await?;
            answer(tx, &command, &said).await
        })
        .await
}

/// Replaces the preliminary answer to a command.
async fn answer(tx: &Tx, command: &EventKey, said: &str) -> Result<()> {
    for row in outbox::of_source(tx, &OutboxKey::Command(command.clone())).await? {
        outbox::update_content(tx, row.outbox_id, &Content::text(rich::from_markdown(said))).await?;
    }
    Ok(())
}
