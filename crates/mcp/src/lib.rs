//! Tools of servers that speak the Model Context Protocol (MCP).
//!
//! A process has one connection to each configured server, whatever the number of sessions. It is opened in the
//! background, and reopened when it breaks. A server's tools are a toolset on demand with its name. All text from a
//! server, its descriptions included, counts as other people's words: it is bounded, shown as theirs, and a person is
//! asked before it has an effect.

mod connection;
mod examine;
mod lenient;
mod secrets;
mod server;
mod tasks;
mod toolset;

use std::sync::Arc;

use adjutant_clock::Timer;
use adjutant_config::Config;
use adjutant_domain::policy::Role;
use adjutant_tools::kit::Registry;
use futures::future::join_all;
use tokio_util::sync::CancellationToken;

pub use examine::{Examined, examine};
pub use secrets::Secrets;
use server::Server;
pub use toolset::{Argument, Prompt};
use toolset::{Resources, Tools};

/// The configured servers.
#[derive(Clone, Default)]
pub struct Servers(Arc<[Arc<Server>]>);

impl Servers {
    /// Returns the usable servers: those whose variables are set. None is connected yet.
    pub fn new(config: &Config) -> Self {
        let usable = config.mcp.iter().filter(|(_, settings)| settings.unset().next().is_none());
        Self(usable.map(|(name, settings)| Arc::new(Server::new(name, settings))).collect())
    }

    /// Adds a toolset for each server, and one for their resources and prompts; the tools follow when a server is
    /// connected.
    pub fn add_to(&self, registry: &mut Registry) {
        for server in self.0.iter() {
            registry.add(Tools::of(server.clone()));
        }
        if !self.0.is_empty() {
            registry.add(Resources::of(self.0.clone()));
        }
    }

    /// Returns the prompts that a person with this role may use.
    pub fn prompts(&self, role: Role) -> Vec<Prompt> {
        self.0.iter().filter(|server| server.is_for(role)).flat_map(|server| server.prompts()).collect()
    }

    /// Keeps the connections open until `shutdown`, then ends them. An unreachable server is retried until it answers.
    pub async fn run(&self, clock: Arc<dyn Timer>, secrets: Secrets, shutdown: CancellationToken) {
        let kept = self.0.iter().map(|server| server.keep(clock.as_ref(), Some(&secrets), &shutdown));
        join_all(kept).await;
        shutdown.cancelled().await;
    }
}

#[cfg(test)]
mod tests;
