//! Converts a server's result to the text that the model reads.

use adjutant_domain::shown;
use adjutant_texts::tools::servers as words;
use adjutant_tools::kit::{Outcome, ToolError};
use rmcp::model::{CallToolResult, ContentBlock, Resource, ResourceContents};
use serde_json::{Map, Value};

use crate::server::Server;

/// The longest error, in characters.
const MAX_ERROR: usize = 2_000;
/// The longest type, name or address, in characters.
const MAX_LABEL: usize = 200;
/// The longest address in a link, in characters.
const MAX_ADDRESS: usize = 2_000;

/// Returns a server's text about an error, bounded.
pub(crate) fn bounded(said: &str) -> String {
    shown::elided(&shown::text(said), MAX_ERROR)
}

/// Returns the outcome of a call.
///
/// # Errors
/// Returns an error if the server says that the call failed, or the result is too large.
pub(crate) fn outcome(
    server: &Server,
    tool: &str,
    answer: CallToolResult,
) -> Result<Outcome<Value>, ToolError> {
    let content: Vec<_> = answer.content.iter().map(in_words).collect();
    let content = server.hidden_in(&content.join("\n\n"));
    if answer.is_error.unwrap_or_default() {
        let structured = answer.structured_content.filter(|_| content.trim().is_empty());
        let said = match (structured, content.trim()) {
            (Some(said), _) => server.hidden_in(&said.to_string()),
            (None, "") => "it does not say why".to_owned(),
            (None, said) => said.to_owned(),
        };
        return Err(ToolError::rejected(format!(
            "{} failed: {}",
            words::source(&server.name),
            bounded(&said)
        )));
    }
    let mut output = Map::new();
    let is_repeated =
        |value: &Value| serde_json::from_str::<Value>(&content).is_ok_and(|same| same == *value);
    if !content.is_empty() && !answer.structured_content.as_ref().is_some_and(is_repeated) {
        output.insert("content".to_owned(), content.into());
    }
    if let Some(mut structured) = answer.structured_content {
        server.hide_in(&mut structured);
        output.insert("structured".to_owned(), structured);
    }
    let output = Value::Object(output);
    fits(server, output.to_string().len())?;
    let said = match output.as_object().is_some_and(Map::is_empty) {
        true => "returned nothing.",
        false => "returned this.",
    };
    let message = format!("{} {said}", shown::elided(&shown::line(tool), MAX_LABEL));
    let outcome = Outcome::new(message, output).titled(format!("{}: {}", server.name, shown::line(tool)));
    Ok(outcome.from_others(words::source(&server.name)))
}

/// Checks the size of a result, in bytes.
///
/// # Errors
/// Returns an error if it is larger than the settings allow.
pub(super) fn fits(server: &Server, size: usize) -> Result<(), ToolError> {
    let most = server.settings.max_result;
    if size as u64 <= most {
        return Ok(());
    }
    Err(ToolError::rejected(format!(
        "the result takes {} KB, and at most {} KB are taken; ask for less, such as a page or a filter",
        size >> 10,
        most >> 10
    )))
}

/// Returns a part of a result as text: anything but text is described by its type and size.
pub(super) fn in_words(part: &ContentBlock) -> String {
    match part {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => of_kind("an image", Some(&image.mime_type), &image.data),
        ContentBlock::Audio(audio) => of_kind("a recording", Some(&audio.mime_type), &audio.data),
        ContentBlock::Resource(embedded) => contents(&embedded.resource),
        ContentBlock::ResourceLink(link) => linked(link),
        _ => "(something that the bot does not know)".to_owned(),
    }
}

/// Returns a link such as `(see house://roof: The roof; how to mend it)`.
fn linked(link: &Resource) -> String {
    let name = link.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&link.name);
    let description = link.description.as_deref().map(label).filter(|it| !it.is_empty());
    let description = description.map(|it| format!("; {it}")).unwrap_or_default();
    // `mcp_read` needs the whole address.
    let uri = shown::elided(&shown::line(&link.uri), MAX_ADDRESS);
    format!("(see {uri}: {}{description})", label(name))
}

/// Returns a resource as text.
pub(super) fn contents(resource: &ResourceContents) -> String {
    match resource {
        ResourceContents::TextResourceContents { uri, text, .. } => format!("{}:\n{text}", label(uri)),
        ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
            format!("{}: {}", label(uri), of_kind("a file", mime_type.as_deref(), blob))
        }
        _ => "(something that the bot does not know)".to_owned(),
    }
}

/// Returns a description such as `(an image, image/png, 12 KB)`; `data` is in base64.
fn of_kind(what: &str, kind: Option<&str>, data: &str) -> String {
    let size =
        (data.len() / 4 * 3).saturating_sub(data.bytes().rev().take_while(|byte| *byte == b'=').count());
    let kind = kind.map(|kind| format!(", {}", label(kind))).unwrap_or_default();
    format!(
        "({what}{kind}, {})",
        if size < 1024 { format!("{size} bytes") } else { format!("{} KB", size >> 10) }
    )
}

/// Returns a type or an address, bounded.
pub(crate) fn label(text: &str) -> String {
    shown::elided(&shown::line(text), MAX_LABEL)
}
