//! Programs that use a person's data over MCP: `adjutant mcp serve`, started by a real client, beside the gateway.

use std::{ops::Deref, time::Duration};

use adjutant_simulators::{PATIENCE, telegram::Telegram};
use rmcp::{
    model::{ProtocolVersion, Tool},
    service::ClientLifecycleMode,
};
use serde_json::json;
use tokio::{
    process::Child,
    time::{sleep, timeout},
};

use super::{
    harness::Home,
    platform::{Person, Platform, now},
};
use crate::harness::{
    Shown,
    program::{Program, address_in, result_of, token_in},
    reads,
};

/// How often to check a message that another process changes.
const GLANCE: Duration = Duration::from_millis(10);

over_both_platforms!(
    a_program_reads_at_once_and_asks_before_it_changes_anything,
    a_call_outlives_the_gateway_and_ends_with_its_program,
);

/// A program that has started its server.
struct Started {
    program: Program,
    server: Child,
}

impl Started {
    async fn start(home: &Home, token: &str) -> Self {
        Self::speaking(home, token, ClientLifecycleMode::Initialize).await
    }

    async fn speaking(home: &Home, token: &str, lifecycle: ClientLifecycleMode) -> Self {
        let mut server = home.command(&["mcp", "serve"], token);
        let pipe = (server.stdout.take().unwrap(), server.stdin.take().unwrap());
        let program = Program::over(pipe, lifecycle).await.expect("it speaks MCP");
        Self { program, server }
    }

    /// Ends as a program does, by closing its server's input.
    async fn ends(mut self) {
        self.program.leaves().await;
        let ended = timeout(PATIENCE, self.server.wait()).await.expect("its server ends in time");
        assert_eq!(ended.expect("it can be waited for").code(), Some(0));
    }
}

impl Deref for Started {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

/// Grants a program access. Returns the message about it, and the program's token.
async fn let_in<P: Platform>(at: &P, person: &P::Person, name: &str) -> (Shown, String) {
    person.says(&format!("/mcp new {name}")).await;
    let message = at.next_message(person).await;
    let token = token_in(&message.text);
    (message, token)
}

/// Waits until a message is in the wanted state, and returns it.
async fn becomes<P: Platform>(
    at: &P,
    person: &P::Person,
    message: &Shown,
    is_so: impl Fn(&Shown) -> bool,
) -> Shown {
    let wait = async {
        loop {
            match now(at, person, message) {
                Some(shown) if is_so(&shown) => return shown,
                _ => sleep(GLANCE).await,
            }
        }
    };
    timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("it stays {:?}", now(at, person, message)))
}

async fn a_program_reads_at_once_and_asks_before_it_changes_anything<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    alice.says("remember that the key is under the mat").await;
    at.next_message(&alice).await;
    let (message, token) = let_in(&at, &alice, "laptop").await;
    assert!(home.holds(&token), "the message with the token waits in the outbox");

    let laptop = Started::start(&home, &token).await;
    at.shows(
        &alice,
        &message,
        "The token for laptop was here. If you lose it, remove the program under /mcp and let it in anew.",
    )
    .await;
    let tools = laptop.client.list_all_tools().await.unwrap();
    let is_read = |tool: &Tool| tool.annotations.as_ref().is_some_and(|it| it.read_only_hint == Some(true));
    let listed = |are_reads: bool| {
        let named = tools.iter().filter(|tool| is_read(tool) == are_reads).map(|tool| &*tool.name);
        named.collect::<Vec<_>>().join(" ")
    };
    reads!(listed(true), @"memory_search schedule_search tool_output schedule_run_output schedule_runs document_read file_glob file_history file_list file_read file_search");
    reads!(listed(false), @"memory_save schedule_create memory_delete memory_update schedule_delete schedule_edit file_copy file_delete file_edit file_mkdir file_move file_restore file_write");
    let (found, failed) = laptop.calls("memory_search", json!({"query": "key"})).await;
    assert!(!failed && found.contains("under the mat"), "{found}");
    let (refused, failed) = laptop.calls("vault_list", json!({})).await;
    assert!(failed && refused.contains("unknown_tool"), "{refused}");

    let saving = laptop.begins("memory_save", json!({"content": "the spare key is at Bob's"}));
    let prompt = at.next_message(&alice).await;
    reads!(prompt.text, @"
    Remember: “the spare key is at Bob's”
    The program “laptop” asks for this, over MCP. Usually I do this without asking.
    I have read text from the program “laptop”, which may try to steer me.
    ");
    laptop.hears("waiting for the person to decide in their chat").await;
    assert!(!saving.is_finished());
    at.presses(&alice, &prompt, "Approve").await;
    let (saved, failed) = result_of(saving).await;
    assert!(!failed, "{saved}");
    reads!(at.next_message(&alice).await.text, @"Done for the program “laptop”: Saved.");
    reads!(becomes(&at, &alice, &prompt, |now| now.buttons.is_empty()).await.text, @"
    Remember: “the spare key is at Bob's”
    The program “laptop” asks for this, over MCP. Usually I do this without asking.
    ✅ Approved
    ");

    let saving = laptop.begins("memory_save", json!({"content": "the alarm is off"}));
    let prompt = at.next_message(&alice).await;
    at.presses(&alice, &prompt, "Deny").await;
    let (refused, failed) = result_of(saving).await;
    assert!(failed);
    reads!(refused, @r#"{"success":false,"error_code":"denied","error":"the person denied this; do not try it again unless they ask"}"#);
    let (found, _) = laptop.calls("memory_search", json!({"query": "alarm"})).await;
    assert!(found.ends_with(r#""matches":[]}"#), "{found}");

    laptop.ends().await;
    adjutant.finish(&at).await;
    assert!(!home.log().contains(&token));
}

#[tokio::test]
async fn what_one_program_may_do_no_other_may() {
    allowed_for_one(Telegram::open().await).await;
}

async fn allowed_for_one<P: Platform>(at: P) {
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    let (_, token) = let_in(&at, &alice, "laptop").await;
    let laptop = Started::start(&home, &token).await;
    let save = |program: &Program, what: &str| program.begins("memory_save", json!({"content": what}));
    let saving = save(&laptop, "the key is under the mat");
    let prompt = at.next_message(&alice).await;
    at.presses(&alice, &prompt, "More choices").await;
    let choices = becomes(&at, &alice, &prompt, |now| labels(now).contains(&"Back".to_owned())).await;
    let every = "This conversation: every new note";
    at.presses(&alice, &choices, every).await;
    assert!(!result_of(saving).await.1);
    reads!(at.next_message(&alice).await.text, @"Done for the program “laptop”: Saved.");

    assert!(!result_of(save(&laptop, "the gate is open")).await.1);
    reads!(at.next_message(&alice).await.text, @"Done for the program “laptop”: Saved.");
    let (_, token) = let_in(&at, &alice, "desktop").await;
    // The version of the protocol without a handshake.
    let newest = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let desktop = Started::speaking(&home, &token, newest).await;
    let saving = save(&desktop, "the alarm is off");
    let prompt = at.next_message(&alice).await;
    assert!(prompt.text.contains("The program “desktop” asks for this"), "{}", prompt.text);
    at.presses(&alice, &prompt, "Deny").await;
    assert!(result_of(saving).await.1);

    laptop.ends().await;
    desktop.ends().await;
    let audit = home.command(&["audit"], "").wait_with_output().await.unwrap();
    let audit = String::from_utf8(audit.stdout).unwrap();
    assert_eq!(audit.matches("memory_save").count(), 5, "{audit}");
    adjutant.finish(&at).await;
}

fn labels(message: &Shown) -> Vec<String> {
    message.buttons.iter().flatten().map(|(label, _)| label.clone()).collect()
}

#[tokio::test]
async fn a_program_that_is_removed_or_of_somebody_else_sees_nothing() {
    removed_and_foreign(Telegram::open().await).await;
}

async fn removed_and_foreign<P: Platform>(at: P) {
    let home = Home::new(&at);
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let adjutant = home.start_listening(&at).await;
    alice.says("remember that the key is under the mat").await;
    at.next_message(&alice).await;
    let (_, of_bob) = let_in(&at, &bob, "laptop").await;
    let (_, of_alice) = let_in(&at, &alice, "laptop").await;

    let (foreign, laptop) = (Started::start(&home, &of_bob).await, Started::start(&home, &of_alice).await);
    let (found, failed) = foreign.calls("memory_search", json!({"query": "key"})).await;
    assert!(!failed && found.ends_with(r#""matches":[]}"#), "{found}");
    let (found, _) = laptop.calls("memory_search", json!({"query": "key"})).await;
    assert!(found.contains("under the mat"), "{found}");

    let saving = laptop.begins("memory_save", json!({"content": "the spare key is at Bob's"}));
    let prompt = at.next_message(&alice).await;
    alice.says("/mcp").await;
    let list = at.next_message(&alice).await;
    // Once a later message has arrived, the message of the list is recorded.
    alice.says("/timezone").await;
    at.next_message(&alice).await;
    at.presses(&alice, &list, "1. laptop").await;
    let one = becomes(&at, &alice, &list, |now| labels(now).contains(&"Remove".to_owned())).await;
    at.presses(&alice, &one, "Remove").await;
    let (ended, failed) = result_of(saving).await;
    assert!(failed, "{ended}");
    reads!(ended, @r#"{"success":false,"error_code":"cancelled","error":"the person withdrew it; it was not done"}"#);
    let (refused, failed) = laptop.calls("memory_search", json!({"query": "key"})).await;
    assert!(failed);
    reads!(refused, @"the token is not valid, or not any more: send /mcp new NAME to the bot in a direct chat to get another, and set ADJUTANT_MCP_TOKEN to that");
    reads!(becomes(&at, &alice, &prompt, |now| now.buttons.is_empty()).await.text, @"
    Remember: “the spare key is at Bob's”
    The program “laptop” asks for this, over MCP. Usually I do this without asking.
    🚫 Withdrawn; nothing was done
    ");
    laptop.ends().await;
    foreign.ends().await;
    let refused = home.command(&["mcp", "serve"], &of_alice).wait_with_output().await.unwrap();
    assert_eq!(refused.status.code(), Some(1));
    adjutant.finish(&at).await;
}

async fn a_call_outlives_the_gateway_and_ends_with_its_program<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    let (_, token) = let_in(&at, &alice, "laptop").await;
    let laptop = Started::start(&home, &token).await;
    let writing = laptop.begins("file_write", json!({"path": "/shared/list.md", "content": "oats"}));
    let prompt = at.next_message(&alice).await;
    adjutant.kill().await;
    let (refused, _) = laptop.calls("file_list", json!({})).await;
    reads!(refused, @"Adjutant is not running, so nobody can answer: start it with `adjutant run`, and call again");

    let adjutant = home.start_listening(&at).await;
    at.presses(&alice, &prompt, "Approve").await;
    let (written, failed) = result_of(writing).await;
    assert!(!failed, "{written}");
    at.next_message(&alice).await;
    let (read, _) = laptop.calls("file_read", json!({"path": "/shared/list.md"})).await;
    assert!(read.contains("oats"), "{read}");

    let deleting = laptop.begins("file_delete", json!({"path": "/shared/list.md"}));
    let prompt = at.next_message(&alice).await;
    laptop.ends().await;
    reads!(becomes(&at, &alice, &prompt, |now| now.buttons.is_empty()).await.text, @"
    Delete /shared/list.md, 4 bytes
    The program “laptop” asks for this, over MCP. It is gone for good in a day.
    🚫 Withdrawn; nothing was done
    ");
    assert!(deleting.await.unwrap().is_err(), "its program is gone");
    adjutant.finish(&at).await;
}

#[tokio::test]
async fn a_program_connects_again_over_http_when_the_gateway_has_been_killed() {
    connects_again(Telegram::open().await).await;
}

async fn connects_again<P: Platform>(at: P) {
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    let (message, token) = let_in(&at, &alice, "laptop").await;
    let address = address_in(&message.text);
    let laptop = Program::over_http(&address, &token, ClientLifecycleMode::Initialize);
    let laptop = laptop.await.expect("it is let in");
    let saving = laptop.begins("memory_save", json!({"content": "the key is under the mat"}));
    let prompt = at.next_message(&alice).await;
    adjutant.kill().await;
    saving.abort();

    // The question survives the gateway, and the person who answers it reads the outcome.
    let adjutant = home.start_listening(&at).await;
    at.presses(&alice, &prompt, "Approve").await;
    reads!(at.next_message(&alice).await.text, @"Done for the program “laptop”: Saved.");
    let (message, _) = let_in(&at, &alice, "desktop").await;
    let address = address_in(&message.text);
    let laptop = Program::over_http(&address, &token, ClientLifecycleMode::Initialize);
    let laptop = laptop.await.expect("its token holds");
    let (found, failed) = laptop.calls("memory_search", json!({"query": "key"})).await;
    assert!(!failed && found.contains("under the mat"), "{found}");
    adjutant.finish(&at).await;
    assert!(!home.log().contains(&token));
}
