//! The entries of the list of changes, in the language of the person who makes them.

use super::{SectionName, fields_in_words, part, places, shown};
use crate::fluent::text;

pub fn page_made(title: &str) -> String {
    text!("site-done-page-made", title = shown(title))
}

pub fn page_changed(title: &str, fields: &[&str]) -> String {
    text!("site-done-page-changed", title = shown(title), fields = fields_in_words(fields))
}

pub fn page_deleted(title: &str) -> String {
    text!("site-done-page-deleted", title = shown(title))
}

pub fn post_made(title: &str) -> String {
    text!("site-done-post-made", title = shown(title))
}

pub fn post_changed(title: &str, fields: &[&str]) -> String {
    text!("site-done-post-changed", title = shown(title), fields = fields_in_words(fields))
}

pub fn post_deleted(title: &str) -> String {
    text!("site-done-post-deleted", title = shown(title))
}

pub fn section_added(section: SectionName<'_>, page: &str) -> String {
    text!("site-done-section-added", section = part(section), page = shown(page))
}

pub fn section_changed(section: SectionName<'_>, page: &str) -> String {
    text!("site-done-section-changed", section = part(section), page = shown(page))
}

pub fn section_moved(section: SectionName<'_>, page: &str) -> String {
    text!("site-done-section-moved", section = part(section), page = shown(page))
}

/// Each section with the title of its page.
pub fn sections_deleted(sections: &[(SectionName<'_>, &str)]) -> String {
    let named = sections
        .iter()
        .map(|(section, page)| text!("site-section-from", section = part(*section), page = shown(page)));
    let named: Vec<_> = named.collect();
    text!("site-done-sections-deleted", places = places(&named))
}

pub fn item_added(label: &str) -> String {
    text!("site-done-item-added", label = shown(label))
}

pub fn item_changed(label: &str) -> String {
    text!("site-done-item-changed", label = shown(label))
}

pub fn item_shown(label: &str, visible: bool) -> String {
    match visible {
        true => text!("site-done-item-shown", label = shown(label)),
        false => text!("site-done-item-hidden", label = shown(label)),
    }
}

pub fn item_removed(label: &str) -> String {
    text!("site-done-item-removed", label = shown(label))
}

pub fn items_ordered() -> &'static str {
    text!("site-done-items-ordered")
}

pub fn settings_changed(settings: &[&str]) -> String {
    text!("site-done-settings-changed", settings = fields_in_words(settings))
}
