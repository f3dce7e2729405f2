//! Collections of a website: created and filled in a conversation, published by a button, seen by visitors, changed and
//! undone.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use super::published_sites::{last_result, makes_a_site, publishes, visit};
use crate::harness::{Bot, Chat, OnTelegram, Setup, reads};

over_every_channel!(a_collection_is_filled_published_changed_and_undone,);

/// Makes a call, and returns its result.
async fn calls<C: Chat>(bot: &Bot<C>, tool: &'static str, arguments: Value) -> Value {
    bot.model().script([Turn::calls([(tool, arguments)]), Turn::text("Done.")]);
    bot.alice().says("do that on the website").await;
    reads!(bot.next_message().await, @"Done.");
    last_result(bot)
}

fn id(thing: &Value, field: &str) -> String {
    thing[field].as_str().unwrap_or_else(|| panic!("no {field} in {thing}")).to_owned()
}

async fn a_collection_is_filled_published_changed_and_undone<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let made = calls(&bot, "site_create_collection", json!({ "title": "Singers" })).await;
    let singers = id(&made["collection"], "collection_id");
    let alto =
        json!({ "collection_id": singers, "title": "Carol", "summary": "Alto.", "body": "Since *2020*." });
    let bass =
        json!({ "collection_id": singers, "title": "Dave", "summary": "Bass.", "leads_to": "/about-us" });
    bot.model().script([
        Turn::calls([("site_create_entry", alto), ("site_create_entry", bass)]),
        Turn::calls([("site_list_entries", json!({ "slug": "singers" }))]),
        Turn::text("Carol and Dave are in it."),
    ]);
    bot.alice().says("add Carol and Dave to the singers on the website").await;
    reads!(bot.next_message().await, @"Carol and Dave are in it.");
    let carol = id(&last_result(&bot)["entries"][0], "entry_id");
    let about = calls(&bot, "site_get_page", json!({ "slug": "about-us" })).await;
    let content = json!({ "collection": singers, "heading": "Who sings", "layout": "cards" });
    let page = id(&about["page"], "page_id");
    let section = json!({ "page_id": page, "template": "collection", "content": content });
    calls(&bot, "site_add_section", section).await;

    bot.alice().says("/site").await;
    let list = bot.next_message().await;
    assert!(list.text.contains("• collection Singers is new\n• 2 entries new in Singers\n"), "{list}");
    assert!(list.text.contains("\nCollections: Singers (2 entries, 2 drafts)\n"), "{list}");
    let (prompt, address) = publishes(&bot).await;
    assert!(prompt.contains("collection Singers is new, 2 entries new in Singers"), "{prompt}");
    let at = format!("{address}about-us/");
    let (_, shown) = visit(&at).await;
    let dave = "<h3><a href=\"../about-us/\">Dave</a></h3>";
    assert!(
        shown.contains("Alto.") && shown.contains("Since <em>2020</em>.") && shown.contains(dave),
        "{shown}"
    );

    let change = json!({ "entry_id": carol, "summary": "Soprano.", "position": 2 });
    calls(&bot, "site_update_entry", change).await;
    assert!(visit(&at).await.1.contains("Alto."), "it is public at the next publish");
    bot.alice().says("/site").await;
    let list = bot.next_message().await;
    let differs = "• 1 entry changed in Singers\n• entries in another order in Singers\n";
    assert!(list.text.contains(differs), "{list}");
    let _ = bot.alice().presses(&list, "Publish").await;
    let list = bot.alice().changes(&list).await;
    assert!(list.text.contains("Everything is published."), "{list}");
    let (_, shown) = visit(&at).await;
    assert!(shown.find("Soprano.").unwrap() > shown.find("Dave").unwrap(), "{shown}");

    let answer = bot.alice().presses(&list, "Undo").await;
    reads!(answer.text, @"Undone: changed “Carol” in “Singers”: summary, place");
    let list = bot.alice().changes(&list).await;
    assert!(list.text.contains(differs), "{list}");
    let _ = bot.alice().presses(&list, "Publish").await;
    bot.alice().changes(&list).await;
    let (_, shown) = visit(&at).await;
    assert!(shown.find("Alto.").unwrap() < shown.find("Dave").unwrap(), "{shown}");
    bot.end().await;
}

#[tokio::test]
async fn a_collection_that_a_page_shows_is_deleted_by_a_press_and_comes_back() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let made = calls(&bot, "site_create_collection", json!({ "title": "Singers" })).await;
    let singers = id(&made["collection"], "collection_id");
    let renamed = json!({ "collection_id": singers, "title": "Our singers", "description": "All of us." });
    calls(&bot, "site_update_collection", renamed).await;
    let carol = json!({ "collection_id": singers, "title": "Carol", "body": "Since *2020*." });
    let carol = id(&calls(&bot, "site_create_entry", carol).await["entry"], "entry_id");
    let read = calls(&bot, "site_get_entry", json!({ "entry_id": carol })).await;
    assert_eq!((&read["body"], &read["in_collection"]), (&json!("Since *2020*."), &json!("Our singers")));
    let page = calls(&bot, "site_get_page", json!({ "slug": "about-us" })).await;
    let (page, content) = (id(&page["page"], "page_id"), json!({ "collection": singers }));
    let section = json!({ "page_id": page, "template": "collection", "content": content });
    calls(&bot, "site_add_section", section).await;
    let (_, address) = publishes(&bot).await;

    let arguments = json!({ "collection_id": singers });
    bot.model().script([Turn::calls([("site_delete_collection", arguments)]), Turn::text("It is gone.")]);
    bot.alice().says("delete the singers from the website").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the collection “Our singers” with 1 entry. One is published, and goes from the public website when you publish again. Sections show it, which have to go or show another one before you publish: About us (Collection)
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let entries = "SELECT count(*) AS value FROM site_entries";
    assert_eq!(bot.number(entries).await, 1, "only a person confirms");
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is gone.");
    assert_eq!(bot.number(entries).await, 0);
    assert!(visit(&format!("{address}about-us/")).await.1.contains("Carol"), "until it is published");

    bot.alice().says("/site").await;
    let list = bot.next_message().await;
    assert!(list.text.contains("• collection Our singers is gone\n"), "{list}");
    assert!(
        list.text.contains("To put right before it can be published:\n• `page about-us, section 2: "),
        "{list}"
    );
    let answer = bot.alice().presses(&list, "Undo").await;
    reads!(answer.text, @"Undone: deleted the collection “Our singers”");
    let list = bot.alice().changes(&list).await;
    assert!(
        list.text.contains("Everything is published.") && list.text.contains("Our singers (1 entry)"),
        "{list}"
    );
    let carol = json!({ "entry_id": carol });
    bot.model().script([Turn::calls([("site_delete_entry", carol)]), Turn::text("She is gone.")]);
    bot.alice().says("take Carol off the website").await;
    let prompt = bot.next_message().await;
    assert!(
        prompt.text.starts_with("Delete “Carol” from the collection “Our singers” of your website."),
        "{prompt}"
    );
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"She is gone.");
    publishes(&bot).await;
    assert!(!visit(&format!("{address}about-us/")).await.1.contains("Carol"));
    bot.end().await;
}
