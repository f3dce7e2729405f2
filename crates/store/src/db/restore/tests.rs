use tempfile::TempDir;

use super::*;
use crate::db::Scope;
use crate::{
    db::{
        Db,
        samples::{connect, texts},
    },
    process::Process,
    testing::NOW,
};

const REPLACED: &str = "adjutant.db.replaced-20260501-080000";

/// A folder with a database that holds a known word.
struct Home {
    folder: TempDir,
    path: PathBuf,
}

impl Home {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        let home = Self { folder, path };
        home.says("before").await;
        home
    }

    async fn says(&self, word: &'static str) {
        let db = Db::open(&self.path).await.unwrap();
        let sql = "INSERT INTO last_run (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1";
        db.write(Scope::Global, async move |tx| tx.execute(sql, [word.len() as i64]).await).await.unwrap();
    }

    async fn said(&self, name: &str) -> Vec<String> {
        let path = self.folder.path().join(name);
        texts(&connect(&path).await, "SELECT CAST(at AS TEXT) FROM last_run").await
    }

    async fn restore(&self, from: Option<&Path>) -> Result<Restored> {
        restore(&self.path, from, &Registering::begin(&self.path).unwrap(), NOW).await
    }

    /// Returns why a copy cannot be restored.
    async fn refusal(&self, from: Option<&Path>) -> String {
        let refused = format!("{:#}", self.restore(from).await.unwrap_err());
        refused.replace(self.folder.path().to_str().unwrap(), "DIR")
    }
}

#[tokio::test]
async fn a_backup_takes_the_place_of_the_database_which_is_kept() {
    let home = Home::new().await;
    let copy = home.folder.path().join("copy.db");
    backup(&home.path, &copy).await.unwrap();
    home.says("afterwards").await;
    let restored = home.restore(Some(&copy)).await.unwrap();
    assert_eq!((restored.from, restored.version), (copy, migrate::newest()));
    assert_eq!(restored.replaced, Some(home.folder.path().join(REPLACED)));
    assert_eq!(home.said("adjutant.db").await, ["6"]);
    assert_eq!(home.said(REPLACED).await, ["10"]);
}

#[tokio::test]
async fn without_a_name_the_newest_copy_is_restored() {
    let home = Home::new().await;
    insta::assert_snapshot!(home.refusal(None).await, @"no copy of DIR/adjutant.db was made before an upgrade; name a backup to restore");
    backup(&home.path, &home.folder.path().join("adjutant.db.before-0009")).await.unwrap();
    home.says("afterwards").await;
    backup(&home.path, &home.folder.path().join("adjutant.db.before-0010")).await.unwrap();
    home.says("at last").await;
    home.restore(None).await.unwrap();
    assert_eq!(home.said("adjutant.db").await, ["10"]);
}

#[tokio::test]
async fn a_database_that_is_broken_or_missing_is_replaced() {
    let home = Home::new().await;
    let copy = home.folder.path().join("copy.db");
    backup(&home.path, &copy).await.unwrap();
    fs::write(&home.path, "no database").unwrap();
    fs::write(home.folder.path().join("adjutant.db-wal"), "nor a log").unwrap();
    fs::write(home.folder.path().join("adjutant.db-shm"), "").unwrap();
    home.restore(Some(&copy)).await.unwrap();
    assert_eq!(home.said("adjutant.db").await, ["6"]);
    assert_eq!(fs::read_to_string(home.folder.path().join(REPLACED)).unwrap(), "no database");

    for suffix in ["", "-wal", "-shm"] {
        remove(&beside(&home.path, suffix)).unwrap();
    }
    assert_eq!(home.restore(Some(&copy)).await.unwrap().replaced, None);
    assert_eq!(home.said("adjutant.db").await, ["6"]);
}

#[tokio::test]
async fn databases_replaced_within_one_second_are_all_kept() {
    let home = Home::new().await;
    let copy = home.folder.path().join("copy.db");
    backup(&home.path, &copy).await.unwrap();
    for name in [REPLACED.to_owned(), format!("{REPLACED}-2"), format!("{REPLACED}-3")] {
        let replaced = home.restore(Some(&copy)).await.unwrap().replaced;
        assert_eq!(replaced, Some(home.folder.path().join(name)));
    }
    assert!(!home.folder.path().join("adjutant.db.restoring").exists());
}

#[tokio::test]
async fn what_is_no_whole_copy_is_refused_and_changes_nothing() {
    let home = Home::new().await;
    let at = |name: &str| home.folder.path().join(name);
    backup(&home.path, &at("copy.db")).await.unwrap();
    let mut bytes = fs::read(at("copy.db")).unwrap();
    let half = bytes.len() / 2;
    bytes.truncate(half);
    fs::write(at("half.db"), &bytes).unwrap();
    fs::write(at("notes.txt"), "Buy oats, and then more oats.").unwrap();
    connect(&at("other.db")).await.execute_batch("CREATE TABLE t (a TEXT)").await.unwrap();
    let versioned = "CREATE TABLE t (a TEXT); PRAGMA user_version = 7";
    connect(&at("versioned.db")).await.execute_batch(versioned).await.unwrap();
    backup(&home.path, &at("newer.db")).await.unwrap();
    connect(&at("newer.db")).await.execute_batch("PRAGMA user_version = 9999").await.unwrap();

    let made = std::process::Command::new("mkfifo").arg(at("pipe.db")).status();
    assert!(made.unwrap().success(), "the pipe is made");

    for (name, why) in [
        ("missing.db", "No such file"),
        ("pipe.db", "it is no plain file"),
        ("notes.txt", "it is not a database"),
        ("half.db", "it is damaged"),
        ("other.db", "it is not a database of this program"),
        ("versioned.db", "it is not a database of this program"),
        ("newer.db", "run the newer program that made it"),
        ("adjutant.db", "is the database itself"),
    ] {
        let refused = home.refusal(Some(&at(name))).await;
        assert!(refused.contains(why), "{name}: {refused}");
    }
    let running = Process::register(&home.path).unwrap();
    insta::assert_snapshot!(
        home.refusal(Some(&at("copy.db"))).await,
        @"a process uses DIR/adjutant.db; stop it, then restore the copy"
    );
    drop(running);
    assert_eq!(home.said("adjutant.db").await, ["6"]);
    assert!(!at(REPLACED).exists());
}
