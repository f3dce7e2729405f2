//! A channel without a platform, for tests.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    MessageId, Outgoing, Rich, SendError, SentIds, rich,
};
use anyhow::Result;
use async_trait::async_trait;
use tokio::{sync::watch, time::timeout};
use tokio_util::sync::CancellationToken;

/// Longer than any wait in a test takes.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Fake {
    name: &'static str,
    /// The error with which its receiver fails immediately.
    fails: Mutex<Option<&'static str>>,
    health: Mutex<Health>,
    per_second: f64,
    /// Everybody's roles, if the channel has roles.
    pub roles: Mutex<Option<Vec<String>>>,
    /// Whether it gives no answer about roles.
    pub is_silent_about_roles: AtomicBool,
    /// How often its receiver has started.
    pub begins: watch::Sender<u32>,
    pub sent: watch::Sender<Vec<String>>,
}

impl Fake {
    pub fn new(name: &'static str) -> Self {
        let (begins, sent) = (watch::Sender::default(), watch::Sender::default());
        let (fails, health) = (Mutex::default(), Mutex::default());
        let (roles, is_silent_about_roles) = (Mutex::default(), AtomicBool::default());
        Self { name, fails, health, per_second: 10_000.0, roles, is_silent_about_roles, begins, sent }
    }

    pub fn failing(name: &'static str, error: &'static str) -> Self {
        Self { fails: Mutex::new(Some(error)), ..Self::new(name) }
    }

    /// Creates a channel that takes this many messages a second.
    pub fn slow(name: &'static str, per_second: f64) -> Self {
        Self { per_second, ..Self::new(name) }
    }

    /// Makes its next start succeed.
    pub fn mend(&self) {
        *self.fails.lock().unwrap() = None;
    }

    /// Waits until the receiver has started this often.
    pub async fn begun(&self, times: u32) {
        let mut begins = self.begins.subscribe();
        timeout(PATIENCE, begins.wait_for(|begins| *begins >= times)).await.unwrap().unwrap();
    }

    /// Waits until this many messages were sent.
    pub async fn said(&self, count: usize) {
        let mut sent = self.sent.subscribe();
        timeout(PATIENCE, sent.wait_for(|sent| sent.len() >= count)).await.unwrap().unwrap();
    }

    fn set_connected(&self, connected: bool) {
        *self.health.lock().unwrap() = Health { connected, ..Health::default() };
    }
}

#[async_trait]
impl Channel for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: self.per_second,
            per_chat_second: 10_000.0,
            per_group_minute: 10_000.0,
            draft_interval: Duration::ZERO,
            group_draft_interval: Duration::ZERO,
            in_flight: Duration::ZERO,
            upload_bytes: 0,
            max_parts: usize::MAX,
            counts_files: false,
            private_answers: false,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        vec![rich::from_markdown(markdown)]
    }

    async fn roles_of(&self, _: &ChatRef, _: &str) -> Result<Option<Vec<String>>, SendError> {
        if self.is_silent_about_roles.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        Ok(self.roles.lock().unwrap().clone())
    }

    async fn run(&self, _: Arc<dyn Gateway>, shutdown: CancellationToken) -> Result<()> {
        let fails = *self.fails.lock().unwrap();
        self.set_connected(fails.is_none());
        self.begins.send_modify(|begins| *begins += 1);
        if let Some(error) = fails {
            anyhow::bail!("{error}");
        }
        shutdown.cancelled().await;
        self.set_connected(false);
        Ok(())
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        self.sent.send_modify(|sent| sent.push(message.content.body.text.clone()));
        Ok(MessageId(message.key.clone()).into())
    }

    async fn edit(&self, _: &ChatRef, _: &MessageId, _: &Content, _: Option<&str>) -> Result<(), SendError> {
        Ok(())
    }

    async fn typing(&self, _: &ChatRef) -> Result<(), SendError> {
        Ok(())
    }

    async fn find(&self, _: &LostSend) -> Result<Found, SendError> {
        Ok(Found::Unclear)
    }

    async fn download(&self, _: &Attachment, _: u64) -> Result<Vec<u8>, DownloadError> {
        Ok(Vec::new())
    }

    async fn check(&self) -> Result<String> {
        match *self.fails.lock().unwrap() {
            None => Ok(format!("{} works;\ninvite it here", self.name)),
            Some(error) => anyhow::bail!("{error}"),
        }
    }

    fn health(&self) -> Health {
        self.health.lock().unwrap().clone()
    }
}
