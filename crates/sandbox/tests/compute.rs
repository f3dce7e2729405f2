//! Tests that a computation in its jail can only compute.
#![cfg(target_os = "linux")]

use std::{collections::BTreeMap, path::Path, time::Duration};

use adjutant_sandbox::{Ending, Failure, Files, Limits, Order, Sandbox, Task};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

const LIMITS: Limits = Limits { memory: 64 << 20, cpu: 2, processes: 0, file: 0, open_files: 16 };

async fn compute_within(name: &str, input: &[u8], seconds: u64) -> Result<String, Failure> {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_adjutant-jail-probe"));
    let answer = sandbox.compute(name, input, LIMITS, Duration::from_secs(seconds), 1 << 20).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

async fn compute(name: &str, input: &[u8]) -> Result<String, Failure> {
    compute_within(name, input, 30).await
}

#[tokio::test]
async fn an_answer_comes_back_and_the_clock_can_be_read() {
    let long = "ab".repeat(200_000);
    assert_eq!(compute("echo", long.as_bytes()).await.unwrap(), long);
    assert_eq!(compute("echo", b"").await.unwrap(), "");
    assert_eq!(compute("clock", b"").await.unwrap(), "0");
    assert_eq!(compute("environment", b"").await.unwrap(), "0");
}

#[tokio::test]
async fn no_file_no_socket_no_process_no_thread() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("new");
    for path in ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "/dev/null", "."] {
        assert_eq!(compute("read", path.as_bytes()).await.unwrap(), "permission denied", "{path}");
    }
    let written = compute("write", target.to_str().unwrap().as_bytes()).await.unwrap();
    assert_eq!((written.as_str(), target.exists()), ("permission denied", false));
    for attempt in ["listen", "process"] {
        assert_eq!(compute(attempt, b"").await.unwrap(), "permission denied", "{attempt}");
    }
    // musl reports this for each thread that the kernel refuses, whatever the reason.
    let refused = if cfg!(target_env = "musl") { "operation would block" } else { "permission denied" };
    assert_eq!(compute("thread", b"").await.unwrap(), refused);
}

#[tokio::test]
async fn what_takes_too_much_is_ended_and_named() {
    assert!(matches!(compute("memory", b"").await, Err(Failure::Memory)));
    assert!(matches!(compute("flood", b"").await, Err(Failure::TooMuchOutput)));
    // The limit of processor time ends the first, the timeout the second.
    assert!(matches!(compute("loop", b"").await, Err(Failure::TookTooLong(_))));
    assert!(matches!(compute_within("wait", b"", 1).await, Err(Failure::TookTooLong(_))));
    assert!(matches!(compute("recursion", b"").await, Err(Failure::Ended(Ending::Signal(_)))));
    assert!(matches!(compute("panic", b"").await, Err(Failure::Ended(Ending::Code(101)))));
}

#[tokio::test]
async fn a_program_without_the_role_does_no_work() {
    let unknown = compute("nothing", b"").await.unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "this machine cannot run it safely: the program cannot compute \"nothing\""
    );
    for program in ["/bin/cat", "/bin/false", "/nowhere"] {
        let started = Sandbox::new(Path::new(program));
        let failed = started.compute("echo", b"ready\n", LIMITS, Duration::from_secs(30), 1 << 20).await;
        assert!(matches!(failed, Err(Failure::Unavailable(_))), "{program}");
    }
}

/// Makes the kernel lack a system call, for this thread and its children.
fn without(call: i64) {
    let rules = BTreeMap::from([(call, Vec::new())]);
    let target = TargetArch::try_from(std::env::consts::ARCH).expect("the machine is known");
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, unknown, target);
    let filter = BpfProgram::try_from(filter.expect("it is a filter")).expect("it is a program");
    seccompiler::apply_filter(&filter).expect("the kernel takes it");
}

/// Returns the answer of a decoder in a jail that may lack a part.
async fn decode(name: &str, input: &[u8]) -> String {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_adjutant-jail-probe")).decoding_without(true);
    let answer = sandbox.decode(name, input, LIMITS, Duration::from_secs(30), 1 << 20).await;
    String::from_utf8_lossy(&answer.expect("it is decoded")).into_owned()
}

/// Checks that only a lenient decoder works without `part` of the jail, and what it still cannot do.
async fn only_decoders_do_without(part: &str) {
    let strict = Sandbox::new(env!("CARGO_BIN_EXE_adjutant-jail-probe"));
    let lenient = strict.clone().decoding_without(true);
    let refused = format!("this machine cannot run it safely: {part} is not enforced");
    let shell = Task::Shell {
        command: "true".to_owned(),
        folder: "/".into(),
        environment: Vec::new(),
        files: Files::default(),
        network: false,
    };
    let within = Duration::from_secs(30);
    for sandbox in [&strict, &lenient] {
        let computed = sandbox.compute("echo", b"", LIMITS, within, 9).await.expect_err("it is refused");
        assert!(computed.to_string().starts_with(&refused), "{computed}");
        let limits = Limits { processes: 32, open_files: 64, ..LIMITS };
        let order = Order { task: shell.clone(), limits };
        let run = sandbox.start(&order, Vec::new()).await.expect_err("it is refused");
        assert!(run.to_string().contains("is not enforced"), "{run}");
    }
    let decoded = strict.decode("echo", b"", LIMITS, within, 9).await.expect_err("it is refused");
    assert!(decoded.to_string().starts_with(&refused), "{decoded}");
    assert!(strict.lacking("echo", LIMITS).await.is_err());

    let lacking = lenient.lacking("echo", LIMITS).await.expect("a child starts").expect("a part is missing");
    assert!(lacking.starts_with(&format!("{part} is not enforced: ")), "{lacking}");
    assert_eq!(decode("echo", b"a page").await, "a page");
    assert_eq!(decode("environment", b"").await, "0");
    for (attempt, with) in [("read", "/etc/passwd"), ("write", "/tmp/new"), ("listen", "")] {
        assert_ne!(decode(attempt, with.as_bytes()).await, "it worked", "{attempt}");
    }
    let memory = lenient.decode("memory", b"", LIMITS, within, 9).await;
    assert!(matches!(memory, Err(Failure::Memory)));
}

#[tokio::test]
async fn without_landlock_only_decoders_work_and_open_nothing() {
    without(libc::SYS_landlock_create_ruleset);
    only_decoders_do_without("Landlock").await;
}

#[tokio::test]
async fn without_seccomp_only_decoders_work_and_open_nothing() {
    without(libc::SYS_seccomp);
    only_decoders_do_without("seccomp").await;
}

#[tokio::test]
async fn a_whole_jail_lacks_nothing() {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_adjutant-jail-probe")).decoding_without(true);
    assert_eq!(sandbox.lacking("echo", LIMITS).await.unwrap(), None);
}
