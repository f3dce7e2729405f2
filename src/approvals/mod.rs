//! Approvals: who is asked, who may decide, and what a decision does. Everything runs in the caller's transaction.
//!
//! Only a press decides, or the reason that the person writes after pressing “Deny and say why”. Neither text from a
//! model nor a tool argument can.

use adjutant_channel::PressAnswer;
use adjutant_domain::outbox_key::OutboxKey;
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

/// A press on a button of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press<'a> {
    /// One call, by its approval id.
    Call(&'a str, Choice),
    /// The whole prompt, by its outbox id.
    Prompt(i64, PromptChoice),
}

/// A person's choice for one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Once,
    /// Approve, and grant the widest pattern for this conversation.
    Conversation,
    /// Approve, and grant the widest pattern for an hour.
    Hour,
    /// Approve, and grant the pattern with this index for good.
    Always(usize),
    /// Approve, and grant all calls of the same kind for good: the only “always” choice of earlier versions.
    AlwaysKind,
    Deny,
    /// Deny, and take the person's next message as the reason.
    SayWhy,
}

/// A person's choice for a whole prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptChoice {
    ApproveAll,
    DenyAll,
    /// Show all choices.
    More,
    /// Show only the usual choices.
    Back,
    Details,
}

/// Parses a button's data: `a:CHOICE:ID`.
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

/// Redraws a prompt from its approvals, and the line that represents it in the requester's chat.
async fn redraw(tx: &Tx, outbox_id: i64) -> Result<()> {
    let approvals = rows::of_prompt(tx, outbox_id).await?;
    outbox_rows::revise(tx, outbox_id, &texts::prompt(outbox_id, &approvals)).await?;
    let now = texts::waits_for_owner(&approvals);
    for line in outbox_rows::of_source(tx, &OutboxKey::Waits(outbox_id)).await? {
        if line.content()? != now {
            outbox_rows::revise(tx, line.outbox_id, &now).await?;
        }
    }
    Ok(())
}

fn told(text: impl Into<String>) -> PressAnswer {
    PressAnswer::told(text)
}

fn alert(text: impl Into<String>) -> PressAnswer {
    PressAnswer::alert(text)
}

#[cfg(test)]
mod tests;
