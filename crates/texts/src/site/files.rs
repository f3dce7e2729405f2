//! Imports into a website: Markdown files and stock photos. The questions in the prompts, and the entries of the list
//! of changes.

use super::shown;
use crate::{
    fluent::{for_model, text},
    in_a_line,
};

/// The longest shown part of a path, in characters.
const PATH: usize = 120;

/// The effects of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub new_pages: usize,
    pub changed_pages: usize,
    pub new_posts: usize,
    pub changed_posts: usize,
    pub new_collections: usize,
    pub changed_collections: usize,
    pub new_entries: usize,
    pub changed_entries: usize,
    /// Files whose whole content the site already has.
    pub same: usize,
    pub pictures: usize,
    /// Pictures that the site already has, but with other texts.
    pub reworded: usize,
    /// Whether settings or the navigation change.
    pub settings: bool,
}

impl Counts {
    fn in_words(self) -> String {
        let any = |number: usize| (number > 0).then_some(number);
        let parts = [
            any(self.new_pages).map(|count| text!("site-import-new-pages", count = count)),
            any(self.new_posts).map(|count| text!("site-import-new-posts", count = count)),
            any(self.new_collections).map(|count| text!("site-import-new-collections", count = count)),
            any(self.new_entries).map(|count| text!("site-import-new-entries", count = count)),
            any(self.changed_pages).map(|count| text!("site-import-changed-pages", count = count)),
            any(self.changed_posts).map(|count| text!("site-import-changed-posts", count = count)),
            any(self.changed_collections)
                .map(|count| text!("site-import-changed-collections", count = count)),
            any(self.changed_entries).map(|count| text!("site-import-changed-entries", count = count)),
            any(self.pictures).map(|count| text!("site-import-pictures", count = count)),
            any(self.reworded).map(|count| text!("site-import-reworded", count = count)),
            self.settings.then(|| text!("site-import-settings").to_owned()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match (parts.is_empty(), self.same) {
            (true, _) => text!("site-import-nothing").to_owned(),
            (false, 0) => parts.join(", "),
            (false, same) => text!("site-import-same", all = parts.join(", "), same = same),
        }
    }
}

/// The question about an import.
pub fn import(folder: &str, counts: &Counts) -> String {
    text!("site-import", folder = in_a_line(folder, PATH), all = counts.in_words())
}

pub fn import_reason() -> &'static str {
    text!("site-import-reason")
}

/// A line of the details: `new page: pages/about.md`.
pub fn imported(what: &str, kind: &str, file: &str) -> String {
    text!("site-import-line", what = what, kind = kind, file = in_a_line(file, PATH))
}

/// For the model: the finished import.
pub fn import_done(counts: &Counts) -> String {
    for_model(|| format!("Imported {}.", counts.in_words()))
}

/// The question about an export.
pub fn export(folder: &str) -> String {
    text!("site-export", folder = in_a_line(folder, PATH))
}

/// The question about a search for stock photos.
pub fn search_photos(query: &str) -> String {
    text!("site-search-photos", query = in_a_line(query, PATH))
}

/// The text below the photos that were found.
pub fn photos_shown(photos: usize) -> String {
    text!("site-photos-shown", count = photos)
}

/// The question with a button for each photo.
pub fn which_photo() -> &'static str {
    text!("site-which-photo")
}

/// The button beside those of the photos.
pub fn no_photo() -> &'static str {
    text!("site-no-photo")
}

/// The question about a stock photo that was picked.
pub fn add_photo(id: &str) -> String {
    text!("site-add-photo", id = id)
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn page_imported(title: &str) -> String {
    text!("site-done-page-imported", title = shown(title))
}

pub fn post_imported(title: &str) -> String {
    text!("site-done-post-imported", title = shown(title))
}

pub fn picture_imported(title: &str) -> String {
    text!("site-done-picture-imported", title = shown(title))
}

pub fn picture_reworded(title: &str) -> String {
    text!("site-done-picture-reworded", title = shown(title))
}

pub fn collection_imported(title: &str) -> String {
    text!("site-done-collection-imported", title = shown(title))
}

pub fn entry_imported(title: &str, collection: &str) -> String {
    text!("site-done-entry-imported", title = shown(title), collection = shown(collection))
}

pub fn settings_imported() -> String {
    text!("site-done-settings-imported").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_says_what_it_does() {
        let counts = Counts {
            new_pages: 1,
            new_posts: 3,
            changed_pages: 2,
            same: 4,
            pictures: 1,
            ..Counts::default()
        };
        insta::assert_snapshot!(import("/shared/blog", &counts), @"Import /shared/blog into your website: 1 new page, 3 new posts, 2 pages replaced, 1 picture; 4 stay as they are");
        let one = Counts { changed_posts: 1, settings: true, ..Counts::default() };
        insta::assert_snapshot!(import_done(&one), @"Imported 1 post replaced, settings and navigation.");
        let lists = Counts {
            new_collections: 1,
            new_entries: 2,
            changed_entries: 1,
            reworded: 2,
            ..Counts::default()
        };
        insta::assert_snapshot!(import_done(&lists), @"Imported 1 new collection, 2 new entries, 1 entry replaced, what is said of 2 pictures.");
        insta::assert_snapshot!(import("/shared/blog", &Counts { same: 2, ..Counts::default() }), @"Import /shared/blog into your website: nothing that the website does not have");
    }
}
