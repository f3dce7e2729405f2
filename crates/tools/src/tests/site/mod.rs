use adjutant_domain::{ids::PageId, site::PageStatus, tools::Decider};
use adjutant_store::site::{By, pages};

use super::*;

mod of_pages;
mod of_sections;

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
