mod conversations;
mod endings;
mod reasoning;
mod servers;
mod whole;

use adjutant_config::Config;
use adjutant_domain::tools::ToolCall;
use adjutant_simulators::model::{Chunks, Model, Turn};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::mpsc};

use self::servers::{canned, canned_and_requests};
use super::*;
use crate::{ModelMessage, ToolSpec, Usage};

const KEY: &str = "very-secret-key";

/// Returns a provider configured by environment variables.
fn provider(settings: &[(&str, &str)]) -> GenaiProvider {
    // Another test may have installed it already.
    _ = rustls::crypto::ring::default_provider().install_default();
    let env = settings.iter().map(|(key, value)| (format!("ADJUTANT__MODEL__{key}"), (*value).to_owned()));
    GenaiProvider::new(&Config::load(None, env).unwrap().model).unwrap()
}

fn openai(base_url: &str) -> GenaiProvider {
    let settings = [("PROVIDER", "openai"), ("NAME", "some-model"), ("API_KEY", KEY), ("BASE_URL", base_url)];
    provider(&settings)
}

fn question(text: &str) -> ModelRequest {
    ModelRequest {
        system: "You are terse.".to_owned(),
        messages: vec![ModelMessage::User { text: text.to_owned() }],
        tools: vec![ToolSpec {
            name: "jot".to_owned(),
            description: "Writes down.".to_owned(),
            parameters: json!({"type": "object", "properties": {"text": {"type": "string"}}}),
        }],
        max_tokens: 100,
        ..ModelRequest::default()
    }
}

/// Returns the reply, and the text that was streamed last.
#[expect(clippy::disallowed_methods, reason = "the provider is what is tested")]
async fn ask(provider: &GenaiProvider, request: &ModelRequest) -> (Result<ModelReply, ModelError>, String) {
    let mut shown = String::new();
    let reply = provider.respond(request, &mut |text: &str| text.clone_into(&mut shown)).await;
    (reply, shown)
}

async fn error_of(provider: &GenaiProvider) -> ModelError {
    ask(provider, &question("hello")).await.0.expect_err("fails")
}

#[tokio::test]
async fn text_is_streamed_and_tokens_are_counted() {
    let model = Model::start().await;
    model.require_key(KEY);
    model.script([Turn::text("Good morning, Alice.").with_usage(12, 5).with_cached(8)]);
    let (reply, shown) = ask(&openai(&model.url()), &question("hello")).await;
    let usage = Usage { input_tokens: 12, cached_tokens: 8, output_tokens: 5, ..Usage::default() };
    let reply = reply.unwrap();
    let expected = ModelReply {
        text: "Good morning, Alice.".to_owned(),
        usage,
        reasoning: reply.reasoning.clone(),
        ..ModelReply::default()
    };
    assert_eq!(reply, expected);
    assert_eq!(shown, "Good morning, Alice.");
    let request = &model.requests()[0];
    assert_eq!((request.system(), request.last_user()), ("You are terse.", "hello"));
    assert_eq!(
        (request.tools.as_slice(), &request.body["max_tokens"]),
        (&["jot".to_owned()][..], &json!(100))
    );
    assert!(request.include_usage);
}

#[tokio::test]
async fn a_reply_that_ends_at_the_limit_is_marked() {
    let model = Model::start().await;
    model.script([Turn::text("and so on").truncated()]);
    assert!(ask(&openai(&model.url()), &question("hello")).await.0.unwrap().truncated);
}

#[tokio::test]
async fn calls_arrive_whole_however_they_are_cut() {
    let calls = [("jot", json!({"text": "milk"})), ("jot", json!({"text": "bread"}))];
    for (chunks, requests) in [
        (Chunks::Whole, 1),
        (Chunks::OddToolDeltas, 1),
        // Streams with indistinguishable calls are requested again without streaming.
        (Chunks::NoIndex, 2),
        (Chunks::SharedIndex, 2),
    ] {
        let model = Model::start().await;
        model.answer_with({
            let calls = calls.clone();
            move |_| Turn::text("Noting.").and_calls(calls.clone()).in_chunks(chunks).with_usage(10, 5)
        });
        let (reply, shown) = ask(&openai(&model.url()), &question("note")).await;
        let reply = reply.unwrap();
        let arguments: Vec<_> = reply.calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(arguments, [r#"{"text":"milk"}"#, r#"{"text":"bread"}"#], "{chunks:?}");
        assert_ne!(reply.calls[0].id, reply.calls[1].id, "{chunks:?}");
        assert_eq!((reply.text.as_str(), shown.as_str()), ("Noting.", "Noting."), "{chunks:?}");
        assert_eq!((model.count() as u64, reply.usage.input_tokens), (requests, 10 * requests), "{chunks:?}");
    }
}

#[tokio::test]
async fn arguments_that_are_no_json_are_passed_on_as_written() {
    let model = Model::start().await;
    model.script([Turn::raw_call("jot", r#"{"text": milk"#)]);
    let reply = ask(&openai(&model.url()), &question("note")).await.0.unwrap();
    assert_eq!(
        (reply.calls[0].name.as_str(), reply.calls[0].arguments.as_str()),
        ("jot", r#"{"text": milk"#)
    );
}

#[tokio::test]
async fn a_conversation_keeps_calls_and_results_together() {
    let model = Model::start().await;
    model.script([Turn::text("Done.")]);
    let call = |id: &str, arguments: &str| ToolCall {
        id: id.to_owned(),
        name: "jot".to_owned(),
        arguments: arguments.to_owned(),
    };
    let result = |id: &str, text: &str| ModelMessage::Tool { call_id: id.to_owned(), text: text.to_owned() };
    let mut request = question("note");
    request.messages.extend([
        ModelMessage::Note { text: "Monday is over.".to_owned() },
        ModelMessage::Assistant {
            text: String::new(),
            calls: vec![call("a", r#"{"text":"milk"}"#), call("b", "{broken"), call("c", "")],
        },
        result("a", "ok"),
        result("b", "not JSON"),
        result("c", "text is missing"),
    ]);
    ask(&openai(&model.url()), &request).await.0.unwrap();
    let sent = &model.requests()[0];
    assert_eq!(sent.last_user(), "note\n\n[Not from the user: Monday is over.]");
    let calls: Vec<_> = sent.messages[2].calls.iter().map(|call| (&*call.id, &*call.arguments)).collect();
    let broken = r#"{"invalid_arguments":"{broken"}"#;
    assert_eq!(calls, [("a", r#"{"text":"milk"}"#), ("b", broken), ("c", "{}")]);
    assert_eq!(sent.tool_results(), ["ok", "not JSON", "text is missing"]);
}

#[tokio::test]
async fn http_errors_say_what_can_be_done() {
    let model = Model::start().await;
    let unavailable = |text: &str| ModelError::Unavailable(text.to_owned());
    let empty = |text: &str| ModelError::AccountEmpty(text.to_owned());
    let limited = |text: &str, seconds: Option<u64>| ModelError::RateLimited {
        message: text.to_owned(),
        retry_after: seconds.map(Duration::from_secs),
    };
    let cases = [
        (
            Turn::error_with(429, 7, "rate_limit", "Slow down."),
            limited("HTTP 429, rate_limit: Slow down.", Some(7)),
        ),
        (
            Turn::error_with(429, None, "insufficient_quota", "Pay."),
            empty("HTTP 429, insufficient_quota: Pay."),
        ),
        (Turn::error_with(402, None, "no_credit", "Pay."), empty("HTTP 402, no_credit: Pay.")),
        (
            Turn::error_with(400, None, "invalid_request_error", "Your credit balance is too low."),
            empty("HTTP 400, invalid_request_error: Your credit balance is too low."),
        ),
        (Turn::error_with(529, None, "overloaded", "Busy."), limited("HTTP 529, overloaded: Busy.", None)),
        (Turn::error_with(503, None, "down", "Down."), unavailable("HTTP 503, down: Down.")),
        (
            Turn::error_with(400, None, "context_length_exceeded", "Too much."),
            ModelError::TooLong("HTTP 400, context_length_exceeded: Too much.".to_owned()),
        ),
        (
            Turn::error_with(404, None, "no_model", "No such model."),
            ModelError::NoModel("HTTP 404, no_model: No such model.".to_owned()),
        ),
        (
            Turn::error_with(422, None, "odd", "No such field."),
            ModelError::Refused("HTTP 422, odd: No such field.".to_owned()),
        ),
        (
            Turn::error_with(401, None, "bad_key", "Wrong key very-secret-key."),
            ModelError::KeyRefused("HTTP 401, bad_key: Wrong key [secret].".to_owned()),
        ),
    ];
    let provider = openai(&model.url());
    for (turn, expected) in cases {
        model.script([turn]);
        let error = error_of(&provider).await;
        assert_eq!(error, expected);
        let named = format!("HTTP {}, {}: ", error.status().unwrap(), error.code().unwrap());
        assert!(error.to_string().contains(&named), "{error}");
    }
    assert_eq!(unavailable("no connection").status(), None);
}

#[tokio::test]
async fn a_web_page_is_not_taken_for_a_model() {
    let page = "<!doctype html>\n<html>\n\n<body>Welcome</body>\n\n</html>\n";
    let error = error_of(&openai(&canned("text/html; charset=utf-8", page).await)).await;
    assert_eq!(error, ModelError::WebPage);
    assert!(!error.is_retryable());
    assert_eq!(error_of(&openai(&canned("text/event-stream", "").await)).await, ModelError::Cut);
}

#[tokio::test]
async fn a_stream_without_its_end_is_an_error() {
    let model = Model::start().await;
    model.script([Turn::cut_after("I will")]);
    assert_eq!(error_of(&openai(&model.url())).await, ModelError::Cut);

    let sse = "text/event-stream";
    let openai_stream = "data: {\"choices\":[{\"delta\":{\"content\":\"I will\"}}]}\n\n";
    assert_eq!(error_of(&openai(&canned(sse, openai_stream).await)).await, ModelError::Cut);

    // genai makes up an end for these streams.
    let gemini = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"I will\"}]}}]}\n\n";
    let ollama = "{\"message\":{\"content\":\"I will\"},\"done\":false}\n";
    for (name, content_type, body) in [("gemini", sse, gemini), ("ollama", "application/x-ndjson", ollama)] {
        let url = canned(content_type, body).await;
        let provider = provider(&[("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", &url)]);
        assert_eq!(error_of(&provider).await, ModelError::Cut, "{name}");
    }
}

#[tokio::test]
async fn a_stream_with_a_finish_reason_needs_no_further_end() {
    let sse = "text/event-stream";
    let said = concat!(
        "data: {\"choices\":[{\"delta\":{\"content\":\"Good\"},\"finish_reason\":null}],\"usage\":null}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\" day.\"},\"finish_reason\":\"length\"}]}\n\n",
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":5}}\n\n"
    );
    let (reply, shown) = ask(&openai(&canned(sse, said).await), &question("hello")).await;
    let reply = reply.unwrap();
    let usage = Usage { input_tokens: 12, output_tokens: 5, ..Usage::default() };
    assert_eq!((reply.text.as_str(), shown.as_str(), reply.usage), ("Good day.", "Good day.", usage));
    assert!(reply.truncated);

    let calls = concat!(
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[",
        "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"jot\",\"arguments\":\"{\\\"text\\\":\"}},",
        "{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"jot\",\"arguments\":\"{}\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[",
        "{\"index\":0,\"function\":{\"arguments\":\"\\\"milk\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n"
    );
    let (url, mut requests) = canned_and_requests(sse, calls).await;
    let reply = ask(&openai(&url), &question("note")).await.0.unwrap();
    let call = |id: &str, arguments: &str| ToolCall {
        id: id.to_owned(),
        name: "jot".to_owned(),
        arguments: arguments.to_owned(),
    };
    assert_eq!(reply.calls, [call("a", r#"{"text":"milk"}"#), call("b", "{}")]);
    assert!(requests.recv().await.is_some() && requests.is_empty(), "one request");
}

#[tokio::test]
async fn an_error_inside_a_stream_is_told_apart() {
    let overloaded = "event: error\n\
        data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let url = canned("text/event-stream", overloaded).await;
    let anthropic = provider(&[("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url)]);
    let expected = ModelError::RateLimited { message: "Overloaded".to_owned(), retry_after: None };
    assert_eq!(error_of(&anthropic).await, expected);
}

#[tokio::test]
async fn other_protocols_bring_text_calls_and_usage() {
    let ollama = concat!(
        r#"{"message":{"content":"Noting."},"done":false}"#,
        "\n",
        r#"{"message":{"content":"","tool_calls":[{"function":{"name":"jot","arguments":{"text":"milk"}}}]},"#,
        r#""done":true,"done_reason":"stop","prompt_eval_count":10,"eval_count":5}"#,
        "\n"
    );
    let anthropic = concat!(
        "event: message_start\ndata: {\"message\":{\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}\n\n",
        "event: content_block_start\ndata: {\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"delta\":{\"type\":\"text_delta\",\"text\":\"Noting.\"}}\n\n",
        "event: content_block_stop\ndata: {}\n\n",
        "event: content_block_start\ndata: ",
        "{\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"jot\",\"input\":{}}}\n\n",
        "event: content_block_delta\ndata: ",
        "{\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"text\\\":\\\"milk\\\"}\"}}\n\n",
        "event: content_block_stop\ndata: {}\n\n",
        "event: message_delta\ndata: {\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":5}}\n\n",
        "event: message_stop\ndata: {}\n\n"
    );
    let gemini = concat!(
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Noting.\"}]}}]}\n\n",
        "data: {\"candidates\":[{\"content\":{\"parts\":",
        "[{\"functionCall\":{\"name\":\"jot\",\"args\":{\"text\":\"milk\"}}}]},\"finishReason\":\"STOP\"}],",
        "\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":5}}\n\n"
    );
    for (name, body) in [("ollama", ollama), ("anthropic", anthropic), ("gemini", gemini)] {
        let url = canned("text/event-stream", body).await;
        let provider = provider(&[("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", &url)]);
        let (reply, shown) = ask(&provider, &question("note")).await;
        let reply = reply.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((reply.text.as_str(), shown.as_str()), ("Noting.", "Noting."), "{name}");
        assert_eq!(reply.calls[0].arguments, r#"{"text":"milk"}"#, "{name}");
        assert_eq!(reply.usage, Usage { input_tokens: 10, output_tokens: 5, ..Usage::default() }, "{name}");
    }
}

#[tokio::test]
async fn what_anthropic_has_cached_is_counted() {
    let body = concat!(
        "event: message_start\ndata: {\"message\":{\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":70,",
        "\"cache_creation_input_tokens\":20,\"output_tokens\":1}}}\n\n",
        "event: message_delta\ndata: {\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":5}}\n\n",
        "event: message_stop\ndata: {}\n\n"
    );
    let url = canned("text/event-stream", body).await;
    let anthropic = provider(&[("PROVIDER", "anthropic"), ("NAME", "some-model"), ("BASE_URL", &url)]);
    let usage = ask(&anthropic, &question("hello")).await.0.unwrap().usage;
    let expected = Usage { input_tokens: 100, cached_tokens: 70, newly_cached_tokens: 20, output_tokens: 5 };
    assert_eq!(usage, expected);
}

#[tokio::test]
async fn silence_ends_at_the_timeout_before_the_answer_and_within() {
    let model = Model::start().await;
    let url = model.url();
    let settings = [("PROVIDER", "ollama"), ("NAME", "some-model"), ("BASE_URL", &url), ("TIMEOUT", "300ms")];
    let provider = provider(&settings);
    let silent = ModelError::Unavailable("silent for 300ms".to_owned());

    model.script([Turn::hang()]);
    assert_eq!(error_of(&provider).await, silent);

    let _held = model.hold_after();
    model.script([Turn::text("I will")]);
    assert_eq!(error_of(&provider).await, silent);
}

#[tokio::test]
async fn a_failed_connection_names_neither_key_nor_credentials() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let error = error_of(&openai(&format!("http://alice:pass-word@{address}/v1"))).await.to_string();
    assert!(error.starts_with("the model cannot be reached: no connection (Connection refused"), "{error}");
    assert!(!error.contains("pass-word") && !error.contains(KEY), "{error}");
}

#[tokio::test]
async fn credentials_in_the_address_become_the_only_authorization() {
    let (url, mut requests) = canned_and_requests("text/event-stream", "data: [DONE]\n\n").await;
    let url = url.replace("http://", "http://alice:pass%2Fword@");
    ask(&provider(&[("PROVIDER", "openai"), ("NAME", "some-model"), ("BASE_URL", &url)]), &question("hello"))
        .await
        .0
        .unwrap();
    let request = requests.recv().await.unwrap();
    let headers = request.lines().map(str::to_lowercase);
    let authorization: Vec<_> = headers.filter(|line| line.starts_with("authorization:")).collect();
    assert_eq!(authorization, ["authorization: basic ywxpy2u6cgfzcy93b3jk"]);
}

#[tokio::test]
async fn a_provider_is_told_what_later_requests_begin_with() {
    let say = |text: &str| ModelMessage::User { text: text.to_owned() };
    let answer = |text: &str, calls| ModelMessage::Assistant { text: text.to_owned(), calls };
    let call = ToolCall { id: "t1".to_owned(), name: "jot".to_owned(), arguments: "{}".to_owned() };
    let now = ModelMessage::Note { text: "It is noon.".to_owned() };
    let result = ModelMessage::Tool { call_id: "t1".to_owned(), text: "noted".to_owned() };
    let messages =
        vec![say("hello"), answer("Hi.", vec![]), say("note"), now, answer("", vec![call]), result];
    let request = ModelRequest { messages, ..question("") };
    for (name, model, marked) in [
        ("anthropic", "some-model", &["You are terse.", "Hi.", "noted"][..]),
        ("openai", "gpt-5.6-sol", &["You are terse.", "Hi."]),
        ("openai", "gpt-5.5", &[]),
        ("gemini", "some-model", &[]),
    ] {
        let (url, mut requests) = canned_and_requests("text/event-stream", "data: [DONE]\n\n").await;
        _ = ask(&provider(&[("PROVIDER", name), ("NAME", model), ("BASE_URL", &url)]), &request).await;
        let request = requests.recv().await.unwrap();
        let body: Value = serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(marked_in(&body), marked, "{name} {model}: {body}");
    }
}

/// Returns the texts at whose end the request has a breakpoint, in order.
fn marked_in(body: &Value) -> Vec<&str> {
    let messages = body["messages"].as_array().into_iter().flatten();
    let contents = std::iter::once(&body["system"]).chain(messages.map(|message| &message["content"]));
    let blocks = contents.filter_map(Value::as_array).flatten();
    let is_marked =
        |block: &&Value| block.get("cache_control").or(block.get("prompt_cache_breakpoint")).is_some();
    blocks
        .filter(is_marked)
        .filter_map(|block| block["text"].as_str().or(block["content"].as_str()))
        .collect()
}

#[test]
fn every_provider_has_a_protocol() {
    for name in
        ["openai", "anthropic", "gemini", "ollama", "openrouter", "groq", "deepseek", "mistral", "xai"]
    {
        let label = provider(&[("PROVIDER", name), ("NAME", "some-model"), ("API_KEY", KEY)]).label();
        assert_eq!(label, format!("{name} some-model"));
    }
    assert!(GenaiProvider::new(&Config::default().model).is_err());
}
