use std::{os::unix::fs::PermissionsExt as _, time::Duration};

use tempfile::TempDir;

use super::*;
use crate::{
    db::{
        migrate::{MIGRATIONS, migrate_to},
        samples::connect,
    },
    process::Process,
};

/// Makes a database of the version before this program's.
async fn old() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let connection = connect(&path).await;
    migrate_to(&connection, &MIGRATIONS[..MIGRATIONS.len() - 1]).await.unwrap();
    (folder, path)
}

async fn version(path: &Path) -> i64 {
    migrate::version(&connect(path).await).await.unwrap()
}

/// Returns the names of the copies, the newest first.
fn names(path: &Path) -> Vec<String> {
    let name = |copy: &PathBuf| copy.file_name().unwrap().to_str().unwrap().to_owned();
    copies(path).unwrap().iter().map(|(copy, _)| name(copy)).collect()
}

#[tokio::test]
async fn an_upgrade_is_refused_while_another_process_runs() {
    let (_folder, path) = old().await;
    let running = Process::register(&path).unwrap();
    let registering = Registering::begin(&path).unwrap();
    let refused = Db::open_to_run(&path, &registering).await.err().unwrap();
    let newest = migrate::newest();
    let said = format!("{refused:#}").replace(path.to_str().unwrap(), "DATABASE");
    insta::assert_snapshot!(
        said.replace(&newest.to_string(), "NEW").replace(&(newest - 1).to_string(), "OLD"),
        @"DATABASE has schema version OLD and must be upgraded to version NEW, but another process uses it; stop that process, then start this one"
    );
    assert_eq!((version(&path).await, names(&path)), (newest - 1, vec![]));

    drop(running);
    Db::open_to_run(&path, &registering).await.unwrap();
    assert_eq!(version(&path).await, newest);
    // Another process of the same version may run at the same time.
    let _running = registering.finish().unwrap();
    Db::open_to_run(&path, &Registering::begin(&path).unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_copy_is_kept_of_the_last_three_upgrades() {
    let (folder, path) = old().await;
    for (age, version) in [(4, "0006"), (3, "0007"), (2, "0008")] {
        let copy = folder.path().join(format!("adjutant.db.before-{version}"));
        let made = fs::File::create(&copy).unwrap();
        made.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000 - age)).unwrap();
    }
    // A file that is not an automatic copy.
    fs::write(folder.path().join("adjutant.db.before-lunch"), "").unwrap();
    Db::open_to_run(&path, &Registering::begin(&path).unwrap()).await.unwrap();
    let newest = format!("adjutant.db.before-{:04}", migrate::newest());
    assert_eq!(names(&path), [newest.as_str(), "adjutant.db.before-0008", "adjutant.db.before-0007"]);
    let copy = folder.path().join(newest);
    assert_eq!(version(&copy).await, migrate::newest() - 1);
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(folder.path().join("adjutant.db.before-lunch").exists());
}

#[tokio::test]
async fn nothing_is_upgraded_without_a_copy() {
    let (folder, path) = old().await;
    // A folder of the same name prevents the copy.
    fs::create_dir(folder.path().join("adjutant.db.copying")).unwrap();
    let refused = Db::open_to_run(&path, &Registering::begin(&path).unwrap()).await.err().unwrap();
    assert!(format!("{refused:#}").contains("so nothing was changed"), "{refused:#}");
    assert_eq!(version(&path).await, migrate::newest() - 1);
}

#[tokio::test]
async fn a_new_database_needs_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    Db::open_to_run(&path, &Registering::begin(&path).unwrap()).await.unwrap();
    assert_eq!((version(&path).await, names(&path)), (migrate::newest(), vec![]));
}
