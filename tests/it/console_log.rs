//! The console: the log.

use serde_json::json;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::{
    console::Feed,
    harness::{Bot, Chat as _, OnWeb, Setup},
};

#[tokio::test]
async fn the_owner_reads_the_log_as_it_grows() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let _written = tracing::subscriber::set_default(tracing_subscriber::registry().with(alice.log().layer()));
    alice.says("jot one").await;
    bot.next_message().await;
    bot.rests().await;
    tracing::warn!("the kettle is on");

    let shown = alice.views("log").await;
    assert_eq!(shown["is_owner"], true);
    let lines = shown["lines"].as_array().unwrap();
    let kettle = lines.iter().find(|line| line["message"] == "the kettle is on").expect("it was logged");
    assert_eq!((&kettle["level"], &kettle["target"]), (&json!("WARN"), &json!("it::console_log")));
    let turn = lines.iter().find(|line| line["ids"]["turn"].is_string()).expect("a turn has lines");
    let person =
        shown["people"].as_array().unwrap().iter().find(|person| person["id"] == turn["ids"]["user"]);
    assert_eq!(person.unwrap()["name"], "owner");

    let mut feed = Feed::of(alice.follows("log?of=turn-1", None).await);
    let (whole, place) = feed.next().await;
    assert!(whole.contains("the kettle is on") && whole.contains(r#""turn":"turn-1""#), "{whole}");
    tracing::info!(target: "adjutant::kettle", "the kettle sings");
    let (more, further) = bot.while_time_passes(feed.next()).await;
    assert!(more.contains("the kettle sings") && !more.contains("the kettle is on"), "{more}");
    assert_ne!(place, further);
    let (again, _) = Feed::of(alice.follows("log", Some(&place)).await).next().await;
    assert!(again.contains("the kettle sings") && !again.contains("the kettle is on"), "{again}");
    let (from_another, _) = Feed::of(alice.follows("log", Some("1-1")).await).next().await;
    assert!(from_another.contains("the kettle is on"), "{from_another}");
    bot.end().await;
}
