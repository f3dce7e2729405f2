//! People and their actions, made by the test.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::{Value, json};

use super::{
    Shared,
    mentions::Allowed,
    places::{Channel, Guild},
    reading::{MessageRef, Place, Sent},
    render::timestamp,
    state::{ChannelKind, File, Message, State},
    threads,
};

/// The flag of a voice message.
pub(crate) const IS_VOICE_MESSAGE: u64 = 1 << 13;
/// The flag of a forwarded message.
const HAS_SNAPSHOT: u64 = 1 << 14;

/// An author of messages: a person, another bot, or a webhook.
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) shared: Arc<Shared>,
    id: u64,
}

impl User {
    pub(crate) fn new(shared: Arc<Shared>, id: u64) -> Self {
        Self { shared, id }
    }

    /// Returns the person's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the id of the direct chat with the bot.
    pub fn direct(&self) -> u64 {
        self.shared.lock().direct(self.id)
    }

    /// Writes to the bot in the direct chat.
    pub async fn says(&self, text: &str) -> Sent {
        self.says_in(self, text).await
    }

    /// Writes in a channel or thread. Writing in a guild makes the writer a member.
    pub async fn says_in(&self, place: &impl Place, text: &str) -> Sent {
        self.writes(place.channel_id(), text, |message| message)
    }

    /// Writes in a channel or thread and mentions the bot before the text.
    pub async fn mentions_bot_in(&self, place: &impl Place, text: &str) -> Sent {
        let bot = self.shared.lock().settings.bot_id;
        self.says_in(place, &format!("<@{bot}> {text}")).await
    }

    /// Replies to a message in its channel; its author is notified, as usual.
    pub async fn replies(&self, to: &impl MessageRef, text: &str) -> Sent {
        let (channel, id) = to.location();
        self.writes(channel, text, |message| Message { reply_to: Some(id), ..message })
    }

    /// Sends a file to the bot in the direct chat.
    pub async fn sends_file(&self, name: &str, caption: &str, bytes: &[u8]) -> Sent {
        self.sends_files_in(self, caption, &[(name, bytes)]).await
    }

    /// Sends a voice message.
    pub async fn sends_voice(&self, bytes: &[u8]) -> Sent {
        let id = self.shared.lock().snowflake();
        let recorded = File {
            id,
            name: "voice-message.ogg".to_owned(),
            bytes: Bytes::copy_from_slice(bytes),
            still: None,
        };
        self.writes(self.channel_id(), "", |message| Message {
            files: vec![recorded],
            flags: IS_VOICE_MESSAGE,
            ..message
        })
    }

    /// Sends a video. The media proxy can draw it as this JPEG, if any.
    pub async fn sends_film(&self, name: &str, bytes: &[u8], still: Option<&[u8]>) -> Sent {
        let id = self.shared.lock().snowflake();
        let (name, bytes) = (name.to_owned(), Bytes::copy_from_slice(bytes));
        let film = File { id, name, bytes, still: still.map(Bytes::copy_from_slice) };
        self.writes(self.channel_id(), "", |message| Message { files: vec![film], ..message })
    }

    /// Sends files, by name, to a channel, thread or direct chat.
    pub async fn sends_files_in(&self, place: &impl Place, caption: &str, files: &[(&str, &[u8])]) -> Sent {
        let mut attached = Vec::new();
        for (name, bytes) in files {
            let id = self.shared.lock().snowflake();
            let bytes = Bytes::copy_from_slice(bytes);
            // Discord keeps only the last part of a path as the name.
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            attached.push(File { id, name, bytes, still: None });
        }
        self.writes(place.channel_id(), caption, |message| Message { files: attached, ..message })
    }

    /// Forwards a message that somebody else wrote elsewhere.
    pub async fn forwards_in(&self, place: &impl Place, text: &str) -> Sent {
        let elsewhere = self.shared.lock().snowflake().to_string();
        let snapshot = json!({
            "type": 0,
            "content": text,
            "timestamp": timestamp(0),
            "edited_timestamp": null,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "flags": 0,
        });
        let extra = [
            ("flags", json!(HAS_SNAPSHOT)),
            ("message_reference", json!({"type": 1, "message_id": elsewhere, "channel_id": elsewhere})),
            ("message_snapshots", json!([{"message": snapshot}])),
        ];
        self.sends_in(place, extra)
    }

    /// Sends a sticker, which is a picture without words.
    pub async fn sends_sticker_in(&self, place: &impl Place, name: &str) -> Sent {
        let id = self.shared.lock().snowflake().to_string();
        let sticker = json!({"id": id, "name": name, "format_type": 1});
        self.sends_in(place, [("sticker_items", json!([sticker]))])
    }

    /// Sends a poll, which is open for a day.
    pub async fn sends_poll_in(&self, place: &impl Place, question: &str, answers: &[&str]) -> Sent {
        let answer = |(id, text): (u32, &&str)| json!({"answer_id": id, "poll_media": {"text": text}});
        let answers: Vec<_> = (1..).zip(answers).map(answer).collect();
        let poll = json!({
            "question": {"text": question},
            "answers": answers,
            "expiry": timestamp(86_400_000),
            "allow_multiselect": false,
            "layout_type": 1,
            "results": {"is_finalized": false, "answer_counts": []},
        });
        self.sends_in(place, [("poll", poll)])
    }

    /// Edits a message of their own.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn edits(&self, message: &Sent, text: &str) {
        let mut state = self.shared.lock();
        let mut edited = self.own(&state, message).clone();
        edited.content = text.to_owned();
        edited.mentions = state.mentions(&edited, &Allowed::default());
        state.replace(edited);
    }

    /// Deletes a message of their own.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn deletes(&self, message: &Sent) {
        let mut state = self.shared.lock();
        self.own(&state, message);
        state.remove(message.channel_id, message.id);
    }

    /// Deletes messages of one channel at once, of any author.
    pub async fn deletes_all(&self, messages: &[Sent]) {
        let Some(first) = messages.first() else { return };
        let mut state = self.shared.lock();
        let ids: Vec<u64> = messages.iter().map(|message| message.id).collect();
        if let Some(channel) = state.channels.get_mut(&first.channel_id) {
            channel.messages.retain(|id, _| !ids.contains(id));
            channel.unread.retain(|id| !ids.contains(id));
        }
        state.tell_deletion(first.channel_id, &ids);
    }

    /// Opens a thread at a message in a channel of a guild.
    ///
    /// # Panics
    /// Panics if there is no such message.
    pub async fn opens_thread(&self, at: &impl MessageRef, name: &str) -> Channel {
        let (channel, id) = at.location();
        let mut state = self.shared.lock();
        assert!(state.message(channel, id).is_some(), "a thread begins at a message");
        let opened = threads::open(&mut state, channel, Some(id), (self.id, name), threads::AUTO_ARCHIVE);
        drop(state);
        Channel::new(self.shared.clone(), opened)
    }

    /// Refuses further messages of the bot.
    pub async fn blocks_bot(&self) {
        self.set_blocks(true);
    }

    /// Lets the bot write again.
    pub async fn unblocks_bot(&self) {
        self.set_blocks(false);
    }

    /// Removes the bot from a guild.
    pub async fn removes_bot_from(&self, guild: &Guild) {
        let mut state = self.shared.lock();
        let bot = state.settings.bot_id;
        if let Some(guild) = state.guilds.get_mut(&guild.id()) {
            guild.members.remove(&bot);
        }
        state.tell_guild("GUILD_DELETE", guild.id(), json!({"id": guild.id().to_string()}));
    }

    /// Brings the bot into a guild again.
    pub async fn invites_bot_to(&self, guild: &Guild) {
        let mut state = self.shared.lock();
        let bot = state.settings.bot_id;
        if let Some(guild) = state.guilds.get_mut(&guild.id()) {
            guild.members.entry(bot).or_default();
        }
        let rendered = state.render_guild(guild.id());
        state.tell_guild("GUILD_CREATE", guild.id(), rendered);
    }

    fn sends_in<const N: usize>(&self, place: &impl Place, extra: [(&str, Value); N]) -> Sent {
        let extra = extra.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        self.writes(place.channel_id(), "", |message| Message { extra, ..message })
    }

    fn writes(&self, channel: u64, text: &str, fill: impl FnOnce(Message) -> Message) -> Sent {
        let mut state = self.shared.lock();
        self.join(&mut state, channel);
        let blank = Message { channel, author: self.id, content: text.to_owned(), ..Message::default() };
        let mut message = fill(blank);
        message.mentions = state.mentions(&message, &Allowed::default());
        let id = state.post(message);
        Sent { id, channel_id: channel }
    }

    /// Makes the person a member of the channel's guild.
    pub(crate) fn join(&self, state: &mut State, channel: u64) {
        let channel = state.channels.get(&channel).expect("people write in channels that there are");
        let guild = match channel.kind {
            ChannelKind::Direct { with } => {
                assert_eq!(with, self.id, "people write in direct chats of their own");
                return;
            }
            ChannelKind::Text { guild } | ChannelKind::Thread { guild, .. } => guild,
        };
        let is_webhook = state.users.get(&self.id).is_some_and(|user| user.is_webhook);
        if let Some(guild) = state.guilds.get_mut(&guild).filter(|_| !is_webhook) {
            guild.members.entry(self.id).or_default();
        }
    }

    fn own<'a>(&self, state: &'a State, message: &Sent) -> &'a Message {
        let found = state.message(message.channel_id, message.id);
        found.filter(|found| found.author == self.id).expect("it is a message of their own")
    }

    fn set_blocks(&self, blocks: bool) {
        if let Some(user) = self.shared.lock().users.get_mut(&self.id) {
            user.blocks_bot = blocks;
        }
    }
}
