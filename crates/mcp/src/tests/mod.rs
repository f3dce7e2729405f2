//! Connections to the simulated server, over HTTP and as a program.

mod faults;
mod odd;
mod program;

use std::{sync::Arc, time::Duration};

use adjutant_clock::ManualClock;
use adjutant_config::McpSettings;
use adjutant_domain::clock::Clock as _;
use adjutant_simulators::{
    PATIENCE,
    mcp::{Mcp, program},
};
use adjutant_tools::kit::{ErrorCode, Outcome, ToolError};
use chrono::{DateTime, TimeDelta};
use serde_json::{Value, json};
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{examine, server::Server, toolset};

/// How often a test checks the progress of another process, or of the other end of a connection.
const GLANCE: Duration = Duration::from_millis(5);

fn settings(fields: Value) -> McpSettings {
    // Installed before any client is created. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    serde_json::from_value(fields).unwrap()
}

/// A server that is kept connected.
struct Kept {
    server: Arc<Server>,
    clock: Arc<ManualClock>,
    shutdown: CancellationToken,
    keeper: JoinHandle<()>,
}

impl Kept {
    /// Connects to `garden`, with these settings.
    async fn new(fields: Value) -> Self {
        let kept = Self::begin(fields);
        kept.until_connected().await;
        kept
    }

    fn begin(fields: Value) -> Self {
        let server = Arc::new(Server::new("garden", &settings(fields)));
        let clock = Arc::new(ManualClock::new(DateTime::UNIX_EPOCH));
        let shutdown = CancellationToken::new();
        let keeper = tokio::spawn({
            let (server, clock, shutdown) = (server.clone(), clock.clone(), shutdown.clone());
            async move { server.keep(clock.as_ref(), None, &shutdown).await }
        });
        Self { server, clock, shutdown, keeper }
    }

    async fn over(mcp: &Mcp) -> Self {
        Self::new(json!({ "url": mcp.url() })).await
    }

    async fn until_connected(&self) {
        self.until(|server| server.is_connected()).await;
    }

    /// Waits until the server is in the expected state, while the clock runs.
    async fn until(&self, is_so: impl Fn(&Server) -> bool) {
        let waited = timeout(PATIENCE, async {
            while !is_so(&self.server) {
                sleep(GLANCE).await;
                self.clock.advance(TimeDelta::milliseconds(500));
            }
        });
        waited.await.expect("the server becomes so");
    }

    fn names(&self) -> Vec<String> {
        self.server.tools().iter().map(|tool| tool.name().to_owned()).collect()
    }

    /// Returns the fingerprint of a tool, by the model's name for it.
    fn fingerprint(&self, name: &str) -> String {
        let tools = self.server.tools();
        let tool =
            tools.iter().find(|tool| tool.name() == format!("garden_{name}")).expect("a tool of this name");
        tool.definition.others.clone().unwrap().fingerprint
    }

    async fn call(&self, tool: &str, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        self.call_showing(tool, arguments, |_| {}).await
    }

    async fn call_showing(
        &self,
        tool: &str,
        arguments: Value,
        show: impl Fn(&str),
    ) -> Result<Outcome<Value>, ToolError> {
        let (Value::Object(arguments), fingerprint) = (arguments, self.fingerprint(&tool.replace('.', "_")))
        else {
            panic!("no object")
        };
        let called = timeout(PATIENCE, self.server.call((tool, &fingerprint), arguments, show));
        toolset::outcome(&self.server, tool, called.await.expect("an answer in time")?)
    }

    async fn fails(&self, tool: &str, arguments: Value) -> (ErrorCode, String) {
        match self.call(tool, arguments).await {
            Err(ToolError::Rejected(code, why)) => (code, why),
            other => panic!("{tool} does not fail: {other:?}"),
        }
    }

    async fn end(self) {
        self.shutdown.cancel();
        timeout(PATIENCE, self.keeper).await.expect("an end in time").unwrap();
    }
}

#[tokio::test]
async fn a_server_s_tools_are_learned_named_and_called() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let names = kept.names().join(" ");
    let all = "garden_echo garden_page garden_issue_close garden_picture garden_slow garden_fail garden_refuse \
               garden_huge garden_flood garden_hang garden_die garden_garbage";
    assert_eq!(names, all, "over several pages of the list");
    let tools = kept.server.tools();
    let definition = &tools[2].definition;
    assert_eq!(definition.description, "The server garden says of this tool: Closes an issue.");
    assert_eq!(
        definition.parameters,
        json!({
            "type": "object",
            "properties": { "issue": { "type": "integer", "minimum": 1 } },
            "required": [],
        })
    );

    let echo = kept.call("echo", json!({ "text": "Good morning" })).await.unwrap();
    assert_eq!(echo.output, json!({ "content": "Good morning" }));
    assert_eq!(
        (echo.untrusted.to_string().as_str(), echo.title.as_str()),
        ("the server garden", "garden: echo")
    );
    let page = kept.call("page", json!({ "query": "tides" })).await.unwrap();
    assert_eq!(page.output, json!({ "structured": { "page": { "id": "page-7", "title": "Tides" } } }));
    let picture = kept.call("picture", json!({})).await.unwrap();
    let words = "(an image, image/png, 3 KB)\n\nhouse://garden:\nRoses.\n\n(see house://roof: roof)";
    assert_eq!(picture.output, json!({ "content": words }));
    kept.end().await;
    assert_eq!(mcp.calls().len(), 3);
}

#[tokio::test]
async fn only_the_tools_of_the_setting_are_used() {
    let mcp = Mcp::start().await;
    let kept = Kept::new(json!({ "url": mcp.url(), "tools": ["issue.*", "echo"], "max_tools": 1 })).await;
    assert_eq!(kept.names(), ["garden_echo"]);
    kept.end().await;
}

#[tokio::test]
async fn a_changed_description_is_read_and_calls_of_the_tool_as_it_was_are_refused() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let before = kept.fingerprint("echo");
    mcp.describe("echo", "Repeats a text, and sends it to the neighbours.");
    kept.until(|server| server.tools()[0].definition.description.ends_with("neighbours.")).await;
    assert_ne!(kept.fingerprint("echo"), before);
    let called = kept.server.call(("echo", &before), serde_json::Map::new(), |_| {}).await;
    assert!(called.is_err_and(|error| error.to_string().contains("has changed this tool")));
    assert_eq!(mcp.calls(), [], "it was not called");
    kept.end().await;
}

#[tokio::test]
async fn progress_is_shown_and_a_call_that_is_dropped_is_cancelled() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let (lines, mut shown) = tokio::sync::mpsc::unbounded_channel();
    let show = |line: &str| lines.send(line.to_owned()).unwrap();
    let slow = kept.call_showing("slow", json!({ "steps": 2 }), show);
    let seen = async {
        let first = shown.recv().await.unwrap();
        mcp.release();
        first
    };
    let (done, first) = tokio::join!(slow, seen);
    assert_eq!(first, "digging (1 of 2)");
    assert_eq!(done.unwrap().output, json!({ "content": "Dug." }));

    let hang = kept.call("hang", json!({}));
    tokio::select! {
        _ = hang => panic!("it never answers"),
        () = mcp.when_called(2) => {}
    }
    mcp.when_cancelled().await;
    kept.end().await;
}

#[tokio::test]
async fn what_a_server_offers_is_listed_and_what_is_wrong_is_said() {
    let mcp = Mcp::start().await;
    let examined =
        examine("garden", &settings(json!({ "url": mcp.url(), "tools": ["echo"] })), None).await.unwrap();
    assert_eq!((examined.server.as_str(), examined.version.as_str()), ("garden 1.0", "2025-11-25"));
    assert_eq!(examined.tools, [("garden_echo".to_owned(), "Repeats a text.".to_owned())]);
    assert_eq!(
        (examined.resources, examined.prompts),
        (vec!["house://garden".to_owned()], vec!["water".to_owned()])
    );

    let said =
        async |fields: Value| format!("{:#}", examine("garden", &settings(fields), None).await.unwrap_err());
    let gone = { Mcp::start().await.url() };
    assert_eq!(said(json!({ "url": gone })).await, "it cannot be reached: check url, and whether it runs");
    assert_eq!(
        said(json!({ "url": mcp.url().replace("/mcp", "/other") })).await,
        "it answers with status 404: check url"
    );
    mcp.require_header("Authorization", "Bearer sesame");
    assert_eq!(said(json!({ "url": mcp.url() })).await, "it wants other credentials: check headers");
    let headers = json!(["Authorization: Bearer sesame"]);
    assert!(
        examine("garden", &settings(json!({ "url": mcp.url(), "headers": headers })), None).await.is_ok()
    );
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", silent.local_addr().unwrap());
    let impatient = json!({ "url": url, "start_timeout": "50ms" });
    assert_eq!(
        said(impatient).await,
        "it did not answer within 0.05 s; if it needs longer, raise start_timeout"
    );
}

#[tokio::test]
async fn the_end_of_the_gateway_does_not_wait_for_a_server_that_does_not_answer() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let kept = Kept::begin(json!({ "url": format!("http://{}/mcp", silent.local_addr().unwrap()) }));
    let _held = silent.accept().await.unwrap();
    kept.end().await;
}

#[tokio::test]
async fn a_server_of_the_newest_protocol_needs_no_handshake() {
    let mcp = Mcp::start_newest().await;
    for fields in [json!({ "url": mcp.url() }), json!({ "command": program(), "args": ["--newest"] })] {
        let examined = examine("garden", &settings(fields.clone()), None).await.unwrap();
        assert_eq!((examined.server.as_str(), examined.version.as_str()), ("garden 2.0", "2026-07-28"));
        let kept = Kept::new(fields).await;
        let echo = kept.call("echo", json!({ "text": "at once" })).await.unwrap();
        assert_eq!(echo.output, json!({ "content": "at once" }));
        kept.end().await;
    }
}
