//! The conversation through the chat page's HTTP API, as the page itself uses it.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use adjutant::{
    console::{self, Console},
    core::Core,
    recent_log::RecentLog,
};
use adjutant_channel::{Channel, Content};
use adjutant_config::Config;
use adjutant_simulators::PATIENCE;
use adjutant_texts::commands::{menu, translations};
use adjutant_web::{AccessToken, Pages, Routes, Settings, Web};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::watch, time::timeout};

use super::{Chat, Pressed, Shown};

const TOKEN: &str = "0123456789abcdef";

/// An open page, which lasts as long as the gateway.
#[derive(Clone)]
pub struct OnWeb(Arc<Page>);

struct Page {
    client: Client,
    served_by: Mutex<Option<Arc<Web>>>,
    console: Mutex<Option<Console>>,
    log: Mutex<Option<RecentLog>>,
    ids: AtomicU32,
    shows: watch::Sender<Screen>,
}

/// The page's visible state.
#[derive(Default)]
struct Screen {
    messages: Vec<Shown>,
    unread: VecDeque<String>,
    /// The ids of the person's waiting messages.
    waiting: Vec<String>,
}

#[derive(Deserialize)]
struct Message {
    id: String,
    #[serde(default = "of_bot")]
    from_bot: bool,
    content: Content,
}

/// Returns the default for an edit, which has no author: it is always the bot's.
fn of_bot() -> bool {
    true
}

impl OnWeb {
    /// Returns all messages that the page reads on loading.
    pub async fn history(&self) -> Vec<String> {
        let history = self.load().await;
        history.into_iter().map(|message| message.content.body.text).collect()
    }

    /// Returns the same messages, each with the names and addresses of its files.
    pub async fn history_with_files(&self) -> Vec<String> {
        let shown = |message: &Value| {
            let text = message["content"]["body"]["text"].as_str().unwrap_or_default();
            let files = message["content"]["files"].as_array().into_iter().flatten();
            let files = files.map(|file| format!(" [{} {}]", file["name"], file["url"]));
            format!("{text}{}", files.collect::<String>())
        };
        self.messages().await.iter().map(shown).collect()
    }

    /// Sends a file with a caption, which may be empty; returns the address at which the page shows it.
    pub async fn sends_file(&self, name: &str, bytes: &[u8], caption: &str) -> String {
        let (id, url) = self.uploads(bytes).await;
        self.says_with(caption, &json!([{"id": id, "name": name}])).await;
        url
    }

    /// Uploads a file; returns its id, and the address at which the page shows it.
    pub async fn uploads(&self, bytes: &[u8]) -> (String, String) {
        let id = self.new_id();
        let upload = self.0.client.put(self.url(&format!("/api/uploads/{id}"))).body(bytes.to_vec());
        let uploaded: Value = answer(upload).await.json().await.unwrap();
        let url = uploaded["url"].as_str().expect("an upload has an address").to_owned();
        (id, url)
    }

    /// Sends a film with a still picture from it.
    pub async fn sends_film(&self, name: &str, bytes: &[u8], still: &[u8]) {
        let ((id, _), (still, _)) = (self.uploads(bytes).await, self.uploads(still).await);
        self.says_with("", &json!([{"id": id, "name": name, "still": still}])).await;
    }

    /// Sends a message with uploaded files, given as the page sends them.
    pub async fn says_with(&self, text: &str, files: &Value) {
        let say = json!({"client_id": self.new_id(), "text": text, "files": files});
        self.post("/api/messages", &say).await;
    }

    /// Returns the labels that the page offers for an argument.
    pub async fn is_offered(&self, command: &str, argument: &str, typed: &str) -> Vec<String> {
        let asked = json!({"command": command, "argument": argument, "typed": typed});
        let answer = self.post("/api/complete", &asked).await;
        let choices = answer["choices"].as_array().expect("an answer has choices").iter();
        choices.map(|choice| choice["label"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Returns the names of the commands in the page's menu.
    pub async fn menu(&self) -> Vec<String> {
        let history: Value = answer(self.0.client.get(self.url("/api/history"))).await.json().await.unwrap();
        let commands = history["commands"].as_array().expect("a history has commands").iter();
        commands.map(|command| command["name"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Returns the content of a page of the console.
    pub async fn views(&self, view: &str) -> Value {
        self.requests(&format!("/api/console/views/{view}")).await.json().await.unwrap()
    }

    /// Makes a change from a page of the console; returns the text of the answer.
    pub async fn makes(&self, change: &Value) -> Pressed {
        let answer = self.post("/api/console/changes", change).await;
        Pressed { text: answer["text"].as_str().unwrap().to_owned(), alert: answer["alert"] == true }
    }

    /// Posts a body that may be refused.
    pub async fn tries(&self, path: &str, body: &Value) -> Response {
        self.0.client.post(self.url(path)).bearer_auth(TOKEN).json(body).send().await.unwrap()
    }

    /// Requests an address that may be refused.
    pub async fn asks(&self, path: &str) -> Response {
        self.0.client.get(self.url(path)).bearer_auth(TOKEN).send().await.unwrap()
    }

    /// Follows the changes of a page of the console. The browser's last event has the id `shown`.
    pub async fn follows(&self, view: &str, shown: Option<&str>) -> Response {
        let mut request = self.0.client.get(self.url(&format!("/api/console/live/{view}")));
        if let Some(shown) = shown {
            request = request.header("last-event-id", shown);
        }
        answer(request).await
    }

    /// Returns the log that the console shows. Only tests write to it.
    pub fn log(&self) -> RecentLog {
        self.0.log.lock().unwrap().clone().expect("the gateway was started")
    }

    /// Returns the file at one of the page's addresses.
    pub async fn fetches(&self, url: &str) -> Vec<u8> {
        self.requests(url).await.bytes().await.unwrap().to_vec()
    }

    /// Requests one of the page's addresses; returns the whole answer.
    pub async fn requests(&self, url: &str) -> Response {
        answer(self.0.client.get(self.url(url))).await
    }

    async fn load(&self) -> Vec<Message> {
        let messages = self.messages().await.into_iter();
        messages.map(|message| serde_json::from_value(message).expect("the page can read it")).collect()
    }

    async fn messages(&self) -> Vec<Value> {
        let mut history: Value =
            answer(self.0.client.get(self.url("/api/history"))).await.json().await.unwrap();
        let messages = history["messages"].as_array_mut().expect("a history has messages");
        std::mem::take(messages)
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        answer(self.0.client.post(self.url(path)).json(body)).await.json().await.unwrap()
    }

    /// Returns the address that opens the page, with the access token.
    pub fn address(&self) -> String {
        self.0.served_by.lock().unwrap().clone().expect("the gateway was started").url()
    }

    /// Returns the address of a path of the page.
    pub fn url(&self, path: &str) -> String {
        let page = self.address();
        let origin = page.split("/#").next().unwrap_or_default();
        format!("{origin}{path}")
    }

    fn new_id(&self) -> String {
        format!("client-{}", self.0.ids.fetch_add(1, Ordering::Relaxed))
    }

    async fn until<T>(&self, what: &str, mut look: impl FnMut(&mut Screen) -> Option<T>) -> T {
        let mut changes = self.0.shows.subscribe();
        let search = async {
            loop {
                let mut found = None;
                self.0.shows.send_if_modified(|screen| {
                    found = look(screen);
                    false
                });
                if let Some(found) = found {
                    return found;
                }
                changes.changed().await.unwrap();
            }
        };
        let waited = timeout(PATIENCE, search).await;
        waited.unwrap_or_else(|_| panic!("waited in vain for {what}; the page shows:\n{}", self.transcript()))
    }

    fn transcript(&self) -> String {
        self.0.shows.borrow().messages.iter().map(|message| format!("{message}\n\n")).collect()
    }
}

impl Chat for OnWeb {
    const CHANNEL: &'static str = adjutant_web::CHANNEL;

    async fn open() -> Self {
        Self(Arc::new(Page {
            client: Client::new(),
            served_by: Mutex::default(),
            console: Mutex::default(),
            log: Mutex::default(),
            ids: AtomicU32::new(10_000),
            shows: watch::Sender::new(Screen::default()),
        }))
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("CHANNELS__WEB__TOKEN", TOKEN.to_owned())]
    }

    fn channel(&self, config: &Config) -> Arc<dyn Channel> {
        let token = config.channels.web.token.as_ref().expect("a token is set").expose();
        let any_port: SocketAddr = "127.0.0.1:0".parse().unwrap();
        let token = AccessToken::new(token).unwrap();
        let files = config.database.url.as_path().with_extension("uploads");
        let console = Console::new((adjutant_web::CHANNEL, "owner"));
        let routes = Routes {
            pages: Pages { html: vec![console::PAGE], files: console::files() },
            self_guarded: console.self_guarded_routes(),
            ..Routes::default()
        };
        *self.0.console.lock().unwrap() = Some(console);
        let hosts = config.channels.web.hosts.clone();
        let mut settings = Settings { hosts, routes, ..Settings::new(any_port, token, files) };
        (settings.commands, settings.translations) = (menu(), translations());
        let web = Arc::new(Web::new(settings));
        web.bind().expect("there is a free port");
        *self.0.served_by.lock().unwrap() = Some(web.clone());
        web
    }

    fn shows_gateway(&self, core: &Arc<Core>) {
        let log = RecentLog::new(core.redactor.clone(), core.clock.clone());
        *self.0.log.lock().unwrap() = Some(log.clone());
        self.0.console.lock().unwrap().as_ref().expect("the channel was made").show(core, log);
    }

    async fn connect(&self) {
        let mut events = answer(self.0.client.get(self.url("/api/events"))).await;
        let shows = self.0.shows.clone();
        tokio::spawn(async move {
            let mut received = Vec::new();
            while let Ok(Some(piece)) = events.chunk().await {
                received.extend_from_slice(&piece);
                while let Some(end) = received.windows(2).position(|pair| pair == b"\n\n") {
                    let event: Vec<u8> = received.drain(..end + 2).collect();
                    let event = std::str::from_utf8(&event).expect("events are UTF-8");
                    shows.send_modify(|screen| screen.take(event));
                }
            }
        });
    }

    async fn catch_up(&self) {
        for message in self.load().await {
            self.0.shows.send_modify(|screen| screen.put(message));
        }
    }

    async fn says(&self, text: &str) {
        self.post("/api/messages", &json!({"client_id": self.new_id(), "text": text})).await;
    }

    async fn sends(&self, name: &str, bytes: &[u8], caption: &str) {
        self.sends_file(name, bytes, caption).await;
    }

    async fn speaks(&self, bytes: &[u8]) {
        let (id, _) = self.uploads(bytes).await;
        self.says_with("", &json!([{"id": id, "name": "", "voice": true, "seconds": 3}])).await;
    }

    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>) {
        self.album_of(message).await.swap_remove(0)
    }

    async fn album_of(&self, message: &Shown) -> Vec<(String, Vec<u8>)> {
        // The feed shows a message when it is sent; the list shows it once it is recorded as sent.
        let listed = async {
            loop {
                if let Some(said) = self.messages().await.into_iter().find(|said| said["id"] == message.id) {
                    return said;
                }
            }
        };
        let said = timeout(PATIENCE, listed).await.expect("the message is there");
        let mut files = Vec::new();
        for file in said["content"]["files"].as_array().expect("the message carries a file") {
            let url = file["url"].as_str().expect("it has an address");
            files.push((file["name"].as_str().expect("it has a name").to_owned(), self.fetches(url).await));
        }
        files
    }

    async fn next_message(&self) -> Shown {
        self.until("a message of the bot", |screen| {
            let id = screen.unread.pop_front()?;
            screen.messages.iter().find(|message| message.id == id).cloned()
        })
        .await
    }

    async fn shows(&self, message: &Shown, text: &str) -> Shown {
        self.until(text, |screen| screen.find(&message.id).filter(|now| now.text == text).cloned()).await
    }

    async fn changes(&self, message: &Shown) -> Shown {
        self.until("a change", |screen| screen.find(&message.id).filter(|now| *now != message).cloned()).await
    }

    async fn presses(&self, message: &Shown, label: &str) -> Pressed {
        let data = message.button(label);
        let press = json!({"client_id": self.new_id(), "message_id": message.id, "data": data});
        let answer = self.post("/api/press", &press).await;
        Pressed { text: answer["text"].as_str().unwrap().to_owned(), alert: answer["alert"] == true }
    }

    async fn sees_it_waits(&self) {
        let said = format!("client-{}", self.0.ids.load(Ordering::Relaxed) - 1);
        self.until("the mark of a message that waits", |screen| screen.waiting.contains(&said).then_some(()))
            .await;
    }

    fn finish(&self) {
        let screen = self.0.shows.borrow();
        let unread: Vec<_> =
            screen.unread.iter().filter_map(|id| screen.find(id)).map(Shown::to_string).collect();
        assert!(unread.is_empty(), "messages of the bot that the test did not read:\n{}", unread.join("\n"));
    }
}

impl Screen {
    fn find(&self, id: &str) -> Option<&Shown> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// Takes one server-sent event: `event: NAME` and `data: JSON`.
    fn take(&mut self, event: &str) {
        let field =
            |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        match field("event:") {
            "message" | "edit" => {
                self.put(serde_json::from_str(field("data:")).expect("the page can read it"));
            }
            "waits" => {
                let waits: Value = serde_json::from_str(field("data:")).expect("the page can read it");
                self.waiting.push(waits["id"].as_str().expect("it has an id").to_owned());
            }
            "typing" | "ping" | "removed" => {}
            other => panic!("an event that no page expects: {other} in {event}"),
        }
    }

    /// Shows a message only once, however often it arrives.
    fn put(&mut self, message: Message) {
        if !message.from_bot {
            return;
        }
        let shown = Shown::from(message);
        match self.messages.iter_mut().find(|known| known.id == shown.id) {
            Some(known) => *known = shown,
            None => {
                self.unread.push_back(shown.id.clone());
                self.messages.push(shown);
            }
        }
    }
}

impl From<Message> for Shown {
    fn from(message: Message) -> Self {
        let Content { body, buttons, .. } = message.content;
        let button = |button: adjutant_channel::Button| (button.label, button.data);
        let buttons = buttons.into_iter().map(|row| row.into_iter().map(button).collect()).collect();
        Self { id: message.id, text: body.text, buttons }
    }
}

async fn answer(request: RequestBuilder) -> Response {
    let answer =
        timeout(PATIENCE, request.bearer_auth(TOKEN).send()).await.expect("an answer in time").unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{}", answer.url());
    answer
}
