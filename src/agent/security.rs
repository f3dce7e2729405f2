//! Calls that are forbidden even if approved: those that would leak a secret, or leave their owner's files.

use adjutant_domain::{redact::Filter, web};
use adjutant_tools::{
    kit::{ArgumentKind, Context, Entry, ErrorCode, Permission, ToolError},
    vault,
};
use serde_json::Value;

/// Checks the arguments of a call before its tool or any rule reads them.
///
/// # Errors
/// Returns an error if the call is forbidden; the text explains to the model why.
pub(super) async fn check(tool: &Entry, context: &Context, arguments: &Value) -> Result<(), ToolError> {
    let forbidden = |why: String| ToolError::Rejected(ErrorCode::Forbidden, why);
    if reaches_out(tool) && holds_secret(&vault::filter(context).await?, arguments) {
        let why = "the arguments hold a secret, such as a key or a token; it must not leave this machine";
        return Err(forbidden(why.to_owned()));
    }
    for path in tool.arguments.of(ArgumentKind::Path, arguments) {
        context.blobs.check(&context.user.user_id, &path).map_err(|error| forbidden(error.to_string()))?;
    }
    for url in tool.arguments.of(ArgumentKind::Url, arguments) {
        web::normalised(&url).map_err(|error| ToolError::rejected(error.to_string()))?;
    }
    Ok(())
}

fn reaches_out(tool: &Entry) -> bool {
    let definition = &tool.definition;
    definition.needs.contains(&Permission::Network) || definition.may_use.contains(&Permission::Network)
}

fn holds_secret(secrets: &Filter, arguments: &Value) -> bool {
    match arguments {
        Value::String(text) => secrets.finds_hidden(text),
        Value::Array(items) => items.iter().any(|item| holds_secret(secrets, item)),
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| secrets.finds_hidden(name) || holds_secret(secrets, value))
        }
        _ => false,
    }
}
