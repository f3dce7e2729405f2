//! `/vault`: people give the bot secrets, each of which is sent to one server only.

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::json;

use crate::harness::{Bot, Chat, Masked, OnTelegram, Setup, reads};

over_every_channel!(
    a_secret_is_kept_sealed_and_sent_to_its_server_alone,
    a_secret_is_listed_and_deleted,
    a_sentence_with_a_value_is_no_form,
    the_wait_for_a_value_ends,
    a_value_reaches_no_model_whatever_comes_before_it,
    a_pressed_suggestion_is_no_value,
);

/// The value of a secret. Only its server may see it.
const VALUE: &str = "s3cret-0815-canary";

async fn a_secret_is_kept_sealed_and_sent_to_its_server_alone<C: Chat>() {
    let site = Pages::start().await;
    let host = site.url("").trim_start_matches("http://").trim_end_matches('/').to_owned();
    site.serve("/me", "application/json", json!({"login": "alice", "token": VALUE}).to_string());
    let bot: Bot<C> = Setup::new().with_model().await.beside(&site).start().await;
    let alice = bot.alice();

    alice.says(&format!("/vault add github http://{host}")).await;
    reads!(bot.next_message().await.masked(&host, "HOST"), @"Send me the value of github as your next message, within 10 minutes. I keep it sealed, use it for http://HOST alone, and show it to nobody, not even to my model. To end this, send /cancel.");
    alice.says(VALUE).await;
    let answer = bot.next_message().await.text;
    assert!(answer.starts_with("I have the secret github now"), "{answer}");
    let removed =
        if C::CHANNEL == "discord" { "Please delete it yourself" } else { "I have removed your message" };
    assert!(answer.contains(removed), "{answer}");

    let get = |url: String| {
        let headers = json!({"Authorization": "Bearer {{vault:github}}"});
        Turn::calls([("http_get", json!({"url": url, "headers": headers}))])
    };
    bot.model().script([
        Turn::calls([("vault_list", json!({}))]),
        get("https://example.com/me".to_owned()),
        get(site.url("/me")),
        Turn::text("You are alice."),
    ]);
    alice.says("look up online who I am there").await;
    let prompt = bot.next_message().await;
    reads!(prompt.masked(&host, "HOST"), @"
    Get http://HOST/me
    With the headers Authorization
    It logs in to 127.0.0.1 with your secret github.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(site.hits("/me"), 0);
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"You are alice.");
    let received = site.received();
    assert_eq!(received[0].headers["authorization"], format!("Bearer {VALUE}"));

    // The model reads neither the value nor the server's repetition of it.
    let requests = bot.model().requests();
    let last = format!("{:?}", requests.last().unwrap());
    assert!(last.contains("[secret github]") && last.contains("may be sent to"), "{last}");
    assert!(requests.iter().all(|request| !format!("{request:?}").contains(VALUE)));
    is_stored_nowhere(&bot);
    bot.end().await;
}

async fn a_secret_is_listed_and_deleted<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/vault").await;
    reads!(bot.next_message().await, @"
    Your secrets: none

    To give me a secret, such as an access token, write /vault add NAME SERVER; for example: /vault add github api.github.com. Then I ask you for its value. I send it to that server alone.
    ");
    for (words, answer) in [
        ("/vault add github", "To give me a secret"),
        ("/vault add Git!Hub api.github.com", "A name has"),
        ("/vault add github http://api.github.com", "A server is like"),
    ] {
        alice.says(words).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with(answer), "{words}: {text}");
    }
    alice.says("/vault add GitHub api.github.com").await;
    bot.next_message().await;
    alice.says(VALUE).await;
    bot.next_message().await;
    alice.says("/vault").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your secrets: 1

    1. github: for api.github.com, not used yet

    To give me a secret, such as an access token, write /vault add NAME SERVER; for example: /vault add github api.github.com. Then I ask you for its value. I send it to that server alone.
    [1. github]
    ");
    let one = alice.taps(&list, "1. github").await;
    reads!(one, @"
    github
    For: api.github.com
    Added: 1 May 2026, 10:00
    Uses: not used yet

    If I delete it, it is gone for good. What it logs in to still accepts it until you revoke it there.
    [Delete] [Back]
    ");
    reads!(alice.presses(&one, "Delete").await.text, @"The secret is deleted.");
    let list = alice.changes(&one).await;
    reads!(list, @"
    Your secrets: none

    To give me a secret, such as an access token, write /vault add NAME SERVER; for example: /vault add github api.github.com. Then I ask you for its value. I send it to that server alone.
    ");
    assert_eq!(bot.number("SELECT count(*) AS value FROM secrets").await, 0);
    bot.end().await;
}

async fn a_sentence_with_a_value_is_no_form<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says(&format!("/vault add my github api key is {VALUE}")).await;
    let text = bot.next_message().await.text;
    let start = "I could not tell the name, the server and the value apart, so I kept nothing of that.

To give me";
    assert!(text.starts_with(start) && !text.contains(VALUE), "{text}");
    let removed = if C::CHANNEL == "discord" { "Then I ask you" } else { "I have removed your message" };
    assert!(text.contains(removed), "{text}");
    for rows in ["SELECT count(*) AS value FROM secrets", "SELECT count(*) AS value FROM awaited_secrets"] {
        assert_eq!(bot.number(rows).await, 0, "{rows}");
    }
    bot.end().await;
}

async fn the_wait_for_a_value_ends<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let ask = async || {
        alice.says("/vault add github api.github.com").await;
        bot.next_message().await;
    };
    ask().await;
    alice.says("/cancel").await;
    reads!(bot.next_message().await, @"All right, I do not wait for a secret any more.");
    alice.says("remember that the key is under the mat").await;
    reads!(bot.next_message().await, @"I'll remember: the key is under the mat");
    ask().await;
    bot.advance(11);
    for (value, said) in [(VALUE, "You sent the value of github too late"), ("two\nlines", "That cannot be")]
    {
        alice.says(value).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with(said), "{text}");
        ask().await;
    }
    alice.says("/cancel").await;
    bot.next_message().await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM secrets").await, 0);
    assert_eq!(bot.number("SELECT count(*) AS value FROM awaited_secrets").await, 0);
    bot.end().await;
}

async fn a_value_reaches_no_model_whatever_comes_before_it<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let ask = async || {
        alice.says("/vault add github api.github.com").await;
        bot.next_message().await;
    };
    // On Discord nobody can send an unknown command.
    if C::CHANNEL != "discord" {
        ask().await;
        alice.says(&format!("/{VALUE}")).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with("That cannot be the value") && !text.contains(VALUE), "{text}");
        is_stored_nowhere(&bot);
    }
    ask().await;
    alice.sends("note.txt", b"a file", VALUE).await;
    let text = bot.next_message().await.text;
    assert!(text.starts_with("That cannot be the value"), "{text}");
    ask().await;
    alice.says("/help vault").await;
    bot.next_message().await;
    alice.says(VALUE).await;
    let text = bot.next_message().await.text;
    assert!(text.starts_with("I have the secret github now"), "{text}");
    assert!(bot.model().requests().is_empty());
    bot.end().await;
}

async fn a_pressed_suggestion_is_no_value<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me to buy milk").await;
    let question = bot.next_message().await;
    alice.says("/vault add github api.github.com").await;
    bot.next_message().await;
    alice.taps(&question, "In 1 hour").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 hour, at 11:00 (UTC): buy milk");
    assert_eq!(bot.number("SELECT count(*) AS value FROM secrets").await, 0);
    alice.says(VALUE).await;
    let text = bot.next_message().await.text;
    assert!(text.starts_with("I have the secret github now"), "{text}");
    bot.end().await;
}

/// The chat page has no edits.
#[tokio::test]
async fn a_value_in_place_of_the_command_is_stored_nowhere() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { alice, .. } = bot.alice();
    let command = alice.says("/vault add github api.github.com").await;
    bot.next_message().await;
    alice.edits(&command, VALUE).await;
    reads!(bot.next_message().await, @"I carry out a command only as it was first sent. Please send the new version as a message.");
    is_stored_nowhere(&bot);
    bot.end().await;
}

/// Fails if a file beside the database, or the database itself, contains the value.
fn is_stored_nowhere<C: Chat>(bot: &Bot<C>) {
    for entry in std::fs::read_dir(bot.database().parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        assert!(!bytes.windows(VALUE.len()).any(|part| part == VALUE.as_bytes()), "{}", path.display());
    }
}
