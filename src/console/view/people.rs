//! The people who use the bot, and waiting strangers. Only the owner sees them.

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    people::{self as rows, PersonSummary, Role, Stranger, User},
    usage,
};
use adjutant_texts::console as texts;
use anyhow::Result;
use serde::Serialize;

use crate::{core::Core, daily_budget};

/// The most people that are shown.
const SHOWN: i64 = 500;
/// The most strangers that are shown.
const KNOCKS: i64 = 100;

#[derive(Debug, Default, Serialize)]
pub(super) struct People {
    is_owner: bool,
    /// The words that the name or the accounts of each person contain; empty for everybody.
    query: String,
    people: Vec<Person>,
    total: i64,
    knocks: Vec<Knock>,
    /// Each person's daily limit on cost, in millionths of a dollar.
    daily_cost: Option<i64>,
}

#[derive(Debug, Serialize)]
struct Person {
    id: String,
    name: String,
    role: Role,
    is_approver: bool,
    /// The accounts, such as `telegram:42`, separated by commas.
    accounts: String,
    is_served: bool,
    is_removed: bool,
    seen_at: Option<Timestamp>,
    cost_today: i64,
}

#[derive(Debug, Serialize)]
struct Knock {
    token: String,
    name: String,
    platform: String,
    account: String,
    is_group: bool,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User, query: &str) -> Result<People> {
    if viewer.role != Role::Owner {
        return Ok(People::default());
    }
    let (found, total) = rows::search(tx, query, SHOWN).await?;
    let mut people = Vec::new();
    for summary in found {
        let today = usage::sums(tx, &summary.user_id, 1, core.clock.now()).await?;
        people.push(person(summary, today.cost_micros));
    }
    let knocks = rows::knocking(tx, KNOCKS).await?.into_iter().map(knock).collect();
    let daily_cost = daily_budget::of(core).cost_micros;
    Ok(People { is_owner: true, query: query.to_owned(), people, total, knocks, daily_cost })
}

fn person(summary: PersonSummary, cost_today: i64) -> Person {
    Person {
        id: summary.user_id.0,
        name: summary.name,
        role: summary.role,
        is_approver: summary.approver,
        accounts: summary.accounts,
        is_served: summary.served,
        is_removed: summary.removed,
        seen_at: summary.seen_at,
        cost_today,
    }
}

fn knock(stranger: Stranger) -> Knock {
    Knock {
        platform: texts::platform(&stranger.channel).to_owned(),
        account: stranger.external_id,
        is_group: stranger.chat_kind == adjutant_channel::ChatKind::Group,
        name: stranger.name,
        token: stranger.knock_token,
    }
}
