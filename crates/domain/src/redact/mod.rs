//! The chokepoint for secrets: logs, errors, transcripts and tool outputs pass through [`Redactor::redact`].

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use regex::Regex;

use hidden::Disguises;

mod hidden;

/// The text that replaces a secret.
pub const REDACTED: &str = "[secret]";

/// The replacement for the regex, which keeps the captures of the [shapes](SHAPES).
const REPLACEMENT: &str = "${before}[secret]${after}";

/// The shortest known secret that is redacted, in bytes: shorter ones would match ordinary words.
const SHORTEST_SECRET: usize = 6;

/// The shapes by which secrets are recognised. Each is anchored by something that prose does not contain, so that
/// nothing else is redacted; `password=...` and the like are covered only by the known secrets.
const SHAPES: &[&str] = &[
    // Telegram bot tokens, even in the path of a URL.
    r"\d{6,}(?::|%3[Aa])[A-Za-z0-9_-]{30,}",
    // Discord bot tokens.
    r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    // Keys of model providers: OpenAI, Anthropic and OpenRouter; Groq; xAI; Google.
    r"\bsk-[A-Za-z0-9_-]{20,}",
    r"\bgsk_[A-Za-z0-9]{20,}",
    r"\bxai-[A-Za-z0-9]{20,}",
    r"\bAIza[A-Za-z0-9_-]{35}",
    // AWS access keys, GitHub tokens, Slack tokens.
    r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    r"\bgh[opusr]_[A-Za-z0-9]{36,}",
    r"\bgithub_pat_[A-Za-z0-9_]{36,}",
    r"\bxox[abeoprs]-[A-Za-z0-9-]{20,}",
    // Authorization headers, and the user part of URLs, whose delimiters are kept.
    r"\bBearer [A-Za-z0-9._~+/-]{20,}=*",
    r"(?<before>://)[A-Za-z0-9._~%!$&'()*+,;=-]+:[A-Za-z0-9._~%!$&'()*+,;=-]+(?<after>@)",
    // Private keys, up to the end of the text if they are cut off.
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?su:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
];

/// The error for secrets that are too many or too long to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the configured secrets are too long")]
pub struct TooLong;

/// Finds secrets in text. Clones are cheap.
#[derive(Clone, Debug)]
pub struct Redactor {
    any: Regex,
    disguises: Arc<Disguises>,
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
        let shapes = SHAPES.iter().map(|shape| (*shape).to_owned());
        let disguises = Arc::new(Disguises::of(&secrets));
        let any: Vec<_> = secrets.into_iter().map(any_form).chain(shapes).collect();
        // ASCII classes and word boundaries: Unicode ones make compiling and searching several times slower.
        let regex = Regex::new(&format!("(?-u){}", any.join("|")));
        Ok(Self { any: regex.map_err(|_| TooLong)?, disguises })
    }

    /// Returns the text with every secret replaced by [`REDACTED`]; borrowed if there is none.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.any.replace_all(text, REPLACEMENT)
    }

    /// Returns whether the text holds a secret, even in disguise: percent-encoded, escaped, in base64 or hexadecimal,
    /// or split by spaces or invisible characters.
    pub fn finds_hidden(&self, text: &str) -> bool {
        self.disguises.are_in(text, &self.any)
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
        let mut encoded = String::new();
        for byte in character.to_string().bytes() {
            // Writing to a String cannot fail.
            _ = write!(encoded, "%(?i:{byte:02x})");
        }
        let space = if character == ' ' { r"|\+" } else { "" };
        _ = write!(pattern, r"(?:\\?{plain}|{encoded}{space})");
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
            "Grüße 👋 日本語",
        ];
        let redactor = Redactor::new([]).unwrap();
        for text in texts {
            assert!(matches!(redactor.redact(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
