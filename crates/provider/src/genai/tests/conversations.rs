//! Conversations in the form that each provider accepts.

use super::*;

/// Returns the messages that a provider is sent for a conversation.
async fn sent(name: &str, messages: Vec<ModelMessage>) -> Vec<Value> {
    let (url, mut requests) = canned_and_requests("text/event-stream", "data: [DONE]\n\n").await;
    let request = ModelRequest { messages, ..question("") };
    _ = ask(&provider(&[("PROVIDER", name), ("NAME", "some-model"), ("BASE_URL", &url)]), &request).await;
    let request = requests.recv().await.unwrap();
    let mut body: Value = serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
    serde_json::from_value(body["messages"].take()).unwrap()
}

fn called(id: &str) -> [ModelMessage; 2] {
    let call = ToolCall { id: id.to_owned(), name: "jot".to_owned(), arguments: "{}".to_owned() };
    [
        ModelMessage::Assistant { text: String::new(), calls: vec![call] },
        ModelMessage::Tool { call_id: id.to_owned(), text: "ok".to_owned() },
    ]
}

#[tokio::test]
async fn the_ids_of_another_provider_are_replaced_in_calls_and_results() {
    let conversation = [question("note").messages, called("call#jot#0").into(), called("call#jot#0").into()];
    let sent = sent("anthropic", conversation.concat()).await;
    let id = |message: usize, key: &str| sent[message]["content"][0][key].as_str().unwrap().to_owned();
    assert_eq!((id(1, "id"), id(3, "id")), (id(2, "tool_use_id"), id(4, "tool_use_id")));
    assert_ne!(id(1, "id"), id(3, "id"));
    assert!(id(1, "id").chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{sent:?}");
}

#[tokio::test]
async fn mistral_reads_a_word_of_its_own_between_a_result_and_a_message() {
    let more = ModelMessage::User { text: "and bread".to_owned() };
    let conversation = [question("note").messages, called("toolu_01").into(), vec![more]].concat();
    for (name, roles) in [
        ("mistral", &["system", "user", "assistant", "tool", "assistant", "user"][..]),
        ("openai", &["system", "user", "assistant", "tool", "user"]),
    ] {
        let sent = sent(name, conversation.clone()).await;
        assert_eq!(sent.iter().map(|message| message["role"].as_str().unwrap()).collect::<Vec<_>>(), roles);
        let id = sent[2]["tool_calls"][0]["id"].as_str().unwrap();
        assert_eq!((id.len() == 9, id), (name == "mistral", sent[3]["tool_call_id"].as_str().unwrap()));
    }
}

#[tokio::test]
async fn cohere_gets_the_tools_and_is_not_asked_for_its_tokens() {
    let stream = concat!(
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",",
        "\"function\":{\"name\":\"jot\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}],",
        "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":5}}\n\ndata: [DONE]\n\n"
    );
    let (url, mut requests) = canned_and_requests("text/event-stream", stream).await;
    let cohere = provider(&[("PROVIDER", "cohere"), ("NAME", "command-a"), ("BASE_URL", &url)]);
    let reply = ask(&cohere, &question("note")).await.0.unwrap();
    assert_eq!((reply.calls[0].name.as_str(), reply.usage.input_tokens), ("jot", 12));
    let request = requests.recv().await.unwrap();
    let body: Value = serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(body["tools"][0]["function"]["name"], "jot");
    // Cohere refuses the field.
    assert_eq!(body.get("stream_options"), None);
    let cohere = provider(&[("PROVIDER", "cohere"), ("NAME", "command-a"), ("API_KEY", KEY)]);
    assert_eq!(cohere.base_url.unwrap().as_str(), "https://api.cohere.ai/compatibility/v1/");
}
