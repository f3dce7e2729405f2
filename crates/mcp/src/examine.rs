//! Checks whether a server can be used, for `adjutant mcp test` and `adjutant doctor`.

use std::sync::Arc;

use adjutant_config::McpSettings;
use adjutant_domain::shown;
use anyhow::{Result, bail};

use crate::{
    connection::Connection,
    secrets::{Filled, Secrets},
    server::Server,
    toolset,
};

/// The longest name in the report, in characters.
const MAX_NAME: usize = 100;

/// The outcome of examining a server.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// The server's name and version for itself: `tracker 1.2`.
    pub server: String,
    /// The version of the protocol that the server uses.
    pub version: String,
    /// The model's names for the server's tools, each with a line of the server's description.
    pub tools: Vec<(String, String)>,
    /// The parts that are not used, each with the reason.
    pub left_out: Vec<String>,
    /// The URIs of resources, and the names of prompts.
    pub resources: Vec<String>,
    pub prompts: Vec<String>,
}

/// Connects to a server, lists its offers, and ends the connection. `secrets` holds the secrets that the headers name.
///
/// # Errors
/// Returns an error that explains the problem and its remedy.
pub async fn examine(name: &str, settings: &McpSettings, secrets: Option<&Secrets>) -> Result<Examined> {
    if let Some(variable) = settings.unset().next() {
        bail!("the variable {variable} is not set, which [mcp.{name}] names");
    }
    let settings = &Filled::of(name, settings, secrets).await?.settings;
    let connection = Connection::open(name, settings).await?;
    let examined = listed(name, settings, &connection).await;
    connection.close().await;
    examined
}

async fn listed(name: &str, settings: &McpSettings, connection: &Connection) -> Result<Examined> {
    let server = Arc::new(Server::new(name, settings));
    let catalogue = toolset::catalogue(&server, connection.tools(settings).await?);
    let tools = catalogue.tools.iter().map(|tool| (tool.name().to_owned(), tool.definition.summary.clone()));
    let line = |text: &str| shown::elided(&shown::line(text), MAX_NAME);
    let info = connection.info();
    Ok(Examined {
        version: info.as_ref().map(|info| info.protocol_version.to_string()).unwrap_or_default(),
        server: info
            .and_then(|info| info.server_info)
            .map(|it| format!("{} {}", line(&it.name), line(&it.version)))
            .unwrap_or_default(),
        tools: tools.collect(),
        left_out: catalogue.left_out.clone(),
        resources: connection.resources(settings).await?.iter().map(|it| line(it)).collect(),
        prompts: connection.prompts(settings).await?.iter().map(|it| line(&it.name)).collect(),
    })
}
