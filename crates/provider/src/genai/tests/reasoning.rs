//! The effort of a model's reasoning, and the parts that are sent back.

use std::sync::Arc;

use super::{servers::serve, *};

/// Anthropic's stream of a response that reasons first and then calls a tool.
const THOUGHT: &str = concat!(
    "event: message_start\ndata: {\"message\":{\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}\n\n",
    "event: content_block_start\ndata: {\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n",
    "event: content_block_delta\ndata: {\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"They want milk.\"}}\n\n",
    "event: content_block_delta\ndata: {\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s1\"}}\n\n",
    "event: content_block_stop\ndata: {}\n\n",
    "event: content_block_start\ndata: ",
    "{\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"jot\",\"input\":{}}}\n\n",
    "event: content_block_delta\ndata: ",
    "{\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"text\\\":\\\"milk\\\"}\"}}\n\n",
    "event: content_block_stop\ndata: {}\n\n",
    "event: message_delta\ndata: {\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":5}}\n\n",
    "event: message_stop\ndata: {}\n\n"
);

/// Returns the body of the next request.
async fn body(requests: &mut mpsc::UnboundedReceiver<String>) -> Value {
    let request = requests.recv().await.unwrap();
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Returns the request that follows a response with calls.
fn continued(reply: ModelReply, with_reasoning: bool) -> ModelRequest {
    let mut request = ModelRequest { max_tokens: 4096, ..question("note") };
    let reasoning = with_reasoning.then(|| ModelMessage::Reasoning { reasoning: Arc::new(reply.reasoning) });
    let call_id = reply.calls[0].id.clone();
    request.messages.extend(reasoning);
    request.messages.push(ModelMessage::Assistant { text: reply.text, calls: reply.calls });
    request.messages.push(ModelMessage::Tool { call_id, text: "noted".to_owned() });
    request
}

#[tokio::test]
async fn each_protocol_has_its_word_for_the_effort() {
    let gemini = "/generationConfig/thinkingConfig/thinkingBudget";
    for (name, effort, place, said) in [
        ("openai", "low", "/reasoning_effort", json!("low")),
        ("openai", "none", "/reasoning_effort", json!("none")),
        ("openai", "", "/reasoning_effort", Value::Null),
        ("anthropic", "low", "/thinking/budget_tokens", json!(1024)),
        ("anthropic", "none", "/thinking", Value::Null),
        ("anthropic", "", "/thinking", Value::Null),
        ("gemini", "low", gemini, json!(1000)),
        ("gemini", "", "/generationConfig/thinkingConfig", Value::Null),
        ("deepseek", "none", "/thinking/type", json!("disabled")),
        ("ollama", "high", "/think", json!("high")),
    ] {
        let (url, mut requests) = canned_and_requests("text/event-stream", "data: [DONE]\n\n").await;
        let settings =
            [("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", &url), ("REASONING_EFFORT", effort)];
        let request = ModelRequest { max_tokens: 4096, ..question("hello") };
        _ = ask(&provider(&settings), &request).await;
        let body = body(&mut requests).await;
        assert_eq!(body.pointer(place).unwrap_or(&Value::Null), &said, "{name} {effort}: {body}");
    }
}

#[tokio::test]
async fn anthropic_is_asked_to_reason_only_where_the_answer_has_room_for_it() {
    let (url, mut requests) = canned_and_requests("text/event-stream", "data: [DONE]\n\n").await;
    let settings =
        [("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url), ("REASONING_EFFORT", "low")];
    let anthropic = provider(&settings);
    for (max_tokens, reasons) in [(64, false), (1024, false), (1025, true)] {
        _ = ask(&anthropic, &ModelRequest { max_tokens, ..question("hello") }).await;
        assert_eq!(body(&mut requests).await.get("thinking").is_some(), reasons, "{max_tokens}");
    }
}

#[tokio::test]
async fn anthropic_gets_its_signed_reasoning_back_and_reasons_no_more_where_it_is_lost() {
    let (url, mut requests) = canned_and_requests("text/event-stream", THOUGHT).await;
    let settings =
        [("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url), ("REASONING_EFFORT", "low")];
    let (anthropic, other) = (provider(&settings), provider(&settings));
    let (reply, shown) = ask(&anthropic, &ModelRequest { max_tokens: 4096, ..question("note") }).await;
    let reply = reply.unwrap();
    assert_eq!((shown.as_str(), reply.text.as_str()), ("", ""));
    assert_eq!(reply.reasoning.text, "They want milk.");
    requests.recv().await.unwrap();

    let thinking = json!({"type": "thinking", "thinking": "They want milk.", "signature": "s1"});
    for (asked, with_reasoning, is_interrupted, first, is_on) in [
        (&anthropic, true, false, &thinking["type"], true),
        (&anthropic, false, false, &json!("tool_use"), false),
        // The same if the person has written meanwhile.
        (&anthropic, true, true, &thinking["type"], true),
        (&anthropic, false, true, &json!("tool_use"), false),
        // Another model does not get the reasoning.
        (&other, true, false, &json!("tool_use"), false),
    ] {
        let mut request = continued(reply.clone(), with_reasoning);
        if is_interrupted {
            request.messages.push(ModelMessage::User { text: "and bread".to_owned() });
        }
        _ = ask(asked, &request).await;
        let body = body(&mut requests).await;
        let block = &body["messages"][1]["content"][0];
        assert_eq!((&block["type"], body.get("thinking").is_some()), (first, is_on), "{body}");
        if is_on {
            assert_eq!(block, &thinking);
        }
    }
}

#[tokio::test]
async fn anthropic_reasons_no_more_after_a_call_without_reasoning() {
    let called =
        THOUGHT.split("event: ").filter(|event| !event.contains("think") && !event.contains("signature"));
    let called: String = called.map(|event| format!("event: {event}")).collect();
    let (url, mut requests) = canned_and_requests("text/event-stream", called.leak()).await;
    let settings =
        [("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url), ("REASONING_EFFORT", "low")];
    let anthropic = provider(&settings);
    let request = ModelRequest { max_tokens: 4096, ..question("note") };
    let reply = ask(&anthropic, &request).await.0.unwrap();
    assert!(body(&mut requests).await.get("thinking").is_some());
    _ = ask(&anthropic, &continued(reply, true)).await;
    assert_eq!(body(&mut requests).await.get("thinking"), None);
}

#[tokio::test]
async fn anthropic_is_asked_again_without_reasoning_where_it_refuses_the_reasoning() {
    let refused = r#"{"type":"error","error":{"type":"invalid_request_error",
        "message":"When `thinking` is enabled, a final assistant message must start with a thinking block."}}"#;
    let answer = move |request: &str| match request.contains("\"thinking\":{") && request.contains("noted") {
        true => ("400 Bad Request", "application/json", refused),
        false => ("200 OK", "text/event-stream", THOUGHT),
    };
    let (url, mut requests) = serve(answer).await;
    let settings =
        [("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url), ("REASONING_EFFORT", "low")];
    let anthropic = provider(&settings);
    let request = ModelRequest { max_tokens: 4096, ..question("note") };
    let reply = ask(&anthropic, &request).await.0.unwrap();
    let reply = ask(&anthropic, &continued(reply, true)).await.0.unwrap();
    assert_eq!(reply.calls.len(), 1);
    for reasons in [true, true, false] {
        assert_eq!(body(&mut requests).await.get("thinking").is_some(), reasons);
    }
}

#[tokio::test]
async fn gemini_gets_the_signature_of_its_call_back() {
    let answer = concat!(
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"jot\",\"args\":{}},",
        "\"thoughtSignature\":\"s1\"}]},\"finishReason\":\"STOP\"}],",
        "\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":5}}\n\n"
    );
    let (url, mut requests) = canned_and_requests("text/event-stream", answer).await;
    let gemini = provider(&[("PROVIDER", "gemini"), ("NAME", "gemini-3-pro"), ("BASE_URL", &url)]);
    let reply = ask(&gemini, &question("note")).await.0.unwrap();
    requests.recv().await.unwrap();
    for (with_reasoning, signature) in [(true, "s1"), (false, "skip_thought_signature_validator")] {
        _ = ask(&gemini, &continued(reply.clone(), with_reasoning)).await;
        let body = body(&mut requests).await;
        let called = &body["contents"][1]["parts"][0];
        assert_eq!(called["thoughtSignature"], signature, "{body}");
    }
}

#[tokio::test]
async fn a_block_of_reasoning_before_the_answer_is_not_shown() {
    let model = Model::start().await;
    let said = "<think>\nThey greet me.\n</think>\n\nGood morning, `<think>`.";
    for chunks in [Chunks::PerChar, Chunks::Whole] {
        model.script([Turn::text(said).in_chunks(chunks)]);
        let (reply, shown) = ask(&openai(&model.url()), &question("hello")).await;
        let reply = reply.unwrap();
        assert_eq!(
            (shown.as_str(), reply.text.as_str()),
            ("Good morning, `<think>`.", "Good morning, `<think>`.")
        );
        assert_eq!(reply.reasoning.text, "They greet me.");
    }
    // The model never came to an answer.
    model.script([Turn::text("<think>They greet").truncated()]);
    let (reply, shown) = ask(&openai(&model.url()), &question("hello")).await;
    let reply = reply.unwrap();
    assert_eq!((shown.as_str(), reply.text.as_str(), reply.reasoning.text.as_str()), ("", "", "They greet"));
    // The calls are lost in the stream, so that the answer is requested again without streaming.
    let lost = Turn::text("<think>Noted.</think>").and_calls([("jot", json!({}))]).in_chunks(Chunks::NoIndex);
    let whole = Turn::text("<think>Noted.</think>I note it.").and_calls([("jot", json!({}))]);
    model.script([lost, whole]);
    let (reply, shown) = ask(&openai(&model.url()), &question("note")).await;
    let reply = reply.unwrap();
    assert_eq!((shown.as_str(), reply.text.as_str()), ("I note it.", "I note it."));
    assert_eq!((reply.reasoning.text.as_str(), reply.calls.len()), ("Noted.", 1));
}

#[tokio::test]
async fn reasoning_whose_block_the_prompt_has_opened_is_taken_back_and_then_held_back() {
    let model = Model::start().await;
    let said = "They greet me.\n</think>\n\nGood morning.";
    let provider = openai(&model.url());
    for is_known in [false, true] {
        model.script([Turn::text(said).in_chunks(Chunks::PerChar)]);
        let (reply, steps) = ask_for_steps(&provider).await;
        assert_eq!((reply.text.as_str(), reply.reasoning.text.as_str()), ("Good morning.", "They greet me."));
        assert_eq!(steps.first().map(String::as_str), Some(if is_known { "G" } else { "T" }));
        assert_eq!(steps.iter().any(String::is_empty), !is_known, "{steps:?}");
        assert_eq!(steps.last(), Some(&reply.text));
    }
    // A limit within the block leaves reasoning alone, without an answer.
    model.script([Turn::text("They greet").truncated()]);
    let (reply, steps) = ask_for_steps(&provider).await;
    assert_eq!((reply.text.as_str(), reply.reasoning.text.as_str()), ("", "They greet"));
    assert_eq!(steps, Vec::<String>::new());
    // A plain answer is shown when it ends, and the next one as it arrives.
    for steps_of_plain in [1, "Good day.".len()] {
        model.script([Turn::text("Good day.").in_chunks(Chunks::PerChar)]);
        let (reply, steps) = ask_for_steps(&provider).await;
        assert_eq!((reply.text.as_str(), steps.len()), ("Good day.", steps_of_plain));
    }
}

/// Returns the reply, and each text that was shown on the way.
#[expect(clippy::disallowed_methods, reason = "the provider is what is tested")]
async fn ask_for_steps(provider: &GenaiProvider) -> (ModelReply, Vec<String>) {
    let mut steps = Vec::new();
    let reply = provider.respond(&question("hello"), &mut |text: &str| steps.push(text.to_owned())).await;
    (reply.unwrap(), steps)
}
