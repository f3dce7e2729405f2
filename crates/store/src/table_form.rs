//! The form in which a person wants wide tables in a conversation. A new conversation in the same place keeps the
//! choice.

use adjutant_domain::{ids::SessionId, table_form::TableForm, timestamp::Timestamp};
use anyhow::Result;

use crate::{
    db::Tx,
    toolset_state::{self, TABLE_FORM},
};

/// Returns the form.
pub async fn of(tx: &Tx, session: &SessionId) -> Result<TableForm> {
    Ok(parse(toolset_state::get(tx, session, TABLE_FORM).await?.as_deref()))
}

/// Replaces the form.
pub async fn set(tx: &Tx, session: &SessionId, form: TableForm, now: Timestamp) -> Result<()> {
    toolset_state::put(tx, session, TABLE_FORM, &serde_json::to_string(form.name())?, now).await
}

/// Returns the form from the state stored under [`TABLE_FORM`].
pub fn parse(state: Option<&str>) -> TableForm {
    let name: Option<&str> = state.and_then(|state| serde_json::from_str(state).ok());
    name.and_then(TableForm::parse).unwrap_or_default()
}
