//! Questions to the person at the terminal. A signal ends them and restores the terminal.

use std::{
    fmt::Display,
    io::{self, IsTerminal as _, Stdin, Write as _},
};

use anyhow::{Context as _, Result, anyhow};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::spawn_blocking,
};

/// The person has ended the questions.
#[derive(Debug, thiserror::Error)]
#[error("ended; nothing was changed")]
pub(super) struct Ended;

pub(super) struct Terminal {
    ends: [Signal; 3],
}

impl Terminal {
    /// Catches the signals that would end the program, so that it ends between two questions or after a write.
    ///
    /// # Errors
    /// Returns an error if signals cannot be caught.
    pub(super) fn new() -> Result<Self> {
        let taken = |kind| signal(kind).context("cannot listen for signals");
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let [interrupt, terminate, hangup] = kinds.map(taken);
        Ok(Self { ends: [interrupt?, terminate?, hangup?] })
    }

    /// Returns whether a person can be asked.
    pub(super) fn is_there() -> bool {
        io::stdin().is_terminal()
    }

    /// Prints a message.
    #[expect(clippy::unused_self, reason = "the terminal is what tells it")]
    pub(super) fn tells(&self, what: impl Display) -> Result<()> {
        writeln!(io::stderr(), "{what}").context("cannot write to the terminal")
    }

    /// Asks for a line. Returns the trimmed line; empty if only Enter was pressed.
    ///
    /// # Errors
    /// Returns [`Ended`] after a signal, or at the end of the input.
    pub(super) async fn asks(&mut self, question: &str) -> Result<String> {
        write!(io::stderr(), "{question}: ").context("cannot write to the terminal")?;
        self.line().await
    }

    /// Like [`asks`](Self::asks), but hides the typed text.
    ///
    /// # Errors
    /// See [`asks`](Self::asks).
    pub(super) async fn asks_hidden(&mut self, question: &str) -> Result<String> {
        let hidden = Hidden::begin()?;
        let line = self.asks(question).await;
        drop(hidden);
        self.tells("")?;
        line
    }

    /// Asks for a yes or a no; `usually` is the default.
    ///
    /// # Errors
    /// See [`asks`](Self::asks).
    pub(super) async fn agrees(&mut self, question: &str, usually: bool) -> Result<bool> {
        let choices = if usually { "Y/n" } else { "y/N" };
        let answer = self.asks(&format!("{question} [{choices}]")).await?.to_lowercase();
        Ok(if answer.is_empty() { usually } else { answer == "y" || answer == "yes" })
    }

    /// Awaits something that may take a while.
    ///
    /// # Errors
    /// Returns [`Ended`] after a signal.
    pub(super) async fn awaits<T>(&mut self, work: impl Future<Output = T>) -> Result<T> {
        let [interrupt, terminate, hangup] = &mut self.ends;
        tokio::select! {
            done = work => Ok(done),
            _ = interrupt.recv() => Err(Ended.into()),
            _ = terminate.recv() => Err(Ended.into()),
            _ = hangup.recv() => Err(Ended.into()),
        }
    }

    async fn line(&mut self) -> Result<String> {
        // A thread that still waits for a line does not delay the end of the program.
        let read = spawn_blocking(|| {
            let mut line = String::new();
            io::stdin().read_line(&mut line).map(|read| (read > 0).then_some(line))
        });
        match self.awaits(read).await? {
            Ok(Ok(Some(line))) => Ok(line.trim().to_owned()),
            Ok(Ok(None)) => Err(Ended.into()),
            Ok(Err(error)) => Err(anyhow!(error).context("cannot read from the terminal")),
            Err(error) => Err(anyhow!(error).context("cannot read from the terminal")),
        }
    }
}

/// Hides typed text on the terminal while it lives.
struct Hidden {
    stdin: Stdin,
    shown: Termios,
}

impl Hidden {
    fn begin() -> Result<Self> {
        let stdin = io::stdin();
        let shown = tcgetattr(&stdin).context("cannot hide what is typed")?;
        let mut hidden = shown.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&stdin, OptionalActions::Now, &hidden).context("cannot hide what is typed")?;
        Ok(Self { stdin, shown })
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // An error means that the terminal is gone.
        let _ = tcsetattr(&self.stdin, OptionalActions::Now, &self.shown);
    }
}
