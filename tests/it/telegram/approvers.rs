//! The people who may decide in a group with several members.

use adjutant_domain::timestamp::Timestamp;
use adjutant_simulators::telegram::{BotMessage, Group};
use adjutant_store::{db::Scope, people};

use super::with_bob_by_default;
use crate::harness::{Bot, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn an_approver_decides_what_others_ask_for_in_a_group() {
    let approvers = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#);
    let (bot, bob) = with_bob_by_default(approvers).await;
    let OnTelegram { tg, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    reads!(bob.presses(&prompt, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&group).await), @"I'll remember: my shoe size is 38");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    ✅ Approved by bob
    ");
    bot.end().await;
}

#[tokio::test]
async fn whoever_presses_in_vain_reads_who_may_decide() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    alice.says_in(&group, "@adjutant_bot remember that my shoe size is 38").await;
    let prompt = tg.next_message(&group).await;
    let stranger = tg.user(66, "mallory").presses(&prompt, "Approve").await;
    reads!(stranger.text, @"Only the person who asked for this, or an approver, can decide. Nothing has changed.");
    alice.says_in(&group, "/approvals").await;
    let list = tg.next_message(&group).await;
    reads!(bob.presses(&list, "1. Approve").await.text, @"This is the list of the person who asked for it. An approver presses the buttons of the request itself; /approvals shows you what waits for you. Nothing has changed.");
    alice.presses(&prompt, "Deny").await;
    tg.next_message(&group).await;
    bot.end().await;
}

#[tokio::test]
async fn an_approver_does_not_decide_in_other_people_s_own_chats() {
    let approvers = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#);
    let (bot, bob) = with_bob_by_default(approvers).await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("remember that my shoe size is 38").await;
    tg.next_message(&alice).await;
    alice.says("forget my shoe size").await;
    tg.next_message(&alice).await;
    let prompt = tg.next_message(&alice).await;
    bob.says("show scratchpad").await;
    let shown = tg.next_message(&bob).await;
    let forged = bob.taps_data(&shown, &prompt.buttons[0][0].1).await.answer().await;
    reads!(forged.text, @"Only the person who asked for this can decide. Nothing has changed.");
    assert_eq!(tg.message(&prompt), Some(prompt.clone()));
    bot.end().await;
}

#[tokio::test]
async fn a_reason_in_a_group_is_a_reply_to_the_question() {
    let (bot, bob) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    alice.presses(&prompt, "More choices").await;
    let prompt = tg.when(&prompt, |now| now.buttons[0][0].0 != "Approve").await;
    reads!(alice.presses(&prompt, "Deny and say why").await.text, @"Reply to the question with the reason.");
    let prompt = tg.when(&prompt, |now| now.buttons[0][0].0 == "Just deny").await;
    alice.says_in(&group, "@adjutant_bot show scratchpad").await;
    tg.next_message(&group).await;
    bob.replies(&prompt, "it is alice's").await;
    tg.next_message(&group).await;
    alice.replies(&prompt, "it has changed").await;
    reads!(Shown::from(tg.next_message(&group).await), @"All right: I did not do it.");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    ❌ Denied by alice; nothing was done: “it has changed”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_in_a_group_replies_to_the_question() {
    let (bot, _) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    bot.rests().await;
    bot.advance(23 * 60);
    let reminder = tg.next_message(&group).await;
    assert_eq!(reminder.reply_to, Some(prompt.id));
    reads!(Shown::from(reminder), @"⏳ This still waits for a decision: Remember: “my shoe size is 38”. It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.end().await;
}

#[tokio::test]
async fn what_the_owner_has_to_decide_is_asked_in_the_owner_s_chat() {
    let rule = r#"[{ tool = "memory_save", role = "member", then = "owner" }]"#;
    let setup = Setup::new().with("ACCESS__ALLOW", r#"["telegram:43"]"#).with("TOOLS__RULES", rule);
    let bot: Bot<OnTelegram> = setup.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");
    bob.says("remember that the wifi code is 4711").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"That did not work: only the owner may decide this, and the owner has no direct chat with the bot yet");
    let code = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await)
        .await
        .unwrap();
    alice.says(&format!("/start {}", code.unwrap())).await;
    tg.next_message(&alice).await;

    bob.says("remember that the wifi code is 4711").await;
    let line = tg.next_message(&bob).await;
    reads!(Shown::from(line.clone()), @"
    Remember: “the wifi code is 4711”
    This waits for the owner’s approval.
    ");
    let prompt = tg.next_message(&alice).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “the wifi code is 4711”
    Whoever runs this bot wants you to be asked about this.
    bob asks for this, in their chat with me (telegram).
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let forged = bob.taps_data(&line, &prompt.buttons[0][0].1).await.answer().await;
    reads!(forged.text, @"Only the owner can decide this. Nothing has changed.");
    alice.says("/approvals").await;
    reads!(Shown::from(tg.next_message(&alice).await), @"
    Waiting for a decision
    1. Remember: “the wifi code is 4711”
    Whoever runs this bot wants you to be asked about this.
    Asked by bob just now. Expires in 24 h.

    You have allowed nothing beyond single calls.
    [1. Approve] [1. Deny]
    ");
    reads!(alice.presses(&prompt, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&bob).await), @"I'll remember: the wifi code is 4711");
    reads!(Shown::from(tg.when(&line, |now| *now != line).await), @"
    Remember: “the wifi code is 4711”
    ✅ Approved by alice
    ");
    tg.when(&prompt, |now| now.buttons.is_empty()).await;
    bot.end().await;
}

/// Alice asks for a note in a group; returns the group and the question.
async fn is_asked_in_a_group(bot: &Bot<OnTelegram>) -> (Group, BotMessage) {
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    alice.says_in(&group, "@adjutant_bot remember that my shoe size is 38").await;
    let prompt = tg.next_message(&group).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “my shoe size is 38”
    Where others read along, I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    (group, prompt)
}

#[tokio::test]
async fn a_button_counts_only_below_its_own_prompt() {
    let (bot, _) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;
    alice.says_in(&group, "@adjutant_bot /status").await;
    let other = tg.next_message(&group).await;
    for (_, data) in prompt.buttons.concat() {
        let forged = alice.taps_data(&other, &data).await.answer().await;
        reads!(forged.text, @"This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision.");
    }
    // The number of the prompt's row, which earlier versions used.
    for number in 1..20 {
        let old = alice.taps_data(&prompt, &format!("a:ya:{number}")).await.answer().await;
        reads!(old.text, @"This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision.");
    }
    reads!(alice.presses(&prompt, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&group).await), @"I'll remember: my shoe size is 38");
    tg.when(&prompt, |now| now.buttons.is_empty()).await;
    bot.end().await;
}

#[tokio::test]
async fn in_a_group_approvals_lists_what_was_allowed_there() {
    let (bot, _) = with_bob_by_default(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    alice.says("fetch https://private.example/").await;
    let prompt = tg.next_message(&alice).await;
    alice.presses(&prompt, "More choices").await;
    let prompt = tg.when(&prompt, |now| now.buttons.len() > 2).await;
    alice.presses(&prompt, "Always: private.example").await;
    tg.next_message(&alice).await;
    let group = tg.group(-100_200, "family");
    alice.says_in(&group, "/approvals@adjutant_bot").await;
    reads!(Shown::from(tg.next_message(&group).await), @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls here.

    Here, where others can read along, I only list what belongs to this chat.
    ");
    bot.end().await;
}
