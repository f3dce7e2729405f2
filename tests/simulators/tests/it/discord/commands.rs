//! Application commands: their rules, and how they are created, changed and deleted.

use adjutant_simulators::discord::{Discord, Rates, Settings};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::{Bot, id};

pub(super) fn path(discord: &Discord) -> String {
    // The default application has the same id as its bot.
    format!("/applications/{}/commands", discord.bot_id())
}

/// Returns a simulator without rate limits: the limit on command changes is not tested here.
pub(super) async fn unlimited() -> Discord {
    Discord::start_with(Settings { rates: Rates::unlimited(), ..Settings::default() }).await
}

fn command(name: &str) -> Value {
    json!({"name": name, "description": "Something to do"})
}

#[tokio::test]
async fn commands_are_created_changed_and_deleted() {
    let discord = unlimited().await;
    let (bot, path) = (Bot::of(&discord), path(&discord));
    assert_eq!(bot.get(&path).await, json!([]));
    let status = bot.call(Verb::POST, &path, command("status")).await;
    assert_eq!((&status["type"], &status["description"]), (&json!(1), &json!("Something to do")));
    let same = bot.call(Verb::POST, &path, command("status")).await;
    assert_eq!(same, status, "the same again changes nothing");

    let one = format!("{path}/{}", id(&status));
    let changed = bot.call(Verb::PATCH, &one, json!({"description": "How it is"})).await;
    assert_eq!((&changed["id"], &changed["description"]), (&status["id"], &json!("How it is")));
    assert_ne!(changed["version"], status["version"]);
    assert_eq!(discord.commands(), [changed]);

    bot.call(Verb::DELETE, &one, Value::Null).await;
    assert_eq!(bot.refusal(Verb::DELETE, &one, Value::Null).await, "404 10063 Unknown application command");
    let edited = bot.refusal(Verb::PATCH, &one, json!({})).await;
    assert_eq!(edited, "404 10063 Unknown application command");
    assert_eq!(bot.get(&path).await, json!([]));
}

#[tokio::test]
async fn overwriting_keeps_what_has_the_same_name() {
    let discord = unlimited().await;
    let (bot, path) = (Bot::of(&discord), path(&discord));
    let list = json!([command("status"), command("stop")]);
    let before = bot.call(Verb::PUT, &path, list).await;
    let after = bot.call(Verb::PUT, &path, json!([command("stop"), command("new")])).await;
    let find = |list: &Value, name: &str| {
        list.as_array().unwrap().iter().find(|command| command["name"] == name).cloned()
    };
    assert_eq!(find(&before, "stop"), find(&after, "stop"));
    assert_eq!(find(&after, "status"), None);
    assert!(find(&after, "new").is_some());

    let duplicate = json!([command("stop"), command("stop")]);
    let refusal = bot.refusal(Verb::PUT, &path, duplicate).await;
    assert!(refusal.contains("APPLICATION_COMMANDS_DUPLICATE_NAME"), "{refusal}");
    assert_eq!(bot.get(&path).await, after, "what is refused changes nothing");
    discord.take_complaints();
}

#[tokio::test]
async fn descriptions_in_other_languages_are_listed_on_demand() {
    let discord = unlimited().await;
    let (bot, path) = (Bot::of(&discord), path(&discord));
    let theirs = json!({"de": "Wie es geht", "es-419": "Cómo va"});
    let mut status = command("status");
    status["description_localizations"] = theirs.clone();
    bot.call(Verb::POST, &path, status).await;
    assert_eq!(bot.get(&path).await[0]["description_localizations"], Value::Null);
    let all = bot.get(&format!("{path}?with_localizations=true")).await;
    assert_eq!(all[0]["description_localizations"], theirs);
}

#[tokio::test]
async fn a_guild_has_commands_of_its_own() {
    let discord = unlimited().await;
    let bot = Bot::of(&discord);
    discord.guild(900, "home");
    let of_guild = |guild: u64| path(&discord).replace("/commands", &format!("/guilds/{guild}/commands"));
    let made = bot.call(Verb::POST, &of_guild(900), command("local")).await;
    assert_eq!(made["guild_id"], "900");
    assert_eq!(discord.guild_commands(900), [made]);
    assert_eq!(discord.commands(), [] as [Value; 0]);
    assert_eq!(bot.refusal(Verb::GET, &of_guild(901), Value::Null).await, "403 50001 Missing Access");
    let other = bot.refusal(Verb::GET, "/applications/5/commands", Value::Null).await;
    assert_eq!(other, "404 10002 Unknown Application");
    discord.take_complaints();
}

#[tokio::test]
async fn commands_have_limits() {
    let discord = unlimited().await;
    let (bot, path) = (Bot::of(&discord), path(&discord));
    let option = |name: &str, rest: Value| {
        let mut option = json!({"type": 3, "name": name, "description": "An argument"});
        option.as_object_mut().unwrap().extend(rest.as_object().cloned().unwrap_or_default());
        option
    };
    let with = |options: Vec<Value>| json!({"name": "run", "description": "x", "options": options});
    let choices: Vec<Value> = (0..26).map(|n| json!({"name": format!("{n}"), "value": "x"})).collect();
    let cases = [
        (json!({"name": "Status", "description": "x"}), "APPLICATION_COMMAND_INVALID_NAME"),
        (json!({"name": "two words", "description": "x"}), "APPLICATION_COMMAND_INVALID_NAME"),
        (json!({"name": "x".repeat(33), "description": "x"}), "Must be between 1 and 32 in length."),
        (json!({"name": "x", "description": ""}), "Must be between 1 and 100 in length."),
        (json!({"name": "x", "description": "x".repeat(101)}), "Must be between 1 and 100 in length."),
        (json!({"name": "x", "type": 2}), "only commands that are typed"),
        (
            json!({"name": "x", "description": "x", "description_localizations": {"es": "x"}}),
            "must be one of the languages",
        ),
        (
            json!({"name": "x", "description": "x", "description_localizations": {"de": "x".repeat(101)}}),
            "Must be between 1 and 100 in length.",
        ),
        (with((0..26).map(|n| option(&n.to_string(), json!({}))).collect()), "Must be between 0 and 25"),
        (
            with(vec![option("a", json!({})), option("b", json!({"required": true}))]),
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (with(vec![option("a", json!({})), option("a", json!({}))]), "OPTIONS_NAME_DUPLICATE"),
        (with(vec![option("a", json!({"choices": choices}))]), "Must be between 0 and 25"),
        (
            with(vec![option("a", json!({"autocomplete": true, "choices": choices[..1]}))]),
            "AUTOCOMPLETE_CHOICES",
        ),
        (with(vec![option("a", json!({"type": 5, "autocomplete": true}))]), "OPTION_TYPE_INVALID"),
        (with(vec![option("a", json!({"type": 99}))]), "BASE_TYPE_CHOICES"),
    ];
    let count = cases.len();
    for (command, expected) in cases {
        let refusal = bot.refusal(Verb::POST, &path, command).await;
        assert!(refusal.starts_with("400 50035") && refusal.contains(expected), "{expected}: {refusal}");
    }
    assert_eq!(discord.take_complaints().len(), count);
    bot.call(Verb::POST, &path, json!({"name": "größe", "description": "ü".repeat(100)})).await;
}

#[tokio::test]
async fn there_are_not_more_than_a_hundred_commands_and_two_hundred_creates_a_day() {
    let discord = unlimited().await;
    let (bot, path) = (Bot::of(&discord), path(&discord));
    let batch = |from: usize, to: usize| (from..to).map(|n| command(&format!("c{n}"))).collect::<Value>();
    bot.call(Verb::PUT, &path, batch(0, 100)).await;
    let full = bot.refusal(Verb::POST, &path, command("more")).await;
    assert_eq!(full, "400 30032 Maximum number of application commands reached (100)");
    assert_eq!(discord.take_complaints().len(), 1);
    bot.call(Verb::PUT, &path, batch(100, 200)).await;
    let spent = bot.refusal(Verb::PUT, &path, batch(199, 201)).await;
    assert_eq!(spent, "400 30034 Max number of daily application command creates has been reached (200)");
    assert_eq!(discord.commands().len(), 100, "what is refused changes nothing");
}
