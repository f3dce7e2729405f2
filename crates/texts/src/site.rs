//! The website: what the prompts of approvals ask, and what the list of changes says of each.

use super::{count, in_a_line};

/// The most of a title or an address that is shown, in characters.
const NAME: usize = 60;
/// The most places with links that a prompt names.
const PLACES: usize = 8;

/// A part of a page: the template's label and the words that it begins with, which may be empty.
#[derive(Clone, Copy, Debug)]
pub struct SectionName<'a> {
    pub label: &'a str,
    pub title: &'a str,
}

// Prompts: what will happen, in one line ------------------------------------------------------------------------

pub fn add_page(title: &str, slug: &str, sections: usize) -> String {
    let with = match sections {
        0 => String::new(),
        sections => format!(" with {}", count(sections as i64, "section")),
    };
    format!("Add the page {} ({}) to your website{with}", quoted(title), path(slug))
}

/// `fields`: the names of what changes.
pub fn change_page(title: &str, fields: &[&str]) -> String {
    format!("Change the page {} of your website: {}", quoted(title), fields.join(", "))
}

/// The question about a published page that others link to.
pub fn move_page(title: &str, from: &str, to: &str) -> String {
    format!("Move the page {} of your website from {} to {}", quoted(title), path(from), path(to))
}

/// What leads to a page: `items` of the navigation, and links on the pages with the titles `links`.
pub fn linked_from(items: usize, links: &[String]) -> String {
    let items = (items > 0).then(|| format!("In the navigation: {}", count(items as i64, "item")));
    let links = (!links.is_empty()).then(|| format!("Links on other pages: {}", places(links)));
    items.into_iter().chain(links).collect::<Vec<_>>().join("\n")
}

pub fn move_page_reason() -> &'static str {
    "The page is published, and others link to it. The old address will lead to the new one."
}

pub fn add_post(title: &str, slug: &str) -> String {
    format!("Add the post {} ({}) to your website", quoted(title), post_path(slug))
}

/// `fields`: the names of what changes.
pub fn change_post(title: &str, fields: &[&str]) -> String {
    format!("Change the post {} of your website: {}", quoted(title), fields.join(", "))
}

/// The question about a published post that others link to.
pub fn move_post(title: &str, from: &str, to: &str) -> String {
    format!("Move the post {} of your website from {} to {}", quoted(title), post_path(from), post_path(to))
}

/// What leads to a post: the places with links.
pub fn links_to_post(links: &[String]) -> String {
    format!("Links lead to it: {}", places(links))
}

pub fn move_post_reason() -> &'static str {
    "The post is published, and others link to it. The old address will lead to the new one."
}

pub fn add_section(section: SectionName<'_>, page: &str) -> String {
    format!("Add {} to the page {}", part(section), quoted(page))
}

pub fn change_section(section: SectionName<'_>, page: &str) -> String {
    format!("Change {} on the page {}", part(section), quoted(page))
}

pub fn move_section(section: SectionName<'_>, page: &str, position: usize) -> String {
    format!("Move {} on the page {} to place {position}", part(section), quoted(page))
}

pub fn add_item(label: &str, target: &str) -> String {
    format!("Add {} to the navigation of your website, leading to {}", quoted(label), in_a_line(target, NAME))
}

/// `name`: its new label; `target`: where it will lead. What is `None` stays.
pub fn change_item(label: &str, name: Option<&str>, target: Option<&str>) -> String {
    let name = name.map(|name| format!("call it {}", quoted(name)));
    let target = target.map(|target| format!("let it lead to {}", in_a_line(target, NAME)));
    let changes: Vec<_> = name.into_iter().chain(target).collect();
    format!("Change {} in the navigation of your website: {}", quoted(label), changes.join(", "))
}

pub fn show_item(label: &str, visible: bool) -> String {
    let how = if visible { "Show" } else { "Hide" };
    format!("{how} {} in the navigation of your website", quoted(label))
}

/// `labels`: in their new order.
pub fn order_items(labels: &[&str]) -> String {
    let labels: Vec<_> = labels.iter().map(|label| in_a_line(label, NAME)).collect();
    format!("Put the navigation of your website in this order: {}", labels.join(", "))
}

/// `settings`: the names of what changes.
pub fn change_settings(settings: &[&str]) -> String {
    format!("Change the settings of your website: {}", settings.join(", "))
}

/// `what`: as in the list of changes.
pub fn undo(what: &str) -> String {
    format!("Undo on your website: {}", in_a_line(what, 2 * NAME))
}

// Prompts: what would be lost -----------------------------------------------------------------------------------

/// What goes with a page. `links`: the places from which others link to it.
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
    let mut goes = vec![count(loss.sections as i64, "section")];
    if loss.items > 0 {
        goes.push(count(loss.items as i64, "item") + " of the navigation");
    }
    let mut text =
        format!("Delete the page {} ({}) with {}", quoted(loss.title), path(loss.slug), goes.join(" and "));
    if loss.is_home {
        text.push_str(". Your website begins with it");
    }
    if loss.is_published {
        text.push_str(". It is published, and goes from the public website when you publish again");
    }
    if !loss.links.is_empty() {
        let verb = if loss.links.len() == 1 { "leads" } else { "lead" };
        let links = count(loss.links.len() as i64, "link");
        text.push_str(&format!(". {links} {verb} to it: {}", places(loss.links)));
    }
    text
}

pub fn delete_section(section: SectionName<'_>, page: &str) -> String {
    format!("Delete {} from the page {}", part(section), quoted(page))
}

pub fn delete_sections(sections: &[(SectionName<'_>, &str)]) -> String {
    let named = sections.iter().map(|(section, page)| format!("{} on {}", part(*section), quoted(page)));
    let named: Vec<_> = named.collect();
    format!("Delete {} of your website: {}", count(sections.len() as i64, "section"), places(&named))
}

pub fn remove_item(label: &str) -> String {
    format!("Remove {} from the navigation of your website. What it leads to stays", quoted(label))
}

/// `changes`: how it differs from what is public.
pub fn publish(address: &str, changes: &[String]) -> String {
    match changes {
        [] => format!("Publish your website at {address} once more. It is as it was"),
        changes => format!("Publish your website at {address}: {}", places(changes)),
    }
}

/// `links`: the places from which others link to it.
pub fn delete_post(title: &str, slug: &str, is_published: bool, links: &[String]) -> String {
    let mut text = format!("Delete the post {} ({})", quoted(title), post_path(slug));
    if is_published {
        text.push_str(". It is published, and goes from the public website when you publish again");
    }
    if !links.is_empty() {
        text.push_str(&format!(". {}", links_to_post(links)));
    }
    text
}

/// `changes`: how the website differs from what is public.
pub fn publish_post(title: &str, address: &str, changes: &[String]) -> String {
    match changes {
        [] => format!("Publish the post {} at {address} once more. It is as it was", quoted(title)),
        changes => format!("Publish the post {} at {address}: {}", quoted(title), places(changes)),
    }
}

pub fn archive_post(title: &str, slug: &str, is_public: bool) -> String {
    let how = match is_public {
        true => "Take the post",
        false => "Archive the post",
    };
    let from = if is_public { " off your public website, and archive it" } else { "" };
    format!("{how} {} ({}){from}", quoted(title), post_path(slug))
}

/// Why that prompt asks.
pub fn goes_off_the_web() -> &'static str {
    "Visitors cannot read it any more. I can publish it again."
}

/// Why the prompts about publishing ask.
pub fn becomes_public() -> &'static str {
    "Everybody can see it then."
}

pub fn published(address: &str) -> String {
    format!("The website is public at {address}")
}

/// The line below an answer that says what came of the operator's program that copies the website.
pub fn copied(address: &str, program: &str) -> String {
    format!("Published at {address}, and copied by {}.", in_a_line(program, NAME))
}

/// The same, if it failed.
pub fn not_copied(address: &str, program: &str, why: &str) -> String {
    format!(
        "Published at {address}, but the copy by {} failed: {why}. It is tried again at the next publish.",
        in_a_line(program, NAME)
    )
}

pub fn page_published(title: &str) -> String {
    format!("published the page {}", quoted(title))
}

pub fn pages_published(pages: usize) -> String {
    format!("published {}", count(pages as i64, "page"))
}

pub fn posts_published(posts: usize) -> String {
    format!("published {}", count(posts as i64, "post"))
}

pub fn post_published(title: &str) -> String {
    format!("Post {} published", quoted(title))
}

pub fn post_archived(title: &str) -> String {
    format!("Post {} archived", quoted(title))
}

pub fn post_is_public(title: &str, address: &str) -> String {
    format!("The post {} is public at {address}", quoted(title))
}

pub fn post_is_archived(title: &str) -> String {
    format!("The post {} is archived; site_publish_post makes it public again.", quoted(title))
}

pub fn preview() -> String {
    "Make a link that shows your website with its drafts for a day".to_owned()
}

/// Why the prompts above ask.
pub fn can_be_undone() -> &'static str {
    "I can undo it as long as it is among the last 100 changes."
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn page_made(title: &str) -> String {
    format!("made the page {}", quoted(title))
}

pub fn page_changed(title: &str, fields: &[&str]) -> String {
    format!("changed the page {}: {}", quoted(title), fields.join(", "))
}

pub fn page_deleted(title: &str) -> String {
    format!("deleted the page {}", quoted(title))
}

pub fn post_made(title: &str) -> String {
    format!("made the post {}", quoted(title))
}

pub fn post_changed(title: &str, fields: &[&str]) -> String {
    format!("changed the post {}: {}", quoted(title), fields.join(", "))
}

pub fn post_deleted(title: &str) -> String {
    format!("deleted the post {}", quoted(title))
}

pub fn section_added(section: SectionName<'_>, page: &str) -> String {
    format!("added {} to {}", part(section), quoted(page))
}

pub fn section_changed(section: SectionName<'_>, page: &str) -> String {
    format!("changed {} on {}", part(section), quoted(page))
}

pub fn section_moved(section: SectionName<'_>, page: &str) -> String {
    format!("moved {} on {}", part(section), quoted(page))
}

/// Each section with the title of its page.
pub fn sections_deleted(sections: &[(SectionName<'_>, &str)]) -> String {
    let named: Vec<_> =
        sections.iter().map(|(section, page)| format!("{} from {}", part(*section), quoted(page))).collect();
    format!("deleted {}", places(&named))
}

pub fn item_added(label: &str) -> String {
    format!("added {} to the navigation", quoted(label))
}

pub fn item_changed(label: &str) -> String {
    format!("changed {} in the navigation", quoted(label))
}

pub fn item_shown(label: &str, visible: bool) -> String {
    let how = if visible { "showed" } else { "hid" };
    format!("{how} {} in the navigation", quoted(label))
}

pub fn item_removed(label: &str) -> String {
    format!("removed {} from the navigation", quoted(label))
}

pub fn items_ordered() -> &'static str {
    "put the navigation in another order"
}

pub fn settings_changed(settings: &[&str]) -> String {
    format!("changed the settings: {}", settings.join(", "))
}

// Words ----------------------------------------------------------------------------------------------------------

pub(super) fn quoted(name: &str) -> String {
    format!("“{}”", in_a_line(name, NAME))
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
        "" => format!("a section ({})", section.label),
        title => format!("the section {} ({})", quoted(title), section.label),
    }
}

pub(super) fn places(places: &[String]) -> String {
    let shown: Vec<_> = places.iter().take(PLACES).map(String::as_str).collect();
    match places.len().saturating_sub(PLACES) {
        0 => shown.join(", "),
        more => format!("{}, and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
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
