//! The message routes.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    body::{Body, Query},
    content::{Draft, EPHEMERAL},
    errors::{
        ApiError, bad_length, cannot_message_user, invalid, missing_permissions, refused, unknown_channel,
        unknown_message,
    },
    http::Reply,
    state::{ChannelKind, Message, Permission, State, unix_ms},
    threads,
};

/// The longest nonce, in characters.
const MAX_NONCE: usize = 25;
/// The most messages in a list, and the default number.
const MAX_LIST: usize = 100;
const DEFAULT_LIST: usize = 50;

/// `POST /channels/{channel}/messages`.
pub(crate) fn create(state: &mut State, channel: u64, body: &Body) -> Result<Reply, ApiError> {
    may_write(state, channel)?;
    may_attach(state, channel, body)?;
    let draft = Draft::read(state, &body.json, body)?;
    if draft.flags.is_some_and(|flags| flags & EPHEMERAL != 0) {
        return Err(invalid("flags", "BITFIELD_INVALID", "Only answers to interactions are ephemeral."));
    }
    let nonce = read_nonce(&body.json["nonce"])?;
    if body.json["enforce_nonce"] == true
        && let Some(found) = nonce.as_ref().and_then(|nonce| find_nonce(state, channel, nonce))
    {
        return found.map(|message| created(state, message));
    }
    let reply_to = read_reference(state, channel, &body.json["message_reference"])?;
    let author = state.settings.bot_id;
    let mut message = Message { channel, author, reply_to, nonce, ..Message::default() };
    draft.apply(state, &mut message)?;
    let id = state.post(message);
    let message = state.message(channel, id).cloned();
    Ok(created(state, &message.unwrap_or_default()))
}

/// `PATCH /channels/{channel}/messages/{message}`.
pub(crate) fn edit(state: &mut State, channel: u64, id: u64, body: &Body) -> Result<Reply, ApiError> {
    let mut message = state.reachable(channel, id)?.clone();
    if message.author != state.settings.bot_id {
        let message = "Cannot edit a message authored by another user";
        return Err(refused(StatusCode::FORBIDDEN, 50005, message));
    }
    refuse_archived(state, channel)?;
    may_attach(state, channel, body)?;
    Draft::read(state, &body.json, body)?.apply(state, &mut message)?;
    state.replace(message);
    let message = state.reachable(channel, id)?.clone();
    Ok(Reply::json(state.render(&message)))
}

/// `DELETE /channels/{channel}/messages/{message}`.
pub(crate) fn delete(state: &mut State, channel: u64, id: u64) -> Result<Reply, ApiError> {
    let author = state.reachable(channel, id)?.author;
    if author != state.settings.bot_id {
        let is_direct = state.visible(channel)?.guild().is_none();
        let refusal = refused(StatusCode::FORBIDDEN, 50003, "Cannot execute action on a DM channel");
        return Err(if is_direct { refusal } else { missing_permissions() });
    }
    refuse_archived(state, channel)?;
    state.remove(channel, id);
    Ok(Reply::empty())
}

/// `GET /channels/{channel}/messages/{message}`.
pub(crate) fn get(state: &mut State, channel: u64, id: u64) -> Result<Reply, ApiError> {
    let message = state.reachable(channel, id)?.clone();
    if state.is_forbidden(channel, Permission::ReadMessageHistory) {
        return Err(missing_permissions());
    }
    Ok(Reply::json(read(state, &message)))
}

/// `GET /channels/{channel}/messages`: newest first.
pub(crate) fn list(state: &mut State, channel: u64, query: &Query) -> Result<Reply, ApiError> {
    let limit = match query.get("limit") {
        None => DEFAULT_LIST,
        Some(limit) => {
            limit.parse().ok().filter(|limit| (1..=MAX_LIST).contains(limit)).ok_or_else(|| {
                invalid("limit", "NUMBER_TYPE_COERCE", format_args!("Must be between 1 and {MAX_LIST}."))
            })?
        }
    };
    let anchors =
        ["after", "before", "around"].iter().filter_map(|anchor| Some((*anchor, query.get(*anchor)?)));
    let anchors: Vec<_> = anchors.collect();
    if anchors.len() > 1 {
        return Err(invalid("after", "MUTUALLY_EXCLUSIVE", "Only one of after, before and around is taken."));
    }
    let anchor = match anchors.first() {
        None => None,
        Some((anchor, id)) => {
            let id = id.parse();
            let id = id.map_err(|_| invalid(anchor, "NUMBER_TYPE_COERCE", "Value is not a snowflake."))?;
            Some((*anchor, id))
        }
    };
    let messages = &state.visible(channel)?.messages;
    let mut ids = select(messages, anchor, limit);
    if state.is_forbidden(channel, Permission::ReadMessageHistory) {
        ids.clear();
    }
    let found = ids.into_iter().filter_map(|id| state.message(channel, id));
    Ok(Reply::json(found.map(|message| read(state, message)).collect()))
}

/// `POST /channels/{channel}/typing`.
pub(crate) fn typing(state: &mut State, channel: u64) -> Result<Reply, ApiError> {
    may_write(state, channel)?;
    Ok(Reply::empty())
}

/// `PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me`.
pub(crate) fn react(state: &mut State, channel: u64, id: u64, emoji: &str) -> Result<Reply, ApiError> {
    state.reachable(channel, id)?;
    check_emoji(emoji)?;
    if state.is_forbidden(channel, Permission::AddReactions)
        || state.is_forbidden(channel, Permission::ReadMessageHistory)
    {
        return Err(missing_permissions());
    }
    refuse_archived(state, channel)?;
    let message = state.reachable(channel, id)?;
    if !message.reactions.iter().any(|reaction| reaction == emoji) {
        message.reactions.push(emoji.to_owned());
        let message = message.clone();
        let bot = state.settings.bot_id;
        state.tell_reaction("MESSAGE_REACTION_ADD", bot, &message, emoji);
    }
    Ok(Reply::empty())
}

/// `DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me`.
pub(crate) fn take_reaction(
    state: &mut State,
    channel: u64,
    id: u64,
    emoji: &str,
) -> Result<Reply, ApiError> {
    let message = state.reachable(channel, id)?;
    check_emoji(emoji)?;
    let before = message.reactions.len();
    message.reactions.retain(|reaction| reaction != emoji);
    if message.reactions.len() < before {
        let message = message.clone();
        let bot = state.settings.bot_id;
        state.tell_reaction("MESSAGE_REACTION_REMOVE", bot, &message, emoji);
    }
    Ok(Reply::empty())
}

/// Returns whether the bot may write in a channel, thread or direct chat.
fn may_write(state: &mut State, id: u64) -> Result<(), ApiError> {
    let needed = match state.visible(id)?.kind {
        ChannelKind::Direct { with } => {
            let blocks = state.users.get(&with).ok_or_else(unknown_channel)?.blocks_bot;
            return if blocks { Err(cannot_message_user()) } else { Ok(()) };
        }
        ChannelKind::Text { .. } => Permission::SendMessages,
        ChannelKind::Thread { thread, .. } if thread.locked => return Err(threads::archived()),
        ChannelKind::Thread { .. } => Permission::SendMessagesInThreads,
    };
    if state.is_forbidden(id, needed) { Err(missing_permissions()) } else { Ok(()) }
}

fn may_attach(state: &State, channel: u64, body: &Body) -> Result<(), ApiError> {
    let embeds = body.json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty());
    let is_refused = !body.files.is_empty() && state.is_forbidden(channel, Permission::AttachFiles)
        || embeds && state.is_forbidden(channel, Permission::EmbedLinks);
    if is_refused { Err(missing_permissions()) } else { Ok(()) }
}

fn refuse_archived(state: &mut State, channel: u64) -> Result<(), ApiError> {
    match state.visible(channel)?.kind {
        ChannelKind::Thread { thread, .. } if thread.archived => Err(threads::archived()),
        _ => Ok(()),
    }
}

fn read_nonce(nonce: &Value) -> Result<Option<Value>, ApiError> {
    let length = match nonce {
        Value::Null => return Ok(None),
        Value::String(nonce) => nonce.chars().count(),
        Value::Number(nonce) => nonce.to_string().len(),
        _ => return Err(invalid("nonce", "UNION_TYPE_CHOICES", "A nonce is a string or an integer.")),
    };
    if length > MAX_NONCE { Err(bad_length("nonce", 0, MAX_NONCE)) } else { Ok(Some(nonce.clone())) }
}

/// Returns the bot's message with that nonce, for as long as the platform remembers it: after its deletion, as an
/// error.
fn find_nonce<'a>(state: &'a State, channel: u64, nonce: &Value) -> Option<Result<&'a Message, ApiError>> {
    let since = state.clock.ms().saturating_sub(state.settings.nonce_window.as_millis() as u64);
    let has_nonce = |message: &&Message| unix_ms(message.id) > since && message.nonce.as_ref() == Some(nonce);
    let channel = state.channels.get(&channel)?;
    let present = channel.messages.values().rev().find(has_nonce);
    present.map(Ok).or_else(|| channel.deleted.iter().find(has_nonce).map(|_| Err(unknown_message())))
}

fn read_reference(state: &State, channel: u64, reference: &Value) -> Result<Option<u64>, ApiError> {
    if reference.is_null() {
        return Ok(None);
    }
    let original = reference["message_id"].as_str().and_then(|id| id.parse().ok());
    let original = original.and_then(|id| state.message(channel, id));
    match original.filter(|original| original.ephemeral_for.is_none()) {
        Some(original) => Ok(Some(original.id)),
        None if reference["fail_if_not_exists"] == false => Ok(None),
        None => {
            let refusal = invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
            Err(refusal.into_explained())
        }
    }
}

/// Returns the ids of a list, newest first; with an anchor, those nearest to it.
fn select(messages: &BTreeMap<u64, Message>, anchor: Option<(&str, u64)>, limit: usize) -> Vec<u64> {
    let shown = |(id, message): (&u64, &Message)| message.ephemeral_for.is_none().then_some(*id);
    let newest = |ids: std::ops::RangeTo<u64>| messages.range(ids).rev().filter_map(shown);
    let mut ids: Vec<u64> = match anchor {
        None => messages.iter().rev().filter_map(shown).take(limit).collect(),
        Some(("before", id)) => newest(..id).take(limit).collect(),
        Some(("after", id)) => messages.range(id + 1..).filter_map(shown).take(limit).collect(),
        Some((_, id)) => {
            let older = newest(..id).take(limit / 2);
            older.chain(messages.range(id..).filter_map(shown).take(limit - limit / 2)).collect()
        }
    };
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids
}

/// Renders a message as the bot reads it: without content that the application may not see.
fn read(state: &State, message: &Message) -> Value {
    let mut object = state.render(message);
    if !state.settings.message_content {
        state.withhold(&mut object);
    }
    object
}

/// Renders a message as the answer to its creation, the only rendering with the nonce.
fn created(state: &State, message: &Message) -> Reply {
    let mut object = state.render(message);
    if let Some(nonce) = &message.nonce {
        object["nonce"] = json!(nonce);
    }
    Reply::json(object)
}

/// Accepts a Unicode emoji, or `name:id` of a guild.
fn check_emoji(emoji: &str) -> Result<(), ApiError> {
    let is_custom = emoji.split_once(':').is_some_and(|(_, id)| id.parse::<u64>().is_ok());
    if is_custom || (!emoji.is_empty() && emoji.chars().all(|char| !char.is_ascii_alphanumeric())) {
        return Ok(());
    }
    Err(refused(StatusCode::BAD_REQUEST, 10014, "Unknown Emoji").into_bug())
}
