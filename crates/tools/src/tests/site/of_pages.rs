//! Pages of a website.

use super::*;

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
