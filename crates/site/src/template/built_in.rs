//! The built-in templates.

use std::borrow::Cow;

use super::{
    Template,
    field::{Field, FieldKind},
};

/// The longest text of a section that is mostly text, in characters.
const LONG: usize = 20_000;
/// The longest text beside something else, in characters.
const SHORT: usize = 2_000;

/// The days of [`FieldKind::Choice`] in opening hours, in their order.
pub(crate) const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

pub(super) fn templates() -> Vec<Template> {
    vec![
        hero(),
        text(),
        image_text(),
        gallery(),
        cards(),
        collection(),
        quote(),
        faq(),
        contact(),
        hours(),
        events(),
        map(),
        cta(),
    ]
}

macro_rules! template {
    ($key:literal, $label:literal, $description:literal, $fields:expr) => {
        Template {
            key: Cow::Borrowed($key),
            label: Cow::Borrowed($label),
            description: Cow::Borrowed($description),
            fields: $fields.into(),
            html: Cow::Borrowed(include_str!(concat!("html/", $key, ".html"))),
        }
    };
}

fn hero() -> Template {
    template!(
        "hero",
        "Hero",
        "The head of a page: a large heading, a sentence or two, a picture, one or two buttons. Only as the first section.",
        [
            line("heading", "Heading", 80).required(),
            markdown("text", "Text", 400),
            image("image", "Picture"),
            line("button_label", "Button", 40).needs("button_link"),
            link("button_link", "Link of the button").needs("button_label"),
            line("second_label", "Second button", 40).needs("second_link"),
            link("second_link", "Link of the second button").needs("second_label"),
        ]
    )
}

fn text() -> Template {
    template!(
        "text",
        "Text",
        "A heading and a text with paragraphs, lists, tables and links.",
        [heading(), markdown("body", "Text", LONG).required()]
    )
}

fn image_text() -> Template {
    template!(
        "image_text",
        "Image with text",
        "A picture beside a text, with a button where wanted.",
        [
            heading(),
            markdown("body", "Text", SHORT).required(),
            image("image", "Picture").required(),
            choice("side", "Side of the picture", &["left", "right"]).hint("Left where nothing is said"),
            line("button_label", "Button", 40).needs("button_link"),
            link("button_link", "Link of the button").needs("button_label"),
        ]
    )
}

fn gallery() -> Template {
    template!(
        "gallery",
        "Gallery",
        "Several pictures in a grid, each with a caption where wanted.",
        [
            heading(),
            markdown("text", "Text", SHORT),
            list(
                "images",
                "Pictures",
                1..=60,
                [
                    image("image", "Picture").required(),
                    line("caption", "Caption", 200).hint("Instead of the picture's own"),
                ]
            )
            .required(),
        ]
    )
}

fn cards() -> Template {
    template!(
        "cards",
        "Cards",
        "A grid of short entries: offers, people, groups, products. Each with a picture and a link where wanted.",
        [
            heading(),
            markdown("text", "Text", SHORT),
            list(
                "items",
                "Cards",
                1..=24,
                [
                    line("title", "Title", 80).required(),
                    markdown("text", "Text", 600),
                    image("image", "Picture"),
                    link("link", "Link"),
                    line("link_label", "Words of the link", 40).needs("link"),
                ]
            )
            .required(),
        ]
    )
}

fn collection() -> Template {
    template!(
        "collection",
        "Collection",
        "The published entries of a collection (members, products, songs) in their order: pictures, summaries, links, texts.",
        [
            Field::new("collection", "Collection", FieldKind::Collection)
                .required()
                .hint("Its collection_id; site_list_collections lists them"),
            heading(),
            choice("layout", "Layout", &["list", "cards"]).hint("A list where nothing is said"),
        ]
    )
}

fn quote() -> Template {
    template!(
        "quote",
        "Quote",
        "What somebody said, with their name.",
        [
            markdown("text", "Words", 600).required(),
            line("author", "Who said it", 80),
            line("role", "What they are", 80).needs("author"),
            image("image", "Picture of them"),
        ]
    )
}

fn faq() -> Template {
    template!(
        "faq",
        "Questions and answers",
        "Questions that open to show their answers.",
        [
            heading(),
            list(
                "items",
                "Questions",
                1..=40,
                [
                    line("question", "Question", 200).required(),
                    markdown("answer", "Answer", SHORT).required()
                ]
            )
            .required(),
        ]
    )
}

fn contact() -> Template {
    template!(
        "contact",
        "Contact",
        "How to reach somebody: name, address, mail, telephone, and a form that writes to the owner.",
        [
            heading(),
            markdown("text", "Text", SHORT),
            line("name", "Name", 120),
            markdown("address", "Address", 400).hint("Each line of the address in a line"),
            Field::new("email", "Mail address", FieldKind::Email),
            Field::new("phone", "Telephone", FieldKind::Phone),
            Field::new("form", "With a form", FieldKind::Flag),
        ]
    )
}

fn hours() -> Template {
    template!(
        "hours",
        "Opening hours",
        "When it is open, by day of the week. A day that is open twice has two rows; a row without times is closed.",
        [
            heading(),
            list(
                "days",
                "Days",
                1..=14,
                [
                    choice("day", "Day", &DAYS).required(),
                    time("opens", "Opens").needs("closes"),
                    time("closes", "Closes").needs("opens"),
                    line("note", "Note", 80),
                ]
            )
            .required(),
            markdown("text", "Exceptions", SHORT).hint("Holidays, closed weeks"),
        ]
    )
}

fn events() -> Template {
    template!(
        "events",
        "Events",
        "Dates with a title, a time, a place. They are shown in the order of their dates.",
        [
            heading(),
            list(
                "items",
                "Events",
                1..=60,
                [
                    line("title", "Title", 120).required(),
                    date("date", "Date").required(),
                    date("last_date", "Last date").hint("For an event of several days"),
                    time("time", "Begins"),
                    time("end_time", "Ends").needs("time"),
                    line("place", "Place", 120),
                    markdown("text", "Text", 600),
                    link("link", "Link"),
                ]
            )
            .required(),
        ]
    )
}

fn map() -> Template {
    template!(
        "map",
        "Map link",
        "Where a place is: its address, how to get there, and a link to a map. The map itself is not part of the page.",
        [
            heading(),
            line("place", "Place", 120).required(),
            line("address", "Address", 200).required().hint("In one line, as a map finds it"),
            link("link", "Link to a map")
                .hint("OpenStreetMap is asked for the address where nothing is said"),
            markdown("directions", "How to get there", SHORT),
            image("image", "Picture"),
        ]
    )
}

fn cta() -> Template {
    template!(
        "cta",
        "Call to action",
        "One sentence and one button: join, book, call.",
        [
            line("heading", "Heading", 80).required(),
            markdown("text", "Text", 400),
            line("button_label", "Button", 40).required(),
            link("button_link", "Link of the button").required(),
        ]
    )
}

fn heading() -> Field {
    line("heading", "Heading", 80)
}

fn line(name: &'static str, label: &'static str, max: usize) -> Field {
    Field::new(name, label, FieldKind::Line { max })
}

fn markdown(name: &'static str, label: &'static str, max: usize) -> Field {
    Field::new(name, label, FieldKind::Text { max })
}

fn image(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, FieldKind::Image)
}

fn link(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, FieldKind::Link)
}

fn date(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, FieldKind::Date)
}

fn time(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, FieldKind::Time)
}

fn choice(name: &'static str, label: &'static str, values: &[&'static str]) -> Field {
    Field::new(
        name,
        label,
        FieldKind::Choice { values: values.iter().map(|value| Cow::Borrowed(*value)).collect() },
    )
}

fn list(
    name: &'static str,
    label: &'static str,
    entries: std::ops::RangeInclusive<usize>,
    fields: impl Into<Vec<Field>>,
) -> Field {
    let (min, max) = entries.into_inner();
    Field::new(name, label, FieldKind::List { fields: fields.into(), min, max })
}
