//! The gateway's side: it starts the child, writes its input, reads its output, and ends it with all processes that it
//! started.

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::{
    Limits, Order, Task,
    places::{Place, Places},
    process::Process,
    session::Call,
};

/// How long a child may take to set up its jail.
pub(crate) const START: Duration = Duration::from_secs(30);

/// Starts children.
#[derive(Clone, Debug)]
pub struct Sandbox {
    program: Arc<Path>,
    computations: Places,
    commands: Places,
    /// The holder of the places of its children.
    holder: Option<Arc<str>>,
    /// The socket of the sidecar that runs commands; `None` if they run here.
    sidecar: Option<Arc<Path>>,
    /// Whether files are decoded if the kernel lacks a part of the jail.
    decodes_without: bool,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum Failure {
    /// The jail cannot be enforced, or the child cannot be started; the text says why.
    #[error("this machine cannot run it safely: {0}")]
    Unavailable(String),
    /// The sidecar cannot be reached, or refuses the order; the text says why.
    #[error("the service that runs commands {0}")]
    Sidecar(String),
    #[error("it took longer than {} s", .0.as_secs())]
    TookTooLong(Duration),
    #[error("it needed more memory than it may use")]
    Memory,
    #[error("it started more processes than it may")]
    Processes,
    #[error("it kept large files open that it had deleted")]
    Nameless,
    #[error("it wrote more than it may")]
    TooMuchOutput,
    #[error("it ended with {0}")]
    Ended(Ending),
    #[error("it could not be watched: {0}")]
    #[serde(skip)]
    Io(#[from] io::Error),
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        use std::os::unix::process::ExitStatusExt;
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, signal) => Self::Signal(signal.unwrap_or_default()),
        }
    }
}

impl Sandbox {
    /// Uses a program that has the role of [`crate::child`].
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into().into(),
            computations: Places::new(),
            commands: Places::new(),
            holder: None,
            sidecar: None,
            decodes_without: false,
        }
    }

    /// Uses the running program, even if its file has been replaced by a newer one.
    pub fn own() -> Self {
        Self::new("/proc/self/exe")
    }

    /// Returns the sandbox for one holder, such as a person, whose children wait for each other before they take places
    /// from others.
    #[must_use]
    pub fn held_by(&self, holder: &str) -> Self {
        Self { holder: Some(holder.into()), ..self.clone() }
    }

    /// Runs commands in the sidecar that listens at this socket (see [`crate::serve`]). Computations stay here.
    #[must_use]
    pub fn with_sidecar(self, socket: impl Into<PathBuf>) -> Self {
        Self { sidecar: Some(socket.into().into()), ..self }
    }

    /// Allows [`Self::decode`] to do without Landlock or seccomp if the kernel lacks them.
    #[must_use]
    pub fn decoding_without(self, decodes_without: bool) -> Self {
        Self { decodes_without, ..self }
    }

    /// Returns the parts that the jail of a decoding child lacks, with reasons; `None` if the jail is complete.
    ///
    /// # Errors
    /// Returns an error if the child cannot be started or jailed.
    pub async fn lacking(&self, name: &str, limits: Limits) -> Result<Option<String>, Failure> {
        let order = Order { task: self.decoding(name), limits };
        let place = self.computations.take(self.holder.as_ref()).await?;
        Ok(self.start_at(place, &order, Vec::new()).await?.1)
    }

    /// Decodes a received file in a child, like [`Self::compute`].
    ///
    /// # Errors
    /// Returns an error as [`Self::compute`] does, except that the jail may lack a part if [`Self::decoding_without`]
    /// allows it.
    pub async fn decode(
        &self,
        name: &str,
        input: &[u8],
        limits: Limits,
        within: Duration,
        most: usize,
    ) -> Result<Vec<u8>, Failure> {
        let order = Order { task: self.decoding(name), limits };
        self.answer(&order, input, within, most).await
    }

    fn decoding(&self, name: &str) -> Task {
        Task::Compute { name: name.to_owned(), may_lack: self.decodes_without }
    }

    /// Computes in a child and returns its answer, of at most `most` bytes.
    ///
    /// # Errors
    /// Returns an error if the child cannot be jailed, does not end within `within` after that, or ends without an
    /// answer.
    pub async fn compute(
        &self,
        name: &str,
        input: &[u8],
        limits: Limits,
        within: Duration,
        most: usize,
    ) -> Result<Vec<u8>, Failure> {
        let order = Order { task: Task::Compute { name: name.to_owned(), may_lack: false }, limits };
        self.answer(&order, input, within, most).await
    }

    async fn answer(
        &self,
        order: &Order,
        input: &[u8],
        within: Duration,
        most: usize,
    ) -> Result<Vec<u8>, Failure> {
        let place = self.computations.take(self.holder.as_ref()).await?;
        let (mut running, _) = self.start_at(place, order, input.to_vec()).await?;
        let computed = async {
            let (mut answer, mut said) = (Vec::new(), Vec::new());
            loop {
                match running.next().await? {
                    Output::Stdout(piece) if answer.len() + piece.len() > most => {
                        return Err(Failure::TooMuchOutput);
                    }
                    Output::Stdout(piece) => answer.extend_from_slice(&piece),
                    // The last words of the runtime about its end.
                    Output::Stderr(piece) => said.extend(piece.into_iter().take(LAST_WORDS - said.len())),
                    Output::Ended(Ending::Code(0)) => return Ok(answer),
                    Output::Ended(Ending::Signal(SIGABRT)) if is_about_memory(&said) => {
                        return Err(Failure::Memory);
                    }
                    Output::Ended(Ending::Signal(SIGXCPU)) => return Err(Failure::TookTooLong(within)),
                    Output::Ended(ending) => return Err(Failure::Ended(ending)),
                }
            }
        };
        timeout(within, computed).await.unwrap_or(Err(Failure::TookTooLong(within)))
    }

    /// Starts a child and returns once its jail holds. Waits while too many children run.
    ///
    /// # Errors
    /// Returns an error if the child cannot be started or jailed.
    pub async fn start(&self, order: &Order, input: Vec<u8>) -> Result<Running, Failure> {
        let (places, sidecar) = match order.task {
            Task::Compute { .. } => (&self.computations, None),
            Task::Shell { .. } => (&self.commands, self.sidecar.as_ref()),
        };
        let place = places.take(self.holder.as_ref()).await?;
        let inner = match sidecar {
            None => Inner::Here(Box::new(self.start_at(place, order, input).await?.0)),
            Some(socket) => Inner::InSidecar(Call::start(socket, place, order, &input).await?),
        };
        Ok(Running(inner))
    }

    /// Starts a child. Returns the parts that its jail lacks, too.
    async fn start_at(
        &self,
        place: Place,
        order: &Order,
        input: Vec<u8>,
    ) -> Result<(Process, Option<String>), Failure> {
        let mut process = Process::spawn(&self.program, place, order, input)?;
        let lacking = timeout(START, process.ready()).await.unwrap_or(Err(Failure::TookTooLong(START)))?;
        Ok((process, lacking))
    }
}

/// A running child. Dropping it ends the child with all of its processes.
#[derive(Debug)]
pub struct Running(Inner);

#[derive(Debug)]
enum Inner {
    Here(Box<Process>),
    InSidecar(Call),
}

/// The next output or the end of a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    /// The child has ended with all of its processes, and all of its output has been returned.
    Ended(Ending),
}

impl Running {
    /// Returns how long the child has been running.
    pub fn elapsed(&self) -> Duration {
        match &self.0 {
            Inner::Here(process) => process.elapsed(),
            Inner::InSidecar(call) => call.elapsed(),
        }
    }

    /// Waits for the child's next output or its end. The future may be dropped and the method called again.
    ///
    /// # Errors
    /// Returns an error if the child exceeds its limits, or if its sidecar ends; the child is killed when this is
    /// dropped.
    pub async fn next(&mut self) -> Result<Output, Failure> {
        match &mut self.0 {
            Inner::Here(process) => process.next().await,
            Inner::InSidecar(call) => call.next().await,
        }
    }
}

/// The most bytes that are kept of a child's last words.
const LAST_WORDS: usize = 4 * 1024;

/// Returns whether a child that aborted itself reported that it was refused memory. It reports the same when its stack
/// is full.
fn is_about_memory(said: &[u8]) -> bool {
    String::from_utf8_lossy(said).contains("memory allocation of ")
}

const SIGABRT: i32 = 6;
const SIGXCPU: i32 = 24;
