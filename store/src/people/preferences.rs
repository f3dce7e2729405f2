//! What a person's times are in, and their quiet hours: the same for all users that are the person.

use adjutant_domain::ids::UserId;
use anyhow::Result;
use chrono_tz::Tz;

use super::{User, get};
use crate::db::{Tx, params};

/// The zone that the times of the person behind a user are in.
pub async fn zone(tx: &Tx, user: &UserId, host: Tz) -> Result<Tz> {
    Ok(get(tx, user).await?.zone(host))
}

/// Sets the zone that a person's times are in; `None`: the host's.
pub async fn set_timezone(tx: &Tx, user: &UserId, zone: Option<Tz>) -> Result<()> {
    set_zone_name(tx, user, zone.map(Tz::name)).await
}

/// Sets when a person's quiet hours begin and end, in minutes after midnight; `None`: there are none.
pub async fn set_quiet(tx: &Tx, user: &UserId, hours: Option<(i64, i64)>) -> Result<()> {
    let (from, until) = hours.unzip();
    tx.execute(
        "UPDATE users SET quiet_from = ?2, quiet_until = ?3
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, from, until],
    )
    .await
    .map(drop)
}

/// Gives two users, who are one person by now, what either had; where both had some, what `one` had.
pub(super) async fn share(tx: &Tx, one: &User, other: &User) -> Result<()> {
    let name = one.timezone.as_deref().or(other.timezone.as_deref());
    set_zone_name(tx, &one.user_id, name).await?;
    let hours = |user: &User| user.quiet_from.zip(user.quiet_until);
    set_quiet(tx, &one.user_id, hours(one).or(hours(other))).await
}

async fn set_zone_name(tx: &Tx, user: &UserId, name: Option<&str>) -> Result<()> {
    tx.execute(
        "UPDATE users SET timezone = ?2 WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, name],
    )
    .await
    .map(drop)
}
