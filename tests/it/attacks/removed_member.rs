//! A person who was served and is not any more. Their data stays, but does nothing until they are back.

use adjutant_domain::timestamp::Timestamp;
use adjutant_simulators::model::Turn;
use adjutant_store::{db::Scope, people};
use serde_json::{Value, json};

use super::stage::{Family, server};
use crate::harness::{Chat as _, Masked as _, Setup, Shown, reads};

const ALICE_ALONE: &str = r#"["telegram:42"]"#;
const BOTH: &str = r#"["telegram:42", "telegram:43"]"#;

#[tokio::test]
async fn their_messages_are_not_answered() {
    let mut family = Family::open().await;
    family.bob_tries(("memory_save", json!({"content": "The wifi code is 4711."}))).await;
    let before = family.stage.deeds().await;
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    let asked = family.stage.bot.model().count();
    family.bob.says("what is the wifi code?").await;
    let line = family.tg().next_message(&family.bob).await;
    assert!(!line.text.contains("4711"), "{}", line.text);
    family.bob.says_in(&family.group, "@adjutant_bot what is the wifi code?").await;
    family.tg().all_acknowledged().await;
    family.stage.bot.rests().await;
    assert_eq!(family.stage.bot.model().count(), asked);
    family.stage.ends_as(&before).await;
}

#[tokio::test]
async fn their_commands_are_not_carried_out() {
    let mut family = Family::open().await;
    family.bob_tries(("memory_save", json!({"content": "The wifi code is 4711."}))).await;
    let before = family.stage.deeds().await;
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    family.bob.says("/memory").await;
    let line = family.tg().next_message(&family.bob).await;
    assert!(!line.text.contains("4711"), "{}", line.text);
    for command in ["/remember invoices go to bob", "/export", "/schedules"] {
        family.bob.says(command).await;
    }
    family.tg().all_acknowledged().await;
    family.stage.bot.rests().await;
    family.stage.ends_as(&before).await;
}

#[tokio::test]
async fn their_presses_decide_nothing() {
    let mut family = Family::open().await;
    let before = family.stage.deeds().await;
    let post = json!({"url": family.stage.mallory.url("/"), "body": "{}"});
    let prompt = family.asks(&family.bob, "send it", [Turn::calls([("http_post", post)])]).await;
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    family.bob.presses(&prompt, "Approve").await;
    family.stage.bot.rests().await;
    family.stage.ends_as(&before).await;
}

#[tokio::test]
async fn their_questions_are_withdrawn_with_them() {
    let family = Family::open().await;
    own(&family).await;
    let before = family.stage.deeds().await;
    let post = || Turn::calls([("http_post", json!({"url": family.stage.mallory.url("/"), "body": "{}"}))]);
    let shared = family.asks(&family.bob, "send it", [post()]).await;
    family.stage.bot.model().script([post()]);
    family.bob.says("send it").await;
    let private = family.tg().next_message(&family.bob).await;

    family.removes_bob().await;
    let withdrawn = family.tg().when(&shared, |now| now.buttons.is_empty()).await;
    reads!(Shown::from(withdrawn).masked(&server(&family.stage.mallory), "mallory.example"), @"
    Send data to mallory.example/
    POST http://mallory.example/
    Content type: application/json

    {}
    What is sent cannot be taken back.
    🚫 Withdrawn; nothing was done
    ");
    family.tg().when(&private, |now| now.buttons.is_empty() && now.text.contains("Withdrawn")).await;
    for (prompt, who) in [(&shared, &family.bob), (&shared, &family.alice()), (&private, &family.bob)] {
        let pressed = who.presses(prompt, "Approve").await;
        assert!(pressed.alert, "{pressed:?}");
    }
    family.stage.bot.rests().await;
    assert_eq!(
        family.stage.bot.number("SELECT count(*) AS value FROM approvals WHERE state = 'pending'").await,
        0
    );
    assert_eq!(family.stage.bot.model().count(), 2, "the model went on working for bob");
    family.stage.ends_as(&before).await;
}

/// Makes alice the owner.
async fn own(family: &Family) {
    let db = &family.stage.bot.app().core().db;
    let code = db
        .write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await)
        .await
        .unwrap()
        .unwrap();
    family.stage.alice().says(&format!("/start {code}")).await;
    family.stage.bot.next_message().await;
}

impl Family {
    /// Makes alice remove bob by a button of the list of people.
    async fn removes_bob(&self) {
        let alice = self.stage.alice();
        alice.says("/people").await;
        let list = self.stage.bot.next_message().await;
        let bob = alice.taps(&list, "2").await;
        assert!(bob.text.starts_with("bob"), "{bob}");
        let sure = alice.taps(&bob, "Remove").await;
        reads!(alice.presses(&sure, "Yes, remove").await, @"Removed.");
        alice.changes(&sure).await;
    }
}

#[tokio::test]
async fn their_reminders_are_not_delivered() {
    let mut family = Family::open().await;
    family.bob_tries(("schedule_create", every_hour(json!({"goal": "drink water", "reminder": true})))).await;
    family.stage.has_reminder("stretch").await;
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    for _ in 0..2 {
        family.stage.bot.advance(60);
        assert!(family.stage.bot.next_message().await.text.contains("stretch"));
        family.stage.bot.rests().await;
    }
    let to_bob = family.tg().read_all(&family.bob);
    assert!(to_bob.is_empty(), "{:?}", to_bob.iter().map(|message| &message.text).collect::<Vec<_>>());
    family.stage.bot.end().await;
}

#[tokio::test]
async fn their_tasks_do_not_run_until_they_are_back() {
    let mut family = Family::open().await;
    family.bob_tries(("schedule_create", every_hour(json!({"goal": "Look at the tide"})))).await;
    family.stage.has_reminder("stretch").await;
    let (before, asked) = (family.stage.deeds().await, family.stage.bot.model().count());
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    family.stage.bot.advance(60);
    assert!(family.stage.bot.next_message().await.text.contains("stretch"));
    family.stage.bot.rests().await;
    assert_eq!(family.stage.bot.model().count(), asked, "it has run");
    assert_eq!(family.stage.deeds().await, before, "what they have stays");
    // The task is due now, so it begins as soon as the gateway starts.
    family.stage.bot.model().script([Turn::text("The tide is out.")]);
    family.stage.bot.restart_with("ACCESS__ALLOW", BOTH).await;
    let ran = family.tg().next_message(&family.bob).await;
    assert!(ran.text.contains("The tide is out."), "{}", ran.text);
    family.stage.bot.rests().await;
    family.stage.ends_as(&before).await;
}

fn every_hour(more: Value) -> Value {
    let mut schedule = json!({"cadence_type": "interval", "cadence_value": "1h"});
    schedule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    schedule
}

#[tokio::test]
async fn their_turn_that_waits_goes_no_further() {
    let setup = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:42"]"#);
    let mut family = Family::open_with(setup).await;
    let before = family.stage.deeds().await;
    let post = json!({"url": family.stage.mallory.url("/"), "body": "{}"});
    let prompt = family.asks(&family.bob, "send it", [Turn::calls([("http_post", post)])]).await;
    family.stage.bot.restart_with("ACCESS__ALLOW", ALICE_ALONE).await;
    // Alice, an approver, does not know yet that bob has left.
    family.alice().presses(&prompt, "Approve").await;
    family.stage.bot.rests().await;
    assert_eq!(family.stage.deeds().await, before, "bob's call has run");
    let asked = family.stage.bot.model().count();
    assert_eq!(asked, 1, "the model went on working for bob");
    family.stage.bot.end().await;
}
