//! Everyday wordings that people type without a model.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    settings_take_everyday_words,
    questions_about_oneself_are_answered,
    to_stop_is_said_in_one_word
);

async fn settings_take_everyday_words<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 10pm to 6am").await;
    reads!(bot.next_message().await, @"From now on your quiet hours are 22:00–06:00 (UTC). Reminders and results that come up then wait until the quiet hours are over. If one must not wait, tell me to make it urgent.");
    alice.says("/timezone +2").await;
    reads!(bot.next_message().await, @"
    From now on your times are in UTC+2, where it is Fri 1 May, 12:00.

    UTC+2 knows no daylight saving time. If your clocks change, send me your city instead. At this offset now, with daylight saving time: Europe/Paris, Europe/Berlin, Europe/Vienna, Europe/Zurich, Europe/Madrid. For example “/timezone Europe/Paris”
    ");
    bot.end().await;
}

async fn questions_about_oneself_are_answered<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    for question in ["show my notes", "what did I ask you to remember?", "what do you know about me?"] {
        alice.says(question).await;
        reads!(bot.next_message().await, @"/memory shows everything that you asked me to remember, with buttons to change and delete it.");
    }
    bot.end().await;
}

async fn to_stop_is_said_in_one_word<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("stop").await;
    reads!(bot.next_message().await, @"I'm doing nothing at the moment; /stop ends what I do. To end reminders: pause all, or cancel all.");
    alice.says("remind me tomorrow at 9 to stretch").await;
    bot.next_message().await;
    alice.says("cancel everything").await;
    reads!(bot.next_message().await, @"This is the one: stretch (once on Sat 2 May 2026 at 09:00 (UTC))");
    let prompt = bot.next_message().await;
    bot.ends_unanswered(&prompt).await;
}
