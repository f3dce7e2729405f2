//! A bot that sends plain HTTP requests.

use std::sync::Arc;

use adjutant_simulators::telegram::Telegram;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// Returns an HTTP client with a fresh connection pool.
pub(crate) fn http() -> reqwest::Client {
    // Another test of this process may have installed it first.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy().build().expect("a client without options builds")
}

#[derive(Clone)]
pub(crate) struct Bot {
    base: Arc<str>,
    http: reqwest::Client,
}

impl Bot {
    pub(crate) fn of(tg: &Telegram) -> Self {
        Self { base: format!("{}/bot{}", tg.url(), tg.token()).into(), http: http() }
    }

    /// Returns the answer's body, or an error if there was no answer.
    pub(crate) async fn try_call(&self, method: &str, params: Value) -> reqwest::Result<Value> {
        self.http.post(format!("{}/{method}", self.base)).json(&params).send().await?.json().await
    }

    /// Returns the result of a call that must succeed.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Value {
        let mut answer = self.try_call(method, params).await.expect("the simulator answers");
        assert_eq!(answer["ok"], true, "{method}: {answer}");
        answer["result"].take()
    }

    /// Uploads a file under that field, with text parameters; returns the answer's body.
    pub(crate) async fn upload(
        &self,
        method: &str,
        field: &'static str,
        file: Part,
        rest: &[(&str, &str)],
    ) -> Value {
        let mut form = Form::new().text("chat_id", "42").part(field, file);
        for (name, value) in rest {
            form = form.text(name.to_string(), value.to_string());
        }
        let request = self.http.post(format!("{}/{method}", self.base)).multipart(form);
        let answer = request.send().await.expect("the simulator answers");
        answer.json().await.expect("the answer is JSON")
    }

    /// Sends an album of files of these kinds, each with its kind as the caption; returns the answer's body.
    pub(crate) async fn send_album(&self, kinds: &[&str], content: &'static [u8]) -> Value {
        let mut form = Form::new().text("chat_id", "42");
        let mut media = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            media.push(json!({"type": kind, "media": format!("attach://file{at}"), "caption": kind}));
            form = form.part(format!("file{at}"), Part::bytes(content).file_name("chart.png"));
        }
        let form = form.text("media", json!(media).to_string());
        let request = self.http.post(format!("{}/sendMediaGroup", self.base)).multipart(form);
        let answer = request.send().await.expect("the simulator answers");
        answer.json().await.expect("the answer is JSON")
    }

    /// Returns code and description of a call that must be refused.
    pub(crate) async fn refusal(&self, method: &str, params: Value) -> String {
        let answer = self.try_call(method, params).await.expect("the simulator answers");
        assert_eq!(answer["ok"], false, "{method}: {answer}");
        format!("{} {}", answer["error_code"], answer["description"].as_str().unwrap_or_default())
    }

    pub(crate) async fn send(&self, chat_id: i64, text: &str) -> Value {
        self.call("sendMessage", json!({"chat_id": chat_id, "text": text})).await
    }

    /// Returns the ids of the waiting updates; acknowledges those below `offset`.
    pub(crate) async fn update_ids(&self, offset: i64) -> Vec<i64> {
        let updates = self.call("getUpdates", json!({"offset": offset})).await;
        updates.as_array().into_iter().flatten().filter_map(|update| update["update_id"].as_i64()).collect()
    }

    /// Waits for the next update and acknowledges it.
    pub(crate) async fn next_update(&self) -> Value {
        let mut updates = self.call("getUpdates", json!({"limit": 1, "timeout": 10})).await;
        let update = updates[0].take();
        let next = update["update_id"].as_i64().expect("an update came in time") + 1;
        self.call("getUpdates", json!({"offset": next, "limit": 1, "timeout": 0})).await;
        update
    }
}
