//! The collections of the website and their entries: the questions in the prompts of approvals, and the entries of the
//! list of changes.

use super::{fields_in_words, places, shown as line};
use crate::fluent::text;

// Prompts --------------------------------------------------------------------------------------------------------

pub fn add_collection(title: &str) -> String {
    text!("site-collection-add", title = line(title))
}

/// `fields`: the names of the changed fields.
pub fn change_collection(title: &str, fields: &[&str]) -> String {
    text!("site-collection-change", title = line(title), fields = fields_in_words(fields))
}

pub fn add_entry(title: &str, collection: &str) -> String {
    text!("site-entry-add", title = line(title), collection = line(collection))
}

/// `fields`: the names of the changed fields.
pub fn change_entry(title: &str, collection: &str, fields: &[&str]) -> String {
    let (title, collection) = (line(title), line(collection));
    text!("site-entry-change", title = title, collection = collection, fields = fields_in_words(fields))
}

// Prompts: the loss ---------------------------------------------------------------------------------------------

/// `entries`: the number of entries, and of the published ones; `shown`: the places that show the collection.
pub fn delete_collection(title: &str, (entries, published): (usize, usize), shown: &[String]) -> String {
    let mut sentences = vec![text!("site-collection-delete", title = line(title), count = entries)];
    sentences.extend((published > 0).then(|| text!("site-entries-go-from-public", count = published)));
    sentences.extend((!shown.is_empty()).then(|| text!("site-collection-sections", places = places(shown))));
    sentences.join(". ")
}

pub fn delete_entry(title: &str, collection: &str, is_published: bool) -> String {
    let what = text!("site-entry-delete", title = line(title), collection = line(collection));
    match is_published {
        true => format!("{what}. {}", text!("site-goes-from-public")),
        false => what,
    }
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn collection_made(title: &str) -> String {
    text!("site-done-collection-made", title = line(title))
}

pub fn collection_changed(title: &str, fields: &[&str]) -> String {
    text!("site-done-collection-changed", title = line(title), fields = fields_in_words(fields))
}

pub fn collection_deleted(title: &str) -> String {
    text!("site-done-collection-deleted", title = line(title))
}

pub fn entry_made(title: &str, collection: &str) -> String {
    text!("site-done-entry-made", title = line(title), collection = line(collection))
}

pub fn entry_changed(title: &str, collection: &str, fields: &[&str]) -> String {
    let (title, collection) = (line(title), line(collection));
    text!("site-done-entry-changed", title = title, collection = collection, fields = fields_in_words(fields))
}

pub fn entry_deleted(title: &str, collection: &str) -> String {
    text!("site-done-entry-deleted", title = line(title), collection = line(collection))
}

pub fn entries_published(entries: usize, collection: &str) -> String {
    text!("site-done-entries-published", count = entries, collection = line(collection))
}

// The state of a website -----------------------------------------------------------------------------------------

/// A collection in `/site`: `Members (12 entries, 2 drafts)`.
pub fn extent(title: &str, entries: usize, drafts: usize) -> String {
    match drafts {
        0 => text!("site-collection-extent", title = title, entries = entries),
        drafts => {
            text!("site-collection-extent-drafts", title = title, entries = entries, drafts = drafts)
        }
    }
}

/// For the model: the number of entries, in words.
pub fn entries_of(entries: usize) -> String {
    match entries {
        1 => "1 entry".to_owned(),
        entries => format!("{entries} entries"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deletion_says_what_goes_with_the_collection() {
        insta::assert_snapshot!(delete_collection("Songs", (1, 0), &[]), @"Delete the collection “Songs” with 1 entry");
        let shown = ["Home (Collection)".to_owned()];
        insta::assert_snapshot!(delete_collection("Songs", (12, 3), &shown), @"Delete the collection “Songs” with 12 entries. 3 are published, and go from the public website when you publish again. Sections show it, which have to go or show another one before you publish: Home (Collection)");
        insta::assert_snapshot!(extent("Songs", 12, 1), @"Songs (12 entries, 1 draft)");
    }
}
