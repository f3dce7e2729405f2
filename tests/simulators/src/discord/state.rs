//! The platform's state: users, guilds, channels, messages, files.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
    time::SystemTime,
};

use axum::body::Bytes;
use serde_json::{Map, Value};
use tokio::{sync::watch, time::Instant};

use super::{
    Settings,
    commands::Commands,
    errors::{ApiError, missing_access, unknown_channel, unknown_message},
    faults::Faults,
    interactions::Interactions,
    journal::Journal,
    limits::Limiter,
    session_starts::SessionStarts,
    sessions::Sessions,
};

/// The start of Discord's ids, 2015-01-01T00:00:00Z, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;

/// Everything behind the simulator's lock.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) clock: PlatformClock,
    pub(crate) settings: Settings,
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    pub(crate) url: String,
    pub(crate) users: BTreeMap<u64, Account>,
    pub(crate) guilds: BTreeMap<u64, GuildState>,
    /// Includes threads and direct chats. A thread that began at a message has that message's id.
    pub(crate) channels: BTreeMap<u64, ChannelState>,
    pub(crate) sessions: Sessions,
    pub(crate) session_starts: SessionStarts,
    /// Whether the bot's token is void, because the bot began more sessions than it may.
    pub(crate) token_is_reset: bool,
    /// Changes with everything that a gateway connection may wait for.
    pub(crate) events: watch::Sender<u64>,
    pub(crate) interactions: Interactions,
    pub(crate) commands: Commands,
    pub(crate) limiter: Limiter,
    pub(crate) faults: Faults,
    pub(crate) journal: Journal,
    /// Whether REST and the gateway are unreachable.
    pub(crate) offline: bool,
    /// The bot's faults: actions that are never allowed.
    pub(crate) complaints: Vec<String>,
    /// Distinguishes ids of the same millisecond.
    last_increment: u64,
}

/// An author of messages: a person, a bot, or a webhook.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) is_bot: bool,
    pub(crate) is_webhook: bool,
    /// Whether they refuse direct messages of the bot.
    pub(crate) blocks_bot: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct GuildState {
    pub(crate) name: String,
    pub(crate) owner: u64,
    /// By id; without `@everyone`, the role whose id is the guild's.
    pub(crate) roles: BTreeMap<u64, String>,
    /// The members and their roles; includes the bot.
    pub(crate) members: BTreeMap<u64, BTreeSet<u64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Text { guild: u64 },
    Direct { with: u64 },
    Thread { guild: u64, parent: u64, thread: Thread },
}

/// The fields that only threads have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    pub(crate) owner: u64,
    pub(crate) archived: bool,
    /// Archived so that only moderators can unarchive it.
    pub(crate) locked: bool,
    /// The minutes without a message before it would be archived; shown, but not simulated.
    pub(crate) auto_archive: u64,
}

/// A permission of the bot in a channel of a guild. All are granted until [`super::Channel::forbids`] takes them away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the platform's own")]
pub enum Permission {
    ViewChannel,
    SendMessages,
    SendMessagesInThreads,
    CreatePublicThreads,
    ReadMessageHistory,
    AddReactions,
    AttachFiles,
    EmbedLinks,
}

#[derive(Clone, Debug)]
pub(crate) struct ChannelState {
    pub(crate) kind: ChannelKind,
    pub(crate) name: String,
    pub(crate) messages: BTreeMap<u64, Message>,
    /// The deleted messages whose nonces are still taken.
    pub(crate) deleted: Vec<Message>,
    /// The bot's messages that the test has not read, in send order; includes ephemeral ones.
    pub(crate) unread: VecDeque<u64>,
    /// The bot's edits that the test has not read: the message as of each edit.
    pub(crate) edits: VecDeque<Message>,
    pub(crate) forbidden: BTreeSet<Permission>,
}

/// A message in its current state. Its id holds the time at which it was sent (see [`unix_ms`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) author: u64,
    /// As sent, with mentions in angle brackets.
    pub(crate) content: String,
    /// The mentions that the sender permitted.
    pub(crate) mentions: Mentions,
    /// The people notified when it was sent; an edit notifies nobody.
    pub(crate) notified: Vec<u64>,
    pub(crate) embeds: Vec<Value>,
    /// Action rows.
    pub(crate) components: Vec<Value>,
    pub(crate) files: Vec<File>,
    /// The message it replies to, in the same channel.
    pub(crate) reply_to: Option<u64>,
    pub(crate) flags: u64,
    pub(crate) nonce: Option<Value>,
    /// Milliseconds since 1970.
    pub(crate) edited_at: Option<u64>,
    /// The only person who sees it; no channel route finds it.
    pub(crate) ephemeral_for: Option<u64>,
    /// Its `interaction_metadata`.
    pub(crate) interaction: Option<Value>,
    /// The message's other fields, by name: stickers, a forwarded message.
    pub(crate) extra: Map<String, Value>,
    /// The bot's reactions.
    pub(crate) reactions: Vec<String>,
}

/// The mentions of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) users: Vec<u64>,
    pub(crate) roles: Vec<u64>,
    pub(crate) everyone: bool,
}

/// A file of a message.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// Its id as an attachment.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
    /// The picture of a video at the media proxy, if the proxy can draw it.
    pub still: Option<Bytes>,
}

/// The platform's clock: the start time plus the time elapsed on tokio's clock, unless the test sets another.
pub(crate) struct PlatformClock(Box<dyn Fn() -> u64 + Send + Sync>);

impl PlatformClock {
    #[expect(clippy::disallowed_methods, reason = "a server outside of the gateway, with a clock of its own")]
    fn start() -> Self {
        let unix_at_start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let start = Instant::now();
        Self::new(move || (unix_at_start + start.elapsed()).as_millis() as u64)
    }

    /// Creates a clock from a function that returns milliseconds since 1970.
    pub(crate) fn new(unix: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Box::new(unix))
    }

    /// Returns milliseconds since 1970.
    pub(crate) fn ms(&self) -> u64 {
        (self.0)()
    }
}

impl fmt::Debug for PlatformClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlatformClock({})", self.ms())
    }
}

/// Returns when an id was created, in milliseconds since 1970.
pub(crate) fn unix_ms(id: u64) -> u64 {
    (id >> 22) + EPOCH
}

impl State {
    pub(crate) fn new(settings: &Settings) -> Self {
        let bot =
            Account { name: settings.bot_name.clone(), is_bot: true, is_webhook: false, blocks_bot: false };
        Self {
            clock: PlatformClock::start(),
            settings: settings.clone(),
            url: String::new(),
            users: BTreeMap::from([(settings.bot_id, bot)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            sessions: Sessions::default(),
            session_starts: SessionStarts::default(),
            token_is_reset: false,
            events: watch::Sender::new(0),
            interactions: Interactions::default(),
            commands: Commands::default(),
            limiter: Limiter::new(settings.rates, Instant::now()),
            faults: Faults::default(),
            journal: Journal::default(),
            offline: false,
            complaints: Vec::new(),
            last_increment: 0,
        }
    }

    /// Returns a new id for this moment.
    pub(crate) fn snowflake(&mut self) -> u64 {
        self.last_increment = (self.last_increment + 1) & 0x3F_FFFF;
        (self.clock.ms().saturating_sub(EPOCH) << 22) | self.last_increment
    }

    /// Returns the direct chat with a person, opening it on first use.
    pub(crate) fn direct(&mut self, user: u64) -> u64 {
        let is_it = |channel: &ChannelState| channel.kind == ChannelKind::Direct { with: user };
        if let Some((id, _)) = self.channels.iter().find(|(_, channel)| is_it(channel)) {
            return *id;
        }
        let id = self.snowflake();
        self.open(id, ChannelKind::Direct { with: user }, "");
        id
    }

    /// Returns the channel, creating it on first use.
    pub(crate) fn open(&mut self, id: u64, kind: ChannelKind, name: &str) -> &mut ChannelState {
        self.channels.entry(id).or_insert_with(|| ChannelState {
            kind,
            name: name.to_owned(),
            messages: BTreeMap::new(),
            deleted: Vec::new(),
            unread: VecDeque::new(),
            edits: VecDeque::new(),
            forbidden: BTreeSet::new(),
        })
    }

    /// Returns the channel if the bot sees it.
    pub(crate) fn visible(&mut self, id: u64) -> Result<&mut ChannelState, ApiError> {
        let is_visible = self.is_visible(id);
        let channel = self.channels.get_mut(&id).ok_or_else(unknown_channel)?;
        if is_visible { Ok(channel) } else { Err(missing_access()) }
    }

    /// Returns whether the bot sees a channel: the bot is in the guild, and the channel does not forbid it.
    pub(crate) fn is_visible(&self, id: u64) -> bool {
        let is_member = |guild: &GuildState| guild.members.contains_key(&self.settings.bot_id);
        let guild = self.channels.get(&id).and_then(ChannelState::guild);
        let is_inside = guild.is_none_or(|guild| self.guilds.get(&guild).is_some_and(is_member));
        is_inside && !self.is_forbidden(id, Permission::ViewChannel)
    }

    /// Returns whether a channel, or the parent channel of a thread, denies the bot a permission.
    pub(crate) fn is_forbidden(&self, channel: u64, permission: Permission) -> bool {
        let Some(channel) = self.channels.get(&channel) else { return false };
        channel.forbidden.contains(&permission)
            || matches!(channel.kind, ChannelKind::Thread { parent, .. } if self.is_forbidden(parent, permission))
    }

    /// Returns a message that the channel routes can reach.
    pub(crate) fn reachable(&mut self, channel: u64, id: u64) -> Result<&mut Message, ApiError> {
        let message = self.visible(channel)?.messages.get_mut(&id);
        message.filter(|message| message.ephemeral_for.is_none()).ok_or_else(unknown_message)
    }

    pub(crate) fn message(&self, channel: u64, id: u64) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&id)
    }
}

impl ChannelState {
    /// Returns the channel's guild; `None` for a direct chat.
    pub(crate) fn guild(&self) -> Option<u64> {
        match self.kind {
            ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. } => Some(guild),
            ChannelKind::Direct { .. } => None,
        }
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} bytes", self.name, self.bytes.len())
    }
}
