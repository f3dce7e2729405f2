//! `adjutant shell`: runs commands for a gateway that may start no programs.

use adjutant_config::Config;
use adjutant_domain::redact::Redactor;
use adjutant_sandbox::Sandbox;
use adjutant_tools::shell;
use anyhow::Result;
use clap::Subcommand;
use tokio::signal::unix::{SignalKind, signal};

use super::{logging::log_to_stderr, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// Listen at [tools.shell] socket, and run the gateway's commands in a jail, until a signal ends it. It runs as the
    /// gateway's user, needs people's files at the same path, and neither the database nor a network.
    Serve,
}

/// Runs commands until a signal.
///
/// # Errors
/// Returns an error if commands cannot be jailed here, or the socket cannot be opened.
pub(super) async fn serve(config: &Config) -> Result<()> {
    log_to_stderr(config, &Redactor::new(config.secrets())?);
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let ends = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    let socket = config.tools.shell.socket.display();
    // A failure to print is ignored: perhaps nobody reads the output.
    let ready = || drop(say(&format!("Commands are taken at {socket}.")));
    shell::serve(config, Sandbox::own(), ready, ends).await
}
