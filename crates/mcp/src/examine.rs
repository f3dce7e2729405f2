//! Checks whether a server can be used, for `adjutant mcp test` and `adjutant doctor`.

use std::sync::Arc;

use adjutant_config::McpSettings;
use adjutant_domain::shown;
use anyhow::{Result, bail};
use rmcp::model::Implementation;

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
    /// The server's name and version for itself, as far as it tells: `tracker 1.2`; otherwise its name here.
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
    let connection = Box::pin(Connection::open(name, settings)).await?;
    let examined = listed(name, settings, &connection).await;
    connection.close().await;
    examined
}

async fn listed(name: &str, settings: &McpSettings, connection: &Connection) -> Result<Examined> {
    let server = Arc::new(Server::new(name, settings));
    let catalogue = toolset::catalogue(&server, connection.tools(settings).await?);
    let tools = catalogue.tools.iter().map(|tool| (tool.name().to_owned(), tool.definition.summary.clone()));
    let info = connection.info();
    Ok(Examined {
        version: info.as_ref().map(|info| info.protocol_version.to_string()).unwrap_or_default(),
        server: introduced(name, info.and_then(|info| info.server_info).as_ref()),
        tools: tools.collect(),
        left_out: catalogue.left_out.clone(),
        resources: connection.resources(settings).await?.iter().map(|it| line(it)).collect(),
        prompts: connection.prompts(settings).await?.iter().map(|it| line(&it.name)).collect(),
    })
}

/// Returns the server's name and version for itself, as far as it tells them; otherwise its name here.
fn introduced(name: &str, server: Option<&Implementation>) -> String {
    let told = server.map(|it| format!("{} {}", line(&it.name), line(&it.version)));
    match told.as_deref().map(str::trim) {
        None | Some("") => name.to_owned(),
        Some(told) => told.to_owned(),
    }
}

fn line(text: &str) -> String {
    shown::elided(&shown::line(text), MAX_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_need_not_tell_its_name_and_version() {
        let of = |name: &str, version: &str| introduced("here", Some(&Implementation::new(name, version)));
        assert_eq!(of("tracker", "1.2"), "tracker 1.2");
        assert_eq!(of("tracker", ""), "tracker");
        assert_eq!(of(" ", ""), "here");
        assert_eq!(introduced("here", None), "here");
    }
}
