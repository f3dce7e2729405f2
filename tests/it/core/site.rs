//! A website that is created and changed in a conversation.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_clubs_website_is_made_changed_and_undone_and_a_page_deleted_by_a_button,
    a_deletion_that_is_refused_deletes_nothing,
);

async fn a_clubs_website_is_made_changed_and_undone_and_a_page_deleted_by_a_button<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let (about, section) = makes_a_website(&bot, &alice).await;

    bot.model().script([
        Turn::calls([("site_add_navigation_item", json!({ "label": "About us", "page_id": about }))]),
        Turn::text("It is in the menu."),
    ]);
    alice.says("put it into the menu").await;
    reads!(bot.next_message().await, @"It is in the menu.");
    let told = bot.model().requests().pop().unwrap();
    let seen = told.messages.iter().any(|message| message.text.contains(&format!("page “About” ({about})")));
    assert!(seen, "later words can mean what was made: {:?}", told.messages);

    let monday = json!({ "section_id": section, "content": { "body": "We row every Monday." } });
    bot.model().script([Turn::calls([("site_update_section", monday)]), Turn::text("It says Monday now.")]);
    alice.says("we row on Mondays now").await;
    reads!(bot.next_message().await, @"It says Monday now.");
    reads!(results(&bot)[0]["message"].as_str().unwrap(), @"Changed a section (Text) of the page “About”.");

    bot.model().script([
        Turn::calls([("site_undo", json!({}))]),
        Turn::calls([("site_get_section", json!({ "section_id": section }))]),
        Turn::text("It says Tuesday again."),
    ]);
    alice.says("no, undo that").await;
    reads!(bot.next_message().await, @"It says Tuesday again.");
    assert_eq!(results(&bot)[0]["section"]["content"]["body"], "We row every Tuesday.");

    bot.model().script([
        Turn::calls([("site_delete_page", json!({ "page_id": about, "confirmed": true }))]),
        Turn::text("The page is gone."),
    ]);
    alice.says("delete the page about us").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the page “About” (/about) with 1 section and 1 item of the navigation. 1 link leads to it: Welcome
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pages").await, 2, "only a person confirms");
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"The page is gone.");
    reads!(results(&bot)[0]["message"].as_str().unwrap(), @"The page “About” is deleted; site_undo brings it back.");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pages").await, 1);
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_navigation").await, 0);
    reads!(alice.changes(&prompt).await, @"
    Delete the page “About” (/about) with 1 section and 1 item of the navigation. 1 link leads to it: Welcome
    I can undo it as long as it is among the last 100 changes.
    ✅ Approved
    ");
    bot.end().await;
}

async fn a_deletion_that_is_refused_deletes_nothing<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let (_, section) = makes_a_website(&bot, &alice).await;

    bot.model().script([
        Turn::calls([("site_delete_sections", json!({ "section_ids": [section] }))]),
        Turn::text("Then it stays."),
    ]);
    alice.says("take the text off the page").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the section “About us” (Text) from the page “About”
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"Then it stays.");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_sections").await, 2);
    reads!(alice.changes(&prompt).await, @"
    Delete the section “About us” (Text) from the page “About”
    I can undo it as long as it is among the last 100 changes.
    ❌ Denied; nothing was done
    ");
    bot.end().await;
}

/// Creates a site with a home page and a page about the club; returns the ids of that page and of its section.
async fn makes_a_website<C: Chat>(bot: &Bot<C>, alice: &C) -> (String, String) {
    let hero = json!({
        "heading": "Rowing Club", "button_label": "About us", "button_link": "/about",
    });
    let home = json!({ "title": "Welcome", "sections": [{ "template": "hero", "content": hero }] });
    let text = json!({ "heading": "About us", "body": "We row every Tuesday." });
    let about = json!({ "title": "About", "sections": [{ "template": "text", "content": text }] });
    bot.model().script([
        Turn::calls([
            ("site_update_settings", json!({ "title": "Rowing Club", "theme": "warm" })),
            ("site_create_page_with_content", home),
            ("site_create_page_with_content", about),
        ]),
        Turn::text("Your website has two pages."),
    ]);
    alice.says("make a website for our rowing club").await;
    reads!(bot.next_message().await, @"Your website has two pages.");
    let requests = bot.model().requests();
    assert!(requests[0].tools.iter().any(|tool| tool == "site_create_page"), "the word opens the toolset");
    let made = results(bot);
    let messages: Vec<_> = made.iter().map(|result| result["message"].as_str().unwrap()).collect();
    reads!(messages.join("\n"), @"
    Changed the settings of the website.
    Made the page “Welcome” (/welcome) with 1 section as the home page, a draft. No page is there yet for these links: `button_link` /about.
    Made the page “About” (/about) with 1 section, a draft.
    ");
    let id = |thing: &Value, field: &str| thing[field].as_str().unwrap().to_owned();
    (id(&made[2]["page"], "page_id"), id(&made[2]["sections"][0], "section_id"))
}

/// Returns the tool results in the model's last request.
fn results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    let asked = bot.model().requests().pop().unwrap();
    asked.tool_results().into_iter().map(|result| serde_json::from_str(result).unwrap()).collect()
}
