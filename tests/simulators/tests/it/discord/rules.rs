//! The platform's refusals, and which of them count as a bug of the bot.

use adjutant_simulators::discord::{Discord, Rates, Settings};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::{AGENT, Bot, describe, id};
use crate::client::http;

/// Returns a Discord without rate limits, with channel 901 in a guild, and alice in it.
async fn guild() -> (Discord, Bot) {
    let settings = Settings { rates: Rates::unlimited(), ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    let bot = Bot::of(&discord);
    let channel = discord.guild(900, "Guild").channel(901, "general");
    discord.user(42, "alice").says_in(&channel, "hi").await;
    (discord, bot)
}

/// Expects a refusal that is also a complaint.
async fn bug(discord: &Discord, bot: &Bot, body: Value) -> String {
    let refusal = bot.refused_message(901, body).await;
    assert_eq!(discord.take_complaints().len(), 1, "{refusal}");
    refusal
}

fn row(components: Value) -> Value {
    json!({"content": "choose", "components": [{"type": 1, "components": components}]})
}

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "Yes", "custom_id": id})
}

#[tokio::test]
async fn a_content_has_two_thousand_code_points() {
    let (discord, bot) = guild().await;
    bot.says(901, &"🦀".repeat(2000)).await;
    assert_eq!(
        bug(&discord, &bot, json!({"content": "a".repeat(2001)})).await,
        "400 50035 Invalid Form Body {\"content\":{\"_errors\":[{\"code\":\"BASE_TYPE_MAX_LENGTH\",\
         \"message\":\"Must be 2000 or fewer in length.\"}]}}"
    );
    discord.read_all(&901);
}

#[tokio::test]
async fn a_message_says_or_shows_something() {
    let (discord, bot) = guild().await;
    assert_eq!(
        bug(&discord, &bot, json!({"content": " \n"})).await,
        "400 50006 Cannot send an empty message"
    );
    let only_buttons = json!({"components": row(json!([button("a")]))["components"]});
    assert_eq!(bug(&discord, &bot, only_buttons).await, "400 50006 Cannot send an empty message");
    let embed = json!({"embeds": [{"description": "a".repeat(4096)}]});
    assert_eq!(bot.creates(901, embed).await["content"], "");
    discord.read_all(&901);
}

#[tokio::test]
async fn components_keep_to_their_numbers_and_lengths() {
    let (discord, bot) = guild().await;
    let option = |value: &str| json!({"label": "One", "value": value});
    let menu = |options: Vec<Value>| json!({"type": 3, "custom_id": "m", "options": options});
    let values: Vec<Value> = (0..26).map(|value| option(&value.to_string())).collect();
    for (components, code) in [
        (json!([button(&"a".repeat(101))]), "BASE_TYPE_BAD_LENGTH"),
        (json!([button("")]), "BASE_TYPE_BAD_LENGTH"),
        (json!([button("a"), button("a")]), "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (Value::from_iter((0..6).map(|id| button(&id.to_string()))), "BASE_TYPE_BAD_LENGTH"),
        (json!([{"type": 2, "style": 1, "label": "a".repeat(81), "custom_id": "a"}]), "BASE_TYPE_BAD_LENGTH"),
        (json!([{"type": 2, "style": 5, "label": "a", "custom_id": "a"}]), "BUTTON_COMPONENT_INVALID"),
        (json!([menu(values)]), "BASE_TYPE_BAD_LENGTH"),
        (json!([menu(vec![])]), "BASE_TYPE_BAD_LENGTH"),
        (json!([menu(vec![option("a"), option("a")])]), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        (json!([menu(vec![option("a")]), button("a")]), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (json!([{"type": 10, "content": "text"}]), "UNION_TYPE_CHOICES"),
    ] {
        let refusal = bug(&discord, &bot, row(components.clone())).await;
        assert!(refusal.contains(&format!("\"code\":\"{code}\"")), "{components}: {refusal}");
    }
    let rows: Vec<Value> =
        (0..6).map(|id| json!({"type": 1, "components": [button(&id.to_string())]})).collect();
    assert!(bug(&discord, &bot, json!({"content": "a", "components": rows})).await.contains("BAD_LENGTH"));

    bot.creates(901, row(json!([button(&"a".repeat(100))]))).await;
    bot.creates(901, row(json!([menu(vec![option("a")])]))).await;
    let [buttons, menus] = <[_; 2]>::try_from(discord.read_all(&901)).unwrap();
    assert_eq!(buttons.labels(), [["Yes"]]);
    assert_eq!(menus.menus, [[("One".to_owned(), "a".to_owned())]]);
}

#[tokio::test]
async fn a_nonce_makes_a_message_once_for_some_minutes() {
    let (discord, bot) = guild().await;
    discord.set_time(1_777_629_600_000);
    let body = || json!({"content": "hello", "nonce": "n1", "enforce_nonce": true});
    let first = bot.creates(901, body()).await;
    assert_eq!(first["nonce"], "n1");
    discord.set_time(1_777_629_600_000 + 4 * 60_000);
    assert_eq!(bot.creates(901, body()).await["id"], first["id"]);
    assert_eq!(discord.next_message(&901).await.nonce.as_deref(), Some("n1"));
    let fetched = bot.get(&format!("/channels/901/messages/{}", id(&first))).await;
    assert_eq!(fetched["nonce"], Value::Null, "the platform drops it from what is fetched");
    discord.set_time(1_777_629_600_000 + 6 * 60_000);
    assert_ne!(bot.creates(901, body()).await["id"], first["id"]);
    bot.creates(901, json!({"content": "hello", "nonce": "n1"})).await;
    assert_eq!(discord.read_all(&901).len(), 2, "too late, and not enforced");
    let second = bot.creates(901, json!({"content": "hello", "nonce": "n2"})).await;
    bot.call(Verb::DELETE, &format!("/channels/901/messages/{}", id(&second)), Value::Null).await;
    let again = json!({"content": "hello", "nonce": "n2", "enforce_nonce": true});
    let refusal = bot.refused_message(901, again).await;
    assert!(refusal.contains("10008"), "a deleted message keeps its nonce: {refusal}");
    let long = json!({"content": "hello", "nonce": "n".repeat(26)});
    assert!(bug(&discord, &bot, long).await.contains("\"nonce\""));
}

#[tokio::test]
async fn a_reply_refers_to_a_message_that_is_there() {
    let (discord, bot) = guild().await;
    let hi = discord.user(42, "alice").says_in(&901, "hi").await;
    let reply = |id: u64, fail: bool| {
        let reference = json!({"message_id": id.to_string(), "fail_if_not_exists": fail});
        json!({"content": "hello", "message_reference": reference})
    };
    assert_eq!(bot.creates(901, reply(hi.id, true)).await["type"], 19);
    let message = discord.next_message(&901).await;
    assert_eq!((message.reply_to, message.pings), (Some(hi.id), vec![42]));
    let refusal = bot.refused_message(901, reply(1, true)).await;
    assert!(refusal.starts_with("400 50035 Invalid Form Body {\"message_reference\""), "{refusal}");
    bot.creates(901, reply(1, false)).await;
    assert_eq!(discord.next_message(&901).await.reply_to, None);
}

#[tokio::test]
async fn only_those_are_notified_whom_allowed_mentions_names() {
    let (discord, bot) = guild().await;
    let guild = discord.guild(900, "Guild");
    let (bob, role) = (discord.user(43, "bob"), guild.role(902, "crew"));
    guild.gives_role(&bob, role);
    let text = "<@42> <@&902> @everyone `<@43>` <@44>";
    let pings = async |allowed: Value| {
        bot.creates(901, json!({"content": text, "allowed_mentions": allowed})).await;
        discord.next_message(&901).await.pings
    };
    assert!(pings(json!({"parse": []})).await.is_empty());
    assert_eq!(pings(json!({"parse": [], "users": ["42"]})).await, [42]);
    assert_eq!(pings(json!({"parse": ["roles"]})).await, [43]);
    assert_eq!(pings(json!({"parse": ["everyone"]})).await, [42, 43]);
    let both = json!({"content": text, "allowed_mentions": {"parse": ["users"], "users": ["42"]}});
    assert!(bug(&discord, &bot, both).await.contains("mutually exclusive"));
    bot.says(901, "hello <@42>").await;
    assert_eq!(
        discord.take_complaints(),
        ["a content that could ping without allowed_mentions: \"hello <@42>\""]
    );
    assert_eq!(discord.next_message(&901).await.pings, [42]);
}

#[tokio::test]
async fn an_edit_changes_what_it_names() {
    let (discord, bot) = guild().await;
    let sent = bot.creates(901, row(json!([button("a")]))).await;
    let path = format!("/channels/901/messages/{}", id(&sent));
    let edited = bot.call(Verb::PATCH, &path, json!({"content": "chosen"})).await;
    assert_eq!((&edited["content"], &edited["components"]), (&json!("chosen"), &sent["components"]));
    assert!(edited["edited_timestamp"].is_string());
    bot.call(Verb::PATCH, &path, json!({"components": [], "flags": 4})).await;
    let first = discord.next_edit(&901).await;
    assert_eq!((first.text.as_str(), first.labels()), ("chosen", vec![vec!["Yes"]]));
    let message = discord.when(&first, |message| message.buttons.is_empty()).await;
    assert_eq!(message.flags, 4);
    assert!(bot.refusal(Verb::PATCH, &path, json!({"content": null})).await.contains("50006"));
    bot.call(Verb::DELETE, &path, Value::Null).await;
    assert_eq!(discord.message(&first), None);
    assert_eq!(discord.take_complaints().len(), 1);
    assert_eq!(bot.refusal(Verb::PATCH, &path, json!({"content": "a"})).await, "404 10008 Unknown Message");
}

#[tokio::test]
async fn reactions_are_the_bots_own() {
    let (discord, bot) = guild().await;
    let hi = discord.user(42, "alice").says_in(&901, "hi").await;
    let path = |emoji: &str| format!("/channels/901/messages/{}/reactions/{emoji}/@me", hi.id);
    bot.call(Verb::PUT, &path("%F0%9F%91%80"), Value::Null).await;
    assert_eq!(discord.next_reaction(&hi).await, "👀");
    bot.call(Verb::DELETE, &path("%F0%9F%91%80"), Value::Null).await;
    assert!(discord.reactions(&hi).is_empty());
    assert_eq!(bot.refusal(Verb::PUT, &path("eyes"), Value::Null).await, "400 10014 Unknown Emoji");
    assert_eq!(discord.take_complaints().len(), 1);
}

#[tokio::test]
async fn a_request_says_who_sends_it_and_where_to() {
    let (discord, bot) = guild().await;
    let url = format!("{}/api/v10/users/@me", discord.url());
    let without_token = http().get(&url).header("user-agent", AGENT).send().await.unwrap();
    assert_eq!(describe(without_token).await, "401 0 401: Unauthorized");
    let token = format!("Bot {}", discord.token());
    assert!(http().get(&url).header("authorization", token).send().await.unwrap().status().is_success());
    assert_eq!(bot.refusal(Verb::GET, "/nowhere", Value::Null).await, "404 0 404: Not Found");
    let broken = bot.request(Verb::POST, "/channels/901/messages").body("{}").send().await.unwrap();
    assert_eq!(describe(broken).await, "400 50109 The request body contains invalid JSON.");
    let complaints = discord.take_complaints();
    assert_eq!(complaints.len(), 4, "{complaints:?}");
    assert!(complaints[1].contains("user agent \"\""), "{complaints:?}");
}

#[tokio::test]
#[should_panic(expected = "requests that the bot must not make")]
async fn what_was_wrong_fails_the_test() {
    let (discord, bot) = guild().await;
    bot.refused_message(901, json!({"content": ""})).await;
    discord.finish();
}

#[tokio::test]
#[should_panic(expected = "did not read:\nadjutant: hello")]
async fn what_is_unread_fails_the_test() {
    let (discord, bot) = guild().await;
    bot.says(901, "hello").await;
    discord.finish();
}
