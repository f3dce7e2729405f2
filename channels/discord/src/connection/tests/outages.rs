use adjutant_simulators::discord::{Channel, User};
use serde_json::json;

use super::{
    catching_up::{HOUR, item, ran_before, ready, run_worker, said},
    *,
};
use crate::connection::worker::QueuedEvent;

/// The live events of a new session do not wait for a guild that has an outage.
#[tokio::test]
async fn a_guild_that_shows_up_late_is_caught_up_on_then() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let (store, mut events) = ran_before(&platform).await;
    store.pass(HOUR, &platform);
    let missed = alice.mentions_bot_in(&general, "missed").await;
    let items = run_worker(&platform, store).await;

    items.send(ready(&platform)).await.ok().unwrap();
    items.send(said("9", "live")).await.ok().unwrap();
    assert_eq!(events.next_text().await, "live");

    let newest = json!({"id": "20", "type": 0, "last_message_id": missed.id.to_string()});
    items.send(item("GUILD_CREATE", &json!({"id": "1", "channels": [newest]}))).await.ok().unwrap();
    assert_eq!(events.next_text().await, "missed");
}

/// A worker at the start of a session, and a message that was sent while the bot was away.
struct Outage {
    platform: simulator::Discord,
    alice: User,
    general: Channel,
    items: mpsc::Sender<QueuedEvent>,
    events: Events,
    newest: u64,
}

impl Outage {
    async fn start() -> Self {
        let platform = platform().await;
        let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
        let (store, events) = ran_before(&platform).await;
        store.pass(HOUR, &platform);
        let newest = alice.mentions_bot_in(&general, "missed").await.id;
        let items = run_worker(&platform, store).await;
        items.send(ready(&platform)).await.ok().unwrap();
        Self { platform, alice, general, items, events, newest }
    }

    async fn send(&self, name: &str, data: serde_json::Value) {
        self.items.send(item(name, &data)).await.ok().unwrap();
    }

    async fn begins(&self, name: &str) {
        self.send(name, json!({"id": "1", "unavailable": true})).await;
    }

    async fn ends(&self) {
        let newest = json!({"id": "20", "type": 0, "last_message_id": self.newest.to_string()});
        self.send("GUILD_CREATE", json!({"id": "1", "channels": [newest]})).await;
    }
}

#[tokio::test]
async fn a_guild_with_an_outage_at_the_start_is_caught_up_on_when_it_is_back() {
    for name in ["GUILD_DELETE", "GUILD_CREATE"] {
        let mut outage = Outage::start().await;
        outage.begins(name).await;
        outage.items.send(said("9", "live")).await.ok().unwrap();
        assert_eq!(outage.events.next_text().await, "live", "{name}");
        outage.ends().await;
        assert_eq!(outage.events.next_text().await, "missed", "{name}");
    }
}

#[tokio::test]
async fn an_outage_within_a_session_is_caught_up_on() {
    let mut outage = Outage::start().await;
    outage.ends().await;
    assert_eq!(outage.events.next_text().await, "missed");
    outage.begins("GUILD_DELETE").await;
    outage.newest = outage.alice.mentions_bot_in(&outage.general, "in the outage").await.id;
    outage.ends().await;
    assert_eq!(outage.events.next_text().await, "in the outage");
}

/// The bot was removed from the guild and added again: it reads nothing from before.
#[tokio::test]
async fn a_guild_that_the_bot_left_is_not_caught_up_on() {
    let mut outage = Outage::start().await;
    outage.send("GUILD_DELETE", json!({"id": "1"})).await;
    outage.ends().await;
    outage.items.send(said("9", "live")).await.ok().unwrap();
    assert_eq!(outage.events.next_text().await, "live");
    outage.events.expect_none();
    assert_eq!(pages(&outage.platform), 0);
}
