//! Servers with fixed answers.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::mpsc,
};

/// A status, a content type and a body.
pub(super) type Answer = (&'static str, &'static str, &'static str);

/// Starts a server that answers every request with `body`, then closes the connection.
pub(super) async fn canned(content_type: &'static str, body: &'static str) -> String {
    canned_and_requests(content_type, body).await.0
}

/// Starts the same server, and also returns the requests that it gets.
pub(super) async fn canned_and_requests(
    content_type: &'static str,
    body: &'static str,
) -> (String, mpsc::UnboundedReceiver<String>) {
    serve(move |_| ("200 OK", content_type, body)).await
}

/// Starts a server that answers each request by its text, and returns its address and the requests that it gets.
pub(super) async fn serve(
    answer: impl Fn(&str) -> Answer + Send + 'static,
) -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let (requests, received) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = Vec::new();
            while !is_whole(&request) {
                if stream.read_buf(&mut request).await.unwrap_or(0) == 0 {
                    break;
                }
            }
            let request = String::from_utf8_lossy(&request).into_owned();
            let (status, content_type, body) = answer(&request);
            _ = requests.send(request);
            let head =
                format!("HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\nconnection: close\r\n\r\n");
            _ = stream.write_all(head.as_bytes()).await;
            _ = stream.write_all(body.as_bytes()).await;
        }
    });
    (url, received)
}

/// Returns whether a request has all of its body.
fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).into_owned();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    length.is_none_or(|length: usize| body.len() >= length)
}
