//! The end of a turn: its final text and everything that is stored with it, in one transaction.

use std::{borrow::Cow, sync::Arc};

use adjutant_channel::{Button, Rich};
use adjutant_domain::{
    budget::Spent,
    ids::{RunId, TurnId, UserId},
    origin::Sources,
    outbox_key::OutboxKey,
    shown::is_never_seen,
    text::join,
    timestamp::Timestamp,
    turn::StopReason,
};
use adjutant_provider::Suggestion;
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    inbox, leases, outbox as rows, pictures, reasoning,
    runs::{self, Status},
    schedules,
    sessions::{Session, Work},
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
        let is_interrupted = is_stopped && turns::is_interrupted(tx, turn).await?;
        let end = &*effective(&end, is_stopped, is_interrupted);
        let used = store_text(tx, &core, &job, end, is_interrupted).await?;
        let (state, said) = final_words(tx, &job, end, &before, &receipts).await?;
        turns::end(tx, turn, state, used.spent, now).await?;
        if state != State::Done {
            let note =
                if is_interrupted { texts::queue::interrupted_note() } else { texts::unanswered_note() };
            turns::append_note(tx, turn, note, &Sources::OWN, now).await?;
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
        let result = TurnResult { end, state, said: &said, before: &before, file: file.as_ref(), until };
        pass_on(tx, &core, &job, result).await
    })
    .await
}

/// Returns the way in which a turn really ends. The person may have stopped it while the last text arrived or the model
/// call failed: the text is then dropped, and nothing is retried. A new message that interrupts the turn drops nothing.
fn effective(end: &End, is_stopped: bool, is_interrupted: bool) -> Cow<'_, End> {
    let mark = match (end, is_stopped, is_interrupted) {
        (_, false, _) | (End::Reply { .. }, _, true) | (End::Stopped(_), _, false) => {
            return Cow::Borrowed(end);
        }
        (.., true) => texts::queue::interrupted(),
        (.., false) => texts::turn_ended(StopReason::Cancelled),
    };
    Cow::Owned(End::Stopped(mark))
}

/// Stores the last text of the model, and returns the usage that is not counted yet.
async fn store_text(tx: &Tx, core: &Core, job: &Job, end: &End, is_interrupted: bool) -> Result<Used> {
    match end {
        End::Reply { text, used, .. } => {
            store_reply(tx, core, job, text).await?;
            Ok(used.clone())
        }
        End::Stopped(_) => {
            if is_interrupted {
                store_interrupted(tx, core, job).await?;
            }
            Ok(job.model.unstored.clone())
        }
        End::Called | End::Failed(..) => Ok(Used::default()),
    }
}

/// Returns the final state of the turn and its last words.
async fn final_words(tx: &Tx, job: &Job, end: &End, before: &str, receipts: &str) -> Result<(State, String)> {
    Ok(match end {
        End::Reply { .. } => (State::Done, words(job, end, before, receipts)),
        End::Called => (State::Done, String::new()),
        End::Failed(..) => (State::Failed, words(job, end, before, receipts)),
        End::Stopped(_) => {
            // `/stop` has its own answer. Text that people saw stays and is marked; receipts stay too.
            let head = &job.turn.head;
            let is_mute = before.is_empty()
                && receipts.is_empty()
                && !rows::is_shown(tx, &(&head.turn_id).into(), head.segment).await?;
            (State::Stopped, if is_mute { String::new() } else { words(job, end, before, receipts) })
        }
    })
}

/// The result of a turn, for those who wait for it.
struct TurnResult<'a> {
    end: &'a End,
    state: State,
    /// The last words of the turn.
    said: &'a str,
    /// The earlier text of the model, which the last words include.
    before: &'a str,
    file: Option<&'a AnswerFile>,
    /// When the turn ended.
    until: Timestamp,
}

/// Passes the result of a turn on to those who wait for it.
async fn pass_on(tx: &SyncedTx, core: &Core, job: &Job, result: TurnResult<'_>) -> Result<()> {
    match job.session.work() {
        Work::Delegated { .. } => {
            let reason;
            let outcome = match result.end {
                End::Reply { .. } | End::Called => Ok(result.said),
                End::Failed(why, _) => {
                    reason = texts::reasons::in_english(why);
                    Err((ErrorCode::Unavailable, &*reason))
                }
                End::Stopped(_) => {
                    Err((ErrorCode::Cancelled, texts::delegation::stopped_for(StopReason::Cancelled)))
                }
            };
            delegation::end(tx, core, job, outcome, result.before, result.until).await
        }
        Work::Run(run) => finish_run(tx, core, job, run, result).await,
        Work::Client(_) => clients::report(tx, core, job, core.clock.timestamp()).await,
        Work::Conversation if result.said.is_empty() => Ok(()),
        Work::Conversation => answer_in_chat(tx, core, job, result).await,
    }
}

/// Posts the answer of a conversation's turn.
async fn answer_in_chat(tx: &SyncedTx, core: &Core, job: &Job, result: TurnResult<'_>) -> Result<()> {
    let (turn, to, now) = (&job.turn.head.turn_id, job.address(), core.clock.timestamp());
    let source = turn.into();
    let slot = Slot { source: &source, segment: job.turn.head.segment };
    let buttons = match result.end {
        End::Reply { suggestions, .. } => offer(tx, turn, suggestions).await?,
        End::Called | End::Failed(..) | End::Stopped(_) => Vec::new(),
    };
    let above = reasoned(tx, job, result.end).await?;
    let answer = Answer { markdown: result.said, file: result.file, above, buttons, folds: false };
    if let Some(first) = outbox::post_answer(tx, &core.channels, slot, &to, answer, now).await? {
        outbox::begin_send(tx, core, (first, &job.user.user_id), &to, now).await?;
    }
    if let End::Reply { text, .. } = result.end {
        let text = join(result.before, text);
        voice::speak_answer(tx, core, (&job.session, turn), (slot, &text), now).await?;
    }
    daily_budget::warn(tx, core, &job.user.user_id, &to).await
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
    if matches!(job.session.work(), Work::Delegated { .. }) || job.uses_built_in_assistant(core) {
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
    let (told, form) = match job.session.work() {
        Work::Delegated { .. } | Work::Client(_) => return Ok(None),
        Work::Conversation => (said.to_owned(), table_form::parse(job.offered.state(TABLE_FORM))),
        Work::Run(run) => {
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
    let sources = job.untrusted_for(Stage::Check);
    let entry = turns::append_assistant(tx, &head.turn_id, (text, head.segment), &sources, now).await?;
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
async fn finish_run(tx: &Tx, core: &Core, job: &Job, run: &RunId, result: TurnResult<'_>) -> Result<()> {
    let status = match result.state {
        State::Failed => Status::Failed,
        State::Stopped => Status::Stopped,
        _ => Status::Succeeded,
    };
    let spent = turns::load(tx, &job.turn.head.turn_id).await?.head.spent(result.until);
    let fault = match result.end {
        End::Failed(_, FailureKind::Transient) if has_acted(job) => FailureKind::Permanent,
        End::Failed(_, fault) => *fault,
        _ => FailureKind::Permanent,
    };
    // The description of the failure, for the record.
    let why = match result.end {
        End::Failed(why, _) => result.said.replacen(why.as_str(), &texts::reasons::in_english(why), 1),
        _ => String::new(),
    };
    let ended = AttemptEnd { status, said: result.said, why: &why, file: result.file, fault, spent };
    finish::finish(tx, core, run, ended, core.clock.timestamp()).await
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_drops_the_last_text_and_a_new_message_keeps_it() {
        let reply = End::Reply { text: "Well.".to_owned(), used: Used::default(), suggestions: Vec::new() };
        let failed = End::Failed("It failed.".to_owned(), FailureKind::Transient);
        let stopped = End::Stopped("as it was");
        let ends = |is_stopped, is_interrupted| {
            [&reply, &failed, &stopped].map(|end| match &*effective(end, is_stopped, is_interrupted) {
                End::Reply { .. } => "reply",
                End::Failed(..) => "failed",
                End::Stopped(mark) => mark,
                End::Called => "called",
            })
        };
        let (cancelled, interrupted) =
            (texts::turn_ended(StopReason::Cancelled), texts::queue::interrupted());
        assert_eq!(ends(false, false), ["reply", "failed", "as it was"]);
        assert_eq!(ends(true, false), [cancelled, cancelled, "as it was"]);
        assert_eq!(ends(true, true), ["reply", interrupted, interrupted]);
    }
}
