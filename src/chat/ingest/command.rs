//! Handles a command of a served person in the transaction that stores it.

use std::sync::Arc;

use adjutant_channel::{Accepted, Event, Inbound};
use adjutant_domain::{commands::Command, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    inbox::{self, Message},
    people::{Role, User},
};
use anyhow::Result;

use super::{message, stranger};
use crate::{
    chat::{commands, late_messages, limits, prompts, request::Typed, vault},
    core::Core,
    outbox,
};

/// Handles a command from a known user.
pub(super) async fn receive(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    typed: Typed<'_>,
    now: Timestamp,
) -> Result<Accepted> {
    let command = Command::parse(typed.name);
    if stranger::is_claim(command, typed.args) && user.role != Role::Owner {
        return stranger::claim(tx, core, event, typed.args, now).await;
    }
    let is_unknown = command.is_none() && !prompts::is_one(core, user, typed.name);
    if is_unknown && vault::refuse_command(tx, event, user, now).await? {
        return Ok(Accepted::default());
    }
    // A code is a secret even if it is useless here.
    let is_secret = command.is_some_and(Command::takes_secret);
    let shown = if is_secret { "" } else { typed.args };
    inbox::note_command(tx, event, Some(&user.user_id), (typed.name, shown)).await?;
    if late_messages::is_too_old(core, event, now) {
        late_messages::record_unanswered(tx, core, event, user, now).await?;
    } else if let Some(said) = limits::no_conversation(tx, core, event, user).await? {
        outbox::answer(tx, core, event, &said, now).await?;
    } else if let Some(asked) = of_prompt(tx, core, event, user, &typed).await? {
        match (asked, &event.event) {
            (Ok(text), Event::Command { message_id, .. }) => {
                let message = Message { text, ..Message::default() };
                return message::queue(tx, core, event, user, (message_id, message), now).await;
            }
            (Ok(said) | Err(said), _) => outbox::answer(tx, core, event, &said, now).await?,
        }
    } else {
        commands::run(tx, core, event, user, typed, now).await?;
    }
    Ok(Accepted::default())
}

/// Returns the text that an MCP server's prompt command stands for, or what is wrong with it; `None` for the bot's own
/// commands.
async fn of_prompt(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    typed: &Typed<'_>,
) -> Result<Option<Result<String, String>>> {
    match Command::parse(typed.name) {
        Some(_) => Ok(None),
        None => prompts::message_for(tx, core, event, user, (typed.name, typed.args)).await,
    }
}
