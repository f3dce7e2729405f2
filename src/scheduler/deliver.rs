//! The result of a run goes to the chat that its schedule was made in, and into the conversation there, so that the
//! person can speak of it.

use anyhow::Result;

use super::missed::is_late;
use crate::{
    core::Core,
    db::Tx,
    outbox::{self, Address, Long},
    store::{
        runs::{self, Run},
        schedules::Schedule,
        sessions::{self, Session},
        turns::{self, State},
    },
    texts::schedules as texts,
};

/// Sends the result of a run, which may have been kept as a file.
pub(super) async fn deliver(
    tx: &Tx,
    core: &Core,
    run: &Run,
    schedule: Option<&Schedule>,
    (said, long): (&str, Option<&Long>),
    now: i64,
) -> Result<()> {
    let origin = match schedule {
        Some(schedule) => Some(schedule.session_id.clone()),
        None => sessions::of_run(tx, &run.run_id).await?,
    };
    let Some(origin) = origin else { return Ok(()) };
    let origin = sessions::get(tx, &origin).await?;
    let to = Address::new(origin.chat(), origin.chat_kind);
    let name = texts::name(schedule);
    let late = late(run, core);
    let told = match schedule.is_some_and(|schedule| schedule.reminder) {
        true => texts::reminder(said, late.as_deref()),
        false => texts::result(name, said, late.as_deref()),
    };
    let source = (run.run_id.as_str(), runs::sent(tx, &run.run_id).await?);
    outbox::say_at_length(tx, &core.channels, source, &to, (&told, long), now).await?;
    if schedule.is_some() { append(tx, &origin, name, said, now).await } else { Ok(()) }
}

/// A turn of its own, in which nobody asked and the schedule spoke.
async fn append(tx: &Tx, origin: &Session, name: &str, said: &str, now: i64) -> Result<()> {
    let turn = turns::open(tx, &origin.session_id, None, now).await?;
    turns::append_note(tx, &turn, &texts::delivered_note(name), now).await?;
    turns::append_assistant(tx, &turn, said, 0, now).await?;
    turns::set_state(tx, &turn, State::Done, now).await
}

/// What a result is told as where it may be long: what [`deliver`] says.
pub(crate) fn told(schedule: Option<&Schedule>, run: &Run, said: &str, core: &Core) -> String {
    texts::result(texts::name(schedule), said, late(run, core).as_deref())
}

/// What is said of a run that began late, or after others were missed.
fn late(run: &Run, core: &Core) -> Option<String> {
    let is_late = is_late(run.due_at, run.started_at);
    (is_late || run.missed > 0).then(|| texts::late(is_late.then_some(run.due_at), run.missed, core.zone))
}
