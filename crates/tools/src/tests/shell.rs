//! `shell_exec`: when it is offered, its refusals, and its approval. The tests in tests/it, which have a child process,
//! show what commands can do.

use adjutant_channel::ChatKind;
use adjutant_config::{Pattern, ShellMode};

use super::{super::kit::Permission, *};

async fn with_commands(change: impl FnOnce(&mut Config)) -> Bench {
    let mut config = Config::default();
    config.tools.permissions.push(Permission::Execute);
    config.tools.shell.mode = ShellMode::Host;
    change(&mut config);
    Bench::with(config).await
}

#[tokio::test]
async fn commands_are_offered_where_the_settings_switch_them_on() {
    let is_offered = async |bench: Bench| {
        let offered = bench.person("alice").await.offered().await;
        (offered.get("shell_exec").is_ok(), offered.prompts().concat().contains("- shell: "))
    };
    assert_eq!(is_offered(with_commands(|_| {}).await).await, (true, true));
    assert_eq!(is_offered(Bench::with(Config::default()).await).await, (false, false));
    let off = |config: &mut Config| config.tools.shell.mode = ShellMode::Disabled;
    assert_eq!(is_offered(with_commands(off).await).await, (false, false));
    let not_permitted =
        |config: &mut Config| config.tools.permissions.retain(|it| *it != Permission::Execute);
    assert_eq!(is_offered(with_commands(not_permitted).await).await, (false, false));
    let bench = with_commands(off).await;
    let told = bench.person("alice").await.error("shell_exec", json!({ "command": "ls" })).await;
    insta::assert_snapshot!(told, @"rejected: the operator has switched off commands");
}

#[tokio::test]
async fn a_command_asks_each_time_and_shows_itself_whole() {
    let bench = with_commands(|_| {}).await;
    let mut alice = bench.person("alice").await;
    let tool = bench.registry.get("shell_exec").unwrap();
    let arguments = json!({ "command": "ls\nrm -r old", "cwd": "/shared//lists", "stdin": "yes\n" });
    let asked = tool.requirement(&alice.context, &arguments).await.unwrap();
    assert_eq!(asked.need, ApprovalNeed::Required);
    insta::assert_snapshot!(format!("{}\n{}\n{}", asked.ask.summary, asked.ask.preview, asked.ask.reason), @"
    In /shared/lists, run: ls …
    ls
    rm -r old

    Its input:
    yes

    It can read, change and delete all of your files.
    ");
    alice.context.session.chat_kind = ChatKind::Group;
    let asked = tool.requirement(&alice.context, &arguments).await.unwrap();
    assert_eq!(asked.ask.decider, kit::Decider::OnlyRequester, "nobody else decides about one's files");
}

#[tokio::test]
async fn what_the_operator_refuses_is_not_even_asked_about() {
    let bench = with_commands(|config| {
        config.tools.shell.refuse.push(Pattern(regex::Regex::new(r"\bcurl\b").unwrap()));
    })
    .await;
    let alice = bench.person("alice").await;
    let tool = bench.registry.get("shell_exec").unwrap();
    let told = async |arguments: Value| match tool.requirement(&alice.context, &arguments).await {
        Ok(_) => "asks".to_owned(),
        Err(error) => error.to_string(),
    };
    insta::assert_snapshot!(told(json!({ "command": "ls; curl example.com" })).await, @r#"the operator allows no command that matches "\\bcurl\\b"; do it in another way"#);
    insta::assert_snapshot!(told(json!({ "command": "ls", "cwd": "/etc" })).await, @"the path '/etc' is not a file of the workspace; paths begin with /shared/ or /tmp/");
    assert_eq!(told(json!({ "command": "curlew" })).await, "asks");
}

#[tokio::test]
async fn settings_that_would_show_everybody_s_files_run_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let bench = with_commands(|config| {
        config.tools.workspace = Some(folder.path().join("files"));
        config.tools.shell.readable.push(folder.path().canonicalize().unwrap());
    })
    .await;
    let told = bench.person("alice").await.error("shell_exec", json!({ "command": "ls" })).await;
    let told = told.replace(&folder.path().canonicalize().unwrap().display().to_string(), "FOLDER");
    insta::assert_snapshot!(told, @"unavailable: no command can be run: [tools.shell] readable names FOLDER, where the database or people's files are");
}

#[tokio::test]
async fn without_a_jail_no_command_runs() {
    let bench = with_commands(|_| {}).await;
    let alice = bench.person("alice").await;
    let told = alice.error("shell_exec", json!({ "command": "ls", "cwd": "/shared/none" })).await;
    assert_eq!(told, "not_found: there is no folder '/shared/none'");
    let told = alice.error("shell_exec", json!({ "command": "ls" })).await;
    assert!(told.starts_with("unavailable: this machine cannot run it safely: "), "{told}");
}

#[test]
fn the_folder_of_files_does_not_depend_on_where_a_command_begins() {
    let mut config = Config::default();
    let here = std::env::current_dir().unwrap();
    config.tools.workspace = Some("files".into());
    assert_eq!(workspace_root(&config), here.join("files"));
    config.tools.workspace = None;
    assert!(workspace_root(&config).is_absolute());
}
