//! The time limit of tests. It uses real time, so that a test may stop tokio's clock and still wait for a socket.

use std::{sync::mpsc, thread, time::Duration};

use futures::poll;
use tokio::{pin, select, sync::oneshot};

/// How long a test waits for an event before it fails.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the future's output, or `None` if [`PATIENCE`] runs out first.
pub(crate) async fn patiently<T>(future: impl Future<Output = T>) -> Option<T> {
    pin!(future);
    if let std::task::Poll::Ready(value) = poll!(future.as_mut()) {
        return Some(value);
    }
    let (expire, expired) = oneshot::channel();
    let (_alive, gone) = mpsc::channel::<()>();
    thread::spawn(move || {
        if gone.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            // The receiver is gone if the future was ready at the same moment.
            let _ = expire.send(());
        }
    });
    select! {
        biased;
        value = future => Some(value),
        Ok(()) = expired => None,
    }
}
