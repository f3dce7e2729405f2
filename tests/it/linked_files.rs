//! Commands can read the files of linked accounts, and no other people's.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::{
    core::shell::results,
    harness::{Bot, Both, Chat, OnTelegram, OnWeb, Setup, reads},
    links::{agree, asked},
};

type OnBoth = Both<OnTelegram, OnWeb>;

#[tokio::test]
async fn a_command_reads_what_linked_accounts_keep_and_changes_nothing_there() {
    let permissions = r#"["read", "write", "network", "execute"]"#;
    let setup = Setup::new().with("TOOLS__SHELL__MODE", "host").with("TOOLS__PERMISSIONS", permissions);
    let bot: Bot<OnBoth> = setup.with_model().await.start().await;
    let Both(phone, page) = bot.alice();
    let list = json!({"path": "/shared/list.txt", "content": "oats\n"});
    bot.model().script([Turn::calls([("file_write", list)]), Turn::text("I wrote it down.")]);
    phone.says("write a list").await;
    reads!(phone.next_message().await, @"I wrote it down.");

    // Before the accounts are linked, the page's commands find nothing and may read nothing.
    let ran = runs(&bot, &page, "echo \"[$LINKED]\"; cat ../../*/shared/list.txt").await;
    assert_eq!(ran["stdout"], "[]\n", "{ran}");
    let (of_phone, of_page) = asked(&phone, &page).await;
    agree(&phone, &of_phone, &page, &of_page).await;

    let ran =
        runs(&bot, &page, "cat $LINKED/list.txt; echo tea > $LINKED/list.txt; rm $LINKED/list.txt").await;
    assert_eq!(ran["stdout"], "oats\n", "{ran}");
    assert_eq!(ran["stderr"].as_str().unwrap().matches("Permission denied").count(), 2, "{ran}");
    assert_eq!(ran["changed"], json!([]), "{ran}");

    // The same holds after they are unlinked.
    page.says("/unlink").await;
    page.next_message().await;
    phone.next_message().await;
    let ran = runs(&bot, &page, "echo \"[$LINKED]\"; cat ../../*/shared/list.txt").await;
    assert_eq!(ran["stdout"], "[]\n", "{ran}");
    bot.end().await;
}

/// Runs a command, which the person approves, and returns the result for the model.
async fn runs(bot: &Bot<OnBoth>, person: &impl Chat, command: &str) -> Value {
    bot.model().script([Turn::calls([("shell_exec", json!({ "command": command }))]), Turn::text("Done.")]);
    person.says("run it in the shell").await;
    let prompt = person.next_message().await;
    person.presses(&prompt, "Approve").await;
    assert_eq!(person.next_message().await.text, "Done.");
    person.changes(&prompt).await;
    results(bot).pop().unwrap()
}
