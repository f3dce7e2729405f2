//! The results of calls, as the model reads them: without secrets, and truncated.

use adjutant_domain::{
    ids::CallId,
    origin::Sources,
    redact::{Named, change_texts},
};
use adjutant_tools::{
    kit::{Attached, Context, Entry, ErrorCode, Outcome, Permission, ToolError},
    vault,
};
use serde_json::Value;

use super::cut;
use crate::core::Core;

/// The result of a tool call, ready to be recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The text that the model reads.
    pub text: String,
    /// The full text, if it is longer than `text` or untrusted.
    pub whole: Option<String>,
    /// One line for people.
    pub title: String,
    pub error_code: Option<ErrorCode>,
    pub untrusted: Sources,
    /// One line for people, shown at the end of the answer.
    pub receipt: Option<String>,
    pub attachments: Vec<Attached>,
    pub awaits: Option<adjutant_domain::ids::SessionId>,
    /// A schedule whose person must be asked, because its time has passed.
    pub overdue: Option<adjutant_domain::ids::ScheduleId>,
}

/// Returns the result of a call that succeeded.
pub(super) async fn of_run(core: &Core, context: &Context, outcome: Outcome<Value>) -> Done {
    match vault::hidden_from_results(context).await {
        Ok(secrets) => succeeded(core, &secrets, &context.call_id, outcome),
        Err(error) => unfiltered(core, context, &error),
    }
}

/// Returns the result of a failed call, with its partial output.
pub(super) async fn failed(core: &Core, context: &Context, error: &ToolError) -> Done {
    let secrets = match vault::hidden_from_results(context).await {
        Ok(secrets) => secrets,
        Err(error) => return unfiltered(core, context, &error),
    };
    let (code, why) = explained(error);
    refused(core, &secrets, &context.call_id, (code, &why), context.progress.partial().as_deref())
}

/// Returns the result of a call that failed after it began. The error of a tool that uses the network may contain
/// untrusted content, such as a redirect target or a server's reason phrase.
pub(super) async fn failed_while_running(
    core: &Core,
    context: &Context,
    (tool, source): (&Entry, String),
    error: &ToolError,
) -> Done {
    use ErrorCode::{NotFound, Rejected, Unavailable};
    let done = failed(core, context, error).await;
    let told = matches!(error, ToolError::Rejected(Rejected | Unavailable | NotFound, _))
        || context.progress.partial().is_some();
    if !told || !tool.definition.needs.contains(&Permission::Network) {
        return done;
    }
    Done { whole: done.whole.or_else(|| Some(done.text.clone())), untrusted: source.into(), ..done }
}

/// Returns the result of a call whose own result cannot be filtered, because the person's secrets cannot be read.
fn unfiltered(core: &Core, context: &Context, error: &ToolError) -> Done {
    let (code, why) = explained(error);
    refused(core, &Named::default(), &context.call_id, (code, &why), None)
}

fn explained(error: &ToolError) -> (ErrorCode, String) {
    match error {
        ToolError::Rejected(code, why) => (*code, why.clone()),
        ToolError::Internal(cause) => {
            tracing::error!(error = format!("{cause:#}"), "tool call failed");
            (ErrorCode::Internal, "an internal error; trying again later may help".to_owned())
        }
    }
}

/// Removes secrets from a tool's result, and truncates it. `secrets` are the person's own.
pub(in super::super) fn succeeded(
    core: &Core,
    secrets: &Named,
    call_id: &CallId,
    mut outcome: Outcome<Value>,
) -> Done {
    outcome.message = without_secrets(core, secrets, &outcome.message);
    change_texts(&mut outcome.output, &|text| without_secrets(core, secrets, text));
    let whole = outcome.envelope();
    let text = cut::cut(&whole, core.config.tools.max_output_bytes, call_id.as_str());
    Done {
        whole: (text.is_some() || !outcome.untrusted.is_empty()).then(|| whole.clone()),
        text: text.unwrap_or(whole),
        title: without_secrets(core, secrets, &outcome.title),
        error_code: None,
        untrusted: outcome.untrusted,
        receipt: outcome.receipt.map(|receipt| without_secrets(core, secrets, &receipt)),
        attachments: outcome.attachments,
        awaits: outcome.awaits,
        overdue: outcome.overdue,
    }
}

/// Returns the result of a call that failed for a known reason, with its partial output. `secrets` are the person's
/// own.
pub(in super::super) fn refused(
    core: &Core,
    secrets: &Named,
    call_id: &CallId,
    (code, why): (ErrorCode, &str),
    partial: Option<&str>,
) -> Done {
    let why = without_secrets(core, secrets, why);
    let partial = partial.map(|partial| without_secrets(core, secrets, partial));
    let whole = code.envelope(&why, partial.as_deref());
    let text = cut::cut(&whole, core.config.tools.max_output_bytes, call_id.as_str());
    Done {
        whole: text.is_some().then(|| whole.clone()),
        text: text.unwrap_or(whole),
        error_code: Some(code),
        title: why,
        ..Done::default()
    }
}

/// Removes secrets from a text that is not encoded yet: in an encoded one, an escape could hide where a secret begins.
/// The person's own secrets are replaced by their names.
fn without_secrets(core: &Core, secrets: &Named, text: &str) -> String {
    core.redactor.redact(&secrets.redact(text)).into_owned()
}
