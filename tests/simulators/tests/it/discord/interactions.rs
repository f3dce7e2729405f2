//! Commands, presses, choices and forms, from both sides.

use std::time::Duration;

use adjutant_simulators::discord::{AckKind, Discord, User};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::{
    client::{Bot, id},
    commands,
    wire::{CONTENT, USUAL, Wire},
};

/// A connected bot with a command `status`.
struct Setup {
    discord: Discord,
    bot: Bot,
    wire: Wire,
    alice: User,
}

impl Setup {
    async fn new() -> Self {
        let discord = commands::unlimited().await;
        let bot = Bot::of(&discord);
        let alice = discord.user(42, "alice");
        let wire = Wire::identified(&discord, USUAL | CONTENT).await;
        let options = json!([
            {"type": 3, "name": "what", "description": "Of what", "autocomplete": true},
            {"type": 4, "name": "count", "description": "How many"},
        ]);
        let command = json!({"name": "status", "description": "How it is", "options": options});
        bot.call(Verb::POST, &commands::path(&discord), command).await;
        Self { discord, bot, wire, alice }
    }

    /// Returns the next interaction event, and the path of its first answer.
    async fn hears(&mut self) -> (Value, String) {
        let event = self.wire.event("INTERACTION_CREATE").await;
        let token = event["token"].as_str().unwrap_or_default();
        let path = format!("/interactions/{}/{token}/callback", id(&event));
        (event, path)
    }

    /// Returns the path of the interaction's further messages.
    fn webhook(&self, event: &Value) -> String {
        format!("/webhooks/{}/{}", self.discord.bot_id(), event["token"].as_str().unwrap_or_default())
    }

    /// Sends a message of the bot to alice's direct chat, with a button and a menu.
    async fn prompts(&mut self) -> adjutant_simulators::discord::BotMessage {
        let buttons = json!([{"type": 2, "style": 1, "label": "Approve", "custom_id": "ok:1"}]);
        let options = json!([{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]);
        let menu = json!([{"type": 3, "custom_id": "pick", "options": options}]);
        let rows = json!([{"type": 1, "components": buttons}, {"type": 1, "components": menu}]);
        self.bot.creates(self.alice.direct(), json!({"content": "Really?", "components": rows})).await;
        self.wire.event("MESSAGE_CREATE").await;
        self.discord.next_message(&self.alice).await
    }
}

#[tokio::test]
async fn a_command_is_told_with_its_arguments() {
    let mut setup = Setup::new().await;
    let guild = setup.discord.guild(900, "home");
    let (channel, role) = (guild.channel(901, "general"), guild.role(902, "crew"));
    guild.gives_role(&setup.alice, role);
    for name in ["GUILD_CREATE", "CHANNEL_CREATE", "GUILD_ROLE_CREATE"] {
        setup.wire.event(name).await;
    }
    let direct = setup.alice.runs(&setup.alice, "status", &[("what", "all"), ("count", "3")]).await;
    let (event, path) = setup.hears().await;
    assert_eq!((id(&event), &event["type"], &event["version"]), (direct.id(), &json!(2), &json!(1)));
    assert_eq!(event["data"]["name"], "status");
    assert_eq!(
        event["data"]["options"],
        json!([{"name": "what", "type": 3, "value": "all"}, {"name": "count", "type": 4, "value": 3}])
    );
    assert_eq!((&event["user"]["id"], &event["member"]), (&json!("42"), &Value::Null));
    assert_eq!(event["channel_id"], setup.alice.direct().to_string());

    let answer = json!({"type": 4, "data": {"content": "All is well."}});
    setup.bot.call(Verb::POST, &path, answer.clone()).await;
    let acknowledged = direct.acknowledged().await;
    assert_eq!((acknowledged.kind, acknowledged.ephemeral), (AckKind::Message, false));
    assert_eq!(Some(acknowledged.after), direct.elapsed_to_ack());
    assert_eq!(direct.answer().await.text, "All is well.");
    let message = setup.wire.event("MESSAGE_CREATE").await;
    assert_eq!((&message["type"], &message["interaction_metadata"]["id"]), (&json!(20), &event["id"]));

    let again = setup.bot.refusal(Verb::POST, &path, answer).await;
    assert_eq!(again, "400 40060 Interaction has already been acknowledged.");

    drop(setup.alice.runs(&channel, "status", &[]).await);
    let (event, _) = setup.hears().await;
    assert_eq!((&event["guild_id"], &event["user"]), (&json!("900"), &Value::Null));
    assert_eq!((&event["member"]["user"]["id"], &event["member"]["roles"]), (&json!("42"), &json!(["902"])));
}

#[tokio::test]
async fn a_deferred_answer_is_edited_and_followed_up() {
    let mut setup = Setup::new().await;
    let interaction = setup.alice.runs(&setup.alice, "status", &[]).await;
    let (event, path) = setup.hears().await;
    let webhook = setup.webhook(&event);
    let original = format!("{webhook}/messages/@original");
    let early = setup.bot.refusal(Verb::PATCH, &original, json!({"content": "x"})).await;
    assert_eq!(early, "404 10015 Unknown Webhook");
    assert_eq!(setup.discord.take_complaints().len(), 1);

    setup.bot.call(Verb::POST, &path, json!({"type": 5, "data": {"flags": 64}})).await;
    assert_eq!(interaction.acknowledged().await.kind, AckKind::Deferred);
    let thinking = setup.bot.refusal(Verb::GET, &original, Value::Null).await;
    assert_eq!(thinking, "404 10008 Unknown Message");
    let sent = setup.bot.call(Verb::PATCH, &original, json!({"content": "Only for you."})).await;
    let answer = interaction.answer().await;
    assert_eq!((answer.text.as_str(), answer.ephemeral_for), ("Only for you.", Some(42)));
    setup.bot.call(Verb::PATCH, &original, json!({"content": "Still."})).await;
    setup.discord.shows(&answer, "Still.").await;
    assert_eq!(setup.bot.get(&original).await["content"], "Still.");

    let by_channel = format!("/channels/{}/messages/{}", setup.alice.direct(), id(&sent));
    let unseen = setup.bot.refusal(Verb::GET, &by_channel, Value::Null).await;
    assert_eq!(unseen, "404 10008 Unknown Message");
    let more = setup.bot.call(Verb::POST, &webhook, json!({"content": "More"})).await;
    assert_eq!(setup.discord.next_message(&setup.alice).await.text, "More");
    let more = format!("{webhook}/messages/{}", id(&more));
    setup.bot.call(Verb::PATCH, &more, json!({"content": "Even more"})).await;
    setup.bot.call(Verb::DELETE, &more, Value::Null).await;
    setup.bot.call(Verb::DELETE, &original, Value::Null).await;
    let gone = setup.bot.refusal(Verb::GET, &original, Value::Null).await;
    assert_eq!(gone, "404 10008 Unknown Message");
    let strange = setup.bot.refusal(Verb::GET, &format!("{webhook}/messages/7"), Value::Null).await;
    assert_eq!(strange, "404 10008 Unknown Message");
}

#[tokio::test]
async fn the_first_message_after_a_deferred_answer_is_the_answer() {
    let mut setup = Setup::new().await;
    let interaction = setup.alice.runs(&setup.alice, "status", &[]).await;
    let (event, path) = setup.hears().await;
    let answered =
        setup.bot.call(Verb::POST, &format!("{path}?with_response=true"), json!({"type": 5})).await;
    assert_eq!(answered["interaction"]["response_message_loading"], true);
    let webhook = setup.webhook(&event);
    let sent = setup.bot.call(Verb::POST, &webhook, json!({"content": "Here"})).await;
    assert_eq!(id(&setup.bot.get(&format!("{webhook}/messages/@original")).await), id(&sent));
    assert_eq!(interaction.answer().await.text, "Here");
}

#[tokio::test]
async fn interactions_wait_and_live_only_so_long() {
    let mut setup = Setup::new().await;
    drop(setup.alice.runs(&setup.alice, "status", &[]).await);
    let (_, late) = setup.hears().await;
    setup.discord.set_interaction_ack(Duration::ZERO);
    assert_eq!(
        setup.bot.refusal(Verb::POST, &late, json!({"type": 5})).await,
        "404 10062 Unknown interaction"
    );
    assert_eq!(setup.discord.take_complaints().len(), 1);
    setup.discord.set_interaction_ack(Duration::from_secs(3));

    drop(setup.alice.runs(&setup.alice, "status", &[]).await);
    let (event, path) = setup.hears().await;
    setup.bot.call(Verb::POST, &path, json!({"type": 5})).await;
    setup.discord.set_interaction_lifetime(Duration::ZERO);
    let original = format!("{}/messages/@original", setup.webhook(&event));
    let expired = setup.bot.refusal(Verb::PATCH, &original, json!({"content": "x"})).await;
    assert_eq!(expired, "401 50027 Invalid Webhook Token");
}

#[tokio::test]
async fn a_press_changes_the_message_or_answers_its_presser_alone() {
    let mut setup = Setup::new().await;
    let prompt = setup.prompts().await;
    let press = setup.alice.presses(&prompt, "Approve").await;
    let (event, path) = setup.hears().await;
    assert_eq!(event["type"], 3);
    assert_eq!(event["data"], json!({"custom_id": "ok:1", "component_type": 2}));
    assert_eq!((&event["message"]["content"], id(&event["message"])), (&json!("Really?"), prompt.id));
    setup.bot.call(Verb::POST, &path, json!({"type": 4, "data": {"content": "No.", "flags": 64}})).await;
    let answer = press.answer().await;
    assert_eq!((answer.text.as_str(), answer.ephemeral_for), ("No.", Some(42)));

    let press = setup.alice.presses(&prompt, "Approve").await;
    let (_, path) = setup.hears().await;
    let update = json!({"type": 7, "data": {"content": "Approved.", "components": []}});
    setup.bot.call(Verb::POST, &path, update).await;
    assert_eq!(press.acknowledged().await.kind, AckKind::Update);
    let shown = setup.discord.shows(&prompt, "Approved.").await;
    assert_eq!((shown.id, shown.buttons.len()), (prompt.id, 0));
    assert_eq!(setup.wire.event("MESSAGE_UPDATE").await["content"], "Approved.");

    let stale = setup.alice.taps_data(&prompt, "ok:1").await;
    let (event, path) = setup.hears().await;
    setup.bot.call(Verb::POST, &path, json!({"type": 6})).await;
    assert_eq!(stale.acknowledged().await.kind, AckKind::DeferredUpdate);
    let original = format!("{}/messages/@original", setup.webhook(&event));
    setup.bot.call(Verb::PATCH, &original, json!({"content": "Done."})).await;
    assert_eq!(stale.answer().await.id, prompt.id);
    setup.discord.shows(&prompt, "Done.").await;
}

#[tokio::test]
async fn a_choice_from_a_menu_carries_its_value() {
    let mut setup = Setup::new().await;
    let prompt = setup.prompts().await;
    drop(setup.alice.selects(&prompt, "Two").await);
    let (event, _) = setup.hears().await;
    assert_eq!(event["data"], json!({"custom_id": "pick", "component_type": 3, "values": ["2"]}));
}

#[tokio::test]
async fn a_form_is_opened_and_sent() {
    let mut setup = Setup::new().await;
    let prompt = setup.prompts().await;
    let press = setup.alice.presses(&prompt, "Approve").await;
    let (_, path) = setup.hears().await;
    let input = json!({"type": 4, "custom_id": "why", "label": "Why?", "style": 1});
    let rows = json!([{"type": 1, "components": [input]}]);
    let too_long = json!({"custom_id": "form", "title": "x".repeat(46), "components": rows});
    let refusal = setup.bot.refusal(Verb::POST, &path, json!({"type": 9, "data": too_long})).await;
    assert!(refusal.contains("Must be between 1 and 45 in length."), "{refusal}");
    assert_eq!(setup.discord.take_complaints().len(), 1);
    let form = json!({"custom_id": "form", "title": "Reason", "components": rows});
    setup.bot.call(Verb::POST, &path, json!({"type": 9, "data": form})).await;
    let modal = press.modal().await;
    assert_eq!((modal.title.as_str(), modal.inputs.len()), ("Reason", 1));

    let sent = setup.alice.submits(&modal, &[("why", "because")]).await;
    let (event, path) = setup.hears().await;
    assert_eq!((&event["type"], &event["data"]["custom_id"]), (&json!(5), &json!("form")));
    assert_eq!(event["data"]["components"][0]["components"][0]["value"], "because");
    assert_eq!(id(&event["message"]), prompt.id);
    let again = setup.bot.refusal(Verb::POST, &path, json!({"type": 9, "data": form})).await;
    assert!(again.contains("INTERACTION_CALLBACK_TYPE_INVALID"), "{again}");
    assert_eq!(setup.discord.take_complaints().len(), 1);
    setup.bot.call(Verb::POST, &path, json!({"type": 7, "data": {"content": "Noted."}})).await;
    assert_eq!(sent.answer().await.text, "Noted.");
}

#[tokio::test]
async fn choices_are_offered_while_an_argument_is_typed() {
    let mut setup = Setup::new().await;
    let alice = setup.alice.clone();
    let (offered, ()) = tokio::join!(alice.types(&alice, "status", "what", "sch"), async {
        let (event, path) = setup.hears().await;
        assert_eq!(event["type"], 4);
        let typed = json!([{"name": "what", "type": 3, "value": "sch", "focused": true}]);
        assert_eq!(event["data"]["options"], typed);
        let none = setup.bot.refusal(Verb::POST, &path, json!({"type": 5})).await;
        assert!(none.contains("INTERACTION_CALLBACK_TYPE_INVALID"), "{none}");
        let many: Vec<Value> = (0..26).map(|_| json!({"name": "x", "value": "x"})).collect();
        let many = setup.bot.refusal(Verb::POST, &path, json!({"type": 8, "data": {"choices": many}})).await;
        assert!(many.contains("Must be between 0 and 25 in length."), "{many}");
        let choices = json!([{"name": "Schedules", "value": "schedules"}]);
        setup.bot.call(Verb::POST, &path, json!({"type": 8, "data": {"choices": choices}})).await;
    });
    assert_eq!(offered, [("Schedules".to_owned(), "schedules".to_owned())]);
    assert_eq!(setup.discord.take_complaints().len(), 2);
}

#[tokio::test]
async fn answers_need_the_right_token_and_content() {
    let mut setup = Setup::new().await;
    drop(setup.alice.runs(&setup.alice, "status", &[]).await);
    let (event, path) = setup.hears().await;
    let wrong = format!("/interactions/{}/x/callback", id(&event));
    let unknown = setup.bot.refusal(Verb::POST, &wrong, json!({"type": 5})).await;
    assert_eq!(unknown, "404 10062 Unknown interaction");
    let long = json!({"type": 4, "data": {"content": "x".repeat(2001)}});
    let long = setup.bot.refusal(Verb::POST, &path, long).await;
    assert!(long.starts_with("400 50035"), "{long}");
    let update = setup.bot.refusal(Verb::POST, &path, json!({"type": 6})).await;
    assert!(update.contains("INTERACTION_CALLBACK_TYPE_INVALID"), "{update}");
    let stranger = format!("/webhooks/{}/x", setup.discord.bot_id());
    let stranger = setup.bot.refusal(Verb::POST, &stranger, json!({"content": "x"})).await;
    assert_eq!(stranger, "401 50027 Invalid Webhook Token");
    assert_eq!(setup.discord.take_complaints().len(), 4);
    // The refusals have changed nothing.
    setup.bot.call(Verb::POST, &path, json!({"type": 4, "data": {"content": "Here"}})).await;
    assert_eq!(setup.discord.next_message(&setup.alice).await.text, "Here");
}
