//! Users, their identities and the owner's code.

use adjutant_channel::Inbound;
use adjutant_domain::{
    ids::{self, UserId},
    language::Language,
    policy,
    quiet_hours::QuietHours,
    timestamp::Timestamp,
    zones::Zone,
};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::db::{Tx, params};

mod direct_chats;
mod linked;
mod overview;
mod preferences;
mod presence;
mod roles;
mod served;
mod speakers;
mod strangers;

pub use direct_chats::{
    OwnChat, direct_chat_of, direct_chats, in_direct_chat, never_in_direct_chat, note_chat_gone, without_chat,
};
pub use linked::{link, linked_identities, members, unlink};
pub use overview::{PersonSummary, count, search, summaries, summary};
pub use preferences::{
    language, note_platform_language, set_language, set_quiet, set_timezone, speaking_to, zone,
};
pub use presence::{Presence, note_presence};
pub use roles::{make_approver, move_ownership, note_approver};
pub use served::{
    RoleHolder, away, count_accounts_left, is_served, note_role, remove, remove_account, role_holders,
    set_allowed,
};
pub use speakers::speakers;
pub use strangers::{
    Stranger, StrangerState, add_to_request, count_knocking, count_wrong_code, decide_stranger,
    drop_first_event, edit_first_event, keep_first_event, knocking, last_asked, note_knock, note_stranger,
    of_request, stranger, stranger_by_token,
};

/// A user whom the bot serves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct User {
    /// The user, as rows name them.
    pub user_id: UserId,
    /// The person behind the user. Linked users are one person and see the same rows; see [`members`].
    pub person: UserId,
    /// The person's role.
    pub role: Role,
    pub name: String,
    /// Whether the person may decide other people's approvals in groups; see [`note_approver`].
    pub approver: bool,
    /// The IANA name of the person's time zone; `None` for the host's.
    pub timezone: Option<String>,
    /// When the person's quiet hours begin and end, in minutes after midnight in that zone; `None` if there are none.
    pub quiet_from: Option<i64>,
    pub quiet_until: Option<i64>,
    /// The language that the person chose; `None` for the platform's.
    pub language: Option<Language>,
    /// The language in which the user last used a platform, if the gateway speaks it.
    pub platform_language: Option<Language>,
}

impl User {
    /// Returns the person's time zone.
    pub fn zone(&self, host: Zone) -> Zone {
        // A later version of the time zone data may lack the name.
        self.timezone.as_deref().and_then(|name| name.parse().ok()).unwrap_or(host)
    }

    /// Returns the language for texts to the person.
    pub fn language(&self) -> Language {
        self.language.or(self.platform_language).unwrap_or_default()
    }

    /// Returns the person's quiet hours, if any.
    pub fn quiet_hours(&self) -> Option<QuietHours> {
        QuietHours::from_minutes(self.quiet_from?, self.quiet_until?)
    }

    /// Returns the person's role in terms of the policy.
    pub fn policy_role(&self) -> policy::Role {
        match self.role {
            Role::Owner => policy::Role::Owner,
            Role::Member if self.approver => policy::Role::Approver,
            Role::Member => policy::Role::Member,
        }
    }
}

/// The role of a user, which says what they may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs this bot; admits others.
    Owner,
    Member,
}

/// The authority that admitted an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// The owner, for good. The owner's own identities count here as well.
    Owner,
    /// The configuration, as long as it lists the identity.
    Listed,
    /// None any more: the owner has removed the identity.
    Removed,
}

impl Admission {
    fn text(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Listed | Self::Removed => "listed",
        }
    }
}

/// An identity, and the user behind it.
#[derive(Clone, Debug)]
pub struct Account {
    pub user: User,
    pub admission: Admission,
    pub presence: Presence,
}

/// Returns the user behind an identity, and the identity's admission.
pub async fn find(tx: &Tx, channel: &str, external_id: &str) -> Result<Option<(User, Admission)>> {
    let account = account(tx, AccountRef::new(channel, external_id)).await?;
    Ok(account.map(|account| (account.user, account.admission)))
}

/// Returns an identity with its user, admission and presence.
pub async fn account(tx: &Tx, account: AccountRef<'_>) -> Result<Option<Account>> {
    #[derive(Deserialize)]
    struct Row {
        admission: Admission,
    }
    let mut found = None;
    tx.each(
        "SELECT p.*, CASE WHEN i.removed_at IS NULL THEN i.admission ELSE 'removed' END AS admission,
             i.direct_chat, i.gone_at, i.seen_at
         FROM identities i JOIN people p USING (user_id) WHERE i.channel = ?1 AND i.external_id = ?2",
        params![account.channel, account.external_id],
        |row| {
            let Row { admission } = libsql::de::from_row(row)?;
            let (user, presence) = (libsql::de::from_row(row)?, libsql::de::from_row(row)?);
            found = Some(Account { user, admission, presence });
            Ok(())
        },
    )
    .await?;
    Ok(found)
}

/// Returns the user with this id. A session without a user is an error: nobody is served by default.
pub async fn get(tx: &Tx, id: &UserId) -> Result<User> {
    tx.first("SELECT * FROM people WHERE user_id = ?1", params![id])
        .await?
        .with_context(|| format!("there is no {id}"))
}

/// Returns the owner, as the user that was created at first start.
pub async fn owner(tx: &Tx) -> Result<User> {
    tx.first("SELECT * FROM people WHERE user_id = (SELECT user_id FROM users WHERE role = 'owner')", ())
        .await?
        .context("the database has no owner; start `adjutant run` once to create one")
}

/// Creates the owner if there is none yet.
pub async fn ensure_owner(tx: &Tx, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO users (user_id, role, name, created_at)
         SELECT ?1, 'owner', 'owner', ?2 WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'owner')",
        params![UserId::generate(), now],
    )
    .await
    .map(drop)
}

/// Creates a member.
pub async fn add_member(tx: &Tx, name: &str, now: Timestamp) -> Result<User> {
    let id = UserId::generate();
    tx.execute(
        "INSERT INTO users (user_id, role, name, created_at) VALUES (?1, 'member', ?2, ?3)",
        params![&id, name, now],
    )
    .await?;
    get(tx, &id).await
}

/// Changes a user's name.
pub async fn rename(tx: &Tx, user: &UserId, name: &str) -> Result<()> {
    tx.execute("UPDATE users SET name = ?2 WHERE user_id = ?1", params![user, name]).await.map(drop)
}

/// An account on a channel, by the channel's own id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountRef<'a> {
    pub channel: &'a str,
    pub external_id: &'a str,
}

impl<'a> AccountRef<'a> {
    pub const fn new(channel: &'a str, external_id: &'a str) -> Self {
        Self { channel, external_id }
    }

    /// Returns the account that an event comes from.
    pub fn sender_of(event: &'a Inbound) -> Self {
        Self::new(&event.chat.channel, &event.sender.id)
    }
}

/// Assigns an identity to a user.
pub async fn add_identity(
    tx: &Tx,
    user: &UserId,
    AccountRef { channel, external_id }: AccountRef<'_>,
    admission: Admission,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO identities (channel, external_id, user_id, admission, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (channel, external_id) DO UPDATE SET user_id = ?3, admission = ?4, by_link = 0,
             removed_at = NULL",
        params![channel, external_id, user, admission.text(), now],
    )
    .await?;
    // A person who is served is no longer a waiting stranger.
    match stranger(tx, channel, external_id).await? {
        Some(known) => decide_stranger(tx, &known.knock_token, true).await.map(drop),
        None => Ok(()),
    }
}

/// Records that an identity is admitted by its link to the owner, for as long as the link lasts.
pub async fn admit_by_link(tx: &Tx, AccountRef { channel, external_id }: AccountRef<'_>) -> Result<()> {
    tx.execute(
        "UPDATE identities SET admission = 'owner', by_link = 1, removed_at = NULL WHERE channel = ?1 AND external_id = ?2",
        params![channel, external_id],
    )
    .await
    .map(drop)
}

/// Returns the ids of all users.
pub async fn ids(tx: &Tx) -> Result<Vec<UserId>> {
    #[derive(Deserialize)]
    struct Row {
        user_id: UserId,
    }
    let rows: Vec<Row> =
        tx.all("SELECT user_id FROM users -- scan: everybody, for the hourly pass", ()).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Returns the users with this id, name, or identity such as `telegram:42`.
pub async fn called(tx: &Tx, name: &str) -> Result<Vec<UserId>> {
    #[derive(Deserialize)]
    struct Row {
        user_id: UserId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT user_id FROM users WHERE user_id = ?1 OR lower(name) = lower(?1)
             UNION SELECT user_id FROM identities WHERE channel || ':' || external_id = ?1
             -- scan: names typed by the operator",
            [name],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Returns a user's oldest identity on a channel, by the platform's id, and the user's name.
pub async fn identity_on(tx: &Tx, user: &UserId, channel: &str) -> Result<Option<(String, String)>> {
    #[derive(Deserialize)]
    struct Row {
        external_id: String,
        name: String,
    }
    let found: Option<Row> = tx
        .first(
            "SELECT i.external_id, u.name FROM identities i JOIN users u USING (user_id)
             WHERE i.user_id = ?1 AND i.channel = ?2 AND i.removed_at IS NULL ORDER BY i.created_at LIMIT 1",
            params![user, channel],
        )
        .await?;
    Ok(found.map(|row| (row.external_id, row.name)))
}

/// Returns a user's own identities, as `telegram:42`.
pub async fn identities(tx: &Tx, user: &UserId) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        identity: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT channel || ':' || external_id AS identity FROM identities WHERE user_id = ?1
             ORDER BY created_at, identity",
            params![user],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.identity).collect())
}

// The owner's code ---------------------------------------------------------------------------------------------

/// Replaces the owner's code with a new one, unless it has been used. Only its hash is stored.
pub async fn renew_owner_code(tx: &Tx, now: Timestamp) -> Result<Option<String>> {
    let used: Option<i64> =
        tx.value("SELECT 1 AS value FROM owner_code WHERE used_at IS NOT NULL", ()).await?;
    if used.is_some() {
        return Ok(None);
    }
    tx.execute("UPDATE strangers SET wrong_codes = 0 -- scan: once, when the owner has no account", ())
        .await?;
    let code = ids::code();
    tx.execute(
        "INSERT INTO owner_code (only_row, code_hash, created_at) VALUES (1, ?1, ?2)
         ON CONFLICT (only_row) DO UPDATE SET code_hash = ?1, created_at = ?2",
        params![ids::sha256(&code), now],
    )
    .await?;
    Ok(Some(code))
}

/// Returns whether there is an unused code.
pub async fn is_owner_code_open(tx: &Tx) -> Result<bool> {
    let open: Option<i64> = tx.value("SELECT 1 AS value FROM owner_code WHERE used_at IS NULL", ()).await?;
    Ok(open.is_some())
}

/// Uses up the owner's code. Returns false if it is wrong or was used.
pub async fn use_owner_code(tx: &Tx, code: &str, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE owner_code SET used_at = ?2 WHERE code_hash = ?1 AND used_at IS NULL",
            params![ids::sha256(&code.trim().to_uppercase()), now],
        )
        .await?;
    Ok(changed == 1)
}

/// Replaces the owner's code with a new one, whether or not it has been used, and returns it.
pub async fn replace_owner_code(tx: &Tx, now: Timestamp) -> Result<String> {
    tx.execute("DELETE FROM owner_code", ()).await?;
    renew_owner_code(tx, now).await?.context("the owner code was just deleted")
}

/// Makes the owner's code void if it is this one, by replacing it with a code that is not told to anybody. Returns
/// false if it is another one, or was used.
pub async fn void_owner_code(tx: &Tx, code: &str, now: Timestamp) -> Result<bool> {
    let is_right = use_owner_code(tx, code, now).await?;
    if is_right {
        replace_owner_code(tx, now).await?;
    }
    Ok(is_right)
}
