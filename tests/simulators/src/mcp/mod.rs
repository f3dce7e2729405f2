//! A server that speaks the Model Context Protocol, over streamable HTTP or a program's standard input and output.
//!
//! It follows the protocol's rules, and has a tool for each fault: see [`tools`]. A client's violation is answered with
//! an error, and fails the test when the server is dropped.

mod engine;
mod http;
pub mod odd;
mod stdio;
pub mod tools;

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    thread,
};

use serde_json::Value;

use crate::{patience::patiently, server::Server};
use engine::Engine;

pub use stdio::serve as serve_stdio;

/// A running server.
#[derive(Debug)]
pub struct Mcp {
    engine: Arc<Engine>,
    server: Server,
}

impl Mcp {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start() -> Self {
        Self::start_at(0).await
    }

    /// Starts a server on a port of 127.0.0.1.
    ///
    /// # Panics
    /// Panics if the port is taken.
    pub async fn start_at(port: u16) -> Self {
        Self::with(Engine::new(false), port).await
    }

    /// Starts a server that supports only the version of the protocol without a handshake.
    pub async fn start_newest() -> Self {
        Self::with(Engine::new(true), 0).await
    }

    async fn with(engine: Engine, port: u16) -> Self {
        let engine = Arc::new(engine);
        let context = engine.clone();
        let server = Server::start(port, move |request| http::answer(context.clone(), request));
        Self { engine, server: server.await.expect("the port is free") }
    }

    /// Returns the address of the protocol's endpoint.
    pub fn url(&self) -> String {
        format!("{}{}", self.server.url(), http::PATH)
    }

    /// Refuses requests whose header has another value.
    pub fn require_header(&self, name: &str, value: &str) {
        self.engine.state().required = Some((name.to_owned(), value.to_owned()));
    }

    /// Answers all requests with this status, and reads none of them.
    pub fn turn_away(&self, status: u16) {
        self.engine.state().refused = Some(status);
    }

    /// Changes the description of a tool, and notifies all clients that the list has changed.
    pub fn describe(&self, tool: &str, description: &str) {
        self.engine.describe(tool, description);
    }

    /// Stops answering; `false` resumes it.
    pub fn silence(&self, silent: bool) {
        self.engine.state().silent = silent;
    }

    /// Ends a call of `slow`.
    pub fn release(&self) {
        self.engine.released.notify_one();
    }

    /// Returns the calls so far: tool names and arguments.
    pub fn calls(&self) -> Vec<(String, Value)> {
        self.engine.state().calls.clone()
    }

    /// Returns how often clients have asked for the list of tools.
    pub fn listed(&self) -> usize {
        self.engine.state().listed
    }

    /// Waits until a client has asked for the list of tools this many times.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn when_listed(&self, times: usize) {
        self.when(|state| state.listed >= times, "ask for the tools").await;
    }

    /// Waits until a client has called a tool this many times.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn when_called(&self, times: usize) {
        self.when(|state| state.calls.len() >= times, "call a tool").await;
    }

    /// Waits until a client has cancelled a call.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn when_cancelled(&self) {
        self.when(|state| state.cancelled > 0, "cancel a call").await;
    }

    async fn when(&self, is_so: impl Fn(&engine::State) -> bool, what: &str) {
        let mut changes = self.engine.changes.subscribe();
        let waited = patiently(async {
            loop {
                if is_so(&self.engine.state()) {
                    return;
                }
                // The sender lives as long as `self`.
                let _ = changes.changed().await;
            }
        });
        assert!(waited.await.is_some(), "no client came to {what}");
    }
}

/// Returns the path of the server program for standard input and output. It is in the folder of the build, and is built
/// if it is missing.
///
/// # Panics
/// Panics if it cannot be built.
pub fn program() -> PathBuf {
    let tests = env::current_exe().expect("the path of the tests");
    let folder = tests.parent().and_then(Path::parent).expect("the folder of the build");
    let program = folder.join("mcp-simulator");
    if !program.exists() {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        let built = build.args(["build", "-q", "-p", "adjutant-simulators", "--bin", "mcp-simulator"]);
        assert!(built.status().is_ok_and(|status| status.success()), "the simulator cannot be built");
    }
    program
}

impl Drop for Mcp {
    fn drop(&mut self) {
        let violations = self.engine.state().violations.clone();
        assert!(violations.is_empty() || thread::panicking(), "against the protocol: {violations:#?}");
    }
}
