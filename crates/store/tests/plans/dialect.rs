//! What statements say in SQLite's words alone stands in few places, so that another engine needs few places of its own.

use std::{collections::BTreeMap, path::Path};

use crate::{source, sources};

/// The files that say things in SQLite's words: the macros that statements are made of, the records of an export, which
/// the engine writes as JSON, and the full-text index.
const PLACES: [&str; 3] = ["store/src/db/", "store/src/export.rs", "store/src/search/"];

/// What only SQLite says, and how often it still stands elsewhere. The numbers may only fall; another engine would say:
/// - `rowid`: the same: `notes.rowid` is a declared column; no other row is known by a number that is not
/// - `INDEXED BY`: nothing
/// - `UPDATE OR IGNORE`: a condition that no such row is there
/// - `IS ?`: `IS NOT DISTINCT FROM ?`
/// - `COLLATE NOCASE`: `lower` on both sides
/// - `instr`: `strpos`
const KNOWN: [(&str, usize); 6] =
    [(" rowid", 8), ("INDEXED BY", 23), ("OR IGNORE", 1), ("IS ?", 4), ("COLLATE NOCASE", 2), ("instr(", 6)];

/// What stands nowhere else.
const CLEANED: [&str; 17] = [
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
    let (mut known, mut misplaced) = (BTreeMap::new(), Vec::new());
    for (file, text) in sources().iter().flat_map(|src| source::texts(src)) {
        if is_place(&file) {
            continue;
        }
        for (words, _) in KNOWN {
            *known.entry(words).or_insert(0) += text.matches(words).count();
        }
        misplaced.extend(
            CLEANED
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
    // A number that fell is written down here, so that it does not rise again.
    assert_eq!(known, BTreeMap::from(KNOWN));
}

fn is_place(file: &Path) -> bool {
    let file = file.to_string_lossy();
    PLACES.iter().any(|place| file.contains(place))
}
