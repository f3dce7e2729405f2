//! Threads.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    body::Body,
    errors::{ApiError, bad_length, invalid, missing_permissions, refused},
    http::Reply,
    methods,
    render::HAS_THREAD,
    state::{ChannelKind, Permission, State, Thread},
};

/// The default number of minutes without a message before archiving.
pub(crate) const AUTO_ARCHIVE: u64 = 1440;
const AUTO_ARCHIVES: [u64; 4] = [60, AUTO_ARCHIVE, 4320, 10_080];
/// The longest name, in characters.
const MAX_NAME: usize = 100;

/// `POST /channels/{channel}/messages/{message}/threads`.
pub(crate) fn start(state: &mut State, channel: u64, message: u64, body: &Body) -> Result<Reply, ApiError> {
    let name = read_name(&body.json["name"])?;
    let auto_archive = read_auto_archive(&body.json["auto_archive_duration"])?.unwrap_or(AUTO_ARCHIVE);
    state.reachable(channel, message)?;
    if !matches!(state.visible(channel)?.kind, ChannelKind::Text { .. }) {
        let message = "Cannot execute action on this channel type";
        return Err(refused(StatusCode::BAD_REQUEST, 50024, message));
    }
    if state.is_forbidden(channel, Permission::CreatePublicThreads) {
        return Err(missing_permissions());
    }
    if state.channels.contains_key(&message) {
        let message = "A thread has already been created for this message";
        return Err(refused(StatusCode::BAD_REQUEST, 160_004, message));
    }
    let bot = state.settings.bot_id;
    let id = open(state, channel, Some(message), (bot, name), auto_archive);
    let thread = state.channels.get(&id).map(|thread| state.render_channel(id, thread));
    Ok(Reply::created(thread.unwrap_or_default()))
}

/// `PATCH /channels/{channel}`, for a thread.
pub(crate) fn edit(state: &mut State, id: u64, body: &Body) -> Result<Reply, ApiError> {
    let channel = state.visible(id)?.clone();
    let ChannelKind::Thread { guild, parent, mut thread } = channel.kind else {
        return Err(missing_permissions());
    };
    if thread.locked || state.is_forbidden(id, Permission::SendMessagesInThreads) {
        return Err(missing_permissions());
    }
    let reopens = body.json["archived"] == false;
    if thread.archived && !reopens {
        return Err(archived());
    }
    // Besides unarchiving, the bot may change only its own threads.
    let is_own = thread.owner == state.settings.bot_id;
    let changes = body.json.as_object().is_some_and(|fields| fields.keys().any(|field| field != "archived"));
    if !is_own && (changes || body.json["archived"] == true) {
        return Err(missing_permissions());
    }
    let name = match &body.json["name"] {
        Value::Null => channel.name,
        name => read_name(name)?.to_owned(),
    };
    thread.archived = body.json["archived"].as_bool().unwrap_or(thread.archived);
    if let Some(minutes) = read_auto_archive(&body.json["auto_archive_duration"])? {
        thread.auto_archive = minutes;
    }
    let edited = state.visible(id)?;
    (edited.kind, edited.name) = (ChannelKind::Thread { guild, parent, thread }, name);
    state.tell_channel("THREAD_UPDATE", id);
    methods::get_channel(state, id)
}

/// Returns the refusal of an action that an archived thread does not permit.
pub(crate) fn archived() -> ApiError {
    refused(StatusCode::BAD_REQUEST, 50083, "Thread is archived")
}

/// Opens a thread in a channel, with or without a starting message; returns its id.
///
/// # Panics
/// Panics if the channel is not in a guild.
pub(crate) fn open(
    state: &mut State,
    channel: u64,
    at: Option<u64>,
    (owner, name): (u64, &str),
    auto_archive: u64,
) -> u64 {
    let parent = state.channels.get(&channel).map(|channel| channel.kind);
    let Some(ChannelKind::Text { guild }) = parent else {
        panic!("threads are opened in channels of guilds")
    };
    let id = at.unwrap_or_else(|| state.snowflake());
    let thread = Thread { owner, archived: false, locked: false, auto_archive };
    state.open(id, ChannelKind::Thread { guild, parent: channel, thread }, name);
    if let Some(thread) = state.channels.get(&id) {
        let mut data = state.render_channel(id, thread);
        data["newly_created"] = json!(true);
        state.tell_guild("THREAD_CREATE", guild, data);
    }
    // The platform reports this as an update of the message, though nobody edited it.
    if let Some(message) = at.and_then(|id| state.channels.get_mut(&channel)?.messages.get_mut(&id)) {
        message.flags |= HAS_THREAD;
        let message = message.clone();
        state.tell_message("MESSAGE_UPDATE", &message);
    }
    id
}

fn read_name(name: &Value) -> Result<&str, ApiError> {
    let name = name.as_str().filter(|name| (1..=MAX_NAME).contains(&name.chars().count()));
    name.ok_or_else(|| bad_length("name", 1, MAX_NAME))
}

fn read_auto_archive(minutes: &Value) -> Result<Option<u64>, ApiError> {
    if minutes.is_null() {
        return Ok(None);
    }
    let minutes = minutes.as_u64().filter(|minutes| AUTO_ARCHIVES.contains(minutes));
    minutes.map(Some).ok_or_else(|| {
        let message = "Value must be one of (60, 1440, 4320, 10080).";
        invalid("auto_archive_duration", "BASE_TYPE_CHOICES", message)
    })
}
