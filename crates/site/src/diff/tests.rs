use chrono::DateTime;
use serde_json::{Map, Value, json};

use super::*;
use crate::{
    model::{Collection, Entry, NavigationItem, NavigationTarget, Picture},
    slug::Slug,
    theme::{Theme, ThemeSettings},
};

fn section(id: &str, template: &str, content: Value) -> Section {
    let content: Map<String, Value> = serde_json::from_value(content).unwrap();
    Section { id: id.to_owned(), template: template.to_owned(), content }
}

fn page(title: &str, home: bool, sections: Vec<Section>) -> Page {
    Page { slug: Slug::from_title(title), title: title.to_owned(), description: None, home, sections }
}

fn site() -> Site {
    let hours = json!({ "days": [
        { "day": "monday", "opens": "09:00", "closes": "18:00" },
        { "day": "sunday", "note": "on request" },
    ] });
    Site {
        title: "Shop".to_owned(),
        pages: vec![
            page(
                "Home",
                true,
                vec![
                    section("h", "hero", json!({ "heading": "Welcome", "image": "front" })),
                    section("t", "text", json!({ "body": "We sell bread." })),
                    section(
                        "c",
                        "cta",
                        json!({ "heading": "Come", "button_label": "Call", "button_link": "tel:+4930123" }),
                    ),
                ],
            ),
            page("Opening hours", false, vec![section("o", "hours", hours)]),
        ],
        posts: vec![Post {
            slug: Slug::from_title("Sale"),
            title: "Sale".to_owned(),
            excerpt: None,
            body: "All week.".to_owned(),
            author: None,
            published_at: DateTime::parse_from_rfc3339("2026-03-01T09:00:00Z").unwrap(),
            tags: Vec::new(),
        }],
        pictures: vec![Picture {
            id: "front".to_owned(),
            alt: "The shop".to_owned(),
            caption: None,
            credit: None,
            variants: Vec::new(),
        }],
        ..Site::default()
    }
}

/// Returns the words for a change of the site.
fn told(change: impl FnOnce(&mut Site)) -> String {
    let mut draft = site();
    change(&mut draft);
    diff(&site(), &draft).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn set(site: &mut Site, page: usize, section: usize, field: &str, value: Value) {
    site.pages[page].sections[section].content.insert(field.to_owned(), value);
}

#[test]
fn nothing_changed_says_nothing() {
    assert_eq!(told(|_| ()), "");
}

#[test]
fn texts_pictures_and_links_are_told_apart() {
    let changed = told(|site| {
        set(site, 0, 0, "heading", json!("Hello"));
        set(site, 0, 0, "text", json!("Fresh since five."));
        set(site, 0, 0, "image", json!("oven"));
        set(site, 0, 1, "body", json!("We sell **bread**."));
        set(site, 0, 2, "button_link", json!("tel:+4930999"));
        let days = json!([{ "day": "monday", "opens": "08:00", "closes": "18:00" }]);
        set(site, 1, 0, "days", days);
    });
    insta::assert_snapshot!(changed, @r"
    3 texts changed on Home
    1 picture new on Home
    1 picture gone from Home
    links or options changed on Home
    2 texts changed on Opening hours
    links or options changed on Opening hours
    ");
}

#[test]
fn pages_and_sections_that_come_go_and_move_are_told() {
    let changed = told(|site| {
        site.pages.push(page("Contact", false, Vec::new()));
        site.pages[0].sections.swap(0, 1);
        site.pages[0].sections.remove(2);
        site.pages[0].sections.push(section("q", "quote", json!({ "text": "Good." })));
        site.pages[1].title = "When we are open".to_owned();
        site.pages[1].slug = Slug::from_title("open");
    });
    insta::assert_snapshot!(changed, @r"
    1 section new on Home
    1 section gone from Home
    sections in another order on Home
    page Opening hours is now called When we are open
    page When we are open moved from /opening-hours to /open
    page Contact is new
    ");
    assert_eq!(told(|site| drop(site.pages.pop())), "page Opening hours is gone");
}

#[test]
fn posts_and_the_site_as_a_whole_are_told() {
    let changed = told(|site| {
        let sale = site.posts[0].clone();
        site.posts[0].body = "All month.".to_owned();
        site.posts.push(Post {
            slug: Slug::from_title("New oven"),
            title: "New oven".to_owned(),
            body: String::new(),
            ..sale
        });
        site.title = "The shop".to_owned();
        site.theme = ThemeSettings { theme: Theme::Warm, ..ThemeSettings::default() };
        let target = NavigationTarget::Url("/posts".to_owned());
        site.navigation.push(NavigationItem { label: "News".to_owned(), target });
        site.pictures[0].alt = "The front of the shop".to_owned();
    });
    insta::assert_snapshot!(changed, @r"
    1 text changed on post Sale
    post New oven is new
    title of the site changed
    look of the site changed
    navigation changed
    descriptions of 1 picture changed
    ");
}

fn entry(title: &str) -> Entry {
    Entry {
        id: title.to_lowercase(),
        slug: Slug::from_title(title),
        title: title.to_owned(),
        summary: None,
        body: None,
        picture: None,
        link: None,
    }
}

#[test]
fn collections_and_their_entries_are_told() {
    let with = |id: &str, entries: &[&str]| Collection {
        id: id.to_owned(),
        title: id.to_owned(),
        description: None,
        entries: entries.iter().map(|title| entry(title)).collect(),
    };
    let told = |before: Vec<Collection>, after: Vec<Collection>| {
        let (old, new) = (Site { collections: before, ..site() }, Site { collections: after, ..site() });
        diff(&old, &new).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(told(vec![with("Breads", &["Rye"])], vec![with("Breads", &["Rye"])]), "");
    insta::assert_snapshot!(told(Vec::new(), vec![with("Breads", &["Rye"]), with("Cakes", &[])]), @r"
    collection Breads is new
    1 entry new in Breads
    collection Cakes is new
    ");
    let mut cheaper = with("Breads", &["Wheat", "Rye", "Spelt", "Oats"]);
    cheaper.title = "Our breads".to_owned();
    cheaper.description = Some("Baked at four.".to_owned());
    cheaper.entries[1].summary = Some("3 EUR".to_owned());
    let before = vec![with("Breads", &["Rye", "Wheat", "Corn"]), with("Cakes", &["Plum"])];
    insta::assert_snapshot!(told(before, vec![cheaper]), @r"
    collection Breads is now called Our breads
    1 text changed on collection Our breads
    2 entries new in Our breads
    1 entry gone from Our breads
    1 entry changed in Our breads
    entries in another order in Our breads
    collection Cakes is gone
    ");
}
