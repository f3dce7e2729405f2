//! A person's choices besides Approve and Deny, and their later effects.

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Masked, Setup, Shown, in_order, reads};

over_every_channel!(
    an_hour_s_permission_ends_after_an_hour,
    a_conversation_s_permission_ends_with_it,
    a_standing_permission_is_listed_and_taken_back,
    a_reason_is_told_to_the_assistant,
    a_command_is_not_a_reason,
    the_details_come_below_the_question,
    long_details_are_a_file_with_everything,
    a_question_is_reminded_of_before_it_expires,
    all_calls_are_approved_at_once,
    choices_survive_a_restart,
    a_button_of_an_earlier_version_still_works,
);

async fn an_hour_s_permission_ends_after_an_hour<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let prompt = is_asked_to_fetch(&bot, &site).await;
    reads!(alice.presses(&prompt, "More choices").await, @"More choices are below the question.");
    let prompt = alice.changes(&prompt).await;
    let hour = format!("For 1 hour: {}", site.url(""));
    reads!(alice.presses(&prompt, &hour).await.masked(&site.url(""), "SITE"), @"Approved for 1 hour: SITE.");
    reads!(bot.next_message().await.masked(&site.url(""), "SITE"), @"
    SITE/tides

    The tide is out.
    ");
    reads!(alice.changes(&prompt).await.masked(&site.url(""), "SITE"), @"
    Fetch SITE/tides
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved for 1 hour: SITE
    ");
    bot.advance(59);
    is_fetched_without_asking(&bot, &site).await;
    bot.advance(1);
    is_asked_to_fetch(&bot, &site).await;
    bot.end().await;
}

async fn a_conversation_s_permission_ends_with_it<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    allows(&bot, &site, "This conversation: as named above").await;
    bot.advance(3 * 24 * 60);
    is_fetched_without_asking(&bot, &site).await;
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    is_asked_to_fetch(&bot, &site).await;
    bot.end().await;
}

async fn a_standing_permission_is_listed_and_taken_back<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    alice.says("/approvals").await;
    reads!(bot.next_message().await, @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    allows(&bot, &site, &format!("Always: {}", site.url(""))).await;
    alice.says("/approvals").await;
    let list = bot.next_message().await;
    reads!(list.masked(&site.url(""), "SITE"), @"
    Nothing waits for a decision.

    Allowed without asking
    1. SITE (page), always; given 1 May, 10:00, not used yet
    [Revoke 1]
    ");
    let revoked = alice.presses(&list, "Revoke 1").await;
    reads!(revoked.masked(&site.url(""), "SITE"), @"Revoked: SITE (page). I will ask again before the next call.");
    let revoked = alice.changes(&list).await;
    reads!(revoked, @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    reads!(alice.presses(&list, "Revoke 1").await, @"This permission is already gone, or is not yours. Nothing has changed. (alert)");
    is_asked_to_fetch(&bot, &site).await;
    bot.advance(90);
    alice.says("/approvals").await;
    reads!(bot.next_message().await.masked(&site.url(""), "SITE"), @"
    Waiting for a decision
    1. Fetch SITE/tides
    The host 127.0.0.1 is not on the list of allowed hosts.
    Asked 1 h ago. Expires in 22 h.

    You have allowed nothing beyond single calls.
    [1. Approve] [1. Deny]
    ");
    bot.end().await;
}

async fn a_reason_is_told_to_the_assistant<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = is_asked_to_forget(&bot).await;

    let _ = alice.presses(&prompt, "More choices").await;
    let prompt = alice.changes(&prompt).await;
    reads!(alice.presses(&prompt, "Deny and say why").await, @"Send me the reason in your next message.");
    let prompt = alice.changes(&prompt).await;
    reads!(prompt, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    Send me the reason in your next message.
    [Just deny]
    [Back]
    ");
    bot.model().script([Turn::text("I see. Then I keep it.")]);
    alice.says("approve it? no, I \"need\" it").await;
    reads!(bot.next_message().await, @"I see. Then I keep it.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ❌ Denied; nothing was done: “approve it? no, I \"need\" it”
    ");
    let seen = bot.model().requests().pop().unwrap();
    reads!(in_order(seen.tool_results().last().unwrap()), @r#"{"error":"the person denied this and said: approve it? no, I \"need\" it","error_code":"denied","success":false}"#);
    let said = seen.messages.iter().filter(|message| message.role == "user").count();
    assert_eq!(said, 2, "the reason is no message of its own");
    bot.model().script([Turn::text("You are welcome.")]);
    alice.says("thank you").await;
    reads!(bot.next_message().await, @"You are welcome.");
    bot.end().await;
}

async fn a_command_is_not_a_reason<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let prompt = is_asked_to_fetch(&bot, &site).await;
    let _ = alice.presses(&prompt, "More choices").await;
    let prompt = alice.changes(&prompt).await;
    let _ = alice.presses(&prompt, "Deny and say why").await;
    let prompt = alice.changes(&prompt).await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I will not do what was waiting for your approval.");
    reads!(alice.changes(&prompt).await.masked(&site.url(""), "SITE"), @"
    Fetch SITE/tides
    The host 127.0.0.1 is not on the list of allowed hosts.
    🚫 Withdrawn; nothing was done
    ");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"The scratchpad is empty. To put something on it: jot buy milk");
    bot.end().await;
}

async fn the_details_come_below_the_question<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let prompt = is_asked_to_fetch(&bot, &site).await;
    reads!(alice.presses(&prompt, "Details").await, @"The details are below.");
    let details = bot.next_message().await;
    let text = details.text.replace(&site.url(""), "SITE");
    for expected in [
        "Fetch SITE/tides\n\nTool: web_fetch\nArguments:\n",
        "{\n  \"url\": \"SITE/tides\"\n}",
        "\nWhy I ask: The host 127.0.0.1 is not on the list of allowed hosts.",
        "\nExpires: 2 May 2026, 10:00 UTC\nCall: call-",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"All right: I did not fetch the page.");
    bot.end().await;
}

async fn long_details_are_a_file_with_everything<C: Chat>() {
    let site = Pages::start().await;
    let bot: Bot<C> = Setup::new().beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    let mut body: String = (0..25_000).map(|n| format!("{n} bottles\n")).collect();
    body.truncate(256 * 1024 - 20);
    body.push_str("and the last of them");
    let post = json!({"url": site.url("/"), "content_type": "text/plain", "body": body});
    bot.model().answer_with(|_| Turn::text("All right."));
    bot.model().script([Turn::calls([("http_post", post)])]);
    alice.says("send the song").await;
    // Details that do not fit into the prompt precede it.
    let prompt = loop {
        let message = bot.next_message().await;
        if !message.buttons.is_empty() {
            break message;
        }
    };
    assert!(prompt.text.contains("Send data to"), "{prompt}");
    reads!(alice.presses(&prompt, "Details").await, @"The details are below.");
    let beginning = bot.next_message().await;
    assert!(beginning.text.ends_with("… All of it is in the file below."), "{beginning}");
    let (name, file) = alice.file_of(&bot.next_message().await).await;
    let file = String::from_utf8(file).unwrap();
    let arguments: Value = serde_json::from_str(arguments_in(&file)).unwrap();
    assert_eq!((name.as_str(), arguments["body"].as_str()), ("details.txt", Some(body.as_str())));

    // They are shown only once.
    reads!(alice.presses(&prompt, "Details").await, @"The details are above.");
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"All right.");
    bot.end().await;
}

/// Returns the arguments of a call, as the call's details show them.
fn arguments_in(details: &str) -> &str {
    let (_, rest) = details.split_once("Arguments:\n").expect("the details show the arguments");
    rest.split_once("\n}\n").map_or(rest, |(object, _)| &rest[..object.len() + 2])
}

async fn a_question_is_reminded_of_before_it_expires<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let prompt = is_asked_to_fetch(&bot, &site).await;
    bot.advance(23 * 60);
    reads!(bot.next_message().await.masked(&site.url(""), "SITE"), @"⏳ This still waits for a decision: Fetch SITE/tides. It expires in 1 h, on 2 May 2026, 10:00 UTC.");
    bot.advance(59);
    bot.rests().await;
    bot.advance(1);
    reads!(bot.next_message().await.masked(&site.url(""), "SITE"), @"
    Nobody decided within 24 h, so this was not done:

    • Fetch SITE/tides
    [Ask again]
    ");
    assert!(alice.changes(&prompt).await.text.ends_with("⌛ Expired; nothing was done"));
    assert_eq!(site.hits("/tides"), 0);
    bot.end().await;
}

async fn all_calls_are_approved_at_once<C: Chat>() {
    let site = Pages::start().await;
    for page in ["/tides", "/winds"] {
        site.serve(page, "text/plain", "Much as ever.");
    }
    let host = site.url("").replace("http://", "");
    let bot: Bot<C> = Setup::new().beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    let fetch = |page: &str| ("web_fetch", json!({"url": site.url(page)}));
    bot.model().script([Turn::calls([fetch("/tides"), fetch("/winds")]), Turn::text("Nothing new.")]);
    alice.says("anything new out there?").await;
    let prompt = bot.next_message().await;
    reads!(prompt.masked(&host, "HOST"), @"
    1. Fetch http://HOST/tides
    The host 127.0.0.1 is not on the list of allowed hosts.

    2. Fetch http://HOST/winds
    The host 127.0.0.1 is not on the list of allowed hosts.
    [1. Approve] [1. Deny]
    [2. Approve] [2. Deny]
    [Approve all] [Deny all]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Approve all").await, @"Approved 2 requests.");
    reads!(bot.next_message().await, @"Nothing new.");
    reads!(alice.changes(&prompt).await.masked(&host, "HOST"), @"
    1. Fetch http://HOST/tides
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved

    2. Fetch http://HOST/winds
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    assert_eq!((site.hits("/tides"), site.hits("/winds")), (1, 1));
    reads!(alice.presses(&prompt, "Deny all").await, @"All of this was already decided. Nothing has changed. (alert)");
    bot.end().await;
}

async fn choices_survive_a_restart<C: Chat>() {
    let (site, mut bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let prompt = is_asked_to_fetch(&bot, &site).await;
    let _ = alice.presses(&prompt, "More choices").await;
    let prompt = alice.changes(&prompt).await;
    let _ = alice.presses(&prompt, "Deny and say why").await;
    let prompt = alice.changes(&prompt).await;
    bot.restart().await;
    alice.says("not today").await;
    reads!(bot.next_message().await, @"All right: I did not fetch the page.");
    assert!(alice.changes(&prompt).await.text.ends_with("❌ Denied; nothing was done: “not today”"));

    allows(&bot, &site, &format!("Always: {}", site.url(""))).await;
    bot.restart().await;
    is_fetched_without_asking(&bot, &site).await;
    bot.end().await;
}

async fn a_button_of_an_earlier_version_still_works<C: Chat>() {
    let (site, bot): (_, Bot<C>) = beside_a_page().await;
    let alice = bot.alice();

    let mut prompt = is_asked_to_fetch(&bot, &site).await;
    let always = prompt.button("Approve").replace("a:y:", "a:s:");
    prompt.buttons.push(vec![("Always for 127.0.0.1".to_owned(), always)]);
    let pressed = alice.presses(&prompt, "Always for 127.0.0.1").await;
    reads!(pressed.masked(&site.url(""), "SITE"), @"Approved, always: SITE.");
    assert!(bot.next_message().await.text.ends_with("The tide is out."));
    is_fetched_without_asking(&bot, &site).await;
    bot.end().await;
}

/// Starts a site with one page, which is fetched after approval, and a bot that may reach it.
async fn beside_a_page<C: Chat>() -> (Pages, Bot<C>) {
    let site = Pages::start().await;
    site.serve("/tides", "text/plain", "The tide is out.");
    let bot = Setup::new().beside(&site).start().await;
    (site, bot)
}

async fn is_asked_to_fetch<C: Chat>(bot: &Bot<C>, site: &Pages) -> Shown {
    bot.alice().says(&format!("fetch {}", site.url("/tides"))).await;
    let prompt = bot.next_message().await;
    reads!(prompt.masked(&site.url(""), "SITE"), @"
    Fetch SITE/tides
    The host 127.0.0.1 is not on the list of allowed hosts.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    prompt
}

async fn is_fetched_without_asking<C: Chat>(bot: &Bot<C>, site: &Pages) {
    bot.alice().says(&format!("fetch {}", site.url("/tides"))).await;
    let answer = bot.next_message().await;
    assert!(answer.text.ends_with("The tide is out.") && answer.buttons.is_empty(), "{answer}");
}

/// Alice has the page fetched, and allows more than that single call.
async fn allows<C: Chat>(bot: &Bot<C>, site: &Pages, choice: &str) {
    let alice = bot.alice();
    let prompt = is_asked_to_fetch(bot, site).await;
    let _ = alice.presses(&prompt, "More choices").await;
    let prompt = alice.changes(&prompt).await;
    assert!(!alice.presses(&prompt, choice).await.alert);
    assert!(bot.next_message().await.text.ends_with("The tide is out."));
}

/// The model requests the deletion of alice's note.
async fn is_asked_to_forget<C: Chat>(bot: &Bot<C>) -> Shown {
    let alice = bot.alice();
    let save = ("memory_save", json!({"content": "the wifi code is 4711"}));
    bot.model().script([Turn::calls([save]), Turn::text("Noted.")]);
    alice.says("the wifi code is 4711").await;
    reads!(bot.next_message().await, @"
    Noted.

    📝 Remembered: “the wifi code is 4711”
    ");
    let saved: Value = serde_json::from_str(bot.model().requests().pop().unwrap().tool_results()[0]).unwrap();
    bot.model().script([Turn::calls([("memory_delete", json!({"note_id": saved["note_id"]}))])]);
    alice.says("forget it").await;
    bot.next_message().await
}
