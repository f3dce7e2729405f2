//! A process whose system calls are recorded (with ptrace): its writes to files, its syncs, and its requests.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs,
    io::Write as _,
    os::unix::{ffi::OsStrExt as _, fs::FileExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread::{self, JoinHandle},
};

use nix::{
    libc,
    sys::{
        ptrace::{self, Options},
        signal::{Signal, kill},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::Pid,
};

use super::{
    disk::{self, Change, Disk, Event},
    registers::{self, Registers},
};
use crate::crash::many::Dice;

/// The offset of the vectors in a `msghdr`, and the size of an `iovec`, in bytes.
const MESSAGE_VECTORS: u64 = 16;
const VECTOR: u64 = 16;

/// A shell script that waits for a line, so that no call is missed, and then becomes the program.
const BEGIN: &str = "read go; exec \"$0\" \"$@\"";

/// A watched process; killed when dropped.
pub struct Watched {
    leader: Pid,
    folder: PathBuf,
    /// The files before its start.
    before: Disk,
    events: Events,
    watching: Option<JoinHandle<WaitStatus>>,
}

#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<Event>>>);

impl Events {
    fn lock(&self) -> MutexGuard<'_, Vec<Event>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched {
    /// Starts a program with these settings, and returns its standard output. Watches the databases in `folder`.
    pub fn start(
        program: &str,
        settings: &[(String, String)],
        folder: &Path,
        log: fs::File,
    ) -> (Self, ChildStdout) {
        let folder = folder.canonicalize().expect("the folder exists");
        let (before, events) = (Disk::holding(&folder), Events::default());
        let mut command = Command::new("/bin/sh");
        command.args(["-c", BEGIN, program]).current_dir(&folder).env_clear().envs(settings.iter().cloned());
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let (started, start) = mpsc::channel();
        let (watched, noted) = (folder.clone(), events.clone());
        // Only the thread that has attached to a process can trace it.
        let watching = thread::spawn(move || {
            let mut child = command.spawn().expect("the program can be run");
            let said = child.stdout.take().expect("its output is read");
            let watcher = Watcher::attach(child, watched, noted);
            started.send((watcher.leader, said)).expect("somebody waits for it");
            watcher.watch()
        });
        let (leader, said) = start.recv().expect("it starts");
        (Self { leader, folder, before, events, watching: Some(watching) }, said)
    }

    /// Returns the process id.
    pub fn id(&self) -> i32 {
        self.leader.as_raw()
    }

    /// Cuts the power: kills the process, and leaves its files as the disk would hold them.
    pub fn cut_power(self, dice: &mut Dice) {
        let (folder, mut disk) = (self.folder.clone(), self.before.clone());
        for event in self.kill() {
            disk.follow(&event);
        }
        disk.cut_into(&folder, dice);
    }

    /// Kills the process, and returns its events.
    pub fn kill(mut self) -> Vec<Event> {
        // The process may have ended already.
        let _ = kill(self.leader, Signal::SIGKILL);
        self.wait();
        std::mem::take(&mut *self.events.lock())
    }

    /// Waits until the process has ended, and returns whether it succeeded.
    pub fn wait(&mut self) -> bool {
        let ended = self.watching.take().map(|watching| watching.join().expect("watching does not fail"));
        matches!(ended, Some(WaitStatus::Exited(_, 0)))
    }

    /// Returns the databases as they were at the process's start.
    pub fn before(&self) -> Disk {
        self.before.clone()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if self.watching.is_some() {
            let _ = kill(self.leader, Signal::SIGKILL);
        }
    }
}

/// A system call that has begun.
struct Call {
    registers: Registers,
    /// The number of events before the call.
    events: usize,
}

struct Watcher {
    leader: Pid,
    _child: Child,
    memory: fs::File,
    folder: PathBuf,
    events: Events,
    /// The unfinished calls, by thread.
    calls: HashMap<Pid, Call>,
    /// The bytes of an incomplete request, by socket.
    sent: HashMap<PathBuf, Vec<u8>>,
}

impl Watcher {
    fn attach(mut child: Child, folder: PathBuf, events: Events) -> Self {
        let leader = Pid::from_raw(child.id().cast_signed());
        let threads = Options::PTRACE_O_TRACECLONE | Options::PTRACE_O_TRACEEXEC | Options::PTRACE_O_EXITKILL;
        ptrace::seize(leader, threads | Options::PTRACE_O_TRACESYSGOOD).expect("it can be watched");
        ptrace::interrupt(leader).expect("it can be stopped");
        waitpid(leader, Some(WaitPidFlag::__WALL)).expect("it stops");
        ptrace::syscall(leader, None).expect("it goes on");
        child.stdin.take().expect("it reads").write_all(b"go\n").expect("it reads");
        let memory = fs::File::open(format!("/proc/{leader}/mem")).expect("its memory can be read");
        let (calls, sent) = (HashMap::new(), HashMap::new());
        Self { leader, _child: child, memory, folder, events, calls, sent }
    }

    /// Watches until the process has ended.
    fn watch(mut self) -> WaitStatus {
        // Waits only for its process group, so that other children of the tests are left to their own waiters.
        let group = Pid::from_raw(-self.leader.as_raw());
        loop {
            let status = waitpid(group, Some(WaitPidFlag::__WALL)).expect("it can be waited for");
            let (thread, signal) = match status {
                WaitStatus::Exited(ended, _) | WaitStatus::Signaled(ended, _, _) if ended == self.leader => {
                    return status;
                }
                WaitStatus::PtraceSyscall(thread) => {
                    self.note(thread);
                    (thread, None)
                }
                WaitStatus::PtraceEvent(thread, _, event) => {
                    if event == libc::PTRACE_EVENT_EXEC {
                        // From here on, the process has new memory.
                        self.memory =
                            fs::File::open(format!("/proc/{thread}/mem")).expect("its memory can be read");
                    }
                    (thread, None)
                }
                WaitStatus::Stopped(thread, signal) => (thread, Some(signal)),
                _ => continue,
            };
            // If the thread was killed meanwhile, its next status says so.
            let _ = ptrace::syscall(thread, signal);
        }
    }

    /// Records the action of a thread that enters or leaves a system call.
    fn note(&mut self, thread: Pid) {
        // The thread may have been killed meanwhile.
        let Ok(info) = ptrace::syscall_info(thread) else { return };
        let Ok(registers) = Registers::of(thread) else { return };
        if info.op == libc::PTRACE_SYSCALL_INFO_ENTRY {
            let call = Call { registers, events: self.events.lock().len() };
            self.enter(&call);
            self.calls.insert(thread, call);
        } else if let Some(call) = self.calls.remove(&thread)
            && let Ok(result) = usize::try_from(registers.result)
        {
            let event = self.done(&call, result);
            self.events.lock().extend(event);
        }
    }

    /// Records the events at the beginning of a call, which others may notice before the call returns.
    fn enter(&mut self, call: &Call) {
        let Registers { number, arguments: [file, address, length, _], .. } = call.registers;
        match number {
            libc::SYS_write | libc::SYS_sendto => {
                self.send(file, |watcher| watcher.read(address, length as usize));
            }
            libc::SYS_writev => self.send(file, |watcher| watcher.read_vectored(address, length)),
            libc::SYS_sendmsg => self.send(file, |watcher| {
                let [vectors, count] = watcher.words(address + MESSAGE_VECTORS);
                watcher.read_vectored(vectors, count)
            }),
            _ => {}
        }
    }

    /// Returns the effect of a finished call on a file.
    fn done(&self, call: &Call, result: usize) -> Option<Event> {
        let Registers { number, arguments: [file, address, _, at], .. } = call.registers;
        if registers::REMOVES.contains(&number) {
            return self.named(if number == libc::SYS_unlinkat { address } else { file });
        }
        match number {
            libc::SYS_pwrite64 => {
                let change = Change::Write { at: at as usize, bytes: self.read(address, result) };
                Some(Event::Changed(self.watched(file)?, change))
            }
            libc::SYS_ftruncate => {
                Some(Event::Changed(self.watched(file)?, Change::Truncate(address as usize)))
            }
            libc::SYS_fsync | libc::SYS_fdatasync => Some(Event::Synced(self.watched(file)?, call.events)),
            _ => None,
        }
    }

    /// Records that bytes are being sent if `file` is a socket, and the request if they complete one.
    fn send(&mut self, file: u64, bytes: impl FnOnce(&Self) -> Vec<u8>) {
        let Some(socket) = self.open_file(file).filter(|path| path.to_string_lossy().starts_with("socket:"))
        else {
            return;
        };
        let bytes = bytes(self);
        let sent = self.sent.entry(socket).or_default();
        sent.extend(bytes);
        if let Some(request) = request(sent) {
            sent.clear();
            self.events.lock().push(request);
        }
    }

    /// Returns the path of an open file if it is a watched database.
    fn watched(&self, file: u64) -> Option<PathBuf> {
        self.open_file(file).filter(|path| self.is_watched(path))
    }

    fn is_watched(&self, path: &Path) -> bool {
        path.parent() == Some(&self.folder) && disk::is_watched(path)
    }

    fn open_file(&self, file: u64) -> Option<PathBuf> {
        fs::read_link(format!("/proc/{}/fd/{file}", self.leader)).ok()
    }

    /// Returns the removal of the file whose path is at this address.
    fn named(&self, address: u64) -> Option<Event> {
        let bytes = self.read(address, libc::PATH_MAX as usize);
        let name = bytes.split(|byte| *byte == 0).next()?;
        let path = self.folder.join(OsStr::from_bytes(name));
        self.is_watched(&path).then_some(Event::Removed(path))
    }

    /// Reads the memory of the process; returns fewer bytes if the memory ends.
    fn read(&self, address: u64, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        let read = self.memory.read_at(&mut bytes, address).unwrap_or(0);
        bytes.truncate(read);
        bytes
    }

    fn words<const N: usize>(&self, address: u64) -> [u64; N] {
        let bytes = self.read(address, N * size_of::<u64>());
        let mut words = bytes.chunks_exact(size_of::<u64>());
        std::array::from_fn(|_| {
            let word = words.next().and_then(|word| word.try_into().ok());
            u64::from_ne_bytes(word.unwrap_or_default())
        })
    }

    fn read_vectored(&self, vectors: u64, count: u64) -> Vec<u8> {
        let vector = |i: u64| self.words(vectors + i * VECTOR);
        (0..count).map(vector).flat_map(|[address, length]| self.read(address, length as usize)).collect()
    }
}

/// Parses an HTTP request; `None` if it is incomplete.
fn request(sent: &[u8]) -> Option<Event> {
    let text = String::from_utf8_lossy(sent);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let line = lines.next()?.to_owned();
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    let is_whole = body.len() >= length.unwrap_or(0);
    is_whole.then(|| Event::Requested { line, body: body.to_owned() })
}
