//! Crashes while a person's data is deleted.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use super::{
    harness::{Home, MODEL_KEY, echoing_model},
    platform::{Person as _, Platform, seen},
};

over_both_platforms!(
    whoever_is_being_forgotten_is_gone_wherever_it_was_cut_off,
    whoever_is_forgotten_while_a_file_of_theirs_is_written_leaves_no_file,
);

/// The number of each person's notes, which is too large for one step of the deletion.
const NOTES: usize = 20;
/// Counts the rows that still have to be indexed or recorded as sent.
const NOT_DONE: &str = "SELECT (SELECT count(*) FROM unindexed)
    + (SELECT count(*) FROM outbox WHERE state <> 'done')";
/// A word for each person that nobody else uses.
const WORDS: [&str; 2] = ["quokka", "narwhal"];

async fn whoever_is_being_forgotten_is_gone_wherever_it_was_cut_off<P: Platform>() {
    let (at, model) = (P::open().await, Model::start().await);
    model.require_key(MODEL_KEY);
    let home = Home::new(&at).with_embeddings(&model, "embedder");
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let adjutant = home.start_listening(&at).await;
    settles_in(&at, &alice, WORDS[0]).await;
    settles_in(&at, &bob, WORDS[1]).await;
    home.comes_to(NOT_DONE, 0).await;
    let (hers, his) = (home.known(alice.id()).await, home.known(bob.id()).await);
    let before = home.rows_of(&his).await;

    alice.says("/forget_me").await;
    let question = at.next_message(&alice).await;
    home.hang_before(&format!("DELETE ON notes WHEN (SELECT count(*) FROM notes) = {}", NOTES * 3 / 2)).await;
    assert_eq!(at.presses(&alice, &question, "Delete everything").await.text, "I am deleting it.");
    adjutant.kill_hanging().await;
    let left = home.rows_of(&hers).await;
    assert!(!left.contains_key("vectors") && left["notes"].len() < NOTES, "some has gone: {left:#?}");
    assert!(left.contains_key("entries"), "some is left: {left:#?}");

    // At the first crash, all turns are deleted; at the second, everything except the notice to the person.
    for deed in ["DELETE ON sessions", "INSERT ON outbox"] {
        home.hang_before(deed).await;
        home.start().kill_hanging().await;
    }
    let left: Vec<_> = home.rows_of(&hers).await.into_keys().collect();
    assert_eq!(left, ["forgettings", "forgotten_identities", "forgotten_users", "outbox", "users"]);

    // The person is notified: the first notice is lost, the second arrives but is not recorded.
    let sending = at.hold_sending();
    let adjutant = home.start();
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    let sent = at.hold_sent();
    let adjutant = home.start();
    sent.wait().await;
    adjutant.kill().await;
    home.hang_before("DELETE ON forgettings").await;
    home.start().kill_hanging().await;

    let adjutant = home.start();
    home.comes_to("SELECT count(*) FROM forgettings", 0).await;
    let farewell = at.next_message(&alice).await.text;
    let told = "Done: I no longer know anything about you. Farewell!";
    assert_eq!(farewell, format!("{}{told}", P::MARK));
    let shown = seen(&at, &alice);
    let deleting = "✅ I am deleting everything that I know about you.";
    assert_eq!(shown[shown.len() - 2..], [deleting, &farewell], "they are told once");
    assert_eq!(home.rows_of(&hers).await, [].into());
    assert_eq!(home.rows_of(&his).await, before);
    assert_eq!(home.number("SELECT count(*) FROM pragma_foreign_key_check").await, 0);
    adjutant.finish(&at).await;
    assert!(home.holds(WORDS[1]) && !home.holds(WORDS[0]));
}

async fn whoever_is_forgotten_while_a_file_of_theirs_is_written_leaves_no_file<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    model.answer_with(|_| {
        let write = json!({ "path": "/shared/animals.md", "content": "The quokka likes oats." });
        Turn::calls([("file_write", write)])
    });
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    // Kills the process when the file is on the disk, but not counted yet.
    home.hang_before("UPDATE ON file_usage WHEN NEW.writing < OLD.writing").await;
    alice.says("write a file about the quokka").await;
    adjutant.kill_hanging().await;
    let hers = home.known(alice.id()).await;
    assert!(home.files_hold("quokka"), "the file is being written");

    let thinking = model.hold_before();
    home.age_interrupted_turns().await;
    let adjutant = home.start_listening(&at).await;
    thinking.wait().await;
    alice.says("/forget_me").await;
    let question = at.next_message(&alice).await;
    assert_eq!(at.presses(&alice, &question, "Delete everything").await.text, "I am deleting it.");
    let farewell = at.next_message(&alice).await.text;
    assert_eq!(farewell, "Done: I no longer know anything about you. Farewell!");
    home.comes_to("SELECT count(*) FROM forgettings", 0).await;
    assert_eq!(home.rows_of(&hers).await, [].into());
    assert!(!home.files_hold("quokka"), "no file is left, whatever it is called");
    adjutant.finish(&at).await;
    assert!(!home.holds("quokka"));
}

/// Adds notes and a conversation of a person.
async fn settles_in<P: Platform>(at: &P, person: &P::Person, word: &str) {
    for i in 0..NOTES {
        person.says(&format!("/remember {word} {i}")).await;
        at.next_message(person).await;
    }
    for i in 0..6 {
        person.says(&format!("remember that {word} {i} likes oats")).await;
        at.next_message(person).await;
    }
}
