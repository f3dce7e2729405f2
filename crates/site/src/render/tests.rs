use std::collections::BTreeSet;

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::{
    form::{Filled, FormAnswer},
    model::{
        Collection, Credit, Entry, Language, NavigationItem, NavigationTarget, Page, Picture, PictureFormat,
        Redirect, Section, Variant,
    },
    slug::Slug,
    template::{DAYS, Field, FieldKind},
    theme::{Colour, Theme, ThemeSettings},
};

fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

fn section(template: &str, content: Value) -> Section {
    let Value::Object(content) = content else { panic!("no object") };
    Section { id: "s".to_owned(), template: template.to_owned(), content }
}

fn page(name: &str, sections: Vec<Section>) -> Page {
    Page {
        slug: slug(name),
        title: format!("Page {name}"),
        description: None,
        home: name == "home",
        sections,
    }
}

fn picture(id: &str) -> Picture {
    let variant = |width: u32, format: PictureFormat| Variant {
        width,
        height: width / 2,
        file: PictureFile::parse(&format!("{id}-{width}.{}", format.extension())).unwrap(),
        format,
    };
    Picture {
        id: id.to_owned(),
        alt: format!("The {id}"),
        caption: None,
        credit: None,
        variants: vec![
            variant(960, PictureFormat::WebP),
            variant(480, PictureFormat::WebP),
            variant(960, PictureFormat::Jpeg),
        ],
    }
}

fn post(name: &str, day: u32) -> Post {
    Post {
        slug: slug(name),
        title: format!("Post {name}"),
        excerpt: None,
        body: "Some *words* on it.".to_owned(),
        author: Some("Alice".to_owned()),
        published_at: format!("2026-03-{day:02}T09:00:00+01:00").parse().unwrap(),
        tags: vec!["courts".to_owned()],
    }
}

fn site(sections: Vec<Section>) -> Site {
    Site {
        title: "Tennis club".to_owned(),
        description: "Tennis for everybody".to_owned(),
        base_url: Some(Url::parse("https://club.example/site").unwrap()),
        pages: vec![page("home", sections), page("about", Vec::new())],
        pictures: vec![picture("court")],
        collections: vec![members(), Collection { id: "c-2".to_owned(), entries: Vec::new(), ..members() }],
        ..Site::default()
    }
}

fn members() -> Collection {
    let entry = |title: &str| Entry {
        id: title.to_owned(),
        slug: Slug::from_title(title),
        title: title.to_owned(),
        summary: None,
        body: None,
        picture: None,
        link: None,
    };
    let alice = Entry {
        summary: Some("Plays on <clay>.".to_owned()),
        body: Some("# Wins\n\nSee [us](/about).".to_owned()),
        picture: Some("court".to_owned()),
        link: Some("https://alice.example".to_owned()),
        ..entry("Alice")
    };
    Collection {
        id: "c-1".to_owned(),
        title: "Members".to_owned(),
        description: Some("Who we are.".to_owned()),
        entries: vec![alice, entry("Bob")],
    }
}

fn text(rendered: &Rendered, file: &str) -> String {
    String::from_utf8(rendered.files.get(file).unwrap_or_else(|| panic!("no {file}")).clone()).unwrap()
}

fn told(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Returns the inside of a section with this content, without line ends before tags.
fn inside(template: &str, content: Value) -> String {
    let rendered = render(
        &site(vec![section("text", json!({ "body": "First." })), section(template, content)]),
        Mode::Preview,
    );
    assert_eq!(told(&rendered.errors), "");
    let html = text(&rendered, "index.html");
    let start = html.rfind("<section").unwrap();
    let end = html.rfind("</section>").unwrap();
    html[start..end].lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// Parses a page, and returns every element with its attributes.
fn elements(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    fn walk(node: &Handle, found: &mut Vec<(String, Vec<(String, String)>)>) {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let attributes = attrs.borrow();
            let attributes =
                attributes.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
            found.push((name.local.to_string(), attributes));
        }
        for child in node.children.borrow().iter() {
            walk(child, found);
        }
    }
    let mut options = ParseOpts::default();
    options.tree_builder.exact_errors = true;
    let dom = parse_document(RcDom::default(), options).one(html);
    assert_eq!(*dom.errors.borrow(), Vec::<String>::new(), "{html}");
    let mut found = Vec::new();
    walk(&dom.document, &mut found);
    found
}

#[test]
fn a_page_is_whole() {
    let mut site = site(vec![section("hero", json!({ "heading": "Welcome", "image": "court" }))]);
    site.navigation = vec![
        NavigationItem { label: "Start".to_owned(), target: NavigationTarget::Page(slug("home")) },
        NavigationItem { label: "About".to_owned(), target: NavigationTarget::Page(slug("about")) },
    ];
    let rendered = render(&site, Mode::Published);
    assert_eq!((told(&rendered.errors), told(&rendered.warnings)), (String::new(), String::new()));
    insta::assert_snapshot!(without_hashes(&text(&rendered, "index.html")), @r##"
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Page home – Tennis club</title>
    <meta name="description" content="Tennis for everybody">
    <meta name="color-scheme" content="light dark">
    <link rel="canonical" href="https://club.example/site/">
    <meta property="og:url" content="https://club.example/site/">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Tennis club">
    <meta property="og:title" content="Page home">
    <meta property="og:description" content="Tennis for everybody">
    <meta property="og:image" content="https://club.example/site/assets/pictures/court-960.jpg">
    <meta property="og:image:width" content="960">
    <meta property="og:image:height" content="480">
    <meta property="og:image:alt" content="The court">
    <link rel="stylesheet" href="assets/style.HASH.css">
    <link rel="icon" type="image/svg+xml" href="assets/icon.HASH.svg">
    </head>
    <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="top">
    <p class="name"><a href="./">Tennis club</a></p>
    <nav aria-label="Main">
    <ul>
    <li><a href="./" aria-current="page">Start</a></li>
    <li><a href="about/">About</a></li>
    </ul>
    </nav>
    </header>
    <main id="content">
    <section class="section hero" id="welcome">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 30rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture><div class="words">
    <h1>Welcome</h1>
    </div>
    </section>
    </main>
    <footer>
    <p>Tennis club</p>
    </footer>
    </body>
    </html>
    "##);
}

/// Returns a page without the hashes in the names of its files.
fn without_hashes(html: &str) -> String {
    let mut out = String::new();
    for line in html.lines().filter(|line| !line.trim().is_empty()) {
        let hashed = ["assets/style.", "assets/icon."]
            .iter()
            .find_map(|name| line.find(name).map(|at| at + name.len()));
        match hashed {
            Some(at) => out.push_str(&format!("{}HASH{}\n", &line[..at], &line[at + 12..])),
            None => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

#[test]
fn a_text_has_its_tables_links_and_headings() {
    let body = "# Prices\n\nSee [about](/about#us) <b>now</b>.\n\n### Deep\n\n| Who | EUR |\n|:--|--:|\n| Kids | 5 |\n\n\
                ![net](court)\n\n- one\n- [two](https://example.org/?a=1&b=2)";
    insta::assert_snapshot!(inside("text", json!({ "heading": "Fees & more", "body": body })), @r##"
    <section class="section text" id="fees-more">
    <h2>Fees &amp; more</h2><h3>Prices</h3>
    <p>See <a href="about/#us">about</a> &lt;b&gt;now&lt;/b&gt;.</p>
    <h4>Deep</h4>
    <div class="table" role="region" tabindex="0" aria-label="Table">
    <table><thead><tr><th>Who</th><th>EUR</th></tr></thead><tbody>
    <tr><td>Kids</td><td>5</td></tr>
    </tbody></table>
    </div>
    <p><picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 48rem) 44rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture></p>
    <ul>
    <li>one</li>
    <li><a href="https://example.org/?a=1&amp;b=2">two</a></li>
    </ul>
    "##);
}

#[test]
fn sections_of_pictures() {
    insta::assert_snapshot!(inside("hero", json!({ "heading": "Play", "text": "Now.", "button_label": "Join", "button_link": "/about" })), @r##"
    <section class="section hero" id="play">
    <div class="words">
    <h2>Play</h2>
    <p>Now.</p>
    <p class="buttons">
    <a class="button" href="about/">Join</a></p>
    </div>
    "##);
    insta::assert_snapshot!(inside("image_text", json!({ "body": "Text.", "image": "court", "side": "right" })), @r##"
    <section class="section image-text side-right" id="section-2">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 30rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture>
    <div class="words">
    <p>Text.</p>
    </div>
    "##);
    insta::assert_snapshot!(inside("gallery", json!({ "images": [{ "image": "court", "caption": "Red \"clay\"" }] })), @r##"
    <section class="section gallery" id="section-2">
    <ul class="grid">
    <li><figure><picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 20rem, (min-width: 36rem) 50vw, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture>
    <figcaption>Red &quot;clay&quot;</figcaption></figure></li>
    </ul>
    "##);
    insta::assert_snapshot!(inside("quote", json!({ "text": "Best club.", "author": "Bob", "role": "member" })), @r##"
    <section class="section quote" id="section-2">
    <figure>
    <blockquote><p>Best club.</p>
    </blockquote>
    <figcaption><span><cite>Bob</cite>, member</span></figcaption>
    </figure>
    "##);
}

#[test]
fn sections_of_lists() {
    let cards = json!({ "heading": "Offers", "items": [
        { "title": "Lessons", "text": "For all.", "link": "/about" },
        { "title": "Courts", "link": "/about", "link_label": "Book" },
    ] });
    insta::assert_snapshot!(inside("cards", cards), @r##"
    <section class="section cards" id="offers">
    <h2>Offers</h2>
    <ul class="grid">
    <li class="card">
    <h3><a href="about/">Lessons</a></h3>
    <p>For all.</p>
    </li>
    <li class="card">
    <h3>Courts</h3>
    <p><a href="about/">Book</a></p></li>
    </ul>
    "##);
    insta::assert_snapshot!(inside("faq", json!({ "items": [{ "question": "When?", "answer": "Now." }] })), @r##"
    <section class="section faq" id="section-2">
    <details><summary>When?</summary>
    <p>Now.</p>
    </details>
    "##);
    let hours = json!({ "days": [
        { "day": "monday", "opens": "09:00", "closes": "18:00", "note": "by phone" },
        { "day": "sunday" },
    ] });
    insta::assert_snapshot!(inside("hours", hours), @r##"
    <section class="section hours" id="section-2">
    <table>
    <thead class="hidden"><tr><th scope="col">Day</th><th scope="col">Hours</th></tr></thead>
    <tbody>
    <tr><th scope="row">Monday</th><td><time>09:00</time>–<time>18:00</time> <small>by phone</small></td></tr>
    <tr><th scope="row">Sunday</th><td>closed</td></tr>
    </tbody>
    </table>
    "##);
    let events = json!({ "items": [
        { "title": "Fair", "date": "2026-05-01", "time": "10:00", "end_time": "18:00", "place": "Court 1" },
        { "title": "Cup", "date": "2026-04-01", "last_date": "2026-04-03", "link": "https://example.org" },
    ] });
    insta::assert_snapshot!(inside("events", events), @r##"
    <section class="section events" id="section-2">
    <ol class="events">
    <li>
    <p class="when"><time datetime="2026-04-01">1 April 2026</time> – <time datetime="2026-04-03">3 April 2026</time></p>
    <h2><a href="https://example.org/">Cup</a></h2>
    </li>
    <li>
    <p class="when"><time datetime="2026-05-01T10:00">1 May 2026, 10:00</time>–<time>18:00</time></p>
    <h2>Fair</h2>
    <p class="where">Court 1</p>
    </li>
    </ol>
    "##);
}

#[test]
fn a_collection_shows_its_entries_in_their_order() {
    insta::assert_snapshot!(inside("collection", json!({ "collection": "c-1", "heading": "Members" })), @r##"
    <section class="section collection" id="members">
    <h2>Members</h2><p>Who we are.</p><ul class="entries">
    <li id="alice">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 36rem) 12rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture><div class="words">
    <h3><a href="https://alice.example/">Alice</a></h3>
    <p>Plays on &lt;clay&gt;.</p><h4>Wins</h4>
    <p>See <a href="about/">us</a>.</p>
    </div>
    </li>
    <li id="bob">
    <div class="words">
    <h3>Bob</h3>
    </div>
    </li>
    </ul>
    "##);
    let cards = json!({ "collection": "c-1", "layout": "cards" });
    insta::assert_snapshot!(inside("collection", cards), @r##"
    <section class="section collection layout-cards" id="section-2">
    <p>Who we are.</p><ul class="grid">
    <li id="alice" class="card">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 20rem, (min-width: 36rem) 50vw, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture><div class="words">
    <h2><a href="https://alice.example/">Alice</a></h2>
    <p>Plays on &lt;clay&gt;.</p><details><summary>Read more<span class="hidden">: Alice</span></summary>
    <h3>Wins</h3>
    <p>See <a href="about/">us</a>.</p>
    </details>
    </div>
    </li>
    <li id="bob" class="card">
    <div class="words">
    <h2>Bob</h2>
    </div>
    </li>
    </ul>
    "##);
}

#[test]
fn a_collection_without_entries_is_not_shown_and_one_that_is_missing_is_an_error() {
    let text_of = |content: Value| {
        let sections = vec![section("text", json!({ "body": "First." })), section("collection", content)];
        let rendered = render(&site(sections), Mode::Preview);
        (told(&rendered.errors), text(&rendered, "index.html").matches("<section").count())
    };
    assert_eq!(text_of(json!({ "collection": "c-2", "heading": "Nobody" })), (String::new(), 1));
    let (errors, sections) = text_of(json!({ "collection": "c-3", "heading": "Members" }));
    insta::assert_snapshot!(errors, @r#"`page home, section 2: collection` is "c-3", which is no collection of the site; the id of a collection fits."#);
    assert_eq!(sections, 1);
}

#[test]
fn what_entries_link_to_and_show_is_checked_and_links_lead_to_them() {
    let show = json!({ "collection": "c-1" });
    let to = json!({ "body": "[her](#alice) [him](#bob) [nobody](#carol)" });
    let sections = || vec![section("text", to.clone()), section("collection", show.clone())];
    let rendered = render(&site(sections()), Mode::Published);
    assert_eq!(told(&rendered.errors), "");
    assert_eq!(rendered.pictures.len(), 3);
    insta::assert_snapshot!(told(&rendered.warnings), @"`page home, section 1: body` is a link to `#carol`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.");

    let mut broken = site(sections());
    let alice = &mut broken.collections[0].entries[0];
    alice.link = Some("/abuot".to_owned());
    alice.body = Some("[x](/none)".to_owned());
    alice.picture = Some("hall".to_owned());
    insta::assert_snapshot!(told(&render(&broken, Mode::Published).errors), @r#"
    `page home, section 2: collection, entry "Alice": body` is "/none", which is no page of the site; the path of a page fits.
    `page home, section 2: collection, entry "Alice": picture` is "hall", which is no picture of the site; the id of a picture fits.
    `page home, section 2: collection, entry "Alice": link` is "/abuot", which is no page of the site; the path of a page (`/about` is the closest) fits.
    "#);

    // The same entries twice on a page, or a section with the same name, do not share an id.
    let twice = vec![
        section("text", json!({ "heading": "Bob", "body": "x" })),
        section("collection", show.clone()),
        section("collection", json!({ "collection": "c-1", "layout": "cards" })),
    ];
    let html = text(&render(&site(twice), Mode::Published), "index.html");
    let ids: Vec<_> = elements(&html).into_iter().flat_map(|(_, attributes)| attributes).collect();
    let mut ids: Vec<_> = ids.into_iter().filter(|(name, _)| name == "id").map(|(_, id)| id).collect();
    ids.sort();
    assert_eq!(ids, ["alice", "bob", "content", "section-2", "section-3"]);
}

#[test]
fn the_answer_to_a_form_keeps_what_was_written() {
    let mut site = site(vec![section("contact", json!({ "form": true }))]);
    site.language = Language::parse("de-AT").unwrap();
    site.contact_form = Some(Url::parse("https://bot.example/club/contact").unwrap());
    let filled = Filled {
        page: "/".to_owned(),
        name: "Bob <b>".to_owned(),
        email: "bob".to_owned(),
        message: "\"Hello\"\n</textarea><script>".to_owned(),
        trap: String::new(),
    };
    let faults = filled.faults().unwrap();
    let html = render_answer(templates(), &site, &FormAnswer::Wrong(filled.clone(), faults));
    assert_harmless("the answer", &html);
    let style = text(&render(&site, Mode::Published), "index.html");
    let style = style.lines().find(|line| line.contains("stylesheet")).unwrap().to_owned();
    assert!(html.contains(&style) && html.contains("noindex") && !html.contains("canonical"), "{html}");
    let (_, main) = html.split_once("<main id=\"content\">").unwrap();
    insta::assert_snapshot!(main.split_once("</main>").unwrap().0.trim(), @r##"
    <div class="section">
    <h1>Die Nachricht wurde nicht abgeschickt</h1>
    <p>Bitte verbessern Sie, was markiert ist, und senden Sie es noch einmal.</p>
    <form method="post" action="https://bot.example/club/contact">
    <input type="hidden" name="page" value="/">
    <p><label for="again-name">Ihr Name</label><input id="again-name" name="name" autocomplete="name" maxlength="120" required value="Bob &lt;b&gt;"></p>
    <p><label for="again-email">Ihre Mailadresse</label><input id="again-email" name="email" type="email" autocomplete="email" maxlength="254" required value="bob" aria-invalid="true" aria-describedby="again-email-fits"></p>
    <p class="fault" id="again-email-fits">Bitte geben Sie eine Mailadresse wie name@example.org an.</p>
    <p><label for="again-message">Ihre Nachricht</label><textarea id="again-message" name="message" rows="6" maxlength="4000" required>&quot;Hello&quot;
    &lt;/textarea&gt;&lt;script&gt;</textarea></p>
    <p class="trap"><label for="again-website">Bitte leer lassen</label><input id="again-website" name="website" tabindex="-1" autocomplete="off"></p>
    <p><button class="button">Senden</button></p>
    </form>
    <p class="buttons"><a class="button second" href="./">Zur Startseite</a></p>
    </div>
    "##);
    let sent = render_answer(templates(), &site, &FormAnswer::Sent);
    assert!(sent.contains("<h1>Vielen Dank</h1>") && !sent.contains("<form"), "{sent}");
    let later = render_answer(templates(), &site, &FormAnswer::TooMany(filled));
    assert!(later.contains("Bob &lt;b&gt;") && later.contains("zu viele Nachrichten"), "{later}");
}

#[test]
fn sections_that_lead_to_people() {
    let contact = json!({
        "name": "Alice", "address": "High Street 1\nBerlin", "email": "alice@example.org", "phone": "+49 30 123456", "form": true
    });
    insta::assert_snapshot!(inside("contact", contact.clone()), @r##"
    <section class="section contact" id="section-2">
    <address>
    <p><strong>Alice</strong></p><p>High Street 1
    Berlin</p>
    <p><a href="mailto:alice@example.org">alice@example.org</a></p><p><a href="tel:+4930123456">+49 30 123456</a></p></address>
    <form method="post">
    <input type="hidden" name="page" value="/">
    <p><label for="section-2-name">Your name</label><input id="section-2-name" name="name" autocomplete="name" maxlength="120" required></p>
    <p><label for="section-2-email">Your mail address</label><input id="section-2-email" name="email" type="email" autocomplete="email" maxlength="254" required></p>
    <p><label for="section-2-message">Your message</label><textarea id="section-2-message" name="message" rows="6" maxlength="4000" required></textarea></p>
    <p class="trap"><label for="section-2-website">Leave this empty</label><input id="section-2-website" name="website" tabindex="-1" autocomplete="off"></p>
    <p><button class="button" disabled>Send</button></p>
    </form>
    "##);
    let mut with_form = site(vec![section("contact", contact)]);
    with_form.contact_form = Some(Url::parse("https://bot.example/contact").unwrap());
    let html = text(&render(&with_form, Mode::Published), "index.html");
    assert!(html.contains("<form method=\"post\" action=\"https://bot.example/contact\">"), "{html}");
    assert!(html.contains("<button class=\"button\">Send</button>"), "{html}");
    with_form.contact_form = None;
    let html = text(&render(&with_form, Mode::Published), "index.html");
    assert!(!html.contains("<form"), "nobody takes it: {html}");
    let warnings = told(&render(&with_form, Mode::Published).warnings);
    let told = "`page home, section 1: form` is true, but the site has no address that takes forms";
    assert!(warnings.contains(told), "{warnings}");
    insta::assert_snapshot!(inside("map", json!({ "place": "Club", "address": "Höhe 1, Berlin" })), @r##"
    <section class="section map" id="section-2">
    <div class="words">
    <address><strong>Club</strong><br>Höhe 1, Berlin</address>
    <p class="buttons"><a class="button second" href="https://www.openstreetmap.org/search?query=H%C3%B6he+1%2C+Berlin">Show on the map</a></p>
    </div>
    "##);
    insta::assert_snapshot!(inside("cta", json!({ "heading": "Join", "button_label": "Call", "button_link": "tel:+4930123" })), @r##"
    <section class="section cta" id="join">
    <h2>Join</h2>
    <p class="buttons"><a class="button" href="tel:+4930123">Call</a></p>
    "##);
}

#[test]
fn what_leads_nowhere_is_an_error() {
    let mut site = site(vec![
        section(
            "text",
            json!({ "body": "[a](/abuot) [b](javascript:x) ![c](cort) [d](http://example.org)" }),
        ),
        section("cta", json!({ "heading": "Go", "button_label": "Go", "button_link": "/posts/gone" })),
        section("galery", json!({})),
    ]);
    site.navigation =
        vec![NavigationItem { label: "Old".to_owned(), target: NavigationTarget::Page(slug("old")) }];
    site.redirects = vec![
        Redirect { from: SitePath::Page(slug("a")), to: SitePath::Page(slug("b")) },
        Redirect { from: SitePath::Page(slug("b")), to: SitePath::Page(slug("a")) },
        Redirect { from: SitePath::Page(slug("about")), to: SitePath::Home },
    ];
    site.pages.push(page("about", Vec::new()));
    let rendered = render(&site, Mode::Published);
    insta::assert_snapshot!(told(&rendered.errors), @r##"
    `page about` is the second page with this slug; a slug of its own fits.
    `redirect /a` is a circle; the path of a page fits.
    `redirect /b` is a circle; the path of a page fits.
    `page home, section 1: body` is a text with the link "javascript:x"; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits.
    `page home, section 1: body` is "/abuot", which is no page of the site; the path of a page (`/about` is the closest) fits.
    `page home, section 1: body` is "cort", which is no picture of the site; the id of a picture fits.
    `page home, section 2: button_link` is "/posts/gone", which is no page of the site; the path of a page (`/posts` is the closest) fits.
    `page home, section 3` is of the kind "galery", which no template has; one of hero, text, image_text, gallery, cards, collection, quote, faq, contact, hours, events, map, cta fits.
    `navigation[0]` is "/old", which is no page of the site; the path of a page fits.
    "##);
    insta::assert_snapshot!(told(&rendered.warnings), @r##"
    `redirect /about` is the path of a page, which is shown instead; a path that no page has fits.
    `page home, section 1: body` is "http://example.org", which is not encrypted; an address with https:// fits.
    "##);
    let html = text(&rendered, "index.html");
    assert!(!html.contains("javascript") && !html.contains("abuot"), "{html}");
}

#[test]
fn what_only_looks_wrong_is_a_warning() {
    let mut site = site(vec![
        section("contact", json!({ "heading": "Write", "form": true })),
        section("text", json!({ "body": "[a](#write) [b](#wriet) [c](/about#team) [d](/about#us)" })),
    ]);
    site.pages[1].sections.push(section("text", json!({ "heading": "Team", "body": "Alice." })));
    insta::assert_snapshot!(told(&render(&site, Mode::Preview).warnings), @r#"
    `page home, section 2: body` is a link to `#wriet`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.
    `page home, section 2: body` is a link to `#us`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.
    "#);
    assert_eq!(render(&site, Mode::Preview).errors, []);
}

#[test]
fn paths_that_moved_lead_on_and_links_to_them_lead_straight() {
    let mut site = site(vec![section("text", json!({ "body": "[us](/who-we-are)" }))]);
    site.redirects = vec![
        Redirect { from: SitePath::Page(slug("who-we-are")), to: SitePath::Page(slug("us")) },
        Redirect { from: SitePath::Page(slug("us")), to: SitePath::Page(slug("about")) },
    ];
    let rendered = render(&site, Mode::Published);
    assert_eq!(told(&rendered.errors), "");
    assert!(text(&rendered, "index.html").contains("<a href=\"about/\">us</a>"));
    insta::assert_snapshot!(without_hashes(&text(&rendered, "who-we-are/index.html")), @r##"
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>This page has moved</title>
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="0; url=../about/">
    <link rel="canonical" href="https://club.example/site/about/">
    <link rel="icon" type="image/svg+xml" href="../assets/icon.HASH.svg">
    </head>
    <body>
    <main>
    <h1>This page has moved</h1>
    <p><a href="../about/">Go to the new address</a></p>
    </main>
    </body>
    </html>
    "##);
    assert!(text(&rendered, "home/index.html").contains("0; url=../"));
}

#[test]
fn posts_have_pages_a_list_a_feed_and_a_place_in_the_site_map() {
    let mut site = site(Vec::new());
    site.posts = vec![post("old", 1), post("new", 3)];
    site.posts[1].title = "New & <fast>".to_owned();
    let rendered = render(&site, Mode::Published);
    assert_eq!(told(&rendered.errors), "");
    insta::assert_snapshot!(main(&text(&rendered, "posts/new/index.html")), @r##"
    <main id="content">
    <article class="post">
    <header>
    <h1>New &amp; &lt;fast&gt;</h1>
    <p class="when"><time datetime="2026-03-03T09:00:00+01:00">3 March 2026</time> · Alice</p>
    </header>
    <p>Some <em>words</em> on it.</p>
    <ul class="tags" aria-label="Tags">
    <li>courts</li>
    </ul>
    </article>
    <nav class="more" aria-label="Posts">
    <p><a href="../../posts/old/" rel="prev">Older: Post old</a></p>
    <p><a href="../../posts/">All posts</a></p>
    </nav>
    "##);
    insta::assert_snapshot!(main(&text(&rendered, "posts/index.html")), @r##"
    <main id="content">
    <div class="section">
    <h1>Posts</h1>
    <ol class="posts">
    <li>
    <h2><a href="../posts/new/">New &amp; &lt;fast&gt;</a></h2>
    <p class="when"><time datetime="2026-03-03T09:00:00+01:00">3 March 2026</time> · Alice</p>
    <p>Some words on it.</p>
    </li>
    <li>
    <h2><a href="../posts/old/">Post old</a></h2>
    <p class="when"><time datetime="2026-03-01T09:00:00+01:00">1 March 2026</time> · Alice</p>
    <p>Some words on it.</p>
    </li>
    </ol>
    </div>
    "##);
    insta::assert_snapshot!(text(&rendered, "feed.xml"), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
    <channel>
    <title>Tennis club</title>
    <link>https://club.example/site/</link>
    <description>Tennis for everybody</description>
    <language>en</language>
    <lastBuildDate>Tue, 3 Mar 2026 09:00:00 +0100</lastBuildDate>
    <atom:link href="https://club.example/site/feed.xml" rel="self" type="application/rss+xml"/>
    <item>
    <title>New &amp; &lt;fast&gt;</title>
    <link>https://club.example/site/posts/new/</link>
    <guid>https://club.example/site/posts/new/</guid>
    <pubDate>Tue, 3 Mar 2026 09:00:00 +0100</pubDate>
    <description>Some words on it.</description>
    <category>courts</category>
    </item>
    <item>
    <title>Post old</title>
    <link>https://club.example/site/posts/old/</link>
    <guid>https://club.example/site/posts/old/</guid>
    <pubDate>Sun, 1 Mar 2026 09:00:00 +0100</pubDate>
    <description>Some words on it.</description>
    <category>courts</category>
    </item>
    </channel>
    </rss>
    "##);
    insta::assert_snapshot!(text(&rendered, "sitemap.xml"), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://club.example/site/</loc></url>
    <url><loc>https://club.example/site/about/</loc></url>
    <url><loc>https://club.example/site/posts/</loc><lastmod>2026-03-03</lastmod></url>
    <url><loc>https://club.example/site/posts/new/</loc><lastmod>2026-03-03</lastmod></url>
    <url><loc>https://club.example/site/posts/old/</loc><lastmod>2026-03-01</lastmod></url>
    </urlset>
    "##);
    insta::assert_snapshot!(text(&rendered, "robots.txt"), @r##"
    User-agent: *
    Allow: /
    Sitemap: https://club.example/site/sitemap.xml
    "##);
}

#[test]
fn a_long_list_of_posts_is_on_several_pages() {
    let mut site = site(Vec::new());
    site.posts = (0..65).map(|number| post(&format!("p{number}"), number % 28 + 1)).collect();
    let rendered = render(&site, Mode::Published);
    let links = |file| text(&rendered, file).matches("<h2><a href=\"../").count();
    assert_eq!((links("posts/index.html"), links("posts/page/3/index.html")), (30, 5));
    let second = text(&rendered, "posts/page/2/index.html");
    assert!(second.contains("<a href=\"../../../posts/\" rel=\"prev\">"), "{second}");
    assert!(second.contains("<a href=\"../../../posts/page/3/\" rel=\"next\">"), "{second}");
    assert!(!rendered.files.contains_key("posts/page/4/index.html"));
}

#[test]
fn a_preview_is_for_nobody_else() {
    let mut site = site(Vec::new());
    site.posts = vec![post("new", 3)];
    let rendered = render(&site, Mode::Preview);
    for (path, content) in rendered.files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = String::from_utf8_lossy(content);
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert!(!html.contains("https://club.example"), "{path}");
    }
    assert!(!rendered.files.contains_key("sitemap.xml") && !rendered.files.contains_key("feed.xml"));
    assert_eq!(text(&rendered, "robots.txt"), "User-agent: *\nDisallow: /\n");
}

#[test]
fn one_path_alone_is_the_same_as_within_the_whole() {
    let mut site = site(vec![section("hero", json!({ "heading": "Welcome", "image": "court" }))]);
    site.posts = (1..4).map(|day| post(&format!("p{day}"), day)).collect();
    site.redirects = vec![Redirect { from: SitePath::Page(slug("old")), to: SitePath::Home }];
    let whole = render(&site, Mode::Preview);
    for path in ["", "about", "home", "posts", "posts/p2", "old"] {
        let path = SitePath::parse(path).unwrap();
        let one = render_path(templates(), &site, Mode::Preview, &path);
        assert!(one.files.contains_key(&format!("{}index.html", path.folder())), "{path}");
        assert!(one.files.iter().all(|(path, content)| whole.files.get(path) == Some(content)), "{path}");
        assert_eq!(one.files.len(), 4, "{path}: {:?}", one.files.keys());
        assert_eq!(one.pictures.is_empty(), path != SitePath::Home);
    }
    let nothing = render_path(templates(), &site, Mode::Preview, &SitePath::Page(slug("gone")));
    assert!(nothing.files.contains_key("404.html") && nothing.files.len() == 3);
}

#[test]
fn words_and_dates_are_in_the_language_of_the_site() {
    let mut site = site(vec![section("hours", json!({ "days": [{ "day": "friday" }] }))]);
    site.language = Language::parse("de-AT").unwrap();
    site.posts = vec![post("neu", 3)];
    let rendered = render(&site, Mode::Published);
    let home = text(&rendered, "index.html");
    assert!(
        home.contains("<html lang=\"de-AT\">") && home.contains("Freitag") && home.contains("geschlossen"),
        "{home}"
    );
    assert!(text(&rendered, "posts/neu/index.html").contains(">3. März 2026<"));
    site.language = Language::parse("es").unwrap();
    assert!(text(&render(&site, Mode::Published), "posts/neu/index.html").contains(">3 de marzo de 2026<"));
    site.language = Language::parse("he").unwrap();
    assert!(
        text(&render(&site, Mode::Published), "index.html")
            .contains("<html lang=\"he\" dir=\"rtl\">\n<head>")
    );
}

#[test]
fn stylesheets_are_small_and_an_accent_that_cannot_be_read_is_an_error() {
    for theme in Theme::ALL {
        let settings = ThemeSettings { theme, accent: Colour::parse("#ffcc00"), font: None };
        let rendered = render(&Site { theme: settings, ..site(Vec::new()) }, Mode::Published);
        let (_, css) = rendered.files.iter().find(|(path, _)| path.ends_with(".css")).unwrap();
        assert!(css.len() < 12_000, "{theme:?}: {}", css.len());
        assert_eq!(rendered.errors.len(), 1);
        assert!(
            rendered.errors[0].given.starts_with("#ffcc00, which has a contrast of 1."),
            "{}",
            rendered.errors[0]
        );
    }
}

#[test]
fn every_page_has_one_h1_and_no_heading_is_left_out() {
    let text_section = |heading: Option<&str>| {
        section("text", json!({ "heading": heading, "body": "## A\n\n#### B\n\n# C" }))
    };
    let cards = |heading: Option<&str>| {
        section("cards", json!({ "heading": heading, "items": [{ "title": "T", "text": "# D" }] }))
    };
    for first in [None, Some("Hero")] {
        let mut sections: Vec<_> =
            first.into_iter().map(|heading| section("hero", json!({ "heading": heading }))).collect();
        let members = |heading: Option<&str>, layout| {
            section("collection", json!({ "collection": "c-1", "heading": heading, "layout": layout }))
        };
        sections.extend([text_section(None), text_section(Some("X")), cards(None), cards(Some("Y"))]);
        sections.extend([members(None, "list"), members(Some("Z"), "cards")]);
        let html = text(&render(&site(sections), Mode::Published), "index.html");
        let levels: Vec<u8> = elements(&html)
            .into_iter()
            .filter_map(|(name, _)| name.strip_prefix('h').and_then(|level| level.parse().ok()))
            .collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{levels:?}");
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
        assert_eq!(levels[0], 1);
    }
}

fn main(html: &str) -> String {
    let (start, end) = (html.find("<main").unwrap(), html.find("</main>").unwrap());
    html[start..end].lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// Texts that try to become markup.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\"><evil evil=1>",
        "' evil='1",
        "<script>evil()</script>",
        "<img src=x evil=1>",
        "</section></main></title></style>",
        "<!-- ",
        "-->",
        "]]>",
        "](javascript:evil)",
        "[x](",
        "![x](",
        "<javascript:evil>",
        "javascript:evil()",
        "data:text/html,<evil>",
        "https://example.org/\"evil=1",
        "&lt;evil&gt;",
        "&#60;evil&#62;",
        "{{ evil }}",
        "{% evil %}",
        "\n\n",
        "\n    ",
        "\n| a | b |\n|:-:|--|\n| c | d |\n",
        "```evil\" evil=1\n",
        "# ",
        "\u{0}",
        "\u{b}",
        "\u{85}",
        "\u{202e}",
        "`",
        "\\",
        "a b",
    ]);
    prop::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat())
}

/// Content with a hostile text in every field that can hold one.
fn hostile_content(fields: &[Field], texts: &mut impl Iterator<Item = String>) -> Map<String, Value> {
    let mut content = Map::new();
    for field in fields {
        let text = texts.next().unwrap();
        let value = match &field.kind {
            FieldKind::List { fields, .. } => {
                Value::Array((0..2).map(|_| Value::Object(hostile_content(fields, texts))).collect())
            }
            FieldKind::Flag => true.into(),
            FieldKind::Image if text.len().is_multiple_of(2) => "court".into(),
            FieldKind::Collection if text.len().is_multiple_of(2) => "c-1".into(),
            FieldKind::Date if text.len().is_multiple_of(2) => "2026-03-01".into(),
            FieldKind::Choice { .. } if text.len().is_multiple_of(2) => DAYS[0].into(),
            _ => text.into(),
        };
        content.insert(field.name.to_string(), value);
    }
    content
}

/// Checks that a page has only elements and attributes that this crate uses.
fn assert_harmless(path: &str, html: &str) {
    let tags: BTreeSet<&str> = "html head meta title link body a header p nav ul ol li main footer section article div h1 \
                                h2 h3 h4 h5 h6 picture source img figure figcaption blockquote cite span details summary \
                                address strong em del br hr form input label textarea button table thead tbody tr th td \
                                small time pre code"
        .split_whitespace()
        .collect();
    let names: BTreeSet<&str> = "lang charset name content rel href type title class id aria-label aria-current alt src \
                                 srcset sizes width height loading decoding datetime role tabindex scope method action \
                                 value for rows maxlength required disabled autocomplete property http-equiv start aria-invalid \
                                 aria-describedby"
        .split_whitespace()
        .collect();
    for (tag, attributes) in elements(html) {
        assert!(tags.contains(&*tag), "{path} has <{tag}>: {html}");
        for (name, value) in attributes {
            assert!(names.contains(&*name), "{path} has {name}={value:?} in <{tag}>: {html}");
            let address = matches!(&*name, "href" | "src" | "action");
            let scheme = value
                .split_once(':')
                .map(|(scheme, _)| scheme)
                .filter(|scheme| !scheme.contains(['/', '#', '?']));
            let fits = scheme.is_none_or(|scheme| matches!(scheme, "http" | "https" | "mailto" | "tel"));
            assert!(!address || fits, "{path} has {name}={value:?}: {html}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn hostile_values_stay_texts(texts in prop::collection::vec(hostile(), 24)) {
        let mut texts = texts.into_iter().cycle();
        let sections = templates().iter().map(|template| Section {
            id: texts.next().unwrap(),
            template: template.key.to_string(),
            content: hostile_content(&template.fields, &mut texts),
        });
        let mut site = site(sections.collect());
        let mut next = || texts.next().unwrap();
        site.title = next();
        site.description = next();
        site.pages[1].title = next();
        site.pages[1].description = Some(next());
        site.pictures[0].alt = next();
        site.pictures[0].caption = Some(next());
        site.collections[0].description = Some(next());
        for entry in &mut site.collections[0].entries {
            let (title, summary, body) = (next(), Some(next()), Some(next()));
            *entry = Entry { title, summary, body, link: Some(next()), ..entry.clone() };
        }
        site.contact_form = Some(Url::parse("https://bot.example/?a=\"b&c='d'").unwrap());
        site.posts = vec![Post {
            title: next(), excerpt: Some(next()), body: next(), author: Some(next()), tags: vec![next()], ..post("new", 3)
        }];
        site.navigation = (0..3)
            .map(|_| NavigationItem { label: next(), target: NavigationTarget::Url(next()) })
            .collect();
        for mode in [Mode::Published, Mode::Preview] {
            for (path, content) in render(&site, mode).files {
                let content = String::from_utf8(content).unwrap();
                if path.ends_with(".html") {
                    assert_harmless(&path, &content);
                } else {
                    prop_assert!(!content.contains("<evil") && !content.contains("<script"), "{}: {}", path, content);
                }
            }
        }
    }
}

#[test]
fn a_page_names_who_took_its_pictures_once_and_links_nothing_that_is_no_address() {
    let credited = |id: &str, credit: Credit| Picture { credit: Some(credit), ..picture(id) };
    let alice = Credit {
        photographer: "Alice <b> & \"Co\"".to_owned(),
        url: "https://photos.example/?a=\"b\"&c".parse().ok(),
        source: Some("Pexels".to_owned()),
    };
    let bob = Credit { photographer: "Bob".to_owned(), url: None, source: None };
    let gallery =
        json!({ "images": [{ "image": "a" }, { "image": "b" }, { "image": "c" }, { "image": "d" }] });
    let mut site = site(vec![section("gallery", gallery)]);
    site.pictures = vec![
        credited("a", alice.clone()),
        credited("b", bob),
        picture("c"),
        credited("d", alice),
        credited("e", Credit { photographer: "Carol".to_owned(), url: None, source: None }),
    ];
    let credits = |site: &Site| {
        let rendered = render(site, Mode::Published);
        let html = String::from_utf8(rendered.files["index.html"].clone()).unwrap();
        html.lines().filter(|line| line.contains("credits")).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(credits(&site), @r#"<p class="credits"><small>Photo by <a href="https://photos.example/?a=%22b%22&amp;c" rel="nofollow noopener">Alice &lt;b&gt; &amp; &quot;Co&quot;</a> on Pexels · Photo by Bob</small></p>"#);
    site.language = Language::parse("de").unwrap();
    assert!(credits(&site).contains("Foto von Bob"));
    site.pictures.iter_mut().for_each(|picture| picture.credit = None);
    assert_eq!(credits(&site), "");
}
