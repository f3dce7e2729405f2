//! Approvals: who is asked, who may decide, and what a decision does. All of it in the caller's transaction.

use adjutant_channel::{ChatKind, MessageId, PressAnswer};
use anyhow::Result;

use crate::{
    core::{Channels, Core},
    db::Tx,
    ids::{self, CallId, SessionId, TurnId},
    outbox::{self, Address},
    provider::ToolCall,
    store::{
        approvals::{self as rows, Approval, State},
        calls, grants,
        inbox::{self, Kind},
        outbox::{self as outbox_rows, Post},
        people::User,
        runs, schedules, sessions,
        sessions::Session,
        turns,
    },
    texts,
    tools::Ask,
    wake::Wake,
};

/// Turns whose approvals are expired in one transaction.
const EXPIRE_AT_ONCE: i64 = 50;

/// What a press on an approval's button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Approve,
    /// Approve, and from now on whatever the pattern names.
    Always,
    Deny,
}

/// A call to ask about.
pub struct Question<'a> {
    pub call_id: &'a CallId,
    pub call: &'a ToolCall,
    pub ask: &'a Ask,
}

/// Stores one prompt for all of a response's questions: a row for each call, and the message with the buttons.
pub async fn ask(
    tx: &Tx,
    (session, user): (&Session, &User),
    turn: &turns::Head,
    entry_id: i64,
    questions: &[Question<'_>],
    (now, expires_at): (i64, i64),
) -> Result<()> {
    let schedule = match &session.run_id {
        Some(run) => schedules::of_run(tx, run).await?,
        None => None,
    };
    // The next run asks anew.
    let next_run = schedule.as_ref().and_then(|schedule| schedule.next_run_at);
    let expires_at = next_run.filter(|at| *at > now).map_or(expires_at, |at| at.min(expires_at));
    let schedule = schedule.map(|schedule| schedule.name);
    let requester = (session.chat_kind == ChatKind::Group).then_some(user.name.as_str());
    let approval = |question: &Question<'_>| Approval {
        approval_id: ids::token(),
        call_id: question.call_id.clone(),
        turn_id: turn.turn_id.clone(),
        session_id: session.session_id.clone(),
        requester: session.user_id.clone(),
        outbox_id: 0,
        tool: question.call.name.clone(),
        arguments: question.call.arguments.clone(),
        arguments_hash: ids::sha256(&question.call.arguments),
        summary: question.ask.summary.clone(),
        reason: texts::reason(&question.ask.reason, schedule.as_deref(), requester),
        pattern: question.ask.pattern.clone(),
        state: State::Pending,
        granted: false,
        expires_at,
    };
    let mut approvals: Vec<_> = questions.iter().map(approval).collect();
    let chat = session.chat();
    let post = Post {
        source: &format!("prompt-{entry_id}"),
        segment: 0,
        part: 0,
        chat: &chat,
        chat_kind: session.chat_kind,
        reply_to: turn.reply_to.as_deref(),
        content: &texts::prompt(&approvals),
    };
    let outbox_id = outbox_rows::post(tx, &post, now).await?;
    for approval in &mut approvals {
        approval.outbox_id = outbox_id;
        rows::insert(tx, approval, now).await?;
    }
    tx.wake(Wake::Timetable);
    Ok(())
}

/// Decides a call, if the person who pressed may and it is not too late; says what the outcome is in any case.
pub async fn press(
    tx: &Tx,
    user: &User,
    (id, choice): (&str, Choice),
    message: Option<&MessageId>,
    now: i64,
) -> Result<PressAnswer> {
    let Some(approval) = rows::get(tx, id).await? else { return Ok(alert(texts::unknown_button())) };
    if approval.requester != user.user_id {
        return Ok(alert(texts::not_yours()));
    }
    if let Some(message) = message {
        outbox_rows::adopt(tx, approval.outbox_id, message, now).await?;
    }
    let call = calls::of_turn(tx, &approval.turn_id).await?;
    let call = call.iter().find(|call| call.call_id == approval.call_id);
    let Some(call) = call.filter(|call| approval.is_for_these_arguments(&call.arguments)) else {
        return Ok(alert(texts::changed_arguments()));
    };
    if approval.state == State::Pending && call.state != calls::State::Asking {
        // Its turn has ended without it.
        rows::decide(tx, id, State::Cancelled, false, None, now).await?;
        redraw(tx, approval.outbox_id).await?;
        return Ok(alert(texts::pressed(&Approval { state: State::Cancelled, ..approval })));
    }
    let (state, granted) = match choice {
        Choice::Approve => (State::Approved, false),
        Choice::Always => (State::Approved, approval.pattern.is_some()),
        Choice::Deny => (State::Denied, false),
    };
    if !rows::decide(tx, id, state, granted, Some(&user.user_id), now).await? {
        return too_late(tx, approval, now).await;
    }
    carry_out(tx, &Approval { state, granted, ..approval.clone() }, now).await?;
    Ok(PressAnswer {
        text: texts::pressed(&Approval { state, granted, ..approval }).to_owned(),
        alert: false,
    })
}

/// Expires what nobody decided in time, and says so in the chat. Gives how many approvals that were.
pub async fn expire(tx: &Tx, channels: &Channels, now: i64) -> Result<usize> {
    let overdue = rows::overdue(tx, now, EXPIRE_AT_ONCE).await?;
    let mut turns: Vec<&TurnId> = overdue.iter().map(|approval| &approval.turn_id).collect();
    turns.dedup();
    for turn in turns {
        let own: Vec<_> = overdue.iter().filter(|approval| approval.turn_id == *turn).cloned().collect();
        for approval in &own {
            expire_one(tx, approval, now).await?;
        }
        let Some(first) = own.first() else { continue };
        let session = sessions::get(tx, &first.session_id).await?;
        let summaries: Vec<_> = own.iter().map(|approval| approval.summary.as_str()).collect();
        let waited = std::time::Duration::from_millis((now - created_at(tx, turn).await?).unsigned_abs());
        let to = Address::new(session.chat(), session.chat_kind);
        let source = format!("expired-{}", first.approval_id);
        outbox::say(tx, channels, (&source, 0), &to, &texts::expired(&summaries, waited), now).await?;
    }
    Ok(overdue.len())
}

/// Withdraws all that waits for a decision in a session, and what was decided but has not gone on. Gives how many
/// turns that were.
pub async fn withdraw(tx: &Tx, session: &SessionId, now: i64) -> Result<usize> {
    let laid_aside = turns::laid_aside(tx, session).await?;
    for turn in &laid_aside {
        withdraw_turn(tx, turn, now).await?;
        end_turn(tx, turn, State::Cancelled, now).await?;
    }
    Ok(laid_aside.len())
}

/// Withdraws what a turn has asked and not done.
pub async fn withdraw_turn(tx: &Tx, turn: &TurnId, now: i64) -> Result<()> {
    let open = rows::cancel_open(tx, turn, now).await?;
    calls::refuse_open(tx, turn, texts::not_decided_for_model(State::Cancelled), now).await?;
    inbox::drop_decisions(tx, turn).await?;
    for outbox_id in open {
        redraw(tx, outbox_id).await?;
    }
    Ok(())
}

/// Reads a button's data: `a:CHOICE:ID`.
pub fn parse(data: &str) -> Option<(&str, Choice)> {
    let (choice, id) = data.strip_prefix("a:")?.split_once(':')?;
    let choice = match choice {
        "y" => Choice::Approve,
        "s" => Choice::Always,
        "n" => Choice::Deny,
        _ => return None,
    };
    Some((id, choice))
}

async fn carry_out(tx: &Tx, approval: &Approval, now: i64) -> Result<()> {
    match approval.state {
        State::Approved => calls::release(tx, &approval.call_id).await?,
        _ => calls::refuse(tx, &approval.call_id, texts::denied_for_model(), now).await?,
    }
    if let Some(pattern) = approval.pattern.as_deref().filter(|_| approval.granted) {
        grants::add(tx, &approval.requester, &approval.tool, pattern, &approval.approval_id, now).await?;
    }
    redraw(tx, approval.outbox_id).await?;
    continue_turn(tx, approval, now).await
}

/// The press came after a decision, or after the time for one.
async fn too_late(tx: &Tx, approval: Approval, now: i64) -> Result<PressAnswer> {
    if approval.state == State::Pending {
        // It expired, and the timetable has not got to it yet: it will say so in the chat.
        debug_assert!(approval.expires_at <= now);
        tx.wake(Wake::Timetable);
        return Ok(alert(texts::pressed(&Approval { state: State::Expired, ..approval })));
    }
    Ok(alert(&texts::pressed_again(&approval)))
}

/// Ends an approval that nobody decided in time. Its turn ends too, unless something else of it was approved.
async fn expire_one(tx: &Tx, approval: &Approval, now: i64) -> Result<()> {
    rows::decide(tx, &approval.approval_id, State::Expired, false, None, now).await?;
    calls::refuse(tx, &approval.call_id, texts::not_decided_for_model(State::Expired), now).await?;
    redraw(tx, approval.outbox_id).await?;
    let turn = turns::load(tx, &approval.turn_id).await?.head;
    if turn.state != turns::State::Waiting {
        return Ok(());
    }
    let calls = calls::of_turn(tx, &approval.turn_id).await?;
    if calls.iter().all(|call| call.state == calls::State::Done) {
        return end_turn(tx, &approval.turn_id, State::Expired, now).await;
    }
    if calls.iter().any(|call| call.state == calls::State::Ready) {
        continue_turn(tx, approval, now).await?;
    }
    Ok(())
}

/// Ends a turn that was laid aside: nobody is there to go on for.
async fn end_turn(tx: &Tx, turn: &TurnId, state: State, now: i64) -> Result<()> {
    turns::set_state(tx, turn, turns::State::Stopped, now).await?;
    inbox::finish(tx, turn).await?;
    let session = turns::load(tx, turn).await?.head.session_id;
    let Some(run) = sessions::get(tx, &session).await?.run_id else { return Ok(()) };
    let error = match state {
        State::Expired => "its approval expired",
        _ => "its approval was withdrawn",
    };
    let end = runs::End {
        status: runs::Status::Stopped,
        delivery: runs::Delivery::Suppressed,
        output: "",
        error: Some(error),
        cost_micros: 0,
    };
    runs::finish(tx, &run, end, now).await
}

/// Lets the turn of a decided call go on.
async fn continue_turn(tx: &Tx, approval: &Approval, now: i64) -> Result<()> {
    let origin = ("approval", approval.approval_id.as_str());
    inbox::queue_internal(
        tx,
        origin,
        &approval.session_id,
        Kind::Decision,
        Some(&approval.turn_id),
        "{}",
        now,
    )
    .await?;
    tx.wake(Wake::Session(approval.session_id.clone()));
    Ok(())
}

async fn redraw(tx: &Tx, outbox_id: i64) -> Result<()> {
    let approvals = rows::of_prompt(tx, outbox_id).await?;
    outbox_rows::revise(tx, outbox_id, &texts::prompt(&approvals)).await
}

async fn created_at(tx: &Tx, turn: &TurnId) -> Result<i64> {
    let created =
        tx.value("SELECT min(created_at) AS value FROM approvals WHERE turn_id = ?1", [turn.as_str()]);
    Ok(created.await?.unwrap_or_default())
}

fn alert(text: &str) -> PressAnswer {
    PressAnswer { text: text.to_owned(), alert: true }
}

/// When an approval asked for now expires, in milliseconds since the epoch.
pub fn expiry(core: &Core) -> i64 {
    core.clock.millis() + i64::try_from(core.config.approvals.expiry.as_millis()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests;
