//! A database of an older version, with the real binary: which commands migrate it, which do not, and the way back.

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use adjutant_store::{
    db::samples::{make_older_sample, schema_version},
    process::Process,
};
use tempfile::TempDir;

struct Home {
    folder: TempDir,
    /// The version of the database, which precedes this program's.
    old: i64,
}

impl Home {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let old = make_older_sample(&folder.path().join("adjutant.db")).await;
        Self { folder, old }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn version(&self) -> i64 {
        schema_version(&self.path("adjutant.db")).await
    }

    /// Returns whether a command succeeds, and its output.
    fn runs(&self, arguments: &[&str]) -> (bool, String) {
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        let versions = [(self.old + 1, "NEW"), (self.old, "OLD")];
        let said = versions.iter().fold(said, |said, (number, name)| {
            said.replace(&format!("version {number}"), &format!("version {name}"))
        });
        (status.success(), said.trim_end().to_owned())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(self.folder.path()).env_clear().args(arguments).stdin(Stdio::null());
        command
            .env("ADJUTANT__DATABASE__URL", "file:adjutant.db")
            .env("ADJUTANT__CHANNELS__WEB__ENABLED", "false")
            .env("ADJUTANT__HOOKS__BIND", "127.0.0.1:0")
            .env("ADJUTANT__MCP_SERVER__BIND", "127.0.0.1:0")
            .env("ADJUTANT__SITE__BIND", "127.0.0.1:0");
        command.env("ADJUTANT__SCHEDULER__TIMEZONE", "UTC");
        command
    }
}

#[tokio::test]
async fn commands_leave_the_database_of_an_older_program_that_runs_as_it_is() {
    let home = Home::new().await;
    let running = Process::register(&home.path("adjutant.db")).unwrap();

    assert_eq!(home.runs(&["backup", "copy.db"]), (true, "The backup is in copy.db.".to_owned()));
    assert_eq!(schema_version(&home.path("copy.db")).await, home.old);
    for arguments in [&["audit"][..], &["people"], &["people", "list"]] {
        let (succeeds, said) = home.runs(arguments);
        assert!(!succeeds);
        insta::allow_duplicates! { insta::assert_snapshot!(
            said,
            @"adjutant: adjutant.db has schema version OLD, and this program reads version NEW; run `adjutant run` first, which brings it up to date"
        ) }
    }
    let (_, said) = home.runs(&["doctor"]);
    insta::assert_snapshot!(
        said.lines().next().unwrap(),
        @"FAILURE  database: adjutant.db has schema version OLD, and this program reads version NEW; run `adjutant run` first, which brings it up to date"
    );
    let (succeeds, said) = home.runs(&["run"]);
    assert!(!succeeds);
    insta::assert_snapshot!(
        said,
        @r"
    warning: no channel is configured, so nobody can write to the bot; enable one in [channels]
    adjutant: adjutant.db has schema version OLD and must be upgraded to version NEW, but another process uses it; stop that process, then start this one
    "
    );
    assert_eq!(home.version().await, home.old);
    drop(running);
}

#[tokio::test]
async fn a_start_upgrades_after_a_copy_that_restore_brings_back() {
    let home = Home::new().await;
    let mut gateway = home.command(&["run"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let copy = home.path(&format!("adjutant.db.before-{:04}", home.old + 1));
    while !copy.exists() || home.version().await == home.old {
        tokio::task::yield_now().await;
    }
    assert_eq!(schema_version(&copy).await, home.old);
    let (succeeds, said) = home.runs(&["restore"]);
    assert!(!succeeds);
    insta::assert_snapshot!(said, @"adjutant: a process uses adjutant.db; stop it, then restore the copy");

    gateway.kill().unwrap();
    gateway.wait().unwrap();
    let (succeeds, said) = home.runs(&["restore"]);
    assert!(succeeds, "{said}");
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("Restored adjutant.db from adjutant.db.before-"), "{said}");
    let replaced = lines[1].strip_prefix("The database that was there is ").unwrap().trim_end_matches('.');
    assert_eq!(schema_version(&home.path(replaced)).await, home.old + 1);
    assert_eq!(home.version().await, home.old);
}
