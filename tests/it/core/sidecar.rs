//! Commands in a sidecar, which is the real binary: it runs them, is missing, and comes back.

use std::process::Stdio;

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use super::shell::{has_ended, is_running, results};
use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(commands_are_run_by_the_sidecar_while_it_is_there);

/// The folder of the socket at which the gateway and the sidecar meet.
pub(crate) struct Meeting(TempDir);

impl Meeting {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns the settings of both, by the ends of their environment variables.
    pub(crate) fn settings(&self) -> [(&'static str, String); 3] {
        let path = |name: &str| self.0.path().join(name).display().to_string();
        [
            ("TOOLS__SHELL__MODE", "session".to_owned()),
            ("TOOLS__SHELL__SOCKET", path("run/socket")),
            ("TOOLS__WORKSPACE", path("files")),
        ]
    }

    /// Starts the sidecar, and waits until it listens.
    pub(crate) async fn sidecar(&self) -> Child {
        let settings = self.settings().map(|(name, value)| (format!("ADJUTANT__{name}"), value));
        let mut child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(["shell", "serve"])
            .current_dir(self.0.path())
            .env_clear()
            .envs(settings)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = said.next_line().await.unwrap().unwrap();
        assert!(first.starts_with("Commands are taken at "), "{first}");
        child
    }
}

async fn commands_are_run_by_the_sidecar_while_it_is_there<C: Chat>() {
    let meeting = Meeting::new();
    let mut setup = Setup::new().with("TOOLS__PERMISSIONS", r#"["read", "write", "network", "execute"]"#);
    for (name, value) in meeting.settings() {
        setup = setup.with(name, value);
    }
    let bot: Bot<C> = setup.with_model().await.start().await;

    // The sidecar has not been started yet.
    let away = runs(&bot, "echo here").await;
    assert!(
        away["error"].as_str().unwrap().contains("The operator has to see to `adjutant shell serve`"),
        "{away}"
    );

    let mut sidecar = meeting.sidecar().await;
    let ran = runs(&bot, "echo milk > list.txt; cat list.txt; ls ../..; exit 3").await;
    assert_eq!((&ran["exit_code"], &ran["stdout"]), (&json!(3), &json!("milk\n")), "{ran}");
    assert!(ran["stderr"].as_str().unwrap().contains("Permission denied"), "{ran}");
    assert_eq!(ran["changed"], json!([{ "path": "/shared/list.txt", "change": "made" }]));

    // The sidecar is killed in the middle of a command.
    let alice = bot.alice();
    let seconds = 2_000_000 + std::process::id();
    let (command, sleeper) = (format!("exec sleep {seconds}"), format!("sleep\0{seconds}"));
    bot.model().script([
        Turn::calls([("shell_exec", json!({ "command": command, "timeout": 600 }))]),
        Turn::text("It was cut short."),
    ]);
    alice.says("run a command that takes long").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    while !is_running(&sleeper) {
        tokio::task::yield_now().await;
    }
    sidecar.kill().await.unwrap();
    reads!(bot.next_message().await, @"It was cut short.");
    let ran = results(&bot).pop().unwrap();
    // The gateway may not even have learnt that the command had begun.
    assert!(ran.to_string().contains("the service that runs commands ended before the command did"), "{ran}");
    has_ended(&sleeper).await;
    alice.changes(&prompt).await;

    // Another sidecar takes its place.
    let _sidecar = meeting.sidecar().await;
    let ran = runs(&bot, "cat list.txt").await;
    assert_eq!((&ran["exit_code"], &ran["stdout"]), (&json!(0), &json!("milk\n")), "{ran}");
    bot.end().await;
}

/// Runs a command, which alice approves, and returns the result for the model.
async fn runs<C: Chat>(bot: &Bot<C>, command: &str) -> Value {
    let alice = bot.alice();
    bot.model().script([Turn::calls([("shell_exec", json!({ "command": command }))]), Turn::text("Done.")]);
    alice.says("run it in the shell").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Done.");
    alice.changes(&prompt).await;
    results(bot).pop().unwrap()
}
