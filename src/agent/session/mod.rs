//! One serial worker per session: it takes queued messages from the inbox, one turn after the other.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use adjutant_channel::{MessageId, Receipt};
use adjutant_domain::{
    ids::{SessionId, TurnId},
    origin::Sources,
    text::join,
    wake::Wake,
};
use adjutant_store::{
    db::{self, Scope, Tx},
    inbox,
    leases::{self, Lease, Lost},
    runs,
    sessions::{self, Session, SessionState, Work},
    turns::{self, Turn},
};
use adjutant_texts as texts;
use adjutant_tools::kit::ErrorCode;
use anyhow::Result;

use crate::{
    agent::{
        compact::manual,
        reply, set_aside,
        turn::{self, Job},
    },
    approvals::{self, specialists},
    core::{Core, begun::BegunTurn, receipts},
    outbox::Slot,
    runs::finish::{self, AttemptEnd},
};

mod begin;
mod edited;
pub(super) mod album;
pub(super) mod hear;
mod interrupted;
pub(super) mod messages;
pub(crate) mod received;
mod trace_spans;

pub(crate) use begin::{Arrived, begin_at_once};
use begin::{BATCH, Next, Terms, claim_turn, take_begun};
use hear::Spoken;

/// How often an interrupted turn (by a crash or an internal error) is retried before it fails.
const ATTEMPTS: i64 = 5;
/// The pause before a retry.
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// The pause before a retry if the database failed.
const WHILE_DATABASE_FAILS: Duration = Duration::from_secs(15);
/// How often the typing indicator is renewed. Platforms show it for five seconds or more.
const TYPING_EVERY: Duration = Duration::from_secs(4);
/// After this many rounds of the typing indicator, a receipt shows that the bot works on the message.
const WORKING_AFTER: u32 = 1;
/// How long a turn runs before the typing indicator appears: most answers come sooner.
const TYPING_AFTER: Duration = Duration::from_millis(400);

/// Works on a session until its inbox is empty, or another process holds its lease.
pub(crate) async fn work(core: Arc<Core>, session: SessionId) {
    // Once a batch has failed, its messages begin turns one by one: perhaps only one of them is at fault.
    let mut terms = Terms { batch: BATCH, failed_here: false };
    while !core.shutdown.is_cancelled() {
        let state = match state_with_work(&core, &session).await {
            Ok(Some(state)) => state,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%session, error = format!("{error:#}"), "cannot look up what goes on in the session");
                return;
            }
        };
        let language = state.language.unwrap_or_default();
        if language.scope(Box::pin(work_once(&core, &session, state, &mut terms))).await.is_break() {
            return;
        }
    }
}

/// Does the next step of a session's work. Breaks if there is no more work.
async fn work_once(
    core: &Arc<Core>,
    session: &SessionId,
    state: SessionState,
    terms: &mut Terms,
) -> ControlFlow<()> {
    let begun = state.running.and_then(|running| take_begun(core, session, &running));
    // Between two turns of one session, other sessions get their chance.
    let place = core.turns.enter(state.person).await;
    let asked = core.clock.now();
    let claimed = match begun {
        Some(begun) => Ok(Next::Turn(begun)),
        None => claim_turn(core, session, *terms).await,
    };
    match claimed {
        Ok(Next::Turn(begun)) => {
            core.count_turn_start();
            let is_alone = begun.is_alone;
            let is_settled = run_turn(core, begun).await;
            if is_settled && is_alone {
                // Any later event has woken this worker.
                return ControlFlow::Break(());
            }
            terms.failed_here = !is_settled;
        }
        Ok(Next::Hear(spoken)) => {
            if let Err(error) = listen(core, *spoken).await {
                after_hearing_failed(core, session, error).await;
            }
        }
        Ok(Next::Wait(time)) => {
            drop(place);
            tokio::select! {
                () = core.shutdown.cancelled() => return ControlFlow::Break(()),
                // The time since the claim began counts as waiting.
                () = core.clock.sleep_until(asked + time) => {}
                // The clock may be set back meanwhile.
                () = core.clock.sleep(time) => {}
            }
        }
        Ok(Next::Rest) => return ControlFlow::Break(()),
        Err(error) => {
            terms.batch = 1;
            if let Err(error) = set_aside::unblock(core, session, error).await {
                tracing::error!(%session, error = format!("{error:#}"), "cannot claim the session's next turn");
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

/// Transcribes a message's recordings.
async fn listen(core: &Arc<Core>, spoken: Spoken) -> Result<()> {
    let session = spoken.session.clone();
    tokio::select! {
        outcome = hear::hear(core, spoken) => outcome,
        never = show_typing(core, &session, None) => match never {},
    }
}

/// Waits before the message is tried again; it stays in the inbox.
async fn after_hearing_failed(core: &Core, session: &SessionId, error: anyhow::Error) {
    tracing::error!(%session, error = format!("{error:#}"), "cannot store what a recording says");
    core.clock.sleep(if db::is_storage_failure(&error) { WHILE_DATABASE_FAILS } else { AFTER_FAILURE }).await;
}

/// Returns the state of a session, if it has work.
async fn state_with_work(core: &Arc<Core>, id: &SessionId) -> Result<Option<SessionState>> {
    let (process, id) = (core.process.clone(), id.clone());
    let state = core.db.read(async move |tx| sessions::state(tx, &id, &process).await).await?;
    Ok(state.filter(|state| state.has_work))
}

/// Works on a turn. Returns whether the turn is settled: it has ended, or waits for somebody.
#[tracing::instrument(
    name = "turn",
    skip_all,
    fields(
        session = %begun.session.session_id,
        turn = %begun.turn.head.turn_id,
        user = %begun.user.user_id,
        run = begun.session.scheduled_by().map(tracing::field::display),
        of = begun.session.parent_turn.as_ref().map(tracing::field::display),
    )
)]
async fn run_turn(core: &Arc<Core>, begun: BegunTurn) -> bool {
    let BegunTurn { lease, claimed_at, session, user, turn, delay, compacts, is_alone: _, alone: _alone } =
        begun;
    let (id, attempts) = (turn.head.turn_id.clone(), turn.head.attempts);
    let stop = core.stop_token(&session.session_id, &id);
    if attempts > ATTEMPTS {
        tracing::error!(attempts, "turn broke off too often; giving up");
        give_up_or_log(core, &session, &lease, &id).await;
        return false;
    }
    let message = turn.head.reply_to.clone();
    let zone = user.zone(core.zone);
    let mut job = Job::new(user, session.clone(), turn, (lease.clone(), claimed_at), stop.token.clone());
    job.opening.late = delay.map(|delay| texts::late_messages::opening(&delay, zone));
    let work = async {
        match compacts {
            Some(command) => manual::run(core, job, command).await,
            None => turn::run(core, job).await,
        }
    };
    let outcome = tokio::select! {
        outcome = work => outcome,
        never = show_typing(core, &session, message.as_deref()) => match never {},
    };
    let is_settled = match outcome {
        Ok(()) => {
            if core.shutdown.is_cancelled() {
                uncount_interrupted(core, &session, &id).await;
            }
            true
        }
        Err(error) => {
            after_error(core, (&session, &lease, &id), attempts, error).await;
            false
        }
    };
    show_end(core, &session, &id).await;
    trace_spans::record(core, &session, &id).await;
    is_settled
}

/// Waits before an interrupted turn is taken up again, or gives it up.
async fn after_error(
    core: &Arc<Core>,
    (session, lease, turn): (&Session, &Lease, &TurnId),
    attempts: i64,
    error: anyhow::Error,
) {
    if error.is::<Lost>() {
        tracing::warn!("session lease lost to another process");
        return;
    }
    tracing::error!(error = format!("{error:#}"), "turn broke off");
    if db::is_storage_failure(&error) {
        return wait_for_database(core, &session.session_id, turn).await;
    }
    if attempts == ATTEMPTS {
        return give_up_or_log(core, session, lease, turn).await;
    }
    // The database still has the turn as running, so it will be resumed.
    core.clock.sleep(AFTER_FAILURE).await;
}

/// Waits before a turn is retried whose outcome the database could not store. Such a failure does not count as an
/// attempt. The pause is longer than for other failures, because each retry may ask the model again.
async fn wait_for_database(core: &Arc<Core>, session: &SessionId, turn: &TurnId) {
    let id = turn.clone();
    if let Err(error) = core
        .db
        .write_unsynced(Scope::Session(session.clone()), async move |tx| {
            turns::uncount_attempt(tx, &id).await
        })
        .await
    {
        tracing::error!(error = format!("{error:#}"), "cannot discount an attempt that the database failed");
    }
    core.clock.sleep(WHILE_DATABASE_FAILS).await;
}

/// Takes back the count of an attempt that an orderly shutdown has interrupted.
async fn uncount_interrupted(core: &Arc<Core>, session: &Session, turn: &TurnId) {
    let (scope, turn) = (Scope::Session(session.session_id.clone()), turn.clone());
    let uncount = async move |tx: &Tx| turns::uncount_interrupted(tx, &turn).await;
    if let Err(error) = core.db.write_unsynced(scope, uncount).await {
        tracing::warn!(
            error = format!("{error:#}"),
            "cannot discount an attempt that the shutdown interrupted"
        );
    }
}

async fn give_up_or_log(core: &Arc<Core>, session: &Session, lease: &Lease, turn: &TurnId) {
    let Err(error) = give_up(core, session, lease, turn).await else { return };
    if error.is::<Lost>() {
        return;
    }
    if let Err(error) = set_aside::end(core, &session.session_id, turn, error).await {
        tracing::error!(error = format!("{error:#}"), "cannot mark the turn as failed");
    }
    core.clock.sleep(AFTER_FAILURE).await;
}

/// Ends a turn that failed with an internal error, and says so in the chat: silence would look like being ignored.
async fn give_up(core: &Arc<Core>, session: &Session, lease: &Lease, turn: &TurnId) -> Result<()> {
    let (core_, session, lease, turn) = (core.clone(), session.clone(), lease.clone(), turn.clone());
    core.db
        .write(reply::scope_of_end(&session), async move |tx| {
            let core = core_.clone();
            let now = core.clock.timestamp();
            leases::check(tx, &core.process, &lease).await?;
            approvals::withdraw_turn(tx, &turn, now).await?;
            turns::set_state(tx, &turn, turns::State::Failed, now).await?;
            turns::append_note(tx, &turn, texts::unanswered_note(), &Sources::OWN, now).await?;
            inbox::finish(tx, &turn).await?;
            let Turn { head, entries } = turns::load(tx, &turn).await?;
            let spent = head.spent(now);
            reply::count_time(tx, &core, &session.user_id, spent).await?;
            let said = join(texts::internal_error(), &texts::memory::receipts_of(&entries));
            match session.work() {
                Work::Delegated { .. } => {
                    if let Some(run) = session.scheduled_by() {
                        runs::add_spent(tx, run, spent).await?;
                    }
                    // The parent turn reports the failure.
                    let why = (ErrorCode::Internal, texts::delegation::internal_error());
                    return specialists::fail(tx, &session, why, now).await;
                }
                Work::Client(_) => {
                    // The client is told that there is no result.
                    tx.wake(Wake::Clients);
                    return Ok(());
                }
                Work::Run(run) => {
                    let ended = AttemptEnd::internal_error(&said, spent);
                    return finish::finish(tx, &core, run, ended, now).await;
                }
                Work::Conversation => {}
            }
            let chat = crate::outbox::Address::new(session.chat(), session.chat_kind);
            let to = crate::outbox::Address { reply_to: head.reply_to.clone(), ..chat };
            crate::outbox::post_text(
                tx,
                &core.channels,
                Slot { source: &(&turn).into(), segment: head.segment },
                &to,
                &said,
                now,
            )
            .await
        })
        .await
}

/// Shows the final receipt at a turn's messages, if they have an earlier receipt.
async fn show_end(core: &Arc<Core>, session: &Session, turn: &TurnId) {
    let chat = session.chat();
    if !core.receipts.has_open(&chat) {
        return;
    }
    let id = turn.clone();
    let read =
        async move |tx: &Tx| Ok((turns::load(tx, &id).await?.head, inbox::messages_of(tx, &id).await?));
    match core.db.read(read).await {
        Ok((head, messages)) if head.state.is_final() => {
            let receipt = if head.state == turns::State::Failed { Receipt::Failed } else { Receipt::Done };
            for message in &messages {
                receipts::show(core, (&chat, session.chat_kind), message, receipt);
            }
        }
        Ok(_) => {}
        Err(error) => tracing::debug!(error = format!("{error:#}"), "cannot look up the messages of a turn"),
    }
}

/// Shows the typing indicator for as long as it is polled, and after a while also a receipt at `message` that the bot
/// works on it.
async fn show_typing(core: &Arc<Core>, session: &Session, message: Option<&str>) -> std::convert::Infallible {
    let somebody_waits = session.scheduled_by().is_none() && session.client.is_none();
    let channel = core.channels.get(&session.chat().channel).ok().filter(|_| somebody_waits);
    let Some(channel) = channel else { return std::future::pending().await };
    core.clock.sleep(TYPING_AFTER).await;
    let mut round = 0;
    loop {
        if let (WORKING_AFTER, Some(message)) = (round, message) {
            let message = MessageId(message.to_owned());
            receipts::show(core, (&session.chat(), session.chat_kind), &message, Receipt::Working);
        }
        if core.pace.take_spare(channel.name(), core.clock.now())
            && let Err(error) = channel.typing(&session.chat()).await
        {
            tracing::debug!(%error, "cannot show the typing indicator");
        }
        core.clock.sleep(TYPING_EVERY).await;
        round += 1;
    }
}
