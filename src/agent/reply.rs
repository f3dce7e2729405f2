//! The end of a turn: its final text and everything that is stored with it, in one transaction.

use std::sync::Arc;

use adjutant_channel::{Button, Rich};
use adjutant_domain::{
    budget::Spent,
    ids::{TurnId, UserId},
    outbox_key::OutboxKey,
    shown::is_never_seen,
    text::join,
    timestamp::Timestamp,
    turn::StopReason,
};
use adjutant_provider::Suggestion;
use adjutant_store::{
    db::{Scope, Tx},
    inbox, leases, outbox as rows, pictures, reasoning,
    runs::{self, Status},
    schedules,
    sessions::Session,
    suggestions, table_form,
    toolset_state::TABLE_FORM,
    turns::{self, Entry, State},
    usage,
};
use adjutant_texts as texts;
use adjutant_tools::kit::ErrorCode;
use anyhow::Result;

use super::{
    clients, delegation,
    limits::{self, Used},
    pipeline::Stage,
    retry,
    turn::Job,
};
use crate::{
    approvals,
    core::Core,
    daily_budget,
    outbox::{self, Answer, AnswerFile, Slot},
    runs::{
        deliver,
        finish::{self, AttemptEnd, FailureKind},
    },
    voice,
};

/// The way a turn ends.
#[derive(Clone)]
pub(super) enum End {
    /// With the model's last text, which is not stored yet.
    Reply { text: String, used: Used, suggestions: Vec<Suggestion> },
    /// With the result of an MCP client's call.
    Called,
    /// With a message from the gateway.
    Failed(String, FailureKind),
    /// The person stopped it.
    Stopped(&'static str),
}

/// Ends the turn: commits transcript, answer, inbox state and counts in one transaction.
pub(super) async fn end(core: &Arc<Core>, job: &Job, end: End) -> Result<()> {
    core.note_answer(match &job.session.run_id {
        Some(run) => OutboxKey::Run(run.clone()),
        None => (&job.turn.head.turn_id).into(),
    });
    // The chat has shown the earlier segments already; other results include them.
    let since = if job.is_shown() { job.turn.head.segment } else { 0 };
    let before = join(&visible(&job.turn.entries, since), &job.model.partial);
    let receipts = join(&receipts(core, job), &warning(core, job, &end).await?);
    let file = keep_files(core, job, &words(job, &end, &before, &receipts)).await?;
    // Waiting for the database does not count as the turn's time.
    let until = core.clock.timestamp();
    let (core_, job) = (core.clone(), job.clone());
    retry::write(core, scope_of_end(&job.session), async move |tx| {
        let core = core_.clone();
        let turn = &job.turn.head.turn_id;
        let is_stopped = leases::check_turn(tx, &core.process, &job.lease, turn).await?;
        let now = core.clock.timestamp();
        if has_calls(&job) {
            approvals::withdraw_turn(tx, turn, now).await?;
        }
        // The person may have stopped the turn while the last text arrived or the model call failed: the text is then
        // dropped, and nothing is retried. A new message that interrupts the turn drops nothing.
        let is_interrupted = is_stopped && turns::is_interrupted(tx, turn).await?;
        let stopped = End::Stopped(match is_interrupted {
            true => texts::queue::interrupted(),
            false => texts::turn_ended(StopReason::Cancelled),
        });
        let end = match &end {
            End::Reply { .. } if is_interrupted => &end,
            End::Stopped(_) if !is_interrupted => &end,
            _ if is_stopped => &stopped,
            end => end,
        };
        let used = match end {
            End::Reply { text, used, .. } => {
                store_reply(tx, &core, &job, text).await?;
                used.clone()
            }
            End::Stopped(_) => {
                if is_interrupted {
                    store_interrupted(tx, &core, &job).await?;
                }
                job.model.unstored.clone()
            }
            End::Called | End::Failed(..) => Used::default(),
        };
        let (state, said) = match end {
            End::Reply { .. } => (State::Done, words(&job, end, &before, &receipts)),
            End::Called => (State::Done, String::new()),
            End::Failed(..) => (State::Failed, words(&job, end, &before, &receipts)),
            End::Stopped(_) => {
                // `/stop` has its own answer. Text that people saw stays and is marked; receipts stay too.
                let is_mute = before.is_empty()
                    && receipts.is_empty()
                    && !rows::is_shown(tx, &turn.into(), job.turn.head.segment).await?;
                (State::Stopped, if is_mute { String::new() } else { words(&job, end, &before, &receipts) })
            }
        };
        turns::end(tx, turn, state, used.spent, now).await?;
        if state != State::Done {
            let note =
                if is_interrupted { texts::queue::interrupted_note() } else { texts::unanswered_note() };
            turns::append_note(tx, turn, note, now).await?;
        }
        if said.is_empty() {
            rows::finalise_drafts(tx, &turn.into()).await?;
        }
        inbox::finish(tx, turn).await?;
        if !job.pictures.is_empty() {
            pictures::forget(tx, turn).await?;
        }
        leases::release(tx, &core.process, &job.lease).await?;
        let millis = job.turn.head.spent(until).millis;
        let last = Spent { millis, ..of_today(&core, &job, &used) };
        usage::count_turn(tx, &job.user.user_id, (&used.model, last), core.clock.now()).await?;
        if job.session.agent.is_some() {
            let reason;
            let outcome = match end {
                End::Reply { .. } | End::Called => Ok(said.as_str()),
                End::Failed(why, _) => {
                    reason = texts::reasons::in_english(why);
                    Err((ErrorCode::Unavailable, &*reason))
                }
                End::Stopped(_) => {
                    Err((ErrorCode::Cancelled, texts::delegation::stopped_for(StopReason::Cancelled)))
                }
            };
            delegation::end(tx, &core, &job, outcome, &before, until).await
        } else if job.session.run_id.is_some() {
            finish_run(
                tx,
                &core,
                &job,
                end,
                state,
                Answer { markdown: &said, file: file.as_ref(), ..Answer::default() },
                until,
            )
            .await
        } else if job.session.client.is_some() {
            clients::report(tx, &core, &job, now).await
        } else if said.is_empty() {
            Ok(())
        } else {
            let source = turn.into();
            let slot = Slot { source: &source, segment: job.turn.head.segment };
            let buttons = match end {
                End::Reply { suggestions, .. } => offer(tx, turn, suggestions).await?,
                End::Called | End::Failed(..) | End::Stopped(_) => Vec::new(),
            };
            let above = reasoned(tx, &job, end).await?;
            let answer = Answer { markdown: &said, file: file.as_ref(), above, buttons, folds: false };
            let to = job.address();
            if let Some(first) = outbox::post_answer(tx, &core.channels, slot, &to, answer, now).await? {
                outbox::begin_send(tx, &core, (first, &job.user.user_id), &to, now).await?;
            }
            if let End::Reply { text, .. } = end {
                let text = join(&before, text);
                voice::speak_answer(tx, &core, (&job.session, turn), (slot, &text), now).await?;
            }
            daily_budget::warn(tx, &core, &job.user.user_id, &to).await
        }
    })
    .await
}

/// Returns the reasoning before the answer, if it is shown to the person.
async fn reasoned(tx: &Tx, job: &Job, end: &End) -> Result<Option<Rich>> {
    match end {
        End::Reply { .. } if job.shows_reasoning() => {
            let reasoned = reasoning::of_turn(tx, &job.turn.head.turn_id).await?;
            Ok(texts::reasoning::folded(&reasoned))
        }
        _ => Ok(None),
    }
}

/// Stores the suggested messages of the answer, and returns their buttons, one per row.
async fn offer(tx: &Tx, turn: &TurnId, offered: &[Suggestion]) -> Result<Vec<Vec<Button>>> {
    let messages: Vec<_> = offered.iter().map(|suggestion| suggestion.message.clone()).collect();
    suggestions::offer(tx, turn, &messages).await?;
    Ok(texts::suggestions(turn, offered.iter().map(|suggestion| suggestion.label.as_str())))
}

/// Returns the scope of the end of a turn in this session: the turn answers in the chat, or passes its result to
/// another session there. The end of a run also decides when its schedule continues.
///
/// With this scope, two simultaneous answers to one person may both warn that the day's budget is nearly used up. That
/// is not worth a wider scope.
pub(super) fn scope_of_end(session: &Session) -> Scope {
    match session.run_id {
        Some(_) => Scope::Global,
        None => Scope::chat(&session.chat()),
    }
}

/// Returns the last text of a turn: its earlier text, its end, and its receipts.
fn words(job: &Job, end: &End, before: &str, receipts: &str) -> String {
    let said = match end {
        End::Reply { text, .. } => match join(before, text) {
            whole if whole.chars().all(|c| c.is_whitespace() || is_never_seen(c)) => {
                job.prefixed(texts::empty_reply().to_owned())
            }
            whole => job.prefixed(whole),
        },
        End::Called => String::new(),
        End::Failed(why, _) => job.opened(join(before, why)),
        End::Stopped(mark) => job.opened(join(before, mark)),
    };
    join(&said, receipts)
}

/// Returns the receipts of a turn, one per line. The parent's answer shows a specialist's receipts; the built-in
/// assistant reports its changes in its own words.
fn receipts(core: &Core, job: &Job) -> String {
    if job.session.agent.is_some() || job.uses_built_in_assistant(core) {
        return String::new();
    }
    texts::memory::receipts_of(&job.turn.entries)
}

/// Returns the warning below the result of a run that has used up most of its budget.
async fn warning(core: &Arc<Core>, job: &Job, end: &End) -> Result<String> {
    Ok(match end {
        End::Reply { .. } => {
            let nearly = limits::nearly_used_up_by_run(core, job).await?;
            nearly.map(|nearly| texts::usage::run_nearly_used_up(&nearly)).unwrap_or_default()
        }
        _ => String::new(),
    })
}

/// Writes the parts of the text that a chat gets as files: the whole text if it is too long for messages, or wide
/// tables. Runs before the transaction, which cannot wait for a disk.
async fn keep_files(core: &Arc<Core>, job: &Job, said: &str) -> Result<Option<AnswerFile>> {
    let (told, form) = match &job.session.run_id {
        _ if job.session.agent.is_some() || job.session.client.is_some() => return Ok(None),
        None => (said.to_owned(), table_form::parse(job.offered.state(TABLE_FORM))),
        Some(run) => {
            let run = run.clone();
            let read = core.db.read(async move |tx| {
                let schedule = schedules::of_run(tx, &run).await?;
                let form = deliver::table_form(tx, schedule.as_ref()).await?;
                Ok((schedule, form, runs::get(tx, &run).await?))
            });
            let (schedule, form, Some(run)) = read.await? else { return Ok(None) };
            (deliver::told(schedule.as_ref(), &run, said, job.user.zone(core.zone)), form)
        }
    };
    let head = &job.turn.head;
    let file = format!("answer-{}-{}", head.turn_id, head.segment);
    Ok(AnswerFile::keep(core, &job.session.chat(), &job.user.user_id, file, &told, form).await)
}

/// Returns the text from segment `since` on: the model's words between its calls.
pub(super) fn visible(entries: &[Entry], since: i64) -> String {
    let said = entries.iter().filter_map(|entry| match entry {
        Entry::Assistant { text, segment: own, .. } if *own >= since => Some(text.as_str()),
        _ => None,
    });
    said.fold(String::new(), |before, text| join(&before, text))
}

async fn store_reply(tx: &Tx, core: &Core, job: &Job, text: &str) -> Result<()> {
    let head = &job.turn.head;
    let now = core.clock.timestamp();
    let entry = turns::append_assistant(tx, &head.turn_id, text, head.segment, now).await?;
    turns::mark_untrusted(tx, entry, &job.untrusted_for(Stage::Check)).await?;
    reasoning::keep(tx, entry, &job.model.unstored_reasoning).await
}

/// Adds a response to the usage of its turn and of its person's day.
pub(super) async fn count(tx: &Tx, core: &Core, job: &Job, used: &Used) -> Result<()> {
    turns::count(tx, &job.turn.head.turn_id, used.spent).await?;
    count_today(tx, core, job, used).await
}

/// Adds usage beside the turn's responses, for a tool or a summary: to the turn, though not as a step, and to the
/// person's day.
pub(super) async fn count_beside(tx: &Tx, core: &Core, job: &Job, used: &Used) -> Result<()> {
    turns::count(tx, &job.turn.head.turn_id, Spent { steps: 0, ..used.spent }).await?;
    count_today(tx, core, job, used).await
}

async fn count_today(tx: &Tx, core: &Core, job: &Job, used: &Used) -> Result<()> {
    let today = (used.model.as_str(), of_today(core, job, used));
    usage::add(tx, &job.user.user_id, today, core.clock.now()).await
}

/// Returns the usage that counts for a person's day: the built-in assistant takes no steps there.
fn of_today(core: &Core, job: &Job, used: &Used) -> Spent {
    let steps = if job.uses_built_in_assistant(core) { 0 } else { used.spent.steps };
    Spent { steps, ..used.spent }
}

/// Adds the time that a turn took since it was last taken up to its person's day.
pub(crate) async fn count_time(tx: &Tx, core: &Core, user: &UserId, spent: Spent) -> Result<()> {
    usage::add_time(tx, user, spent.millis, core.clock.now()).await
}

/// Stores the model's unfinished text when the person's message ended the turn.
async fn store_interrupted(tx: &Tx, core: &Core, job: &Job) -> Result<()> {
    let text = match job.turn.entries.last() {
        Some(Entry::Assistant { text, calls, .. }) if calls.is_empty() => text,
        _ => &job.model.partial,
    };
    if text.is_empty() { Ok(()) } else { store_reply(tx, core, job, text).await }
}

/// Ends the run that the turn belongs to, or this attempt at it.
async fn finish_run(
    tx: &Tx,
    core: &Core,
    job: &Job,
    end: &End,
    state: State,
    answer: Answer<'_>,
    until: Timestamp,
) -> Result<()> {
    let Some(run) = &job.session.run_id else { return Ok(()) };
    let status = match state {
        State::Failed => Status::Failed,
        State::Stopped => Status::Stopped,
        _ => Status::Succeeded,
    };
    let spent = turns::load(tx, &job.turn.head.turn_id).await?.head.spent(until);
    let fault = match end {
        End::Failed(_, FailureKind::Transient) if has_acted(job) => FailureKind::Permanent,
        End::Failed(_, fault) => *fault,
        _ => FailureKind::Permanent,
    };
    // The description of the failure, for the record.
    let why = match end {
        End::Failed(why, _) => answer.markdown.replacen(why.as_str(), &texts::reasons::in_english(why), 1),
        _ => String::new(),
    };
    finish::finish(
        tx,
        core,
        run,
        AttemptEnd { status, said: answer.markdown, why: &why, file: answer.file, fault, spent },
        core.clock.timestamp(),
    )
    .await
}

fn has_calls(job: &Job) -> bool {
    job.turn.entries.iter().any(|entry| matches!(entry, Entry::Assistant { calls, .. } if !calls.is_empty()))
}

/// Returns whether a turn has any call that changes something.
fn has_acted(job: &Job) -> bool {
    job.turn.entries.iter().any(|entry| match entry {
        Entry::Assistant { calls, .. } => calls.iter().any(|call| !job.offered.is_read_only(&call.tool)),
        _ => false,
    })
}
