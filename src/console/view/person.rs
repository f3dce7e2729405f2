//! One person: their accounts, their rights and limits, and their usage. Only the owner sees this page, and it has none
//! of the person's words or data.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    file_usage, notes,
    people::{self, AccountRef, Admission, Role, User},
    schedules,
    usage::{self, Sums},
};
use adjutant_texts::console as texts;
use anyhow::Result;
use serde::Serialize;

use super::overview::{self, Limited};
use crate::core::Core;

/// How many days are summed up.
const MONTH: i64 = 30;

#[derive(Debug, Serialize)]
pub(super) struct Person {
    id: UserId,
    name: String,
    role: Role,
    is_approver: bool,
    is_served: bool,
    is_removed: bool,
    /// The accounts; several are linked.
    accounts: Vec<Account>,
    /// Their usage in 30 days.
    month: Used,
    today: Vec<Limited>,
    kept: Vec<Kept>,
}

#[derive(Debug, Serialize)]
struct Account {
    platform: String,
    /// The platform's id of the account.
    account: String,
    /// `owner`, `configuration` or `nobody`.
    admitted_by: &'static str,
    seen_at: Option<Timestamp>,
}

#[derive(Debug, Serialize)]
struct Used {
    turns: i64,
    tokens: i64,
    cost_micros: i64,
}

/// The amount of something that they keep, and its limit.
#[derive(Debug, Serialize)]
struct Kept {
    /// `notes`, `notes_size`, `schedules` or `files_size`; sizes are in bytes.
    what: &'static str,
    used: u64,
    limit: Option<u64>,
}

/// Returns a person; `None` if there is none, or the viewer is not the owner.
pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User, id: &UserId) -> Result<Option<Person>> {
    if viewer.role != Role::Owner {
        return Ok(None);
    }
    let Some(person) = people::summary(tx, id).await? else { return Ok(None) };
    let members = people::members(tx, &person.user_id).await?;
    let mut accounts = Vec::new();
    for member in &members {
        for identity in people::identities(tx, member).await? {
            accounts.extend(account(tx, &identity).await?);
        }
    }
    let Sums { turns, input_tokens, output_tokens, cost_micros, .. } =
        usage::sums(tx, &person.user_id, MONTH, core.clock.now()).await?;
    Ok(Some(Person {
        month: Used { turns, tokens: input_tokens + output_tokens, cost_micros },
        today: overview::today(tx, core, &person.user_id).await?,
        kept: kept(tx, core, &person.user_id, &members).await?,
        accounts,
        id: person.user_id,
        name: person.name,
        role: person.role,
        is_approver: person.approver,
        is_served: person.served,
        is_removed: person.removed,
    }))
}

async fn account(tx: &Tx, identity: &str) -> Result<Option<Account>> {
    let Some((channel, id)) = identity.split_once(':') else { return Ok(None) };
    let known = people::account(tx, AccountRef::new(channel, id)).await?;
    Ok(known.map(|known| Account {
        platform: texts::platform(channel).to_owned(),
        account: id.to_owned(),
        admitted_by: match known.admission {
            Admission::Owner => "owner",
            Admission::Listed => "configuration",
            Admission::Removed => "nobody",
        },
        seen_at: known.presence.seen_at(),
    }))
}

async fn kept(tx: &Tx, core: &Core, user: &UserId, members: &[UserId]) -> Result<Vec<Kept>> {
    let (limits, noted) = (&core.config.limits, notes::extent(tx, user).await?);
    let open = schedules::count_open(tx, user).await?;
    let of = |what, used: i64, limit| Kept { what, used: used.unsigned_abs(), limit: Some(limit) };
    Ok(vec![
        of("notes", noted.notes, limits.notes.into()),
        of("notes_size", noted.bytes, limits.notes_size),
        of("schedules", open, limits.schedules.into()),
        Kept { what: "files_size", used: file_usage::total(tx, members).await?, limit: None },
    ])
}
