//! The receive cursor: the point from which a later session catches up.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adjutant_channel::Gateway;
use chrono::{DateTime, Utc};

use crate::{CHANNEL, wire::Id};

/// How far before the last sign of life the cursor is put: Discord sends a message some time after it dates it, and
/// clocks differ. A message that is fetched twice because of this is stored once.
const MARGIN: Duration = Duration::from_secs(30);

/// How far the cursor may be ahead of the clock.
const CLOCKS_DIFFER: Duration = Duration::from_mins(5);

/// The receive cursor of all shards.
pub(super) struct ReceiveCursor {
    gateway: Arc<dyn Gateway>,
    /// The oldest point to catch up from: the loaded cursor, or the first start.
    floor: Id,
    /// For each shard, the point up to which it has stored everything.
    shards: Mutex<Vec<Id>>,
    saved: AtomicU64,
}

impl ReceiveCursor {
    /// # Errors
    /// Returns an error if the cursor cannot be read, or the first one cannot be saved.
    pub(super) async fn load(gateway: Arc<dyn Gateway>, shards: u32) -> anyhow::Result<Self> {
        let found = gateway.received_up_to(CHANNEL).await?;
        let floor = match found.as_deref().and_then(Id::parse) {
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
                gateway.note_received(CHANNEL, &first_start.to_string()).await?;
                first_start
            }
        };
        let shards = Mutex::new(vec![floor; shards as usize]);
        Ok(Self { gateway, floor, shards, saved: AtomicU64::new(0) })
    }

    /// Returns the point from which a shard has to catch up.
    pub(super) fn position(&self, shard: u32) -> Id {
        let shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        shards.get(shard as usize).copied().unwrap_or(self.floor)
    }

    /// Records that a shard has stored everything received up to its last sign of life, `heard`, and saves the lowest
    /// point of all shards.
    pub(super) async fn advance(&self, shard: u32, heard: DateTime<Utc>) {
        let lowest = {
            let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(position) = shards.get_mut(shard as usize) {
                // A position in the future was saved by a clock that was wrong.
                let before = if *position > Id::at(heard + CLOCKS_DIFFER) { self.floor } else { *position };
                *position = before.max(Id::at(heard - MARGIN));
            }
            shards.iter().copied().min().unwrap_or(self.floor)
        };
        if self.saved.load(Ordering::Relaxed) == lowest.0 {
            return;
        }
        match self.gateway.note_received(CHANNEL, &lowest.to_string()).await {
            Ok(()) => self.saved.store(lowest.0, Ordering::Relaxed),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "could not save the receive cursor");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use adjutant_channel::{Accepted, ChatRef, HistoryCursor, HistoryItem, Inbound};
    use async_trait::async_trait;

    use super::*;

    #[derive(Default)]
    struct Noted(Mutex<Option<String>>);

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

        async fn received_up_to(&self, _: &str) -> anyhow::Result<Option<String>> {
            Ok(self.0.lock().unwrap().clone())
        }

        async fn note_received(&self, _: &str, position: &str) -> anyhow::Result<()> {
            *self.0.lock().unwrap() = Some(position.to_owned());
            Ok(())
        }

        fn now(&self) -> DateTime<Utc> {
            at(60)
        }
    }

    /// A time long after Discord's epoch.
    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_600_000_000 + seconds, 0).unwrap()
    }

    #[tokio::test]
    async fn the_slowest_shard_decides() {
        let gateway = Arc::new(Noted::default());
        let cursor = ReceiveCursor::load(gateway.clone(), 2).await.unwrap();
        let noted = || gateway.0.lock().unwrap().as_deref().and_then(Id::parse).map(Id::time);
        assert_eq!((cursor.position(0).time(), noted()), (at(60), Some(at(60))));

        cursor.advance(0, at(200)).await;
        assert_eq!((cursor.position(0).time(), noted()), (at(170), Some(at(60))));
        cursor.advance(1, at(130)).await;
        assert_eq!(noted(), Some(at(100)));
        // The cursor never moves back.
        cursor.advance(1, at(80)).await;
        assert_eq!(noted(), Some(at(100)));

        let again = ReceiveCursor::load(gateway.clone(), 1).await.unwrap();
        assert_eq!(again.position(0).time(), at(100));
    }
}
