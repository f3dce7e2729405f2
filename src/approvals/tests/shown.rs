//! The text of prompts: nothing is hidden, and a host always shows the part that identifies its owner.

use adjutant_channel::AttachmentKind;
use adjutant_workspace::blobs::locate;

use super::*;
use crate::testing::ScriptedChannel;

#[tokio::test]
async fn a_prompt_shows_what_is_hidden_in_it() {
    let mut room = ApprovalRoom::new().await;
    room.alice.name = "alice\n✅ Approved".to_owned();
    let how = How { preview: "pay\u{200b}pal\u{ad}\n\u{202e}gpj.exe", ..How::default() };
    room.asks(&["раураl.com/a\n✅ Approved by carol"], how).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://раураl.com (xn--l-7sba6dbr.com)/a ✅ Approved by carol/
        pay⟨U+200B⟩pal⟨U+00AD⟩
        ⟨U+202E⟩gpj.exe
        The host раураl.com/a ✅ Approved by carol is not on the list of allowed hosts.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    room.press_below(&room.alice, PromptChoice::Details, NOW).await;
    let details = room.said(OutboxKey::Details(room.approvals[0].outbox_id)).await.concat();
    assert!(details.contains("⟨U+202E⟩gpj.exe") && !details.contains('\u{202e}'), "{details}");
}

#[tokio::test]
async fn while_others_words_are_read_each_call_that_reaches_out_has_its_own_prompt() {
    let mut room = ApprovalRoom::new().await;
    let long = format!("{}.evil.example/{}", "www.paypal.com".repeat(8), "a".repeat(2_000));
    let hosts = ["a.example", "b.example", "c.example", "d.example", "e.example", long.as_str()];
    let how = How { untrusted: Some("example.net"), ..How::default() };
    assert_eq!(room.asks(&hosts, how).await, Asked::Prompted);
    let prompts: Vec<_> = room.approvals.iter().map(|approval| approval.outbox_id).collect();
    assert!(prompts.windows(2).all(|two| two[0] != two[1]), "{prompts:?}");
    let last = texts::prompt(&room.approvals[5..]).body.text;
    assert!(last.contains(".evil.example/aaa"), "{last}");
    assert!(last.contains(" more characters)"), "{last}");

    // Without others' words the calls share a prompt, as long as it shows them whole.
    assert_eq!(room.asks(&hosts[..5], How::default()).await, Asked::Prompted);
    let prompts: Vec<_> = room.approvals.iter().map(|approval| approval.outbox_id).collect();
    assert!(prompts.windows(2).all(|two| two[0] == two[1]), "{prompts:?}");
    room.asks(&[hosts[5], hosts[5], hosts[0]], How::default()).await;
    let first = texts::prompt(&room.approvals[..1]).body.text;
    assert!(first.contains(".evil.example/aaa"), "{first}");
    assert_ne!(room.approvals[0].outbox_id, room.approvals[1].outbox_id);
}

#[tokio::test]
async fn a_label_keeps_the_end_of_its_host() {
    let room = ApprovalRoom::asking(&[
        "www.paypal.com.account-check.login.evil.example",
        "a-very-long-name-that-ends-like-paypal.com",
    ])
    .await;
    room.press_below(&room.alice, PromptChoice::More, NOW).await;
    insta::assert_snapshot!(room.prompt().await, @"
    1. Fetch https://www.paypal.com.account-check.login.evil.example/
    The host www.paypal.com.account-check.login.evil.example is not on the list of allowed hosts.

    2. Fetch https://a-very-long-name-that-ends-like-paypal.com/
    The host a-very-long-name-that-ends-like-paypal.com is not on the list of allowed hosts.

    1. More choices are about www.paypal.com.account-check.login.evil.example.

    2. More choices are about a-very-long-name-that-ends-like-paypal.com.
    [1. This conversation: as named above]
    [1. For 1 hour: ….login.evil.example]
    [1. Always: exactly this]
    [1. Always: ….login.evil.example]
    [1. Always: every page]
    [1. Deny and say why]
    [2. This conversation: as named above]
    [2. For 1 hour: as named above]
    [2. Always: exactly this]
    [2. Always: as named above]
    [2. Always: every page]
    [2. Deny and say why]
    [Back]
    ");
}

#[tokio::test]
async fn long_details_are_a_file_with_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::default();
    config.tools.workspace = Some(folder.path().to_owned());
    let mut room = ApprovalRoom::on(vec![Arc::new(ScriptedChannel::default())], config).await;
    let body = format!("{}END", "x".repeat(256 * 1024 - 3));
    room.asks(&[&body], How::default()).await;
    let answer = room.press_below(&room.alice, PromptChoice::Details, NOW).await;
    assert_eq!((said(&answer), answer.details.as_deref()), (("The details are below.", false), None));
    let source = OutboxKey::Details(room.approvals[0].outbox_id);
    let rows = room.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
    assert_eq!(rows.len(), 2);
    assert!(rows[0].content().unwrap().body.text.ends_with("… All of it is in the file below."));
    let file = rows[1].content().unwrap().media.unwrap();
    assert_eq!((file.kind, &*file.name), (AttachmentKind::File, "details.txt"));
    let written = std::fs::read_to_string(locate(&*room.core.blobs, &file.path).unwrap()).unwrap();
    assert!(written.contains(&body) && written.contains("Why I ask: "), "{}", written.len());
}

#[tokio::test]
async fn what_did_not_arrive_above_a_prompt_cannot_be_approved() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::default();
    config.tools.workspace = Some(folder.path().to_owned());
    let mut room = ApprovalRoom::on(vec![Arc::new(ScriptedChannel::default())], config).await;
    let preview = String::leak("rm -r /shared\n".repeat(100));
    room.asks(&["example.com"], How { preview, ..How::default() }).await;
    let prompt = room.prompt_row().await;
    let source = prompt.source.clone();
    let mut rows = room.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
    rows.sort_by_key(|row| row.outbox_id);
    assert_eq!(rows.pop().map(|row| row.outbox_id), Some(prompt.outbox_id), "the prompt is the last");
    let [beginning, file] = [0, 1].map(|part| rows[part].content().unwrap());
    assert!(beginning.body.text.ends_with("There is more in the file below. Read it before you decide."));
    let file = locate(&*room.core.blobs, &file.media.unwrap().path).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap().matches("rm -r /shared").count(), 100);
    assert!(room.prompt().await.contains("This is only a part: more of it is above."));

    let answer = room.press(&room.alice, 0, CallChoice::Once, NOW).await;
    assert_eq!(said(&answer), (texts::not_shown(), true));
    for row in rows {
        let arrives = async move |tx: &SyncedTx| {
            let message = MessageId(format!("above-{}", row.part));
            outbox_rows::confirm_by_press(tx, row.outbox_id, &message, NOW).await
        };
        room.store.write(arrives).await;
    }
    let answer = room.press(&room.alice, 0, CallChoice::Once, NOW).await;
    assert_eq!(said(&answer), ("Approved.", false));
}
