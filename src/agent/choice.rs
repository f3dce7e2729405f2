//! Which model works on a turn.

use adjutant_config::{Config, SpecialistSettings};
use adjutant_provider::models::Model;
use adjutant_store::sessions::Session;

use super::turn::Job;
use crate::core::Core;

/// What a model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The next response of the turn, and what its calls ask.
    Answer,
    /// The summary of a conversation that outgrew the model's context.
    Summary,
}

/// Returns the model for a task of a turn.
pub(super) fn of<'a>(core: &'a Core, job: &Job, task: Task) -> &'a Model {
    core.models.get(choice(&core.config, &job.session, job.specialist.as_deref(), task))
}

/// Returns the name of the model for a task; `None` is `[model]`.
fn choice<'a>(
    config: &'a Config,
    session: &'a Session,
    specialist: Option<&'a SpecialistSettings>,
    task: Task,
) -> Option<&'a str> {
    let settings = &config.model;
    let answers = if session.agent.is_some() {
        let own = specialist.and_then(|own| own.model.as_deref());
        own.or(settings.specialists.as_deref())
    } else if session.run_id.is_some() {
        settings.runs.as_deref()
    } else {
        None
    };
    match task {
        Task::Answer => answers,
        Task::Summary => settings.summaries.as_deref().or(answers),
    }
}
