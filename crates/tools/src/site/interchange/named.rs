//! The properties of a file that its path determines.

use adjutant_domain::{timestamp::Timestamp, zones::Zone};
use adjutant_site::Slug;

use super::{
    fields::date_of,
    parse::{COLLECTIONS, PAGES, POSTS},
};

/// Jekyll's folders that are not collections.
const OTHERS: [&str; 8] = ["_posts", "_drafts", "_pages", "_data", "_includes", "_layouts", "_sass", "_site"];

/// The properties of a file that its path determines.
pub(super) struct Named {
    /// As words: `Opening hours`.
    pub(super) words: String,
    pub(super) slug: Slug,
    /// The date in a name of Jekyll's form: `2024-05-01-title.md`.
    pub(super) date: Option<Timestamp>,
    pub(super) is_post: bool,
    /// Whether it is a page even if it has a date.
    pub(super) is_page: bool,
    /// The folder of its collection, if it is in one.
    pub(super) collection: Option<Folder>,
    /// Whether the file describes its collection: `_index.md`.
    pub(super) is_of_folder: bool,
    pub(super) is_draft: bool,
    pub(super) is_home: bool,
}

/// The folder of a collection: `collections/members`, or `_members` in Jekyll's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    /// Its path within the import.
    pub(super) path: String,
    /// As words: `Members`.
    pub(super) words: String,
    pub(super) slug: Slug,
}

impl Named {
    pub(super) fn of(path: &str, zone: Zone) -> Self {
        let mut folders: Vec<_> = path.split('/').collect();
        let file = folders.pop().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let is_index = matches!(stem, "index" | "_index");
        // An index file has its folder's name: `posts/boats/index.md`.
        let stem = match folders.last() {
            Some(folder) if is_index => folder,
            _ => stem,
        };
        let is_in = |name: &str| folders.contains(&name);
        let dated = stem.get(..10).and_then(|day| date_of(day, zone));
        let rest = dated.and_then(|_| stem.get(10..)).and_then(|rest| rest.strip_prefix('-'));
        let (date, name) = match rest {
            Some(name) if !name.is_empty() => (dated, name),
            _ => (None, stem),
        };
        let is_list = is_index && file.starts_with('_');
        let collection = Folder::of(&folders);
        Self {
            words: in_words(name),
            slug: Slug::from_title(name),
            date,
            is_post: (is_in(POSTS) || is_in("_posts") || is_in("_drafts")) && !is_list,
            is_page: folders.first() == Some(&PAGES),
            is_of_folder: is_index
                && collection.as_ref().is_some_and(|folder| folder.path == folders.join("/")),
            collection,
            is_draft: is_in("_drafts"),
            is_home: is_index && folders.iter().all(|folder| matches!(*folder, "content" | "pages")),
        }
    }
}

impl Folder {
    /// Returns the collection's folder that contains a file, if these folders are in one.
    fn of(folders: &[&str]) -> Option<Self> {
        let above = folders.iter().take_while(|folder| **folder == "content").count();
        let (depth, name) = match folders[above..] {
            [COLLECTIONS, folder, ..] => (above + 2, folder.trim_start_matches('_')),
            [folder, ..] if !OTHERS.contains(&folder) => (above + 1, folder.strip_prefix('_')?),
            _ => return None,
        };
        let path = folders[..depth].join("/");
        Some(Self { path, words: in_words(name), slug: Slug::from_title(name) })
    }
}

/// Returns the name of a file or folder as a title.
fn in_words(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
