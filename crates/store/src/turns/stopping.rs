//! Turns that must stop, because their person demands it or has written a message that ends them.

use adjutant_domain::ids::{SessionId, TurnId};
use anyhow::Result;

use super::running;
use crate::db::{Tx, params};

/// Asks the session's running turn to stop, wherever it runs, and returns its id.
pub async fn request_cancel(tx: &Tx, session: &SessionId) -> Result<Option<TurnId>> {
    let running = running(tx, session).await?;
    if let Some(turn) = &running {
        tx.execute(
            "UPDATE turns SET cancel_requested = 1, interrupted = 0 WHERE turn_id = ?1",
            params![turn],
        )
        .await?;
    }
    Ok(running)
}

/// Asks a running turn to stop, because its person has written a message that ends it.
pub async fn interrupt(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute(
        "UPDATE turns SET cancel_requested = 1, interrupted = 1 WHERE turn_id = ?1 AND cancel_requested = 0",
        params![turn],
    )
    .await
    .map(drop)
}

/// Returns whether the person's next message has asked a turn to stop.
pub async fn is_interrupted(tx: &Tx, turn: &TurnId) -> Result<bool> {
    let interrupted: Option<i64> =
        tx.value("SELECT interrupted AS value FROM turns WHERE turn_id = ?1", params![turn]).await?;
    Ok(interrupted == Some(1))
}

/// Returns the running turn of a session, if it was asked to stop.
pub async fn to_stop(tx: &Tx, session: &SessionId) -> Result<Option<TurnId>> {
    tx.value(
        "SELECT turn_id AS value FROM turns WHERE session_id = ?1 AND state = 'running' AND cancel_requested = 1",
        params![session],
    )
    .await
}

/// Returns whether a turn was asked to stop.
pub async fn cancel_requested(tx: &Tx, turn: &TurnId) -> Result<bool> {
    let asked: Option<i64> =
        tx.value("SELECT cancel_requested AS value FROM turns WHERE turn_id = ?1", params![turn]).await?;
    Ok(asked == Some(1))
}
