//! Programs of the operator that `[site]` names.

use std::{
    env,
    ffi::OsString,
    io::{self, ErrorKind},
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _},
    process::Command,
    time::timeout,
};

use crate::kit::ProcessGroup;

/// The most bytes of a program's output that are kept.
const MAX_SAID: u64 = 4 << 10;

/// Why a program failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("it cannot be started ({0})")]
    NotStarted(ErrorKind),
    #[error("exit code {0}")]
    Code(i32),
    #[error("it was ended by a signal")]
    Ended,
    #[error("it was not done within {} s", .0.as_secs())]
    Late(Duration),
}

/// Runs a program, which sees these variables of the gateway's environment. Ends the program and all processes that it
/// started, also when the future is dropped.
pub(super) async fn run(
    (program, arguments): (&str, impl Iterator<Item = String>),
    passed_on: &[&str],
    patience: Duration,
) -> Result<(), Failure> {
    let not_started = |error: io::Error| Failure::NotStarted(error.kind());
    let passed_on = passed_on.iter().filter_map(|name| Some((name, env::var_os(name)?)));
    let environment: Vec<(&&str, OsString)> = passed_on.collect();
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(environment);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.process_group(0).kill_on_drop(true).spawn().map_err(not_started)?;
    let group = ProcessGroup::of(&process);
    let said = [
        process.stdout.take().map(|it| tokio::spawn(read(it))),
        process.stderr.take().map(|it| tokio::spawn(read(it))),
    ];
    let ended = timeout(patience, process.wait()).await;
    // A process that it left running would hold the output open.
    drop(group);
    for said in said.into_iter().flatten() {
        if let Ok(said) = said.await
            && !said.is_empty()
        {
            tracing::debug!(program, said, "a program has said something");
        }
    }
    match ended {
        Err(_) => Err(Failure::Late(patience)),
        Ok(ended) => outcome(ended.map_err(not_started)?),
    }
}

fn outcome(status: ExitStatus) -> Result<(), Failure> {
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => Err(Failure::Code(code)),
        None => Err(Failure::Ended),
    }
}

/// Returns the beginning of a program's output, and reads the rest, so that the program is not blocked.
async fn read(mut output: impl AsyncRead + Unpin) -> String {
    let mut said = Vec::new();
    let taken = (&mut output).take(MAX_SAID).read_to_end(&mut said).await;
    if taken.is_ok() {
        // The rest may end in any way.
        let _ = tokio::io::copy(&mut output, &mut tokio::io::sink()).await;
    }
    String::from_utf8_lossy(&said).trim().to_owned()
}
