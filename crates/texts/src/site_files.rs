//! What comes into a website from elsewhere: Markdown files and stock photos. What prompts ask, and what the list of changes
//! says of each.

use super::{count, in_a_line, site::quoted};

/// The most of a path that is shown, in characters.
const PATH: usize = 120;

/// What an import does.
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
    /// Files of which the site has everything already.
    pub same: usize,
    pub pictures: usize,
    /// Pictures that the site has, of which something else is said.
    pub reworded: usize,
    /// Whether settings or the navigation change.
    pub settings: bool,
}

impl Counts {
    fn in_words(self) -> String {
        let counted = |number: usize, one: &str, many: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            number => Some(format!("{number} {many}")),
        };
        let of = |number: usize, what: &str| (number > 0).then(|| count(number as i64, what));
        let replaced = |counted: Option<String>| counted.map(|counted| format!("{counted} replaced"));
        let parts = [
            of(self.new_pages, "new page"),
            of(self.new_posts, "new post"),
            of(self.new_collections, "new collection"),
            counted(self.new_entries, "new entry", "new entries"),
            replaced(of(self.changed_pages, "page")),
            replaced(of(self.changed_posts, "post")),
            replaced(of(self.changed_collections, "collection")),
            replaced(counted(self.changed_entries, "entry", "entries")),
            of(self.pictures, "picture"),
            of(self.reworded, "picture").map(|pictures| format!("what is said of {pictures}")),
            self.settings.then(|| "settings and navigation".to_owned()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match (parts.is_empty(), self.same) {
            (true, _) => "nothing that the website does not have".to_owned(),
            (false, 0) => parts.join(", "),
            (false, same) => format!("{}; {} stay as they are", parts.join(", "), same),
        }
    }
}

/// The question about an import.
pub fn import(folder: &str, counts: &Counts) -> String {
    format!("Import {} into your website: {}", in_a_line(folder, PATH), counts.in_words())
}

pub fn import_reason() -> &'static str {
    "It changes many things at once. Each can be undone, and nothing becomes public."
}

/// A line of the details: `new page: pages/about.md`.
pub fn imported(what: &str, kind: &str, file: &str) -> String {
    format!("{what} {kind}: {}", in_a_line(file, PATH))
}

pub fn import_done(counts: &Counts) -> String {
    format!("Imported {}.", counts.in_words())
}

/// The question about an export.
pub fn export(folder: &str) -> String {
    format!("Write your website as Markdown files into {}", in_a_line(folder, PATH))
}

/// The question about a search for stock photos.
pub fn search_photos(query: &str) -> String {
    format!("Search stock photos for “{}”", in_a_line(query, PATH))
}

/// Below the photos that were found.
pub fn photos_shown(photos: usize) -> String {
    match photos {
        1 => "1 photo".to_owned(),
        photos => format!("Photos 1 to {photos}"),
    }
}

/// The question with a button for each photo.
pub fn which_photo() -> &'static str {
    "Which photo?"
}

/// The button beside those of the photos.
pub fn no_photo() -> &'static str {
    "None"
}

/// The question about a stock photo that was picked.
pub fn add_photo(id: &str) -> String {
    format!("Add the stock photo {id} to the pictures of your website")
}

// The list of changes --------------------------------------------------------------------------------------------

pub fn page_imported(title: &str) -> String {
    format!("imported the page {}", quoted(title))
}

pub fn post_imported(title: &str) -> String {
    format!("imported the post {}", quoted(title))
}

pub fn picture_imported(title: &str) -> String {
    format!("imported the picture {}", quoted(title))
}

pub fn picture_reworded(title: &str) -> String {
    format!("changed what is said of the picture {} as a file has it", quoted(title))
}

pub fn collection_imported(title: &str) -> String {
    format!("imported the collection {}", quoted(title))
}

pub fn entry_imported(title: &str, collection: &str) -> String {
    format!("imported {} into {}", quoted(title), quoted(collection))
}

pub fn settings_imported() -> String {
    "imported settings and navigation".to_owned()
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
