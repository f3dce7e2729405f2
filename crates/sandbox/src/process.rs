//! A child process: it gets its input, is read and watched, and is ended with all processes that it started.

use std::{collections::VecDeque, io, path::Path, process::Stdio, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::{Instant, Interval, MissedTickBehavior, interval},
};

use crate::{
    Ending, Failure, Limits, Order, Output, Task,
    child::{LACKING, READY, REFUSED, ROLE},
    places::Place,
};

/// The longest first line, in bytes.
const FIRST_LINE: usize = 4 * 1024;
/// The largest piece of output, in bytes.
pub(crate) const PIECE: usize = 16 * 1024;
/// How often the machine's thread count is compared with the one at the last count of a command's processes.
const GLANCE: Duration = Duration::from_millis(10);
/// The number of such checks from one count of a command's processes to the next.
const COUNT_EVERY: u32 = 10;

/// Killed with all of its processes when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    /// Dropped first, while no other process can have its number.
    group: Group,
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    input: Vec<u8>,
    written: usize,
    /// The limits that are watched from outside.
    limits: Option<Limits>,
    watch: Interval,
    glances: u32,
    /// The machine's threads when the processes were last counted.
    threads: u64,
    /// Output that arrived before the first line was read.
    early: VecDeque<Output>,
    ended: Option<Ending>,
    started: Instant,
    _place: Place,
}

impl Process {
    /// Starts the program in its child role and sends it the order.
    pub(crate) fn spawn(
        program: &Path,
        place: Place,
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

    /// Returns how long the process has been running.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits for the child's next output or its end. The future may be dropped and the method called again.
    ///
    /// # Errors
    /// Returns an error if the child exceeds its limits; it is killed when this is dropped.
    pub(crate) async fn next(&mut self) -> Result<Output, Failure> {
        if let Some(output) = self.early.pop_front() {
            return Ok(output);
        }
        loop {
            // On the heap, because this future becomes part of the future of each turn.
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
                        // All input is written, or the child has stopped reading.
                        Ok(_) | Err(_) => self.stdin = None,
                    }
                }
                status = self.child.wait(), if self.ended.is_none() => {
                    self.ended = Some(status?.into());
                    // Ends the processes that the child left running, and thereby their output.
                    self.group.kill();
                    // From now on, another session may have this number.
                    self.group = Group(0);
                }
                _ = self.watch.tick(), if self.limits.is_some() && self.ended.is_none() => self.check_limits().await?,
            }
        }
    }

    /// Reads the first line. Returns the parts that the jail lacks.
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
                // The command's first output may arrive before the line.
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

    /// Counts the command's processes regularly, and at once if the machine's threads increase by more than the limit:
    /// the kernel does not limit those of root.
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

/// The processes of a child, by the id of its session.
#[derive(Debug)]
struct Group(u32);

impl Group {
    /// Kills all of them.
    fn kill(&self) {
        #[cfg(target_os = "linux")]
        if let Ok(id) = i32::try_from(self.0)
            && id > 1
        {
            use nix::{
                sys::signal::{Signal, killpg},
                unistd::Pid,
            };
            // There may be none; a child that has no session of its own yet ends when it is dropped.
            let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
