//! What blocks a session: an inbox row that cannot begin a turn, or a turn that can be neither taken up nor ended. It
//! is set aside after a few failures, so that the person's later messages are answered.

use std::sync::Arc;

use adjutant_domain::{
    budget::Spent,
    ids::{SessionId, TurnId},
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
    tools::ErrorCode,
    wake::Wake,
};
use adjutant_store::{
    db::{self, Scope, Tx},
    inbox::{self, Blocking},
    leases::{self, LeaseName},
    sessions::{self, Work},
    set_aside::{Item, Kind},
    turns,
};
use adjutant_texts as texts;
use anyhow::{Error, Result};

use crate::{
    approvals::specialists,
    core::Core,
    outbox::{self, Address, Slot, set_aside},
    runs::finish::{self, AttemptEnd},
};

/// Counts a failure to claim a session's next turn, and sets aside whatever blocks the session after too many failures.
///
/// # Errors
/// Returns the error if the database failed, or if nothing to set aside is found.
pub(super) async fn unblock(core: &Arc<Core>, session: &SessionId, error: Error) -> Result<()> {
    let id = session.clone();
    match core.db.read(async move |tx| blocker(tx, &id).await).await? {
        Some(blocker) => failed(core, session, blocker, error).await,
        None => Err(error),
    }
}

/// Counts a failure to end a turn in the usual way. After too many failures, ends it in a simpler way.
///
/// # Errors
/// Returns the error if the database failed.
pub(super) async fn end(core: &Arc<Core>, session: &SessionId, turn: &TurnId, error: Error) -> Result<()> {
    failed(core, session, Blocker::Turn(turn.clone()), error).await
}

async fn failed(core: &Arc<Core>, session: &SessionId, blocker: Blocker, error: Error) -> Result<()> {
    let Some(error) = db::unless_storage_failed::<()>(Err(error))? else { return Ok(()) };
    if !set_aside::count_failure(core, blocker.item(), &error).await? {
        return Ok(());
    }
    let (core_, id, gone) = (core.clone(), session.clone(), blocker.clone());
    if core
        .db
        .write(Scope::Session(session.clone()), async move |tx| remove(tx, &core_, &id, &gone).await)
        .await?
    {
        tell(core, session, blocker).await;
    }
    Ok(())
}

/// What blocks a session.
#[derive(Clone, Debug)]
enum Blocker {
    Turn(TurnId),
    Row(Blocking),
}

impl Blocker {
    fn item(&self) -> Item {
        match self {
            Self::Turn(turn) => Item::new(Kind::Turn, turn),
            Self::Row(row) => Item::new(Kind::Inbox, EventKey::of_row(&row.channel, &row.external_id)),
        }
    }
}

/// Returns what blocks a session: its running turn, or else the first row of its inbox, taken alone once a batch has
/// failed.
async fn blocker(tx: &Tx, session: &SessionId) -> Result<Option<Blocker>> {
    if let Some(turn) = turns::running(tx, session).await? {
        return Ok(Some(Blocker::Turn(turn)));
    }
    Ok(inbox::blocking(tx, session).await?.map(|row| match (row.kind, &row.turn_id) {
        // Without its decision, the turn would wait for ever.
        (inbox::Kind::Decision, Some(turn)) => Blocker::Turn(turn.clone()),
        _ => Blocker::Row(row),
    }))
}

/// Sets the blocker aside without reading its content. Returns false if another process works on the session.
async fn remove(tx: &Tx, core: &Core, session: &SessionId, blocker: &Blocker) -> Result<bool> {
    let now = core.clock.timestamp();
    let name = LeaseName::Session(session.clone());
    let Some(lease) = leases::acquire(tx, &core.process, name).await? else { return Ok(false) };
    match blocker {
        Blocker::Turn(turn) => {
            turns::set_state(tx, turn, turns::State::Failed, now).await?;
            inbox::drop_decisions(tx, turn).await?;
            inbox::finish(tx, turn).await?;
        }
        Blocker::Row(row) => inbox::discard(tx, row.inbox_id).await?,
    }
    leases::release(tx, &core.process, &lease).await?;
    Ok(true)
}

/// Tells the person, the schedule or the parent turn, as far as possible.
async fn tell(core: &Arc<Core>, session: &SessionId, blocker: Blocker) {
    let (core_, id, now) = (core.clone(), session.clone(), core.clock.timestamp());
    let told = core.db.write(Scope::Global, async move |tx| say(tx, &core_, &id, &blocker, now).await).await;
    if let Err(error) = told {
        tracing::error!(%session, error = format!("{error:#}"), "cannot say in the chat what was set aside");
    }
}

async fn say(tx: &Tx, core: &Core, session: &SessionId, blocker: &Blocker, now: Timestamp) -> Result<()> {
    let session = sessions::get(tx, session).await?;
    let said = texts::internal_error();
    match session.work() {
        Work::Delegated { .. } => {
            let why = (ErrorCode::Internal, texts::delegation::internal_error());
            return specialists::fail(tx, &session, why, now).await;
        }
        Work::Client(_) => {
            tx.wake(Wake::Clients);
            return Ok(());
        }
        Work::Run(run) => {
            let ended = AttemptEnd::internal_error(said, Spent::default());
            return finish::finish(tx, core, run, ended, now).await;
        }
        Work::Conversation => {}
    }
    let source = match blocker {
        Blocker::Turn(turn) => OutboxKey::from(turn),
        Blocker::Row(row) => OutboxKey::Command(EventKey::of_row(&row.channel, &row.external_id)),
    };
    let reply_to = match blocker {
        Blocker::Turn(turn) => turns::reply_to(tx, turn).await?,
        Blocker::Row(row) => row.message_id.clone(),
    };
    let to = Address { reply_to, ..Address::new(session.chat(), session.chat_kind) };
    // Below everything that the turn has posted.
    let slot = Slot { source: &source, segment: LAST };
    outbox::post_text(tx, &core.channels, slot, &to, said, now).await
}

/// A segment that no turn reaches.
const LAST: i64 = 1_000_000;
