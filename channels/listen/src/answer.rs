//! Keeps a value alive while an answer is being sent.

use std::{
    pin::Pin,
    task::{self, Poll, ready},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use hyper::body::{Frame, SizeHint};

/// The most bytes of an answer that are passed to the connection at once.
const PIECE: usize = 64 * 1024;

/// Keeps a value until the whole body of an answer has been passed to the connection, or the connection is gone. The
/// body is passed on in pieces, each after the previous ones are sent, so that the last one is soon sent, too.
pub fn until_answered<T: Send + Unpin + 'static>(response: Response, kept: T) -> Response {
    response.map(|body| Body::new(Kept { body, rest: Bytes::new(), _kept: kept }))
}

struct Kept<T> {
    body: Body,
    /// The rest of the frame that was read last.
    rest: Bytes,
    _kept: T,
}

impl<T: Unpin> HttpBody for Kept<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let Some(read) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
                return Poll::Ready(None);
            };
            match read.map(Frame::into_data) {
                Ok(Ok(data)) => self.rest = data,
                Ok(Err(other)) => return Poll::Ready(Some(Ok(other))),
                Err(error) => return Poll::Ready(Some(Err(error))),
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut all = SizeHint::new();
        all.set_lower(body.lower().saturating_add(rest));
        if let Some(upper) = body.upper().and_then(|upper| upper.checked_add(rest)) {
            all.set_upper(upper);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn a_long_answer_is_handed_on_in_pieces() {
        let whole = vec![7_u8; 2 * PIECE + 5];
        let mut body = until_answered(Response::new(Body::from(whole.clone())), ()).into_body();
        assert_eq!(body.size_hint().exact(), Some(whole.len() as u64));
        let mut pieces = Vec::new();
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            pieces.push(frame.unwrap().into_data().unwrap());
            let left = whole.len() - pieces.iter().map(Bytes::len).sum::<usize>();
            assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(left as u64), left == 0));
        }
        assert_eq!(pieces.iter().map(Bytes::len).collect::<Vec<_>>(), [PIECE, PIECE, 5]);
        assert_eq!(pieces.concat(), whole);
    }
}
