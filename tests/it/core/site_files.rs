//! A website with pictures as Markdown files, and back.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::site_pictures::{all_results, last_results, page, photo};
use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

/// Answers what the bot asks until it says this.
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

    // What is written is the same site: it changes nothing when it comes back.
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
