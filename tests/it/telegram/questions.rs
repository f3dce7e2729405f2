//! Questions in a group: only the person who is asked can answer.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::with_bob_by_default;
use crate::harness::{OnTelegram, Setup, Shown, in_order, reads};

#[tokio::test]
async fn in_a_group_only_the_one_who_is_asked_answers() {
    let setup = Setup::new().with("ACCESS__APPROVERS", r#"["telegram:43"]"#).with_model().await;
    let (bot, bob) = with_bob_by_default(setup).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let question = json!({"question": "Which colour?", "options": ["Red", "Blue"]});
    bot.model().script([Turn::calls([("ask_person", question)])]);
    alice.says_in(&group, "@adjutant_bot paint the door").await;
    let prompt = tg.next_message(&group).await;
    reads!(Shown::from(prompt.clone()), @"
    Which colour?
    alice, please choose one, or reply to this message.
    [Red] [Blue]
    ");

    // Bob may approve calls for others, but he may not answer questions for them.
    reads!(bob.presses(&prompt, "Red").await.text, @"Only the person who is asked can answer. Nothing has changed.");
    bot.model().script([Turn::text("Hello, Bob.")]);
    bob.replies(&prompt, "red").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Hello, Bob.");
    // Neither her messages to others nor a message that is not a reply is an answer.
    bot.model().script([Turn::text("Hello, Alice.")]);
    alice.says_in(&group, "@adjutant_bot hello").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Hello, Alice.");
    assert_eq!(tg.message(&prompt), Some(prompt.clone()));
    // Nor is a file, even as a reply to the question. The bot repeats the question.
    alice.replies_with_file(&prompt, "list.bin", b"oats").await;
    reads!(Shown::from(tg.next_message(&group).await), @"I got your file. I can read documents, keep it for you, or send it on: tell me what to do with it.");
    reads!(Shown::from(tg.next_message(&group).await), @"⏳ This still waits for your answer: Which colour? It expires in 24 h, on 2 May 2026, 10:00 UTC.");

    bot.model().script([Turn::text("Blue it is.")]);
    alice.replies(&prompt, "Blue!").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Blue it is.");
    reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
    Which colour?
    ✅ Blue
    ");
    let seen = bot.model().requests().pop().unwrap();
    reads!(in_order(seen.tool_results().last().unwrap()), @r#"{"chosen":["Blue"],"message":"The person has answered.","success":true,"typed":"Blue!"}"#);
    bot.end().await;
}

#[tokio::test]
async fn an_answer_counts_in_its_topic_alone() {
    let (bot, _) = with_bob_by_default(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);
    bot.model().script([Turn::calls([("ask_person", json!({"question": "Which colour?"}))])]);
    alice.says_in(&plans, "@adjutant_bot paint the door").await;
    let prompt = tg.next_message(&plans).await;
    assert_eq!(prompt.thread_id, Some(plans.id()));
    bot.model().script([Turn::text("Red what?")]);
    alice.says_in(&chores, "@adjutant_bot red").await;
    reads!(Shown::from(tg.next_message(&chores).await), @"Red what?");
    bot.model().script([Turn::text("Red it is.")]);
    alice.replies(&prompt, "red").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"Red it is.");
    reads!(Shown::from(tg.when(&prompt, |now| now.text.contains('✅')).await), @"
    Which colour?
    ✅ “red”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_forwarded_message_is_no_answer() {
    let (bot, _) = with_bob_by_default(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    bot.model().script([Turn::calls([("ask_person", json!({"question": "Which colour?"}))])]);
    alice.says("paint the door").await;
    let prompt = tg.next_message(&alice).await;
    bot.model().script([Turn::text("That is Bob’s.")]);
    alice.forwards("red").await;
    reads!(Shown::from(tg.next_message(&alice).await), @"⏳ This still waits for your answer: Which colour? It expires in 24 h, on 2 May 2026, 10:00 UTC.");
    reads!(Shown::from(tg.next_message(&alice).await), @"That is Bob’s.");
    assert_eq!(tg.message(&prompt), Some(prompt.clone()));
    bot.rests().await;
    alice.says("/stop").await;
    tg.next_message(&alice).await;
    tg.when(&prompt, |now| now.text.contains('🚫')).await;
    bot.end().await;
}

#[tokio::test]
async fn an_answer_in_words_counts_in_the_supergroup_that_a_group_has_become() {
    let (bot, _) = with_bob_by_default(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-300, "family");
    bot.model().script([Turn::calls([("ask_person", json!({"question": "Which colour?"}))])]);
    alice.says_in(&group, "@adjutant_bot paint the door").await;
    tg.next_message(&group).await;
    let group = alice.upgrades(&group, -100_300).await;
    tg.all_acknowledged().await;
    let prompt = tg.next_message(&group).await;
    bot.model().script([Turn::text("Red it is.")]);
    alice.replies(&prompt, "red").await;
    reads!(Shown::from(tg.next_message(&group).await), @"Red it is.");
    reads!(Shown::from(tg.when(&prompt, |now| now.text.contains('✅')).await), @"
    Which colour?
    ✅ “red”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_press_that_comes_again_takes_no_mark_back() {
    let (bot, _) = with_bob_by_default(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let question = json!({"question": "What shall I pack?", "options": ["Boots", "Coat"], "several": true});
    bot.model().script([Turn::calls([("ask_person", question)])]);
    alice.says("pack").await;
    let prompt = tg.next_message(&alice).await;
    reads!(alice.presses(&prompt, "☐ Coat").await.text, @"Marked: Coat. Press “Done” when that is all.");
    let prompt = tg.when(&prompt, |now| now.labels().concat().contains(&"☑ Coat")).await;
    tg.all_acknowledged().await;
    tg.redeliver_last();
    tg.all_acknowledged().await;
    bot.model().script([Turn::text("Packed.")]);
    reads!(alice.presses(&prompt, "Done").await.text, @"Your answer: Coat");
    reads!(Shown::from(tg.next_message(&alice).await), @"Packed.");
    tg.when(&prompt, |now| now.buttons.is_empty()).await;
    bot.end().await;
}
