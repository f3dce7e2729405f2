//! Users who are one person because they have linked their accounts.
//!
//! Rows keep the user who made them. Queries by owner cover the person, through [`members`] or the view `same_person`,
//! so linking and unlinking only change which users belong to a person.

use adjutant_domain::ids::UserId;
use anyhow::Result;
use serde::Deserialize;

use super::{get, preferences};
use crate::{
    console,
    db::{Tx, params},
};

/// Returns the users that are the same person as this one, itself first.
pub async fn members(tx: &Tx, user: &UserId) -> Result<Vec<UserId>> {
    #[derive(Deserialize)]
    struct Row {
        member: UserId,
    }
    let rows: Vec<Row> = tx
        .all("SELECT member FROM same_person WHERE user_id = ?1 ORDER BY member <> ?1, member", params![user])
        .await?;
    Ok(rows.into_iter().map(|row| row.member).collect())
}

/// Makes two users one person, together with all users linked to either. If both have set a time zone or quiet hours,
/// those of `one` apply.
pub async fn link(tx: &Tx, one: &UserId, other: &UserId) -> Result<()> {
    let (one, other) = (get(tx, one).await?, get(tx, other).await?);
    tx.execute(
        "UPDATE users SET person = ?1 WHERE coalesce(person, user_id) = ?2",
        params![&one.person, &other.person],
    )
    .await?;
    preferences::share(tx, &one, &other).await
}

/// Makes a user a person of their own, and signs out the browsers of all linked users. An identity that was admitted
/// only by the link to the owner becomes a stranger again.
pub async fn unlink(tx: &Tx, user: &UserId) -> Result<()> {
    console::end_of_person(tx, user).await?;
    tx.execute("UPDATE users SET person = NULL WHERE user_id = ?1", params![user]).await?;
    // The person of the remaining users may have had the id of the user who leaves.
    tx.execute(
        "UPDATE users SET person = (SELECT min(user_id) FROM users
                                   WHERE coalesce(person, user_id) = ?1 AND person = ?1)
         WHERE coalesce(person, user_id) = ?1 AND person = ?1",
        params![user],
    )
    .await?;
    tx.execute(
        "UPDATE identities SET admission = 'listed', by_link = 0
         WHERE by_link AND NOT EXISTS (SELECT 1 FROM people p WHERE p.user_id = identities.user_id AND p.role = 'owner')",
        (),
    )
    .await
    .map(drop)
}

/// Returns the identities of a user's person as `telegram:42`, the user's own first, each with its user's name; none if
/// the user is not linked.
pub async fn linked_identities(tx: &Tx, user: &UserId) -> Result<Vec<(String, String)>> {
    #[derive(Deserialize)]
    struct Row {
        identity: String,
        name: String,
    }
    if members(tx, user).await?.len() < 2 {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT i.channel || ':' || i.external_id AS identity, u.name
             FROM same_person p JOIN identities i ON i.user_id = p.member JOIN users u ON u.user_id = p.member
             WHERE p.user_id = ?1 ORDER BY p.member <> ?1, u.created_at, u.user_id, i.created_at, identity",
            params![user],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.identity, row.name)).collect())
}

#[cfg(test)]
mod tests;
