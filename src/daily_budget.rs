//! Daily budgets: what people have used today, in conversations and runs together.

use std::sync::Arc;

use adjutant_domain::{
    budget::{Budget, Measure, Spent},
    ids::UserId,
    outbox_key::OutboxKey,
};
use adjutant_store::{db::Tx, usage};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Returns everybody's daily budget. It limits money only if a model, recordings or voices have a known price.
pub(crate) fn of(core: &Core) -> Budget {
    let (budget, media) = (core.config.agent.daily_budget(), &core.config.media);
    let is_known = core.models.is_a_price_known()
        || media.speech.price_per_minute > 0.0
        || media.voice.price_per_million_characters > 0.0;
    Budget { cost_micros: budget.cost_micros.filter(|_| is_known), ..budget }
}

/// Returns the daily budget that a person would use up with this cost beside a turn, if any. A cost of zero needs no
/// budget.
pub(crate) async fn would_be_used_up(
    core: &Arc<Core>,
    user: &UserId,
    cost_micros: i64,
) -> Result<Option<Measure>> {
    if cost_micros == 0 {
        return Ok(None);
    }
    used_up_now(core, user, Spent { cost_micros, ..Spent::default() }).await
}

/// Adds a cost beside a turn to a person's day, and to the usage of the named model.
pub(crate) async fn count(
    tx: &Tx,
    core: &Core,
    user: &UserId,
    (model, cost_micros): (&str, i64),
) -> Result<()> {
    if cost_micros == 0 {
        return Ok(());
    }
    let paid = Spent { cost_micros, ..Spent::default() };
    usage::add(tx, user, (model, paid), core.clock.now()).await
}

/// As [`used_up`], without a transaction.
pub(crate) async fn used_up_now(core: &Arc<Core>, user: &UserId, more: Spent) -> Result<Option<Measure>> {
    Ok(left_now(core, user).await?.used_up(&more))
}

/// Returns the rest of a person's daily budget: zero or less in a measure that is used up.
pub(crate) async fn left_now(core: &Arc<Core>, user: &UserId) -> Result<Budget> {
    if of(core) == Budget::default() {
        return Ok(Budget::default());
    }
    let (core_, user) = (core.clone(), user.clone());
    core.db.read(async move |tx| left(tx, &core_, &user).await).await
}

async fn left(tx: &Tx, core: &Core, user: &UserId) -> Result<Budget> {
    let budget = of(core);
    if budget == Budget::default() {
        return Ok(budget);
    }
    let today = usage::sums(tx, user, 1, core.clock.now()).await?;
    Ok(budget.without(&today.spent()))
}

/// Returns the daily budget that a person has used up, if any; `more` is usage not yet stored.
pub(crate) async fn used_up(tx: &Tx, core: &Core, user: &UserId, more: Spent) -> Result<Option<Measure>> {
    Ok(left(tx, core, user).await?.used_up(&more))
}

/// Warns once a day, in the chat of the present answer, that little of the daily budget is left. Once the budget is
/// used up, each refused request says so instead.
pub(crate) async fn warn(tx: &Tx, core: &Core, user: &UserId, to: &Address) -> Result<()> {
    let (budget, now) = (of(core), core.clock.now());
    if budget == Budget::default() {
        return Ok(());
    }
    let today = usage::sums(tx, user, 1, now).await?.spent();
    let nearly = budget.nearly_used_up(&today).filter(|_| budget.used_up(&today).is_none());
    let Some(nearly) = nearly else { return Ok(()) };
    if !usage::mark_warned(tx, user, now).await? {
        return Ok(());
    }
    let source = OutboxKey::Day { user: user.clone(), date: now.date_naive() };
    let to = Address { reply_to: None, mention: None, ..to.clone() };
    let said = texts::usage::day_nearly_used_up(&nearly);
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now.into()).await
}
