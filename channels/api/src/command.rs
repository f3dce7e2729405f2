//! The bot's commands, as a platform's menu shows them.

use crate::{ChatRef, Sender};

/// A command of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its name without slash: 1 to 32 of a-z, 0-9, `_`.
    pub name: &'static str,
    /// What it does, at most 100 characters.
    pub description: &'static str,
    /// What may follow the name, in order. All but the last are single words.
    pub arguments: &'static [Argument],
    /// Its answer is for nobody but whoever gave it.
    pub private: bool,
}

/// An argument of a command. Arguments are optional: the command itself says what it lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, made as a command's.
    pub name: &'static str,
    /// What it is, at most 100 characters.
    pub description: &'static str,
    /// Its values are known: [`crate::Gateway::complete`] gives them.
    pub completes: bool,
}

/// An argument that somebody is about to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Where.
    pub chat: ChatRef,
    /// Who.
    pub sender: Sender,
    /// The command's name.
    pub command: String,
    /// The argument's name.
    pub argument: String,
    /// What has been typed of it so far.
    pub typed: String,
}

/// A value that can be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it says, at most 100 characters.
    pub label: String,
    /// The value, at most 100 characters.
    pub value: String,
}
