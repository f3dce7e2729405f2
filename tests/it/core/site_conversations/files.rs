//! The website as Markdown files: imported, and exported.

use reqwest::StatusCode;
use serde_json::json;

use super::{Talk, each, visit};
use crate::{
    core::site_pictures::photo,
    harness::{Chat, reads},
};

/// Writes a text file.
async fn writes(talk: &Talk<impl Chat>, path: &str, content: &str) {
    let file = json!({ "path": path, "content": content });
    let (_, written) = talk.says("note this for our website", "file_write", file).await;
    assert_eq!(written["success"], true, "{written}");
}

/// Reads a file; returns its lines, without their numbers.
async fn file(talk: &Talk<impl Chat>, path: &str) -> String {
    let (_, read) = talk.says("what is in it?", "file_read", json!({ "path": path })).await;
    let lines = read["content"].as_str().unwrap_or_else(|| panic!("{read}")).lines();
    lines.map(|line| line.split_once('\t').map_or(line, |(_, text)| text)).collect::<Vec<_>>().join("\n")
}

pub async fn site_import(talk: &Talk<impl Chat>) {
    let address = talk.publishes().await;
    let import = ("site_import", json!({ "path": "/shared/blog" }));
    writes(talk, "/shared/blog/about-us.md", "---\ntitle: About us\n---\nFounded in 1987 by *Bob*.").await;
    writes(
        talk,
        "/shared/blog/posts/2024-05-01-first.md",
        "---\ntitle: First concert\ndate: soon\n---\nWe sang.",
    )
    .await;
    let words = "put these files on our website";
    let (answer, _) = talk.says(words, "site_import", import.1.clone()).await;
    reads!(answer, @r#"
    nothing is imported as it is:
    posts/2024-05-01-first.md: the field date is "soon"; a date such as 2024-05-01 or 2024-05-01 10:00:00 +0200 fits
    "#);

    let undated = json!({
        "path": "/shared/blog/posts/2024-05-01-first.md", "old": "\ndate: soon", "new": "",
    });
    let question = talk.is_asked("leave the date out", "file_edit", undated).await;
    talk.agrees(&question).await;
    let posts = ("site_list_posts", json!({}));
    let question = talk.has_to_press(words, import.clone(), posts.clone()).await;
    reads!(question, @"
    Import /shared/blog into your website: 1 new post, 1 page replaced
    changed page: about-us.md
    new post: posts/2024-05-01-first.md
    It changes many things at once. Each can be undone, and nothing becomes public.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, imported) = talk.agrees(&question).await;
    reads!(answer, @"Imported 1 new post, 1 page replaced. Nothing of it is public before site_publish; site_undo takes back each of the 2 changes.");
    let files = json!([
        { "file": "about-us.md", "kind": "page", "slug": "about-us", "what": "changed" },
        { "file": "posts/2024-05-01-first.md", "kind": "post", "slug": "first", "what": "new" },
    ]);
    assert_eq!((&imported["files"], &imported["pictures"]), (&files, &json!(0)));
    let (_, listed) = talk.says("which posts are there?", posts.0, posts.1).await;
    assert_eq!(each(&listed["posts"], "slug"), ["first"]);
    assert!(talk.previewed("about-us/").await.contains("1987 by <em>Bob</em>."));
    assert!(talk.previewed("posts/first/").await.contains("We sang."));
    assert!(visit(&format!("{address}about-us/")).await.1.contains("best choir"), "nothing becomes public");
    assert_eq!(visit(&format!("{address}posts/first/")).await.0, StatusCode::NOT_FOUND);

    let (answer, _) = talk.says("not the post", "site_undo", json!({})).await;
    reads!(answer, @"Undone: imported the post “First concert”.");
    let (answer, _) = talk.says("nor the page", "site_undo", json!({})).await;
    reads!(answer, @"Undone: imported the page “About us”.");
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("best choir") && !page.contains("<em>Bob</em>"), "{page}");
}

pub async fn site_export(talk: &Talk<impl Chat>) {
    let add = json!({ "alt": "A boat on the river" });
    talk.will_call("site_add_image", &add);
    talk.alice.sends("boat.jpg", &photo(64, 48, 120), "put this on our website").await;
    reads!(talk.bot.next_message().await, @"Added the picture; a section shows it by its image_id.");
    let export = json!({ "path": "/shared/website" });
    let (answer, exported) = talk.says("give me the website as files", "site_export", export.clone()).await;
    reads!(answer, @"Wrote 2 pages and 0 posts as Markdown into /shared/website, with 1 picture.");
    assert_eq!((&exported["path"], &exported["pages"]), (&json!("/shared/website"), &json!(2)));
    reads!(file(talk, "/shared/website/_site.md").await, @r#"
    ---
    title: Riverside Choir
    description: ""
    language: en
    theme: plain
    navigation:
      - label: About us
        page: about-us
    pictures:
      - file: pictures/boat.jpg
        alt: A boat on the river
        name: boat.jpg
    ---
    "#);
    reads!(file(talk, "/shared/website/pages/about-us.md").await, @"
    ---
    title: About us
    slug: about-us
    draft: true
    weight: 2
    sections:
      - template: text
        content:
          body: Founded in 1987.
          heading: Who we are
      - template: quote
        content:
          author: Bob
          text: The best choir of the street.
    ---
    ");
    let pictures = json!({ "path": "/shared/website/pictures" });
    let (_, listed) = talk.says("and the pictures?", "file_list", pictures).await;
    assert_eq!(each(&listed["files"], "path"), ["/shared/website/pictures/boat.jpg"]);

    // Existing files are not replaced.
    let (answer, _) = talk.says("again, please", "site_export", export).await;
    reads!(answer, @"there is '/shared/website' already");
    // The same files change nothing.
    let import = json!({ "path": "/shared/website" });
    let question = talk.is_asked("read them back", "site_import", import).await;
    reads!(question, @"
    Import /shared/website into your website: nothing that the website does not have
    It changes many things at once. Each can be undone, and nothing becomes public.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    talk.agrees(&question).await;
}
