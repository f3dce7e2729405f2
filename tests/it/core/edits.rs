//! Edits of messages that the bot has handled or stored. The chat page has none.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::pictures::png;
use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, Setup, conversation, reads};

async fn asks_about_the_file<C: Chat>(bot: &Bot<C>) {
    reads!(bot.next_message().await, @"I got your file. I can read documents, keep it for you, or send it on: tell me what to do with it.");
    bot.model().script([Turn::text("I keep it.")]);
}

async fn keeps_the_file<C: Chat>(bot: &Bot<C>) {
    reads!(bot.next_message().await, @"I keep it.");
    reads!(without_ids(bot), @"
    user: [Not from the user: These files came with the next message:
    - file “list.bin”, 4 bytes

    keep this
    ");
}

#[tokio::test]
async fn words_added_to_a_file_begin_a_turn_on_telegram() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { alice, .. } = bot.alice();
    let sent = alice.sends_file("list.bin", "", b"oats").await;
    asks_about_the_file(&bot).await;
    alice.edits(&sent, "keep this").await;
    keeps_the_file(&bot).await;
    bot.end().await;
}

#[tokio::test]
async fn words_added_to_a_file_begin_a_turn_on_discord() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { alice, .. } = bot.alice();
    let sent = alice.sends_file("list.bin", "", b"oats").await;
    asks_about_the_file(&bot).await;
    bot.advance(1);
    alice.edits(&sent, "keep this").await;
    keeps_the_file(&bot).await;
    bot.end().await;
}

#[tokio::test]
async fn an_edited_caption_keeps_its_picture() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("MODEL__VISION", "auto").start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::text("A field."), Turn::text("Blue.")]);
    let sent = alice.sends_photo("what is it?", &png([0, 0, 255], 20, 20)).await;
    reads!(bot.next_message().await, @"A field.");
    alice.edits(&sent, "which colour is it?").await;
    reads!(bot.next_message().await, @"Blue.");
    reads!(without_ids(&bot), @"
    user: [Not from the user: These files came with the next message:
    - photo, 198 bytes

    what is it?
    assistant: A field.
    user: [Not from the user: The user has edited an earlier message: “what is it?”. With it came:
    - photo, 198 bytes
    The next message is its new version. What you did for the old one stands unless you change it.]

    [Not from the user: The next picture is ID]which colour is it?
    ");
    assert_eq!(bot.model().requests().pop().unwrap().pictures().len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn a_replaced_picture_is_looked_at_in_the_place_of_the_old_one() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("MODEL__VISION", "auto").start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::text("A field."), Turn::text("A meadow.")]);
    let sent = alice.sends_photo("what is it?", &png([0, 0, 255], 20, 20)).await;
    reads!(bot.next_message().await, @"A field.");
    alice.replaces_photo(&sent, &png([0, 255, 0], 40, 20)).await;
    reads!(bot.next_message().await, @"A meadow.");
    reads!(without_ids(&bot), @"
    user: [Not from the user: These files came with the next message:
    - photo, 198 bytes

    what is it?
    assistant: A field.
    user: [Not from the user: These files came with the next message:
    - photo, 180 bytes

    [Not from the user: The user has replaced the file of an earlier message: “what is it?”. The next message is its new version. What you did for the old one stands unless you change it.]

    [Not from the user: The next picture is ID]what is it?
    ");
    assert_eq!(bot.model().requests().pop().unwrap().pictures().len(), 1);
    // The preview of a link causes an edit, too.
    alice.edits(&sent, "what is it?").await;
    bot.end().await;
}

#[tokio::test]
async fn a_picture_without_words_is_told_as_replaced_too() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("MODEL__VISION", "auto").start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::text("A field."), Turn::text("A meadow.")]);
    let sent = alice.sends_photo("", &png([0, 0, 255], 20, 20)).await;
    reads!(bot.next_message().await, @"A field.");
    alice.replaces_photo(&sent, &png([0, 255, 0], 40, 20)).await;
    reads!(bot.next_message().await, @"A meadow.");
    reads!(without_ids(&bot), @"
    user: [Not from the user: These files came without a word:
    - photo, 198 bytes
    assistant: A field.
    user: [Not from the user: These files came without a word:
    - photo, 180 bytes

    [Not from the user: The user has replaced the file of an earlier message, which had no text. What you did for the old file stands unless you change it.]

    [Not from the user: The next picture is ID][Not from the user: It is Friday, 1 May 2026, 10:00 (UTC); times that name no zone are meant there.]
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_picture_that_is_replaced_while_it_waits_is_not_seen() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("MODEL__VISION", "auto").start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::text("Hello."), Turn::text("A meadow.")]);
    let held = bot.model().hold_before();
    alice.says("hello").await;
    held.wait().await;
    let sent = alice.sends_photo("what is it?", &png([0, 0, 255], 20, 20)).await;
    alice.replaces_photo(&sent, &png([0, 255, 0], 40, 20)).await;
    let replaced = "SELECT count(*) AS value FROM attachments WHERE attachment LIKE '%unique-file-2%'";
    bot.until("the new picture is stored", async || bot.number(replaced).await == 1).await;
    held.release();
    reads!(bot.next_message().await, @"Hello.");
    reads!(bot.next_message().await, @"A meadow.");
    reads!(without_ids(&bot), @"
    user: hello
    assistant: Hello.
    user: [Not from the user: These files came with the next message:
    - photo, 180 bytes

    [Not from the user: The next picture is ID]what is it?
    ");
    assert_eq!(bot.model().requests().pop().unwrap().pictures().len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn an_edit_while_an_answer_is_awaited_names_no_button_that_is_not_there() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::calls([("ask_person", json!({"question": "Which colour?"}))])]);
    let asked = alice.says("paint the door").await;
    let prompt = bot.next_message().await;
    alice.edits(&asked, "paint the fence").await;
    reads!(bot.next_message().await, @"My question is about your message as it was before the edit. Please answer it; or send /stop, and then what you want instead.");
    bot.model().script([Turn::text("Blue it is.")]);
    alice.says("blue").await;
    reads!(bot.next_message().await, @"Blue it is.");
    bot.alice().changes(&prompt).await;
    bot.end().await;
}

#[tokio::test]
async fn a_typed_answer_is_corrected() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::calls([("ask_person", json!({"question": "Where to?"}))])]);
    alice.says("book a train").await;
    let prompt = bot.next_message().await;
    bot.model().script([Turn::text("Lodnon it is."), Turn::text("London, then.")]);
    let answer = alice.says("Lodnon").await;
    reads!(bot.next_message().await, @"Lodnon it is.");
    bot.alice().changes(&prompt).await;
    alice.edits(&answer, "London").await;
    reads!(bot.next_message().await, @"London, then.");
    reads!(bot.model().requests().pop().unwrap().last_user(), @"
    [Not from the user: The user has edited an earlier message: “Lodnon”. The next message is its new version. What you did for the old one stands unless you change it.]

    London
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_edited_reminder_is_changed_by_the_built_in_assistant_on_telegram() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { alice, .. } = bot.alice();
    let asked = alice.says("remind me at 17:00 to call bob").await;
    reads!(bot.next_message().await, @"I'll remind you in 7 hours, at 17:00 (UTC): call bob");
    alice.edits(&asked, "remind me at 18:30 to call bob").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 8 hours and 30 minutes, at 18:30 (UTC): call bob");
    alice.edits(&asked, "remind me at 18:00 to call bob").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 8 hours, at 18:00 (UTC): call bob");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. call bob: in 8 hours, at 18:00

    Times are in UTC.
    ");
    alice.edits(&asked, "thanks").await;
    reads!(bot.next_message().await, @"
    You're welcome!

    This stays from your message before the edit:

    • the reminder “call bob”: cancel call bob ends it
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_made_by_a_suggestion_is_changed_by_an_edit_of_the_first_message() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let asked = bot.alice().alice.says("remind me at 5 to call bob").await;
    let question = bot.next_message().await;
    reads!(question, @"
    I have set nothing: 5 o'clock may be 05:00 or 17:00.

    Do you mean one of these? Press it, or say it in other words:

    • remind me on 2026-05-01 at 17:00 to call bob
    • remind me on 2026-05-02 at 05:00 to call bob
    [Friday 1 May at 17:00]
    [Saturday 2 May at 05:00]
    ");
    bot.alice().taps(&question, "Friday 1 May at 17:00").await;
    reads!(bot.next_message().await, @"I'll remind you in 7 hours, at 17:00 (UTC): call bob");
    bot.alice().alice.edits(&asked, "remind me at 18:30 to call bob").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 8 hours and 30 minutes, at 18:30 (UTC): call bob");
    // A suggestion in the answer to an edit stands in for the new version.
    bot.alice().alice.edits(&asked, "remind me at 6 to call bob").await;
    let question = bot.next_message().await;
    reads!(question, @"
    I have set nothing: 6 o'clock may be 06:00 or 18:00.

    Do you mean one of these? Press it, or say it in other words:

    • remind me on 2026-05-01 at 18:00 to call bob
    • remind me on 2026-05-02 at 06:00 to call bob

    This stays from your message before the edit:

    • the reminder “call bob”: cancel call bob ends it
    [Friday 1 May at 18:00]
    [Saturday 2 May at 06:00]
    ");
    bot.alice().taps(&question, "Friday 1 May at 18:00").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 8 hours, at 18:00 (UTC): call bob");
    assert_eq!(bot.number("SELECT count(*) AS value FROM schedules").await, 1);
    bot.end().await;
}

#[tokio::test]
async fn an_edited_note_is_changed_by_the_built_in_assistant_on_discord() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { alice, .. } = bot.alice();
    let asked = alice.says("note: buy milk").await;
    reads!(bot.next_message().await, @"I'll remember: buy milk");
    bot.advance(1);
    alice.edits(&asked, "note: buy oat milk").await;
    reads!(bot.next_message().await, @"I have changed the note: buy oat milk");
    assert_eq!(bot.number("SELECT count(*) AS value FROM notes").await, 1);
    bot.end().await;
}

#[tokio::test]
async fn the_model_is_told_what_it_did_for_the_version_before_the_edit() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { alice, .. } = bot.alice();
    let task = json!({"goal": "call bob", "cadence_type": "once", "cadence_value": "2026-05-01 17:00", "reminder": true});
    let finds = Turn::calls([("schedule_search", json!({}))]);
    bot.model().script([
        finds,
        Turn::calls([("schedule_create", task)]),
        Turn::text("At five."),
        Turn::text("At six."),
    ]);
    let asked = alice.says("at five: call bob").await;
    reads!(bot.next_message().await, @"At five.");
    alice.edits(&asked, "at six: call bob").await;
    reads!(bot.next_message().await, @"At six.");
    let request = bot.model().requests().pop().unwrap();
    reads!(request.last_user(), @r#"
    [Not from the user: The user has edited an earlier message: “at five: call bob”. The next message is its new version. In the turn that answered the old one, you did:
    - schedule_create {"goal":"call bob","cadence_type":"once","cadence_value":"2026-05-01 17:00","reminder":true}
    That stands. Where the new version replaces it, change or undo it: do not do it a second time beside it.]

    at six: call bob
    "#);
    assert!(request.tools.iter().any(|tool| tool == "schedule_edit"), "{:?}", request.tools);
    bot.end().await;
}

#[tokio::test]
async fn an_edit_is_taken_into_a_turn_that_takes_in_messages() {
    let bot: Bot<OnTelegram> = that("steer").await;
    let OnTelegram { alice, .. } = bot.alice();
    let writes = Turn::calls([("scratchpad_write", json!({"items": ["a table"]}))]);
    bot.model().script([writes, Turn::text("A table for four.")]);
    let held = bot.model().hold_before();
    let asked = alice.says("book a table").await;
    held.wait().await;
    alice.edits(&asked, "book a table for four").await;
    reads!(bot.next_message().await, @"I was already answering your message as it was before the edit. I take in the new version before my next step, or answer it next if there is none; /stop ends both.");
    held.release();
    reads!(bot.next_message().await, @"A table for four.");
    reads!(without_ids(&bot), @r#"
    user: book a table

    [Not from the user: It is Friday, 1 May 2026, 10:00 (UTC); times that name no zone are meant there.]
    assistant: scratchpad_write {"items":["a table"]}
    tool: {"item_count":1,"message":"The scratchpad has 1 item.","success":true,"updated":true}
    user: [Not from the user: The user wrote the following while you were working. Take it into account, and go on.]

    [Not from the user: The user has edited an earlier message: “book a table”. The next message is its new version. What you did for the old one stands unless you change it.]

    book a table for four
    "#);
    bot.end().await;
}

#[tokio::test]
async fn an_edit_ends_an_answer_that_messages_end() {
    let bot: Bot<OnTelegram> = that("interrupt").await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::hang(), Turn::text("For four.")]);
    let asked = alice.says("book a table for two").await;
    bot.model().called(1).await;
    alice.edits(&asked, "book a table for four").await;
    reads!(bot.next_message().await, @"For four.");
    reads!(without_ids(&bot), @"
    user: book a table for two

    [Not from the user: The user's next message interrupted you here. What was done so far stands; go on with it only as far as they still want it.]

    [Not from the user: The user has edited an earlier message: “book a table for two”. The next message is its new version. What you did for the old one stands unless you change it.]

    book a table for four
    ");
    bot.end().await;
}

async fn that<C: Chat>(choice: &str) -> Bot<C> {
    Setup::new().with_model().await.with("AGENT__WHILE_BUSY", choice).start().await
}

/// Returns the last input of the model, without the ids of files.
fn without_ids<C: Chat>(bot: &Bot<C>) -> String {
    let line = |line: &str| match line.split_once(", id attachment-") {
        Some((file, _)) => file.to_owned(),
        None => match line.split_once("attachment-").map(|(before, id)| (before, id.split_once(']'))) {
            Some((before, Some((_, rest)))) => format!("{before}ID]{rest}"),
            _ => line.to_owned(),
        },
    };
    conversation(bot.model()).lines().map(line).collect::<Vec<_>>().join("\n")
}
