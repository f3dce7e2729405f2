//! A message that cannot be handled, whatever is tried: the channel goes on with the next one.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_message_that_cannot_be_handled_holds_up_no_other,
    a_turn_that_cannot_begin_holds_up_no_other_message,
);

async fn a_message_that_cannot_be_handled_holds_up_no_other<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    let poison = "CREATE TRIGGER poison BEFORE UPDATE ON inbox
        WHEN NEW.state = 'waiting' AND NEW.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END";
    let db = bot.app().core().db.clone();
    db.write(async move |tx| tx.execute(poison, ()).await.map(drop)).await.expect("a trigger");

    alice.says("jot rat poison").await;
    let mut told = bot.next_message().await;
    // On the chat page alice is the owner, who is told as well.
    if told.text.starts_with("⚠️") {
        told = bot.next_message().await;
    }
    reads!(told, @"Something went wrong on my side, and I could not take this in. I have noted it for the operator of this bot. Sending it again in other words may help.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"
    On the scratchpad:

    • buy milk
    ");
    bot.end().await;
}

async fn a_turn_that_cannot_begin_holds_up_no_other_message<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    let poison = "CREATE TRIGGER poison BEFORE INSERT ON entries
        WHEN NEW.text LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END";
    let db = bot.app().core().db.clone();
    db.write(async move |tx| tx.execute(poison, ()).await.map(drop)).await.expect("a trigger");

    alice.says("jot rat poison").await;
    let mut told = bot.next_message().await;
    // On the chat page alice is the owner, who is told as well.
    if told.text.starts_with("⚠️") {
        told = bot.next_message().await;
    }
    reads!(told, @"Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"
    On the scratchpad:

    • buy milk
    ");
    bot.end().await;
}
