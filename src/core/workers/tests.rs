use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use futures::future;
use tokio::sync::Semaphore;

use super::*;

/// Work that reports when it begins, and ends when it is allowed to.
#[derive(Clone)]
struct Work {
    begun: Arc<Semaphore>,
    may_end: Arc<Semaphore>,
    runs: Arc<AtomicUsize>,
    overlapped: Arc<AtomicBool>,
    busy: Arc<AtomicBool>,
}

impl Work {
    fn new() -> Self {
        Self {
            begun: Arc::new(Semaphore::new(0)),
            may_end: Arc::new(Semaphore::new(0)),
            runs: Arc::default(),
            overlapped: Arc::default(),
            busy: Arc::default(),
        }
    }

    async fn run(self) {
        if self.busy.swap(true, Ordering::SeqCst) {
            self.overlapped.store(true, Ordering::SeqCst);
        }
        self.runs.fetch_add(1, Ordering::SeqCst);
        self.begun.add_permits(1);
        self.may_end.acquire().await.unwrap().forget();
        self.busy.store(false, Ordering::SeqCst);
    }

    async fn has_begun(&self) {
        self.begun.acquire().await.unwrap().forget();
    }

    fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }
}

fn wake(workers: &Arc<Workers<&'static str>>, key: &'static str, work: &Work) {
    let work = work.clone();
    workers.wake(key, move |_| work.clone().run());
}

#[tokio::test(flavor = "multi_thread")]
async fn wake_ups_during_a_run_are_one_more_run() {
    let (workers, work) = (Workers::new(), Work::new());
    wake(&workers, "alice", &work);
    work.has_begun().await;
    for _ in 0..10 {
        wake(&workers, "alice", &work);
    }
    work.may_end.add_permits(100);
    workers.drained().await;
    assert_eq!(work.runs(), 2);
    assert!(!work.overlapped.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_does_not_wait_for_another() {
    let (workers, alice, bob) = (Workers::new(), Work::new(), Work::new());
    wake(&workers, "alice", &alice);
    alice.has_begun().await;
    wake(&workers, "bob", &bob);
    bob.has_begun().await;
    alice.may_end.add_permits(1);
    bob.may_end.add_permits(1);
    workers.drained().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_whose_work_panicked_is_worked_on_again() {
    let (workers, work) = (Workers::new(), Work::new());
    workers.wake("alice", |_| async { panic!("on purpose") });
    workers.drained().await;
    wake(&workers, "alice", &work);
    work.may_end.add_permits(1);
    workers.drained().await;
    assert_eq!(work.runs(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_wake_up_is_lost_while_workers_end() {
    const WAKES: usize = 2_000;
    let workers = Workers::new();
    let (asked, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let waker = |_| {
        let (workers, asked, done) = (workers.clone(), asked.clone(), done.clone());
        tokio::spawn(async move {
            for _ in 0..WAKES {
                asked.fetch_add(1, Ordering::SeqCst);
                let (asked, done) = (asked.clone(), done.clone());
                workers.wake("alice", move |_| {
                    let (asked, done) = (asked.clone(), done.clone());
                    async move { done.store(asked.load(Ordering::SeqCst), Ordering::SeqCst) }
                });
                tokio::task::yield_now().await;
            }
        })
    };
    future::join_all((0..4).map(waker)).await;
    workers.drained().await;
    assert_eq!(done.load(Ordering::SeqCst), 4 * WAKES, "the last run saw all that was asked for");
}
