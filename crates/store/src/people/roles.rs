//! The roles of people: the owner, and the approvers, who may decide calls of others in groups.

use adjutant_domain::ids::UserId;
use anyhow::Result;

use super::{get, link, owner};
use crate::db::{Tx, params, sql::listed};

/// Makes each user of a person an approver if one of the user's identities is among `approvers` (as `telegram:42`) or
/// the owner made the user one, and a plain member otherwise. Returns whether the person is an approver.
pub async fn note_approver(tx: &Tx, user: &UserId, approvers: &[String]) -> Result<bool> {
    tx.execute(
        concat!(
            "UPDATE users SET approver = 1 - approver
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             AND approver <> (made_approver OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = users.user_id
                 AND i.channel || ':' || i.external_id IN ",
            listed!("?2"),
            "))"
        ),
        params![user, serde_json::to_string(approvers)?],
    )
    .await?;
    Ok(get(tx, user).await?.approver)
}

/// Makes a person an approver, or removes that role; those in `approvers`, from the configuration, keep it. Returns
/// whether the person is an approver now.
pub async fn make_approver(tx: &Tx, user: &UserId, approves: bool, approvers: &[String]) -> Result<bool> {
    tx.execute(
        "UPDATE users SET made_approver = ?2
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, approves],
    )
    .await?;
    note_approver(tx, user, approvers).await
}

/// Makes a user the owner; the previous owner becomes a member. If `linked`, both become one person, and the data of
/// either is the owner's.
pub async fn move_ownership(tx: &Tx, to: &UserId, linked: bool) -> Result<()> {
    let from = owner(tx).await?.user_id;
    if from == *to {
        return Ok(());
    }
    if linked {
        link(tx, &from, to).await?;
    }
    tx.execute("UPDATE users SET role = 'member' WHERE user_id = ?1", params![&from]).await?;
    tx.execute("UPDATE users SET role = 'owner' WHERE user_id = ?1", params![to]).await?;
    // Both stay admitted when the accounts are unlinked.
    tx.execute("UPDATE identities SET by_link = 0 WHERE user_id IN (?1, ?2)", params![to, &from])
        .await
        .map(drop)
}
