//! A second model answers if the first one does not.

use adjutant_simulators::model::{MODEL, Model, Turn};

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

over_every_channel!(another_model_answers_while_the_first_does_not_and_says_so);

/// Returns the settings of a second model, and a server for it.
async fn with_second_model() -> (Setup, Model) {
    let second = Model::start().await;
    second.require_key("sk-second");
    let setup = Setup::new().with_model().await.with("MODEL__FALLBACKS", "[\"local\"]");
    let setup = setup.with("MODELS__LOCAL__PROVIDER", "openai").with("MODELS__LOCAL__NAME", MODEL);
    let setup =
        setup.with("MODELS__LOCAL__BASE_URL", second.url()).with("MODELS__LOCAL__API_KEY", "sk-second");
    (setup, second)
}

async fn another_model_answers_while_the_first_does_not_and_says_so<C: Chat>() {
    let (setup, second) = with_second_model().await;
    let bot: Bot<C> = setup.start().await;
    bot.model().script([Turn::error(503, None), Turn::text("The first is back.")]);
    second.script([Turn::text("Tea."), Turn::text("And oats.")]);
    bot.alice().says("what shall I buy?").await;
    reads!(bot.next_message().await, @"
    Tea.

    Answered by openai simulated-model, because the first choice does not answer.
    ");
    // For a minute, the first model is not tried.
    bot.alice().says("and?").await;
    reads!(bot.next_message().await, @"
    And oats.

    Answered by openai simulated-model, because the first choice does not answer.
    ");
    bot.advance(2);
    bot.alice().says("thank you").await;
    reads!(bot.next_message().await, @"The first is back.");
    // The conversation holds the second model's answer, without the line below it.
    let request = bot.model().requests().pop().unwrap();
    let said: Vec<_> = request.messages.iter().map(|message| message.text.as_str()).collect();
    assert!(said.contains(&"Tea.") && said.contains(&"And oats."), "{said:?}");
    bot.end().await;
    second.finish();
}

#[tokio::test]
async fn a_refused_key_is_no_dead_end() {
    let (setup, second) = with_second_model().await;
    let bot: Bot<OnWeb> = setup.with("MODEL__API_KEY", "sk-revoked").start().await;
    second.script([Turn::text("Here I am.")]);
    bot.alice().says("anybody there?").await;
    reads!(bot.next_message().await, @"
    Here I am.

    Answered by openai simulated-model, because the first choice does not answer.
    ");
    bot.end().await;
    second.finish();
}
