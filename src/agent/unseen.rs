//! Secrets that no model reads, and that no answer shows.

use std::borrow::Cow;

use adjutant_domain::redact::Filter;
use adjutant_provider::{ModelMessage, ModelReply, ModelRequest};
use adjutant_tools::task;
use serde_json::Value;

/// Removes secrets from a request to a model.
///
/// The person's own words and the model's keep what only looks like a secret: the person may want to talk about it. All
/// else that a request holds may be other people's words. Reasoning goes back as the provider sent it.
pub(super) fn clean_request(secrets: &Filter, request: &mut ModelRequest) {
    change(&mut request.system, |text| secrets.replace(text));
    // An MCP server describes its tools and their arguments, and knows secrets that were sent to it.
    for tool in &mut request.tools {
        change(&mut tool.description, |text| secrets.replace_known(text));
        change_all(&mut tool.parameters, &|text| secrets.replace_known(text));
    }
    for message in &mut request.messages {
        match message {
            ModelMessage::User { text } => change(text, |text| secrets.replace_known(text)),
            ModelMessage::Note { text } | ModelMessage::Tool { text, .. } => {
                change(text, |text| secrets.replace(text));
            }
            ModelMessage::Assistant { text, calls } => {
                change(text, |text| secrets.replace_known(text));
                for call in calls {
                    change(&mut call.arguments, |text| secrets.replace_known(text));
                }
            }
            ModelMessage::Picture { .. } | ModelMessage::Reasoning { .. } => {}
        }
    }
}

/// Removes secrets from a request whose material may be anybody's words, such as pages or a whole conversation.
pub(super) fn clean_material(secrets: &Filter, request: &mut ModelRequest) {
    for message in &mut request.messages {
        if let ModelMessage::User { text } = message {
            change(text, |text| secrets.replace(text));
        }
    }
    clean_request(secrets, request);
}

/// Removes known secrets from what people read of a reply.
pub(super) fn clean_reply(secrets: &Filter, reply: &mut ModelReply) {
    let suggested = reply.suggestions.iter_mut().flat_map(|it| [&mut it.label, &mut it.message]);
    for text in [&mut reply.text, &mut reply.reasoning.text].into_iter().chain(suggested) {
        change(text, |text| secrets.replace_known(text));
    }
    for call in reply.calls.iter_mut().filter(|call| call.name == task::NAME) {
        clean_title(secrets, &mut call.arguments);
    }
}

/// Removes known secrets from the title of a helper's part, which people read while the helper works.
fn clean_title(secrets: &Filter, arguments: &mut String) {
    let Ok(mut parsed) = serde_json::from_str::<Value>(arguments) else { return };
    let Some(title) = parsed["title"].as_str() else { return };
    let Cow::Owned(title) = secrets.replace_known(title) else { return };
    parsed["title"] = title.into();
    *arguments = parsed.to_string();
}

fn change(text: &mut String, with: impl Fn(&str) -> Cow<'_, str>) {
    if let Cow::Owned(changed) = with(text) {
        *text = changed;
    }
}

/// Changes all texts in a JSON value, but not the names of its fields.
fn change_all(value: &mut Value, with: &impl Fn(&str) -> Cow<'_, str>) {
    match value {
        Value::String(text) => change(text, with),
        Value::Array(items) => items.iter_mut().for_each(|item| change_all(item, with)),
        Value::Object(fields) => fields.values_mut().for_each(|field| change_all(field, with)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{
        redact::{Named, Redactor},
        tools::ToolCall,
    };
    use adjutant_provider::{Suggestion, ToolSpec};
    use serde_json::json;

    use super::*;

    const SHAPED: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    const SECRETS: &str = "own-secret-0815, operator-secret-4711, ghp_0123456789abcdefghijklmnopqrstuvwxyz";

    fn secrets() -> Filter {
        let own = Named::new([("github", "own-secret-0815")]).unwrap();
        Filter::new(Redactor::new(["operator-secret-4711"]).unwrap(), own)
    }

    #[test]
    fn a_request_holds_no_secrets_and_what_looks_like_one_only_in_words_of_the_person_and_the_model() {
        let call = ToolCall { id: "c0".into(), name: "save".into(), arguments: SECRETS.into() };
        let mut request = ModelRequest {
            system: SECRETS.into(),
            messages: vec![
                ModelMessage::User { text: SECRETS.into() },
                ModelMessage::Note { text: SECRETS.into() },
                ModelMessage::Assistant { text: SECRETS.into(), calls: vec![call] },
                ModelMessage::Tool { call_id: "c0".into(), text: SECRETS.into() },
            ],
            ..ModelRequest::default()
        };
        let mut material = request.clone();
        clean_request(&secrets(), &mut request);
        let none = "[secret github], [secret], [secret]";
        let known = format!("[secret github], [secret], {SHAPED}");
        let call = ToolCall { id: "c0".into(), name: "save".into(), arguments: known.clone() };
        assert_eq!(request.system, none);
        assert_eq!(
            request.messages,
            [
                ModelMessage::User { text: known.clone() },
                ModelMessage::Note { text: none.into() },
                ModelMessage::Assistant { text: known, calls: vec![call] },
                ModelMessage::Tool { call_id: "c0".into(), text: none.into() },
            ]
        );
        clean_material(&secrets(), &mut material);
        assert_eq!(material.messages[0], ModelMessage::User { text: none.into() });
    }

    #[test]
    fn the_schemas_of_tools_hold_no_known_secret() {
        let argument =
            json!({ "type": "string", "description": SECRETS, "default": SECRETS, "enum": [SECRETS] });
        let parameters = json!({ "type": "object", "properties": { "a": argument } });
        let tool = ToolSpec { name: "garden_dig".into(), description: String::new(), parameters };
        let mut request = ModelRequest { tools: vec![tool], ..ModelRequest::default() };
        clean_request(&secrets(), &mut request);
        let known = format!("[secret github], [secret], {SHAPED}");
        let cleaned = json!({ "type": "string", "description": known, "default": known, "enum": [known] });
        assert_eq!(request.tools[0].parameters["properties"]["a"], cleaned);
    }

    #[test]
    fn a_reply_shows_no_known_secret() {
        let suggestion = Suggestion { label: SECRETS.into(), message: SECRETS.into() };
        let mut reply =
            ModelReply { text: SECRETS.into(), suggestions: vec![suggestion], ..ModelReply::default() };
        reply.reasoning.text = SECRETS.into();
        clean_reply(&secrets(), &mut reply);
        let known = format!("[secret github], [secret], {SHAPED}");
        let Suggestion { label, message } = &reply.suggestions[0];
        assert_eq!([&reply.text, &reply.reasoning.text, label, message], [&known; 4]);
    }

    #[test]
    fn the_title_of_a_helper_s_part_shows_no_known_secret() {
        let call = |name: &str| ToolCall {
            id: "c0".into(),
            name: name.into(),
            arguments: json!({ "title": SECRETS, "goal": SECRETS }).to_string(),
        };
        let mut reply = ModelReply { calls: vec![call("task"), call("other")], ..ModelReply::default() };
        clean_reply(&secrets(), &mut reply);
        let known = format!("[secret github], [secret], {SHAPED}");
        let arguments: Value = serde_json::from_str(&reply.calls[0].arguments).unwrap();
        assert_eq!(arguments, json!({ "title": known, "goal": SECRETS }));
        assert_eq!(reply.calls[1], call("other"));
    }
}
