//! The bot's commands in Discord's menu.

use std::collections::HashMap;

use adjutant_channel::{Argument, Command};
use reqwest::Method;
use serde::{Deserialize, de::IgnoredAny};
use serenity::all::{CommandOptionType, CommandType, CreateCommand, CreateCommandOption};

use crate::{api::Api, errors::CallError, retry::retry, wire::Id};

/// Discord allows few command writes at a time, and says how long to wait.
const ATTEMPTS: u32 = 5;

/// Makes Discord's list of the bot's commands equal to `commands`, with as few writes as possible, since Discord counts
/// them. Leaves entries that are not slash commands alone.
pub(crate) async fn sync_commands(
    api: &Api,
    application: &str,
    commands: &'static [Command],
) -> Result<(), CallError> {
    let path = format!("applications/{application}/commands");
    let registered: Vec<RegisteredCommand> = retry(ATTEMPTS, || api.get(&path)).await?;
    if registered.is_empty() {
        // One request instead of one for each command, of which Discord allows five in twenty seconds.
        let all: Vec<_> = commands.iter().map(body).collect();
        retry(ATTEMPTS, || api.send::<IgnoredAny>(Method::PUT, &path, &all)).await?;
        return Ok(());
    }
    let slash = registered.iter().filter(|registered| registered.is_slash());
    let mut there: HashMap<&str, &RegisteredCommand> =
        slash.map(|registered| (registered.name.as_str(), registered)).collect();
    for command in commands {
        let body = body(command);
        let (method, path) = match there.remove(command.name) {
            Some(registered) if registered.matches(command) => continue,
            Some(registered) => (Method::PATCH, format!("{path}/{}", registered.id)),
            None => (Method::POST, path.clone()),
        };
        retry(ATTEMPTS, || api.send::<IgnoredAny>(method.clone(), &path, &body)).await?;
        tracing::debug!(command = command.name, %method, "registered a command");
    }
    for registered in there.into_values() {
        let path = format!("{path}/{}", registered.id);
        retry(ATTEMPTS, || api.delete(&path)).await?;
    }
    Ok(())
}

fn body(command: &Command) -> CreateCommand {
    let options = command.arguments.iter().map(|argument| {
        CreateCommandOption::new(CommandOptionType::String, argument.name, argument.description)
            .set_autocomplete(argument.completes)
    });
    CreateCommand::new(command.name)
        .kind(CommandType::ChatInput)
        .description(command.description)
        .set_options(options.collect())
}

/// A command as Discord returns it.
#[derive(Deserialize)]
struct RegisteredCommand {
    id: Id,
    #[serde(rename = "type")]
    kind: Option<u8>,
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    options: Vec<RegisteredOption>,
}

#[derive(Deserialize)]
struct RegisteredOption {
    #[serde(rename = "type")]
    kind: u8,
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    autocomplete: bool,
}

impl RegisteredCommand {
    fn is_slash(&self) -> bool {
        self.kind.is_none_or(|kind| kind == u8::from(CommandType::ChatInput))
    }

    fn matches(&self, command: &Command) -> bool {
        self.description == command.description
            && self.options.len() == command.arguments.len()
            && self
                .options
                .iter()
                .zip(command.arguments)
                .all(|(registered, argument)| registered.matches(argument))
    }
}

impl RegisteredOption {
    fn matches(&self, argument: &Argument) -> bool {
        self.kind == u8::from(CommandOptionType::String)
            && self.name == argument.name
            && self.description == argument.description
            && !self.required
            && self.autocomplete == argument.completes
    }
}

#[cfg(test)]
mod tests;
