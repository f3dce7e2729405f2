//! One tool of a server.

use std::sync::{Arc, Weak};

use adjutant_config::Roles;
use adjutant_domain::{shown, text::beginning};
use adjutant_texts::tools::servers as words;
use adjutant_tools::kit::{
    ApprovalMode, CallAssessment, Category, Context, Definition, DynTool, MAX_DESCRIPTION, Others, Outcome,
    Permission, Risk, Tier, ToolError, listed,
};
use async_trait::async_trait;
use rmcp::model::Tool;
use serde_json::{Value, json};

use super::outcome;
use crate::server::Server;

/// The longest description in one line.
const MAX_SUMMARY: usize = 160;

pub(super) struct ServerTool {
    /// Weak, because the server holds its tools.
    server: Weak<Server>,
    /// The server's name for the tool.
    tool: String,
    fingerprint: String,
    says_it_reads: bool,
    definition: Definition,
}

impl ServerTool {
    pub fn new(
        server: &Arc<Server>,
        name: String,
        tool: &Tool,
        (parameters, fingerprint): (Value, String),
    ) -> Self {
        let annotations = tool.annotations.as_ref();
        let title = tool.title.as_deref().or(annotations.and_then(|it| it.title.as_deref()));
        let said = tool.description.as_deref().or(title).unwrap_or(&tool.name);
        let said = shown::text(said);
        let said = said.trim();
        let settings = &server.settings;
        let definition = Definition {
            name,
            summary: shown::elided(&shown::line(said.lines().next().unwrap_or_default()), MAX_SUMMARY),
            description: described(&server.name, said),
            category: Category::Other,
            tier: Tier::Privileged,
            risk: Risk::Moderate,
            needs: vec![Permission::Network],
            may_use: Vec::new(),
            tags: Vec::new(),
            timeout: settings.timeout,
            idempotent: false,
            asks: ApprovalMode::ByPolicy,
            owner_only: settings.roles == Roles::Owner,
            others: Some(Others { source: words::source(&server.name), fingerprint: fingerprint.clone() }),
            parameters,
            output: || json!({ "type": "object" }),
        };
        let says_it_reads = annotations.and_then(|it| it.read_only_hint).unwrap_or_default();
        Self {
            server: Arc::downgrade(server),
            tool: tool.name.to_string(),
            fingerprint,
            says_it_reads,
            definition,
        }
    }

    fn server(&self) -> Result<Arc<Server>, ToolError> {
        let gone = || ToolError::unavailable("the server of this tool is no longer used");
        self.server.upgrade().ok_or_else(gone)
    }

    /// Returns the size of the description and the schema, in bytes.
    pub fn size(&self) -> usize {
        self.definition.description.len() + self.definition.parameters.to_string().len()
    }
}

/// Returns the description for the model. With the words in front of it, it is as long as model servers accept.
fn described(server: &str, said: &str) -> String {
    let whose = format!("The server {server} says of this tool: ");
    let room = MAX_DESCRIPTION.saturating_sub(whose.chars().count());
    // A long host is kept whole, even beyond the room.
    beginning(&format!("{whose}{}", shown::elided(said, room)), MAX_DESCRIPTION).to_owned()
}

#[async_trait]
impl DynTool for ServerTool {
    fn definition(&self) -> Definition {
        self.definition.clone()
    }

    async fn requirement(&self, _: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        // Nobody is asked to approve a call that cannot be made.
        let server = self.server()?;
        server.check()?;
        let mut preview = listed(arguments);
        if self.says_it_reads {
            // An empty line, which no argument can contain, sets it apart from them.
            preview.push_str(&format!("\n\n{}", words::changes_nothing()));
        }
        let summary = words::run(&self.definition.name, &server.name);
        Ok(CallAssessment::by_policy(summary).preview(preview.trim_start()))
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        let server = self.server()?;
        let Value::Object(arguments) = arguments else {
            return Err(ToolError::invalid("the arguments are no object"));
        };
        let show = |line: &str| context.progress(&format!("{}: {line}", server.name));
        let answer = server.call((&self.tool, &self.fingerprint), arguments, show).await?;
        outcome(&server, &self.tool, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_with_the_words_in_front_of_it_is_as_long_as_model_servers_accept() {
        let host = format!("{}https://{}.example", "x".repeat(980), "y".repeat(60));
        for said in ["x".repeat(5_000), "ü".repeat(1_000), format!("{host} and more of it {host}")] {
            let length = described("a-server-with-a-long-name", &said).chars().count();
            assert!(length <= MAX_DESCRIPTION, "{length} characters");
        }
        assert_eq!(described("garden", "Digs."), "The server garden says of this tool: Digs.");
    }
}
