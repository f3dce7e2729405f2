//! MCP clients: programs that a person allows to use their data, and the calls that they make.

use std::time::Duration;

use adjutant_domain::{
    ids::{self, CallId, ClientId, SessionId, TurnId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
    tools::ToolCall,
    wake::Wake,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    calls,
    db::{Tx, params},
    inbox::{self, InternalOrigin, Kind},
    turns,
};

/// How long a token stays valid without being used.
pub const UNUSED: Duration = Duration::from_hours(24);

/// A client.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Client {
    pub client_id: ClientId,
    pub user_id: UserId,
    /// Its person's name for it.
    pub name: String,
    /// The conversation in which it was made. Approvals of its changes are asked there.
    pub session_id: SessionId,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

impl Client {
    /// Returns whether the client's token is valid.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.last_used_at.is_some() || now < self.created_at + UNUSED
    }
}

/// Stores a new client. The person must have no other client of this name.
pub async fn put(tx: &Tx, client: &Client, token: &str, shown_by: &OutboxKey) -> Result<()> {
    tx.execute(
        "INSERT INTO mcp_clients (client_id, user_id, name, digest, session_id, shown_by, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            &client.client_id,
            &client.user_id,
            &*client.name,
            ids::sha256(token),
            &client.session_id,
            shown_by,
            client.created_at
        ],
    )
    .await
    .map(drop)
}

/// Returns the clients of a person, by name.
pub async fn of(tx: &Tx, user: &UserId) -> Result<Vec<Client>> {
    tx.all(
        "SELECT * FROM mcp_clients WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
         ORDER BY name, user_id",
        params![user],
    )
    .await
}

/// Returns the clients whose unused token has expired and is still shown.
pub async fn expired(tx: &Tx, now: Timestamp) -> Result<Vec<Client>> {
    tx.all(
        "SELECT * FROM mcp_clients WHERE shown_by IS NOT NULL AND last_used_at IS NULL AND created_at <= ?1
         -- scan: once an hour, and people have few of them",
        params![now - UNUSED],
    )
    .await
}

/// Returns the client with this token.
pub async fn by_token(tx: &Tx, token: &str) -> Result<Option<Client>> {
    tx.first("SELECT * FROM mcp_clients WHERE digest = ?1", params![ids::sha256(token)]).await
}

/// Records that a client was used.
pub async fn note_use(tx: &Tx, id: &ClientId, now: Timestamp) -> Result<()> {
    tx.execute("UPDATE mcp_clients SET last_used_at = ?2 WHERE client_id = ?1", params![id, now])
        .await
        .map(drop)
}

/// Takes the source of the message that shows a client's token, so that the caller removes the token from it; `None` if
/// it was taken before.
pub async fn take_shown(tx: &Tx, id: &ClientId) -> Result<Option<OutboxKey>> {
    let shown: Option<OutboxKey> = tx
        .value(
            "SELECT shown_by AS value FROM mcp_clients WHERE client_id = ?1 AND shown_by IS NOT NULL",
            params![id],
        )
        .await?;
    if shown.is_some() {
        tx.execute("UPDATE mcp_clients SET shown_by = NULL WHERE client_id = ?1", params![id]).await?;
    }
    Ok(shown)
}

/// Deletes a client of a person. Returns false if there is none.
pub async fn delete(tx: &Tx, user: &UserId, id: &ClientId) -> Result<bool> {
    let deleted = tx.execute(
        "DELETE FROM mcp_clients
         WHERE client_id = ?2 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, id],
    );
    Ok(deleted.await? > 0)
}

/// Returns the sessions of a client in which a turn runs or a call waits.
pub async fn at_work(tx: &Tx, id: &ClientId) -> Result<Vec<SessionId>> {
    #[derive(Deserialize)]
    struct Row {
        session_id: SessionId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT session_id FROM sessions s WHERE client = ?1
                 AND (EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id AND t.state = 'running')
                     OR EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id AND t.state = 'waiting')
                     OR EXISTS (SELECT 1 FROM inbox i WHERE i.session_id = s.session_id AND i.state = 'waiting'))",
            params![id],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.session_id).collect())
}

/// Returns whether a client's session still exists. Such sessions are deleted as those of runs are.
pub async fn has_session(tx: &Tx, id: &ClientId, session: &SessionId) -> Result<bool> {
    let found: Option<i64> = tx
        .value("SELECT 1 AS value FROM sessions WHERE session_id = ?1 AND client = ?2", params![session, id])
        .await?;
    Ok(found.is_some())
}

/// Returns how many connections a client has opened since a time.
pub async fn count_connections(tx: &Tx, id: &ClientId, since: Timestamp) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM sessions WHERE client = ?1 AND created_at > ?2",
            params![id, since],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Puts a call into the inbox of a client's session.
pub async fn ask(tx: &Tx, session: &SessionId, call: &ToolCall, now: Timestamp) -> Result<()> {
    let (id, body) = (CallId(call.id.clone()), serde_json::to_string(call)?);
    inbox::queue_internal(tx, InternalOrigin::Client(&id), session, Kind::Due, None, &body, now).await?;
    tx.wake(Wake::Session(session.clone()));
    Ok(())
}

/// The state of a client's call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It waits in the inbox.
    Queued,
    /// This turn works on it.
    AtWork(TurnId),
    /// It waits in this turn for its person's decision.
    Asking(TurnId),
    Done {
        result: String,
        failed: bool,
    },
    /// It ended without a result.
    Ended,
}

/// Returns the state of a call that a client put into an inbox.
pub async fn progress(tx: &Tx, id: &CallId) -> Result<Progress> {
    #[derive(Deserialize)]
    struct Row {
        waits: bool,
        turn_id: Option<TurnId>,
        turn_state: Option<turns::State>,
        call_state: Option<calls::State>,
        result: Option<String>,
        error_code: Option<String>,
    }
    let (channel, external_id) = InternalOrigin::Client(id).columns();
    let row: Option<Row> = tx
        .first(
            "SELECT i.state = 'waiting' AS waits, i.turn_id, t.state AS turn_state, c.state AS call_state,
                 c.result, c.error_code
             FROM inbox i LEFT JOIN turns t USING (turn_id) LEFT JOIN tool_calls c USING (turn_id)
             WHERE i.channel = ?1 AND i.external_id = ?2",
            params![channel, external_id],
        )
        .await?;
    let Some(row) = row else { return Ok(Progress::Ended) };
    Ok(match (row.turn_id, row.turn_state, row.call_state) {
        (_, Some(state), Some(calls::State::Done)) if state.is_final() => {
            let result = row.result.unwrap_or_default();
            Progress::Done { failed: calls::is_failure(row.error_code.as_deref(), &result), result }
        }
        (Some(turn), Some(turns::State::Waiting), _) => Progress::Asking(turn),
        (Some(turn), Some(turns::State::Running), _) => Progress::AtWork(turn),
        (None, ..) if row.waits => Progress::Queued,
        _ => Progress::Ended,
    })
}

/// Drops a call that has not begun.
pub async fn drop_call(tx: &Tx, id: &CallId) -> Result<()> {
    let (channel, external_id) = InternalOrigin::Client(id).columns();
    tx.execute(
        "UPDATE inbox SET state = 'done' WHERE channel = ?1 AND external_id = ?2 AND state = 'waiting'",
        params![channel, external_id],
    )
    .await
    .map(drop)
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{origin::Sources, outbox_key::EventKey};

    use super::*;
    use crate::{
        calls::Finished,
        sessions::{self, Session},
        testing::{NOW, Store},
    };

    fn client(session: &Session, name: &str) -> Client {
        Client {
            client_id: ClientId::generate(),
            user_id: session.user_id.clone(),
            name: name.to_owned(),
            session_id: session.session_id.clone(),
            created_at: NOW,
            last_used_at: None,
        }
    }

    fn shown_by() -> OutboxKey {
        OutboxKey::Command(EventKey { channel: "test".to_owned(), external_id: "1".to_owned() })
    }

    #[tokio::test]
    async fn a_client_is_its_person_s_and_its_token_is_not_stored() {
        let store = Store::new().await;
        let ((alice, session), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let laptop = client(&session, "laptop");
                let id = &laptop.client_id;
                put(tx, &laptop, "token", &shown_by()).await?;
                assert_eq!(of(tx, &alice.user_id).await?, std::slice::from_ref(&laptop));
                assert_eq!(of(tx, &bob.user_id).await?, []);
                assert_eq!(by_token(tx, "token").await?.as_ref(), Some(&laptop));
                assert_eq!(by_token(tx, &ids::sha256("token")).await?, None);
                assert_eq!(take_shown(tx, id).await?, Some(shown_by()));
                assert_eq!(take_shown(tx, id).await?, None);
                assert!(laptop.is_valid(NOW) && !laptop.is_valid(NOW + UNUSED));
                note_use(tx, id, NOW).await?;
                let used = by_token(tx, "token").await?.unwrap();
                assert!(used.is_valid(NOW + UNUSED * 2));
                assert!(!delete(tx, &bob.user_id, id).await?);
                assert!(delete(tx, &alice.user_id, id).await?);
                assert_eq!(by_token(tx, "token").await?, None);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn a_call_is_followed_until_its_turn_ends() {
        let store = Store::new().await;
        let (_, session) = store.person("alice").await;
        store
            .write(async move |tx| {
                let laptop = client(&session, "laptop");
                put(tx, &laptop, "token", &shown_by()).await?;
                let own = sessions::open_connection(tx, &session, &laptop.client_id, NOW).await?;
                assert_eq!(sessions::get(tx, &own).await?.client_name.as_deref(), Some("laptop"));
                assert!(has_session(tx, &laptop.client_id, &own).await?);
                assert!(!has_session(tx, &laptop.client_id, &session.session_id).await?);
                assert_eq!(count_connections(tx, &laptop.client_id, NOW - Duration::from_secs(1)).await?, 1);
                let call = ToolCall {
                    id: "call-1".to_owned(),
                    name: "memory_save".to_owned(),
                    arguments: "{}".to_owned(),
                };
                let id = CallId(call.id.clone());
                assert_eq!(progress(tx, &id).await?, Progress::Ended);
                ask(tx, &own, &call, NOW).await?;
                assert_eq!(progress(tx, &id).await?, Progress::Queued);
                assert_eq!(at_work(tx, &laptop.client_id).await?, std::slice::from_ref(&own));

                let turn = turns::open(tx, &own, None, NOW).await?.turn_id;
                inbox::take(tx, inbox::waiting(tx, &own, 1).await?[0].inbox_id, &turn).await?;
                assert_eq!(progress(tx, &id).await?, Progress::AtWork(turn.clone()));
                let entry = turns::append_assistant(tx, &turn, ("", 0), &Sources::OWN, NOW).await?;
                let (state, result) = (calls::State::Asking, calls::PENDING);
                let new = calls::New { id: &id, call: &call, state, result, error_code: None };
                calls::insert(tx, &turn, entry, 0, new).await?;
                turns::set_state(tx, &turn, turns::State::Waiting, NOW).await?;
                assert_eq!(progress(tx, &id).await?, Progress::Asking(turn.clone()));
                drop_call(tx, &id).await?;
                assert_eq!(progress(tx, &id).await?, Progress::Asking(turn.clone()));

                let (result, untrusted) = ("saved", &Sources::OWN);
                let done = Finished { result, title: "", error_code: None, untrusted, receipt: None };
                calls::finish(tx, &id, done, NOW).await?;
                turns::set_state(tx, &turn, turns::State::Done, NOW).await?;
                inbox::finish(tx, &turn).await?;
                assert_eq!(
                    progress(tx, &id).await?,
                    Progress::Done { result: "saved".to_owned(), failed: false }
                );
                assert_eq!(at_work(tx, &laptop.client_id).await?, []);

                let call = ToolCall { id: "call-2".to_owned(), ..call };
                ask(tx, &own, &call, NOW).await?;
                drop_call(tx, &CallId(call.id.clone())).await?;
                assert_eq!(progress(tx, &CallId(call.id)).await?, Progress::Ended);
                Ok(())
            })
            .await;
    }
}
