//! The secrets of a person, each replaced by its name.

use std::borrow::Cow;

use regex::{NoExpand, Regex};

use super::{
    SHORTEST_SECRET, TooLong, any_form,
    hidden::{self, Disguises},
    seen::Seen,
};

/// The text that replaces a whole text if it holds a secret in disguise.
pub const WITHHELD: &str = "[withheld: this text holds a secret in an encoded form]";

/// Secrets with names; finds them in text as the [redactor](super::Redactor) finds those of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Named {
    long: Vec<(Regex, String)>,
    short: Vec<(Regex, String)>,
    /// The long secrets as they are seen once a text is shown, with what replaces them.
    seen: Vec<(String, String)>,
    disguises: Disguises,
}

impl Named {
    /// Creates a filter for these secrets, each with its name.
    ///
    /// # Errors
    /// Returns an error if a secret is too long (more than some hundred kilobytes).
    pub fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, TooLong> {
        let mut secrets: Vec<_> = secrets.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        // If one secret begins with another, the longer one goes first.
        secrets.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        let (short, long): (Vec<_>, Vec<_>) = secrets.into_iter().partition(|(_, value)| is_short(value));
        let disguises = Disguises::of(&long.iter().map(|(_, value)| *value).collect::<Vec<_>>());
        let seen = long.iter().map(|(name, value)| (Seen::of(value).text().to_owned(), replacement(name)));
        let seen = seen.filter(|(value, _)| !is_short(value)).collect();
        Ok(Self { long: patterns(&long)?, short: patterns(&short)?, seen, disguises })
    }

    /// Returns the text with every secret replaced by its name, or [`WITHHELD`] if it holds one in disguise, as
    /// [`Redactor::finds_hidden`](super::Redactor::finds_hidden) lists them. Short secrets are not searched for in
    /// disguise, because they occur by chance. The text is borrowed if it holds no secret.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let without_long = replaced(Cow::Borrowed(text), &self.long);
        if !self.long.is_empty() && self.disguises.are_in(&without_long, |_| false) {
            return Cow::Borrowed(WITHHELD);
        }
        // Last, because a short secret may also be a part of a long one in disguise.
        replaced(without_long, &self.short)
    }

    /// Returns the text with every secret replaced by its name, also one within which Markdown or invisible characters
    /// stand. Any other disguise stays as it is.
    pub(super) fn replace<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let without_long = self.without_seen(replaced(Cow::Borrowed(text), &self.long));
        replaced(without_long, &self.short)
    }

    fn without_seen<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        self.seen.iter().fold(text, |text, (secret, name)| {
            let found = Seen::of(&text).find(secret);
            if found.is_empty() {
                return text;
            }
            let mut replaced = text.into_owned();
            for place in found.into_iter().rev() {
                replaced.replace_range(place, name);
            }
            Cow::Owned(replaced)
        })
    }

    /// Returns how many bytes at the end of the text are the beginning of a secret; 0 for very few.
    pub(super) fn begun(&self, text: &str) -> usize {
        if self.seen.is_empty() {
            return 0;
        }
        let seen = Seen::of(text);
        let begun = match hidden::begun(seen.text(), self.seen.iter().map(|(secret, _)| secret.as_str())) {
            0 => 0,
            begun => text.len() - seen.start_of_last(begun),
        };
        begun.max(self.disguises.begun(text))
    }

    /// Returns whether the text holds a secret, even in disguise. Short secrets do not count.
    pub(super) fn finds_hidden(&self, text: &str) -> bool {
        let holds = |text: &str| self.long.iter().any(|(secret, _)| secret.is_match(text));
        !self.long.is_empty() && self.disguises.are_in(text, holds)
    }
}

fn replaced<'t>(text: Cow<'t, str>, secrets: &[(Regex, String)]) -> Cow<'t, str> {
    secrets.iter().fold(text, |text, (regex, name)| match regex.replace_all(&text, NoExpand(name)) {
        Cow::Borrowed(_) => text,
        Cow::Owned(redacted) => Cow::Owned(redacted),
    })
}

/// Returns the pattern and the replacement of each secret.
fn patterns(secrets: &[(&str, &str)]) -> Result<Vec<(Regex, String)>, TooLong> {
    let pattern = |&(name, value): &(&str, &str)| {
        let regex = Regex::new(&format!("(?-u){}", form(value))).map_err(|_| TooLong)?;
        Ok((regex, replacement(name)))
    };
    secrets.iter().map(pattern).collect()
}

fn replacement(name: &str) -> String {
    format!("[secret {name}]")
}

fn is_short(value: &str) -> bool {
    value.len() < SHORTEST_SECRET
}

/// Returns the pattern for a secret; a short one must be a word of its own.
fn form(value: &str) -> String {
    let edge = |end: Option<char>| match end {
        Some(end) if is_short(value) && end.is_ascii_alphanumeric() => r"\b",
        _ => "",
    };
    [edge(value.chars().next()), &any_form(value), edge(value.chars().next_back())].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Named {
        Named::new([("gh", "s3cret/0815 canary"), ("longer", "s3cret/0815 canary-2"), ("pin", "0815")])
            .unwrap()
    }

    #[test]
    fn a_secret_is_replaced_by_its_name() {
        for (text, shown) in [
            ("token s3cret/0815 canary\n", "token [secret gh]\n"),
            ("s3cret/0815 canary-2", "[secret longer]"),
            (r#"{"a": "\ns3cret\/0815\u0020canary"}"#, r#"{"a": "\n[secret gh]"}"#),
            ("?a=s3cret%2f0815+canary", "?a=[secret gh]"),
            ("the pin is 0815, the year 20815", "the pin is [secret pin], the year 20815"),
        ] {
            assert_eq!(secrets().redact(text), shown);
        }
        assert!(matches!(secrets().redact("nothing of the kind"), Cow::Borrowed(_)));
        assert!(matches!(Named::default().redact("s3cret/0815 canary"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_text_with_a_secret_in_disguise_is_withheld() {
        for text in [
            // At the three offsets within base64.
            "czNjcmV0LzA4MTUgY2FuYXJ5",
            "YWxpY2U6czNjcmV0LzA4MTUgY2FuYXJ5Cg==",
            "QmVhcmVyIHMzY3JldC8wODE1IGNhbmFyeQ==",
            "733363726574 2f 30383135 2063616e617279",
            "%73%33cret/0815%20canary",
            "s 3 c r e t / 0 8 1 5 c a n a r y",
        ] {
            assert_eq!(secrets().redact(&format!("before {text} after")), WITHHELD);
        }
        for text in ["[secret gh]", "MDgxNQ==", "czNjcmV0", "nothing of the kind", ""] {
            assert_eq!(secrets().redact(text), text);
        }
    }

    #[test]
    fn a_secret_that_only_the_shown_text_has_is_replaced() {
        let value = "Zq7Kx9Lm2Pv4Rt6W";
        let secrets = Named::new([("echo", value)]).unwrap();
        for text in [
            "Zq7Kx9Lm**2Pv4**Rt6W",
            "Zq7Kx9L\u{200b}m2Pv4Rt6\u{ad}W",
            "&#x5a;q7Kx9Lm2Pv4Rt6&#87;",
            "Zq7K`x9Lm`2Pv4Rt6W",
            "[Zq7Kx9Lm](https://example.com/a)2Pv4Rt6W",
            r"Zq7Kx9Lm\2Pv4||Rt6W",
        ] {
            let shown = secrets.replace(text).into_owned();
            assert!(shown.contains("[secret echo]"), "{text}: {shown}");
            assert!(Seen::of(&shown).find(value).is_empty());
            assert_eq!(secrets.replace(&format!("It is {text}.")), format!("It is {shown}."));
        }
        let two = "Zq7Kx9Lm*2Pv4Rt6W, or _Zq7Kx9Lm2*Pv4Rt6W_";
        assert_eq!(secrets.replace(two), "[secret echo], or _[secret echo]_");
        for text in [
            "a **plain** text & [more](https://example.com)",
            "Zq7Kx9Lm and 2Pv4Rt6W",
            "&#x5a;q7",
            "](",
            "&#",
        ] {
            assert!(matches!(secrets.replace(text), Cow::Borrowed(_)), "{text}");
        }
        assert_eq!(secrets.begun("It is Zq7**Kx"), "Zq7**Kx".len());
        assert_eq!(secrets.begun("It is Zq"), 0);
    }
}
