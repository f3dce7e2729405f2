//! The pictures of a website. The tests of the program show how they are drawn.

use adjutant_domain::{
    ids::{AttachmentId, PictureId},
    site::{Variant, VariantFormat},
};
use adjutant_store::site::{By, pictures};

use super::*;

/// Adds a picture to alice's website; returns its id.
pub(super) async fn picture(
    bench: &Bench,
    alice: &Person<'_>,
    name: &'static str,
    alt: &'static str,
) -> String {
    let user = alice.context.user.user_id.clone();
    let here = alice.context.session.session_id.clone();
    let add = async move |tx: &adjutant_store::db::SyncedTx| {
        let site = adjutant_store::site::open(tx, &user, NOW).await?.site_id;
        let variants = [VariantFormat::WebP, VariantFormat::Jpeg].map(|format| Variant {
            width: 64,
            height: 48,
            format,
            file: format!("{}-64.{}", name.trim_end_matches(".jpg"), format.ending()),
        });
        let new = pictures::New {
            picture_id: PictureId::generate(),
            name,
            alt,
            caption: None,
            hash: name,
            bytes: 100,
            variants: &variants,
            credit: None,
            session_id: name.starts_with("boat").then_some(&here),
        };
        let by = By {
            user: &user,
            author: &user,
            what: "added a picture",
            now: NOW,
            untrusted: &Sources::from("example.com"),
        };
        Ok(pictures::add(tx, &site, &new, &by).await?.picture_id.0)
    };
    bench.store.write(add).await
}

/// Makes a page with a section; returns the section's id.
async fn section(alice: &Person<'_>, template: &str, content: Value) -> String {
    let sections = json!([{ "template": template, "content": content }]);
    let page = json!({ "title": "Home", "sections": sections });
    let made = alice.json("site_create_page_with_content", page).await;
    made["sections"][0]["section_id"].as_str().unwrap().to_owned()
}

async fn content(alice: &Person<'_>, section: &str) -> Value {
    alice.json("site_get_section", json!({ "section_id": section })).await["section"]["content"].take()
}

fn masked(text: &str, ids: &[(&str, &str)]) -> String {
    ids.iter().fold(text.to_owned(), |text, (id, name)| text.replace(id, name))
}

#[tokio::test]
async fn what_is_no_picture_is_not_added_and_what_is_wrong_is_said() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let mut errors = Vec::new();
    for arguments in [
        json!({}),
        json!({ "attachment_id": AttachmentId("attachment-0".into()) }),
        json!({ "path": "/shared/boat.jpg" }),
        json!({ "path": "/shared/boat.jpg", "alt": "x".repeat(301) }),
        json!({ "path": "/shared/boat.jpg", "caption": "x".repeat(201) }),
    ] {
        errors.push(alice.error("site_add_image", arguments).await);
    }
    insta::assert_snapshot!(errors.join("\n"), @"
    not_found: no file has come in this conversation (lately); ask the person to send it
    not_found: there is no file 'attachment-0' in this conversation; the notes about files list the ids
    not_found: there is no file '/shared/boat.jpg'
    invalid_arguments: field 'alt' in arguments is a text of 301 characters; a text of 1 to 300 characters fits
    invalid_arguments: field 'caption' in arguments is a text of 201 characters; a text of 1 to 200 characters fits
    ");
    assert_eq!(alice.json("site_list_images", json!({})).await["total"], 0);
}

#[tokio::test]
async fn pictures_are_listed_found_and_described() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let boat = picture(&bench, &alice, "boat.jpg", "A red boat on the river").await;
    let photo = picture(&bench, &alice, "photo.jpg", "").await;
    let listed = alice.call("site_list_images", json!({})).await.unwrap();
    assert_eq!(listed.untrusted, Sources::from("example.com"), "somebody else may have named the file");
    let listed = read(&listed);
    assert_eq!(
        (&listed["images"][0]["image_id"], &listed["images"][0]["title"]),
        (&json!(photo), &json!("photo.jpg"))
    );
    assert_eq!(listed["unused"], json!([photo, boat]));
    let here = alice.json("site_list_images", json!({ "of_this_conversation": true })).await;
    assert_eq!((&here["total"], &here["images"][0]["image_id"]), (&json!(1), &json!(boat)));
    assert_eq!(bob.json("site_list_images", json!({})).await["total"], 0);

    for description in ["the red boat", "A red bota on the river", "boat.jpg"] {
        let found = alice.json("site_find_image", json!({ "description": description })).await;
        assert_eq!(found["image"]["image_id"], json!(boat), "{description}");
    }
    let found = alice.json("site_find_image", json!({ "description": "mountains" })).await;
    assert_eq!(found["image"], Value::Null);
    let found = alice.json("site_search_images", json!({ "query": "river" })).await;
    assert_eq!(found["matches"].as_array().unwrap().len(), 1);
    assert_eq!(bob.json("site_search_images", json!({ "query": "river" })).await["matches"], json!([]));
    let found = alice.json("site_find_resource", json!({ "query": "boat", "kinds": ["image"] })).await;
    assert_eq!(found["matches"][0]["id"], json!(boat));

    let described = json!({ "image_id": photo, "alt": "The  boathouse", "caption": "Since 1987" });
    let image = alice.json("site_update_image", described).await["image"].take();
    assert_eq!((&image["alt"], &image["caption"]), (&json!("The boathouse"), &json!("Since 1987")));
    let bare = json!({ "image_id": photo, "caption": "" });
    assert_eq!(alice.json("site_update_image", bare).await["image"].get("caption"), None);
    let none = alice.error("site_update_image", json!({ "image_id": photo })).await;
    assert_eq!(none, "invalid_arguments: give 'alt', 'caption' or 'credit' in arguments beside 'image_id'");
    let credit = json!({ "photographer": "Anna  Berger", "url": "https://photos.example/anna" });
    let credited = json!({ "image_id": photo, "credit": credit });
    let image = alice.json("site_update_image", credited).await["image"].take();
    let credit = json!({ "photographer": "Anna Berger", "url": "https://photos.example/anna" });
    assert_eq!(image["credit"], credit);
    let wrong =
        json!({ "image_id": photo, "credit": { "photographer": "Anna", "url": "javascript:alert(1)" } });
    insta::assert_snapshot!(alice.error("site_update_image", wrong).await, @r#"invalid_arguments: field 'credit/url' in arguments is "javascript:alert(1)"; an address such as https://www.pexels.com/@alice, of at most 500 bytes, fits"#);
    let bare = json!({ "image_id": photo, "credit": { "photographer": "" } });
    assert_eq!(alice.json("site_update_image", bare).await["image"].get("credit"), None);
    let theirs = bob.error("site_update_image", json!({ "image_id": photo, "alt": "Mine" })).await;
    assert_eq!(
        masked(&theirs, &[(&photo, "PHOTO")]),
        "not_found: there is no picture 'PHOTO'; site_list_images lists the existing ids"
    );
}

#[tokio::test]
async fn a_section_shows_pictures_of_the_website_alone() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let boat = picture(&bench, &alice, "boat.jpg", "A boat").await;
    let gallery = json!({ "images": [{ "image": boat }] });
    let id = section(&alice, "gallery", gallery.clone()).await;
    assert_eq!(content(&alice, &id).await, gallery);

    let page = json!({ "title": "Bob's", "sections": [{ "template": "gallery", "content": gallery }] });
    let refused = bob.error("site_create_page_with_content", page.clone()).await;
    insta::assert_snapshot!(masked(&refused, &[(&boat, "BOAT")]), @"invalid_arguments: field 'sections/0/content' in arguments shows a picture at images[0].image that the website does not have: 'BOAT'; site_list_images lists the existing ids, and site_add_image adds a picture");
    assert!(bob.requirement("site_create_page_with_content", page).await.is_err(), "nobody is asked");
    assert_eq!(bob.json("site_list_pages", json!({})).await["total"], 0);
    let in_text = json!({ "section_id": id, "content": { "text": "![A ship](ship)" } });
    let refused = alice.error("site_update_section", in_text).await;
    assert!(refused.contains("shows a picture at text that the website does not have: 'ship'"), "{refused}");
    let listed = alice.json("site_list_templates", json!({})).await.to_string();
    assert!(listed.contains("gallery") && listed.contains("image_text"), "{listed}");
}

#[tokio::test]
async fn pictures_are_put_into_a_section_changed_there_and_taken_out() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "A boat").await;
    let ship = picture(&bench, &alice, "ship.jpg", "A ship").await;
    let id = section(&alice, "gallery", json!({ "images": [{ "image": boat }] })).await;
    let add = json!({ "section_id": id, "image_id": ship });
    insta::assert_snapshot!(alice.requirement("site_add_image_to_section", add.clone()).await.unwrap().ask.summary, @"Show the picture “A ship” in a section (Gallery) on the page “Home”");
    let added = alice.json("site_add_image_to_section", add).await;
    assert_eq!(added["shown"][1], json!({ "field": "images[1].image", "image": ship }));

    let update = "site_update_section_image";
    for (arguments, images) in [
        (json!({ "position": 1, "image_id": ship }), json!([{ "image": ship }, { "image": ship }])),
        (
            json!({ "field": "images[1].image", "image_id": boat, "caption": "Ours" }),
            json!([{ "image": ship }, { "image": boat, "caption": "Ours" }]),
        ),
        (json!({ "position": 2, "caption": "" }), json!([{ "image": ship }, { "image": boat }])),
        (json!({ "position": 1, "remove": true }), json!([{ "image": boat }])),
        (json!({ "caption": "Alone" }), json!([{ "image": boat, "caption": "Alone" }])),
    ] {
        let mut arguments = arguments;
        arguments["section_id"] = json!(id);
        alice.json(update, arguments.clone()).await;
        assert_eq!(content(&alice, &id).await["images"], images, "{arguments}");
    }
    let hero = section(&alice, "hero", json!({ "heading": "Hi", "image": boat })).await;
    let mut errors = String::new();
    for (tool, arguments) in [
        (update, json!({ "section_id": id, "remove": true })),
        (update, json!({ "section_id": id, "position": 4, "image_id": ship })),
        (update, json!({ "section_id": id })),
        (update, json!({ "section_id": id, "image_id": ship, "remove": true })),
        (update, json!({ "section_id": id, "image_id": "image-0" })),
        (update, json!({ "section_id": hero, "caption": "Hi" })),
        ("site_add_image_to_section", json!({ "section_id": hero, "image_id": ship })),
        ("site_add_image_to_section", json!({ "section_id": "section-0", "image_id": ship })),
    ] {
        errors += &masked(&alice.error(tool, arguments).await, &[(&id, "GALLERY"), (&hero, "HERO")]);
        errors.push('\n');
    }
    insta::assert_snapshot!(errors, @"
    invalid_arguments: field 'field' in arguments does not fit the template gallery: `images` is a list of 0 entries; a list of 1 to 60 entries, each an object with image, caption fits. site_get_template lists all fields
    invalid_arguments: which picture? This section shows them in the fields images[0].image; give one in 'field'
    invalid_arguments: give what changes in arguments: 'image_id', 'caption' or both, or else 'remove'
    invalid_arguments: give what changes in arguments: 'image_id', 'caption' or both, or else 'remove'
    not_found: there is no picture 'image-0'; site_list_images lists the existing ids
    rejected: a picture has no caption of its own in this section (Hero); site_update_image changes that of the picture
    rejected: the picture has no place in this section (Hero): all of its fields for pictures have one: image; site_update_section_image shows another picture in the place of one
    not_found: there is no section 'section-0'; site_list_sections lists the existing ids of a page
    ");
}

#[tokio::test]
async fn a_picture_is_replaced_everywhere_in_one_change() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "A boat").await;
    let ship = picture(&bench, &alice, "ship.jpg", "A ship").await;
    let hero = section(&alice, "hero", json!({ "heading": "Hi", "image": boat })).await;
    let text = section(&alice, "text", json!({ "body": format!("Look: ![it]({boat})") })).await;
    let body = format!("We have it: ![the boat]({boat})");
    let post = alice.json("site_create_post", json!({ "title": "News", "body": body })).await;
    let post = json!({ "post_id": post["post"]["post_id"] });
    let refused = alice.error("site_delete_image", json!({ "image_id": boat })).await;
    assert!(refused.contains(" shows this picture; show another one there"), "{refused}");
    let replace = json!({ "image_id": boat, "new_image_id": ship });
    insta::assert_snapshot!(alice.requirement("site_replace_image", replace.clone()).await.unwrap().ask.summary, @"Show the picture “A ship” on your website instead of “A boat”: 3 places, Home (“Hi”, Hero), Home (“Look: it”, Text), the post “News”");
    let replaced = alice.json("site_replace_image", replace.clone()).await;
    assert_eq!(replaced["shown_on"].as_array().unwrap().len(), 3);
    let shows = async |id: &str| alice.json("site_get_post", post.clone()).await.to_string().contains(id);
    assert!(shows(&ship).await && !shows(&boat).await);
    assert_eq!(content(&alice, &hero).await["image"], json!(ship));
    assert!(content(&alice, &text).await.to_string().contains(&ship));
    let refused = alice.error("site_replace_image", replace).await;
    insta::assert_snapshot!(refused, @"rejected: nothing shows this picture, so there is nothing to replace; site_add_image_to_section shows the other one");
    let same = json!({ "image_id": ship, "new_image_id": ship });
    let refused = alice.error("site_replace_image", same).await;
    assert_eq!(refused, "invalid_arguments: 'image_id' and 'new_image_id' in arguments are the same picture");
    alice.json("site_undo", json!({})).await;
    assert_eq!(content(&alice, &hero).await["image"], json!(boat));
    assert!(content(&alice, &text).await.to_string().contains(&boat));
    assert!(shows(&boat).await && !shows(&ship).await, "undone in one step");
}

#[tokio::test]
async fn a_deletion_says_where_the_picture_is_shown_and_takes_it_from_there() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "A boat").await;
    let hero = section(&alice, "hero", json!({ "heading": "Hi", "image": boat })).await;
    let delete = json!({ "image_id": boat });
    alice.question("site_delete_image", delete.clone()).await;
    let asked = alice.json("site_delete_image", delete).await;
    assert_eq!(asked["requires_confirmation"], true);
    insta::assert_snapshot!(asked["message"].as_str().unwrap(), @"Delete the picture “A boat” from your website, and from the place that shows it: Home (“Hi”, Hero). Nothing else does");
    assert_eq!(alice.json("site_list_images", json!({})).await["total"], 1);
    let confirmed = json!({ "image_id": boat, "confirmed": true });
    alice.json("site_delete_image", confirmed.clone()).await;
    assert_eq!(content(&alice, &hero).await, json!({ "heading": "Hi" }));
    assert_eq!(alice.json("site_list_images", json!({})).await["total"], 0);
    alice.json("site_undo", json!({})).await;
    assert_eq!(content(&alice, &hero).await["image"], json!(boat));

    let gallery = section(&alice, "gallery", json!({ "images": [{ "image": boat }] })).await;
    let refused = alice.error("site_delete_image", confirmed).await;
    insta::assert_snapshot!(masked(&refused, &[(&gallery, "GALLERY")]), @"rejected: the section GALLERY cannot be without this picture; show another one there with site_update_section_image or site_replace_image, or delete the section first");
    assert_eq!(content(&alice, &hero).await["image"], json!(boat), "all or nothing");
}

#[tokio::test]
async fn only_what_is_shown_is_published_and_a_picture_that_is_gone_is_said() {
    let mut config = Config::default();
    let sites = tempfile::tempdir().unwrap();
    config.site.folder = Some(sites.path().to_owned());
    let bench = Bench::with(config).await;
    let alice = bench.person("alice").await;
    let boat = picture(&bench, &alice, "boat.jpg", "").await;
    picture(&bench, &alice, "ship.jpg", "A ship").await;
    alice.json("site_update_settings", json!({ "title": "Club" })).await;
    section(&alice, "hero", json!({ "heading": "Hi", "image": boat })).await;
    let asked = alice.json("site_publish", json!({})).await;
    insta::assert_snapshot!(masked(&asked["warnings"].to_string(), &[(&boat, "BOAT")]), @r#"["the picture “boat.jpg” (BOAT) has no description for those who do not see it; site_update_image gives it one"]"#);
    let confirmed = json!({ "confirmed": true });
    let gone = alice.error("site_publish", confirmed.clone()).await;
    insta::assert_snapshot!(gone, @"rejected: the file boat-64.jpg of a picture is gone; delete that picture, and add it again");

    let (blobs, owner) = (alice.context.blobs.clone(), alice.context.user.user_id.clone());
    blobs.open(&owner).unwrap();
    for name in ["boat-64.jpg", "boat-64.webp", "ship-64.jpg"] {
        let blob = adjutant_workspace::Blob::of_site(&owner, name);
        blobs.put(&blob, name.as_bytes(), NOW.to_utc().into()).unwrap();
    }
    alice.json("site_publish", confirmed).await;
    let shown = sites.path().join("club/current/assets/pictures");
    let mut names: Vec<_> =
        std::fs::read_dir(shown).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["boat-64.jpg", "boat-64.webp"]);
    let public = async move |tx: &adjutant_store::db::Tx| {
        let site = adjutant_store::site::of(tx, &owner).await?.unwrap().site_id;
        adjutant_store::site::published(tx, &owner, &site).await?.unwrap().snapshot()
    };
    let public = bench.store.read(public).await;
    assert_eq!(public.pictures.len(), 1, "{:?}", public.pictures);
}
