//! Approvals: who is asked, who may decide, and what a decision does. Everything runs in the caller's transaction.
//!
//! Only a press decides, or the reason that the person writes after pressing “Deny and say why”. Neither a model's text
//! nor a tool argument can.
//!
//! The model's question to the person (`answer`) is a row of the same table with the same states, because it needs
//! everything that makes an approval durable: it is posted with the call, waits without state in memory, is answered
//! once by one person, and is redrawn, reminded of, expired and withdrawn. Answering approves a call that only returns
//! the answer, so an answer cannot let anything else run.

use adjutant_channel::{Content, PressAnswer};
use adjutant_domain::{language::Language, outbox_key::OutboxKey, tools::Decider};
use adjutant_store::{
    approvals::{self as rows, Approval},
    db::Tx,
    outbox as outbox_rows, people,
};
use adjutant_texts::{approvals as texts, to_same_person};
use anyhow::Result;

pub mod policy;

mod answer;
mod ask;
mod close;
mod deleted;
mod details;
mod in_force;
mod press;
pub(crate) mod record;
pub(crate) mod specialists;
mod typed;
mod whole;

pub use answer::{Said, take_text};
pub use ask::{Asked, Question, Response, ask};
pub use close::{
    Withdrawn, abandon, expire, remind, remind_of_question, withdraw, withdraw_turn, withdraw_waiting,
};
pub use deleted::post_again;
pub(crate) use details::in_whole;
pub(crate) use in_force::{InForce, in_force};
pub use press::{Pressed, decide_shown, press, press_listed, refuse_stranger};
pub use typed::point_to_buttons;

/// Redraws a prompt from its approvals, and the line that represents it in the requester's chat.
async fn redraw(tx: &Tx, outbox_id: i64) -> Result<()> {
    // All approvals without a prompt share one id here, and have nothing else in common.
    let Some(row) = outbox_rows::get(tx, outbox_id).await? else { return Ok(()) };
    let approvals = rows::of_prompt(tx, outbox_id).await?;
    let prompt = language_of(tx, &approvals).await?.scope_sync(|| texts::prompt(&approvals));
    let body = to_same_person(&row.content()?.body, prompt.body);
    outbox_rows::update_content(tx, outbox_id, &Content { body, ..prompt }).await?;
    let Some(first) = approvals.first() else { return Ok(()) };
    let of_requester = people::language(tx, &first.requester).await?;
    let now = of_requester.scope_sync(|| texts::owner_pending(&approvals));
    for line in outbox_rows::of_source(tx, &OutboxKey::Waits(outbox_id)).await? {
        if line.content()? != now {
            outbox_rows::update_content(tx, line.outbox_id, &now).await?;
        }
    }
    Ok(())
}

/// Returns the language of the readers of a prompt with these approvals.
async fn language_of(tx: &Tx, approvals: &[Approval]) -> Result<Language> {
    match approvals.first() {
        Some(Approval { decider: Decider::Owner, .. }) => {
            people::language(tx, &people::owner(tx).await?.user_id).await
        }
        Some(first) => people::language(tx, &first.requester).await,
        None => Ok(Language::default()),
    }
}

fn told(text: impl Into<String>) -> PressAnswer {
    PressAnswer::told(text)
}

fn alert(text: impl Into<String>) -> PressAnswer {
    PressAnswer::alert(text)
}

#[cfg(test)]
mod tests;
