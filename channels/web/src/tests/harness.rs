//! A served page, the browser's side of the wire, and the gateway behind it.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_channel::{
    Accepted, Argument, Channel as _, ChatRef, Choice, Command, Completion, Content, Form, Gateway,
    HistoryCursor, HistoryItem, Inbound, Media, Menu, MessageId, Outgoing, Rich, Sender,
};
use adjutant_listen::KeyHolder;
use async_trait::async_trait;
use axum::{
    Extension, Router,
    http::{Method, StatusCode},
    routing::any,
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{AccessToken, CHANNEL, CHAT, Routes, Settings, Web};

pub(super) const TOKEN: &str = "0123456789abcdef";
pub(crate) const NOW: DateTime<Utc> = DateTime::from_timestamp(1_796_115_600, 0).expect("a time");

const COMMANDS: &[Command] = &[Command {
    name: "help",
    description: "What I can do",
    arguments: &[Argument {
        name: "command",
        description: "The one to explain",
        completes: true,
        form: Form::Value,
    }],
    private: true,
}];

const TRANSLATIONS: &[Menu] = &[Menu {
    language: "de",
    commands: &[Command { name: "help", description: "Was ich kann", arguments: &[], private: true }],
}];

/// Far longer than any step here; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A route of the gateway that checks its callers itself.
async fn who(key: Option<Extension<KeyHolder>>) -> &'static str {
    if key.is_some() { "who has the key" } else { "anybody" }
}

/// A channel that serves on a port of its own.
pub(super) struct Site {
    pub(super) web: Arc<Web>,
    pub(super) gateway: Arc<Notes>,
    pub(super) address: SocketAddr,
    pub(super) shutdown: CancellationToken,
    pub(super) folder: TempDir,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Site {
    pub(super) fn channel(bind: SocketAddr, folder: &Path) -> Web {
        let settings = Settings::new(bind, AccessToken::new(TOKEN).unwrap(), folder.join("uploads"));
        let routes = Routes { self_guarded: Router::new().route("/api/who", any(who)), ..Routes::default() };
        Web::new(Settings { commands: COMMANDS, translations: TRANSLATIONS, routes, ..settings })
    }

    pub(super) async fn open() -> Self {
        Self::open_to(adjutant_listen::Limits::default()).await
    }

    /// Opens a site with these limits on connections.
    pub(super) async fn open_to(connections: adjutant_listen::Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut web = Self::channel("127.0.0.1:0".parse().unwrap(), folder.path());
        web.settings.connections = connections;
        let web = Arc::new(web);
        let (gateway, shutdown) = (Arc::new(Notes::default()), CancellationToken::new());
        let address = web.bind().unwrap();
        let task = tokio::spawn({
            let (web, gateway, shutdown) = (web.clone(), gateway.clone(), shutdown.clone());
            async move { web.run(gateway, shutdown).await }
        });
        let site = Self { web, gateway, address, shutdown, folder, task };
        assert_eq!(site.get("/").await.status, StatusCode::OK);
        site
    }

    /// Shuts down; fails unless the server ends cleanly.
    pub(super) async fn stop(self) -> Arc<Web> {
        self.shutdown.cancel();
        timeout(PATIENCE, self.task).await.unwrap().unwrap().unwrap();
        self.web
    }

    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) async fn get(&self, path: &str) -> Reply {
        self.request(Method::GET, path, &[("Authorization", &format!("Bearer {TOKEN}"))], "").await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Reply {
        let bearer = format!("Bearer {TOKEN}");
        let headers = [("Authorization", &*bearer), ("Origin", &self.origin())];
        self.request(Method::POST, path, &headers, body.to_string()).await
    }

    /// Uploads a file under an id of the page's choice.
    pub(super) async fn upload(&self, id: &str, file: &[u8]) -> Reply {
        let bearer = format!("Bearer {TOKEN}");
        let headers = [("Authorization", &*bearer), ("Origin", &self.origin())];
        self.request(Method::PUT, &format!("/api/uploads/{id}"), &headers, file).await
    }

    /// Sends one request with just these headers, besides the host (unless given) and the body's type and length.
    pub(super) async fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Reply {
        let mut stream = self.send(method, path, headers, body.as_ref()).await;
        let mut answer = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        Reply { status: status(head), head: head.to_owned(), body: body.to_owned() }
    }

    /// Opens a page's live feed, and reads the ping with which it begins; it is subscribed when this returns.
    pub(super) async fn events(&self) -> Events {
        let bearer = format!("Bearer {TOKEN}");
        let mut stream = self.send(Method::GET, "/api/events", &[("Authorization", &bearer)], b"").await;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(timeout(PATIENCE, stream.read_line(&mut head)).await.unwrap().unwrap(), 0);
        }
        assert_eq!(status(&head), StatusCode::OK);
        let mut events = Events(stream);
        assert_eq!(events.take(1).await, "ping {}\n", "Firefox waits for a first event");
        events
    }

    /// HTTP/1.0, so that the body is everything up to the end of the connection.
    async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> BufReader<TcpStream> {
        let mut request = format!("{method} {path} HTTP/1.0\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses a body need not read it to its end.
        drop(stream.write_all(&[request.as_bytes(), body].concat()).await);
        BufReader::new(stream)
    }
}

/// A response.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) body: String,
    head: String,
}

impl Reply {
    pub(super) fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).unwrap_or_default()
    }
}

/// A live feed, read as lines of `name data`.
pub(super) struct Events(BufReader<TcpStream>);

impl Events {
    pub(super) async fn take(&mut self, count: usize) -> String {
        let mut events = String::new();
        for _ in 0..count {
            events += &self.next().await.unwrap();
        }
        events
    }

    /// Returns all events up to the end of the stream.
    pub(super) async fn rest(&mut self) -> String {
        let mut events = String::new();
        while let Some(event) = self.next().await {
            events += &event;
        }
        events
    }

    async fn next(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if timeout(PATIENCE, self.0.read_line(&mut line)).await.unwrap().unwrap() == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                event.trim_end().clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(format!("{name} {data}"));
            }
        }
    }
}

/// A gateway that keeps every event, repeats included.
#[derive(Default)]
pub(super) struct Notes {
    events: Mutex<Vec<Inbound>>,
    accepted: Mutex<Accepted>,
    past: Mutex<Vec<HistoryItem>>,
    fails: Mutex<bool>,
    language: Mutex<Option<&'static str>>,
    pub(super) asked_tag: Mutex<Option<String>>,
}

impl Notes {
    pub(super) fn events(&self) -> Vec<Inbound> {
        self.events.lock().unwrap().clone()
    }

    pub(super) fn last(&self) -> Inbound {
        self.events().pop().unwrap()
    }

    pub(super) fn answer_with(&self, accepted: Accepted) {
        *self.accepted.lock().unwrap() = accepted;
    }

    pub(super) fn remember(&self, past: Vec<HistoryItem>) {
        *self.past.lock().unwrap() = past;
    }

    pub(super) fn speak(&self, language: &'static str) {
        *self.language.lock().unwrap() = Some(language);
    }

    pub(super) fn fail(&self) {
        *self.fails.lock().unwrap() = true;
    }
}

#[async_trait]
impl Gateway for Notes {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        anyhow::ensure!(!*self.fails.lock().unwrap(), "the disk is full");
        self.events.lock().unwrap().push(event);
        Ok(self.accepted.lock().unwrap().clone())
    }

    async fn history(
        &self,
        asked: &ChatRef,
        before: Option<HistoryCursor>,
        limit: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        anyhow::ensure!(!*self.fails.lock().unwrap(), "the disk is full");
        assert_eq!(asked, &chat());
        let past = self.past.lock().unwrap();
        let end = before.map_or(past.len(), |before| before.sent as usize);
        Ok(past[end.saturating_sub(limit)..end].to_vec())
    }

    async fn media_of(
        &self,
        asked: &ChatRef,
        message: &MessageId,
        at: usize,
    ) -> anyhow::Result<Option<Media>> {
        assert_eq!(asked, &chat());
        let past = self.past.lock().unwrap();
        Ok(past
            .iter()
            .find(|item| item.message_id == *message)
            .and_then(|item| item.content.files().nth(at).cloned()))
    }

    async fn language(
        &self,
        channel: &str,
        person: &str,
        tag: Option<&str>,
    ) -> anyhow::Result<Option<&'static str>> {
        assert_eq!((channel, person), (CHANNEL, "owner"));
        *self.asked_tag.lock().unwrap() = tag.map(str::to_owned);
        Ok(*self.language.lock().unwrap())
    }

    async fn complete(&self, asked: Completion) -> anyhow::Result<Vec<Choice>> {
        anyhow::ensure!(!*self.fails.lock().unwrap(), "the disk is full");
        assert_eq!((asked.chat, asked.sender), (chat(), Sender::person("owner", "owner")));
        let value = format!("{} {} {}", asked.command, asked.argument, asked.typed);
        Ok(vec![Choice { label: "What was asked".to_owned(), value }])
    }

    fn now(&self) -> DateTime<Utc> {
        NOW
    }
}

pub(super) fn chat() -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: CHAT.to_owned(), thread: None }
}

pub(super) fn content(text: &str) -> Content {
    Content::text(Rich::plain(text))
}

pub(super) fn outgoing(key: &str, text: &str) -> Outgoing {
    Outgoing {
        key: key.to_owned(),
        chat: chat(),
        content: content(text),
        reply_to: None,
        handle: None,
        part: 0,
    }
}

fn status(head: &str) -> StatusCode {
    head.split(' ').nth(1).unwrap().parse().unwrap()
}
