//! Messages that wait for delivery, and dead letters, without their texts. Only the owner sees them: they are
//! everybody's.

use std::time::Duration;

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    outbox::{self, DeadLetter, OpenChat},
    people::{Role, User},
};
use anyhow::Result;
use serde::Serialize;

use super::Place;
use crate::core::Core;

/// The most chats and dead letters that are shown.
const SHOWN: i64 = 100;
/// How far back dead letters are shown.
const MONTH: Duration = Duration::from_hours(30 * 24);

#[derive(Debug, Default, Serialize)]
pub(super) struct Deliveries {
    is_owner: bool,
    waiting: Vec<Waiting>,
    dead: Vec<Dead>,
}

#[derive(Debug, Serialize)]
struct Waiting {
    place: Place,
    messages: i64,
    oldest: Timestamp,
    /// When the first message will be sent, if later than now: the platform asked for a pause, or an attempt failed.
    not_before: Option<Timestamp>,
    /// How many messages may have arrived.
    in_doubt: i64,
}

#[derive(Debug, Serialize)]
struct Dead {
    id: i64,
    written_at: Timestamp,
    place: Place,
    attempts: i64,
    reason: String,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Deliveries> {
    if viewer.role != Role::Owner {
        return Ok(Deliveries::default());
    }
    let now = core.clock.timestamp();
    let waiting = outbox::open_chats(tx, SHOWN).await?.into_iter().map(|open| waiting(open, now));
    let dead = outbox::newest_dead_letters(tx, now - MONTH, SHOWN).await?;
    let dead = dead.into_iter().map(|letter| dead_letter(core, letter));
    Ok(Deliveries { is_owner: true, waiting: waiting.collect(), dead: dead.collect() })
}

fn waiting(open: OpenChat, now: Timestamp) -> Waiting {
    Waiting {
        place: Place::new(&open.channel, &open.chat, open.chat_kind),
        messages: open.messages,
        oldest: open.oldest,
        not_before: Some(open.not_before).filter(|at| *at > now),
        in_doubt: open.in_doubt,
    }
}

fn dead_letter(core: &Core, letter: DeadLetter) -> Dead {
    Dead {
        id: letter.outbox_id,
        written_at: letter.created_at,
        place: Place::new(&letter.channel, &letter.chat, letter.chat_kind),
        attempts: letter.attempts,
        reason: core.redactor.redact(&letter.error.unwrap_or_default()).into_owned(),
    }
}
