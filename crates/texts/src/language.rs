//! The bot's texts about the language in which it speaks to a person.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, language::Language, text::escaped};

use super::{button, fluent::text, in_a_line};

/// The choice to follow the platform's language.
pub const PLATFORM: &str = "platform";

/// The longest shown part of an unknown language's name, in characters.
const NAME: usize = 40;

/// The language in which the bot speaks to a person, with a button for each other choice. `platform`: the language in
/// which they use the platform, if the bot speaks it; `has_model`: whether a model answers rather than the built-in
/// assistant.
pub fn listing(chosen: Option<Language>, platform: Option<Language>, has_model: bool) -> Content {
    let what_for = if has_model { text!("language-what-for") } else { text!("language-what-for-built-in") };
    let body = format!("{}\n\n{what_for}", state(chosen, platform));
    let others = Language::ALL.into_iter().filter(|language| Some(*language) != chosen);
    let choice =
        |language: Language| button(language.name(), Button::Language(Some(language)), ButtonStyle::Plain);
    let mut buttons = vec![others.map(choice).collect()];
    if chosen.is_some() {
        buttons.push(vec![button(as_platform(), Button::Language(None), ButtonStyle::Plain)]);
    }
    Content { body: Rich::plain(body), buttons, ..Content::default() }
}

fn state(chosen: Option<Language>, platform: Option<Language>) -> &'static str {
    match (chosen, platform) {
        (Some(_), _) => text!("language-chosen"),
        (None, Some(_)) => text!("language-of-platform"),
        (None, None) => text!("language-of-nobody"),
    }
}

/// The label of the choice to follow the platform.
pub fn as_platform() -> &'static str {
    text!("language-as-platform")
}

/// The answer to a choice, already in the chosen language.
pub fn chosen(choice: Option<Language>, platform: Option<Language>) -> String {
    state(choice, platform).to_owned()
}

/// The answer if the bot speaks no language with this name.
pub fn unknown(name: &str) -> String {
    let spoken: Vec<_> = Language::ALL.into_iter().map(Language::name).collect();
    text!(
        "language-unknown",
        name = escaped(&in_a_line(name, NAME)),
        spoken = spoken.join(", "),
        platform = PLATFORM
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_model_it_promises_no_conversation_in_another_language() {
        let said = |has_model: bool| listing(Some(Language::English), None, has_model).body.text;
        assert!(said(true).contains("In our conversation I answer in the language in which you write."));
        assert!(said(false).ends_with("the built-in assistant, which answers you, speaks English only."));
    }
}
