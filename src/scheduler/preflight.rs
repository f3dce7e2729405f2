//! Whether a run can work at all; one that cannot takes nothing, and says why.

use anyhow::Result;

use super::finish::{Ended, Fault};
use crate::{
    budget::Spent,
    config::ProviderName,
    core::Core,
    day,
    db::Tx,
    provider::offline,
    store::{runs::Status, schedules::Schedule, sessions::Session},
    texts::{schedules as texts, usage},
};

/// What keeps a run from its work.
pub(super) struct Obstacle {
    why: String,
    fault: Fault,
}

impl Obstacle {
    /// The end of the run that did not begin.
    pub(super) fn ends(&self) -> Ended<'_> {
        let spent = Spent::default();
        Ended { status: Status::Failed, said: &self.why, long: None, fault: self.fault, spent }
    }
}

/// What would keep a run of a schedule from its work in the chat of origin, if anything.
pub(super) async fn obstacle(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    origin: &Session,
) -> Result<Option<Obstacle>> {
    let channel = &origin.chat().channel;
    if core.channels.get(channel).is_err() {
        return Ok(Some(Obstacle { why: texts::no_channel(channel), fault: Fault::Own }));
    }
    if core.config.model.provider == ProviderName::Offline {
        // It takes nothing, but what it does not understand it cannot do either.
        let is_hard = !offline::understands(&schedule.goal);
        return Ok(is_hard.then(|| Obstacle { why: texts::no_model().to_owned(), fault: Fault::Own }));
    }
    let used_up = day::used_up(tx, core, &schedule.user_id, Spent::default()).await?;
    Ok(used_up.map(|measure| Obstacle { why: usage::day_used_up(measure), fault: Fault::Day }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        config::Config,
        fake_channel::Fake,
        ids::ScheduleId,
        scheduler::tick,
        store::{
            people::{self, Admission},
            runs::{self, Delivery, Run},
            schedules,
            testing::{NOW, Store},
        },
    };

    /// What becomes of a task that is due in alice's chat of the channel `test`, and what was posted: the channel, and
    /// what it says.
    async fn is_due(channel: &'static str, provider: ProviderName) -> (Run, Vec<String>) {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        let (mut parts, _) = store.parts(vec![Arc::new(Fake::new(channel))]);
        let mut config = Config::default();
        config.model.provider = provider;
        parts.config = Arc::new(config);
        let core = Core::new(parts);
        let user = alice.user_id.clone();
        store
            .write(async move |tx| {
                people::add_identity(tx, &user, ("other", "7"), Admission::Owner, NOW).await?;
                tx.execute("UPDATE identities SET direct_chat = '7'", ()).await?;
                let task = Schedule {
                    name: "Tide".to_owned(),
                    goal: "Look at the tide".to_owned(),
                    cadence_type: "interval".to_owned(),
                    cadence_value: "3600".to_owned(),
                    timezone: "UTC".to_owned(),
                    next_run_at: Some(NOW),
                    ..Schedule::new(ScheduleId("tide".to_owned()), user, session.session_id, NOW)
                };
                schedules::put(tx, &task).await
            })
            .await;
        tick(&core).await.unwrap();
        let found = store.read(async move |tx| {
            let scope = crate::memory::Scope::Everything;
            let id = ScheduleId("tide".to_owned());
            let runs = runs::of_schedule(tx, &alice.user_id, &id, &scope, 10).await?;
            #[derive(Debug, serde::Deserialize)]
            struct Row {
                value: String,
            }
            let said: Vec<Row> = tx
                .all(
                    "SELECT channel || ': ' || json_extract(content, '$.body.text') AS value FROM outbox",
                    (),
                )
                .await?;
            Ok((runs, said.into_iter().map(|row| row.value).collect()))
        });
        let (mut runs, said) = found.await;
        (runs.remove(0), said)
    }

    #[tokio::test]
    async fn without_a_model_nothing_begins_that_needs_one() {
        let (run, said) = is_due("test", ProviderName::Offline).await;
        assert_eq!(
            (run.status, run.delivery, run.spent()),
            (Status::Failed, Delivery::Pending, Spent::default())
        );
        insta::assert_snapshot!(said.join("\n"), @"
        test: Tide

        This could not run: no language model is set up, and the built-in assistant does not know how to do it. Whoever runs this bot can set one up, under [model].
        ");
    }

    #[tokio::test]
    async fn without_its_channel_nothing_begins_and_the_owner_is_told_on_another() {
        let (run, said) = is_due("other", ProviderName::OpenAi).await;
        assert_eq!((run.status, run.spent()), (Status::Failed, Spent::default()));
        insta::assert_snapshot!(said.join("\n"), @"
        other: Tide

        This could not run: it reports to test, which is not set up here any more. Nothing was spent on it. Whoever runs this bot can set test up again; or have the task made anew where it is to report now.
        ");
    }

    #[tokio::test]
    async fn with_a_model_and_a_channel_it_begins() {
        let (run, said) = is_due("test", ProviderName::OpenAi).await;
        assert_eq!((run.status, said.len()), (Status::Running, 0));
    }
}
