//! Direct chats with people who have not written to the bot in one: the bot may open them, and only then do they have an
//! id. Until then such a chat is called `@` and the id of the person.

use adjutant_channel::{ChatRef, SendError};
use reqwest::Method;
use serde_json::json;

use crate::{
    CHANNEL, Discord,
    api::Api,
    errors::{CallError, send_error},
    wire::Channel,
};

/// What the name of a direct chat that has no id yet begins with.
const PERSON: char = '@';

/// Returns the direct chat with a person, by their id.
pub(crate) fn with_person(person: &str) -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: format!("{PERSON}{person}"), thread: None }
}

/// Returns the id of the person, if this is a direct chat that has no id yet.
pub(crate) fn person(chat: &ChatRef) -> Option<&str> {
    chat.chat.strip_prefix(PERSON)
}

/// Opens the direct chat with a person, or finds the one that there is.
pub(crate) async fn open(api: &Api, person: &str) -> Result<Channel, CallError> {
    api.send(Method::POST, "users/@me/channels", &json!({"recipient_id": person})).await
}

/// Opens the direct chat with a person, and returns that the messages for it belong there.
pub(crate) async fn moved(discord: &Discord, person: &str) -> SendError {
    match open(&discord.api, person).await {
        Ok(chat) => {
            discord.channel_cache.insert_direct(chat.id);
            SendError::Migrated(chat.id.to_string())
        }
        // Whether or not it is open: nothing was sent.
        Err(CallError::Unknown(what)) => SendError::NotSent(what),
        Err(error) => send_error(&error, false),
    }
}
