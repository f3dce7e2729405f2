//! Items that keep failing, though the database works, are set aside: each loop continues with the other items, and one
//! message a day tells the owner.

use std::sync::Arc;

use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::{Scope, Tx},
    people,
    set_aside::{self as rows, ATTEMPTS, Item},
};
use adjutant_texts as texts;
use anyhow::{Error, Result};
use chrono::NaiveTime;

use super::{Address, Slot, post_text};
use crate::core::Core;

/// The longest error that is kept, in characters.
const LONGEST: usize = 1_000;

/// Counts a failure of an item, and returns whether it has failed so often that it is to be set aside. If so, the owner
/// is told.
///
/// # Errors
/// Returns an error if the failure cannot be stored.
pub(crate) async fn count_failure(core: &Arc<Core>, item: Item, error: &Error) -> Result<bool> {
    let (error, now) = (shown(core, error), core.clock.timestamp());
    let (kind, id, text) = (item.kind.text(), item.id.clone(), error.clone());
    let attempts = core
        .db
        .write(Scope::Global, async move |tx| rows::count_failures(tx, &item, 1, &text, now).await)
        .await?;
    let is_set_aside = attempts >= ATTEMPTS;
    tracing::error!(kind, id, attempts, is_set_aside, error, "work failed");
    if is_set_aside {
        tell_owner(core).await;
    }
    Ok(is_set_aside)
}

/// Returns an error in its stored form: redacted and shortened.
pub(crate) fn shown(core: &Core, error: &Error) -> String {
    core.redactor.redact(&format!("{error:#}")).chars().take(LONGEST).collect()
}

/// Tells the owner how much was set aside today, in one message that is revised when the number grows.
pub(crate) async fn tell_owner(core: &Arc<Core>) {
    let (core_, now) = (core.clone(), core.clock.timestamp());
    if let Err(error) = core.db.write(Scope::Global, async move |tx| post_notice(tx, &core_, now).await).await
    {
        tracing::error!(error = format!("{error:#}"), "cannot tell the owner what was set aside");
    }
}

async fn post_notice(tx: &Tx, core: &Core, now: Timestamp) -> Result<()> {
    let date = now.to_utc().date_naive();
    let items = rows::count_since(tx, date.and_time(NaiveTime::MIN).and_utc().into()).await?;
    let owner = people::owner(tx).await?;
    let Some(to) = Address::of(tx, core, &owner.user_id).await? else { return Ok(()) };
    let source = OutboxKey::SetAside { date };
    let said = owner.language().scope_sync(|| texts::set_aside_today(items));
    post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await
}
