//! Several models: one for each task, and one that a person chooses.

use adjutant_simulators::model::{Model, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

over_every_channel!(
    each_task_is_done_by_its_model,
    a_person_chooses_the_model_of_a_conversation,
    a_model_that_is_gone_is_told_once,
    a_schedule_keeps_the_model_of_its_conversation,
);

/// Returns the settings of a usual model and two named ones, and the server of all three. Each model states its name.
async fn with_models() -> (Setup, Model) {
    let server = Model::start().await;
    server.answer_with(|request| Turn::text(format!("By {}.", request.model)));
    let mut setup = Setup::new();
    for (section, name) in [("MODEL", "usual"), ("MODELS__CLEVER", "clever"), ("MODELS__QUICK", "quick")] {
        setup = setup
            .with(&format!("{section}__PROVIDER"), "openai")
            .with(&format!("{section}__NAME"), format!("{name}-model"))
            .with(&format!("{section}__BASE_URL"), server.url())
            .with(&format!("{section}__API_KEY"), "sk-simulated");
    }
    (setup, server)
}

async fn each_task_is_done_by_its_model<C: Chat>() {
    let (setup, server) = with_models().await;
    let bot: Bot<C> = setup
        .with("MODEL__RUNS", "quick")
        .with("MODEL__SPECIALISTS", "quick")
        .with("MODEL__SUMMARIES", "clever")
        .with("AGENTS__POET__DESCRIPTION", "writes verse")
        .with("AGENTS__POET__MODEL", "clever")
        .start()
        .await;
    let alice = bot.alice();

    let task = json!({ "goal": "look at the tide", "cadence_type": "interval", "cadence_value": "1h" });
    server.script([Turn::calls([("schedule_create", task)]), Turn::text("Every hour.")]);
    alice.says("look at the tide every hour").await;
    reads!(bot.next_message().await, @"Every hour.");
    bot.advance(60);
    reads!(bot.next_message().await, @"
    look at the tide

    By quick-model.
    [Snooze …] [Run again]
    [Pause] [History]
    ");

    let work = json!({ "agent": "poet", "goal": "praise the tide" });
    server.script([Turn::calls([("delegate_to_agent", work)])]);
    alice.says("praise the tide").await;
    let line = bot.next_message().await;
    reads!(bot.next_message().await, @"By usual-model.");
    alice.shows(&line, "✅ poet is done").await;
    let request = server.requests().pop().unwrap();
    assert!(request.tool_results()[0].contains("By clever-model."), "{:?}", request.tool_results());

    let work = json!({ "title": "Low tide", "goal": "find the low tide", "tools": [] });
    server.script([Turn::calls([("task", work)])]);
    alice.says("and the low tide").await;
    let line = bot.next_message().await;
    reads!(bot.next_message().await, @"By usual-model.");
    reads!(alice.changes(&line).await, @"✅ Low tide");
    let request = server.requests().pop().unwrap();
    assert!(request.tool_results().last().unwrap().contains("By quick-model."), "{request:?}");

    alice.says("/compact").await;
    let told = bot.next_message().await;
    reads!(alice.changes(&told).await, @"📚 Summarised 4 turns: “By clever-model.” Everything stays searchable.");
    bot.end().await;
    server.finish();
}

async fn a_person_chooses_the_model_of_a_conversation<C: Chat>() {
    let (setup, server) = with_models().await;
    let mut bot: Bot<C> = setup.start().await;

    bot.alice().says("/model").await;
    let list = bot.next_message().await;
    reads!(list, @"
    The model that answers you in this conversation, until you choose another:

    - default (chosen): openai usual-model
    - clever: openai clever-model
    - quick: openai quick-model
    [clever] [quick]
    ");
    let list = bot.alice().taps(&list, "clever").await;
    reads!(list, @"
    The model that answers you in this conversation, until you choose another:

    - default: openai usual-model
    - clever (chosen): openai clever-model
    - quick: openai quick-model
    [default] [quick]
    ");
    bot.alice().says("hello").await;
    reads!(bot.next_message().await, @"By clever-model.");

    // The choice survives a new conversation in the same place, and a restart.
    bot.alice().says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.restart().await;
    bot.alice().says("hello again").await;
    reads!(bot.next_message().await, @"By clever-model.");

    bot.alice().says("/model quick").await;
    reads!(bot.next_message().await, @"From now on quick (openai quick-model) answers you in this conversation. “/model default” goes back to the usual model.");
    bot.alice().says("/model quack").await;
    reads!(bot.next_message().await, @"You cannot choose a model “quack”. /model lists those that you can choose.");
    bot.alice().says("and now?").await;
    reads!(bot.next_message().await, @"By quick-model.");

    bot.alice().says("/model default").await;
    reads!(bot.next_message().await, @"From now on the usual model answers you in this conversation: openai usual-model.");
    bot.alice().says("and then?").await;
    reads!(bot.next_message().await, @"By usual-model.");
    bot.end().await;
    server.finish();
}

async fn a_model_that_is_gone_is_told_once<C: Chat>() {
    let (setup, server) = with_models().await;
    let mut bot: Bot<C> = setup.start().await;
    bot.alice().says("/model quick").await;
    bot.next_message().await;
    bot.restart_without("MODELS__QUICK").await;
    bot.alice().says("hello").await;
    reads!(bot.next_message().await, @"By usual-model.");
    bot.alice().says("/model").await;
    reads!(bot.next_message().await, @"
    The model quick, which you had chosen, is not available any more. The usual one answers again.

    The model that answers you in this conversation, until you choose another:

    - default (chosen): openai usual-model
    - clever: openai clever-model
    [clever]
    ");
    bot.alice().says("/model").await;
    reads!(bot.next_message().await, @"
    The model that answers you in this conversation, until you choose another:

    - default (chosen): openai usual-model
    - clever: openai clever-model
    [clever]
    ");
    bot.end().await;
    server.finish();
}

#[tokio::test]
async fn the_owner_is_told_once_that_a_key_is_refused() {
    let (setup, server) = with_models().await;
    server.require_key("sk-simulated");
    let mut bot: Bot<OnWeb> = setup.with("MODELS__QUICK__API_KEY", "sk-revoked").start().await;
    bot.alice().says("/model quick").await;
    bot.next_message().await;
    bot.alice().says("hello").await;
    reads!(bot.next_message().await, @"
    By usual-model.

    Answered by openai usual-model, because the first choice does not answer.
    ");
    bot.rests().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⚠️ The key of the model [models.quick] (openai quick-model) is refused. Others answer in its place.

    Please set another api_key there and start me again; adjutant doctor tries it. I will tell you when it is accepted.
    ");

    // Neither another refusal nor a restart repeats the notice.
    bot.restart().await;
    bot.alice().says("hello again").await;
    reads!(bot.next_message().await, @"
    By usual-model.

    Answered by openai usual-model, because the first choice does not answer.
    ");
    bot.rests().await;
    bot.advance(1);
    bot.restart_with("MODELS__QUICK__API_KEY", "sk-simulated").await;
    bot.alice().says("and now?").await;
    reads!(bot.next_message().await, @"By quick-model.");
    bot.rests().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"✅ The key of the model [models.quick] (openai quick-model) is accepted again.");
    bot.end().await;
    server.finish();
}

async fn a_schedule_keeps_the_model_of_its_conversation<C: Chat>() {
    let (setup, server) = with_models().await;
    let bot: Bot<C> = setup.start().await;
    let alice = bot.alice();

    alice.says("/model clever").await;
    bot.next_message().await;
    let task = json!({ "goal": "look at the tide", "cadence_type": "interval", "cadence_value": "1h" });
    server.script([Turn::calls([("schedule_create", task)])]);
    alice.says("look at the tide every hour").await;
    reads!(bot.next_message().await, @"By clever-model.");
    let made = server.requests().pop().unwrap();
    let made: Value = serde_json::from_str(made.tool_results()[0]).unwrap();
    assert_eq!(made["model"], "clever");
    alice.says("/model default").await;
    bot.next_message().await;
    bot.advance(60);
    reads!(bot.next_message().await, @"
    look at the tide

    By clever-model.
    [Snooze …] [Run again]
    [Pause] [History]
    ");

    for (model, says) in [("slow", "rejected"), ("quick", "Changed")] {
        let edit = json!({ "schedule_id": made["schedule_id"], "model": model });
        server.script([Turn::calls([("schedule_edit", edit)])]);
        alice.says("let another do it").await;
        reads!(bot.next_message().await, @"By usual-model.");
        let request = server.requests().pop().unwrap();
        let result = request.tool_results()[0];
        assert!(result.contains(says), "{result}");
    }
    bot.advance(60);
    reads!(bot.next_message().await, @"
    look at the tide

    By quick-model.
    [Snooze …] [Run again]
    [Pause] [History]
    ");
    alice.says("/schedules").await;
    let list = bot.next_message().await;
    reads!(alice.taps(&list, "1").await, @"
    look at the tide

    Task, every hour
    State: active
    Next: Fri 1 May, 13:00, 14:00 and 15:00
    Times are in UTC
    Results: you get each one
    Model: quick
    Last run: Fri 1 May, 12:00: done, sent
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.end().await;
    server.finish();
}
