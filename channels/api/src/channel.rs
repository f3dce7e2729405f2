//! The two sides of the interface: a channel, and the gateway that receives its events.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::{
    Accepted, Attachment, ChatRef, Choice, Completion, Content, DownloadError, Duty, Found, HistoryCursor,
    HistoryItem, Hold, Inbound, KnownChat, KnownPerson, LostSend, Media, MessageId, Outgoing, Part, Rich,
    SendError, SentIds,
};

/// The most files of one album, on every platform.
pub const MAX_ALBUM: usize = 10;

/// A platform's adapter: it maps the platform's events to [`Inbound`], and sends the gateway's messages.
///
/// A channel does not queue, retry or pace messages. The gateway's outbox does that, guided by [`Channel::limits`] and
/// the [`SendError`]s of the channel.
#[async_trait]
pub trait Channel: Send + Sync + 'static {
    /// The channel's name, as in [`ChatRef::channel`].
    fn name(&self) -> &'static str;

    /// Returns the limits on messages to this channel.
    fn limits(&self) -> Limits;

    /// Renders Markdown for a chat and splits it into parts, one for each message; returns at least one part. If the
    /// platform has mentions, names that are known in the chat become mentions that notify nobody.
    fn layout(&self, chat: &ChatRef, markdown: &str) -> Vec<Rich>;

    /// Returns whether a text fits one message.
    fn fits(&self, _body: &Rich) -> bool {
        true
    }

    /// Divides files, in order, into groups for one message each, of at most [`MAX_ALBUM`] files. A group of several
    /// files is an album, which has no buttons.
    fn albums(&self, files: Vec<Media>) -> Vec<Vec<Media>> {
        files.chunks(MAX_ALBUM).map(<[Media]>::to_vec).collect()
    }

    /// Returns how a text mentions one of the channel's chats; `None` if the platform has no such mentions.
    fn mention_of(&self, _chat: &ChatRef) -> Option<String> {
        None
    }

    /// Returns the thread for the rest of a long answer to this message; `None` if the rest goes below the message. The
    /// thread is opened at the message when the first part is sent there.
    fn thread_at(&self, _chat: &ChatRef, _message: &MessageId) -> Option<ChatRef> {
        None
    }

    /// Returns the ids of the roles that a person has now where this group chat is; `None` if the platform has no
    /// roles, or does not show them.
    ///
    /// # Errors
    /// Returns an error if the platform could not be asked.
    async fn roles_of(&self, _chat: &ChatRef, _person: &str) -> Result<Option<Vec<String>>, SendError> {
        Ok(None)
    }

    /// Returns a direct chat with a person, by the platform's id, if the bot may write to them although the chat is
    /// unknown. This chat has no id yet: the first send opens it, and fails with [`SendError::Migrated`], which names
    /// the id.
    fn direct_chat_with(&self, _person: &str) -> Option<ChatRef> {
        None
    }

    /// Returns whether the channel divides its incoming events into parts, by [`Gateway::share`], so that several
    /// processes can receive at once.
    fn is_divided(&self) -> bool {
        false
    }

    /// Receives events until `shutdown`. Passes each event to the gateway before acknowledging it to the platform.
    ///
    /// # Errors
    /// Returns only errors that a restart of the adapter could fix, or that the operator must fix; handles transient
    /// faults itself.
    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()>;

    /// Sends a message. Returns its id, and for an album the ids of the further files.
    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError>;

    /// Edits a message to show `content`; succeeds if the message shows it already. `handle` is the handle with which
    /// the message was sent, or the handle of the newest press on it.
    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        handle: Option<&str>,
    ) -> Result<(), SendError>;

    /// Shows for some seconds that the bot is working. Success means that the platform accepts requests for the chat.
    async fn typing(&self, chat: &ChatRef) -> Result<(), SendError>;

    /// Shows a receipt by a reaction to a person's message, in place of the receipt `before`. Does nothing if the
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

    /// Removes a message of a person in their direct chat. Returns false if the platform does not let bots do that.
    async fn remove(&self, _chat: &ChatRef, _message: &MessageId) -> Result<bool, SendError> {
        Ok(false)
    }

    /// Returns for how long after the beginning of a send a repeated send cannot duplicate the message: because the
    /// platform recognises its key, or because the send only changes an existing message.
    fn repeatable_for(&self, _message: &Outgoing) -> Duration {
        Duration::ZERO
    }

    /// Returns whether [`find`](Self::find) can find a message of this kind.
    fn is_findable(&self, _message: &Outgoing) -> bool {
        true
    }

    /// Finds a message whose send had an unknown outcome and can no longer be repeated. Called once
    /// [`Limits::in_flight`] has passed, or earlier if the sending process has ended or the message is not findable.
    /// A search that takes long makes one step and returns [`Found::GoesOn`]; between two steps it leaves no trace in
    /// the chat.
    async fn find(&self, lost: &LostSend) -> Result<Found, SendError>;

    /// Returns the size of the largest file that [`Channel::download`] can fetch, in bytes.
    fn max_download(&self) -> u64 {
        u64::MAX
    }

    /// Downloads a whole file of a message; reads at most `max_bytes` into memory.
    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError>;

    /// Deletes the channel's own data about a person whom the gateway has forgotten.
    ///
    /// # Errors
    /// Returns an error if the data could not be deleted; the gateway asks again.
    async fn forget(&self, _sender: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Answers clients while another process receives from the channel; events that the platform nevertheless delivers
    /// here go to the gateway. Never returns; the gateway drops it when this process begins to receive, or shuts down.
    async fn stand_by(&self, _gateway: Arc<dyn Gateway>) {
        std::future::pending::<()>().await;
    }

    /// Deletes the channel's own data whose retention time is over. The gateway calls this about once an hour, in every
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

/// A text that a channel shows by itself when the gateway cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// The outcome of a press takes longer than the platform waits.
    StillWorking,
    /// A command or a press could not be stored.
    NotStored,
}

/// The gateway as channels call it. The gateway implements it, and so do fakes in the channels' tests. Methods that
/// only some channels need have a default that does nothing.
#[async_trait]
pub trait Gateway: Send + Sync {
    /// Stores the event durably, once for each `external_id`. After `Ok`, the channel can safely acknowledge the event.
    ///
    /// # Errors
    /// Returns an error if the event was not stored; the channel must deliver it again.
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted>;

    /// Sets aside an event that the channel cannot handle, by its `external_id`: the event counts as received, and the
    /// owner gets a notice.
    ///
    /// # Errors
    /// Returns an error if this was not stored; the channel must deliver the event again.
    async fn set_aside(&self, _channel: &str, _external_id: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns whether a bot, by the platform's id, is the first one that has received on this channel. If a platform
    /// numbers events separately for each bot, the ids of other bots' events must name the bot.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    async fn is_first_bot(&self, _channel: &str, _bot: &str) -> anyhow::Result<bool> {
        Ok(true)
    }

    /// Returns the newest `limit` messages of a chat, or those directly before the cursor `before`, oldest first; for
    /// channels that store no messages themselves.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn history(
        &self,
        chat: &ChatRef,
        before: Option<HistoryCursor>,
        limit: usize,
    ) -> anyhow::Result<Vec<HistoryItem>>;

    /// Returns a file of a message of the bot, by its position from 0, however old the message is; for channels that
    /// store no files themselves.
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

    /// Returns the code (ISO 639-1) of the language in which the gateway speaks to a person, by the platform's id;
    /// `None` as long as neither the person nor the platform has named a language. `tag` is the language in which the
    /// person uses the platform now, if that is known: it counts unless the person has chosen a language.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn language(
        &self,
        _channel: &str,
        _person: &str,
        _tag: Option<&str>,
    ) -> anyhow::Result<Option<&'static str>> {
        Ok(None)
    }

    /// Returns the text of a phrase in a language, given by the platform's language tag.
    fn phrase(&self, _phrase: Phrase, _language: Option<&str>) -> &'static str {
        ""
    }

    /// Returns the chats in which people have talked to the bot on this channel, in a stable order: the first `limit`,
    /// or the first `limit` after the chat `after`.
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

    /// Returns at most `limit` people, by the platform's ids, whom the gateway serves on this channel, but without a
    /// direct chat among [`known_chats`](Gateway::known_chats): their first message may have come while the channel did
    /// not run.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn people_without_chat(&self, _channel: &str, _limit: usize) -> anyhow::Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Returns at most `limit` people who have talked to the bot on this channel, once for each of their chats;
    /// the most recently begun first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn known_people(&self, _channel: &str, _limit: usize) -> anyhow::Result<Vec<KnownPerson>> {
        Ok(Vec::new())
    }

    /// Records that the channel skips a chat's messages from after `after` until now, because there are too many.
    ///
    /// # Errors
    /// Returns an error if this was not stored; the channel must report it again.
    async fn note_skipped(&self, _place: &KnownChat, _after: DateTime<Utc>) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns this process's share of the `count` parts of a channel, which all processes divide among themselves. If
    /// the process still receives a part that is not in its share, the channel must end that and then
    /// [release](Gateway::release) the part.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    async fn share(&self, _channel: &str, count: u32) -> anyhow::Result<BTreeSet<u32>> {
        Ok((0..count).collect())
    }

    /// Acquires a duty, or keeps it, unless another process holds it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    async fn hold(&self, _channel: &str, _duty: Duty) -> anyhow::Result<Hold> {
        Ok(Hold::Here)
    }

    /// Releases a duty for other processes.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; the duty is then free once this process has ended.
    async fn release(&self, _channel: &str, _duty: Duty) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns the saved receive cursor of a channel's part; the channel must catch up on everything after it. If the
    /// part has no cursor yet, returns the cursors of all parts of the channel's previous division.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn received_up_to(&self, _channel: &str, _part: Part) -> anyhow::Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Returns the platform's id of the channel's message that the gateway stored last; `None` if it has stored none.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    async fn last_message(&self, _channel: &str) -> anyhow::Result<Option<MessageId>> {
        Ok(None)
    }

    /// Saves the receive cursor of a channel's part: everything up to `mark`, in the channel's own format, is stored.
    ///
    /// # Errors
    /// Returns an error if the cursor was not saved; the old one stays.
    async fn note_received(&self, _channel: &str, _part: Part, _mark: &str) -> anyhow::Result<()> {
        Ok(())
    }

    /// Counts an answer to a press, which the channel sends without the outbox, towards its [`Limits`].
    fn count_press_answer(&self, _channel: &str) {}

    /// Returns the current time.
    fn now(&self) -> DateTime<Utc>;

    /// Returns the latest time that has certainly been reached, even if this machine's clock is wrong. It decides what
    /// a receive cursor may skip.
    fn certain(&self) -> DateTime<Utc> {
        self.now()
    }

    /// Returns the time since a fixed moment in the past; it never goes back.
    fn uptime(&self) -> Duration {
        Duration::ZERO
    }

    /// Reports the date in the response of the platform's servers to a request; `asked` is the
    /// [`uptime`](Gateway::uptime) of the request. If the date contradicts this machine's clock, the clock is wrong.
    fn hear_date(&self, _channel: &str, _date: DateTime<Utc>, _asked: Duration) {}

    /// Reports the date that the platform's servers gave a message; the message may be old.
    fn hear_message_date(&self, _channel: &str, _date: DateTime<Utc>) {}
}

/// The meaning of a reaction to a person's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// The message waits for its turn.
    Seen,
    /// The bot works on the message.
    Working,
    /// The bot is done with the message.
    Done,
    /// The bot could not do what the message asks for.
    Failed,
}

impl Receipt {
    /// Returns whether no other receipt follows.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// The limits on messages to a channel, which the outbox observes. Edits count like messages.
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
    /// The shortest time between two edits of a streaming answer in a group chat.
    pub group_draft_interval: Duration,
    /// The time after the end of a connection, by which its requests have either taken effect or never will.
    pub in_flight: Duration,
    /// The largest file that may be sent, in bytes.
    pub upload_bytes: u64,
    /// The most messages for one answer. A longer answer is sent as a file, with its beginning as a preview.
    pub max_parts: usize,
    /// Whether each file of an album counts as a separate message for the limits on requests.
    pub counts_files: bool,
    /// Whether the answer to a press can be a text that only the presser sees.
    pub private_answers: bool,
}

/// The state of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Whether the last exchange with the platform succeeded.
    pub connected: bool,
    /// The time of the platform's last response to the receiving side.
    pub last_progress: Option<DateTime<Utc>>,
    /// How long a working connection can be without such a response; `None` if a quiet platform sends none.
    pub longest_silence: Option<Duration>,
    /// The problem, in words for the operator.
    pub problem: Option<String>,
}
