//! The effects of the methods. All except `getUpdates` and the webhook methods act only on the state.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    Shared, album,
    errors::{ApiError, bad_request, malformed, not_modified},
    media,
    method::Method,
    params::Params,
    state::{Answer, Chat, ChatKind, Message, State},
    text::{self, Text},
    updates, webhook,
};

const ACTIONS: [&str; 11] = [
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
];

/// The emoji with which a bot may react.
const REACTIONS: &str = "👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 \
    🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡";

/// The longest notice for an answered press, in characters.
const MAX_NOTICE: usize = 200;

/// The scope types of the menus for people in groups and in private chats.
pub(crate) const DEFAULT_SCOPE: &str = "default";
pub(crate) const PRIVATE_SCOPE: &str = "all_private_chats";

const THREAD_NOT_FOUND: &str = "message thread not found";

/// Carries out a request and returns its result.
pub(crate) async fn call(shared: &Arc<Shared>, method: Method, params: &Params) -> Result<Value, ApiError> {
    match method {
        Method::GetUpdates => updates::poll(shared, params).await,
        Method::GetMe => Ok(get_me(&shared.lock())),
        Method::SetWebhook => webhook::set(shared, &mut shared.lock(), params),
        Method::DeleteWebhook => webhook::delete(&mut shared.lock(), params),
        Method::GetWebhookInfo => Ok(webhook::info(&shared.lock())),
        Method::SendMessage => send_message(&mut shared.lock(), params),
        Method::SendPhoto => media::send(&mut shared.lock(), "photo", params),
        Method::SendVideo => media::send(&mut shared.lock(), "video", params),
        Method::SendAudio => media::send(&mut shared.lock(), "audio", params),
        Method::SendVoice => media::send(&mut shared.lock(), "voice", params),
        Method::SendDocument => media::send(&mut shared.lock(), "document", params),
        Method::SendMediaGroup => album::send(&mut shared.lock(), params),
        Method::EditMessageText => edit_text(&mut shared.lock(), params),
        Method::EditMessageCaption => edit_caption(&mut shared.lock(), params),
        Method::EditMessageReplyMarkup => edit_markup(&mut shared.lock(), params),
        Method::DeleteMessage => delete_message(&mut shared.lock(), params),
        Method::AnswerCallbackQuery => answer_press(&mut shared.lock(), params),
        Method::SendChatAction => chat_action(&mut shared.lock(), params),
        Method::SetMessageReaction => react(&mut shared.lock(), params),
        Method::SetMyCommands => set_commands(&mut shared.lock(), params),
        Method::GetMyCommands => get_commands(&shared.lock(), params),
        Method::GetFile => media::get_file(&shared.lock(), params),
    }
}

fn get_me(state: &State) -> Value {
    let mut me = state.render_user(state.bot.id);
    me["can_join_groups"] = json!(true);
    me["can_read_all_group_messages"] = json!(true);
    me["supports_inline_queries"] = json!(false);
    me["can_connect_to_business"] = json!(false);
    me["has_main_web_app"] = json!(false);
    me
}

fn send_message(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let text = read_text(params, "message is too long")?;
    complain_of_preview(state, params, &text)?;
    post(state, params, |_, blank| Message { text, ..blank })
}

/// Complains about a link that the platform would fetch for a preview: its address may hold data that a hostile page
/// wants.
fn complain_of_preview(state: &mut State, params: &Params, text: &Text) -> Result<(), ApiError> {
    let options = params.json("link_preview_options")?.unwrap_or_default();
    if text.has_link() && options["is_disabled"] != json!(true) {
        state.complaints.push(format!("a link whose preview the platform fetches: {:?}", text.text));
    }
    Ok(())
}

/// Sends a message to the place in the parameters, with its buttons; `content` fills it after all checks.
pub(crate) fn post(
    state: &mut State,
    params: &Params,
    content: impl FnOnce(&mut State, Message) -> Message,
) -> Result<Value, ApiError> {
    let blank = Message { keyboard: text::keyboard(params.json("reply_markup")?)?, ..blank(state, params)? };
    state.admit(blank.chat_id)?;
    let message = content(state, blank);
    Ok(put(state, message))
}

/// Returns an empty message for the place in the parameters.
pub(crate) fn blank(state: &mut State, params: &Params) -> Result<Message, ApiError> {
    let chat_id = chat_id(params)?;
    let chat = state.writable(chat_id)?;
    let thread_id = thread_id(chat, params)?;
    let reply_to = reply_to(chat, params)?;
    Ok(Message { thread_id, reply_to, ..state.blank(chat_id, state.bot.id) })
}

/// Adds a message to its chat, and returns it as the Bot API does.
pub(crate) fn put(state: &mut State, message: Message) -> Value {
    let chat_id = message.chat_id;
    let id = state.post(message);
    render(state, chat_id, id)
}

fn edit_text(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let text = read_text(params, "MESSAGE_TOO_LONG")?;
    complain_of_preview(state, params, &text)?;
    edit(state, params, Change::Text(text))
}

fn edit_caption(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let caption = read_caption(params)?;
    edit(state, params, Change::Caption(caption))
}

fn edit_markup(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    edit(state, params, Change::Buttons)
}

/// The change of an edit, besides the buttons. An edit removes the buttons unless it sets new ones.
enum Change {
    Text(Text),
    Caption(Text),
    Buttons,
}

fn edit(state: &mut State, params: &Params, change: Change) -> Result<Value, ApiError> {
    let keyboard = text::keyboard(params.json("reply_markup")?)?;
    let chat_id = chat_id(params)?;
    let id = message_id(params)?;
    let (bot, now) = (state.bot.id, state.clock.unix());
    let message = state.writable(chat_id)?.messages.get(&id);
    let message = message.ok_or_else(|| bad_request("message to edit not found"))?;
    if message.from != bot {
        return Err(bad_request("message can't be edited"));
    }
    let text = match change {
        Change::Text(_) if message.has_media() => {
            return Err(bad_request("there is no text in the message to edit"));
        }
        Change::Caption(_) if !message.has_media() => {
            return Err(bad_request("there is no caption in the message to edit"));
        }
        Change::Text(text) | Change::Caption(text) => text,
        Change::Buttons => message.text.clone(),
    };
    if (&message.text, &message.keyboard) == (&text, &keyboard) {
        return Err(not_modified());
    }
    state.admit(chat_id)?;
    let chat = state.writable(chat_id)?;
    if let Some(message) = chat.messages.get_mut(&id) {
        (message.text, message.keyboard, message.edit_date) = (text, keyboard, Some(now));
        chat.edits.push_back(message.clone());
    }
    Ok(render(state, chat_id, id))
}

fn delete_message(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let (chat_id, id, bot) = (chat_id(params)?, message_id(params)?, state.bot.id);
    let chat = state.writable(chat_id)?;
    let message = chat.messages.get(&id).ok_or_else(|| bad_request("message to delete not found"))?;
    if message.from != bot && chat.kind != ChatKind::Private {
        return Err(bad_request("message can't be deleted"));
    }
    chat.messages.remove(&id);
    chat.unread.retain(|unread| *unread != id);
    Ok(json!(true))
}

fn answer_press(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let text = params.text("text").unwrap_or_default();
    if text.chars().count() > MAX_NOTICE {
        return Err(malformed("MESSAGE_TOO_LONG"));
    }
    let id = params
        .text("callback_query_id")
        .ok_or_else(|| malformed("callback query identifier is not specified"))?;
    let (now, lifetime) = (Instant::now(), state.press_lifetime);
    let press = state
        .presses
        .iter_mut()
        .find(|press| press.id == id && press.answer.is_none() && now - press.at < lifetime)
        .ok_or_else(|| bad_request("query is too old and response timeout expired or query ID is invalid"))?;
    press.answer = Some(Answer { text, alert: params.flag("show_alert") });
    Ok(json!(true))
}

fn chat_action(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let action = params.text("action").unwrap_or_default();
    if !ACTIONS.contains(&action.as_str()) {
        return Err(malformed("wrong parameter action in request"));
    }
    let chat = state.writable(chat_id(params)?)?;
    thread_id(chat, params)?;
    Ok(json!(true))
}

fn react(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let reactions = params.json("reaction")?.unwrap_or_else(|| json!([]));
    let reactions = reactions.as_array().ok_or_else(|| malformed("expected an Array of ReactionType"))?;
    let emoji = reactions.first().map(|reaction| reaction["emoji"].as_str().unwrap_or_default().to_owned());
    let is_known =
        emoji.as_ref().is_none_or(|emoji| REACTIONS.split_whitespace().any(|known| known == emoji));
    if !is_known {
        return Err(malformed("REACTION_INVALID"));
    }
    if reactions.len() > 1 {
        return Err(malformed("REACTIONS_TOO_MANY"));
    }
    let id = message_id(params)?;
    let message = state.writable(chat_id(params)?)?.messages.get_mut(&id);
    message.ok_or_else(|| bad_request("message to react not found"))?.reaction = emoji;
    Ok(json!(true))
}

fn set_commands(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let commands = params.json("commands")?.unwrap_or_default();
    let commands = commands.as_array().ok_or_else(|| malformed("expected an Array of BotCommand"))?;
    let menu = (command_scope(params)?, menu_language(params)?);
    let mut known = Vec::new();
    for command in commands {
        let name = command["command"].as_str().unwrap_or_default();
        let description = command["description"].as_str().unwrap_or_default();
        let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !(1..=32).contains(&name.len()) || !name.bytes().all(is_valid) {
            return Err(malformed("BOT_COMMAND_INVALID"));
        }
        if !(1..=256).contains(&description.chars().count()) {
            return Err(malformed("BOT_COMMAND_DESCRIPTION_INVALID"));
        }
        known.push((name.to_owned(), description.to_owned()));
    }
    state.commands.insert(menu, known);
    Ok(json!(true))
}

/// Returns the commands of this scope and language only.
fn get_commands(state: &State, params: &Params) -> Result<Value, ApiError> {
    let menu = (command_scope(params)?, menu_language(params)?);
    let known = state.commands.get(&menu).into_iter().flatten();
    Ok(known.map(|(name, description)| json!({"command": name, "description": description})).collect())
}

/// Returns the scope of a menu, by its type; single chats are not simulated.
fn command_scope(params: &Params) -> Result<&'static str, ApiError> {
    let scope = params.json("scope")?.unwrap_or_else(|| json!({"type": DEFAULT_SCOPE}));
    let scope = scope["type"].as_str().unwrap_or_default();
    [DEFAULT_SCOPE, PRIVATE_SCOPE, "all_group_chats", "all_chat_administrators"]
        .into_iter()
        .find(|known| *known == scope)
        .ok_or_else(|| malformed("can't parse BotCommandScope"))
}

/// Returns the language of a menu: two letters, or nothing.
fn menu_language(params: &Params) -> Result<String, ApiError> {
    let language = params.text("language_code").unwrap_or_default();
    let is_valid = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
    match is_valid || language.is_empty() {
        true => Ok(language),
        false => Err(malformed("invalid language code specified")),
    }
}

fn read_text(params: &Params, too_long: &str) -> Result<Text, ApiError> {
    refuse_markup(params)?;
    text::tidy(&params.text("text").unwrap_or_default(), params.json("entities")?, too_long)
}

pub(crate) fn read_caption(params: &Params) -> Result<Text, ApiError> {
    refuse_markup(params)?;
    text::tidy_caption(&params.text("caption").unwrap_or_default(), params.json("caption_entities")?)
}

fn refuse_markup(params: &Params) -> Result<(), ApiError> {
    match params.text("parse_mode") {
        Some(_) => Err(malformed("the simulator takes entities only, no parse_mode")),
        None => Ok(()),
    }
}

fn chat_id(params: &Params) -> Result<i64, ApiError> {
    params.required("chat_id", "chat_id is empty")
}

fn message_id(params: &Params) -> Result<i32, ApiError> {
    let id = params.required("message_id", "message identifier is not specified")?;
    i32::try_from(id).map_err(|_| malformed("message identifier is out of range"))
}

fn thread_id(chat: &Chat, params: &Params) -> Result<Option<i32>, ApiError> {
    let Some(thread) = params.int("message_thread_id")? else { return Ok(None) };
    let topic = i32::try_from(thread).map_err(|_| malformed(THREAD_NOT_FOUND))?;
    if chat.deleted_topics.contains(&topic) {
        return Err(bad_request(THREAD_NOT_FOUND));
    }
    if !chat.has_topic(topic) {
        return Err(malformed(THREAD_NOT_FOUND));
    }
    if chat.closed_topics.contains(&topic) {
        return Err(bad_request("TOPIC_CLOSED"));
    }
    Ok(Some(topic))
}

fn reply_to(chat: &Chat, params: &Params) -> Result<Option<i32>, ApiError> {
    let reply = params.json("reply_parameters")?.unwrap_or_default();
    let Some(id) = reply["message_id"].as_i64() else { return Ok(None) };
    let original = i32::try_from(id).ok().filter(|id| chat.messages.contains_key(id));
    match original {
        None if reply["allow_sending_without_reply"] != json!(true) => {
            Err(bad_request("message to be replied not found"))
        }
        found => Ok(found),
    }
}

fn render(state: &State, chat_id: i64, id: i32) -> Value {
    state.message(chat_id, id).map(|message| state.render(message)).unwrap_or_default()
}
