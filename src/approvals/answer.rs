//! The person's answers: the reason after “Deny and say why”, and answers to the model's questions.

use adjutant_channel::{ChatKind, ChatRef, PressAnswer, Quoted};
use adjutant_domain::{
    buttons::CallChoice,
    outbox_key::OutboxKey,
    question::{Answer, Form},
    timestamp::Timestamp,
};
use adjutant_store::{
    approvals::{self as rows, Approval},
    db::Tx,
    outbox::{self as outbox_rows, Row},
    people::User,
    sessions,
};
use adjutant_texts::{self as all_texts, approvals as texts};
use anyhow::Result;

use super::{
    alert,
    press::{Outcome, Wish, configuration_error, decide, go_on, reload},
    redraw, told,
};

/// The longest reason that is kept, in characters.
const REASON: usize = 1_000;
/// The newest messages that are searched for the last one from before a recording.
const LOOKED_AT: i64 = 8;

/// Carries out a press below a question. The caller has checked that the question is for this person and has this
/// button. A press that is delivered again changes no mark: a second one would take back the first.
pub(super) async fn press(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    (choice, is_repeat): (CallChoice, bool),
    now: Timestamp,
) -> Result<PressAnswer> {
    let form = approval.question.clone().unwrap_or_default();
    let mut answer = approval.answer.clone();
    match choice {
        CallChoice::Option(at) if at < form.options.len() && form.several => {
            if let Some(error) = configuration_error(tx, approval, now).await? {
                return Ok(alert(error));
            }
            if !is_repeat {
                answer.toggle(at);
                rows::mark_answer(tx, &approval.approval_id, &answer).await?;
                redraw(tx, approval.outbox_id).await?;
            }
            Ok(told(texts::pressed(&reload(tx, approval).await?)))
        }
        CallChoice::Option(at) if at < form.options.len() => {
            one(tx, user, approval, &Answer { chosen: vec![at], text: None }, now).await
        }
        CallChoice::Done if form.several => match answer.chosen.is_empty() {
            true if configuration_error(tx, approval, now).await?.is_none() => {
                Ok(alert(texts::nothing_marked()))
            }
            _ => one(tx, user, approval, &answer, now).await,
        },
        _ => Ok(alert(all_texts::unknown_button())),
    }
}

async fn one(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    answer: &Answer,
    now: Timestamp,
) -> Result<PressAnswer> {
    match decide(tx, user, approval, Wish::Answer(answer), now).await? {
        Outcome::Decided(approval) => {
            go_on(tx, &approval, now).await?;
            Ok(told(texts::pressed(&approval)))
        }
        Outcome::Not(why) => Ok(alert(why)),
    }
}

/// What a person said, which may be awaited.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The typed text, or the transcript of a recording.
    pub text: &'a str,
    pub reply_to: Option<&'a Quoted>,
    /// When the message arrived, if it did not arrive just now: a recording is transcribed later.
    pub arrived_at: Option<Timestamp>,
}

/// Takes a message as the reason for a denial, or as an answer, if it is the awaited one. In a direct chat that is the
/// person's next message, unless it replies to something else; in a group, where people also talk about other things,
/// only a reply to the prompt. A message can deny, never approve.
pub async fn take_text(tx: &Tx, user: &User, chat: &ChatRef, said: Said<'_>, now: Timestamp) -> Result<bool> {
    for approval in rows::awaiting_text(tx, &user.user_id, chat, now).await? {
        if !approval.may_be_denied_by(user) || !is_meant(tx, &approval, chat, said).await? {
            continue;
        }
        let decided = match &approval.question {
            Some(form) => answered(tx, user, &approval, form, said.text, now).await?,
            None => {
                let reason: String = said.text.trim().chars().take(REASON).collect();
                decide(tx, user, &approval, Wish::Deny(Some(&reason)), now).await?
            }
        };
        if let Outcome::Decided(approval) = decided {
            go_on(tx, &approval, now).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

async fn answered(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    form: &Form,
    text: &str,
    now: Timestamp,
) -> Result<Outcome> {
    decide(tx, user, approval, Wish::Answer(&form.typed(text)), now).await
}

/// Returns whether a message is meant for this prompt. A reply to its reminder counts too. A message from before the
/// prompt is not.
async fn is_meant(tx: &Tx, approval: &Approval, chat: &ChatRef, said: Said<'_>) -> Result<bool> {
    match said.reply_to {
        Some(quoted) => replies_to(tx, approval, chat, quoted).await,
        None if approval.prompt_kind() == ChatKind::Group => Ok(false),
        None if said.arrived_at.is_some_and(|arrived| arrived < approval.created_at) => Ok(false),
        None => is_next(tx, approval, chat, said.arrived_at).await,
    }
}

/// Returns whether a message replies to this prompt or its reminder.
pub(super) async fn replies_to(
    tx: &Tx,
    approval: &Approval,
    chat: &ChatRef,
    quoted: &Quoted,
) -> Result<bool> {
    let row = outbox_rows::by_message(tx, chat, &quoted.message_id).await?;
    Ok(row.is_some_and(|row| asks(&row, approval)))
}

/// Returns whether the person's next message is meant for the prompt although it replies to nothing. Nobody follows a
/// run, so its question takes such a message only while it is the bot's last message. What the bot has said since the
/// message arrived does not count: a recording's own message shows that the bot listens.
async fn is_next(
    tx: &Tx,
    approval: &Approval,
    chat: &ChatRef,
    arrived_at: Option<Timestamp>,
) -> Result<bool> {
    let session = sessions::get(tx, &approval.session_id).await?;
    if approval.question.is_none() || session.scheduled_by().is_none() {
        return Ok(true);
    }
    let newest = outbox_rows::delivered_to(tx, chat, i64::MAX, LOOKED_AT).await?;
    let came_later =
        |row: &Row| arrived_at.is_some_and(|arrived| row.sent_at.is_some_and(|sent| sent > arrived));
    Ok(newest.iter().find(|row| !came_later(row)).is_some_and(|row| asks(row, approval)))
}

/// Returns whether a message of the bot is the prompt or its reminder.
fn asks(row: &Row, approval: &Approval) -> bool {
    match row.source {
        OutboxKey::Reminder(prompt) => prompt == approval.outbox_id,
        _ => row.outbox_id == approval.outbox_id,
    }
}
