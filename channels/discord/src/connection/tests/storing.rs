use serde_json::{Value, json};

use super::{
    catching_up::{item, run_worker, said},
    *,
};
use crate::connection::worker;

#[tokio::test]
async fn what_people_write_is_stored() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let (bot, mut events) = Running::start(&platform).await;

    alice.says("hello").await;
    let direct = events.next().await;
    assert_eq!((direct.chat.chat.clone(), direct.chat_kind), (alice.direct().to_string(), ChatKind::Direct));
    assert_eq!(text(direct), "hello");

    alice.says_in(&general, "hello all").await;
    let said = alice.mentions_bot_in(&general, "what is new?").await;
    let inbound = events.next().await;
    assert_eq!((inbound.chat.chat.as_str(), inbound.chat_kind), ("20", ChatKind::Group));
    assert_eq!(text(inbound), "what is new?");

    alice.edits(&said, &format!("<@{}> what is up?", platform.bot_id())).await;
    assert_eq!(events.next_text().await, "what is up?");
    alice.deletes(&said).await;
    let gone = events.next().await;
    assert_eq!(gone.external_id, format!("delete:{}", said.id));
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn an_edit_that_overtakes_its_message_is_the_message() {
    let platform = platform().await;
    let (store, mut events) = Store::new();
    let items = run_worker(&platform, store).await;
    let message = |text: &str, edited_at: Value| {
        json!({
            "id": Id::at(start()).to_string(),
            "channel_id": "10",
            "author": {"id": "42"},
            "content": text,
            "edited_timestamp": edited_at,
        })
    };
    items.send(item("MESSAGE_UPDATE", &message("remind me at 9", json!(START)))).await.ok().unwrap();
    let (edit, first) = (events.next().await, events.next().await);
    assert!(matches!(edit.event, Event::Edit { .. }));
    assert_eq!(first.external_id, format!("message:{}", Id::at(start())));
    assert_eq!(text(first), "remind me at 9");

    items.send(item("MESSAGE_CREATE", &message("remind me at 8", Value::Null))).await.ok().unwrap();
    items.send(said("9", "next")).await.ok().unwrap();
    assert_eq!(events.next_text().await, "next");
}

#[tokio::test]
async fn an_event_over_which_the_channel_panics_is_set_aside_and_the_next_one_is_stored() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    let unfit = alice.says("panic").await;
    alice.says("hello").await;
    assert_eq!(events.next_text().await, "hello");
    assert_eq!(*bot.store.set_aside.lock().unwrap(), [format!("discord message:{}", unfit.id)]);
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn only_the_intents_that_are_needed_are_asked_for() {
    let platform = platform().await;
    let (bot, _events) = Running::start(&platform).await;
    let settings = Settings { message_content: true, ..settings(&platform) };
    let reader = Running::unconnected(settings, Store::new().0);
    platform.identified(2).await;
    let intents: Vec<u64> = platform
        .gateway_steps()
        .into_iter()
        .filter_map(|(_, step)| match step {
            GatewayStep::Identified { intents, .. } => Some(intents),
            _ => None,
        })
        .collect();
    let (guilds, guild_messages, direct_messages, content) = (1 << 0, 1 << 9, 1 << 12, 1 << 15);
    let needed = guilds | guild_messages | direct_messages;
    assert_eq!(intents, [needed, needed | content]);
    bot.stop().await;
    reader.stop().await;
}

#[tokio::test]
async fn a_thread_is_a_chat_of_its_channel() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let old = general.thread("old");
    let (bot, mut events) = Running::start(&platform).await;
    let new = general.thread("new");
    for thread in [&old, &new] {
        alice.mentions_bot_in(thread, "hello").await;
        assert_eq!(events.next().await.chat.chat, format!("20/{}", thread.id()));
    }
    // Nothing had to be fetched.
    assert_eq!(platform.count(Method::GetChannel), 0);
    bot.stop().await;
}

#[tokio::test]
async fn what_is_not_stored_is_given_again_and_nothing_overtakes_it() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.refuses.store(2, Ordering::SeqCst);
    alice.says("one").await;
    alice.says("two").await;
    assert_eq!(events.texts(2).await, ["one", "two"]);
    bot.stop().await;
}

#[tokio::test]
async fn an_event_that_comes_twice_is_stored_once() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    alice.says("one").await;
    platform.duplicate_last_event();
    alice.says("two").await;
    assert_eq!(events.texts(2).await, ["one", "two"]);
    bot.stop().await;
    events.expect_none();
}

/// A slow store must cost neither the connection nor an event.
#[tokio::test]
async fn more_events_than_can_be_stored_wait_at_discord() {
    let heartbeat = Duration::from_millis(400);
    let platform = platform_with(simulator::Settings { heartbeat, ..Default::default() }).await;
    let (bot, mut events, expected) = flooded(&platform).await;
    let beats = |platform: &simulator::Discord| count(platform, |step| *step == GatewayStep::Heartbeat);
    let before = beats(&platform);
    let mut activity = platform.activity();
    timeout(PATIENCE, activity.wait_for(|_| beats(&platform) >= before + 5)).await.unwrap().unwrap();
    assert_eq!((identified(&platform), resumed(&platform)), (1, 0));

    bot.store.open_doors();
    assert_eq!(events.texts(expected.len()).await, expected);
    assert_eq!((identified(&platform), resumed(&platform)), (1, 0));
    bot.stop().await;
}

#[tokio::test]
async fn a_connection_that_breaks_while_nothing_is_read_loses_nothing() {
    let heartbeat = Duration::from_millis(400);
    let platform = platform_with(simulator::Settings { heartbeat, ..Default::default() }).await;
    let (bot, mut events, expected) = flooded(&platform).await;
    platform.cut_gateway();
    bot.health(|health| !health.connected).await;
    bot.store.open_doors();
    assert_eq!(events.texts(expected.len()).await, expected);
    assert_eq!((identified(&platform), resumed(&platform)), (1, 1));
    bot.stop().await;
    events.expect_none();
}

/// A bot whose store does not answer, with more messages than its queue takes.
async fn flooded(platform: &simulator::Discord) -> (Running, Events, Vec<String>) {
    let alice = platform.user(42, "alice");
    let (bot, events) = Running::start(platform).await;
    bot.store.close_doors();
    let many: Vec<String> = (0..worker::QUEUE_CAPACITY + 500).map(|number| number.to_string()).collect();
    for said in &many {
        alice.says(said).await;
    }
    (bot, events, many)
}

#[tokio::test]
async fn an_interaction_does_not_wait_for_the_store() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.close_doors();
    alice.says("hello").await;
    let pressed = alice.taps_data(&alice.says("and").await, "approve:1").await;
    pressed.acknowledged().await;
    bot.store.open_doors();
    let mut stored = Vec::new();
    for _ in 0..3 {
        stored.push(matches!(events.next().await.event, Event::Press { .. }));
    }
    assert_eq!(stored.iter().filter(|is_press| **is_press).count(), 1);
    bot.stop().await;
}
