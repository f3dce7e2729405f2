//! The floor under every figure: a bot that keeps nothing and does nothing but pass the model's answer on, against
//! the same simulators in the same process. What it takes is the simulators' time and the loopback's.

use adjutant_simulators::telegram::Telegram;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// Answers messages until it is dropped.
///
/// # Errors
/// A simulator does not answer as it should.
pub async fn run(api_url: String, model_url: String) -> Result<()> {
    // Every client needs one, also where all is plain HTTP. A second installation changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build()?;
    let mut offset = 0;
    loop {
        let params = json!({ "timeout": 50, "offset": offset });
        let updates = call(&http, &format!("{api_url}/GetUpdates"), &params).await?;
        for update in updates["result"].as_array().context("no updates")? {
            offset = update["update_id"].as_i64().context("an update without id")? + 1;
            let message = &update["message"];
            let (chat, text) = (message["chat"]["id"].clone(), message["text"].clone());
            tokio::spawn(reply(http.clone(), api_url.clone(), model_url.clone(), chat, text));
        }
    }
}

/// The base of the Bot API's methods.
pub fn api_url(telegram: &Telegram) -> String {
    format!("{}/bot{}", telegram.url(), telegram.token())
}

async fn reply(
    http: reqwest::Client,
    api_url: String,
    model_url: String,
    chat: Value,
    text: Value,
) -> Result<()> {
    let params = json!({ "model": "simulated-model", "messages": [{ "role": "user", "content": text }] });
    let answer = call(&http, &format!("{model_url}chat/completions"), &params).await?;
    let text = &answer["choices"][0]["message"]["content"];
    call(&http, &format!("{api_url}/SendMessage"), &json!({ "chat_id": chat, "text": text })).await.map(drop)
}

async fn call(http: &reqwest::Client, url: &str, params: &Value) -> Result<Value> {
    Ok(http.post(url).json(params).send().await?.error_for_status()?.json().await?)
}
