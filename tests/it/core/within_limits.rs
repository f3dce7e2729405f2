//! No model receives a request that would exceed a limit, whether for an answer, a description of a picture, or a
//! summary.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use super::pictures::png;
use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

over_every_channel!(
    a_picture_is_not_described_beyond_a_limit,
    a_dearer_model_is_not_asked_in_the_place_of_another,
    a_summary_beyond_a_limit_is_written_by_rules,
);

const RED: [u8; 3] = [255, 0, 0];

/// Returns the settings of `[model]`, which costs next to nothing, and of another model whose requests cost dollars;
/// and the server of the other.
async fn with_dear_model(name: &str) -> (Setup, Model) {
    let dear = Model::start().await;
    let section = format!("MODELS__{}", name.to_uppercase());
    let setup = Setup::new()
        .with_model()
        .await
        .with("MODEL__INPUT_PRICE", "0.1")
        .with("MODEL__OUTPUT_PRICE", "0.1")
        .with(&format!("{section}__PROVIDER"), "openai")
        .with(&format!("{section}__NAME"), name)
        .with(&format!("{section}__BASE_URL"), dear.url())
        .with(&format!("{section}__INPUT_PRICE"), "20000")
        .with(&format!("{section}__OUTPUT_PRICE"), "20000");
    (setup, dear)
}

async fn a_picture_is_not_described_beyond_a_limit<C: Chat>() {
    let (setup, dear) = with_dear_model("eyes").await;
    let setup = setup.with("MEDIA__VISION", "eyes").with("AGENT__MAX_COST", "0.5");
    let bot: Bot<C> = setup.with("AGENT__USER_DAILY_COST", "1000").start().await;
    bot.model().script([Turn::text("I cannot say.")]);
    bot.alice().sends("door.png", &png(RED, 8, 8), "which colour?").await;
    reads!(bot.next_message().await, @"
    I have not looked at your picture: that takes more money than one answer may take.

    I cannot say.
    ");
    let request = bot.model().requests().pop().unwrap();
    let told = request.last_user();
    assert!(told.contains("was not looked at: that would pass a limit. The person has been told."), "{told}");
    bot.end().await;
    dear.finish();
}

#[tokio::test]
async fn neither_is_one_beyond_the_daily_limit_nor_one_that_a_call_shows() {
    let (setup, dear) = with_dear_model("eyes").await;
    let setup = setup.with("MEDIA__VISION", "eyes").with("AGENT__MAX_COST", "1000");
    let bot: Bot<OnWeb> = setup.with("AGENT__USER_DAILY_COST", "0.5").start().await;
    bot.model().script([Turn::text("I cannot say.")]);
    bot.alice().sends("door.png", &png(RED, 8, 8), "").await;
    reads!(bot.next_message().await, @"
    I have not looked at your picture: that takes more money than is left of today's limit.

    I cannot say.
    ");
    bot.model().script([Turn::calls([("look", json!({}))]), Turn::text("I still cannot.")]);
    bot.alice().says("look again").await;
    reads!(bot.next_message().await, @"I still cannot.");
    let request = bot.model().requests().pop().unwrap();
    reads!(request.tool_results()[0], @r#"{"success":false,"error_code":"unavailable","error":"asking a model takes more money than is left of today's limit"}"#);
    bot.end().await;
    dear.finish();
}

#[tokio::test]
async fn a_description_takes_no_longer_than_its_turn_may() {
    let (setup, eyes) = with_dear_model("eyes").await;
    let setup = setup.with("MEDIA__VISION", "eyes").with("AGENT__MAX_COST", "0");
    let setup = setup.with("AGENT__USER_DAILY_COST", "0").with("AGENT__MAX_SECONDS", "60");
    let bot: Bot<OnWeb> = setup.start().await;
    eyes.script([Turn::hang()]);
    bot.alice().sends("door.png", &png(RED, 8, 8), "which colour?").await;
    eyes.called(1).await;
    let said = bot.while_time_passes(bot.next_message()).await;
    reads!(said, @"I stopped here: this took longer than I may spend on one answer. Write “go on” to continue.");
    assert_eq!(bot.model().count(), 0);
    bot.end().await;
    eyes.finish();
}

async fn a_dearer_model_is_not_asked_in_the_place_of_another<C: Chat>() {
    let (setup, dear) = with_dear_model("dear").await;
    let setup = setup.with("MODEL__FALLBACKS", "['dear']").with("AGENT__MAX_COST", "0.5");
    let bot: Bot<C> = setup.start().await;
    // A model's failure may be temporary: it is tried again, although it was set aside for a while.
    bot.model().script([Turn::error(503, None), Turn::text("I am back.")]);
    bot.alice().says("what shall I buy?").await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"I am back.");
    assert_eq!(bot.model().count(), 2);
    bot.end().await;
    dear.finish();
}

async fn a_summary_beyond_a_limit_is_written_by_rules<C: Chat>() {
    let (setup, dear) = with_dear_model("dear").await;
    let setup = setup.with("MODEL__SUMMARIES", "dear").with("AGENT__MAX_COST", "0.5");
    let bot: Bot<C> = setup.start().await;
    bot.model().script([Turn::text("Noted.")]);
    bot.alice().says("My sister is called Bea.").await;
    reads!(bot.next_message().await, @"Noted.");
    bot.alice().says("/compact").await;
    let line = bot.next_message().await;
    reads!(bot.alice().changes(&line).await, @"📚 Summarised 1 turn: “asked “My sister is called Bea.”” Everything stays searchable.");
    bot.end().await;
    dear.finish();
}
