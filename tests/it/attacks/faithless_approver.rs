//! An approver who decides questions that are not theirs to decide.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::stage::{Family, deny};
use crate::harness::{Chat as _, Setup};

/// A family in which bob is an approver.
async fn family() -> Family {
    Family::open_with(Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#)).await
}

#[tokio::test]
async fn they_decide_nothing_of_another_s_own_chat() {
    let family = family().await;
    let before = family.stage.deeds().await;
    let post = json!({"url": family.stage.mallory.url("/"), "body": "{}"});
    family.stage.bot.model().script([
        Turn::calls([("http_post", post)]),
        Turn::text("Hello, bob."),
        Turn::text("Done."),
    ]);
    family.stage.alice().says("send it").await;
    let prompt = family.stage.bot.next_message().await;
    family.bob.says("hello").await;
    let own = family.tg().next_message(&family.bob).await;
    for (_, data) in prompt.buttons.iter().flatten() {
        family.bob.taps_data(&own, data).await.answer().await;
    }
    assert_eq!(family.stage.deeds().await, before);
    family.stage.alice().presses(&prompt, "Deny").await;
    family.stage.bot.next_message().await;
    family.stage.alice().changes(&prompt).await;
    family.stage.ends_as(&before).await;
}

#[tokio::test]
async fn they_decide_nothing_once_they_are_no_approver_any_more() {
    let mut family = family().await;
    let before = family.stage.deeds().await;
    let prompt = family.alice_is_asked().await;
    family.stage.bot.restart_with("ACCESS__APPROVERS", "[]").await;
    family.bob.presses(&prompt, "Approve").await;
    assert_eq!(family.tg().message(&prompt), Some(prompt.clone()));
    family.alice_denies(&prompt, &before).await;
}

#[tokio::test]
async fn they_decide_nothing_once_they_are_not_served_any_more() {
    let mut family = family().await;
    let before = family.stage.deeds().await;
    let prompt = family.alice_is_asked().await;
    family.stage.bot.restart_with("ACCESS__ALLOW", r#"["telegram:42"]"#).await;
    family.bob.presses(&prompt, "Approve").await;
    assert_eq!(family.tg().message(&prompt), Some(prompt.clone()));
    family.alice_denies(&prompt, &before).await;
}

#[tokio::test]
async fn they_release_no_private_file_into_a_group() {
    let family = family().await;
    family.stage.alice().sends("codes.txt", b"0815", "").await;
    family.stage.bot.next_message().await;
    family.stage.says("keep it", [("attachment_save", json!({}))]).await.unasked();
    let before = family.stage.deeds().await;
    let send = json!({"path": "/shared/codes.txt"});
    let turns = [Turn::calls([("send_media", send)]), Turn::text("Done.")];
    let prompt = family.asks(&family.alice(), "show the family the codes", turns).await;
    assert!(prompt.file.is_none(), "released without a question");
    if deny(&prompt.clone().into()).is_none() {
        // Refused without a question.
        family.stage.ends_as(&before).await;
        return;
    }
    family.bob.presses(&prompt, "Approve").await;
    let now = family.tg().message(&prompt).unwrap();
    assert!(deny(&now.into()).is_some(), "bob has released alice's file");
    family.alice_denies(&prompt, &before).await;
}

#[tokio::test]
async fn they_give_no_permission_in_another_s_name() {
    let family = family().await;
    let get = json!({"url": family.stage.mallory.url("/")});
    let turns = [Turn::calls([("web_fetch", get)]), Turn::text("Done.")];
    let prompt = family.asks(&family.alice(), "read it", turns).await;
    family.bob.presses(&prompt, "More choices").await;
    let wide = family.tg().when(&prompt, |now| now.buttons[0][0].0 != "Approve").await;
    for (label, data) in wide.buttons.iter().flatten().filter(|(label, _)| label.starts_with("Always")) {
        family.bob.taps_data(&wide, data).await.answer().await;
        let given = family.stage.bot.number("SELECT count(*) AS value FROM grants").await;
        assert_eq!(given, 0, "alice's later calls would run on bob's word: {label}");
    }
    // Whatever bob may decide about this single call, alice denies it if it is still open.
    family.alice().taps_data(&wide, &prompt.buttons[0][1].1).await.answer().await;
    family.tg().next_message(&family.group).await;
    family.stage.bot.end().await;
}
