//! Crashes around the receipt of a message.

use adjutant_simulators::telegram::Method;
use insta::assert_snapshot;

use super::{
    harness::{Home, echoing_model, telegram},
    platform::{Person as _, Platform, seen},
};

under_kills_and_power_cuts!(what_was_written_while_nobody_listened_is_answered_at_the_next_start);

#[tokio::test]
async fn an_update_that_never_reached_the_database_comes_again() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let served = tg.hold_after(Method::GetUpdates);
    alice.says("remember that the wifi code is 4711").await;
    served.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"I'll remember: the wifi code is 4711");
    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_message_that_was_stored_but_not_acknowledged_is_answered_once() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let acknowledging = tg.hold_before(Method::GetUpdates);
    let thinking = model.hold_before();
    alice.says("is the kettle on?").await;
    acknowledging.wait().await;
    thinking.wait().await;
    adjutant.kill().await;
    assert_eq!(tg.pending_updates(), 1);

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: is the kettle on?");
    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_message_that_was_answered_but_not_acknowledged_is_not_answered_again() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let acknowledging = tg.hold_before(Method::GetUpdates);
    alice.says("is the kettle on?").await;
    acknowledging.wait().await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: is the kettle on?");
    adjutant.kill().await;
    assert_eq!(tg.pending_updates(), 1);

    let adjutant = home.start();
    tg.all_acknowledged().await;
    alice.says("and the oven?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: and the oven?");
    assert_eq!(seen(&tg, &alice), ["You said: is the kettle on?", "You said: and the oven?"]);
    adjutant.finish(&tg).await;
    assert_eq!(model.count(), 2);
}

#[tokio::test]
async fn an_album_whose_parts_a_kill_separates_is_answered_once_and_whole() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let album = alice.begins_album();
    alice.sends_part(&alice, &album, "how many?", b"one").await;
    tg.all_acknowledged().await;
    adjutant.kill().await;
    alice.sends_part(&alice, &album, "", b"two").await;

    let adjutant = home.start();
    tg.next_message(&alice).await;
    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
    let asked: Vec<_> = model.requests().iter().map(|request| request.last_user().to_owned()).collect();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!(asked[0].matches("- photo, ").count(), 2, "{asked:?}");
}

async fn what_was_written_while_nobody_listened_is_answered_at_the_next_start<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let adjutant = home.start_listening(&at).await;
    // Discord does not notify a bot of direct chats that it does not know.
    for person in [&alice, &bob] {
        person.says("hello").await;
        at.next_message(person).await;
    }
    adjutant.kill().await;

    alice.says("remember that the wifi code is 4711").await;
    bob.says("remember that the door code is 1234").await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "I'll remember: the wifi code is 4711");
    assert_eq!(at.next_message(&bob).await.text, "I'll remember: the door code is 1234");
    at.all_received().await;
    adjutant.finish(&at).await;
}
