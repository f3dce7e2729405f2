//! `adjutant mcp test`: what an MCP server offers, or why it cannot be used.

use std::io::Write;

use adjutant_config::Config;
use adjutant_mcp::{Examined, examine};
use anyhow::{Context as _, Result, bail};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Action {
    /// Connect to a server of the configuration, and list what it offers.
    Test {
        /// The name of its section, without `mcp.`.
        name: String,
    },
}

/// Executes the command.
///
/// # Errors
/// Returns an error if there is no such server, or it cannot be used; its text says what to do.
pub async fn execute(config: &Config, action: Action, out: &mut impl Write) -> Result<()> {
    let Action::Test { name } = action;
    let Some(settings) = config.mcp.get(&name) else {
        let known: Vec<_> = config.mcp.keys().map(String::as_str).collect();
        match known[..] {
            [] => bail!("there is no [mcp.{name}] in the configuration"),
            _ => bail!("there is no [mcp.{name}] in the configuration; there are: {}", known.join(", ")),
        }
    };
    let examined =
        examine(&name, settings).await.with_context(|| format!("the server {name} cannot be used"))?;
    print(&examined, out)
}

fn print(examined: &Examined, out: &mut impl Write) -> Result<()> {
    let Examined { server, tools, left_out, resources, prompts } = examined;
    writeln!(out, "Connected to {server}.")?;
    let width = tools.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let tools = tools.iter().map(|(name, summary)| format!("{name:width$}  {summary}"));
    for (title, lines) in [
        ("Tools, by the names that the model uses", tools.collect()),
        ("Not used", left_out.clone()),
        ("Resources", resources.clone()),
        ("Prompts", prompts.clone()),
    ] {
        if !lines.is_empty() {
            writeln!(out, "\n{title}:\n  {}", lines.join("\n  "))?;
        }
    }
    Ok(())
}
