//! Turns a call into a run in one transaction: once the caller gets the answer, it may forget the call.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{ids::RunId, timestamp::Timestamp};
use adjutant_store::{
    db::{Scope, Tx},
    hooks::{self, Call, HookSecret},
    outbox as rows, people,
    runs::{self, New, Status},
    schedules::{self, Schedule},
    sessions, table_form,
};
use adjutant_texts::hooks as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::AnswerFile,
    runs::finish::{self, AttemptEnd},
    scheduler::claim,
};

/// The most calls of a hook that wait for their runs.
const MOST_WAITING: i64 = 100;
/// How long a caller is told to wait while so many calls wait.
pub(super) const FULL_FOR: Duration = Duration::from_mins(1);
/// The period in which calls are counted.
const COUNTED: Duration = Duration::from_mins(1);

/// A received call.
pub(super) struct Received {
    /// The key, which is the same for each repetition of a call.
    pub key: String,
    pub body: String,
}

/// The outcome of a call.
pub(super) enum Taken {
    /// It has started this run.
    Run(RunId),
    /// It had started this run before.
    Before(RunId),
    /// Its key belongs to a call with a different body.
    OtherBody,
    Paused,
    Gone,
    /// The hook may be called again from this time on.
    TooMany(Timestamp),
    Full,
}

/// Takes a call from somebody who has proved to know the hook's secret.
pub(super) async fn take(
    core: &Arc<Core>,
    secret: HookSecret,
    sent: Received,
    now: Timestamp,
) -> Result<Taken> {
    let call = Call {
        run_id: RunId::generate(),
        schedule_id: secret.schedule_id.clone(),
        user_id: secret.user_id.clone(),
        call_key: sent.key,
        received_at: now,
        body: sent.body,
    };
    let language = core.language_of(&call.user_id).await?;
    language.scope(Box::pin(take_up(core, secret, call))).await
}

async fn take_up(core: &Arc<Core>, secret: HookSecret, call: Call) -> Result<Taken> {
    let file = keep_files(core, &call).await?;
    let core_ = core.clone();
    core.db.write(Scope::Global, async move |tx| store(tx, &core_, &secret, &call, file.as_ref()).await).await
}

/// Writes the files of a reminder's text: the whole text if it is too long for messages, or wide tables.
async fn keep_files(core: &Core, call: &Call) -> Result<Option<AnswerFile>> {
    let (user, id) = (call.user_id.clone(), call.schedule_id.clone());
    let read = core.db.read(async move |tx| {
        let Some(hook) = schedules::get(tx, &user, &id).await? else { return Ok(None) };
        let origin = sessions::get(tx, &hook.session_id).await?;
        let form = table_form::of(tx, &hook.session_id).await?;
        Ok(Some((hook, origin, form)))
    });
    let Some((hook, origin, form)) = read.await?.filter(|(hook, ..)| hook.reminder) else { return Ok(None) };
    let told = adjutant_texts::runs::result(&hook.name, &delivered(&hook, call), None);
    let file = format!("answer-{}", call.run_id);
    Ok(AnswerFile::keep(core, &origin.chat(), &origin.user_id, file, &told, form).await)
}

async fn store(
    tx: &Tx,
    core: &Core,
    secret: &HookSecret,
    call: &Call,
    file: Option<&AnswerFile>,
) -> Result<Taken> {
    let (id, now) = (&call.schedule_id, call.received_at);
    if let Some(before) = hooks::same_call(tx, id, &call.call_key).await? {
        let is_same = before.body == call.body;
        return Ok(if is_same { Taken::Before(before.run_id) } else { Taken::OtherBody });
    }
    let hook = schedules::get(tx, &call.user_id, id).await?.filter(Schedule::is_hook);
    let Some(hook) = hook else { return Ok(Taken::Gone) };
    if !people::is_served(tx, &hook.user_id).await? {
        return Ok(Taken::Gone);
    }
    if hook.status != schedules::Status::Active {
        return Ok(Taken::Paused);
    }
    let most = (core.config.hooks.max_per_minute, COUNTED);
    if let Some(until) = hooks::full_until(tx, id, most, now).await? {
        return Ok(Taken::TooMany(until));
    }
    if hooks::waiting(tx, id).await? >= MOST_WAITING {
        return Ok(Taken::Full);
    }
    hide_secret(tx, core, secret, &hook).await?;
    hooks::put_call(tx, call).await?;
    let new = New { due_at: runs::free_due_time(tx, id, now).await?, ..New::of(&hook, Status::Queued) };
    match hook.reminder {
        true => {
            let (run, said) = (&call.run_id, delivered(&hook, call));
            runs::insert(tx, run, new, now).await?;
            runs::add_sources(tx, run, &texts::source(&hook.cadence_value)).await?;
            let end = AttemptEnd { file, ..AttemptEnd::of_reminder(&said) };
            finish::finish(tx, core, run, end, now).await?;
        }
        false => claim::begin(tx, core, &hook, (&call.run_id, new), now).await?,
    }
    Ok(Taken::Run(call.run_id.clone()))
}

fn delivered(hook: &Schedule, call: &Call) -> String {
    let goal = Some(hook.goal.as_str()).filter(|goal| *goal != hook.name);
    texts::delivered(goal, &call.body)
}

/// Removes the secret from the message that shows it: its owner has given it to the caller.
async fn hide_secret(tx: &Tx, core: &Core, secret: &HookSecret, hook: &Schedule) -> Result<()> {
    let Some(source) = &secret.shown_by else { return Ok(()) };
    let content = texts::secret_used(hook, &super::address(core, &hook.cadence_value));
    for shown in rows::of_source(tx, source).await? {
        rows::update_content(tx, shown.outbox_id, &content).await?;
    }
    hooks::note_hidden(tx, source).await
}
