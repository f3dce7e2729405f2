//! The first start of all: cut off, or made by several processes at once.

use adjutant_simulators::telegram::Method;
use insta::assert_snapshot;

use super::harness::{Home, telegram};

#[tokio::test]
async fn processes_that_start_at_once_on_a_new_database_all_run() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let others = [home.start(), home.start(), home.start()];
    tg.called(Method::GetWebhookInfo, others.len()).await;

    alice.says("remember that the wifi code is 4711").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"I'll remember: the wifi code is 4711");
    tg.all_acknowledged().await;
    let [first, second, third] = others;
    first.terminate().await;
    second.terminate().await;
    third.finish(&tg).await;
}

#[tokio::test]
async fn a_first_start_that_was_killed_does_not_spoil_the_next() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    // What is left when the token's file was made and the token was not written.
    home.put("adjutant.db.web-token", "");
    for _ in 0..5 {
        home.start().kill().await;
    }

    let adjutant = home.start_listening(&tg).await;
    alice.says("remember that the wifi code is 4711").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"I'll remember: the wifi code is 4711");
    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
    assert_eq!(home.web_token().len(), 32);
}
