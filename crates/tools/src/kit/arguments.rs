//! The kinds of a tool's arguments, such as addresses, files and secrets, as their types declare them.
//!
//! An argument structure uses [`WebUrl`], [`FilePath`] and [`SecretText`] in place of `String`, also within lists and
//! maps. Their schemas carry a `format`, which the registry removes, since not every model server accepts it. The
//! declared arguments pass the security check before the tool sees the call, and rules compare them in their normal
//! form.

use std::{borrow::Cow, fmt, ops::Deref};

use adjutant_domain::{
    redact::{REDACTED, is_credential},
    web,
};
use adjutant_workspace as workspace;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

/// The subject of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// An address that the call accesses.
    Url,
    /// A file of the person.
    Path,
    /// A value that no prompt and no record may show, such as a password.
    Secret,
}

impl ArgumentKind {
    const ALL: [Self; 3] = [Self::Url, Self::Path, Self::Secret];

    /// Returns the `format` that marks this kind in a schema.
    fn format(self) -> &'static str {
        match self {
            Self::Url => "uri",
            Self::Path => "path",
            Self::Secret => "secret",
        }
    }
}

macro_rules! argument {
    ($(#[$doc:meta])* $name:ident, $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "format": ArgumentKind::$kind.format() })
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }
    };
}

argument!(
    /// A web address in a tool's arguments.
    #[derive(Debug)]
    WebUrl, Url
);
argument!(
    /// The path of a file in a tool's arguments, like `/shared/NAME`.
    #[derive(Debug)]
    FilePath, Path
);
argument!(
    /// A credential in a tool's arguments.
    SecretText, Secret
);

/// Hides the secret.
impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

/// The declared addresses, paths and secrets among a tool's arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredArguments(Vec<Declared>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Declared {
    place: Vec<Step>,
    kind: ArgumentKind,
}

/// A step from a value to one within it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(String),
    /// Each item of a list, or each value of a map.
    Each,
}

impl DeclaredArguments {
    /// Reads the declarations in a schema, and removes them from it.
    pub(super) fn take_from(schema: &mut Value) -> Self {
        let mut declared = Vec::new();
        take(schema, &[], &mut declared);
        Self(declared)
    }

    /// Returns the texts of this kind in the arguments of a call.
    pub fn of(&self, kind: ArgumentKind, arguments: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.change(kind, &mut arguments.clone(), &mut |text| found.push(text.clone()));
        found
    }

    /// Changes the texts of this kind in the arguments of a call.
    pub fn change(&self, kind: ArgumentKind, arguments: &mut Value, with: &mut dyn FnMut(&mut String)) {
        self.change_named(kind, arguments, &mut |_, text| with(text));
    }

    /// Changes the texts of this kind; `with` also gets the key of a text in a map.
    fn change_named(&self, kind: ArgumentKind, arguments: &mut Value, with: &mut Change<'_>) {
        for declared in self.0.iter().filter(|declared| declared.kind == kind) {
            change(arguments, &declared.place, None, with);
        }
    }

    /// Returns the arguments with addresses and paths in their normal form, as rules compare them.
    pub fn normalised(&self, arguments: &Value) -> Value {
        let mut arguments = arguments.clone();
        self.change(ArgumentKind::Url, &mut arguments, &mut |text| {
            if let Ok(url) = web::normalised(text) {
                *text = url.into();
            }
        });
        self.change(ArgumentKind::Path, &mut arguments, &mut |text| *text = workspace::plain(text));
        arguments
    }

    /// Returns the arguments without their secrets.
    pub fn without_secrets(&self, arguments: &Value) -> Value {
        let mut arguments = arguments.clone();
        self.change(ArgumentKind::Secret, &mut arguments, &mut |text| REDACTED.clone_into(text));
        arguments
    }

    /// Returns the arguments for the details of a prompt: a credential is replaced by its length. A map's value is
    /// shown if its key does not look like a credential's, since it may be what the call would give away.
    pub fn without_credentials(&self, arguments: &Value) -> Value {
        let mut arguments = arguments.clone();
        self.change_named(ArgumentKind::Secret, &mut arguments, &mut |name, text| {
            if name.is_none_or(is_credential) {
                *text = format!("[hidden: {} characters]", text.chars().count());
            }
        });
        arguments
    }
}

/// Changes a text; the first argument is the text's key in a map.
type Change<'a> = dyn FnMut(Option<&str>, &mut String) + 'a;

fn take(schema: &mut Value, place: &[Step], declared: &mut Vec<Declared>) {
    let Some(fields) = schema.as_object_mut() else { return };
    let kind = fields.get("format").and_then(Value::as_str);
    let kind = ArgumentKind::ALL.into_iter().find(|known| kind == Some(known.format()));
    if let Some(kind) = kind {
        fields.remove("format");
        declared.push(Declared { place: place.to_vec(), kind });
    }
    let beyond = |step| [place, &[step]].concat();
    for (word, within) in fields {
        match (word.as_str(), within) {
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    take(schema, &beyond(Step::Field(name.clone())), declared);
                }
            }
            ("patternProperties", Value::Object(properties)) => {
                properties.values_mut().for_each(|schema| take(schema, &beyond(Step::Each), declared));
            }
            ("prefixItems", Value::Array(items)) => {
                items.iter_mut().for_each(|schema| take(schema, &beyond(Step::Each), declared));
            }
            ("items" | "additionalProperties", schema) => take(schema, &beyond(Step::Each), declared),
            ("anyOf" | "oneOf" | "allOf", Value::Array(choices)) => {
                choices.iter_mut().for_each(|schema| take(schema, place, declared));
            }
            _ => {}
        }
    }
}

/// Changes all texts at a place and below it.
fn change(value: &mut Value, place: &[Step], name: Option<&str>, with: &mut Change<'_>) {
    match (place, value) {
        ([], Value::String(text)) => with(name, text),
        ([], Value::Array(items)) => items.iter_mut().for_each(|item| change(item, &[], name, with)),
        ([], Value::Object(fields)) => fields.values_mut().for_each(|field| change(field, &[], name, with)),
        ([Step::Field(field), rest @ ..], Value::Object(fields)) => {
            if let Some(field) = fields.get_mut(field) {
                change(field, rest, None, with);
            }
        }
        ([Step::Each, rest @ ..], Value::Array(items)) => {
            items.iter_mut().for_each(|item| change(item, rest, None, with));
        }
        ([Step::Each, rest @ ..], Value::Object(fields)) => {
            fields.iter_mut().for_each(|(name, field)| change(field, rest, Some(name), with));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::{super::schema, *};

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only their schema is used")]
    struct Args {
        url: WebUrl,
        more: Option<Vec<WebUrl>>,
        file: Option<FilePath>,
        parts: Vec<Part>,
        headers: BTreeMap<String, SecretText>,
        text: String,
    }

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only their schema is used")]
    struct Part {
        from: FilePath,
    }

    fn declared() -> DeclaredArguments {
        DeclaredArguments::take_from(&mut schema::of::<Args>())
    }

    #[test]
    fn what_types_declare_is_found_in_lists_maps_and_objects() {
        let arguments = json!({
            "url": "https://a.example",
            "more": ["https://b.example", "https://c.example"],
            "file": "/shared/a",
            "parts": [{ "from": "/shared/b" }, { "from": "/shared/c" }],
            "headers": { "authorization": "s3cret" },
            "text": "https://d.example /shared/d",
        });
        let of = |kind| declared().of(kind, &arguments);
        let mut urls = of(ArgumentKind::Url);
        urls.sort();
        assert_eq!(urls, ["https://a.example", "https://b.example", "https://c.example"]);
        let mut paths = of(ArgumentKind::Path);
        paths.sort();
        assert_eq!(paths, ["/shared/a", "/shared/b", "/shared/c"]);
        assert_eq!(of(ArgumentKind::Secret), ["s3cret"]);
        assert_eq!(declared().without_secrets(&arguments)["headers"]["authorization"], REDACTED);
    }

    #[test]
    fn details_show_what_is_sent_along_and_of_credentials_only_the_length() {
        let arguments = json!({
            "headers": { "Authorization": "Bearer é", "X-Api-Key": "k", "cookie": "a=b", "X-Wifi": "4711" },
        });
        assert_eq!(
            declared().without_credentials(&arguments),
            json!({ "headers": {
                "Authorization": "[hidden: 8 characters]",
                "X-Api-Key": "[hidden: 1 characters]",
                "cookie": "[hidden: 3 characters]",
                "X-Wifi": "4711",
            } })
        );
    }

    #[test]
    fn the_model_is_not_shown_how_an_argument_is_declared() {
        let mut schema = schema::of::<Args>();
        assert!(schema.to_string().contains(r#""format":"uri""#));
        DeclaredArguments::take_from(&mut schema);
        assert!(!schema.to_string().contains("format"), "{schema}");
    }

    #[test]
    fn rules_compare_normal_forms() {
        let arguments = json!({
            "url": "HTTPS://EVIL.exa%6dple:443/./a",
            "file": "shared//./a",
            "text": "HTTPS://EVIL.example",
        });
        let normal = declared().normalised(&arguments);
        assert_eq!(
            normal,
            json!({ "url": "https://evil.example/a", "file": "/shared/a", "text": "HTTPS://EVIL.example" })
        );
    }
}
