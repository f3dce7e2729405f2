//! The people who are served now. The database decides, in the view `away`, so that every query for work can use it: a
//! person is served while any of their accounts is. An account is served if the owner admitted it, or the configuration
//! lists it or the role that it was last seen to have, unless the owner removed it.

use adjutant_channel::ChatRef;
use adjutant_domain::{ids, ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use super::{AccountRef, members};
use crate::{
    console,
    db::{
        Tx, params,
        sql::{each_of, listed},
    },
};

/// Returns whether the bot serves this user's person now. A person without an account counts as served, because nobody
/// has refused them.
pub async fn is_served(tx: &Tx, user: &UserId) -> Result<bool> {
    let away: Option<i64> = tx.value("SELECT 1 AS value FROM away WHERE user_id = ?1", params![user]).await?;
    Ok(away.is_none())
}

/// Returns the recipient that is no longer served: the account (as `telegram:42`) of this direct chat, or else the
/// user.
pub async fn away(tx: &Tx, direct: Option<&ChatRef>, user: Option<&UserId>) -> Result<Option<String>> {
    tx.value(
        "SELECT coalesce(
             (SELECT account FROM closed_chats WHERE channel = ?1 AND chat = ?2),
             (SELECT user_id FROM away WHERE user_id = ?3)) AS value",
        params![
            direct.map(|chat| chat.channel.as_str()),
            direct.map(|chat| chat.chat.as_str()),
            user.map(UserId::as_str)
        ],
    )
    .await
    .map(Option::flatten)
}

/// Stores the configuration's list of identities, as `telegram:42`, and roles.
pub async fn set_allowed(tx: &Tx, entries: &[String]) -> Result<()> {
    let entries = serde_json::to_string(entries)?;
    tx.execute(concat!("DELETE FROM allowed WHERE entry NOT IN ", listed!("?1")), [entries.as_str()]).await?;
    tx.execute(
        concat!(
            "INSERT INTO allowed SELECT DISTINCT value FROM ",
            each_of!("?1"),
            " WHERE true ON CONFLICT DO NOTHING"
        ),
        [entries],
    )
    .await
    .map(drop)
}

/// An account that a role admits, and the chat in which it was last seen to have the role.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
pub struct RoleHolder {
    pub channel: String,
    pub external_id: String,
    pub chat: String,
}

impl RoleHolder {
    pub fn account(&self) -> AccountRef<'_> {
        AccountRef::new(&self.channel, &self.external_id)
    }
}

/// Returns the accounts of a person that a role admits.
pub async fn role_holders(tx: &Tx, user: &UserId) -> Result<Vec<RoleHolder>> {
    tx.all(
        "SELECT i.channel, i.external_id, i.role_chat AS chat FROM same_person p
         JOIN identities i ON i.user_id = p.member
         WHERE p.user_id = ?1 AND i.admission = 'listed' AND i.removed_at IS NULL AND i.role_chat IS NOT NULL",
        params![user],
    )
    .await
}

/// Stores the role that admits an account in a chat; `None` if there is none. A role from another chat stays: that chat
/// may belong to another server, with other roles.
pub async fn note_role(tx: &Tx, account: AccountRef<'_>, chat: &str, role: Option<&str>) -> Result<()> {
    let (channel, id) = (account.channel, account.external_id);
    match role {
        Some(role) => {
            tx.execute(
                "UPDATE identities SET role = ?3, role_chat = ?4
                 WHERE channel = ?1 AND external_id = ?2 AND (role, role_chat) IS NOT (?3, ?4)",
                params![channel, id, role, chat],
            )
            .await?
        }
        None => {
            tx.execute(
                "UPDATE identities SET role = NULL, role_chat = NULL
                 WHERE channel = ?1 AND external_id = ?2 AND role_chat = ?3",
                params![channel, id, chat],
            )
            .await?
        }
    };
    Ok(())
}

/// Removes a person: none of their accounts is served until the owner admits it again. They are no longer approvers,
/// and must ask for admission as strangers do. Their data stays.
pub async fn remove(tx: &Tx, user: &UserId, now: Timestamp) -> Result<()> {
    for member in members(tx, user).await? {
        let accounts = "SELECT channel, external_id FROM identities WHERE user_id = ?1";
        let accounts: Vec<Account> = tx.all(accounts, params![&member]).await?;
        for account in accounts {
            remove_account(tx, AccountRef::new(&account.channel, &account.external_id), now).await?;
        }
        tx.execute("UPDATE users SET approver = 0, made_approver = 0 WHERE user_id = ?1", params![&member])
            .await?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Account {
    channel: String,
    external_id: String,
}

/// Removes one account, and signs out its browsers. Makes an earlier request for admission and its buttons void.
pub async fn remove_account(tx: &Tx, account: AccountRef<'_>, now: Timestamp) -> Result<()> {
    console::end_of_account(tx, account).await?;
    let AccountRef { channel, external_id } = account;
    tx.execute(
        "UPDATE identities SET admission = 'listed', by_link = 0, removed_at = ?3, role = NULL, role_chat = NULL
         WHERE channel = ?1 AND external_id = ?2",
        params![channel, external_id, now],
    )
    .await?;
    tx.execute(
        "UPDATE strangers SET state = 'waiting', knock_token = ?3, last_line_at = 0, knocked_at = 0, asked_at = NULL
         WHERE channel = ?1 AND external_id = ?2",
        params![channel, external_id, ids::token()],
    )
    .await
    .map(drop)
}

/// Returns how many accounts of the person are served.
pub async fn count_accounts_left(tx: &Tx, user: &UserId) -> Result<i64> {
    let left = tx
        .value(
            "SELECT count(*) AS value FROM served_identities
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
            params![user],
        )
        .await?;
    Ok(left.unwrap_or_default())
}
