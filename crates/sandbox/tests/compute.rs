//! What a computation can do in its jail: compute.
#![cfg(target_os = "linux")]

use std::{path::Path, time::Duration};

use adjutant_sandbox::{Ending, Failure, Limits, Sandbox};

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
    for attempt in ["listen", "process", "thread"] {
        assert_eq!(compute(attempt, b"").await.unwrap(), "permission denied", "{attempt}");
    }
}

#[tokio::test]
async fn what_takes_too_much_is_ended_and_named() {
    assert!(matches!(compute("memory", b"").await, Err(Failure::Memory)));
    assert!(matches!(compute("flood", b"").await, Err(Failure::TooMuchOutput)));
    // The processor's time ends the one, the wall's clock the other.
    assert!(matches!(compute("loop", b"").await, Err(Failure::TookTooLong(_))));
    assert!(matches!(compute_within("wait", b"", 1).await, Err(Failure::TookTooLong(_))));
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
