//! Prompts of MCP servers, which people use as commands.

use super::fluent::text;

/// A prompt as texts show it.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub command: &'a str,
    pub server: &'a str,
    /// The name of each argument, and whether it is required.
    pub arguments: &'a [(&'a str, bool)],
}

impl Shown<'_> {
    /// Returns a usage such as `/garden_water plant [how]`.
    fn usage(&self) -> String {
        let argument = |(name, required): &(&str, bool)| match required {
            true => format!(" {name}"),
            false => format!(" [{name}]"),
        };
        format!("/{}{}", self.command, self.arguments.iter().map(argument).collect::<String>())
    }
}

/// The part of the help that lists the prompts.
pub fn listed(prompts: &[Shown<'_>]) -> String {
    let line = |prompt: &Shown<'_>| format!("\n- {}", about(prompt));
    let lines: String = prompts.iter().map(line).collect();
    format!("{}\n{lines}", text!("prompt-list"))
}

/// The explanation of one prompt.
pub fn about(prompt: &Shown<'_>) -> String {
    text!("prompt-listed", usage = prompt.usage(), server = prompt.server)
}

/// The message in place of the command: the person's request, in terms that the model knows.
pub fn asked(server: &str, name: &str, arguments: &str) -> String {
    format!(
        "Use the prompt {name} of the server {server}: read it with mcp_read, and do what it asks for. Its arguments are \
         {arguments}."
    )
}

pub fn missing(prompt: &Shown<'_>, name: &str) -> String {
    text!("prompt-argument-missing", name = name, usage = prompt.usage())
}

pub fn too_many(prompt: &Shown<'_>) -> String {
    let takes = if prompt.arguments.is_empty() { "nothing" } else { "arguments" };
    text!("prompt-too-many-arguments", takes = takes, usage = prompt.usage())
}

pub fn unclosed() -> &'static str {
    text!("prompt-quote-unclosed")
}
