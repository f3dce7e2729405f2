//! An HTTP server for the channels that listen on a port. Clients that have not shown the channel's secret get few
//! resources, for a short time.
//!
//! A connection is *admitted* when the channel has checked the secret of a request on it and calls [`admit`]. A
//! connection that is not admitted soon is closed, whatever it is doing: sending a head byte by byte, or leaving an
//! answer unread. When there are too many connections, the one that has waited longest for admission is closed, so
//! nobody can keep others out by opening many idle ones. Clients let in without the secret are admitted for each answer
//! anew ([`admit_for_now`]). Where several people have secrets of their own, each of them holds at most a share of the
//! connections ([`admit_person`]).

#![warn(missing_docs)]

mod answer;
mod body;
mod connections;
mod refusals;
mod shares;
mod source;

#[cfg(test)]
mod tests;

use std::{net::SocketAddr, pin::pin, time::Duration};

use axum::{Router, body::Body, extract::Request, serve::Listener};
use hyper::{
    body::Incoming,
    rt::{Read, Write},
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    body::Timely,
    connections::{Admission, Connection, Connections},
    refusals::Refusals,
    shares::Share,
};

pub use crate::{
    answer::until_answered,
    source::{Foreign, Source, bearer, cookies, is_from_page, language, origin},
};

/// The most bytes of a connection's input that are buffered: the longest head of a request.
const MAX_BUFFER: usize = 64 * 1024;

/// The client's address of a connection: an extension of each request on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// An extension of each request that has shown the channel's secret, for routes that also let clients in without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHolder;

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections at once.
    pub connections: usize,
    /// How long a connection may stay open without being admitted.
    pub admission: Duration,
    /// How long the head of a request may take, from the end of the request before it.
    pub head: Duration,
    /// The longest pause within the body of an admitted request.
    pub pause: Duration,
    /// How long the body of an admitted request may keep the server waiting in all, besides the time that its size
    /// needs.
    pub body: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let [admission, head, pause, body] = [10, 60, 20, 30].map(Duration::from_secs);
        Self { connections: 256, admission, head, pause, body }
    }
}

/// Admits the connection of a request that has shown the secret, and bounds the time of the request's body. Does
/// nothing to a request that [`serve`] did not receive.
pub fn admit(mut request: Request) -> Request {
    match request.extensions_mut().remove::<Admission>() {
        Some(admission) => admitted(request, &admission),
        None => request,
    }
}

/// Admits the connection of a request as [`admit`] does, but only while the second value lives: for clients that are
/// let in without the secret, and for which the caller limits the requests answered at a time. [`until_answered`] keeps
/// the value until the answer is sent.
pub fn admit_for_now(mut request: Request) -> (Request, Option<Admitted>) {
    match request.extensions_mut().remove::<Admission>() {
        Some(admission) => (admitted(request, &admission), Some(Admitted { admission, _share: None })),
        None => (request, None),
    }
}

/// Admits the connection of a request as [`admit_for_now`] does, for a person with a secret of their own. `None` means
/// that the person already holds their share of the connections: the request has to be refused.
pub fn admit_person(mut request: Request, person: &str) -> Option<(Request, Option<Admitted>)> {
    let Some(admission) = request.extensions_mut().remove::<Admission>() else {
        return Some((request, None));
    };
    let share = admission.take_share(person)?;
    Some((admitted(request, &admission), Some(Admitted { admission, _share: Some(share) })))
}

fn admitted(request: Request, admission: &Admission) -> Request {
    let limits = admission.admit();
    request.map(|body| Body::new(Timely::new(body, limits.pause, limits.body)))
}

/// An admission that lasts until this value is dropped.
#[must_use]
pub struct Admitted {
    admission: Admission,
    _share: Option<Share>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.admission.withdraw();
    }
}

/// Serves `router` until `shutdown`, and then finishes the admitted requests in flight. Dropping the future closes
/// their connections at once.
pub async fn serve(
    mut listener: impl Listener<Addr = SocketAddr>,
    router: Router,
    limits: Limits,
    shutdown: CancellationToken,
) {
    let (connections, mut refusals) = (Connections::new(limits), Refusals::default());
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = shutdown.run_until_cancelled(listener.accept()) => accepted,
            Some(_ended) = tasks.join_next() => continue,
        };
        let Some((io, peer)) = accepted else { break };
        let Some(connection) = connections.open() else {
            if let Some(refused) = refusals.count(Instant::now()) {
                tracing::warn!(limits.connections, refused, "too many connections; some were refused");
            }
            continue;
        };
        let (io, router, shutdown) = (TokioIo::new(io), router.clone(), shutdown.clone());
        tasks.spawn(attend((io, Peer(peer)), router, limits, connection, shutdown));
    }
    while tasks.join_next().await.is_some() {}
}

/// Answers the requests of one connection.
async fn attend(
    (io, peer): (impl Read + Write + Unpin, Peer),
    router: Router,
    limits: Limits,
    connection: Connection,
    shutdown: CancellationToken,
) {
    let router = TowerToHyperService::new(router);
    let answer = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(connection.begin_request());
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(MAX_BUFFER);
    let mut served = pin!(builder.serve_connection(io, answer));
    let mut is_ending = false;
    loop {
        tokio::select! {
            // A connection may end in any way: that is up to the peer.
            _ended = served.as_mut() => return,
            () = connection.has_to_close() => return,
            () = shutdown.cancelled(), if !is_ending => {
                if connection.is_waiting() {
                    return;
                }
                is_ending = true;
                served.as_mut().graceful_shutdown();
            }
        }
    }
}
