//! The two sides: a channel, and the gateway it feeds.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::{
    Accepted, Attachment, ChatKind, ChatRef, Choice, Completion, Content, DownloadError, Inbound, LostSend,
    MessageId, Outgoing, Rich, SendError,
};

/// One side of the wire: it maps a platform's events to [`Inbound`] and shows what the gateway asks for.
///
/// A channel keeps no queue of messages, and neither repeats nor paces them: the gateway's outbox does, by
/// [`Channel::limits`] and by the [`SendError`] it is given.
#[async_trait]
pub trait Channel: Send + Sync + 'static {
    /// The channel's name, as in [`ChatRef::channel`].
    fn name(&self) -> &'static str;

    /// How fast this channel may be written to.
    fn limits(&self) -> Limits;

    /// Renders Markdown and cuts it into parts that fit one message each. Pure; at least one part.
    fn layout(&self, markdown: &str) -> Vec<Rich>;

    /// Where the rest of a long answer to this message goes, if not below it: a thread that is opened at the message
    /// when the first part is sent there.
    fn thread_at(&self, _chat: &ChatRef, _message: &MessageId) -> Option<ChatRef> {
        None
    }

    /// Receives events until `shutdown`, handing each to the gateway before acknowledging it to the platform.
    ///
    /// # Errors
    /// Only what a restart of the adapter could mend, or what its operator must; passing faults are its own affair.
    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()>;

    /// Sends a message and gives its id.
    async fn send(&self, message: &Outgoing) -> Result<MessageId, SendError>;

    /// Makes a message show `content`. A message that shows it already is a success.
    async fn edit(&self, chat: &ChatRef, message: &MessageId, content: &Content) -> Result<(), SendError>;

    /// Shows that the bot is working, for some seconds. Best effort.
    async fn typing(&self, chat: &ChatRef);

    /// Finds a message whose send was left in doubt. Called only after [`Limits::in_flight`] has passed.
    /// `Ok(None)` means that it certainly, or as far as can be known, is not there.
    async fn find(&self, lost: &LostSend) -> Result<Option<MessageId>, SendError>;

    /// Fetches a file that came with a message, whole; at most `max_bytes` of it are taken into memory.
    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError>;

    /// Deletes what the channel itself keeps of a person, whom the gateway knows no more.
    ///
    /// # Errors
    /// It could not be deleted, and is asked for again.
    async fn forget(&self, _sender: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Asks the platform who the bot is; for `doctor`.
    ///
    /// # Errors
    /// What is wrong and what to do about it, in words for the operator.
    async fn check(&self) -> anyhow::Result<String>;

    /// How the connection is doing; for `/status`.
    fn health(&self) -> Health;
}

/// What a channel calls. Implemented by the gateway, and by fakes in the channels' own tests: what only some channels
/// need has a default that knows nothing.
#[async_trait]
pub trait Gateway: Send + Sync {
    /// Stores the event durably, once for each `external_id`; after `Ok` it is safe to acknowledge it.
    ///
    /// # Errors
    /// The event was not stored and must come again.
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted>;

    /// The newest `limit` messages of a chat, oldest first, for channels that keep none themselves.
    ///
    /// # Errors
    /// The store could not be read.
    async fn history(&self, chat: &ChatRef, limit: usize) -> anyhow::Result<Vec<HistoryItem>>;

    /// What can be filled in for an argument of a command, best first.
    ///
    /// # Errors
    /// The store could not be read.
    async fn complete(&self, _completion: Completion) -> anyhow::Result<Vec<Choice>> {
        Ok(Vec::new())
    }

    /// Where people have talked to the bot on this channel, most recently first; at most `limit` chats.
    ///
    /// # Errors
    /// The store could not be read.
    async fn known_chats(&self, _channel: &str, _limit: usize) -> anyhow::Result<Vec<KnownChat>> {
        Ok(Vec::new())
    }

    /// How far the channel had received, as it last noted it. What came after is to be caught up on.
    ///
    /// # Errors
    /// The store could not be read.
    async fn received_up_to(&self, _channel: &str) -> anyhow::Result<Option<String>> {
        Ok(None)
    }

    /// Notes how far the channel has received: everything up to `mark`, in the channel's own terms, is stored.
    ///
    /// # Errors
    /// It was not stored; the old mark holds.
    async fn note_received(&self, _channel: &str, _mark: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// The time.
    fn now(&self) -> DateTime<Utc>;
}

/// A chat that the bot has served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownChat {
    /// The chat.
    pub chat: ChatRef,
    /// What kind of chat it is.
    pub kind: ChatKind,
}

/// One message of a chat's past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryItem {
    /// The message's id.
    pub message_id: MessageId,
    /// Written by the bot; else by the person.
    pub from_bot: bool,
    /// What it shows now.
    pub content: Content,
    /// The files that came with it, where the person wrote it.
    pub attachments: Vec<Attachment>,
    /// When it was written.
    pub at: DateTime<Utc>,
}

/// How fast a channel may be written to. The outbox keeps to it; edits count like messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Requests a second over all chats.
    pub per_second: f64,
    /// Requests a second in one chat.
    pub per_chat_second: f64,
    /// Requests a minute in one group chat.
    pub per_group_minute: f64,
    /// The shortest time between two edits of a streaming answer in a direct chat.
    pub draft_interval: Duration,
    /// The same in a group chat.
    pub group_draft_interval: Duration,
    /// After this long a request that was started has either taken effect or never will.
    pub in_flight: Duration,
    /// The largest file that may be sent, in bytes.
    pub upload_bytes: u64,
    /// How many messages one answer may take; a longer one goes as a file, with its beginning as a preview.
    pub max_parts: usize,
    /// A press can be answered by a text that only the person who pressed sees.
    pub private_answers: bool,
}

/// How a connection is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// The last exchange with the platform went well.
    pub connected: bool,
    /// When the platform last answered the receiving side.
    pub last_progress: Option<DateTime<Utc>>,
    /// What is wrong, for the operator.
    pub problem: Option<String>,
}
