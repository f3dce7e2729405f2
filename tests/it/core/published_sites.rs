//! A website as others see it: its preview by a link, publishing, and withdrawal.

use adjutant_simulators::model::Turn;
use adjutant_store::db::Scope;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Masked, OnTelegram, OnWeb, Setup, reads};

over_every_channel!(a_site_is_looked_at_published_and_changed,);

/// Returns the status and the text of a page.
pub(crate) async fn visit(address: &str) -> (StatusCode, String) {
    // Before the client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let response = Client::new().get(address).send().await.expect("the gateway listens");
    (response.status(), response.text().await.expect("a text"))
}

/// Returns the result of the model's last call.
pub(super) fn last_result<C: Chat>(bot: &Bot<C>) -> Value {
    let request = bot.model().requests().pop().unwrap();
    serde_json::from_str(request.tool_results().last().unwrap()).unwrap()
}

/// Creates a site of two pages.
pub(crate) async fn makes_a_site<C: Chat>(bot: &Bot<C>) {
    let welcome = json!({ "title": "Welcome", "sections": [
        { "template": "text", "content": { "body": "We sing on **Tuesdays**. Read [about us](/about-us)." } },
    ] });
    let about = json!({ "title": "About us", "sections": [
        { "template": "text", "content": { "body": "Founded in 1987." } },
    ] });
    bot.model().script([
        Turn::calls([
            ("site_update_settings", json!({ "title": "Riverside Choir" })),
            ("site_create_page_with_content", welcome),
            ("site_create_page_with_content", about),
        ]),
        Turn::text("Two pages are made."),
    ]);
    bot.alice().says("make a website for our choir").await;
    reads!(bot.next_message().await, @"Two pages are made.");
    let request = bot.model().requests().pop().unwrap();
    for result in request.tool_results() {
        assert!(result.contains(r#""success":true"#), "{result}");
    }
}

/// Publishes the site; returns the text of the question and the site's address.
pub(super) async fn publishes<C: Chat>(bot: &Bot<C>) -> (String, String) {
    bot.model().script([Turn::calls([("site_publish", json!({}))]), Turn::text("It is online.")]);
    bot.alice().says("publish the website").await;
    let prompt = bot.next_message().await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is online.");
    let address = last_result(bot)["address"].as_str().unwrap().to_owned();
    let host = address.trim_end_matches("riverside-choir/");
    (prompt.masked(host, "HOST/"), address)
}

async fn a_site_is_looked_at_published_and_changed<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;

    bot.model().script([Turn::calls([("site_preview", json!({}))]), Turn::text("Have a look.")]);
    bot.alice().says("show me the website").await;
    reads!(bot.next_message().await, @"Have a look.");
    let link = last_result(&bot)["link"].as_str().unwrap().to_owned();
    let (status, page) = visit(&link).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("We sing on <strong>Tuesdays</strong>") && page.contains("noindex"), "{page}");
    let style = page.split("href=\"").find_map(|rest| rest.split_once(".css\"")).unwrap().0;
    assert_eq!(visit(&format!("{link}{style}.css")).await.0, StatusCode::OK);
    assert!(visit(&format!("{link}about-us/")).await.1.contains("Founded in 1987."));
    assert_eq!(visit(&format!("{link}none/")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(visit(&link.replace("/preview/", "/preview/0")).await.0, StatusCode::NOT_FOUND);

    let (prompt, address) = publishes(&bot).await;
    reads!(prompt, @"
    Publish your website at HOST/riverside-choir/: page Welcome is new, page About us is new, title of the site changed
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (status, page) = visit(&address).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("We sing on <strong>Tuesdays</strong>") && !page.contains("noindex"), "{page}");

    let section = "SELECT count(*) AS value FROM site_sections";
    assert_eq!(bot.number(section).await, 2);
    bot.model().script([
        Turn::calls([("site_list_pages", json!({}))]),
        Turn::calls([("site_create_page", json!({ "title": "Concerts" }))]),
        Turn::text("There is a page for concerts."),
    ]);
    bot.alice().says("add a page for concerts to the website").await;
    reads!(bot.next_message().await, @"There is a page for concerts.");
    assert_eq!(visit(&format!("{address}concerts/")).await.0, StatusCode::NOT_FOUND);
    let (prompt, _) = publishes(&bot).await;
    reads!(prompt, @"
    Publish your website at HOST/riverside-choir/: page Concerts is new
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(visit(&format!("{address}concerts/")).await.0, StatusCode::OK);

    // A day later, the link to the drafts has expired.
    bot.advance(24 * 60);
    assert_eq!(visit(&link).await.0, StatusCode::NOT_FOUND);
    assert_eq!(visit(&address).await.0, StatusCode::OK);
    bot.end().await;
}

#[tokio::test]
async fn a_dead_link_is_not_published_and_whoever_is_forgotten_is_not_public() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let dead = json!({ "title": "Dates", "sections": [
        { "template": "text", "content": { "body": "See [the map](/how-to-find-us)." } },
    ] });
    bot.model().script([
        Turn::calls([("site_create_page_with_content", dead)]),
        Turn::calls([("site_publish", json!({}))]),
        Turn::text("A link leads nowhere."),
    ]);
    bot.alice().says("add dates to the website, and publish it").await;
    reads!(bot.next_message().await, @"A link leads nowhere.");
    reads!(last_result(&bot)["error"].as_str().unwrap(), @r#"put this right first: `page dates, section 1: body` is "/how-to-find-us", which is no page of the site; the path of a page fits."#);

    bot.model().script([Turn::calls([("site_undo", json!({}))]), Turn::text("Undone.")]);
    bot.alice().says("undo that").await;
    reads!(bot.next_message().await, @"Undone.");
    let (_, address) = publishes(&bot).await;
    assert_eq!(visit(&address).await.0, StatusCode::OK);

    bot.alice().says("/forget_me").await;
    let question = bot.next_message().await;
    assert!(question.text.contains("• 1 website, also where it is public"), "{question}");
    let _ = bot.alice().presses(&question, "Delete everything").await;
    reads!(bot.next_message().await, @"Done: I no longer know anything about you. Farewell!");
    bot.alice().changes(&question).await;
    assert_eq!(visit(&address).await.0, StatusCode::NOT_FOUND);
    bot.end().await;
}

#[tokio::test]
async fn what_has_changed_since_the_question_is_not_published() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    bot.model().script([Turn::calls([("site_publish", json!({}))]), Turn::text("I ask again.")]);
    bot.alice().says("publish the website").await;
    let prompt = bot.next_message().await;
    let core = bot.app().core();
    let changed = "UPDATE site_sections SET content = '{\"body\":\"We sing on Mondays.\"}'";
    core.db
        .write_unsynced(Scope::Global, async move |tx| tx.execute(changed, ()).await.map(drop))
        .await
        .unwrap();
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"I ask again.");
    reads!(last_result(&bot)["error"].as_str().unwrap(), @"the website has changed since the person was asked; call it again to ask anew");
    assert_eq!(bot.number("SELECT count(*) AS value FROM sites WHERE published_at IS NOT NULL").await, 0);
    bot.alice().changes(&prompt).await;
    bot.end().await;
}

#[tokio::test]
async fn where_a_browser_is_configured_a_preview_comes_as_a_picture_too() {
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("drawn.png");
    image::RgbImage::from_pixel(40, 50, image::Rgb([250, 240, 230])).save(&picture).unwrap();
    let script = format!(
        "for a; do case $a in --screenshot=*) out=${{a#*=}};; file://*) page=${{a#file://}};; esac; done
         grep -q 'Founded in 1987' $page && ! env | grep -q ADJUTANT && cp {} $out",
        picture.display()
    );
    let browser = json!(["sh", "-c", script, "browser"]).to_string();
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("SITE__BROWSER", &browser).start().await;
    makes_a_site(&bot).await;
    let about = last_result(&bot)["page"]["page_id"].clone();
    let look = json!({ "page_id": about });
    bot.model().script([Turn::calls([("site_preview", look)]), Turn::text("Have a look.")]);
    bot.alice().says("show me the page about us of the website").await;
    let sent = bot.next_message().await;
    let (_, drawn) = bot.alice().file_of(&sent).await;
    assert_eq!(drawn, std::fs::read(&picture).unwrap());
    reads!(bot.next_message().await, @"Have a look.");
    let link = last_result(&bot)["link"].as_str().unwrap().to_owned();
    assert!(link.ends_with("/about-us/"), "{link}");
    assert!(visit(&link).await.1.contains("Founded in 1987."));

    let none = json!({ "page_id": "page-none" });
    bot.model().script([Turn::calls([("site_preview", none)]), Turn::text("There is none.")]);
    bot.alice().says("show me another page of the website").await;
    reads!(bot.next_message().await, @"There is none.");
    assert!(last_result(&bot)["error"].as_str().unwrap().contains("there is no page 'page-none'"));
    bot.end().await;
}

#[tokio::test]
async fn where_websites_are_switched_off_there_is_no_tool_for_them() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.with("SITE__ENABLED", "false").start().await;
    let pages = json!({ "title": "Welcome" });
    bot.model().script([Turn::calls([("site_create_page", pages)]), Turn::text("I cannot.")]);
    bot.alice().says("make a website for our choir").await;
    reads!(bot.next_message().await, @"I cannot.");
    let request = bot.model().requests().pop().unwrap();
    assert!(request.tools.iter().all(|name| !name.starts_with("site_")), "{:?}", request.tools);
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pages").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn a_group_sees_no_website_that_is_being_made() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let family = tg.group(-100_200, "family");
    bot.model().script([Turn::calls([("site_list_pages", json!({}))]), Turn::text("Write to me directly.")]);
    alice.says_in(&family, "@adjutant_bot which pages has our website?").await;
    reads!(tg.next_message(&family).await.text, @"Write to me directly.");
    let request = bot.model().requests().pop().unwrap();
    assert!(!request.tool_results()[0].contains("Welcome"), "{}", request.tool_results()[0]);
    bot.end().await;
}

#[tokio::test]
async fn the_person_reads_what_came_of_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    // The program fails as long as the folder for the copy is missing.
    let script = format!("[ -d {0} ] || exit 7; cp -r \"$1/.\" {0}", copy.display());
    let deploy = json!(["/bin/sh", "-c", script, "sh", "{folder}", "{name}"]).to_string();
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.with("SITE__DEPLOY", deploy).start().await;
    makes_a_site(&bot).await;
    let publishes = async || {
        bot.model().script([Turn::calls([("site_publish", json!({}))]), Turn::text("It is online.")]);
        bot.alice().says("publish the website").await;
        let prompt = bot.next_message().await;
        let _ = bot.alice().presses(&prompt, "Approve").await;
        let answer = bot.next_message().await;
        let address = last_result(&bot)["address"].as_str().unwrap().to_owned();
        bot.alice().changes(&prompt).await;
        (answer.masked(&address, "ADDRESS"), address)
    };
    let (answer, address) = publishes().await;
    reads!(answer, @"
    It is online.

    Published at ADDRESS, but the copy by sh failed: exit code 7. It is tried again at the next publish.
    ");
    assert_eq!(visit(&address).await.0, StatusCode::OK);
    std::fs::create_dir(&copy).unwrap();
    let (answer, _) = publishes().await;
    reads!(answer, @"
    It is online.

    Published at ADDRESS, and copied by sh.
    ");
    assert!(std::fs::read_to_string(copy.join("index.html")).unwrap().contains("We sing on"));

    // A post that is published on its own is copied, too. `/site` has no button that would wait for a copy.
    let post = json!({ "title": "Summer concert", "body": "On the lawn." });
    bot.model().script([Turn::calls([("site_create_post", post)]), Turn::text("Written.")]);
    bot.alice().says("write a post for the website about our summer concert").await;
    reads!(bot.next_message().await, @"Written.");
    let post = json!({ "post_id": last_result(&bot)["post"]["post_id"] });
    bot.alice().says("/site").await;
    let list = bot.next_message().await;
    assert!(list.text.contains("To publish it, write: publish my website."), "{list}");
    assert!(!list.to_string().contains("[Publish]"), "{list}");
    bot.model().script([Turn::calls([("site_publish_post", post)]), Turn::text("The post is online.")]);
    bot.alice().says("publish the post").await;
    let prompt = bot.next_message().await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    let answer = bot.next_message().await;
    assert!(answer.text.ends_with(", and copied by sh."), "{answer}");
    assert!(copy.join("posts/summer-concert/index.html").exists());
    bot.alice().changes(&prompt).await;
    bot.end().await;
}
