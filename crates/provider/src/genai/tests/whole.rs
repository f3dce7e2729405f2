//! Answers in one piece, and what stands beside the content of an answer.

use super::{
    servers::{Answer, serve},
    *,
};

const JSON: &str = "application/json";
const SSE: &str = "text/event-stream";

fn provider_of(name: &str, url: &str) -> GenaiProvider {
    provider(&[("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", url)])
}

/// Starts a server that answers a request for a stream and one for a whole answer, and counts the requests.
async fn streaming(stream: &'static str, whole: &'static str) -> (String, mpsc::UnboundedReceiver<String>) {
    let answer = move |request: &str| -> Answer {
        let (kind, body) = if request.contains(r#""stream":true"#) { (SSE, stream) } else { (JSON, whole) };
        ("200 OK", kind, body)
    };
    serve(answer).await
}

fn count(requests: &mut mpsc::UnboundedReceiver<String>) -> usize {
    std::iter::from_fn(|| requests.try_recv().ok()).count()
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_asked_without_streaming_from_then_on() {
    let openai = r#"{"choices":[{"message":{"content":"Good day."},"finish_reason":"stop"}],
        "usage":{"prompt_tokens":12,"completion_tokens":5}}"#;
    let anthropic = r#"{"content":[{"type":"text","text":"Good day."}],"stop_reason":"end_turn",
        "usage":{"input_tokens":12,"output_tokens":5}}"#;
    let gemini = r#"{"candidates":[{"content":{"parts":[{"text":"Good day."}]},"finishReason":"STOP"}],
        "usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":5}}"#;
    for (name, body) in [("openai", openai), ("anthropic", anthropic), ("gemini", gemini)] {
        let (url, mut requests) = canned_and_requests(JSON, body).await;
        let provider = provider_of(name, &url);
        for asked in [2, 2, 1] {
            let (reply, shown) = ask(&provider, &question("hello")).await;
            let reply = reply.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((reply.text.as_str(), shown.as_str()), ("Good day.", "Good day."), "{name}");
            assert_eq!((reply.usage.input_tokens, count(&mut requests)), (12, asked), "{name}");
        }
    }
}

#[tokio::test]
async fn calls_of_a_server_that_does_not_stream_arrive() {
    let body = r#"{"choices":[{"message":{"content":null,"tool_calls":[
        {"id":"a","type":"function","function":{"name":"jot","arguments":"{\"text\":\"milk\"}"}}]},
        "finish_reason":"tool_calls"}]}"#;
    let reply = ask(&openai(&canned(JSON, body).await), &question("note")).await.0.unwrap();
    assert_eq!(
        (reply.calls[0].name.as_str(), reply.calls[0].arguments.as_str()),
        ("jot", r#"{"text":"milk"}"#)
    );
}

#[tokio::test]
async fn an_error_with_the_status_of_success_is_the_provider_s() {
    let unavailable = |text: &str| ModelError::Unavailable(text.to_owned());
    let limited = |text: &str| ModelError::RateLimited { message: text.to_owned(), retry_after: None };
    for (name, body, expected) in [
        (
            "openai",
            r#"{"error":{"message":"Provider returned error"}}"#,
            unavailable("Provider returned error"),
        ),
        ("openai", r#"{"error":{"message":"Busy.","code":429}}"#, limited("HTTP 429: Busy.")),
        ("openai", r#"{"error":"Gone."}"#, unavailable("Gone.")),
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            limited("Overloaded"),
        ),
        // There is no answer here.
        ("openai", "{}", ModelError::Cut),
    ] {
        let error = error_of(&provider_of(name, &canned(JSON, body).await)).await;
        assert_eq!(error, expected, "{name} {body}");
    }
}

#[tokio::test]
async fn a_character_in_two_halves_does_not_end_the_answer() {
    let stream = concat!(
        r#"data: {"choices":[{"delta":{"content":"A \ud83e"}}]}"#,
        "\n\n",
        r#"data: {"choices":[{"delta":{"content":"\udd8a."},"finish_reason":"stop"}]}"#,
        "\n\ndata: [DONE]\n\n"
    );
    let whole = r#"{"choices":[{"message":{"content":"A \ud83e\udd8a."},"finish_reason":"stop"}]}"#;
    let (url, mut requests) = streaming(stream, whole).await;
    let provider = openai(&url);
    // The server streams other answers well, so it is always asked to.
    for _ in 0..3 {
        let (reply, shown) = ask(&provider, &question("hello")).await;
        assert_eq!((reply.unwrap().text.as_str(), shown.as_str()), ("A 🦊.", "A 🦊."));
        assert_eq!(count(&mut requests), 2);
    }
}

#[tokio::test]
async fn the_text_with_which_a_model_refuses_is_its_answer() {
    let stream = concat!(
        "data: {\"choices\":[{\"delta\":{\"content\":null,\"refusal\":\"I cannot\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"refusal\":\" help.\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
    );
    let whole =
        r#"{"choices":[{"message":{"content":null,"refusal":"I cannot help."},"finish_reason":"stop"}]}"#;
    let responses = concat!(
        "data: {\"type\":\"response.refusal.delta\",\"delta\":\"I cannot\"}\n\n",
        "data: {\"type\":\"response.refusal.delta\",\"delta\":\" help.\"}\n\n",
        "data: {\"type\":\"response.completed\",",
        "\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"completed\",\"output\":[]}}\n\n"
    );
    let whole_response = r#"{"id":"r","model":"m","status":"completed","output":[
        {"type":"message","content":[{"type":"refusal","refusal":"I cannot help."}]}]}"#;
    for (adapter, kind, body) in [
        (AdapterKind::OpenAI, SSE, stream),
        (AdapterKind::OpenAI, JSON, whole),
        (AdapterKind::OpenAIResp, SSE, responses),
        (AdapterKind::OpenAIResp, JSON, whole_response),
    ] {
        let mut provider = openai(&canned(kind, body).await);
        provider.model = ModelIden::new(adapter, "some-model");
        let (reply, shown) = ask(&provider, &question("hello")).await;
        let reply = reply.unwrap_or_else(|error| panic!("{adapter} {kind}: {error}"));
        assert_eq!((reply.text.as_str(), shown.as_str()), ("I cannot help.", "I cannot help."), "{adapter}");
    }
}
