//! What the viewer has used by day and by schedule, and for the owner what everybody has used.

use adjutant_store::{
    db::Tx,
    people::{Role, User},
    usage::{self as rows, Day, Named},
};
use anyhow::Result;
use serde::Serialize;

use crate::core::Core;

/// How many days are shown; the page shows the last 7, 30 or all of them.
pub(in crate::console) const DAYS: i64 = 90;
/// The most people, and the most schedules, that are shown.
const NAMED: i64 = 200;
/// The periods over which people and schedules are summed up, in days.
const PERIODS: [i64; 3] = [7, 30, DAYS];

#[derive(Debug, Serialize)]
pub(super) struct Usage {
    /// The present day, in UTC as all days: `2026-05-01`.
    today: String,
    /// Days without usage are left out.
    days: Vec<Day>,
    periods: Vec<Period>,
}

#[derive(Debug, Serialize)]
struct Period {
    days: i64,
    /// The viewer's own.
    schedules: Vec<Named>,
    /// For the owner.
    people: Vec<Named>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Usage> {
    let now = core.clock.now();
    let days = rows::by_day(tx, &viewer.user_id, DAYS, now).await?;
    let mut periods = Vec::new();
    for days in PERIODS {
        let schedules = rows::by_schedule(tx, &viewer.user_id, days, NAMED, now).await?;
        let people = match viewer.role {
            Role::Owner => rows::by_person(tx, days, NAMED, now).await?,
            Role::Member => Vec::new(),
        };
        periods.push(Period { days, schedules, people });
    }
    Ok(Usage { today: now.date_naive().to_string(), days, periods })
}
