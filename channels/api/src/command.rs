//! The bot's commands, as a platform's menu shows them.

use crate::{ChatRef, Sender};

/// A command of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its name without slash: 1 to 32 of a-z, 0-9, `_`.
    pub name: &'static str,
    /// Its purpose, at most 100 characters.
    pub description: &'static str,
    /// The arguments, in order. All but the last are single words.
    pub arguments: &'static [Argument],
    /// Whether only the person who gave the command sees its answer.
    pub private: bool,
}

/// The commands with their descriptions in a language other than the default.
#[derive(Clone, Copy, Debug)]
pub struct Menu {
    /// The language's code in ISO 639-1, such as `de`.
    pub language: &'static str,
    /// The same commands in the same order, with other descriptions.
    pub commands: &'static [Command],
}

/// An argument of a command. Arguments are optional: the command itself reports a missing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, in the form of a command's.
    pub name: &'static str,
    /// Its meaning, at most 100 characters.
    pub description: &'static str,
    /// Whether [`crate::Gateway::complete`] returns values for the argument.
    pub completes: bool,
    /// How its value is written after the command.
    pub form: Form,
}

/// How an argument's value is written after a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The value alone, as in `/language de`.
    #[default]
    Value,
    /// The argument's name and then the value, as in `/vault add weather api.example.com`.
    Named,
    /// One of these words, as in `/site share`. The first is also the argument's name.
    Words(&'static [&'static str]),
}

/// The values of a menu's field that stand for a word, in the languages of the menus.
const YES: [&str; 9] = ["yes", "y", "true", "on", "1", "ja", "sí", "si", "oui"];

impl Argument {
    /// Returns a value from a platform's own field for the argument as it is typed after the command.
    pub fn typed(&self, value: &str) -> String {
        let value = value.trim();
        let first = value.split_whitespace().next().unwrap_or_default();
        match self.form {
            Form::Named if !value.is_empty() && !first.eq_ignore_ascii_case(self.name) => {
                format!("{} {value}", self.name)
            }
            Form::Words(_) if YES.contains(&value.to_lowercase().as_str()) => self.name.to_owned(),
            Form::Value | Form::Named | Form::Words(_) => value.to_owned(),
        }
    }
}

/// An argument that a person is typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The chat.
    pub chat: ChatRef,
    /// The person.
    pub sender: Sender,
    /// The command's name.
    pub command: String,
    /// The argument's name.
    pub argument: String,
    /// The part typed so far.
    pub typed: String,
}

/// A value for an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The label, at most 100 characters.
    pub label: String,
    /// The value, at most 100 characters.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(name: &'static str, form: Form) -> Argument {
        Argument { name, description: "", completes: false, form }
    }

    #[test]
    fn a_fields_value_becomes_the_text_after_the_command() {
        let (name, add) = (argument("name", Form::Value), argument("add", Form::Named));
        let share = argument("share", Form::Words(&["share", "unshare"]));
        for (argument, value, typed) in [
            (&name, " on ", "on"),
            (&add, "weather api.example.com", "add weather api.example.com"),
            (&add, "Add weather api.example.com", "Add weather api.example.com"),
            (&add, "additive", "add additive"),
            (&add, " ", ""),
            (&share, "yes", "share"),
            (&share, "Sí", "share"),
            (&share, "unshare", "unshare"),
            (&share, "no", "no"),
            (&share, "", ""),
        ] {
            assert_eq!(argument.typed(value), typed, "{value}");
        }
    }
}
