//! SQLite's own dialect may occur in few files only, so that another database engine needs few changes.

use std::path::Path;

use crate::{source, sources};

/// The files that may use SQLite's dialect: the macros for statements, the records of an export, which the database
/// writes as JSON, and the full-text index.
const PLACES: [&str; 3] = ["store/src/db/", "store/src/export/", "store/src/search/"];

/// Constructs of SQLite's dialect.
const SQLITES_OWN: [&str; 23] = [
    " rowid",
    "INDEXED BY",
    "OR IGNORE",
    "IS ?",
    "COLLATE NOCASE",
    "instr(",
    "json_each(",
    "json_extract(",
    "json_set(",
    "json_remove(",
    "json_object(",
    "json_group_array(",
    "json_array_length(",
    "->>",
    "iif(",
    "OR REPLACE",
    "last_insert_rowid",
    "printf(",
    "strftime(",
    "REPLACE INTO",
    "group_concat(",
    "_fts WHERE",
    " MATCH ",
];

#[test]
fn what_only_sqlite_says_stands_in_few_places() {
    let mut misplaced = Vec::new();
    for (file, text) in sources().iter().flat_map(|src| source::texts(src)) {
        if is_place(&file) {
            continue;
        }
        misplaced.extend(
            SQLITES_OWN
                .iter()
                .filter(|words| text.contains(**words))
                .map(|words| format!("{}: {words}: {text}", file.display())),
        );
    }
    assert!(
        misplaced.is_empty(),
        "say this as another engine does too, or through a macro of db/sql.rs:\n{}",
        misplaced.join("\n")
    );
}

fn is_place(file: &Path) -> bool {
    let file = file.to_string_lossy();
    PLACES.iter().any(|place| file.contains(place))
}
