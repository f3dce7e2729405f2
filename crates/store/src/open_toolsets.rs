//! The toolsets that are open in a conversation or a run, in the order in which they were opened: a list among the
//! [toolset states](crate::toolset_state).

use adjutant_domain::{ids::SessionId, timestamp::Timestamp};
use anyhow::Result;

use crate::{
    db::Tx,
    toolset_state::{self, OPEN},
};

/// Returns the names of the open toolsets.
pub async fn of(tx: &Tx, session: &SessionId) -> Result<Vec<String>> {
    Ok(parse(toolset_state::get(tx, session, OPEN).await?.as_deref()))
}

/// Returns the names in a state; none if it cannot be read.
pub fn parse(state: Option<&str>) -> Vec<String> {
    state.and_then(|state| serde_json::from_str(state).ok()).unwrap_or_default()
}

/// Opens toolsets, in order after those that are open already.
pub async fn open(
    tx: &Tx,
    session: &SessionId,
    names: &[impl AsRef<str> + Sync],
    now: Timestamp,
) -> Result<()> {
    let mut open = of(tx, session).await?;
    let before = open.len();
    for name in names.iter().map(AsRef::as_ref) {
        if !open.iter().any(|known| known == name) {
            open.push(name.to_owned());
        }
    }
    if open.len() == before { Ok(()) } else { put(tx, session, &open, now).await }
}

/// Closes a toolset.
pub async fn close(tx: &Tx, session: &SessionId, name: &str, now: Timestamp) -> Result<()> {
    let mut open = of(tx, session).await?;
    open.retain(|known| known != name);
    put(tx, session, &open, now).await
}

/// Opens in a run the toolsets that are open in the conversation of its schedule.
pub(crate) async fn take_over(tx: &Tx, from: &SessionId, to: &SessionId, now: Timestamp) -> Result<()> {
    match toolset_state::get(tx, from, OPEN).await? {
        Some(open) => toolset_state::put(tx, to, OPEN, &open, now).await,
        None => Ok(()),
    }
}

async fn put(tx: &Tx, session: &SessionId, open: &[String], now: Timestamp) -> Result<()> {
    toolset_state::put(tx, session, OPEN, &serde_json::to_string(open)?, now).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sessions,
        testing::{NOW, Store},
    };

    #[tokio::test]
    async fn toolsets_stay_open_in_their_order_until_they_are_closed_or_the_conversation_ends() {
        let store = Store::new().await;
        let (_, session) = store.person("alice").await;
        let id = session.session_id.clone();
        let after = store
            .write(async move |tx| {
                let mut after = Vec::new();
                open(tx, &id, &["web", "files"], NOW).await?;
                open(tx, &id, &["files", "memory", "web"], NOW).await?;
                after.push(of(tx, &id).await?);
                close(tx, &id, "web", NOW).await?;
                open(tx, &id, &["web"], NOW).await?;
                after.push(of(tx, &id).await?);
                sessions::reset_context(tx, &id).await?;
                after.push(of(tx, &id).await?);
                Ok(after)
            })
            .await;
        assert_eq!(after[0], ["web", "files", "memory"]);
        assert_eq!(after[1], ["files", "memory", "web"]);
        assert!(after[2].is_empty());
    }

    #[test]
    fn a_list_that_cannot_be_read_is_empty() {
        assert!(parse(Some("{}")).is_empty());
        assert!(parse(None).is_empty());
        assert_eq!(parse(Some(r#"["web"]"#)), ["web"]);
    }
}
