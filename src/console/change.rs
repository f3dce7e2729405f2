//! Changes made from a page, by the functions of the chat's buttons. The audit log records that they were made in the
//! console.

use std::sync::Arc;

use adjutant_channel::PressAnswer;
use adjutant_domain::{
    buttons::PersonAction,
    ids::{NoteId, ScheduleId, UserId},
    timestamp::Timestamp,
};
use adjutant_store::{
    approvals as approval_rows,
    audit::{self, Act, Kind},
    db::{Scope, Tx},
    grants, outbox,
    people::{self as people_rows, AccountRef, Role, User},
    schedules::{self as schedule_rows, Schedule},
    sessions,
};
use adjutant_texts::{
    self as all_texts, approvals as approval_texts, console as texts, people as people_texts,
    schedule_list as schedule_texts,
};
use adjutant_tools::schedule::{self, EditArgs};
use anyhow::Result;
use axum::{Extension, Json, extract::rejection::JsonRejection, http::StatusCode};
use serde::{Deserialize, Serialize};

use super::{
    Refusal, edit,
    note::{self, NoteAct},
    viewer::Viewer,
};
use crate::{
    approvals::{self, record},
    chat::{knocks, people, schedules::switch},
    core::Core,
    outbox::Address,
};

/// A change that a page requests.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Change {
    /// Decides a call. `arguments_hash` is that of the call that the page shows.
    Decide { id: String, arguments_hash: String, approves: bool },
    /// Revokes a grant.
    Revoke { id: String },
    /// Acts on a schedule.
    Schedule { id: ScheduleId, act: ScheduleAct },
    /// Changes the goal or the times of a schedule. `version` is that of the schedule that the page shows.
    EditSchedule { version: String, edit: EditArgs },
    /// Acts on a note.
    Note { id: NoteId, act: NoteAct },
    /// Delivers a dead letter again, or deletes it.
    DeadLetter { id: i64, delivers: bool },
    /// Acts on a person.
    Person { id: UserId, act: PersonAct },
    /// Admits a stranger, or refuses them.
    Knock { token: String, admits: bool },
    /// Admits an account that has not written yet, such as `telegram:42`.
    Account { account: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ScheduleAct {
    Pause,
    Resume,
    RunNow,
    Stop,
    Delete,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PersonAct {
    Admit,
    Remove,
    MakeApprover,
    EndApprover,
}

/// The answer to a change, for the person; `alert` means that the change was not made.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    text: String,
    alert: bool,
}

/// A completed change, for the audit log.
pub(super) struct Done {
    /// The outcome in one word.
    pub(super) outcome: &'static str,
    /// The user who owns the changed item.
    pub(super) user: UserId,
    /// The changed item, in words.
    pub(super) label: String,
}

/// Makes a change.
pub(super) async fn make(
    Extension(Viewer { core, user: viewer, .. }): Extension<Viewer>,
    body: Result<Json<Change>, JsonRejection>,
) -> Result<Json<Answer>, Refusal> {
    let Json(change) =
        body.map_err(|_| Refusal(StatusCode::BAD_REQUEST, texts::not_understood().to_owned()))?;
    let (shared, now) = (core.clone(), core.clock.timestamp());
    let made = core.db.write(Scope::Global, async move |tx| {
        let (answer, done) = carry_out(tx, &shared, &viewer, &change, now).await?;
        if let Some(done) = done.filter(|_| !answer.alert) {
            record_done(tx, &viewer, &done, now).await?;
        }
        Ok(answer)
    });
    let PressAnswer { text, alert, .. } = made.await?;
    Ok(Json(Answer { text, alert }))
}

/// Carries out a change, and returns the answer and the completed change.
async fn carry_out(
    tx: &Tx,
    core: &Arc<Core>,
    viewer: &User,
    change: &Change,
    now: Timestamp,
) -> Result<(PressAnswer, Option<Done>)> {
    match change {
        Change::Decide { id, arguments_hash, approves } => {
            let found = approval_rows::get(tx, id).await?;
            // A decision is only about the call that was read.
            let Some(approval) = found.filter(|approval| approval.arguments_hash == *arguments_hash) else {
                return Ok((PressAnswer::alert(approval_texts::no_longer_valid()), None));
            };
            let answer = approvals::decide_shown(tx, viewer, &approval, *approves, now).await?;
            let outcome = if *approves { "approved" } else { "denied" };
            Ok((answer, Some(Done { outcome, user: approval.requester, label: approval.summary })))
        }
        Change::Revoke { id } => {
            let Some(grant) = grants::revoke(tx, &viewer.user_id, id, now).await? else {
                return Ok((PressAnswer::alert(approval_texts::no_such_grant()), None));
            };
            record::revocation(tx, &grant, &viewer.user_id, now).await?;
            let answer = PressAnswer::told(approval_texts::revoked(&grant));
            Ok((answer, Some(Done { outcome: "revoked", user: grant.user_id, label: grant.label })))
        }
        Change::Schedule { id, act } => match schedule_rows::get(tx, &viewer.user_id, id).await? {
            Some(schedule) => act_on(tx, core, schedule, *act, now).await,
            None => Ok((PressAnswer::alert(schedule_texts::no_such_schedule()), None)),
        },
        Change::EditSchedule { version, edit } => edit::make(tx, core, viewer, (version, edit.clone())).await,
        Change::Note { id, act } => note::act_on(tx, core, viewer, (id, act), now).await,
        Change::DeadLetter { id, delivers } => act_on_dead_letter(tx, viewer, (*id, *delivers)).await,
        Change::Person { id, act } => act_on_person(tx, core, viewer, id, *act, now).await,
        Change::Knock { token, admits } => {
            let stranger = people_rows::stranger_by_token(tx, token).await?;
            let answer = knocks::decide(tx, core, viewer, (token, *admits), now).await?;
            let outcome = if *admits { "admitted" } else { "refused" };
            let done = stranger.map(|stranger| Done {
                outcome,
                user: viewer.user_id.clone(),
                label: format!("{}:{}", stranger.channel, stranger.external_id),
            });
            Ok((answer, done))
        }
        Change::Account { account } => admit_account(tx, core, viewer, account, now).await,
    }
}

async fn act_on(
    tx: &Tx,
    core: &Core,
    mut schedule: Schedule,
    act: ScheduleAct,
    now: Timestamp,
) -> Result<(PressAnswer, Option<Done>)> {
    let (outcome, answer) = match act {
        ScheduleAct::Pause => ("paused", switch::pause(tx, &schedule, now).await?),
        ScheduleAct::Resume => ("resumed", switch::resume(tx, core, &mut schedule).await?),
        ScheduleAct::RunNow => ("run", switch::run_now(tx, core, &schedule, now, now).await?),
        ScheduleAct::Stop => {
            // The receipts of a stopped run go where its result would have gone.
            let session = sessions::get(tx, &schedule.session_id).await?;
            let to = Address::new(session.chat(), session.chat_kind);
            ("stopped", switch::stop(tx, core, to, &schedule, now).await?)
        }
        ScheduleAct::Delete => {
            schedule::delete(tx, &schedule.user_id, &schedule.schedule_id).await?;
            ("deleted", PressAnswer::told(schedule_texts::deleted()))
        }
    };
    Ok((answer, Some(Done { outcome, user: schedule.user_id, label: schedule.name })))
}

async fn act_on_dead_letter(
    tx: &Tx,
    viewer: &User,
    (id, delivers): (i64, bool),
) -> Result<(PressAnswer, Option<Done>)> {
    if viewer.role != Role::Owner {
        return Ok((PressAnswer::alert(all_texts::not_yours()), None));
    }
    let (outcome, row) = match delivers {
        true => ("retried", outbox::revive(tx, id).await?),
        false => ("dropped", outbox::drop_dead_letter(tx, id).await?),
    };
    let Some(row) = row else { return Ok((PressAnswer::alert(texts::no_such_letter()), None)) };
    let answer = PressAnswer::told(if delivers { texts::letter_retried() } else { texts::letter_dropped() });
    Ok((answer, Some(Done { outcome, user: viewer.user_id.clone(), label: row.chat().to_string() })))
}

async fn act_on_person(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    id: &UserId,
    act: PersonAct,
    now: Timestamp,
) -> Result<(PressAnswer, Option<Done>)> {
    if viewer.role != Role::Owner {
        return Ok((PressAnswer::alert(all_texts::not_yours()), None));
    }
    let Some(person) = people_rows::summary(tx, id).await? else {
        return Ok((PressAnswer::alert(people_texts::no_such_person()), None));
    };
    let (outcome, action) = match act {
        PersonAct::Admit => ("admitted", PersonAction::Admit),
        // The page has asked for confirmation.
        PersonAct::Remove => ("removed", PersonAction::Confirm),
        PersonAct::MakeApprover => ("approver", PersonAction::MakeApprover),
        PersonAct::EndApprover => ("no_approver", PersonAction::EndApprover),
    };
    let answer = people::act_on(tx, core, (viewer, &person), action, now).await?;
    Ok((answer, Some(Done { outcome, user: person.user_id, label: person.accounts })))
}

async fn admit_account(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    account: &str,
    now: Timestamp,
) -> Result<(PressAnswer, Option<Done>)> {
    if viewer.role != Role::Owner {
        return Ok((PressAnswer::alert(all_texts::not_yours()), None));
    }
    let parts = account.trim().split_once(':').filter(|(channel, id)| {
        core.channels.get(channel).is_ok() && !id.is_empty() && !id.contains(char::is_whitespace)
    });
    let Some((channel, id)) = parts else {
        return Ok((PressAnswer::alert(texts::no_such_account()), None));
    };
    let (account, actor) = (AccountRef::new(channel, id), Some(&viewer.user_id));
    let person = people::change::admit_newcomer(tx, account, actor, now).await?;
    let answer = PressAnswer::told(people_texts::admitted());
    Ok((answer, Some(Done { outcome: "admitted", user: person.user_id, label: person.accounts })))
}

/// Records a completed change in the audit log.
pub(super) async fn record_done(tx: &Tx, viewer: &User, done: &Done, now: Timestamp) -> Result<()> {
    let act = Act {
        kind: Kind::Call,
        user: &done.user,
        actor: Some(&viewer.user_id),
        at: "console",
        outcome: done.outcome,
        label: &done.label,
    };
    audit::record_act(tx, act, now).await
}
