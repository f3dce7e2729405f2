//! A conversation's scratchpad.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(what_is_jotted_down_is_shown, a_new_conversation_has_a_clean_scratchpad);

async fn what_is_jotted_down_is_shown<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    alice.says("jot call bob").await;
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"
    On the scratchpad:

    • buy milk
    • call bob
    ");
    alice.says("clear scratchpad").await;
    reads!(bot.next_message().await, @"The scratchpad is empty now.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"The scratchpad is empty. To put something on it: jot buy milk");
    bot.end().await;
}

async fn a_new_conversation_has_a_clean_scratchpad<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"The scratchpad is empty. To put something on it: jot buy milk");
    bot.end().await;
}
