//! The owner's changes about a person, by a button or on the command line. Each is in the audit log.

use adjutant_config::Config;
use adjutant_domain::{ids::UserId, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    audit::{self, Kind},
    db::Tx,
    people::{self, AccountRef, Admission, PersonSummary},
    runs, sessions, turns,
};
use anyhow::{Context as _, Result};

use crate::{agent::compact::manual, approvals, scheduler::manual as manual_runs};

/// A change about a person.
pub(crate) struct Change<'a> {
    pub person: &'a PersonSummary,
    /// The person who makes the change; `None` on the command line.
    pub actor: Option<&'a UserId>,
    pub now: Timestamp,
}

impl Change<'_> {
    async fn record(&self, tx: &Tx, outcome: &str, kind: Kind, what: &str) -> Result<()> {
        let label = format!("{} {what}", self.person.accounts);
        let (user, actor) = (&self.person.user_id, self.actor);
        let change = audit::Act { kind, user, actor, at: "people", outcome, label: &label };
        audit::record_act(tx, change, self.now).await
    }
}

/// Removes a person: ends their running work like /stop, withdraws pending decisions, and stops serving them until they
/// are admitted again.
pub(crate) async fn remove(tx: &Tx, change: &Change<'_>) -> Result<()> {
    end_work(tx, change).await?;
    people::remove(tx, &change.person.user_id, change.now).await?;
    change.record(tx, "removed", Kind::Revocation, "removed").await
}

/// Ends a person's running work like /stop, and withdraws pending decisions. Waiting messages stay.
pub(crate) async fn end_work(tx: &Tx, change: &Change<'_>) -> Result<()> {
    let &Change { person, now, .. } = change;
    for member in people::members(tx, &person.user_id).await? {
        for session in sessions::at_work(tx, &member).await? {
            if let Some(turn) = turns::request_cancel(tx, &session).await? {
                tx.wake(Wake::Stop(session.clone(), turn));
            }
            manual::withdraw(tx, &session).await?;
            approvals::withdraw(tx, &session, now).await?;
        }
        let unfinished = runs::unfinished_of_user(tx, &member).await?;
        manual_runs::stop(tx, &unfinished, now).await?;
    }
    Ok(())
}

/// Admits all accounts of a person permanently.
pub(crate) async fn admit(tx: &Tx, change: &Change<'_>) -> Result<()> {
    for member in people::members(tx, &change.person.user_id).await? {
        for account in people::identities(tx, &member).await? {
            let Some((channel, id)) = account.split_once(':') else { continue };
            admit_account(tx, &member, AccountRef::new(channel, id), change.now).await?;
        }
    }
    change.record(tx, "admitted", Kind::Grant, "admitted").await
}

/// Admits an account that may not have written yet, and all other accounts of its person.
pub(crate) async fn admit_newcomer(
    tx: &Tx,
    account: AccountRef<'_>,
    actor: Option<&UserId>,
    now: Timestamp,
) -> Result<PersonSummary> {
    let AccountRef { channel, external_id } = account;
    let user = match people::find(tx, channel, external_id).await? {
        Some((user, _)) => user,
        None => {
            let user = people::add_member(tx, &name_of(tx, account).await?, now).await?;
            admit_account(tx, &user.user_id, account, now).await?;
            user
        }
    };
    let person = people::summary(tx, &user.user_id).await?.context("an admitted person is not known")?;
    admit(tx, &Change { person: &person, actor, now }).await?;
    people::summary(tx, &user.user_id).await?.context("an admitted person is not known")
}

/// Returns the name that a new account gave when it asked to be admitted, else the account itself.
pub(crate) async fn name_of(tx: &Tx, AccountRef { channel, external_id }: AccountRef<'_>) -> Result<String> {
    let asked = people::stranger(tx, channel, external_id).await?.map(|stranger| stranger.name);
    Ok(asked.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("{channel}:{external_id}")))
}

/// Admits an account permanently; this also decides a pending request about it.
pub(crate) async fn admit_account(
    tx: &Tx,
    user: &UserId,
    account: AccountRef<'_>,
    now: Timestamp,
) -> Result<()> {
    people::add_identity(tx, user, account, Admission::Owner, now).await?;
    if let Some(stranger) = people::stranger(tx, account.channel, account.external_id).await? {
        people::decide_stranger(tx, &stranger.knock_token, true).await?;
    }
    Ok(())
}

/// Makes a person an approver, or revokes that. Returns whether they are one now: people whom the configuration names
/// stay approvers.
pub(crate) async fn set_approver(
    tx: &Tx,
    config: &Config,
    change: &Change<'_>,
    approves: bool,
) -> Result<bool> {
    let named: Vec<_> = config.access.approvers.iter().map(ToString::to_string).collect();
    let is_one = people::make_approver(tx, &change.person.user_id, approves, &named).await?;
    match approves {
        true => change.record(tx, "approver", Kind::Grant, "made an approver").await?,
        false => change.record(tx, "no_approver", Kind::Revocation, "no approver any more").await?,
    }
    Ok(is_one)
}
