//! Raw sockets against a server with one route that needs a secret.

use std::net::SocketAddr;

use axum::{
    http::StatusCode,
    middleware::Next,
    routing::{get, post},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_stream::StreamExt as _;

use super::*;

/// Real time, long enough for any instant step.
const PATIENCE: Duration = Duration::from_secs(20);

struct Server {
    address: SocketAddr,
    shutdown: CancellationToken,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start(limits: Limits) -> Self {
        async fn check(request: Request, next: Next) -> Result<axum::response::Response, StatusCode> {
            let [secret, guest, person] =
                ["secret", "guest", "person"].map(|name| request.headers().get(name).cloned());
            let (request, admitted) = match (secret, guest, person) {
                (Some(_), ..) => return Ok(next.run(admit(request)).await),
                (_, Some(_), _) => admit_for_now(request),
                (.., Some(person)) => {
                    admit_person(request, person.to_str().unwrap()).ok_or(StatusCode::TOO_MANY_REQUESTS)?
                }
                _ => return Err(StatusCode::UNAUTHORIZED),
            };
            Ok(until_answered(next.run(request).await, admitted))
        }
        let echo = post(|body: String| async move { body }).get(|| async { "hello" });
        let endless = get(|| async {
            let pieces = tokio_stream::once(Ok::<_, std::io::Error>("hello"));
            Body::from_stream(pieces.chain(tokio_stream::pending()))
        });
        let router =
            Router::new().route("/", echo).route("/endless", endless).layer(axum::middleware::from_fn(check));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, shutdown) = (listener.local_addr().unwrap(), CancellationToken::new());
        let task = tokio::spawn(serve(listener, router, limits, shutdown.clone()));
        Self { address, shutdown, task }
    }

    async fn connect(&self, sends: &str) -> Client {
        let mut client = Client(TcpStream::connect(self.address).await.unwrap());
        client.sends(sends).await;
        client
    }

    async fn stop(self) {
        self.shutdown.cancel();
        timeout(PATIENCE, self.task).await.unwrap().unwrap();
    }
}

struct Client(TcpStream);

impl Client {
    async fn sends(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads up to the end of the connection, and returns the status lines of the answers.
    async fn reads(mut self) -> String {
        let mut text = Vec::new();
        // A connection that is closed while it sends may end in a reset.
        drop(timeout(PATIENCE, self.0.read_to_end(&mut text)).await.expect("the connection is closed"));
        let text = String::from_utf8(text).unwrap();
        let lines = text.lines().filter(|line| line.starts_with("HTTP/1.1 "));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Reads one answer, and returns its body.
    async fn next(&mut self) -> String {
        let mut text = String::new();
        while !text.contains("\r\n\r\n") || !text.ends_with(['o', '!']) {
            let mut piece = [0; 1024];
            let read = timeout(PATIENCE, self.0.read(&mut piece)).await.unwrap().unwrap();
            assert_ne!(read, 0, "the connection ended after: {text}");
            text.push_str(std::str::from_utf8(&piece[..read]).unwrap());
        }
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

const HELLO: &str = "GET / HTTP/1.1\r\nHost: a\r\nSecret: 1\r\n\r\n";
const UNAUTHORIZED: &str = "HTTP/1.1 401 Unauthorized";

fn limits(connections: usize, admission: u64) -> Limits {
    let [head, pause] = [2000, 100].map(Duration::from_millis);
    Limits { connections, admission: Duration::from_millis(admission), head, pause, body: PATIENCE }
}

/// Longer than any test takes.
const LONG: u64 = 600_000;

#[tokio::test]
async fn who_does_not_show_the_secret_is_answered_before_the_body() {
    let server = Server::start(limits(8, LONG)).await;
    for framing in [
        "Content-Length: 4000000000",
        "Transfer-Encoding: chunked",
        "Content-Length: 9\r\nExpect: 100-continue",
    ] {
        let client = server.connect(&format!("POST / HTTP/1.1\r\nHost: a\r\n{framing}\r\n\r\n")).await;
        assert_eq!(client.reads().await, UNAUTHORIZED, "{framing}");
    }
    server.stop().await;
}

#[tokio::test]
async fn many_that_say_nothing_keep_nobody_out() {
    let server = Server::start(limits(4, LONG)).await;
    let mut silent = Vec::new();
    for half in ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\n", "GET /"].repeat(3) {
        silent.push(server.connect(half).await);
        let mut alice = server.connect(HELLO).await;
        assert_eq!(alice.next().await, "hello");
    }
    for client in silent.drain(..9) {
        assert_eq!(client.reads().await, "", "it made room");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_is_admitted_makes_room_for_nobody() {
    let server = Server::start(limits(2, LONG)).await;
    let (mut alice, mut bob) = (server.connect(HELLO).await, server.connect(HELLO).await);
    assert_eq!((alice.next().await, bob.next().await), ("hello".to_owned(), "hello".to_owned()));
    assert_eq!(server.connect("").await.reads().await, "");
    for client in [&mut alice, &mut bob] {
        client.sends(HELLO).await;
        assert_eq!(client.next().await, "hello");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_guest_makes_room_once_they_are_answered() {
    let server = Server::start(limits(2, LONG)).await;
    let guest = HELLO.replace("Secret", "Guest");
    let mut guests = Vec::new();
    for _ in 0..4 {
        guests.push(server.connect(&guest).await);
        assert_eq!(guests.last_mut().unwrap().next().await, "hello");
    }
    let mut alice = server.connect(HELLO).await;
    assert_eq!(alice.next().await, "hello");

    let mut follower = server.connect(&guest.replace("GET /", "GET /endless")).await;
    let mut piece = [0; 1024];
    assert_ne!(follower.0.read(&mut piece).await.unwrap(), 0);
    assert_eq!(server.connect("").await.reads().await, "", "an answer that goes on is not cut off");
    // The answer has no end.
    drop(follower);
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_asks_no_more_has_their_time() {
    let server = Server::start(Limits { head: Duration::from_millis(LONG), ..limits(8, 100) }).await;
    let guest = server.connect(&HELLO.replace("Secret", "Guest")).await;
    assert_eq!(guest.reads().await, "HTTP/1.1 200 OK", "long before the time for the next head is over");
    server.stop().await;
}

#[tokio::test]
async fn one_person_holds_a_share() {
    let server = Server::start(limits(8, LONG)).await;
    let of = |person: &str, path: &str| {
        HELLO.replace("Secret: 1", &format!("Person: {person}")).replace("GET /", &format!("GET {path}"))
    };
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut client = server.connect(&of("bob", "/endless")).await;
        assert_ne!(client.0.read(&mut [0; 1024]).await.unwrap(), 0);
        held.push(client);
    }
    let mut idle = Vec::new();
    for _ in 0..20 {
        let mut client = server.connect(&of("bob", "/endless")).await;
        let mut piece = [0; 1024];
        let read = client.0.read(&mut piece).await.unwrap();
        assert!(piece[..read].starts_with(b"HTTP/1.1 429"), "more than Bob's share");
        idle.push(client);
        let mut alice = server.connect(&of("alice", "/")).await;
        assert_eq!(alice.next().await, "hello");
        idle.push(alice);
    }
    // Connections that Bob has closed no longer count.
    held.clear();
    while let Some(mut client) = idle.pop() {
        drop(client.0.shutdown().await);
    }
    loop {
        let mut client = server.connect(&of("bob", "/")).await;
        let mut piece = [0; 1024];
        let read = client.0.read(&mut piece).await.unwrap();
        if piece[..read].starts_with(b"HTTP/1.1 200") {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_has_its_time() {
    let server = Server::start(limits(8, 150)).await;
    let mut mallory = server.connect("GET / HTTP/1.1\r\n").await;
    let (mut reader, mut writer) = mallory.0.split();
    let ended = async {
        let mut text = Vec::new();
        drop(reader.read_to_end(&mut text).await);
        text
    };
    let trickle = async {
        while writer.write_all(b"A: b\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        std::future::pending::<()>().await;
    };
    let text = tokio::select! {
        text = timeout(PATIENCE, ended) => text.expect("the connection is closed"),
        () = trickle => unreachable!(),
    };
    assert_eq!(text, b"");
    server.stop().await;
}

#[tokio::test]
async fn requests_without_the_secret_do_not_keep_a_connection() {
    let server = Server::start(limits(8, 300)).await;
    let mut mallory = server.connect("").await;
    while mallory.0.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.is_ok() {
        let mut piece = [0; 1024];
        if !matches!(timeout(PATIENCE, mallory.0.read(&mut piece)).await.unwrap(), Ok(1..)) {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_stops_coming_ends() {
    let server = Server::start(limits(8, LONG)).await;
    let half = "POST / HTTP/1.1\r\nHost: a\r\nSecret: 1\r\nContent-Length: 10\r\n\r\nhel";
    assert_eq!(server.connect(half).await.reads().await, "HTTP/1.1 400 Bad Request");
    let mut alice = server.connect(&half.replace("10", "4")).await;
    alice.sends("!").await;
    assert_eq!(alice.next().await, "hel!");
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_is_not_used_any_more_is_closed() {
    let server = Server::start(Limits { head: Duration::from_millis(50), ..limits(8, LONG) }).await;
    assert_eq!(server.connect(HELLO).await.reads().await, "HTTP/1.1 200 OK");
    server.stop().await;
}
