//! The tools offered to a turn.

use std::sync::Arc;

use adjutant_store::schedules;
use adjutant_tools::kit::{Entry, OfferedTools, SessionView};
use anyhow::Result;

use super::{call::place, delegation, turn::Job};
use crate::{approvals::policy, core::Core};

/// Prepares the tools for the next step of a turn: their definitions can depend on earlier steps.
pub(super) async fn offered(core: &Arc<Core>, job: &Job) -> Result<OfferedTools> {
    let schedule = match job.session.run_id.clone() {
        Some(run) => core.db.read(async move |tx| schedules::of_run(tx, &run).await).await?,
        None => None,
    };
    let preparation =
        SessionView::new(&core.db, &core.config, (&job.user, &job.session), core.clock.timestamp())
            .of_run(schedule.as_ref());
    let (rules, place) = (&core.config.tools.rules, place(job));
    let is_on = |tool: &Entry| policy::is_on(rules, place, tool) && delegation::may_use(core, job, tool);
    core.tools.tools(preparation, is_on).await
}
