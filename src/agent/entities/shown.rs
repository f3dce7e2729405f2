//! Finds the entities in a result by its shape.

use adjutant_texts::in_a_line;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;
use uuid::Uuid;

use super::LABEL;

/// The most entities kept of a list.
const OF_A_LIST: usize = 3;
/// The most entities kept of search matches.
const OF_MATCHES: usize = 5;
/// The field that holds search matches.
const MATCHES: &str = "matches";
/// The most characters of an id or address; a longer one is not kept.
pub(super) const ID: usize = 300;
/// Internal ids, which people do not refer to.
const MACHINERY: [&str; 2] = ["session_id", "call_id"];
/// Fields that hold an entity's name, best first.
const LABELS: [&str; 6] = ["name", "title", "label", "text", "goal", "what"];
/// The kind of an entity if its result does not tell the kind.
const UNNAMED: &str = "entry";

/// An entity that a result mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Thing {
    /// The kind, such as `schedule`, `note` or `page`.
    pub kind: String,
    /// The id, address or path that tools accept. Empty if the result names none.
    pub id: String,
    /// The entity's name.
    pub label: Option<String>,
}

/// The entities that one result mentions.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Single entities.
    pub things: Vec<Thing>,
    /// The beginning of a list.
    pub list: Vec<Thing>,
    /// The full length of that list.
    pub listed: usize,
}

/// Returns the entities in a result: a single one under its own name or as the result's fields, or a list under the
/// plural. Of several lists, the first is the list; the entities in the others count as single ones.
pub(crate) fn shown(result: &str) -> Shown {
    let Ok(Value::Object(output)) = serde_json::from_str(result) else { return Shown::default() };
    let mut shown = Shown::default();
    for (name, value) in &output {
        match value {
            Value::Object(fields) => shown.things.extend(thing(fields, Some(name), name)),
            Value::Array(items) => {
                let most = if name == MATCHES { OF_MATCHES } else { OF_A_LIST };
                let first = items.iter().take(most).map(|item| {
                    let fields = item.as_object()?;
                    thing(fields, None, singular(name)).or_else(|| Some(Thing::nameless(label(fields))))
                });
                let found = list(first);
                if shown.list.is_empty() {
                    shown.listed = if found.is_empty() { 0 } else { items.len() };
                    shown.list = found;
                } else {
                    shown.things.extend(found.into_iter().filter(|it| !it.is_nameless()));
                }
            }
            _ => {}
        }
    }
    if shown.things.is_empty() && shown.list.is_empty() {
        shown.things.extend(thing(&output, None, UNNAMED));
    }
    shown
}

/// Returns the entity that these fields describe, which may be nested under `name`. `kind` is its kind if only the
/// field `id` addresses it. `None` if no field addresses it.
fn thing(fields: &Map<String, Value>, name: Option<&str>, kind: &str) -> Option<Thing> {
    let text = |field: &str| fields.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    let id = |field: &str| match fields.get(field)? {
        Value::Number(number) => Some(number.to_string()),
        _ => text(field).map(str::to_owned),
    };
    let own = name.map(|name| format!("{name}_id")).filter(|field| id(field).is_some());
    let any = || fields.keys().find(|field| is_id(field) && id(field).is_some()).cloned();
    let (kind, id) = if let Some(field) = own.or_else(any) {
        (field.trim_end_matches("_id").to_owned(), id(&field)?)
    } else if let Some(id) = id("id") {
        // The gateway's own ids contain their kind.
        (kind_of_ours(&id).unwrap_or(kind).to_owned(), id)
    } else if let Some(url) = text("url") {
        (name.unwrap_or("page").to_owned(), url.to_owned())
    } else {
        (name.unwrap_or("file").to_owned(), text("path")?.to_owned())
    };
    (id.chars().count() <= ID).then(|| Thing { kind, id, label: label(fields) })
}

/// Returns the name of one item in a list with this name.
fn singular(list: &str) -> &str {
    list.strip_suffix('s').filter(|one| !one.is_empty() && list != MATCHES).unwrap_or(UNNAMED)
}

/// Returns the name in these fields.
fn label(fields: &Map<String, Value>) -> Option<String> {
    let text = |field: &&str| fields.get(*field).and_then(Value::as_str).filter(|text| !text.is_empty());
    LABELS.iter().find_map(text).map(|label| in_a_line(label, LABEL))
}

/// Returns a list in which every entity keeps its position. Empty if no entity in it can be addressed.
fn list(items: impl Iterator<Item = Option<Thing>>) -> Vec<Thing> {
    let list: Vec<_> = items.map(|item| item.unwrap_or_else(|| Thing::nameless(None))).collect();
    if list.iter().all(Thing::is_nameless) { Vec::new() } else { list }
}

fn is_id(field: &str) -> bool {
    field.ends_with("_id") && !MACHINERY.contains(&field)
}

impl Shown {
    /// Removes all words of others: keeps only the host of an address, and only the gateway's own ids.
    pub(super) fn without_words(self) -> Self {
        let things = self.things.into_iter().filter_map(Thing::without_words).collect();
        let list = list(self.list.into_iter().map(Thing::without_words));
        let listed = if list.is_empty() { 0 } else { self.listed };
        Self { things, list, listed }
    }
}

impl Thing {
    /// A list item that no tool can address.
    fn nameless(label: Option<String>) -> Self {
        Self { kind: UNNAMED.to_owned(), id: String::new(), label }
    }

    pub(super) fn is_nameless(&self) -> bool {
        self.id.is_empty()
    }

    /// Reduces the entity to its host or its own id. Even field names are dropped, since a server chooses its headers.
    pub(super) fn without_words(self) -> Option<Self> {
        let (kind, id) = match kind_of_ours(&self.id) {
            Some(kind) => (kind.to_owned(), self.id),
            None => ("page".to_owned(), Url::parse(&self.id).ok()?.host_str()?.to_owned()),
        };
        Some(Self { kind, id, label: None })
    }
}

/// Returns the kind of an id from `ids.rs`, which is the prefix before its UUID. `None` for any other text.
fn kind_of_ours(id: &str) -> Option<&str> {
    const LONGEST: usize = 16;
    let (kind, rest) = id.split_once('-')?;
    let is_word = kind.len() <= LONGEST && kind.bytes().all(|byte| byte.is_ascii_lowercase());
    (is_word && Uuid::try_parse(rest).is_ok()).then_some(kind)
}
