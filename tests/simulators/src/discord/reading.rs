//! The bot's messages, as the test reads them.

use std::fmt;

use serde_json::Value;
use tokio::sync::watch;

use super::{
    Discord,
    people::User,
    places::Channel,
    state::{ChannelKind, File, Message, State},
};
use crate::patience::patiently;

/// A snapshot of a message of the bot.
#[derive(Clone, PartialEq, Eq)]
pub struct BotMessage {
    /// The message's id.
    pub id: u64,
    /// Its channel, thread or direct chat.
    pub channel_id: u64,
    /// The content as sent, without surrounding spaces.
    pub text: String,
    /// Rows of buttons: label and custom id (for a link, its URL).
    pub buttons: Vec<Vec<(String, String)>>,
    /// Menus: label and value of each option.
    pub menus: Vec<Vec<(String, String)>>,
    /// The message it replies to.
    pub reply_to: Option<u64>,
    /// The files it carries.
    pub files: Vec<File>,
    /// The platform's flags: 4 to suppress embeds of links, 64 for ephemeral ...
    pub flags: u64,
    /// The people who were notified when it was sent.
    pub pings: Vec<u64>,
    /// The only person who sees it.
    pub ephemeral_for: Option<u64>,
    /// The nonce with which it was created.
    pub nonce: Option<String>,
    /// The thread that began at the message.
    pub thread: Option<u64>,
}

/// A message that a person sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The message's id.
    pub id: u64,
    /// Its channel, thread or direct chat.
    pub channel_id: u64,
}

/// A reference to a message.
pub trait MessageRef {
    /// Returns the channel and message ids.
    fn location(&self) -> (u64, u64);
}

impl MessageRef for BotMessage {
    fn location(&self) -> (u64, u64) {
        (self.channel_id, self.id)
    }
}

impl MessageRef for Sent {
    fn location(&self) -> (u64, u64) {
        (self.channel_id, self.id)
    }
}

impl MessageRef for (u64, u64) {
    fn location(&self) -> (u64, u64) {
        *self
    }
}

/// A place with messages: a person's direct chat, a channel, a thread, or the id of one of them.
pub trait Place {
    /// Returns the channel.
    fn channel_id(&self) -> u64;
}

impl Place for User {
    fn channel_id(&self) -> u64 {
        self.direct()
    }
}

impl Place for Channel {
    fn channel_id(&self) -> u64 {
        self.id()
    }
}

impl Place for u64 {
    fn channel_id(&self) -> u64 {
        *self
    }
}

impl Discord {
    /// Returns the next unread message of the bot, in send order, in its current state. Ephemeral ones are left out
    /// (see [`Discord::next_ephemeral`]).
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn next_message(&self, place: &impl Place) -> BotMessage {
        let channel = place.channel_id();
        self.until(|state| take_unread(state, channel), "a message of the bot", channel).await
    }

    /// Returns the next unread ephemeral message that the bot showed a person, in any channel.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn next_ephemeral(&self, user: &User) -> BotMessage {
        let take = |state: &mut State| take_ephemeral(state, user.id());
        self.until(take, "an ephemeral message of the bot", user.direct()).await
    }

    /// Returns the next unread edit by the bot: the message as of that edit. Edits need not be read.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn next_edit(&self, place: &impl Place) -> BotMessage {
        let channel = place.channel_id();
        let take = |state: &mut State| {
            let edits = &mut state.channels.get_mut(&channel)?.edits;
            let found = edits.iter().position(|message| message.ephemeral_for.is_none())?;
            edits.remove(found).map(|message| BotMessage::of(&message))
        };
        self.until(take, "an edit by the bot", channel).await
    }

    /// Waits until a message shows exactly this text.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn shows(&self, message: &impl MessageRef, text: &str) -> BotMessage {
        self.when(message, |message| message.text == text).await
    }

    /// Waits until a message is `wanted`, such as a complete streamed answer.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn when(&self, message: &impl MessageRef, wanted: impl Fn(&BotMessage) -> bool) -> BotMessage {
        let (channel, id) = message.location();
        let look = |state: &mut State| state.message(channel, id).map(BotMessage::of).filter(&wanted);
        self.until(look, "the wanted state of a message", channel).await
    }

    /// Returns the current state of a message; `None` if it does not exist (any more).
    pub fn message(&self, message: &impl MessageRef) -> Option<BotMessage> {
        let (channel, id) = message.location();
        self.shared.lock().message(channel, id).map(BotMessage::of)
    }

    /// Returns all of the bot's messages that everybody can see now, read or not, in order.
    pub fn messages(&self, place: &impl Place) -> Vec<BotMessage> {
        let channel = place.channel_id();
        let state = self.shared.lock();
        let bot = state.settings.bot_id;
        let Some(channel) = state.channels.get(&channel) else { return Vec::new() };
        let of_bot = |message: &&Message| message.author == bot && message.ephemeral_for.is_none();
        channel.messages.values().filter(of_bot).map(BotMessage::of).collect()
    }

    /// Reads all unread messages at once, except ephemeral ones.
    pub fn read_all(&self, place: &impl Place) -> Vec<BotMessage> {
        let channel = place.channel_id();
        let mut state = self.shared.lock();
        std::iter::from_fn(|| take_unread(&mut state, channel)).collect()
    }

    /// Reads all unread ephemeral messages that the bot showed a person.
    pub fn read_all_ephemeral(&self, user: &User) -> Vec<BotMessage> {
        let mut state = self.shared.lock();
        std::iter::from_fn(|| take_ephemeral(&mut state, user.id())).collect()
    }

    /// Reads all unread edits at once.
    pub fn read_edits(&self, place: &impl Place) -> Vec<BotMessage> {
        let channel = place.channel_id();
        let mut state = self.shared.lock();
        let Some(channel) = state.channels.get_mut(&channel) else { return Vec::new() };
        std::mem::take(&mut channel.edits).iter().map(BotMessage::of).collect()
    }

    /// Waits until a thread begins at a message.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn thread_at(&self, message: &impl MessageRef) -> Channel {
        let (channel, id) = message.location();
        let look = |state: &mut State| state.channels.contains_key(&id).then_some(id);
        let id = self.until(look, "a thread at a message", channel).await;
        Channel::new(self.shared.clone(), id)
    }

    /// Returns the threads of a channel, oldest first.
    pub fn threads(&self, channel: &Channel) -> Vec<Channel> {
        let is_inside = |kind| matches!(kind, ChannelKind::Thread { parent, .. } if parent == channel.id());
        let state = self.shared.lock();
        let inside = state.channels.iter().filter(|(_, thread)| is_inside(thread.kind));
        inside.map(|(id, _)| Channel::new(self.shared.clone(), *id)).collect()
    }

    /// Returns a counter that changes whenever the bot does something; for waits without a time limit.
    pub fn activity(&self) -> watch::Receiver<u64> {
        self.shared.traffic.subscribe()
    }

    /// Returns a channel as everybody sees it: one line per message, `name: text [Button Button]`, with files before
    /// the text, such as `(chart.png)`.
    pub fn transcript(&self, place: &impl Place) -> String {
        let channel = place.channel_id();
        let state = self.shared.lock();
        let Some(channel) = state.channels.get(&channel) else { return String::new() };
        let visible = channel.messages.values().filter(|message| message.ephemeral_for.is_none());
        visible.map(|message| line(&state, message) + "\n").collect()
    }

    /// Returns the bot's reactions to a message.
    pub fn reactions(&self, message: &impl MessageRef) -> Vec<String> {
        let (channel, id) = message.location();
        let state = self.shared.lock();
        state.message(channel, id).map(|message| message.reactions.clone()).unwrap_or_default()
    }

    /// Waits until the bot has reacted to a message, and returns the newest reaction.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn next_reaction(&self, message: &impl MessageRef) -> String {
        let (channel, id) = message.location();
        let look = |state: &mut State| state.message(channel, id)?.reactions.last().cloned();
        self.until(look, "a reaction of the bot", channel).await
    }

    /// Checks that the test has read every message of the bot, including ephemeral ones.
    ///
    /// # Panics
    /// Panics if a message is unread.
    pub fn expect_nothing_unread(&self) {
        let unread = self.unread_lines();
        assert!(unread.is_empty(), "messages of the bot that the test did not read:\n{}", unread.join("\n"));
    }

    fn unread_lines(&self) -> Vec<String> {
        let state = self.shared.lock();
        let unread = state.channels.values().flat_map(|channel| {
            let unread = channel.unread.iter().filter_map(|id| channel.messages.get(id));
            unread.map(|message| line(&state, message))
        });
        unread.collect()
    }

    /// Waits until `look` finds something; otherwise prints `channel`.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub(crate) async fn until<T>(
        &self,
        look: impl Fn(&mut State) -> Option<T>,
        what: &str,
        channel: u64,
    ) -> T {
        let waited = self.shared.until(look).await;
        waited.unwrap_or_else(|| {
            let chat = self.transcript(&channel);
            let state = self.shared.lock();
            let requests = state.journal.requests();
            let last = requests[requests.len().saturating_sub(10)..].iter();
            let last: String = last.map(|request| format!("  {request}\n")).collect();
            panic!("waited in vain for {what}\nchannel {channel}:\n{chat}last requests:\n{last}")
        })
    }
}

impl super::Shared {
    /// Waits until `look` finds something; `None` after [`crate::PATIENCE`].
    pub(crate) async fn until<T>(&self, look: impl Fn(&mut State) -> Option<T>) -> Option<T> {
        let mut traffic = self.traffic.subscribe();
        let search = async {
            loop {
                let found = look(&mut self.lock());
                if found.is_some() {
                    return found;
                }
                traffic.changed().await.ok()?;
            }
        };
        patiently(search).await.flatten()
    }
}

impl BotMessage {
    /// Returns the button labels, row by row.
    pub fn labels(&self) -> Vec<Vec<&str>> {
        self.buttons.iter().map(|row| row.iter().map(|(label, _)| label.as_str()).collect()).collect()
    }

    pub(crate) fn of(message: &Message) -> Self {
        let nonce = message.nonce.as_ref();
        Self {
            id: message.id,
            channel_id: message.channel,
            text: message.content.clone(),
            buttons: buttons(message),
            menus: menus(message),
            reply_to: message.reply_to,
            files: message.files.clone(),
            flags: message.flags,
            pings: message.notified.clone(),
            ephemeral_for: message.ephemeral_for,
            nonce: nonce.map(|nonce| nonce.as_str().map_or_else(|| nonce.to_string(), str::to_owned)),
            thread: (message.flags & super::render::HAS_THREAD != 0).then_some(message.id),
        }
    }
}

/// Like the derived output, without absent fields.
impl fmt::Debug for BotMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("BotMessage");
        fields.field("id", &self.id).field("channel_id", &self.channel_id).field("text", &self.text);
        if !self.buttons.is_empty() {
            fields.field("buttons", &self.buttons);
        }
        if !self.menus.is_empty() {
            fields.field("menus", &self.menus);
        }
        if !self.files.is_empty() {
            fields.field("files", &self.files);
        }
        for (name, id) in
            [("reply_to", self.reply_to), ("ephemeral_for", self.ephemeral_for), ("thread", self.thread)]
        {
            if let Some(id) = id {
                fields.field(name, &id);
            }
        }
        fields.field("flags", &self.flags).field("pings", &self.pings).finish_non_exhaustive()
    }
}

/// Returns the buttons by rows, without empty rows.
fn buttons(message: &Message) -> Vec<Vec<(String, String)>> {
    let button = |button: &Value| {
        let data = if button["custom_id"].is_null() { &button["url"] } else { &button["custom_id"] };
        let label = if button["label"].is_null() { &button["emoji"]["name"] } else { &button["label"] };
        (string(label), string(data))
    };
    let rows = message.components.iter().map(|row| {
        let members = row["components"].as_array().into_iter().flatten();
        members.filter(|member| member["options"].is_null()).map(button).collect()
    });
    rows.filter(|row: &Vec<_>| !row.is_empty()).collect()
}

fn menus(message: &Message) -> Vec<Vec<(String, String)>> {
    let members = message.components.iter().filter_map(|row| row["components"].as_array()).flatten();
    let options = members.filter_map(|member| member["options"].as_array());
    let option = |option: &Value| (string(&option["label"]), string(&option["value"]));
    options.map(|options| options.iter().map(option).collect()).collect()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn take_unread(state: &mut State, channel: u64) -> Option<BotMessage> {
    let channel = state.channels.get_mut(&channel)?;
    let is_for_all =
        |id: &u64| channel.messages.get(id).is_some_and(|message| message.ephemeral_for.is_none());
    let found = channel.unread.iter().position(is_for_all)?;
    let id = channel.unread.remove(found)?;
    channel.messages.get(&id).map(BotMessage::of)
}

fn take_ephemeral(state: &mut State, user: u64) -> Option<BotMessage> {
    let is_theirs = |message: &&Message| message.ephemeral_for == Some(user);
    let unread = state.channels.values().flat_map(|channel| {
        channel.unread.iter().filter_map(|id| channel.messages.get(id)).filter(is_theirs)
    });
    let message = unread.min_by_key(|message| message.id)?.clone();
    let channel = state.channels.get_mut(&message.channel)?;
    channel.unread.retain(|unread| *unread != message.id);
    Some(BotMessage::of(&message))
}

fn line(state: &State, message: &Message) -> String {
    let from = state.users.get(&message.author).map_or("", |account| &account.name);
    let labels: Vec<String> = buttons(message).into_iter().flatten().map(|(label, _)| label).collect();
    let labels = if labels.is_empty() { String::new() } else { format!(" [{}]", labels.join(" | ")) };
    let files: String = message.files.iter().map(|file| format!("({}) ", file.name)).collect();
    format!("{from}: {files}{}{labels}", message.content)
}
