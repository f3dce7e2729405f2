//! What the viewer has used by day, and for the owner what everybody has used.

use adjutant_store::{
    db::Tx,
    people::{Role, User},
    usage::{self as rows, Day, OfPerson},
};
use anyhow::Result;
use serde::Serialize;

use crate::core::Core;

/// How many days are shown; the page shows the last 7, 30 or all of them.
pub(in crate::console) const DAYS: i64 = 90;
/// The most people that are shown.
const PEOPLE: i64 = 200;
/// The periods over which people are summed up, in days.
const PERIODS: [i64; 3] = [7, 30, DAYS];

#[derive(Debug, Serialize)]
pub(super) struct Usage {
    /// The present day, in UTC as all days: `2026-05-01`.
    today: String,
    /// Days without usage are left out.
    days: Vec<Day>,
    /// For the owner.
    people: Vec<Period>,
}

#[derive(Debug, Serialize)]
struct Period {
    days: i64,
    people: Vec<OfPerson>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Usage> {
    let now = core.clock.now();
    let days = rows::by_day(tx, &viewer.user_id, DAYS, now).await?;
    let mut people = Vec::new();
    if viewer.role == Role::Owner {
        for days in PERIODS {
            people.push(Period { days, people: rows::by_person(tx, days, PEOPLE, now).await? });
        }
    }
    Ok(Usage { today: now.date_naive().to_string(), days, people })
}
