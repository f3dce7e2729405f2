//! The bot's commands: their names, and what the gateway must know of a command before it executes it.

macro_rules! commands {
    ($($(#[$doc:meta])* $command:ident = $name:literal,)*) => {
        /// A command of the bot.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[$doc])* $command,)*
        }

        impl Command {
            /// All commands, in the order of the menus.
            pub const ALL: &[Self] = &[$(Self::$command,)*];

            /// Returns the name, as menus show it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$command => $name,)*
                }
            }
        }
    };
}

commands! {
    Start = "start",
    Help = "help",
    New = "new",
    Stop = "stop",
    Compact = "compact",
    Status = "status",
    Approvals = "approvals",
    Memory = "memory",
    Remember = "remember",
    Forget = "forget",
    Schedules = "schedules",
    Files = "files",
    Site = "site",
    Vault = "vault",
    Hooks = "hooks",
    Mcp = "mcp",
    Plan = "plan",
    Tools = "tools",
    Model = "model",
    Queue = "queue",
    Reasoning = "reasoning",
    Tables = "tables",
    Language = "language",
    Timezone = "timezone",
    Quiet = "quiet",
    Usage = "usage",
    Console = "console",
    People = "people",
    Link = "link",
    Unlink = "unlink",
    Export = "export",
    ForgetMe = "forget_me",
    /// Ends the wait for a note's new text.
    Cancel = "cancel",
}

impl Command {
    /// Parses a command's name or alias.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name || it.aliases().contains(&name))
    }

    const fn aliases(self) -> &'static [&'static str] {
        match self {
            // Menus do not allow dashes in names.
            Self::ForgetMe => &["forget-me"],
            _ => &[],
        }
    }

    /// Returns whether only the person who gave the command sees its answer, if the platform can do that.
    pub const fn is_private(self) -> bool {
        !matches!(self, Self::New | Self::Stop | Self::Compact | Self::Cancel)
    }

    /// Returns whether the command only works in a direct chat: in a group it only says so. `unseen`: the platform
    /// shows private commands and their answers to nobody else.
    pub const fn needs_direct_chat(self, unseen: bool) -> bool {
        match self {
            Self::Start
            | Self::Files
            | Self::Vault
            | Self::Hooks
            | Self::Mcp
            | Self::Console
            | Self::People
            | Self::ForgetMe => true,
            Self::Link | Self::Unlink => !unseen,
            _ => false,
        }
    }

    /// Returns whether the argument is a code, or may hold a secret. It is then neither logged nor stored.
    pub const fn takes_secret(self) -> bool {
        matches!(self, Self::Start | Self::Vault | Self::Link)
    }

    /// Returns whether the command searches the person's memory for its argument. The search runs before the
    /// transaction that executes the command, because the transaction must not wait for it.
    pub const fn searches_memory(self) -> bool {
        matches!(self, Self::Memory | Self::Forget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_parsed_and_is_the_name_of_one_command() {
        for (at, command) in Command::ALL.iter().enumerate() {
            assert_eq!(Command::parse(command.name()), Some(*command));
            assert!(Command::ALL[..at].iter().all(|before| before.name() != command.name()), "{command:?}");
        }
        assert_eq!(Command::parse("forget-me"), Some(Command::ForgetMe));
        for unknown in ["", "/help", "Help", "help ", "forget me", "statsu"] {
            assert_eq!(Command::parse(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn codes_are_secrets_and_two_commands_search_memory() {
        let all = |holds: fn(Command) -> bool| {
            Command::ALL.iter().copied().filter(|it| holds(*it)).collect::<Vec<_>>()
        };
        assert_eq!(all(Command::takes_secret), [Command::Start, Command::Vault, Command::Link]);
        assert_eq!(all(Command::searches_memory), [Command::Memory, Command::Forget]);
    }
}
