//! `toolset_open` and `tools_find`: access to the tools that are not always offered.

use std::sync::Arc;

use async_trait::async_trait;

use super::kit::{DynTool, OfferedToolset, Toolset};

pub(super) mod find;
mod open;

/// The name of this toolset.
pub const TOOLSETS: &str = "toolsets";

/// The toolset that opens the others.
pub(super) struct Toolsets;

#[async_trait]
impl Toolset for Toolsets {
    fn name(&self) -> &'static str {
        TOOLSETS
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(open::ToolsetOpen), Arc::new(find::ToolsFind)]
    }
}

/// Returns a toolset with its tools: `web (web_fetch, web_search)`.
fn with_tools(toolset: &OfferedToolset) -> String {
    format!("{} ({})", toolset.name, toolset.tool_names().join(", "))
}
