//! The model that a person has chosen for a conversation. A new conversation in the same place keeps the choice.

use adjutant_domain::{ids::SessionId, timestamp::Timestamp};
use anyhow::Result;

use crate::{
    db::Tx,
    toolset_state::{self, MODEL},
};

/// Returns the name of the chosen model; `None` if none was chosen.
pub async fn of(tx: &Tx, session: &SessionId) -> Result<Option<String>> {
    Ok(parse(toolset_state::get(tx, session, MODEL).await?.as_deref()).map(str::to_owned))
}

/// Replaces the choice; `None` removes it.
pub async fn set(tx: &Tx, session: &SessionId, name: Option<&str>, now: Timestamp) -> Result<()> {
    match name {
        Some(name) => toolset_state::put(tx, session, MODEL, &serde_json::to_string(name)?, now).await,
        None => toolset_state::forget(tx, session, MODEL).await,
    }
}

/// Returns the model's name from the state stored under [`MODEL`].
pub fn parse(state: Option<&str>) -> Option<&str> {
    // A model's name has no character that JSON escapes.
    state.and_then(|state| serde_json::from_str(state).ok())
}
