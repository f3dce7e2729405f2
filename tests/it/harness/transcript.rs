//! The model's input, as text to assert on.

use adjutant_simulators::model::Model;
use serde_json::{Map, Value};

/// Returns the conversation in the model's last request, without the system prompt and the present.
pub fn conversation(model: &Model) -> String {
    let request = model.requests().pop().expect("the model was asked");
    let present = request.present();
    let lines = request.messages.iter().filter(|message| message.role != "system").map(|message| {
        let calls = message.calls.iter().map(|call| format!("{} {}", call.name, in_order(&call.arguments)));
        let text = message.text.strip_suffix(present).unwrap_or(&message.text);
        let said = (!text.is_empty()).then(|| in_order(text));
        format!("{}: {}", message.role, said.into_iter().chain(calls).collect::<Vec<_>>().join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns JSON with sorted keys, because their order differs between builds; returns other text unchanged.
pub fn in_order(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if !value.is_number() => sorted(value).to_string(),
        _ => text.to_owned(),
    }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(Map::from_iter(fields))
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}
