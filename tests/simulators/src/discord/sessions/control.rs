//! The test's control of the gateway, and waiting for its events.

use std::time::Duration;

use tokio::time::Instant;

use super::{Dispatch, GatewayStep, Order};
use crate::discord::{Discord, state::State};

impl Discord {
    /// Waits until every recommended shard has a connected session. The bot never receives earlier events.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn connected(&self) {
        let look =
            |state: &mut State| (state.sessions.served_shards() >= state.settings.shards).then_some(());
        self.await_gateway(look, "a session").await;
    }

    /// Returns whether every recommended shard has a connected session.
    pub fn is_connected(&self) -> bool {
        let state = self.shared.lock();
        state.sessions.served_shards() >= state.settings.shards
    }

    /// Waits until `times` sessions have begun in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn identified(&self, times: usize) {
        let is_it = |step: &GatewayStep| matches!(step, GatewayStep::Identified { .. });
        let look = |state: &mut State| (state.sessions.count(is_it) >= times).then_some(());
        self.await_gateway(look, &format!("identify number {times}")).await;
    }

    /// Waits until sessions have been resumed `times` times in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn resumed(&self, times: usize) {
        let is_it = |step: &GatewayStep| matches!(step, GatewayStep::Resumed { .. });
        let look = |state: &mut State| (state.sessions.count(is_it) >= times).then_some(());
        self.await_gateway(look, &format!("resume number {times}")).await;
    }

    /// Returns the gateway's steps so far, with their times.
    pub fn gateway_steps(&self) -> Vec<(Instant, GatewayStep)> {
        self.shared.lock().sessions.steps.clone()
    }

    /// Returns the largest number of sessions of one shard that were connected at the same time. The platform allows
    /// several, and sends every event to each.
    pub fn most_sessions_at_once(&self) -> usize {
        self.shared.lock().sessions.most_at_once
    }

    /// Cuts every connection to the gateway. Sessions can be resumed.
    pub fn cut_gateway(&self) {
        self.order(Order::Cut);
    }

    /// Closes every connection to the gateway with a code. Sessions can be resumed.
    pub fn close_gateway(&self, code: u16) {
        self.order(Order::Close(code));
    }

    /// Declares every connected session invalid (op 9).
    pub fn invalid_session(&self, resumable: bool) {
        self.order(Order::Invalidate { resumable });
    }

    /// Asks every client to reconnect (op 7). Events continue until it does.
    pub fn request_reconnect(&self) {
        self.order(Order::Reconnect);
    }

    /// Asks every client for a heartbeat (op 1).
    pub fn request_heartbeat(&self) {
        self.order(Order::Heartbeat);
    }

    /// Makes the present connections dead without closing them: heartbeats are not acknowledged, and no events are
    /// sent. Sessions can be resumed on new connections.
    pub fn stop_acknowledging_heartbeats(&self) {
        self.order(Order::Silence);
    }

    /// Makes all present sessions impossible to resume; connected ones last until they disconnect.
    pub fn forget_sessions(&self) {
        self.shared.lock().sessions.forget();
    }

    /// Does not answer the next `times` requests to resume; heartbeats are still acknowledged.
    pub fn ignore_resumes(&self, times: usize) {
        self.shared.lock().sessions.ignored_resumes = times;
    }

    /// Sets how long a slot of `max_concurrency` waits between two sessions; by default the platform's 5 s.
    pub fn set_identify_pause(&self, pause: Duration) {
        self.shared.lock().sessions.identify_pause = pause;
    }

    /// Dispatches the newest message, edit or interaction of a person again, under a new sequence number.
    ///
    /// # Panics
    /// Panics if there is none yet.
    pub fn duplicate_last_event(&self) {
        let mut state = self.shared.lock();
        let last = state.sessions.last.clone().expect("somebody did something before");
        state.deliver(last);
    }

    /// Holds all events back until they are resumed.
    pub fn pause_events(&self) {
        self.shared.lock().sessions.paused.get_or_insert_default();
    }

    /// Dispatches the paused events, in order.
    pub fn resume_events(&self) {
        self.unpause(|_| {});
    }

    /// Dispatches the paused events, newest first.
    pub fn resume_events_reversed(&self) {
        self.unpause(|events| events.reverse());
    }

    fn unpause(&self, arrange: impl FnOnce(&mut Vec<Dispatch>)) {
        let mut state = self.shared.lock();
        let mut held = state.sessions.paused.take().unwrap_or_default();
        arrange(&mut held);
        held.into_iter().for_each(|event| state.dispatch(event));
    }

    fn order(&self, order: Order) {
        self.shared.lock().sessions.order(order);
    }

    async fn await_gateway(&self, look: impl Fn(&mut State) -> Option<()>, what: &str) {
        let waited = self.shared.until(look).await;
        waited.unwrap_or_else(|| panic!("waited in vain for {what}\n{:#?}", self.gateway_steps()));
    }
}
