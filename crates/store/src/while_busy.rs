//! A person's choice of how to treat their messages during a turn of a conversation. A new conversation in the same
//! place keeps it.

use adjutant_domain::{ids::SessionId, timestamp::Timestamp, while_busy::WhileBusy};
use anyhow::Result;

use crate::{
    db::Tx,
    toolset_state::{self, WHILE_BUSY},
};

/// Returns the choice; `None` if none was made.
pub async fn of(tx: &Tx, session: &SessionId) -> Result<Option<WhileBusy>> {
    Ok(parse(toolset_state::get(tx, session, WHILE_BUSY).await?.as_deref()))
}

/// Replaces the choice.
pub async fn set(tx: &Tx, session: &SessionId, choice: WhileBusy, now: Timestamp) -> Result<()> {
    toolset_state::put(tx, session, WHILE_BUSY, &serde_json::to_string(choice.name())?, now).await
}

/// Returns the choice from the state stored under [`WHILE_BUSY`].
pub fn parse(state: Option<&str>) -> Option<WhileBusy> {
    state.and_then(|state| serde_json::from_str(state).ok()).and_then(WhileBusy::parse)
}
