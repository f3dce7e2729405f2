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
