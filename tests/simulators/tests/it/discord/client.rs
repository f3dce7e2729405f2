//! A bot that sends plain HTTP requests.

use std::sync::Arc;

use adjutant_simulators::discord::Discord;
use reqwest::{
    Method as Verb, RequestBuilder, Response,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use crate::client::http;

pub(crate) const AGENT: &str = "DiscordBot (https://example.org, 1.0)";

#[derive(Clone)]
pub(crate) struct Bot {
    base: Arc<str>,
    token: Arc<str>,
    http: reqwest::Client,
}

impl Bot {
    pub(crate) fn of(discord: &Discord) -> Self {
        let base = format!("{}/api/v10", discord.url()).into();
        Self { base, token: discord.token().into(), http: http() }
    }

    /// Builds a request with the headers that the platform requires.
    pub(crate) fn request(&self, verb: Verb, path: &str) -> RequestBuilder {
        let request = self.http.request(verb, format!("{}{path}", self.base));
        request.header("authorization", format!("Bot {}", self.token)).header("user-agent", AGENT)
    }

    /// Returns the answer with any status; `Null` sends no body.
    pub(crate) async fn ask(&self, verb: Verb, path: &str, body: Value) -> reqwest::Result<Response> {
        let request = self.request(verb, path);
        if body.is_null() { request.send().await } else { request.json(&body).send().await }
    }

    /// Returns the body of a request that must succeed; `Null` if it has none.
    pub(crate) async fn call(&self, verb: Verb, path: &str, body: Value) -> Value {
        let answer = self.ask(verb, path, body).await.expect("the simulator answers");
        let status = answer.status();
        let text = answer.text().await.expect("the answer has a body");
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Returns status, code, message and field errors of a request that must be refused.
    pub(crate) async fn refusal(&self, verb: Verb, path: &str, body: Value) -> String {
        let answer = self.ask(verb, path, body).await.expect("the simulator answers");
        describe(answer).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.call(Verb::GET, path, Value::Null).await
    }

    /// Sends a message.
    pub(crate) async fn creates(&self, channel: u64, body: Value) -> Value {
        self.call(Verb::POST, &format!("/channels/{channel}/messages"), body).await
    }

    pub(crate) async fn says(&self, channel: u64, text: &str) -> Value {
        self.creates(channel, json!({"content": text})).await
    }

    /// Returns the platform's refusal of a message.
    pub(crate) async fn refused_message(&self, channel: u64, body: Value) -> String {
        self.refusal(Verb::POST, &format!("/channels/{channel}/messages"), body).await
    }

    /// Sends a message with files, numbered in order.
    pub(crate) async fn uploads(&self, channel: u64, body: Value, files: &[(&str, Vec<u8>)]) -> Response {
        let mut form = Form::new().text("payload_json", body.to_string());
        for (number, (name, bytes)) in files.iter().enumerate() {
            let part = Part::bytes(bytes.clone()).file_name(name.to_string());
            form = form.part(format!("files[{number}]"), part);
        }
        let request = self.request(Verb::POST, &format!("/channels/{channel}/messages"));
        request.multipart(form).send().await.expect("the simulator answers")
    }
}

/// Returns a refusal as `STATUS CODE MESSAGE ERRORS`.
pub(crate) async fn describe(answer: Response) -> String {
    let status = answer.status();
    assert!(!status.is_success(), "it was not refused");
    let body: Value = answer.json().await.expect("a refusal is JSON");
    let errors = body.get("errors").map(|errors| format!(" {errors}")).unwrap_or_default();
    format!("{} {} {}{errors}", status.as_u16(), body["code"], body["message"].as_str().unwrap_or_default())
}

/// Returns an id as a number.
pub(crate) fn id(object: &Value) -> u64 {
    object["id"].as_str().and_then(|id| id.parse().ok()).expect("an id is a number in a string")
}
