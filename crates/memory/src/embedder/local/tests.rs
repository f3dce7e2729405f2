use std::{
    fs,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use adjutant_clock::ManualClock;
use adjutant_store::testing::NOW;
use anyhow::bail;
use chrono::TimeDelta;
use tokio::task::yield_now;

use super::*;

/// Returns the bundled model with a counter of its loads.
fn counted() -> (Local, Arc<ManualClock>, Arc<AtomicUsize>) {
    let (clock, loads) = (Arc::new(ManualClock::new(NOW.to_utc())), Arc::new(AtomicUsize::new(0)));
    let counter = loads.clone();
    let load = move || {
        counter.fetch_add(1, Ordering::SeqCst);
        Encoder::bundled()
    };
    (Local::new(BUNDLED_MODEL.to_owned(), Arc::new(load), clock.clone()), clock, loads)
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("text {number}")).collect()
}

#[tokio::test]
async fn vectors_are_those_of_the_model_in_the_order_of_the_texts() {
    let (local, ..) = counted();
    let texts = texts(2 * JOB + 1);
    let vectors = local.embed(&texts, Purpose::Document).await.unwrap();
    let encoder = Encoder::bundled().unwrap();
    assert_eq!((local.space(), vectors.len()), (encoder.model(), texts.len()));
    for (text, vector) in texts.iter().zip(vectors) {
        let alone = encoder.encode(&[text]).unwrap().remove(0);
        assert!(alone.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>() > 0.999_99, "{text}");
    }
    assert!(local.embed(&[], Purpose::Query).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_query_does_not_wait_for_documents() {
    let (local, ..) = counted();
    let ended = Mutex::new(Vec::new());
    let embed = async |count, purpose| {
        local.embed(&texts(count), purpose).await.unwrap();
        ended.lock().unwrap().push(purpose);
    };
    tokio::join!(embed(8 * JOB, Purpose::Document), embed(1, Purpose::Query));
    assert_eq!(*ended.lock().unwrap(), [Purpose::Query, Purpose::Document]);
}

#[tokio::test]
async fn the_model_is_dropped_when_it_has_not_been_used_for_a_while() {
    let (local, clock, loads) = counted();
    assert_eq!(loads.load(Ordering::SeqCst), 0);
    let idle = TimeDelta::from_std(IDLE).unwrap();
    for (pause, expected) in [(TimeDelta::zero(), 1), (idle - TimeDelta::seconds(1), 1), (idle, 2), (idle, 3)]
    {
        clock.advance(pause);
        // Let the worker see the new time before the next text.
        yield_now().await;
        local.embed(&texts(1), Purpose::Query).await.unwrap();
        // Let it sleep again before the time moves on.
        yield_now().await;
        assert_eq!(loads.load(Ordering::SeqCst), expected, "after {pause}");
    }
}

#[tokio::test]
async fn a_model_that_cannot_be_loaded_is_tried_again_with_the_next_text() {
    let first = AtomicUsize::new(0);
    let load = move || {
        if first.fetch_add(1, Ordering::SeqCst) == 0 {
            bail!("model.safetensors is missing");
        }
        Encoder::bundled()
    };
    let local = Local::new(String::new(), Arc::new(load), Arc::new(ManualClock::new(NOW.to_utc())));
    let error = local.embed(&texts(1), Purpose::Query).await.unwrap_err();
    assert!(matches!(error, EmbedError::Misconfigured(_)));
    assert_eq!(error.to_string(), "the embedding model cannot be used: model.safetensors is missing");
    local.embed(&texts(1), Purpose::Query).await.unwrap();
}

#[tokio::test]
async fn a_panic_while_loading_is_an_error_and_not_the_end() {
    let first = AtomicUsize::new(0);
    let load = move || {
        assert!(first.fetch_add(1, Ordering::SeqCst) > 0, "broken");
        Encoder::bundled()
    };
    let local = Local::new(String::new(), Arc::new(load), Arc::new(ManualClock::new(NOW.to_utc())));
    let error = local.embed(&texts(1), Purpose::Document).await.unwrap_err();
    assert!(matches!(error, EmbedError::Unavailable { .. }));
    local.embed(&texts(1), Purpose::Document).await.unwrap();
}

#[tokio::test]
async fn a_folder_is_named_by_its_files_and_must_not_change_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(ManualClock::new(NOW.to_utc()));
    let missing = Local::open(folder.path(), clock.clone()).err().unwrap();
    assert!(format!("{missing:#}").ends_with(": config.json is missing"), "{missing:#}");

    fs::write(folder.path().join("config.json"), "{}").unwrap();
    fs::write(folder.path().join("model.safetensors"), "").unwrap();
    let local = Local::open(folder.path(), clock).unwrap();
    let error = local.embed(&texts(1), Purpose::Query).await.unwrap_err().to_string();
    assert!(error.starts_with("the embedding model cannot be used: config.json cannot be parsed"), "{error}");
}
