//! The protocol's sessions, by client: nobody can use another client's sessions, and no client has many.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_domain::ids::ClientId;
use tokio_util::sync::CancellationToken;

use crate::serving::{Calls, Line};

/// The most sessions of a client. A further session replaces another.
const MOST: usize = 8;
/// How long an inactive session is kept.
const IDLE: Duration = Duration::from_hours(1);

pub(super) struct Sessions {
    of: Mutex<HashMap<ClientId, Own>>,
    /// Cancelled when no request is answered any more.
    shutdown: CancellationToken,
}

/// The state of a client.
struct Own {
    calls: Arc<Calls>,
    /// The line for requests without a session.
    line: Arc<Line>,
    used: Duration,
    sessions: HashMap<String, Session>,
}

struct Session {
    line: Arc<Line>,
    /// The uptime at its last request.
    used: Duration,
}

impl Sessions {
    pub(super) fn new(shutdown: CancellationToken) -> Self {
        Self { of: Mutex::default(), shutdown }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientId, Own>> {
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the line of a client's session, or that for requests without one; `None` if the client has no such
    /// session.
    pub(super) fn line(
        &self,
        client: &ClientId,
        token: &str,
        session: Option<&str>,
        now: Duration,
    ) -> Option<Arc<Line>> {
        let mut all = self.lock();
        let own = all.entry(client.clone()).or_insert_with(|| Own::new(token, &self.shutdown));
        own.used = now;
        match session {
            None => Some(own.line.clone()),
            Some(id) => {
                let session = own.sessions.get_mut(id)?;
                session.used = now;
                Some(session.line.clone())
            }
        }
    }

    /// Adds a session of a client. Returns the sessions that must be closed for it: inactive ones first, starting with
    /// the least recently used.
    pub(super) fn open(&self, client: &ClientId, id: String, line: &Line, now: Duration) -> Vec<String> {
        let mut all = self.lock();
        let own = all.entry(client.clone()).or_insert_with(|| Own::new(&line.token, &self.shutdown));
        let opened = Line::new(line.token.clone(), own.calls.clone(), self.shutdown.child_token());
        let mut closed = Vec::new();
        while own.sessions.len() >= MOST {
            let least = own.sessions.iter().min_by_key(|(_, it)| (!it.line.at_work.is_empty(), it.used));
            let Some(id) = least.map(|(id, _)| id.clone()) else { break };
            own.sessions.remove(&id);
            closed.push(id);
        }
        own.sessions.insert(id, Session { line: Arc::new(opened), used: now });
        closed
    }

    /// Forgets a session that its client has closed.
    pub(super) fn forget(&self, client: &ClientId, id: &str) {
        if let Some(own) = self.lock().get_mut(client) {
            own.sessions.remove(id);
        }
    }

    /// Forgets clients and sessions that have been unused for long, and returns these sessions.
    pub(super) fn idle(&self, now: Duration) -> Vec<String> {
        let is_idle =
            |line: &Line, used: Duration| line.at_work.is_empty() && now.saturating_sub(used) > IDLE;
        let (mut all, mut closed) = (self.lock(), Vec::new());
        all.retain(|_, own| {
            own.sessions.retain(|id, session| {
                let ends = is_idle(&session.line, session.used);
                if ends {
                    closed.push(id.clone());
                }
                !ends
            });
            !own.sessions.is_empty() || !is_idle(&own.line, own.used)
        });
        closed
    }

    /// Returns the known clients and their tokens.
    pub(super) fn clients(&self) -> Vec<(ClientId, String)> {
        self.lock().iter().map(|(id, own)| (id.clone(), own.line.token.clone())).collect()
    }

    /// Forgets a client, and returns its sessions.
    pub(super) fn remove(&self, client: &ClientId) -> Vec<String> {
        self.lock().remove(client).into_iter().flat_map(|own| own.sessions.into_keys()).collect()
    }
}

impl Own {
    fn new(token: &str, shutdown: &CancellationToken) -> Self {
        let calls = Arc::<Calls>::default();
        let line = Line::new(token.to_owned(), calls.clone(), shutdown.child_token());
        Self { calls, line: Arc::new(line), used: Duration::ZERO, sessions: HashMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions() -> (Sessions, ClientId, Arc<Line>) {
        let (sessions, alice) = (Sessions::new(CancellationToken::new()), ClientId::generate());
        let line = sessions.line(&alice, "token", None, Duration::ZERO).unwrap();
        (sessions, alice, line)
    }

    #[test]
    fn a_session_is_its_client_s_and_ends_when_that_does() {
        let (sessions, alice, line) = sessions();
        let (bob, now) = (ClientId::generate(), Duration::ZERO);
        assert!(sessions.open(&alice, "one".to_owned(), &line, now).is_empty());
        assert!(sessions.line(&alice, "token", Some("one"), now).is_some());
        assert!(sessions.line(&alice, "token", Some("two"), now).is_none());
        assert!(sessions.line(&bob, "other", Some("one"), now).is_none());
        assert_eq!(sessions.remove(&alice), ["one"]);
        assert!(sessions.line(&alice, "token", Some("one"), now).is_none());
    }

    #[test]
    fn the_least_lately_used_session_in_which_nothing_goes_on_makes_room() {
        let (sessions, alice, line) = sessions();
        let at = |second: usize| Duration::from_secs(second as u64);
        for number in 0..MOST {
            assert!(sessions.open(&alice, number.to_string(), &line, at(number)).is_empty());
        }
        let _call = sessions.line(&alice, "token", Some("0"), at(MOST)).unwrap().at_work.token();
        sessions.line(&alice, "token", Some("1"), at(MOST + 2)).unwrap();
        assert_eq!(sessions.open(&alice, "next".to_owned(), &line, at(MOST + 1)), ["2"]);
    }

    #[test]
    fn only_a_session_in_which_nothing_goes_on_is_idle() {
        let (sessions, alice, line) = sessions();
        for id in ["busy", "idle"] {
            sessions.open(&alice, id.to_owned(), &line, Duration::ZERO);
        }
        let call = sessions.line(&alice, "token", Some("busy"), Duration::ZERO).unwrap().at_work.token();
        assert!(sessions.idle(IDLE).is_empty());
        assert_eq!(sessions.idle(IDLE * 2), ["idle"]);
        drop(call);
        assert_eq!(sessions.idle(IDLE * 2), ["busy"]);
        assert!(sessions.clients().is_empty());
    }
}
