//! A command in the sidecar, during which the gateway is killed.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::{
    harness::{Home, echoing_model},
    platform::{Person as _, Platform},
};
use crate::core::{
    shell::{has_ended, is_running},
    sidecar::Meeting,
};

over_both_platforms!(a_command_and_all_that_it_started_end_with_the_gateway);

async fn a_command_and_all_that_it_started_end_with_the_gateway<P: Platform>() {
    let (at, model, meeting) = (P::open().await, echoing_model().await, Meeting::new());
    let _sidecar = meeting.sidecar().await;
    let home = Home::new(&at).with_model(&model);
    let home = home.with("TOOLS__PERMISSIONS", r#"["read", "write", "network", "execute"]"#);
    let home = meeting.settings().into_iter().fold(home, |home, (name, value)| home.with(name, value));
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let seconds = 3_000_000 + std::process::id();
    let (command, sleeper) =
        (format!("(sleep {seconds} &); sleep {seconds}; true"), format!("sleep\0{seconds}"));
    model.script([Turn::calls([("shell_exec", json!({ "command": command, "timeout": 600 }))])]);
    alice.says("run a command that takes long in the shell").await;
    let prompt = at.next_message(&alice).await;
    at.presses(&alice, &prompt, "Approve").await;
    while !is_running(&sleeper) {
        tokio::task::yield_now().await;
    }
    adjutant.kill().await;
    has_ended(&sleeper).await;

    model.script([Turn::text("Nobody knows how far it came.")]);
    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "Nobody knows how far it came.");
    adjutant.finish(&at).await;
    at.end();
}
