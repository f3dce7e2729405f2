//! Texts about the machine's clock.

use adjutant_domain::{
    clock::{Doubt, Why},
    timestamp::Timestamp,
    zones::{
        Zone,
        data::{InUse, Origin},
    },
};

use super::{fluent::text, times};

/// Explains what is wrong with the machine's clock, what waits because of it, and the remedy.
pub fn doubt(doubt: &Doubt) -> String {
    let Doubt { why, shown, other } = doubt;
    let (shown, other) = (moment(*shown), moment(*other));
    match why {
        Why::LongAbsence => text!("clock-long-absence", shown = shown, other = other),
        Why::Jumped => text!("clock-jumped", shown = shown, other = other),
        Why::AheadOf(channel) => text!("clock-ahead", shown = shown, other = other, channel = channel),
        Why::BehindOf(channel) => text!("clock-behind", shown = shown, other = other, channel = channel),
    }
}

/// Names the version of the time zone data in use, and their origin.
pub fn zone_data(data: &InUse) -> String {
    match &data.origin {
        Origin::Bundled => text!("clock-zone-data-bundled", version = &data.version),
        Origin::System(folder) => {
            text!("clock-zone-data-of-system", version = &data.version, folder = folder)
        }
    }
}

/// The remedy for time zone data that are more than a year old.
pub fn old_zone_data(data: &InUse) -> String {
    text!("clock-zone-data-old", data = zone_data(data))
}

fn moment(at: Timestamp) -> String {
    format!("{} UTC", times::year_and_time(at, Zone::UTC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubt_says_what_waits_and_what_to_do() {
        let (shown, other) =
            (Timestamp::from_millis(2_092_982_400_000), Timestamp::from_millis(1_777_622_400_000));
        let telegram = || "telegram".to_owned();
        let said: Vec<_> =
            [Why::LongAbsence, Why::Jumped, Why::AheadOf(telegram()), Why::BehindOf(telegram())]
                .into_iter()
                .map(|why| doubt(&Doubt { why, shown, other }))
                .collect();
        insta::assert_snapshot!(said.join("\n"), @"
        the clock shows 28 Apr 2036, 08:00 UTC, and I last ran at about 1 May 2026, 08:00 UTC. Until a platform confirms the time, or the clock has gone on for an hour, nothing old is deleted, nothing expires, and what fell due meanwhile waits. If the time is wrong, set the clock
        the clock has jumped to 28 Apr 2036, 08:00 UTC. Until a platform confirms that, or the clock has gone on for an hour, I take it to be 1 May 2026, 08:00 UTC. If the time is wrong, set the clock
        the clock shows 28 Apr 2036, 08:00 UTC, but telegram says that it is 1 May 2026, 08:00 UTC, which I go by. Set the clock
        the clock shows 28 Apr 2036, 08:00 UTC, but telegram says that it is 1 May 2026, 08:00 UTC. Set the clock, or everything comes late
        ");
    }
}
