//! All secrets that the texts of one person must not show.

use std::{borrow::Cow, sync::Arc};

use super::{Named, Redactor};

/// Finds the secrets of the configuration, the usual shapes of others, and a person's own secrets. Clones are cheap.
#[derive(Clone, Debug)]
pub struct Filter {
    general: Redactor,
    own: Arc<Named>,
}

impl Filter {
    /// Creates a filter. `own` are the person's secrets.
    pub fn new(general: Redactor, own: Named) -> Self {
        Self { general, own: Arc::new(own) }
    }

    /// Returns the text without secrets. A text that holds one of the person's own in disguise is withheld.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        then(self.own.redact(text), |text| self.general.redact(text))
    }

    /// Returns the text without secrets. A disguise stays as it is.
    pub fn replace<'t>(&self, text: &'t str) -> Cow<'t, str> {
        then(self.own.replace(text), |text| self.general.redact(text))
    }

    /// Returns the text without the secrets of the configuration and the person's own, for what people and the model
    /// write. Texts that only look like a secret stay, and so do secrets of the configuration that may be words.
    pub fn replace_known<'t>(&self, text: &'t str) -> Cow<'t, str> {
        then(self.own.replace(text), |text| self.general.replace_known(text))
    }

    /// Returns what may be shown of a text that is still being written: as [`Self::replace_known`] does, without the
    /// beginning of a known secret at its end.
    pub fn replace_unfinished<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let without = self.replace_known(text);
        match self.general.begun(&without).max(self.own.begun(&without)) {
            0 => without,
            begun => {
                let mut shown = without.into_owned();
                shown.truncate(shown.len() - begun);
                Cow::Owned(shown)
            }
        }
    }

    /// Returns whether the text holds a secret, even in disguise. Short secrets of the person's own do not count,
    /// because they occur by chance.
    pub fn finds_hidden(&self, text: &str) -> bool {
        self.general.finds_hidden(text) || self.own.finds_hidden(text)
    }
}

fn then<'t>(text: Cow<'t, str>, change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'t, str> {
    match change(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(changed) => Cow::Owned(changed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::{SHORTEST_BEGUN, WITHHELD};

    const TOKEN: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

    fn filter() -> Filter {
        let own = Named::new([("github", "own-secret-0815"), ("pin", "0815")]).unwrap();
        Filter::new(Redactor::new(["operator-secret-4711"]).unwrap(), own)
    }

    #[test]
    fn each_degree_leaves_out_its_secrets() {
        let text = format!("own-secret-0815 operator-secret-4711 {TOKEN} 0815");
        assert_eq!(filter().redact(&text), "[secret github] [secret] [secret] [secret pin]");
        assert_eq!(filter().replace(&text), "[secret github] [secret] [secret] [secret pin]");
        assert_eq!(filter().replace_known(&text), format!("[secret github] [secret] {TOKEN} [secret pin]"));
        let local = Filter::new(Redactor::new(["ollama", "operator-secret-4711"]).unwrap(), Named::default());
        assert_eq!(local.replace_known("ollama has operator-secret-4711"), "ollama has [secret]");
        assert_eq!(local.replace("ollama has operator-secret-4711"), "[secret] has [secret]");
        assert!(matches!(filter().redact("nothing of the kind"), Cow::Borrowed(_)));
    }

    #[test]
    fn only_redacting_withholds_a_disguise() {
        // own-secret-0815
        let text = format!("{TOKEN} b3duLXNlY3JldC0wODE1");
        assert_eq!(filter().redact(&text), WITHHELD);
        assert_eq!(filter().replace(&text), "[secret] b3duLXNlY3JldC0wODE1");
        assert!(filter().finds_hidden("b3duLXNlY3JldC0wODE1"));
        assert!(filter().finds_hidden("at own-secret-0815"));
        assert!(filter().finds_hidden("operator-secret-4711"));
        assert!(!filter().finds_hidden("at 0815"));
    }

    #[test]
    fn the_beginning_of_a_secret_is_not_shown_before_the_rest_has_come() {
        let filter = filter();
        for secret in ["own-secret-0815", "operator-secret-4711"] {
            let whole = format!("It is {secret}, as you know.");
            let told = filter.replace_known(&whole).into_owned();
            for end in 1..whole.len() {
                let shown = filter.replace_unfinished(&whole[..end]).into_owned();
                let common = shown.chars().zip(told.chars()).take_while(|(one, other)| one == other).count();
                assert!(shown.len() - common < SHORTEST_BEGUN, "{shown}");
            }
        }
        assert_eq!(filter.replace_unfinished("It is own-secret"), "It is ");
        assert_eq!(filter.replace_unfinished("It is own"), "It is own");
    }
}
