//! A server that is a program.

use adjutant_simulators::mcp::{odd::Odd, program};

use super::*;

fn simulator() -> Value {
    json!({ "command": program() })
}

#[tokio::test]
async fn a_program_serves_and_ends_with_the_gateway() {
    let kept = Kept::new(simulator()).await;
    let echo = kept.call("echo", json!({ "text": "by pipe" })).await.unwrap();
    assert_eq!(echo.output, json!({ "content": "by pipe" }));
    let hang = timeout(Duration::from_millis(50), kept.call("hang", json!({}))).await;
    assert!(hang.is_err(), "it never answers");
    assert!(kept.call("echo", json!({ "text": "after it" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_program_that_dies_is_started_again_and_its_last_words_are_kept() {
    let kept = Kept::new(simulator()).await;
    let (code, _) = kept.fails("die", json!({})).await;
    assert_eq!(code, ErrorCode::Unavailable);
    kept.until(|server| !server.is_connected()).await;
    kept.until_connected().await;
    assert!(kept.call("echo", json!({ "text": "again" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn an_answer_of_a_program_that_cannot_be_read_ends_its_call_at_once() {
    let tool = json!({ "name": "broken", "inputSchema": { "type": "object" } });
    let errors = [("broken".to_owned(), json!("no ink"))].into();
    let odd = serde_json::to_string(&Odd { pages: vec![vec![tool]], errors, ..Odd::default() }).unwrap();
    let odd = json!({ "command": program(), "args": ["--odd", odd] });
    for (fields, tool, why) in [
        (simulator(), "huge", "its answer is larger than 4096 KB"),
        (odd, "broken", "its answer is not what the protocol says"),
    ] {
        let kept = Kept::new(fields).await;
        let told =
            format!("the server garden did not answer ({why}); whether the call took effect is not known");
        let failed = kept.fails(tool, json!({ "kilobytes": 5 * 1024 })).await;
        assert_eq!(failed, (ErrorCode::Unavailable, told));
        kept.end().await;
    }
}

#[tokio::test]
async fn a_program_is_given_only_the_environment_that_it_needs() {
    let mut fields = simulator();
    fields["args"] = json!(["--environment"]);
    fields["env"] = json!(["GARDEN=roses"]);
    let said = format!("{:#}", examine("garden", &settings(fields), None).await.unwrap_err());
    let (_, names) = said.split_once("and said: ").unwrap_or_else(|| panic!("{said}"));
    let allowed = ["GARDEN", "HOME", "LANG", "PATH"];
    assert!(names.contains("GARDEN") && names.split(' ').all(|name| allowed.contains(&name)), "{said}");
}

#[tokio::test]
async fn a_program_that_cannot_be_started_or_says_nothing_is_told() {
    let said =
        async |fields: Value| format!("{:#}", examine("garden", &settings(fields), None).await.unwrap_err());
    let missing = said(json!({ "command": "/nonexistent/garden" })).await;
    assert!(
        missing.starts_with("the program /nonexistent/garden cannot be started: check command"),
        "{missing}"
    );
    let ends = said(json!({ "command": "true" })).await;
    assert_eq!(ends, "it closed the connection");
    let silent = said(json!({ "command": "sleep", "args": ["600"], "start_timeout": "50ms" })).await;
    assert_eq!(silent, "it did not answer within 0.05 s; if it needs longer, raise start_timeout");
}

#[tokio::test]
async fn the_lines_that_tell_why_a_program_failed_are_told() {
    let node = r"printf 'node:internal/loader:1210\nError: Cannot find module x\n    at one\n    at two\n}\nNode.js v20\n' >&2; exit 1";
    let python = r"printf 'ERROR:root:odd\nTraceback (most recent call last):\n  File a\n    b()\nKeyError: 1\n' >&2; exit 1";
    let slow = "echo 'Need to install the following packages' >&2; sleep 600";
    for (script, told) in [
        (node, "said: Error: Cannot find module x / at one / at two / } / Node.js v20"),
        (python, "said: File a / b() / KeyError: 1"),
        (slow, "raise start_timeout; the program said: Need to install the following packages"),
    ] {
        let fields = json!({ "command": "sh", "args": ["-c", script], "start_timeout": "300ms" });
        let error = format!("{:#}", examine("garden", &settings(fields), None).await.unwrap_err());
        assert!(error.ends_with(told), "{error}");
    }
}

#[tokio::test]
async fn what_a_program_has_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let script = format!("sleep 600 & echo $! > {}; wait", file.display());
    let fields = json!({ "command": "sh", "args": ["-c", script], "start_timeout": "300ms" });
    examine("garden", &settings(fields), None).await.unwrap_err();
    let child = std::fs::read_to_string(&file).unwrap();
    let alive = std::path::Path::new("/proc").join(child.trim());
    let ended = timeout(PATIENCE, async {
        // An ended process stays listed until its new parent has noticed.
        while std::fs::read_to_string(alive.join("stat")).is_ok_and(|stat| !stat.contains(") Z ")) {
            sleep(GLANCE).await;
        }
    });
    ended.await.expect("the child ends");
}
