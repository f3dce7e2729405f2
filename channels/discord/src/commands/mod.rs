//! The bot's commands in Discord's menu.

use std::collections::HashMap;

use adjutant_channel::{Argument, Command, Menu};
use reqwest::Method;
use serde::{Deserialize, de::IgnoredAny};
use serenity::all::{CommandOptionType, CommandType, CreateCommand, CreateCommandOption};

use crate::{api::Api, errors::CallError, retry::retry, wire::Id};

/// The attempts at a command write: Discord allows few of them at a time, and says how long to wait.
const ATTEMPTS: u32 = 5;

/// The commands, and their descriptions in other languages.
#[derive(Clone, Copy)]
pub(crate) struct Menus {
    pub(crate) commands: &'static [Command],
    pub(crate) translations: &'static [Menu],
}

/// Descriptions in other languages, by Discord's names for the languages.
type Localizations = HashMap<String, String>;

/// Makes Discord's list of the bot's commands equal to these, with as few writes as possible, since Discord counts
/// them. Leaves entries that are not slash commands alone.
pub(crate) async fn sync_commands(api: &Api, application: &str, menus: Menus) -> Result<(), CallError> {
    let path = format!("applications/{application}/commands");
    let listed = format!("{path}?with_localizations=true");
    let registered: Vec<RegisteredCommand> = retry(ATTEMPTS, || api.get(&listed)).await?;
    if registered.is_empty() {
        // One request instead of one for each command, of which Discord allows five in twenty seconds.
        let all: Vec<_> = menus.commands.iter().map(|command| menus.body(command)).collect();
        retry(ATTEMPTS, || api.send::<IgnoredAny>(Method::PUT, &path, &all)).await?;
        return Ok(());
    }
    let slash = registered.iter().filter(|registered| registered.is_slash());
    let mut there: HashMap<&str, &RegisteredCommand> =
        slash.map(|registered| (registered.name.as_str(), registered)).collect();
    for command in menus.commands {
        let body = menus.body(command);
        let (method, path) = match there.remove(command.name) {
            Some(registered) if registered.matches(command, menus) => continue,
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

impl Menus {
    fn body(self, command: &Command) -> CreateCommand {
        let options = command.arguments.iter().map(|argument| {
            let kind = CommandOptionType::String;
            let option = CreateCommandOption::new(kind, argument.name, argument.description)
                .set_autocomplete(argument.completes);
            let theirs = self.of_argument(command, argument).into_iter();
            theirs.fold(option, |option, (locale, says)| option.description_localized(locale, says))
        });
        let body = CreateCommand::new(command.name)
            .kind(CommandType::ChatInput)
            .description(command.description)
            .set_options(options.collect());
        let theirs = self.of_command(command).into_iter();
        theirs.fold(body, |body, (locale, says)| body.description_localized(locale, says))
    }

    fn of_command(self, command: &Command) -> Localizations {
        self.localized(command, |translated| Some(translated.description))
    }

    fn of_argument(self, command: &Command, argument: &Argument) -> Localizations {
        let described = |translated: &'static Command| {
            let same = translated.arguments.iter().find(|it| it.name == argument.name)?;
            Some(same.description)
        };
        self.localized(command, described)
    }

    fn localized(
        self,
        command: &Command,
        described: impl Fn(&'static Command) -> Option<&'static str>,
    ) -> Localizations {
        let in_a_language = |menu: &'static Menu| {
            let translated = menu.commands.iter().find(|it| it.name == command.name)?;
            let says = described(translated)?;
            Some(locales(menu.language).iter().map(|locale| ((*locale).to_owned(), says.to_owned())))
        };
        self.translations.iter().filter_map(in_a_language).flatten().collect()
    }
}

/// Returns Discord's names for a language; a language with regions may have several.
fn locales(language: &'static str) -> &'static [&'static str] {
    match language {
        "de" => &["de"],
        "es" => &["es-ES", "es-419"],
        "fr" => &["fr"],
        // Discord refuses a name that it does not know.
        _ => &[],
    }
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
    description_localizations: Option<Localizations>,
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
    description_localizations: Option<Localizations>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    autocomplete: bool,
}

impl RegisteredCommand {
    fn is_slash(&self) -> bool {
        self.kind.is_none_or(|kind| kind == u8::from(CommandType::ChatInput))
    }

    fn matches(&self, command: &Command, menus: Menus) -> bool {
        self.description == command.description
            && are(self.description_localizations.as_ref(), &menus.of_command(command))
            && self.options.len() == command.arguments.len()
            && self.options.iter().zip(command.arguments).all(|(registered, argument)| {
                registered.matches(argument, &menus.of_argument(command, argument))
            })
    }
}

impl RegisteredOption {
    fn matches(&self, argument: &Argument, localizations: &Localizations) -> bool {
        self.kind == u8::from(CommandOptionType::String)
            && self.name == argument.name
            && self.description == argument.description
            && are(self.description_localizations.as_ref(), localizations)
            && !self.required
            && self.autocomplete == argument.completes
    }
}

/// Returns whether the registered translations are the wanted ones; Discord may return an empty dictionary for none.
fn are(registered: Option<&Localizations>, wanted: &Localizations) -> bool {
    registered.map_or(wanted.is_empty(), |registered| registered == wanted)
}

#[cfg(test)]
mod tests;
