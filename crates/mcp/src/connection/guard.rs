//! A transport that ends when the server floods it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rmcp::{
    RoleClient,
    model::JsonRpcMessage,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::time::Instant;

/// The most unrequested messages of a server within [`SPAN`].
const MOST_UNASKED: u32 = 2_000;
const SPAN: Duration = Duration::from_secs(10);

/// Whether a server flooded its connection.
#[derive(Clone, Default)]
pub(super) struct Flooded(Arc<AtomicBool>);

impl Flooded {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A transport that counts a server's unrequested messages, and ends when there are too many: each message costs work,
/// and the server is not alone on the machine.
pub(super) struct Guarded<T> {
    inner: T,
    since: Instant,
    unasked: u32,
    flooded: Flooded,
}

impl<T> Guarded<T> {
    pub fn new(inner: T, flooded: Flooded) -> Self {
        Self { inner, since: Instant::now(), unasked: 0, flooded }
    }

    /// Counts a message, and returns whether the server is within the limit.
    fn has_room(&mut self) -> bool {
        if self.since.elapsed() > SPAN {
            (self.since, self.unasked) = (Instant::now(), 0);
        }
        self.unasked += 1;
        self.unasked <= MOST_UNASKED
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Guarded<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.inner.receive().await?;
        let is_answer = matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        if is_answer || self.has_room() {
            return Some(message);
        }
        self.flooded.0.store(true, Ordering::Relaxed);
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
