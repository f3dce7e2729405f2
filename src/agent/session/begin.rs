//! How a turn begins: with waiting messages, a decision about a waiting turn, or the goal of a run.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Inbound, MessageId};
use adjutant_domain::{
    budget::Spent,
    counted::Counted,
    ids::{RunId, SessionId, TurnId},
    origin::Sources,
    timestamp::Timestamp,
    wake::Wake,
};
use adjutant_store::{
    arrival::Arrival,
    db::{Scope, Tx},
    hooks,
    inbox::{self, Decision, Kind, LATE, Message, Waiting},
    leases::{self, Lease, LeaseName},
    people::{self, User},
    runs, schedules,
    sessions::{self, Session, Work},
    turns::{self, Entry, Turn},
};
use adjutant_texts as texts;
use anyhow::{Result, bail};

use super::{
    album,
    hear::{self, Spoken},
    interrupted::{self, Retry},
    messages, received,
};
use crate::{
    agent::{clients, compact::manual, delegation},
    core::{Core, begun::BegunTurn},
    unanswered,
};

/// The most messages merged into one turn; the rest wait for the next turn.
pub(super) const BATCH: i64 = 50;

/// The next action of a session.
pub(super) enum Next<T> {
    /// Works on a turn.
    Turn(T),
    /// Transcribes the recordings of a message.
    Hear(Box<Spoken>),
    /// Waits, for the rest of an album or until an interrupted turn may be taken up again.
    Wait(Duration),
    /// Nothing.
    Rest,
}

/// The conditions under which a session's next turn is claimed.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// The most messages that are merged.
    pub(super) batch: i64,
    /// Whether the unfinished turn was interrupted by an error in this process, which still runs, rather than by a
    /// kill.
    pub(super) failed_here: bool,
}

/// Claims the session's next turn.
pub(super) async fn claim_turn(core: &Arc<Core>, id: &SessionId, terms: Terms) -> Result<Next<BegunTurn>> {
    let (core_, id, now) = (core.clone(), id.clone(), core.clock.timestamp());
    let session = Scope::Session(id.clone());
    let claimed =
        core.db.write_unsynced(session, async move |tx| claim(tx, &core_, &id, terms, now).await).await?;
    if let Next::Turn(begun) = &claimed {
        take_begun(core, &begun.session.session_id, &begun.turn.head.turn_id);
    }
    Ok(claimed)
}

/// Takes the session's running turn if it was begun together with its message; works once.
pub(super) fn take_begun(core: &Core, id: &SessionId, running: &TurnId) -> Option<BegunTurn> {
    core.begun_turns.take_if(id, |begun| begun.turn.head.turn_id == *running)
}

/// A message of a served person, in its storing transaction.
#[derive(Clone, Copy)]
pub(crate) struct Arrived<'a> {
    pub session: &'a Session,
    pub user: &'a User,
    pub event: &'a Inbound,
    pub message: (&'a MessageId, &'a Message),
    pub meets: Arrival,
}

/// Puts a message into its session's inbox. Begins its turn if the session has nothing else to do and a place is free;
/// the session's worker takes the turn up after the commit.
pub(crate) async fn begin_at_once(tx: &Tx, core: &Core, arrived: Arrived<'_>, now: Timestamp) -> Result<()> {
    let Arrived { session, user, event, message: (_, message), meets } = arrived;
    let id = &session.session_id;
    let may_begin = !meets.is_busy
        && !core.shutdown.is_cancelled()
        && core.handlers().is_some()
        && core.turns.has_place(&user.person);
    if may_begin && arrived.is_plain(now) {
        let begun = tx.part(async || begin_plain(tx, core, arrived, now).await).await?;
        if let Some(begun) = unless_it_fails(begun, id) {
            core.begun_turns.put(id.clone(), begun);
            return Ok(());
        }
    }
    inbox::queue_message(tx, event, id, message, None).await?;
    if may_begin && message.album.is_none() {
        let terms = Terms { batch: BATCH, failed_here: false };
        let begun = tx.part(async || claim(tx, core, id, terms, now).await).await?;
        if let Some(Next::Turn(begun)) = unless_it_fails(begun.map(Some), id) {
            core.begun_turns.put(id.clone(), begun);
        }
    }
    Ok(())
}

/// Returns the begun turn, if it could be begun. The error is not the message's fault if something else in its session
/// fails; the worker sets aside rows that fail repeatedly.
fn unless_it_fails<T>(begun: Result<Option<T>>, id: &SessionId) -> Option<T> {
    begun.unwrap_or_else(|error| {
        tracing::warn!(session = %id, error = format!("{error:#}"), "cannot begin a turn at once");
        None
    })
}

impl Arrived<'_> {
    /// Returns whether the turn begins with nothing but the message's text.
    fn is_plain(&self, now: Timestamp) -> bool {
        let Self { event, message: (_, message), meets, .. } = self;
        meets.is_alone
            && message.attachments.is_empty()
            && message.reply_to.is_none()
            && !message.forwarded
            && message.corrects.is_none()
            && now <= Timestamp::from(event.sent_at) + LATE
    }
}

/// Begins the turn of a message that comes alone, as [`claim`] does for waiting rows. The caller has checked that its
/// person is served.
async fn begin_plain(
    tx: &Tx,
    core: &Core,
    Arrived { session, user, event, message: (message_id, message), .. }: Arrived<'_>,
    now: Timestamp,
) -> Result<Option<BegunTurn>> {
    let id = &session.session_id;
    let claimed_at = core.clock.uptime();
    let lease = leases::acquire(tx, &core.process, LeaseName::Session(id.clone())).await?;
    let Some(lease) = lease else { return Ok(None) };
    let head = turns::open(tx, id, Some(&message_id.0), now).await?;
    inbox::queue_message(tx, event, id, message, Some(&head.turn_id)).await?;
    turns::append_user(tx, &head.turn_id, &message.text, &Sources::OWN, now).await?;
    tx.wake(Wake::Counted(Counted::TurnBegun { after: Duration::ZERO }));
    let entries = vec![Entry::User { text: message.text.clone(), untrusted: Sources::OWN }];
    let (session, user, turn) = (session.clone(), user.clone(), Turn { head, entries });
    Ok(Some(BegunTurn {
        lease,
        claimed_at,
        session,
        user,
        turn,
        delay: None,
        compacts: None,
        is_alone: true,
        alone: None,
    }))
}

/// Acquires the session's lease and claims its next turn: an unfinished turn, else the next in the inbox.
async fn claim(
    tx: &Tx,
    core: &Core,
    id: &SessionId,
    terms: Terms,
    now: Timestamp,
) -> Result<Next<BegunTurn>> {
    let session = sessions::get(tx, id).await?;
    if !may_go_on(tx, &session).await? {
        return Ok(Next::Rest);
    }
    let (process, claimed_at) = (&core.process, core.clock.uptime());
    let Some(lease) = leases::acquire(tx, process, LeaseName::Session(id.clone())).await? else {
        return Ok(Next::Rest);
    };
    let user = people::get(tx, &session.user_id).await?;
    let mut alone = None;
    let next = match turns::running(tx, id).await? {
        Some(left) => {
            if let Some(begun) = core.begun_turns.get_if(id, |begun| begun.turn.head.turn_id == left) {
                return Ok(Next::Turn(begun));
            }
            match take_up(tx, core, &left, terms, now).await? {
                Retry::Now(permit) => {
                    alone = permit;
                    Next::Turn(left)
                }
                Retry::After(time) => Next::Wait(time),
            }
        }
        None => begin(tx, core, (&session, &user), (&lease, terms.batch), now).await?,
    };
    let turn = match next {
        Next::Turn(turn) => turn,
        Next::Hear(spoken) => return Ok(Next::Hear(spoken)),
        Next::Wait(time) => {
            leases::release(tx, process, &lease).await?;
            return Ok(Next::Wait(time));
        }
        Next::Rest => {
            leases::release(tx, process, &lease).await?;
            return Ok(Next::Rest);
        }
    };
    let turn = turns::load(tx, &turn).await?;
    let id = &turn.head.turn_id;
    let delay = inbox::delay_of(tx, id, LATE).await?;
    // A turn with entries answers messages and executes no command.
    let compacts = if turn.entries.is_empty() { inbox::command_of(tx, id).await? } else { None };
    Ok(Next::Turn(BegunTurn {
        lease,
        claimed_at,
        session,
        user,
        turn,
        delay,
        compacts,
        is_alone: false,
        alone,
    }))
}

/// Takes up an interrupted turn, unless it has to wait for that.
async fn take_up(tx: &Tx, core: &Core, left: &TurnId, terms: Terms, now: Timestamp) -> Result<Retry> {
    let head = turns::load(tx, left).await?.head;
    let retry = match terms.failed_here || head.cancel_requested {
        true => Retry::Now(None),
        false => interrupted::retry(core, &head, now),
    };
    if matches!(retry, Retry::Now(_)) {
        turns::retry_interrupted(tx, left, now).await?;
    }
    Ok(retry)
}

/// Returns whether the session's person is served now. For anybody else no turn begins or continues; only a turn that
/// was asked to stop may still end.
async fn may_go_on(tx: &Tx, session: &Session) -> Result<bool> {
    Ok(people::is_served(tx, &session.user_id).await?
        || turns::to_stop(tx, &session.session_id).await?.is_some())
}

/// Opens a turn for the next inbox rows, or resumes the turn that a decision concerns.
async fn begin(
    tx: &Tx,
    core: &Core,
    whose @ (session, _): (&Session, &User),
    (lease, batch): (&Lease, i64),
    now: Timestamp,
) -> Result<Next<TurnId>> {
    let id = &session.session_id;
    loop {
        let waiting = inbox::waiting(tx, id, batch).await?;
        let Some(first) = waiting.first() else { return Ok(Next::Rest) };
        match (first.kind, &first.turn_id) {
            (Kind::Decision, Some(turn)) => {
                inbox::take(tx, first.inbox_id, turn).await?;
                if resume(tx, turn, first.body()?, now).await? {
                    return Ok(Next::Turn(turn.clone()));
                }
                // The turn has continued or ended already, and took the decision into account.
                inbox::finish(tx, turn).await?;
            }
            (Kind::Due, _) => {
                if let Some(turn) = begin_run(tx, core, first, session, now).await? {
                    return Ok(Next::Turn(turn));
                }
            }
            (Kind::Control, _) => return manual::begin(tx, first, id, now).await.map(Next::Turn),
            _ => {
                let messages = waiting.iter().take_while(|row| row.kind == Kind::Message);
                let (too_old, messages): (Vec<_>, Vec<_>) =
                    messages.partition(|row| unanswered::is_too_old(core, row.delay().sent_at, now));
                for row in too_old {
                    messages::leave_unanswered(tx, core, row, whose, now).await?;
                }
                let (messages, open_for) = album::gather(messages, core.started_at, now)?;
                if let (true, Some(time)) = (messages.is_empty(), open_for) {
                    return Ok(Next::Wait(time));
                }
                if let Some(spoken) = hear::unheard(core, &messages, session, lease)? {
                    return Ok(Next::Hear(Box::new(spoken)));
                }
                received::acknowledge_albums(tx, core, whose, &messages, now).await?;
                if received::begin_turn(tx, core, whose, &messages).await? {
                    let came = messages.iter().map(|sent| sent.first().delay().received_at).min();
                    let after = came.map(|at| now.since(at)).unwrap_or_default();
                    tx.wake(Wake::Counted(Counted::TurnBegun { after }));
                    return messages::begin(tx, core, messages, whose, now).await.map(Next::Turn);
                }
                for row in messages.iter().flat_map(|sent| &sent.rows) {
                    inbox::discard(tx, row.inbox_id).await?;
                }
            }
        }
    }
}

/// Resumes a waiting turn. Returns false if it was not waiting.
async fn resume(tx: &Tx, turn: &TurnId, decision: Decision, now: Timestamp) -> Result<bool> {
    let head = turns::load(tx, turn).await?.head;
    let resumed = match decision.delegated {
        true => turns::go_on(tx, turn, now).await?,
        false => turns::resume(tx, turn, now).await?,
    };
    let session = sessions::get(tx, &head.session_id).await?;
    if let Some(run) = session.scheduled_by().filter(|_| resumed) {
        runs::set_status(tx, run, runs::Status::Running).await?;
        if decision.delegated {
            // The turn keeps its usage so far, which is added to the run when the turn ends.
            let spent = Spent { millis: 0, ..head.spent(now) };
            runs::add_spent(tx, run, spent.taken_back()).await?;
        }
    }
    Ok(resumed)
}

/// Opens a turn whose one message is the goal of a schedule or of a call, or a client's call. Returns `None` if the
/// goal is no longer wanted.
async fn begin_run(
    tx: &Tx,
    core: &Core,
    row: &Waiting,
    session: &Session,
    now: Timestamp,
) -> Result<Option<TurnId>> {
    let run = match session.work() {
        Work::Client(_) => return clients::begin(tx, row, session, now).await,
        Work::Delegated { .. } => return delegation::begin(tx, row, session, now).await,
        Work::Run(run) => run,
        Work::Conversation => bail!("session {} is a conversation: it has no goal", session.session_id),
    };
    let goal: Message = row.body()?;
    let turn = turns::open(tx, &session.session_id, None, now).await?.turn_id;
    inbox::take(tx, row.inbox_id, &turn).await?;
    note_previous(tx, run, &turn, now).await?;
    note_call(tx, core, session, (run, &turn), now).await?;
    turns::append_user(tx, &turn, &goal.text, &runs::sources_of_goal(tx, run).await?, now).await?;
    Ok(Some(turn))
}

/// Notes the body of the call to a run's hook, as words of the caller and without secrets.
async fn note_call(
    tx: &Tx,
    core: &Core,
    session: &Session,
    (run, turn): (&RunId, &TurnId),
    now: Timestamp,
) -> Result<()> {
    let Some(call) = hooks::call_of(tx, run).await? else { return Ok(()) };
    let Some(hook) = schedules::of_run(tx, run).await? else { return Ok(()) };
    let secrets = core.secrets_in(tx, &session.user_id).await?;
    let body = texts::hooks::body_note(&secrets.redact(&call.body), run);
    let caller = texts::hooks::source(&hook.cadence_value);
    turns::append_note(tx, turn, &body, &caller, now).await.map(drop)
}

/// Notes the last results of a run's schedule, if the schedule asks for them.
async fn note_previous(tx: &Tx, run: &RunId, turn: &TurnId, now: Timestamp) -> Result<()> {
    let Some(schedule) = schedules::of_run(tx, run).await? else { return Ok(()) };
    let (id, count) = (&schedule.schedule_id, schedule.previous_outputs);
    let mut previous = runs::last_results(tx, id, count, texts::runs::OUTPUT_READ).await?;
    previous.reverse();
    if previous.is_empty() {
        return Ok(());
    }
    let untrusted = previous.iter().map(|run| &run.untrusted).collect();
    turns::append_note(tx, turn, &texts::runs::previous(&previous), &untrusted, now).await.map(drop)
}
