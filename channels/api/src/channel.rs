//! The two sides: a channel, and the gateway it feeds.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::{
    Accepted, Attachment, ChatRef, Choice, Completion, Content, DownloadError, Duty, Found, HistoryCursor,
    HistoryItem, Inbound, KnownChat, KnownPerson, LostSend, Media, MessageId, Outgoing, Part, Rich,
    SendError, SentIds,
};

/// The most files of one album, as all platforms have it.
pub const MAX_ALBUM: usize = 10;

/// A platform's adapter: it maps the platform's events to [`Inbound`] and shows what the gateway asks for.
///
/// A channel neither queues nor repeats nor paces messages: the gateway's outbox does, by [`Channel::limits`] and by
/// the [`SendError`] it gets.
#[async_trait]
pub trait Channel: Send + Sync + 'static {
    /// The channel's name, as in [`ChatRef::channel`].
    fn name(&self) -> &'static str;

    /// Returns how fast this channel may be written to.
    fn limits(&self) -> Limits;

    /// Renders Markdown for a chat and cuts it into parts that fit one message each; returns at least one part. Where the
    /// platform has mentions, a name that is known in the chat becomes one that notifies nobody.
    fn layout(&self, chat: &ChatRef, markdown: &str) -> Vec<Rich>;

    /// Returns whether a text fits one message.
    fn fits(&self, _body: &Rich) -> bool {
        true
    }

    /// Divides files, in order, into those that one message each can carry; no group has more than [`MAX_ALBUM`]. A group
    /// of several is an album, which has no buttons.
    fn albums(&self, files: Vec<Media>) -> Vec<Vec<Media>> {
        files.chunks(MAX_ALBUM).map(<[Media]>::to_vec).collect()
    }

    /// Returns how a text names one of the channel's chats.
    fn name_of(&self, chat: &ChatRef) -> String {
        chat.to_string()
    }

    /// Returns where the rest of a long answer to this message goes, if not below it: a thread that is opened at the
    /// message when the first part is sent there.
    fn thread_at(&self, _chat: &ChatRef, _message: &MessageId) -> Option<ChatRef> {
        None
    }

    /// Returns the direct chat with a person, by the platform's id, whom the bot may write to though nobody knows the chat.
    /// It has no id yet: sending there opens it, and is refused with [`SendError::Migrated`] to its id.
    fn direct_chat_with(&self, _person: &str) -> Option<ChatRef> {
        None
    }

    /// Returns whether the channel divides what it receives into parts, by [`Gateway::share`], so that several processes
    /// can receive at once.
    fn is_divided(&self) -> bool {
        false
    }

    /// Receives events until `shutdown`, handing each to the gateway before acknowledging it to the platform.
    ///
    /// # Errors
    /// Returns only errors that a restart of the adapter could fix, or that its operator must; it handles transient
    /// faults itself.
    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()>;

    /// Sends a message and returns its id, and those of the further files of an album.
    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError>;

    /// Edits a message to show `content`; `handle` is the one that it was sent with, or that of the newest press below it.
    /// Succeeds if the message shows it already.
    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        handle: Option<&str>,
    ) -> Result<(), SendError>;

    /// Shows for some seconds that the bot is working. Where this succeeds, the platform takes something in the chat.
    async fn typing(&self, chat: &ChatRef) -> Result<(), SendError>;

    /// Shows a receipt by a reaction to a person's message, in place of the one that it showed before. Does nothing where the
    /// platform has no reactions.
    async fn react(
        &self,
        _chat: &ChatRef,
        _message: &MessageId,
        _receipt: Receipt,
        _before: Option<Receipt>,
    ) -> Result<(), SendError> {
        Ok(())
    }

    /// Removes a message that a person wrote in their direct chat. Returns false if bots cannot do that here.
    async fn remove(&self, _chat: &ChatRef, _message: &MessageId) -> Result<bool, SendError> {
        Ok(false)
    }

    /// Returns for how long after a send began the same message can be sent again without being there twice: the
    /// platform recognises its key, or the send only fills in what is there.
    fn repeatable_for(&self, _message: &Outgoing) -> Duration {
        Duration::ZERO
    }

    /// Returns whether [`find`](Self::find) can find such a message at all.
    fn is_findable(&self, _message: &Outgoing) -> bool {
        true
    }

    /// Finds a message whose send has an unknown outcome and can no longer be repeated: once [`Limits::in_flight`] has
    /// passed, and before that if its process is gone or it cannot be found.
    async fn find(&self, lost: &LostSend) -> Result<Found, SendError>;

    /// Returns the size of the largest file that [`Channel::download`] can fetch, in bytes.
    fn max_download(&self) -> u64 {
        u64::MAX
    }

    /// Downloads a whole file that came with a message; takes at most `max_bytes` of it into memory.
    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError>;

    /// Deletes what the channel itself keeps about a person whom the gateway has forgotten.
    ///
    /// # Errors
    /// Returns an error if the data could not be deleted; the gateway asks again.
    async fn forget(&self, _sender: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Answers whoever comes while another process receives from the channel, and hands what the platform delivers here all
    /// the same to the gateway. Never returns; the gateway drops it when this process receives itself, or shuts down.
    async fn stand_by(&self, _gateway: Arc<dyn Gateway>) {
        std::future::pending::<()>().await;
    }

    /// Deletes what the channel itself has kept for as long as it says. The gateway asks about once an hour, in every
    /// process.
    async fn remove_expired(&self, _now: DateTime<Utc>) {}

    /// Asks the platform for the bot's identity; for `doctor`.
    ///
    /// # Errors
    /// Returns what is wrong and what to do about it, in words for the operator.
    async fn check(&self) -> anyhow::Result<String>;

    /// Returns the state of the connection; for `/status`.
    fn health(&self) -> Health;
}

/// What a channel says of its own accord, since the gateway cannot answer now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// The outcome of a press takes longer than the platform waits for it.
    StillWorking,
    /// A command or a press could not be stored.
    NotStored,
}

/// What a channel calls. Implemented by the gateway, and by fakes in the channels' own tests; methods that only some
/// channels need have a default that returns nothing.
#[async_trait]
pub trait Gateway: Send + Sync {
    /// Stores the event durably, once for each `external_id`; after `Ok` it is safe to acknowledge it.
    ///
    /// # Errors
    /// Returns an error if the event was not stored; it must come again.
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted>;

    /// Sets an event aside that the channel itself cannot handle, by the id that it has or would have had: it counts as
    /// received, and the owner is told.
    ///
    /// # Errors
    /// Returns an error if that was not stored; the event must come again.
    async fn set_aside(&self, _channel: &str, _external_id: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns whether a bot, by the platform's own id, is the first that has received on this channel. Where a platform
    /// counts events for each bot, those of other bots need ids that name the bot.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    async fn is_first_bot(&self, _channel: &str, _bot: &str) -> anyhow::Result<bool> {
        Ok(true)
    }

    /// Returns the newest `limit` messages of a chat, or of what came before `before`, oldest first, for channels that
    /// keep none themselves.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn history(
        &self,
        chat: &ChatRef,
        before: Option<HistoryCursor>,
        limit: usize,
    ) -> anyhow::Result<Vec<HistoryItem>>;

    /// Returns a file of a message of the bot, by its place from 0, however long ago it was sent, for channels that keep
    /// none themselves.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn media_of(
        &self,
        _chat: &ChatRef,
        _message: &MessageId,
        _at: usize,
    ) -> anyhow::Result<Option<Media>> {
        Ok(None)
    }

    /// Returns values for an argument of a command, best first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn complete(&self, _completion: Completion) -> anyhow::Result<Vec<Choice>> {
        Ok(Vec::new())
    }

    /// Returns the code of the language (ISO 639-1) in which the gateway speaks to a person, by the platform's id; `None` if
    /// neither they nor the platform have said it yet.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn language(&self, _channel: &str, _person: &str) -> anyhow::Result<Option<&'static str>> {
        Ok(None)
    }

    /// Returns what a channel says of its own accord, in the language of this tag, as the platform names it.
    fn phrase(&self, _phrase: Phrase, _language: Option<&str>) -> &'static str {
        ""
    }

    /// Returns the chats in which people have talked to the bot on this channel, in an order that does not change: the
    /// first `limit` of them, or those that come after `after`.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn known_chats(
        &self,
        _channel: &str,
        _after: Option<&ChatRef>,
        _limit: usize,
    ) -> anyhow::Result<Vec<KnownChat>> {
        Ok(Vec::new())
    }

    /// Returns at most `limit` people, by the platform's ids, whom the gateway serves on this channel though
    /// [`known_chats`](Gateway::known_chats) names no direct chat with them: each may have written for the first time
    /// while the channel did not run.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn people_without_chat(&self, _channel: &str, _limit: usize) -> anyhow::Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Returns at most `limit` people who have talked to the bot on this channel, once for each chat in which they have;
    /// those who came last first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn known_people(&self, _channel: &str, _limit: usize) -> anyhow::Result<Vec<KnownPerson>> {
        Ok(Vec::new())
    }

    /// Takes note that a chat's messages after `after`, up to now, will not be fetched: there are too many.
    ///
    /// # Errors
    /// Returns an error if that was not stored; the channel has to say it again.
    async fn note_skipped(&self, _place: &KnownChat, _after: DateTime<Utc>) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns which of so many parts of a channel this process is to receive: what falls to it of what all processes
    /// divide among themselves. A part that it receives and that is not among them has to be
    /// [released](Gateway::release) once it has ended.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    async fn share(&self, _channel: &str, count: u32) -> anyhow::Result<BTreeSet<u32>> {
        Ok((0..count).collect())
    }

    /// Takes a duty, or keeps it. Returns false while another process has it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    async fn hold(&self, _channel: &str, _duty: Duty) -> anyhow::Result<bool> {
        Ok(true)
    }

    /// Leaves a duty to other processes.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; the duty is free when this process ends.
    async fn release(&self, _channel: &str, _duty: Duty) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns the saved receive cursor of a channel's part; the channel has to catch up on everything after it. If the
    /// part has none yet, returns those of all parts into which the channel was divided before.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn received_up_to(&self, _channel: &str, _part: Part) -> anyhow::Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Returns the platform's id of the message that the gateway stored last; `None` if it has none of the channel.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn last_message(&self, _channel: &str) -> anyhow::Result<Option<MessageId>> {
        Ok(None)
    }

    /// Saves the receive cursor of a channel's part: everything up to `mark`, in the channel's own terms, is stored.
    ///
    /// # Errors
    /// Returns an error if the cursor was not saved; the old one stays.
    async fn note_received(&self, _channel: &str, _part: Part, _mark: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Counts the answer to a press, which a channel gives on its own, towards its [`Limits`].
    fn count_press_answer(&self, _channel: &str) {}

    /// Returns the current time.
    fn now(&self) -> DateTime<Utc>;

    /// Returns the latest time that has surely come, even if this machine's clock is wrong; what a receive cursor
    /// skips goes by it.
    fn certain(&self) -> DateTime<Utc> {
        self.now()
    }

    /// Returns the time since a fixed moment in the past, which grows steadily.
    fn uptime(&self) -> Duration {
        Duration::ZERO
    }

    /// Takes note of a date that the platform's servers sent in their answer to a request made at `asked`, an
    /// [`uptime`](Gateway::uptime): if it says otherwise, this machine's clock is wrong.
    fn hear_date(&self, _channel: &str, _date: DateTime<Utc>, _asked: Duration) {}

    /// Takes note of the date that the platform's servers gave a message, which may have been sent long ago.
    fn hear_message_date(&self, _channel: &str, _date: DateTime<Utc>) {}
}

/// What a reaction says to the person who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It waits for its turn.
    Seen,
    /// The bot is at work on it.
    Working,
    /// The bot is done with it.
    Done,
    /// The bot could not do what it asks for.
    Failed,
}

impl Receipt {
    /// Returns whether no other follows.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
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
    /// How long after its connection has ended a request has either taken effect or never will.
    pub in_flight: Duration,
    /// The largest file that may be sent, in bytes.
    pub upload_bytes: u64,
    /// How many messages one answer may take; a longer one is sent as a file, with its beginning as a preview.
    pub max_parts: usize,
    /// Whether each file of an album counts as a message of its own in the limits on requests.
    pub counts_files: bool,
    /// Whether a press can be answered by a text that only the person who pressed sees.
    pub private_answers: bool,
}

/// The state of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Whether the last exchange with the platform succeeded.
    pub connected: bool,
    /// When the platform last answered the receiving side.
    pub last_progress: Option<DateTime<Utc>>,
    /// How long a connection that works may go without such an answer. `None` if a quiet platform says nothing.
    pub longest_silence: Option<Duration>,
    /// What is wrong, in words for the operator.
    pub problem: Option<String>,
}
