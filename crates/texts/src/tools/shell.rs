//! The tools for commands, and for the secrets of a person.

use crate::fluent::text;

/// The source of data that commands receive over the network, as prompts name it.
pub const RECEIVED: &str = "what a command received";

/// `command`: its first line. `is_whole`: the command has no other.
pub fn run(folder: &str, command: &str, is_whole: bool) -> String {
    let more = if is_whole { "" } else { " …" };
    text!("tools-shell-run", folder = folder, command = format!("{command}{more}"))
}

/// The input of a command.
pub fn input(input: &str) -> String {
    format!("{}\n{input}", text!("tools-shell-input"))
}

/// The reason for the prompt above.
pub fn reaches_files(has_network: bool) -> &'static str {
    match has_network {
        true => text!("tools-shell-reaches-files-and-network"),
        false => text!("tools-shell-reaches-files"),
    }
}

pub fn list_secrets() -> &'static str {
    text!("tools-vault-list")
}

/// The reason for the prompt above in a group.
pub fn answer_is_seen() -> &'static str {
    text!("tools-vault-answer-is-seen")
}

/// `path`: the path under which commands read the secret.
pub fn give_secret(name: &str, path: &str) -> String {
    text!("tools-vault-give", name = name, path = path)
}

/// The reason for the prompt above.
pub fn commands_read_it(have_network: bool) -> &'static str {
    match have_network {
        true => text!("tools-vault-commands-send"),
        false => text!("tools-vault-commands-read"),
    }
}
