//! `schedule_stop_current`: made for each run of a schedule; the run can end its own schedule with it and no other.

use adjutant_domain::ids::ScheduleId;
use adjutant_store::schedules::{self, Schedule, Status};
use adjutant_texts::tools::schedules as words;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError};

/// The tool's name.
pub(crate) const NAME: &str = "schedule_stop_current";

/// A tool that ends the schedule of one run.
pub(super) struct Stop {
    schedule_id: ScheduleId,
    name: String,
}

impl Stop {
    pub(super) fn new(schedule: &Schedule) -> Self {
        Self { schedule_id: schedule.schedule_id.clone(), name: schedule.name.clone() }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StopArgs {
    /// Why the schedule is not needed any more.
    reason: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Stopped {
    schedule_id: ScheduleId,
    status: Status,
}

#[async_trait]
impl Tool for Stop {
    type Args = StopArgs;
    type Output = Stopped;
    const META: Meta = Meta::new(
        NAME,
        "End the schedule that this run belongs to, once it has served its purpose.",
        Category::Schedule,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["schedule", "run", "update"])
    .idempotent();

    fn description(&self) -> String {
        format!("End the schedule “{}” that this run belongs to, once it has served its purpose.", self.name)
    }

    async fn requirement(&self, _: &Context, arguments: &StopArgs) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::by_policy(words::end(&self.name)).preview(&arguments.reason))
    }

    async fn execute(&self, context: &Context, _: StopArgs) -> Result<Outcome<Stopped>, ToolError> {
        let (user, id, now) =
            (context.user.user_id.clone(), self.schedule_id.clone(), context.clock.timestamp());
        let ended = context
            .db
            .write(context.person_scope(), async move |tx| {
                let Some(mut schedule) = schedules::get(tx, &user, &id).await? else { return Ok(false) };
                schedule.status = Status::Completed;
                schedule.next_run_at = None;
                schedule.updated_at = now;
                schedules::put(tx, &schedule).await?;
                Ok(true)
            })
            .await?;
        if !ended {
            return Err(ToolError::not_found("the schedule was deleted meanwhile; there is nothing to end"));
        }
        let output = Stopped { schedule_id: self.schedule_id.clone(), status: Status::Completed };
        Ok(Outcome::new(format!("The schedule “{}” has ended.", self.name), output))
    }
}
