//! Responses that end in another way than by their own end.

use super::*;

/// Returns the outcome of a request to a provider that answers with these events.
async fn answered(name: &str, events: &[Value]) -> (Result<ModelReply, ModelError>, String) {
    let events = events.iter().map(|event| {
        let kind = event["type"].as_str().map(|kind| format!("event: {kind}\n")).unwrap_or_default();
        format!("{kind}data: {event}\n\n")
    });
    let body: String = events.collect();
    let url = canned("text/event-stream", body.leak()).await;
    ask(&provider(&[("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", &url)]), &question("hello"))
        .await
}

fn openai_event(delta: Value, reason: Option<&str>) -> Value {
    json!({ "choices": [{ "delta": delta, "finish_reason": reason }] })
}

fn gemini_event(parts: Value, reason: Option<&str>) -> Value {
    let mut candidate = json!({ "content": { "parts": parts } });
    if let Some(reason) = reason {
        candidate["finishReason"] = reason.into();
    }
    json!({ "candidates": [candidate], "usageMetadata": { "promptTokenCount": 1 } })
}

#[tokio::test]
async fn an_answer_whose_rest_is_withheld_is_marked() {
    let openai = [openai_event(json!({ "content": "First" }), Some("content_filter"))];
    let gemini = [
        gemini_event(json!([{ "text": "First" }]), None),
        json!({ "candidates": [{ "finishReason": "SAFETY" }] }),
    ];
    let anthropic = [
        json!({ "type": "content_block_start", "content_block": { "type": "text", "text": "" } }),
        json!({ "type": "content_block_delta", "delta": { "type": "text_delta", "text": "First" } }),
        json!({ "type": "content_block_stop" }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "refusal" } }),
        json!({ "type": "message_stop" }),
    ];
    for (name, events) in [("openai", &openai[..]), ("gemini", &gemini), ("anthropic", &anthropic)] {
        let reply = answered(name, events).await.0.unwrap();
        assert_eq!((reply.text.as_str(), reply.withheld, reply.truncated), ("First", true, false), "{name}");
    }
    let nothing = answered("openai", &[openai_event(json!({}), Some("content_filter"))]).await.0.unwrap_err();
    assert!(matches!(nothing, ModelError::Withheld(_)), "{nothing:?}");
}

#[tokio::test]
async fn a_response_that_failed_is_no_answer() {
    let half = openai_event(json!({ "content": "Half" }), Some("error"));
    let lost = json!({ "candidates": [{ "content": {}, "finishReason": "MALFORMED_FUNCTION_CALL" }] });
    for (name, event) in [("openai", half), ("gemini", lost)] {
        assert_eq!(answered(name, &[event]).await.0.unwrap_err(), ModelError::Cut, "{name}");
    }
    let said = gemini_event(json!([{ "text": "Said." }]), Some("MALFORMED_FUNCTION_CALL"));
    assert_eq!(answered("gemini", &[said]).await.0.unwrap().text, "Said.");
}

#[tokio::test]
async fn a_request_that_gemini_blocks_is_refused_and_a_chunk_of_token_counts_is_no_failure() {
    let counts = json!({ "usageMetadata": { "promptTokenCount": 1 }, "modelVersion": "g" });
    let blocked = json!({ "promptFeedback": { "blockReason": "OTHER" }, "usageMetadata": {} });
    let refused = ModelError::Withheld("the request is blocked".to_owned());
    assert_eq!(answered("gemini", &[counts.clone(), blocked]).await.0.unwrap_err(), refused);
    let said = gemini_event(json!([{ "text": "Hello." }]), Some("STOP"));
    assert_eq!(answered("gemini", &[counts.clone(), said]).await.0.unwrap().text, "Hello.");
    assert_eq!(answered("gemini", &[counts]).await.0.unwrap_err(), ModelError::Cut);
}

#[tokio::test]
async fn the_status_in_an_event_counts() {
    let failed = async |code: u16, said: &str| {
        let event = json!({ "error": { "code": code, "message": said }, "choices": [] });
        answered("openrouter", &[event]).await.0.unwrap_err()
    };
    let message = "HTTP 429: Busy.".to_owned();
    assert_eq!(failed(429, "Busy.").await, ModelError::RateLimited { message, retry_after: None });
    assert_eq!(failed(402, "Pay.").await, ModelError::AccountEmpty("HTTP 402: Pay.".to_owned()));
    let gone = "HTTP 502: Provider disconnected.".to_owned();
    assert_eq!(failed(502, "Provider disconnected.").await, ModelError::Unavailable(gone));
}
