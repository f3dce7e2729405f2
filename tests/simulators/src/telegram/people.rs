//! People and their actions, made by the test.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::{
    Shared, media,
    params::Upload,
    reading::{BotMessage, MessageRef, Place, Sent},
    state::{Answer, ChatKind, Message, Pressed, State},
    text::{Text, detect_entities},
};

/// A person.
#[derive(Clone, Debug)]
pub struct User {
    shared: Arc<Shared>,
    id: i64,
}

/// A group with the bot in it.
#[derive(Clone, Debug)]
pub struct Group {
    shared: Arc<Shared>,
    id: i64,
}

/// A topic of a forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    group_id: i64,
    id: i32,
}

/// An album that is being sent, part by part.
#[derive(Clone, Debug)]
pub struct Album {
    id: String,
    forwarded: bool,
}

/// A button that was pressed.
#[derive(Debug)]
#[must_use = "a press is to be answered; else drop it explicitly"]
pub struct Press {
    shared: Arc<Shared>,
    id: String,
}

impl User {
    pub(crate) fn new(shared: Arc<Shared>, id: i64) -> Self {
        Self { shared, id }
    }

    /// Returns the person's id, which is also the id of the direct chat with them.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Writes to the bot.
    pub async fn says(&self, text: &str) -> Sent {
        self.says_in(self, text).await
    }

    /// Writes in a group or topic.
    pub async fn says_in(&self, place: &impl Place, text: &str) -> Sent {
        self.writes(place, None, text, Map::new())
    }

    /// Replies to a message, in its chat and topic.
    pub async fn replies(&self, to: &impl MessageRef, text: &str) -> Sent {
        self.replies_with(to, text, Map::new())
    }

    /// Replies to a message with a file.
    pub async fn replies_with_file(&self, to: &impl MessageRef, name: &str, bytes: &[u8]) -> Sent {
        self.replies_with(to, "", self.attaches("document", name, bytes))
    }

    fn replies_with(&self, to: &impl MessageRef, text: &str, extra: Map<String, Value>) -> Sent {
        let (chat_id, id) = to.location();
        let thread = self.shared.lock().message(chat_id, id).and_then(|message| message.thread_id);
        self.writes(&In { chat_id, thread }, Some(id), text, extra)
    }

    /// Forwards another person's message to the bot.
    pub async fn forwards(&self, text: &str) -> Sent {
        self.writes(self, None, text, Map::from_iter([from_somebody_else()]))
    }

    /// Forwards another person's file to the bot.
    pub async fn forwards_file(&self, name: &str, bytes: &[u8]) -> Sent {
        let mut document = self.attaches("document", name, bytes);
        document.extend([from_somebody_else()]);
        self.writes(self, None, "", document)
    }

    /// Sends the bot a message that the person picked from another bot's suggestions (inline mode).
    pub async fn says_via_bot(&self, text: &str) -> Sent {
        let bot = json!({"id": 901, "is_bot": true, "first_name": "Quotes", "username": "QuotesBot"});
        self.writes(self, None, text, Map::from_iter([("via_bot".to_owned(), bot)]))
    }

    /// Edits a message of their own.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn edits(&self, message: &Sent, text: &str) {
        let mut state = self.shared.lock();
        let now = state.clock.unix();
        let stored =
            state.chats.get_mut(&message.chat_id).and_then(|chat| chat.messages.get_mut(&message.id));
        let stored = stored.filter(|stored| stored.from == self.id).expect("one edits one's own messages");
        stored.text = Text { text: text.to_owned(), entities: detect_entities(text) };
        stored.edit_date = Some(now);
        let edited = stored.clone();
        let rendered = state.render(&edited);
        state.updates.push("edited_message", rendered);
        drop(state);
        self.shared.note_update();
    }

    /// Sends a picture to the bot.
    pub async fn sends_photo(&self, caption: &str, bytes: &[u8]) -> Sent {
        let photo = self.attaches("photo", "", bytes);
        self.writes(self, None, caption, photo)
    }

    /// Replaces the picture of a message of their own.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn replaces_photo(&self, message: &Sent, bytes: &[u8]) {
        let mut photo = self.attaches("photo", "", bytes);
        self.edits_content(message, "photo", photo["photo"].take());
    }

    /// Sends several pictures as one album, with the caption under the first. Each picture is one update.
    pub async fn sends_album(&self, caption: &str, pictures: &[&[u8]]) -> Vec<Sent> {
        let album = self.begins_album();
        let mut sent = Vec::new();
        for (index, bytes) in pictures.iter().enumerate() {
            sent.push(self.sends_part(self, &album, if index == 0 { caption } else { "" }, bytes).await);
        }
        sent
    }

    /// Begins an album, whose pictures arrive one by one.
    pub fn begins_album(&self) -> Album {
        let id = 13_000_000_000_000_000 + self.shared.lock().files.len() as u64;
        Album { id: id.to_string(), forwarded: false }
    }

    /// Begins to forward another person's album.
    pub fn begins_to_forward_album(&self) -> Album {
        Album { forwarded: true, ..self.begins_album() }
    }

    /// Sends a picture of an album; each can have its own caption.
    pub async fn sends_part(&self, place: &impl Place, album: &Album, caption: &str, bytes: &[u8]) -> Sent {
        self.writes_part(place, album, caption, self.attaches("photo", "", bytes))
    }

    /// Sends the bot a sound file of an album.
    pub async fn sends_sound_part(&self, album: &Album, name: &str, bytes: &[u8]) -> Sent {
        self.writes_part(self, album, "", self.attaches("audio", name, bytes))
    }

    fn writes_part(
        &self,
        place: &impl Place,
        album: &Album,
        caption: &str,
        mut content: Map<String, Value>,
    ) -> Sent {
        content.insert("media_group_id".into(), json!(album.id));
        if album.forwarded {
            content.extend([from_somebody_else()]);
        }
        self.writes(place, None, caption, content)
    }

    /// Sends a voice message to the bot.
    pub async fn sends_voice(&self, seconds: u32, bytes: &[u8]) -> Sent {
        let mut voice = self.attaches("voice", "", bytes);
        voice["voice"]["duration"] = json!(seconds);
        voice["voice"]["mime_type"] = json!("audio/ogg");
        self.writes(self, None, "", voice)
    }

    /// Sends a file to the bot.
    pub async fn sends_file(&self, name: &str, caption: &str, bytes: &[u8]) -> Sent {
        self.sends_file_in(self, name, caption, bytes).await
    }

    /// Sends a file to a group or topic.
    pub async fn sends_file_in(&self, place: &impl Place, name: &str, caption: &str, bytes: &[u8]) -> Sent {
        let document = self.attaches("document", name, bytes);
        self.writes(place, None, caption, document)
    }

    /// Sends the bot a round video, with the thumbnail that Telegram makes of it.
    pub async fn sends_round_video(&self, bytes: &[u8], thumbnail: &[u8]) -> Sent {
        let mut video = self.attaches("video_note", "", bytes);
        let mut small = self.attaches("photo", "", thumbnail);
        video["video_note"]["thumbnail"] = small["photo"][0].take();
        self.writes(self, None, "", video)
    }

    /// Sends the bot a message of any kind, by the name of its field.
    pub async fn sends_content(&self, field: &str, content: Value) -> Sent {
        self.writes(self, None, "", Map::from_iter([(field.to_owned(), content)]))
    }

    /// Edits the content of a message of their own.
    pub(super) fn edits_content(&self, message: &Sent, field: &str, content: Value) {
        let mut state = self.shared.lock();
        let now = state.clock.unix();
        let stored =
            state.chats.get_mut(&message.chat_id).and_then(|chat| chat.messages.get_mut(&message.id));
        let stored = stored.filter(|stored| stored.from == self.id).expect("one edits one's own messages");
        stored.extra.insert(field.to_owned(), content);
        stored.edit_date = Some(now);
        let edited = stored.clone();
        let rendered = state.render(&edited);
        state.updates.push("edited_message", rendered);
        drop(state);
        self.shared.note_update();
    }

    /// Presses the button with that label, as in the given view of the message, and waits for the answer.
    ///
    /// # Panics
    /// Panics if there is no such button, or no answer within [`crate::PATIENCE`].
    pub async fn presses(&self, message: &BotMessage, label: &str) -> Answer {
        self.taps(message, label).await.answer().await
    }

    /// Presses a button without waiting for the answer.
    ///
    /// # Panics
    /// Panics if there is no such button.
    pub async fn taps(&self, message: &BotMessage, label: &str) -> Press {
        let button = message.buttons.iter().flatten().find(|(text, _)| text == label);
        let Some((_, data)) = button else {
            panic!("no button {label:?} under {:?}, only {:?}", message.text, message.labels())
        };
        self.taps_data(message, data).await
    }

    /// Presses a button with this data, whether or not the message has one.
    pub async fn taps_data(&self, message: &impl MessageRef, data: &str) -> Press {
        let (chat_id, message_id) = message.location();
        let mut state = self.shared.lock();
        let id = (9_000_000_001 + state.presses.len() as u64).to_string();
        let message = state.message(chat_id, message_id).cloned();
        let shown = match message {
            Some(message) => state.render(&message),
            None => json!({"message_id": message_id, "date": 0, "chat": state.render_chat(chat_id)}),
        };
        let query = json!({
            "id": id,
            "from": state.render_user(self.id),
            "message": shown,
            "chat_instance": format!("instance-{chat_id}"),
            "data": data,
        });
        state.presses.push(Pressed { id: id.clone(), at: Instant::now(), answer: None });
        state.updates.push("callback_query", query);
        drop(state);
        self.shared.note_update();
        Press { shared: self.shared.clone(), id }
    }

    /// Blocks the bot.
    pub async fn block(&self) {
        self.set_blocked(true);
    }

    /// Lets the bot write again.
    pub async fn unblock(&self) {
        self.set_blocked(false);
    }

    /// Adds the bot to a group, whether it was removed from it or is new there.
    pub async fn adds_bot_to(&self, group: &Group) {
        let mut state = self.shared.lock();
        if let Some(chat) = state.chats.get_mut(&group.id) {
            chat.has_removed_bot = false;
        }
        push_membership(&mut state, group.id, self.id, ("left", "member"));
        drop(state);
        self.shared.note_update();
    }

    /// Makes the bot an administrator of a group.
    pub async fn promotes_bot_in(&self, group: &Group) {
        push_membership(&mut self.shared.lock(), group.id, self.id, ("member", "administrator"));
        self.shared.note_update();
    }

    /// Removes the bot from a group.
    pub async fn removes_bot_from(&self, group: &Group) {
        let mut state = self.shared.lock();
        if let Some(chat) = state.chats.get_mut(&group.id) {
            chat.has_removed_bot = true;
        }
        push_membership(&mut state, group.id, self.id, ("member", "kicked"));
        drop(state);
        self.shared.note_update();
    }

    /// Closes a topic: only administrators can write there, and the bot is not one.
    pub async fn closes(&self, topic: &Topic) {
        let mut state = self.shared.lock();
        let extra = Map::from_iter([("forum_topic_closed".to_owned(), json!({}))]);
        let closing = Message { extra, thread_id: Some(topic.id), ..state.blank(topic.group_id, self.id) };
        deliver(&mut state, closing);
        if let Some(chat) = state.chats.get_mut(&topic.group_id) {
            chat.closed_topics.insert(topic.id);
        }
        drop(state);
        self.shared.note_update();
    }

    /// Deletes a topic and its messages. Bots are not notified.
    pub async fn deletes_topic(&self, topic: &Topic) {
        let mut state = self.shared.lock();
        if let Some(chat) = state.chats.get_mut(&topic.group_id) {
            chat.messages.retain(|_, message| message.thread_id != Some(topic.id));
            chat.deleted_topics.insert(topic.id);
        }
    }

    /// Turns a basic group into a supergroup, which has another id; returns the supergroup.
    pub async fn upgrades(&self, group: &Group, to: i64) -> Group {
        let mut state = self.shared.lock();
        let title = state.chats.get(&group.id).map(|chat| chat.title.clone()).unwrap_or_default();
        state.open(to, ChatKind::Supergroup, &title);
        let shared = self.shared.clone();
        for (chat_id, key, other) in
            [(group.id, "migrate_to_chat_id", to), (to, "migrate_from_chat_id", group.id)]
        {
            let extra = Map::from_iter([(key.to_owned(), json!(other))]);
            let message = Message { extra, ..state.blank(chat_id, self.id) };
            deliver(&mut state, message);
        }
        if let Some(chat) = state.chats.get_mut(&group.id) {
            chat.migrated_to = Some(to);
        }
        drop(state);
        shared.note_update();
        Group { shared, id: to }
    }

    pub(super) fn writes(
        &self,
        place: &impl Place,
        reply_to: Option<i32>,
        text: &str,
        extra: Map<String, Value>,
    ) -> Sent {
        let mut state = self.shared.lock();
        let chat_id = place.chat_id();
        if chat_id == self.id {
            let name = state.people.get(&self.id).map(|person| person.name.clone()).unwrap_or_default();
            state.open(chat_id, ChatKind::Private, &name);
        }
        let text = Text { text: text.to_owned(), entities: detect_entities(text) };
        let thread_id = place.thread_id().or_else(|| reply_thread(&state, chat_id, reply_to));
        // A message in a topic that is no reply refers to the message that opened the topic.
        let reply_to = reply_to.or(place.thread_id());
        let message = Message { text, thread_id, reply_to, extra, ..state.blank(chat_id, self.id) };
        let id = deliver(&mut state, message);
        drop(state);
        self.shared.note_update();
        Sent { id, chat_id }
    }

    /// Sets the language of the person's client.
    pub fn uses(&self, language: &str) {
        if let Some(person) = self.shared.lock().people.get_mut(&self.id) {
            language.clone_into(&mut person.language);
        }
    }

    fn set_blocked(&self, blocked: bool) {
        let mut state = self.shared.lock();
        if let Some(person) = state.people.get_mut(&self.id) {
            person.has_blocked = blocked;
        }
        push_membership(
            &mut state,
            self.id,
            self.id,
            if blocked { ("member", "kicked") } else { ("kicked", "member") },
        );
        drop(state);
        self.shared.note_update();
    }

    pub(super) fn attaches(&self, kind: &str, name: &str, bytes: &[u8]) -> Map<String, Value> {
        let upload = Upload { name: name.to_owned(), bytes: Bytes::copy_from_slice(bytes) };
        media::attach(&mut self.shared.lock(), kind, &upload)
    }
}

impl Group {
    pub(crate) fn new(shared: Arc<Shared>, id: i64) -> Self {
        Self { shared, id }
    }

    /// Returns the chat's id.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Opens a topic; the group becomes a forum.
    ///
    /// # Panics
    /// Panics if the group is not a supergroup.
    pub async fn topic(&self, opened_by: &User, name: &str) -> Topic {
        let mut state = self.shared.lock();
        let chat = state.chats.get_mut(&self.id).expect("a group has a chat");
        assert_eq!(chat.kind, ChatKind::Supergroup, "only supergroups have topics");
        chat.is_forum = true;
        let created = json!({"name": name, "icon_color": 7_322_096});
        let extra = Map::from_iter([("forum_topic_created".to_owned(), created)]);
        let opening = Message { extra, ..state.blank(self.id, opened_by.id) };
        let id = state.post(opening);
        if let Some(chat) = state.chats.get_mut(&self.id)
            && let Some(opening) = chat.messages.get_mut(&id)
        {
            opening.thread_id = Some(id);
        }
        push_message(&mut state, self.id, id);
        drop(state);
        self.shared.note_update();
        Topic { group_id: self.id, id }
    }
}

impl Topic {
    /// Returns the topic's id, the `message_thread_id`.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// Returns the id of the topic's group.
    pub fn group_id(&self) -> i64 {
        self.group_id
    }
}

impl Press {
    /// Waits for the bot's answer.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn answer(self) -> Answer {
        let look = |state: &mut State| self.find(state);
        self.shared.until(look).await.unwrap_or_else(|| panic!("the press of a button was never answered"))
    }

    /// Returns the bot's answer so far.
    pub fn answered(&self) -> Option<Answer> {
        self.find(&self.shared.lock())
    }

    fn find(&self, state: &State) -> Option<Answer> {
        state.presses.iter().find(|press| press.id == self.id)?.answer.clone()
    }
}

/// A place that is known only by its ids.
struct In {
    chat_id: i64,
    thread: Option<i32>,
}

impl Place for In {
    fn chat_id(&self) -> i64 {
        self.chat_id
    }

    fn thread_id(&self) -> Option<i32> {
        self.thread
    }
}

/// Returns the thread of a reply. Replies in a supergroup form a thread under the first message, even without topics.
fn reply_thread(state: &State, chat_id: i64, reply_to: Option<i32>) -> Option<i32> {
    let chat =
        state.chats.get(&chat_id).filter(|chat| chat.kind == ChatKind::Supergroup && !chat.is_forum)?;
    let original = chat.messages.get(&reply_to?)?;
    original.thread_id.or(Some(original.id))
}

/// Returns a forwarded message's field about its author.
pub(super) fn from_somebody_else() -> (String, Value) {
    let origin = json!({"type": "hidden_user", "sender_user_name": "bob", "date": 1_700_000_000});
    ("forward_origin".to_owned(), origin)
}

fn deliver(state: &mut State, message: Message) -> i32 {
    let chat_id = message.chat_id;
    let id = state.post(message);
    push_message(state, chat_id, id);
    id
}

fn push_message(state: &mut State, chat_id: i64, id: i32) {
    if let Some(rendered) = state.message(chat_id, id).map(|message| state.render(message)) {
        state.updates.push("message", rendered);
    }
}

/// Notifies the bot that its own membership in a chat changed, with the statuses before and after.
fn push_membership(state: &mut State, chat_id: i64, by: i64, (before, after): (&str, &str)) {
    let bot = state.render_user(state.bot.id);
    let member = |status: &str| match status {
        "kicked" => json!({"user": bot, "status": status, "until_date": 0}),
        _ => json!({"user": bot, "status": status}),
    };
    let change = json!({
        "chat": state.render_chat(chat_id),
        "from": state.render_user(by),
        "date": state.clock.unix(),
        "old_chat_member": member(before),
        "new_chat_member": member(after),
    });
    state.updates.push("my_chat_member", change);
}
