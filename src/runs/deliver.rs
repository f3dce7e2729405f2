//! Delivers the result of a run to the chat in which its schedule was made, and adds it to the conversation there, so
//! that the person can refer to it. During the quiet hours of the schedule's owner the result is held until they end.

use std::{panic::AssertUnwindSafe, sync::Arc};

use adjutant_channel::ChatKind;
use adjutant_domain::{
    origin::Sources, outbox_key::OutboxKey, schedules::is_late, table_form::TableForm, timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    db::{self, Scope, Tx},
    people,
    runs::{self, Cause, Delivery, Run, Status},
    schedules::{self, Schedule},
    sessions::{self, Session},
    set_aside::{Item, Kind},
    table_form as forms,
    turns::{self, State},
};
use adjutant_texts::{runs as texts, schedule_list::delivered, undeliverable};
use anyhow::{Result, anyhow};
use futures::FutureExt;

use super::backlog;
use crate::{
    core::Core,
    daily_budget,
    outbox::{self, Address, Answer, AnswerFile, Slot, set_aside},
    voice,
};

/// Sends the result of a run, part of which may be kept as files, or holds it during quiet hours.
pub(crate) async fn deliver(
    tx: &Tx,
    core: &Core,
    run: &Run,
    schedule: Option<&Schedule>,
    result: Answer<'_>,
    now: Timestamp,
) -> Result<()> {
    // A person who has just asked for the run, or deleted its schedule, is awake.
    let quiet = match schedule {
        Some(schedule) if run.cause == Cause::Due => quiet_until(tx, core, schedule, now).await?,
        _ => None,
    };
    match quiet {
        Some(until) => runs::hold(tx, &run.run_id, until).await,
        None => send(tx, core, run, schedule, result, now).await,
    }
}

/// Returns the end of the quiet hours that a schedule's message would fall into; `None` if it may be sent now.
pub(crate) async fn quiet_until(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    if schedule.urgent {
        return Ok(None);
    }
    let owner = people::get(tx, &schedule.user_id).await?;
    let end = owner.quiet_hours().and_then(|quiet| quiet.end(now.to_utc(), owner.zone(core.zone)));
    Ok(end.map(Timestamp::from))
}

/// Releases runs whose hold has ended. A result that cannot be sent does not hold up the others.
pub(crate) async fn release_held(core: &Arc<Core>, held: Vec<Run>) -> Result<()> {
    for run in held {
        release_or_give_up(core, run).await?;
    }
    Ok(())
}

#[tracing::instrument(name = "run", skip_all, fields(run = %run.run_id, schedule = %run.schedule_id))]
async fn release_or_give_up(core: &Arc<Core>, run: Run) -> Result<()> {
    let language = core.language_of(&run.user_id).await?;
    language.scope(Box::pin(release_as_spoken(core, run))).await
}

async fn release_as_spoken(core: &Arc<Core>, run: Run) -> Result<()> {
    let released = AssertUnwindSafe(release(core, run.clone())).catch_unwind().await;
    match released.unwrap_or_else(|_| Err(anyhow!("the release panicked"))) {
        Err(error) if !db::is_storage_failure(&error) => {
            tracing::error!(error = format!("{error:#}"), "cannot send held result; giving it up");
            give_up_or_drop(core, run).await
        }
        done => done,
    }
}

/// Drops a held result with a loss notice, or without one if the notice fails repeatedly.
async fn give_up_or_drop(core: &Arc<Core>, run: Run) -> Result<()> {
    let Some(error) = db::unless_storage_failed(give_up(core, run.clone()).await)? else { return Ok(()) };
    let item = Item::new(Kind::Run, &run.run_id).of(&run.user_id);
    if set_aside::count_failure(core, item, &error).await? {
        db::unless_storage_failed(
            core.db
                .write(Scope::Person(run.user_id.clone()), async move |tx| {
                    runs::fail_delivery(tx, &run.run_id).await
                })
                .await,
        )?;
    }
    Ok(())
}

/// Drops a held result, and posts a loss notice.
async fn give_up(core: &Arc<Core>, run: Run) -> Result<()> {
    let (core_, now) = (core.clone(), core.clock.timestamp());
    core.db
        .write(Scope::Person(run.user_id.clone()), async move |tx| {
            runs::fail_delivery(tx, &run.run_id).await?;
            let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else {
                return Ok(());
            };
            let origin = sessions::get(tx, &schedule.session_id).await?;
            let (source, to) =
                (OutboxKey::LostRun(run.run_id.clone()), reachable(tx, &core_, &origin).await?);
            outbox::post_text(tx, &core_.channels, Slot::first(&source), &to, undeliverable(), now).await
        })
        .await
}

/// Sends the result of a run whose hold has ended, again if it was sent before. Does nothing if the run is held longer
/// or is no longer held.
pub(crate) async fn release(core: &Arc<Core>, run: Run) -> Result<()> {
    let file = keep_files(core, &run).await?;
    let (core_, now) = (core.clone(), core.clock.timestamp());
    core.db
        .write(Scope::Person(run.user_id.clone()), async move |tx| {
            if !runs::release(tx, &run.run_id, now).await? {
                return Ok(());
            }
            let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else {
                return runs::suppress(tx, &run.run_id).await;
            };
            // A postponed result comes at the time that the person chose.
            if run.deliveries == 0
                && let Some(until) = quiet_until(tx, &core_, &schedule, now).await?
            {
                return runs::hold(tx, &run.run_id, until).await;
            }
            // One notice reports all misfires together.
            if run.status == Status::Skipped {
                return Ok(());
            }
            send(
                tx,
                &core_,
                &run,
                Some(&schedule),
                Answer { markdown: &run.output, file: file.as_ref(), ..Answer::default() },
                now,
            )
            .await
        })
        .await
}

/// Writes the files of a result again: those written at the end of the run may have been deleted.
async fn keep_files(core: &Core, run: &Run) -> Result<Option<AnswerFile>> {
    let (held, host) = (run.clone(), core.zone);
    let read = core.db.read(async move |tx| {
        let Some(schedule) = schedules::get(tx, &held.user_id, &held.schedule_id).await? else {
            return Ok(None);
        };
        let origin = sessions::get(tx, &schedule.session_id).await?;
        Ok(Some((
            origin,
            told(Some(&schedule), &held, &held.output, people::zone(tx, &held.user_id, host).await?),
            table_form(tx, Some(&schedule)).await?,
        )))
    });
    let Some((origin, told, form)) = read.await? else { return Ok(None) };
    let file = format!("answer-{}-{}", run.run_id, run.deliveries);
    Ok(AnswerFile::keep(core, &origin.chat(), &origin.user_id, file, &told, form).await)
}

async fn send(
    tx: &Tx,
    core: &Core,
    run: &Run,
    schedule: Option<&Schedule>,
    result: Answer<'_>,
    now: Timestamp,
) -> Result<()> {
    let origin = match schedule {
        Some(schedule) => Some(schedule.session_id.clone()),
        None => sessions::of_run(tx, &run.run_id).await?,
    };
    let Some(origin) = origin else { return Ok(()) };
    let origin = sessions::get(tx, &origin).await?;
    let to = reachable(tx, core, &origin).await?;
    if backlog::is_full(tx, core, &to.chat).await? {
        return backlog::give_up(tx, core, run, &to, now).await;
    }
    let told = told(schedule, run, result.markdown, people::zone(tx, &run.user_id, core.zone).await?);
    let delivery = runs::count_delivery(tx, &run.run_id).await?;
    let buttons = delivered::buttons(&run.run_id, delivery, schedule);
    let source = OutboxKey::from(&run.run_id);
    let answer = Answer { markdown: &told, buttons, ..result };
    let slot = Slot { source: &source, segment: delivery };
    outbox::post_answer(tx, &core.channels, slot, &to, answer, now).await?;
    voice::speak_result(tx, core, (slot, result.markdown), now).await?;
    daily_budget::warn(tx, core, &run.user_id, &to).await?;
    match schedule {
        Some(schedule) => {
            append(tx, &origin, (run, schedule), &texts::kept(&run.run_id, result.markdown), now).await
        }
        None => Ok(()),
    }
}

/// Returns the address for a result with this origin. If the origin's channel is no longer set up, or the origin is the
/// direct chat of an account that is no longer served, this is another direct chat of the schedule's owner; if there is
/// none, it is the origin, and the result waits. In a group, the message mentions the schedule's owner.
pub(crate) async fn reachable(tx: &Tx, core: &Core, origin: &Session) -> Result<Address> {
    let chat = origin.chat();
    let is_closed =
        origin.chat_kind == ChatKind::Direct && people::away(tx, Some(&chat), None).await?.is_some();
    if is_closed || core.channels.get(&chat.channel).is_err() {
        let own = outbox::direct_chats(tx, core, &origin.user_id, &chat.channel).await?;
        if let Some(own) = own.into_iter().next() {
            return Ok(Address::new(own, ChatKind::Direct));
        }
    }
    Address::new(chat, origin.chat_kind).notifying(tx, core, &origin.user_id).await
}

/// Adds the schedule's message to the conversation as a turn of its own that answers no message. The turn keeps the
/// marks of everything that the run has read.
async fn append(
    tx: &Tx,
    origin: &Session,
    (run, schedule): (&Run, &Schedule),
    said: &str,
    now: Timestamp,
) -> Result<()> {
    let turn = turns::open(tx, &origin.session_id, None, now).await?.turn_id;
    turns::append_note(tx, &turn, &texts::delivered_note(&schedule.name), &Sources::OWN, now).await?;
    let sources = runs::untrusted(tx, &run.run_id).await?;
    turns::append_assistant(tx, &turn, (said, 0), &sources, now).await?;
    turns::set_state(tx, &turn, State::Done, now).await
}

/// Returns the form of wide tables in the conversation in which a schedule was made.
pub(crate) async fn table_form(tx: &Tx, schedule: Option<&Schedule>) -> Result<TableForm> {
    match schedule {
        Some(schedule) => forms::of(tx, &schedule.session_id).await,
        None => Ok(TableForm::default()),
    }
}

/// Returns the text in which a result is delivered; `zone` is the person's.
pub(crate) fn told(schedule: Option<&Schedule>, run: &Run, said: &str, zone: Zone) -> String {
    let remark = remark(run, zone);
    match schedule.is_some_and(|schedule| schedule.reminder && !schedule.is_hook()) {
        true => texts::reminder(said, remark.as_deref()),
        false => texts::result(texts::name(schedule), said, remark.as_deref()),
    }
}

/// Returns the remark on a run that began late or after misfires, or whose result was held.
fn remark(run: &Run, zone: Zone) -> Option<String> {
    let is_late = is_late(run.due_at, run.started_at);
    let was_held = run.delivery == Delivery::Held && run.deliveries == 0 && !is_late;
    let held = was_held.then(|| texts::held(run.due_at, run.deliver_at.unwrap_or(run.due_at), zone));
    let late = (is_late || run.missed > 0)
        .then(|| texts::late(is_late.then_some(run.due_at), run.missed, run.started_at, zone));
    [held, late].into_iter().flatten().reduce(|held, late| format!("{held}\n{late}"))
}
