//! Sign-in to the console: single-use links, and signed-in browsers. Codes and cookies are random, and are stored and
//! looked up as digests.

use std::time::Duration;

use adjutant_domain::{
    ids::{self, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    people::{AccountRef, User},
};

/// How long a link can be opened.
pub const LINK_VALID: Duration = Duration::from_mins(10);
/// How long a browser stays signed in.
pub const SESSION_VALID: Duration = Duration::from_hours(30 * 24);
/// The most browsers that a person can have signed in.
pub const SESSIONS: u64 = 5;

/// A sign-in link that was used or has ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Link {
    pub user_id: UserId,
    /// The account that asked for the link.
    pub channel: String,
    pub external_id: String,
    /// The source of the message that shows the link.
    pub shown_by: OutboxKey,
}

impl Link {
    /// Returns the account that asked for the link.
    pub fn account(&self) -> AccountRef<'_> {
        AccountRef::new(&self.channel, &self.external_id)
    }
}

/// Stores a link for a user. The message with the source `shown_by` shows the code.
pub async fn offer(
    tx: &Tx,
    (user, account): (&UserId, AccountRef<'_>),
    code: &str,
    shown_by: &OutboxKey,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO console_links (digest, user_id, channel, external_id, shown_by, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![ids::sha256(code), user, account.channel, account.external_id, shown_by, now + LINK_VALID],
    )
    .await
    .map(drop)
}

/// Returns whether a code opens the console now, without using it up: only [`open`] does.
pub async fn is_offered(tx: &Tx, code: &str, now: Timestamp) -> Result<bool> {
    let offered: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM console_links WHERE digest = ?1 AND expires_at > ?2",
            params![ids::sha256(code), now],
        )
        .await?;
    Ok(offered.is_some())
}

/// Uses up a code. Returns its link; `None` if there is none, or it has expired.
pub async fn open(tx: &Tx, code: &str, now: Timestamp) -> Result<Option<Link>> {
    tx.first(
        "DELETE FROM console_links WHERE digest = ?1 AND expires_at > ?2 RETURNING *",
        params![ids::sha256(code), now],
    )
    .await
}

/// Signs in the browser that holds this token, for the account of a link. Signs out the person's oldest browsers above
/// the limit.
pub async fn sign_in(tx: &Tx, link: &Link, token: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO console_sessions (digest, user_id, channel, external_id, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            ids::sha256(token),
            &link.user_id,
            &*link.channel,
            &*link.external_id,
            now,
            now + SESSION_VALID
        ],
    )
    .await?;
    tx.execute(
        "DELETE FROM console_sessions WHERE digest IN (
             SELECT digest FROM console_sessions
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             ORDER BY created_at DESC, digest = ?2 DESC LIMIT -1 OFFSET ?3)",
        params![&link.user_id, ids::sha256(token), SESSIONS as i64],
    )
    .await
    .map(drop)
}

/// Returns the user who is signed in with this token, while the account that asked for the link is served.
pub async fn signed_in(tx: &Tx, token: &str, now: Timestamp) -> Result<Option<User>> {
    tx.first(
        "SELECT p.* FROM console_sessions s
         JOIN served_identities i ON i.channel = s.channel AND i.external_id = s.external_id AND i.user_id = s.user_id
         JOIN people p ON p.user_id = s.user_id
         WHERE s.digest = ?1 AND s.expires_at > ?2",
        params![ids::sha256(token), now],
    )
    .await
}

/// Signs out the browser with this token. Returns its user; `None` if it was not signed in.
pub async fn sign_out(tx: &Tx, token: &str) -> Result<Option<UserId>> {
    tx.value(
        "DELETE FROM console_sessions WHERE digest = ?1 RETURNING user_id AS value",
        [ids::sha256(token)],
    )
    .await
}

/// Signs out all browsers of a person. Returns their number.
pub async fn sign_out_all(tx: &Tx, user: &UserId) -> Result<u64> {
    tx.execute(
        "DELETE FROM console_sessions WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user],
    )
    .await
}

/// Ends a person's unused links, and returns them.
pub async fn end_links(tx: &Tx, user: &UserId) -> Result<Vec<Link>> {
    tx.all(
        "DELETE FROM console_links WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
         RETURNING *",
        params![user],
    )
    .await
}

/// Ends the browsers and links of an account. [`take_expired`] later returns these links too.
pub(crate) async fn end_of_account(tx: &Tx, account: AccountRef<'_>) -> Result<()> {
    let AccountRef { channel, external_id } = account;
    for sql in [
        "DELETE FROM console_sessions
         WHERE channel = ?1 AND external_id = ?2
             AND user_id IN (SELECT user_id FROM identities WHERE channel = ?1 AND external_id = ?2)",
        "UPDATE console_links SET expires_at = 0
         WHERE channel = ?1 AND external_id = ?2
             AND user_id IN (SELECT user_id FROM identities WHERE channel = ?1 AND external_id = ?2)",
    ] {
        tx.execute(sql, params![channel, external_id]).await?;
    }
    Ok(())
}

/// Ends the browsers and links of all of a person's users, as [`end_of_account`] does.
pub(crate) async fn end_of_person(tx: &Tx, user: &UserId) -> Result<()> {
    sign_out_all(tx, user).await?;
    tx.execute(
        "UPDATE console_links SET expires_at = 0
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user],
    )
    .await
    .map(drop)
}

/// Deletes expired browsers and links. Returns the links, whose codes are to be removed from their messages.
pub async fn take_expired(tx: &Tx, now: Timestamp) -> Result<Vec<Link>> {
    tx.execute(
        "DELETE FROM console_sessions WHERE expires_at <= ?1 -- scan: once an hour, and people have few of them",
        [now],
    )
    .await?;
    tx.all(
        "DELETE FROM console_links WHERE expires_at <= ?1 RETURNING *
         -- scan: once an hour, and people have few of them",
        [now],
    )
    .await
}

#[cfg(test)]
mod tests {
    use adjutant_domain::outbox_key::EventKey;

    use super::*;
    use crate::{
        people::{self, Admission},
        testing::{NOW, Store, ms},
    };

    fn shown_by(event: &str) -> OutboxKey {
        OutboxKey::Command(EventKey { channel: "test".to_owned(), external_id: event.to_owned() })
    }

    /// Admits an account of the person, named after them.
    async fn admit(tx: &Tx, user: &User) -> Result<()> {
        people::add_identity(tx, &user.user_id, account(user), Admission::Owner, NOW).await
    }

    fn account(user: &User) -> AccountRef<'_> {
        AccountRef::new("test", &user.name)
    }

    /// Opens a link at `at`, and signs a browser in with the token.
    async fn enter(tx: &Tx, user: &User, token: &str, at: Timestamp) -> Result<()> {
        offer(tx, (&user.user_id, account(user)), token, &shown_by(token), at).await?;
        let link = open(tx, token, at).await?.expect("it was offered");
        sign_in(tx, &link, token, at).await
    }

    async fn who(tx: &Tx, token: &str, at: Timestamp) -> Result<Option<String>> {
        Ok(signed_in(tx, token, at).await?.map(|user| user.name))
    }

    #[tokio::test]
    async fn a_link_opens_once_and_within_its_time() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        store
            .write(async move |tx| {
                admit(tx, &alice).await?;
                for code in ["one", "two"] {
                    offer(tx, (&alice.user_id, account(&alice)), code, &shown_by(code), NOW).await?;
                }
                assert!(is_offered(tx, "one", NOW).await?);
                assert!(!is_offered(tx, &ids::sha256("one"), NOW).await?, "a digest is no code");
                let link = open(tx, "one", NOW).await?.expect("the link is good");
                assert_eq!((link.account(), &link.shown_by), (account(&alice), &shown_by("one")));
                assert_eq!(open(tx, "one", NOW).await?, None);
                let over = NOW + LINK_VALID;
                assert!(is_offered(tx, "two", over - ms(1)).await? && !is_offered(tx, "two", over).await?);
                assert_eq!(open(tx, "two", over).await?, None);
                let expired = take_expired(tx, over).await?;
                assert_eq!(expired.len(), 1);
                assert_eq!(expired[0].shown_by, shown_by("two"));
                assert_eq!(take_expired(tx, over).await?, []);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn a_browser_is_signed_in_for_a_month_or_until_it_leaves() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        store
            .write(async move |tx| {
                admit(tx, &alice).await?;
                enter(tx, &alice, "phone", NOW).await?;
                enter(tx, &alice, "laptop", NOW).await?;
                assert_eq!(who(tx, "phone", NOW).await?.as_deref(), Some("alice"));
                assert_eq!(who(tx, &ids::sha256("phone"), NOW).await?, None, "a digest is no cookie");
                assert_eq!(sign_out(tx, "phone").await?.as_ref(), Some(&alice.user_id));
                assert_eq!(sign_out(tx, "phone").await?, None);
                assert_eq!(who(tx, "phone", NOW).await?, None);
                let over = NOW + SESSION_VALID;
                assert!(who(tx, "laptop", over - ms(1)).await?.is_some());
                assert_eq!(who(tx, "laptop", over).await?, None);
                take_expired(tx, over).await?;
                assert_eq!(sign_out_all(tx, &alice.user_id).await?, 0);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn the_oldest_browser_makes_room() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                admit(tx, &alice).await?;
                admit(tx, &bob).await?;
                people::link(tx, &alice.user_id, &bob.user_id).await?;
                for number in 0..=SESSIONS {
                    let user = if number % 2 == 0 { &alice } else { &bob };
                    enter(tx, user, &number.to_string(), NOW + ms(number)).await?;
                }
                let later = NOW + ms(SESSIONS);
                assert_eq!(who(tx, "0", later).await?, None, "linked users are one person");
                for number in 1..=SESSIONS {
                    assert!(who(tx, &number.to_string(), later).await?.is_some(), "{number}");
                }
                // Of browsers signed in at the same moment, the newest stays.
                enter(tx, &alice, "now", NOW).await?;
                assert!(who(tx, "now", later).await?.is_none(), "an older one goes, even if it came last");
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn who_is_removed_or_unlinked_is_signed_out() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                admit(tx, &alice).await?;
                admit(tx, &bob).await?;
                enter(tx, &alice, "alice", NOW).await?;
                enter(tx, &bob, "bob", NOW).await?;
                offer(tx, (&bob.user_id, account(&bob)), "code", &shown_by("code"), NOW).await?;
                people::remove(tx, &bob.user_id, NOW).await?;
                assert_eq!(who(tx, "bob", NOW).await?, None);
                assert!(!is_offered(tx, "code", NOW).await?);
                assert_eq!(take_expired(tx, NOW).await?.len(), 1);
                admit(tx, &bob).await?;
                assert_eq!(
                    who(tx, "bob", NOW).await?,
                    None,
                    "a browser is not signed in again with its person"
                );
                assert!(who(tx, "alice", NOW).await?.is_some());

                people::link(tx, &alice.user_id, &bob.user_id).await?;
                enter(tx, &bob, "bob", NOW).await?;
                assert_eq!(end_links(tx, &alice.user_id).await?, []);
                people::unlink(tx, &bob.user_id).await?;
                assert_eq!((who(tx, "alice", NOW).await?, who(tx, "bob", NOW).await?), (None, None));
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn an_account_that_is_served_no_more_sees_nothing() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        store
            .write(async move |tx| {
                people::set_allowed(tx, &["test:alice".to_owned()]).await?;
                people::add_identity(tx, &alice.user_id, account(&alice), Admission::Listed, NOW).await?;
                enter(tx, &alice, "phone", NOW).await?;
                assert!(who(tx, "phone", NOW).await?.is_some());
                people::set_allowed(tx, &[]).await?;
                assert_eq!(who(tx, "phone", NOW).await?, None);
                Ok(())
            })
            .await;
    }
}
