//! Direct chats with people who have not written to the bot. The bot may open such a chat, and only then does it have
//! an id. Until then it is called `@` and the id of the person.

use adjutant_channel::{ChatRef, SendError};
use reqwest::Method;
use serde_json::json;

use crate::{
    CHANNEL, Discord,
    api::Api,
    errors::{CallError, send_error},
    wire::{Channel, Id},
};

/// The beginning of the name of a direct chat without an id.
const PERSON: char = '@';

/// Returns the direct chat with a person, by their id.
pub(crate) fn with_person(person: &str) -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: format!("{PERSON}{person}"), thread: None }
}

/// Returns the id of the person, if this is a direct chat without an id.
pub(crate) fn person(chat: &ChatRef) -> Option<&str> {
    chat.chat.strip_prefix(PERSON)
}

/// Opens the direct chat with a person, or finds the existing one.
pub(crate) async fn open(api: &Api, person: &str) -> Result<Channel, CallError> {
    api.send(Method::POST, "users/@me/channels", &json!({"recipient_id": person})).await
}

/// Returns the id of the direct chat with a person, and opens it if it is not known: Discord limits how many chats a
/// bot opens.
pub(crate) async fn id_of(discord: &Discord, person: &str) -> Result<Id, CallError> {
    if let Some(id) = discord.channel_cache.direct_chat(person) {
        return Ok(id);
    }
    let chat = open(&discord.api, person).await?;
    discord.channel_cache.insert_direct_chat(person, chat.id);
    Ok(chat.id)
}

/// Opens the direct chat with a person, and returns the error that sends its messages there.
pub(crate) async fn moved(discord: &Discord, person: &str) -> SendError {
    match id_of(discord, person).await {
        Ok(id) => SendError::Migrated(id.to_string()),
        // Nothing was sent, whether or not the chat was opened.
        Err(CallError::Unknown(what)) => SendError::NotSent(what),
        Err(error) => send_error(&error, false),
    }
}
