//! Updates that Telegram posts to the bot, instead of the bot polling for them.

use std::net::TcpListener;

use adjutant_store::db::Scope;

use crate::harness::{Bot, Chat, OnTelegram, Setup, reads};

/// Starts a bot to which Telegram posts the updates.
async fn posted_to() -> Bot<OnTelegram> {
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    Setup::new()
        .with("CHANNELS__TELEGRAM__MODE", "webhook")
        .with("CHANNELS__TELEGRAM__WEBHOOK_LISTEN", listen)
        .with("CHANNELS__TELEGRAM__WEBHOOK_URL", format!("http://{listen}/telegram"))
        .with("CHANNELS__TELEGRAM__WEBHOOK_SECRET", "s3cret")
        .start()
        .await
}

#[tokio::test]
async fn a_message_that_cannot_be_handled_is_not_posted_for_ever_and_the_next_one_is_answered() {
    let bot = posted_to().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let poison = "CREATE TRIGGER poison BEFORE UPDATE ON inbox
        WHEN NEW.state IN ('waiting', 'taken') AND NEW.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poison'); END";
    let db = bot.app().core().db.clone();
    db.write(Scope::Global, async move |tx| tx.execute(poison, ()).await.map(drop)).await.unwrap();

    alice.says("jot rat poison").await;
    reads!(bot.next_message().await, @"Something went wrong on my side, and I could not take this in. I have noted it for the operator of this bot. Sending it again in other words may help.");
    tg.all_acknowledged().await;
    // Telegram has not received the acknowledgement.
    tg.redeliver_last();
    tg.all_acknowledged().await;
    bot.alice().says("jot buy milk").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    tg.all_acknowledged().await;
    assert_eq!(
        bot.number("SELECT count(*) AS value FROM set_aside WHERE kind = 'event' AND attempts = 3").await,
        1
    );
    bot.end().await;
}
