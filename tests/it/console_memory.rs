//! The console: a person's memory, and its changes.

use adjutant_store::{
    db::{Scope, SyncedTx},
    index_queue::{self, Part},
};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat as _, OnWeb, Setup, reads};

/// Returns the texts that a page has found: kind, text, and origin.
fn found(memory: &Value) -> String {
    let line = |found: &Value| {
        let turn = if found["turn"].is_null() { "" } else { ", a turn" };
        let tool = found["note"]["tool"].as_str().map(|tool| format!(" of {tool}")).unwrap_or_default();
        let place = found["place"]["platform"].as_str().or(found["file"].as_str()).unwrap_or("nowhere");
        format!(
            "{}: {} ({place}{turn}{tool})",
            found["source"].as_str().unwrap(),
            found["text"].as_str().unwrap()
        )
    };
    memory["found"].as_array().unwrap().iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn memory_is_searched_as_the_bot_does_and_says_why() {
    let bot: Bot<OnWeb> = Setup::new().embedding().start().await;
    let alice = bot.alice();
    let none = alice.views("memory").await;
    assert_eq!((&none["notes"], &none["found"]), (&json!(0), &json!([])));
    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    bot.advance(1);
    alice.says("/remember my orchid needs rain water #plants").await;
    bot.next_message().await;
    bot.rests().await;

    let newest = alice.views("memory").await;
    reads!(found(&newest), @"
    note: my orchid needs rain water (Chat page)
    note: the wifi code is 4711 (Chat page, a turn of memory_save)
    ");
    assert_eq!(
        (&newest["found"][0]["tags"], &newest["found"][0]["score"]),
        (&json!(["plants"]), &Value::Null)
    );
    let second = alice.views("memory?from=1").await;
    assert_eq!((second["found"].as_array().unwrap().len(), &second["from"]), (1, &json!(1)));

    let is_read = async || {
        let core = bot.app().core();
        core.db.read(async |tx| index_queue::is_empty(tx, Part::Vector).await).await.unwrap()
    };
    bot.while_time_passes(bot.until("the vectors", is_read)).await;
    let seen = alice.views("memory?of=wifi+code").await;
    let best = &seen["found"][0];
    assert_eq!((&best["source"], &best["text"]), (&json!("note"), &json!("the wifi code is 4711")));
    assert_eq!((&seen["query"], &seen["by_words"]), (&json!("wifi code"), &Value::Null));
    let part = |name: &str| best["score"][name].as_f64().unwrap_or_else(|| panic!("{name} in {best}"));
    let parts = ["words", "meaning", "timely", "named", "asking", "repeating"].map(part);
    assert!((part("total") - parts.iter().sum::<f64>()).abs() < 1e-9, "{best}");
    assert!(part("bm25") > 0.0 && part("cosine") > 0.3 && parts[0] > 0.0 && parts[1] > 0.0, "{best}");
    let conversation =
        seen["found"].as_array().unwrap().iter().find(|found| found["source"] == "conversation");
    let turn = conversation.unwrap()["turn"].as_str().unwrap();
    assert_eq!(alice.views(&format!("turn?of={turn}")).await["is_own"], true);

    let tagged = alice.views("memory?of=%23plants").await;
    reads!(found(&tagged), @"note: my orchid needs rain water (Chat page)");
    reads!(found(&alice.views("memory?of=zeppelin").await), @"");
    bot.end().await;
}

#[tokio::test]
async fn a_note_is_changed_shared_and_forgotten() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/remember the wifi code is 4711 #home").await;
    bot.next_message().await;
    let note = async || alice.views("memory").await["found"].get(0).cloned().unwrap_or_default();
    let id = note().await["note"]["id"].clone();
    let act = async |act: Value| {
        let answer = alice.makes(&json!({"change": "note", "id": id, "act": act})).await.to_string();
        let note = note().await;
        format!("{answer} {} {} {}", note["text"], note["tags"], note["note"]["is_shared"])
    };
    reads!(act(json!({"edit": {"text": "the wifi code is 4712"}})).await, @r#"The note is changed. "the wifi code is 4712" ["home"] false"#);
    reads!(act(json!({"edit": {"text": "the wifi code is 4713 #home #net"}})).await, @r#"The note is changed. "the wifi code is 4713" ["home","net"] false"#);
    reads!(act(json!({"edit": {"text": " "}})).await, @r#"There is nothing to remember in that, so nothing has changed. (alert) "the wifi code is 4713" ["home","net"] false"#);
    reads!(act(json!("share")).await, @r#"I may use this note in every group where you talk to me. "the wifi code is 4713" ["home","net"] true"#);
    reads!(act(json!("unshare")).await, @r#"I no longer use this note in groups, except where you saved it. "the wifi code is 4713" ["home","net"] false"#);
    assert_eq!(found(&alice.views("memory?of=4712").await), "", "what it said is forgotten");
    reads!(act(json!("forget")).await, @"Deleted. Our conversation may still contain what it said; /new begins without it. null null null");
    reads!(act(json!("share")).await, @"This note is gone, or no longer for this chat. Nothing has changed. (alert) null null null");

    let events = alice.views("audit").await["events"].take();
    let told = events.as_array().unwrap().iter().map(|event| {
        assert_eq!(event["about"], id, "no word of it");
        event["outcome"].as_str().unwrap().to_owned()
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), "forgotten unshared shared edited edited");
    bot.end().await;
}

#[tokio::test]
async fn the_words_of_others_stay_theirs_when_a_note_is_revised() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/remember the shop says: pay at once").await;
    bot.next_message().await;
    let sources = "UPDATE notes SET untrusted = 'shop.example'";
    let marked = async move |tx: &SyncedTx| tx.execute(sources, ()).await;
    bot.app().core().db.write(Scope::Global, marked).await.unwrap();
    let note = async || alice.views("memory").await["found"][0].take();
    let id = note().await["note"]["id"].clone();
    let edit = json!({"change": "note", "id": id, "act": {"edit": {"text": "the shop says: pay now #shop"}}});
    reads!(alice.makes(&edit).await, @"The note is changed.");
    let note = note().await;
    assert_eq!((&note["text"], &note["others"]), (&json!("the shop says: pay now"), &json!("shop.example")));
    bot.end().await;
}
