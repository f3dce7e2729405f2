//! Why runs fail or never begin, why schedules are paused, and why channels are unreachable. Rows, logs and models have
//! these reasons in English; people read them in their language.

use std::borrow::Cow;

use adjutant_domain::{budget::Measure, language::Language};

use super::{
    fluent::{PART, text},
    model, runs, usage,
};

/// Returns a recorded reason in the reader's language; a reason that is not from this crate stays as it is.
pub(crate) fn told(why: &str) -> Cow<'_, str> {
    translated(why, Language::English, Language::current())
}

/// Returns a reason in the reader's language translated to English, for the record and for models.
pub fn in_english(told: &str) -> Cow<'_, str> {
    translated(told, Language::current(), Language::English)
}

fn translated(why: &str, from: Language, to: Language) -> Cow<'_, str> {
    if from == to {
        return why.into();
    }
    let (theirs, ours) = (from.scope_sync(all), to.scope_sync(all));
    if let Some(at) = theirs.iter().position(|reason| reason == why) {
        return ours[at].clone().into();
    }
    if let Some(channel) = from.scope_sync(|| channel_in(why)) {
        return to.scope_sync(|| runs::no_channel(channel)).into();
    }
    if let Some(overloaded) = model::overloaded_translated(why, from, to) {
        return overloaded.into();
    }
    match from.scope_sync(|| usage::run_limit_in(why)) {
        Some((measure, limit)) => to.scope_sync(|| usage::run_limit_used_up(measure, limit)).into(),
        None => why.into(),
    }
}

/// Returns all reasons without variables, in the same order in each language.
fn all() -> Vec<String> {
    let fixed = [
        text!("runs-failed-too-often"),
        text!("runs-unreadable"),
        text!("runs-unreachable"),
        text!("runs-stopped"),
        text!("runs-not-decided"),
        text!("runs-overlapped"),
        text!("runs-undecided"),
        text!("runs-schedule-deleted"),
        text!("overdue-paused-why"),
        text!("health-not-connected"),
        text!("health-ended"),
        text!("runs-no-model"),
        text!("model-refused-often"),
        text!("model-unavailable"),
        text!("model-cut"),
        text!("model-blind"),
        text!("model-too-dear"),
        text!("model-too-long"),
        text!("model-refused"),
        text!("model-web-page"),
        text!("model-no-tools"),
        text!("model-withheld"),
        text!("turn-internal-error"),
        text!("turn-stopped"),
        text!("turn-used-up-steps"),
        text!("turn-used-up-time"),
        text!("turn-used-up-tokens"),
        text!("turn-used-up-cost"),
        text!("turn-corrections"),
        text!("delegation-why-stopped"),
        text!("delegation-why-steps"),
        text!("delegation-why-time"),
        text!("delegation-why-tokens"),
        text!("delegation-why-cost"),
        text!("delegation-why-corrections"),
        text!("delegation-why-internal-error"),
        text!("delegation-why-nobody-decided"),
    ];
    let used_up = Measure::ALL.into_iter().flat_map(|it| [usage::day_used_up(it), usage::day_too_short(it)]);
    fixed.into_iter().map(str::to_owned).chain(used_up).collect()
}

/// Returns the channel in a text of [`runs::no_channel`] in the same language.
fn channel_in(said: &str) -> Option<&str> {
    let whole = runs::no_channel(PART);
    let (before, after) = whole.split_once(PART)?;
    let between = after.split(PART).next()?;
    let (channel, _) = said.strip_prefix(before)?.split_once(between)?;
    (runs::no_channel(channel) == said).then_some(channel)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use adjutant_domain::{budget::Budget, turn::StopReason};
    use adjutant_provider::ModelError;

    use super::*;
    use crate::{
        delegation, health, internal_error, model_failed, schedule_list::overdue::paused_why, turn_ended,
    };

    fn stops() -> impl Iterator<Item = StopReason> {
        let used_up = Measure::ALL.into_iter().map(StopReason::UsedUp);
        used_up.chain([StopReason::Cancelled, StopReason::Corrections])
    }

    /// Reasons that are recorded as they are.
    fn recorded() -> Vec<String> {
        let reasons = [
            runs::failed_too_often,
            runs::unreadable,
            runs::unreachable,
            runs::stopped,
            runs::not_decided,
            runs::overlapped,
            runs::undecided,
            runs::deleted,
            paused_why,
            health::not_connected,
            health::ended,
        ];
        let of_specialists = stops()
            .map(delegation::stopped_for)
            .chain([delegation::internal_error(), delegation::nobody_decided()]);
        reasons.map(|reason| reason()).into_iter().chain(of_specialists).map(str::to_owned).collect()
    }

    /// Reasons that people read before they are recorded.
    fn told_first() -> Vec<String> {
        let model = [
            ModelError::RateLimited { message: "429".to_owned(), retry_after: None },
            ModelError::RateLimited { message: "429".to_owned(), retry_after: Some(Duration::from_hours(1)) },
            ModelError::RateLimited { message: "429".to_owned(), retry_after: Some(Duration::from_secs(61)) },
            ModelError::Unavailable("connection refused".to_owned()),
            ModelError::Cut,
            ModelError::Blind("pictures".to_owned()),
            ModelError::TooDear,
            ModelError::TooLong("8,193 tokens".to_owned()),
            ModelError::Refused("no such parameter".to_owned()),
            ModelError::WebPage,
            ModelError::NoTools("does not support tools".to_owned()),
            ModelError::Withheld("content_filter".to_owned()),
        ];
        let budgets = [Budget::of(20, 600, 200_000, 0.5), Budget::of(1, 90, 999, 12.34)];
        let of_runs = Measure::ALL
            .into_iter()
            .flat_map(|measure| budgets.iter().map(move |budget| usage::run_used_up(measure, budget)));
        let of_days =
            Measure::ALL.into_iter().flat_map(|it| [usage::day_used_up(it), usage::day_too_short(it)]);
        let of_turns = stops().map(turn_ended).chain([internal_error(), runs::no_model()]).map(str::to_owned);
        let others = of_turns.chain([runs::no_channel("telegram")]);
        model.iter().map(model_failed).chain(of_runs).chain(of_days).chain(others).collect()
    }

    #[test]
    fn a_reason_goes_on_record_in_english_and_is_told_in_the_reader_s_language() {
        let english = recorded();
        for writer in Language::ALL {
            assert_eq!(writer.scope_sync(recorded), english);
        }
        let english = told_first();
        for reader in Language::ALL {
            for (theirs, english) in reader.scope_sync(told_first).iter().zip(&english) {
                reader.scope_sync(|| {
                    assert_eq!((in_english(theirs), told(english)), (english.into(), theirs.into()));
                });
            }
        }
    }

    #[test]
    fn a_reason_from_elsewhere_is_told_as_it_is() {
        Language::German.scope_sync(|| {
            assert_eq!(told(runs::overlapped()), "der Lauf davor war nicht zu Ende");
            assert_eq!(told("the disk is full"), "the disk is full");
            assert_eq!(in_english("die Platte ist voll"), "die Platte ist voll");
        });
    }
}
