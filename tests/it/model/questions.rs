//! Questions of runs and helpers, which work in the background.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::{
    core::speech::{VOICE, listening},
    harness::{Bot, Chat, OnTelegram, OnWeb, Replies as _, Setup, Shown, in_order, reads},
};

#[tokio::test]
async fn a_run_waits_for_its_answer_and_other_messages_are_answered_meanwhile() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = a_run_asks(&bot).await;
    reads!(prompt, @"
    Where?
    For the schedule “Tide”.
    Please choose one, or write your answer.
    [Porto] [Faro]
    ");
    alice.says("/status").await;
    bot.next_message().await;
    // The bot has sent a message since, so only a reply can be an answer.
    bot.model().script([Turn::text("Four.")]);
    alice.says("what is two and two?").await;
    reads!(bot.next_message().await, @"Four.");
    bot.model().script([Turn::text("The tide at Faro is in.")]);
    alice.replies(&prompt, "faro").await;
    reads!(bot.next_message().await, @"
    Tide

    The tide at Faro is in.
    [Snooze …] [Run again]
    [History]
    ");
    reads!(alice.changes(&prompt).await, @"
    Where?
    For the schedule “Tide”.
    ✅ Faro
    ");
    let seen = bot.model().requests().pop().unwrap();
    reads!(in_order(seen.tool_results().last().unwrap()), @r#"{"chosen":["Faro"],"message":"The person has answered.","success":true,"typed":"faro"}"#);
    bot.end().await;
}

#[tokio::test]
async fn a_message_below_a_run_s_question_answers_it() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = a_run_asks(&bot).await;
    bot.model().script([Turn::text("The tide at Porto is out.")]);
    alice.says("porto").await;
    reads!(bot.next_message().await, @"
    Tide

    The tide at Porto is out.
    [Snooze …] [Run again]
    [History]
    ");
    reads!(alice.changes(&prompt).await, @"
    Where?
    For the schedule “Tide”.
    ✅ Porto
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_recording_below_a_run_s_question_answers_it_however_long_the_bot_listens() {
    let bot: Bot<OnTelegram> = listening().await.start().await;
    let alice = bot.alice();
    let prompt = a_run_asks(&bot).await;
    let held = bot.model().hold_hearing();
    bot.model().hears(["Porto."]);
    bot.model().script([Turn::text("The tide at Porto is out.")]);
    alice.speaks(VOICE).await;
    held.wait().await;
    let heard = bot.while_time_passes(bot.next_message()).await;
    assert!(heard.text.starts_with("Listening to your recording …"), "{heard}");
    held.release();
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    Tide

    The tide at Porto is out.
    [Snooze …] [Run again]
    [History]
    ");
    alice.shows(&heard, "I heard:\n\nPorto.").await;
    reads!(alice.changes(&prompt).await, @"
    Where?
    For the schedule “Tide”.
    ✅ Porto
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_run_goes_on_when_nobody_answers() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = a_run_asks(&bot).await;
    bot.advance(23 * 60);
    reads!(bot.next_message().await, @"⏳ This still waits for your answer: Where? It expires in 1 h, on 2 May 2026, 11:00 UTC.");
    bot.model().script([Turn::text("I looked at Faro.")]);
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Tide

    I looked at Faro.
    [Snooze …] [Run again]
    [History]
    ");
    reads!(alice.changes(&prompt).await, @"
    Where?
    For the schedule “Tide”.
    ⌛ Nobody answered in time
    ");
    bot.end().await;
}

#[tokio::test]
async fn stopping_withdraws_what_a_run_has_asked() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = a_run_asks(&bot).await;
    bot.rests().await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped the scheduled task that was running here. I no longer wait for your answer.");
    reads!(alice.changes(&prompt).await, @"
    Where?
    For the schedule “Tide”.
    🚫 Withdrawn
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_helper_asks_the_person() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let task = json!({"title": "The tide", "goal": "How high is the tide?", "tools": ["questions"]});
    bot.model().script([Turn::calls([("task", task)]), Turn::calls([("ask_person", places())])]);
    alice.says("how high is the tide?").await;
    let line = bot.next_message().await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Where?
    For a helper.
    Please choose one, or write your answer.
    [Porto] [Faro]
    ");
    bot.model().script([Turn::text("Three metres at Porto."), Turn::text("Three metres.")]);
    alice.says("1").await;
    reads!(bot.next_message().await, @"Three metres.");
    reads!(alice.changes(&prompt).await, @"
    Where?
    For a helper.
    ✅ Porto
    ");
    alice.shows(&line, "✅ The tide").await;
    bot.end().await;
}

fn places() -> Value {
    json!({"question": "Where?", "options": ["Porto", "Faro"]})
}

/// Creates a schedule whose run asks a question, and returns the question.
async fn a_run_asks<C: Chat>(bot: &Bot<C>) -> Shown {
    let task = json!({
        "goal": "look at the tide", "cadence_type": "once", "cadence_value": "2026-05-01 11:00", "name": "Tide",
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("In an hour, then.")]);
    bot.alice().says("look at the tide in an hour").await;
    reads!(bot.next_message().await, @"In an hour, then.");
    bot.model().script([Turn::calls([("ask_person", places())])]);
    bot.advance(60);
    bot.next_message().await
}
