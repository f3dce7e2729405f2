//! Tools that a server runs only as tasks in the background, which the bot does not support. `rmcp` does not pass on
//! the field of a listed tool that says so (`execution.taskSupport`), so such a tool is recognised by the answer to its
//! first call, and is not offered any more.

use std::{
    collections::HashSet,
    sync::{PoisonError, RwLock},
};

use adjutant_tools::kit::ToolError;
use rmcp::{
    model::{ContentBlock, ErrorCode, ServerResult},
    service::ServiceError,
};

/// The tools of a server that run only as tasks, by their fingerprints.
#[derive(Default)]
pub(crate) struct OnlyTasks(RwLock<HashSet<String>>);

impl OnlyTasks {
    pub fn contains(&self, fingerprint: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(fingerprint)
    }

    /// Adds a tool, if its server's answer to a call says that the tool runs only as a task.
    pub fn learn(&self, (tool, fingerprint): (&str, &str), answer: &Result<ServerResult, ServiceError>) {
        if wants_task(answer) {
            tracing::warn!(
                tool,
                "a tool of the MCP server runs only as a task, so it is not offered any more"
            );
            self.0.write().unwrap_or_else(PoisonError::into_inner).insert(fingerprint.to_owned());
        }
    }
}

/// Returns the error of calling such a tool.
pub(crate) fn refusal(server: &str) -> ToolError {
    ToolError::rejected(format!(
        "the server {server} runs this tool only as a task in the background, which the bot does not support; the \
         call did nothing, and the tool is not offered any more"
    ))
}

/// Returns whether an answer says that the call must ask for a task. The protocol has a code for it. The official
/// servers in TypeScript and Python return a failed result with their words for it instead.
fn wants_task(answer: &Result<ServerResult, ServiceError>) -> bool {
    match answer {
        Err(ServiceError::McpError(refusal)) => {
            refusal.code == ErrorCode::METHOD_NOT_FOUND && refusal.message.to_lowercase().contains("task")
        }
        Ok(ServerResult::CallToolResult(result)) if result.is_error == Some(true) => {
            let says = |part: &ContentBlock| {
                part.as_text().is_some_and(|it| it.text.to_lowercase().contains("requires task"))
            };
            result.content.iter().any(says)
        }
        _ => false,
    }
}
