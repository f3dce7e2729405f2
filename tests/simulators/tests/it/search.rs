//! The services that search the web.

use adjutant_simulators::search::{Brave, Failure, Searxng};
use reqwest::Response;
use serde_json::Value;

use crate::client::http;

async fn brave(server: &Brave, query: &str, key: Option<&str>) -> Response {
    let request = http().get(format!("{}/res/v1/web/search?{query}", server.url()));
    let request = key.into_iter().fold(request, |request, key| request.header("X-Subscription-Token", key));
    request.send().await.expect("the simulator answers")
}

async fn searxng(server: &Searxng, query: &str) -> Response {
    let request = http().get(format!("{}/search?{query}", server.url()));
    request
        .header("Accept", "text/html")
        .header("Accept-Language", "en")
        .send()
        .await
        .expect("the simulator answers")
}

async fn json(response: Response) -> Value {
    response.json().await.expect("the answer is JSON")
}

#[tokio::test]
async fn brave_checks_the_key_first_and_then_the_parameters() {
    let server = Brave::start().await;
    let key = Some(server.key());
    for (query, key, code, place) in [
        ("", None, "VALIDATION", "x-subscription-token"),
        ("", Some("another"), "SUBSCRIPTION_TOKEN_INVALID", ""),
        ("q=", key, "VALIDATION", "q"),
        ("q=tea&count=0", key, "VALIDATION", "count"),
        ("q=tea&count=21", key, "VALIDATION", "count"),
        ("q=tea&search_lang=ja", key, "VALIDATION", "search_lang"),
        ("q=tea&freshness=day", key, "VALIDATION", "freshness"),
    ] {
        let answer = brave(&server, query, key).await;
        assert_eq!(answer.status(), 422, "{query}");
        let error = &json(answer).await["error"];
        assert_eq!(error["code"], code, "{query}");
        assert_eq!(error["meta"]["errors"][0]["loc"][1].as_str().unwrap_or_default(), place, "{query}");
    }
    assert_eq!(server.searches().len(), 7);
    server.fail_next(Failure::RateLimited(1));
    let answer = brave(&server, "q=tea", key).await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["retry-after"]), (429, &"1".parse().unwrap()));
}

#[tokio::test]
async fn brave_marks_words_unless_told_otherwise() {
    let server = Brave::start().await;
    server.add_published("https://example.com/", "On tea", "green tea & oats", "2026-04-30", 9);
    let results = async |query: &str| {
        json(brave(&server, query, Some(server.key())).await).await["web"]["results"].clone()
    };
    assert_eq!(results("q=tea").await[0]["description"], "green <strong>tea</strong> &amp; oats");
    let plain = results("q=tea&text_decorations=false&freshness=pm").await;
    assert_eq!(plain[0]["description"], "green tea &amp; oats");
    assert_eq!(plain[0]["page_age"], "2026-04-30T08:15:00");
    assert_eq!(results("q=tea&freshness=pw").await, Value::Null);
}

#[tokio::test]
async fn searxng_answers_in_json_if_it_may() {
    let server = Searxng::start().await;
    for number in 0..11 {
        server.add(&format!("https://example.com/{number}"), "tea", "");
    }
    let first = json(searxng(&server, "q=tea&format=json&pageno=1").await).await;
    assert_eq!(first["results"].as_array().unwrap().len(), 10);
    let second = json(searxng(&server, "q=tea&format=json&pageno=2").await).await;
    assert_eq!(second["results"][0]["url"], "https://example.com/10");
    assert_eq!(searxng(&server, "q=&format=json&pageno=1").await.status(), 400);
    let bot = http().get(format!("{}/search?q=tea&format=json", server.url())).send().await.unwrap();
    assert_eq!(bot.status(), 429, "its limiter expects what a browser sends");
    server.disable_json();
    assert_eq!(searxng(&server, "q=tea&format=json&pageno=1").await.status(), 403);
}
