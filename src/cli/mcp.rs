//! `adjutant mcp`: lists what an MCP server offers, or why it cannot be used; and runs a server for MCP clients.

use std::{env, io::Write, sync::Arc};

use adjutant_clock::SystemClock;
use adjutant_config::Config;
use adjutant_domain::redact::Redactor;
use adjutant_mcp::{Examined, Secrets, examine};
use adjutant_sandbox::Sandbox;
use adjutant_store::db::Db;
use adjutant_texts::clients as texts;
use adjutant_vault::Vault;
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Subcommand;
use tokio::signal::unix::{SignalKind, signal};

use super::logging::log_to_stderr;
use crate::serving::{self, Parts};

#[derive(Subcommand)]
pub enum Action {
    /// Connect to a server of the configuration, and list what it offers.
    Test {
        /// The name of its section, without `mcp.`.
        name: String,
    },
    /// Serve one person's notes, schedules and files to an MCP client, which starts this command with a token in
    /// ADJUTANT_MCP_TOKEN. The bot gives the token, for /mcp new NAME. Works while the gateway runs.
    Serve,
}

/// Writes what a server of the configuration offers.
///
/// # Errors
/// Returns an error if there is no such server, or it cannot be used; the text says what to do.
pub async fn test(config: &Config, name: &str, out: &mut impl Write) -> Result<()> {
    let Some(settings) = config.mcp.get(name) else {
        let known: Vec<_> = config.mcp.keys().map(String::as_str).collect();
        match known[..] {
            [] => bail!("there is no [mcp.{name}] in the configuration"),
            _ => bail!("there is no [mcp.{name}] in the configuration; there are: {}", known.join(", ")),
        }
    };
    // Only secrets in the server's headers need the database.
    let secrets = match settings.secrets_of_headers().next() {
        Some(_) => Some(Secrets {
            db: Db::open_read_only(config.database.url.as_path()).await?,
            vault: Arc::new(Vault::new(config.database.url.beside(".vault-key"))),
        }),
        None => None,
    };
    let examined = examine(name, settings, secrets.as_ref())
        .await
        .with_context(|| format!("the server {name} cannot be used"))?;
    print(&examined, out)
}

/// Serves the client that started this process.
///
/// # Errors
/// Returns an error if the token is missing or invalid; the text says what to do.
pub async fn serve(config: Config) -> Result<()> {
    log_to_stderr(&config, &Redactor::new(config.secrets())?);
    let token = env::var("ADJUTANT_MCP_TOKEN").map_err(|_| anyhow!(texts::no_token()))?;
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let parts = Parts {
        db: Db::open_existing(config.database.url.as_path()).await?,
        tools: adjutant_tools::registry(&config, &Sandbox::own()),
        clock: Arc::new(SystemClock),
        config: Arc::new(config),
        changes: None,
    };
    let ends = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    serving::serve(parts, token.trim().to_owned(), ends).await
}

fn print(examined: &Examined, out: &mut impl Write) -> Result<()> {
    let Examined { server, version, tools, left_out, resources, prompts } = examined;
    writeln!(out, "Connected to {server}, by version {version} of the protocol.")?;
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
