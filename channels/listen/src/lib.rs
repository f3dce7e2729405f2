//! An HTTP server for the channels that listen on a port. Clients that have not shown the channel's secret get few
//! resources, for a short time.
//!
//! A connection is *admitted* when the channel has checked the secret of a request on it and calls [`admit`]. A
//! connection that is not admitted soon is closed, whatever it is doing: sending a head byte by byte, or leaving an
//! answer unread. When there are too many connections, the one that has waited longest for admission is closed, so
//! nobody can keep others out by opening many idle ones. Clients let in without the secret are admitted for each answer
//! anew ([`admit_for_now`]).

#![warn(missing_docs)]

mod answer;
mod connections;
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
use tokio::task::JoinSet;
use tokio_stream::StreamExt as _;
use tokio_util::sync::CancellationToken;

use crate::connections::{Admission, Connection, Connections};

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
}

impl Default for Limits {
    fn default() -> Self {
        let [admission, head, pause] = [10, 60, 20].map(Duration::from_secs);
        Self { connections: 256, admission, head, pause }
    }
}

/// Admits the connection of a request that has shown the secret, and bounds the pauses in the request's body. Does
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
        Some(admission) => (admitted(request, &admission), Some(Admitted(admission))),
        None => (request, None),
    }
}

fn admitted(request: Request, admission: &Admission) -> Request {
    let pause = admission.admit();
    request.map(|body| {
        let pieces = body.into_data_stream().timeout(pause);
        Body::from_stream(pieces.map(|piece| piece.map_err(axum::Error::new).flatten()))
    })
}

/// An admission that lasts until this value is dropped.
#[must_use]
pub struct Admitted(Admission);

impl Drop for Admitted {
    fn drop(&mut self) {
        self.0.withdraw();
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
    let connections = Connections::new(limits);
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = shutdown.run_until_cancelled(listener.accept()) => accepted,
            Some(_ended) = tasks.join_next() => continue,
        };
        let Some((io, peer)) = accepted else { break };
        let Some(connection) = connections.open() else {
            tracing::warn!(limits.connections, "too many connections; one was refused");
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
