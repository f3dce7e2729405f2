use std::sync::Mutex;

use adjutant_clock::ManualClock;
use adjutant_domain::{
    ids::{NoteId, TurnId},
    origin::Sources,
    redact::{Filter, Named, Redactor},
    scope::Scope,
    wake::Wake,
};
use adjutant_store::{
    notes::Source,
    people::User,
    sessions::Session,
    testing::{NOW, Store},
    turns,
    vectors::Among,
};

use super::*;
use crate::{
    self as memory, Query, RecallRequest,
    testing::{Bag, DIMENSIONS, unavailable},
};

mod room;
mod websites;

use room::{Room, memory_of, rest};

#[tokio::test]
async fn what_is_saved_and_said_is_found_by_its_vector() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    room.save("wifi", "The wifi code is 4711").await;
    room.save("oats", "Buy oats on Saturday").await;
    let session = room.session.session_id.clone();
    room.store
        .write(async move |tx| {
            let turn = turns::open(tx, &session, None, NOW).await?.turn_id;
            turns::append_user(tx, &turn, "The ferry leaves at seven", &Sources::OWN, NOW).await?;
            turns::append_note(tx, &turn, "ferry: only for the model", &Sources::OWN, NOW).await?;
            turns::set_state(tx, &turn, turns::State::Done, NOW).await
        })
        .await;
    assert_eq!(room.counts().await, (3, 0));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 3));
    assert_eq!(room.near(&bag, "wifi code").await[0], "The wifi code is 4711");
    assert_eq!(room.near(&bag, "ferry leaves").await, ["The ferry leaves at seven"]);

    bag.asked();
    room.rests().await;
    assert_eq!(bag.asked(), [[""; 0]; 0], "nothing is embedded twice");
    room.change("wifi", "The router is gone").await;
    room.rests().await;
    assert_eq!(bag.asked(), [["The router is gone"]]);
    assert_eq!(room.near(&bag, "wifi code").await, [""; 0]);
    room.delete("wifi").await;
    assert_eq!(room.counts().await, (0, 2), "a vector goes with its text");
}

#[tokio::test]
async fn a_weak_result_is_found_but_not_offered_unasked() {
    let mut room = Room::new(Some(Bag::new("bag"))).await;
    room.save("cat", "Mochi sleeps upstairs daily").await;
    room.rests().await;
    let secrets = Filter::new(Redactor::new([]).unwrap(), Named::default());
    let cue = |said: &str| RecallRequest {
        user: room.alice.user_id.clone(),
        scope: Scope::Everything,
        turn: TurnId("turn-now".into()),
        said: said.to_owned(),
        before: None,
    };
    for (said, is_offered) in [("upstairs carpet cleaning company", false), ("who sleeps upstairs", true)] {
        assert_eq!(room.search(said).await, (1, None), "{said}");
        let offered = room.memory.recall(cue(said), 10_000, &secrets).await;
        assert_eq!(offered.is_some(), is_offered, "{said}");
    }
}

#[tokio::test]
async fn texts_wait_while_the_embedder_is_down_and_are_found_by_their_words() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    bag.set_down(Some(unavailable("the server does not answer")));
    for i in 0..20 {
        room.save(&format!("note-{i}"), &format!("oats number {i}")).await;
    }
    let mut pauses = Vec::new();
    for _ in 0..5 {
        room.rests().await;
        bag.asked();
        let mut seconds = 0;
        while bag.asked().is_empty() {
            room.advance(Duration::from_secs(1));
            seconds += 1;
            room.rests().await;
        }
        pauses.push(seconds);
    }
    assert_eq!(pauses, [1, 2, 4, 8, 16]);
    assert_eq!(room.counts().await, (20, 0), "nothing is given up");
    assert_eq!(room.search("oats").await, (5, Some("the server does not answer".to_owned())));

    bag.set_down(None);
    room.advance(LONGEST_PAUSE);
    room.rests().await;
    assert_eq!(room.counts().await, (0, 20));
    assert_eq!(room.search("oats").await, (5, None));
}

#[tokio::test]
async fn words_and_vectors_do_not_wait_for_each_other() {
    let mut room = Room::new(Some(Bag::new("bag"))).await;
    room.rests().await;
    let session = room.session.session_id.clone();
    room.store
        .write(async move |tx| {
            for hour in 0..100 {
                let turn = turns::open(tx, &session, None, NOW).await?.turn_id;
                turns::append_user(tx, &turn, &format!("When is the ferry at {hour}?"), &Sources::OWN, NOW)
                    .await?;
                turns::append_assistant(tx, &turn, ("It is on time", 0), &Sources::OWN, NOW).await?;
                turns::set_state(tx, &turn, turns::State::Done, NOW).await?;
            }
            Ok(())
        })
        .await;
    let (mut steps, mut left) = (0, room.queued().await);
    while left != (0, 0) {
        assert!(matches!(room.indexer.step().await.unwrap(), Step::Worked(_)), "{left:?} left");
        let before = std::mem::replace(&mut left, room.queued().await);
        assert!(left.0 < before.0 || before.0 == 0, "no words in a step: {left:?} left of {before:?}");
        assert!(left.1 < before.1 || before.1 == 0, "no vectors in a step: {left:?} left of {before:?}");
        steps += 1;
    }
    assert!(steps <= 30, "{steps} steps for 200 texts");
}

#[tokio::test]
async fn the_embedder_is_left_alone_for_as_long_as_it_asks() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    let retry_after = Some(Duration::from_secs(90));
    bag.set_down(Some(EmbedError::Unavailable { why: "busy".to_owned(), retry_after }));
    room.save("wifi", "The wifi code is 4711").await;
    room.rests().await;
    assert_eq!(bag.asked().len(), 1);
    bag.set_down(None);
    room.advance(Duration::from_secs(89));
    room.rests().await;
    assert_eq!(bag.asked().len(), 0);
    room.advance(Duration::from_secs(1));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 1));
}

#[tokio::test]
async fn one_text_that_is_refused_does_not_hold_up_the_others() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    for i in 0..12 {
        room.save(&format!("note-{i}"), &format!("oats number {i}")).await;
    }
    bag.refuse("oats number 7");
    for _ in 0..4 {
        room.rests().await;
        room.advance(Duration::from_secs(2));
    }
    assert_eq!(room.counts().await, (1, 11));
    assert_eq!(room.search("oats").await.1, None, "the embedder itself works");
    room.save("late", "oats come late").await;
    room.rests().await;
    assert_eq!(room.counts().await, (1, 12), "what is new need not wait");

    // It is still retried now and then, and at once when its text changes.
    bag.asked();
    room.advance(LONGEST_PAUSE);
    room.rests().await;
    assert_eq!(bag.asked(), [["oats number 7"]]);
    room.change("note-7", "barley").await;
    room.rests().await;
    assert_eq!(room.counts().await, (0, 13));
}

#[tokio::test]
async fn wrong_settings_are_a_reason_and_no_end() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    bag.set_down(Some(EmbedError::Misconfigured("the key is not accepted".to_owned())));
    room.save("wifi", "The wifi code is 4711").await;
    room.rests().await;
    assert_eq!(room.search("wifi").await, (1, Some("the key is not accepted".to_owned())));
    bag.set_down(None);
    room.advance(LONGEST_PAUSE);
    room.rests().await;
    assert_eq!((room.counts().await, room.search("wifi").await), ((0, 1), (1, None)));
}

#[tokio::test]
async fn vectors_of_a_wrong_dimension_are_not_kept() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    room.save("wifi", "The wifi code is 4711").await;
    room.rests().await;
    bag.set_dimensions(DIMENSIONS / 2);
    room.save("oats", "Buy oats").await;
    room.rests().await;
    assert_eq!(room.counts().await, (1, 1));
    let why = "the embedding model returns vectors of 32 dimensions, but returned 64 before";
    assert_eq!(room.search("oats").await, (1, Some(why.to_owned())));
    bag.set_dimensions(DIMENSIONS);
    assert_eq!(room.near(&bag, "wifi code").await.len(), 1, "search goes on with what there is");
    room.advance(LONGEST_PAUSE);
    room.rests().await;
    assert_eq!((room.counts().await, room.search("oats").await), ((0, 2), (1, None)));
}

#[tokio::test]
async fn another_model_behind_the_same_name_gets_a_space_of_its_own() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    room.save("wifi", "The wifi code is 4711").await;
    room.rests().await;
    for dimensions in [DIMENSIONS / 2, DIMENSIONS] {
        room.advance(LONGEST_PAUSE);
        bag.set_dimensions(dimensions);
        room.save("oats", "Buy oats").await;
        room.rests().await;
        assert_eq!((room.counts().await, room.search("oats").await.1), ((0, 2), None), "{dimensions}");
        assert_eq!(room.near(&bag, "wifi code").await[0], "The wifi code is 4711");
        room.delete("oats").await;
    }
}

#[tokio::test]
async fn what_changes_while_it_is_embedded_gets_no_old_vector() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    room.rests().await;
    let gate = bag.hold();
    for (id, content) in [("stays", "rye"), ("changes", "oats"), ("goes", "barley")] {
        room.save(id, content).await;
    }
    let step = room.begins(&bag).await;
    room.change("changes", "wheat").await;
    room.delete("goes").await;
    gate.add_permits(10);
    room.indexer = step.await.unwrap();
    assert_eq!(room.counts().await, (1, 1));
    assert_eq!(room.near(&bag, "oats").await, [""; 0]);
    room.rests().await;
    assert_eq!(room.counts().await, (0, 2));
    assert_eq!(room.near(&bag, "wheat").await, ["wheat"]);
}

#[tokio::test]
async fn a_crash_while_embedding_loses_nothing_and_doubles_nothing() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    for i in 0..20 {
        room.save(&format!("note-{i}"), &format!("oats number {i}")).await;
    }
    room.works(&bag, 1).await;
    let gate = bag.hold();
    let step = room.begins(&bag).await;
    step.abort();
    assert!(step.await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(room.counts().await, (12, 8));
    gate.add_permits(100);
    room.starts_again(Some(bag.clone()));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 20));
    let mut asked = bag.asked().concat();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 12, "what had a vector was not embedded again");
}

#[tokio::test]
async fn another_model_replaces_the_vectors_while_search_goes_on() {
    let (old, new) = (Bag::new("old"), Bag::new("new"));
    let mut room = Room::new(Some(old.clone())).await;
    for i in 0..20 {
        room.save(&format!("note-{i}"), &format!("oats number {i}")).await;
    }
    room.rests().await;
    room.starts_again(Some(new.clone()));
    assert!(room.search("oats").await.1.is_some(), "nothing has a vector of the new one yet");
    new.asked();
    room.works(&new, 1).await;
    assert_eq!(room.near(&new, "oats number").await.len(), 8);
    assert_eq!(room.near(&old, "oats number").await.len(), 10, "those are still there, and apart");
    assert_eq!(room.search("oats").await, (5, None));

    // The process dies half-way, and the operator switches back to the old model.
    room.starts_again(Some(old.clone()));
    room.rests().await;
    assert_eq!((room.counts().await, room.near(&new, "oats").await.len()), ((0, 20), 0));
    room.starts_again(Some(new.clone()));
    room.works(&new, 2).await;
    room.starts_again(Some(new.clone()));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 20));
    assert_eq!(room.near(&new, "number 3").await[0], "oats number 3");
    let spaces = room
        .store
        .read(async |tx| tx.value("SELECT group_concat(name) AS value FROM vector_spaces", ()).await);
    assert_eq!(spaces.await, Some("new".to_owned()), "nothing is left of the other");

    new.asked();
    room.starts_again(Some(new.clone()));
    room.rests().await;
    assert_eq!(new.asked(), [[""; 0]; 0], "a start with the same model embeds nothing");
}

#[tokio::test]
async fn without_an_embedder_texts_wait_for_one() {
    let bag = Bag::new("bag");
    let mut room = Room::new(None).await;
    room.save("wifi", "The wifi code is 4711").await;
    room.rests().await;
    assert_eq!(room.counts().await, (1, 0));
    assert_eq!(room.search("wifi").await, (1, None));
    room.starts_again(Some(bag.clone()));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 1));
}

#[tokio::test]
async fn words_are_indexed_anew_after_an_upgrade() {
    let mut room = Room::new(None).await;
    for i in 0..120 {
        room.save(&format!("note-{i}"), &format!("oats number {i}")).await;
    }
    room.store
        .write(async |tx| {
            tx.execute("DELETE FROM notes_fts", ()).await?;
            tx.execute("DELETE FROM unindexed", ()).await?;
            tx.execute("UPDATE notes SET tags = 'broken' WHERE note_id = 'note-60'", ()).await?;
            tx.execute("INSERT INTO unindexed (kind, row, part) SELECT 'note', row, 'words' FROM notes", ())
                .await
        })
        .await;
    for _ in 0..4 {
        room.rests().await;
        room.advance(Duration::from_secs(2));
    }
    assert_eq!(room.counts().await.0, 1, "one that cannot be indexed does not hold up the others");
    let indexed = room.store.read(async |tx| tx.value("SELECT count(*) AS value FROM notes_fts", ()).await);
    assert_eq!(indexed.await, Some(119_i64));
}

#[tokio::test]
async fn one_process_at_a_time_works() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    room.rests().await;
    let (other, _) = memory_of(&room.store, Some(bag.clone()));
    let mut waits = Indexer::new(&other, Arc::new(room.store.other_process()));
    room.save("wifi", "The wifi code is 4711").await;
    assert_eq!(waits.step().await.unwrap(), Step::Idle);
    assert_eq!(room.counts().await, (1, 0));

    // The first process hangs and the other takes over; the first one's writes are then refused.
    room.advance(Duration::from_secs(31));
    room.store.age_leases(Duration::from_secs(31)).await;
    waits.clock = room.clock.clone();
    rest(&mut waits).await;
    assert_eq!(room.counts().await, (0, 1));
    room.save("oats", "Buy oats").await;
    assert_eq!(room.indexer.step().await.unwrap(), Step::Idle);
    assert_eq!(room.counts().await, (1, 1));
}

#[tokio::test]
async fn a_commit_that_adds_a_text_wakes_the_worker() {
    let room = Room::new(None).await;
    let woken: Arc<Mutex<Vec<Wake>>> = Arc::default();
    let told = woken.clone();
    room.store.db.wakes().hear(move |wake| told.lock().unwrap().push(wake));
    room.save("wifi", "The wifi code is 4711").await;
    assert_eq!(*woken.lock().unwrap(), [Wake::IndexQueue]);
}
