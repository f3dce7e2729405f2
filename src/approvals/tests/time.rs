//! Reminders, and the audit log's entries.

use adjutant_store::{
    audit,
    db::{Scope, SyncedTx},
};

use super::*;

/// Posts the due reminders.
async fn remind_at(room: &ApprovalRoom, now: Timestamp) -> usize {
    let core = room.core.clone();
    room.store
        .write(async move |tx| {
            let due = rows::due_reminders(tx, now, 50).await?;
            for prompt in &due {
                remind(tx, &core, *prompt, now).await?;
            }
            Ok(due.len())
        })
        .await
}

#[tokio::test]
async fn what_waits_is_reminded_of_once_an_hour_before_it_expires() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let reminder = OutboxKey::Reminder(room.approvals[0].outbox_id);
    assert_eq!(remind_at(&room, EXPIRES - HOUR - ms(1)).await, 0);
    assert_eq!(remind_at(&room, EXPIRES - HOUR).await, 1, "one line for each prompt");
    insta::assert_snapshot!(room.said(reminder).await.join("\n"), @"⏳ This still waits for a decision: Fetch https://example.com/; Fetch https://example.org/. It expires in 1 h, on 2 May 2026, 08:00 UTC.");
    assert_eq!(remind_at(&room, EXPIRES - ms(1)).await, 0);
}

#[tokio::test]
async fn what_is_decided_or_over_is_not_reminded_of() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    assert_eq!(remind_at(&room, EXPIRES - ms(1)).await, 0);
    let room = ApprovalRoom::asking(&["example.com"]).await;
    assert_eq!(remind_at(&room, EXPIRES).await, 0);
}

#[tokio::test]
async fn a_short_wait_is_reminded_of_in_its_last_quarter() {
    let mut config = Config::default();
    config.approvals.expiry = Duration::from_mins(20);
    let mut room = ApprovalRoom::with(config).await;
    room.asks(&["example.com"], How::default()).await;
    let due = NOW + ms(15 * 60_000);
    assert_eq!((remind_at(&room, due - ms(1)).await, remind_at(&room, due).await), (0, 1));
}

#[tokio::test]
async fn the_timetable_knows_when_to_look_next() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let next = || room.store.read(async |tx| rows::next_time(tx).await);
    assert_eq!(next().await, Some(EXPIRES - HOUR));
    remind_at(&room, EXPIRES - HOUR).await;
    assert_eq!(next().await, Some(EXPIRES));
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    assert_eq!(next().await, None);
}

/// Returns the audit log's entries: kind, outcome, actor.
async fn audited(room: &ApprovalRoom) -> Vec<String> {
    let entries = room.store.read(async |tx| audit::page(tx, 0, Timestamp::EPOCH, None, 100).await).await;
    let line = |entry: &audit::Entry| {
        let actor = entry.actor_name.as_deref().unwrap_or("nobody");
        format!("{} {} by {actor}", entry.kind.text(), entry.outcome)
    };
    entries.iter().map(line).collect()
}

#[tokio::test]
async fn every_end_of_a_question_is_audited() {
    let room =
        ApprovalRoom::asking_in_a_group(&["a.example", "b.example", "c.example"], How::default()).await;
    let approver = User { approver: true, ..room.bob.clone() };
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    room.press(&approver, 1, CallChoice::Conversation, NOW).await;
    room.press(&room.alice, 1, CallChoice::Once, NOW).await;
    let turn = room.turn.clone();
    let expire_now = async move |tx: &SyncedTx| expire(tx, &Channels::default(), &turn, EXPIRES).await;
    assert_eq!(room.store.write(expire_now).await, 1);
    assert_eq!(
        audited(&room).await,
        [
            "decision denied by alice",
            "decision approved by bob",
            "grant conversation by bob",
            "decision expired by nobody"
        ]
    );

    let room = ApprovalRoom::asking(&["a.example"]).await;
    let session = room.session.session_id.clone();
    room.store.write(async move |tx| withdraw(tx, &session, NOW).await).await;
    assert_eq!(audited(&room).await, ["decision cancelled by alice"]);
}

#[tokio::test]
async fn the_audit_cannot_be_changed() {
    let room = ApprovalRoom::asking(&["a.example"]).await;
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    for sql in [
        "UPDATE audit SET outcome = 'approved'",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit SELECT * FROM audit",
    ] {
        let error =
            room.store.db.write(Scope::Global, async move |tx| tx.execute(sql, ()).await).await.unwrap_err();
        assert!(format!("{error:#}").contains("the audit is append-only"), "{error:#}");
    }
    assert_eq!(audited(&room).await, ["decision denied by alice"]);
}
