//! The HTTP server of every simulator. It can also close a connection without an answer, or hand it over for a
//! WebSocket.

use std::{io, net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, header::DATE},
    response::Response,
};
use chrono::DateTime;
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    select,
    task::{AbortHandle, JoinSet},
};

/// Adds the header `Date` by the platform's own clock, in seconds since 1970.
pub(crate) fn dated(mut answer: Response, unix: i64) -> Response {
    let date = DateTime::from_timestamp(unix, 0).map(|at| at.format("%a, %d %b %Y %H:%M:%S GMT").to_string());
    if let Some(date) = date.and_then(|date| HeaderValue::try_from(date).ok()) {
        answer.headers_mut().insert(DATE, date);
    }
    answer
}

/// Closes the connection instead of responding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cut by the simulator")
    }
}

impl std::error::Error for Cut {}

/// A running server; dropping it closes the port and every connection.
#[derive(Debug)]
pub(crate) struct Server {
    address: SocketAddr,
    task: AbortHandle,
}

impl Server {
    /// Listens on 127.0.0.1; port 0 takes a free one.
    pub(crate) async fn start<H, F>(port: u16, handler: H) -> io::Result<Self>
    where
        H: Fn(Request) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Response, Cut>> + Send + 'static,
    {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(accept(listener, Arc::new(handler))).abort_handle();
        Ok(Self { address, task })
    }

    /// Returns `http://127.0.0.1:PORT`, without a slash at the end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept<H, F>(listener: TcpListener, handler: Arc<H>)
where
    H: Fn(Request) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Response, Cut>> + Send + 'static,
{
    let mut connections = JoinSet::new();
    loop {
        select! {
            accepted = listener.accept() => {
                // A connection that breaks while it is accepted is the client's concern.
                if let Ok((stream, _)) = accepted {
                    connections.spawn(serve(stream, handler.clone()));
                }
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve<H, F>(stream: TcpStream, handler: Arc<H>)
where
    H: Fn(Request) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Response, Cut>> + Send + 'static,
{
    // Otherwise, small answers would wait for the client's delayed acknowledgement.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let service =
        service_fn(move |request: hyper::Request<hyper::body::Incoming>| handler(request.map(Body::new)));
    // Ends with an error when the client disconnects or the simulator cuts the connection, which are both expected.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}
