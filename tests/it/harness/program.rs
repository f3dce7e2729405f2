//! A program that speaks MCP to the gateway, through a real client.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_simulators::PATIENCE;
use axum::http::header::AUTHORIZATION;
use rmcp::{
    ClientHandler, RoleClient,
    model::{CallToolRequestParams, ProgressNotificationParam},
    service::{
        ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, NotificationContext,
        RunningService, ServiceError,
    },
    transport::{
        IntoTransport, StreamableHttpClientTransport,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::Value;
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};

/// How often to check whether a notification has arrived.
const GLANCE: Duration = Duration::from_millis(10);

/// Receives the progress of calls.
#[derive(Clone, Default)]
pub struct Ears(Arc<Mutex<Vec<String>>>);

impl ClientHandler for Ears {
    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().unwrap().extend(params.message);
    }
}

/// A connected program.
pub struct Program {
    pub client: RunningService<RoleClient, Ears>,
}

/// The result of a call: the text that the program reads, and whether the call failed.
pub type Called = JoinHandle<Result<(String, bool), ServiceError>>;

impl Program {
    pub async fn over<E: std::error::Error + Send + Sync + 'static, A>(
        transport: impl IntoTransport<RoleClient, E, A>,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ClientInitializeError> {
        let client = Ears::default().serve_with_lifecycle(transport, lifecycle);
        Ok(Self { client: timeout(PATIENCE, client).await.expect("it answers in time")? })
    }

    pub async fn over_http(
        address: &str,
        token: &str,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ClientInitializeError> {
        // Before the client is made. A second installation is refused, which is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let bearer = format!("Bearer {token}").parse().expect("a token can be sent");
        let config = StreamableHttpClientTransportConfig::with_uri(address)
            .custom_headers(HashMap::from([(AUTHORIZATION, bearer)]));
        Self::over(StreamableHttpClientTransport::from_config(config), lifecycle).await
    }

    pub fn begins(&self, tool: &'static str, arguments: Value) -> Called {
        let peer = self.client.peer().clone();
        tokio::spawn(async move {
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            let result = peer.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await?;
            let text = result.content.iter().filter_map(|content| content.as_text());
            let text: Vec<_> = text.map(|text| text.text.as_str()).collect();
            Ok((text.join("\n"), result.is_error == Some(true)))
        })
    }

    pub async fn calls(&self, tool: &'static str, arguments: Value) -> (String, bool) {
        result_of(self.begins(tool, arguments)).await
    }

    /// Waits until the program is notified of this about a call.
    pub async fn hears(&self, what: &str) {
        let wait = async {
            while !self.client.service().0.lock().unwrap().iter().any(|heard| heard == what) {
                sleep(GLANCE).await;
            }
        };
        timeout(PATIENCE, wait).await.expect("it hears about its call");
    }

    /// Closes the program's connection.
    pub async fn leaves(self) {
        self.client.cancel().await.expect("it was at work");
    }
}

pub async fn result_of(call: Called) -> (String, bool) {
    timeout(PATIENCE, call).await.expect("the call ends in time").unwrap().expect("the connection holds")
}

/// Returns the token in a message.
pub fn token_in(text: &str) -> String {
    word_in(text, "adjutant-")
}

/// Returns the address of the MCP server in a message.
pub fn address_in(text: &str) -> String {
    word_in(text, "http://").trim_end_matches(',').trim_matches('`').to_owned()
}

fn word_in(text: &str, beginning: &str) -> String {
    let mut words = text.split_whitespace().map(|word| word.trim_matches('`'));
    words.find(|word| word.starts_with(beginning)).expect("it shows that").to_owned()
}
