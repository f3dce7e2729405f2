//! Bounds the time in which a request's body arrives.

use std::{
    pin::{Pin, pin},
    task::{self, Poll},
    time::Duration,
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// How fast a body has to arrive once the time for any body is used up, in bytes per second.
const PACE: u32 = 8 * 1024;

/// A body with an end: it fails if one piece, or all of it, keeps the reader waiting for too long. Time in which the
/// reader does not ask for a piece does not count.
pub(super) struct Timely {
    body: Body,
    /// The longest wait for a piece.
    pause: Duration,
    /// How much longer the reader may wait for the whole body.
    left: Duration,
    /// The present wait: when it began, and when it is too long.
    wait: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Timely {
    /// Allows each wait `pause`, and all of them `whole` and the time that the size needs.
    pub(super) fn new(body: Body, pause: Duration, whole: Duration) -> Self {
        Self { body, pause, left: whole, wait: None }
    }

    fn arrived(&mut self, bytes: usize) {
        let waited = self.wait.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
        self.left = self.left.saturating_sub(waited) + Duration::from_secs(bytes as u64) / PACE;
    }

    /// Returns whether the present wait is too long, and wakes the task when it becomes so.
    fn is_overdue(&mut self, context: &mut task::Context<'_>) -> bool {
        let longest = self.pause.min(self.left);
        let (_, end) = self.wait.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + longest)))
        });
        end.as_mut().poll(context).is_ready()
    }
}

impl HttpBody for Timely {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = pin!(&mut self.body).poll_frame(context) {
            let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()).and_then(Frame::data_ref);
            self.arrived(data.map_or(0, Bytes::len));
            return Poll::Ready(frame);
        }
        match self.is_overdue(context) {
            true => Poll::Ready(Some(Err(axum::Error::new(TooSlow)))),
            false => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[derive(Debug)]
struct TooSlow;

impl std::fmt::Display for TooSlow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the body came too slowly")
    }
}

impl std::error::Error for TooSlow {}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;
    use tokio_stream::StreamExt as _;

    use super::*;

    /// Reads 100 pieces, each of which comes after `step`; returns how many came, and after how long the last read
    /// ended.
    async fn read(size: usize, step: Duration) -> (usize, Duration) {
        let pieces = tokio_stream::iter(0..100).then(move |_| async move {
            sleep(step).await;
            Ok::<_, axum::Error>(Bytes::from(vec![0; size]))
        });
        let body = Timely::new(Body::from_stream(pieces), Duration::from_secs(20), Duration::from_secs(30));
        let (start, mut body) = (Instant::now(), Body::new(body).into_data_stream());
        let mut came = 0;
        while let Some(Ok(_)) = body.next().await {
            came += 1;
        }
        (came, start.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_ends() {
        let seconds = |count| Duration::from_secs(count);
        assert_eq!(read(0, seconds(8)).await, (3, seconds(30)), "however small the pauses are");
        assert_eq!(read(8 * 1024, seconds(2)).await, (29, seconds(59)));
        assert_eq!(read(16 * 1024, seconds(2)).await, (100, seconds(200)), "a slow connection has its time");
        assert_eq!(read(1 << 20, seconds(21)).await, (0, seconds(20)), "a pause is too long");
    }
}
