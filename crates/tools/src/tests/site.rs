use adjutant_domain::{ids::PageId, site::PageStatus, tools::Decider};
use adjutant_store::site::{By, pages};

use super::*;

/// Makes a page of alice's; returns its id.
async fn page(alice: &Person<'_>, title: &str) -> String {
    let made = alice.json("site_create_page", json!({ "title": title })).await;
    made["page"]["page_id"].as_str().unwrap().to_owned()
}

/// Makes a page with two sections; returns the ids of the page and of the sections.
async fn whole_page(alice: &Person<'_>, title: &str) -> (String, Vec<String>) {
    let sections = json!([
        { "template": "hero", "content": { "heading": "Welcome", "text": "A club by the river." } },
        { "template": "text", "content": { "heading": "Rowing", "body": "Every Tuesday at six." } },
    ]);
    let page = json!({ "title": title, "sections": sections });
    let made = alice.json("site_create_page_with_content", page).await;
    let ids = made["sections"].as_array().unwrap().iter().map(|section| id(section, "section_id"));
    (id(&made["page"], "page_id"), ids.collect())
}

fn id(thing: &Value, field: &str) -> String {
    thing[field].as_str().unwrap_or_else(|| panic!("no {field} in {thing}")).to_owned()
}

/// Returns the fields `field` of a list.
fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|it| it[field].as_str().unwrap()).collect()
}

async fn publish(bench: &Bench, alice: &Person<'_>, page: &str) {
    let (user, page) = (alice.context.user.user_id.clone(), PageId(page.to_owned()));
    let publish = async move |tx: &adjutant_store::db::SyncedTx| {
        let by =
            By { user: &user, author: &user, what: "published a page", now: NOW, untrusted: &Sources::OWN };
        Ok(pages::set_status(tx, &page, PageStatus::Published, &by).await?)
    };
    bench.store.write(publish).await;
}

#[tokio::test]
async fn the_first_page_is_the_home_page_and_slugs_are_made_of_titles() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let mut made =
        alice.json("site_create_page", json!({ "title": " Rowing  Club ", "description": "We row." })).await;
    made["page"]["page_id"].take();
    assert_eq!(
        made,
        json!({
            "message": "Made the page “Rowing Club” (/rowing-club) as the home page, a draft.",
            "page": {
                "page_id": null, "title": "Rowing Club", "slug": "rowing-club", "status": "draft",
                "is_home": true, "description": "We row.",
            },
        })
    );
    for (title, slug) in [("Über uns", "ueber-uns"), ("Über uns!", "ueber-uns-2"), ("Posts", "posts-page")]
    {
        let made = alice.json("site_create_page", json!({ "title": title })).await;
        assert_eq!((&made["page"]["slug"], &made["page"]["is_home"]), (&json!(slug), &json!(false)));
    }
    let listed = alice.json("site_list_pages", json!({})).await;
    assert_eq!(each(&listed["pages"], "slug"), ["rowing-club", "ueber-uns", "ueber-uns-2", "posts-page"]);
    assert_eq!((&listed["total"], &listed["message"]), (&json!(4), &json!("4 pages.")));
}

#[tokio::test]
async fn a_page_that_cannot_be_made_says_what_fits() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let about = page(&alice, "About").await;
    let mut errors = Vec::new();
    for arguments in [
        json!({ "title": "  " }),
        json!({ "title": "x".repeat(121) }),
        json!({ "title": "A", "slug": "About Us" }),
        json!({ "title": "A", "slug": "assets" }),
        json!({ "title": "A", "slug": "/about" }),
    ] {
        errors.push(alice.error("site_create_page", arguments).await);
    }
    insta::assert_snapshot!(errors.join("\n").replace(&about, "PAGE"), @"
    invalid_arguments: field 'title' in arguments is empty; a text of 1 to 120 characters fits
    invalid_arguments: field 'title' in arguments is a text of 121 characters; a text of 1 to 120 characters fits
    invalid_arguments: field 'slug' in arguments: a slug has only the letters a to z, digits, and single hyphens between words: `about-us` would fit
    invalid_arguments: field 'slug' in arguments: `assets` is a name that the site itself uses
    rejected: the page 'PAGE' has the slug 'about' already; choose another one, or change that page
    ");
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 1);
}

#[tokio::test]
async fn a_page_with_a_section_that_does_not_fit_is_not_made_at_all() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let sections = json!([
        { "template": "text", "content": { "body": "Hello" } },
        { "template": "hours", "content": { "days": [{ "day": "Montag" }], "colour": "red" } },
    ]);
    let page = json!({ "title": "Contact", "sections": sections });
    insta::assert_snapshot!(alice.error("site_create_page_with_content", page.clone()).await, @r#"invalid_arguments: field 'sections/1/content' in arguments does not fit the template hours: `days[0].day` is "Montag"; one of monday, tuesday, wednesday, thursday, friday, saturday, sunday fits. `"colour"` is no field of this section; one of the fields heading, days, text (`text` is the closest) fits. site_get_template lists all fields"#);
    assert!(alice.requirement("site_create_page_with_content", page).await.is_err(), "nobody is asked");
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 0);
}

#[tokio::test]
async fn a_creation_that_is_repeated_after_a_crash_makes_one_page() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (call, arguments) = (CallId::generate(), json!({ "title": "About", "slug": "about" }).to_string());
    let first = alice.call_as(call.clone(), "site_create_page", &arguments).await.unwrap();
    assert_eq!(alice.call_as(call, "site_create_page", &arguments).await.unwrap().output, first.output);
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 1);
}

#[tokio::test]
async fn a_page_is_read_by_id_or_slug_with_or_without_content() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (page, sections) = whole_page(&alice, "Welcome").await;
    let brief = alice.json("site_get_page", json!({ "page_id": page })).await;
    assert_eq!(each(&brief["sections"], "section_id"), sections);
    assert_eq!(each(&brief["sections"], "title"), ["Welcome", "Rowing"]);
    assert!(!brief.to_string().contains("river"), "{brief}");
    for slug in ["welcome", "/welcome/", "/"] {
        let full = alice.json("site_get_page", json!({ "slug": slug, "include_content": true })).await;
        assert_eq!(
            full["sections"][1]["content"],
            json!({ "heading": "Rowing", "body": "Every Tuesday at six." })
        );
    }
    let none = alice.error("site_get_page", json!({ "page_id": "page-0" })).await;
    assert_eq!(none, "not_found: there is no page 'page-0'; site_list_pages lists the existing ids");
    let none = alice.error("site_get_page", json!({ "slug": "contact" })).await;
    assert_eq!(
        none,
        "not_found: there is no page with the slug 'contact'; site_list_pages lists the existing ones"
    );
    let both = alice.error("site_get_page", json!({ "page_id": page, "slug": "welcome" })).await;
    assert_eq!(both, "invalid_arguments: give either 'page_id' or 'slug' in arguments");
}

#[tokio::test]
async fn a_page_changes_in_what_is_named_and_moves_among_the_others() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    page(&alice, "Home").await;
    let about = page(&alice, "About").await;
    let changed = alice
        .json(
            "site_update_page",
            json!({ "page_id": about, "title": "About us", "is_home": true, "position": 1 }),
        )
        .await;
    assert_eq!(changed["page"]["title"], "About us");
    assert_eq!(changed["page"]["slug"], "about");
    assert_eq!(changed["page"]["is_home"], true);
    let pages = alice.json("site_list_pages", json!({})).await["pages"].take();
    assert_eq!(each(&pages, "title"), ["About us", "Home"]);
    assert_eq!(pages[1]["is_home"], false);
    alice.json("site_undo", json!({})).await;
    let pages = alice.json("site_list_pages", json!({})).await["pages"].take();
    assert_eq!(each(&pages, "title"), ["Home", "About"], "one undo takes all of it back");
    let changes = alice.json("site_list_changes", json!({})).await["changes"].take();
    assert_eq!(changes.as_array().map(Vec::len), Some(4), "two pages, the change and its undo: {changes}");
    alice.json("site_update_page", json!({ "page_id": about, "position": 1 })).await;
    let pages = alice.json("site_list_pages", json!({})).await["pages"].take();
    assert_eq!(each(&pages, "title"), ["About", "Home"], "a place alone");
    alice.json("site_update_page", json!({ "page_id": about, "position": 9 })).await;
    let pages = alice.json("site_list_pages", json!({})).await["pages"].take();
    assert_eq!(each(&pages, "title"), ["Home", "About"], "the last one");
    alice.json("site_update_page", json!({ "page_id": about, "title": "Who we are", "position": 2 })).await;
    let changes = alice.json("site_list_changes", json!({ "limit": 1 })).await["changes"].take();
    page(&alice, "Contact").await;
    alice.json("site_undo", json!({ "revision_id": changes[0]["revision_id"] })).await;
    let pages = alice.json("site_list_pages", json!({})).await["pages"].take();
    assert_eq!(each(&pages, "title"), ["Home", "About", "Contact"], "it had its place already");

    let no_home = alice.error("site_update_page", json!({ "page_id": about, "is_home": false })).await;
    assert_eq!(
        no_home,
        "invalid_arguments: a site begins with one page: set 'is_home' of another page to true instead"
    );
    let nothing = alice.error("site_update_page", json!({ "page_id": about })).await;
    assert_eq!(nothing, "invalid_arguments: give a field to change, such as 'title', beside 'page_id'");
    let taken = alice.error("site_update_page", json!({ "page_id": about, "slug": "home" })).await;
    assert!(taken.starts_with("rejected: the page 'page-"), "{taken}");
}

#[tokio::test]
async fn the_address_of_a_published_page_that_others_link_to_is_not_changed_unasked() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let about = page(&alice, "About").await;
    let content = json!({ "heading": "Join", "button_label": "More", "button_link": "/about" });
    let sections = json!([{ "template": "cta", "content": content }]);
    alice.json("site_create_page_with_content", json!({ "title": "Join", "sections": sections })).await;
    alice.json("site_add_navigation_item", json!({ "label": "About", "page_id": about })).await;
    let moved = json!({ "page_id": about, "slug": "about-us" });
    assert_eq!(alice.need("site_update_page", moved.clone()).await, ApprovalNeed::ByPolicy, "it is a draft");

    publish(&bench, &alice, &about).await;
    let ask = alice.question("site_update_page", moved.clone()).await;
    insta::assert_snapshot!(format!("{}\n{}\n{}", ask.summary, ask.preview, ask.reason), @"
    Move the page “About” of your website from /about to /about-us
    In the navigation: 1 item
    Links on other pages: Join
    The page is published, and others link to it. The old address will lead to the new one.
    ");
    let titled = json!({ "page_id": about, "title": "About us" });
    assert_eq!(alice.need("site_update_page", titled).await, ApprovalNeed::ByPolicy);
    let changed = alice.json("site_update_page", moved).await;
    assert_eq!(
        changed["message"],
        "Changed the page “About” (/about-us). 1 link on other pages still name its old address: Join."
    );
}

#[tokio::test]
async fn a_deletion_says_first_what_is_lost() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (home, _) = whole_page(&alice, "Welcome").await;
    let about = page(&alice, "About").await;
    let content = json!({ "body": "Back to [the beginning](/) or [the welcome](/welcome#top)." });
    alice.json("site_add_section", json!({ "page_id": about, "template": "text", "content": content })).await;
    alice.json("site_add_navigation_item", json!({ "label": "Home", "page_id": home })).await;

    let ask = alice.question("site_delete_page", json!({ "page_id": home })).await;
    assert_eq!(
        (&*ask.summary, &*ask.reason),
        ("", "I can undo it as long as it is among the last 100 changes.")
    );
    let would = alice.json("site_delete_page", json!({ "page_id": home })).await;
    insta::assert_snapshot!(would["message"].as_str().unwrap(), @"Delete the page “Welcome” (/welcome) with 2 sections and 1 item of the navigation. Your website begins with it. 2 links lead to it: About, About");
    assert_eq!(would["requires_confirmation"], true);
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 2);

    let deleted = alice.json("site_delete_page", json!({ "page_id": home, "confirmed": true })).await;
    assert_eq!(deleted["message"], "The page “Welcome” is deleted; site_undo brings it back.");
    assert_eq!(deleted["requires_confirmation"], Value::Null);
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 1);
    assert_eq!(alice.json("site_list_navigation", json!({})).await["total"], 0);
    let again = alice.error("site_delete_page", json!({ "page_id": home, "confirmed": true })).await;
    assert_eq!(
        again,
        format!("not_found: there is no page '{home}'; site_list_pages lists the existing ids")
    );

    let undone = alice.json("site_undo", json!({})).await;
    assert_eq!(undone["message"], "Undone: deleted the page “Welcome”.");
    let back = alice.json("site_get_page", json!({ "page_id": home })).await;
    assert_eq!(each(&back["sections"], "title"), ["Welcome", "Rowing"]);
    assert_eq!(alice.json("site_list_navigation", json!({})).await["total"], 1);
}

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

#[tokio::test]
async fn the_navigation_is_added_to_changed_hidden_ordered_and_taken_from() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let about = page(&alice, "About").await;
    let first =
        alice.json("site_add_navigation_item", json!({ "label": "About us", "page_id": about })).await;
    let first = id(&first["item"], "item_id");
    let league = json!({ "label": "League", "url": "https://league.example.org/", "position": 1 });
    let second = alice.json("site_add_navigation_item", league.clone()).await;
    assert_eq!(second["item"]["url"], "https://league.example.org/");
    let second = id(&second["item"], "item_id");
    let listed = alice.json("site_list_navigation", json!({})).await;
    assert_eq!(each(&listed["items"], "label"), ["League", "About us"]);

    let changed = json!({ "item_id": second, "label": "Home", "page_id": about });
    let ask = alice.requirement("site_update_navigation_item", changed.clone()).await.unwrap().ask;
    assert_eq!(
        ask.summary,
        "Change “League” in the navigation of your website: call it “Home”, let it lead to the page “About”"
    );
    let changed = alice.json("site_update_navigation_item", changed).await;
    assert_eq!((&changed["item"]["label"], &changed["item"]["url"]), (&json!("Home"), &Value::Null));
    for visible in [false, true] {
        let item = alice.json("site_toggle_navigation_item", json!({ "item_id": first })).await;
        assert_eq!(item["item"]["visible"], visible);
    }
    let hidden = json!({ "item_id": first, "visible": false });
    assert_eq!(
        alice.json("site_toggle_navigation_item", hidden).await["message"],
        "“About us” is hidden in the navigation."
    );
    let ordered = alice.json("site_reorder_navigation", json!({ "item_ids": [first, second] })).await;
    assert_eq!(each(&ordered["items"], "label"), ["About us", "Home"]);

    let would = alice.json("site_remove_navigation_item", json!({ "item_id": first })).await;
    assert_eq!(would["requires_confirmation"], true);
    assert_eq!(
        would["message"],
        "Remove “About us” from the navigation of your website. What it leads to stays"
    );
    alice.json("site_remove_navigation_item", json!({ "item_id": first, "confirmed": true })).await;
    assert_eq!(alice.json("site_list_navigation", json!({})).await["total"], 1);
    assert_eq!(alice.json("site_list_pages", json!({})).await["total"], 1);
}

#[tokio::test]
async fn an_item_that_leads_nowhere_or_does_not_exist_is_refused() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let about = page(&alice, "About").await;
    let item = alice.json("site_add_navigation_item", json!({ "label": "About", "page_id": about })).await;
    let item = id(&item["item"], "item_id");
    let mut errors = Vec::new();
    for (tool, arguments) in [
        ("site_add_navigation_item", json!({ "label": "A" })),
        ("site_add_navigation_item", json!({ "label": "A", "page_id": about, "url": "https://example.org" })),
        ("site_add_navigation_item", json!({ "label": "A", "page_id": "page-0" })),
        ("site_add_navigation_item", json!({ "label": "A", "url": "javascript:alert(1)" })),
        ("site_update_navigation_item", json!({ "item_id": item })),
        ("site_update_navigation_item", json!({ "item_id": "item-0", "label": "A" })),
        ("site_toggle_navigation_item", json!({ "item_id": "item-0" })),
        ("site_remove_navigation_item", json!({ "item_id": "item-0" })),
        ("site_reorder_navigation", json!({ "item_ids": [item, item] })),
        ("site_reorder_navigation", json!({ "item_ids": ["item-0"] })),
    ] {
        errors.push(alice.error(tool, arguments).await.replace(&item, "ITEM"));
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
    invalid_arguments: give 'page_id', 'url' or 'leads_to' in arguments: a navigation item leads somewhere
    invalid_arguments: give only one of 'page_id', 'url' and 'leads_to' in arguments
    not_found: there is no page 'page-0'; site_list_pages lists the existing ids
    invalid_arguments: field 'url' in arguments is "javascript:alert(1)"; an address that begins with https://, http://, mailto: or tel: fits
    invalid_arguments: give 'label', 'page_id', 'url' or 'leads_to' beside 'item_id' in arguments
    not_found: there is no navigation item 'item-0'; site_list_navigation lists the existing ids
    not_found: there is no navigation item 'item-0'; site_list_navigation lists the existing ids
    not_found: there is no navigation item 'item-0'; site_list_navigation lists the existing ids
    invalid_arguments: field 'item_ids' in arguments names 'ITEM' (“About”) 2 times; every item once fits
    not_found: there is no navigation item 'item-0'; site_list_navigation lists the existing ids
    "#);
}

#[tokio::test]
async fn settings_change_one_by_one() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let none = alice.json("site_get_settings", json!({})).await["settings"].take();
    assert_eq!(
        none,
        json!({
            "title": "", "description": "", "language": "en", "base_url": null, "theme": "plain", "accent": null,
            "font": null,
        })
    );
    let changes = json!({
        "title": "Rowing Club", "language": "de-AT", "base_url": "https://club.example.org/", "theme": "warm",
        "accent": "#7a1f0f", "font": "slab",
    });
    let ask = alice.requirement("site_update_settings", changes.clone()).await.unwrap().ask;
    assert_eq!(
        ask.summary,
        "Change the settings of your website: title, language, address, theme, accent, font"
    );
    alice.json("site_update_settings", changes).await;
    let changed = alice.json("site_update_settings", json!({ "accent": "" })).await["settings"].take();
    assert_eq!(
        changed,
        json!({
            "title": "Rowing Club", "description": "", "language": "de-AT", "base_url": "https://club.example.org",
            "theme": "warm", "accent": null, "font": "slab",
        })
    );
    let one = alice.json("site_get_settings", json!({ "key": "theme" })).await;
    assert_eq!(one["settings"], json!({ "theme": "warm" }));

    let mut errors = Vec::new();
    for arguments in [
        json!({}),
        json!({ "language": "German" }),
        json!({ "accent": "#ffee00" }),
        json!({ "accent": "red" }),
        json!({ "base_url": "ftp://club.example.org" }),
    ] {
        errors.push(alice.error("site_update_settings", arguments).await);
    }
    insta::assert_snapshot!(errors.join("\n"), @r##"
    invalid_arguments: give a setting to change, such as 'title', in arguments
    invalid_arguments: field 'language' in arguments is "German"; a language such as en or de-AT fits
    invalid_arguments: field 'accent' in arguments: the accent #ffee00 has a contrast of 1.0:1 against #f5ecdf of the theme warm; at least 4.5:1 can be read, and #736b00 is close to it
    invalid_arguments: field 'accent' in arguments is "red"; a colour such as #1d5fb8 fits
    invalid_arguments: field 'base_url' in arguments is "ftp://club.example.org"; an address such as https://club.example.org fits
    "##);
}

#[tokio::test]
async fn the_model_is_offered_every_theme_and_font() {
    let bench = Bench::new().await;
    let parameters = &bench.registry.get("site_update_settings").unwrap().definition.parameters;
    let names = |field: &str| -> Vec<String> {
        let names = parameters["properties"][field]["enum"].as_array().unwrap();
        names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let themes = adjutant_site::Theme::ALL.map(|theme| theme.name().to_owned());
    assert_eq!(names("theme"), themes);
    for font in names("font") {
        assert!(serde_json::from_value::<adjutant_site::Font>(json!(font)).is_ok(), "{font}");
    }
}

#[tokio::test]
async fn anything_is_found_by_its_name_though_misspelt() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (welcome, sections) = whole_page(&alice, "Welcome").await;
    let hours = page(&alice, "Opening hours").await;
    let item = alice
        .json("site_add_navigation_item", json!({ "label": "When we are open", "page_id": hours }))
        .await;
    let found =
        alice.json("site_find_resource", json!({ "query": "openning hours" })).await["matches"].take();
    assert_eq!((&found[0]["id"], &found[0]["kind"]), (&json!(hours), &json!("page")));
    assert!(found[0]["score"].as_f64().unwrap() > 0.8, "{found}");
    let found = alice.json("site_find_resource", json!({ "query": "rowing", "kinds": ["section"] })).await;
    assert_eq!(
        found["matches"],
        json!([{
            "id": sections[1], "kind": "section", "title": "Rowing", "score": 1.0, "on_page": "Welcome",
        }])
    );
    let found =
        alice.json("site_find_resource", json!({ "query": "when open", "kinds": ["navigation_item"] })).await;
    assert_eq!(found["matches"][0]["id"], item["item"]["item_id"]);
    let none = alice.json("site_find_resource", json!({ "query": "prices" })).await;
    assert_eq!(
        (&none["matches"], &none["message"]),
        (&json!([]), &json!("Nothing was found; site_list_pages lists all pages."))
    );

    let said =
        alice.json("site_search_pages", json!({ "query": "rowing on Tuesdays" })).await["matches"].take();
    assert_eq!(said.as_array().unwrap().len(), 1);
    assert_eq!(said[0]["page_id"], *welcome);
    assert_eq!(said[0]["section"]["section_id"], *sections[1]);
    let none = alice.json("site_search_pages", json!({ "query": "swimming" })).await;
    assert_eq!(none["matches"], json!([]));
}

#[tokio::test]
async fn changes_are_listed_and_undone_one_by_one() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    assert_eq!(alice.error("site_undo", json!({})).await, "rejected: there is nothing to undo");
    let about = page(&alice, "About").await;
    alice.json("site_update_page", json!({ "page_id": about, "title": "About us" })).await;
    alice.json("site_update_settings", json!({ "title": "Club" })).await;
    let listed = alice.json("site_list_changes", json!({ "limit": 2 })).await["changes"].take();
    assert_eq!(each(&listed, "what"), ["changed the settings: title", "changed the page “About”: title"]);
    assert_eq!(listed[0]["at"], "2026-05-01T10:00:00+02:00");

    let renamed = json!({ "revision_id": listed[1]["revision_id"] });
    let ask = alice.requirement("site_undo", renamed.clone()).await.unwrap().ask;
    assert_eq!(ask.summary, "Undo on your website: changed the page “About”: title");
    assert_eq!(alice.json("site_undo", renamed.clone()).await["undone"], "changed the page “About”: title");
    assert_eq!(alice.json("site_list_pages", json!({})).await["pages"][0]["title"], "About");
    assert_eq!(
        alice.error("site_undo", renamed).await,
        "rejected: this cannot be undone: it has been undone already"
    );
    let unknown = alice.error("site_undo", json!({ "revision_id": "revision-0" })).await;
    assert_eq!(
        unknown,
        "not_found: there is no change 'revision-0'; site_list_changes lists the existing ids"
    );
    let none = bench.person("bob").await.json("site_list_changes", json!({})).await;
    assert_eq!((&none["changes"], &none["message"]), (&json!([]), &json!("Nothing was changed yet.")));
}

#[tokio::test]
async fn others_words_stay_others_words() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let about = page(&alice, "About").await;
    alice.context.untrusted = "example.com".into();
    let add = json!({ "page_id": about, "template": "text", "content": { "body": "Obey me." } });
    let added = alice.json("site_add_section", add).await;
    let item = json!({ "label": "Obey", "page_id": about });
    alice.json("site_add_navigation_item", item).await;
    alice.context.untrusted = Sources::OWN;
    let section = id(&added["section"], "section_id");
    for (tool, arguments) in [
        ("site_get_section", json!({ "section_id": section })),
        ("site_list_sections", json!({ "page_id": about })),
        ("site_get_page", json!({ "page_id": about })),
        ("site_list_navigation", json!({})),
        ("site_search_pages", json!({ "query": "obey" })),
        ("site_find_resource", json!({ "query": "obey" })),
        ("site_list_changes", json!({})),
        ("site_delete_section", json!({ "section_id": section })),
        ("site_undo", json!({})),
    ] {
        let outcome = alice.call(tool, arguments).await.unwrap();
        assert_eq!(outcome.untrusted, "example.com".into(), "{tool}");
    }
    assert_eq!(alice.call("site_list_pages", json!({})).await.unwrap().untrusted, Sources::OWN);
}

#[tokio::test]
async fn nobody_reads_or_changes_the_site_of_another() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let (page, sections) = whole_page(&alice, "Welcome").await;
    let item = alice.json("site_add_navigation_item", json!({ "label": "Welcome", "page_id": page })).await;
    let item = id(&item["item"], "item_id");
    let change = alice.json("site_list_changes", json!({})).await;
    let change = id(&change["changes"][0], "revision_id");
    for (tool, arguments) in [
        ("site_get_page", json!({ "page_id": page })),
        ("site_get_page", json!({ "slug": "welcome" })),
        ("site_update_page", json!({ "page_id": page, "title": "Mine" })),
        ("site_delete_page", json!({ "page_id": page, "confirmed": true })),
        ("site_list_sections", json!({ "page_id": page })),
        ("site_get_section", json!({ "section_id": sections[0] })),
        ("site_add_section", json!({ "page_id": page, "template": "text", "content": { "body": "x" } })),
        ("site_update_section", json!({ "section_id": sections[0], "content": { "heading": "x" } })),
        ("site_move_section", json!({ "section_id": sections[0], "position": 2 })),
        ("site_delete_section", json!({ "section_id": sections[0], "confirmed": true })),
        ("site_add_navigation_item", json!({ "label": "x", "page_id": page })),
        ("site_update_navigation_item", json!({ "item_id": item, "label": "x" })),
        ("site_toggle_navigation_item", json!({ "item_id": item })),
        ("site_remove_navigation_item", json!({ "item_id": item, "confirmed": true })),
        ("site_reorder_navigation", json!({ "item_ids": [item] })),
        ("site_undo", json!({ "revision_id": change })),
    ] {
        let refused = bob.error(tool, arguments).await;
        assert!(refused.starts_with("not_found: there is no "), "{tool}: {refused}");
    }
    assert_eq!(bob.json("site_list_pages", json!({})).await["total"], 0);
    assert_eq!(bob.json("site_list_navigation", json!({})).await["total"], 0);
    assert_eq!(bob.json("site_find_resource", json!({ "query": "welcome" })).await["matches"], json!([]));
    assert_eq!(alice.json("site_list_sections", json!({ "page_id": page })).await["total"], 2);
}
