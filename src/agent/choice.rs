//! The choice of the model for a turn.

use adjutant_config::{Config, SpecialistSettings};
use adjutant_provider::models::Model;
use adjutant_store::{
    chosen_model,
    db::Tx,
    people::{Role, User},
    schedules,
    sessions::{Session, Work},
    toolset_state::MODEL,
};

use anyhow::Result;

use super::turn::Job;
use crate::core::Core;

/// The task of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The next response of the turn, and the questions of its calls.
    Answer,
    /// The summary of a conversation that outgrew the model's context.
    Summary,
}

/// Returns the name of the model that is set in the schedule of a run.
pub(super) async fn of_schedule(core: &Core, session: &Session) -> Result<Option<String>> {
    let Some(run) = session.run_id.clone() else { return Ok(None) };
    let schedule = core.db.read(async move |tx| schedules::of_run(tx, &run).await).await?;
    Ok(schedule.and_then(|schedule| schedule.model))
}

/// Returns the model for a task of a turn.
pub(super) fn of<'a>(core: &'a Core, job: &Job, task: Task) -> &'a Model {
    let chosen = match job.session.run_id {
        Some(_) => job.model_of_schedule.as_deref(),
        None => chosen_model::parse(job.offered.state(MODEL)),
    };
    let chosen = chosen.filter(|name| may_choose(&core.config, &job.user, name));
    core.models.get(choice(&core.config, &job.session, (job.specialist.as_deref(), chosen), task))
}

/// Returns the model that answers in a conversation.
pub(crate) async fn in_conversation<'a>(
    tx: &Tx,
    core: &'a Core,
    (session, user): (&Session, &User),
) -> Result<&'a Model> {
    let chosen = chosen(tx, core, (session, user)).await?;
    Ok(core.models.get(chosen.as_deref().or_else(|| usual(&core.config, session))))
}

/// Returns the name of the model that the person has chosen for a conversation, if they may still use it.
pub(crate) async fn chosen(
    tx: &Tx,
    core: &Core,
    (session, user): (&Session, &User),
) -> Result<Option<String>> {
    let chosen = chosen_model::of(tx, &session.session_id).await?;
    Ok(chosen.filter(|name| may_choose(&core.config, user, name)))
}

/// Returns the name of the model that answers in a conversation unless its person chooses another; `None` is `[model]`.
pub(crate) fn usual<'a>(config: &'a Config, session: &Session) -> Option<&'a str> {
    config.chat(&session.chat().to_string())?.model.as_deref()
}

/// Returns whether a person may choose the model `[models.NAME]` for a conversation. With the built-in assistant, there
/// is no choice.
pub(crate) fn may_choose(config: &Config, user: &User, name: &str) -> bool {
    choosable(config, user).any(|known| known == name)
}

/// Returns the names of the models that a person may choose.
pub(crate) fn choosable<'a>(config: &'a Config, user: &User) -> impl Iterator<Item = &'a str> {
    config.choosable(user.role == Role::Owner)
}

/// Returns the name of the model for a task; `None` is `[model]`. `chosen` is the model that the person has chosen for
/// the conversation, or the model of a run's schedule.
fn choice<'a>(
    config: &'a Config,
    session: &'a Session,
    (specialist, chosen): (Option<&'a SpecialistSettings>, Option<&'a str>),
    task: Task,
) -> Option<&'a str> {
    let settings = &config.model;
    let answers = match session.work() {
        Work::Delegated { .. } => {
            let own = specialist.and_then(|own| own.model.as_deref());
            own.or(settings.specialists.as_deref())
        }
        Work::Run(_) => chosen.or(settings.runs.as_deref()),
        Work::Conversation | Work::Client(_) => chosen.or_else(|| usual(config, session)),
    };
    match task {
        Task::Answer => answers,
        Task::Summary => settings.summaries.as_deref().or(answers),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::ids::RunId;
    use adjutant_store::testing::Store;

    use super::*;

    #[tokio::test]
    async fn each_task_has_its_model() {
        let (_, conversation) = Store::new().await.person("alice").await;
        let (mut run, mut specialist) = (conversation.clone(), conversation.clone());
        run.run_id = Some(RunId::generate());
        specialist.agent = Some("poet".to_owned());
        let poet = SpecialistSettings { model: Some("own".to_owned()), ..SpecialistSettings::default() };
        let mut config = Config::default();
        let of = |config: &Config, session: &Session, settings: Option<&SpecialistSettings>, task| {
            let chosen = session.run_id.is_none().then_some("chosen");
            choice(config, session, (settings, chosen), task).map(str::to_owned)
        };
        let all = |config: &Config| {
            let helper = SpecialistSettings::default();
            [
                of(config, &conversation, None, Task::Answer),
                of(config, &run, None, Task::Answer),
                of(config, &specialist, Some(&helper), Task::Answer),
                of(config, &specialist, Some(&poet), Task::Answer),
                of(config, &conversation, None, Task::Summary),
            ]
            .map(|name| name.unwrap_or_else(|| "usual".to_owned()))
        };
        assert_eq!(all(&config), ["chosen", "usual", "usual", "own", "chosen"]);
        config.model.runs = Some("runs".to_owned());
        config.model.specialists = Some("specialists".to_owned());
        config.model.summaries = Some("summaries".to_owned());
        assert_eq!(all(&config), ["chosen", "runs", "specialists", "own", "summaries"]);
        assert_eq!(choice(&config, &run, (None, Some("kept")), Task::Answer), Some("kept"));
    }
}
