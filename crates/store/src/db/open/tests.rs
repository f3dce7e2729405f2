use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::db::Scope;
use crate::db::{
    backup::backup,
    migrate::{MIGRATIONS, migrate_to},
    samples::{connect, make_sample, rows_of_tables, texts},
};
use crate::process::Registering;

/// Makes a database of the version before this program's, or of a later one.
async fn of_version(version: i64) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let connection = connect(&path).await;
    migrate_to(&connection, &MIGRATIONS[..MIGRATIONS.len() - 1]).await.unwrap();
    connection.execute_batch(&format!("PRAGMA user_version = {version}")).await.unwrap();
    (folder, path)
}

async fn version(path: &Path) -> i64 {
    migrate::version(&connect(path).await).await.unwrap()
}

/// Returns why a database cannot be opened. The error is the same with and without write access.
async fn refusals(path: &Path) -> String {
    let read = Db::open_read_only(path).await.err().unwrap();
    let write = Db::open_existing(path).await.err().unwrap();
    let said = [read, write].map(|error| format!("{error:#}").replace(path.to_str().unwrap(), "DATABASE"));
    assert_eq!(said[0], said[1]);
    said[0].clone()
}

#[tokio::test]
async fn a_database_of_another_version_is_left_as_it_is() {
    let newest = migrate::newest();
    let (_folder, path) = of_version(newest - 1).await;
    let said =
        refusals(&path).await.replace(&newest.to_string(), "NEW").replace(&(newest - 1).to_string(), "OLD");
    insta::assert_snapshot!(
        said,
        @"DATABASE has schema version OLD, and this program reads version NEW; run `adjutant run` first, which brings it up to date"
    );
    assert_eq!(version(&path).await, newest - 1);

    let (_folder, path) = of_version(9_999).await;
    assert!(refusals(&path).await.contains("run the newer program that made it"));
    assert_eq!(version(&path).await, 9_999);
}

#[tokio::test]
async fn a_database_of_another_program_is_left_as_it_is() {
    for version in [0, 7, 9_999] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        let theirs = format!("CREATE TABLE t (a TEXT); PRAGMA user_version = {version}");
        connect(&path).await.execute_batch(&theirs).await.unwrap();
        let before = std::fs::read(&path).unwrap();
        let registering = Registering::begin(&path).unwrap();
        let run = format!("{:#}", Db::open_to_run(&path, &registering).await.err().unwrap());
        let open = format!("{:#}", Db::open(&path).await.err().unwrap());
        assert_eq!(run, open);
        let refused = refusals(&path).await;
        assert_eq!(open.replace(path.to_str().unwrap(), "DATABASE"), refused);
        assert_eq!(refused, "DATABASE is a database of another program; set [database] url to another file");
        assert!(std::fs::read(&path).unwrap() == before);
    }
}

#[tokio::test]
async fn no_database_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    insta::assert_snapshot!(refusals(&path).await, @"no database at DATABASE; set [database] url, or start the gateway once");
    assert!(backup(&path, &folder.path().join("copy.db")).await.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn what_is_opened_for_reading_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    make_sample(&path).await;
    let db = Db::open_read_only(&path).await.unwrap();
    assert!(db.write(Scope::Global, async |tx| tx.execute("DELETE FROM audit", ()).await).await.is_err());
    let rows = async |tx: &crate::db::Tx| tx.value("SELECT count(*) AS value FROM users", ()).await;
    assert!(db.read(rows).await.unwrap().unwrap_or(0) > 0);

    let db = Db::open_existing(&path).await.unwrap();
    db.write(Scope::Global, async |tx| tx.execute("UPDATE users SET name = 'alice'", ()).await)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_backup_is_of_the_version_that_the_database_has() {
    let (folder, path) = of_version(migrate::newest() - 1).await;
    let copy = folder.path().join("copy.db");
    backup(&path, &copy).await.unwrap();
    assert_eq!((version(&path).await, version(&copy).await), (migrate::newest() - 1, migrate::newest() - 1));
    assert_eq!(rows_of_tables(&copy).await, rows_of_tables(&path).await);
    assert_eq!(texts(&connect(&copy).await, "PRAGMA integrity_check").await, ["ok"]);
}
