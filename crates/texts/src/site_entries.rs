//! The collections of the website and their entries: what the prompts of approvals ask, and what the list of changes says of
//! each.

use super::{
    count,
    site::{places, quoted},
};

// Prompts --------------------------------------------------------------------------------------------------------

pub fn add_collection(title: &str) -> String {
    format!("Add the collection {} to your website", quoted(title))
}

/// `fields`: the names of what changes.
pub fn change_collection(title: &str, fields: &[&str]) -> String {
    format!("Change the collection {} of your website: {}", quoted(title), fields.join(", "))
}

pub fn add_entry(title: &str, collection: &str) -> String {
    format!("Add {} to the collection {} of your website", quoted(title), quoted(collection))
}

/// `fields`: the names of what changes.
pub fn change_entry(title: &str, collection: &str, fields: &[&str]) -> String {
    let (title, collection) = (quoted(title), quoted(collection));
    format!("Change {title} in the collection {collection} of your website: {}", fields.join(", "))
}

// Prompts: what would be lost -----------------------------------------------------------------------------------

/// `entries`: how many there are, and how many of them are published; `shown`: the places that show the collection.
pub fn delete_collection(title: &str, (entries, published): (usize, usize), shown: &[String]) -> String {
    let mut text = format!("Delete the collection {} with {}", quoted(title), entries_of(entries));
    match published {
        0 => {}
        1 => text.push_str(". One is published, and goes from the public website when you publish again"),
        many => text.push_str(&format!(
            ". {many} are published, and go from the public website when you publish again"
        )),
    }
    if !shown.is_empty() {
        text.push_str(&format!(
            ". Sections show it, which have to go or show another one before you publish: {}",
            places(shown)
        ));
    }
    text
}

pub fn delete_entry(title: &str, collection: &str, is_published: bool) -> String {
    let text = format!("Delete {} from the collection {} of your website", quoted(title), quoted(collection));
    match is_published {
        true => text + ". It is published, and goes from the public website when you publish again",
        false => text,
    }
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn collection_made(title: &str) -> String {
    format!("made the collection {}", quoted(title))
}

pub fn collection_changed(title: &str, fields: &[&str]) -> String {
    format!("changed the collection {}: {}", quoted(title), fields.join(", "))
}

pub fn collection_deleted(title: &str) -> String {
    format!("deleted the collection {}", quoted(title))
}

pub fn entry_made(title: &str, collection: &str) -> String {
    format!("added {} to {}", quoted(title), quoted(collection))
}

pub fn entry_changed(title: &str, collection: &str, fields: &[&str]) -> String {
    format!("changed {} in {}: {}", quoted(title), quoted(collection), fields.join(", "))
}

pub fn entry_deleted(title: &str, collection: &str) -> String {
    format!("deleted {} from {}", quoted(title), quoted(collection))
}

pub fn entries_published(entries: usize, collection: &str) -> String {
    format!("published {} of {}", entries_of(entries), quoted(collection))
}

// How a website stands -------------------------------------------------------------------------------------------

/// A collection in `/site`: `Members (12 entries, 2 drafts)`.
pub fn extent(title: &str, entries: usize, drafts: usize) -> String {
    let drafts = match drafts {
        0 => String::new(),
        drafts => format!(", {}", count(drafts as i64, "draft")),
    };
    format!("{title} ({}{drafts})", entries_of(entries))
}

/// How many entries there are, in words.
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
