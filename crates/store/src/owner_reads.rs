//! Whether the owner may read the turns of others on the console: only turns that began after the person was told.

use std::time::Duration;

use adjutant_domain::{
    ids::{TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// How long delivery of the notice may take before it is sent again.
const ON_ITS_WAY: Duration = Duration::from_hours(1);

/// Returns whether a user must still be told, and records that a message of this time tells them.
pub async fn say(tx: &Tx, user: &UserId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "INSERT INTO owner_reads (user_id, said_at) VALUES (?1, ?2)
             ON CONFLICT (user_id) DO UPDATE SET said_at = ?2 WHERE told_at IS NULL AND said_at < ?3",
            params![user, now, now - ON_ITS_WAY],
        )
        .await?;
    Ok(changed == 1)
}

/// Records that the message written at `said_at` was delivered.
pub async fn note_told(tx: &Tx, user: &UserId, said_at: Timestamp, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE owner_reads SET told_at = ?3 WHERE user_id = ?1 AND said_at = ?2 AND told_at IS NULL",
        params![user, said_at, now],
    )
    .await
    .map(drop)
}

/// Returns since when the owner may read a user's turns; `None` if the user was not told.
pub async fn told_at(tx: &Tx, user: &UserId) -> Result<Option<Timestamp>> {
    let told = tx.value("SELECT told_at AS value FROM owner_reads WHERE user_id = ?1", params![user]);
    Ok(told.await?.flatten())
}

/// Forgets who was told, so that everybody is told again if reading is allowed again.
pub async fn forget_all(tx: &Tx) -> Result<()> {
    tx.execute("DELETE FROM owner_reads -- scan: once, at the start", ()).await.map(drop)
}

/// Returns whether the owner may read a turn. The turn must have begun after its person was told, and so must
/// everything that it is about: its messages, the schedule that it runs, and the turn that it works for. Calls of
/// programs stay private, and so do groups, where nobody is told.
///
/// Rows that are no longer stored count against the owner. Turns are kept for longer than messages, and a turn without
/// messages (the result of a schedule, a summary) repeats older content. `complete_since` is the earliest start of a
/// turn whose messages are all still stored.
pub async fn may_read(tx: &Tx, turn: &TurnId, complete_since: Timestamp) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        is_after: i64,
        works_for_another: i64,
        parent: Option<TurnId>,
    }
    let mut next = turn.clone();
    loop {
        let row: Option<Row> = tx
            .first(
                "SELECT coalesce(t.started_at > r.told_at AND s.client IS NULL AND s.chat_kind = 'direct'
                     AND NOT EXISTS (SELECT 1 FROM inbox i
                         WHERE i.turn_id = t.turn_id AND min(i.sent_at, i.received_at) <= r.told_at)
                     AND CASE
                         WHEN s.run_id IS NOT NULL THEN EXISTS (SELECT 1 FROM runs u JOIN schedules c USING (schedule_id)
                             WHERE u.run_id = s.run_id AND c.created_at > r.told_at)
                         WHEN s.parent_call IS NOT NULL THEN 1
                         ELSE t.started_at >= ?2
                             AND EXISTS (SELECT 1 FROM inbox i WHERE i.turn_id = t.turn_id AND i.kind = 'message')
                     END, 0) AS is_after,
                     s.parent_call IS NOT NULL AS works_for_another,
                     (SELECT c.turn_id FROM tool_calls c WHERE c.call_id = s.parent_call) AS parent
                 FROM turns t JOIN sessions s USING (session_id) LEFT JOIN owner_reads r USING (user_id)
                 WHERE t.turn_id = ?1",
                params![&next, complete_since],
            )
            .await?;
        match row {
            Some(Row { is_after: 1, works_for_another: 0, .. }) => return Ok(true),
            Some(Row { is_after: 1, parent: Some(parent), .. }) => next = parent,
            _ => return Ok(false),
        }
    }
}

/// Returns whether the owner has read a turn, according to the records.
pub async fn is_read(tx: &Tx, turn: &TurnId) -> Result<bool> {
    let read: Option<i64> = tx
        .value("SELECT 1 AS value FROM turns WHERE turn_id = ?1 AND read_at IS NOT NULL", params![turn])
        .await?;
    Ok(read.is_some())
}

/// Records that the owner reads a turn. Returns false if that was recorded before.
pub async fn note_read(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute("UPDATE turns SET read_at = ?2 WHERE turn_id = ?1 AND read_at IS NULL", params![turn, now])
        .await?;
    Ok(changed == 1)
}

#[cfg(test)]
mod tests {
    use adjutant_channel::ChatKind;
    use adjutant_domain::{
        ids::{CallId, RunId, ScheduleId, SessionId},
        origin::Sources,
        tools::ToolCall,
    };

    use super::*;
    use crate::{
        calls, runs,
        schedules::{self, Schedule},
        sessions::{self, Session},
        testing::{self, NOW, Store, chat, ms},
        turns,
    };

    const TOLD: Timestamp = Timestamp::from_millis(NOW.as_millis() + 5_000);

    async fn tell(tx: &Tx, user: &UserId) -> Result<()> {
        assert!(say(tx, user, NOW).await?);
        note_told(tx, user, NOW, TOLD).await
    }

    async fn turn_at(tx: &Tx, session: &SessionId, at: Timestamp) -> Result<TurnId> {
        let turn = turns::open(tx, session, None, at).await?.turn_id;
        turns::set_state(tx, &turn, turns::State::Done, at).await?;
        Ok(turn)
    }

    /// Stores a message that a turn answers.
    async fn message(tx: &Tx, session: &Session, turn: &TurnId, sent: Timestamp) -> Result<()> {
        tx.execute(
            "INSERT INTO inbox (channel, external_id, chat, session_id, kind, state, body, sent_at, received_at, turn_id)
             VALUES ('test', ?1, 'alice', ?2, 'message', 'done', '{}', ?3, ?4, ?1)",
            params![turn, &session.session_id, sent, TOLD + ms(2)],
        )
        .await
        .map(drop)
    }

    /// Stores a turn of a specialist that works for a call of this turn.
    async fn part_of(tx: &Tx, session: &Session, turn: &TurnId, at: Timestamp) -> Result<TurnId> {
        let call =
            ToolCall { id: "call-1".to_owned(), name: "delegate".to_owned(), arguments: "{}".to_owned() };
        let id = CallId::generate();
        let entry = turns::append_assistant(tx, turn, ("", 0), &Sources::OWN, at).await?;
        let new =
            calls::New { id: &id, call: &call, state: calls::State::Done, result: "done", error_code: None };
        calls::insert(tx, turn, entry, 0, new).await?;
        let own = sessions::open_delegated(tx, session, ("reader", &id), at).await?;
        turn_at(tx, &own, at).await
    }

    #[tokio::test]
    async fn a_person_is_told_once_until_all_is_forgotten() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        store
            .write(async move |tx| {
                let id = &alice.user_id;
                assert!(say(tx, id, NOW).await?);
                assert!(!say(tx, id, NOW + ms(1)).await?, "the message is on its way");
                assert_eq!(told_at(tx, id).await?, None);
                let again = NOW + ON_ITS_WAY + ms(1);
                assert!(say(tx, id, again).await?, "it did not arrive");
                note_told(tx, id, NOW, again).await?;
                assert_eq!(told_at(tx, id).await?, None, "another message is awaited");
                note_told(tx, id, again, again + ms(1)).await?;
                note_told(tx, id, again, again + ms(2)).await?;
                assert_eq!(told_at(tx, id).await?, Some(again + ms(1)));
                assert!(!say(tx, id, again + ON_ITS_WAY * 2).await?);
                forget_all(tx).await?;
                assert_eq!(told_at(tx, id).await?, None);
                assert!(say(tx, id, again).await?);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn only_what_was_written_after_it_is_read() {
        let store = Store::new().await;
        let ((alice, session), (_, of_bob)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let before = turn_at(tx, &session.session_id, NOW).await?;
                assert!(!may_read(tx, &before, NOW).await?);
                tell(tx, &alice.user_id).await?;
                let after = TOLD + ms(3);
                assert!(!may_read(tx, &before, NOW).await?);
                let at_once = turn_at(tx, &session.session_id, TOLD).await?;
                message(tx, &session, &at_once, TOLD + ms(1)).await?;
                assert!(!may_read(tx, &at_once, NOW).await?);
                let late = turn_at(tx, &session.session_id, after).await?;
                message(tx, &session, &late, TOLD).await?;
                assert!(!may_read(tx, &late, NOW).await?, "what it answers was written before");
                let new = turn_at(tx, &session.session_id, after).await?;
                message(tx, &session, &new, TOLD + ms(1)).await?;
                assert!(may_read(tx, &new, NOW).await?);
                let group =
                    sessions::open(tx, &chat("family"), ChatKind::Group, &alice.user_id, after).await?;
                let in_group = turn_at(tx, &group.session_id, after).await?;
                message(tx, &group, &in_group, TOLD + ms(1)).await?;
                assert!(!may_read(tx, &in_group, NOW).await?, "others wrote in the group, too");
                let theirs = turn_at(tx, &of_bob.session_id, after).await?;
                message(tx, &of_bob, &theirs, TOLD + ms(1)).await?;
                assert!(!may_read(tx, &theirs, NOW).await?, "bob was not told");
                assert!(!may_read(tx, &TurnId("turn-1".to_owned()), NOW).await?);

                assert!(!is_read(tx, &new).await?);
                assert!(note_read(tx, &new, after).await? && !note_read(tx, &new, after).await?);
                assert!(is_read(tx, &new).await?);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn what_is_not_stored_any_more_proves_nothing() {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        store
            .write(async move |tx| {
                tell(tx, &alice.user_id).await?;
                let after = TOLD + ms(3);
                let silent = turn_at(tx, &session.session_id, after).await?;
                assert!(!may_read(tx, &silent, NOW).await?, "the result of a schedule answers no message");
                let turn = turn_at(tx, &session.session_id, after).await?;
                message(tx, &session, &turn, TOLD + ms(1)).await?;
                assert!(may_read(tx, &turn, after).await?);
                assert!(!may_read(tx, &turn, after + ms(1)).await?, "some of its messages may be deleted");

                let part = part_of(tx, &session, &turn, after).await?;
                assert!(may_read(tx, &part, after).await?);
                tx.execute("DELETE FROM inbox WHERE turn_id = ?1", params![&turn]).await?;
                assert!(!may_read(tx, &turn, NOW).await?, "its messages are deleted");
                assert!(!may_read(tx, &part, NOW).await?, "so is what it works for");
                message(tx, &session, &turn, TOLD + ms(1)).await?;
                assert!(may_read(tx, &part, NOW).await?);
                tx.execute("DELETE FROM tool_calls WHERE turn_id = ?1", params![&turn]).await?;
                assert!(!may_read(tx, &part, NOW).await?, "nobody knows what it works for");
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn a_run_is_read_if_its_schedule_was_made_after_it() {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        store
            .write(async move |tx| {
                tell(tx, &alice.user_id).await?;
                let mut read = Vec::new();
                for (name, made) in [("old", TOLD), ("new", TOLD + ms(1))] {
                    let (id, run) = (ScheduleId(name.to_owned()), RunId(format!("run-{name}")));
                    let schedule = Schedule {
                        name: name.to_owned(),
                        goal: "Stretch!".to_owned(),
                        cadence_type: "interval".to_owned(),
                        cadence_value: "3600".to_owned(),
                        timezone: "UTC".to_owned(),
                        ..Schedule::new(id.clone(), alice.user_id.clone(), session.session_id.clone(), made)
                    };
                    schedules::put(tx, &schedule).await?;
                    runs::insert(tx, &run, testing::run(&id, &alice.user_id, NOW), NOW).await?;
                    let own = sessions::open_run(tx, &session, &run, TOLD + ms(2)).await?;
                    let turn = turn_at(tx, &own.session_id, TOLD + ms(2)).await?;
                    read.push(may_read(tx, &turn, NOW).await?);
                }
                assert_eq!(read, [false, true]);
                Ok(())
            })
            .await;
    }
}
