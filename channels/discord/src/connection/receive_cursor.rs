//! The receive cursor: the point from which a later session catches up.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Gateway, Part};
use chrono::{DateTime, Utc};

use crate::{CHANNEL, wire::Id};

/// The cursor's distance before the last sign of life: Discord sends a message some time after it dates it, and clocks
/// differ. A message that is fetched twice because of this is stored once.
const MARGIN: Duration = Duration::from_secs(30);

/// How far the cursor may be ahead of the clock.
const CLOCKS_DIFFER: Duration = Duration::from_mins(5);

/// The receive cursor of a shard.
pub(super) struct ReceiveCursor {
    gateway: Arc<dyn Gateway>,
    shard: Part,
    /// The oldest point to catch up from: the loaded cursor, or the first start.
    floor: Id,
    /// The point up to which everything is stored.
    position: Id,
    saved: Id,
}

impl ReceiveCursor {
    /// Loads the cursor of a shard: its own, or else the earliest of the previous shards.
    ///
    /// # Errors
    /// Returns an error if the cursor cannot be read, or the first one cannot be saved.
    pub(super) async fn load(gateway: Arc<dyn Gateway>, shard: Part) -> anyhow::Result<Self> {
        let found = gateway.received_up_to(CHANNEL, shard).await?;
        let floor = match found.iter().filter_map(|mark| Id::parse(mark)).min() {
            Some(position) if position <= Id::at(gateway.certain() + CLOCKS_DIFFER) => position,
            Some(ahead) => {
                let last = gateway.last_message(CHANNEL).await?.and_then(|id| Id::parse(&id.0));
                let position = last.unwrap_or_else(|| Id::at(gateway.certain())).min(ahead);
                tracing::warn!(
                    from = %position.time(),
                    "the receive cursor is in the future: a clock was wrong; catching up from the last message"
                );
                position
            }
            None => {
                let first_start = Id::at(gateway.certain());
                // A crash may come before the cursor is saved again.
                gateway.note_received(CHANNEL, shard, &first_start.to_string()).await?;
                first_start
            }
        };
        Ok(Self { gateway, shard, floor, position: floor, saved: Id(0) })
    }

    /// Returns the point from which the shard has to catch up.
    pub(super) fn position(&self) -> Id {
        self.position
    }

    /// Records that the shard has stored everything received up to its last sign of life, `heard`, and saves the
    /// cursor.
    pub(super) async fn advance(&mut self, heard: DateTime<Utc>) {
        // A position in the future was saved while a clock was wrong.
        let is_ahead = self.position > Id::at(heard + CLOCKS_DIFFER);
        let before = if is_ahead { self.floor } else { self.position };
        self.position = before.max(Id::at(heard - MARGIN));
        self.save().await;
    }

    /// Goes back to an earlier point, and saves the cursor: messages after it have yet to be fetched, by the next
    /// session or process if this one ends before.
    pub(super) async fn go_back(&mut self, point: Id) {
        self.position = self.position.min(point);
        self.save().await;
    }

    async fn save(&mut self) {
        if self.saved == self.position {
            return;
        }
        match self.gateway.note_received(CHANNEL, self.shard, &self.position.to_string()).await {
            Ok(()) => self.saved = self.position,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "cannot save the receive cursor");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use adjutant_channel::{Accepted, ChatRef, HistoryCursor, HistoryItem, Inbound};
    use async_trait::async_trait;

    use super::*;

    /// The saved cursors.
    #[derive(Default)]
    struct Noted(Mutex<Vec<String>>);

    impl Noted {
        fn times(&self) -> Vec<DateTime<Utc>> {
            self.0.lock().unwrap().iter().filter_map(|mark| Id::parse(mark)).map(Id::time).collect()
        }
    }

    #[async_trait]
    impl Gateway for Noted {
        async fn accept(&self, _: Inbound) -> anyhow::Result<Accepted> {
            anyhow::bail!("not asked for")
        }

        async fn history(
            &self,
            _: &ChatRef,
            _: Option<HistoryCursor>,
            _: usize,
        ) -> anyhow::Result<Vec<HistoryItem>> {
            anyhow::bail!("not asked for")
        }

        async fn received_up_to(&self, _: &str, _: Part) -> anyhow::Result<Vec<String>> {
            Ok(self.0.lock().unwrap().clone())
        }

        async fn note_received(&self, _: &str, part: Part, position: &str) -> anyhow::Result<()> {
            assert_eq!(part, SHARD);
            *self.0.lock().unwrap() = vec![position.to_owned()];
            Ok(())
        }

        fn now(&self) -> DateTime<Utc> {
            at(60)
        }
    }

    const SHARD: Part = Part { number: 1, count: 2 };

    /// A time long after Discord's epoch.
    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_600_000_000 + seconds, 0).unwrap()
    }

    #[tokio::test]
    async fn the_cursor_begins_at_the_first_start_and_moves_back_only_to_what_is_missing() {
        let gateway = Arc::new(Noted::default());
        let mut cursor = ReceiveCursor::load(gateway.clone(), SHARD).await.unwrap();
        assert_eq!((cursor.position().time(), gateway.times()), (at(60), vec![at(60)]));
        for (heard, reached) in [(130, 100), (80, 100), (200, 170)] {
            cursor.advance(at(heard)).await;
            assert_eq!((cursor.position().time(), gateway.times()), (at(reached), vec![at(reached)]));
        }
        cursor.go_back(Id::at(at(300))).await;
        assert_eq!(gateway.times(), [at(170)]);
        cursor.go_back(Id::at(at(90))).await;
        let again = ReceiveCursor::load(gateway, SHARD).await.unwrap();
        assert_eq!((cursor.position().time(), again.position().time()), (at(90), at(90)));
    }

    #[tokio::test]
    async fn the_slowest_of_the_shards_before_decides() {
        let before = [30, 20, 50].map(|seconds| Id::at(at(seconds)).to_string());
        let gateway = Arc::new(Noted(Mutex::new(before.to_vec())));
        let cursor = ReceiveCursor::load(gateway.clone(), SHARD).await.unwrap();
        assert_eq!(cursor.position().time(), at(20));
        assert_eq!(gateway.times().len(), 3, "nothing is saved before something is received");
    }
}
