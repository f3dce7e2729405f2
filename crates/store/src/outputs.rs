//! Full results of calls, kept for a limited time.

use adjutant_domain::{
    ids::{CallId, SessionId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// The full result of a call.
#[derive(Debug, Deserialize)]
pub struct Output {
    pub tool: String,
    pub output: String,
    /// The sources of untrusted content in the output.
    pub untrusted: Sources,
}

/// The most bytes kept of the results of a person's calls.
const MOST: i64 = 64 * 1024 * 1024;

/// Stores the full result of a call. Deletes the person's oldest results above the limit.
pub async fn keep(
    tx: &Tx,
    session: &SessionId,
    call: &CallId,
    output: &str,
    expires_at: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO tool_outputs (call_id, session_id, output, expires_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (call_id) DO UPDATE SET output = ?3, expires_at = ?4",
        params![call, session, output, expires_at],
    )
    .await?;
    make_room(tx, session, MOST).await
}

async fn make_room(tx: &Tx, session: &SessionId, most: i64) -> Result<()> {
    tx.execute(
        "DELETE FROM tool_outputs WHERE call_id IN (
             SELECT call_id FROM (
                 SELECT o.call_id, sum(octet_length(o.output)) OVER (ORDER BY o.expires_at DESC, o.call_id DESC) AS total
                 FROM tool_outputs o JOIN sessions s USING (session_id)
                 WHERE s.user_id IN (SELECT p.member FROM same_person p JOIN sessions o USING (user_id)
                                     WHERE o.session_id = ?1))
             WHERE total > ?2)",
        params![session, most],
    )
    .await
    .map(drop)
}

/// Returns the full result of a call of this session; `None` once it is no longer kept.
pub async fn get(tx: &Tx, session: &SessionId, call: &CallId, now: Timestamp) -> Result<Option<Output>> {
    tx.first(
        "SELECT c.tool, o.output, c.untrusted FROM tool_outputs o JOIN tool_calls c USING (call_id)
         WHERE o.call_id = ?1 AND o.session_id = ?2 AND o.expires_at > ?3",
        params![call, session, now],
    )
    .await
}

#[cfg(test)]
mod tests {
    use adjutant_domain::tools::ToolCall;

    use super::*;
    use crate::{
        db::SyncedTx,
        testing::{NOW, Store, ms},
    };

    #[tokio::test]
    async fn a_person_s_oldest_outputs_make_room() {
        let store = Store::new().await;
        let ((_, session), (_, of_bob)) = (store.person("alice").await, store.person("bob").await);
        let call = |_| ToolCall { id: "c".into(), name: "web_fetch".into(), arguments: "{}".into() };
        let calls: Vec<_> = (0..3).map(call).collect();
        let (_, _, ids) = store.turn(&session, &calls).await;
        let (_, _, his) = store.turn(&of_bob, &calls[..1]).await;
        let kept = async move |tx: &SyncedTx| {
            keep(tx, &of_bob.session_id, &his[0], "rye and wheat", NOW + ms(1)).await?;
            for (at, id) in ids.iter().enumerate() {
                keep(tx, &session.session_id, id, "öats", NOW + ms(1 + at as u64)).await?;
            }
            make_room(tx, &session.session_id, 10).await?;
            let mut kept = vec![get(tx, &of_bob.session_id, &his[0], NOW).await?.is_some()];
            for id in &ids {
                kept.push(get(tx, &session.session_id, id, NOW).await?.is_some());
            }
            Ok(kept)
        };
        assert_eq!(store.write(kept).await, [true, false, true, true]);
    }
}
