use std::collections::HashSet;

use serde_json::json;

use super::*;

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

fn problems(template: &str, content: Value) -> String {
    let problems = Template::find(template).unwrap().check(&object(content)).unwrap_err();
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn content_that_fits_is_accepted() {
    let content = object(json!({
        "heading": "Courts open again",
        "text": "From **Monday** on, see [the dates](/dates#may).",
        "image": "court",
        "button_label": "Join",
        "button_link": "mailto:alice@example.org",
        "second_label": "",
        "second_link": null,
    }));
    assert_eq!(Template::find("hero").unwrap().check(&content), Ok(()));
}

#[test]
fn each_problem_says_where_it_is_what_was_given_and_what_fits() {
    let hero = json!({
        "heading": "x".repeat(130),
        "image": 3,
        "button_label": "Go",
        "colour": "red",
        "text": "[press](javascript:alert(1))",
    });
    insta::assert_snapshot!(problems("hero", hero), @r#"
    `heading` is a text of 130 characters; a line of at most 80 characters fits.
    `text` is a text with the link "javascript:alert(1)"; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits.
    `image` is the number 3; the id of a picture fits.
    `button_link` is missing, and `button_label` needs it; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits.
    `"colour"` is no field of this section; one of the fields heading, text, image, button_label, button_link, second_label, second_link (`second_label` is the closest) fits.
    "#);
    let events = json!({ "items": [
        { "title": "Spring fair", "date": "2026-03-21", "time": "9:00" },
        { "title": "  ", "date": "2026-02-30" },
        "Summer fair",
        { "title": "two\nlines", "date": "2026-05-01", "link": "//example.org", "end_time": "10:00" },
    ] });
    insta::assert_snapshot!(problems("events", events), @r#"
    `items[0].time` is "9:00"; a time such as 19:30 fits.
    `items[1].title` is missing; a line of at most 120 characters fits.
    `items[1].date` is "2026-02-30"; a date such as 2026-11-30 fits.
    `items[2]` is the text "Summer fair"; an object with title, date, last_date, time, end_time, place, text, link fits.
    `items[3].title` is a text of several lines; a line of at most 120 characters fits.
    `items[3].time` is missing, and `items[3].end_time` needs it; a time such as 19:30 fits.
    `items[3].link` is "//example.org"; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits.
    "#);
    insta::assert_snapshot!(problems("gallery", json!({ "images": [] })), @"`images` is a list of 0 entries; a list of 1 to 60 entries, each an object with image, caption fits.");
    let contact = json!({ "email": "alice", "phone": "call me", "form": "yes" });
    insta::assert_snapshot!(problems("contact", contact), @r#"
    `email` is "alice"; a mail address such as alice@example.org fits.
    `phone` is "call me"; a telephone number such as +49 30 123456 fits.
    `form` is the text "yes"; true or false fits.
    "#);
    insta::assert_snapshot!(problems("hours", json!({ "days": [{ "day": "Montag" }] })), @r#"`days[0].day` is "Montag"; one of monday, tuesday, wednesday, thursday, friday, saturday, sunday fits."#);
}

#[test]
fn an_unknown_template_names_the_closest() {
    insta::assert_snapshot!(
        Template::find("galery").unwrap_err(),
        @"no section template is called `galery`; the closest is `gallery`, and there are: hero, text, image_text, gallery, cards, collection, quote, faq, contact, hours, events, map, cta"
    );
}

#[test]
fn a_patch_replaces_removes_and_leaves() {
    let mut content = object(json!({ "heading": "Old", "body": "Stays", "items": [1, 2], "side": "left" }));
    merge(&mut content, &object(json!({ "heading": "New", "items": [3], "side": null, "none": null })));
    assert_eq!(Value::Object(content), json!({ "heading": "New", "body": "Stays", "items": [3] }));
}

#[test]
fn pictures_links_and_words_are_found_at_every_depth() {
    let content = object(json!({
        "heading": "Offers",
        "text": "See [prices](/prices) and ![the hall](hall), <b>or</b> write: <bob@example.org>",
        "items": [
            { "title": "Lessons", "image": "coach", "link": "/lessons", "link_label": "More" },
            { "title": "Courts", "image": "hall", "text": "*Two* of them.\n\n- lit\n- dry" },
        ],
    }));
    let cards = Template::find("cards").unwrap();
    assert_eq!(cards.pictures(&content), ["hall", "coach"]);
    let links: Vec<_> =
        cards.links(&content).into_iter().map(|(path, link)| format!("{path} {link}")).collect();
    assert_eq!(links, ["text /prices", "text mailto:bob@example.org", "items[0].link /lessons"]);
    insta::assert_snapshot!(cards.words(&content), @r"
    Offers
    See prices and the hall, <b>or</b> write: bob@example.org
    Lessons
    More
    Courts
    Two of them. lit dry
    ");
}

#[test]
fn what_is_written_has_its_days_links_and_lines() {
    let content = object(json!({
        "heading": "Open",
        "days": [{ "day": "monday", "opens": "09:00", "closes": "17:00", "note": "by bike" }, { "day": "sunday" }],
        "text": "Closed on:\n\n- Easter\n- Whitsun",
    }));
    insta::assert_snapshot!(Template::find("hours").unwrap().written(&content), @"
    Open
    monday
    09:00
    17:00
    by bike
    sunday
    Closed on:

    - Easter
    - Whitsun
    ");
    let content = object(json!({ "heading": "Join us", "button_label": "Write", "button_link": "/contact" }));
    insta::assert_snapshot!(Template::find("cta").unwrap().written(&content), @"
    Join us
    Write
    /contact
    ");
}

#[test]
fn a_picture_is_replaced_wherever_it_is_shown() {
    let mut content = object(json!({
        "heading": "hall",
        "text": "The hall: ![the hall](hall) ![](halls) `![](hall)` ![hall](hall \"hall\")",
        "items": [{ "title": "hall", "image": "hall" }, { "title": "Courts", "image": "court" }],
    }));
    let cards = Template::find("cards").unwrap();
    assert_eq!(cards.replace_picture(&mut content, "hall", "dome"), 3);
    let replaced = json!({
        "heading": "hall",
        "text": "The hall: ![the hall](dome) ![](halls) `![](hall)` ![hall](dome \"hall\")",
        "items": [{ "title": "hall", "image": "dome" }, { "title": "Courts", "image": "court" }],
    });
    assert_eq!(Value::Object(content), replaced);
}

#[test]
fn fields_have_names_of_their_own_and_need_what_exists() {
    fn walk(fields: &[Field], of: &str) {
        let names: HashSet<_> = fields.iter().map(|field| &*field.name).collect();
        assert_eq!(names.len(), fields.len(), "{of}");
        for field in fields {
            assert!(
                field.needs.as_deref().is_none_or(|needed| names.contains(needed)),
                "{of}: {}",
                field.name
            );
            if let FieldKind::List { fields, min, max } = &field.kind {
                assert!(min <= max);
                walk(fields, &field.name);
            }
        }
    }
    let keys: HashSet<_> = templates().iter().map(|template| &*template.key).collect();
    assert_eq!(keys.len(), 13);
    templates().iter().for_each(|template| walk(&template.fields, &template.key));
}
