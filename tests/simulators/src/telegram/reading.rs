//! The bot's messages, as the test reads them.

use std::fmt;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tokio::sync::watch;

use super::{
    Method, Request, Served, Telegram,
    media::File,
    methods::{DEFAULT_SCOPE, PRIVATE_SCOPE},
    people::{Group, Topic, User},
    state::{Message, State},
};
use crate::patience::patiently;

/// A snapshot of a message of the bot.
#[derive(Clone, PartialEq, Eq)]
pub struct BotMessage {
    /// The message's id.
    pub id: i32,
    /// Its chat.
    pub chat_id: i64,
    /// Its topic.
    pub thread_id: Option<i32>,
    /// The text as people read it.
    pub text: String,
    /// The formatting of its spans.
    pub entities: Vec<Entity>,
    /// Rows of buttons: label and callback data (for a link, its URL).
    pub buttons: Vec<Vec<(String, String)>>,
    /// The message to which it replies.
    pub reply_to: Option<i32>,
    /// The file it carries; `text` is then the caption.
    pub file: Option<File>,
    /// The album to which it belongs.
    pub album: Option<String>,
}

/// Reads the id of a user.
fn user_id<'de, D: Deserializer<'de>>(user: D) -> Result<Option<u64>, D::Error> {
    Ok(Value::deserialize(user)?["id"].as_u64())
}

/// A span of a text. Offset and length are UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Entity {
    /// The entity's type on the platform: `bold`, `text_link` ...
    #[serde(rename = "type")]
    pub kind: String,
    /// Its start.
    pub offset: usize,
    /// Its length.
    pub length: usize,
    /// The target of a `text_link`.
    pub url: Option<String>,
    /// The person of a `text_mention`, who is notified.
    #[serde(default, deserialize_with = "user_id")]
    pub user: Option<u64>,
    /// The language of a `pre`.
    pub language: Option<String>,
}

/// A message that a person sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The message's id.
    pub id: i32,
    /// Its chat.
    pub chat_id: i64,
}

/// A reference to a message.
pub trait MessageRef {
    /// Returns the chat and message ids.
    fn location(&self) -> (i64, i32);
}

impl MessageRef for BotMessage {
    fn location(&self) -> (i64, i32) {
        (self.chat_id, self.id)
    }
}

impl MessageRef for Sent {
    fn location(&self) -> (i64, i32) {
        (self.chat_id, self.id)
    }
}

impl MessageRef for (i64, i32) {
    fn location(&self) -> (i64, i32) {
        *self
    }
}

/// A place with messages: a person's direct chat, a group, a topic in it, or a chat by id.
pub trait Place {
    /// Returns the chat.
    fn chat_id(&self) -> i64;

    /// Returns the topic; `None` for a whole chat.
    fn thread_id(&self) -> Option<i32> {
        None
    }
}

impl Place for User {
    fn chat_id(&self) -> i64 {
        self.id()
    }
}

impl Place for Group {
    fn chat_id(&self) -> i64 {
        self.id()
    }
}

impl Place for Topic {
    fn chat_id(&self) -> i64 {
        self.group_id()
    }

    fn thread_id(&self) -> Option<i32> {
        Some(self.id())
    }
}

impl Place for i64 {
    fn chat_id(&self) -> i64 {
        *self
    }
}

impl Telegram {
    /// Returns the next unread message of the bot, in send order, in its current state.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn next_message(&self, place: &impl Place) -> BotMessage {
        let take = |state: &mut State| take_unread(state, place);
        self.until(take, "a message of the bot", place.chat_id()).await
    }

    /// Returns the next unread edit by the bot: the message as of that edit. Edits need not be read.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn next_edit(&self, place: &impl Place) -> BotMessage {
        let take = |state: &mut State| {
            let edits = &mut state.chats.get_mut(&place.chat_id())?.edits;
            let found = edits.iter().position(|message| is_in(message, place))?;
            edits.remove(found).map(|message| BotMessage::of(&message))
        };
        self.until(take, "an edit by the bot", place.chat_id()).await
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
        let (chat_id, id) = message.location();
        let look = |state: &mut State| state.message(chat_id, id).map(BotMessage::of).filter(&wanted);
        self.until(look, "the wanted state of a message", chat_id).await
    }

    /// Returns the current state of a message; `None` if it does not exist (any more).
    pub fn message(&self, message: &impl MessageRef) -> Option<BotMessage> {
        let (chat_id, id) = message.location();
        self.shared.lock().message(chat_id, id).map(BotMessage::of)
    }

    /// Returns all of the bot's messages that are visible now, read or not, in order.
    pub fn messages(&self, place: &impl Place) -> Vec<BotMessage> {
        let state = self.shared.lock();
        let Some(chat) = state.chats.get(&place.chat_id()) else { return Vec::new() };
        let of_bot = chat.messages.values().filter(|message| message.from == state.bot.id);
        of_bot.filter(|message| is_in(message, place)).map(BotMessage::of).collect()
    }

    /// Reads all unread messages at once.
    pub fn read_all(&self, place: &impl Place) -> Vec<BotMessage> {
        let mut state = self.shared.lock();
        std::iter::from_fn(|| take_unread(&mut state, place)).collect()
    }

    /// Reads all unread edits at once.
    pub fn read_edits(&self, place: &impl Place) -> Vec<BotMessage> {
        let mut state = self.shared.lock();
        let Some(chat) = state.chats.get_mut(&place.chat_id()) else { return Vec::new() };
        let (read, left) = std::mem::take(&mut chat.edits).into_iter().partition(|edit| is_in(edit, place));
        chat.edits = left;
        Vec::from(read).iter().map(BotMessage::of).collect()
    }

    /// Returns a counter that changes whenever the bot does something; for waits without a time limit.
    pub fn activity(&self) -> watch::Receiver<u64> {
        self.shared.traffic.subscribe()
    }

    /// Returns the chat as people see it: one line per message, `name: text [Button Button]`, with the bot's file
    /// before the text, such as `(photo chart.png)`.
    pub fn transcript(&self, place: &impl Place) -> String {
        let state = self.shared.lock();
        let Some(chat) = state.chats.get(&place.chat_id()) else { return String::new() };
        let visible = chat.messages.values().filter(|message| is_in(message, place));
        visible.map(|message| line(&state, message) + "\n").collect()
    }

    /// Returns the bot's reaction to a message.
    pub fn reaction(&self, message: &impl MessageRef) -> Option<String> {
        let (chat_id, id) = message.location();
        self.shared.lock().message(chat_id, id)?.reaction.clone()
    }

    /// Waits until the bot has reacted to a message, and returns the reaction.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn next_reaction(&self, message: &impl MessageRef) -> String {
        let (chat_id, id) = message.location();
        let look = |state: &mut State| state.message(chat_id, id)?.reaction.clone();
        self.until(look, "a reaction of the bot", chat_id).await
    }

    /// Returns the bot's menu in a private chat: command and description.
    pub fn commands(&self) -> Vec<(String, String)> {
        self.commands_in("en")
    }

    /// Returns the bot's menu in a private chat for people whose app uses a language, given by its two letters.
    pub fn commands_in(&self, language: &str) -> Vec<(String, String)> {
        self.menu([PRIVATE_SCOPE, DEFAULT_SCOPE], language)
    }

    /// Returns the bot's menu in a group.
    pub fn group_commands(&self) -> Vec<(String, String)> {
        self.group_commands_in("en")
    }

    /// Returns the bot's menu in a group for people whose app uses a language, given by its two letters.
    pub fn group_commands_in(&self, language: &str) -> Vec<(String, String)> {
        self.menu(["all_group_chats", DEFAULT_SCOPE], language)
    }

    /// Returns the commands of the first scope that has any, preferring those in the language to those without one.
    fn menu(&self, scopes: [&'static str; 2], language: &str) -> Vec<(String, String)> {
        let state = self.shared.lock();
        let menus = scopes.into_iter().flat_map(|scope| [language, ""].map(|it| (scope, it.to_owned())));
        menus.into_iter().find_map(|menu| state.commands.get(&menu)).cloned().unwrap_or_default()
    }

    /// Returns every request of the bot so far, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().journal.requests().to_vec()
    }

    /// Returns how often the bot has called a method so far.
    pub fn count(&self, method: Method) -> usize {
        self.shared.lock().journal.count(method)
    }

    /// Waits until the bot has called a method `times` times in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn called(&self, method: Method, times: usize) {
        let count = |state: &mut State| (state.journal.count(method) >= times).then_some(());
        self.until(count, &format!("request number {times} of {method:?}"), 0).await;
    }

    /// Waits until the bot has acknowledged every update.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn all_acknowledged(&self) {
        self.until(|state| (state.updates.pending() == 0).then_some(()), "the last acknowledgement", 0).await;
    }

    /// Returns every update that the bot received, with the time of its first delivery.
    pub fn served(&self) -> Vec<Served> {
        self.shared.lock().updates.served.clone()
    }

    pub(crate) fn unread_lines(&self) -> Vec<String> {
        let state = self.shared.lock();
        let unread = state.chats.values().flat_map(|chat| {
            chat.unread.iter().filter_map(|id| chat.messages.get(id)).map(|message| line(&state, message))
        });
        unread.collect()
    }

    async fn until<T>(&self, look: impl Fn(&mut State) -> Option<T>, what: &str, chat_id: i64) -> T {
        let waited = self.shared.until(look).await;
        waited.unwrap_or_else(|| {
            let state = self.shared.lock();
            let chat = self.transcript_of(&state, chat_id);
            let last: Vec<_> = state.journal.requests().iter().rev().take(10).collect();
            let last: String = last
                .iter()
                .rev()
                .map(|request| {
                    format!("  {:?} {} -> {:?}\n", request.method, request.params, request.outcome)
                })
                .collect();
            panic!("waited in vain for {what}\nchat {chat_id}:\n{chat}last requests:\n{last}")
        })
    }

    fn transcript_of(&self, state: &State, chat_id: i64) -> String {
        let messages = state.chats.get(&chat_id).into_iter().flat_map(|chat| chat.messages.values());
        messages.map(|message| format!("  {}\n", line(state, message))).collect()
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
        let entities = message.text.entities.iter().filter_map(|entity| Entity::deserialize(entity).ok());
        Self {
            id: message.id,
            chat_id: message.chat_id,
            thread_id: message.thread_id,
            text: message.text.text.clone(),
            entities: entities.collect(),
            buttons: buttons(message),
            reply_to: message.reply_to,
            file: message.file.clone(),
            album: message.extra.get("media_group_id").and_then(Value::as_str).map(str::to_owned),
        }
    }
}

/// Like the derived output, without an absent file or album.
impl fmt::Debug for BotMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, chat_id, thread_id, text, entities, buttons, reply_to, file, album } = self;
        let mut fields = f.debug_struct("BotMessage");
        fields.field("id", id).field("chat_id", chat_id).field("thread_id", thread_id);
        fields.field("text", text).field("entities", entities).field("buttons", buttons);
        fields.field("reply_to", reply_to);
        if let Some(file) = file {
            fields.field("file", file);
        }
        if let Some(album) = album {
            fields.field("album", album);
        }
        fields.finish()
    }
}

fn buttons(message: &Message) -> Vec<Vec<(String, String)>> {
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let button = |button: &Value| {
        let data = if button["callback_data"].is_null() { &button["url"] } else { &button["callback_data"] };
        (string(&button["text"]), string(data))
    };
    let rows = message.keyboard.as_ref().and_then(Value::as_array).into_iter().flatten();
    rows.map(|row| row.as_array().into_iter().flatten().map(button).collect()).collect()
}

fn take_unread(state: &mut State, place: &impl Place) -> Option<BotMessage> {
    let chat = state.chats.get_mut(&place.chat_id())?;
    let is_here = |id: &i32| chat.messages.get(id).is_some_and(|message| is_in(message, place));
    let found = chat.unread.iter().position(is_here)?;
    let id = chat.unread.remove(found)?;
    chat.messages.get(&id).map(BotMessage::of)
}

fn is_in(message: &Message, place: &impl Place) -> bool {
    place.thread_id().is_none_or(|thread| message.thread_id == Some(thread))
}

fn line(state: &State, message: &Message) -> String {
    let from = state.people.get(&message.from).map_or(&state.bot.username, |person| &person.name);
    let labels: Vec<String> = buttons(message).into_iter().flatten().map(|(label, _)| label).collect();
    let labels = if labels.is_empty() { String::new() } else { format!(" [{}]", labels.join(" | ")) };
    let file = message.file.as_ref().map(|file| format!("({file}) ")).unwrap_or_default();
    format!("{from}: {file}{}{labels}", message.text.text)
}
