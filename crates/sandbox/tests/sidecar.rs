//! Commands in a sidecar: the same jail, behind a socket.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "these are tests")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use adjutant_sandbox::{
    Ending, Failure, Files, Limits, Order, Output, Running, Sandbox, Service, Task, serve,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
    sync::oneshot,
    task::JoinHandle,
};

const PROBE: &str = env!("CARGO_BIN_EXE_adjutant-jail-probe");
const LIMITS: Limits = Limits { memory: 256 << 20, cpu: 5, processes: 24, file: 8 << 20, open_files: 64 };

/// A folder of people's files, a file beside it, and a sidecar.
struct Stage {
    everything: tempfile::TempDir,
    end: Option<oneshot::Sender<()>>,
    sidecar: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Stage {
    async fn new() -> Self {
        let everything = tempfile::tempdir().unwrap();
        for folder in ["files/alice", "files/bob", "outside"] {
            fs::create_dir_all(everything.path().join(folder)).unwrap();
        }
        fs::write(everything.path().join("outside/secret.txt"), "canary-4711").unwrap();
        let mut stage = Self { everything, end: None, sidecar: None };
        stage.starts().await.unwrap();
        stage
    }

    fn path(&self, within: &str) -> PathBuf {
        self.everything.path().join(within)
    }

    fn socket(&self) -> PathBuf {
        self.path("run/socket")
    }

    fn order(&self, command: &str) -> Order {
        let readable = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives"];
        Order {
            task: Task::Shell {
                command: command.to_owned(),
                folder: self.path("files/alice"),
                environment: vec![("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())],
                files: Files {
                    own: vec![self.path("files/alice")],
                    readable: readable.map(PathBuf::from).into(),
                    devices: vec!["/dev/null".into()],
                    programs: None,
                },
                network: false,
            },
            limits: LIMITS,
        }
    }

    /// Starts the sidecar; returns once it listens.
    async fn starts(&mut self) -> anyhow::Result<()> {
        let service =
            Service { sandbox: Sandbox::new(PROBE), root: self.path("files"), widest: self.order("") };
        let (socket, (listens, listening), (end, ends)) =
            (self.socket(), oneshot::channel(), oneshot::channel());
        let sidecar = tokio::spawn(async move {
            let ready = || {
                let _ = listens.send(());
            };
            serve(service, &socket, ready, async { drop(ends.await) }).await
        });
        if listening.await.is_err() {
            return sidecar.await?;
        }
        (self.end, self.sidecar) = (Some(end), Some(sidecar));
        Ok(())
    }

    async fn ends(&mut self) {
        drop(self.end.take());
        self.sidecar.take().unwrap().await.unwrap().unwrap();
    }

    async fn start(&self, order: &Order, input: &str) -> Result<Running, Failure> {
        Sandbox::new(PROBE).with_sidecar(self.socket()).start(order, input.into()).await
    }

    /// Returns how a command ends, and its output followed by its errors: the two streams have no order between them.
    async fn run(&self, order: &Order) -> Result<(Ending, String), Failure> {
        let mut running = self.start(order, "from the gateway").await?;
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let ending = loop {
            match running.next().await? {
                Output::Stdout(piece) => out.extend(piece),
                Output::Stderr(piece) => errors.extend(piece),
                Output::Ended(ending) => break ending,
            }
        };
        out.extend(errors);
        Ok((ending, String::from_utf8(out).unwrap()))
    }

    /// Returns why an order is refused.
    async fn refused(&self, order: &Order) -> String {
        self.run(order).await.unwrap_err().to_string()
    }
}

/// Changes the files of an order.
fn with(mut order: Order, change: impl FnOnce(&mut Files)) -> Order {
    let Task::Shell { files, .. } = &mut order.task else { unreachable!() };
    change(files);
    order
}

/// Returns whether the command line of a process of the machine begins with this text.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).starts_with(words))
}

/// Returns a command that does not end, and its command line.
fn sleeper(number: u32) -> (String, String) {
    let seconds = number * 1_000_000 + std::process::id();
    (format!("(sleep {seconds} &); echo begun; sleep {seconds}; true"), format!("sleep\0{seconds}"))
}

#[tokio::test]
async fn a_command_does_what_it_would_do_here() {
    let stage = Stage::new().await;
    let order = stage.order("cat; echo; pwd; echo kept > file; cat ../bob ../../outside/secret.txt; exit 3");
    let (ending, out) = stage.run(&order).await.unwrap();
    assert_eq!(ending, Ending::Code(3));
    assert!(
        out.starts_with(&format!("from the gateway\n{}\n", stage.path("files/alice").display())),
        "{out}"
    );
    assert!(out.matches("Permission denied").count() == 2 && !out.contains("4711"), "{out}");
    assert_eq!(fs::read_to_string(stage.path("files/alice/file")).unwrap(), "kept\n");
    let long = stage.run(&stage.order("yes | head -c 3000000")).await;
    assert_eq!(long.unwrap().1.len(), 3_000_000);
}

#[tokio::test]
async fn the_gateway_cannot_ask_for_more_than_the_sidecar_gives() {
    let stage = Stage::new().await;
    let outside = stage.path("outside");
    let own = with(stage.order("true"), |files| files.own.push(outside.clone()));
    assert!(stage.refused(&own).await.contains("opens nothing but people's files"));
    let all = with(stage.order("true"), |files| files.own = vec![stage.path("files")]);
    assert!(stage.refused(&all).await.contains("opens nothing but people's files"));
    let readable =
        with(stage.order("cat ../../outside/secret.txt"), |files| files.readable.push(outside.clone()));
    let (ending, out) = stage.run(&readable).await.unwrap();
    assert!(ending == Ending::Code(1) && out.contains("Permission denied"), "{out}");
    std::os::unix::fs::symlink(&outside, stage.path("files/alice/link")).unwrap();
    let link = with(stage.order("true"), |files| files.own.push(stage.path("files/alice/link")));
    assert!(stage.refused(&link).await.contains("opens nothing but people's files"));
    let bob = with(stage.order("ls ../bob"), |files| files.readable.push(stage.path("files/bob")));
    assert_eq!(stage.run(&bob).await.unwrap().0, Ending::Code(0), "below the folder of people's files");
    let mut more = stage.order("ulimit -n; ulimit -f");
    more.limits = Limits { open_files: 4_096, file: 1 << 40, ..LIMITS };
    let ulimits = stage.run(&more).await.unwrap().1;
    assert!(ulimits.starts_with("64\n"), "{ulimits}");
    let compute = Order { task: Task::Compute { name: "echo".to_owned(), may_lack: false }, limits: LIMITS };
    let computed = Sandbox::new("/nowhere").with_sidecar(stage.socket()).start(&compute, Vec::new()).await;
    assert!(computed.unwrap_err().to_string().contains("cannot be started"), "computations stay here");
}

#[tokio::test]
async fn a_command_ends_with_its_connection() {
    let stage = Stage::new().await;
    let (command, line) = sleeper(1);
    let mut running = stage.start(&stage.order(&command), "").await.unwrap();
    assert_eq!(running.next().await.unwrap(), Output::Stdout(b"begun\n".to_vec()));
    while !is_running(&line) {
        tokio::task::yield_now().await;
    }
    drop(running);
    while is_running(&line) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_command_fails_with_its_sidecar_and_the_next_one_runs() {
    let mut stage = Stage::new().await;
    let (command, line) = sleeper(2);
    let mut running = stage.start(&stage.order(&command), "").await.unwrap();
    assert_eq!(running.next().await.unwrap(), Output::Stdout(b"begun\n".to_vec()));
    stage.ends().await;
    let failure = running.next().await.unwrap_err().to_string();
    assert!(failure.contains("ended before the command did"), "{failure}");
    while is_running(&line) {
        tokio::task::yield_now().await;
    }
    let away = stage.refused(&stage.order("true")).await;
    assert!(away.contains("cannot be reached") && away.contains("`adjutant shell serve`"), "{away}");
    stage.starts().await.unwrap();
    assert_eq!(stage.run(&stage.order("true")).await.unwrap().0, Ending::Code(0));
}

#[tokio::test]
async fn both_must_see_the_same_folder() {
    let stage = Stage::new().await;
    let order = stage.order("true");
    // The identity of another folder, as if the gateway and the sidecar saw different ones at that path.
    let request = serde_json::json!({ "order": order, "begins": { "device": 1, "inode": 2 } }).to_string();
    let answer = told(&stage.socket(), &[sent(request.as_bytes()), sent(b"")].concat()).await;
    assert!(answer.contains("at the same path"), "{answer}");
}

#[tokio::test]
async fn what_is_too_long_or_makes_no_sense_harms_nobody() {
    let stage = Stage::new().await;
    for bytes in [u32::MAX.to_le_bytes().to_vec(), sent(b"{}"), sent(&[0xff; 64])] {
        let answer = told(&stage.socket(), &bytes).await;
        assert!(answer.contains("does not understand the order"), "{answer}");
    }
    let long = "x".repeat(2 << 20);
    let failure = stage.start(&stage.order("cat"), &long).await.unwrap_err().to_string();
    assert!(failure.contains("longer than may be sent"), "{failure}");
    assert_eq!(stage.run(&stage.order("true")).await.unwrap().0, Ending::Code(0));
}

#[tokio::test]
async fn it_listens_only_where_nobody_else_can_enter() {
    let mut stage = Stage::new().await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&stage.path("run")), mode(&stage.socket())), (0o700, 0o600));
    let twice = stage.starts().await.unwrap_err();
    assert!(format!("{twice:#}").contains("another process listens there"), "{twice:#}");
    stage.ends().await;
    fs::set_permissions(stage.path("run"), fs::Permissions::from_mode(0o755)).unwrap();
    let open = stage.starts().await.unwrap_err();
    assert!(format!("{open:#}").contains("with mode 0700"), "{open:#}");
    fs::set_permissions(stage.path("run"), fs::Permissions::from_mode(0o700)).unwrap();
    // A killed sidecar leaves its socket.
    drop(std::os::unix::net::UnixListener::bind(stage.socket()).unwrap());
    stage.starts().await.unwrap();
    assert_eq!(stage.run(&stage.order("true")).await.unwrap().0, Ending::Code(0));
}

fn sent(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes(), bytes].concat()
}

/// Returns the sidecar's answer to these bytes.
async fn told(socket: &Path, bytes: &[u8]) -> String {
    let mut stream = UnixStream::connect(socket).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer));
    read.await.unwrap().unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
