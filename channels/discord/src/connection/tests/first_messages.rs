//! Finds the people who write for the first time while the bot is away.

use adjutant_simulators::discord::Fault;

use super::*;

const HOUR: Duration = Duration::from_secs(3_600);

/// Returns the store and events of a bot that ran until the start of the test and was then away for an hour.
async fn ran_before(platform: &simulator::Discord, served: &[u64]) -> (Arc<Store>, Events) {
    let (bot, events) = Running::start(platform).await;
    let store = bot.stop().await;
    store.people.lock().unwrap().extend(served);
    store.pass(HOUR, platform);
    (store, events)
}

fn opened(platform: &simulator::Discord) -> usize {
    platform.count(Method::CreateDm)
}

#[tokio::test]
async fn a_first_message_is_found_in_a_direct_chat_that_nobody_knew() {
    let platform = platform().await;
    let (alice, bob) = (platform.user(42, "alice"), platform.user(43, "bob"));
    platform.bot_user(44, "no person");
    let (store, mut events) = ran_before(&platform, &[44, alice.id(), bob.id()]).await;
    bob.says("one").await;
    bob.says("two").await;
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.texts(2).await, ["one", "two"]);
    // Alice has written nothing, so her chat is not read.
    assert_eq!((opened(&platform), pages(&platform)), (3, 1));
    let store = bot.stop().await;
    events.expect_none();
    assert!(store.mark() > Some(start()));
}

#[tokio::test]
async fn live_events_do_not_wait_while_chats_are_opened_and_the_cursor_does() {
    let platform = platform().await;
    let (alice, bob) = (platform.user(42, "alice"), platform.user(43, "bob"));
    let (store, mut events) = ran_before(&platform, &[bob.id()]).await;
    bob.says("missed").await;
    let held = platform.hold_before(Method::CreateDm);
    let bot = Running::over(settings(&platform), store, &platform).await;
    held.wait().await;
    alice.says("live").await;
    assert_eq!(events.next_text().await, "live");
    let store = bot.stop().await;
    assert_eq!(store.mark(), Some(start()));
    held.release();

    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "missed");
    let store = bot.stop().await;
    assert!(store.mark() > Some(start()));
}

#[tokio::test]
async fn faults_and_limits_of_opening_are_waited_out() {
    let platform = platform().await;
    let bob = platform.user(43, "bob");
    let (store, mut events) = ran_before(&platform, &[bob.id()]).await;
    bob.says("missed").await;
    platform.fail_next(Method::CreateDm, Fault::TooManyRequests { after: 0.2, global: false });
    platform.fail_next(Method::CreateDm, Fault::Status(502));
    platform.fail_next(Method::CreateDm, Fault::Cut);
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "missed");
    assert_eq!(opened(&platform), 4);
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn a_later_session_opens_no_chat_again() {
    let platform = platform().await;
    let bob = platform.user(43, "bob");
    let (store, mut events) = ran_before(&platform, &[bob.id()]).await;
    bob.says("one").await;
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "one");
    platform.forget_sessions();
    bob.says("two").await;
    assert_eq!(events.next_text().await, "two");
    assert_eq!(opened(&platform), 1);
    bot.stop().await;
}

#[tokio::test]
async fn no_more_than_a_hundred_chats_are_opened_at_a_start() {
    let platform = platform().await;
    let people: Vec<u64> = (1_000..1_150).collect();
    for person in &people {
        platform.user(*person, "somebody");
    }
    let (store, _events) = ran_before(&platform, &people).await;
    let unlimited = Settings { per_second: 1e6, ..settings(&platform) };
    let bot = Running::over(unlimited, store, &platform).await;
    let mut activity = platform.activity();
    while opened(&platform) < 100 {
        timeout(PATIENCE, activity.changed()).await.expect("chats are opened").unwrap();
    }
    bot.stop().await;
    assert_eq!(opened(&platform), 100);
}
