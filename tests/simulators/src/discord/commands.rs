//! Application commands that people can call, global or in one guild.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::{
    Discord, Shared,
    body::{Body, Query},
    errors::{self, ApiError, bad_length, invalid, refused},
    http::Reply,
    route::{CommandAction, CommandRoute},
    state::State,
};

/// The most commands in one scope.
const MAX_COMMANDS: usize = 100;
/// The most commands that may be created in a day; overwriting one of the same name does not count.
const MAX_DAILY_CREATES: usize = 200;
/// The most options of a command, and choices of an option.
const MAX_OPTIONS: usize = 25;
/// The longest name, in characters.
const MAX_NAME: usize = 32;
/// The longest description, and name or value of a choice, in characters.
const MAX_TEXT: usize = 100;
/// The languages of the platform's apps.
const LANGUAGES: &str = "bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru \
                         sv-SE th tr uk vi zh-CN zh-TW";
/// The type of a command that people type, as opposed to those in the menu of a user or message.
const CHAT_INPUT: u64 = 1;
/// The option types that can have choices and autocomplete: strings, whole numbers, decimal numbers.
const WITH_CHOICES: [u64; 3] = [3, 4, 10];
/// The option types that are simulated, with booleans. Sub-commands and references to users, roles, channels and files
/// are not.
const KINDS: [u64; 4] = [3, 4, 5, 10];

/// The application's commands.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    /// Keyed by guild; `None` for global commands.
    scopes: BTreeMap<Option<u64>, BTreeMap<u64, Map<String, Value>>>,
    created: usize,
}

impl Commands {
    /// Returns the command that a person calls, from the guild's own or the global ones.
    pub(crate) fn find(&self, guild: Option<u64>, name: &str) -> Option<Value> {
        let scopes = [guild, None].into_iter().filter_map(|scope| self.scopes.get(&scope));
        let mut commands = scopes.flat_map(BTreeMap::values);
        commands.find(|command| command["name"] == name).cloned().map(Value::Object)
    }

    fn list(&self, scope: Option<u64>) -> Value {
        self.scopes.get(&scope).into_iter().flat_map(BTreeMap::values).cloned().map(Value::Object).collect()
    }
}

/// Performs a request to `/applications/{application}/commands` or that of a guild.
pub(crate) fn call(
    shared: &Shared,
    route: &CommandRoute,
    query: &Query,
    body: &Body,
) -> Result<Reply, ApiError> {
    let mut state = shared.lock();
    if route.application != state.settings.application_id {
        return Err(refused(StatusCode::NOT_FOUND, 10002, "Unknown Application").into_bug());
    }
    let bot = state.settings.bot_id;
    let is_member = |guild| state.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&bot));
    if !route.guild.is_none_or(is_member) {
        return Err(errors::missing_access());
    }
    match route.action {
        CommandAction::List => {
            let mut list = state.commands.list(route.guild);
            if query.get("with_localizations").is_none_or(|wanted| wanted != "true") {
                leave_out_languages(&mut list);
            }
            Ok(Reply::json(list))
        }
        CommandAction::Overwrite => overwrite(&mut state, route.guild, body),
        CommandAction::Create => create(&mut state, route.guild, body.fields()),
        CommandAction::Edit(id) => edit(&mut state, route.guild, id, body.fields()),
        CommandAction::Delete(id) => delete(&mut state, route.guild, id),
    }
}

/// Empties the dictionaries of names and descriptions in other languages, which are returned on demand only.
fn leave_out_languages(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(leave_out_languages),
        Value::Object(fields) => {
            for (name, field) in fields {
                match name.as_str() {
                    "name_localizations" | "description_localizations" => *field = Value::Null,
                    _ => leave_out_languages(field),
                }
            }
        }
        _ => {}
    }
}

/// Deletes the commands that are not in the list; those of the same name keep their id.
fn overwrite(state: &mut State, scope: Option<u64>, body: &Body) -> Result<Reply, ApiError> {
    let given = body.json.as_array().ok_or_else(errors::unparsable)?;
    let mut names = Vec::new();
    for (index, command) in given.iter().enumerate() {
        let command = command.as_object().ok_or_else(errors::unparsable)?;
        check(&format!("{index}."), command)?;
        let name = (command["name"].clone(), kind(command));
        if names.contains(&name) {
            let message = "Application command names must be unique";
            return Err(invalid(&format!("{index}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message));
        }
        names.push(name);
    }
    if given.len() > MAX_COMMANDS {
        return Err(too_many());
    }
    let before = state.commands.scopes.insert(scope, BTreeMap::new()).unwrap_or_default();
    for command in given.iter().filter_map(Value::as_object) {
        let same = position(&before, command).and_then(|id| Some((id, before.get(&id)?.clone())));
        if let Err(error) = store(state, scope, same, command.clone()) {
            state.commands.scopes.insert(scope, before);
            return Err(error);
        }
    }
    Ok(Reply::json(state.commands.list(scope)))
}

/// Overwrites a command of the same name.
fn create(state: &mut State, scope: Option<u64>, fields: Map<String, Value>) -> Result<Reply, ApiError> {
    check("", &fields)?;
    let present = state.commands.scopes.entry(scope).or_default();
    let same = position(present, &fields).and_then(|id| present.remove_entry(&id));
    if same.is_none() && present.len() >= MAX_COMMANDS {
        return Err(too_many());
    }
    let is_new = same.is_none();
    let command = store(state, scope, same, fields)?;
    Ok(if is_new { Reply::created(command) } else { Reply::json(command) })
}

fn edit(
    state: &mut State,
    scope: Option<u64>,
    id: u64,
    fields: Map<String, Value>,
) -> Result<Reply, ApiError> {
    let present = state.commands.scopes.entry(scope).or_default();
    let old = present.get(&id).cloned().ok_or_else(unknown_command)?;
    let mut new = old.clone();
    new.extend(fields);
    check("", &new)?;
    store(state, scope, Some((id, old)), new).map(Reply::json)
}

fn delete(state: &mut State, scope: Option<u64>, id: u64) -> Result<Reply, ApiError> {
    let present = state.commands.scopes.entry(scope).or_default();
    present.remove(&id).map(|_| Reply::empty()).ok_or_else(unknown_command)
}

/// Puts a command into its scope, replacing `old`, if any; returns it as the platform shows it.
fn store(
    state: &mut State,
    scope: Option<u64>,
    old: Option<(u64, Map<String, Value>)>,
    fields: Map<String, Value>,
) -> Result<Value, ApiError> {
    let (id, old) = match old {
        Some((id, old)) => (id, Some(old)),
        None => {
            if state.commands.created >= MAX_DAILY_CREATES {
                let message = "Max number of daily application command creates has been reached (200)";
                return Err(refused(StatusCode::BAD_REQUEST, 30034, message));
            }
            state.commands.created += 1;
            (state.snowflake(), None)
        }
    };
    let version = state.snowflake();
    let mut command = complete(fields, scope);
    command.insert("id".into(), json!(id.to_string()));
    command.insert("application_id".into(), json!(state.settings.application_id.to_string()));
    command.insert("version".into(), old.as_ref().map_or(Value::Null, |old| old["version"].clone()));
    if old.as_ref() != Some(&command) {
        command.insert("version".into(), json!(version.to_string()));
    }
    state.commands.scopes.entry(scope).or_default().insert(id, command.clone());
    Ok(Value::Object(command))
}

/// Adds the platform's defaults for omitted fields.
fn complete(fields: Map<String, Value>, scope: Option<u64>) -> Map<String, Value> {
    let defaults = json!({
        "type": CHAT_INPUT,
        "description": "",
        "default_member_permissions": null,
        "nsfw": false,
        "name_localizations": null,
        "description_localizations": null,
    });
    let mut command = defaults.as_object().cloned().unwrap_or_default();
    match scope {
        Some(guild) => command.insert("guild_id".into(), json!(guild.to_string())),
        None => {
            command.insert("contexts".into(), Value::Null);
            command.insert("dm_permission".into(), json!(true));
            command.insert("integration_types".into(), json!([0]))
        }
    };
    command.extend(fields);
    command
}

/// Checks a command. `at` is its path in the request, with a dot at the end unless it is empty.
fn check(at: &str, command: &Map<String, Value>) -> Result<(), ApiError> {
    if kind(command) != CHAT_INPUT {
        let message = "The simulator has only commands that are typed (1).";
        return Err(invalid(&format!("{at}type"), "BASE_TYPE_CHOICES", message));
    }
    check_name(at, command)?;
    check_text(at, command, "description")?;
    check_languages(at, command)?;
    let Some(options) = command.get("options").filter(|options| !options.is_null()) else { return Ok(()) };
    let at = format!("{at}options");
    let options = options.as_array().ok_or_else(|| not_a(&at, "LIST", "a list"))?;
    if options.len() > MAX_OPTIONS {
        return Err(bad_length(&at, 0, MAX_OPTIONS));
    }
    let mut had_optional = false;
    for (index, option) in options.iter().enumerate() {
        let field = format!("{at}.{index}");
        check_option(&field, option)?;
        let is_required = option["required"] == true;
        if is_required && had_optional {
            let message = "Required options must be placed before non-required options";
            return Err(invalid(&field, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message));
        }
        had_optional |= !is_required;
        if options[..index].iter().any(|other| other["name"] == option["name"]) {
            let message = "Application command option names must be unique";
            return Err(invalid(&field, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", message));
        }
    }
    Ok(())
}

fn check_option(field: &str, option: &Value) -> Result<(), ApiError> {
    let at = format!("{field}.");
    let fields = option.as_object().ok_or_else(|| not_a(field, "DICT", "an object"))?;
    let refusal = |name: &str, code: &str, message: &str| Err(invalid(&format!("{at}{name}"), code, message));
    let kind = option["type"].as_u64().unwrap_or_default();
    if !KINDS.contains(&kind) {
        return refusal("type", "BASE_TYPE_CHOICES", &format!("Value must be one of {KINDS:?}."));
    }
    check_name(&at, fields)?;
    check_text(&at, fields, "description")?;
    check_languages(&at, fields)?;
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    let completes = option["autocomplete"] == true;
    if (completes || !choices.is_empty()) && !WITH_CHOICES.contains(&kind) {
        return refusal("type", "APPLICATION_COMMAND_OPTION_TYPE_INVALID", "This type takes no choices");
    }
    if completes && !choices.is_empty() {
        let message = "Options with autocomplete cannot have choices";
        return refusal("choices", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES", message);
    }
    check_choices(&format!("{at}choices"), choices)
}

/// Checks the choices of an option, or those that the bot offers for autocomplete.
pub(crate) fn check_choices(field: &str, choices: &[Value]) -> Result<(), ApiError> {
    if choices.len() > MAX_OPTIONS {
        return Err(bad_length(field, 0, MAX_OPTIONS));
    }
    for (index, choice) in choices.iter().enumerate() {
        let field = format!("{field}.{index}");
        let at = format!("{field}.");
        let choice = choice.as_object().ok_or_else(|| not_a(&field, "DICT", "an object"))?;
        check_text(&at, choice, "name")?;
        match choice.get("value") {
            Some(Value::String(_)) => check_text(&at, choice, "value")?,
            Some(Value::Number(_)) => {}
            _ => return Err(invalid(&format!("{at}value"), "BASE_TYPE_REQUIRED", "This field is required")),
        }
    }
    Ok(())
}

/// Checks that a name matches `^[-_'\p{L}\p{N}]{1,32}$`, in lower case where the script has one.
fn check_name(at: &str, object: &Map<String, Value>) -> Result<(), ApiError> {
    let field = format!("{at}name");
    let name = object.get("name").and_then(Value::as_str).unwrap_or_default();
    if !(1..=MAX_NAME).contains(&name.chars().count()) {
        return Err(bad_length(&field, 1, MAX_NAME));
    }
    let is_right = |char: char| char.is_alphanumeric() || "-_'".contains(char);
    if !name.chars().all(is_right) || name.to_lowercase() != name {
        return Err(invalid(&field, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"));
    }
    Ok(())
}

fn check_text(at: &str, object: &Map<String, Value>, name: &str) -> Result<(), ApiError> {
    let length = object.get(name).and_then(Value::as_str).unwrap_or_default().chars().count();
    if (1..=MAX_TEXT).contains(&length) {
        Ok(())
    } else {
        Err(bad_length(&format!("{at}{name}"), 1, MAX_TEXT))
    }
}

/// Checks the descriptions in other languages. Names in them are not simulated.
fn check_languages(at: &str, object: &Map<String, Value>) -> Result<(), ApiError> {
    let given = object.get("description_localizations").filter(|given| !given.is_null());
    let field = format!("{at}description_localizations");
    let Some(given) = given else { return Ok(()) };
    let given = given.as_object().ok_or_else(|| not_a(&field, "DICT", "an object"))?;
    for language in given.keys() {
        if !LANGUAGES.split_whitespace().any(|known| known == language) {
            return Err(invalid(&field, "BASE_TYPE_CHOICES", "Value must be one of the languages."));
        }
        check_text(&format!("{field}."), given, language)?;
    }
    Ok(())
}

fn not_a(field: &str, kind: &str, what: &str) -> ApiError {
    invalid(field, &format!("{kind}_TYPE_CONVERT"), format_args!("Only {what} may be used here."))
}

fn kind(command: &Map<String, Value>) -> u64 {
    command.get("type").map_or(CHAT_INPUT, |kind| kind.as_u64().unwrap_or_default())
}

/// Finds the command of the same name and type.
fn position(present: &BTreeMap<u64, Map<String, Value>>, command: &Map<String, Value>) -> Option<u64> {
    let is_same =
        |other: &Map<String, Value>| other.get("name") == command.get("name") && kind(other) == kind(command);
    present.iter().find(|(_, other)| is_same(other)).map(|(id, _)| *id)
}

fn too_many() -> ApiError {
    refused(StatusCode::BAD_REQUEST, 30032, "Maximum number of application commands reached (100)").into_bug()
}

fn unknown_command() -> ApiError {
    refused(StatusCode::NOT_FOUND, 10063, "Unknown application command")
}

impl Discord {
    /// Returns the current global commands, in the order of their creation.
    pub fn commands(&self) -> Vec<Value> {
        self.commands_of(None)
    }

    /// Waits until the bot has `count` global commands.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn has_commands(&self, count: usize) {
        let of_bot = |state: &mut State| {
            state.commands.list(None).as_array().filter(|all| all.len() == count).map(drop)
        };
        let waited = self.shared.until(of_bot).await;
        assert!(waited.is_some(), "the bot has {} commands, not {count}", self.commands().len());
    }

    /// Returns the commands of one guild only.
    pub fn guild_commands(&self, guild: u64) -> Vec<Value> {
        self.commands_of(Some(guild))
    }

    fn commands_of(&self, scope: Option<u64>) -> Vec<Value> {
        self.shared.lock().commands.list(scope).as_array().cloned().unwrap_or_default()
    }
}
