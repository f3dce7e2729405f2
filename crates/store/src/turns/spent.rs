//! The spending of a turn and its helpers.

use adjutant_domain::{budget::Spent, ids::TurnId, tools::HELPER};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// Returns the spending of a turn and its helpers together, without that of the turn `except` of a helper. Leaves out
/// time and cached tokens.
pub async fn spent_with_helpers(tx: &Tx, turn: &TurnId, except: &TurnId) -> Result<Spent> {
    #[derive(Deserialize)]
    struct Row {
        steps: i64,
        input_tokens: i64,
        output_tokens: i64,
        cost_micros: i64,
    }
    let row: Option<Row> = tx
        .first(
            "SELECT coalesce(sum(steps), 0) AS steps, coalesce(sum(input_tokens), 0) AS input_tokens,
                 coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(cost_micros), 0) AS cost_micros
             FROM (
                 SELECT steps, input_tokens, output_tokens, cost_micros FROM turns WHERE turn_id = ?1
                 UNION ALL
                 SELECT t.steps, t.input_tokens, t.output_tokens, t.cost_micros
                 FROM tool_calls c CROSS JOIN sessions s ON s.parent_call = c.call_id
                 CROSS JOIN turns t ON t.session_id = s.session_id
                 WHERE c.turn_id = ?1 AND s.agent = ?2 AND t.turn_id <> ?3)",
            params![turn, HELPER, except],
        )
        .await?;
    Ok(row.map_or_else(Spent::default, |Row { steps, input_tokens, output_tokens, cost_micros }| Spent {
        steps,
        input_tokens,
        output_tokens,
        cost_micros,
        ..Spent::default()
    }))
}
