//! The arguments of the schedule tools. The model reads the comments as field descriptions.

use adjutant_store::schedules::{
    GRACE_SECS, LONGEST_GRACE_SECS, MisfirePolicy, Notification, Overlap, SHORTEST_GRACE_SECS, Status,
};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CadenceType {
    Cron,
    Once,
    Interval,
}

impl CadenceType {
    pub fn text(self) -> &'static str {
        match self {
            Self::Cron => "cron",
            Self::Once => "once",
            Self::Interval => "interval",
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateArgs {
    /// What to do, self-contained: a scheduled run knows nothing of this conversation. For a reminder: the text that the
    /// person will read.
    #[schemars(length(min = 1))]
    pub goal: String,
    /// once: at one time; interval: repeatedly, this long apart; cron: at times of the calendar.
    pub cadence_type: CadenceType,
    /// cron: five fields, e.g. "30 8 * * MON-FRI". once: local "2026-05-01 09:00" or RFC 3339. interval: seconds, or
    /// "15m", "2h".
    pub cadence_value: String,
    /// A short name to find the schedule by.
    pub name: Option<String>,
    /// IANA name such as "Europe/Paris"; the person's zone unless given.
    pub timezone: Option<String>,
    /// always (default); conditional: the run decides whether its result is worth a message; never.
    #[serde(default)]
    pub notification: Notification,
    /// The goal is only a text to deliver: no model runs.
    #[serde(default)]
    pub reminder: bool,
    /// Deliver even in the person's quiet hours: only for what they call urgent.
    #[serde(default)]
    pub urgent: bool,
    /// Due times while the bot was away: skip them, make up once for the last one (default), or for all.
    #[serde(default)]
    pub missed: MisfirePolicy,
    /// How long ago a missed due time may be to be made up for, in seconds; 3600 unless given.
    #[serde(default = "grace_secs")]
    #[schemars(range(min = SHORTEST_GRACE_SECS, max = LONGEST_GRACE_SECS))]
    pub grace_secs: i64,
    /// Due while its last run is still going: skip (default), queue after it, or run in parallel.
    #[serde(default)]
    pub overlap: Overlap,
    /// How many of its last outputs a run is given to compare with; 0 unless given.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10))]
    pub previous_outputs: i64,
}

fn grace_secs() -> i64 {
    GRACE_SECS
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArgs {
    /// Part of the name.
    pub name: Option<String>,
    /// Only schedules in this state.
    pub status: Option<Status>,
    /// Only schedules of this kind.
    pub cadence_type: Option<CadenceType>,
    /// Only schedules that report in this way.
    pub notification: Option<Notification>,
    /// How many schedules at most; 20 unless given.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    pub limit: i64,
    /// How many schedules to skip, for the next page.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub offset: i64,
}

fn page_size() -> i64 {
    20
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditArgs {
    /// The schedule, by the id that schedule_search or schedule_create returned.
    pub schedule_id: String,
    /// Its new name.
    pub name: Option<String>,
    /// What to do from now on, self-contained.
    #[schemars(length(min = 1))]
    pub goal: Option<String>,
    /// The new kind of cadence; only together with cadence_value.
    pub cadence_type: Option<CadenceType>,
    /// The new cadence; only together with cadence_type.
    pub cadence_value: Option<String>,
    /// The IANA name of the new time zone of its due times.
    pub timezone: Option<String>,
    /// Which results are sent from now on.
    pub notification: Option<Notification>,
    /// Whether its results are delivered in quiet hours, too.
    pub urgent: Option<bool>,
    /// Due times while the bot was away: run none, the last one, or all of them.
    pub missed: Option<MisfirePolicy>,
    /// How long ago a missed due time may be to be made up for, in seconds.
    #[schemars(range(min = SHORTEST_GRACE_SECS, max = LONGEST_GRACE_SECS))]
    pub grace_secs: Option<i64>,
    /// What to do when it is due while its last run is still going.
    pub overlap: Option<Overlap>,
    /// How many of its last outputs a run is given to compare with.
    #[schemars(range(min = 0, max = 10))]
    pub previous_outputs: Option<i64>,
    /// active resumes it, paused pauses it.
    pub status: Option<Switch>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Switch {
    Active,
    Paused,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteArgs {
    /// The schedule, by the id that schedule_search or schedule_create returned.
    pub schedule_id: String,
}
