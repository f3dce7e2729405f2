//! `/usage [DAYS]`: the person's usage.

use adjutant_store::{runs, usage as rows};
use adjutant_texts::usage::{self as texts, MOST_DAYS, Period};
use anyhow::Result;
use chrono::NaiveTime;

use crate::{chat::request::Request, daily_budget};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(usage(request).await?).await
}

async fn usage(request: &Request<'_>) -> Result<String> {
    let &Request { tx, core, user, args, .. } = request;
    let days = match args.trim() {
        "" => vec![1, 30],
        "today" => vec![1],
        number => match number.parse() {
            Ok(days @ 1..=MOST_DAYS) => vec![days],
            _ => return Ok(texts::no_period()),
        },
    };
    let (user, now) = (&user.user_id, core.clock.now());
    let mut periods = Vec::new();
    for days in days {
        let since = rows::first_of(days, now).and_time(NaiveTime::MIN).and_utc();
        periods.push(Period {
            days,
            sums: rows::sums(tx, user, days, now).await?,
            runs: runs::sums(tx, user, since.into()).await?,
        });
    }
    let today = rows::sums(tx, user, 1, now).await?.spent();
    // The built-in assistant has no limits.
    let is_limited = core.config.has_model();
    Ok(texts::usage(&periods, is_limited.then_some((&daily_budget::of(core), &today))))
}
