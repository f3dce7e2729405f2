//! Caching by providers: each request begins like the previous one, and cached tokens are priced and shown.

use adjutant_simulators::model::{Request, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

/// Returns a request in the order in which providers cache it: tools, instructions, messages.
fn in_order(request: &Request) -> String {
    let body = &request.body;
    let messages = body["messages"].as_array().into_iter().flatten().map(Value::to_string);
    [body["tools"].to_string()].into_iter().chain(messages).collect()
}

/// Returns the length of the common prefix of two texts, in bytes.
fn alike(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

#[tokio::test]
async fn most_of_a_long_conversation_can_be_cached() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    for number in 0..30 {
        let answer =
            Turn::text(format!("That was question {number}. {}", "I looked it up. ".repeat(number % 5)));
        // Every third question saves a note, which later questions recall.
        let saves = (number % 3 == 0).then(|| {
            Turn::calls([(
                "memory_save",
                json!({ "content": format!("Ferry {number} leaves at {number}.") }),
            )])
        });
        bot.model().script(saves.into_iter().chain([answer]));
        bot.alice().says(&format!("When does ferry {number} leave, and from where?")).await;
        bot.next_message().await;
        bot.rests().await;
        bot.advance(7);
    }
    let requests: Vec<_> = bot.model().requests().iter().map(in_order).collect();
    let (mut same, mut all) = (0, 0);
    for pair in requests.windows(2) {
        same += alike(&pair[0], &pair[1]);
        all += pair[1].len();
    }
    assert!(same * 100 >= all * 80, "{} % of {all} bytes can be cached", same * 100 / all);
    bot.end().await;
}

#[tokio::test]
async fn what_was_cached_is_shown() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    bot.model().script([Turn::text("Hello.").with_usage(1_000, 10).with_cached(800)]);
    bot.alice().says("hi").await;
    bot.next_message().await;
    bot.alice().says("/usage").await;
    reads!(bot.next_message().await, @"
    Your usage (days are UTC):

    • today: 1 turn, 1 model call, 1,000 tokens in (80 % cached), 10 tokens out
    • last 30 days: 1 turn, 1 model call, 1,000 tokens in (80 % cached), 10 tokens out
    ");
    bot.end().await;
}
