//! A search finds a website's content by other words than its own. The vectors are made in the background, and no
//! answer waits for them.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use super::published_sites::{last_result, makes_a_site};
use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(a_website_is_found_in_other_words_until_it_says_something_else,);

/// Makes a call, and returns its result.
async fn calls<C: Chat>(bot: &Bot<C>, tool: &'static str, arguments: Value) -> Value {
    bot.model().script([Turn::calls([(tool, arguments)]), Turn::text("Done.")]);
    bot.alice().says("do that on the website").await;
    reads!(bot.next_message().await, @"Done.");
    last_result(bot)
}

/// Returns the titles of a search's results.
async fn found<C: Chat>(bot: &Bot<C>, query: &str) -> Vec<String> {
    let waiting = "SELECT count(*) AS value FROM unindexed";
    bot.until("the vectors of the website", async || bot.number(waiting).await == 0).await;
    let found = calls(bot, "site_search_pages", json!({ "query": query })).await;
    let titles = found["matches"].as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap());
    titles.map(str::to_owned).collect()
}

async fn a_website_is_found_in_other_words_until_it_says_something_else<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.embedding().start().await;
    makes_a_site(&bot).await;
    let post = json!({ "title": "Harvest", "body": "The apples were picked in autumn." });
    let post = calls(&bot, "site_create_post", post).await["post"]["post_id"].take();
    assert_eq!(found(&bot, "fruit").await, ["Harvest"]);

    let change = json!({ "post_id": post, "title": "News", "body": "The rehearsal begins at eight." });
    calls(&bot, "site_update_post", change).await;
    assert_eq!(found(&bot, "fruit").await, [""; 0]);
    calls(&bot, "site_undo", json!({})).await;
    assert_eq!(found(&bot, "fruit").await, ["Harvest"]);
    bot.restart().await;
    assert_eq!(found(&bot, "fruit").await, ["Harvest"], "the vectors are kept");
    bot.end().await;
}
