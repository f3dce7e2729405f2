//! The payload of an interaction for the bot: `INTERACTION_CREATE`.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Kind, Original, Record};
use crate::discord::{
    sessions::Dispatch,
    state::{ChannelState, Permission, State},
};

const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const NUMBER: u64 = 10;

/// A person's action.
pub(super) struct Act {
    pub(super) kind: Kind,
    pub(super) user: u64,
    pub(super) channel: u64,
    /// The message with the button or menu.
    pub(super) message: Option<u64>,
    /// The payload's `data`.
    pub(super) data: Value,
    /// The interaction that opened the form.
    pub(super) opened_by: Option<u64>,
}

impl State {
    /// Registers a person's action, and dispatches it to the bot. Returns the interaction's id.
    pub(super) fn interact(&mut self, act: Act) -> u64 {
        let id = self.snowflake();
        let token = format!("simulated-interaction-token-{id}");
        let metadata = self.metadata(id, &act);
        let payload = self.render_interaction(id, &token, &act);
        let record = Record {
            token,
            kind: act.kind,
            user: act.user,
            channel: act.channel,
            source: act.message,
            metadata,
            sent_at: Instant::now(),
            acknowledged: None,
            original: Original::None,
            followups: Vec::new(),
            answer: None,
            choices: Vec::new(),
            modal: None,
        };
        self.interactions.0.insert(id, record);
        let guild = self.channels.get(&act.channel).and_then(ChannelState::guild);
        let event =
            Dispatch { name: "INTERACTION_CREATE", data: payload, guild, intent: None, message: false };
        self.dispatch(event);
        id
    }

    fn render_interaction(&self, id: u64, token: &str, act: &Act) -> Value {
        let guild = self.channels.get(&act.channel).and_then(ChannelState::guild);
        let mut payload = json!({
            "id": id.to_string(),
            "application_id": self.settings.application_id.to_string(),
            "type": act.kind as u8,
            "token": token,
            "version": 1,
            "data": act.data,
            "channel_id": act.channel.to_string(),
            "channel": self.channels.get(&act.channel).map(|channel| self.render_channel(act.channel, channel)),
            "app_permissions": self.permissions(act.channel),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": owners(guild),
            "context": if guild.is_some() { 0 } else { 1 },
            "attachment_size_limit": crate::discord::content::MAX_FILE,
        });
        if let Some(guild) = guild {
            let mut member = self.render_member(guild, act.user);
            member["user"] = self.render_user(act.user);
            // Bots in the tests do not rely on members' permissions.
            member["permissions"] = json!("0");
            payload["member"] = member;
            payload["guild_id"] = json!(guild.to_string());
            payload["guild_locale"] = json!("en-US");
        } else {
            payload["user"] = self.render_user(act.user);
        }
        if let Some(message) = act.message.and_then(|message| self.message(act.channel, message)) {
            payload["message"] = self.render(message);
        }
        payload
    }

    /// Returns the `interaction_metadata` of messages that answer the interaction.
    fn metadata(&self, id: u64, act: &Act) -> Value {
        let guild = self.channels.get(&act.channel).and_then(ChannelState::guild);
        let mut metadata = json!({
            "id": id.to_string(),
            "type": act.kind as u8,
            "user": self.render_user(act.user),
            "authorizing_integration_owners": owners(guild),
        });
        match act.kind {
            Kind::Command | Kind::Autocomplete => metadata["name"] = act.data["name"].clone(),
            Kind::Component => {
                metadata["interacted_message_id"] = json!(act.message.map(|message| message.to_string()));
            }
            Kind::Form => {
                let opener = act.opened_by.and_then(|opener| self.interactions.0.get(&opener));
                let opener = opener.map_or(Value::Null, |opener| opener.metadata.clone());
                metadata["triggering_interaction_metadata"] = opener;
            }
        }
        metadata
    }

    /// Returns the bot's permissions in a channel, as a number in a string.
    fn permissions(&self, channel: u64) -> String {
        let all = [
            (Permission::AddReactions, 6),
            (Permission::ViewChannel, 10),
            (Permission::SendMessages, 11),
            (Permission::EmbedLinks, 14),
            (Permission::AttachFiles, 15),
            (Permission::ReadMessageHistory, 16),
            (Permission::CreatePublicThreads, 35),
            (Permission::SendMessagesInThreads, 38),
        ];
        let held = all.into_iter().filter(|(permission, _)| !self.is_forbidden(channel, *permission));
        held.map(|(_, bit)| 1_u64 << bit).sum::<u64>().to_string()
    }
}

/// Builds the `data` of a called command.
///
/// # Panics
/// Panics if the command has no such argument, a required one is missing, or a value does not fit.
pub(super) fn command_data(command: &Value, arguments: &[(&str, &str)]) -> Value {
    let options = command["options"].as_array().map_or(&[][..], Vec::as_slice);
    let given: Vec<Value> = arguments.iter().map(|(name, value)| given(options, name, value)).collect();
    let is_given = |option: &Value| arguments.iter().any(|(name, _)| option["name"] == *name);
    let missing = options.iter().find(|option| option["required"] == true && !is_given(option));
    assert!(
        missing.is_none(),
        "{} is not called without {}",
        command["name"],
        missing.unwrap_or(&Value::Null)
    );
    data(command, given)
}

/// Builds the `data` while an argument is being typed.
///
/// # Panics
/// Panics if the command has no such argument with autocomplete.
pub(super) fn focused_data(command: &Value, argument: &str, typed: &str) -> Value {
    let options = command["options"].as_array().map_or(&[][..], Vec::as_slice);
    let option = find(options, argument);
    assert_eq!(option["autocomplete"], true, "the choices of {argument} are not asked for");
    data(command, vec![json!({"name": argument, "type": option["type"], "value": typed, "focused": true})])
}

fn data(command: &Value, options: Vec<Value>) -> Value {
    let mut data = json!({
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "options": options,
    });
    if !command["guild_id"].is_null() {
        data["guild_id"] = command["guild_id"].clone();
    }
    data
}

fn given(options: &[Value], name: &str, text: &str) -> Value {
    let option = find(options, name);
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    if !choices.is_empty() {
        let chosen = choices.iter().find(|choice| choice["name"] == text || choice["value"] == text);
        let chosen = chosen.unwrap_or_else(|| panic!("{text} is no choice of {name}"));
        return json!({"name": name, "type": option["type"], "value": chosen["value"]});
    }
    let value = match option["type"].as_u64() {
        Some(STRING) => Some(json!(text)),
        Some(INTEGER) => text.parse::<i64>().ok().map(|number| json!(number)),
        Some(BOOLEAN) => text.parse::<bool>().ok().map(|flag| json!(flag)),
        Some(NUMBER) => text.parse::<f64>().ok().map(|number| json!(number)),
        _ => None,
    };
    let value = value.unwrap_or_else(|| panic!("{text} cannot be typed for {name}"));
    json!({"name": name, "type": option["type"], "value": value})
}

fn find<'a>(options: &'a [Value], name: &str) -> &'a Value {
    let found = options.iter().find(|option| option["name"] == name);
    found.unwrap_or_else(|| panic!("the command has no argument {name}"))
}

/// Returns the installation of the application: the guild's.
fn owners(guild: Option<u64>) -> Value {
    json!({"0": guild.unwrap_or_default().to_string()})
}
