//! The viewer's usage by day, schedule and model, and for the owner everybody's.

use adjutant_store::{
    db::Tx,
    people::{Role, User},
    usage::{self as rows, Day, Named, OfModel},
};
use anyhow::Result;
use serde::Serialize;

use crate::core::Core;

/// How many days are shown; the page shows the last 7, 30 or all of them.
pub(in crate::console) const DAYS: i64 = 90;
/// The most people, schedules and models that are shown.
const NAMED: i64 = 200;
/// The periods over which people, schedules and models are summed up, in days.
const PERIODS: [i64; 3] = [7, 30, DAYS];

#[derive(Debug, Serialize)]
pub(super) struct Usage {
    /// The present day in UTC, like all days here: `2026-05-01`.
    today: String,
    /// Days without usage are left out.
    days: Vec<Day>,
    periods: Vec<Period>,
}

#[derive(Debug, Serialize)]
struct Period {
    days: i64,
    /// The viewer's own schedules.
    schedules: Vec<Named>,
    models: Models,
    /// Only for the owner.
    people: Vec<Named>,
    /// Only for the owner: everybody's.
    models_of_all: Option<Models>,
}

#[derive(Debug, Serialize)]
struct Models {
    used: Vec<OfModel>,
    /// The last day in the period whose usage is not fully known by model: `2026-05-01`.
    incomplete_until: Option<String>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Usage> {
    let now = core.clock.now();
    let days = rows::by_day(tx, &viewer.user_id, DAYS, now).await?;
    let mut periods = Vec::new();
    for days in PERIODS {
        let schedules = rows::by_schedule(tx, &viewer.user_id, days, NAMED, now).await?;
        let models = Models {
            used: rows::by_model(tx, &viewer.user_id, days, NAMED, now).await?,
            incomplete_until: rows::last_day_without_models(tx, &viewer.user_id, days, now).await?,
        };
        let (people, models_of_all) = match viewer.role {
            Role::Owner => {
                let models = Models {
                    used: rows::by_model_of_all(tx, days, NAMED, now).await?,
                    incomplete_until: rows::last_day_without_models_of_all(tx, days, now).await?,
                };
                (rows::by_person(tx, days, NAMED, now).await?, Some(models))
            }
            Role::Member => (Vec::new(), None),
        };
        periods.push(Period { days, schedules, models, people, models_of_all });
    }
    Ok(Usage { today: now.date_naive().to_string(), days, periods })
}
