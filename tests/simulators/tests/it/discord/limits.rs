//! Rate limits, as they affect the bot.

use std::time::Duration;

use adjutant_simulators::discord::{Discord, Rate, Rates};
use reqwest::{Method as Verb, Response};
use serde_json::{Value, json};

use super::client::Bot;

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

async fn send(bot: &Bot, channel: u64) -> Response {
    let body = json!({"content": "hello"});
    bot.ask(Verb::POST, &format!("/channels/{channel}/messages"), body).await.expect("the simulator answers")
}

#[tokio::test(start_paused = true)]
async fn every_answer_says_how_its_bucket_stands() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    discord.guild(900, "Guild").channel(901, "general");
    for remaining in ["4", "3", "2", "1", "0"] {
        let answer = send(&bot, 901).await;
        assert_eq!(header(&answer, "x-ratelimit-limit"), "5");
        assert_eq!(header(&answer, "x-ratelimit-remaining"), remaining);
        assert_eq!(header(&answer, "x-ratelimit-reset-after"), "5.000");
    }
    assert_eq!(discord.read_all(&901).len(), 5);
    tokio::time::advance(Duration::from_millis(1500)).await;
    let limited = send(&bot, 901).await;
    assert_eq!(limited.status(), 429);
    assert_eq!(header(&limited, "retry-after"), "4");
    assert_eq!(header(&limited, "x-ratelimit-scope"), "user");
    let body: Value = limited.json().await.unwrap();
    assert_eq!(body, json!({"message": "You are being rate limited.", "retry_after": 3.5, "global": false}));

    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(send(&bot, 901).await.status(), 429);
    let complaints = discord.take_complaints();
    let expected =
        "POST /api/v10/channels/901/messages: 2.5 s before the pause was over that a 429 asked for";
    assert_eq!(complaints, [expected]);
    tokio::time::advance(Duration::from_millis(2500)).await;
    assert_eq!(send(&bot, 901).await.status(), 200);
    assert_eq!(discord.read_all(&901).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn all_requests_together_are_limited_too() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let guild = discord.guild(900, "Guild");
    let rate = Rate { limit: 3, window: Duration::from_secs(1) };
    discord.set_rates(Rates { global: rate, ..Rates::default() });
    for channel in 901..904 {
        guild.channel(channel, "general");
        assert_eq!(send(&bot, channel).await.status(), 200);
        discord.read_all(&channel);
    }
    let limited = send(&bot, 901).await;
    assert_eq!((limited.status().as_u16(), header(&limited, "x-ratelimit-global")), (429, "true"));
    assert_eq!(header(&limited, "x-ratelimit-scope"), "global");
    assert_eq!(limited.json::<Value>().await.unwrap()["global"], true);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(send(&bot, 901).await.status(), 200);
    discord.read_all(&901);
}
