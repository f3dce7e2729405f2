//! The pictures of the website: what the prompts of approvals ask, and what the list of changes says of each.

use super::{
    count,
    site::{SectionName, part, places, quoted},
};

// Prompts --------------------------------------------------------------------------------------------------------

/// `file`: what it is made from, `photo` or a path.
pub fn add(file: &str) -> String {
    format!("Add a picture to your website: {file}")
}

/// `fields`: the names of what changes.
pub fn change(title: &str, fields: &[&str]) -> String {
    format!("Change what your website says of the picture {}: {}", quoted(title), fields.join(", "))
}

pub fn show(title: &str, section: SectionName<'_>, page: &str) -> String {
    format!("Show the picture {} in {} on the page {}", quoted(title), part(section), quoted(page))
}

pub fn change_shown(section: SectionName<'_>, page: &str) -> String {
    format!("Change a picture in {} on the page {}", part(section), quoted(page))
}

/// `shown`: the places that show the old one.
pub fn replace(old: &str, new: &str, shown: &[String]) -> String {
    let shown = where_shown(shown);
    format!("Show the picture {} on your website instead of {}: {shown}", quoted(new), quoted(old))
}

/// What would be lost. `shown`: the places that show it.
pub fn delete(title: &str, shown: &[String]) -> String {
    let places_of_it = match shown {
        [] => return format!("Delete the picture {} from your website. Nothing shows it", quoted(title)),
        [_] => "the place that shows it".to_owned(),
        shown => format!("the {} places that show it", shown.len()),
    };
    let (title, shown) = (quoted(title), places(shown));
    format!(
        "Delete the picture {title} from your website, and from {places_of_it}: {shown}. Nothing else does"
    )
}

/// A place that shows a picture: `Home (Gallery)`.
pub fn place(page: &str, section: SectionName<'_>) -> String {
    match section.title {
        "" => format!("{page} ({})", section.label),
        title => format!("{page} ({}, {})", quoted(title), section.label),
    }
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn added(title: &str) -> String {
    format!("added the picture {}", quoted(title))
}

pub fn changed(title: &str, fields: &[&str]) -> String {
    format!("changed the picture {}: {}", quoted(title), fields.join(", "))
}

pub fn shown(title: &str, section: SectionName<'_>, page: &str) -> String {
    format!("showed the picture {} in {} on {}", quoted(title), part(section), quoted(page))
}

pub fn shown_changed(section: SectionName<'_>, page: &str) -> String {
    format!("changed a picture in {} on {}", part(section), quoted(page))
}

pub fn replaced(old: &str, new: &str) -> String {
    format!("showed the picture {} instead of {}", quoted(new), quoted(old))
}

pub fn deleted(title: &str) -> String {
    format!("deleted the picture {}", quoted(title))
}

/// A post as a place that shows a picture.
pub fn in_post(title: &str) -> String {
    format!("the post {}", quoted(title))
}

/// An entry of a collection as a place that shows a picture.
pub fn in_entry(title: &str) -> String {
    format!("the entry {}", quoted(title))
}

// Results --------------------------------------------------------------------------------------------------------

/// The warning about a picture without a description.
pub fn has_no_description(title: &str, id: &str) -> String {
    format!(
        "the picture {} ({id}) has no description for those who do not see it; site_update_image gives it one",
        quoted(title)
    )
}

fn where_shown(shown: &[String]) -> String {
    format!("{}, {}", count(shown.len() as i64, "place"), places(shown))
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
