//! The lower limit of every figure: a bot that stores nothing and only relays the model's answer, with the same
//! simulators in the same process. Its time is that of the simulators and the loopback.

use adjutant_simulators::{discord::Discord, telegram::Telegram};
use anyhow::{Context, Result};
use futures::{SinkExt, StreamExt};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::side::Side;

/// A platform, as the bot sees it.
#[derive(Clone)]
pub enum Platform {
    /// The base of the Bot API's methods.
    Telegram { api: String },
    /// The base of the REST API, and the value of its authorization header.
    Discord { api: String, authorization: String },
}

impl Platform {
    /// Returns the platform of a measurement.
    pub fn of(side: &Side) -> Self {
        match side {
            Side::Telegram(platform, _) => Self::telegram(platform),
            Side::Discord(platform, _) => Self::discord(platform),
        }
    }

    fn telegram(platform: &Telegram) -> Self {
        Self::Telegram { api: format!("{}/bot{}", platform.url(), platform.token()) }
    }

    fn discord(platform: &Discord) -> Self {
        let authorization = format!("Bot {}", platform.token());
        Self::Discord { api: format!("{}/api/v10", platform.url()), authorization }
    }

    /// Returns the request that sends a text.
    fn message(&self, http: &reqwest::Client, chat: &Value, text: &Value) -> RequestBuilder {
        match self {
            Self::Telegram { api } => {
                http.post(format!("{api}/SendMessage")).json(&json!({ "chat_id": chat, "text": text }))
            }
            Self::Discord { api, authorization } => http
                .post(format!("{api}/channels/{}/messages", chat.as_str().unwrap_or_default()))
                .header("authorization", authorization)
                .json(&json!({ "content": text, "allowed_mentions": { "parse": [] } })),
        }
    }
}

/// Answers messages until it is dropped.
///
/// # Errors
/// Returns an error if a simulator gives an unexpected answer.
pub async fn run(platform: Platform, model_url: String) -> Result<()> {
    // Every client needs a provider, even for plain HTTP. A second installation has no effect.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().user_agent("DiscordBot (floor, 0)").build()?;
    let reply = |chat: Value, text: Value| {
        tokio::spawn(reply(http.clone(), platform.clone(), model_url.clone(), chat, text));
    };
    match &platform {
        Platform::Telegram { api } => poll(&http, api, reply).await,
        Platform::Discord { api, authorization } => listen(&http, api, authorization, reply).await,
    }
}

async fn poll(http: &reqwest::Client, api: &str, reply: impl Fn(Value, Value)) -> Result<()> {
    let mut offset = 0;
    loop {
        let params = json!({ "timeout": 50, "offset": offset });
        let updates = answer(http.post(format!("{api}/GetUpdates")).json(&params)).await?;
        for update in updates["result"].as_array().context("the answer has no updates")? {
            offset = update["update_id"].as_i64().context("an update has no id")? + 1;
            let message = &update["message"];
            reply(message["chat"]["id"].clone(), message["text"].clone());
        }
    }
}

async fn listen(
    http: &reqwest::Client,
    api: &str,
    authorization: &str,
    reply: impl Fn(Value, Value),
) -> Result<()> {
    const DIRECT_MESSAGES: u64 = 1 << 12;
    let found = answer(http.get(format!("{api}/gateway/bot")).header("authorization", authorization)).await?;
    let url = found["url"].as_str().context("the answer has no gateway address")?;
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("{url}/?v=10&encoding=json")).await?;
    let identify = json!({ "op": 2, "d": {
        "token": authorization.trim_start_matches("Bot "),
        "intents": DIRECT_MESSAGES,
        "properties": { "os": "linux", "browser": "floor", "device": "floor" },
    }});
    socket.send(Message::text(identify.to_string())).await?;
    // The bot is dropped before its first heartbeat is due.
    while let Some(frame) = socket.next().await {
        let event: Value = serde_json::from_str(frame?.to_text()?)?;
        let message = &event["d"];
        if event["t"] == "MESSAGE_CREATE" && message["author"]["bot"] != true {
            reply(message["channel_id"].clone(), message["content"].clone());
        }
    }
    anyhow::bail!("the gateway has closed the connection")
}

async fn reply(
    http: reqwest::Client,
    platform: Platform,
    model_url: String,
    chat: Value,
    text: Value,
) -> Result<()> {
    let params = json!({ "model": "simulated-model", "messages": [{ "role": "user", "content": text }] });
    let said = answer(http.post(format!("{model_url}chat/completions")).json(&params)).await?;
    let text = &said["choices"][0]["message"]["content"];
    answer(platform.message(&http, &chat, text)).await.map(drop)
}

async fn answer(request: RequestBuilder) -> Result<Value> {
    Ok(request.send().await?.error_for_status()?.json().await?)
}
