//! Raw sockets of clients without the token.

use std::time::Duration;

use adjutant_listen::Limits;
use axum::http::StatusCode;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::{
    ID,
    harness::{Site, TOKEN},
};

/// Far longer than any step here; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(10);

async fn connect(site: &Site, sends: &str) -> TcpStream {
    let mut stream = TcpStream::connect(site.address).await.unwrap();
    stream.write_all(sends.replace("HOST", &site.address.to_string()).as_bytes()).await.unwrap();
    stream
}

async fn answer(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    drop(timeout(PATIENCE, stream.read_to_end(&mut text)).await.expect("the connection is closed"));
    String::from_utf8(text).unwrap()
}

#[tokio::test]
async fn a_stranger_is_refused_before_the_body_has_come() {
    let site = Site::open().await;
    for request in [
        "POST /api/messages HTTP/1.1\r\nHost: HOST\r\nContent-Length: 200000\r\n\r\n",
        "PUT /api/uploads/aaaaaaaa HTTP/1.1\r\nHost: HOST\r\nContent-Length: 20000000\r\n\r\n{\"",
        "PUT /api/uploads/aaaaaaaa HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /api/login HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ] {
        let refused = answer(&mut connect(&site, request).await).await;
        assert!(refused.starts_with("HTTP/1.1 401 Unauthorized\r\n"), "{request}: {refused}");
    }
    assert_eq!(site.gateway.events(), []);
    site.stop().await;
}

#[tokio::test]
async fn strangers_that_say_little_keep_nobody_out() {
    let site = Site::open_to(Limits { connections: 4, ..Limits::default() }).await;
    let mut strangers = Vec::new();
    for sends in ["", "GET / HTTP/1.1\r\nHost: ", "POST /api/messages HTTP/1.1\r\n"].repeat(4) {
        strangers.push(connect(&site, sends).await);
    }
    let sent = site.post("/api/messages", &json!({ "client_id": ID, "text": "hello" })).await;
    assert_eq!(sent.status, StatusCode::OK);
    // Later connections do not close an open page.
    let mut page = site.events().await;
    for sends in ["", "GET / HTTP/1.1\r\n"].repeat(4) {
        strangers.push(connect(&site, sends).await);
    }
    site.post("/api/messages", &json!({ "client_id": "0123456789", "text": "hello" })).await;
    assert!(page.take(1).await.contains("hello"));
    assert_eq!(answer(&mut strangers[0]).await, "", "the first had to make room");
    site.shutdown.cancel();
    page.rest().await;
    site.stop().await;
}

#[tokio::test]
async fn a_stranger_s_connection_has_its_time() {
    let admission = Duration::from_millis(100);
    let site = Site::open_to(Limits { admission, ..Limits::default() }).await;
    for sends in ["", "GET / HTTP/1.1\r\nHost: ", "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"] {
        answer(&mut connect(&site, sends).await).await;
    }
    let admitted = format!("GET /api/events HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer {TOKEN}\r\n\r\n");
    let mut page = connect(&site, &admitted).await;
    let mut head = [0; 8];
    page.read_exact(&mut head).await.unwrap();
    assert!(timeout(3 * admission, answer(&mut page)).await.is_err(), "an open page stays open");
    drop(page);
    site.stop().await;
}
