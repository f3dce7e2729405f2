//! Messages that can never be handled: the channel and the conversation continue with the next message.

use adjutant_store::db::Scope;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_message_that_cannot_be_handled_holds_up_no_other,
    a_turn_that_cannot_begin_holds_up_no_other_message,
);

async fn a_message_that_cannot_be_handled_holds_up_no_other<C: Chat>() {
    let bot = poisoned::<C>(
        "CREATE TRIGGER poison BEFORE UPDATE ON inbox
         WHEN NEW.state IN ('waiting', 'taken') AND NEW.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END",
    );
    let bot = bot.await;
    reads!(told(&bot).await, @"Something went wrong on my side, and I could not take this in. I have noted it for the operator of this bot. Sending it again in other words may help.");
    goes_on(bot).await;
}

async fn a_turn_that_cannot_begin_holds_up_no_other_message<C: Chat>() {
    let bot = poisoned::<C>(
        "CREATE TRIGGER poison BEFORE INSERT ON entries
         WHEN NEW.text LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END",
    );
    let bot = bot.await;
    reads!(told(&bot).await, @"Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.");
    goes_on(bot).await;
}

/// Starts a bot whose database fails under this trigger. Alice has told it to buy milk.
async fn poisoned<C: Chat>(trigger: &'static str) -> Bot<C> {
    let bot: Bot<C> = Setup::new().start().await;
    bot.alice().says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    let db = bot.app().core().db.clone();
    db.write(Scope::Global, async move |tx| tx.execute(trigger, ()).await.map(drop))
        .await
        .expect("a trigger");
    bot
}

/// Alice writes the text that fires the trigger. Returns the message that she reads.
async fn told<C: Chat>(bot: &Bot<C>) -> String {
    bot.alice().says("jot rat poison").await;
    let told = bot.next_message().await;
    // On the chat page, alice is the owner, who is notified as well.
    if told.text.starts_with("⚠️") { bot.next_message().await.text } else { told.text }
}

async fn goes_on<C: Chat>(bot: Bot<C>) {
    bot.alice().says("show scratchpad").await;
    reads!(bot.next_message().await, @"
    On the scratchpad:

    • buy milk
    ");
    bot.end().await;
}
