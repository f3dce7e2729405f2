//! People as the owner sees them, one line for each.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use super::Role;
use crate::db::{
    Tx, params,
    sql::{joined, position},
};

/// A person, with their accounts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PersonSummary {
    /// One of the person's users, always the same one for the same accounts.
    pub user_id: UserId,
    pub name: String,
    pub role: Role,
    pub approver: bool,
    /// Whether the owner made them an approver, rather than the configuration.
    pub made_approver: bool,
    /// In the form `telegram:42`, separated by commas. Without accounts that are shut out, unless all are.
    pub accounts: String,
    /// The accounts that are shut out, while the person has others.
    pub shut_out: String,
    /// Whether the bot serves them now.
    pub served: bool,
    /// Whether the owner has removed them.
    pub removed: bool,
    /// When one of the accounts was last active.
    pub seen_at: Option<Timestamp>,
}

/// Selects people `p`, one row for all linked users. A person without an account is left out, except the owner.
macro_rules! people {
    ($rest:literal) => {
        concat!(
            "SELECT p.person AS user_id, p.role, p.approver,
                 (SELECT name FROM users WHERE user_id = p.person) AS name,
                 (SELECT max(made_approver) FROM users u JOIN same_person s ON s.member = u.user_id
                  WHERE s.user_id = p.user_id) AS made_approver,
                 coalesce((SELECT ",
            joined!("account", "', '"),
            " FROM (
                      SELECT i.channel || ':' || i.external_id AS account
                      FROM identities i JOIN same_person s ON s.member = i.user_id
                      WHERE s.user_id = p.user_id AND (i.removed_at IS NULL OR NOT EXISTS (
                          SELECT 1 FROM identities o JOIN same_person t ON t.member = o.user_id
                          WHERE t.user_id = p.user_id AND o.removed_at IS NULL))
                      ORDER BY i.created_at, account)), '') AS accounts,
                 coalesce((SELECT ",
            joined!("account", "', '"),
            " FROM (
                      SELECT i.channel || ':' || i.external_id AS account
                      FROM identities i JOIN same_person s ON s.member = i.user_id
                      WHERE s.user_id = p.user_id AND i.removed_at IS NOT NULL AND EXISTS (
                          SELECT 1 FROM identities o JOIN same_person t ON t.member = o.user_id
                          WHERE t.user_id = p.user_id AND o.removed_at IS NULL)
                      ORDER BY i.created_at, account)), '') AS shut_out,
                 NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = p.user_id) AS served,
                 coalesce((SELECT min(i.removed_at IS NOT NULL)
                  FROM identities i JOIN same_person s ON s.member = i.user_id
                  WHERE s.user_id = p.user_id), 0) AS removed,
                 (SELECT max(i.seen_at) FROM identities i JOIN same_person s ON s.member = i.user_id
                  WHERE s.user_id = p.user_id) AS seen_at
             FROM people p ",
            $rest
        )
    };
}

/// Returns a page of all people: the owner, the served people by name, and then the others.
pub async fn summaries(tx: &Tx, limit: i64, offset: i64) -> Result<Vec<PersonSummary>> {
    tx.all(
        concat!(
            "SELECT * FROM (",
            people!("GROUP BY p.person HAVING p.role = 'owner' OR accounts <> ''"),
            ") ORDER BY role <> 'owner', served DESC, lower(name), user_id LIMIT ?1 OFFSET ?2
             -- scan: everybody by name, for the owner"
        ),
        params![limit, offset],
    )
    .await
}

/// Selects people whose name or accounts contain the words ?1, in any case; empty words match everybody.
macro_rules! matching {
    ($what:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $what,
            " FROM (",
            people!("GROUP BY p.person HAVING p.role = 'owner' OR accounts <> ''"),
            ") WHERE ",
            position!("lower(name || char(10) || accounts || char(10) || shut_out)", "lower(?1)"),
            " > 0 ",
            $rest
        )
    };
}

/// Returns the first people whose name or accounts contain these words, in the order of [`summaries`], and how many
/// there are in all.
pub async fn search(tx: &Tx, words: &str, limit: i64) -> Result<(Vec<PersonSummary>, i64)> {
    let found = tx.all(
        matching!(
            "*",
            "ORDER BY role <> 'owner', served DESC, lower(name), user_id LIMIT ?2
             -- scan: everybody, for the owner"
        ),
        params![words, limit],
    );
    let found = found.await?;
    let total = tx.value(matching!("count(*) AS value", "-- scan: everybody, for the owner"), [words]);
    Ok((found, total.await?.unwrap_or_default()))
}

/// Returns the person behind a user.
pub async fn summary(tx: &Tx, user: &UserId) -> Result<Option<PersonSummary>> {
    tx.first(people!("WHERE p.user_id = ?1 GROUP BY p.person"), params![user]).await
}

/// Returns the number of people in [`summaries`].
pub async fn count(tx: &Tx) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(DISTINCT p.person) AS value FROM people p
             WHERE p.role = 'owner' OR EXISTS (SELECT 1 FROM identities i JOIN same_person s ON s.member = i.user_id
                 WHERE s.user_id = p.user_id)
             -- scan: everybody, for the owner",
            (),
        )
        .await?;
    Ok(count.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        db::SyncedTx,
        people::{AccountRef, Admission, add_identity},
        testing::{NOW, Store},
    };

    #[tokio::test]
    async fn people_are_found_by_their_names_and_accounts() {
        let store = Store::new().await;
        for (name, account) in [("alice", "42"), ("bob", "4711")] {
            let (user, _) = store.person(name).await;
            let add = async move |tx: &SyncedTx| {
                let account = AccountRef::new("telegram", account);
                add_identity(tx, &user.user_id, account, Admission::Owner, NOW).await
            };
            store.write(add).await;
        }
        let found = async |words: &'static str| {
            let (found, total) = store.read(async move |tx| search(tx, words, 10).await).await;
            assert_eq!(found.len() as i64, total);
            found.into_iter().map(|person| person.name).collect::<Vec<_>>()
        };
        assert_eq!(found("LIC").await, ["alice"]);
        assert_eq!(found("telegram:47").await, ["bob"]);
        assert_eq!(found("").await, ["alice", "bob"]);
        assert!(found("carol").await.is_empty());
        let (first, total) = store.read(async |tx| search(tx, "telegram", 1).await).await;
        assert_eq!((first.len(), total), (1, 2));
    }
}
