//! Who decides where several people read along.

use adjutant_simulators::telegram::{BotMessage, Group};

use super::with_bob;
use crate::harness::{Bot, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn an_approver_decides_what_others_ask_for_in_a_group() {
    let approvers = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#);
    let (bot, bob) = with_bob(approvers).await;
    let OnTelegram { tg, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    reads!(bob.presses(&prompt, "Approve").await.text, @"Approved.");
    reads!(Shown::from(tg.next_message(&group).await), @"I'll remember: my shoe size is 38");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Remember: “my shoe size is 38”
    In a group I ask before I change anything.
    ✅ Approved by bob
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_approver_does_not_decide_in_other_people_s_own_chats() {
    let approvers = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#);
    let (bot, bob) = with_bob(approvers).await;
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
    let (bot, bob) = with_bob(Setup::new()).await;
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
    In a group I ask before I change anything.
    ❌ Denied by alice; nothing was done: “it has changed”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_in_a_group_replies_to_the_question() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    bot.rests().await;
    bot.advance(23 * 60);
    let reminder = tg.next_message(&group).await;
    assert_eq!(reminder.reply_to, Some(prompt.id));
    reads!(Shown::from(reminder), @"⏳ This still waits for a decision: Remember: “my shoe size is 38”. It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.end().await;
}

/// Alice wants something remembered, in a group; gives that and the question.
async fn is_asked_in_a_group(bot: &Bot<OnTelegram>) -> (Group, BotMessage) {
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    alice.says_in(&group, "@adjutant_bot remember that my shoe size is 38").await;
    let prompt = tg.next_message(&group).await;
    reads!(Shown::from(prompt.clone()), @"
    Remember: “my shoe size is 38”
    In a group I ask before I change anything.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    (group, prompt)
}
