//! Events of people whom the bot does not serve, and the code that makes one of them the owner.

use std::sync::Arc;

use adjutant_channel::{Accepted, Event, Heard, Inbound};
use adjutant_domain::{
    commands::Command,
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use adjutant_store::{db::Tx, inbox, people};
use adjutant_texts::access as texts;
use anyhow::Result;

use crate::{
    chat::{
        access::{self, Claimed},
        knocks, late_messages, links,
        press::{self, Press},
    },
    core::Core,
    outbox::{self, Address, Slot},
};

/// Handles an event from a stranger.
pub(super) async fn refuse(tx: &Tx, core: &Arc<Core>, event: &Inbound, now: Timestamp) -> Result<Accepted> {
    // A bot gets no refusal, because it might answer.
    if event.sender.bot {
        return Ok(Accepted::default());
    }
    match &event.event {
        Event::Command { name, args, .. } if is_claim(Command::parse(name), args) => {
            return claim(tx, core, event, args, now).await;
        }
        // People whom the bot does not serve may talk with each other where it answers everything.
        Event::Message { .. } if event.heard == Heard::Overheard => {}
        Event::Command { name, .. } if event.heard == Heard::Overheard && Command::parse(name).is_none() => {}
        // After that long, a stranger no longer waits for the refusal.
        Event::Message { .. } | Event::Command { .. } if late_messages::is_too_old(core, event, now) => {}
        Event::Command { name, args, .. }
            if Command::parse(name) == Some(Command::Link)
                && links::link_stranger(tx, core, event, args, now).await? =>
        {
            inbox::note_command(tx, event, None, (name, "")).await?;
        }
        Event::Message { .. } | Event::Command { .. } | Event::Added => {
            let unanswered = !knocks::turn_away(tx, core, event, now).await?;
            return Ok(Accepted { unanswered, ..Accepted::default() });
        }
        Event::Press { message_id, data, .. } => {
            let press = Press { tx, core, event, message: message_id.as_ref(), is_repeat: false, now };
            return press::carry_out_for_stranger(&press, data).await;
        }
        Event::Edit { message_id, text, attachments } => {
            people::edit_first_event(tx, event, message_id, (text, attachments.as_deref())).await?;
        }
        Event::Deleted { .. } | Event::Removed | Event::Migrated { .. } => {}
    }
    Ok(Accepted::default())
}

/// Returns whether a command is `/start CODE`, typed or through a link.
pub(super) fn is_claim(command: Option<Command>, args: &str) -> bool {
    command == Some(Command::Start) && !args.is_empty()
}

pub(super) async fn claim(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    code: &str,
    now: Timestamp,
) -> Result<Accepted> {
    inbox::note_command(tx, event, None, (Command::Start.name(), "")).await?;
    match access::claim(tx, event, code, now).await? {
        Claimed::Ownership => {
            let accepted = claimed(tx, core, event, texts::welcome_owner(), now).await?;
            // People who wrote before there was an owner wait for the owner's decision.
            knocks::ask_owner(tx, core, &event.chat.channel, now).await?;
            Ok(accepted)
        }
        Claimed::Nothing(why) => claimed(tx, core, event, why, now).await,
        Claimed::Unheard => Ok(Accepted { unanswered: true, ..Accepted::default() }),
    }
}

/// Answers an event that contains the owner code, or a text that may be one. The event's text is not stored.
pub(super) async fn claimed(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    said: &str,
    now: Timestamp,
) -> Result<Accepted> {
    let to = Address::answering(event);
    let source = OutboxKey::Claim(EventKey::of(event));
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, said, now).await?;
    Ok(Accepted::default())
}
