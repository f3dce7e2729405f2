//! Crashes between an answer and the picture of its table: each arrives once.

use adjutant_simulators::{
    Held,
    model::Turn,
    telegram::{BotMessage, Method, Telegram},
};

use super::harness::{Home, echoing_model, telegram};

const TRAINS: &str = "| Train | Remarks |\n|---|---|\n| IC 5 | With a restaurant and a quiet coach |\n";
const REFERENCE: &str = "Table 1: see the picture below.";

/// Returns the next message with its file.
async fn next(tg: &Telegram) -> String {
    let BotMessage { text, file, .. } = tg.next_message(&tg.user(42, "alice")).await;
    file.map_or_else(|| text.clone(), |file| format!("({file}) {text}"))
}

/// Kills the gateway at a request of an answer with a table, and starts another one. Returns the messages that arrive,
/// and how often a picture was sent in total.
async fn killed(hold: fn(&Telegram) -> Held) -> (Vec<String>, usize) {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("/tables picture").await;
    next(&tg).await;

    model.script([Turn::text(TRAINS)]);
    let held = hold(&tg);
    alice.says("which trains are there").await;
    held.wait().await;
    adjutant.kill().await;
    held.cut();

    let adjutant = home.start();
    let arrived = vec![next(&tg).await, next(&tg).await];
    adjutant.finish(&tg).await;
    let sent = tg.count(Method::SendPhoto);
    tg.finish();
    (arrived, sent)
}

#[tokio::test]
async fn a_picture_comes_after_an_answer_whose_sending_was_cut_off() {
    let (arrived, sent) = killed(|tg| tg.hold_after(Method::SendMessage)).await;
    assert_eq!(arrived, [REFERENCE, "(photo table-1.png) Table 1"]);
    assert_eq!(sent, 1);
}

#[tokio::test]
async fn a_picture_whose_sending_was_cut_off_is_sent_again() {
    let (arrived, sent) = killed(|tg| tg.hold_before(Method::SendPhoto)).await;
    // Telegram offers no way to find out whether a message has arrived.
    assert_eq!(arrived, [REFERENCE, "(photo table-1.png) ↻ This may be a repeat:\nTable 1"]);
    assert_eq!(sent, 2, "the first request never took effect");
}
