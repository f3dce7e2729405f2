//! `adjutant config`, run with the real binary in an empty folder.

use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(folder.path()).env_clear().args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn the_reference_and_the_schema_are_printed_even_if_the_file_is_broken() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("config.toml"), "[model\n").unwrap();
    for (option, printed) in [
        ("--reference", include_str!("../../docs/CONFIG.md")),
        ("--schema", include_str!("../../docs/config.schema.json")),
    ] {
        let output = run(&folder, &["config", option]);
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
        assert!(String::from_utf8(output.stdout).unwrap() == printed, "{option}");
    }
    assert_eq!(run(&folder, &["check-config"]).status.code(), Some(2));
}

#[test]
fn exactly_one_of_both_is_asked_for() {
    let folder = TempDir::new().unwrap();
    for arguments in [&["config"][..], &["config", "--reference", "--schema"]] {
        let output = run(&folder, arguments);
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    }
}

#[test]
fn the_example_of_a_checkout_is_accepted() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("config.toml"), include_str!("../../config.toml")).unwrap();
    assert_eq!(run(&folder, &["check-config"]).status.code(), Some(0));
}
