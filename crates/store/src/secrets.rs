//! People's sealed secrets, and the values that are awaited. The key to open them is not in the database.

use std::time::Duration;

use adjutant_channel::{ChatRef, Inbound, MessageId};
use adjutant_domain::{ids::UserId, timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::db::{Tx, params};

/// How long a message counts as the value that was asked for.
pub const ASKED_FOR: Duration = Duration::from_mins(10);
/// For how long after that a message is not used otherwise, because it probably holds the value.
const TOO_LATE: Duration = Duration::from_hours(24);
/// How long the removal of a message with a value is retried.
const REMOVAL: Duration = Duration::from_mins(5);

/// A secret.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Secret {
    pub secret_id: String,
    pub user_id: UserId,
    pub name: String,
    /// The one server that it may be sent to: `https://api.example.com`.
    pub server: String,
    /// Base64, sealed for the purpose that [`Secret::purpose`] returns.
    pub sealed: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub uses: i64,
}

impl Secret {
    /// Returns the purpose that the value is sealed for, so that it cannot be used for another server or person.
    pub fn purpose(&self) -> String {
        [&self.secret_id, self.user_id.as_str(), &self.name, &self.server].join(" ")
    }
}

/// Stores a secret in place of the user's secret of the same name.
pub async fn put(tx: &Tx, secret: &Secret) -> Result<()> {
    tx.execute(
        "DELETE FROM secrets WHERE user_id = ?1 AND name = ?2",
        params![&secret.user_id, &*secret.name],
    )
    .await?;
    tx.execute(
        "INSERT INTO secrets (secret_id, user_id, name, server, sealed, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            &*secret.secret_id,
            &secret.user_id,
            &*secret.name,
            &*secret.server,
            &*secret.sealed,
            secret.created_at
        ],
    )
    .await
    .map(drop)
}

/// Returns the secrets of a person, by name. Of two linked users' secrets of one name, the user's own comes first.
pub async fn of(tx: &Tx, user: &UserId) -> Result<Vec<Secret>> {
    tx.all(
        "SELECT * FROM secrets WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
         ORDER BY name, user_id <> ?1, user_id",
        params![user],
    )
    .await
}

/// Returns everybody's secrets.
pub async fn all(tx: &Tx) -> Result<Vec<Secret>> {
    tx.all("SELECT * FROM secrets -- scan: for the doctor", ()).await
}

/// Counts a use.
pub async fn note_use(tx: &Tx, id: &str, now: Timestamp) -> Result<()> {
    tx.execute("UPDATE secrets SET uses = uses + 1, last_used_at = ?2 WHERE secret_id = ?1", params![id, now])
        .await
        .map(drop)
}

/// Deletes a secret of a person. Returns false if there is none.
pub async fn delete(tx: &Tx, user: &UserId, id: &str) -> Result<bool> {
    let deleted = tx.execute(
        "DELETE FROM secrets
         WHERE secret_id = ?2 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, id],
    );
    Ok(deleted.await? > 0)
}

/// A value that a person was asked for, or the message that brought it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Awaited {
    pub user_id: UserId,
    /// The message that brought the value, which is to be removed; empty while the value is awaited.
    pub message_id: String,
    pub channel: String,
    pub chat: String,
    pub name: String,
    pub server: String,
    /// The deadline for the value; after a message came, the deadline for its removal.
    pub until: Timestamp,
    /// The event of the message.
    #[serde(default)]
    pub external_id: Option<String>,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// The outcome of a message that should be the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Stored,
    /// It came too late, and was not kept.
    Late,
    /// It is not a usable value, and was not kept.
    Unusable,
    /// It could not be sealed, so it was not kept.
    Unsealed,
    /// It came in a command whose parts could not be told apart, and was not kept.
    NoForm,
}

impl Outcome {
    fn stored(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Late => "late",
            Self::Unusable => "unusable",
            Self::Unsealed => "unsealed",
            Self::NoForm => "no_form",
        }
    }
}

impl Awaited {
    /// Returns whether a message of this time counts as the value.
    pub fn is_in_time(&self, sent_at: Timestamp) -> bool {
        sent_at <= self.until
    }
}

/// Starts waiting for the value of a secret, in place of any other that is awaited.
pub async fn wait(
    tx: &Tx,
    user: &UserId,
    chat: &ChatRef,
    (name, server): (&str, &str),
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO awaited_secrets (user_id, message_id, channel, chat, name, server, until)
         VALUES (?1, '', ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, message_id) DO UPDATE SET channel = ?2, chat = ?3, name = ?4, server = ?5, until = ?6",
        params![user, chat.channel.as_str(), chat.chat.as_str(), name, server, now + ASKED_FOR],
    )
    .await
    .map(drop)
}

/// Returns the value that a user is asked for in a chat, even if the deadline has passed.
pub async fn awaited(tx: &Tx, user: &UserId, chat: &ChatRef, sent_at: Timestamp) -> Result<Option<Awaited>> {
    tx.first(
        "SELECT * FROM awaited_secrets
         WHERE user_id = ?1 AND channel = ?2 AND chat = ?3 AND message_id = '' AND until > ?4",
        params![user, chat.channel.as_str(), chat.chat.as_str(), sent_at - TOO_LATE],
    )
    .await
}

/// Stops waiting for a value. Returns false if none was awaited.
pub async fn end_wait(tx: &Tx, user: &UserId) -> Result<bool> {
    let ended =
        tx.execute("DELETE FROM awaited_secrets WHERE user_id = ?1 AND message_id = ''", params![user]);
    Ok(ended.await? > 0)
}

/// Records that a message brought the awaited value, and its outcome. The message is to be removed now.
pub async fn note_value(
    tx: &Tx,
    user: &UserId,
    (event, message): (&Inbound, &MessageId),
    outcome: Outcome,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "UPDATE awaited_secrets SET external_id = ?2, message_id = ?3, outcome = ?4, until = ?5
         WHERE user_id = ?1 AND message_id = ''",
        params![user, event.external_id.as_str(), &*message.0, outcome.stored(), now + REMOVAL],
    )
    .await?;
    tx.wake(Wake::Privacy);
    Ok(())
}

/// Returns the messages with values that are to be removed.
pub async fn to_remove(tx: &Tx) -> Result<Vec<Awaited>> {
    tx.all(
        "SELECT * FROM awaited_secrets WHERE message_id <> '' -- scan: has a row for each value being sent",
        (),
    )
    .await
}

/// Forgets a removed message with a value.
pub async fn note_removed(tx: &Tx, awaited: &Awaited) -> Result<()> {
    tx.execute(
        "DELETE FROM awaited_secrets WHERE user_id = ?1 AND message_id = ?2",
        params![&awaited.user_id, &*awaited.message_id],
    )
    .await
    .map(drop)
}

#[cfg(test)]
mod tests {
    use adjutant_domain::ids;

    use super::*;
    use crate::testing::{NOW, Store};

    fn secret(user: &UserId, name: &str) -> Secret {
        Secret {
            secret_id: format!("secret-{}", ids::token()),
            user_id: user.clone(),
            name: name.to_owned(),
            server: "https://api.example.com".to_owned(),
            sealed: "AAAA".to_owned(),
            created_at: NOW,
            last_used_at: None,
            uses: 0,
        }
    }

    #[tokio::test]
    async fn a_secret_is_its_person_s_and_has_one_name() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        let (first, second) = (secret(&alice.user_id, "github"), secret(&alice.user_id, "github"));
        store
            .write(async move |tx| {
                put(tx, &first).await?;
                put(tx, &second).await?;
                assert_eq!(of(tx, &alice.user_id).await?, std::slice::from_ref(&second));
                assert_eq!(of(tx, &bob.user_id).await?, []);
                assert!(!delete(tx, &bob.user_id, &second.secret_id).await?);
                note_use(tx, &second.secret_id, NOW).await?;
                let used = of(tx, &alice.user_id).await?.remove(0);
                assert_eq!((used.uses, used.last_used_at), (1, Some(NOW)));
                assert!(delete(tx, &alice.user_id, &second.secret_id).await?);
                assert_eq!(of(tx, &alice.user_id).await?, []);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn a_value_is_awaited_where_it_was_asked_for_and_for_a_time() {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        let (chat, user) = (session.chat(), alice.user_id);
        store
            .write(async move |tx| {
                wait(tx, &user, &chat, ("github", "https://api.example.com"), NOW).await?;
                let elsewhere = ChatRef { chat: "99".to_owned(), ..chat.clone() };
                assert_eq!(awaited(tx, &user, &elsewhere, NOW).await?, None);
                let found = awaited(tx, &user, &chat, NOW).await?.unwrap();
                assert!(found.is_in_time(NOW + ASKED_FOR) && !found.is_in_time(NOW + ASKED_FOR * 2));
                assert_eq!(awaited(tx, &user, &chat, NOW + TOO_LATE * 2).await?, None);
                assert!(end_wait(tx, &user).await? && !end_wait(tx, &user).await?);
                Ok(())
            })
            .await;
    }
}
