//! A website with pictures, imported from Markdown files and exported to them.

use adjutant_simulators::model::Turn;
use flate2::Crc;
use serde_json::json;

use super::site_pictures::{all_results, last_results, page, photo};
use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

/// Approves the bot's questions until it sends this message. Returns the questions.
async fn approves(bot: &Bot<OnWeb>, until: &str) -> Vec<String> {
    let mut asked = Vec::new();
    loop {
        let said = bot.next_message().await;
        if said.text == until {
            return asked;
        }
        asked.push(said.text.clone());
        let _ = bot.alice().presses(&said, "Approve").await;
    }
}

#[tokio::test]
async fn a_folder_with_a_picture_is_imported_exported_and_imported_again() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let write = |path: &str, content: &str| ("file_write", json!({ "path": path, "content": content }));
    bot.model().script([
        Turn::calls([
            ("attachment_save", json!({ "to": "/shared/blog/pictures/boat.jpg" })),
            write(
                "/shared/blog/index.md",
                "---\ntitle: Rowing Club\n---\nWe row.\n\n![A red boat](pictures/boat.jpg)",
            ),
            write(
                "/shared/blog/posts/2024-05-01-new.md",
                "---\ntitle: New boat\n---\n![](../pictures/boat.jpg)",
            ),
            ("site_update_settings", json!({ "title": "Rowing Club" })),
        ]),
        Turn::calls([("site_import", json!({ "path": "/shared/blog" }))]),
        Turn::text("Imported."),
    ]);
    alice.sends("boat.jpg", &photo(600, 400, 120), "make a website of these files").await;
    let asked = approves(&bot, "Imported.").await;
    let asked = asked.iter().find(|asked| asked.starts_with("Import ")).expect("it asks before it imports");
    let asked: Vec<_> = asked.lines().take(4).collect();
    assert_eq!(
        asked,
        [
            "Import /shared/blog into your website: 1 new page, 1 new post, 1 picture",
            "new page: index.md",
            "new post: posts/2024-05-01-new.md",
            "It changes many things at once. Each can be undone, and nothing becomes public.",
        ]
    );
    let done = last_results(&bot).pop().unwrap();
    assert_eq!((&done["pictures"], &done["total"]), (&json!(1), &json!(2)), "{done}");

    // The exported files are the same site: importing them changes nothing.
    bot.model().script([
        Turn::calls([("site_export", json!({ "path": "/shared/copy" }))]),
        Turn::calls([("site_import", json!({ "path": "/shared/copy" }))]),
        Turn::calls([("site_preview", json!({}))]),
        Turn::text("The same."),
    ]);
    alice.says("write the website into files, and import them").await;
    approves(&bot, "The same.").await;
    let results = all_results(&bot);
    let results = &results[results.len() - 3..];
    reads!(results[0]["message"].as_str().unwrap(), @"Wrote 1 page and 1 post as Markdown into /shared/copy, with 1 picture.");
    let again = &results[1];
    assert_eq!(again["pictures"], json!(0), "{again}");
    let effects: Vec<_> = again["files"].as_array().unwrap().iter().map(|file| &file["what"]).collect();
    assert_eq!(effects, ["same", "same", "same"]);
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pictures").await, 1);
    let html = page(results[2]["link"].as_str().unwrap()).await;
    assert!(html.contains("alt=\"A red boat\"") && html.contains("<picture>"), "{html}");
    bot.end().await;
}

/// Packs files as a phone does: in a folder, without compression.
fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut crc = Crc::new();
        crc.update(bytes);
        let (at, size) = (archive.len() as u32, bytes.len() as u32);
        let about = [&[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x58][..], &crc.sum().to_le_bytes()].concat();
        let about = [&about[..], &size.to_le_bytes(), &size.to_le_bytes()].concat();
        let about = [&about[..], &(name.len() as u16).to_le_bytes(), &[0, 0]].concat();
        archive.extend([b"PK\x03\x04", &about[..], name.as_bytes(), bytes].concat());
        let place = [&[0; 10][..], &at.to_le_bytes()].concat();
        directory.extend([b"PK\x01\x02\x14\x00", &about[..], &place, name.as_bytes()].concat());
    }
    let (at, size, count) = (archive.len() as u32, directory.len() as u32, files.len() as u16);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([size.to_le_bytes(), at.to_le_bytes()].concat());
    archive.extend([0, 0]);
    archive
}

#[tokio::test]
async fn an_archive_from_the_phone_is_imported_and_says_what_its_pictures_show() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let boat = photo(600, 400, 120);
    let import = || Turn::calls([("site_import", json!({}))]);
    bot.model().script([import(), Turn::text("Imported.")]);
    let club = "---\ntitle: Rowing Club\nhome: true\nsections:\n  - template: collection\n    content: {collection: members}\n---\n";
    let anna = "---\ntitle: Anna\nimage: ../../pictures/boat.jpg\n---\nShe wins.";
    let archive = packed(&[
        ("website/_site.md", b"---\ntitle: Rowing Club\n---\n"),
        ("website/pages/club.md", club.as_bytes()),
        ("website/collections/members/_index.md", b"---\ntitle: Members\n---\n"),
        ("website/collections/members/anna.md", anna.as_bytes()),
        ("website/pictures/boat.jpg", &boat),
        ("website/film.mp4", b"no picture"),
        ("__MACOSX/website/._film.mp4", b"noise"),
    ]);
    alice.sends("website.zip", &archive, "this is our website").await;
    let asked = approves(&bot, "Imported.").await;
    let asked = asked.iter().find(|asked| asked.starts_with("Import ")).expect("it asks before it imports");
    let first = |asked: &str| asked.lines().next().unwrap_or_default().to_owned();
    reads!(first(asked), @"Import website.zip into your website: 1 new page, 1 new collection, 1 new entry, 1 picture, settings and navigation");
    let done = last_results(&bot).pop().unwrap();
    assert_eq!(
        (&done["pictures"], &done["total"], &done["files_left_out"]),
        (&json!(1), &json!(4), &json!(1))
    );

    // The same archive again, with descriptions of the picture: nothing else changes.
    let said = "---\npictures:\n  - file: pictures/boat.jpg\n    alt: A red boat\n    caption: At dawn\n    credit: {photographer: Bob}\n---\n";
    let archive = packed(&[("_site.md", said.as_bytes()), ("pictures/boat.jpg", &boat)]);
    bot.model().script([import(), Turn::calls([("site_preview", json!({}))]), Turn::text("Done.")]);
    alice.sends("words.zip", &archive, "and this says what it shows").await;
    let asked = approves(&bot, "Done.").await;
    let asked = asked.iter().find(|asked| asked.starts_with("Import ")).expect("it asks before it imports");
    reads!(first(asked), @"Import words.zip into your website: what is said of 1 picture");
    let results = all_results(&bot);
    let html = page(results.last().unwrap()["link"].as_str().unwrap()).await;
    assert!(
        html.contains("alt=\"A red boat\"") && html.contains("She wins.") && html.contains("Bob"),
        "{html}"
    );

    // An archive with a path that leads out is refused as a whole.
    let hostile = packed(&[("a.md", b"Good."), ("../../evil.md", b"Bad.")]);
    bot.model().script([import(), Turn::text("No.")]);
    alice.sends("evil.zip", &hostile, "and this one").await;
    let asked = approves(&bot, "No.").await;
    assert!(asked.iter().all(|asked| !asked.starts_with("Import ")), "{asked:?}");
    let refused = last_results(&bot).pop().unwrap();
    reads!(refused["error"].as_str().unwrap(), @"the file has a file whose name leads out of it");
    bot.end().await;
}
