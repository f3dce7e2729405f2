//! Sample databases for tests: rows of every schema version.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted may panic")]

use std::{collections::BTreeMap, path::Path};

use libsql::{Builder, Connection};

use super::{
    migrate::{MIGRATIONS, migrate_to, version},
    tune,
};

/// Sample rows for a database of this version: at least one in every table.
pub(crate) fn sample(version: i64) -> String {
    let path = format!("{}/../../tests/data/migrations/{version:04}.sql", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Opens a connection as a separate process would.
pub(crate) async fn connect(path: &Path) -> Connection {
    let connection = Builder::new_local(path).build().await.unwrap().connect().unwrap();
    tune(&connection).await.unwrap();
    connection
}

/// Counts the rows in each table of a database, except the tables behind a full-text index.
pub async fn rows_of_tables(path: &Path) -> BTreeMap<String, i64> {
    tables(&connect(path).await).await
}

/// Counts the rows in each table, except the tables behind a full-text index.
pub(crate) async fn tables(connection: &Connection) -> BTreeMap<String, i64> {
    let names =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'";
    let names = texts(connection, names).await;
    let mut counts = BTreeMap::new();
    for name in names {
        let count = texts(connection, &format!("SELECT CAST(count(*) AS TEXT) FROM {name}")).await;
        counts.insert(name, count[0].parse().unwrap());
    }
    counts
}

pub(crate) async fn texts(connection: &Connection, sql: &str) -> Vec<String> {
    let mut rows = connection.query(sql, ()).await.unwrap();
    let mut found = Vec::new();
    while let Some(row) = rows.next().await.unwrap() {
        found.push(row.get(0).unwrap());
    }
    found
}

/// Creates a database with the sample rows of every version.
pub async fn make_sample(path: &Path) {
    make_sample_of(path, MIGRATIONS.len()).await;
}

/// Creates a database of the version before this program's, and returns that version.
pub async fn make_older_sample(path: &Path) -> i64 {
    make_sample_of(path, MIGRATIONS.len() - 1).await;
    schema_version(path).await
}

/// Returns the schema version of a database.
pub async fn schema_version(path: &Path) -> i64 {
    version(&connect(path).await).await.unwrap()
}

async fn make_sample_of(path: &Path, versions: usize) {
    let connection = connect(path).await;
    for (i, (number, _)) in MIGRATIONS.iter().enumerate().take(versions) {
        migrate_to(&connection, &MIGRATIONS[..=i]).await.unwrap();
        connection.execute_batch(&sample(*number)).await.unwrap();
    }
}
