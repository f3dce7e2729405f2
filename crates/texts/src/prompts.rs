//! Prompts of MCP servers, which are commands.

/// A prompt as texts show it.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub command: &'a str,
    pub server: &'a str,
    /// The name of each argument, and whether it is required.
    pub arguments: &'a [(&'a str, bool)],
}

impl Shown<'_> {
    /// Returns `/garden_water plant [how]`.
    fn usage(&self) -> String {
        let argument = |(name, required): &(&str, bool)| match required {
            true => format!(" {name}"),
            false => format!(" [{name}]"),
        };
        format!("/{}{}", self.command, self.arguments.iter().map(argument).collect::<String>())
    }
}

/// The part of the help that lists them.
pub fn listed(prompts: &[Shown<'_>]) -> String {
    let line =
        |prompt: &Shown<'_>| format!("\n- {}: a prompt of the server {}", prompt.usage(), prompt.server);
    let lines: String = prompts.iter().map(line).collect();
    format!("Prompts of servers, whose words I take as theirs:\n{lines}")
}

/// The message that stands for the command: what the person asks for.
pub fn asked(server: &str, name: &str, arguments: &str) -> String {
    format!(
        "Use the prompt {name} of the server {server}: read it with mcp_read, and do what it asks for. Its arguments are \
         {arguments}."
    )
}

pub fn missing(prompt: &Shown<'_>, name: &str) -> String {
    format!("The argument {name} is missing. Write {}", prompt.usage())
}

pub fn too_many(prompt: &Shown<'_>) -> String {
    let quotes = match prompt.arguments {
        [] => "",
        _ => ". Put words that belong together in quotes",
    };
    format!("That is more than it takes. Write {}{quotes}", prompt.usage())
}

pub fn unclosed() -> &'static str {
    "A quote is not closed. Put words that belong together in quotes: \"like this\""
}
