//! Features that only the chat page has.

use adjutant_simulators::model::Turn;
use adjutant_texts::commands::menu;
use serde_json::json;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_page_that_is_opened_later_shows_the_conversation() {
    let mut bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    bot.advance(1);
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.advance(1);
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = bot.next_message().await;
    bot.restart_after(24 * 60).await;
    reads!(bot.next_message().await, @"
    Nobody decided within 24 h, so this was not done:

    • Delete the note “the wifi code is 4711”
    [Ask again]
    ");
    assert!(alice.changes(&prompt).await.buttons.is_empty());
    bot.rests().await;
    reads!(alice.history().await.join("\n---\n"), @"
    remember that the wifi code is 4711
    ---
    I'll remember: the wifi code is 4711
    ---
    /new
    ---
    A new conversation begins. I keep what you asked me to remember.
    ---
    forget the wifi code
    ---
    This is the note: the wifi code is 4711
    ---
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ⌛ Expired; nothing was done
    ---
    Nobody decided within 24 h, so this was not done:

    • Delete the note “the wifi code is 4711”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_file_comes_with_what_is_said_about_it() {
    let mut bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    let url = alice.sends_file("code.txt", b"4711", "remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I got your file, but I cannot read files here. I will answer the text that came with it.");
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    assert_eq!(alice.fetches(&url).await, b"4711");
    bot.restart().await;
    assert_eq!(alice.fetches(&url).await, b"4711", "it is still there");
    bot.end().await;
}

#[tokio::test]
async fn a_page_that_is_opened_later_shows_the_files_of_both() {
    let mut bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    alice.sends_file("oats.txt", b"oats", "").await;
    reads!(bot.next_message().await, @"I got your file. I can read documents, keep it for you, or send it on: tell me what to do with it.");
    bot.advance(1);
    bot.model().script([
        Turn::calls([("attachment_save", json!({}))]),
        Turn::calls([("send_media", json!({"path": "/shared/rye.txt", "caption": "These?"}))]),
        Turn::text("I have them."),
    ]);
    let url = alice.sends_file("rye.txt", b"rye", "keep these, and show them to me").await;
    let shown = bot.next_message().await;
    reads!(bot.next_message().await, @"I have them.");
    bot.restart().await;
    let history = alice.history_with_files().await;
    reads!(history.join("\n---\n").replace(&shown.id, "SHOWN").replace(&url, "RYE"), @r#"
     ["oats.txt" "/api/uploads/client-10000"]
    ---
    I got your file. I can read documents, keep it for you, or send it on: tell me what to do with it.
    ---
    keep these, and show them to me ["rye.txt" "RYE"]
    ---
    These? ["rye.txt" "/api/files/SHOWN"]
    ---
    I have them.
    "#);
    bot.end().await;
}

#[tokio::test]
async fn an_upload_that_is_not_there_any_more_is_said_to_be_gone() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let held = bot.model().hold_before();
    bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Please send it again.")]);
    alice.sends_file("list.txt", b"oats", "keep this").await;
    held.wait().await;
    let uploads = bot.app().core().config.database.url.as_path().with_extension("uploads");
    std::fs::remove_dir_all(uploads).unwrap();
    held.release();
    reads!(bot.next_message().await, @"Please send it again.");
    let asked = bot.model().requests().pop().unwrap();
    assert!(asked.tool_results()[0].contains("the platform does not have the file any more"));
    bot.end().await;
}

#[tokio::test]
async fn an_upload_goes_after_thirty_days_while_the_program_runs() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    alice.sends_file("list.txt", b"oats", "").await;
    reads!(bot.next_message().await, @"I got your file, but I cannot read files here. Please write what you need.");
    let uploads = bot.app().core().config.database.url.as_path().with_extension("uploads");
    let left = || std::fs::read_dir(&uploads).unwrap().count();
    assert_eq!(left(), 1);
    bot.advance(31 * 24 * 60);
    bot.until("the upload to go", async || left() == 0).await;
    bot.end().await;
}

#[tokio::test]
async fn the_page_offers_every_command_and_what_may_follow_it() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    let known: Vec<_> = menu().iter().map(|command| command.name).collect();
    assert_eq!(alice.menu().await, known);
    reads!(alice.is_offered("help", "command", "us").await.join("\n"), @"
    usage: How much you have used
    status: How things stand
    schedules: Your reminders and tasks: see, pause, run, delete
    mcp: Programs that use what is yours
    people: Who uses me: admit, remove (for my owner)
    ");
    reads!(alice.is_offered("usage", "days", "").await.join("\n"), @"
    today
    the last 7 days
    the last 30 days
    ");
    assert!(alice.is_offered("new", "whatever", "").await.is_empty());
    bot.end().await;
}
