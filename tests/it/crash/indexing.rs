//! Crashes while texts get vectors from another model.

use std::collections::BTreeMap;

use adjutant_simulators::{
    model::Model,
    telegram::{Telegram, User},
};

use super::{
    harness::{Home, MODEL_KEY, telegram},
    platform::Platform,
};

/// The number of the person's notes, which is too large for one embedding request.
const NOTES: usize = 20;
/// Counts the texts that can be found by meaning.
const TEXTS: &str = "SELECT (SELECT count(*) FROM notes)
    + (SELECT count(*) FROM entries WHERE role <> 'note' AND text <> '')";

#[tokio::test]
async fn a_change_of_the_model_goes_on_wherever_it_was_cut_off() {
    let (tg, model) = (telegram().await, Model::start().await);
    model.require_key(MODEL_KEY);
    let home = Home::new(&tg).with_embeddings(&model, "first");
    let (alice, bob) = (tg.user(42, "alice"), tg.user(43, "bob"));
    let adjutant = home.start_listening(&tg).await;
    for locker in 1..=NOTES {
        says(&tg, &alice, &format!("/remember locker {locker} opens with {}", 4_000 + locker)).await;
    }
    says(&tg, &bob, "/remember locker 99 opens with nothing").await;
    says(&tg, &alice, "hello").await;
    finds_every_note(&tg, &alice).await;
    home.comes_to("SELECT count(*) FROM unindexed", 0).await;
    expect_one_vector_each(&home, "first").await;
    adjutant.kill().await;

    // By then, only the notes wait for new vectors.
    let home = home.with_embeddings(&model, "second");
    home.hang_before("INSERT ON unindexed WHEN NEW.kind = 'entry'").await;
    home.start().kill_hanging().await;
    assert_eq!(home.number("SELECT count(*) FROM unindexed").await, NOTES as i64 + 1);

    let (embedding, more) = (model.hold_embeddings(), model.hold_embeddings());
    let adjutant = home.start_listening(&tg).await;
    embedding.wait().await;
    embedding.release();
    more.wait().await;
    finds_every_note(&tg, &alice).await;
    adjutant.kill().await;
    drop(more);
    assert_eq!(home.number("SELECT count(*) FROM vector_spaces").await, 2);

    home.hang_before("DELETE ON vector_spaces").await;
    home.start().kill_hanging().await;

    let adjutant = home.start_listening(&tg).await;
    home.comes_to("SELECT count(*) FROM vector_spaces", 1).await;
    expect_one_vector_each(&home, "second").await;
    finds_every_note(&tg, &alice).await;
    expect_nothing_embedded_in_vain(&model);
    adjutant.finish(&tg).await;
    tg.end();
}

async fn says(tg: &Telegram, person: &User, text: &str) {
    person.says(text).await;
    tg.next_message(person).await;
}

/// A query that finds all notes, and one that ranks a single note first.
const QUERIES: [&str; 2] = ["locker", "4007"];

/// Checks that all of alice's notes are found, and no others.
async fn finds_every_note(tg: &Telegram, alice: &User) {
    let [all, one] = QUERIES;
    alice.says(&format!("/memory {all}")).await;
    let list = tg.next_message(alice).await.text;
    assert!(list.starts_with(&format!("Your notes about “locker”: 1 to 5 of {NOTES}\n")), "{list}");
    alice.says(&format!("/memory {one}")).await;
    let list = tg.next_message(alice).await.text;
    assert!(list.contains("\n\n1. locker 7 opens with 4007\n"), "{list}");
}

/// Checks that every text has one vector, from this model, by which a search finds it.
async fn expect_one_vector_each(home: &Home, model: &str) {
    assert_eq!(home.number("SELECT count(*) FROM unindexed").await, 0, "nothing waits for one");
    let missing = format!(
        "WITH texts AS (SELECT 'note' AS kind, row FROM notes
             UNION ALL SELECT 'entry', entry_id FROM entries WHERE role <> 'note' AND text <> '')
         SELECT count(*) FROM texts WHERE NOT EXISTS (
             SELECT 1 FROM vectors v JOIN vector_blocks USING (block_id) JOIN vector_spaces USING (space_id)
             WHERE v.kind = texts.kind AND v.row = texts.row AND name LIKE '{model} of %')"
    );
    assert_eq!(home.number(&missing).await, 0, "texts without one");
    let texts = home.number(TEXTS).await;
    assert_eq!(home.number("SELECT count(*) FROM vectors").await, texts);
    // A sketch consists of a row number and a bit for each of 26 dimensions.
    let sketches = "SELECT sum(length(sketches)) / (8 + 4) FROM vector_blocks";
    assert_eq!(home.number(sketches).await, texts, "sketches, by which they are found");
}

/// Checks that the new model embedded every text once, except those in flight at the kill.
fn expect_nothing_embedded_in_vain(model: &Model) {
    let requests = model.embedding_requests();
    // Queries are embedded each time.
    let is_query = |texts: &[String]| matches!(texts, [text] if QUERIES.contains(&text.as_str()));
    let by_the_new = requests.iter().filter(|request| request.model == "second" && !is_query(&request.texts));
    let batches: Vec<_> = by_the_new.map(|request| &request.texts).collect();
    let mut times = BTreeMap::<_, usize>::new();
    for text in batches.iter().copied().flatten() {
        *times.entry(text).or_default() += 1;
    }
    let lost: Vec<_> = batches[1].iter().collect();
    let again: Vec<_> = times.iter().filter(|(_, times)| **times > 1).map(|(text, _)| *text).collect();
    assert!(again.iter().all(|text| lost.contains(text)), "{again:?}");
    assert!(times.values().all(|times| *times <= 2), "{times:?}");
}
