//! The files of the pages, compiled in. None is secret: the data that they show needs the key.

use adjutant_texts::page_texts;

/// The path of the page, and its HTML.
pub const PAGE: (&str, &str) = ("/console", include_str!("index.html"));

/// Returns the names and contents of the page's files, and of the texts of both pages.
pub fn files() -> Vec<(&'static str, &'static str)> {
    FILES.into_iter().chain(page_texts()).collect()
}

/// The names and contents of the page's style sheet and modules. They import some modules of the chat page.
const FILES: [(&str, &str); 22] = [
    ("console/console.css", include_str!("console.css")),
    ("console/console.js", include_str!("console.js")),
    ("console/dom.js", include_str!("dom.js")),
    ("console/format.js", include_str!("format.js")),
    ("console/live.js", include_str!("live.js")),
    ("console/search.js", include_str!("search.js")),
    ("console/texts.js", include_str!("texts.js")),
    ("console/plot.js", include_str!("plot.js")),
    ("console/plots.js", include_str!("plots.js")),
    ("console/overview.js", include_str!("overview.js")),
    ("console/approvals.js", include_str!("approvals.js")),
    ("console/schedules.js", include_str!("schedules.js")),
    ("console/activity.js", include_str!("activity.js")),
    ("console/turn.js", include_str!("turn.js")),
    ("console/memory.js", include_str!("memory.js")),
    ("console/people.js", include_str!("people.js")),
    ("console/person.js", include_str!("person.js")),
    ("console/deliveries.js", include_str!("deliveries.js")),
    ("console/usage.js", include_str!("usage.js")),
    ("console/audit.js", include_str!("audit.js")),
    ("console/log.js", include_str!("log.js")),
    ("console/system.js", include_str!("system.js")),
];

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn each_file_is_served_and_imports_only_what_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/console/page");
        let mut expected: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        expected.retain(|path| path.extension().is_some_and(|kind| kind == "js" || kind == "css"));
        let mut served: Vec<_> =
            FILES.iter().map(|(name, _)| folder.join(name.strip_prefix("console/").unwrap())).collect();
        expected.sort();
        served.sort();
        assert_eq!(served, expected);
        for (name, content) in FILES {
            for import in content.lines().filter(|line| line.starts_with("import ")) {
                let path = import.rsplit('"').nth(1).unwrap();
                let is_served = ["../amounts.js", "../l10n.js", "../server.js"].contains(&path)
                    || path.strip_prefix("./").is_some_and(|path| served.contains(&folder.join(path)));
                assert!(is_served, "{name}: {import}");
            }
        }
        for path in PAGE.1.split('"').filter_map(|quoted| quoted.strip_prefix("/assets/")) {
            assert!(FILES.iter().any(|(name, _)| *name == path), "{path}");
        }
    }
}
