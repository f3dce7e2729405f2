//! A server that is a program on this machine, and communicates over its standard input and output.

use std::{
    collections::VecDeque,
    env,
    process::{ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_config::McpSettings;
use adjutant_domain::shown;
use adjutant_tools::kit::ProcessGroup;
use anyhow::{Context as _, Result};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader},
    process::{self, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
    time::{Instant, timeout},
};

use super::lines::Lines;

/// The bot's own environment variables that a program gets.
const PASSED_ON: [&str; 3] = ["PATH", "HOME", "LANG"];
/// How long a program may take to end after its input has ended, and again after the signal to end.
const GRACE: Duration = Duration::from_secs(1);
/// The longest logged line of a program's standard error, in bytes; the rest of the line is skipped.
const MAX_LINE: u64 = 2_000;
/// The most lines logged within [`SPAN`].
const MOST_LINES: u32 = 200;
const SPAN: Duration = Duration::from_secs(10);
/// The number of lines kept for an error.
const KEPT_LINES: usize = 40;
/// The number of them that an error quotes if none names an error.
const LAST_LINES: usize = 3;
/// The longest part of these lines in an error, in characters.
const MAX_SAID: usize = 300;
/// The room for messages that are not results, such as a list of tools.
const LISTS: usize = 4 << 20;

/// Returns the longest message that is read, in bytes: a result with its envelope, or a list.
pub(super) fn longest_message(settings: &McpSettings) -> usize {
    LISTS.max(usize::try_from(settings.max_result).unwrap_or(LISTS).saturating_mul(4))
}

/// A running program with its child processes: a process group of its own.
pub(super) struct Child {
    process: process::Child,
    group: Option<ProcessGroup>,
    said: Arc<Mutex<VecDeque<String>>>,
    /// Reads the program's standard error.
    listener: JoinHandle<()>,
}

/// The pipes that carry a program's messages.
type Pipes = Lines<ChildStdout, ChildStdin>;

impl Child {
    /// Starts the program of a server.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn spawn(name: &str, settings: &McpSettings) -> Result<(Self, Pipes)> {
        let mut command = Command::new(&settings.command);
        command.args(&settings.args).env_clear();
        command.envs(PASSED_ON.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.envs(settings.env.iter().map(|named| (&named.name, named.expose())));
        if let Some(folder) = &settings.cwd {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.process_group(0).kill_on_drop(true).spawn().with_context(|| {
            format!(
                "the program {} cannot be started: check command and cwd in [mcp.{name}]",
                settings.command
            )
        })?;
        let group = ProcessGroup::of(&process);
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            anyhow::bail!("the program {} has no pipes", settings.command)
        };
        let said = Arc::default();
        let listener = tokio::spawn(log(name.to_owned(), errors, Arc::clone(&said)));
        let transport = Lines::new(name, (output, input), longest_message(settings));
        Ok((Self { process, group, said, listener }, transport))
    }

    /// Ends the program, whose input has ended, and all processes that it started. If the program failed or did not end
    /// by itself, returns its exit status and last words.
    pub async fn end(mut self) -> Option<String> {
        let status = match timeout(GRACE, self.process.wait()).await {
            Ok(ended) => ended.ok(),
            // It did not notice.
            Err(_) => {
                if let Some(group) = &self.group {
                    group.terminate();
                }
                let _ = timeout(GRACE, self.process.wait()).await;
                None
            }
        };
        drop(self.group.take());
        let _ = self.process.wait().await;
        let _ = timeout(GRACE, &mut self.listener).await;
        self.last_words(status)
    }

    fn last_words(&self, status: Option<ExitStatus>) -> Option<String> {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = shown::elided(&shown::line(&telling(said.make_contiguous()).join(" / ")), MAX_SAID);
        match (status, &*said) {
            (Some(status), _) if status.success() => None,
            (Some(status), "") => Some(format!("the program ended with {status}, and said nothing")),
            (Some(status), said) => Some(format!("the program ended with {status}, and said: {said}")),
            (None, "") => None,
            (None, said) => Some(format!("the program said: {said}")),
        }
    }
}

/// Returns the lines that tell most about a failure. Many programs name the error first and then say where it happened;
/// those in Python name it last.
fn telling(said: &[String]) -> &[String] {
    let names_error = |line: &String| line.to_ascii_lowercase().contains("error");
    let is_python = said.iter().any(|line| line.contains("Traceback (most recent call last)"));
    match said.iter().position(names_error) {
        Some(first) if !is_python => &said[first..],
        _ => &said[said.len().saturating_sub(LAST_LINES)..],
    }
}

/// Logs a program's standard error until it ends.
async fn log(server: String, errors: impl AsyncRead + Unpin, said: Arc<Mutex<VecDeque<String>>>) {
    let mut errors = BufReader::new(errors);
    let (mut since, mut lines) = (Instant::now(), 0);
    loop {
        let mut line = Vec::new();
        match (&mut errors).take(MAX_LINE).read_until(b'\n', &mut line).await {
            Ok(read) if read > 0 => {}
            _ => return,
        }
        let line = shown::line(&String::from_utf8_lossy(&line));
        if since.elapsed() > SPAN {
            (since, lines) = (Instant::now(), 0);
        }
        if line.is_empty() {
            continue;
        }
        lines += 1;
        if lines <= MOST_LINES {
            tracing::debug!(server, line, "the MCP server's program says");
        }
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() == KEPT_LINES {
            said.pop_front();
        }
        said.push_back(line);
    }
}
