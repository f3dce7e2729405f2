//! `mcp_read`: reads the resources and prompts of servers.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_config::Roles;
use adjutant_domain::shown;
use adjutant_texts::{elided, tools::servers as words};
use adjutant_tools::kit::{
    CallAssessment, Category, Context, Definition, DynTool, Entry, Meta, OnDemand, Outcome, Permission, Tier,
    Tool, ToolError, Toolset,
};
use async_trait::async_trait;
use rmcp::model::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::result::{contents, fits, in_words};
use crate::server::Server;

/// The longest name or description of a resource in a list, in characters.
const MAX_LINE: usize = 160;
/// The most resources in a list.
const MAX_LISTED: usize = 100;

/// The toolset for the resources and prompts of servers. It has its tool while at least one server has any.
pub(crate) struct Resources {
    servers: Arc<[Arc<Server>]>,
    tool: Arc<Entry>,
}

impl Resources {
    const NAME: &'static str = "mcp";

    pub fn of(servers: Arc<[Arc<Server>]>) -> Self {
        let for_all = servers.iter().any(|server| server.settings.roles == Roles::Everybody);
        let tool = Arc::new(Offered { read: McpRead { servers: servers.clone() }, owner_only: !for_all });
        Self { servers, tool: Arc::new(Entry::new(Self::NAME.into(), tool)) }
    }
}

#[async_trait]
impl Toolset for Resources {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        Vec::new()
    }

    fn learned(&self) -> Vec<Arc<Entry>> {
        self.servers
            .iter()
            .any(|server| server.holds_something())
            .then(|| self.tool.clone())
            .into_iter()
            .collect()
    }

    /// It names no server, because some are for the owner alone.
    fn on_demand(&self) -> Option<OnDemand> {
        Some(OnDemand::new("read what MCP servers hold, such as documents").tags("mcp resources server read"))
    }
}

/// The tool, for people who may use at least one of the servers.
struct Offered {
    read: McpRead,
    owner_only: bool,
}

#[async_trait]
impl DynTool for Offered {
    fn definition(&self) -> Definition {
        Definition { owner_only: self.owner_only, ..DynTool::definition(&self.read) }
    }

    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        DynTool::requirement(&self.read, context, arguments).await
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        DynTool::execute(&self.read, context, arguments).await
    }
}

struct McpRead {
    servers: Arc<[Arc<Server>]>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct What {
    /// The server.
    server: String,
    /// From the list or from a result of a tool. Leave it and the prompt out for the list of what the server holds.
    uri: Option<String>,
    /// The name of a prompt of the server.
    prompt: Option<String>,
    /// The prompt's arguments, by name.
    #[serde(default)]
    arguments: BTreeMap<String, String>,
}

#[derive(Default, Serialize, JsonSchema)]
struct Found {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<Vec<Listed>>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    uri: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

impl McpRead {
    /// Returns the server, if this person may use it.
    fn server(&self, context: &Context, name: &str) -> Result<&Arc<Server>, ToolError> {
        let role = context.user.policy_role();
        let may = |server: &&Arc<Server>| server.holds_something() && server.is_for(role);
        let known: Vec<_> = self.servers.iter().filter(may).collect();
        known.iter().find(|server| *server.name == *name).copied().ok_or_else(|| {
            let names: Vec<_> = known.iter().map(|server| &*server.name).collect();
            ToolError::not_found(format!(
                "no server '{name}' holds anything; those that do: {}",
                names.join(", ")
            ))
        })
    }
}

#[async_trait]
impl Tool for McpRead {
    type Args = What;
    type Output = Found;
    const META: Meta = Meta::new(
        "mcp_read",
        "Read what a server holds, such as a document, by its address, or a prompt; or list what there is.",
        Category::Other,
        Tier::Privileged,
    )
    .needs(&[Permission::Network])
    .tags(&["server", "resource", "read"]);

    async fn requirement(&self, context: &Context, what: &What) -> Result<CallAssessment, ToolError> {
        let server = self.server(context, &what.server)?;
        server.check()?;
        let line = |text: &str| elided(&shown::line(text), MAX_LINE);
        let summary = match (&what.prompt, &what.uri) {
            (Some(prompt), _) => words::read_prompt(&line(prompt), &server.name),
            (None, Some(uri)) => words::read(&line(uri), &server.name),
            (None, None) => words::list(&server.name),
        };
        let arguments = what.arguments.iter().map(|(name, value)| format!("{name}: {value}"));
        let preview = arguments.collect::<Vec<_>>().join("\n");
        Ok(CallAssessment::by_policy(summary).preview(preview).kind(words::held_by(&server.name)))
    }

    async fn execute(&self, context: &Context, what: What) -> Result<Outcome<Found>, ToolError> {
        let server = self.server(context, &what.server)?;
        let (message, found) = match (&what.prompt, &what.uri) {
            (Some(prompt), _) => {
                let arguments = what.arguments.into_iter().map(|(name, value)| (name, value.into()));
                let said = server.prompt(prompt, arguments.collect()).await?;
                let content = said.iter().map(|message| in_words(&message.content)).collect::<Vec<_>>();
                let content = server.hidden_in(&content.join("\n\n"));
                ("The prompt says this.", Found { content: Some(content), ..Found::default() })
            }
            (None, Some(uri)) => {
                let parts = server.read(uri).await?;
                let content = parts.iter().map(contents).collect::<Vec<_>>().join("\n\n");
                let content = server.hidden_in(&content);
                ("The server returned this.", Found { content: Some(content), ..Found::default() })
            }
            (None, None) => {
                let all = server.resources().await?;
                let more = all.len().saturating_sub(MAX_LISTED);
                let listed = all.into_iter().take(MAX_LISTED).map(listed).collect();
                let found =
                    Found { resources: Some(listed), more: (more > 0).then_some(more), ..Found::default() };
                ("The server holds these.", found)
            }
        };
        let size = serde_json::to_string(&found).map_err(|error| ToolError::Internal(error.into()))?.len();
        fits(server, size)?;
        Ok(Outcome::new(message, found).from_others(words::source(&server.name)))
    }
}

fn listed(resource: Resource) -> Listed {
    let line = |text: &str| shown::elided(&shown::line(text), MAX_LINE);
    Listed {
        name: line(&resource.name),
        description: resource.description.as_deref().map(line),
        uri: resource.uri,
    }
}
