//! Reads and merges the layers. One pass finds all mistakes; each error names the place and the remedy.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::de::{DeTable, ValueDeserializer};
use toml::{Table, Value};

use super::{
    Config, DEFAULTS, advice, check,
    chosen::Chosen,
    duplicates,
    effective::{self, Origin, Origins},
    manual,
    paths::{find, join, leaves, put, title},
};

/// The file that is read by default, if it exists.
const DEFAULT_FILE: &str = "config.toml";
/// The prefix of variables that are settings.
pub(super) const PREFIX: &str = "ADJUTANT__";
/// The prefix of a place's name if the place is a variable.
const OF_VARIABLE: &str = "environment variable ";
/// The settings that may be `{ env = "NAME" }` or `{ file = "PATH" }`.
const SECRETS: [&str; 10] = [
    "channels.telegram.token",
    "channels.telegram.webhook_secret",
    "channels.discord.token",
    "channels.web.token",
    "model.api_key",
    "tools.search.api_key",
    "memory.embeddings.api_key",
    "media.speech.api_key",
    "media.voice.api_key",
    "site.stock_photos_key",
];

/// Returns whether a setting may be a reference to a secret.
pub(super) fn is_secret(path: &str) -> bool {
    let of_model = path.strip_prefix("models.").and_then(|rest| rest.split_once('.'));
    SECRETS.contains(&path) || of_model.is_some_and(|(_, key)| key == "api_key")
}

/// The mistakes in a configuration: a line for each, in the order of the file.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigErrors(Vec<String>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigErrors {}

pub(super) type Env = BTreeMap<String, String>;

/// See [`Config::load`].
pub(super) fn load(path: Option<&Path>, env: &Env) -> Result<Config, ConfigErrors> {
    let file = read(path)?;
    parse(file.as_ref().map(|(name, text)| (&**name, &**text)), env)
}

/// See [`Config::parse`].
pub(super) fn parse(file: Option<(&str, &str)>, env: &Env) -> Result<Config, ConfigErrors> {
    let mut layers = Layers::new(env)?;
    if let Some((name, text)) = file {
        layers.add_file(name, text);
    }
    layers.add_env();
    layers.finish()
}

/// See [`Config::default`].
pub(super) fn embedded() -> Result<Config, ConfigErrors> {
    Layers::new(&Env::new())?.finish()
}

/// Returns the name and the text of the file, if there is one to read.
fn read(path: Option<&Path>) -> Result<Option<(String, String)>, ConfigErrors> {
    let file = path.unwrap_or(Path::new(DEFAULT_FILE));
    let name = file.display().to_string();
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some((name, text))),
        Err(error) if path.is_none() && error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ConfigErrors(vec![format!("{name} cannot be read: {error}")])),
    }
}

/// The place of a setting.
#[derive(Clone)]
struct Place {
    /// The line in the file, by which mistakes are sorted. Mistakes outside the file come last.
    line: usize,
    /// For people, e.g. `config.toml line 3`.
    name: String,
}

struct Layers<'a> {
    env: &'a Env,
    /// The embedded defaults: the known keys, with values of the right type.
    defaults: Table,
    merged: Table,
    places: BTreeMap<String, Place>,
    /// The values as they were written, before secrets are looked up.
    written: BTreeMap<String, Value>,
    /// The unset variables that secrets name, by setting.
    unset: BTreeMap<String, String>,
    mistakes: Vec<(usize, String)>,
    warnings: Vec<String>,
}

impl<'a> Layers<'a> {
    fn new(env: &'a Env) -> Result<Self, ConfigErrors> {
        let mut defaults: Table = toml::from_str(DEFAULTS).map_err(|error| fatal(&error))?;
        let mut written = BTreeMap::new();
        for path in SECRETS {
            if let Some(value) = find(&defaults, path) {
                let resolved = resolve(value, env).map_err(|must| ConfigErrors(vec![must]))?;
                written.insert(path.to_owned(), value.clone());
                put(&mut defaults, path, resolved);
            }
        }
        let merged = defaults.clone();
        Ok(Self {
            env,
            defaults,
            merged,
            places: BTreeMap::new(),
            written,
            unset: BTreeMap::new(),
            mistakes: Vec::new(),
            warnings: Vec::new(),
        })
    }

    fn add_file(&mut self, name: &str, text: &str) {
        let place = |offset: usize| {
            let line = duplicates::line_of(text, offset);
            Place { line, name: format!("{name} line {line}") }
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let place = place(error.span().map_or(0, |span| span.start));
            let duplicate = duplicates::explain(text, error);
            self.mistake(&place, duplicate.as_deref().unwrap_or(error.message()));
        }
        if errors.is_empty() {
            self.add_table("", table.get_ref(), &place);
        }
    }

    fn add_table(&mut self, section: &str, table: &DeTable<'_>, place: &impl Fn(usize) -> Place) {
        for (key, value) in table {
            let path = join(section, key.get_ref());
            let place_of_key = place(key.span().start);
            let inner = value.get_ref().as_table();
            if let Some(chosen) = Chosen::of(section).filter(|_| inner.is_some()) {
                if !self.add_chosen(chosen, key.get_ref()) {
                    self.mistake(&place_of_key, &(chosen.advice)(key.get_ref()));
                    continue;
                }
                self.places.insert(join(&path, chosen.required), place_of_key.clone());
            }
            match (find(&self.defaults, &path), inner) {
                (None, Some(_)) => {
                    let message = advice::unknown_section(&self.defaults, section, key.get_ref());
                    self.mistake(&place_of_key, &message);
                }
                (None, None) => {
                    let message = advice::unknown_key(&self.defaults, section, key.get_ref());
                    self.mistake(&place_of_key, &message);
                }
                (Some(Value::Table(_)), Some(inner)) => self.add_table(&path, inner, place),
                (Some(Value::Table(_)), None) => {
                    self.mistake(
                        &place_of_key,
                        &format!("{path} is a section: write [{path}] and its keys below"),
                    );
                }
                (Some(_), _) => match Value::deserialize(ValueDeserializer::from(value.clone())) {
                    Ok(value) => self.add(path, value, place_of_key),
                    Err(error) => self.mistake(&place_of_key, error.message()),
                },
            }
        }
    }

    /// Adds a section whose name the operator chose to the known ones. Returns false if the name is not allowed.
    fn add_chosen(&mut self, chosen: &Chosen, name: &str) -> bool {
        if !(chosen.may_be_named)(name) {
            return false;
        }
        let known: Table = toml::from_str(&manual::chosen(chosen.section)).unwrap_or_default();
        for (table, section) in [(&mut self.defaults, known), (&mut self.merged, Table::new())] {
            if let Some(Value::Table(named)) = table.get_mut(chosen.section) {
                named.entry(name).or_insert(Value::Table(section));
            }
        }
        true
    }

    fn add_env(&mut self) {
        for (name, text) in self.env {
            let Some(rest) = name.strip_prefix(PREFIX) else {
                self.warnings.extend(self.misspelt(name));
                continue;
            };
            let path = rest.to_lowercase().replace("__", ".");
            let place = Place { line: usize::MAX, name: format!("{OF_VARIABLE}{name}") };
            if let [section, name, _] = path.split('.').collect::<Vec<_>>()[..]
                && let Some(chosen) = Chosen::of(section)
            {
                self.add_chosen(chosen, name);
            }
            match find(&self.defaults, &path) {
                Some(default) if !default.is_table() => {
                    let value = from_env(text, default, is_secret(&path));
                    self.add(path, value, place);
                }
                _ => {
                    let known = leaves(&self.defaults).into_iter().map(|path| variable(&path));
                    let mistake = format!("{} {}", place.name, advice::unknown_variable(name, known));
                    self.mistakes.push((place.line, mistake));
                }
            }
        }
    }

    /// Returns a message about a variable that is not a setting, but would be one with other underscores.
    fn misspelt(&self, name: &str) -> Option<String> {
        let letters = |name: &str| name.replace('_', "").to_uppercase();
        // Most variables are others' and are not compared with all settings.
        if !letters(name).starts_with(&letters(PREFIX)) {
            return None;
        }
        let mut known = leaves(&self.defaults).into_iter().map(|path| variable(&path));
        let meant = known.find(|known| letters(known) == letters(name))?;
        Some(format!(
            "environment variable {name} is not a setting, and has no effect; did you mean {meant}?"
        ))
    }

    /// Adds a setting to the merged settings, or records the mistake in it.
    fn add(&mut self, path: String, value: Value, place: Place) {
        let is_secret = is_secret(&path);
        if let Some(Value::String(variable)) = value.get("env").filter(|_| is_secret)
            && self.env.get(variable).is_none_or(|text| text.trim().is_empty())
        {
            self.unset.insert(path.clone(), variable.clone());
        }
        self.written.insert(path.clone(), value.clone());
        let value = if is_secret { resolve(&value, self.env) } else { Ok(value) };
        match value.and_then(|value| self.accept(&path, &value).map(|()| value)) {
            Ok(value) => put(&mut self.merged, &path, value),
            Err(must) => self.mistake(&place, &format!("{} {must}", title(&path))),
        }
        self.places.insert(path, place);
    }

    /// Checks that the defaults with only this value changed are a valid configuration. The error says what the value
    /// must be.
    fn accept(&self, path: &str, value: &Value) -> Result<(), String> {
        let mut alone = self.defaults.clone();
        put(&mut alone, path, value.clone());
        let Err(error) = Config::deserialize(alone) else { return Ok(()) };
        let must = match find(&self.defaults, path) {
            _ if error.message().starts_with("must ") => error.message().to_owned(),
            Some(Value::Array(_)) if let Some(unknown) = advice::unknown_word(error.message()) => unknown,
            Some(Value::Integer(_)) => "must be a whole number, not negative".to_owned(),
            Some(Value::Float(_)) => "must be a number".to_owned(),
            Some(Value::Boolean(_)) => "must be true or false".to_owned(),
            Some(Value::Array(_)) => "must be a list of texts in brackets".to_owned(),
            _ => "must be a text in quotes".to_owned(),
        };
        Err(format!("{must}{}", advice::example(path)))
    }

    /// Warns of secrets whose variable is not set.
    fn warn_of_unset(&mut self) {
        for (path, variable) in &self.unset {
            let place = self.places.get(path).map_or("", |place| place.name.as_str());
            self.warnings.push(format!(
                "{place}: {} counts as not set, because the variable {variable} is not set or empty",
                title(path)
            ));
        }
    }

    fn origins(&self) -> Origins {
        let written = |path: &str| {
            let origin = match self.places.get(path) {
                None => Origin::Default,
                Some(Place { name, .. }) => match name.strip_prefix(OF_VARIABLE) {
                    Some(variable) => Origin::Environment(variable.to_owned()),
                    None => Origin::File(name.clone()),
                },
            };
            Some((self.written.get(path)?, origin))
        };
        let is_set = |path: &str| {
            let value = find(&self.merged, path).and_then(Value::as_str);
            value.is_some_and(|text| !text.trim().is_empty())
        };
        effective::list(&self.merged, written, is_set)
    }

    fn mistake(&mut self, place: &Place, message: &str) {
        self.mistakes.push((place.line, format!("{}: {message}", place.name)));
    }

    fn finish(mut self) -> Result<Config, ConfigErrors> {
        let mut config = Config::deserialize(self.merged.clone()).map_err(|error| fatal(&error))?;
        for (name, server) in &mut config.mcp {
            for (key, variable) in server.fill_in(self.env) {
                let path = format!("mcp.{name}.{key}");
                let place = self.places.get(&path).map_or("", |place| place.name.as_str());
                self.warnings.push(format!(
                    "{place}: the server is not used, because {} names the variable {variable}, which is not set or empty",
                    title(&path)
                ));
            }
        }
        for variable in config.traces.headers.iter_mut().flat_map(|named| named.fill_in(self.env)) {
            let place = self.places.get("traces.headers").map_or("", |place| place.name.as_str());
            self.warnings.push(format!(
                "{place}: {} names the variable {variable}, which is not set or empty",
                title("traces.headers")
            ));
        }
        let problems = check::problems(&config).into_iter().map(|(path, must)| (path.to_owned(), must));
        for (path, must) in problems
            .chain(check::agents(&config))
            .chain(check::models(&config))
            .chain(check::chats(&config))
            .chain(check::mcp(&config))
        {
            let subject = title(&path);
            // A setting that was refused above has its default here, which may conflict with other settings.
            if self.mistakes.iter().any(|(_, text)| text.contains(&subject)) {
                continue;
            }
            let must = match self.unset.get(&path) {
                // The file has that line already: an example would not help.
                Some(variable) => {
                    let required = must.split("; example").next().unwrap_or_default();
                    format!("{required}, and the variable {variable} is not set")
                }
                None => must,
            };
            match self.places.get(&path).cloned() {
                Some(place) => self.mistake(&place, &format!("{subject} {must}")),
                None => self.mistakes.push((usize::MAX, format!("{subject} {must}"))),
            }
        }
        if self.mistakes.is_empty() {
            self.warn_of_unset();
            let channels = &config.channels;
            if !channels.web.enabled && channels.telegram.token.is_none() && channels.discord.token.is_none()
            {
                self.warnings.push(advice::no_channel());
            }
            return Ok(Config { origins: self.origins(), warnings: self.warnings, ..config });
        }
        self.mistakes.sort_by_key(|(line, _)| *line);
        Err(ConfigErrors(self.mistakes.into_iter().map(|(_, text)| text).collect()))
    }
}

/// Returns the secret for a reference to it; an unset variable is an empty text.
fn resolve(value: &Value, env: &Env) -> Result<Value, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Source {
        Env(String),
        File(PathBuf),
    }

    if value.is_str() {
        return Ok(value.clone());
    }
    let source = Source::deserialize(value.clone())
        .map_err(|_| r#"must be a text in quotes, { env = "NAME" } or { file = "PATH" }"#.to_owned())?;
    let text = match source {
        Source::Env(name) => env.get(&name).cloned().unwrap_or_default(),
        Source::File(path) => match fs::read_to_string(&path) {
            Ok(text) if text.trim().is_empty() => {
                return Err(format!("names the file {}, which is empty", path.display()));
            }
            Ok(text) => text,
            Err(error) => {
                return Err(format!("names the file {}, which cannot be read: {error}", path.display()));
            }
        },
    };
    Ok(Value::String(text))
}

/// Returns the value of a variable: parsed as TOML, or the bare text if the setting is a text.
fn from_env(text: &str, default: &Value, is_secret: bool) -> Value {
    let bare = || Value::String(text.to_owned());
    let Ok(value) = ValueDeserializer::parse(text).and_then(Value::deserialize) else { return bare() };
    // `4711` may be a model's name as well as a number.
    let fits = !default.is_str() || value.is_str() || (is_secret && value.is_table());
    if fits { value } else { bare() }
}

/// Returns the error that the embedded defaults are invalid. A test rules it out.
fn fatal(error: &toml::de::Error) -> ConfigErrors {
    ConfigErrors(vec![format!("the embedded defaults: {}", error.message())])
}

fn variable(path: &str) -> String {
    format!("{PREFIX}{}", path.to_uppercase().replace('.', "__"))
}
