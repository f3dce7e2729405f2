//! `adjutant cadence`, run with the real binary in an empty folder.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// The output of `adjutant cadence`.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(folder.path()).env_clear().arg("cadence").args(arguments).stdin(Stdio::null());
    command
}

fn say(folder: &TempDir, arguments: &[&str]) -> Said {
    let output = command(folder, arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    Said { code: output.status.code(), out, err }
}

/// Returns the due times for valid arguments.
fn due(folder: &TempDir, arguments: &[&str]) -> String {
    let said = say(folder, arguments);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    said.out
}

#[test]
fn due_times_are_printed_a_line_each_and_nothing_is_left_behind() {
    let folder = TempDir::new().unwrap();
    let paris = ["--zone", "Europe/Paris", "--after", "2026-03-28T12:00:00Z"];
    let cron = [&["cron", "30 2 * * *"], paris.as_slice()].concat();
    insta::assert_snapshot!(due(&folder, &cron), @r"
    2026-03-29T03:00:00+02:00
    2026-03-30T02:30:00+02:00
    2026-03-31T02:30:00+02:00
    ");
    let interval = [&["interval", "90m", "--count", "2"], paris.as_slice()].concat();
    insta::assert_snapshot!(due(&folder, &interval), @r"
    2026-03-28T14:30:00+01:00
    2026-03-28T16:00:00+01:00
    ");
    let rule =
        [&["rrule", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYHOUR=2;BYMINUTE=30"], paris.as_slice()].concat();
    insta::assert_snapshot!(due(&folder, &rule), @r"
    2026-03-29T03:00:00+02:00
    2026-04-12T02:30:00+02:00
    2026-04-26T02:30:00+02:00
    ");
    let once = [&["once", "2026-05-01 09:00"], paris.as_slice()].concat();
    insta::assert_snapshot!(due(&folder, &once), @"2026-05-01T09:00:00+02:00");
    let seconds = ["interval", "1", "--zone", "UTC", "--after", "2026-03-28 12:00", "--count", "1"];
    insta::assert_snapshot!(due(&folder, &seconds), @"2026-03-28T12:00:01+00:00");
    let any_case =
        ["cron", "@daily", "--zone", "europe/PARIS", "--after", "2026-05-01T09:00Z", "--count", "1"];
    insta::assert_snapshot!(due(&folder, &any_case), @"2026-05-02T00:00:00+02:00");
    assert_eq!(due(&folder, &["once", "2026-01-01 09:00", "--after", "2026-01-01 09:00"]), "", "it is over");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn the_zone_is_the_configured_one_and_the_time_is_now_unless_given() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("config.toml"), "[scheduler]\ntimezone = \"Asia/Kathmandu\"\n")
        .unwrap();
    let after = ["cron", "0 9 * * MON", "--after", "2026-05-01 09:00", "--count", "1"];
    insta::assert_snapshot!(due(&folder, &after), @"2026-05-04T09:00:00+05:45");
    let next = due(&folder, &["cron", "@hourly", "--count", "1"]);
    assert!(next.ends_with(":00:00+05:45\n"), "{next}");
}

#[test]
fn what_is_not_understood_is_said_on_stderr() {
    let folder = TempDir::new().unwrap();
    let refusal = |arguments: &[&str]| {
        let said = say(&folder, arguments);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
        said.err
    };
    insta::assert_snapshot!(refusal(&["cron", "0 24 * * *"]), @"adjutant: cron: the hour field `24` is not valid: use 0-23, for example `9`, `*/2` or `9-17`");
    insta::assert_snapshot!(refusal(&["weekly", "MON"]), @"adjutant: `weekly` is not a kind of cadence: use `once`, `interval`, `cron`, `rrule` or `hook`");
    insta::assert_snapshot!(refusal(&["cron", "@daily", "--zone", "Paris"]), @r#"adjutant: --zone must be a time zone of the IANA list, such as Europe/Paris, not "Paris""#);
    insta::assert_snapshot!(refusal(&["cron", "@daily", "--after", "soon"]), @r#"adjutant: --after must be a time with an offset, such as 2026-05-01T09:00:00+02:00, or a local time, such as "2026-05-01 09:00", not "soon""#);
    for after in ["1969-12-31 23:59", "2100-01-01 00:00"] {
        let after = refusal(&["cron", "@daily", "--zone", "UTC", "--after", after]);
        assert!(after.starts_with("adjutant: --after must be from 1970 to 2099"), "{after}");
    }
    let usage = say(&folder, &["cron"]);
    assert_eq!((usage.code, usage.out.as_str()), (Some(2), ""));
}

#[test]
fn whoever_reads_no_further_has_seen_enough() {
    let folder = TempDir::new().unwrap();
    let endless = ["interval", "60", "--zone", "UTC", "--after", "2026-05-01 09:00", "--count", "1000000000"];
    let mut child = command(&folder, &endless).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "2026-05-01T09:01:00+00:00\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}
