//! The open connections, and the choice of the one to close.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::{
    Limits,
    shares::{Share, Shares},
};

/// One person holds at most one connection in this many.
const SHARE: usize = 4;

/// All open connections.
#[derive(Clone)]
pub(super) struct Connections {
    limits: Limits,
    /// In the order in which they were opened.
    open: Arc<Mutex<Vec<State>>>,
    shares: Shares,
}

/// An open connection.
pub(super) struct Connection {
    all: Connections,
    state: State,
}

/// The state with which a request admits its connection.
#[derive(Clone)]
pub(super) struct Admission {
    state: State,
    limits: Limits,
    shares: Shares,
}

type State = Arc<watch::Sender<ConnectionState>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionState {
    /// No request has shown the secret since then.
    Waiting(Instant),
    Admitted,
    /// The connection has to make room for another.
    Displaced,
}

impl Connections {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, open: Arc::default(), shares: Shares::new((limits.connections / SHARE).max(1)) }
    }

    /// Adds a connection, if need be in place of the one that has waited longest. Returns `None` if there are too many
    /// and all of them are admitted.
    pub(super) fn open(&self) -> Option<Connection> {
        let mut open = self.lock();
        if open.len() >= self.limits.connections {
            let waiting = open.iter().enumerate().filter_map(|(place, state)| match *state.borrow() {
                ConnectionState::Waiting(since) => Some((since, place)),
                ConnectionState::Admitted | ConnectionState::Displaced => None,
            });
            let (_, longest) = waiting.min()?;
            open.remove(longest).send_replace(ConnectionState::Displaced);
        }
        let state = State::new(watch::Sender::new(ConnectionState::Waiting(Instant::now())));
        open.push(state.clone());
        Some(Connection { all: self.clone(), state })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<State>> {
        // A panic under the lock leaves no change half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Withdraws the admission by the previous request. A connection that was never admitted keeps its waiting time, so
    /// that many requests without the secret do not keep it open.
    pub(super) fn begin_request(&self) -> Admission {
        let Connections { limits, shares, .. } = &self.all;
        let admission = Admission { state: self.state.clone(), limits: *limits, shares: shares.clone() };
        admission.withdraw();
        admission
    }

    /// Returns whether the connection is not admitted: it waits, or has to make room.
    pub(super) fn is_waiting(&self) -> bool {
        *self.state.borrow() != ConnectionState::Admitted
    }

    /// Waits until the connection has waited too long for admission, or has to make room.
    pub(super) async fn has_to_close(&self) {
        let mut state = self.state.subscribe();
        loop {
            let present = *state.borrow_and_update();
            let overdue = async {
                match present {
                    ConnectionState::Waiting(since) => sleep_until(since + self.all.limits.admission).await,
                    ConnectionState::Admitted => std::future::pending().await,
                    ConnectionState::Displaced => {}
                }
            };
            tokio::select! {
                () = overdue => return,
                _changed = state.changed() => {}
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.lock().retain(|state| !Arc::ptr_eq(state, &self.state));
    }
}

impl Admission {
    /// Admits the connection until its next request, and returns the limits of this request.
    pub(super) fn admit(&self) -> Limits {
        self.state.send_if_modified(|state| {
            let is_waiting = matches!(state, ConnectionState::Waiting(_));
            if is_waiting {
                *state = ConnectionState::Admitted;
            }
            is_waiting
        });
        self.limits
    }

    /// Returns `None` if the person already holds their share of the connections.
    pub(super) fn take_share(&self, person: &str) -> Option<Share> {
        self.shares.take(person)
    }

    /// Withdraws the admission, if there is one: from now on, the connection waits for a new admission.
    pub(super) fn withdraw(&self) {
        self.state.send_if_modified(|state| {
            let is_admitted = *state == ConnectionState::Admitted;
            if is_admitted {
                *state = ConnectionState::Waiting(Instant::now());
            }
            is_admitted
        });
    }
}
