//! Websites as visitors see them: every kind of section, in each theme, light and dark.

use std::{fs, path::Path};

use adjutant_site::{
    Collection, Credit, Entry, Faults, Filled, FormAnswer, Mode, NavigationItem, NavigationTarget, Page,
    Picture, PictureFile, PictureFormat, Post, Section, Site, SitePath, Slug, Template, Theme, ThemeSettings,
    Variant, publish, render, render_answer, templates,
};
use serde_json::{Map, Value, json};

use super::Browser;
use crate::{
    core::contact_forms::publishes_a_form,
    harness::{Bot, OnWeb, Setup},
};

/// The largest page without its pictures, in bytes before compression.
const MOST: u64 = 100 * 1024;
/// The name of the page with the answer to a visitor.
const ANSWER: &str = "answer.html";
/// The name of a page that is not on the site.
const BROKEN: &str = "broken.html";
/// A picture of one pixel.
const PIXEL: &[u8] =
    b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\
\x02\x00\x00\x00\x90\x77\x53\xde\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\x50\x48\x58\x00\x00\x01\
\xc4\x01\x21\x62\x5f\x8a\xfd\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/// Publishes a page of each template, posts and the answer to a form, and checks how they look.
pub async fn are_fit_to_be_seen(browser: &Browser, theme: Theme) {
    let folder = tempfile::tempdir().unwrap();
    let bot: Bot<OnWeb> =
        Setup::new().with_model().await.with("SITE__FOLDER", folder.path().display()).start().await;
    let address = publishes_a_form(&bot).await;
    let host = address.trim_end_matches("riverside-choir/");
    let mut site = site(theme);
    site.base_url = format!("{host}club/").parse().ok();
    site.contact_form = format!("{host}club/contact").parse().ok();
    writes(&site, &folder.path().join("club"));

    let pages = site.pages.iter().map(Page::path);
    let posts = site.posts.iter().map(|post| SitePath::Post(post.slug.clone()));
    let paths = pages.chain(posts).chain([SitePath::Posts]).map(|path| path.folder());
    for path in paths.chain([ANSWER.to_owned(), "nothing-here/".to_owned()]) {
        let is_missing = path.starts_with("nothing");
        let url = format!("{host}club/{path}");
        browser.goes_to(&url).await;
        let state = format!("{theme:?}, /{path}");
        browser.is_accessible(&state).await;
        is_light(browser, &state).await;
        // The browser logs that this address has no page.
        let told = browser.complains().await;
        let told: Vec<_> = told.iter().filter(|told| !is_missing || !told.contains("404")).collect();
        assert!(told.is_empty(), "{state}: {told:?}");
        is_no_wider_than_the_window(browser, &state).await;
    }
    // The browser logs a violation of the page's policy, so an empty log above means something.
    browser.goes_to(&format!("{host}club/{BROKEN}")).await;
    let told = browser.complains().await;
    assert!(told.iter().any(|told| told.contains("Content Security Policy")), "{told:?}");
    bot.end().await;
}

/// Checks the requests of the page: itself, its style sheet and pictures, all from the site.
async fn is_light(browser: &Browser, state: &str) {
    let asked = browser
        .sees(
            "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
                 .map(({ name, initiatorType, decodedBodySize }) => [name, initiatorType, decodedBodySize])",
        )
        .await;
    let mut weight = 0;
    for asked in asked.as_array().unwrap() {
        let (url, by) = (asked[0].as_str().unwrap(), asked[1].as_str().unwrap());
        assert!(url.contains("/club/"), "{state} asks elsewhere: {url}");
        match by {
            "navigation" => {}
            "link" if url.ends_with(".css") => {}
            // The icon is a picture, too.
            "img" | "other" | "link" if url.ends_with(".png") || url.ends_with(".svg") => continue,
            _ => panic!("{state} asks for {url} by {by}"),
        }
        weight += asked[2].as_u64().unwrap();
    }
    assert!((1..MOST).contains(&weight), "{state} takes {weight} bytes");
}

async fn is_no_wider_than_the_window(browser: &Browser, state: &str) {
    let widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";
    let widths = browser.sees(widths).await;
    assert!(widths[0].as_u64() <= widths[1].as_u64(), "{state} scrolls sideways: {widths}");
}

/// Publishes the site, with the answer to an incomplete form.
fn writes(site: &Site, folder: &Path) {
    let mut rendered = render(site, Mode::Published);
    assert_eq!(rendered.errors, []);
    let filled = Filled { page: "/".to_owned(), name: "Bob".to_owned(), ..Filled::default() };
    let faults = Faults { name: false, email: true, message: true };
    let answer = render_answer(templates(), site, &FormAnswer::Wrong(filled, faults));
    rendered.files.insert(ANSWER.to_owned(), answer.into_bytes());
    let broken = "<!doctype html><title>Broken</title><p style='color:red'>Red</p><script>alert(1)</script>";
    rendered.files.insert(BROKEN.to_owned(), broken.into());
    let picture = tempfile::NamedTempFile::new().unwrap();
    fs::write(picture.path(), PIXEL).unwrap();
    publish(folder, &rendered, &|_| Ok(picture.path().to_owned())).unwrap();
}

/// Returns a site with a page for each template.
fn site(theme: Theme) -> Site {
    let mut pages: Vec<_> = templates().iter().map(page).collect();
    pages[0].home = true;
    let items = [("About us", NavigationTarget::Page(pages[1].slug.clone()))];
    let items = items.into_iter().chain([("News", NavigationTarget::Url("/posts".to_owned()))]);
    Site {
        title: "Riverside Choir".to_owned(),
        description: "We sing on Tuesdays.".to_owned(),
        theme: ThemeSettings { theme, ..ThemeSettings::default() },
        pages,
        posts: vec![post("first-concert"), post("second-concert")],
        navigation: items.map(|(label, target)| NavigationItem { label: label.to_owned(), target }).collect(),
        pictures: vec![picture()],
        collections: vec![singers()],
        ..Site::default()
    }
}

fn page(template: &Template) -> Page {
    let filled: Map<String, Value> = content(&template.key);
    template.check(&filled).unwrap_or_else(|problems| panic!("{}: {problems:?}", template.key));
    let section =
        |template: &str, content| Section { id: "s".to_owned(), template: template.to_owned(), content };
    let mut sections = vec![section(&template.key, filled)];
    if template.key == "collection" {
        sections.push(section("collection", Map::from_iter([("collection".to_owned(), json!("singers"))])));
    }
    if template.key != "text" {
        sections.push(section("text", content("text")));
    }
    Page {
        slug: Slug::from_title(&template.key),
        title: template.label.to_string(),
        description: None,
        home: false,
        sections,
    }
}

/// Returns content that fills in every field of a template.
fn content(template: &str) -> Map<String, Value> {
    let text = "We sing *on Tuesdays* at [the hall](/map), and afterwards **we talk**.";
    let content = match template {
        "hero" => json!({ "heading": "Sing with us", "text": text, "image": "choir", "button_label": "Join",
            "button_link": "/contact", "second_label": "Dates", "second_link": "/events" }),
        "text" => json!({ "heading": "Words", "body": format!(
            "{text}\n\n### More\n\n- one\n- two\n\n1. first\n2. second\n\n> A quotation.\n\n\
             | Voice | Singers |\n|---|---|\n| Alto | 7 |\n| Bass | 4 |\n\n`code`\n\n![They sing](choir)") }),
        "image_text" => json!({ "heading": "The hall", "body": text, "image": "choir", "side": "right",
            "button_label": "Come by", "button_link": "/map" }),
        "gallery" => json!({ "heading": "Pictures", "text": text,
            "images": [{ "image": "choir", "caption": "On stage" }, { "image": "choir" }] }),
        "cards" => json!({ "heading": "Groups", "text": text, "items": [
            { "title": "Children", "text": text, "image": "choir", "link": "/events", "link_label": "When" },
            { "title": "Adults", "link": "https://example.org" }] }),
        "collection" => json!({ "collection": "singers", "heading": "Singers", "layout": "cards" }),
        "quote" => {
            json!({ "text": "The best choir of the street.", "author": "Alice", "role": "Neighbour", "image": "choir" })
        }
        "faq" => json!({ "heading": "Questions", "items": [
            { "question": "Must I read music?", "answer": text }, { "question": "What does it cost?", "answer": "Nothing." }] }),
        "contact" => {
            json!({ "heading": "Write to us", "text": text, "name": "Alice", "address": "High Street 1\nBerlin",
            "email": "alice@example.org", "phone": "+49 30 123456", "form": true })
        }
        "hours" => json!({ "heading": "Open", "text": text, "days": [
            { "day": "monday", "opens": "09:00", "closes": "12:00", "note": "by appointment" }, { "day": "tuesday" }] }),
        "events" => json!({ "heading": "Dates", "items": [
            { "title": "Concert", "date": "2026-05-08", "time": "19:00", "end_time": "21:00", "place": "Hall", "text": text,
              "link": "https://example.org" },
            { "title": "Journey", "date": "2026-06-01", "last_date": "2026-06-04" }] }),
        "map" => {
            json!({ "heading": "Where", "place": "Hall", "address": "High Street 1, Berlin", "directions": text,
            "image": "choir" })
        }
        "cta" => {
            json!({ "heading": "Join now", "text": text, "button_label": "Write", "button_link": "/contact" })
        }
        other => panic!("the template {other} is new: fill in its fields here"),
    };
    let Value::Object(content) = content else { panic!("no object") };
    content
}

fn post(slug: &str) -> Post {
    Post {
        slug: Slug::from_title(slug),
        title: format!("Our {slug}"),
        excerpt: None,
        body: "It was *loud*.\n\n## After it\n\nWe went home.".to_owned(),
        author: Some("Alice".to_owned()),
        published_at: "2026-05-01T10:00:00+02:00".parse().unwrap(),
        tags: vec!["concerts".to_owned()],
    }
}

fn singers() -> Collection {
    let entry = |title: &str, body: Option<&str>| Entry {
        id: title.to_owned(),
        slug: Slug::from_title(title),
        title: title.to_owned(),
        summary: Some("Sings on Tuesdays.".to_owned()),
        body: body.map(str::to_owned),
        picture: body.map(|_| "choir".to_owned()),
        link: body.map(|_| "/contact".to_owned()),
    };
    let words = "Since *2020*.\n\n# Before\n\n- [elsewhere](https://example.org)";
    Collection {
        id: "singers".to_owned(),
        title: "Singers".to_owned(),
        description: Some("Who sings with us.".to_owned()),
        entries: vec![entry("Alice", Some(words)), entry("Bob", Some(words)), entry("Carol", None)],
    }
}

fn picture() -> Picture {
    let variant = |width| Variant {
        width,
        height: width / 2,
        file: PictureFile::parse(&format!("choir-{width}.png")).unwrap(),
        format: PictureFormat::Png,
    };
    Picture {
        id: "choir".to_owned(),
        alt: "Twelve people sing".to_owned(),
        caption: Some("In May".to_owned()),
        credit: Some(Credit {
            photographer: "Anna Berger".to_owned(),
            url: "https://photos.example/anna".parse().ok(),
            source: Some("Pexels".to_owned()),
        }),
        variants: vec![variant(480), variant(960)],
    }
}
