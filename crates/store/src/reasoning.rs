//! The models' reasoning: whether a conversation shows it to the person, and the reasoning stored with the answers in
//! that case.

use adjutant_domain::{
    ids::{SessionId, TurnId},
    text,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    toolset_state::{self, REASONING},
};

/// The most characters stored for one response.
const MOST: usize = 20_000;

const SHOWN: &str = "true";

/// Returns whether a conversation shows reasoning. A new conversation in the same place keeps the choice.
pub async fn is_shown(tx: &Tx, session: &SessionId) -> Result<bool> {
    Ok(parse(toolset_state::get(tx, session, REASONING).await?.as_deref()))
}

/// Sets whether a conversation shows reasoning.
pub async fn show(tx: &Tx, session: &SessionId, shows: bool, now: Timestamp) -> Result<()> {
    match shows {
        true => toolset_state::put(tx, session, REASONING, SHOWN, now).await,
        false => toolset_state::forget(tx, session, REASONING).await,
    }
}

/// Returns the choice from the state stored under [`REASONING`].
pub fn parse(state: Option<&str>) -> bool {
    state == Some(SHOWN)
}

/// Stores the reasoning before a response, unless it is blank.
pub async fn keep(tx: &Tx, entry_id: i64, reasoning: &str) -> Result<()> {
    if reasoning.trim().is_empty() {
        return Ok(());
    }
    let reasoning = text::beginning(reasoning, MOST);
    tx.execute("UPDATE entries SET reasoning = ?2 WHERE entry_id = ?1", params![entry_id, reasoning])
        .await
        .map(drop)
}

/// Returns the reasoning before each response of a turn, in order.
pub async fn of_turn(tx: &Tx, turn: &TurnId) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        reasoning: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT reasoning FROM entries WHERE turn_id = ?1 AND reasoning IS NOT NULL ORDER BY entry_id",
            params![turn],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.reasoning).collect())
}
