use std::collections::BTreeMap;

use adjutant_simulators::discord::{Fault, Permission};
use serde_json::{Value, json};

use super::*;
use crate::{
    bot_setup::BotIdentity,
    connection::{
        ShardContext,
        identify_limiter::{GatewayInfo, IdentifyLimiter},
        receive_cursor::ReceiveCursor,
        shard_health::ShardHealth,
        stored_seq::StoredSeq,
        worker::{LastHeard, QueuedEvent, Worker},
    },
    event_handler::EventHandler,
    wire::Dispatch,
};

/// The most messages that are read of a channel.
const MOST_READ: u32 = 10_000;

pub(super) const HOUR: Duration = Duration::from_secs(3_600);

/// The store of an earlier run, which lasted until the start of the test.
pub(super) async fn ran_before(platform: &simulator::Discord) -> (Arc<Store>, Events) {
    let (bot, events) = Running::start(platform).await;
    (bot.stop().await, events)
}

#[tokio::test]
async fn the_first_start_looks_at_nothing_that_was_before() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    alice.says("too early").await;
    alice.mentions_bot_in(&general, "too early").await;
    let (store, mut events) = Store::new();
    store.pass(HOUR, &platform);
    let bot = Running::over(settings(&platform), store, &platform).await;
    alice.says("hello").await;
    assert_eq!(events.next_text().await, "hello");
    assert_eq!(pages(&platform), 0);
    let store = bot.stop().await;
    assert_eq!(store.mark(), Some(start() + HOUR));
}

#[tokio::test]
async fn in_each_chat_what_was_missed_comes_first_and_in_order() {
    let platform = platform().await;
    let guild = platform.guild(1, "home");
    let (alice, bob) = (platform.user(42, "alice"), platform.user(43, "bob"));
    let (general, quiet) = (guild.channel(20, "general"), guild.channel(21, "quiet"));
    let thread = general.thread("plans");
    guild.gives_role(&alice, guild.role(7, "staff"));
    let (store, mut events) = ran_before(&platform).await;
    store.knows(alice.direct(), ChatKind::Direct);
    store.knows(bob.direct(), ChatKind::Direct);
    store.knows(quiet.id(), ChatKind::Group);
    store.pass(HOUR, &platform);

    alice.says("one").await;
    alice.mentions_bot_in(&general, "two").await;
    bob.says("three").await;
    bob.says_in(&general, "not for the bot").await;
    alice.mentions_bot_in(&thread, "four").await;
    alice.says("five").await;
    store.pass(HOUR, &platform);

    let held = platform.hold_before(Method::ListMessages);
    let bot = Running::over(settings(&platform), store, &platform).await;
    held.wait().await;
    alice.says("six").await;
    held.release();
    let mut missed: BTreeMap<String, Vec<Inbound>> = BTreeMap::new();
    for _ in 0..6 {
        let inbound = events.next().await;
        missed.entry(inbound.chat.chat.clone()).or_default().push(inbound);
    }
    let thread = format!("20/{}", thread.id());
    assert_eq!(missed["20"][0].sender.roles, ["7"]);
    assert_eq!(missed[&alice.direct().to_string()][0].sent_at, start() + HOUR);
    let texts = |chat: &str| missed[chat].iter().cloned().map(text).collect::<Vec<_>>();
    assert_eq!(texts(&alice.direct().to_string()), ["one", "five", "six"]);
    assert_eq!((texts("20"), texts(&thread)), (vec!["two".to_owned()], vec!["four".to_owned()]));
    assert_eq!(texts(&bob.direct().to_string()), ["three"]);
    // The quiet channel has no new message, and Discord's guild event says so.
    assert_eq!(pages(&platform), 4);
    bot.stop().await;
    events.expect_none();
    platform.finish();
}

#[tokio::test]
async fn only_the_live_events_of_the_same_chat_wait_for_what_was_missed() {
    let platform = platform().await;
    let (alice, bob) = (platform.user(42, "alice"), platform.user(43, "bob"));
    let (store, mut events) = ran_before(&platform).await;
    store.knows(alice.direct(), ChatKind::Direct);
    store.pass(HOUR, &platform);
    alice.says("one").await;
    let held = platform.hold_before(Method::ListMessages);
    let bot = Running::over(settings(&platform), store, &platform).await;
    held.wait().await;
    alice.says("two").await;
    bob.says("at once").await;
    assert_eq!(events.next_text().await, "at once");
    events.expect_none();
    held.release();
    assert_eq!(events.texts(2).await, ["one", "two"]);
    bot.stop().await;
    events.expect_none();
}

#[tokio::test]
async fn a_live_event_and_a_fetched_one_are_the_same() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.knows(alice.direct(), ChatKind::Direct);
    alice.says("hello").await;
    let live = events.next().await;
    // Killed before the cursor was saved.
    let store = bot.kill().await;
    store.seen.lock().unwrap().clear();
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next().await, live);
    bot.stop().await;
}

#[tokio::test]
async fn a_long_gap_is_read_to_its_end() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (store, mut events) = ran_before(&platform).await;
    let expected = says_many(&alice, 600, &store, &platform).await;
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.texts(expected.len()).await, expected);
    let store = bot.stop().await;
    events.expect_none();
    assert!(store.skipped.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_kill_in_the_middle_loses_nothing() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (store, mut events) = ran_before(&platform).await;
    let expected = says_many(&alice, 250, &store, &platform).await;
    store.close_doors();
    store.doors.add_permits(150);
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.texts(150).await, expected[..150]);
    let store = bot.kill().await;
    assert_eq!(store.mark(), Some(start()));

    store.open_doors();
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.texts(100).await, expected[150..]);
    let store = bot.stop().await;
    events.expect_none();
    assert!(store.mark() > Some(start()));
}

#[tokio::test]
async fn what_is_too_much_is_skipped_and_said() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let (store, mut events) = ran_before(&platform).await;
    store.pass(HOUR, &platform);
    alice.mentions_bot_in(&general, "read").await;
    for _ in 1..MOST_READ {
        alice.says_in(&general, "not for the bot").await;
    }
    let reached = start() + HOUR;
    store.pass(HOUR, &platform);
    alice.mentions_bot_in(&general, "skipped").await;
    let unlimited = Settings { per_second: 1e6, ..settings(&platform) };
    let bot = Running::over(unlimited, store, &platform).await;
    assert_eq!(events.next_text().await, "read");
    alice.mentions_bot_in(&general, "live").await;
    assert_eq!(events.next_text().await, "live");
    let store = bot.stop().await;
    let chat = ChatRef { channel: CHANNEL.into(), chat: "20".into(), thread: None };
    let skipped = [(KnownChat { chat, kind: ChatKind::Group }, reached)];
    assert_eq!(*store.skipped.lock().unwrap(), skipped);
    assert!(store.mark() > Some(reached));
}

#[tokio::test]
async fn every_known_direct_chat_is_caught_up_on() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (store, mut events) = ran_before(&platform).await;
    for stranger in 0..1_500 {
        store.knows(format!("0/{stranger}"), ChatKind::Group);
    }
    store.knows(alice.direct(), ChatKind::Direct);
    store.pass(HOUR, &platform);
    alice.says("missed").await;
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "missed");
    bot.stop().await;
}

/// Returns the messages that a known person sends while the bot is away: one message a second.
async fn says_many(
    person: &simulator::User,
    count: u32,
    store: &Store,
    platform: &simulator::Discord,
) -> Vec<String> {
    store.knows(person.direct(), ChatKind::Direct);
    let mut said = Vec::new();
    for number in 0..count {
        store.pass(Duration::from_secs(1), platform);
        said.push(number.to_string());
        person.says(&number.to_string()).await;
    }
    said
}

#[tokio::test]
async fn a_channel_out_of_sight_is_passed_over() {
    let platform = platform().await;
    let guild = platform.guild(1, "home");
    let (alice, secret, general) =
        (platform.user(42, "alice"), guild.channel(20, "secret"), guild.channel(21, "general"));
    let (store, mut events) = ran_before(&platform).await;
    store.knows(77, ChatKind::Direct);
    store.pass(HOUR, &platform);
    alice.mentions_bot_in(&secret, "one").await;
    alice.mentions_bot_in(&general, "two").await;
    secret.forbids(Permission::ViewChannel);
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "two");
    let store = bot.stop().await;
    events.expect_none();
    assert!(store.mark() > Some(start()));
}

#[tokio::test]
async fn what_cannot_be_told_from_a_direct_chat_is_passed_over() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let thread = general.thread("plans");
    let (store, mut events) = ran_before(&platform).await;
    store.knows(format!("20/{}", thread.id()), ChatKind::Group);
    store.pass(HOUR, &platform);
    alice.mentions_bot_in(&thread, "missed").await;
    platform.fail_next(Method::GetChannel, Fault::Refused(50001, "Missing Access"));
    let items = run_worker(&platform, store).await;
    items.send(ready(&platform)).await.ok().unwrap();
    let guild = json!({"id": "1", "channels": [{"id": "20", "type": 0}]});
    items.send(item("GUILD_CREATE", &guild)).await.ok().unwrap();
    items.send(said("9", "live")).await.ok().unwrap();
    assert_eq!(events.next_text().await, "live");
}

#[tokio::test]
async fn faults_and_limits_are_waited_out() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (store, mut events) = ran_before(&platform).await;
    store.knows(alice.direct(), ChatKind::Direct);
    alice.says("hello").await;
    platform.fail_next(Method::ListMessages, Fault::Status(502));
    platform.fail_next(Method::ListMessages, Fault::TooManyRequests { after: 0.2, global: true });
    platform.fail_next(Method::ListMessages, Fault::Cut);
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "hello");
    assert_eq!(pages(&platform), 4);
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn the_mark_stays_where_it_is_until_all_is_stored() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.knows(alice.direct(), ChatKind::Direct);
    bot.store.pass(HOUR, &platform);
    bot.store.close_doors();
    alice.says("hello").await;
    // The store never answers, and the shutdown does not wait for long.
    let store = bot.stop().await;
    assert_eq!(store.mark(), Some(start()));

    store.open_doors();
    let bot = Running::over(settings(&platform), store, &platform).await;
    assert_eq!(events.next_text().await, "hello");
    let store = bot.stop().await;
    assert_eq!(store.mark(), Some(start() + HOUR - Duration::from_secs(30)));
}

/// A channel that could not be read at first is retried beside the live events.
#[tokio::test]
async fn a_channel_that_cannot_be_read_holds_up_no_other() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let (store, mut events) = ran_before(&platform).await;
    store.pass(HOUR, &platform);
    let missed = alice.mentions_bot_in(&general, "missed").await;
    // A proxy on the way to the platform refused the request.
    platform.fail_next(Method::ListMessages, Fault::Status(404));
    let items = run_worker(&platform, store.clone()).await;
    items.send(ready(&platform)).await.ok().unwrap();
    let newest = json!({"id": "20", "type": 0, "last_message_id": missed.id.to_string()});
    items.send(item("GUILD_CREATE", &json!({"id": "1", "channels": [newest]}))).await.ok().unwrap();
    items.send(said("9", "first")).await.ok().unwrap();
    assert_eq!(events.next_text().await, "first");

    let held = platform.hold_before(Method::ListMessages);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(31)).await;
    tokio::time::resume();
    held.wait().await;
    items.send(said("10", "live")).await.ok().unwrap();
    assert_eq!(events.next_text().await, "live");
    held.release();
    assert_eq!(events.next_text().await, "missed");
}

/// The READY event of a session with one guild, whose own event comes later.
pub(super) fn ready(platform: &simulator::Discord) -> QueuedEvent {
    let user = json!({"id": platform.bot_id().to_string()});
    let data = json!({
        "user": user,
        "application": user,
        "guilds": [{"id": "1", "unavailable": true}],
        "session_id": "s",
        "resume_gateway_url": "ws://127.0.0.1:9/",
    });
    item("READY", &data)
}

/// A direct message.
pub(super) fn said(id: &str, text: &str) -> QueuedEvent {
    item("MESSAGE_CREATE", &json!({"id": id, "channel_id": "10", "author": {"id": "42"}, "content": text}))
}

/// A worker without a connection.
pub(super) async fn run_worker(
    platform: &simulator::Discord,
    store: Arc<Store>,
) -> mpsc::Sender<QueuedEvent> {
    let discord = Discord::new(settings(platform)).unwrap();
    let me = BotIdentity {
        id: platform.bot_id().to_string(),
        application_id: "1".into(),
        username: "adjutant".into(),
    };
    discord.identity.set(me).unwrap();
    let info: GatewayInfo = serde_json::from_value(json!({"url": "ws://127.0.0.1:9/", "shards": 1})).unwrap();
    let part = Part { number: 0, count: 1 };
    let cursor = ReceiveCursor::load(store.clone(), part).await.unwrap();
    let handler = EventHandler::new(discord, store, CancellationToken::new());
    let context = ShardContext {
        identify_limiter: Arc::new(IdentifyLimiter::new(&handler, &info)),
        health: Arc::new(ShardHealth::new(handler.discord.health.clone())),
        tls: Arc::new(adjutant_net::tls().unwrap()),
        url: info.url,
        part,
        handler,
    };
    let (items, queue) = mpsc::channel(10);
    tokio::spawn(Worker::new(Arc::new(context), cursor, queue, LastHeard::default()).run());
    items
}

pub(super) fn item(name: &str, data: &Value) -> QueuedEvent {
    let event = Dispatch::parse(name, &data.to_string());
    assert!(!matches!(event, Dispatch::Unreadable | Dispatch::Other));
    QueuedEvent { event, seq: None, stored: Arc::new(StoredSeq::new(0)) }
}
