//! The site as others see it: its preview, and the published site.

use reqwest::StatusCode;
use serde_json::json;

use super::{Talk, id, visit};
use crate::{
    core::contact_forms::Form,
    harness::{Chat, Masked as _, reads},
};

pub async fn site_preview(talk: &Talk<impl Chat>) {
    let about = json!({ "page_id": talk.about });
    let (answer, preview) = talk.says("show me the page about us", "site_preview", about).await;
    let link = id(&preview["link"]);
    reads!(answer.replace(&link, "LINK"), @"
    Whoever has the link sees the website as it is now, and as it changes, for 24 hours.
    LINK
    ");
    assert!(link.ends_with("/about-us/"), "{link}");
    assert_eq!(preview["expires_at"], "2026-05-02T10:00:00Z");
    assert!(visit(&link).await.1.contains("Founded in 1987."));
    let later = json!({ "section_id": talk.text, "content": { "body": "Founded in 1986." } });
    talk.says("it was 1986", "site_update_section", later).await;
    assert!(visit(&link).await.1.contains("Founded in 1986."), "as it changes");
    talk.bot.advance(24 * 60);
    assert_eq!(visit(&link).await.0, StatusCode::NOT_FOUND);
}

pub async fn site_publish(talk: &Talk<impl Chat>) {
    // Its links would lead to a page that is not public.
    let welcome = json!({ "page_ids": [talk.welcome] });
    let (answer, _) = talk.says("publish the first page of the website alone", "site_publish", welcome).await;
    reads!(answer, @r#"put this right first: page welcome, section 1: body is "/about-us", which is no page of the site; the path of a page fits."#);

    let pages = ("site_list_pages", json!({}));
    let question = talk.has_to_press("publish the website", ("site_publish", json!({})), pages).await;
    let (answer, published) = talk.agrees(&question).await;
    let address = id(&published["address"]);
    let host = address.trim_end_matches("riverside-choir/");
    reads!(question.masked(host, "HOST/"), @"
    Publish your website at HOST/riverside-choir/: page Welcome is new, page About us is new, title of the site changed, navigation changed
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(answer.replace(host, "HOST/"), @"The website is public at HOST/riverside-choir/");
    assert_eq!(published["warnings"], json!([]));
    assert!(visit(&address).await.1.contains("We sing on <strong>Tuesdays</strong>"));
    assert!(visit(&format!("{address}about-us/")).await.1.contains("Founded in 1987."));
    reads!(talk.site().await.replace(host, "HOST/"), @"
    Riverside Choir
    Public at HOST/riverside-choir/ (published 1 May 2026, 10:00)

    Everything is published.

    Latest change: published the page “About us”

    Pages and posts: 2
    1. Welcome (start page)
    2. About us
    ");
}

pub async fn site_list_messages(talk: &Talk<impl Chat>) {
    let content = json!({ "heading": "Write to us", "form": true });
    let form = json!({ "page_id": talk.about, "template": "contact", "content": content });
    talk.says("put a contact form on the page about us", "site_add_section", form).await;
    let address = talk.publishes().await;
    let (status, page) = Form::says("May I sing with you?").sends(&address, None).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let received = talk.bot.next_message().await;
    assert!(received.text.contains("May I sing with you?"), "{received}");

    let (answer, listed) =
        talk.says("who has written by the contact form?", "site_list_messages", json!({})).await;
    reads!(answer, @"1 message.");
    let message = &listed["messages"][0];
    assert_eq!(
        (&message["name"], &message["email"], &message["message"], &message["is_blocked"]),
        (&json!("Bob"), &json!("bob@example.org"), &json!("May I sing with you?"), &json!(false))
    );
}
