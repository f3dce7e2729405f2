//! The model server.

use std::collections::BTreeMap;

use adjutant_simulators::model::{Chunks, Fault, Model, Speaks, Spoken, Turn};
use reqwest::Response;
use serde_json::{Value, json};

use crate::client::http;

async fn ask(model: &Model, stream: bool) -> Response {
    ask_with(
        model,
        stream,
        json!([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]),
    )
    .await
}

async fn ask_with(model: &Model, stream: bool, messages: Value) -> Response {
    let body = json!({
        "model": "simulated-model",
        "stream": stream,
        "stream_options": {"include_usage": true},
        "messages": messages,
        "tools": [{"type": "function", "function": {"name": "memory_save", "parameters": {"type": "object"}}}],
    });
    let url = format!("{}chat/completions", model.url());
    http().post(url).bearer_auth("key").json(&body).send().await.expect("the simulator answers")
}

/// Returns the events of a stream that must end properly.
async fn events(response: Response) -> Vec<Value> {
    let body = response.text().await.expect("the stream is complete");
    let mut events: Vec<_> =
        body.split_terminator("\n\n").map(|event| event.trim_start_matches("data: ")).collect();
    assert_eq!(events.pop(), Some("[DONE]"));
    events.into_iter().map(|event| serde_json::from_str(event).expect("an event is JSON")).collect()
}

fn text_of(events: &[Value]) -> String {
    events.iter().filter_map(|event| event["choices"][0]["delta"]["content"].as_str()).collect()
}

#[tokio::test]
async fn a_text_is_streamed_with_its_usage() {
    let model = Model::start().await;
    model.script([Turn::text("Hello, alice!").with_usage(12, 3)]);
    let events = events(ask(&model, true).await).await;
    assert_eq!(text_of(&events), "Hello, alice!");
    assert_eq!(events[events.len() - 2]["choices"][0]["finish_reason"], "stop");
    assert_eq!(
        events.last().unwrap()["usage"],
        json!({"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15,
            "prompt_tokens_details": {"cached_tokens": 0}})
    );
    let request = &model.requests()[0];
    assert_eq!((request.system(), request.last_user()), ("Be brief.", "hi"));
    assert_eq!(
        (request.key.as_deref(), request.tools.as_slice()),
        (Some("key"), &["memory_save".to_owned()][..])
    );
}

#[tokio::test]
async fn a_whole_answer_has_text_calls_and_usage() {
    let model = Model::start().await;
    model.script([Turn::text("Noting.").and_calls([("memory_save", json!({"content": "4711"}))])]);
    let answer: Value = ask(&model, false).await.json().await.unwrap();
    let choice = &answer["choices"][0];
    assert_eq!(
        (&choice["message"]["content"], &choice["finish_reason"]),
        (&json!("Noting."), &json!("tool_calls"))
    );
    let function = &choice["message"]["tool_calls"][0]["function"];
    assert_eq!(function, &json!({"name": "memory_save", "arguments": "{\"content\":\"4711\"}"}));
}

#[tokio::test]
async fn calls_come_in_odd_pieces_that_add_up() {
    let model = Model::start().await;
    let calls = [("memory_save", json!({"content": "grüße 😀"})), ("memory_search", json!({"query": "x"}))];
    model.script([Turn::calls(calls.clone()).in_chunks(Chunks::OddToolDeltas)]);
    let mut arguments = BTreeMap::<u64, String>::new();
    let mut names = Vec::new();
    for event in events(ask(&model, true).await).await {
        let piece = &event["choices"][0]["delta"]["tool_calls"][0];
        names.extend(piece["function"]["name"].as_str().map(str::to_owned));
        if let Some(index) = piece["index"].as_u64() {
            *arguments.entry(index).or_default() += piece["function"]["arguments"].as_str().unwrap();
        }
    }
    assert_eq!(names, ["memory_save", "memory_search"]);
    assert_eq!(
        arguments.into_values().collect::<Vec<_>>(),
        calls.map(|(_, arguments)| arguments.to_string())
    );
}

#[tokio::test]
async fn calls_can_lack_or_share_their_index_and_their_json() {
    let model = Model::start().await;
    let two = || Turn::calls([("memory_save", json!({})), ("memory_save", json!({}))]);
    model.script([
        two().in_chunks(Chunks::NoIndex),
        two().in_chunks(Chunks::SharedIndex),
        Turn::raw_call("no_such_tool", "{\"a\":"),
    ]);
    let mut indexes = Vec::new();
    for _ in 0..3 {
        let events = events(ask(&model, true).await).await;
        let calls = events.iter().map(|event| event["choices"][0]["delta"]["tool_calls"][0].clone());
        indexes.push(calls.filter(Value::is_object).map(|call| call["index"].as_u64()).collect::<Vec<_>>());
    }
    assert_eq!(indexes, [vec![None, None], vec![Some(0), Some(0)], vec![Some(0)]]);
}

#[tokio::test]
async fn errors_cuts_and_truncation() {
    let model = Model::start().await;
    model.script([
        Turn::error(429, 3),
        Turn::error_with(400, None, "context_length_exceeded", "Too long."),
        Turn::cut_after("Hel"),
        Turn::cut_after(""),
        Turn::text("Hello").truncated(),
    ]);
    let busy = ask(&model, true).await;
    assert_eq!((busy.status().as_u16(), &busy.headers()["retry-after"]), (429, &"3".parse().unwrap()));
    let long: Value = ask(&model, true).await.json().await.unwrap();
    assert_eq!(long["error"]["code"], "context_length_exceeded");

    let mut cut = ask(&model, true).await;
    let mut seen = String::new();
    let broke = loop {
        match cut.chunk().await {
            Ok(Some(bytes)) => seen += &String::from_utf8_lossy(&bytes),
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert!(broke && seen.contains("Hel"), "{seen}");
    assert!(ask(&model, true).await.text().await.is_err());
    let events = events(ask(&model, true).await).await;
    assert_eq!(events[events.len() - 2]["choices"][0]["finish_reason"], "length");
}

#[tokio::test]
async fn the_end_of_a_stream_can_be_held() {
    let model = Model::start().await;
    model.answer_with(|request| {
        Turn::text(format!("You said {}.", request.last_user())).in_chunks(Chunks::PerChar)
    });
    let held = model.hold_after();
    let mut answer = ask(&model, true).await;
    let mut seen = String::new();
    while !seen.contains("\".\"") {
        seen += &String::from_utf8_lossy(&answer.chunk().await.unwrap().unwrap());
    }
    held.wait().await;
    assert!(!seen.contains("[DONE]"));
    held.release();
    assert!(answer.text().await.unwrap().ends_with("data: [DONE]\n\n"));
}

#[tokio::test]
async fn a_hung_request_is_counted_and_can_be_given_up() {
    let model = Model::start().await;
    model.script([Turn::hang()]);
    tokio::select! {
        _ = ask(&model, true) => panic!("a hung request was answered"),
        () = model.called(1) => {}
    }
}

#[tokio::test]
async fn models_are_listed_and_keys_checked() {
    let model = Model::start().await;
    let models: Value =
        http().get(format!("{}models", model.url())).send().await.unwrap().json().await.unwrap();
    assert_eq!(models["data"][0]["id"], adjutant_simulators::model::MODEL);
    model.require_key("another");
    assert_eq!(ask(&model, true).await.status(), 401);
}

#[tokio::test]
async fn every_call_needs_its_result() {
    let model = Model::start().await;
    let call =
        json!({"id": "call_1", "type": "function", "function": {"name": "memory_save", "arguments": "{}"}});
    let messages = json!([
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": null, "tool_calls": [call]},
        {"role": "user", "content": "well?"},
    ]);
    assert_eq!(ask_with(&model, false, messages).await.status(), 400);
    let stray = json!([{"role": "tool", "tool_call_id": "call_1", "content": "done"}]);
    assert_eq!(ask_with(&model, false, stray).await.status(), 400);
    assert_eq!(model.take_complaints().len(), 2);
}

#[tokio::test]
#[should_panic(expected = "the test scripted no turn for: hi")]
async fn a_request_without_a_turn_fails_the_test() {
    let model = Model::start().await;
    assert_eq!(ask(&model, true).await.status(), 500);
}

#[tokio::test]
#[should_panic(expected = "scripted turns that nobody asked for")]
async fn a_turn_without_a_request_fails_the_test() {
    Model::start().await.script([Turn::text("Hello?")]);
}

async fn embed(model: &Model, input: Value) -> Response {
    let url = format!("{}embeddings", model.url());
    let body = json!({"model": "simulated-embeddings", "input": input});
    http().post(url).bearer_auth("key").json(&body).send().await.expect("the simulator answers")
}

#[tokio::test]
async fn vectors_come_with_the_index_of_their_text() {
    let model = Model::start().await;
    model.embed_with(|text| vec![text.len() as f32, 1.0]);
    let answer: Value = embed(&model, json!(["a", "bcd"])).await.json().await.unwrap();
    assert_eq!(
        answer["data"],
        json!([
            {"object": "embedding", "index": 1, "embedding": [3.0, 1.0]},
            {"object": "embedding", "index": 0, "embedding": [1.0, 1.0]},
        ])
    );
    model.embedded(1).await;
    let request = &model.embedding_requests()[0];
    assert_eq!((request.key.as_deref(), request.texts.join(" ")), (Some("key"), "a bcd".to_owned()));
}

#[tokio::test]
async fn requests_for_vectors_fail_as_the_test_says() {
    let model = Model::start().await;
    model.fail_embeddings([Fault::Error(429, Some(7), "rate_limit_exceeded"), Fault::Body("{}".to_owned())]);
    let refused = embed(&model, json!("a")).await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"7".parse().unwrap()));
    assert_eq!(embed(&model, json!("a")).await.text().await.unwrap(), "{}");
}

#[tokio::test]
async fn requests_for_vectors_are_held_to_the_rules() {
    let model = Model::start().await;
    for input in [json!([]), json!([""]), json!("word ".repeat(8_193)), json!(7)] {
        assert_eq!(embed(&model, input).await.status(), 400);
    }
    assert_eq!(model.take_complaints().len(), 4);
}

async fn speak(model: &Model, body: Value) -> Response {
    let url = format!("{}audio/speech", model.url());
    http().post(url).bearer_auth("key").json(&body).send().await.expect("the simulator answers")
}

fn order(input: &str) -> Value {
    json!({"model": "tts-1", "voice": "alloy", "input": input, "response_format": "opus"})
}

#[tokio::test]
async fn a_text_is_spoken_as_the_test_says() {
    let model = Model::start().await;
    model.require_key("key");
    model.speaks([Speaks::Sound, Speaks::Error(429, "rate_limit_exceeded")]);
    let sound = speak(&model, order("oats")).await;
    assert_eq!(sound.headers()["content-type"], "audio/opus");
    assert_eq!(sound.bytes().await.unwrap(), Spoken::sound("oats"));
    assert_eq!(speak(&model, order("tea")).await.status(), 429);
    let inputs: Vec<_> = model.take_spoken().into_iter().map(|spoken| spoken.input).collect();
    assert_eq!(inputs, ["oats", "tea"]);
    model.require_key("another");
    assert_eq!(speak(&model, order("rye")).await.status(), 401);
}

#[tokio::test]
async fn texts_to_speak_are_held_to_the_rules() {
    let model = Model::start().await;
    let nobody = json!({"model": "tts-1", "voice": "nobody", "input": "oats", "response_format": "opus"});
    let unknown = json!({"model": "tts-1", "voice": "alloy", "input": "oats", "format": "opus"});
    for body in [order(""), order(&"ö".repeat(4_097)), nobody, unknown] {
        assert_eq!(speak(&model, body).await.status(), 400);
    }
    assert_eq!(model.take_complaints().len(), 4);
}

#[tokio::test]
#[should_panic(expected = "spoken texts that the test did not read")]
async fn a_spoken_text_that_no_test_reads_fails_it() {
    let model = Model::start().await;
    model.speaks([Speaks::Sound]);
    speak(&model, order("oats")).await;
    model.finish();
}
