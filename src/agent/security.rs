//! What no call may do, even if approved: leak a secret of the configuration, or leave its owner's files.

use adjutant_tools::kit::{Context, Entry, ErrorCode, Permission, ToolError};
use serde_json::Value;

use crate::core::Core;

/// The arguments in which tools name files.
const PATHS: [&str; 2] = ["path", "to"];

/// Checks the arguments of a call.
///
/// # Errors
/// Returns an error if the call must not be made; its text tells the model why.
pub(super) fn check(
    core: &Core,
    tool: &Entry,
    context: &Context,
    arguments: &Value,
) -> Result<(), ToolError> {
    let permissions = &tool.definition.needs;
    if permissions.contains(&Permission::Network) && holds_secret(core, arguments) {
        let why = "the arguments hold a secret, such as a key or a token; it must not leave this machine";
        return Err(ToolError::Rejected(ErrorCode::Forbidden, why.to_owned()));
    }
    if permissions.contains(&Permission::Network) {
        return Ok(());
    }
    for path in PATHS.iter().filter_map(|name| arguments[name].as_str()) {
        context
            .workspace
            .resolve(path)
            .map_err(|error| ToolError::Rejected(ErrorCode::Forbidden, error.to_string()))?;
    }
    Ok(())
}

fn holds_secret(core: &Core, arguments: &Value) -> bool {
    match arguments {
        Value::String(text) => *core.redactor.redact(text) != **text,
        Value::Array(items) => items.iter().any(|item| holds_secret(core, item)),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| *core.redactor.redact(name) != **name || holds_secret(core, value)),
        _ => false,
    }
}
