//! Webhooks: updates pushed to the bot's own server.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Request, Uri, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{net::TcpStream, task::AbortHandle, time::sleep};

use super::{
    Shared,
    errors::{ApiError, bad_request, malformed},
    params::Params,
    state::State,
};

/// The refusal of polling while a webhook is set.
pub(crate) const ACTIVE: &str =
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

/// The pause before a refused update is sent again.
const RETRY: Duration = Duration::from_millis(100);

/// A webhook's target, and the task that delivers updates there.
#[derive(Debug)]
pub(crate) struct Webhook {
    url: String,
    courier: AbortHandle,
    last_error: Option<String>,
}

impl Drop for Webhook {
    fn drop(&mut self) {
        self.courier.abort();
    }
}

/// `setWebhook`. Unlike the platform, it accepts plain http, the only kind that a test can serve.
pub(crate) fn set(shared: &Arc<Shared>, state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let url = params.text("url").unwrap_or_default();
    if url.is_empty() {
        return delete(state, params);
    }
    let uri: Uri = url.parse().map_err(|_| bad_request("bad webhook: invalid url specified"))?;
    if uri.scheme_str() != Some("http") || uri.authority().is_none() {
        return Err(malformed("bad webhook: the simulator delivers by plain http only"));
    }
    let secret = params.text("secret_token").unwrap_or_default();
    if !secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)) || secret.len() > 256
    {
        return Err(malformed("secret token contains unallowed characters"));
    }
    state.updates.allow(params)?;
    if params.flag("drop_pending_updates") {
        state.updates.drop_pending();
    }
    state.updates.end_poll();
    let courier = tokio::spawn(deliver(shared.clone(), uri, secret)).abort_handle();
    state.webhook = Some(Webhook { url, courier, last_error: None });
    Ok(json!(true))
}

/// `deleteWebhook`.
pub(crate) fn delete(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    state.webhook = None;
    if params.flag("drop_pending_updates") {
        state.updates.drop_pending();
    }
    Ok(json!(true))
}

/// `getWebhookInfo`.
pub(crate) fn info(state: &State) -> Value {
    let webhook = state.webhook.as_ref();
    let mut info = json!({
        "url": webhook.map_or("", |webhook| &webhook.url),
        "has_custom_certificate": false,
        "pending_update_count": state.updates.pending(),
    });
    if let Some(error) = webhook.and_then(|webhook| webhook.last_error.as_ref()) {
        info["last_error_message"] = json!(error);
        info["last_error_date"] = json!(state.clock.unix());
    }
    info
}

/// Posts the updates one after the other, each until it is accepted.
async fn deliver(shared: Arc<Shared>, uri: Uri, secret: String) {
    let mut news = shared.updates.subscribe();
    loop {
        let next = shared.lock().updates.next();
        let Some((id, update)) = next else {
            if news.changed().await.is_err() {
                return;
            }
            continue;
        };
        match post(&uri, &secret, &update).await {
            Ok(()) => {
                shared.lock().updates.acknowledge(id + 1);
                shared.note_traffic();
            }
            Err(error) => {
                if let Some(webhook) = &mut shared.lock().webhook {
                    webhook.last_error = Some(error);
                }
                sleep(RETRY).await;
            }
        }
    }
}

async fn post(uri: &Uri, secret: &str, update: &Value) -> Result<(), String> {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::post(path)
        .header(header::HOST, authority)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONNECTION, "close");
    if !secret.is_empty() {
        request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
    }
    let request = request.body(Body::from(update.to_string())).map_err(|error| error.to_string())?;
    let port = uri.port_u16().unwrap_or(80);
    let stream = TcpStream::connect((uri.host().unwrap_or_default(), port))
        .await
        .map_err(|error| format!("Connection failed: {error}"))?;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
    if response.status().is_success() {
        Ok(())
    } else {
        Err(format!("Wrong response from the webhook: {}", response.status()))
    }
}
