//! A channel that does what a test asks of it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    MessageId, Outgoing, Rich, SendError, SentIds,
    rich::{self, Unit},
};
use async_trait::async_trait;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::lock;

/// The most characters of one message.
pub const MESSAGE: usize = 200;

/// A channel with short messages, and with threads in groups.
#[derive(Default)]
pub struct ScriptedChannel {
    /// The messages sent, in order.
    pub sent: Mutex<Vec<Outgoing>>,
    /// The contents after each edit.
    pub edited: Mutex<Vec<Content>>,
    /// The chat and the message of each edit.
    pub edited_in: Mutex<Vec<(ChatRef, MessageId)>>,
    /// The downloadable files, by their handles.
    pub files: Mutex<HashMap<String, Vec<u8>>>,
    /// A chat to which nothing is sent without a permit.
    pub held: Mutex<Option<(ChatRef, Arc<Semaphore>)>>,
    /// Whether long answers continue in a thread.
    pub threads: AtomicBool,
    /// Words with which a text makes its layout panic.
    pub unfit: Mutex<Option<&'static str>>,
    /// Words with which a text makes its sending panic.
    pub unsendable: Mutex<Option<&'static str>>,
    /// The errors of the next sends and edits.
    pub fails: Mutex<VecDeque<SendError>>,
    /// Whether the typing indicator cannot be shown.
    pub is_out_of_reach: AtomicBool,
    /// The outcomes of the next steps of searches.
    pub found: Mutex<VecDeque<Result<Found, SendError>>>,
    /// What was searched for, by step.
    pub searched: Mutex<Vec<LostSend>>,
}

/// Returns the id of a message in the channel.
pub fn id_of(message: &Outgoing) -> MessageId {
    MessageId(format!("of-bot-{}", message.key))
}

fn break_over(text: &str, what: &Mutex<Option<&'static str>>) {
    let breaks = lock(what).is_some_and(|what| text.contains(what));
    assert!(!breaks, "the channel panics, as the test asked");
}

#[async_trait]
impl Channel for ScriptedChannel {
    fn name(&self) -> &'static str {
        "test"
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: 1e6,
            per_chat_second: 1e6,
            per_group_minute: 1e6,
            draft_interval: Duration::from_secs(1),
            group_draft_interval: Duration::from_secs(1),
            in_flight: Duration::from_secs(1),
            upload_bytes: 1 << 20,
            max_parts: 3,
            counts_files: false,
            private_answers: true,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        break_over(markdown, &self.unfit);
        rich::from_markdown(markdown).split(MESSAGE, Unit::Chars)
    }

    fn fits(&self, body: &Rich) -> bool {
        body.text.chars().count() <= MESSAGE
    }

    fn thread_at(&self, chat: &ChatRef, message: &MessageId) -> Option<ChatRef> {
        let thread = ChatRef { thread: Some(message.0.clone()), ..chat.clone() };
        self.threads.load(Ordering::Relaxed).then_some(thread)
    }

    async fn run(&self, _: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()> {
        shutdown.cancelled().await;
        Ok(())
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        break_over(&message.content.body.text, &self.unsendable);
        let held = lock(&self.held).clone().filter(|(chat, _)| *chat == message.chat);
        if let Some((_, gate)) = held {
            gate.acquire().await.unwrap().forget();
        }
        if let Some(error) = lock(&self.fails).pop_front() {
            return Err(error);
        }
        let mut sent = lock(&self.sent);
        sent.push(message.clone());
        Ok(id_of(message).into())
    }

    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        _: Option<&str>,
    ) -> Result<(), SendError> {
        if let Some(error) = lock(&self.fails).pop_front() {
            return Err(error);
        }
        lock(&self.edited_in).push((chat.clone(), message.clone()));
        lock(&self.edited).push(content.clone());
        Ok(())
    }

    async fn typing(&self, _: &ChatRef) -> Result<(), SendError> {
        match self.is_out_of_reach.load(Ordering::Relaxed) {
            true => Err(SendError::Unknown("out of reach".to_owned())),
            false => Ok(()),
        }
    }

    async fn find(&self, lost: &LostSend) -> Result<Found, SendError> {
        lock(&self.searched).push(lost.clone());
        lock(&self.found).pop_front().unwrap_or(Ok(Found::Unclear))
    }

    async fn download(&self, file: &Attachment, _: u64) -> Result<Vec<u8>, DownloadError> {
        lock(&self.files).get(&file.file_id).cloned().ok_or(DownloadError::Gone)
    }

    async fn check(&self) -> anyhow::Result<String> {
        Ok("fake".to_owned())
    }

    fn health(&self) -> Health {
        Health { connected: true, ..Health::default() }
    }
}
