//! Posting: stores messages for the outbox to deliver.

use adjutant_channel::{Button, Channels, ChatKind, ChatRef, Content, Event, Inbound, MessageId, Rich};
use adjutant_domain::{ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Post},
    people,
};
use adjutant_texts as texts;
use anyhow::Result;

use super::AnswerFile;
use crate::core::Core;

/// A chat to write to, and the message that is answered there.
#[derive(Clone, Debug)]
pub struct Address {
    pub chat: ChatRef,
    pub kind: ChatKind,
    /// The answered message.
    pub reply_to: Option<String>,
    /// Whether the answer is so late that it must quote its message, even in a direct chat.
    pub late: bool,
    /// The handle by which the platform recognises the answer to a command.
    pub handle: Option<String>,
    /// The person whom the first message mentions, so that the platform notifies them.
    pub mention: Option<Mention>,
}

/// A person to mention, as the platform identifies them.
#[derive(Clone, Debug)]
pub struct Mention {
    id: String,
    name: String,
}

impl Address {
    /// Returns the address of a chat, without a message to answer.
    pub fn new(chat: ChatRef, kind: ChatKind) -> Self {
        Self { chat, kind, reply_to: None, late: false, handle: None, mention: None }
    }

    /// Returns the address of an event's chat. If the event is a message or a command, text sent there answers it,
    /// unless the platform takes it as the answer anyway.
    pub fn answering(event: &Inbound) -> Self {
        let to = Self::new(event.chat.clone(), event.chat_kind);
        match &event.event {
            Event::Command { handle: Some(handle), .. } => Self { handle: Some(handle.clone()), ..to },
            Event::Command { message_id, .. } | Event::Message { message_id, .. } => {
                Self { reply_to: Some(message_id.0.clone()), ..to }
            }
            _ => to,
        }
    }

    /// Mentions a person in a group, so that the platform notifies them of a schedule's message there, if the settings
    /// allow mentions.
    pub(crate) async fn notifying(self, tx: &Tx, core: &Core, user: &UserId) -> Result<Self> {
        if self.kind != ChatKind::Group || !core.config.scheduler.mention {
            return Ok(self);
        }
        let identity = people::identity_on(tx, user, &self.chat.channel).await?;
        Ok(Self { mention: identity.map(|(id, name)| Mention { id, name }), ..self })
    }

    /// Returns the message to quote. In a direct chat, only a late answer needs a quotation.
    pub(crate) fn quoted(&self) -> Option<&str> {
        self.reply_to.as_deref().filter(|_| self.late || self.kind == ChatKind::Group)
    }

    /// Returns the direct chat in which a person can be reached; `None` if there is none on a channel that is set up.
    pub(crate) async fn of(tx: &Tx, core: &Core, user: &UserId) -> Result<Option<Self>> {
        let chat = direct_chats(tx, core, user, "").await?.into_iter().next();
        Ok(chat.map(|chat| Self::new(chat, ChatKind::Direct)))
    }

    /// Returns content for this address, with the mention if there is one.
    fn mentioning(&self, content: Content) -> Content {
        match &self.mention {
            Some(Mention { id, name }) => {
                Content { body: texts::to_person(id, name, &content.body), ..content }
            }
            None => content,
        }
    }

    /// Returns the thread for the rest of a long answer; `None` if the rest goes below the beginning.
    fn aside(&self, channels: &Channels) -> Option<ChatRef> {
        let message = self.reply_to.clone().filter(|_| self.kind == ChatKind::Group)?;
        channels.get(&self.chat.channel).ok()?.thread_at(&self.chat, &MessageId(message))
    }
}

/// Returns the direct chats in which a person can be reached on the channels that are set up: first those in which they
/// have written, then those that the bot may open; within each group, those of `channel` first.
pub(crate) async fn direct_chats(tx: &Tx, core: &Core, user: &UserId, channel: &str) -> Result<Vec<ChatRef>> {
    let listed = core.config.access.listed();
    let mut chats = people::direct_chats(tx, user, channel, &listed).await?;
    chats.retain(|chat| core.channels.get(&chat.channel).is_ok());
    for (channel, person) in people::never_in_direct_chat(tx, user, channel, &listed).await? {
        chats.extend(core.channels.get(&channel).ok().and_then(|channel| channel.direct_chat_with(&person)));
    }
    Ok(chats)
}

/// The place of messages in the outbox: their subject, and their position among the messages about it.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'a> {
    pub source: &'a OutboxKey,
    pub segment: i64,
}

impl<'a> Slot<'a> {
    /// Returns the place of the only or first message about something.
    pub fn first(source: &'a OutboxKey) -> Self {
        Self { source, segment: 0 }
    }
}

/// A text to send, in as many messages as necessary.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    pub markdown: &'a str,
    /// The same text, if parts of it were kept as files.
    pub file: Option<&'a AnswerFile>,
    /// The text above it.
    pub above: Option<Rich>,
    /// Rows of buttons below the last message.
    pub buttons: Vec<Vec<Button>>,
    /// Whether long quotations in it may be folded.
    pub folds: bool,
}

/// Stores the immediate answer to an event.
pub(crate) async fn answer(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    markdown: &str,
    now: Timestamp,
) -> Result<()> {
    let (source, to) = (OutboxKey::answering(event), Address::answering(event));
    post_text(tx, &core.channels, Slot::first(&source), &to, markdown, now).await
}

/// Stores a text to deliver.
pub async fn post_text(
    tx: &Tx,
    channels: &Channels,
    slot: Slot<'_>,
    to: &Address,
    markdown: &str,
    now: Timestamp,
) -> Result<()> {
    post_answer(tx, channels, slot, to, Answer { markdown, ..Answer::default() }, now).await.map(drop)
}

/// Stores a text to deliver, which may have been kept as a file or have buttons. Returns the outbox id of its first
/// message, if it has one.
pub async fn post_answer(
    tx: &Tx,
    channels: &Channels,
    slot: Slot<'_>,
    to: &Address,
    Answer { markdown, file, above, buttons, folds }: Answer<'_>,
    now: Timestamp,
) -> Result<Option<i64>> {
    let mut parts: Vec<_> = match file.and_then(|file| file.parts_of(channels, &to.chat, markdown)) {
        Some(parts) => parts,
        None => channels.layout(&to.chat, markdown).into_iter().map(Content::text).collect(),
    };
    parts.iter_mut().for_each(|part| part.folds = folds);
    if let Some(above) = above {
        put_above(channels, &to.chat, &mut parts, above);
    }
    if let Some(first) = parts.first_mut() {
        *first = to.mentioning(std::mem::take(first));
    }
    if let Some(last) = parts.last_mut() {
        last.buttons = buttons;
    }
    let aside = to.aside(channels).filter(|_| parts.len() > 1);
    let mut first = None;
    for (part, content) in parts.iter().enumerate() {
        let is_first = part == 0;
        let post = Post {
            source: slot.source,
            segment: slot.segment,
            part: part as i64,
            chat: aside.as_ref().filter(|_| !is_first).unwrap_or(&to.chat),
            chat_kind: to.kind,
            reply_to: to.quoted().filter(|_| is_first),
            content,
        };
        let outbox_id = rows::post(tx, &post, now).await?;
        rows::note_handle(tx, outbox_id, to.handle.as_deref()).await?;
        first = first.or(Some(outbox_id));
    }
    Ok(first)
}

/// Puts a text above the first part, or in a message before it if both do not fit into one.
fn put_above(channels: &Channels, chat: &ChatRef, parts: &mut Vec<Content>, above: Rich) {
    let Some(first) = parts.first_mut() else { return };
    let both = Rich::builder().rich(&above).text("\n").rich(&first.body).build();
    match channels.fits(chat, &both) {
        true => first.body = both,
        false => parts.insert(0, Content::text(above)),
    }
}

/// Stores a message to deliver unchanged, and returns its outbox id. Unlike a text, it may be redrawn later.
pub async fn post_content(
    tx: &Tx,
    slot: Slot<'_>,
    to: &Address,
    content: &Content,
    now: Timestamp,
) -> Result<i64> {
    let content = to.mentioning(content.clone());
    let post = Post {
        source: slot.source,
        segment: slot.segment,
        part: 0,
        chat: &to.chat,
        chat_kind: to.kind,
        reply_to: to.quoted(),
        content: &content,
    };
    let outbox_id = rows::post(tx, &post, now).await?;
    rows::note_handle(tx, outbox_id, to.handle.as_deref()).await?;
    Ok(outbox_id)
}
