//! Sections of a page.

use super::*;

#[tokio::test]
async fn templates_are_listed_with_their_fields() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let listed = alice.json("site_list_templates", json!({})).await;
    assert_eq!(listed["total"], 13);
    assert!(each(&listed["templates"], "template").contains(&"hours"));
    let hours = alice.json("site_get_template", json!({ "template": "quote" })).await;
    assert_eq!(hours["fields"][0]["name"], "text");
    assert_eq!(hours["fields"][0]["required"], true);
    let unknown = alice.error("site_get_template", json!({ "template": "galery" })).await;
    assert!(
        unknown.starts_with("not_found: no section template is called `galery`; the closest is `gallery`"),
        "{unknown}"
    );
}

#[tokio::test]
async fn sections_are_added_read_changed_and_moved() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (page, sections) = whole_page(&alice, "Welcome").await;
    let cards = json!({ "items": [{ "title": "Boats", "link": "/boats", "link_label": "See" }] });
    let add = json!({ "page_id": page, "template": "cards", "content": cards, "position": 2 });
    let added = alice.json("site_add_section", add).await;
    assert_eq!(
        added["message"],
        "Added a section (Cards) to the page “Welcome”. No page is there yet for these links: `items[0].link` /boats."
    );
    let listed = alice.json("site_list_sections", json!({ "page_id": page })).await;
    assert_eq!(each(&listed["sections"], "template"), ["hero", "cards", "text"]);

    let patch = json!({ "section_id": sections[1], "content": { "heading": null, "body": "On Mondays." } });
    assert_eq!(
        alice.json("site_update_section", patch.clone()).await["message"],
        "Changed a section (Text) of the page “Welcome”."
    );
    let read = alice.json("site_get_section", json!({ "section_id": sections[1] })).await;
    assert_eq!(read["section"]["content"], json!({ "body": "On Mondays." }));
    let moved = alice.json("site_move_section", json!({ "section_id": sections[1], "position": 1 })).await;
    assert_eq!(each(&moved["sections"], "template"), ["text", "hero", "cards"]);

    let required = json!({ "section_id": sections[1], "content": { "body": null } });
    assert_eq!(
        alice.error("site_update_section", required).await,
        "invalid_arguments: field 'content' in arguments does not fit the template text: `body` is missing; a Markdown \
         text of at most 20000 characters fits. site_get_template lists all fields"
    );
    for (tool, arguments) in [
        ("site_get_section", json!({ "section_id": "section-0" })),
        ("site_update_section", json!({ "section_id": "section-0", "content": { "body": "x" } })),
        ("site_move_section", json!({ "section_id": "section-0", "position": 1 })),
        ("site_delete_section", json!({ "section_id": "section-0" })),
        ("site_delete_sections", json!({ "section_ids": [sections[0], "section-0"], "confirmed": true })),
    ] {
        assert_eq!(
            alice.error(tool, arguments).await,
            "not_found: there is no section 'section-0'; site_list_sections lists the existing ids of a page",
            "{tool}"
        );
    }
    let nowhere = json!({ "page_id": "page-0", "template": "text", "content": { "body": "x" } });
    assert!(
        alice.error("site_add_section", nowhere).await.starts_with("not_found: there is no page 'page-0'")
    );
    let none = alice.error("site_list_sections", json!({ "page_id": "page-0" })).await;
    assert!(none.starts_with("not_found: there is no page 'page-0'"), "{none}");
}

#[tokio::test]
async fn the_prompt_for_a_change_shows_the_words_that_change() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (_, sections) = whole_page(&alice, "Welcome").await;
    let patch = json!({ "section_id": sections[1], "content": { "body": "On Mondays." } });
    let asked = alice.requirement("site_update_section", patch).await.unwrap();
    assert_eq!((asked.need, &asked.ask.decider), (ApprovalNeed::ByPolicy, &Decider::Requester));
    insta::assert_snapshot!(format!("{}\n{}", asked.ask.summary, asked.ask.preview), @"
    Change the section “Rowing” (Text) on the page “Welcome”
    --- Welcome
    +++ Welcome
    @@ -1,2 +1,2 @@
     Rowing
    -Every Tuesday at six.
    +On Mondays.
    ");
}

#[tokio::test]
async fn sections_go_together_or_not_at_all() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (page, sections) = whole_page(&alice, "Welcome").await;
    let (other, others) = whole_page(&alice, "About").await;
    let one = alice.json("site_delete_section", json!({ "section_id": sections[0] })).await;
    assert_eq!(one["message"], "Delete the section “Welcome” (Hero) from the page “Welcome”");
    let several = json!({ "section_ids": [sections[1], others[0], sections[1]] });
    let would = alice.json("site_delete_sections", several).await;
    assert_eq!((&would["total"], &would["requires_confirmation"]), (&json!(2), &json!(true)));
    let words = would["message"].as_str().unwrap();
    assert!(words.starts_with("Delete 2 sections of your website: the section “"), "{words}");

    let gone = json!({ "section_ids": [sections[1], others[0]], "confirmed": true });
    let gone = alice.json("site_delete_sections", gone).await;
    assert_eq!(gone["message"], "Deleted 2 sections; site_undo brings back what was deleted.");
    for (page, left) in [(&page, "hero"), (&other, "text")] {
        let listed = alice.json("site_list_sections", json!({ "page_id": page })).await;
        assert_eq!(each(&listed["sections"], "template"), [left]);
    }
    let gone = json!({ "section_id": sections[0], "confirmed": true });
    assert_eq!(alice.json("site_delete_section", gone).await["total"], 1);
    assert_eq!(alice.json("site_list_sections", json!({ "page_id": page })).await["total"], 0);
}
