//! Charts that the model draws.

use std::fs;

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_question_about_spending_is_answered_with_a_picture,
    a_chart_that_cannot_be_drawn_is_drawn_otherwise,
    a_chart_of_others_words_asks_nobody,
);

fn spending(kind: &str) -> Value {
    json!({
        "kind": kind, "title": "Spending", "unit": "€", "labels": ["March", "April", "May"],
        "series": [{ "name": "Spending", "values": [1204, 990.5, 1422] }], "caption": "May was the *dearest*.",
    })
}

async fn a_question_about_spending_is_answered_with_a_picture<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::calls([("chart", spending("bar"))]), Turn::text("You spent most in May.")]);
    alice.says("How did my spending go? Show me a chart.").await;
    let sent = bot.next_message().await;
    reads!(sent, @"May was the dearest.");
    let (name, picture) = alice.file_of(&sent).await;
    assert_eq!(name, "Spending.png");
    let picture = image::load_from_memory_with_format(&picture, image::ImageFormat::Png).unwrap();
    assert_eq!((picture.width(), picture.height()), (adjutant_charts::WIDTH, adjutant_charts::HEIGHT));
    reads!(bot.next_message().await, @"You spent most in May.");
    bot.rests().await;
    let requests = bot.model().requests();
    assert!(
        requests[0].tools.iter().any(|tool| tool == "chart"),
        "the word opens it: {:?}",
        requests[0].tools
    );
    assert_eq!(
        results(&bot),
        [json!({
            "success": true, "path": "/shared/charts/Spending.png",
            "message": "The chart /shared/charts/Spending.png is on its way to the chat. Say what it shows in short; its \
                numbers need no repeating.",
        })]
    );

    // It is an ordinary file.
    let send = json!({ "path": "/shared/charts/Spending.png", "caption": "Again" });
    bot.model().script([Turn::calls([("send_media", send)]), Turn::text("There you are.")]);
    alice.says("send me that file once more").await;
    reads!(bot.next_message().await, @"Again");
    reads!(bot.next_message().await, @"There you are.");
    bot.end().await;
}

async fn a_chart_that_cannot_be_drawn_is_drawn_otherwise<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let mut balance = spending("pie");
    balance["series"][0]["values"] = json!([200, -40, 120]);
    let mut bars = balance.clone();
    bars["kind"] = json!("bar");
    bot.model().script([
        Turn::calls([("chart", balance)]),
        Turn::calls([("chart", bars)]),
        Turn::text("April ended below zero."),
    ]);
    alice.says("draw my balance as a chart").await;
    reads!(bot.next_message().await, @"May was the dearest.");
    reads!(bot.next_message().await, @"April ended below zero.");
    let refused = bot.model().requests()[1].tool_results().pop().unwrap().to_owned();
    assert!(refused.contains("a pie cannot show the negative number of 'April'; choose bars"), "{refused}");
    bot.end().await;
}

async fn a_chart_of_others_words_asks_nobody<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let costs = "/shared/costs.csv";
    let write = json!({ "path": costs, "content": "month,amount\nMarch,1204\n" });
    bot.model().script([Turn::calls([("file_write", write)]), Turn::text("I wrote it down.")]);
    alice.says("write down my costs in a file").await;
    reads!(bot.next_message().await, @"I wrote it down.");
    // A file that another person wrote makes the turn ask, but not for the chart.
    let everybody = adjutant_tools::workspace_root(&bot.app().core().config);
    let folder = fs::read_dir(everybody).unwrap().next().unwrap().unwrap().path();
    fs::write(folder.join("shared/costs.csv"), "month,amount\nMay,1422\n").unwrap();
    bot.model().script([
        Turn::calls([("file_read", json!({ "path": costs }))]),
        Turn::calls([("chart", spending("line"))]),
        Turn::calls([("memory_save", json!({ "content": "Alice spends much." }))]),
    ]);
    alice.says("show me that file as a chart, and remember what it says").await;
    reads!(bot.next_message().await, @"May was the dearest.");
    let prompt = bot.next_message().await;
    assert!(prompt.text.starts_with("Remember: “Alice spends much.”"), "{}", prompt.text);
    bot.ends_unanswered(&prompt).await;
}

/// Returns the tool results in the model's last request.
fn results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    let asked = bot.model().requests().pop().unwrap();
    asked.tool_results().into_iter().map(|result| serde_json::from_str(result).unwrap()).collect()
}
