//! The commands besides `run`, with the real binary in an empty folder.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use adjutant_simulators::mcp::Mcp;
use tempfile::TempDir;

use crate::harness::kernel;

fn adjutant(folder: &TempDir, arguments: &[&str], env: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(folder.path()).env_clear().envs(env.iter().copied()).args(arguments);
    command.stdin(Stdio::null());
    command
}

/// Returns the exit code, and the output of both streams.
fn said(folder: &TempDir, arguments: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = adjutant(folder, arguments, env).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap().replace(folder.path().to_str().unwrap(), "DIR");
    (output.status.code(), said)
}

#[test]
fn commands_that_look_leave_nothing_behind() {
    let folder = TempDir::new().unwrap();
    for command in ["doctor", "check-config", "tools", "audit", "people"] {
        said(&folder, &[command], &[]);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{command}");
    }
    let backup = said(&folder, &["backup", "copy.db"], &[]);
    assert_eq!(backup.0, Some(1));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{}", backup.1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    let folder = TempDir::new().unwrap();
    for arguments in [&["completions", "bash"][..], &["cadence", "interval", "1h"]] {
        let mut command = adjutant(&folder, arguments, &[]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
    }
    // A terminal that is gone reads no error messages.
    let mut command = adjutant(&folder, &["people"], &[]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_token_that_the_chat_page_cannot_use_is_a_wrong_setting() {
    let folder = TempDir::new().unwrap();
    for command in ["run", "check-config", "doctor"] {
        let (code, said) = said(&folder, &[command], &[("ADJUTANT__CHANNELS__WEB__TOKEN", "short")]);
        assert_eq!(
            said,
            "environment variable ADJUTANT__CHANNELS__WEB__TOKEN: [channels.web] token must be 16 to 128 characters of \
             A-Z, a-z, 0-9, _ and -\n"
        );
        assert_eq!(code, Some(2), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_server_is_tried_and_what_is_wrong_is_said() {
    let (folder, mcp) = (TempDir::new().unwrap(), Mcp::start().await);
    let env = [
        ("ADJUTANT__MCP__GARDEN__URL", &*mcp.url()),
        ("ADJUTANT__MCP__GARDEN__TOOLS", r#"["echo", "page"]"#),
    ];
    let (code, listed) = said(&folder, &["mcp", "test", "garden"], &env);
    insta::assert_snapshot!(listed, @r"
    Connected to garden 1.0, by version 2025-11-25 of the protocol.

    Tools, by the names that the model uses:
      garden_echo  Repeats a text.
      garden_page  Finds a page.

    Resources:
      house://garden

    Prompts:
      water
    ");
    assert_eq!(code, Some(0));
    let (code, unknown) = said(&folder, &["mcp", "test", "shed"], &env);
    assert_eq!(unknown, "adjutant: there is no [mcp.shed] in the configuration; there are: garden\n");
    assert_eq!(code, Some(1));
    mcp.require_header("Authorization", "Bearer sesame");
    let (code, refused) = said(&folder, &["mcp", "test", "garden"], &env);
    let told = "adjutant: the server garden cannot be used: it wants other credentials: check headers\n";
    assert_eq!(refused, told);
    assert_eq!(code, Some(1));
}

#[test]
fn a_file_that_is_no_database_is_named_in_full_with_what_to_do() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("adjutant.db"), "Dear diary, ".repeat(100)).unwrap();
    for command in ["run", "doctor", "audit", "people"] {
        let (code, said) = said(&folder, &[command], &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(
            said.contains(
                "DIR/adjutant.db is not a database; set [database] url to another file, or put a copy in its place with \
                 `adjutant restore`"
            ),
            "{said}"
        );
    }
}

#[test]
fn a_setting_that_cannot_be_used_is_refused_before_the_start() {
    let folder = TempDir::new().unwrap();
    let env = [
        ("ADJUTANT__MEMORY__EMBEDDINGS__SOURCE", "folder"),
        ("ADJUTANT__MEMORY__EMBEDDINGS__FOLDER", "none"),
    ];
    let [checked, run] = ["check-config", "run"].map(|command| said(&folder, &[command], &env));
    assert_eq!((checked.0, run.0), (Some(1), Some(1)), "{} {}", checked.1, run.1);
    assert_eq!(checked.1, run.1);
    let (code, doctor) = said(&folder, &["doctor"], &env);
    assert_eq!(code, Some(1));
    assert!(doctor.contains("FAILURE  embeddings: ") && doctor.contains("ok       model: "), "{doctor}");
}

#[test]
fn what_is_hardly_meant_is_pointed_out() {
    let folder = TempDir::new().unwrap();
    let env = [("ADJUTANT_MODEL__NAME", "x"), ("ADJUTANT__CHANNELS__WEB__ENABLED", "false")];
    let (code, said) = said(&folder, &["check-config"], &env);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!(said, @r"
    The configuration is valid.
    warning: environment variable ADJUTANT_MODEL__NAME is not a setting, and has no effect; did you mean ADJUTANT__MODEL__NAME?
    warning: no channel is configured, so nobody can write to the bot; enable one in [channels]
    ");
}

#[test]
fn whoever_reads_no_further_has_seen_enough() {
    let folder = TempDir::new().unwrap();
    for arguments in [&["tools"][..], &["config", "--reference"], &["config", "--schema"]] {
        let mut child =
            adjutant(&folder, arguments, &[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut byte = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut byte).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            (Some(0), b"".as_slice()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_kernel_that_lacks_a_part_of_the_jail_is_pointed_out() {
    let folder = TempDir::new().unwrap();
    let lines = |env: &[(&str, &str)]| {
        let said = said(&folder, &["doctor"], env).1;
        said.lines()
            .filter(|line| line.contains("decoders: "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let allowed = [("ADJUTANT__MEDIA__REQUIRE_SANDBOX", "false")];
    insta::assert_snapshot!(lines(&allowed), @"ok       decoders: documents and pictures are read in a jail");
    kernel::lacks_landlock();
    insta::assert_snapshot!(lines(&[]), @"warning  decoders: documents and pictures are not read: this machine cannot run it safely: Landlock is not enforced: this kernel does not have it; [media] require_sandbox = false reads them unprotected");
    insta::assert_snapshot!(lines(&allowed), @"warning  decoders: documents and pictures are read unprotected, as [media] require_sandbox = false allows: Landlock is not enforced: this kernel does not have it");
}

#[test]
fn doctor_speaks_to_programs() {
    let folder = TempDir::new().unwrap();
    let env = [("ADJUTANT__CHANNELS__WEB__BIND", "127.0.0.1:0"), ("ADJUTANT__SCHEDULER__TIMEZONE", "UTC")];
    let (code, said) = said(&folder, &["doctor", "--json"], &env);
    let findings: Vec<serde_json::Value> =
        said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let worst = findings.iter().map(|finding| finding["severity"].as_str().unwrap());
    assert!(findings.iter().any(|finding| finding["code"] == "database"), "{said}");
    let expected = match worst
        .max_by_key(|severity| ["ok", "warning", "failure"].iter().position(|it| it == severity))
    {
        Some("ok") => 0,
        Some("warning") => 3,
        _ => 1,
    };
    assert_eq!(code, Some(expected), "{said}");
}

#[test]
fn what_counts_is_printed_with_its_source() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("config.toml"), "[agent]\nmax_steps = 7\n").unwrap();
    let env = [("ADJUTANT_TELEGRAM_TOKEN", "42:sesame"), ("ADJUTANT__LOG__LEVEL", "warn")];
    let (code, told) = said(&folder, &["config", "--effective"], &env);
    for line in [
        "[agent] max_steps = 7  # config.toml line 2",
        "[channels.telegram] token = (set, from the variable ADJUTANT_TELEGRAM_TOKEN)  # default",
        "[log] format = \"human\"  # default",
        "[log] level = \"warn\"  # ADJUTANT__LOG__LEVEL",
    ] {
        assert!(told.lines().any(|each| each == line), "{line}: {told}");
    }
    assert_eq!(code, Some(0));
    assert!(!told.contains("sesame"));
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let folder = TempDir::new().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let (code, script) = said(&folder, &["completions", shell], &[]);
        assert_eq!(code, Some(0), "{script}");
        assert!(script.contains("doctor") && script.contains("cadence"), "{shell}");
        assert!(!script.contains("jailed"), "{shell} offers what only the gateway starts");
    }
    let (code, told) = said(&folder, &["man", "."], &[]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    for page in ["adjutant.1", "adjutant-doctor.1", "adjutant-mcp-test.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
    let (code, told) = said(&folder, &["man", "nowhere"], &[]);
    assert_eq!(code, Some(1));
    assert!(told.contains("cannot write manual pages to nowhere"), "{told}");
}
