//! Crashes while a chart is drawn and sent.

use std::fs;

use adjutant_simulators::{
    Held,
    model::{Model, Turn},
    telegram::{BotMessage, Method, Telegram},
};
use serde_json::json;

use super::harness::{Home, echoing_model, telegram};

/// Starts a model that draws a chart, and then repeats its input.
async fn drawing_model() -> Model {
    let model = echoing_model().await;
    let chart = json!({
        "kind": "bar", "title": "Rain", "labels": ["May", "June"], "series": [{ "name": "mm", "values": [30, 55] }],
        "caption": "More in June",
    });
    model.script([Turn::calls([("chart", chart)])]);
    model
}

/// Returns the next message with its file.
async fn next(tg: &Telegram) -> String {
    let BotMessage { text, file, .. } = tg.next_message(&tg.user(42, "alice")).await;
    file.map_or_else(|| text.clone(), |file| format!("({file}) {text}"))
}

/// Returns the names of the charts among the files of the one person who has any.
fn kept(home: &Home) -> Vec<String> {
    let everybody = fs::read_dir(home.database().with_extension("db.files")).unwrap();
    let charts =
        everybody.map(|own| own.unwrap().path().join("shared/charts")).filter(|charts| charts.exists());
    charts
        .flat_map(|charts| fs::read_dir(charts).unwrap())
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Kills the gateway at a request, and starts another one. Returns the messages that arrive then, and how often a
/// picture was sent in total. The chart is stored once.
async fn killed(hold: fn(&Telegram) -> Held) -> (Vec<String>, usize) {
    let (tg, model) = (telegram().await, drawing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let held = hold(&tg);
    alice.says("show me the rain as a chart").await;
    held.wait().await;
    adjutant.kill().await;
    held.cut();
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    let arrived = vec![next(&tg).await, next(&tg).await];
    adjutant.finish(&tg).await;
    assert_eq!(kept(&home), ["Rain.png"]);
    let sent = tg.count(Method::SendPhoto);
    tg.finish();
    (arrived, sent)
}

#[tokio::test]
async fn a_chart_whose_sending_was_cut_off_says_that_it_may_be_a_repeat() {
    let (arrived, sent) = killed(|tg| tg.hold_before(Method::SendPhoto)).await;
    // Telegram offers no way to find out whether a message has arrived.
    let repeat = "(photo Rain.png) ↻ This may be a repeat:\nMore in June";
    assert_eq!(arrived, [repeat, "You said: show me the rain as a chart"]);
    assert_eq!(sent, 2, "the first request never took effect");
}

#[tokio::test]
async fn a_chart_whose_sending_is_stored_is_not_repeated() {
    let (arrived, sent) = killed(|tg| tg.hold_before(Method::SendMessage)).await;
    let repeat = "↻ This may be a repeat:\nYou said: show me the rain as a chart";
    assert_eq!(arrived, ["(photo Rain.png) More in June", repeat]);
    assert_eq!(sent, 1);
}
