//! The content of a message, and the checks for every create and edit.

use axum::http::StatusCode;
use serde_json::Value;

use super::{
    body::{Body, Upload},
    components, embeds,
    errors::{ApiError, bad_length, invalid, refused},
    mentions::{self, Allowed, SUPPRESS_NOTIFICATIONS},
    state::{ChannelKind, File, Message, State},
};

/// The longest content, in code points.
const MAX_CONTENT: usize = 2000;
const MAX_FILES: usize = 10;
/// The largest file, in bytes.
pub(crate) const MAX_FILE: usize = 10 * 1024 * 1024;

/// Flags that a bot may set.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
pub(crate) const EPHEMERAL: u64 = 1 << 6;

/// The checked content of a create, an edit, or an interaction's answer. `None` means that the field was omitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) flags: Option<u64>,
    allowed: Option<Allowed>,
    uploads: Vec<Upload>,
    /// The `attachments` list: uploads by number and, in an edit, the ids of files to keep.
    attachments: Option<Vec<Value>>,
}

impl Draft {
    /// Checks the content, and complains about text that could notify somebody without `allowed_mentions`. `data` is
    /// the object with `content`: the body itself, or a callback's `data`; the files come from the body.
    pub(crate) fn read(state: &mut State, data: &Value, body: &Body) -> Result<Self, ApiError> {
        let draft = Self {
            content: data.get("content").map(read_content).transpose()?,
            embeds: list(data, "embeds")?,
            components: list(data, "components")?,
            flags: read_flags(&data["flags"])?,
            allowed: data
                .get("allowed_mentions")
                .filter(|object| !object.is_null())
                .map(Allowed::read)
                .transpose()?,
            uploads: body.files.clone(),
            attachments: list(data, "attachments")?,
        };
        embeds::check(draft.embeds.as_deref().unwrap_or_default())?;
        components::check(draft.components.as_deref().unwrap_or_default())?;
        draft.check_files()?;
        if let Some(content) = draft.content.as_deref().filter(|content| mentions::could_notify(content))
            && draft.allowed.is_none()
        {
            let complaint = format!("a content that could ping without allowed_mentions: {content:?}");
            state.complaints.push(complaint);
        }
        Ok(draft)
    }

    /// Applies the given fields to a message, for a create or an edit. The message's `channel` and `author` are set.
    ///
    /// # Errors
    /// Returns an error if the message ends up empty (50006).
    pub(crate) fn apply(self, state: &mut State, message: &mut Message) -> Result<(), ApiError> {
        let files = self.files(state, message)?;
        let is_new = message.id == 0;
        let is_said = self.content.is_some();
        message.content = self.content.unwrap_or(std::mem::take(&mut message.content));
        message.embeds = self.embeds.unwrap_or(std::mem::take(&mut message.embeds));
        message.components = self.components.unwrap_or(std::mem::take(&mut message.components));
        message.files = files;
        if message.content.is_empty() && message.embeds.is_empty() && message.files.is_empty() {
            return Err(refused(StatusCode::BAD_REQUEST, 50006, "Cannot send an empty message").into_bug());
        }
        // An edit can only show or hide embeds.
        let changeable = if is_new { u64::MAX } else { SUPPRESS_EMBEDS };
        if let Some(flags) = self.flags {
            message.flags = (message.flags & !changeable) | (flags & changeable);
        }
        // The platform's request reveals the address, which may hold data that a hostile page wants.
        if message.content.contains("://") && message.flags & SUPPRESS_EMBEDS == 0 {
            let complaint = format!("a link whose embed the platform fetches: {:?}", message.content);
            state.complaints.push(complaint);
        }
        if is_new || is_said || self.allowed.is_some() {
            message.mentions = state.mentions(message, &self.allowed.unwrap_or_default());
        }
        Ok(())
    }

    /// Returns the message's files after the change: the kept and the uploaded ones.
    fn files(&self, state: &mut State, message: &Message) -> Result<Vec<File>, ApiError> {
        let is_kept = |file: &File| {
            self.attachments
                .as_ref()
                .is_none_or(|listed| listed.iter().any(|entry| id(entry) == Some(file.id)))
        };
        let mut files: Vec<File> = message.files.iter().filter(|file| is_kept(file)).cloned().collect();
        for upload in &self.uploads {
            let listed = self.attachments.iter().flatten().find(|entry| id(entry) == Some(upload.number));
            let name = listed.and_then(|entry| entry["filename"].as_str()).unwrap_or(&upload.name).to_owned();
            files.push(File { id: state.snowflake(), name, bytes: upload.bytes.clone(), still: None });
        }
        if files.len() > MAX_FILES {
            return Err(bad_length("attachments", 0, MAX_FILES));
        }
        Ok(files)
    }

    fn check_files(&self) -> Result<(), ApiError> {
        if self.uploads.iter().any(|upload| upload.bytes.len() > MAX_FILE) {
            return Err(too_large());
        }
        let has_upload = |number: u64| self.uploads.iter().any(|upload| upload.number == number);
        for (index, entry) in self.attachments.iter().flatten().enumerate() {
            // Ids of existing files are snowflakes; small numbers refer to uploads.
            if !id(entry).is_some_and(|id| has_upload(id) || id >= MAX_FILES as u64) {
                let message = "An attachment is neither uploaded nor there.";
                return Err(invalid(&format!("attachments.{index}.id"), "ATTACHMENT_NOT_FOUND", message));
            }
        }
        Ok(())
    }
}

impl State {
    /// Adds a message to its channel under a new id, and dispatches the event unless it is ephemeral.
    ///
    /// # Panics
    /// Panics if there is no such channel.
    pub(crate) fn post(&mut self, mut message: Message) -> u64 {
        message.id = self.snowflake();
        message.notified = self.notified(&message);
        let is_own = message.author == self.settings.bot_id;
        let channel = self.channels.get_mut(&message.channel).expect("the channel of a message exists");
        if is_own {
            channel.unread.push_back(message.id);
        }
        channel.messages.insert(message.id, message.clone());
        if message.ephemeral_for.is_none() {
            self.unarchive(message.channel);
            self.tell_message("MESSAGE_CREATE", &message);
        }
        message.id
    }

    /// Replaces a message with its edited version, and dispatches the event unless it is ephemeral.
    pub(crate) fn replace(&mut self, mut message: Message) {
        message.edited_at = Some(self.clock.ms());
        let Some(channel) = self.channels.get_mut(&message.channel) else { return };
        channel.messages.insert(message.id, message.clone());
        if message.author == self.settings.bot_id {
            channel.edits.push_back(message.clone());
        }
        if message.ephemeral_for.is_none() {
            self.tell_message("MESSAGE_UPDATE", &message);
        }
    }

    /// Removes a message, and dispatches the event unless it is ephemeral.
    pub(crate) fn remove(&mut self, channel: u64, id: u64) {
        let Some(state) = self.channels.get_mut(&channel) else { return };
        let removed = state.messages.remove(&id);
        state.unread.retain(|unread| *unread != id);
        state.deleted.extend(removed.iter().filter(|message| message.nonce.is_some()).cloned());
        if removed.is_some_and(|message| message.ephemeral_for.is_none()) {
            self.tell_deletion(channel, &[id]);
        }
    }

    /// Unarchives a thread, because a message was written in it.
    fn unarchive(&mut self, id: u64) {
        let Some(channel) = self.channels.get_mut(&id) else { return };
        if let ChannelKind::Thread { thread, .. } = &mut channel.kind
            && thread.archived
            && !thread.locked
        {
            thread.archived = false;
            self.tell_channel("THREAD_UPDATE", id);
        }
    }
}

pub(crate) fn too_large() -> ApiError {
    refused(StatusCode::PAYLOAD_TOO_LARGE, 40005, "Request entity too large").into_bug()
}

/// Reads the content; `null` means none.
fn read_content(content: &Value) -> Result<String, ApiError> {
    let content = match content {
        Value::Null => "",
        Value::String(content) => content,
        _ => return Err(invalid("content", "STRING_TYPE_CONVERT", "Could not interpret as string.")),
    };
    if content.chars().count() > MAX_CONTENT {
        let message = format!("Must be {MAX_CONTENT} or fewer in length.");
        return Err(invalid("content", "BASE_TYPE_MAX_LENGTH", message));
    }
    Ok(content.trim().to_owned())
}

fn read_flags(flags: &Value) -> Result<Option<u64>, ApiError> {
    if flags.is_null() {
        return Ok(None);
    }
    let known = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS;
    let flags = flags.as_u64().filter(|flags| flags & !known == 0);
    flags.map(Some).ok_or_else(|| invalid("flags", "BITFIELD_INVALID", "A flag is not simulated."))
}

fn list(data: &Value, field: &str) -> Result<Option<Vec<Value>>, ApiError> {
    match &data[field] {
        Value::Null => Ok(None),
        Value::Array(list) => Ok(Some(list.clone())),
        _ => Err(invalid(field, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")),
    }
}

/// Returns the id of an entry of `attachments`: a number or a snowflake.
fn id(entry: &Value) -> Option<u64> {
    entry["id"].as_u64().or_else(|| entry["id"].as_str()?.parse().ok())
}
