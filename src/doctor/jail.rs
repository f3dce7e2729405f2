//! Checks whether this machine can run untrusted programs.

use std::{fmt::Display, fs, os::unix::fs::MetadataExt};

use adjutant_config::{Config, ShellMode};
use adjutant_sandbox::Sandbox;
use adjutant_tools::{code, decoders::documents, shell};
use tokio::{join, time::timeout};

use super::{Check, Finding, Outcome, PATIENCE};

/// Checks the jail of calculations, that of the readers of documents and pictures, and that of commands if the settings
/// allow commands.
pub async fn examine_jail(config: &Config, sandbox: &Sandbox) -> [Finding; 3] {
    let (calculations, decoders, commands) =
        join!(calculations(sandbox), decoders(sandbox), commands(config, sandbox));
    [(Check::Calculations, calculations), (Check::Decoders, decoders), (Check::Commands, commands)]
        .map(|(check, outcome)| Finding { check, outcome })
}

async fn calculations(sandbox: &Sandbox) -> Outcome {
    match answer(code::check(sandbox)).await {
        Ok(()) => Outcome::Fine("run_code calculates in a jail".to_owned()),
        Err(why) => Outcome::Warning(format!("run_code does not work: {why}")),
    }
}

async fn commands(config: &Config, sandbox: &Sandbox) -> Outcome {
    match config.tools.shell.mode {
        ShellMode::Disabled => {
            Outcome::Fine("switched off; [tools.shell] mode = \"host\" or \"session\" runs them".to_owned())
        }
        ShellMode::Host | ShellMode::Session => match answer(shell::check(config, sandbox)).await {
            Ok(()) if !shell::is_permitted(config) => Outcome::Warning(
                "they are offered to nobody; add \"execute\" to [tools] permissions".to_owned(),
            ),
            Ok(()) if is_root() => Outcome::Warning(
                "shell_exec runs them in a jail, but the kernel does not limit root's processes; run the gateway as a user \
                 of its own"
                    .to_owned(),
            ),
            Ok(()) if config.tools.shell.mode == ShellMode::Session => {
                let socket = config.tools.shell.socket.display();
                Outcome::Fine(format!("shell_exec has them run by the service at {socket}, in a jail"))
            }
            Ok(()) => Outcome::Fine("shell_exec runs them on this machine, in a jail".to_owned()),
            Err(why) => Outcome::Failure(format!("shell_exec does not work: {why}")),
        },
    }
}

async fn decoders(sandbox: &Sandbox) -> Outcome {
    match answer(documents::lacking(sandbox)).await {
        Ok(None) => Outcome::Fine("documents and pictures are read in a jail".to_owned()),
        Ok(Some(lacking)) => Outcome::Warning(format!(
            "documents and pictures are read unprotected, as [media] require_sandbox = false allows: {lacking}"
        )),
        Err(why) => Outcome::Warning(format!(
            "documents and pictures are not read: {why}; [media] require_sandbox = false reads them unprotected"
        )),
    }
}

/// Waits for a jail with a time limit: a service at a socket may have to make it.
async fn answer<T, E: Display>(check: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    match timeout(PATIENCE, check).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {} s", PATIENCE.as_secs())),
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
