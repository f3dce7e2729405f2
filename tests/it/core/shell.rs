//! Commands in a jail: approved, run among the person's files, and stopped with all of their processes.

use std::fs;

use adjutant_simulators::model::{Request, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_command_runs_among_one_s_files_once_it_is_approved,
    all_of_a_long_command_is_shown_before_it_can_be_approved,
    a_command_that_takes_too_long_is_stopped_with_all_that_it_started,
    a_full_folder_can_be_emptied_by_a_command,
    a_stopped_turn_ends_its_command,
    a_command_reads_a_secret_that_its_person_copied_for_an_hour,
);

fn with_commands() -> Setup {
    Setup::new()
        .with("TOOLS__SHELL__MODE", "host")
        .with("TOOLS__PERMISSIONS", r#"["read", "write", "network", "execute"]"#)
}

async fn a_command_runs_among_one_s_files_once_it_is_approved<C: Chat>() {
    let bot: Bot<C> = with_commands().with_model().await.start().await;
    let alice = bot.alice();

    let command = "sort list.txt > sorted.txt; rm list.txt; cat sorted.txt; pwd | grep -o 'shared$'; \
        cat /proc/$PPID/environ; ls ../..; exit 3";
    bot.model().script([
        Turn::calls([("file_write", json!({ "path": "/shared/list.txt", "content": "oats\nmilk\n" }))]),
        Turn::calls([("shell_exec", json!({ "command": command }))]),
        Turn::text("It is sorted."),
    ]);
    alice.says("make a list and sort it in the shell").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    In /shared, run: sort list.txt > sorted.txt; rm list.txt; cat sorted.txt; pwd | grep -o 'shared$'; cat /proc/$PPID/environ; ls ../..; exit 3
    It can read, change and delete all of your files.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    let answer = bot.next_message().await;
    reads!(answer, @"It is sorted.");
    let ran = results(&bot).pop().unwrap();
    assert_eq!(ran["message"], "The command ended with exit code 3.", "{ran}");
    assert_eq!((&ran["exit_code"], &ran["stdout"]), (&json!(3), &json!("milk\noats\nshared\n")), "{ran}");
    let refused = ran["stderr"].as_str().unwrap();
    assert_eq!(refused.matches("Permission denied").count(), 2, "{refused}");
    assert_eq!(
        ran["changed"],
        json!([{ "path": "/shared/list.txt", "change": "deleted" }, { "path": "/shared/sorted.txt", "change": "made" }])
    );
    alice.changes(&prompt).await;

    // The words in a file from a command may be anybody's.
    let save = json!({ "content": "Milk is on the list." });
    bot.model().script([
        Turn::calls([("file_read", json!({ "path": "/shared/sorted.txt" }))]),
        Turn::calls([("memory_save", save)]),
    ]);
    alice.says("read it again and remember it").await;
    let prompt = bot.next_message().await;
    assert!(prompt.text.contains("a file of unknown origin"), "{}", prompt.text);
    bot.ends_unanswered(&prompt).await;
}

async fn all_of_a_long_command_is_shown_before_it_can_be_approved<C: Chat>() {
    let bot: Bot<C> = with_commands().with_model().await.start().await;
    let alice = bot.alice();

    let mut lines: Vec<String> = (0..130).map(|i| format!("echo '*line* `{i}`' > {i}.txt")).collect();
    lines.push("echo the tail".to_owned());
    let command = lines.join("\n");
    assert!((3_500..=4_000).contains(&command.len()), "{}", command.len());
    bot.model().script([
        Turn::calls([("shell_exec", json!({ "command": command }))]),
        Turn::text("All of it has run."),
    ]);
    alice.says("run a long command in the shell").await;
    let mut above = String::new();
    let prompt = loop {
        let message = bot.next_message().await;
        if !message.buttons.is_empty() {
            break message;
        }
        above.push_str(&message.text);
    };
    for line in lines {
        assert!(above.contains(&line), "{line} is not in:\n{above}");
    }
    assert!(prompt.text.contains("This is only a part: more of it is above."), "{prompt}");
    alice.says("/approvals").await;
    let list = bot.next_message().await;
    let listed = alice.taps(&list, "1. Show").await;
    assert!(listed.text.contains("To approve it, go to the message in which I asked"), "{listed}");
    let labels: Vec<_> = listed.buttons.iter().flatten().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["Deny", "Back to the list"]);
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"All of it has run.");
    assert_eq!(results(&bot).pop().unwrap()["stdout"], "the tail\n");
    alice.changes(&prompt).await;
    bot.end().await;
}

async fn a_command_that_takes_too_long_is_stopped_with_all_that_it_started<C: Chat>() {
    let bot: Bot<C> = with_commands().with_model().await.start().await;
    let alice = bot.alice();

    let command = "echo begun; (sleep 90001 &) ; sleep 90002";
    bot.model().script([
        Turn::calls([("shell_exec", json!({ "command": command, "timeout": 1 }))]),
        Turn::text("It took too long."),
    ]);
    alice.says("run a command that takes long").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It took too long.");
    let ran = results(&bot).pop().unwrap();
    assert_eq!(
        ran["message"], "The command was stopped, with all that it had started: it took longer than 1 s.",
        "{ran}"
    );
    assert_eq!(ran["stdout"], "begun\n");
    for sleeper in ["sleep\x0090001", "sleep\x0090002"] {
        has_ended(sleeper).await;
    }
    alice.changes(&prompt).await;
    bot.end().await;
}

async fn a_full_folder_can_be_emptied_by_a_command<C: Chat>() {
    let setup = with_commands().with("TOOLS__FILES__MAX_TOTAL", "100 KB");
    let bot: Bot<C> = setup.with_model().await.start().await;
    let alice = bot.alice();
    let mut said = Vec::new();
    for command in
        ["yes > big; ls", "(yes >> more) 2>/dev/null; rm -f big; wc -c < more", "echo small > note; cat note"]
    {
        bot.model()
            .script([Turn::calls([("shell_exec", json!({ "command": command }))]), Turn::text("Done.")]);
        alice.says("run a command").await;
        let prompt = bot.next_message().await;
        alice.presses(&prompt, "Approve").await;
        reads!(bot.next_message().await, @"Done.");
        let ran = results(&bot).pop().unwrap();
        said.push(format!("{}: {}", ran["message"].as_str().unwrap(), ran["stdout"].as_str().unwrap()));
        alice.changes(&prompt).await;
    }
    reads!(said.concat(), @"
    The command ended with exit code 0.: big
    The command ended with exit code 0. It could write to no file, because the person's files already took all their room (100 KB). Deleting some, such as with rm, makes room.: 0
    The command ended with exit code 0.: small
    ");
    bot.end().await;
}

async fn a_stopped_turn_ends_its_command<C: Chat>() {
    let bot: Bot<C> = with_commands().with_model().await.start().await;
    let alice = bot.alice();

    // The number is unique, because other tests run at the same time.
    let seconds = 1_000_000 + std::process::id();
    let (command, sleeper) = (format!("echo begun; sleep {seconds}"), format!("sleep\0{seconds}"));
    bot.model().script([Turn::calls([("shell_exec", json!({ "command": command, "timeout": 600 }))])]);
    alice.says("run a command that takes long").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    while !is_running(&sleeper) {
        tokio::task::yield_now().await;
    }
    alice.says("/stop").await;
    has_ended(&sleeper).await;
    reads!(bot.next_message().await, @"I have stopped.");
    alice.changes(&prompt).await;
    bot.end().await;
}

/// Returns whether the command line of a process of the machine begins with this text.
pub(crate) fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).starts_with(words))
}

/// Waits until no process of the machine has a command line that begins with this text.
pub(crate) async fn has_ended(words: &str) {
    while is_running(words) {
        tokio::task::yield_now().await;
    }
}

/// Returns the results of the model's last calls.
pub(crate) fn results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    let asked = bot.model().requests().pop().unwrap();
    asked.tool_results().into_iter().map(|result| serde_json::from_str(result).unwrap()).collect()
}

async fn a_command_reads_a_secret_that_its_person_copied_for_an_hour<C: Chat>() {
    const VALUE: &str = "s3cret-4711-canary";
    let bot: Bot<C> = with_commands().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/vault add github api.github.com").await;
    bot.next_message().await;
    alice.says(VALUE).await;
    bot.next_message().await;

    let run = |command: &str| Turn::calls([("shell_exec", json!({ "command": command }))]);
    bot.model().script([
        Turn::calls([("vault_copyto", json!({ "name": "gitlab" }))]),
        Turn::calls([("vault_copyto", json!({ "name": "github", "to": "../shared/token" }))]),
        Turn::calls([("vault_copyto", json!({ "name": "github", "to": "token" }))]),
        run("cp $SECRETS/token x.txt; (echo; base64 x.txt) > y.txt; stat -c %a $SECRETS/token; wc -c < $SECRETS/token; cat $SECRETS/token; echo x > $SECRETS/token"),
        Turn::calls([("file_read", json!({ "path": "/.secrets/token" }))]),
        Turn::calls([("file_read", json!({ "path": "/shared/x.txt" }))]),
        Turn::calls([("file_read", json!({ "path": "/shared/y.txt" }))]),
        Turn::text("Done."),
    ]);
    alice.says("use my secret github in the shell, with the files").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Give commands your secret github for an hour, as $SECRETS/token
    Commands that you approve within that hour can read it.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    alice.presses(&prompt, "Approve").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Done.");
    let requests = bot.model().requests();
    let last = |request: &Request| request.tool_results().last().map(|result| (*result).to_owned());
    let results: Vec<String> = requests.iter().filter_map(last).collect();
    assert!(results.iter().all(|result| !result.contains(VALUE)), "{results:?}");
    assert!(results[0].contains("no secret 'gitlab'"), "{}", results[0]);
    assert!(results[1].contains("is not the name of a file"), "{}", results[1]);
    let ran = &results[3];
    assert!(
        ran.contains(r#""stdout":"600\n18\n[secret github]""#) && ran.contains("Permission denied"),
        "{ran}"
    );
    assert!(results[4].contains("error"), "{results:?}");
    // Another file does not show the secret either, even after its copy for commands is gone.
    assert!(results[5].contains("[secret github]"), "{}", results[5]);
    assert!(results[6].contains("withheld"), "{}", results[6]);

    bot.advance(61);
    bot.model().script([run("cat $SECRETS/token"), Turn::text("It is gone.")]);
    alice.says("read it again").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is gone.");
    let ran = self::results(&bot).pop().unwrap();
    assert_eq!((&ran["stdout"], &ran["exit_code"]), (&json!(""), &json!(1)), "{ran}");
    bot.end().await;
}
