//! The gateway's side: it starts the child, feeds it, reads what it writes, and ends it with all that it started.

use std::{
    io,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Interval, MissedTickBehavior, interval, timeout},
};

use crate::{
    Limits, Order, Task,
    child::{READY, REFUSED, ROLE},
};

/// How long a child may take until its jail holds.
const START: Duration = Duration::from_secs(30);
/// The most bytes of the child's first line.
const FIRST_LINE: usize = 4 * 1024;
/// The most bytes of one piece of output.
const PIECE: usize = 16 * 1024;
/// How often it is looked whether the machine runs many more threads than at the start of a command.
const GLANCE: Duration = Duration::from_millis(10);
/// How many glances there are from one count of a command's processes to the next.
const COUNT_EVERY: u32 = 10;

/// How many computations, and how many commands, run at once; further ones wait.
const SIDE_BY_SIDE: usize = 4;

/// Starts children.
#[derive(Clone, Debug)]
pub struct Sandbox {
    program: Arc<Path>,
    computations: Arc<Semaphore>,
    commands: Arc<Semaphore>,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The jail cannot be enforced, or the child cannot be started; the text says why.
    #[error("this machine cannot run it safely: {0}")]
    Unavailable(String),
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
    Io(#[from] io::Error),
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Starts a program, which knows the role of [`crate::child`].
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let places = || Arc::new(Semaphore::new(SIDE_BY_SIDE));
        Self { program: program.into().into(), computations: places(), commands: places() }
    }

    /// Starts the program that is running, also where its file has been replaced by a newer one.
    pub fn own() -> Self {
        Self::new("/proc/self/exe")
    }

    /// Lets a child compute, and returns its answer, of at most `most` bytes.
    ///
    /// # Errors
    /// Returns an error if the child cannot be jailed, does not end within `within` from then on, or ends without an answer.
    pub async fn compute(
        &self,
        name: &str,
        input: &[u8],
        limits: Limits,
        within: Duration,
        most: usize,
    ) -> Result<Vec<u8>, Failure> {
        let order = Order { task: Task::Compute(name.to_owned()), limits };
        let place = place(&self.computations).await?;
        let mut running = self.start_at(place, &order, input.to_vec()).await?;
        let computed = async {
            let mut answer = Vec::new();
            loop {
                match running.next().await? {
                    Output::Stdout(piece) if answer.len() + piece.len() > most => {
                        return Err(Failure::TooMuchOutput);
                    }
                    Output::Stdout(piece) => answer.extend_from_slice(&piece),
                    // The words of the runtime about its own end.
                    Output::Stderr(_) => {}
                    Output::Ended(Ending::Code(0)) => return Ok(answer),
                    Output::Ended(Ending::Signal(SIGABRT)) => return Err(Failure::Memory),
                    Output::Ended(Ending::Signal(SIGXCPU)) => return Err(Failure::TookTooLong(within)),
                    Output::Ended(ending) => return Err(Failure::Ended(ending)),
                }
            }
        };
        timeout(within, computed).await.unwrap_or(Err(Failure::TookTooLong(within)))
    }

    /// Starts a child, and returns once its jail holds. Waits while too many run.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or jailed.
    pub async fn start(&self, order: &Order, input: Vec<u8>) -> Result<Running, Failure> {
        let places = match order.task {
            Task::Compute(_) => &self.computations,
            Task::Shell { .. } => &self.commands,
        };
        self.start_at(place(places).await?, order, input).await
    }

    async fn start_at(
        &self,
        place: OwnedSemaphorePermit,
        order: &Order,
        input: Vec<u8>,
    ) -> Result<Running, Failure> {
        let encoded = order.encode()?;
        let mut child = Command::new(&*self.program)
            .arg(ROLE)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| Failure::Unavailable(format!("the program cannot be started: {error}")))?;
        let id = child.id().unwrap_or_default();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut watch = interval(GLANCE);
        watch.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut running = Running {
            group: Group(id),
            child,
            stdin,
            stdout,
            stderr,
            input: [encoded, input].concat(),
            written: 0,
            limits: matches!(order.task, Task::Shell { .. }).then_some(order.limits),
            watch,
            glances: 0,
            threads: 0,
            early: Vec::new(),
            ended: None,
            started: Instant::now(),
            _place: place,
        };
        timeout(START, running.ready()).await.unwrap_or(Err(Failure::TookTooLong(START)))?;
        Ok(running)
    }
}

async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Failure> {
    // Nobody closes it.
    places.clone().acquire_owned().await.map_err(|closed| Failure::Io(io::Error::other(closed)))
}

/// Killed with all of its processes when it is dropped.
#[derive(Debug)]
pub struct Running {
    /// Dropped first, while its number cannot be another process's yet.
    group: Group,
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    input: Vec<u8>,
    written: usize,
    /// Those that are watched from outside.
    limits: Option<Limits>,
    watch: Interval,
    glances: u32,
    /// Those of the machine when the processes were last counted.
    threads: u64,
    /// Output that came with the first line.
    early: Vec<u8>,
    ended: Option<Ending>,
    started: Instant,
    _place: OwnedSemaphorePermit,
}

/// What a child does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    /// It has ended, with all of its processes, and everything that it wrote has been returned.
    Ended(Ending),
}

impl Running {
    /// Returns how long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns what the child does next. May be dropped and called again.
    ///
    /// # Errors
    /// Returns an error if it takes more than its limits; it is killed when it is dropped.
    pub async fn next(&mut self) -> Result<Output, Failure> {
        if !self.early.is_empty() {
            return Ok(Output::Stdout(std::mem::take(&mut self.early)));
        }
        loop {
            let (mut out, mut err) = ([0; PIECE], [0; PIECE]);
            if let (Some(ending), true, true) = (self.ended, self.stdout.is_none(), self.stderr.is_none()) {
                return Ok(Output::Ended(ending));
            }
            tokio::select! {
                read = read(&mut self.stdout, &mut out), if self.stdout.is_some() => match read? {
                    0 => self.stdout = None,
                    read => return Ok(Output::Stdout(out[..read].to_vec())),
                },
                read = read(&mut self.stderr, &mut err), if self.stderr.is_some() => match read? {
                    0 => self.stderr = None,
                    read => return Ok(Output::Stderr(err[..read].to_vec())),
                },
                written = write(&mut self.stdin, &self.input[self.written..]), if self.stdin.is_some() => {
                    match written {
                        Ok(written) if self.written + written < self.input.len() => self.written += written,
                        // All is written, or the child reads no further.
                        Ok(_) | Err(_) => self.stdin = None,
                    }
                }
                status = self.child.wait(), if self.ended.is_none() => {
                    self.ended = Some(status?.into());
                    // What it left running ends with it, and so does its output.
                    self.group.kill();
                    // The number may be another session's from now on.
                    self.group = Group(0);
                }
                _ = self.watch.tick(), if self.limits.is_some() && self.ended.is_none() => self.check_limits().await?,
            }
        }
    }

    /// Reads the first line.
    async fn ready(&mut self) -> Result<(), Failure> {
        let mut line = Vec::new();
        loop {
            if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
                self.early = line.split_off(end + 1);
                line.truncate(end);
                break;
            }
            match self.next().await? {
                Output::Stdout(piece) if line.len() + piece.len() <= FIRST_LINE + PIECE => line.extend(piece),
                Output::Stdout(_) => return Err(Failure::TooMuchOutput),
                Output::Stderr(_) => {}
                Output::Ended(ending) => {
                    return Err(Failure::Unavailable(format!("the child ended with {ending}")));
                }
            }
        }
        let line = String::from_utf8_lossy(&line);
        if line == READY {
            return Ok(());
        }
        let why = line.strip_prefix(REFUSED).unwrap_or("the program does not know its role");
        Err(Failure::Unavailable(why.to_owned()))
    }

    /// Counts the command's processes now and then, and at once where the machine's become many: root has no limit of its
    /// own on them.
    async fn check_limits(&mut self) -> Result<(), Failure> {
        #[cfg(target_os = "linux")]
        if let Some(limits) = self.limits {
            use crate::jail::watch;
            let threads = watch::threads_of_machine().unwrap_or_default();
            self.glances += 1;
            if !self.glances.is_multiple_of(COUNT_EVERY) && threads <= self.threads + limits.processes {
                return Ok(());
            }
            self.threads = threads;
            let session = self.group.0;
            let taken = tokio::task::spawn_blocking(move || watch::of_session(session, limits.processes));
            let taken = taken.await.map_err(io::Error::other)??;
            for (is_too_much, failure) in [
                (taken.tasks > limits.processes, Failure::Processes),
                (taken.memory > limits.memory, Failure::Memory),
                (taken.nameless > limits.file, Failure::Nameless),
            ] {
                if is_too_much {
                    return Err(failure);
                }
            }
        }
        Ok(())
    }
}

async fn read(source: &mut Option<impl AsyncRead + Unpin>, into: &mut [u8]) -> io::Result<usize> {
    match source {
        Some(source) => source.read(into).await,
        None => Ok(0),
    }
}

async fn write(target: &mut Option<ChildStdin>, bytes: &[u8]) -> io::Result<usize> {
    match target {
        Some(target) => target.write(bytes).await,
        None => Ok(0),
    }
}

/// The processes of a child, by the number of its session.
#[derive(Debug)]
struct Group(u32);

impl Group {
    /// Kills them all.
    fn kill(&self) {
        #[cfg(target_os = "linux")]
        if let Ok(id) = i32::try_from(self.0)
            && id > 1
        {
            use nix::{
                sys::signal::{Signal, killpg},
                unistd::Pid,
            };
            // None may be left; and before it has a session of its own, the child ends when it is dropped.
            let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

const SIGABRT: i32 = 6;
const SIGXCPU: i32 = 24;
