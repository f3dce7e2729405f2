//! The possessions of a session and its person that decide which tools the session is offered.

use std::collections::BTreeMap;

use adjutant_domain::ids::{SessionId, UserId};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    toolset_state,
};

/// The possessions that decide which tools a session is offered. Every turn needs them, so they are read together.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// The session's [state](toolset_state) of each toolset: JSON, by toolset.
    pub states: BTreeMap<String, String>,
    /// The users that are the same person, the session's own first.
    pub members: Vec<UserId>,
    /// Whether the person has a secret.
    pub secrets: bool,
    /// Whether a file has come in the conversation that the session belongs to.
    pub attachments: bool,
}

/// Returns the possessions of a session and its person.
pub async fn of(tx: &Tx, session: &SessionId, user: &UserId) -> Result<Holdings> {
    #[derive(Deserialize)]
    struct Row {
        member: UserId,
        secrets: bool,
        attachments: bool,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT member,
                 EXISTS (SELECT 1 FROM secrets
                         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)) AS secrets,
                 EXISTS (SELECT 1 FROM attachments WHERE session_id IN (
                             SELECT chat.session_id FROM sessions chat
                             JOIN sessions own USING (channel, chat, thread, user_id)
                             WHERE own.session_id = ?2 AND chat.kind = 'chat')) AS attachments
             FROM same_person WHERE user_id = ?1 ORDER BY member <> ?1, member",
            params![user, session],
        )
        .await?;
    Ok(Holdings {
        states: toolset_state::of(tx, session).await?,
        secrets: rows.iter().any(|row| row.secrets),
        attachments: rows.iter().any(|row| row.attachments),
        members: rows.into_iter().map(|row| row.member).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        people, secrets,
        testing::{NOW, Store},
        toolset_state::PLAN,
    };

    #[tokio::test]
    async fn a_session_has_its_own_state_and_what_its_person_has() {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        let (bob, others) = store.person("bob").await;
        store
            .write(async move |tx| {
                toolset_state::put(tx, &session.session_id, PLAN, "{}", NOW).await?;
                let secret = secrets::Secret {
                    secret_id: "secret".to_owned(),
                    user_id: alice.user_id.clone(),
                    name: "github".to_owned(),
                    server: "https://api.example.com".to_owned(),
                    sealed: "AAAA".to_owned(),
                    created_at: NOW,
                    last_used_at: None,
                    uses: 0,
                };
                secrets::put(tx, &secret).await?;
                let held = of(tx, &session.session_id, &alice.user_id).await?;
                assert_eq!(held.states.keys().collect::<Vec<_>>(), [PLAN]);
                assert_eq!(held.members, std::slice::from_ref(&alice.user_id));
                assert!(held.secrets && !held.attachments);

                let held = of(tx, &others.session_id, &bob.user_id).await?;
                assert!(held.states.is_empty() && !held.secrets);
                people::link(tx, &bob.user_id, &alice.user_id).await?;
                let held = of(tx, &others.session_id, &bob.user_id).await?;
                assert_eq!(held.members, [bob.user_id.clone(), alice.user_id.clone()]);
                assert!(held.states.is_empty() && held.secrets);
                Ok(())
            })
            .await;
    }
}
