//! A person's time zone, quiet hours and language, which all of the person's users share.

use adjutant_domain::{ids::UserId, language::Language, zones::Zone};
use anyhow::Result;

use super::{User, get};
use crate::db::{Tx, params};

/// Returns the time zone of the person behind a user.
pub async fn zone(tx: &Tx, user: &UserId, host: Zone) -> Result<Zone> {
    Ok(get(tx, user).await?.zone(host))
}

/// Returns the language for texts to the person behind a user; English if the user no longer exists.
pub async fn language(tx: &Tx, user: &UserId) -> Result<Language> {
    let sql = "SELECT coalesce(language, platform_language) AS value FROM users WHERE user_id = ?1";
    let language: Option<Option<Language>> = tx.value(sql, params![user]).await?;
    Ok(language.flatten().unwrap_or_default())
}

/// Runs `work` in the language for texts to the person behind a user.
pub fn speaking_to<T>(
    tx: &Tx,
    user: &UserId,
    work: impl Future<Output = Result<T>>,
) -> impl Future<Output = Result<T>> {
    // Boxed before the first await, so that this future is small whatever the work is.
    let work = Box::pin(work);
    async move { language(tx, user).await?.scope(work).await }
}

/// Sets a person's language; `None` for the platform's.
pub async fn set_language(tx: &Tx, user: &UserId, language: Option<Language>) -> Result<()> {
    tx.execute(
        "UPDATE users SET language = ?2 WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, language.map(Language::code)],
    )
    .await
    .map(drop)
}

/// Records the language in which a user uses a platform; `None` for one that the gateway does not speak.
pub async fn note_platform_language(tx: &Tx, user: &UserId, language: Option<Language>) -> Result<()> {
    let sql = "UPDATE users SET platform_language = ?2 WHERE user_id = ?1";
    tx.execute(sql, params![user, language.map(Language::code)]).await.map(drop)
}

/// Sets a person's time zone; `None` for the host's.
pub async fn set_timezone(tx: &Tx, user: &UserId, zone: Option<Zone>) -> Result<()> {
    set_zone_name(tx, user, zone.map(Zone::name)).await
}

/// Sets the beginning and end of a person's quiet hours, in minutes after midnight; `None` for no quiet hours.
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

/// Merges the settings of two users who are now one person. Settings of `one` take precedence.
pub(super) async fn share(tx: &Tx, one: &User, other: &User) -> Result<()> {
    let name = one.timezone.as_deref().or(other.timezone.as_deref());
    set_zone_name(tx, &one.user_id, name).await?;
    set_language(tx, &one.user_id, one.language.or(other.language)).await?;
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
