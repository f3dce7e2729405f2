//! The combined health of all shards.

use std::sync::{Mutex, PoisonError};

use adjutant_channel::Health;
use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// Combines the state of all shards into one [`Health`].
pub(super) struct ShardHealth {
    health: watch::Sender<Health>,
    shards: Mutex<Vec<ShardState>>,
}

#[derive(Clone, Default)]
struct ShardState {
    ready: bool,
    problem: Option<String>,
}

impl ShardHealth {
    pub(super) fn new(health: watch::Sender<Health>, shards: u32) -> Self {
        Self { health, shards: Mutex::new(vec![ShardState::default(); shards as usize]) }
    }

    /// Records that Discord was heard from.
    pub(super) fn record_progress(&self, at: DateTime<Utc>) {
        self.health.send_modify(|health| health.last_progress = Some(at));
    }

    /// Records that a shard receives events.
    pub(super) fn set_ready(&self, shard: u32) {
        self.set(shard, ShardState { ready: true, problem: None });
    }

    /// Records why a shard does not receive events.
    pub(super) fn set_problem(&self, shard: u32, problem: String) {
        self.set(shard, ShardState { ready: false, problem: Some(problem) });
    }

    fn set(&self, shard: u32, state: ShardState) {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = shards.get_mut(shard as usize) {
            *slot = state;
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
        let shard_health = ShardHealth::new(health.clone(), 2);
        let now = || health.borrow().clone();
        shard_health.set_ready(0);
        assert!(!now().connected);
        shard_health.set_ready(1);
        assert!(now().connected);
        shard_health.set_problem(0, "cut".into());
        assert_eq!((now().connected, now().problem), (false, Some("cut".into())));
        shard_health.set_ready(0);
        assert_eq!((now().connected, now().problem), (true, None));
    }
}
