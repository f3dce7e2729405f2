//! Crashes while an album is sent.

use adjutant_simulators::{
    Held,
    model::{Model, Turn},
    telegram::{BotMessage, Method, Telegram},
};
use serde_json::json;

use super::harness::{Home, echoing_model, telegram};

/// Starts a model that writes two lists, sends them together, and repeats its input. Whether it answered before the
/// gateway was killed makes no difference.
async fn sending_model() -> Model {
    let (oats, rye) = ("/shared/oats.txt", "/shared/rye.txt");
    let write = |path: &str| ("file_write", json!({"path": path, "content": "2 kg"}));
    let model = echoing_model().await;
    model.script([
        Turn::calls([write(oats), write(rye)]),
        Turn::calls([("send_media", json!({"paths": [oats, rye], "caption": "Both"}))]),
    ]);
    model
}

/// Returns the next message with its file.
async fn next(tg: &Telegram) -> String {
    let BotMessage { text, file, .. } = tg.next_message(&tg.user(42, "alice")).await;
    file.map_or_else(|| text.clone(), |file| format!("({file}) {text}"))
}

async fn expect_album(tg: &Telegram, caption: &str) {
    assert_eq!(next(tg).await, format!("(document oats.txt) {caption}"));
    assert_eq!(next(tg).await, "(document rye.txt) ");
}

/// Kills the gateway while it sends the album, and starts another one.
async fn killed(hold: fn(&Telegram) -> Held, arrived: bool) {
    let (tg, model) = (telegram().await, sending_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = hold(&tg);
    alice.says("send me my lists as files").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    if arrived {
        expect_album(&tg, "Both").await;
    }
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    // Telegram offers no way to find out whether an album has arrived.
    expect_album(&tg, "↻ This may be a repeat:\nBoth").await;
    assert_eq!(next(&tg).await, "You said: send me my lists as files");
    adjutant.finish(&tg).await;
    tg.finish();
}

#[tokio::test]
async fn an_album_that_never_took_effect_is_sent_whole() {
    killed(|tg| tg.hold_before(Method::SendMediaGroup), false).await;
}

#[tokio::test]
async fn an_album_whose_answer_was_lost_says_that_it_may_be_a_repeat() {
    killed(|tg| tg.hold_after(Method::SendMediaGroup), true).await;
}

#[tokio::test]
async fn an_album_whose_answer_is_stored_is_not_repeated() {
    let (tg, model) = (telegram().await, sending_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let answering = tg.hold_before(Method::SendMessage);
    alice.says("send me my lists as files").await;
    answering.wait().await;
    adjutant.kill().await;
    answering.cut();
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    expect_album(&tg, "Both").await;
    assert_eq!(next(&tg).await, "↻ This may be a repeat:\nYou said: send me my lists as files");
    adjutant.finish(&tg).await;
    assert_eq!(tg.count(Method::SendMediaGroup), 1);
    tg.finish();
}
