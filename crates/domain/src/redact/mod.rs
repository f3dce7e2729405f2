//! The chokepoint for secrets: logs, errors, transcripts and tool outputs pass through [`Redactor::redact`].

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use regex::{NoExpand, Regex};

use hidden::Disguises;
use serde_json::Value;

pub use credential::is_credential;
pub use filter::Filter;
pub use named::{Named, WITHHELD};

mod credential;
mod filter;
mod hidden;
mod named;
mod seen;

/// The text that replaces a secret.
pub const REDACTED: &str = "[secret]";

/// The replacement for the regex, which keeps the captures around the [shapes](SHAPES).
const REPLACEMENT: &str = "${start}${before}[secret]${after}";

/// The shortest known secret that is redacted, in bytes: shorter ones would match ordinary words.
const SHORTEST_SECRET: usize = 6;

/// The shortest known secret that is redacted in what people and the model write, in bytes. A local model's server gets
/// a key such as `ollama`, which must not vanish from a conversation about it.
const SHORTEST_IN_PROSE: usize = 12;

/// The shortest beginning of a known secret that is looked for at the end of an unfinished text, in bytes.
const SHORTEST_BEGUN: usize = 4;

/// The beginning of a [word](WORDS): no letter before it, or only the last letter of an escape. A line break before a
/// token is `\n` in JSON, a space `%20` in a URL, and a terminal's colour ends with `m`.
const START: &str = concat!(
    r"(?<start>\b|\\+(?:[abefnrtv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}",
    r"|(?:\x1b|\\+(?:u001[Bb]|x1[Bb]|033|e))\[[0-9;]*m)"
);

/// The shapes of secrets that begin as a word does. Each is anchored by something that prose does not contain, so that
/// nothing else is redacted; `password=...` and the like are covered only by the known secrets.
///
/// A sign between letters and digits may be escaped, as in Markdown: [`with_escapes`] spells that out.
const WORDS: &[&str] = &[
    // Discord bot tokens.
    r"[MNO]<any>{23,27}<.><any>{6}<.><any>{27,}",
    // Keys of model providers: OpenAI, Anthropic and OpenRouter; Groq; xAI; Google.
    r"sk<-><any>{20,}",
    r"gsk<_>[A-Za-z0-9]{20,}",
    r"xai<->[A-Za-z0-9]{20,}",
    r"AIza<any>{35}",
    // AWS access keys, GitHub tokens, Slack tokens.
    r"(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    r"gh[opusr]<_>[A-Za-z0-9]{36,}",
    r"github<_>pat<_>(?:[A-Za-z0-9]|<_>){36,}",
    r"xox[abeoprs]<->(?:[A-Za-z0-9]|<->){20,}",
    // Authorization headers.
    r"Bearer(?: |\\+u0020|%20|\+)(?:[A-Za-z0-9]|\\*[._~+/-]){20,}=*",
];

/// The shapes of other secrets.
const SHAPES: &[&str] = &[
    // Telegram bot tokens, even in the path of a URL.
    r"\d{6,}(?:\\*:|%3[Aa])<any>{30,}",
    // The user part of URLs, whose delimiters are kept.
    r"(?<before>:(?:\\*/){2})<user>+:<user>+(?<after>@)",
    // Private keys, up to the end of the text if they are cut off.
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?su:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
];

/// Returns a shape as a regex in which signs may be escaped. Letters may not: behind a backslash they are the escape.
fn with_escapes(shape: &str) -> String {
    shape
        .replace("<any>", r"(?:[A-Za-z0-9]|\\*[_-])")
        .replace("<user>", r"(?:[A-Za-z0-9]|\\*[._~%!$&'()*+,;=-])")
        .replace("<.>", r"\\*\.")
        .replace("<->", r"\\*-")
        .replace("<_>", r"\\*_")
}

/// The error for secrets that are too many or too long to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the configured secrets are too long")]
pub struct TooLong;

/// Finds secrets in text. Clones are cheap, and share what the searches have learned: a clone of a [`Regex`] would
/// build its automata anew.
#[derive(Clone, Debug)]
pub struct Redactor(Arc<Patterns>);

#[derive(Debug)]
struct Patterns {
    any: Regex,
    /// The known secrets that are no words, alone; `None` if there are none.
    known: Option<Regex>,
    disguises: Disguises,
}

impl Redactor {
    /// Creates a redactor for these secrets, in any URL-encoded or JSON-escaped form, and for the shapes of other
    /// secrets.
    ///
    /// # Errors
    /// Returns an error if the secrets are too many or too long (together more than about a megabyte).
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Result<Self, TooLong> {
        let mut secrets: Vec<_> =
            secrets.into_iter().filter(|secret| secret.len() >= SHORTEST_SECRET).collect();
        // Alternatives are tried in order: if one secret begins with another, the longer one goes first.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let words = format!("{START}(?:{})", with_escapes(&WORDS.join("|")));
        let shapes = SHAPES.iter().map(|shape| with_escapes(shape));
        let disguises = Disguises::of(&secrets);
        let are_words = secrets.iter().position(|secret| secret.len() < SHORTEST_IN_PROSE);
        let known: Vec<_> = secrets.iter().map(|secret| any_form(secret)).collect();
        // ASCII classes and word boundaries: Unicode ones make compiling and searching several times slower.
        let one_of = |all: &[String]| Regex::new(&format!("(?-u){}", all.join("|"))).map_err(|_| TooLong);
        let of_known = match &known[..are_words.unwrap_or(known.len())] {
            [] => None,
            long => Some(one_of(long)?),
        };
        let any: Vec<_> = known.into_iter().chain([words]).chain(shapes).collect();
        Ok(Self(Arc::new(Patterns { any: one_of(&any)?, known: of_known, disguises })))
    }

    /// Returns the text with every secret replaced by [`REDACTED`]; borrowed if there is none.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.0.any.replace_all(text, REPLACEMENT)
    }

    /// Returns the text with every known secret replaced by [`REDACTED`]. Texts that only look like a secret stay, and
    /// so do known secrets that may be words.
    pub fn replace_known<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match &self.0.known {
            Some(known) => known.replace_all(text, NoExpand(REDACTED)),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns how many bytes at the end of the text are the beginning of a known secret; 0 for very few.
    pub(super) fn begun(&self, text: &str) -> usize {
        self.0.disguises.begun(text)
    }

    /// Returns whether the text holds a secret, even in disguise: percent-encoded, escaped, in base64, base32,
    /// hexadecimal or the codes of its characters, backwards, or with other case, width or signs between its letters.
    pub fn finds_hidden(&self, text: &str) -> bool {
        self.0.disguises.are_in(text, |text| self.0.any.is_match(text))
    }
}

/// Changes every text within a JSON value: strings, names of fields, and numbers that become a text. Texts are redacted
/// before they are encoded, because an encoding could hide where a secret begins.
pub fn change_texts(value: &mut Value, change: &impl Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Number(number) => {
            let plain = number.to_string();
            let changed = change(&plain);
            if changed != plain {
                *value = Value::String(changed);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| change_texts(item, change)),
        Value::Object(fields) => {
            for (name, mut field) in std::mem::take(fields) {
                change_texts(&mut field, change);
                fields.insert(change(&name), field);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// Returns a pattern for the secret as it is, and with any of its special characters percent-encoded or escaped.
fn any_form(secret: &str) -> String {
    let mut pattern = String::new();
    for character in secret.chars() {
        if character.is_ascii_alphanumeric() {
            pattern.push(character);
            continue;
        }
        let plain = regex::escape(character.encode_utf8(&mut [0; 4]));
        let (mut encoded, mut escaped) = (String::new(), String::new());
        for byte in character.to_string().bytes() {
            // Writing to a String cannot fail.
            _ = write!(encoded, "%(?i:{byte:02x})");
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            _ = write!(escaped, r"\\+u(?i:{unit:04x})");
        }
        let space = if character == ' ' { r"|\+" } else { "" };
        _ = write!(pattern, r"(?:\\*{plain}|{encoded}|{escaped}{space})");
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redact(text: &str) -> String {
        Redactor::new(["p/a:s w\"ord", "p/a:s w\"ord-longer", "abc"]).unwrap().redact(text).into_owned()
    }

    #[test]
    fn a_known_secret_is_found_in_every_form() {
        for form in ["p/a:s w\"ord", "p%2Fa%3As%20w%22ord", "p%2fa:s+w%22ord", r#"p/a:s w\"ord"#] {
            assert_eq!(redact(&format!("before {form} after")), "before [secret] after");
        }
        assert_eq!(redact("p/a:s w\"ord-longer"), "[secret]");
        let umlaut = Redactor::new(["passwörter"]).unwrap();
        assert_eq!(umlaut.redact("passwörter passw%c3%b6rter"), "[secret] [secret]");
    }

    #[test]
    fn an_escape_hides_neither_a_secret_nor_where_it_begins() {
        let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
        let keys = [token, "sk-ant-api03-0123456789abcdefghij", "AKIAIOSFODNN7EXAMPLE"];
        for before in [
            r"\n",
            r"\t",
            r"\\n",
            r"\u0020",
            r"\x1b[1;31m",
            "\u{1b}[0m",
            r"\u001b[31m",
            "%0A",
            "%3D",
            "\\\"",
            r"\/",
        ] {
            for key in keys {
                assert_eq!(redact(&format!("a{before}{key}{before}")), format!("a{before}[secret]{before}"));
            }
        }
        // Markdown and JSON escape signs within a secret.
        for (text, shown) in [
            (&*crate::text::escaped(token), "[secret]"),
            (r"sk\-ant\-api03\-0123456789abcdefghij", "[secret]"),
            (r"github\_pat\_0123456789abcdefghij\_0123456789abcdefghij", "[secret]"),
            (r"http:\/\/alice:hunter22@localhost\/", r"http:\/\/[secret]@localhost\/"),
            (r"Bearer\u0020abcdef\/ghijklmnopqrstuvwxyz==\n", r"[secret]\n"),
            (r#"\np\/a:s w\"ord\n"#, r"\n[secret]\n"),
            (r"p\u002fa:s\u0020w\u0022ord", "[secret]"),
        ] {
            assert_eq!(redact(text), shown);
        }
        let umlaut = Redactor::new(["passw\u{f6}rter"]).unwrap();
        assert_eq!(umlaut.redact(r"passw\u00f6rter passw\u00F6rter"), "[secret] [secret]");
    }

    #[test]
    fn every_text_of_a_value_changes_before_it_is_encoded() {
        let mut value = serde_json::json!({
            "lines": ["one\nabcdef", { "abcdef": 1 }],
            "number": 4711,
            "rest": [null, true, 1.5],
        });
        change_texts(&mut value, &|text| text.replace("abcdef", REDACTED).replace("4711", REDACTED));
        let changed = serde_json::json!({
            "lines": ["one\n[secret]", { "[secret]": 1 }],
            "number": "[secret]",
            "rest": [null, true, 1.5],
        });
        assert_eq!(value, changed);
    }

    #[test]
    fn a_secret_in_disguise_is_found() {
        let redactor = Redactor::new(["operator-secret-4711", "hunter"]).unwrap();
        for text in [
            "https://evil.example/?q=operator-secret-4711",
            "https://evil.example/?q=%6fperator%2Dsecret-4711",
            "%256fperator-secret-4711",
            r#"{\"q\": \"\u006fperator-secret-4711\"}"#,
            r"operator\x2dsecret-4711",
            "oper\u{200b}ator-sec\u{ad}ret-4711",
            "operator- secret\n-4711",
            "o p e r a t o r - s e c r e t - 4 7 1 1",
            "b3BlcmF0b3Itc2VjcmV0LTQ3MTE=",
            "b3BlcmF0b3It\nc2VjcmV0LTQ3MTE",
            "aW46IG9wZXJhdG9yLXNlY3JldC00NzExLCBvdXQ",
            "6f70657261746f722d7365637265742d34373131",
            "6F 70 65 72 61 74 6F 72 2D 73 65 63 72 65 74 2D 34 37 31 31",
            r#""oper" + "ator-sec" + "ret-4711""#,
            "OPERATOR.SECRET.4711",
            "1174-terces-rotarepo",
            "oper</b><b>ator-secret-4711",
            "&#x6f;&#112;erator-secret&#45;4711",
            "0x6f 0x70 0x65 0x72 0x61 0x74 0x6f 0x72 0x2d 0x73 0x65 0x63 0x72 0x65 0x74 0x2d 0x34 0x37 0x31 0x31",
            "6F-70-65-72-61-74-6F-72-2D-73-65-63-72-65-74-2D-34-37-31-31",
            "111, 112, 101, 114, 97, 116, 111, 114, 45, 115, 101, 99, 114, 101, 116, 45, 52, 55, 49, 49",
            "157 160 145 162 141 164 157 162 055 163 145 143 162 145 164 055 064 067 061 061",
            "NFXDUIDPOBSXEYLUN5ZC243FMNZGK5BNGQ3TCMI=",
            "ｏｐｅｒａｔｏｒ-ｓｅｃｒｅｔ-４７１１",
            "operat\u{301}or-secret-4711",
            "hun\u{2060}ter",
            "aHVudGVy",
            // The shape sk-ant-api03-0123456789abcdefghij.
            "%73k-ant-api03-0123456789abcdefghij",
            "c2stYW50LWFwaTAzLTAxMjM0NTY3ODlhYmNkZWZnaGlq",
        ] {
            assert!(redactor.finds_hidden(text), "{text}");
        }
        for text in [
            "the hunt erased everything",
            "https://example.com/search?q=oats%20and%20tea&page=2#top",
            "C:\\users\\alice \\u00e9t\\u00e9",
            "dGhpcyBpcyBhIGxvbmcgdGV4dCB3aXRob3V0IHNlY3JldHM=",
            "sk-learn is a library that many people use",
            "d41d8cd98f00b204e9800998ecf8427e",
        ] {
            assert!(!redactor.finds_hidden(text), "{text}");
        }
    }

    #[test]
    fn a_sign_is_no_part_of_an_encoding() {
        let redactor = Redactor::new(["cafe-secret-4711"]).unwrap();
        for text in ["%+caf%65-secret-4711", r"\x+caf\x65-secret-4711"] {
            assert!(redactor.finds_hidden(text), "{text}");
        }
    }

    #[test]
    fn shapes_of_secrets_are_found() {
        let secrets = [
            "123456789:AAAAAAAAAA_BBBBBBBBBB-CCCCCCCCCCCC",
            "sk-ant-api03-0123456789abcdefghij",
            "AKIAIOSFODNN7EXAMPLE",
            "Bearer abcdefghijklmnopqrstuvwxyz==",
            "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
            "AIzaSyA0123456789abcdefghijklmnopqrstuv",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\\nMIIE cut off",
        ];
        for secret in secrets {
            assert_eq!(redact(&format!("({secret}")), "([secret]");
        }
        assert_eq!(
            redact("https://api.telegram.org/bot123456789:AAAAAAAAAA_BBBBBBBBBB-CCCCCCCCCCCC/getMe"),
            "https://api.telegram.org/bot[secret]/getMe"
        );
        assert_eq!(redact("at http://alice:hunter22@localhost/"), "at http://[secret]@localhost/");
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        let texts = [
            "the wifi password=4711, api_key=unknown",
            "abc is too short to be a secret",
            "Bearer tokens are explained at https://example.com:8080/a@b",
            "at 2026-11-21T22:32:10Z id 550e8400-e29b-41d4-a716-446655440000 123456:short",
            "sk-learn, task-force-one-two-three, mail alice@example.com",
            r"C:\\task-force-one-two-three-four, a%20disk-of-one-two-three-four-five",
            "Grüße 👋 日本語",
        ];
        let redactor = Redactor::new([]).unwrap();
        for text in texts {
            assert!(matches!(redactor.redact(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
