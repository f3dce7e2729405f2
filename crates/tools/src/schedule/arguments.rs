//! The arguments of the schedule tools. The model reads the comments as field descriptions.

use adjutant_store::schedules::{
    GRACE_SECS, LONGEST_GRACE_SECS, MisfirePolicy, Notification, OPEN, Overlap, SHORTEST_GRACE_SECS, Status,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CadenceType {
    Cron,
    Once,
    Interval,
    Rrule,
    Hook,
}

impl CadenceType {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Cron => "cron",
            Self::Once => "once",
            Self::Interval => "interval",
            Self::Rrule => "rrule",
            Self::Hook => "hook",
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateArgs {
    /// A reminder's text, or the task: you do it later, without this conversation, so name all that it needs and the
    /// form of its result.
    #[schemars(length(min = 1))]
    pub goal: String,
    /// How it repeats.
    pub cadence_type: CadenceType,
    /// In the person's zone: once "2026-05-01 09:00", interval "90m", cron "30 8 * * MON-FRI", rrule
    /// "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9", hook "doorbell".
    pub cadence_value: String,
    /// To find it by.
    pub name: Option<String>,
    /// IANA name, if not the person's.
    pub timezone: Option<String>,
    /// conditional: only if the run finds it worth a message.
    #[serde(default)]
    pub notification: Notification,
    /// Only deliver the goal as it is.
    #[serde(default)]
    pub reminder: bool,
    /// Also in quiet hours; only if they ask.
    #[serde(default)]
    pub urgent: bool,
    /// Due times to make up for after an outage.
    #[serde(default)]
    pub missed: MisfirePolicy,
    /// The oldest to make up for.
    #[serde(default = "grace_secs")]
    #[schemars(range(min = SHORTEST_GRACE_SECS, max = LONGEST_GRACE_SECS))]
    pub grace_secs: i64,
    /// When due while its last run works.
    #[serde(default)]
    pub overlap: Overlap,
    /// Last outputs shown to a run.
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
    /// Whether it runs.
    pub status: Option<Shown>,
    /// As in schedule_create.
    pub cadence_type: Option<CadenceType>,
    /// As in schedule_create.
    pub notification: Option<Notification>,
    /// Page size.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    pub limit: i64,
    /// How many to skip.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub offset: i64,
}

fn page_size() -> i64 {
    20
}

/// Which schedules a search shows.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shown {
    Open,
    Active,
    Paused,
    Completed,
}

impl Shown {
    /// Returns the value in a search.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Open => OPEN,
            Self::Active => Status::Active.text(),
            Self::Paused => Status::Paused.text(),
            Self::Completed => Status::Completed.text(),
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditArgs {
    /// From schedule_search or schedule_create.
    pub schedule_id: String,
    /// As in schedule_create.
    pub name: Option<String>,
    /// As in schedule_create.
    #[schemars(length(min = 1))]
    pub goal: Option<String>,
    /// As in schedule_create; only with cadence_value.
    pub cadence_type: Option<CadenceType>,
    /// As in schedule_create; only with cadence_type.
    pub cadence_value: Option<String>,
    /// As in schedule_create.
    pub timezone: Option<String>,
    /// As in schedule_create.
    pub notification: Option<Notification>,
    /// As in schedule_create.
    pub urgent: Option<bool>,
    /// As in schedule_create.
    pub missed: Option<MisfirePolicy>,
    /// As in schedule_create.
    #[schemars(range(min = SHORTEST_GRACE_SECS, max = LONGEST_GRACE_SECS))]
    pub grace_secs: Option<i64>,
    /// As in schedule_create.
    pub overlap: Option<Overlap>,
    /// As in schedule_create.
    #[schemars(range(min = 0, max = 10))]
    pub previous_outputs: Option<i64>,
    /// The model that works on it, if they name one; "default" for the usual one.
    pub model: Option<String>,
    /// To pause or resume it.
    pub status: Option<Switch>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    Active,
    Paused,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteArgs {
    /// From schedule_search or schedule_create.
    pub schedule_id: String,
}
