//! Divides a channel's parts among the processes that receive from it. There is a lease for each part, and one for each
//! process, by which the processes are counted.

use std::collections::BTreeSet;

use adjutant_channel::Part;
use anyhow::Result;
use serde::Deserialize;

use super::{LeaseName, acquire, delete};
use crate::{
    db::{Tx, params, sql::now},
    process::Process,
};

/// A process's share of a channel.
#[derive(Debug, Default)]
pub struct Share {
    /// The parts that this process should receive. It must release any others that it holds.
    pub parts: BTreeSet<u32>,
    /// Those of the parts that it does not hold yet.
    pub to_take: BTreeSet<u32>,
    /// Whether the other processes do not count this process yet.
    pub is_new: bool,
    /// The ids of processes that no longer count.
    pub ended: Vec<String>,
}

impl Share {
    /// Returns whether the share needs no write.
    pub fn is_settled(&self) -> bool {
        self.to_take.is_empty() && !self.is_new && self.ended.is_empty()
    }
}

#[derive(Deserialize)]
struct Held {
    name: String,
    owner: String,
    /// Neither released nor expired.
    is_valid: bool,
}

/// Returns the share of a process in a channel with `count` parts: no process has more than its even share, and a free
/// part goes to the first process that asks for it.
pub async fn look(tx: &Tx, process: &Process, channel: &str, count: u32) -> Result<Share> {
    let mut share = Share { is_new: true, ..Share::default() };
    let (mut processes, mut taken) = (1, BTreeSet::new());
    for held in held_of(tx, channel).await? {
        let is_own = held.owner == process.id();
        let counts = is_own || (held.is_valid && !process.is_gone(&held.owner));
        match part_of(&held.name) {
            None if is_own => share.is_new = false,
            None if counts => processes += 1,
            None => share.ended.push(held.owner),
            Some(part) if part.count != count || !held.is_valid => {}
            Some(part) if is_own => drop(share.parts.insert(part.number)),
            Some(part) if counts => drop(taken.insert(part.number)),
            Some(_) => {}
        }
    }
    let even = count.div_ceil(processes) as usize;
    share.parts = share.parts.into_iter().take(even).collect();
    let free = (0..count).filter(|part| !share.parts.contains(part) && !taken.contains(part));
    share.to_take = free.take(even - share.parts.len()).collect();
    share.parts.extend(&share.to_take);
    Ok(share)
}

/// Takes a process's share, and returns its parts.
pub async fn take(tx: &Tx, process: &Process, channel: &str, count: u32) -> Result<BTreeSet<u32>> {
    let Share { mut parts, to_take, ended, .. } = look(tx, process, channel, count).await?;
    acquire(tx, process, receiver(channel, process.id())).await?;
    for id in ended {
        delete(tx, receiver(channel, &id)).await?;
    }
    for number in to_take {
        let name = LeaseName::Part(channel.to_owned(), Part { number, count });
        if acquire(tx, process, name).await?.is_none() {
            parts.remove(&number);
        }
    }
    Ok(parts)
}

fn receiver(channel: &str, process: &str) -> LeaseName {
    LeaseName::Receiver(channel.to_owned(), process.to_owned())
}

/// Returns the leases for a channel's parts and of its receivers.
async fn held_of(tx: &Tx, channel: &str) -> Result<Vec<Held>> {
    // '0' is the character after '/'.
    let (from, to) = (format!("receive-{channel}/"), format!("receive-{channel}0"));
    tx.all(
        concat!(
            "SELECT name, owner, expires_at > ",
            now!(),
            " AS is_valid FROM leases WHERE name > ?1 AND name < ?2 ORDER BY name"
        ),
        params![from, to],
    )
    .await
}

/// Returns the part that a lease is for; `None` for a receiver's lease.
fn part_of(name: &str) -> Option<Part> {
    name.rsplit_once('/')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{leases::release_by_name, testing::Store};

    /// Returns the parts that a process gets.
    async fn parts(store: &Store, process: &Arc<Process>, count: u32) -> Vec<u32> {
        let process = process.clone();
        let taken = store.write(async move |tx| take(tx, &process, "discord", count).await).await;
        taken.into_iter().collect()
    }

    async fn is_settled(store: &Store, process: &Arc<Process>, count: u32) -> bool {
        let process = process.clone();
        store.read(async move |tx| look(tx, &process, "discord", count).await).await.is_settled()
    }

    async fn give_back(store: &Store, process: &Arc<Process>, part: Part) {
        let (process, name) = (process.clone(), LeaseName::Part("discord".to_owned(), part));
        store.write(async move |tx| release_by_name(tx, &process, name.clone()).await).await;
    }

    #[tokio::test]
    async fn processes_divide_the_parts_evenly() {
        let store = Store::new().await;
        let (one, two) = (store.process.clone(), Arc::new(store.other_process()));
        assert!(!is_settled(&store, &one, 5).await);
        assert_eq!(parts(&store, &one, 5).await, [0, 1, 2, 3, 4]);
        assert!(is_settled(&store, &one, 5).await);

        assert_eq!(parts(&store, &two, 5).await, [0; 0], "all parts are still held");
        assert_eq!(parts(&store, &one, 5).await, [0, 1, 2]);
        for number in [3, 4] {
            give_back(&store, &one, Part { number, count: 5 }).await;
        }
        assert_eq!(parts(&store, &one, 5).await, [0, 1, 2], "what is free is another's");
        assert_eq!(parts(&store, &two, 5).await, [3, 4]);
        assert!(is_settled(&store, &one, 5).await && is_settled(&store, &two, 5).await);
    }

    #[tokio::test]
    async fn the_parts_of_a_process_that_is_gone_fall_to_the_others() {
        let store = Store::new().await;
        let (one, two) = (store.process.clone(), Arc::new(store.other_process()));
        assert_eq!(parts(&store, &two, 1).await, [0]);
        assert_eq!(parts(&store, &one, 1).await, [0; 0], "stands by");
        assert!(is_settled(&store, &one, 1).await);
        drop(two);
        assert!(!is_settled(&store, &one, 1).await);
        assert_eq!(parts(&store, &one, 1).await, [0]);
        assert!(is_settled(&store, &one, 1).await, "the one that is gone is forgotten");
    }

    #[tokio::test]
    async fn parts_of_another_division_are_not_in_the_way() {
        let store = Store::new().await;
        let (one, two) = (store.process.clone(), Arc::new(store.other_process()));
        assert_eq!(parts(&store, &one, 1).await, [0]);
        assert_eq!(parts(&store, &two, 2).await, [0], "its even share");
        give_back(&store, &one, Part { number: 0, count: 1 }).await;
        assert_eq!(parts(&store, &one, 2).await, [1]);
    }
}
