//! `/timezone` and `/quiet`: a person's time zone, and the hours during which their scheduled results are held.

use adjutant_channel::Choice;
use adjutant_domain::{
    quiet_hours::QuietHours,
    zones::{self, Zone},
};
use adjutant_store::{people, runs, schedules};
use adjutant_texts::preferences::{self as texts, DEFAULT, OFF};
use anyhow::Result;

use super::request::Request;
use crate::core::Core;

/// `/timezone [ZONE]`: shows or sets the person's time zone.
pub(crate) async fn timezone(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, user, args, now, .. } = request;
    let name = args.trim();
    if name.is_empty() {
        let (now, zone) = (now.to_utc(), user.zone(core.zone));
        return request.answer(texts::zone(zone, user.timezone.is_some(), user.quiet_hours(), now)).await;
    }
    let fixed = zones::fixed(name);
    if fixed.is_none()
        && let Some(there) = zones::at_offset(name, now.to_utc())
    {
        return request.answer(texts::at_offset(name, &there)).await;
    }
    if let Some(there) = zones::abbreviated(name, user.zone(core.zone), now.to_utc()) {
        return request.answer(texts::abbreviation(name, &there)).await;
    }
    let chosen = match fixed.map_or_else(|| zones::find(name), Ok) {
        _ if name.eq_ignore_ascii_case(DEFAULT) => None,
        Ok(zone) => Some(zone),
        Err(suggestions) => return request.answer(texts::unknown_zone(name, &suggestions)).await,
    };
    people::set_timezone(tx, &user.user_id, chosen).await?;
    runs::reevaluate_held(tx, &user.user_id, now).await?;
    let zone = chosen.unwrap_or(core.zone);
    let elsewhere = schedules::count_in_other_zones(tx, &user.user_id, zone).await?;
    let by_model = core.config.has_model();
    request.answer(texts::zone_set(zone, chosen.is_some(), (elsewhere, by_model), now.to_utc())).await
}

/// `/quiet [HOURS]`: shows or sets the person's quiet hours.
pub(crate) async fn quiet(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, user, args, now, .. } = request;
    let zone = user.zone(core.zone);
    let chosen = match args.trim() {
        "" => return request.answer(texts::quiet(user.quiet_hours(), zone)).await,
        off if off.eq_ignore_ascii_case(OFF) => None,
        hours => match QuietHours::parse(hours) {
            Some(quiet) => Some(quiet),
            None => return request.answer(texts::no_hours()).await,
        },
    };
    people::set_quiet(tx, &user.user_id, chosen.map(QuietHours::minutes)).await?;
    let held = runs::reevaluate_held(tx, &user.user_id, now).await?;
    let said = match chosen {
        Some(quiet) => texts::quiet_set(quiet, zone),
        None => texts::quiet_off(held),
    };
    request.answer(said).await
}

/// Returns the choices for completing a zone.
pub(crate) fn zone_values(core: &Core) -> Vec<Choice> {
    let zone = |zone: Zone| Choice { label: zones::spoken(zone), value: zone.name().to_owned() };
    std::iter::once(texts::default_choice(core.zone)).chain(zones::all().map(zone)).collect()
}
