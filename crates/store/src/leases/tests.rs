use std::sync::Arc;

use super::*;
use crate::testing::{Store, ms};

/// Longer than a test takes, because the database's clock runs on meanwhile.
const SLACK: Duration = ms(20_000);

async fn take(store: &Store, process: &Arc<Process>) -> Option<Lease> {
    let process = process.clone();
    store.write(async move |tx| acquire(tx, &process, LeaseName::Index).await).await
}

async fn holds(store: &Store, process: &Arc<Process>, lease: &Lease) -> bool {
    let (process, lease) = (process.clone(), lease.clone());
    let checked = store.db.read(async move |tx| check(tx, &process, &lease).await).await;
    if let Err(error) = &checked {
        assert_eq!(error.to_string(), "the lease index went to another process");
        assert!(error.is::<Lost>());
    }
    checked.is_ok()
}

#[tokio::test]
async fn a_live_process_keeps_its_lease() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    let lease = take(&store, &ours).await.unwrap();
    assert_eq!(take(&store, &theirs).await, None);
    store.age_leases(TTL - SLACK).await;
    assert_eq!(take(&store, &theirs).await, None);
    assert!(holds(&store, &ours, &lease).await);
}

#[tokio::test]
async fn an_expired_lease_is_taken_and_its_holder_finds_out() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    let lease = take(&store, &ours).await.unwrap();
    store.age_leases(TTL).await;
    let taken = take(&store, &theirs).await.unwrap();
    assert!(taken.token > lease.token);
    assert!(holds(&store, &theirs, &taken).await);
    assert!(!holds(&store, &ours, &lease).await);
    assert_eq!(take(&store, &ours).await, None);
}

#[tokio::test]
async fn a_lease_of_a_process_that_is_gone_is_taken_at_once() {
    let store = Store::new().await;
    let gone = Arc::new(store.other_process());
    let lease = take(&store, &gone).await.unwrap();
    assert_eq!(take(&store, &store.process).await, None);
    drop(gone);
    let taken = take(&store, &store.process).await.unwrap();
    assert_eq!(taken.token, lease.token + 1);
}

#[tokio::test]
async fn a_lease_of_a_process_of_which_nothing_is_known_lasts_its_time() {
    let store = Store::new().await;
    let theirs = store.other_process();
    let id = theirs.id().to_owned();
    take(&store, &Arc::new(theirs)).await.unwrap();
    let locks = store.db.path().with_extension("db.lock");
    std::fs::remove_file(locks.join(id)).unwrap();
    store.age_leases(TTL - SLACK).await;
    assert_eq!(take(&store, &store.process).await, None);
    store.age_leases(SLACK).await;
    assert!(take(&store, &store.process).await.is_some());
}

#[tokio::test]
async fn a_process_takes_its_own_lease_again() {
    let store = Store::new().await;
    let lease = take(&store, &store.process).await.unwrap();
    let again = take(&store, &store.process).await.unwrap();
    assert_eq!(again, lease);
    store.age_leases(2 * TTL).await;
    assert_eq!(take(&store, &store.process).await, Some(lease), "also after it expired unnoticed");
}

#[tokio::test]
async fn a_lease_given_back_is_free_and_its_token_is_not_used_again() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    let lease = take(&store, &ours).await.unwrap();
    let (process, given) = (ours.clone(), lease.clone());
    store.write(async move |tx| release(tx, &process, &given).await).await;
    let taken = take(&store, &theirs).await.unwrap();
    assert_eq!(taken.token, lease.token + 1);
    assert!(!holds(&store, &ours, &lease).await);

    // Releasing a lease that another process holds has no effect.
    let process = ours.clone();
    store.write(async move |tx| release(tx, &process, &lease).await).await;
    assert!(holds(&store, &theirs, &taken).await);
    assert_eq!(take(&store, &ours).await, None);
}

#[tokio::test]
async fn renewing_extends_what_is_held_and_takes_nothing_back() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    take(&store, &ours).await.unwrap();
    let renew = || {
        let process = ours.clone();
        store.write(async move |tx| renew_all(tx, &process).await)
    };
    store.age_leases(TTL - SLACK).await;
    renew().await;
    store.age_leases(SLACK).await;
    assert_eq!(take(&store, &theirs).await, None);
    // The machine slept and nobody took the lease, so it is renewed.
    store.age_leases(2 * TTL).await;
    renew().await;
    assert_eq!(take(&store, &theirs).await, None);
    // Another process took the lease, and keeps it.
    store.age_leases(2 * TTL).await;
    assert!(take(&store, &theirs).await.is_some());
    renew().await;
    assert_eq!(take(&store, &ours).await, None);
}

#[tokio::test]
async fn a_lease_that_was_granted_by_a_clock_ahead_ends_after_its_time() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    take(&store, &ours).await.unwrap();
    // The clock was an hour ahead, and has been set back.
    store.write(async |tx| tx.execute("UPDATE leases SET expires_at = expires_at + 3600000", ()).await).await;
    store.write(async |tx| shorten_overlong(tx).await).await;
    store.age_leases(TTL).await;
    assert!(take(&store, &theirs).await.is_some());
}

#[test]
fn leases_are_stored_by_these_names() {
    let names = [
        LeaseName::Session(SessionId("session-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned())),
        LeaseName::Receive("telegram".to_owned()),
        LeaseName::Deliver("telegram".to_owned()),
        LeaseName::Index,
        LeaseName::Privacy,
    ];
    assert_eq!(
        names.map(|name| name.to_string()),
        [
            "session-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d",
            "receive-telegram",
            "deliver-telegram",
            "index",
            "personal"
        ]
    );
}
