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
    reads!(Shown::from(tg.next_message(&group).await), @"Forgotten: the note is deleted.");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Delete the note “my shoe size is 38”
    A deleted note cannot be brought back.
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
    bob.says("jot oats").await;
    let jotted = tg.next_message(&bob).await;
    let forged = bob.taps_data(&jotted, &prompt.buttons[0][0].1).await.answer().await;
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
    let prompt = tg.when(&prompt, |now| now.buttons.len() == 2 && now.buttons[0].len() == 1).await;
    reads!(alice.presses(&prompt, "Deny and say why").await.text, @"Reply to the question with the reason.");
    let prompt = tg.when(&prompt, |now| now.buttons[0][0].0 == "Just deny").await;
    alice.says_in(&group, "@adjutant_bot jot oats").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Jotted down: it is the only thing on the scratchpad.");
    bob.replies(&prompt, "it is alice's").await;
    tg.next_message(&group).await;
    alice.replies(&prompt, "it may fit again").await;
    reads!(Shown::from(tg.next_message(&group).await), @"All right: nothing was deleted.");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Delete the note “my shoe size is 38”
    A deleted note cannot be brought back.
    ❌ Denied by alice; nothing was done: “it may fit again”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_in_a_group_replies_to_the_question() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, .. } = bot.alice();
    let (group, prompt) = is_asked_in_a_group(&bot).await;

    bot.advance(23 * 60);
    let reminder = tg.next_message(&group).await;
    assert_eq!(reminder.reply_to, Some(prompt.id));
    reads!(Shown::from(reminder), @"⏳ This still waits for a decision: Delete the note “my shoe size is 38”. It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.end().await;
}

/// Alice wants a note forgotten, in a group; gives that and the question.
async fn is_asked_in_a_group(bot: &Bot<OnTelegram>) -> (Group, BotMessage) {
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    alice.says_in(&group, "@adjutant_bot remember that my shoe size is 38").await;
    tg.next_message(&group).await;
    alice.says_in(&group, "@adjutant_bot forget my shoe size").await;
    tg.next_message(&group).await;
    let prompt = tg.next_message(&group).await;
    reads!(Shown::from(prompt.clone()), @"
    Delete the note “my shoe size is 38”
    A deleted note cannot be brought back.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    (group, prompt)
}
