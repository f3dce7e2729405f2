//! The messages of a program: one in each line of its standard output. Lines that are no messages, such as a log, are
//! skipped. An answer that cannot be read ends its request at once with an error; otherwise the request would last
//! until its timeout.

use std::{io, mem};

use adjutant_domain::shown;
use rmcp::{
    RoleClient,
    model::{ErrorCode, ErrorData, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport},
};
use serde_json::{Map, Value};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader, Empty, empty};

/// The bot's own code for an answer that cannot be read. The message says why.
pub(super) const UNREAD: ErrorCode = ErrorCode(-32_999);
/// How much is kept of the beginning and of the end of a line that is too long, in bytes: the id of an answer is in one
/// of them.
const EDGE: usize = 512;
/// The longest part of a skipped line in the log, in characters.
const MAX_LOGGED: usize = 200;

/// The transport over a program's pipes.
pub(super) struct Lines<R, W: AsyncWrite> {
    server: String,
    output: BufReader<R>,
    /// Only sends.
    input: AsyncRwTransport<RoleClient, Empty, W>,
    /// The length of the longest line that is read, in bytes.
    longest: usize,
    /// The line that has begun. It is kept here, because a wait for its end may be dropped at any time.
    line: Line,
    has_warned: bool,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    pub fn new(server: &str, (output, input): (R, W), longest: usize) -> Self {
        let (output, input) = (BufReader::new(output), AsyncRwTransport::new(empty(), input));
        Self { server: server.to_owned(), output, input, longest, line: Line::default(), has_warned: false }
    }

    /// Returns the next line; `None` at the end of the output, whose last line may lack its end.
    async fn next(&mut self) -> Option<Line> {
        loop {
            let bytes = self.output.fill_buf().await.ok().filter(|bytes| !bytes.is_empty())?;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            self.line.add(&bytes[..end.unwrap_or(bytes.len())], self.longest);
            let read = end.map_or(bytes.len(), |end| end + 1);
            self.output.consume(read);
            if end.is_some() {
                return Some(mem::take(&mut self.line));
            }
        }
    }

    /// Logs a line that is no message. Only the first one is a warning: a program that logs to its output writes many.
    fn note_skipped(&mut self, line: &Line) {
        let (server, line) = (&self.server, shown::line(&String::from_utf8_lossy(&line.start)));
        if !mem::replace(&mut self.has_warned, true) {
            tracing::warn!(
                server,
                "the MCP server's program writes lines that are no messages to its standard output; they are skipped"
            );
        }
        tracing::debug!(server, line = shown::elided(&line, MAX_LOGGED), "a line that is no message");
    }
}

impl<R, W> Transport<RoleClient> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.input.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            let line = self.next().await?;
            match line.read(self.longest) {
                Some(message) => return Some(message),
                None if line.is_blank() => {}
                None => self.note_skipped(&line),
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.input.close().await
    }
}

/// A line, or the edges of a line that is too long.
#[derive(Default)]
struct Line {
    /// The line, or its beginning.
    start: Vec<u8>,
    /// The end of a line that is too long.
    end: Option<Vec<u8>>,
}

impl Line {
    fn add(&mut self, bytes: &[u8], longest: usize) {
        let Some(end) = &mut self.end else {
            self.start.extend_from_slice(bytes);
            if self.start.len() > longest {
                self.end = Some(self.start[self.start.len().saturating_sub(EDGE)..].to_vec());
                self.start.truncate(EDGE);
                self.start.shrink_to_fit();
            }
            return;
        };
        end.extend_from_slice(bytes);
        end.drain(..end.len().saturating_sub(EDGE));
    }

    fn is_blank(&self) -> bool {
        self.end.is_none() && text(&self.start).is_empty()
    }

    /// Returns the message in the line; an error in place of an answer that cannot be read; `None` if it is neither.
    fn read(&self, longest: usize) -> Option<RxJsonRpcMessage<RoleClient>> {
        if let Some(end) = &self.end {
            return Some(unread(answered(&self.start, end)?, too_long(longest)));
        }
        match serde_json::from_str(&text(&self.start)) {
            Ok(message) => Some(message),
            Err(error) => in_place_of(&self.start, &error),
        }
    }
}

/// Returns the error in place of an answer that cannot be parsed; `None` if the text is no answer.
pub(super) fn in_place_of(text: &[u8], error: &serde_json::Error) -> Option<RxJsonRpcMessage<RoleClient>> {
    let why = match error.is_data() {
        true => "its answer is not what the protocol says",
        false => "its answer is not valid JSON",
    };
    Some(unread(answered(text, text)?, why.to_owned()))
}

/// Returns the error that takes the place of the answer to a request.
pub(super) fn unread(id: RequestId, why: String) -> RxJsonRpcMessage<RoleClient> {
    JsonRpcMessage::error(ErrorData::new(UNREAD, why, None), Some(id))
}

/// Returns the words for an answer that is longer than `longest` bytes.
pub(super) fn too_long(longest: usize) -> String {
    format!("its answer is larger than {} KB", longest >> 10)
}

/// Returns the text of a line without white space around it and without a byte order mark.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().trim_start_matches('\u{feff}').trim_start().to_owned()
}

/// Returns the id of the answer that a line would be. Servers write it before the result or after it.
fn answered(start: &[u8], end: &[u8]) -> Option<RequestId> {
    let (start, end) = (text(start), text(end));
    let result = ["\"result\"", "\"error\""].iter().filter_map(|key| start.find(key)).min()?;
    let before = start[..result].trim_end().trim_end_matches(',');
    let mut before = object(&format!("{before}}}"))?;
    let after = || object(&format!("{{{}", &end[end.rfind("\"id\"")?..]))?.remove("id");
    serde_json::from_value(before.remove("id").or_else(after)?).ok()
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is read of each line, if lines may have `longest` bytes: `7` for an answer to request 7.
    async fn read(lines: &str, longest: usize) -> Vec<String> {
        let mut transport =
            Lines::new("garden", (io::Cursor::new(lines.to_owned()), tokio::io::sink()), longest);
        let mut all = Vec::new();
        while let Some(message) = transport.receive().await {
            all.push(match message {
                JsonRpcMessage::Response(answer) => answer.id.to_string(),
                JsonRpcMessage::Error(error) => {
                    format!(
                        "{} {}",
                        error.id.map(|id| id.to_string()).unwrap_or_default(),
                        error.error.message
                    )
                }
                other => format!("{other:?}"),
            });
        }
        all
    }

    #[tokio::test]
    async fn lines_that_are_no_messages_are_skipped() {
        let lines = concat!(
            "\n \r\n12\n{\"level\":\"info\"}\n[ready]\nResult: {\"id\":1,\"result\":\n\u{feff}Starting…\n",
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\r\n",
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":9,",
        );
        assert_eq!(read(lines, 1_000).await, ["7", "8"]);
    }

    #[tokio::test]
    async fn an_answer_that_cannot_be_read_is_an_error_of_its_request() {
        let json = "its answer is not valid JSON";
        let shape = "its answer is not what the protocol says";
        for (line, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":{"degrees":NaN}}"#, format!("7 {json}")),
            (r#"{"result":{"degrees":NaN,"id":3},"jsonrpc":"2.0","id":7}"#, format!("7 {json}")),
            (r#"{"jsonrpc": "2.0", "id": "a", "error": {"code": -1, "message": "cut"#, format!("a {json}")),
            (r#"{"jsonrpc":"2.0","id":7,"error":"no ink"}"#, format!("7 {shape}")),
            (r#"{"jsonrpc":"2.0","id":7,"result":{},"error":null}"#, format!("7 {shape}")),
        ] {
            assert_eq!(read(&format!("{line}\n"), 1_000).await, [expected], "{line}");
        }
        // The request of a server has an id, too.
        for line in [
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"result":NaN}}"#,
            r#"{"method":"ping","params":{"result":NaN},"jsonrpc":"2.0","id":7}"#,
        ] {
            assert_eq!(read(&format!("{line}\n"), 1_000).await, Vec::<String>::new(), "{line}");
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_too_long_is_an_error_of_its_request() {
        let long = "x".repeat(20_000);
        let lines = [
            format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"text":"{long}","id":3}}}}"#),
            format!(r#"{{"result":{{"id":3,"text":"{long}"}},"jsonrpc":"2.0","id":8}}"#),
            long.clone(),
            format!(r#"{{"method":"ping","params":{{"result":"{long}"}},"jsonrpc":"2.0","id":9}}"#),
            r#"{"jsonrpc":"2.0","id":10,"result":{}}"#.to_owned(),
        ];
        let told = "its answer is larger than 9 KB";
        assert_eq!(
            read(&(lines.join("\n") + "\n"), 10_000).await,
            [format!("7 {told}"), format!("8 {told}"), "10".to_owned()]
        );
    }
}
