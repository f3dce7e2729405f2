//! The platform's state: people, chats, messages, files.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
    time::{Duration, SystemTime},
};

use axum::body::Bytes;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::{
    Settings,
    errors::{ApiError, bad_request, forbidden, migrated, too_many_requests},
    faults::Faults,
    journal::Journal,
    limits::Limiter,
    media::{self, File},
    text::Text,
    updates::Updates,
    webhook::Webhook,
};

/// Everything behind the simulator's lock.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) clock: PlatformClock,
    pub(crate) bot: Bot,
    pub(crate) people: BTreeMap<i64, Person>,
    pub(crate) chats: BTreeMap<i64, Chat>,
    pub(crate) updates: Updates,
    pub(crate) webhook: Option<Webhook>,
    pub(crate) presses: Vec<Pressed>,
    pub(crate) press_lifetime: Duration,
    pub(crate) files: BTreeMap<String, Bytes>,
    /// The menus, as command and description, by scope type and language. The menu without a language is for people
    /// whose language has no menu of its own.
    pub(crate) commands: BTreeMap<(&'static str, String), Vec<(String, String)>>,
    pub(crate) limiter: Limiter,
    pub(crate) faults: Faults,
    pub(crate) journal: Journal,
    pub(crate) offline: bool,
    /// The bot's faults: actions that are never allowed.
    pub(crate) complaints: Vec<String>,
    /// The last message id of all private chats and basic groups, which share the bot account's counter.
    last_private_id: i32,
}

/// The bot's account.
#[derive(Debug)]
pub(crate) struct Bot {
    pub(crate) token: String,
    pub(crate) id: i64,
    pub(crate) username: String,
}

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) has_blocked: bool,
    /// The language of the person's client, as an IETF tag.
    pub(crate) language: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChatKind {
    Private,
    Group,
    Supergroup,
}

#[derive(Debug)]
pub(crate) struct Chat {
    pub(crate) kind: ChatKind,
    pub(crate) title: String,
    pub(crate) is_forum: bool,
    pub(crate) has_removed_bot: bool,
    pub(crate) migrated_to: Option<i64>,
    /// Topics in which only administrators can write.
    pub(crate) closed_topics: BTreeSet<i32>,
    /// Topics that were deleted with their messages.
    pub(crate) deleted_topics: BTreeSet<i32>,
    pub(crate) messages: BTreeMap<i32, Message>,
    /// The bot's messages that the test has not read, in send order.
    pub(crate) unread: VecDeque<i32>,
    /// The bot's edits that the test has not read: the message as of each edit.
    pub(crate) edits: VecDeque<Message>,
    last_id: i32,
}

/// A message in its current state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) id: i32,
    pub(crate) chat_id: i64,
    pub(crate) thread_id: Option<i32>,
    pub(crate) from: i64,
    pub(crate) date: i64,
    pub(crate) edit_date: Option<i64>,
    pub(crate) text: Text,
    /// Rows of inline buttons.
    pub(crate) keyboard: Option<Value>,
    pub(crate) reply_to: Option<i32>,
    /// The file that the bot sent with it.
    pub(crate) file: Option<File>,
    /// The message's other fields: media, an album, a service event.
    pub(crate) extra: Map<String, Value>,
    /// The bot's reaction.
    pub(crate) reaction: Option<String>,
}

/// A press of a button, whether answered or not.
#[derive(Debug)]
pub(crate) struct Pressed {
    pub(crate) id: String,
    pub(crate) at: Instant,
    pub(crate) answer: Option<Answer>,
}

/// The bot's answer to a person who pressed a button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The notice; empty if there is none.
    pub text: String,
    /// Whether the person must dismiss it.
    pub alert: bool,
}

/// The platform's clock: the start time plus the time elapsed on tokio's clock, unless the test sets another.
pub(crate) struct PlatformClock(Box<dyn Fn() -> i64 + Send + Sync>);

impl PlatformClock {
    #[expect(clippy::disallowed_methods, reason = "a server outside of the gateway, with a clock of its own")]
    fn start() -> Self {
        let unix_at_start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let start = Instant::now();
        Self::new(move || (unix_at_start + start.elapsed()).as_secs().cast_signed())
    }

    pub(crate) fn new(unix: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Box::new(unix))
    }

    /// Returns seconds since 1970.
    pub(crate) fn unix(&self) -> i64 {
        (self.0)()
    }
}

impl fmt::Debug for PlatformClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlatformClock({})", self.unix())
    }
}

impl State {
    pub(crate) fn new(settings: &Settings) -> Self {
        let id = settings.token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or_default();
        Self {
            clock: PlatformClock::start(),
            bot: Bot { token: settings.token.clone(), id, username: settings.username.clone() },
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            updates: Updates::default(),
            webhook: None,
            presses: Vec::new(),
            press_lifetime: settings.press_lifetime,
            files: BTreeMap::new(),
            commands: BTreeMap::new(),
            limiter: Limiter::new(settings.rates, Instant::now()),
            faults: Faults::default(),
            journal: Journal::default(),
            offline: false,
            complaints: Vec::new(),
            last_private_id: 0,
        }
    }

    /// Returns the chat if the bot may write to it.
    pub(crate) fn writable(&mut self, chat_id: i64) -> Result<&mut Chat, ApiError> {
        if let Some(person) = self.people.get(&chat_id) {
            if person.has_blocked {
                return Err(forbidden("bot was blocked by the user"));
            }
            if !self.chats.contains_key(&chat_id) {
                return Err(forbidden("bot can't initiate conversation with a user"));
            }
        }
        let chat = self.chats.get_mut(&chat_id).ok_or_else(|| bad_request("chat not found"))?;
        match chat.migrated_to {
            Some(to) => Err(migrated(to)),
            None if chat.has_removed_bot && chat.kind == ChatKind::Supergroup => {
                Err(forbidden("bot was kicked from the supergroup chat"))
            }
            None if chat.has_removed_bot => Err(forbidden("bot was kicked from the group chat")),
            None => Ok(chat),
        }
    }

    /// Counts a message or edit of the bot against the rate limits.
    pub(crate) fn admit(&mut self, chat_id: i64) -> Result<(), ApiError> {
        let is_group = self.chats.get(&chat_id).is_some_and(|chat| chat.kind != ChatKind::Private);
        self.limiter.admit(chat_id, is_group, Instant::now()).map_err(too_many_requests)
    }

    /// Counts the further messages of an admitted request.
    pub(crate) fn charge(&mut self, chat_id: i64, messages: usize) {
        self.limiter.charge(chat_id, messages as f64);
    }

    /// Returns the chat, creating it on first use.
    pub(crate) fn open(&mut self, id: i64, kind: ChatKind, title: &str) -> &mut Chat {
        self.chats.entry(id).or_insert_with(|| Chat {
            kind,
            title: title.to_owned(),
            is_forum: false,
            has_removed_bot: false,
            migrated_to: None,
            closed_topics: BTreeSet::new(),
            deleted_topics: BTreeSet::new(),
            messages: BTreeMap::new(),
            unread: VecDeque::new(),
            edits: VecDeque::new(),
            last_id: 0,
        })
    }

    /// Adds a message to its chat, with the next id there.
    ///
    /// # Panics
    /// Panics if there is no such chat.
    pub(crate) fn post(&mut self, mut message: Message) -> i32 {
        let chat = self.chats.get_mut(&message.chat_id).expect("the chat of a message exists");
        let counter = match chat.kind {
            ChatKind::Supergroup => &mut chat.last_id,
            ChatKind::Private | ChatKind::Group => &mut self.last_private_id,
        };
        *counter += 1;
        message.id = *counter;
        if message.from == self.bot.id {
            chat.unread.push_back(message.id);
        }
        chat.messages.insert(message.id, message);
        *counter
    }

    /// Returns an empty message for a chat, with the present time and not posted yet.
    pub(crate) fn blank(&self, chat_id: i64, from: i64) -> Message {
        Message {
            id: 0,
            chat_id,
            thread_id: None,
            from,
            date: self.clock.unix(),
            edit_date: None,
            text: Text::default(),
            keyboard: None,
            reply_to: None,
            file: None,
            extra: Map::new(),
            reaction: None,
        }
    }

    pub(crate) fn message(&self, chat_id: i64, id: i32) -> Option<&Message> {
        self.chats.get(&chat_id)?.messages.get(&id)
    }

    /// Renders the `Message` object of the Bot API.
    pub(crate) fn render(&self, message: &Message) -> Value {
        let mut object = self.render_flat(message);
        if let Some(original) = message.reply_to.and_then(|id| self.message(message.chat_id, id)) {
            object["reply_to_message"] = self.render_flat(original);
        }
        object
    }

    /// Renders the `User` object of the Bot API.
    pub(crate) fn render_user(&self, id: i64) -> Value {
        if id == self.bot.id {
            return json!({"id": id, "is_bot": true, "first_name": "Adjutant", "username": self.bot.username});
        }
        let (name, language) =
            self.people.get(&id).map_or(("", "en"), |person| (&person.name, &person.language));
        json!({"id": id, "is_bot": false, "first_name": name, "username": name, "language_code": language})
    }

    /// Renders the `Chat` object of the Bot API.
    pub(crate) fn render_chat(&self, id: i64) -> Value {
        let Some(chat) = self.chats.get(&id) else { return json!({"id": id, "type": "private"}) };
        match chat.kind {
            ChatKind::Private => {
                json!({"id": id, "type": "private", "first_name": chat.title, "username": chat.title})
            }
            ChatKind::Group => {
                json!({"id": id, "type": "group", "title": chat.title, "all_members_are_administrators": true})
            }
            ChatKind::Supergroup if chat.is_forum => {
                json!({"id": id, "type": "supergroup", "title": chat.title, "is_forum": true})
            }
            ChatKind::Supergroup => json!({"id": id, "type": "supergroup", "title": chat.title}),
        }
    }

    /// Keeps a file for download, and returns the fields that all kinds of media share.
    pub(crate) fn store(&mut self, bytes: Bytes) -> Value {
        let id = format!("file-{}", self.files.len() + 1);
        let file = json!({"file_id": id, "file_unique_id": format!("unique-{id}"), "file_size": bytes.len()});
        self.files.insert(id, bytes);
        file
    }

    fn render_flat(&self, message: &Message) -> Value {
        let mut object = message.extra.clone();
        object.insert("message_id".into(), json!(message.id));
        object.insert("date".into(), json!(message.date));
        object.insert("chat".into(), self.render_chat(message.chat_id));
        object.insert("from".into(), self.render_user(message.from));
        let (text, entities) =
            if message.has_media() { ("caption", "caption_entities") } else { ("text", "entities") };
        if !message.text.text.is_empty() {
            object.insert(text.into(), json!(message.text.text));
        }
        if !message.text.entities.is_empty() {
            object.insert(entities.into(), json!(message.text.entities));
        }
        if let Some(thread) = message.thread_id {
            object.insert("message_thread_id".into(), json!(thread));
            if self.chats.get(&message.chat_id).is_some_and(|chat| chat.is_forum) {
                object.insert("is_topic_message".into(), json!(true));
            }
        }
        if let Some(keyboard) = &message.keyboard {
            object.insert("reply_markup".into(), json!({"inline_keyboard": keyboard}));
        }
        if let Some(date) = message.edit_date {
            object.insert("edit_date".into(), json!(date));
        }
        Value::Object(object)
    }
}

impl Message {
    /// Returns whether the message's text is a caption.
    pub(crate) fn has_media(&self) -> bool {
        media::KINDS.iter().any(|kind| self.extra.contains_key(*kind))
    }
}

impl Chat {
    /// Returns whether the chat has a topic with this id.
    pub(crate) fn has_topic(&self, thread: i32) -> bool {
        self.messages.get(&thread).is_some_and(|message| message.extra.contains_key("forum_topic_created"))
    }
}
