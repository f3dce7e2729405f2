//! Approvals: who is asked, who may decide, and what a decision does. All of it in the caller's transaction.
//!
//! Only a press decides, or the reason that a press asked for; no text of a model, and no tool's argument, can.

use adjutant_channel::PressAnswer;
use adjutant_store::{approvals as rows, db::Tx, outbox as outbox_rows};
use anyhow::Result;

use crate::texts::approvals as texts;

pub mod policy;

mod ask;
mod close;
mod press;
pub(crate) mod record;
pub(crate) mod specialists;
mod why;

pub use ask::{Asked, Question, ask};
pub use close::{Withdrawn, expire, remind, withdraw, withdraw_turn};
pub use press::press;
pub use why::take_reason;

/// What a press on a button of a prompt is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press<'a> {
    /// One call, by its approval's id.
    Call(&'a str, Choice),
    /// The whole prompt, by its row in the outbox.
    Prompt(i64, PromptChoice),
}

/// What somebody chose for one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Once,
    /// For this conversation, whatever the widest pattern names.
    Conversation,
    /// The same for an hour.
    Hour,
    /// Always, whatever the pattern with this index names.
    Always(usize),
    /// Always, whatever is of the call's kind: the one choice of this sort that earlier versions had.
    AlwaysKind,
    Deny,
    /// Deny; the next message says why.
    SayWhy,
}

/// What somebody chose for a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptChoice {
    ApproveAll,
    DenyAll,
    /// Show all choices.
    More,
    /// Show the usual ones.
    Back,
    Details,
}

/// Reads a button's data: `a:CHOICE:ID`.
pub fn parse(data: &str) -> Option<Press<'_>> {
    let (choice, id) = data.strip_prefix("a:")?.split_once(':')?;
    let of_call = match choice {
        "y" => Some(Choice::Once),
        "c" => Some(Choice::Conversation),
        "h" => Some(Choice::Hour),
        "p0" => Some(Choice::Always(0)),
        "p1" => Some(Choice::Always(1)),
        "p2" => Some(Choice::Always(2)),
        "s" => Some(Choice::AlwaysKind),
        "n" => Some(Choice::Deny),
        "w" => Some(Choice::SayWhy),
        _ => None,
    };
    if let Some(choice) = of_call {
        return Some(Press::Call(id, choice));
    }
    let of_prompt = match choice {
        "ya" => PromptChoice::ApproveAll,
        "na" => PromptChoice::DenyAll,
        "m" => PromptChoice::More,
        "b" => PromptChoice::Back,
        "d" => PromptChoice::Details,
        _ => return None,
    };
    Some(Press::Prompt(id.parse().ok()?, of_prompt))
}

/// Makes a prompt show how things stand, and the line that stands for it in the chat that asked.
async fn redraw(tx: &Tx, outbox_id: i64) -> Result<()> {
    let approvals = rows::of_prompt(tx, outbox_id).await?;
    outbox_rows::revise(tx, outbox_id, &texts::prompt(outbox_id, &approvals)).await?;
    let now = texts::waits_for_owner(&approvals);
    for line in outbox_rows::of_source(tx, &waiting_source(outbox_id)).await? {
        if line.content()? != now {
            outbox_rows::revise(tx, line.outbox_id, &now).await?;
        }
    }
    Ok(())
}

/// The line in the chat that asked, while the prompt is in the owner's.
fn waiting_source(outbox_id: i64) -> String {
    format!("waits-{outbox_id}")
}

fn told(text: impl Into<String>) -> PressAnswer {
    PressAnswer::told(text)
}

fn alert(text: impl Into<String>) -> PressAnswer {
    PressAnswer::alert(text)
}

#[cfg(test)]
mod tests;
