//! Turns, newest first: the viewer's own, or everybody's for the owner.

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    people::{self, Role, User},
    turns::{State, trace},
};
use anyhow::Result;
use serde::Serialize;

use super::Place;

/// The most turns that are shown.
const TURNS: i64 = 100;

#[derive(Debug, Serialize)]
pub(super) struct Activity {
    turns: Vec<Turn>,
    /// Whether these are all turns.
    is_whole: bool,
}

/// A turn without its words.
#[derive(Debug, Serialize)]
pub(super) struct Turn {
    id: String,
    person: String,
    place: Place,
    is_run: bool,
    /// The specialist that works on the turn, if any.
    agent: Option<String>,
    state: State,
    /// How often the turn was resumed after an interruption.
    attempts: i64,
    started_at: Timestamp,
    /// The duration in milliseconds, including waits for decisions; `None` while the turn runs.
    took_ms: Option<u128>,
    input_tokens: i64,
    cached_tokens: i64,
    output_tokens: i64,
    cost_micros: i64,
    /// The number of tool calls.
    calls: i64,
}

impl From<trace::Overview> for Turn {
    fn from(turn: trace::Overview) -> Self {
        Self {
            id: turn.turn_id.0,
            person: turn.user_name,
            place: Place::new(&turn.channel, &turn.chat, turn.chat_kind),
            is_run: turn.run_id.is_some(),
            agent: turn.agent,
            state: turn.state,
            attempts: turn.attempts,
            started_at: turn.started_at,
            took_ms: turn.finished_at.map(|end| end.since(turn.started_at).as_millis()),
            input_tokens: turn.input_tokens,
            cached_tokens: turn.cached_tokens,
            output_tokens: turn.output_tokens,
            cost_micros: turn.cost_micros,
            calls: turn.calls,
        }
    }
}

pub(super) async fn read(tx: &Tx, viewer: &User) -> Result<Activity> {
    let people = match viewer.role {
        Role::Owner => None,
        Role::Member => Some(people::members(tx, &viewer.user_id).await?),
    };
    let mut turns = trace::newest(tx, people.as_deref(), TURNS + 1).await?;
    let is_whole = turns.len() <= TURNS as usize;
    turns.truncate(TURNS as usize);
    Ok(Activity { turns: turns.into_iter().map(Turn::from).collect(), is_whole })
}
