//! Messages that an answer suggests to its person, who sends one with a press.

use adjutant_domain::ids::{TurnId, UserId};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// Stores the messages that the answer of a turn suggests, in the order of their buttons.
pub async fn offer(tx: &Tx, turn: &TurnId, messages: &[String]) -> Result<()> {
    for (position, message) in messages.iter().enumerate() {
        tx.execute(
            "INSERT INTO suggestions (turn_id, position, message) VALUES (?1, ?2, ?3)",
            params![turn, position as i64, message.as_str()],
        )
        .await?;
    }
    Ok(())
}

/// Returns the user whom a turn answers; `None` if the turn is gone.
pub async fn asked(tx: &Tx, turn: &TurnId) -> Result<Option<UserId>> {
    tx.value(
        "SELECT s.user_id AS value FROM turns t JOIN sessions s USING (session_id) WHERE t.turn_id = ?1",
        params![turn],
    )
    .await
}

/// Takes the message at a position, and deletes all suggestions of the turn; `None` if they were taken before.
pub async fn take(tx: &Tx, turn: &TurnId, position: i64) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Taken {
        position: i64,
        message: String,
    }
    let taken: Vec<Taken> = tx
        .all("DELETE FROM suggestions WHERE turn_id = ?1 RETURNING position, message", params![turn])
        .await?;
    Ok(taken.into_iter().find(|taken| taken.position == position).map(|taken| taken.message))
}
