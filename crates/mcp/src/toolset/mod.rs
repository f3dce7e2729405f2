//! The tools of a server as a toolset.

mod alternatives;
mod catalogue;
mod prompts;
mod read;
mod result;
mod schema;
mod tool;

use std::sync::Arc;

use adjutant_tools::kit::{DynTool, Entry, OnDemand, Toolset};
use async_trait::async_trait;

use crate::server::Server;

pub(crate) use catalogue::{Catalogue, catalogue};
pub(crate) use prompts::prompts;
pub use prompts::{Argument, Prompt};
pub(crate) use read::Resources;
pub(crate) use result::{bounded, label, outcome};

/// The toolset of a server.
pub(crate) struct Tools {
    server: Arc<Server>,
}

impl Tools {
    pub fn of(server: Arc<Server>) -> Self {
        Self { server }
    }
}

#[async_trait]
impl Toolset for Tools {
    fn name(&self) -> &str {
        &self.server.name
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        Vec::new()
    }

    fn learned(&self) -> Vec<Arc<Entry>> {
        self.server.tools()
    }

    /// Contains only the operator's text: the server's text is read when the toolset is opened.
    fn on_demand(&self) -> Option<OnDemand> {
        Some(OnDemand::new(match self.server.settings.summary.trim() {
            "" => format!("tools of the server {}", self.server.name),
            summary => summary.to_owned(),
        }))
    }
}
