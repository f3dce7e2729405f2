//! The whole channel against the simulated Bot API.

mod downloading;
mod files;
mod finding;
mod receiving;
mod sending;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_channel::{
    Accepted, Button, ButtonStyle, Channel as _, ChatRef, Command, Content, Event, Gateway, Health,
    HistoryCursor, HistoryItem, Inbound, Menu, Outgoing, Phrase, Rich,
};
use adjutant_simulators::telegram::{self as simulator, Rates};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{CHANNEL, Mode, Settings, Telegram};

const HELP: Command = Command { name: "help", description: "What I can do", arguments: &[], private: true };
const STOP: Command = Command { name: "stop", description: "Stop it", arguments: &[], private: false };
const TRANSLATED: Menu = Menu {
    language: "de",
    commands: &[
        Command { description: "Was ich kann", ..HELP },
        Command { description: "Damit aufhören", ..STOP },
    ],
};

/// How long a test waits for an expected change.
const PATIENCE: Duration = Duration::from_secs(10);

/// A simulated Bot API that does not limit rates.
async fn bot_api() -> simulator::Telegram {
    let settings = simulator::Settings { rates: Rates::flat(10_000.0), ..simulator::Settings::default() };
    simulator::Telegram::start_with(settings).await
}

fn settings(api: &simulator::Telegram, mode: Mode) -> Settings {
    Settings {
        api_url: Some(Url::parse(&api.url()).unwrap()),
        mode,
        commands: &[HELP],
        per_chat_second: 10_000.0,
        per_group_minute: 600_000.0,
        ..Settings::new(api.token())
    }
}

fn channel(api: &simulator::Telegram) -> Telegram {
    Telegram::new(settings(api, Mode::Polling)).unwrap()
}

/// A running channel.
struct Running {
    channel: Telegram,
    gateway: Arc<FakeGateway>,
    events: mpsc::UnboundedReceiver<Inbound>,
    shutdown: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    fn start(channel: Telegram) -> Self {
        let (sender, events) = mpsc::unbounded_channel();
        let gateway = Arc::new(FakeGateway {
            events: sender,
            answers: Mutex::default(),
            set_aside: Mutex::default(),
            doors: Semaphore::new(Semaphore::MAX_PERMITS),
        });
        let shutdown = CancellationToken::new();
        let task = tokio::spawn({
            let (channel, gateway, shutdown) = (channel.clone(), Arc::clone(&gateway), shutdown.clone());
            async move { channel.run(gateway, shutdown).await }
        });
        Self { channel, gateway, events, shutdown, task }
    }

    fn polling(api: &simulator::Telegram) -> Self {
        Self::start(channel(api))
    }

    /// Returns the next event that was handed to the gateway, accepted or not.
    async fn next_event(&mut self) -> Inbound {
        timeout(PATIENCE, self.events.recv()).await.expect("an event comes").expect("the gateway is there")
    }

    async fn health(&self, is_expected: impl FnMut(&Health) -> bool) -> Health {
        let mut health = self.channel.health.subscribe();
        timeout(PATIENCE, health.wait_for(is_expected)).await.expect("health changes").unwrap().clone()
    }

    async fn stop(self) {
        self.shutdown.cancel();
        timeout(PATIENCE, self.task).await.expect("the channel stops").unwrap().unwrap();
    }
}

struct FakeGateway {
    events: mpsc::UnboundedSender<Inbound>,
    /// The next answers; the default when it is empty.
    answers: Mutex<VecDeque<anyhow::Result<Accepted>>>,
    set_aside: Mutex<Vec<String>>,
    /// Events wait here for a permit before they are answered.
    doors: Semaphore,
}

impl FakeGateway {
    fn answer_next(&self, answer: anyhow::Result<Accepted>) {
        self.answers.lock().unwrap().push_back(answer);
    }

    fn close_doors(&self) {
        self.doors.forget_permits(Semaphore::MAX_PERMITS);
    }

    fn open_doors(&self) {
        self.doors.add_permits(1_000);
    }
}

#[async_trait]
impl Gateway for FakeGateway {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        let is_unfit = is_unfit(&event);
        self.events.send(event)?;
        self.doors.acquire().await?.forget();
        assert!(!is_unfit, "the channel panics, as the test asked");
        self.answers.lock().unwrap().pop_front().unwrap_or_else(|| Ok(Accepted::default()))
    }

    async fn set_aside(&self, channel: &str, external_id: &str) -> anyhow::Result<()> {
        self.set_aside.lock().unwrap().push(format!("{channel} {external_id}"));
        Ok(())
    }

    async fn history(
        &self,
        _: &ChatRef,
        _: Option<HistoryCursor>,
        _: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        Ok(Vec::new())
    }

    fn phrase(&self, phrase: Phrase, language: Option<&str>) -> &'static str {
        assert_eq!((phrase, language), (Phrase::StillWorking, Some("en")));
        "Working on it…"
    }

    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }
}

/// Returns whether handling an event panics.
fn is_unfit(event: &Inbound) -> bool {
    matches!(&event.event, Event::Message { text, .. } if text == "panic")
}

fn chat(id: i64) -> ChatRef {
    ChatRef { channel: CHANNEL.into(), chat: id.to_string(), thread: None }
}

fn outgoing(chat: ChatRef, text: &str) -> Outgoing {
    let content = Content::text(Rich::plain(text));
    Outgoing { key: "turn-1/0/0".into(), chat, content, reply_to: None, handle: None, part: 0 }
}

fn button(label: &str) -> Button {
    Button { label: label.into(), data: format!("{label}:1"), style: ButtonStyle::Plain }
}
