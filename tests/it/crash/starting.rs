//! The first start: interrupted, or made by several processes at once.

use super::{
    harness::Home,
    platform::{Person as _, Platform},
};

over_both_platforms!(
    processes_that_start_at_once_on_a_new_database_all_run,
    a_first_start_that_was_killed_does_not_spoil_the_next,
);

async fn processes_that_start_at_once_on_a_new_database_all_run<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let mut others = [home.start(), home.start(), home.start()];
    for process in &mut others {
        process.is_up().await;
    }
    at.listens(0).await;

    alice.says("remember that the wifi code is 4711").await;
    assert_eq!(at.next_message(&alice).await.text, "I'll remember: the wifi code is 4711");
    at.all_received().await;
    let [first, second, third] = others;
    first.terminate().await;
    second.terminate().await;
    third.finish(&at).await;
}

async fn a_first_start_that_was_killed_does_not_spoil_the_next<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    // The state after the token's file was created, and before the token was written.
    home.put("adjutant.db.web-token", "");
    for _ in 0..5 {
        home.start().kill().await;
    }

    let adjutant = home.start_listening(&at).await;
    alice.says("remember that the wifi code is 4711").await;
    assert_eq!(at.next_message(&alice).await.text, "I'll remember: the wifi code is 4711");
    at.all_received().await;
    adjutant.finish(&at).await;
    assert_eq!(home.web_token().len(), 32);
}
