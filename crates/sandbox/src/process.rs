//! A child process: it is fed, read and watched, and ended with all that it started.

use std::{collections::VecDeque, io, path::Path, process::Stdio, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    sync::OwnedSemaphorePermit,
    time::{Instant, Interval, MissedTickBehavior, interval},
};

use crate::{
    Ending, Failure, Limits, Order, Output, Task,
    child::{LACKING, READY, REFUSED, ROLE},
};

/// The most bytes of the child's first line.
const FIRST_LINE: usize = 4 * 1024;
/// The most bytes of one piece of output.
pub(crate) const PIECE: usize = 16 * 1024;
/// How often it is looked whether the machine runs many more threads than at the start of a command.
const GLANCE: Duration = Duration::from_millis(10);
/// How many glances there are from one count of a command's processes to the next.
const COUNT_EVERY: u32 = 10;

/// Killed with all of its processes when it is dropped.
#[derive(Debug)]
pub(crate) struct Process {
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
    /// Output that came before the first line was read.
    early: VecDeque<Output>,
    ended: Option<Ending>,
    started: Instant,
    _place: OwnedSemaphorePermit,
}

impl Process {
    /// Starts the program in its child role, and hands the order over.
    pub(crate) fn spawn(
        program: &Path,
        place: OwnedSemaphorePermit,
        order: &Order,
        input: Vec<u8>,
    ) -> Result<Self, Failure> {
        let encoded = order.encode()?;
        let mut child = Command::new(program)
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
        Ok(Self {
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
            early: VecDeque::new(),
            ended: None,
            started: Instant::now(),
            _place: place,
        })
    }

    /// Returns how long it has been running.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns what the child does next. May be dropped and called again.
    ///
    /// # Errors
    /// Returns an error if it takes more than its limits; it is killed when it is dropped.
    pub(crate) async fn next(&mut self) -> Result<Output, Failure> {
        if let Some(output) = self.early.pop_front() {
            return Ok(output);
        }
        loop {
            // On the heap: a future that reads is part of the future of each turn.
            let (mut out, mut err) = (Vec::with_capacity(PIECE), Vec::with_capacity(PIECE));
            if let (Some(ending), true, true) = (self.ended, self.stdout.is_none(), self.stderr.is_none()) {
                return Ok(Output::Ended(ending));
            }
            tokio::select! {
                read = read(&mut self.stdout, &mut out), if self.stdout.is_some() => match read? {
                    0 => self.stdout = None,
                    _ => return Ok(Output::Stdout(out)),
                },
                read = read(&mut self.stderr, &mut err), if self.stderr.is_some() => match read? {
                    0 => self.stderr = None,
                    _ => return Ok(Output::Stderr(err)),
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
    pub(crate) async fn ready(&mut self) -> Result<Option<String>, Failure> {
        let (mut line, mut early) = (Vec::new(), VecDeque::new());
        loop {
            if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
                let rest = line.split_off(end + 1);
                line.truncate(end);
                early.extend((!rest.is_empty()).then_some(Output::Stdout(rest)));
                self.early = early;
                break;
            }
            match self.next().await? {
                Output::Stdout(piece) if line.len() + piece.len() <= FIRST_LINE + PIECE => line.extend(piece),
                Output::Stdout(_) => return Err(Failure::TooMuchOutput),
                // What a command says at once may arrive before the line does.
                said @ Output::Stderr(_) => early.push_back(said),
                Output::Ended(ending) => {
                    return Err(Failure::Unavailable(format!("the child ended with {ending}")));
                }
            }
        }
        let line = String::from_utf8_lossy(&line);
        if line == READY {
            return Ok(None);
        }
        if let Some(lacking) = line.strip_prefix(LACKING) {
            return Ok(Some(lacking.to_owned()));
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

async fn read(source: &mut Option<impl AsyncRead + Unpin>, into: &mut Vec<u8>) -> io::Result<usize> {
    match source {
        Some(source) => source.read_buf(into).await,
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
