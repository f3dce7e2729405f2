//! The effort of a model's reasoning, and the parts of it that the provider wants back.

use ::genai::adapter::AdapterKind;
use ::genai::chat::{ContentPart, CustomPart, MessageContent, ReasoningEffort as Effort, ToolCall};
use adjutant_config::ReasoningEffort;

use crate::{
    ModelMessage, ModelRequest,
    reasoning::{Kept, ModelId, Part, Reasoning},
};

/// Returns the effort for a request of at most `max_tokens`. During a turn, some providers refuse calls without the
/// reasoning before them, unless reasoning is switched off: a restart or a wait for a decision loses the reasoning.
pub(super) fn effort(
    adapter: AdapterKind,
    setting: Option<ReasoningEffort>,
    (messages, max_tokens): (&[ModelMessage], u32),
    own: ModelId,
) -> Option<Effort> {
    if adapter == AdapterKind::Anthropic && setting.is_some_and(|setting| max_tokens <= budget(setting)) {
        return Some(Effort::Zero);
    }
    let needs_it = match adapter {
        AdapterKind::Anthropic => setting.is_some(),
        AdapterKind::DeepSeek => true,
        _ => false,
    };
    if needs_it && is_lost(messages, own) {
        return Some(Effort::Zero);
    }
    setting.map(|setting| match setting {
        ReasoningEffort::None => Effort::Zero,
        ReasoningEffort::Low => Effort::Low,
        ReasoningEffort::Medium => Effort::Medium,
        ReasoningEffort::High => Effort::High,
    })
}

/// Returns how many tokens Anthropic's models may reason. Anthropic refuses a request that leaves no room beyond them,
/// such as one for a short description.
fn budget(setting: ReasoningEffort) -> u32 {
    match setting {
        ReasoningEffort::None => 0,
        ReasoningEffort::Low => 1024,
        ReasoningEffort::Medium => 8000,
        ReasoningEffort::High => 24_000,
    }
}

/// Returns whether to ask the provider to return the reasoning: if the next request needs it, or it is `shown` to
/// people. Most providers return it unasked.
pub(super) fn is_asked_for(adapter: AdapterKind, effort: Option<&Effort>, shown: bool) -> bool {
    let reasons = !matches!(effort, None | Some(Effort::Zero));
    match adapter {
        AdapterKind::Anthropic => reasons,
        AdapterKind::Gemini => reasons || shown,
        AdapterKind::OpenAIResp => shown,
        _ => false,
    }
}

/// Returns whether a provider may refuse to return the model's reasoning: the model does not reason, or the account may
/// not see it.
pub(super) fn may_be_refused(adapter: AdapterKind) -> bool {
    matches!(adapter, AdapterKind::Gemini | AdapterKind::OpenAIResp)
}

/// Returns whether the calls since the last answer lack the reasoning before them, even if the person has written
/// meanwhile.
fn is_lost(messages: &[ModelMessage], own: ModelId) -> bool {
    let is_answer =
        |message: &ModelMessage| matches!(message, ModelMessage::Assistant { calls, .. } if calls.is_empty());
    let answered = messages.iter().rposition(is_answer).map_or(0, |answer| answer + 1);
    let turn = &messages[answered..];
    turn.iter().enumerate().any(|(at, message)| {
        let before = at.checked_sub(1).map(|before| &turn[before]);
        // A response without reasoning counts too: Anthropic refuses its calls while reasoning is on.
        let has_own = matches!(
            before,
            Some(ModelMessage::Reasoning { reasoning })
                if reasoning.kept.by == Some(own) && !reasoning.kept.is_empty()
        );
        matches!(message, ModelMessage::Assistant { calls, .. } if !calls.is_empty()) && !has_own
    })
}

/// Returns the request without its reasoning, if the provider refuses the reasoning before the calls of the turn.
/// Reasoning is switched off for such a request. `why`: the provider's text.
pub(super) fn withdrawn(
    adapter: AdapterKind,
    request: &ModelRequest,
    own: ModelId,
    why: &str,
) -> Option<ModelRequest> {
    if adapter != AdapterKind::Anthropic || !why.contains("thinking") || is_lost(&request.messages, own) {
        return None;
    }
    let mut messages = request.messages.clone();
    messages.retain(|message| !matches!(message, ModelMessage::Reasoning { .. }));
    is_lost(&messages, own).then(|| ModelRequest { messages, ..request.clone() })
}

/// Returns the reasoning of a response.
pub(super) fn of_response(
    (adapter, own): (AdapterKind, ModelId),
    text: String,
    content: Option<&MessageContent>,
) -> Reasoning {
    let mut parts: Vec<_> = content.into_iter().flat_map(MessageContent::parts).filter_map(part).collect();
    let has_text = parts.iter().any(|part| matches!(part, Part::Text(_)));
    if wants_text(adapter) && !has_text && !text.is_empty() {
        parts.push(Part::Text(text.clone()));
    }
    let calls = content.map(MessageContent::tool_calls).unwrap_or_default();
    let of_calls = calls.iter().map(|call| call.thought_signatures.clone().unwrap_or_default()).collect();
    Reasoning { text, kept: Kept { by: Some(own), parts, of_calls } }
}

/// Returns the parts of the reasoning that are sent back before the text and the calls of a response.
pub(super) fn parts(kept: &Kept) -> Vec<ContentPart> {
    let part = |part: &Part| match part {
        Part::Signature(signature) => ContentPart::ThoughtSignature(signature.clone()),
        Part::Text(text) => ContentPart::ReasoningContent(text.clone()),
        Part::Custom(data) => ContentPart::Custom(CustomPart { model_iden: None, data: data.clone() }),
    };
    kept.parts.iter().map(part).collect()
}

/// Restores the signatures of a response's calls.
pub(super) fn sign<'a>(kept: &Kept, calls: impl Iterator<Item = &'a mut ToolCall>) {
    for (call, signatures) in calls.zip(&kept.of_calls) {
        call.thought_signatures = (!signatures.is_empty()).then(|| signatures.clone());
    }
}

fn part(part: &ContentPart) -> Option<Part> {
    match part {
        ContentPart::ThoughtSignature(signature) => Some(Part::Signature(signature.clone())),
        ContentPart::ReasoningContent(text) => Some(Part::Text(text.clone())),
        ContentPart::Custom(custom) => Some(Part::Custom(custom.data.clone())),
        _ => None,
    }
}

/// Returns whether a provider without signatures wants the reasoning's text back. Others refuse an unknown field.
fn wants_text(adapter: AdapterKind) -> bool {
    use AdapterKind::{DeepSeek, Mistral, Moonshot, OpenRouter, Zai};
    matches!(adapter, DeepSeek | Mistral | Moonshot | OpenRouter | Zai)
}
