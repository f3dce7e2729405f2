//! The website: the questions in the prompts of approvals, and the entries of the list of changes.

use super::{fluent::text, in_a_line};

mod changes;
pub mod entries;
pub mod files;
pub mod list;
pub mod messages;
pub mod pictures;

pub use changes::{
    item_added, item_changed, item_removed, item_shown, items_ordered, page_changed, page_deleted, page_made,
    post_changed, post_deleted, post_made, section_added, section_changed, section_moved, sections_deleted,
    settings_changed,
};

/// The longest shown part of a title or an address, in characters.
const NAME: usize = 60;
/// The most places with links in a prompt.
const PLACES: usize = 8;

/// A part of a page: the template's label, and the first words of the part, which may be empty.
#[derive(Clone, Copy, Debug)]
pub struct SectionName<'a> {
    pub label: &'a str,
    pub title: &'a str,
}

// Prompts: the change, in one line ------------------------------------------------------------------------------

pub fn add_page(title: &str, slug: &str, sections: usize) -> String {
    let (title, path) = (shown(title), path(slug));
    match sections {
        0 => text!("site-add-page", title = title, path = path),
        sections => text!("site-add-page-with", title = title, path = path, sections = sections),
    }
}

/// `fields`: the names of the changed fields.
pub fn change_page(title: &str, fields: &[&str]) -> String {
    text!("site-change-page", title = shown(title), fields = fields_in_words(fields))
}

/// The question about a published page to which others link.
pub fn move_page(title: &str, from: &str, to: &str) -> String {
    text!("site-move-page", title = shown(title), from = path(from), to = path(to))
}

/// The links to a page: `items` of the navigation, and links on the pages with the titles `links`.
pub fn linked_from(items: usize, links: &[String]) -> String {
    let items = (items > 0).then(|| text!("site-linked-in-navigation", count = items));
    let links = (!links.is_empty()).then(|| text!("site-linked-on-pages", places = places(links)));
    items.into_iter().chain(links).collect::<Vec<_>>().join("\n")
}

pub fn move_page_reason() -> &'static str {
    text!("site-move-page-reason")
}

pub fn add_post(title: &str, slug: &str) -> String {
    text!("site-add-post", title = shown(title), path = post_path(slug))
}

/// `fields`: the names of the changed fields.
pub fn change_post(title: &str, fields: &[&str]) -> String {
    text!("site-change-post", title = shown(title), fields = fields_in_words(fields))
}

/// The question about a published post to which others link.
pub fn move_post(title: &str, from: &str, to: &str) -> String {
    text!("site-move-post", title = shown(title), from = post_path(from), to = post_path(to))
}

/// The links to a post, by their places.
pub fn links_to_post(links: &[String]) -> String {
    text!("site-links-to-it", places = places(links))
}

pub fn move_post_reason() -> &'static str {
    text!("site-move-post-reason")
}

pub fn add_section(section: SectionName<'_>, page: &str) -> String {
    text!("site-add-section", section = part(section), page = shown(page))
}

pub fn change_section(section: SectionName<'_>, page: &str) -> String {
    text!("site-change-section", section = part(section), page = shown(page))
}

pub fn move_section(section: SectionName<'_>, page: &str, position: usize) -> String {
    let (section, page) = (part(section), shown(page));
    text!("site-move-section", section = section, page = page, position = position)
}

pub fn add_item(label: &str, target: &str) -> String {
    text!("site-add-item", label = shown(label), target = shown(target))
}

/// `name`: the new label; `target`: the new target. `None` leaves either as it is.
pub fn change_item(label: &str, name: Option<&str>, target: Option<&str>) -> String {
    let name = name.map(|name| text!("site-call-item", name = shown(name)));
    let target = target.map(|target| text!("site-lead-item", target = shown(target)));
    let changes: Vec<_> = name.into_iter().chain(target).collect();
    text!("site-change-item", label = shown(label), changes = changes.join(", "))
}

pub fn show_item(label: &str, visible: bool) -> String {
    match visible {
        true => text!("site-show-item", label = shown(label)),
        false => text!("site-hide-item", label = shown(label)),
    }
}

/// `labels`: the labels in their new order.
pub fn order_items(labels: &[&str]) -> String {
    let labels: Vec<_> = labels.iter().map(|label| in_a_line(label, NAME)).collect();
    text!("site-order-items", labels = labels.join(", "))
}

/// `settings`: the names of the changed settings.
pub fn change_settings(settings: &[&str]) -> String {
    text!("site-change-settings", settings = fields_in_words(settings))
}

/// `what`: the change, as in the list of changes.
pub fn undo(what: &str) -> String {
    text!("site-undo", what = in_a_line(what, 2 * NAME))
}

// Prompts: the loss ---------------------------------------------------------------------------------------------

/// The things deleted with a page. `links`: the places from which others link to it.
pub struct PageLoss<'a> {
    pub title: &'a str,
    pub slug: &'a str,
    pub is_home: bool,
    pub is_published: bool,
    pub sections: usize,
    pub items: usize,
    pub links: &'a [String],
}

pub fn delete_page(loss: &PageLoss<'_>) -> String {
    let (title, path, sections, items) = (shown(loss.title), path(loss.slug), loss.sections, loss.items);
    let mut sentences = vec![match items {
        0 => text!("site-delete-page", title = title, path = path, sections = sections),
        _ => text!(
            "site-delete-page-with-items",
            title = title,
            path = path,
            sections = sections,
            items = items
        ),
    }];
    sentences.extend(loss.is_home.then(|| text!("site-begins-with-it").to_owned()));
    sentences.extend(loss.is_published.then(|| text!("site-goes-from-public").to_owned()));
    let links = loss.links;
    sentences.extend(
        (!links.is_empty())
            .then(|| text!("site-links-lead-to-it", count = links.len(), places = places(links))),
    );
    sentences.join(". ")
}

pub fn delete_section(section: SectionName<'_>, page: &str) -> String {
    text!("site-delete-section", section = part(section), page = shown(page))
}

pub fn delete_sections(sections: &[(SectionName<'_>, &str)]) -> String {
    let named = sections
        .iter()
        .map(|(section, page)| text!("site-section-on", section = part(*section), page = shown(page)));
    let named: Vec<_> = named.collect();
    text!("site-delete-sections", count = sections.len(), places = places(&named))
}

pub fn remove_item(label: &str) -> String {
    text!("site-remove-item", label = shown(label))
}

/// `changes`: the differences from the public version.
pub fn publish(address: &str, changes: &[String]) -> String {
    match changes {
        [] => text!("site-publish-again", address = address),
        changes => text!("site-publish-changes", address = address, changes = places(changes)),
    }
}

/// `links`: the places from which others link to it.
pub fn delete_post(title: &str, slug: &str, is_published: bool, links: &[String]) -> String {
    let mut sentences = vec![text!("site-delete-post", title = shown(title), path = post_path(slug))];
    sentences.extend(is_published.then(|| text!("site-goes-from-public").to_owned()));
    sentences.extend((!links.is_empty()).then(|| links_to_post(links)));
    sentences.join(". ")
}

/// `changes`: the differences from the public version of the website.
pub fn publish_post(title: &str, address: &str, changes: &[String]) -> String {
    let title = shown(title);
    match changes {
        [] => text!("site-publish-post-again", title = title, address = address),
        changes => {
            text!("site-publish-post", title = title, address = address, changes = places(changes))
        }
    }
}

pub fn archive_post(title: &str, slug: &str, is_public: bool) -> String {
    let (title, path) = (shown(title), post_path(slug));
    match is_public {
        true => text!("site-take-post-off", title = title, path = path),
        false => text!("site-archive-post", title = title, path = path),
    }
}

/// The reason for the prompt above.
pub fn goes_off_the_web() -> &'static str {
    text!("site-off-the-web")
}

/// The reason for the prompts about publishing.
pub fn becomes_public() -> &'static str {
    text!("site-becomes-public")
}

pub fn published(address: &str) -> String {
    text!("site-is-public", address = address)
}

/// The line below an answer about the success of the operator's program that copies the website.
pub fn copied(address: &str, program: &str) -> String {
    text!("site-copied", address = address, program = shown(program))
}

/// The line if the program failed.
pub fn not_copied(address: &str, program: &str, why: &str) -> String {
    text!("site-not-copied", address = address, program = shown(program), why = why)
}

pub fn page_published(title: &str) -> String {
    text!("site-done-page-published", title = shown(title))
}

pub fn pages_published(pages: usize) -> String {
    text!("site-done-pages-published", count = pages)
}

pub fn posts_published(posts: usize) -> String {
    text!("site-done-posts-published", count = posts)
}

pub fn post_published(title: &str) -> String {
    text!("site-done-post-published", title = shown(title))
}

pub fn post_archived(title: &str) -> String {
    text!("site-done-post-archived", title = shown(title))
}

/// For the model: a post is public.
pub fn post_is_public(title: &str, address: &str) -> String {
    format!("The post “{}” is public at {address}", shown(title))
}

/// For the model: a post is archived.
pub fn post_is_archived(title: &str) -> String {
    format!("The post “{}” is archived; site_publish_post makes it public again.", shown(title))
}

pub fn preview() -> String {
    text!("site-make-preview").to_owned()
}

/// The reason for the prompts above.
pub fn can_be_undone() -> &'static str {
    text!("site-can-be-undone")
}

// Words ----------------------------------------------------------------------------------------------------------

/// Returns a title, a label or an address, shortened to one line.
pub(super) fn shown(name: &str) -> String {
    in_a_line(name, NAME)
}

/// Returns the names of the changed fields in the reader's language. The tools have them in English.
pub(super) fn fields_in_words(fields: &[&str]) -> String {
    let in_words = |field: &&str| text!("site-field", name = field.replace(' ', "-"), field = *field);
    fields.iter().map(in_words).collect::<Vec<_>>().join(", ")
}

/// Returns the label of a section's template in the reader's language; a label of the operator's own stays as it is.
pub(super) fn label(label: &str) -> String {
    text!("site-label", name = label.replace(' ', "-"), label = label)
}

fn path(slug: &str) -> String {
    format!("/{slug}")
}

fn post_path(slug: &str) -> String {
    path(&format!("posts/{slug}"))
}

/// `the section “Our courts” (Gallery)`
pub(super) fn part(section: SectionName<'_>) -> String {
    match section.title {
        "" => text!("site-a-section", label = label(section.label)),
        title => text!("site-the-section", title = shown(title), label = label(section.label)),
    }
}

pub(super) fn places(places: &[String]) -> String {
    let shown: Vec<_> = places.iter().take(PLACES).map(String::as_str).collect();
    match places.len().saturating_sub(PLACES) {
        0 => shown.join(", "),
        more => text!("site-and-more", all = shown.join(", "), count = more),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    #[test]
    fn a_deletion_says_what_goes_with_the_page() {
        let links = ["Home".to_owned(), "the footer of “Contact”".to_owned()];
        let loss = PageLoss {
            title: "About us",
            slug: "about-us",
            is_home: false,
            is_published: true,
            sections: 3,
            items: 1,
            links: &links,
        };
        insta::assert_snapshot!(delete_page(&loss), @"Delete the page “About us” (/about-us) with 3 sections and 1 item of the navigation. It is published, and goes from the public website when you publish again. 2 links lead to it: Home, the footer of “Contact”");
        let bare = PageLoss { is_home: true, is_published: false, sections: 1, items: 0, links: &[], ..loss };
        insta::assert_snapshot!(delete_page(&bare), @"Delete the page “About us” (/about-us) with 1 section. Your website begins with it");
    }

    fn told() -> String {
        let links = ["Home".to_owned()];
        let loss = PageLoss {
            title: "About us",
            slug: "about-us",
            is_home: true,
            is_published: true,
            sections: 1,
            items: 2,
            links: &links,
        };
        let section = SectionName { label: "Opening hours", title: "Summer" };
        [
            delete_page(&loss),
            add_page("About us", "about-us", 3),
            change_page("About us", &["title", "home page"]),
            add_section(section, "About us"),
            change_item("Home", Some("Start"), Some("/start")),
            section_changed(SectionName { title: "", ..section }, "About us"),
            sections_deleted(&[(section, "About us")]),
            archive_post("News", "news", true),
        ]
        .join("\n")
    }

    #[test]
    fn prompts_and_changes_are_in_the_reader_s_language() {
        insta::assert_snapshot!(told(), @"
        Delete the page “About us” (/about-us) with 1 section and 2 items of the navigation. Your website begins with it. It is published, and goes from the public website when you publish again. 1 link leads to it: Home
        Add the page “About us” (/about-us) to your website with 3 sections
        Change the page “About us” of your website: title, home page
        Add the section “Summer” (Opening hours) to the page “About us”
        Change “Home” in the navigation of your website: call it “Start”, let it lead to /start
        changed a section (Opening hours) on “About us”
        deleted the section “Summer” (Opening hours) from “About us”
        Take the post “News” (/posts/news) off your public website, and archive it
        ");
        insta::assert_snapshot!(Language::German.scope_sync(told), @"
        Die Seite „About us“ (/about-us) mit 1 Abschnitt und 2 Punkten der Navigation löschen. Deine Website beginnt damit. Das ist veröffentlicht und verschwindet von der öffentlichen Website, wenn du wieder veröffentlichst. 1 Link führt dorthin: Home
        Die Seite „About us“ (/about-us) mit 3 Abschnitten zu deiner Website hinzufügen
        Die Seite „About us“ deiner Website ändern: Titel, Startseite
        Auf der Seite „About us“ hinzufügen: Abschnitt „Summer“ (Öffnungszeiten)
        „Home“ in der Navigation deiner Website ändern: neuer Name „Start“, neues Ziel /start
        auf „About us“ geändert: Abschnitt (Öffnungszeiten)
        gelöscht: Abschnitt „Summer“ (Öffnungszeiten) von „About us“
        Den Beitrag „News“ (/posts/news) von deiner öffentlichen Website nehmen und archivieren
        ");
    }

    #[test]
    fn names_stay_on_one_line_and_long_lists_are_counted() {
        let many: Vec<_> = (0..10).map(|n| (SectionName { label: "Text", title: "" }, n)).collect();
        let pages: Vec<_> = many.iter().map(|(_, n)| format!("Page\n{n}")).collect();
        let many: Vec<_> = many.iter().zip(&pages).map(|((section, _), page)| (*section, &**page)).collect();
        let text = delete_sections(&many);
        assert!(
            text.starts_with("Delete 10 sections of your website: a section (Text) on “Page 0”, "),
            "{text}"
        );
        assert!(text.ends_with(", and 2 more") && !text.contains('\n'), "{text}");
    }
}
