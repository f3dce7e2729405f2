//! The query plan of every statement of the project is checked: no statement may read all of a growing table, or sort
//! rows of everybody, without giving the reason in its own comment: `-- scan: asked once a day`,
//! `-- sort: a backlog is bounded`.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted may panic")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use adjutant_store::db::Db;
use judge::{Schema, costly_steps, sorted_steps};
use libsql::{Builder, Connection};
use tempfile::TempDir;

mod dialect;
mod judge;
mod source;

/// Begins the comment that gives the reason for reading a whole table; it may cover a sort too.
const SCANS: &str = "-- scan: ";
/// Begins the comment that gives the reason for sorting rows of everybody.
const SORTS: &str = "-- sort: ";

#[tokio::test]
async fn every_statement_is_planned() {
    let empty = database().await;
    let schema = schema(&empty.connection).await;
    let (mut statements, mut faults) = (0, String::new());
    for src in sources() {
        for source::Statement { file, sql } in source::statements(&src) {
            statements += 1;
            let plan = plan(&empty.connection, &sql).await.unwrap_or_else(|error| panic!("{error}\n{sql}"));
            let (costly, sorted) = (costly_steps(&sql, &plan, &schema), sorted_steps(&sql, &plan, &schema));
            let may_scan = sql.contains(SCANS);
            let fault = match (costly.as_slice(), may_scan, sorted.as_slice(), sql.contains(SORTS)) {
                ([], true, ..) => "says why it scans, but does not scan",
                ([_, ..], false, ..) => "reads a table that grows",
                // The reason for a scan covers a sort too.
                (_, false, [_, ..], false) => "sorts rows of everybody",
                (_, _, [], true) => "says why it sorts, but does not sort",
                _ => continue,
            };
            let steps = [costly, sorted].concat().join(", ");
            writeln!(faults, "{}: {fault}: {steps}\n{sql}\n", file.display()).unwrap();
        }
    }
    assert!(statements > 500, "the walk through the source found only {statements} statements");
    assert!(
        faults.is_empty(),
        "rewrite these statements, add an index, or say in a comment `{SCANS}…` or `{SORTS}…` why it does not \
         matter:\n{faults}"
    );
}

#[tokio::test]
async fn a_statement_that_reads_a_whole_table_is_found() {
    let empty = database().await;
    let schema = schema(&empty.connection).await;
    let mut found = String::new();
    for sql in [
        "SELECT 1 FROM sessions s WHERE s.created_at < ?1",
        "SELECT 1 FROM inbox WHERE channel = ?1",
        "UPDATE leases SET expires_at = 1",
        "DELETE FROM schedules WHERE name = ?1",
        "SELECT 1 FROM turns WHERE finished_at < ?1",
        "SELECT 1 FROM inbox WHERE inbox_id > ?1 LIMIT 1",
        "SELECT 1 FROM notes_fts",
        "SELECT 1 FROM people",
        "WITH own AS (SELECT 1 FROM turns t WHERE t.turn_id = ?1) SELECT 1 FROM own, users",
        // These read single rows, or few rows.
        "SELECT 1 FROM sessions WHERE session_id = ?1",
        "SELECT 1 FROM turns WHERE finished_at < ?1 LIMIT 1",
        "SELECT 1 FROM turns WHERE state = 'running'",
        "SELECT 1 FROM notes_fts WHERE notes_fts MATCH ?1",
        "SELECT 1 FROM away WHERE user_id = ?1",
        "SELECT 1 FROM vector_spaces",
    ] {
        let plan = plan(&empty.connection, sql).await.unwrap();
        writeln!(found, "{sql}: {}", costly_steps(sql, &plan, &schema).join(", ")).unwrap();
    }
    insta::assert_snapshot!(found, @r"
    SELECT 1 FROM sessions s WHERE s.created_at < ?1: SCAN s
    SELECT 1 FROM inbox WHERE channel = ?1: SEARCH inbox USING COVERING INDEX inbox_by_channel (channel=?)
    UPDATE leases SET expires_at = 1: SCAN leases
    DELETE FROM schedules WHERE name = ?1: SCAN schedules
    SELECT 1 FROM turns WHERE finished_at < ?1: SEARCH turns USING COVERING INDEX turns_by_end (finished_at<?)
    SELECT 1 FROM inbox WHERE inbox_id > ?1 LIMIT 1: SEARCH inbox USING INTEGER PRIMARY KEY (rowid>?)
    SELECT 1 FROM notes_fts: SCAN notes_fts VIRTUAL TABLE INDEX 0:
    SELECT 1 FROM people: SCAN u USING COVERING INDEX users_by_person
    WITH own AS (SELECT 1 FROM turns t WHERE t.turn_id = ?1) SELECT 1 FROM own, users: SCAN users USING COVERING INDEX users_by_person
    SELECT 1 FROM sessions WHERE session_id = ?1: 
    SELECT 1 FROM turns WHERE finished_at < ?1 LIMIT 1: 
    SELECT 1 FROM turns WHERE state = 'running': 
    SELECT 1 FROM notes_fts WHERE notes_fts MATCH ?1: 
    SELECT 1 FROM away WHERE user_id = ?1: 
    SELECT 1 FROM vector_spaces:
    ");
}

#[tokio::test]
async fn a_sort_of_everybodys_rows_is_found() {
    let empty = database().await;
    let schema = schema(&empty.connection).await;
    let mut found = String::new();
    for sql in [
        "SELECT 1 FROM turns WHERE finished_at < ?1 ORDER BY seq LIMIT 1",
        "SELECT 1 FROM turns WHERE state = 'running' ORDER BY seq",
        // These sort rows of one person or session, or nothing.
        "SELECT 1 FROM turns WHERE finished_at < ?1 ORDER BY finished_at LIMIT 1",
        "SELECT 1 FROM schedules WHERE user_id = ?1 ORDER BY name",
        "SELECT 1 FROM vector_spaces ORDER BY name",
    ] {
        let plan = plan(&empty.connection, sql).await.unwrap();
        writeln!(found, "{sql}: {}", sorted_steps(sql, &plan, &schema).join(", ")).unwrap();
    }
    insta::assert_snapshot!(found, @"
    SELECT 1 FROM turns WHERE finished_at < ?1 ORDER BY seq LIMIT 1: SEARCH turns USING INDEX turns_by_end (finished_at<?)
    SELECT 1 FROM turns WHERE state = 'running' ORDER BY seq: SCAN turns USING INDEX turns_open
    SELECT 1 FROM turns WHERE finished_at < ?1 ORDER BY finished_at LIMIT 1: 
    SELECT 1 FROM schedules WHERE user_id = ?1 ORDER BY name: 
    SELECT 1 FROM vector_spaces ORDER BY name:
    ");
}

#[test]
fn a_statement_is_found_however_it_is_put_together() {
    let code = r#"
        const ONE: &str = "SELECT 1";
        macro_rules! when { ($column:literal) => { concat!("WHERE ", $column, " = ?1") }; }
        macro_rules! read { ($columns:literal, $rest:expr) => { concat!("SELECT ", $columns, " FROM t ", $rest) }; }
        async fn f(tx: &Tx) {
            for sql in ["DELETE FROM t", "no statement"] { tx.execute(sql, ()).await; }
            tx.all(read!("a, b", when!("a")), params!["SELECTED"]).await;
            tokio::select! { () = tx.execute(concat!("UPDATE t SET a = 1 ", when!("b")), [1]) => {} }
        }
        #[cfg(test)]
        mod tests { const TWO: &str = "SELECT 2"; }
    "#;
    let tokens = source::tokens(code);
    let found = source::in_tokens(tokens.clone(), &source::macros(tokens));
    insta::assert_snapshot!(found.join("\n"), @"
    SELECT 1
    DELETE FROM t
    SELECT a, b FROM t WHERE a = ?1
    UPDATE t SET a = 1 WHERE b = ?1
    ");
}

#[test]
#[should_panic(expected = "a statement that cannot be read")]
fn a_statement_that_cannot_be_read_is_a_fault() {
    source::in_tokens(
        source::tokens(r#"const A: &str = concat!("SELECT ", env!("COLUMN"));"#),
        &BTreeMap::new(),
    );
}

/// Returns the source folders of all crates except those for tests.
fn sources() -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = vec![project.join("src")];
    for folder in ["crates", "channels"] {
        let crates = fs::read_dir(project.join(folder)).unwrap();
        sources.extend(crates.map(|entry| entry.unwrap().path().join("src")));
    }
    sources
}

/// An empty database of the newest version. It stays open as long as the connection beside it, because closing it would
/// lock the file for a moment.
struct Empty {
    connection: Connection,
    _database: Arc<Db>,
    _folder: TempDir,
}

async fn database() -> Empty {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let database = Db::open(&path).await.unwrap();
    let connection = Builder::new_local(&path).build().await.unwrap().connect().unwrap();
    Empty { connection, _database: database, _folder: folder }
}

async fn schema(connection: &Connection) -> Schema {
    let (mut tables, mut views) = (BTreeSet::new(), BTreeMap::new());
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view')";
    let mut rows = connection.query(sql, ()).await.unwrap();
    while let Some(row) = rows.next().await.unwrap() {
        let (kind, name, sql): (String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        if kind == "table" {
            tables.insert(name);
        } else {
            let (_, query) = sql.split_once(" AS").unwrap();
            views.insert(name, query.to_owned());
        }
    }
    Schema { tables, views }
}

/// Returns the steps of SQLite's plan for a statement.
async fn plan(connection: &Connection, sql: &str) -> libsql::Result<Vec<String>> {
    let mut rows = connection.query(&format!("EXPLAIN QUERY PLAN {sql}"), ()).await?;
    let mut steps = Vec::new();
    while let Some(row) = rows.next().await? {
        steps.push(row.get(3)?);
    }
    Ok(steps)
}
