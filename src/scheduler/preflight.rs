//! Checks whether a run can work at all. A run that cannot is reported, and costs nothing.

use adjutant_domain::budget::Spent;
use adjutant_provider::offline;
use adjutant_store::{db::Tx, runs::Status, schedules::Schedule, sessions::Session};
use adjutant_texts::{runs as texts, usage};
use anyhow::Result;

use crate::{
    core::Core,
    daily_budget,
    runs::finish::{AttemptEnd, FailureKind},
};

/// A reason why a run cannot work.
pub(super) struct Obstacle {
    why: String,
    fault: FailureKind,
}

impl Obstacle {
    /// Returns the end of a run that did not begin.
    pub(super) fn ends(&self) -> AttemptEnd<'_> {
        let spent = Spent::default();
        AttemptEnd {
            status: Status::Failed,
            said: &self.why,
            why: &self.why,
            file: None,
            fault: self.fault,
            spent,
        }
    }
}

/// Returns the reason why a run of a schedule cannot work in its chat of origin, if there is one.
pub(super) async fn configuration_error(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    origin: &Session,
) -> Result<Option<Obstacle>> {
    let channel = &origin.chat().channel;
    if core.channels.get(channel).is_err() {
        return Ok(Some(Obstacle { why: texts::no_channel(channel), fault: FailureKind::Permanent }));
    }
    if !core.config.has_model() {
        // The built-in assistant costs nothing, but cannot carry out a goal that it does not understand.
        let is_hard = !offline::understands(&schedule.goal);
        return Ok(
            is_hard.then(|| Obstacle { why: texts::no_model().to_owned(), fault: FailureKind::Permanent })
        );
    }
    let used_up = daily_budget::used_up(tx, core, &schedule.user_id, Spent::default()).await?;
    Ok(used_up.map(|measure| Obstacle { why: usage::day_used_up(measure), fault: FailureKind::DailyBudget }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use adjutant_config::{Config, ProviderName};
    use adjutant_domain::{ids::ScheduleId, timestamp::Timestamp};
    use adjutant_store::{
        people::{self, AccountRef, Admission},
        runs::{self, Delivery, Run},
        schedules,
        testing::{NOW, Store, ms},
    };

    use super::*;
    use crate::{scheduler::tick, testing::fake_channel::Fake};

    /// Runs a daily task in alice's chat on the channel `test` that is due now, with only `channel` set up. Returns the
    /// run, and the channel and text of each posted message.
    async fn is_due(channel: &'static str, provider: ProviderName) -> (Run, Vec<String>) {
        was_due(NOW, channel, provider).await
    }

    /// Does the same for a task that was due at `at`.
    async fn was_due(at: Timestamp, channel: &'static str, provider: ProviderName) -> (Run, Vec<String>) {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        let mut config = Config::default();
        config.model.provider = provider;
        let core = Core::new(crate::testing::parts(&store, vec![Arc::new(Fake::new(channel))], config).0);
        let user = alice.user_id.clone();
        store
            .write(async move |tx| {
                people::add_identity(tx, &user, AccountRef::new("other", "7"), Admission::Owner, NOW).await?;
                tx.execute("UPDATE identities SET direct_chat = '7'", ()).await?;
                let task = Schedule {
                    name: "Tide".to_owned(),
                    goal: "Look at the tide".to_owned(),
                    cadence_type: "interval".to_owned(),
                    cadence_value: "86400".to_owned(),
                    timezone: "UTC".to_owned(),
                    anchor_at: at,
                    next_run_at: Some(at),
                    ..Schedule::new(
                        ScheduleId("tide".to_owned()),
                        user.clone(),
                        session.session_id.clone(),
                        NOW,
                    )
                };
                schedules::put(tx, &task).await
            })
            .await;
        // The second pass reports the misfires that the first one found.
        for _ in 0..2 {
            tick(&core).await.unwrap();
        }
        let found = store.read(async move |tx| {
            let scope = adjutant_domain::scope::Scope::Everything;
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

        This could not run: no language model is set up, and the built-in assistant does not know how to do it. The operator of this bot can set one up, under [model].
        ");
    }

    #[tokio::test]
    async fn without_its_channel_nothing_begins_and_the_owner_is_told_on_another() {
        let (run, said) = is_due("other", ProviderName::OpenAi).await;
        assert_eq!((run.status, run.spent()), (Status::Failed, Spent::default()));
        insta::assert_snapshot!(said.join("\n"), @"
        other: Tide

        This could not run: it reports to test, which is no longer set up here. Nothing was spent on it. The operator of this bot can set test up again, or you can ask for the task again in the chat where it should report.
        ");
    }

    #[tokio::test]
    async fn what_was_missed_is_told_on_another_channel_too() {
        let (run, said) = was_due(NOW - ms(2 * 3_600_000), "other", ProviderName::OpenAi).await;
        assert_eq!(run.status, Status::Skipped);
        insta::assert_snapshot!(said.join("\n"), @"
        other: While I was away, this was due and did not run:

        • “Tide”: Fri 1 May, 06:00; next on Sat 2 May, 06:00
        ");
    }

    #[tokio::test]
    async fn with_a_model_and_a_channel_it_begins() {
        let (run, said) = is_due("test", ProviderName::OpenAi).await;
        assert_eq!((run.status, said.len()), (Status::Running, 0));
    }
}
