//! Updates: queued until they are acknowledged, fetched by long poll or pushed to a webhook.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    select,
    time::{Instant, sleep},
};

use super::{
    Shared,
    errors::{ApiError, conflict, malformed},
    params::Params,
    webhook,
};

/// The first update's id: arbitrary and large, as on the platform.
const FIRST_UPDATE: i64 = 500_000_001;
/// The most updates in one answer, and the default number.
const MAX_BATCH: usize = 100;
/// The longest poll, in seconds.
const MAX_POLL: i64 = 50;
/// The kinds that a bot receives only on request.
const ON_REQUEST: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

/// An update that the bot received.
#[derive(Clone, Debug)]
pub struct Served {
    /// The update's id.
    pub update_id: i64,
    /// The time at which the bot first received it.
    pub at: Instant,
    /// The whole update.
    pub update: Value,
}

/// The updates for the bot.
#[derive(Debug)]
pub(crate) struct Updates {
    waiting: VecDeque<Update>,
    last_id: i64,
    last_acknowledged: Option<Update>,
    allowed: Option<Vec<String>>,
    /// The number of the newest poll, the only one that continues.
    poll: u64,
    paused: bool,
    reversed: bool,
    pub(crate) served: Vec<Served>,
}

#[derive(Clone, Debug)]
struct Update {
    id: i64,
    body: Value,
    served: bool,
    /// Whether the update is kept at the next acknowledgement, to be delivered again.
    again: bool,
}

impl Default for Updates {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            last_id: FIRST_UPDATE - 1,
            last_acknowledged: None,
            allowed: None,
            poll: 0,
            paused: false,
            reversed: false,
            served: Vec::new(),
        }
    }
}

impl Updates {
    /// Queues an update if the bot requested its kind. Returns its id in either case.
    pub(crate) fn push(&mut self, kind: &str, content: Value) -> i64 {
        self.last_id += 1;
        if self.wants(kind) {
            let body = json!({"update_id": self.last_id, kind: content});
            self.waiting.push_back(Update { id: self.last_id, body, served: false, again: false });
        }
        self.last_id
    }

    /// Returns how many updates the bot has not acknowledged.
    pub(crate) fn pending(&self) -> usize {
        self.waiting.len()
    }

    /// Queues the last acknowledged update again, or else the last served one.
    pub(crate) fn redeliver_last(&mut self) -> Option<i64> {
        let served = self.waiting.iter().rposition(|update| update.served);
        let update = match served {
            Some(found) => self.waiting.remove(found),
            None => self.last_acknowledged.clone(),
        }?;
        let id = update.id;
        self.waiting.push_front(Update { again: true, ..update });
        Some(id)
    }

    pub(crate) fn pause(&mut self) {
        self.paused = true;
    }

    /// Ends a pause; `reversed` applies to the next answer.
    pub(crate) fn resume(&mut self, reversed: bool) {
        self.paused = false;
        self.reversed = reversed;
    }

    /// Sets which kinds of update are queued from now on; an empty list means the usual ones.
    pub(crate) fn allow(&mut self, params: &Params) -> Result<(), ApiError> {
        if let Some(kinds) = params.json("allowed_updates")? {
            let kinds: Vec<String> = serde_json::from_value(kinds)
                .map_err(|_| malformed("can't parse allowed updates: expected an Array of Strings"))?;
            self.allowed = (!kinds.is_empty()).then_some(kinds);
        }
        Ok(())
    }

    pub(crate) fn drop_pending(&mut self) {
        self.waiting.clear();
    }

    /// Ends the running poll, if any.
    pub(crate) fn end_poll(&mut self) {
        self.poll += 1;
    }

    /// Returns the oldest waiting update, which stays until [`Updates::acknowledge`].
    pub(crate) fn next(&mut self) -> Option<(i64, Value)> {
        self.batch(1).pop()
    }

    /// Drops every update below `offset`; with a negative offset, keeps that many of the last ones.
    pub(crate) fn acknowledge(&mut self, offset: i64) {
        let offset = match offset {
            0 => return,
            1.. => offset,
            _ => self.last_id + 1 + offset,
        };
        for update in std::mem::take(&mut self.waiting) {
            if update.id >= offset || update.again {
                self.waiting.push_back(update);
            } else {
                self.last_acknowledged = Some(update);
            }
        }
    }

    fn batch(&mut self, limit: usize) -> Vec<(i64, Value)> {
        if self.paused {
            return Vec::new();
        }
        let mut batch = Vec::new();
        for update in self.waiting.iter_mut().take(limit) {
            update.again = false;
            if !std::mem::replace(&mut update.served, true) {
                let (update_id, update) = (update.id, update.body.clone());
                self.served.push(Served { update_id, at: Instant::now(), update });
            }
            batch.push((update.id, update.body.clone()));
        }
        if !batch.is_empty() && std::mem::take(&mut self.reversed) {
            batch.reverse();
        }
        batch
    }

    fn wants(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(kinds) => kinds.iter().any(|allowed| allowed == kind),
            None => !ON_REQUEST.contains(&kind),
        }
    }
}

/// `getUpdates`: answers as soon as there are updates, or with none after the timeout.
pub(crate) async fn poll(shared: &Arc<Shared>, params: &Params) -> Result<Value, ApiError> {
    let limit = params.int("limit")?.map_or(MAX_BATCH, |limit| limit.clamp(1, MAX_BATCH as i64) as usize);
    let timeout = params.int("timeout")?.unwrap_or_default().clamp(0, MAX_POLL);
    let mut news = shared.updates.subscribe();
    let number = begin(shared, params)?;
    let deadline = sleep(Duration::from_secs(timeout.unsigned_abs()));
    tokio::pin!(deadline);
    loop {
        let batch = {
            let mut state = shared.lock();
            if state.updates.poll != number {
                return Err(terminated(state.webhook.is_some()));
            }
            state.updates.batch(limit)
        };
        if !batch.is_empty() {
            return Ok(batch.into_iter().map(|(_, update)| update).collect());
        }
        select! {
            _ = news.changed() => {}
            () = &mut deadline => return Ok(json!([])),
        }
    }
}

fn begin(shared: &Shared, params: &Params) -> Result<u64, ApiError> {
    let mut state = shared.lock();
    if state.webhook.is_some() {
        return Err(conflict(webhook::ACTIVE));
    }
    state.updates.allow(params)?;
    state.updates.acknowledge(params.int("offset")?.unwrap_or_default());
    state.updates.end_poll();
    let number = state.updates.poll;
    drop(state);
    shared.note_update();
    shared.note_traffic();
    Ok(number)
}

fn terminated(by_webhook: bool) -> ApiError {
    conflict(if by_webhook {
        "terminated by setWebhook request"
    } else {
        "terminated by other getUpdates request; make sure that only one bot instance is running"
    })
}
