//! The tools offered to a turn.

use std::sync::Arc;

use adjutant_domain::policy::names;
use adjutant_store::{
    db::{Scope, Tx},
    leases, open_toolsets, schedules,
    sessions::Session,
    turns::Entry as TurnEntry,
};
use adjutant_tools::kit::{Category, Definition, Entry, OfferedTools, Permission, Risk, SessionView};
use adjutant_tools::{outputs::OUTPUTS, toolsets::TOOLSETS};
use anyhow::Result;

use super::{delegation, pipeline::place, step::Tools, turn::Job};
use crate::{approvals::policy, core::Core};

#[cfg(test)]
mod tests;

/// Prepares the tools for the next step of a turn. Their definitions can depend on earlier steps.
pub(super) async fn offered(core: &Arc<Core>, job: &Job) -> Result<OfferedTools> {
    let schedule = match job.session.run_id.clone() {
        Some(run) => core.db.read(async move |tx| schedules::of_run(tx, &run).await).await?,
        None => None,
    };
    let preparation =
        SessionView::new(&core.db, &core.config, (&job.user, &job.session), core.clock.timestamp())
            .of_run(schedule.as_ref());
    let (rules, place) = (&core.config.tools.rules, place(job));
    let is_on = |tool: &Entry| {
        policy::is_on(rules, place, tool)
            && is_in_chat(core, &job.session, tool)
            && delegation::may_use(job, tool)
    };
    core.tools.tools(preparation, is_on).await
}

/// Returns whether a session's chat may use a tool, if the settings limit the chat to some tools. The tools that read
/// long results and open toolsets are always allowed. An MCP client is not limited: it works for the person, whatever
/// chat its prompts go to.
pub(crate) fn is_in_chat(core: &Core, session: &Session, tool: &Entry) -> bool {
    let own = core.config.chat(&session.chat().to_string()).and_then(|own| own.tools.as_ref());
    own.filter(|_| session.client.is_none()).is_none_or(|own| {
        [OUTPUTS, TOOLSETS].contains(&&*tool.toolset) || own.iter().any(|name| names(name, tool.subject()))
    })
}

/// Prepares the tools for a request to the model. If the person's own words, or the goal of a run, are still
/// unanswered, opens the toolsets that these words plainly need.
pub(super) async fn for_request(core: &Arc<Core>, job: &Job) -> Result<OfferedTools> {
    let offered = offered(core, job).await?;
    let is_answered = matches!(job.turn.entries.last(), Some(TurnEntry::Assistant { .. }));
    // The built-in assistant knows all tools.
    if is_answered || job.uses_built_in_assistant(core) {
        return Ok(offered);
    }
    let needed = offered.needed_by(&job.own_words());
    if needed.is_empty() {
        return Ok(offered);
    }
    open(core, job, needed).await?;
    self::offered(core, job).await
}

async fn open(core: &Arc<Core>, job: &Job, toolsets: Vec<Arc<str>>) -> Result<()> {
    let (process, lease, now) = (core.process.clone(), job.lease.clone(), core.clock.timestamp());
    let session = job.session.session_id.clone();
    let open = async move |tx: &Tx| {
        leases::check(tx, &process, &lease).await?;
        open_toolsets::open(tx, &session, &toolsets, now).await
    };
    core.db.write_unsynced(Scope::Session(job.session.session_id.clone()), open).await
}

impl Tools for OfferedTools {
    fn is_read_only(&self, tool: &str) -> bool {
        self.is_read_only(tool)
    }

    fn is_network_read(&self, tool: &str) -> bool {
        let is_one = |definition: &Definition| {
            let reads = definition.idempotent && definition.risk == Risk::Safe;
            reads && definition.needs.contains(&Permission::Network)
        };
        self.get(tool).is_ok_and(|tool| is_one(&tool.definition))
    }

    fn is_idempotent(&self, tool: &str) -> bool {
        self.is_idempotent(tool)
    }

    fn is_delegated(&self, tool: &str) -> bool {
        self.get(tool).is_ok_and(|tool| tool.definition.category == Category::Agents)
    }
}
