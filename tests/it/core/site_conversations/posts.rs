//! Posts: written, changed, published, archived and deleted.

use reqwest::StatusCode;
use serde_json::json;

use super::{Talk, each, id, visit};
use crate::harness::{Chat, Masked as _, reads};

/// Writes a post; returns its id.
async fn writes(talk: &Talk<impl Chat>) -> String {
    let post = json!({
        "title": "Summer concert", "body": "We sing **outside**, see [about us](/about-us).", "author": "Alice",
        "tags": ["concerts"],
    });
    let (_, made) =
        talk.says("write a post for the website: we sing outside", "site_create_post", post).await;
    id(&made["post"]["post_id"])
}

/// Publishes the post and the site; returns the address of the site.
async fn publishes(talk: &Talk<impl Chat>, post: &str) -> String {
    let address = talk.publishes().await;
    let question = talk.is_asked("publish the post", "site_publish_post", json!({ "post_id": post })).await;
    talk.agrees(&question).await;
    address
}

pub async fn site_list_posts(talk: &Talk<impl Chat>) {
    let (answer, _) = talk.says("which posts does our website have?", "site_list_posts", json!({})).await;
    reads!(answer, @"There are no such posts; site_create_post makes one.");
    let post = writes(talk).await;
    let (answer, listed) = talk.says("and now?", "site_list_posts", json!({ "status": "draft" })).await;
    reads!(answer, @"1 post.");
    let row = json!({
        "post_id": post, "title": "Summer concert", "slug": "summer-concert", "status": "draft", "author": "Alice",
        "tags": ["concerts"],
    });
    assert_eq!(listed["posts"], json!([row]));
}

pub async fn site_get_post(talk: &Talk<impl Chat>) {
    let post = writes(talk).await;
    let (answer, got) = talk.says("read the post to me", "site_get_post", json!({ "post_id": post })).await;
    reads!(answer, @"The post “Summer concert”.");
    assert_eq!(got["body"], "We sing **outside**, see [about us](/about-us).");
    let by_slug = json!({ "slug": "/posts/summer-concert" });
    let (_, got) = talk.says("the one at /posts/summer-concert", "site_get_post", by_slug).await;
    assert_eq!(got["post"]["post_id"], *post);
    let (answer, _) = talk.says("the winter one?", "site_get_post", json!({ "slug": "winter" })).await;
    assert!(answer.starts_with("there is no post with the slug"), "{answer}");
}

pub async fn site_create_post(talk: &Talk<impl Chat>) {
    let post = json!({ "title": "Summer concert", "body": "On the lawn.", "excerpt": "We sing outside." });
    let (answer, _) = talk.says("write a post for the website", "site_create_post", post.clone()).await;
    reads!(answer, @"Made the post “Summer concert” (/posts/summer-concert), a draft.");
    let (answer, _) = talk.says("and one for next year", "site_create_post", post).await;
    reads!(answer, @"Made the post “Summer concert” (/posts/summer-concert-2), a draft.");
    let empty = json!({ "title": "Autumn concert", "body": " " });
    let (answer, _) = talk.says("and one for autumn", "site_create_post", empty).await;
    reads!(answer, @"field 'body' in arguments is empty; Markdown fits");
    assert!(talk.previewed("posts/summer-concert/").await.contains("On the lawn."));
    assert!(talk.previewed("posts/").await.contains("We sing outside."));
    let site = talk.site().await;
    assert!(site.contains("3. Summer concert (post, draft)\n4. Summer concert (post, draft)"), "{site}");
}

pub async fn site_update_post(talk: &Talk<impl Chat>) {
    let post = writes(talk).await;
    let inside = json!({ "post_id": post, "body": "We sing inside.", "tags": [] });
    let (answer, _) = talk.says("it rains: we sing inside", "site_update_post", inside).await;
    reads!(answer, @"Changed the post “Summer concert” (/posts/summer-concert).");
    let page = talk.previewed("posts/summer-concert/").await;
    assert!(page.contains("We sing inside.") && !page.contains("concerts"), "{page}");

    // Once the post is public and a link leads to it, moving it requires a person's approval.
    let link = json!({ "label": "Concert", "leads_to": "/posts/summer-concert" });
    talk.says("put it into the menu of the website", "site_add_navigation_item", link).await;
    let address = publishes(talk, &post).await;
    let moved = json!({ "post_id": post, "slug": "concert" });
    let question = talk.is_asked("it should be at /posts/concert", "site_update_post", moved).await;
    reads!(question, @"
    Move the post “Summer concert” of your website from /posts/summer-concert to /posts/concert
    Links lead to it: navigation: Concert
    The post is published, and others link to it. The old address will lead to the new one.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"Changed the post “Summer concert” (/posts/concert). Visitors see it after the next publish.");
    assert_eq!(visit(&format!("{address}posts/concert/")).await.0, StatusCode::NOT_FOUND);
}

pub async fn site_publish_post(talk: &Talk<impl Chat>) {
    let address = talk.publishes().await;
    let post = writes(talk).await;
    let at = format!("{address}posts/summer-concert/");
    let publish = ("site_publish_post", json!({ "post_id": post }));
    let posts = ("site_list_posts", json!({}));
    let question = talk.has_to_press("publish the post", publish, posts).await;
    assert_eq!(visit(&at).await.0, StatusCode::NOT_FOUND, "only a person publishes");
    reads!(question.masked(&address, "ADDRESS/"), @"
    Publish the post “Summer concert” at ADDRESS/posts/summer-concert/: post Summer concert is new
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, published) = talk.agrees(&question).await;
    reads!(answer.replace(&address, "ADDRESS/"), @"The post “Summer concert” is public at ADDRESS/posts/summer-concert/");
    assert_eq!(published["post"]["status"], "published");
    assert!(visit(&at).await.1.contains("We sing <strong>outside</strong>"));
    assert!(visit(&format!("{address}feed.xml")).await.1.contains("Summer concert"));
}

pub async fn site_archive_post(talk: &Talk<impl Chat>) {
    let post = writes(talk).await;
    let address = publishes(talk, &post).await;
    let archive = ("site_archive_post", json!({ "post_id": post }));
    let posts = ("site_list_posts", json!({}));
    let question = talk.has_to_press("the concert is over: take the post off", archive, posts.clone()).await;
    assert_eq!(visit(&format!("{address}posts/summer-concert/")).await.0, StatusCode::OK);
    reads!(question, @"
    Take the post “Summer concert” (/posts/summer-concert) off your public website, and archive it
    Visitors cannot read it any more. I can publish it again.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"The post “Summer concert” is archived; site_publish_post makes it public again.");
    assert_eq!(visit(&format!("{address}posts/summer-concert/")).await.0, StatusCode::NOT_FOUND);
    let (_, listed) = talk.says("do I still have it?", posts.0, posts.1).await;
    assert_eq!(each(&listed["posts"], "status"), ["archived"]);
}

pub async fn site_delete_post(talk: &Talk<impl Chat>) {
    let post = writes(talk).await;
    let link = json!({ "label": "Concert", "leads_to": "/posts/summer-concert" });
    talk.says("put it into the menu of the website", "site_add_navigation_item", link).await;
    let address = publishes(talk, &post).await;
    let delete = ("site_delete_post", json!({ "post_id": post }));
    let posts = ("site_list_posts", json!({}));
    let question = talk.has_to_press("delete the post", delete, posts.clone()).await;
    reads!(question, @"
    Delete the post “Summer concert” (/posts/summer-concert). It is published, and goes from the public website when you publish again. Links lead to it: navigation: Concert
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"The post “Summer concert” is deleted; site_undo brings it back.");
    let (answer, _) = talk.says("which posts are left?", posts.0, posts.1).await;
    reads!(answer, @"There are no such posts; site_create_post makes one.");
    assert_eq!(
        visit(&format!("{address}posts/summer-concert/")).await.0,
        StatusCode::OK,
        "until it is published"
    );
}
