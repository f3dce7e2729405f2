//! Topics: a conversation that begins in a topic stays there.

use adjutant_simulators::{
    model::Turn,
    telegram::{Fault, Method},
};
use chrono::TimeDelta;
use serde_json::json;

use super::with_bob;
use crate::harness::{OnTelegram, Setup, Shown, conversation, reads};

#[tokio::test]
async fn answers_questions_and_reminders_stay_in_their_topic() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);

    alice.says_in(&plans, "@adjutant_bot remind me in one minute to stretch").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"I'll remind you in 1 minute, at 10:01 (UTC): stretch");
    alice.says_in(&chores, "@adjutant_bot cancel stretch").await;
    reads!(Shown::from(tg.next_message(&chores).await), @"This is the one: stretch (once on Fri 1 May 2026 at 10:01 (UTC))");
    let prompt = tg.next_message(&chores).await;
    assert_eq!(prompt.thread_id, Some(chores.id()));
    reads!(alice.presses(&prompt, "Deny").await.text, @"Denied. Nothing was done.");
    reads!(Shown::from(tg.next_message(&chores).await), @"All right: nothing was cancelled, it stays as it is.");
    bot.advance(1);
    reads!(Shown::from(tg.next_message(&plans).await), @"
    alice ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    alice.says_in(&chores, "/stop").await;
    reads!(Shown::from(tg.next_message(&chores).await), @"There is nothing to stop.");
    bot.end().await;
}

#[tokio::test]
async fn each_topic_is_a_conversation_and_the_general_one_has_no_thread() {
    let (bot, _) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let plans = group.topic(&alice, "plans").await;

    bot.model().script([Turn::text("To the plan."), Turn::text("To all.")]);
    alice.says_in(&plans, "@adjutant_bot here is the plan").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"To the plan.");
    alice.says_in(&group, "@adjutant_bot hello all").await;
    let general = tg.next_message(&group).await;
    assert_eq!(general.thread_id, None);
    reads!(Shown::from(general), @"To all.");
    reads!(conversation(bot.model()), @"user: hello all");
    bot.end().await;
}

#[tokio::test]
async fn what_a_run_said_in_a_topic_is_at_hand_for_whose_run_it_was() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let plans = tg.group(-100_200, "family").topic(&alice, "plans").await;
    let task = json!({
        "goal": "look at the tide", "cadence_type": "once", "cadence_value": "2026-05-01 11:00", "name": "Tide",
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("At eleven, then.")]);
    alice.says_in(&plans, "@adjutant_bot look at the tide at eleven").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"At eleven, then.");
    bot.model().script([Turn::text("The tide is out.")]);
    bot.advance(60);
    let result = tg.next_message(&plans).await;
    bot.rests().await;
    alice.says_in(&plans, "/new").await;
    tg.next_message(&plans).await;

    let note = "of the schedule “Tide”";
    bot.model().script([Turn::text("At six."), Turn::text("Who knows.")]);
    alice.replies(&result, "when is it in?").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"At six.");
    assert!(conversation(bot.model()).contains(note), "{}", conversation(bot.model()));
    bob.replies(&result, "what is this?").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"Who knows.");
    let said = conversation(bot.model());
    assert!(said.contains("replies to your message") && !said.contains(note), "{said}");
    bot.end().await;
}

#[tokio::test]
async fn a_message_in_doubt_holds_up_its_own_topic_only_and_the_status_says_so() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);

    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    alice.says_in(&plans, "@adjutant_bot jot one").await;
    reads!(Shown::from(tg.next_message(&plans).await), @"Jotted down: it is the only thing on the scratchpad.");
    bot.until("the doubt", async || {
        bot.number("SELECT count(*) AS value FROM outbox WHERE state = 'unknown'").await == 1
    })
    .await;
    alice.says_in(&chores, "/status").await;
    let status = tg.next_message(&chores).await.text;
    let held_up = "Waiting to be delivered here: 1 message. The first is from 10:00:00: I do not know yet whether it has \
                   arrived, and look for it at 10:00:";
    assert!(status.contains(held_up), "{status}");
    alice.says_in(&plans, "@adjutant_bot jot two").await;
    reads!(Shown::from(bot.while_time_passes(tg.next_message(&plans)).await), @"Jotted down. There are 2 things on the scratchpad now.");
    bot.end().await;
}

#[tokio::test]
async fn other_topics_do_not_wait_for_the_end_of_a_search() {
    let slow = Setup::new().with("CHANNELS__TELEGRAM__MESSAGES_PER_GROUP_MINUTE", 20);
    let (bot, _) = with_bob(slow).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);

    tg.fail_next(Method::SendMessage, Fault::Cut);
    alice.says_in(&plans, "@adjutant_bot jot one").await;
    for _ in 0..40 {
        alice.says_in(&group, "this is not for the bot").await;
    }
    bot.while_time_passes(tg.called(Method::EditMessageReplyMarkup, 6)).await;
    alice.says_in(&chores, "@adjutant_bot jot two").await;
    reads!(Shown::from(tg.next_message(&chores).await), @"Jotted down: it is the only thing on the scratchpad.");
    let probes = tg.count(Method::EditMessageReplyMarkup);
    assert!(probes < 12, "{probes} probes: the search is not over");
    reads!(Shown::from(bot.while_time_passes(tg.next_message(&plans)).await), @"
    ↻ This may be a repeat:
    Jotted down: it is the only thing on the scratchpad.
    ");
    assert!(tg.count(Method::EditMessageReplyMarkup) > 12);
    let shown = [&plans, &chores].map(|place| tg.messages(place)).concat();
    assert!(shown.iter().all(|message| message.buttons.is_empty()), "{shown:?}");
    bot.end().await;
}

#[tokio::test]
async fn a_topic_that_is_closed_gives_up_no_other() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);

    alice.says("hello").await;
    tg.next_message(&alice).await;
    alice.says_in(&plans, "@adjutant_bot remind me in 30 minutes to stretch").await;
    tg.next_message(&plans).await;
    alice.says_in(&chores, "@adjutant_bot remind me every hour to sweep").await;
    tg.next_message(&chores).await;
    alice.closes(&plans).await;
    tg.fail_writes(Fault::ServerError(502));
    for waiting in [1, 2] {
        bot.advance(30);
        bot.until("the reminders", async || {
            bot.number(
                "SELECT count(*) AS value FROM outbox WHERE state IN ('pending', 'sending', 'unknown')",
            )
            .await
                == waiting
        })
        .await;
    }
    tg.fail_writes(None);
    bot.while_deliveries_fail(TimeDelta::minutes(12)).await;
    let swept = tg.next_message(&chores).await;
    assert!(swept.text.contains("⏰ sweep"), "{swept:?}");
    reads!(Shown::from(tg.next_message(&alice).await), @"
    I can no longer write to the chat where you made “stretch”. This is what it had to say there:

    stretch
    ");
    bot.advance(48);
    reads!(Shown::from(tg.next_message(&chores).await), @"
    alice ⏰ sweep
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_answer_for_a_topic_that_is_gone_goes_to_whom_asked() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");
    let (plans, chores) = (group.topic(&alice, "plans").await, group.topic(&alice, "chores").await);

    bot.model().script([Turn::text("Hello.")]);
    alice.says("hello").await;
    tg.next_message(&alice).await;
    for (delete, topic) in [(false, &plans), (true, &chores)] {
        bot.model().script([Turn::text("At noon.")]);
        let held = bot.model().hold_after();
        alice.says_in(topic, "@adjutant_bot when do we meet?").await;
        held.wait().await;
        match delete {
            false => alice.closes(topic).await,
            true => alice.deletes_topic(topic).await,
        }
        held.release();
        reads!(Shown::from(tg.next_message(&alice).await), @"
        ↪ The topic where you asked is closed:
        At noon.
        ");
    }
    // Bob has no direct chat with the bot, so nothing can be sent to him elsewhere.
    let lawn = group.topic(&bob, "lawn").await;
    bot.model().script([Turn::text("Tomorrow.")]);
    let held = bot.model().hold_after();
    bob.says_in(&lawn, "@adjutant_bot when do I mow?").await;
    held.wait().await;
    bob.closes(&lawn).await;
    held.release();
    bot.until("the dead letter", async || {
        bot.number("SELECT count(*) AS value FROM outbox WHERE state = 'dead'").await == 1
    })
    .await;
    bot.end().await;
}
