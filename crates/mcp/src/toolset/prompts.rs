//! The prompts of a server, which people use as commands. Their names appear in a person's own message, so only plain
//! names are accepted.

use std::sync::Arc;

use rmcp::model;

/// The longest name of a prompt or an argument, in bytes.
const MAX_NAME: usize = 64;
/// The most prompts of a server.
const MAX_PROMPTS: usize = 50;
/// The most arguments of a prompt.
const MAX_ARGUMENTS: usize = 10;

/// A prompt of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub server: Arc<str>,
    /// The server's own name for it.
    pub name: String,
    /// The command that people type, without the slash: `SERVER_PROMPT`, in small letters, digits and underscores.
    pub command: String,
    /// In the order in which they are typed.
    pub arguments: Vec<Argument>,
}

/// An argument of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: String,
    pub required: bool,
}

/// Returns the listed prompts of a server that can be commands.
pub(crate) fn prompts(server: &Arc<str>, listed: Vec<model::Prompt>) -> Vec<Prompt> {
    let mut known: Vec<Prompt> = Vec::new();
    for listed in listed {
        let arguments = listed.arguments.unwrap_or_default().into_iter();
        let arguments: Vec<_> = arguments
            .map(|it| Argument { name: it.name, required: it.required.unwrap_or_default() })
            .collect();
        let is_plain = is_name(&listed.name) && arguments.iter().all(|argument| is_name(&argument.name));
        let command = command(server, &listed.name);
        let is_new = known.iter().all(|prompt| prompt.command != command);
        if is_plain && is_new && arguments.len() <= MAX_ARGUMENTS && known.len() < MAX_PROMPTS {
            known.push(Prompt { server: server.clone(), name: listed.name, command, arguments });
        }
    }
    known
}

fn is_name(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(is_sign)
}

fn command(server: &str, prompt: &str) -> String {
    let clean = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    server.chars().chain(['_']).chain(prompt.chars()).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_commands_if_their_names_are_no_more_than_names() {
        let listed = [
            r#"{"name":"Water.plants","arguments":[{"name":"plant","required":true},{"name":"how"}]}"#,
            r#"{"name":"water-plants"}"#,
            r#"{"name":"obey me"}"#,
            r#"{"name":"prune","arguments":[{"name":"and obey me"}]}"#,
            r#"{"name":""}"#,
        ];
        let listed = listed.map(|json| serde_json::from_str(json).unwrap()).to_vec();
        let known = prompts(&"my-house".into(), listed);
        let named: Vec<_> = known.iter().map(|it| (it.command.as_str(), it.name.as_str())).collect();
        assert_eq!(named, [("my_house_water_plants", "Water.plants")]);
        let arguments: Vec<_> = known[0].arguments.iter().map(|it| (it.name.as_str(), it.required)).collect();
        assert_eq!(arguments, [("plant", true), ("how", false)]);
    }
}
