//! The combined health of this process's shards.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use adjutant_channel::Health;
use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// Combines the state of this process's shards into one [`Health`].
pub(super) struct ShardHealth {
    health: watch::Sender<Health>,
    shards: Mutex<HashMap<u32, ShardState>>,
}

#[derive(Default)]
struct ShardState {
    ready: bool,
    problem: Option<String>,
}

impl ShardHealth {
    pub(super) fn new(health: watch::Sender<Health>) -> Self {
        Self { health, shards: Mutex::default() }
    }

    /// Records that a shard begins in this process.
    pub(super) fn add(&self, shard: u32) {
        self.set(shard, ShardState::default());
    }

    /// Records that a shard has ended in this process.
    pub(super) fn remove(&self, shard: u32) {
        self.update(|shards| drop(shards.remove(&shard)));
    }

    /// Records when Discord was last heard from.
    pub(super) fn record_progress(&self, at: DateTime<Utc>) {
        self.health.send_modify(|health| health.last_progress = Some(at));
    }

    /// Records that a shard receives events.
    pub(super) fn set_ready(&self, shard: u32) {
        self.set(shard, ShardState { ready: true, problem: None });
    }

    /// Records why a shard receives no events.
    pub(super) fn set_problem(&self, shard: u32, problem: String) {
        self.set(shard, ShardState { ready: false, problem: Some(problem) });
    }

    fn set(&self, shard: u32, state: ShardState) {
        self.update(|shards| drop(shards.insert(shard, state)));
    }

    fn update(&self, change: impl FnOnce(&mut HashMap<u32, ShardState>)) {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut shards);
        self.health.send_modify(|health| {
            health.connected = !shards.is_empty() && shards.values().all(|shard| shard.ready);
            health.problem = shards.values().find_map(|shard| shard.problem.clone());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shards_of_this_process_have_to_be_ready() {
        let health = watch::Sender::default();
        let shard_health = ShardHealth::new(health.clone());
        let now = || health.borrow().clone();
        [3, 5].into_iter().for_each(|shard| shard_health.add(shard));
        shard_health.set_ready(3);
        assert!(!now().connected);
        shard_health.set_ready(5);
        assert!(now().connected);
        shard_health.set_problem(3, "cut".into());
        assert_eq!((now().connected, now().problem), (false, Some("cut".into())));
        shard_health.remove(3);
        assert_eq!((now().connected, now().problem), (true, None));
        shard_health.remove(5);
        assert!(!now().connected);
    }
}
