//! Secrets that stand in what the bot reads, or that its model writes, are in none of its outputs.

use std::time::Duration;

use adjutant_simulators::{
    model::{Chunks, Message, Request, Turn},
    pages::Pages,
};
use serde_json::json;

use crate::harness::{Bot, Chat, OnTelegram, Setup, reads};

over_every_channel!(
    no_output_shows_a_planted_secret,
    a_secret_that_comes_in_pieces_is_not_shown_while_the_answer_is_written,
);

/// A secret of Alice's vault, one of the configuration, and one that is known by its shape alone.
const OWN: &str = "s3cret-0815-canary";
const OPERATORS: &str = "operator-secret-4711";
const SHAPED: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

/// Returns a text of somebody else's with all of them.
fn planted() -> String {
    format!("Keys: {OWN}, {OPERATORS}, {SHAPED}.")
}

/// The same text as it may be shown.
const SHOWN: &str = "Keys: [secret github], [secret], [secret].";

/// Checks that an output holds none of the secrets.
fn is_clean(output: &str, what: &str) {
    for secret in [OWN, OPERATORS, SHAPED] {
        assert!(!output.contains(&secret[..10]), "{what}: {output}");
    }
}

/// Returns everything that the model read of a conversation, with what it wrote itself.
fn read(request: &Request) -> String {
    let message = |it: &Message| {
        let calls: String = it.calls.iter().map(|call| format!(" {}", call.arguments)).collect();
        format!("{}: {}{calls}\n", it.role, it.text)
    };
    request.messages.iter().map(message).collect()
}

async fn start<C: Chat>(setup: Setup) -> Bot<C> {
    let setup = setup.with_model().await.with("MEDIA__DOCUMENT_TOKENS", 200);
    let bot: Bot<C> = setup.with("SITE__STOCK_PHOTOS_KEY", OPERATORS).start().await;
    bot.alice().says("/vault add github api.github.com").await;
    bot.next_message().await;
    bot.alice().says(OWN).await;
    bot.next_message().await;
    bot
}

async fn no_output_shows_a_planted_secret<C: Chat>() {
    let site = Pages::start().await;
    site.serve("/keys", "text/plain", planted());
    let bot: Bot<C> = start(Setup::new().reading(&site)).await;
    let alice = bot.alice();

    // A note of the model's, its receipt, and an answer.
    let known = format!("Keys: {OWN}, {OPERATORS}.");
    bot.model().script([
        Turn::calls([("memory_save", json!({ "content": format!("{}{known}", "oats ".repeat(21)) }))]),
        Turn::text(&*known),
    ]);
    alice.says("note my keys").await;
    let answer = bot.next_message().await.text;
    assert!(answer.contains("Keys: [secret github], [secret]."), "{answer}");
    is_clean(&answer, "the answer with its receipt");

    // A document, as a note beside its message and in the search index.
    bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Kept.")]);
    alice.sends("keys.txt", planted().as_bytes(), "keep my keys").await;
    let prompt = bot.next_message().await;
    let _ = alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Kept.");
    let told = read(bot.model().requests().last().unwrap());
    assert!(told.contains(SHOWN), "{told}");
    let waiting = "SELECT count(*) AS value FROM documents WHERE state = 'waiting'";
    bot.until("the document to be read", async || bot.number(waiting).await == 0).await;
    assert_eq!(
        bot.number("SELECT count(*) AS value FROM passages WHERE text LIKE '%secret github%'").await,
        1
    );
    let leaks = "SELECT count(*) AS value FROM passages
        WHERE text LIKE '%canary%' OR text LIKE '%operator-%' OR text LIKE '%ghp\\_%' ESCAPE '\\'";
    assert_eq!(bot.number(leaks).await, 0);

    // A page, and the request and the details of a call that repeats it.
    bot.model().script([
        Turn::calls([("web_fetch", json!({ "url": site.url("/keys") }))]),
        Turn::calls([("memory_save", json!({ "content": planted() }))]),
        Turn::text("So it is."),
    ]);
    alice.says("what does the page say?").await;
    let prompt = bot.next_message().await;
    assert!(prompt.text.contains(SHOWN), "{}", prompt.text);
    is_clean(&prompt.text, "the request");
    alice.presses(&prompt, "Details").await;
    let details = bot.next_message().await.text;
    assert!(details.contains("secret github"), "{details}");
    is_clean(&details, "the details");
    let _ = alice.presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"So it is.");

    for request in bot.model().requests() {
        // Of the model's own words, a text that only looks like a secret goes back to it.
        is_clean(&read(&request).replace(SHAPED, ""), "a request");
        let others = request.messages.iter().filter(|message| message.role != "assistant");
        others.for_each(|message| is_clean(&message.text, "a request"));
    }
    alice.says("/export").await;
    bot.next_message().await;
    for _ in ["md", "json"] {
        let file = bot.next_message().await;
        let (name, bytes) = alice.file_of(&file).await;
        is_clean(&String::from_utf8(bytes).unwrap(), &name);
    }
    bot.end().await;
}

async fn a_secret_that_comes_in_pieces_is_not_shown_while_the_answer_is_written<C: Chat>() {
    let bot: Bot<C> = start(Setup::new()).await;
    let alice = bot.alice();
    let answer = Turn::text(format!("The first is {OPERATORS} and the second is {OWN}"));
    bot.model().script([answer.in_chunks(Chunks::PerChar).paced(Duration::from_millis(40))]);
    alice.says("which keys are there?").await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    is_clean(&shown.text, "the draft");
    bot.while_time_passes(alice.shows(&shown, "The first is [secret] and the second is [secret github]"))
        .await;
    bot.end().await;
}

#[tokio::test]
async fn a_secret_in_a_forwarded_message_or_a_quotation_reaches_no_model() {
    let bot: Bot<OnTelegram> = start(Setup::new()).await;
    let OnTelegram { alice, .. } = bot.alice();
    bot.model().script([Turn::text("Thanks."), Turn::text("I see.")]);
    let forwarded = alice.forwards(&planted()).await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"Thanks.");
    alice.replies(&forwarded, "what is this?").await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"I see.");
    let requests = bot.model().requests();
    assert_eq!(read(requests.last().unwrap()).matches(SHOWN).count(), 2, "{requests:?}");
    requests.iter().for_each(|request| is_clean(&format!("{request:?}"), "a request"));
    let leaks = "SELECT count(*) AS value FROM entries WHERE text LIKE '%canary%' OR text LIKE '%operator-%'";
    assert_eq!(bot.number(leaks).await, 0);
    bot.end().await;
}
