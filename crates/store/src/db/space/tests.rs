use std::{path::Path, sync::Arc};

use adjutant_domain::{
    ids::{NoteId, UserId},
    vectors::encode,
};
use libsql::Builder;

use super::{
    super::{Scope, SyncedTx, backup::backup, migrate},
    *,
};
use crate::{
    index_queue::{self, Kind},
    notes::{self, Note, Source},
    search,
    testing::{NOW, Store},
    vectors,
};

/// Returns the length of the file itself, in bytes.
fn length(db: &Db) -> u64 {
    std::fs::metadata(db.path()).unwrap().len()
}

/// Fills some hundreds of pages.
async fn fill(db: &Db) {
    let fill = async |tx: &SyncedTx| {
        tx.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
             INSERT INTO leases (name, owner, token, expires_at)
             SELECT 'lease-' || i, hex(randomblob(1000)), 1, 0 FROM n",
            (),
        )
        .await
    };
    db.write(Scope::Global, fill).await.unwrap();
    db.checkpoint().await.unwrap();
}

async fn empty(db: &Db) {
    db.write(Scope::Global, async |tx| tx.execute("DELETE FROM leases", ()).await).await.unwrap();
}

async fn shrinks(db: &Db) -> bool {
    db.read(Space::of).await.unwrap().can_shrink()
}

/// Creates a database as older versions did.
async fn old(folder: &Path) -> Arc<Db> {
    let path = folder.join("old.db");
    let connection = Builder::new_local(&path).build().await.unwrap().connect().unwrap();
    migrate::migrate(&connection).await.unwrap();
    connection
        .execute_batch("CREATE TABLE before (a TEXT); INSERT INTO before VALUES ('kept')")
        .await
        .unwrap();
    drop(connection);
    Db::open(&path).await.unwrap()
}

#[tokio::test]
async fn the_file_becomes_smaller_once_something_is_deleted() {
    let store = Store::new().await;
    fill(&store.db).await;
    let full = length(&store.db);
    store.db.shrink().await.unwrap();
    assert_eq!(length(&store.db), full, "there is nothing to give back");
    empty(&store.db).await;
    store.db.shrink().await.unwrap();
    assert!(length(&store.db) < full / 2, "{} of {full}", length(&store.db));
    let log = store.db.path().with_file_name("adjutant.db-wal");
    assert_eq!(std::fs::metadata(log).unwrap().len(), 0);
}

#[tokio::test]
async fn a_file_of_an_older_version_shrinks_too() {
    let folder = tempfile::tempdir().unwrap();
    let db = old(folder.path()).await;
    fill(&db).await;
    assert!(!shrinks(&db).await);
    let copy = folder.path().join("copy.db");
    backup(db.path(), &copy).await.unwrap();
    assert!(shrinks(&Db::open(&copy).await.unwrap()).await, "and so does its backup");

    let full = length(&db);
    empty(&db).await;
    db.shrink().await.unwrap();
    assert!(shrinks(&db).await);
    assert!(length(&db) < full / 2, "{} of {full}", length(&db));
    let kept = db.read(async |tx| tx.value("SELECT a AS value FROM before", ()).await).await.unwrap();
    assert_eq!(kept, Some("kept".to_owned()));
    fill(&db).await;
}

/// Counts the files in a folder that contain these bytes.
fn files_with(folder: &Path, bytes: &[u8]) -> usize {
    let files =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    files.filter(|file| std::fs::read(file).unwrap().windows(bytes.len()).any(|part| part == bytes)).count()
}

/// Saves a note with its full-text entry and its vector.
async fn save(tx: &Tx, user: &UserId, id: &NoteId, text: &str, vector: &[f32]) -> Result<()> {
    let note = Note {
        note_id: id.clone(),
        content: text.to_owned(),
        tags: vec!["secretary".to_owned()],
        source: Source::default(),
        shareable: false,
        created_at: NOW,
        updated_at: NOW,
    };
    notes::insert(tx, user, &note).await?;
    let row: Option<i64> =
        tx.value("SELECT row AS value FROM notes WHERE note_id = ?1", [id.as_str()]).await?;
    let row = row.context("the saved note is missing")?;
    let space = vectors::open_space(tx, "test", vector.len(), NOW).await?;
    vectors::put(tx, user, space, (Kind::Note, row), vector).await
}

#[tokio::test]
async fn of_a_note_that_was_deleted_no_file_has_a_byte() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let user = alice.user_id.clone();
    let secret = NoteId("note-secret".to_owned());
    let vector: Vec<f32> = (0..384_u16).map(|i| (f32::from(i * 7 % 31) - 15.0) / 173.0).collect();
    let (own, id, meant) = (user.clone(), secret.clone(), vector.clone());
    store
        .write(async move |tx| {
            for i in 0..400 {
                // These sort before, between and after the secret note in every index.
                let id = NoteId(format!("note-{i}"));
                let text = format!("note{i} about tea, word{} and zebra{}", i * 7919 % 1009, i * 31 % 401);
                let other: Vec<f32> = meant.iter().map(|x| -x + 0.0001 * i as f32).collect();
                save(tx, &own, &id, &text, &other).await?;
            }
            save(tx, &own, &id, "The vault opens with Quartzyx and mnop4711.", &meant).await
        })
        .await;
    store.db.checkpoint().await.unwrap();
    let folder = store.db.path().parent().unwrap().to_owned();
    let traces: [&[u8]; 4] = [b"Quartzyx", b"quartzyx", b"mnop4711", &encode(&vector)];
    for trace in traces {
        assert_eq!(files_with(&folder, trace), 1, "it is in the database");
    }

    let gone = store.write(async move |tx| notes::delete(tx, &user, &secret, NOW).await).await;
    assert!(gone);
    store.db.checkpoint().await.unwrap();
    let copy = folder.join("copy.db");
    backup(store.db.path(), &copy).await.unwrap();
    for trace in traces {
        assert_eq!(files_with(&folder, trace), 0, "{}", String::from_utf8_lossy(trace));
    }
    let check = async move |tx: &SyncedTx| {
        tx.execute("INSERT INTO notes_fts (notes_fts) VALUES ('integrity-check')", ()).await?;
        assert!(index_queue::is_empty(tx, index_queue::Part::Words).await?);
        let owner = search::owner_token(&alice.user_id);
        tx.value::<i64>("SELECT count(*) AS value FROM notes_fts WHERE notes_fts MATCH ?1", [owner]).await
    };
    assert_eq!(store.write(check).await, Some(400));
}
