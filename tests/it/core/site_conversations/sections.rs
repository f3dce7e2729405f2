//! Sections: their templates, and adding, changing and removing them on a page.

use serde_json::json;

use super::{Talk, each};
use crate::harness::{Chat, reads};

pub async fn site_list_templates(talk: &Talk<impl Chat>) {
    let (answer, listed) =
        talk.says("what can be on a page of our website?", "site_list_templates", json!({})).await;
    reads!(answer, @"13 templates.");
    reads!(each(&listed["templates"], "template").join(", "), @"hero, text, image_text, gallery, cards, collection, quote, faq, contact, hours, events, map, cta");
    // Each template can be requested.
    for template in each(&listed["templates"], "template") {
        let (_, got) = talk.says("tell me more", "site_get_template", json!({ "template": template })).await;
        assert_eq!(got["success"], true, "{got}");
    }
}

pub async fn site_get_template(talk: &Talk<impl Chat>) {
    let events = json!({ "template": "events" });
    let (answer, got) = talk.says("can our website show dates?", "site_get_template", events).await;
    reads!(answer, @"The fields of Events.");
    let items = got["fields"].as_array().unwrap().iter().find(|field| field["name"] == "items").unwrap();
    assert_eq!(items["required"], true);
    let of_item = each(&items["fields"], "name");
    reads!(of_item.join(", "), @"title, date, last_date, time, end_time, place, text, link");
    // The listed field names are valid.
    let concert =
        json!({ "title": "Summer concert", "date": "2026-06-20", "time": "19:30", "place": "Town hall" });
    let add = json!({ "page_id": talk.welcome, "template": "events", "content": { "items": [concert] } });
    talk.says("we sing in the town hall on 20 June at half past seven", "site_add_section", add).await;
    let page = talk.previewed("").await;
    assert!(page.contains("Summer concert") && page.contains("Town hall"), "{page}");

    let (answer, _) = talk.says("and a video?", "site_get_template", json!({ "template": "film" })).await;
    reads!(answer, @"no section template is called film; the closest is image_text, and there are: hero, text, image_text, gallery, cards, collection, quote, faq, contact, hours, events, map, cta");
}

pub async fn site_list_sections(talk: &Talk<impl Chat>) {
    let (answer, listed) = talk
        .says("what is on the page about us?", "site_list_sections", json!({ "page_id": talk.about }))
        .await;
    reads!(answer, @"2 sections on the page “About us”.");
    assert_eq!(each(&listed["sections"], "section_id"), [&*talk.text, &talk.quote]);
    assert_eq!(each(&listed["sections"], "template"), ["text", "quote"]);
}

pub async fn site_get_section(talk: &Talk<impl Chat>) {
    let quote = json!({ "section_id": talk.quote });
    let (answer, got) = talk.says("what does Bob say of us?", "site_get_section", quote).await;
    reads!(answer, @"A section (Quote) of the page “About us”.");
    let content = json!({ "text": "The best choir of the street.", "author": "Bob" });
    assert_eq!(got["section"]["content"], content);
}

pub async fn site_add_section(talk: &Talk<impl Chat>) {
    let questions = json!({ "heading": "Questions", "items": [
        { "question": "Must I read music?", "answer": "No: **we learn by ear**." },
    ] });
    let add = json!({ "page_id": talk.about, "template": "faq", "content": questions, "position": 2 });
    let words = "people ask whether they must read music; they need not. Put that after the first text";
    let (answer, _) = talk.says(words, "site_add_section", add).await;
    reads!(answer, @"Added a section (Questions and answers) to the page “About us”.");
    let sections = json!({ "page_id": talk.about });
    let (_, listed) = talk.says("what is there now?", "site_list_sections", sections).await;
    assert_eq!(each(&listed["sections"], "template"), ["text", "faq", "quote"]);
    assert!(talk.previewed("about-us/").await.contains("No: <strong>we learn by ear</strong>."));

    let wrong = json!({ "page_id": talk.about, "template": "cta", "content": { "heading": "Join" } });
    let (answer, _) = talk.says("and a button to join", "site_add_section", wrong).await;
    reads!(answer, @"field 'content' in arguments does not fit the template cta: button_label is missing; a line of at most 40 characters fits. button_link is missing; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits. site_get_template lists all fields");
}

pub async fn site_update_section(talk: &Talk<impl Chat>) {
    let role = json!({ "section_id": talk.quote, "content": { "role": "Neighbour", "author": null } });
    let words = "do not name Bob on the website";
    let (answer, _) = talk.says(words, "site_update_section", role).await;
    // His role has no meaning without his name.
    reads!(answer, @"field 'content' in arguments does not fit the template quote: author is missing, and role needs it; a line of at most 80 characters fits. site_get_template lists all fields");
    let nameless = json!({ "section_id": talk.quote, "content": { "author": null } });
    let (answer, _) = talk.says("just leave the name out", "site_update_section", nameless).await;
    reads!(answer, @"Changed a section (Quote) of the page “About us”.");
    let quote = json!({ "section_id": talk.quote });
    let (_, got) = talk.says("what is left?", "site_get_section", quote).await;
    assert_eq!(got["section"]["content"], json!({ "text": "The best choir of the street." }));
    assert!(!talk.previewed("about-us/").await.contains("Bob"));
}

pub async fn site_move_section(talk: &Talk<impl Chat>) {
    let first = json!({ "section_id": talk.quote, "position": 1 });
    let (answer, moved) = talk.says("the quote goes first", "site_move_section", first).await;
    reads!(answer, @"The sections of the page “About us” are in this order now.");
    assert_eq!(each(&moved["sections"], "section_id"), [&*talk.quote, &talk.text]);
    let page = talk.previewed("about-us/").await;
    assert!(page.find("The best choir") < page.find("Founded in"), "{page}");
    let last = json!({ "section_id": talk.quote, "position": 9 });
    let (_, moved) = talk.says("no, last", "site_move_section", last).await;
    assert_eq!(each(&moved["sections"], "section_id"), [&*talk.text, &talk.quote]);
}

pub async fn site_delete_section(talk: &Talk<impl Chat>) {
    let delete = ("site_delete_section", json!({ "section_id": talk.quote }));
    let sections = ("site_list_sections", json!({ "page_id": talk.about }));
    let question = talk.has_to_press("take the quote off the website", delete, sections.clone()).await;
    reads!(question, @"
    Delete the section “The best choir of the street.” (Quote) from the page “About us”
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"Deleted 1 section; site_undo brings back what was deleted.");
    let (_, listed) = talk.says("what is left?", sections.0, sections.1).await;
    assert_eq!(each(&listed["sections"], "section_id"), [&*talk.text]);
    assert!(!talk.previewed("about-us/").await.contains("best choir"));
}

pub async fn site_delete_sections(talk: &Talk<impl Chat>) {
    let delete = ("site_delete_sections", json!({ "section_ids": [talk.quote, talk.text] }));
    let sections = ("site_list_sections", json!({ "page_id": talk.about }));
    let question = talk.has_to_press("empty the page about us", delete, sections.clone()).await;
    reads!(question, @"
    Delete 2 sections of your website: the section “Who we are” (Text) on “About us”, the section “The best choir of the street.” (Quote) on “About us”
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"Deleted 2 sections; site_undo brings back what was deleted.");
    let (answer, _) = talk.says("what is left?", sections.0, sections.1).await;
    reads!(answer, @"0 sections on the page “About us”.");
    let (answer, _) = talk.says("no, bring them back", "site_undo", json!({})).await;
    reads!(answer, @"Undone: deleted the section “Who we are” (Text) from “About us”, the section “The best choir of the street.” (Quote) from “About us”.");
    assert!(talk.previewed("about-us/").await.contains("best choir"));
}
