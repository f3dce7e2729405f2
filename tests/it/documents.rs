//! Checks of the documentation: all links are valid, and the book (docs/, an mdBook) is complete.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use adjutant_texts::commands::menu;

/// The most words of the README, which takes readers through the first five minutes.
const README_WORDS: usize = 1_200;
/// The most words of ARCHITECTURE.md, in which a newcomer finds a thing within a minute.
const MAP_WORDS: usize = 7_000;

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut checked = 0;
    let mut broken = Vec::new();
    for page in pages(&["", "assets", "deploy", "docs", "docs/internals"]) {
        for link in links(&read(&page)) {
            checked += 1;
            let (target, anchor) = follow(&page, &link);
            if !root().join(&target).exists()
                || !anchor.is_none_or(|anchor| headings(&target).contains(&anchor))
            {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(checked > 100, "{checked}");
    assert!(broken.is_empty(), "these lead nowhere:\n{}", broken.join("\n"));
}

/// Links out of the book would break, because a built book has no other files.
#[test]
fn pages_of_the_book_link_to_the_book() {
    let leading_out = pages(&["docs"]).into_iter().flat_map(|page| {
        let links = links(&read(&page)).into_iter();
        let is_in_the_book = |link: &String| {
            let target = follow(&page, link).0;
            target.starts_with("docs") && !target.starts_with("docs/internals")
        };
        let out = links.filter(|link| !is_in_the_book(link)).collect::<Vec<_>>();
        out.into_iter().map(move |link| format!("{}: {link}", page.display()))
    });
    let leading_out: Vec<_> = leading_out.collect();
    assert!(leading_out.is_empty(), "name the file as code instead:\n{}", leading_out.join("\n"));
}

#[test]
fn the_contents_list_every_page_once() {
    let summary = PathBuf::from("docs/SUMMARY.md");
    let mut listed: Vec<_> = links(&read(&summary)).iter().map(|link| follow(&summary, link).0).collect();
    listed.sort();
    let written = pages(&["docs"]).into_iter().filter(|page| *page != summary);
    assert_eq!(listed, written.collect::<Vec<_>>());
}

#[test]
fn the_readme_is_read_in_five_minutes() {
    let words = read(Path::new("README.md")).split_whitespace().count();
    assert!(words < README_WORDS, "{words} words: what is not needed at first belongs into docs/");
}

#[test]
fn the_map_is_short_and_lists_every_chapter() {
    let map = PathBuf::from("ARCHITECTURE.md");
    let text = read(&map);
    let words = text.split_whitespace().count();
    assert!(words < MAP_WORDS, "{words} words: the details of a subsystem belong into docs/internals/");
    let listed: BTreeSet<_> = links(&text).iter().map(|link| follow(&map, link).0).collect();
    let unlisted = pages(&["docs/internals"]).into_iter().filter(|page| !listed.contains(page));
    assert_eq!(unlisted.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}

#[test]
fn every_command_is_explained() {
    let page = read(Path::new("docs/commands.md"));
    let explained: BTreeSet<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `/")?.split(" |").next())
        .flat_map(|commands| commands.split("`, `/").filter_map(|command| command.split([' ', '`']).next()))
        .collect();
    for command in menu() {
        assert!(explained.contains(command.name), "docs/commands.md does not explain /{}", command.name);
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the paths of the Markdown files in the folders, sorted and relative to the root.
fn pages(folders: &[&str]) -> Vec<PathBuf> {
    let inside = |folder: &&str| {
        let names = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| Path::new(folder).join(name)).collect::<Vec<_>>()
    };
    let mut pages: Vec<_> = folders.iter().flat_map(inside).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Returns the text without its blocks of code.
fn prose(text: &str) -> String {
    let outside = text.split("\n```").step_by(2);
    outside.flat_map(|part| [part, "\n"]).collect()
}

/// Returns the targets of a page's links and pictures, except those outside the repository.
fn links(text: &str) -> Vec<String> {
    let without_code: String = prose(text).split('`').step_by(2).collect();
    let targets = without_code.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// Returns the target of a page's link: the file's path from the root, and the heading in it.
fn follow(page: &Path, link: &str) -> (PathBuf, Option<String>) {
    let (file, anchor) =
        link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor.to_owned())));
    if file.is_empty() {
        return (page.to_owned(), anchor);
    }
    let mut target = page.parent().unwrap().to_owned();
    for part in file.split('/') {
        match part {
            ".." => assert!(target.pop(), "{}: {link} leads out of the repository", page.display()),
            "." | "" => {}
            name => target.push(name),
        }
    }
    (target, anchor)
}

/// Returns the anchors of a page's headings, as code forges and mdBook generate them.
fn headings(page: &Path) -> BTreeSet<String> {
    let text = prose(&read(page));
    let titles = text
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|title| title.trim_start_matches('#').trim());
    let anchor = |title: &str| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
    };
    titles.map(anchor).collect()
}
