//! Judges the query plan of a statement: which steps read more and more as tables grow.

use std::collections::{BTreeMap, BTreeSet};

/// Tables that stay small: they hold settings, a row for each channel, failures, or rows that are deleted within days.
const SMALL: [&str; 11] = [
    "allowed",
    "channel_marks",
    "exports",
    "first_bots",
    "forgettings",
    "last_run",
    "link_guesses",
    "links",
    "owner_code",
    "set_aside",
    "vector_spaces",
];

/// Partial indexes of open, waiting or exceptional rows: few rows among many.
const OF_FEW: [&str; 17] = [
    "approvals_by_reminder",
    "approvals_by_why",
    "approvals_pending",
    "identities_by_link",
    "inbox_waiting",
    "leases_held",
    "outbox_held",
    "outbox_next",
    "outbox_open",
    "runs_at_work",
    "runs_held",
    "runs_queued",
    "runs_resuming",
    "runs_to_tell_of",
    "runs_under_way",
    "turns_open",
    "users_owner",
];

/// Columns with few values: each value selects a share of the table.
const COARSE: [&str; 7] = ["admission", "channel", "kind", "part", "role", "state", "status"];

/// Words that may follow the name of a table without an alias.
const NO_ALIAS: [&str; 22] = [
    "cross",
    "default",
    "from",
    "group",
    "indexed",
    "inner",
    "join",
    "left",
    "limit",
    "on",
    "order",
    "returning",
    "select",
    "set",
    "union",
    "using",
    "values",
    "where",
    "window",
    "as",
    "not",
    "having",
];

/// The tables and views of a database.
pub struct Schema {
    pub tables: BTreeSet<String>,
    /// The queries of the views by name.
    pub views: BTreeMap<String, String>,
}

/// Returns the steps of a plan that read all of a growing table, or a share of it.
pub fn costly_steps<'a>(sql: &str, plan: &'a [String], schema: &Schema) -> Vec<&'a str> {
    let is_limited = sql.contains("LIMIT ");
    let is_costly = |step: &&str| !is_of_few(step) && reads_many(step, is_limited);
    steps_over_growing(sql, plan, schema).filter(is_costly).collect()
}

/// Returns the steps of a sorting plan that read rows of everybody. A limit bounds the rows that a sort returns, not
/// those that it reads, and few rows today may be a backlog tomorrow.
pub fn sorted_steps<'a>(sql: &str, plan: &'a [String], schema: &Schema) -> Vec<&'a str> {
    // Rows read in the order of the first terms are sorted by the other terms in short stretches.
    if !plan.iter().any(|step| step == "USE TEMP B-TREE FOR ORDER BY") {
        return Vec::new();
    }
    steps_over_growing(sql, plan, schema).filter(|step| reads_many(step, false)).collect()
}

/// Returns the steps of a plan that read a growing table.
fn steps_over_growing<'a>(sql: &str, plan: &'a [String], schema: &Schema) -> impl Iterator<Item = &'a str> {
    let mut names = BTreeMap::new();
    add_names(sql, schema, &mut names);
    let grows = |table: &String| !SMALL.contains(&table.as_str());
    plan.iter().map(String::as_str).filter(move |step| {
        let mut words = step.split(' ');
        matches!(words.next(), Some("SCAN" | "SEARCH"))
            && words.next().and_then(|name| names.get(name)).is_some_and(|tables| tables.iter().any(grows))
    })
}

fn is_of_few(step: &str) -> bool {
    step.split(' ').any(|word| OF_FEW.contains(&word))
}

fn reads_many(step: &str, is_limited: bool) -> bool {
    match step.split_once(" VIRTUAL TABLE INDEX ") {
        // Full text: `M` searches for words, `=` for a row.
        Some((_, how)) => !how.contains(['M', '=']),
        None => step.starts_with("SCAN ") || is_coarse(step, is_limited),
    }
}

/// Returns whether a search has no value for a column with many values.
///
/// A range of an index is as good as a value if it has two ends, or the statement has a limit. A range of row ids is a
/// walk through the table.
fn is_coarse(step: &str, is_limited: bool) -> bool {
    let Some((_, terms)) = step.split_once('(') else { return false };
    let terms = terms.trim_end_matches(" LEFT-JOIN").trim_end_matches(')');
    let is_bounded = is_limited || terms.contains('<') && terms.contains('>');
    let is_range = terms.contains(['<', '>']) && !terms.contains("rowid");
    let is_coarse = |term: &str| term.strip_suffix("=?").is_none_or(|column| COARSE.contains(&column));
    !(is_range && is_bounded) && terms.split(" AND ").all(is_coarse)
}

/// Adds the names that refer to tables in a statement, and in the views that it reads.
fn add_names(sql: &str, schema: &Schema, names: &mut BTreeMap<String, BTreeSet<String>>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    // Every other character is a word of its own.
    let spaced: String =
        sql.chars().flat_map(|c| if is_word(c) { vec![c] } else { vec![' ', c, ' '] }).collect();
    let words: Vec<_> = spaced.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        if let Some(view) = schema.views.get(*word) {
            add_names(view, schema, names);
        }
        if schema.tables.contains(*word) {
            let alias = words[at + 1..].iter().find(|word| **word != "AS").filter(|alias| {
                alias.starts_with(is_word) && !NO_ALIAS.contains(&alias.to_lowercase().as_str())
            });
            for name in [Some(word), alias].into_iter().flatten() {
                names.entry((*name).to_owned()).or_default().insert((*word).to_owned());
            }
        }
    }
}
