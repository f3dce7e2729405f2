//! How the shards are doing, together.

use std::sync::{Mutex, PoisonError};

use adjutant_channel::Health;
use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// Puts together one [`Health`] of all shards.
pub(super) struct Standing {
    health: watch::Sender<Health>,
    shards: Mutex<Vec<Shard>>,
}

#[derive(Clone, Default)]
struct Shard {
    ready: bool,
    problem: Option<String>,
}

impl Standing {
    pub(super) fn new(health: watch::Sender<Health>, shards: u32) -> Self {
        Self { health, shards: Mutex::new(vec![Shard::default(); shards as usize]) }
    }

    /// Something was heard.
    pub(super) fn progressed(&self, at: DateTime<Utc>) {
        self.health.send_modify(|health| health.last_progress = Some(at));
    }

    /// A shard receives.
    pub(super) fn ready(&self, shard: u32) {
        self.set(shard, Shard { ready: true, problem: None });
    }

    /// A shard does not receive.
    pub(super) fn troubled(&self, shard: u32, problem: String) {
        self.set(shard, Shard { ready: false, problem: Some(problem) });
    }

    fn set(&self, shard: u32, standing: Shard) {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = shards.get_mut(shard as usize) {
            *place = standing;
        }
        self.health.send_modify(|health| {
            health.connected = shards.iter().all(|shard| shard.ready);
            health.problem = shards.iter().find_map(|shard| shard.problem.clone());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shards_have_to_be_ready() {
        let health = watch::Sender::default();
        let standing = Standing::new(health.clone(), 2);
        let now = || health.borrow().clone();
        standing.ready(0);
        assert!(!now().connected);
        standing.ready(1);
        assert!(now().connected);
        standing.troubled(0, "cut".into());
        assert_eq!((now().connected, now().problem), (false, Some("cut".into())));
        standing.ready(0);
        assert_eq!((now().connected, now().problem), (true, None));
    }
}
