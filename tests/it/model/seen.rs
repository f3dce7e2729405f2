//! The meaning of "it" and "the second one" in a later turn.

use adjutant_simulators::model::{Request, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Masked, OnWeb, Setup, reads};

#[tokio::test]
async fn the_second_one_of_a_list_is_known_by_its_id_in_the_next_turn() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let make = |goal: &str| {
        let made = json!({"goal": goal, "cadence_type": "interval", "cadence_value": "1h", "reminder": true});
        ("schedule_create", made)
    };
    bot.model().script([
        Turn::calls([make("walk"), make("swim")]),
        Turn::text("Made."),
        Turn::calls([("schedule_search", json!({}))]),
        Turn::text("1. walk, 2. swim"),
    ]);
    alice.says("remind me to walk and to swim every hour").await;
    reads!(bot.next_message().await, @"Made.");
    alice.says("what have I got?").await;
    reads!(bot.next_message().await, @"1. walk, 2. swim");
    let found: Value = serde_json::from_str(bot.model().requests().pop().unwrap().tool_results()[0]).unwrap();
    let id = |at: usize| found["schedules"][at]["schedule_id"].as_str().unwrap().to_owned();
    let (first, second) = (id(0), id(1));
    let name = |at: usize| found["schedules"][at]["name"].as_str().unwrap().to_owned();

    bot.model().script([
        Turn::calls([("schedule_delete", json!({ "schedule_id": second }))]),
        Turn::text("Cancelled."),
    ]);
    alice.says("cancel the second one").await;
    let prompt = bot.next_message().await;
    let asked = bot.model().requests().pop().unwrap();
    let told = seen(&asked).unwrap().replace(&first, "FIRST").replace(&second, "SECOND");
    let told = told.replace(&name(0), "one").masked(&name(1), "other");
    reads!(told, @"
    What tools have lately shown, so that you know what “it”, “that page” or “the second one” may mean:
    The last list, in its order:
    1. schedule “one” (FIRST)
    2. schedule “other” (SECOND)
    ");
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Cancelled.");
    alice.changes(&prompt).await;

    bot.model().script([Turn::text("One.")]);
    alice.says("how many are left?").await;
    reads!(bot.next_message().await, @"One.");
    let left = seen(&bot.model().requests().pop().unwrap()).unwrap();
    assert!(left.contains(&first) && !left.contains(&second), "{left}");

    bot.model().script([Turn::text("Hello.")]);
    alice.says("/new").await;
    bot.next_message().await;
    alice.says("hello").await;
    reads!(bot.next_message().await, @"Hello.");
    assert_eq!(seen(&bot.model().requests().pop().unwrap()), None);
    bot.end().await;
}

/// Returns the model's list of things that tools have shown; `None` if there is none.
fn seen(request: &Request) -> Option<String> {
    let (_, seen) = request.present().split_once("What tools have lately shown")?;
    Some(format!("What tools have lately shown{}", seen.strip_suffix(']')?))
}
