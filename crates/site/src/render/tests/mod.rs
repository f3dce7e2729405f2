use html5ever::{ParseOpts, parse_document, tendril::TendrilSink};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use serde_json::{Value, json};

use super::*;
use crate::{
    model::{
        Collection, Credit, Entry, Language, NavigationItem, NavigationTarget, Page, Picture, PictureFormat,
        Redirect, Section, Variant,
    },
    slug::Slug,
    theme::{Colour, Theme, ThemeSettings},
};

mod hostile;
mod posts;
mod sections;

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
        let one = preview_path(templates(), &site, &path);
        assert!(one.files.contains_key(&format!("{}index.html", path.folder())), "{path}");
        assert!(one.files.iter().all(|(path, content)| whole.files.get(path) == Some(content)), "{path}");
        assert_eq!(one.files.len(), 4, "{path}: {:?}", one.files.keys());
        assert_eq!(one.pictures.is_empty(), path != SitePath::Home);
    }
    let nothing = preview_path(templates(), &site, &SitePath::Page(slug("gone")));
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
