use super::{
    site_pictures::picture,
    site_posts::{post, publishing_into, site},
    *,
};

fn id(thing: &Value, field: &str) -> String {
    thing[field].as_str().unwrap_or_else(|| panic!("no {field} in {thing}")).to_owned()
}

/// Returns the fields `field` of a list.
fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|it| it[field].as_str().unwrap()).collect()
}

/// Makes a collection of alice's; returns its id.
async fn collection(alice: &Person<'_>, title: &str) -> String {
    let made = alice.json("site_create_collection", json!({ "title": title })).await;
    id(&made["collection"], "collection_id")
}

/// Adds an entry to it; returns the entry's id.
async fn entry(alice: &Person<'_>, collection: &str, title: &str) -> String {
    let new = json!({ "collection_id": collection, "title": title, "summary": format!("{title} rows.") });
    id(&alice.json("site_create_entry", new).await["entry"], "entry_id")
}

/// Returns the titles of the entries of a collection.
async fn titles(alice: &Person<'_>, collection: &str) -> String {
    let listed = alice.json("site_list_entries", json!({ "collection_id": collection })).await;
    each(&listed["entries"], "title").join(" ")
}

/// Shows a collection on the home page; returns the section's id.
async fn shown(alice: &Person<'_>, page: &str, collection: &str) -> String {
    let content = json!({ "collection": collection, "heading": "Members" });
    let section = json!({ "page_id": page, "template": "collection", "content": content });
    id(&alice.json("site_add_section", section).await["section"], "section_id")
}

async fn publish(alice: &Person<'_>, arguments: Value) -> Value {
    let mut arguments = arguments;
    arguments["confirmed"] = json!(true);
    alice.json("site_publish", arguments).await["changes"].take()
}

/// Returns the home page as visitors see it.
fn home(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("rowing-club/current/index.html")).unwrap()
}

#[tokio::test]
async fn collections_are_made_listed_and_changed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let none = alice.json("site_list_collections", json!({})).await;
    assert_eq!(none["message"], "The website has no collections yet; site_create_collection makes one.");
    let new = json!({ "title": " Our  members ", "description": "Who rows." });
    let mut made = alice.json("site_create_collection", new).await;
    let members = id(&made["collection"], "collection_id");
    made["collection"]["collection_id"].take();
    assert_eq!(
        made,
        json!({
            "message": "Made the collection “Our members”, without entries; site_create_entry adds them.",
            "collection": {
                "collection_id": null, "title": "Our members", "slug": "our-members", "description": "Who rows.",
            },
        })
    );
    let again = alice.json("site_create_collection", json!({ "title": "Our members" })).await;
    assert_eq!(again["collection"]["slug"], "our-members-2");
    entry(&alice, &members, "Bob").await;
    let listed = alice.json("site_list_collections", json!({})).await;
    // Two collections with the same time come in any order.
    let all = listed["collections"].as_array().unwrap();
    let own = all.iter().find(|it| it["collection_id"] == json!(members)).unwrap();
    assert_eq!((&listed["total"], &own["entries"], &own["drafts"]), (&json!(2), &json!(1), &json!(1)));

    let change = json!({ "collection_id": members, "title": "Rowers", "description": "" });
    let asked = alice.requirement("site_update_collection", change.clone()).await.unwrap();
    assert!(matches!(asked.need, ApprovalNeed::ByPolicy), "nothing is public yet");
    let changed = alice.json("site_update_collection", change).await;
    assert_eq!(
        (
            &changed["collection"]["title"],
            &changed["collection"]["slug"],
            &changed["collection"]["description"]
        ),
        (&json!("Rowers"), &json!("our-members"), &Value::Null)
    );
    alice.json("site_undo", json!({})).await;
    let listed = alice.json("site_list_collections", json!({})).await;
    assert_eq!(each(&listed["collections"], "title"), ["Our members", "Our members"]);
    let changes = alice.json("site_list_changes", json!({})).await;
    assert_eq!(changes["changes"][1]["what"], "changed the collection “Our members”: title, description");
}

#[tokio::test]
async fn entries_are_made_read_changed_moved_and_found() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "Our boat").await;
    let members = collection(&alice, "Members").await;
    let new = json!({
        "collection_id": members, "title": "Bob", "summary": " He  rows. ", "body": "\nSince *2020*.", "image_id": boat,
        "leads_to": "https://example.com",
    });
    let mut made = alice.json("site_create_entry", new).await;
    let bob = id(&made["entry"], "entry_id");
    made["entry"]["entry_id"].take();
    assert_eq!(
        made,
        json!({
            "message": "Added “Bob” to “Members”, a draft.",
            "entry": {
                "entry_id": null, "title": "Bob", "slug": "bob", "status": "draft", "position": 1, "summary": "He rows.",
                "image_id": boat, "leads_to": "https://example.com",
            },
        })
    );
    let carol = entry(&alice, &members, "Carol").await;
    entry(&alice, &members, "Bob").await;
    assert_eq!(titles(&alice, &members).await, "Bob Carol Bob");

    let change = json!({ "entry_id": carol, "title": "Caroline", "position": 1, "status": "published" });
    let changed = alice.json("site_update_entry", change).await;
    assert_eq!(changed["message"], "Changed “Caroline”. Visitors see it after the next publish.");
    assert_eq!(changed["entry"]["position"], 1);
    assert_eq!(titles(&alice, &members).await, "Caroline Bob Bob");
    alice.json("site_undo", json!({})).await;
    assert_eq!(titles(&alice, &members).await, "Bob Carol Bob");
    let bare = json!({ "entry_id": bob, "summary": "", "body": "", "image_id": "", "leads_to": "" });
    alice.json("site_update_entry", bare).await;
    let read = alice.json("site_get_entry", json!({ "entry_id": bob })).await;
    let left = json!({ "entry_id": bob, "title": "Bob", "slug": "bob", "status": "draft", "position": 1 });
    assert_eq!(
        (&read["entry"], &read["in_collection"], &read["body"]),
        (&left, &json!("Members"), &Value::Null)
    );

    for arguments in [json!({ "slug": "/members/" }), json!({ "slug": "members", "status": "draft" })] {
        let listed = alice.json("site_list_entries", arguments).await;
        assert_eq!((&listed["total"], &listed["message"]), (&json!(3), &json!("3 entries in “Members”.")));
        assert_eq!(each(&listed["entries"], "slug"), ["bob", "carol", "bob-2"]);
    }
    let none = alice.json("site_list_entries", json!({ "slug": "members", "status": "published" })).await;
    assert_eq!(none["total"], 0);
    let found = alice.json("site_find_resource", json!({ "query": "carrol", "kinds": ["entry"] })).await;
    assert_eq!(
        (&found["matches"][0]["id"], &found["matches"][0]["in_collection"]),
        (&json!(carol), &json!("Members"))
    );
    let found = alice.json("site_find_resource", json!({ "query": "membres" })).await;
    assert_eq!(
        (&found["matches"][0]["kind"], &found["matches"][0]["id"]),
        (&json!("collection"), &json!(members))
    );
}

#[tokio::test]
async fn a_search_finds_what_posts_and_entries_say() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    alice.json("site_create_page", json!({ "title": "Rowing", "description": "On the river." })).await;
    let boat = post(&alice, "New boat", "We bought a boat.\n\nThe river was kind.").await;
    let members = collection(&alice, "Members").await;
    alice.context.untrusted = "example.com".into();
    let new =
        json!({ "collection_id": members, "title": "Bob", "summary": "He rows.", "body": "On the river." });
    let bob = id(&alice.json("site_create_entry", new).await["entry"], "entry_id");
    alice.context.untrusted = Sources::OWN;

    let query = json!({ "query": "river" });
    let found = alice.json("site_search_pages", query.clone()).await["matches"].take();
    assert_eq!(each(&found, "kind"), ["page", "post", "entry"]);
    assert_eq!((&found[0]["slug"], &found[0]["score"]), (&json!("rowing"), &json!(1.0)));
    let post = json!({
        "kind": "post", "post_id": boat, "title": "New boat", "slug": "new-boat", "score": 0.8,
        "text": "The river was kind.",
    });
    assert_eq!(found[1], post);
    let entry = json!({
        "kind": "entry", "entry_id": bob, "title": "Bob", "slug": "bob", "in_collection": "Members", "score": 0.8,
        "text": "On the river.",
    });
    assert_eq!(found[2], entry);
    assert_eq!(alice.call("site_search_pages", query).await.unwrap().untrusted, "example.com".into());
    let own = alice.call("site_search_pages", json!({ "query": "river", "limit": 2 })).await.unwrap();
    assert_eq!(own.untrusted, Sources::OWN, "the entry is not shown");
    let found = alice.json("site_search_pages", json!({ "query": "kind" })).await["matches"].take();
    assert_eq!(each(&found, "title"), ["New boat"], "{found}");
}

#[tokio::test]
async fn what_does_not_fit_says_what_would() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let members = collection(&alice, "Members").await;
    let bob = entry(&alice, &members, "Bob").await;
    let page = alice.json("site_create_page", json!({ "title": "Home" })).await;
    let page = id(&page["page"], "page_id");
    let mut errors = Vec::new();
    for (tool, arguments) in [
        ("site_create_collection", json!({ "title": " " })),
        ("site_create_collection", json!({ "title": "A", "slug": "members" })),
        ("site_create_collection", json!({ "title": "A", "description": "x".repeat(301) })),
        ("site_update_collection", json!({ "collection_id": members })),
        ("site_update_collection", json!({ "collection_id": "none", "title": "A" })),
        ("site_delete_collection", json!({ "collection_id": "none" })),
        ("site_list_entries", json!({})),
        ("site_list_entries", json!({ "slug": "none" })),
        ("site_get_entry", json!({ "entry_id": "none" })),
        ("site_create_entry", json!({ "collection_id": "none", "title": "A" })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "slug": "bob" })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "slug": "A b" })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "summary": "x".repeat(301) })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "body": "x".repeat(65_537) })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "leads_to": "javascript:x" })),
        ("site_create_entry", json!({ "collection_id": members, "title": "A", "image_id": "none" })),
        ("site_update_entry", json!({ "entry_id": bob })),
        ("site_update_entry", json!({ "entry_id": bob, "image_id": "none" })),
        ("site_update_entry", json!({ "entry_id": "none", "title": "A" })),
        ("site_delete_entry", json!({ "entry_id": "none" })),
        (
            "site_add_section",
            json!({ "page_id": page, "template": "collection", "content": { "collection": "none" } }),
        ),
        (
            "site_add_section",
            json!({ "page_id": page, "template": "collection", "content": { "layout": "wall" } }),
        ),
    ] {
        errors.push(alice.error(tool, arguments).await);
    }
    insta::assert_snapshot!(errors.join("\n").replace(&bob, "ENTRY").replace(&members, "COLLECTION"), @"
    invalid_arguments: field 'title' in arguments is empty; a text of 1 to 120 characters fits
    rejected: the collection 'COLLECTION' has the slug 'members' already; choose another one, or change that collection
    invalid_arguments: field 'description' in arguments is a text of 301 characters; a text of 1 to 300 characters fits
    invalid_arguments: give a field to change, such as 'title', beside 'collection_id'
    not_found: there is no collection 'none'; site_list_collections lists the existing ids
    not_found: there is no collection 'none'; site_list_collections lists the existing ids
    invalid_arguments: give either 'collection_id' or 'slug' in arguments
    not_found: there is no collection with the slug 'none'; site_list_collections lists the existing ones
    not_found: there is no entry 'none'; site_list_entries lists the existing ids
    not_found: there is no collection 'none'; site_list_collections lists the existing ids
    rejected: the entry 'ENTRY' of this collection has the slug 'bob' already; choose another one, or change that entry
    invalid_arguments: field 'slug' in arguments: a slug has only the letters a to z, digits, and single hyphens between words: `a-b` would fit
    invalid_arguments: field 'summary' in arguments is a text of 301 characters; a text of 1 to 300 characters fits
    invalid_arguments: field 'body' in arguments is a text of 65537 bytes; Markdown of at most 65536 bytes fits
    invalid_arguments: field 'leads_to' in arguments: \"javascript:x\" is no link of a page; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits
    invalid_arguments: field 'image_id' in arguments is 'none', which is no picture of the website; site_list_images lists the existing ids, and site_add_image adds a picture
    invalid_arguments: give a field to change, such as 'body', beside 'entry_id'
    invalid_arguments: field 'image_id' in arguments is 'none', which is no picture of the website; site_list_images lists the existing ids, and site_add_image adds a picture
    not_found: there is no entry 'none'; site_list_entries lists the existing ids
    not_found: there is no entry 'none'; site_list_entries lists the existing ids
    invalid_arguments: field 'content' in arguments shows a collection at collection that the website does not have: 'none'; site_list_collections lists the existing ids, and site_create_collection makes one
    invalid_arguments: field 'content' in arguments does not fit the template collection: `collection` is missing; the id of a collection fits. `layout` is \"wall\"; one of list, cards fits. site_get_template lists all fields
    ");
    assert_eq!(titles(&alice, &members).await, "Bob");
}

#[tokio::test]
async fn drafts_become_public_by_site_publish_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    let page = site(&alice).await;
    let members = collection(&alice, "Members").await;
    let bob = entry(&alice, &members, "Bob").await;
    let carol = entry(&alice, &members, "Carol").await;
    shown(&alice, &page, &members).await;

    let published = publish(&alice, json!({ "page_ids": [page] })).await;
    assert_eq!(
        published,
        json!(["page Welcome is new", "collection Members is new", "title of the site changed"])
    );
    assert!(!home(folder.path()).contains("Members"), "nothing of it is published");
    assert_eq!(publish(&alice, json!({ "entry_ids": [bob] })).await, json!(["1 entry new in Members"]));
    assert!(home(folder.path()).contains("Bob rows.") && !home(folder.path()).contains("Carol"));
    let missing = alice.error("site_publish", json!({ "entry_ids": ["none"] })).await;
    assert_eq!(missing, "not_found: there is no entry 'none'; site_list_entries lists the existing ids");

    // Publishing one post does not publish the changed entries.
    alice.json("site_update_entry", json!({ "entry_id": bob, "title": "Robert" })).await;
    let feast = post(&alice, "Feast", "On Friday.").await;
    alice.json("site_publish_post", json!({ "post_id": feast, "confirmed": true })).await;
    assert!(home(folder.path()).contains("Bob") && !home(folder.path()).contains("Robert"));
    let listed = alice.json("site_list_entries", json!({ "slug": "members", "status": "draft" })).await;
    assert_eq!(each(&listed["entries"], "title"), ["Carol"]);

    let first = json!({ "entry_id": carol, "position": 1 });
    alice.json("site_update_entry", first).await;
    let asked = alice.json("site_publish", json!({})).await;
    assert_eq!(asked["changes"], json!(["1 entry new in Members", "1 entry changed in Members"]));
    publish(&alice, json!({})).await;
    let shown = home(folder.path());
    assert!(shown.find("Carol").unwrap() < shown.find("Robert").unwrap(), "{shown}");
    let changes = alice.json("site_list_changes", json!({})).await;
    assert_eq!(changes["changes"][0]["what"], "published 1 entry of “Members”");

    alice.json("site_update_entry", json!({ "entry_id": bob, "status": "draft" })).await;
    let gone = publish(&alice, json!({ "entry_ids": [] })).await;
    assert_eq!(gone, json!(["1 entry gone from Members"]), "it is a draft again");
    assert!(!home(folder.path()).contains("Robert"));
}

#[tokio::test]
async fn a_deletion_says_what_is_lost_and_a_section_without_its_collection_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    let page = site(&alice).await;
    let members = collection(&alice, "Members").await;
    let bob = entry(&alice, &members, "Bob").await;
    entry(&alice, &members, "Carol").await;
    shown(&alice, &page, &members).await;
    publish(&alice, json!({})).await;

    let lost = alice.json("site_delete_entry", json!({ "entry_id": bob })).await;
    insta::assert_snapshot!(lost["message"].as_str().unwrap(), @"Delete “Bob” from the collection “Members” of your website. It is published, and goes from the public website when you publish again");
    alice.question("site_delete_entry", json!({ "entry_id": bob })).await;
    alice.json("site_delete_entry", json!({ "entry_id": bob, "confirmed": true })).await;
    assert_eq!(titles(&alice, &members).await, "Carol");

    let lost = alice.json("site_delete_collection", json!({ "collection_id": members })).await;
    insta::assert_snapshot!(lost["message"].as_str().unwrap(), @"Delete the collection “Members” with 1 entry. One is published, and goes from the public website when you publish again. Sections show it, which have to go or show another one before you publish: Welcome (“Members”, Collection)");
    assert_eq!((&lost["entries"], &lost["requires_confirmation"]), (&json!(1), &json!(true)));
    alice.question("site_delete_collection", json!({ "collection_id": members })).await;
    alice.json("site_delete_collection", json!({ "collection_id": members, "confirmed": true })).await;
    let refused = alice.error("site_publish", json!({})).await;
    insta::assert_snapshot!(refused.replace(&members, "COLLECTION"), @r#"rejected: put this right first: `page welcome, section 2: collection` is "COLLECTION", which is no collection of the site; the id of a collection fits."#);
    alice.json("site_undo", json!({})).await;
    assert_eq!(titles(&alice, &members).await, "Carol");
    assert_eq!(alice.json("site_publish", json!({})).await["changes"], json!(["1 entry gone from Members"]));
}

#[tokio::test]
async fn pictures_of_entries_are_replaced_and_deleted_and_their_links_are_known() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "Our boat").await;
    let new = picture(&bench, &alice, "new.jpg", "The new boat").await;
    let page = alice.json("site_create_page", json!({ "title": "Boats" })).await;
    let page = id(&page["page"], "page_id");
    let members = collection(&alice, "Members").await;
    let body = format!("See ![it]({boat}) and [more](/boats).");
    let bob = json!({ "collection_id": members, "title": "Bob", "image_id": boat, "body": body });
    let bob = id(&alice.json("site_create_entry", bob).await["entry"], "entry_id");
    let unused = alice.json("site_list_images", json!({})).await["unused"].take();
    assert_eq!(unused, json!([new]));
    let lost = alice.json("site_delete_page", json!({ "page_id": page })).await;
    assert_eq!(lost["linked_from"], json!(["entry Bob"]));

    let refused = alice.error("site_delete_image", json!({ "image_id": boat })).await;
    insta::assert_snapshot!(refused.replace(&bob, "ENTRY"), @"rejected: the entry ENTRY shows this picture in its body; show another one there with site_replace_image, or take it out with site_update_entry first");
    let other = json!({ "image_id": boat, "new_image_id": new });
    let replaced = alice.json("site_replace_image", other).await;
    assert_eq!(replaced["shown_on"], json!(["the entry “Bob”"]));
    let read = alice.json("site_get_entry", json!({ "entry_id": bob })).await;
    assert_eq!(read["entry"]["image_id"], json!(new));
    assert_eq!(read["body"], json!(format!("See ![it]({new}) and [more](/boats).")));

    alice.json("site_update_entry", json!({ "entry_id": bob, "body": "" })).await;
    let lost = alice.json("site_delete_image", json!({ "image_id": new })).await;
    assert_eq!(lost["shown_on"], json!(["the entry “Bob”"]));
    alice.json("site_delete_image", json!({ "image_id": new, "confirmed": true })).await;
    let read = alice.json("site_get_entry", json!({ "entry_id": bob })).await;
    assert_eq!(read["entry"]["image_id"], Value::Null);
    alice.json("site_undo", json!({})).await;
    let read = alice.json("site_get_entry", json!({ "entry_id": bob })).await;
    assert_eq!(read["entry"]["image_id"], json!(new));
}

#[tokio::test]
async fn what_is_repeated_after_a_crash_is_made_once() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (call, arguments) = (CallId::generate(), json!({ "title": "Members" }).to_string());
    let first = alice.call_as(call.clone(), "site_create_collection", &arguments).await.unwrap();
    assert_eq!(alice.call_as(call, "site_create_collection", &arguments).await.unwrap().output, first.output);
    let listed = alice.json("site_list_collections", json!({})).await;
    let members = id(&listed["collections"][0], "collection_id");
    let (call, arguments) =
        (CallId::generate(), json!({ "collection_id": members, "title": "Bob", "slug": "bob" }).to_string());
    let first = alice.call_as(call.clone(), "site_create_entry", &arguments).await.unwrap();
    assert_eq!(alice.call_as(call, "site_create_entry", &arguments).await.unwrap().output, first.output);
    assert_eq!((&listed["total"], titles(&alice, &members).await.as_str()), (&json!(1), "Bob"));
}

#[tokio::test]
async fn others_words_in_entries_stay_theirs_and_nobody_reads_collections_of_another() {
    let bench = Bench::new().await;
    let (mut alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    alice.context.untrusted = "example.com".into();
    let members = collection(&alice, "Members").await;
    let carol = entry(&alice, &members, "Carol").await;
    alice.context.untrusted = Sources::OWN;
    for (tool, arguments) in [
        ("site_list_collections", json!({})),
        ("site_list_entries", json!({ "slug": "members" })),
        ("site_get_entry", json!({ "entry_id": carol })),
        ("site_find_resource", json!({ "query": "carol" })),
        ("site_update_collection", json!({ "collection_id": members, "description": "All." })),
        ("site_update_entry", json!({ "entry_id": carol, "position": 1 })),
        ("site_delete_entry", json!({ "entry_id": carol })),
        ("site_delete_collection", json!({ "collection_id": members })),
    ] {
        let outcome = alice.call(tool, arguments).await.unwrap();
        assert_eq!(outcome.untrusted, "example.com".into(), "{tool}");
    }
    for (tool, arguments) in [
        ("site_list_entries", json!({ "collection_id": members })),
        ("site_list_entries", json!({ "slug": "members" })),
        ("site_get_entry", json!({ "entry_id": carol })),
        ("site_update_collection", json!({ "collection_id": members, "title": "Mine" })),
        ("site_create_entry", json!({ "collection_id": members, "title": "Mine" })),
        ("site_update_entry", json!({ "entry_id": carol, "title": "Mine" })),
        ("site_delete_entry", json!({ "entry_id": carol, "confirmed": true })),
        ("site_delete_collection", json!({ "collection_id": members, "confirmed": true })),
    ] {
        let refused = bob.error(tool, arguments).await;
        assert!(refused.starts_with("not_found: there is no "), "{tool}: {refused}");
    }
    assert_eq!(bob.json("site_list_collections", json!({})).await["total"], 0);
}
