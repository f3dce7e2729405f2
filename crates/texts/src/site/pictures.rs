//! The pictures of the website: the questions in the prompts of approvals, and the entries of the list of changes.

use super::{SectionName, fields_in_words, label, part, places, shown as line};
use crate::fluent::text;

// Prompts --------------------------------------------------------------------------------------------------------

/// `file`: the source of the picture, `photo` or a path.
pub fn add(file: &str) -> String {
    text!("site-picture-add", file = file)
}

/// `fields`: the names of the changed fields.
pub fn change(title: &str, fields: &[&str]) -> String {
    text!("site-picture-change", title = line(title), fields = fields_in_words(fields))
}

pub fn show(title: &str, section: SectionName<'_>, page: &str) -> String {
    let (title, page) = (line(title), line(page));
    text!("site-picture-show", title = title, section = part(section), page = page)
}

pub fn change_shown(section: SectionName<'_>, page: &str) -> String {
    text!("site-picture-change-shown", section = part(section), page = line(page))
}

/// `shown`: the places that show the old picture.
pub fn replace(old: &str, new: &str, shown: &[String]) -> String {
    let (new, old) = (line(new), line(old));
    text!("site-picture-replace", new = new, old = old, count = shown.len(), places = places(shown))
}

/// The question about the loss of a picture. `shown`: the places that show it.
pub fn delete(title: &str, shown: &[String]) -> String {
    let title = line(title);
    match shown {
        [] => text!("site-picture-delete-unshown", title = title),
        shown => {
            text!("site-picture-delete", title = title, count = shown.len(), places = places(shown))
        }
    }
}

/// A place that shows a picture: `Home (Gallery)`.
pub fn place(page: &str, section: SectionName<'_>) -> String {
    let label = label(section.label);
    match section.title {
        "" => format!("{page} ({label})"),
        title => text!("site-picture-place-titled", page = page, title = line(title), label = label),
    }
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn added(title: &str) -> String {
    text!("site-done-picture-added", title = line(title))
}

pub fn changed(title: &str, fields: &[&str]) -> String {
    text!("site-done-picture-changed", title = line(title), fields = fields_in_words(fields))
}

pub fn shown(title: &str, section: SectionName<'_>, page: &str) -> String {
    let (title, page) = (line(title), line(page));
    text!("site-done-picture-shown", title = title, section = part(section), page = page)
}

pub fn shown_changed(section: SectionName<'_>, page: &str) -> String {
    text!("site-done-picture-shown-changed", section = part(section), page = line(page))
}

pub fn replaced(old: &str, new: &str) -> String {
    text!("site-done-picture-replaced", new = line(new), old = line(old))
}

pub fn deleted(title: &str) -> String {
    text!("site-done-picture-deleted", title = line(title))
}

/// A post as a place that shows a picture.
pub fn in_post(title: &str) -> String {
    text!("site-picture-in-post", title = line(title))
}

/// An entry of a collection as a place that shows a picture.
pub fn in_entry(title: &str) -> String {
    text!("site-picture-in-entry", title = line(title))
}

// Results --------------------------------------------------------------------------------------------------------

/// For the model: the warning about a picture without a description.
pub fn has_no_description(title: &str, id: &str) -> String {
    format!(
        "the picture “{}” ({id}) has no description for those who do not see it; site_update_image gives it one",
        line(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deletion_says_where_the_picture_is_shown() {
        insta::assert_snapshot!(delete("A boat", &[]), @"Delete the picture “A boat” from your website. Nothing shows it");
        let shown = ["Home (Hero)", "About (“Our boats”, Gallery)"].map(str::to_owned);
        insta::assert_snapshot!(delete("A boat", &shown[..1]), @"Delete the picture “A boat” from your website, and from the place that shows it: Home (Hero). Nothing else does");
        insta::assert_snapshot!(delete("A boat", &shown), @"Delete the picture “A boat” from your website, and from the 2 places that show it: Home (Hero), About (“Our boats”, Gallery). Nothing else does");
        insta::assert_snapshot!(replace("A boat", "A ship", &shown), @"Show the picture “A ship” on your website instead of “A boat”: 2 places, Home (Hero), About (“Our boats”, Gallery)");
    }
}
