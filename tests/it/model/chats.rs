//! Settings of single chats.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_chat_has_its_own_words_model_and_tools() {
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
    let bot: Bot<OnWeb> = setup
        .with("AGENT__INSTRUCTIONS", "You are the club's clerk.")
        .with("CHATS__WEB:MAIN__INSTRUCTIONS", "Answer in Dutch.")
        .with("CHATS__WEB:MAIN__MODEL", "quick")
        .with("CHATS__WEB:MAIN__TOOLS", "['memory_search', 'memory_save', 'delegate_*']")
        .with("AGENTS__POET__DESCRIPTION", "writes verse")
        .with("AGENTS__POET__TOOLS", "['memory', 'scratchpad']")
        .start()
        .await;
    let alice = bot.alice();

    alice.says("good day to you").await;
    reads!(bot.next_message().await, @"By quick-model.");
    let request = server.requests().pop().unwrap();
    assert!(
        request.system().contains("You are the club's clerk.\n\nAnswer in Dutch.\n\n"),
        "{}",
        request.system()
    );
    reads!(request.tools.join(" "), @"memory_save memory_search tools_find toolset_open");

    alice.says("/model").await;
    reads!(bot.next_message().await, @"
    The model that answers you in this conversation, until you choose another:

    - default (chosen): openai quick-model
    - clever: openai clever-model
    - quick: openai quick-model
    [clever] [quick]
    ");
    alice.says("/model clever").await;
    bot.next_message().await;
    alice.says("and now?").await;
    reads!(bot.next_message().await, @"By clever-model.");
    alice.says("/model default").await;
    reads!(bot.next_message().await, @"From now on the usual model answers you in this conversation: openai quick-model.");

    // A specialist has no more tools than the chat allows.
    let work = json!({ "agent": "poet", "goal": "praise the tide" });
    server.script([Turn::calls([("delegate_to_agent", work)])]);
    alice.says("praise the tide").await;
    bot.next_message().await;
    reads!(bot.next_message().await, @"By quick-model.");
    let requests = server.requests();
    reads!(requests[requests.len() - 2].tools.join(" "), @"memory_save memory_search");
    bot.end().await;
    server.finish();
}
