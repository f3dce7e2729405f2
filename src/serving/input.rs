//! The client's end of the pipe, which says when it is closed: nobody waits for results then.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// An input that cancels `ended` when it ends.
pub(super) struct Input<R> {
    pub(super) inner: R,
    pub(super) ended: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let (before, room) = (buffer.filled().len(), buffer.remaining());
        let read = ready!(Pin::new(&mut self.inner).poll_read(context, buffer));
        if read.is_err() || room > 0 && buffer.filled().len() == before {
            self.ended.cancel();
        }
        Poll::Ready(read)
    }
}
