use std::future::pending;

use adjutant_channel::{Event, Heard, Inbound, Sender};
use adjutant_clock::{ManualClock, Timer};
use adjutant_config::Config;
use adjutant_domain::clock::Clock;
use adjutant_store::{
    people::{AccountRef, Admission, Presence},
    testing::{NOW, Store},
};

use super::*;
use crate::{app::App, testing::fake_channel::Fake};

/// Two channels, and the owner, who has written on both.
struct House {
    store: Store,
    one: Arc<Fake>,
    two: Arc<Fake>,
    app: App,
    clock: Arc<ManualClock>,
}

impl House {
    async fn new(one: Fake) -> Self {
        let store = Store::new().await;
        let (one, two) = (Arc::new(one), Arc::new(Fake::new("two")));
        let (parts, clock) = crate::testing::parts(&store, vec![one.clone(), two.clone()], Config::default());
        store
            .write(async |tx| {
                people::ensure_owner(tx, NOW).await?;
                let owner = people::owner(tx).await?;
                for channel in ["one", "two"] {
                    people::add_identity(
                        tx,
                        &owner.user_id,
                        AccountRef::new(channel, "carol"),
                        Admission::Owner,
                        NOW,
                    )
                    .await?;
                    people::note_presence(tx, &written_on(channel), &Presence::default(), NOW).await?;
                }
                Ok(())
            })
            .await;
        let app = App::start(parts, &[]).await.unwrap();
        Self { store, one, two, app, clock }
    }

    /// Waits while the clock runs much faster than real time.
    async fn while_time_passes<T>(&self, wait: impl Future<Output = T>) -> T {
        let clock = async {
            loop {
                tokio::time::sleep(Duration::from_millis(1)).await;
                self.clock.advance(chrono::TimeDelta::seconds(2));
            }
        };
        tokio::select! {
            found = wait => found,
            never = clock => never,
        }
    }

    /// Waits for this much time of the gateway's clock.
    async fn after(&self, minutes: i64) {
        let then = self.clock.now() + chrono::TimeDelta::minutes(minutes);
        self.while_time_passes(self.clock.sleep_until(then)).await;
    }

    fn state(&self) -> ChannelState {
        self.app.core().channel_health.state(self.one.as_ref(), self.clock.timestamp())
    }
}

fn written_on(channel: &str) -> Inbound {
    Inbound {
        external_id: "1".to_owned(),
        chat: ChatRef { channel: channel.to_owned(), chat: "carol".to_owned(), thread: None },
        chat_kind: ChatKind::Direct,
        sender: Sender::person("carol", "carol"),
        sent_at: NOW.to_utc(),
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Removed,
    }
}

#[tokio::test]
async fn a_channel_that_fails_is_started_again_and_stops_nobody_else() {
    let house = House::new(Fake::failing("one", "the token “operator-secret-4711” is not accepted")).await;
    house.while_time_passes(house.one.begun(3)).await;
    let ChannelState::Down { why, .. } = house.state() else { panic!("it has no connection") };
    assert!(why.starts_with("the token") && !why.contains("operator-secret-4711"), "{why}");

    house.one.mend();
    house.while_time_passes(house.one.begun(4)).await;
    assert!(matches!(house.state(), ChannelState::Up { .. }));
    assert_eq!(*house.two.begins.borrow(), 1, "the other channel was not restarted");
    house.app.shut_down(pending()).await;
}

#[tokio::test]
async fn an_outage_and_its_end_are_told_once_on_another_channel() {
    let house = House::new(Fake::failing("one", "it rains")).await;
    // Time passes only once the reason is known.
    house.one.begun(1).await;
    house.while_time_passes(house.two.said(1)).await;
    house.after(10).await;
    house.one.mend();
    house.while_time_passes(house.two.said(2)).await;
    house.after(10).await;

    let said = house.two.sent.borrow().clone();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(
        said[0],
        "⚠️ I have been unreachable on one for 5 min: it rains\n\nI keep trying, and will tell you when it works \
         again."
    );
    // The time until the outage is noticed depends on the machine.
    assert!(said[1].starts_with("✅ I am back on one, after "), "{}", said[1]);
    assert!(house.one.sent.borrow().is_empty());
    house.app.shut_down(pending()).await;
}

#[tokio::test]
async fn a_restart_tells_nothing_twice() {
    let house = House::new(Fake::failing("one", "it rains")).await;
    house.while_time_passes(house.two.said(1)).await;
    let House { store, one, two, app, .. } = house;
    app.shut_down(pending()).await;

    let (parts, clock) = crate::testing::parts(&store, vec![one.clone(), two.clone()], Config::default());
    let house = House { app: App::start(parts, &[]).await.unwrap(), clock, store, one, two };
    house.after(10).await;
    assert_eq!(house.two.sent.borrow().len(), 1);
    house.one.mend();
    house.while_time_passes(house.two.said(2)).await;
    house.app.shut_down(pending()).await;
}
