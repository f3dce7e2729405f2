//! Posts of a website: written and published in a conversation or on schedule, seen by visitors, and archived.

use adjutant_simulators::model::Turn;
use reqwest::StatusCode;
use serde_json::json;

use super::published_sites::{last_result, makes_a_site, publishes, visit};
use crate::harness::{Bot, Chat, OnTelegram, Setup, Shown, reads};

over_every_channel!(a_post_is_published_by_a_button_changed_and_archived,);

/// Makes a call that asks, and returns the question.
async fn asks<C: Chat>(bot: &Bot<C>, tool: &'static str, post: &str, then: &'static str) -> Shown {
    bot.model().script([Turn::calls([(tool, json!({ "post_id": post }))]), Turn::text(then)]);
    bot.alice().says("do that with the post of the website").await;
    bot.next_message().await
}

/// Publishes a site of two pages, and writes a post; returns the address and the id of the post.
async fn has_a_post<C: Chat>(bot: &Bot<C>) -> (String, String) {
    makes_a_site(bot).await;
    let (_, address) = publishes(bot).await;
    let draft = json!({ "title": "Members' evening", "body": "Not for everybody." });
    let concert = json!({
        "title": "Summer concert", "body": "We sing **outside**.", "author": "Alice", "tags": ["concerts"],
    });
    bot.model().script([
        Turn::calls([("site_create_post", draft), ("site_create_post", concert)]),
        Turn::text("Two drafts."),
    ]);
    bot.alice().says("write two posts for the website").await;
    reads!(bot.next_message().await, @"Two drafts.");
    let post = last_result(bot)["post"]["post_id"].as_str().unwrap().to_owned();
    (address, post)
}

async fn a_post_is_published_by_a_button_changed_and_archived<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let (address, post) = has_a_post(&bot).await;
    let (at, feed) = (format!("{address}posts/summer-concert/"), format!("{address}feed.xml"));
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND);
    let rename = json!({ "label": "News", "leads_to": "/posts" });
    bot.model()
        .script([Turn::calls([("site_add_navigation_item", rename)]), Turn::text("It will be there.")]);
    bot.alice().says("put the news into the menu of the website").await;
    reads!(bot.next_message().await, @"It will be there.");

    let prompt = asks(&bot, "site_publish_post", &post, "It is online.").await;
    let asked = prompt.to_string().replace(&address, "SITE/");
    reads!(asked, @"
    Publish the post “Summer concert” at SITE/posts/summer-concert/: post Summer concert is new
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND, "only a person publishes");
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is online.");
    let (status, page) = visit(&at).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("We sing <strong>outside</strong>") && page.contains("Alice"), "{page}");
    let (_, items) = visit(&feed).await;
    assert!(items.contains("Summer concert") && !items.contains("evening"), "{items}");
    assert!(visit(&format!("{address}posts/")).await.1.contains("Summer concert"));
    assert_eq!(visit(&format!("{address}posts/members-evening/")).await.0, StatusCode::NOT_FOUND);
    assert!(!visit(&address).await.1.contains(">News<"), "other changes wait for their own publish");

    let text = json!({ "post_id": post, "body": "We sing inside." });
    bot.model().script([Turn::calls([("site_update_post", text)]), Turn::text("Changed.")]);
    bot.alice().says("we sing inside, it says so on the website").await;
    reads!(bot.next_message().await, @"Changed.");
    assert!(visit(&at).await.1.contains("outside"), "it is public at the next publish");
    let prompt = asks(&bot, "site_publish_post", &post, "It says so.").await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It says so.");
    assert!(visit(&at).await.1.contains("We sing inside."));

    let prompt = asks(&bot, "site_archive_post", &post, "It is gone.").await;
    reads!(prompt, @"
    Take the post “Summer concert” (/posts/summer-concert) off your public website, and archive it
    Visitors cannot read it any more. I can publish it again.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is gone.");
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND);
    assert!(!visit(&feed).await.1.contains("Summer concert"));
    assert_eq!(visit(&address).await.0, StatusCode::OK);
    bot.end().await;
}

#[tokio::test]
async fn a_post_is_published_on_schedule_by_a_press_at_the_time() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let (address, post) = has_a_post(&bot).await;
    let at = format!("{address}posts/summer-concert/");
    let task = json!({
        "goal": format!("Publish the post “Summer concert” ({post}) on the website with site_publish_post."),
        "cadence_type": "once", "cadence_value": "2026-05-08 09:00", "name": "Publish the post",
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("On Friday at nine.")]);
    bot.alice().says("publish the post on Friday at nine").await;
    reads!(bot.next_message().await, @"On Friday at nine.");
    bot.rests().await;

    let publish = Turn::calls([("site_publish_post", json!({ "post_id": post }))]);
    bot.model().script([publish, Turn::text("The post is online.")]);
    bot.advance(6 * 24 * 60 + 22 * 60);
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND, "not before its time");
    bot.advance(60);
    let prompt = bot.next_message().await;
    let asked = prompt.to_string().replace(&address, "SITE/");
    assert!(asked.contains("Publish the post “Summer concert” at SITE/posts/summer-concert/"), "{asked}");
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND, "the run waits for the press");
    let _ = bot.alice().presses(&prompt, "Approve").await;
    let told = bot.next_message().await;
    assert!(told.text.contains("The post is online."), "{told}");
    let (status, page) = visit(&at).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("2026-05-08"), "it shows the day on which it became public: {page}");
    bot.end().await;
}

#[tokio::test]
async fn a_preview_begins_at_the_draft_of_a_post() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let (address, post) = has_a_post(&bot).await;
    let dated = json!({ "post_id": post, "published_at": "2024-07-01" });
    bot.model().script([
        Turn::calls([("site_update_post", dated), ("site_preview", json!({ "post_id": post }))]),
        Turn::text("Have a look."),
    ]);
    bot.alice().says("show me the post of the website").await;
    reads!(bot.next_message().await, @"Have a look.");
    let link = last_result(&bot)["link"].as_str().unwrap().to_owned();
    assert!(link.ends_with("/posts/summer-concert/"), "{link}");
    let (status, page) = visit(&link).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("We sing <strong>outside</strong>") && page.contains("2024-07-01"), "{page}");
    assert_eq!(visit(&format!("{address}posts/summer-concert/")).await.0, StatusCode::NOT_FOUND);
    bot.end().await;
}
