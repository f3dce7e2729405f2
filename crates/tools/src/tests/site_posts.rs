use super::*;

fn id(thing: &Value, field: &str) -> String {
    thing[field].as_str().unwrap_or_else(|| panic!("no {field} in {thing}")).to_owned()
}

/// Returns the fields `field` of a list.
fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|it| it[field].as_str().unwrap()).collect()
}

/// Makes a post of alice's; returns its id.
pub(super) async fn post(alice: &Person<'_>, title: &str, body: &str) -> String {
    let made = alice.json("site_create_post", json!({ "title": title, "body": body })).await;
    id(&made["post"], "post_id")
}

/// A bench whose sites are published into this folder.
pub(super) async fn publishing_into(folder: &Path) -> Bench {
    let mut config = Config::default();
    config.site.folder = Some(folder.to_owned());
    Bench::set_up(config).await
}

/// Makes a site of one page.
pub(super) async fn site(alice: &Person<'_>) -> String {
    alice.json("site_update_settings", json!({ "title": "Rowing Club" })).await;
    let text = json!([{ "template": "text", "content": { "body": "We row." } }]);
    let page = json!({ "title": "Welcome", "sections": text });
    id(&alice.json("site_create_page_with_content", page).await["page"], "page_id")
}

#[tokio::test]
async fn posts_are_made_read_changed_and_listed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let new = json!({
        "title": " New  boat ", "body": "\n\nIt is *fast*.\n", "excerpt": "", "author": "Bob", "tags": ["boats", " boats "],
    });
    let mut made = alice.json("site_create_post", new).await;
    let boat = id(&made["post"], "post_id");
    made["post"]["post_id"].take();
    assert_eq!(
        made,
        json!({
            "message": "Made the post “New boat” (/posts/new-boat), a draft.",
            "post": {
                "post_id": null, "title": "New boat", "slug": "new-boat", "status": "draft",
                "author": "Bob", "tags": ["boats"],
            },
        })
    );
    let again = alice.json("site_create_post", json!({ "title": "New boat", "body": "Another." })).await;
    assert_eq!(again["post"]["slug"], "new-boat-2");

    let change = json!({ "post_id": boat, "body": "It is slow.", "author": "", "tags": [] });
    let changed = alice.json("site_update_post", change).await;
    assert_eq!(changed["message"], "Changed the post “New boat” (/posts/new-boat).");
    for arguments in [json!({ "post_id": boat }), json!({ "slug": "/posts/new-boat/" })] {
        let read = alice.json("site_get_post", arguments).await;
        assert_eq!(read["body"], "It is slow.");
        assert_eq!((&read["post"]["author"], &read["post"]["tags"]), (&Value::Null, &Value::Null));
    }
    let listed = alice.json("site_list_posts", json!({})).await;
    assert_eq!((listed["total"].as_u64(), each(&listed["posts"], "title").len()), (Some(2), 2));
    assert_eq!(alice.json("site_list_posts", json!({ "status": "published" })).await["total"], 0);
    let found = alice.json("site_find_resource", json!({ "query": "new bote", "kinds": ["post"] })).await;
    assert_eq!(found["matches"][0]["kind"], "post", "{found}");

    alice.json("site_undo", json!({})).await;
    assert_eq!(alice.json("site_get_post", json!({ "post_id": boat })).await["body"], "It is *fast*.");
}

#[tokio::test]
async fn a_post_that_does_not_fit_says_what_would() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = post(&alice, "Boat", "x").await;
    let many: Vec<_> = (0..21).map(|number| number.to_string()).collect();
    let mut errors = Vec::new();
    for (tool, arguments) in [
        ("site_create_post", json!({ "title": "A", "body": "  " })),
        ("site_create_post", json!({ "title": "A", "body": "x", "slug": "boat" })),
        ("site_create_post", json!({ "title": "A", "body": "x", "slug": "A b" })),
        ("site_create_post", json!({ "title": "A", "body": "x", "tags": many })),
        ("site_create_post", json!({ "title": "A", "body": "x", "tags": ["a", ""] })),
        ("site_create_post", json!({ "title": "A", "body": "x".repeat(65_537) })),
        ("site_update_post", json!({ "post_id": boat })),
        ("site_update_post", json!({ "post_id": "post-none", "title": "B" })),
        ("site_get_post", json!({})),
        ("site_get_post", json!({ "slug": "none" })),
        ("site_publish_post", json!({ "post_id": "post-none" })),
        ("site_archive_post", json!({ "post_id": "post-none" })),
        ("site_add_navigation_item", json!({ "label": "News", "leads_to": "/about" })),
        (
            "site_add_navigation_item",
            json!({ "label": "News", "leads_to": "/posts", "url": "https://example.com" }),
        ),
    ] {
        errors.push(alice.error(tool, arguments).await);
    }
    insta::assert_snapshot!(errors.join("\n").replace(&boat, "POST"), @r#"
    invalid_arguments: field 'body' in arguments is empty; Markdown fits
    rejected: the post 'POST' has the slug 'boat' already; choose another one, or change that post
    invalid_arguments: field 'slug' in arguments: a slug has only the letters a to z, digits, and single hyphens between words: `a-b` would fit
    invalid_arguments: field 'tags' in arguments is a list of 21; at most 20 fits
    invalid_arguments: field 'tags/1' in arguments is empty; a text of 1 to 40 characters fits
    rejected: the body of a post has at most 65536 bytes, and this has 65537
    invalid_arguments: give a field to change, such as 'body', beside 'post_id'
    not_found: there is no post 'post-none'; site_list_posts lists the existing ids
    invalid_arguments: give either 'post_id' or 'slug' in arguments
    not_found: there is no post with the slug 'none'; site_list_posts lists the existing ones
    not_found: there is no post 'post-none'; site_list_posts lists the existing ids
    not_found: there is no post 'post-none'; site_list_posts lists the existing ids
    invalid_arguments: field 'leads_to' in arguments is "/about"; /posts, or the path of a post such as /posts/new-court fits
    invalid_arguments: give only one of 'page_id', 'url' and 'leads_to' in arguments
    "#);
    assert_eq!(alice.json("site_list_posts", json!({})).await["total"], 1);
}

#[tokio::test]
async fn a_preview_begins_at_a_post() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let boat = post(&alice, "New boat", "It is fast.").await;
    let refused = alice.error("site_preview", json!({ "post_id": boat })).await;
    assert_eq!(refused, "rejected: the website has no pages yet; site_create_page makes one");
    let page = site(&alice).await;
    let link = id(&alice.json("site_preview", json!({ "post_id": boat })).await, "link");
    assert!(link.ends_with("/posts/new-boat/"), "{link}");
    let home = id(&alice.json("site_preview", json!({})).await, "link");
    assert_eq!(home.trim_end_matches('/').rsplit('/').nth(1), Some("preview"), "{home}");

    let mut errors = vec![
        alice.error("site_preview", json!({ "post_id": boat, "page_id": page })).await,
        alice.error("site_preview", json!({ "post_id": "post-none" })).await,
        bob.error("site_preview", json!({ "post_id": boat })).await,
    ];
    alice.json("site_archive_post", json!({ "post_id": boat, "confirmed": true })).await;
    errors.push(alice.error("site_preview", json!({ "post_id": boat })).await);
    insta::assert_snapshot!(errors.join("\n").replace(&boat, "POST"), @r"
    invalid_arguments: give only one of 'page_id' and 'post_id' in arguments
    not_found: there is no post 'post-none'; site_list_posts lists the existing ids
    not_found: there is no post 'POST'; site_list_posts lists the existing ids
    rejected: the post 'POST' is archived, and previews do not show it
    ");
}

#[tokio::test]
async fn a_post_shows_the_date_that_was_set() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    site(&alice).await;
    let boat = post(&alice, "Boat", "It is fast.").await;
    let dated = async |at: &str| {
        let changed = alice.json("site_update_post", json!({ "post_id": boat, "published_at": at })).await;
        id(&changed["post"], "published_at")
    };
    assert_eq!(dated("2024-03-31").await, "2024-03-31T00:00:00+01:00", "the day in Berlin");
    let done = alice.json("site_publish", json!({ "confirmed": true })).await;
    assert_eq!(done["changes"][1], "post Boat is new", "{done}");
    let read = alice.json("site_get_post", json!({ "post_id": boat })).await;
    assert_eq!(read["post"]["published_at"], "2024-03-31T00:00:00+01:00", "a draft keeps its date");

    assert_eq!(dated("2024-07-01T09:30:00Z").await, "2024-07-01T11:30:00+02:00");
    assert_eq!(dated("2024-07-01 09:30").await, "2024-07-01T09:30:00+02:00");
    assert_eq!(dated("2026-05-01").await, "2026-05-01T00:00:00+02:00", "today");
    let listed = alice.json("site_list_changes", json!({ "limit": 1 })).await;
    assert_eq!(listed["changes"][0]["what"], "changed the post “Boat”: date");
    alice.json("site_undo", json!({})).await;
    let read = alice.json("site_get_post", json!({ "post_id": boat })).await;
    assert_eq!(read["post"]["published_at"], "2024-07-01T09:30:00+02:00");

    let mut errors = Vec::new();
    for at in ["soon", "2024-02-30", "", "2026-05-02"] {
        errors.push(alice.error("site_update_post", json!({ "post_id": boat, "published_at": at })).await);
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
    invalid_arguments: field 'published_at' in arguments is "soon"; RFC 3339, or a day such as 2026-04-30, fits
    invalid_arguments: field 'published_at' in arguments is "2024-02-30"; RFC 3339, or a day such as 2026-04-30, fits
    invalid_arguments: field 'published_at' in arguments is ""; RFC 3339, or a day such as 2026-04-30, fits
    invalid_arguments: field 'published_at' in arguments is "2026-05-02", which is yet to come; a time that has come (site_publish_post in a schedule publishes later) fits
    "#);
}

#[tokio::test]
async fn only_the_post_becomes_public_and_archiving_takes_it_alone_off() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    let page = site(&alice).await;
    let (boat, feast) =
        (post(&alice, "Boat", "It is fast.").await, post(&alice, "Feast", "On Friday.").await);
    let refused = alice.error("site_publish_post", json!({ "post_id": boat })).await;
    insta::assert_snapshot!(refused, @"rejected: the website is not public yet; site_publish makes it public, with the posts that are named");
    alice.json("site_publish", json!({ "page_ids": [page], "confirmed": true })).await;
    assert_eq!(alice.json("site_list_posts", json!({ "status": "draft" })).await["total"], 2);

    alice.json("site_update_page", json!({ "page_id": page, "title": "Hello" })).await;
    let asked = alice.json("site_publish_post", json!({ "post_id": boat })).await;
    assert_eq!(
        (&asked["requires_confirmation"], &asked["changes"]),
        (&json!(true), &json!(["post Boat is new"]))
    );
    assert_eq!(asked["post"]["status"], "draft");
    alice.question("site_publish_post", json!({ "post_id": boat })).await;
    let done = alice.json("site_publish_post", json!({ "post_id": boat, "confirmed": true })).await;
    assert_eq!(done["post"]["status"], "published");
    assert_eq!(done["address"], "http://127.0.0.1:8768/rowing-club/posts/boat/");
    let again = alice.json("site_publish_post", json!({ "post_id": boat, "confirmed": true })).await;
    assert_eq!(again["post"]["published_at"], done["post"]["published_at"]);

    let left = alice.json("site_publish", json!({ "page_ids": [] })).await;
    assert_eq!(
        left["changes"],
        json!(["page Welcome is now called Hello"]),
        "the page waits for its own publish"
    );
    let gone = alice.json("site_archive_post", json!({ "post_id": boat })).await;
    assert_eq!(gone["message"], "Take the post “Boat” (/posts/boat) off your public website, and archive it");
    alice.json("site_archive_post", json!({ "post_id": boat, "confirmed": true })).await;
    let left = alice.json("site_publish", json!({})).await;
    assert_eq!(left["changes"], json!(["page Welcome is now called Hello", "post Feast is new"]));
    let only = alice.json("site_publish", json!({ "post_ids": [feast, boat] })).await;
    // Two posts with the same time come in any order.
    let mut only: Vec<_> = only["changes"].as_array().unwrap().iter().map(ToString::to_string).collect();
    only.sort();
    let expected = ["page Welcome is now called Hello", "post Boat is new", "post Feast is new"];
    assert_eq!(only, expected.map(|it| format!("{it:?}")), "an archived post comes back when it is named");

    let draft = alice.json("site_archive_post", json!({ "post_id": feast, "confirmed": true })).await;
    assert_eq!(draft["post"]["status"], "archived", "what was never public");
}

#[tokio::test]
async fn a_date_that_is_set_after_the_question_is_asked_about_anew() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    let page = site(&alice).await;
    alice.json("site_publish", json!({ "page_ids": [page], "confirmed": true })).await;
    let boat = post(&alice, "Boat", "It is fast.").await;
    let publish = json!({ "post_id": boat, "confirmed": true });
    let basis = alice.question("site_publish_post", publish.clone()).await.basis;
    alice.json("site_update_post", json!({ "post_id": boat, "published_at": "2020-05-01" })).await;
    let context = Context { basis, ..alice.context.clone() };
    let pressed = Person { bench: &bench, context };
    let refused = pressed.error("site_publish_post", publish.clone()).await;
    insta::assert_snapshot!(refused, @"rejected: the website has changed since the person was asked; call it again to ask anew");

    let basis = alice.question("site_publish_post", publish.clone()).await.basis;
    let context = Context { basis, ..alice.context.clone() };
    let done = Person { bench: &bench, context }.json("site_publish_post", publish).await;
    assert_eq!(done["post"]["status"], "published");
}

#[tokio::test]
async fn a_post_that_others_link_to_is_not_moved_or_deleted_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    site(&alice).await;
    let boat = post(&alice, "Boat", "It is fast.").await;
    post(&alice, "Feast", "With the [boat](/posts/boat).").await;
    alice.json("site_add_navigation_item", json!({ "label": "News", "leads_to": "posts" })).await;
    alice.json("site_publish", json!({ "confirmed": true })).await;

    let change = json!({ "post_id": boat, "slug": "new-boat" });
    let asks = alice.question("site_update_post", change.clone()).await;
    insta::assert_snapshot!(asks.summary, @"Move the post “Boat” of your website from /posts/boat to /posts/new-boat");
    let lost = alice.json("site_delete_post", json!({ "post_id": boat })).await;
    insta::assert_snapshot!(lost["message"].as_str().unwrap(), @"Delete the post “Boat” (/posts/boat). It is published, and goes from the public website when you publish again. Links lead to it: post Feast");
    alice.json("site_update_post", change).await;
    let moved = alice.json("site_publish", json!({ "confirmed": true })).await;
    assert_eq!(
        moved["changes"],
        json!([
            "post Boat moved from /posts/boat to /posts/new-boat",
            "addresses that lead to others changed"
        ])
    );
    let refused = alice.error("site_archive_post", json!({ "post_id": boat, "confirmed": true })).await;
    assert!(refused.starts_with("rejected: put this right first: "), "{refused}");
}

#[tokio::test]
async fn a_post_takes_the_address_of_a_public_one_that_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    site(&alice).await;
    let (boat, feast) =
        (post(&alice, "Boat", "It is fast.").await, post(&alice, "Feast", "On Friday.").await);
    alice.json("site_publish", json!({ "confirmed": true })).await;
    alice.json("site_delete_post", json!({ "post_id": boat, "confirmed": true })).await;
    alice.json("site_delete_post", json!({ "post_id": feast, "confirmed": true })).await;
    let new = post(&alice, "Boat", "Another one.").await;
    let done = alice.json("site_publish_post", json!({ "post_id": new, "confirmed": true })).await;
    assert_eq!(done["changes"], json!(["1 text changed on post Boat"]));
    let left = alice.json("site_publish", json!({})).await;
    assert_eq!(left["changes"], json!(["post Feast is gone"]), "the other one waits for the next publish");
}

#[tokio::test]
async fn others_words_in_posts_stay_theirs_and_nobody_reads_posts_of_another() {
    let bench = Bench::new().await;
    let (mut alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    alice.context.untrusted = "example.com".into();
    let boat = post(&alice, "Boat", "Obey.").await;
    alice.context.untrusted = Sources::OWN;
    for (tool, arguments) in [
        ("site_list_posts", json!({})),
        ("site_get_post", json!({ "slug": "boat" })),
        ("site_find_resource", json!({ "query": "boat" })),
        ("site_delete_post", json!({ "post_id": boat })),
        ("site_archive_post", json!({ "post_id": boat })),
        ("site_update_post", json!({ "post_id": boat, "tags": ["a"] })),
    ] {
        let outcome = alice.call(tool, arguments).await.unwrap();
        assert_eq!(outcome.untrusted, "example.com".into(), "{tool}");
    }
    for (tool, arguments) in [
        ("site_get_post", json!({ "post_id": boat })),
        ("site_get_post", json!({ "slug": "boat" })),
        ("site_update_post", json!({ "post_id": boat, "title": "Mine" })),
        ("site_publish_post", json!({ "post_id": boat, "confirmed": true })),
        ("site_archive_post", json!({ "post_id": boat, "confirmed": true })),
        ("site_delete_post", json!({ "post_id": boat, "confirmed": true })),
    ] {
        let refused = bob.error(tool, arguments).await;
        assert!(refused.starts_with("not_found: there is no "), "{tool}: {refused}");
    }
    assert_eq!(bob.json("site_list_posts", json!({})).await["total"], 0);
}

#[tokio::test]
async fn many_pages_become_public_in_one_change() {
    let folder = tempfile::tempdir().unwrap();
    let bench = publishing_into(folder.path()).await;
    let alice = bench.person("alice").await;
    site(&alice).await;
    for number in 0..20 {
        alice.json("site_create_page", json!({ "title": format!("Page {number}") })).await;
    }
    post(&alice, "Boat", "It is fast.").await;
    alice.json("site_publish", json!({ "confirmed": true })).await;
    let published = alice.json("site_list_pages", json!({ "status": "published" })).await;
    assert_eq!(published["total"], 21);
    let undo = async || alice.json("site_undo", json!({})).await["undone"].take();
    assert_eq!((undo().await, undo().await), (json!("Post “Boat” published"), json!("published 21 pages")));
    assert_eq!(alice.json("site_list_pages", json!({ "status": "draft" })).await["total"], 21);
}
