//! Crashes while a person's export is created.

use serde_json::Value;

use super::{
    harness::{Home, Process},
    platform::{Person as _, Platform, seen},
};

over_both_platforms!(
    an_export_that_was_cut_off_comes_once,
    an_export_that_is_cut_off_again_and_again_is_refused_once,
);

const BEGUN: &str = "I am putting together everything I know about you. It comes in a moment, as files: one kind to \
    read, and one for other programs.";
const NO_NOTE: &str = "I have no note about “kettle”. /memory lists all your notes.";
const CAPTION: &str = "Everything I know about you. The .md is for you to read, the .json is for programs.";
const REFUSED: &str = "I could not write the files of your export. Please try again later. If it keeps failing, the \
    operator of this bot can find out why.";

async fn an_export_that_was_cut_off_comes_once<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at).with("MEMORY__EMBEDDINGS__SOURCE", "off");
    let alice = at.person(42, "alice");
    begins(&home, &at, &alice).await.kill_hanging().await;

    time_passes(&home).await;
    let sent = at.hold_file_sent();
    let adjutant = home.start();
    sent.wait().await;
    adjutant.kill().await;

    time_passes(&home).await;
    let adjutant = home.start();
    home.comes_to("SELECT count(*) FROM exports", 0).await;
    let (markdown, json) = (at.next_message(&alice).await, at.next_message(&alice).await);
    let (name, text) = at.file_of(&alice, &markdown);
    assert!(name.ends_with(".md"), "{name}");
    assert_eq!(String::from_utf8(text).unwrap().matches("- locker 7 opens with 4007").count(), 1);
    let (name, text) = at.file_of(&alice, &json);
    assert!(name.ends_with(".json"), "{name}");
    let export: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(export["notes"].as_array().map(Vec::len), Some(1), "{export:#}");
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice)[1..], [BEGUN, CAPTION, "", NO_NOTE]);
    adjutant.finish(&at).await;
}

async fn an_export_that_is_cut_off_again_and_again_is_refused_once<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at).with("MEMORY__EMBEDDINGS__SOURCE", "off");
    let alice = at.person(42, "alice");
    begins(&home, &at, &alice).await.kill_hanging().await;
    for _ in 0..2 {
        time_passes(&home).await;
        home.hang_before("DELETE ON exports").await;
        home.start().kill_hanging().await;
    }

    time_passes(&home).await;
    let sent = at.hold_sent();
    let adjutant = home.start();
    sent.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, REFUSED);
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice)[1..], [BEGUN, REFUSED, NO_NOTE]);
    alice.says("/export").await;
    let said = [at.next_message(&alice).await, at.next_message(&alice).await, at.next_message(&alice).await];
    assert_eq!(said.map(|message| message.text), [BEGUN, CAPTION, ""]);
    adjutant.finish(&at).await;
}

/// A person requests an export, and reads the reply; the export is written, and the process is about to hang before it
/// sends it.
async fn begins<P: Platform>(home: &Home, at: &P, alice: &P::Person) -> Process {
    let adjutant = home.start_listening(at).await;
    alice.says("/remember locker 7 opens with 4007").await;
    at.next_message(alice).await;
    home.change(
        "CREATE TRIGGER put_off AFTER INSERT ON exports
         BEGIN UPDATE exports SET not_before = not_before + 3600000; END",
    )
    .await;
    alice.says("/export").await;
    assert_eq!(at.next_message(alice).await.text, BEGUN);
    home.comes_to("SELECT count(*) FROM outbox WHERE state <> 'done'", 0).await;
    home.hang_before("DELETE ON exports").await;
    home.change("DROP TRIGGER put_off").await;
    time_passes(home).await;
    adjutant
}

/// Lets enough time pass for retrying an export that may have ended the process.
async fn time_passes(home: &Home) {
    home.change("UPDATE exports SET not_before = 0").await;
}

/// Checks that the bot still answers and that all earlier work is finished: a chat keeps its order.
async fn goes_on<P: Platform>(at: &P, alice: &P::Person) {
    alice.says("/memory kettle").await;
    assert_eq!(at.next_message(alice).await.text, NO_NOTE);
}
