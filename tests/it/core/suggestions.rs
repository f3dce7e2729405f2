//! Suggestions of the built-in assistant for messages that it did not understand: a press sends the suggestion.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_press_on_a_suggestion_says_it,
    a_suggestion_is_used_once,
    a_question_is_answered_in_a_few_words,
    where_several_may_be_meant_a_press_says_which,
    the_twenty_seventh_reminder_is_paused_by_its_number,
);

async fn a_press_on_a_suggestion_says_it<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me every week at 9 to run").await;
    let question = bot.next_message().await;
    reads!(question, @"
    I have set nothing: I can't tell when.

    Do you mean this? Press it, or say it in other words:

    • remind me every Monday at 09:00 to run
    [Every Monday at 09:00]
    ");
    reads!(alice.taps(&question, "Every Monday at 09:00").await, @"
    I have set nothing: I can't tell when.

    Do you mean this? Press it, or say it in other words:

    • remind me every Monday at 09:00 to run
    ");
    reads!(bot.next_message().await, @"I'll remind you every Monday at 09:00 (UTC): run. Next: on Monday 4 May 2026 at 09:00, on Monday 11 May 2026 at 09:00 and on Monday 18 May 2026 at 09:00");

    alice.says("remind me on monday 27 november to vote").await;
    let question = bot.next_message().await;
    alice.taps(&question, "Monday 30 November at 09:00").await;
    reads!(bot.next_message().await, @"I'll remind you on Monday 30 November 2026 at 09:00 (UTC): vote");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. run: every Monday at 09:00. Next: on Monday 4 May 2026 at 09:00
    2. vote: on Monday 30 November 2026 at 09:00

    Times are in UTC.
    ");
    bot.end().await;
}

async fn a_suggestion_is_used_once<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me to buy milk").await;
    let question = bot.next_message().await;
    alice.taps(&question, "In 1 hour").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 hour, at 11:00 (UTC): buy milk");
    reads!(alice.presses(&question, "In 1 hour").await, @"You have answered this already.");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. buy milk: in 1 hour, at 11:00

    Times are in UTC.
    ");
    bot.end().await;
}

async fn a_question_is_answered_in_a_few_words<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me tomorrow at 5 to call bob").await;
    reads!(bot.next_message().await, @"
    I have set nothing: 5 o'clock may be 05:00 or 17:00.

    Do you mean one of these? Press it, or say it in other words:

    • remind me on 2026-05-02 at 17:00 to call bob
    • remind me on 2026-05-02 at 05:00 to call bob
    [Saturday 2 May at 17:00]
    [Saturday 2 May at 05:00]
    ");
    alice.says("no, at 6pm").await;
    reads!(bot.next_message().await, @"I'll remind you tomorrow at 18:00 (UTC): call bob");
    bot.end().await;
}

async fn where_several_may_be_meant_a_press_says_which<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    for wish in ["every day at 9: stretch", "every day at 18: stretch"] {
        alice.says(wish).await;
        bot.next_message().await;
    }
    alice.says("pause stretch").await;
    let question = bot.next_message().await;
    reads!(question, @"
    Which one do you mean? Press it, or use its number in list reminders. Times are in UTC:

    • stretch: every day at 18:00. Next: at 18:00
    • stretch: every day at 09:00. Next: tomorrow at 09:00
    [stretch: every day at 18:00]
    [stretch: every day at 09:00]
    ");
    alice.taps(&question, "stretch: every day at 18:00").await;
    reads!(bot.next_message().await, @"Paused: stretch. To go on, say resume stretch");

    for note in ["remember that the gate code at home is 4711", "remember that the gate code at work is 12"] {
        alice.says(note).await;
        bot.next_message().await;
    }
    alice.says("forget the gate code").await;
    let question = bot.next_message().await;
    reads!(question, @"
    Which one do you mean? Press it, or be more exact:

    • the gate code at work is 12
    • the gate code at home is 4711
    [the gate code at work is 12]
    [the gate code at home is 4711]
    ");
    alice.taps(&question, "the gate code at work is 12").await;
    let asked = bot.next_message().await;
    assert!(asked.text.contains("the gate code at work is 12"), "{asked}");
    bot.end().await;
}

async fn the_twenty_seventh_reminder_is_paused_by_its_number<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let long = "x".repeat(300);
    for number in 11..=40 {
        alice.says(&format!("remind me every day at 9:{number} to read {number} {long}")).await;
        bot.next_message().await;
    }
    alice.says("pause 27").await;
    reads!(bot.next_message().await, @"Paused: read 37 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…. To go on, say resume read 37 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…");
    bot.end().await;
}
