//! `adjutant mcp serve`: serves the one client that started this process, over standard input and output. The process
//! does no work of its own: it shares the database with the running gateway, which carries out the calls.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use adjutant_store::db::Scope;
use anyhow::{Context as _, Result, anyhow};
use rmcp::ServiceExt as _;
use tokio::io::{AsyncRead, ReadBuf, stdin, stdout};
use tokio_util::sync::CancellationToken;

use super::{Line, Parts, Server};
use crate::agent::clients;

/// Serves the client with this token until its input ends, or until `until` completes. Calls without a result by then
/// are withdrawn.
///
/// # Errors
/// Returns an error if the token is invalid or the database fails; the text says what to do.
pub async fn serve(parts: Parts, token: String, until: impl Future<Output = ()>) -> Result<()> {
    let gone = CancellationToken::new();
    let input = Input { inner: stdin(), ended: gone.clone() };
    let line = Arc::new(Line::new(token, Arc::default(), gone));
    let server = Server { parts: Arc::new(parts), line: Some(line.clone()) };
    let (db, clock) = (server.parts.db.clone(), server.parts.clock.clone());
    let session = server.connection(&line).await.map_err(|refused| anyhow!(refused.0))?.session.session_id;
    let running =
        server.serve((input, stdout())).await.context("the MCP client did not begin as it should")?;
    let ended = tokio::select! {
        ended = running.waiting() => ended.map(drop).context("the connection to the MCP client failed"),
        () = until => Ok(()),
    };
    let scope = Scope::Session(session.clone());
    db.write(scope, async move |tx| clients::end_calls(tx, &session, clock.timestamp()).await).await?;
    ended
}

/// The client's end of the pipe. Cancels `ended` when it is closed, because nobody waits for results then.
struct Input<R> {
    inner: R,
    ended: CancellationToken,
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
