use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    sync::{Mutex, mpsc},
};

use adjutant_domain::{ids::SessionId, wake::Wake};
use anyhow::anyhow;
use tempfile::TempDir;
use tokio::{
    runtime::Handle,
    sync::{mpsc::unbounded_channel, oneshot},
    task::JoinSet,
};

use super::{backup::backup, threads::QUEUE, *};

async fn open() -> (TempDir, Arc<Db>) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("adjutant.db")).await.unwrap();
    (folder, db)
}

async fn put(tx: &Tx, name: &str) -> Result<()> {
    tx.execute("INSERT INTO leases (name, owner, token, expires_at) VALUES (?1, 'test', 1, 0)", [name])
        .await
        .map(drop)
}

async fn names(db: &Db) -> Vec<String> {
    db.read(async |tx| all_names(tx).await).await.unwrap()
}

async fn all_names(tx: &Tx) -> Result<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Row {
        name: String,
    }
    let rows: Vec<Row> = tx.all("SELECT name FROM leases ORDER BY name", ()).await?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

fn session(name: &str) -> Wake {
    Wake::Session(SessionId(name.to_owned()))
}

#[tokio::test]
async fn what_is_committed_is_read() {
    let (_folder, db) = open().await;
    db.write(Scope::Global, async |tx| put(tx, "first").await).await.unwrap();
    assert_eq!(names(&db).await, ["first"]);
}

#[tokio::test]
async fn a_reader_folds_the_log_into_the_file() {
    let (_folder, db) = open().await;
    db.write(Scope::Global, async |tx| put(tx, "found in the file").await).await.unwrap();
    let is_in_the_file =
        || String::from_utf8_lossy(&fs::read(db.path()).unwrap()).contains("found in the file");
    assert!(!is_in_the_file());
    wal::fold(&db.readers, &db.writer).await.unwrap();
    assert!(is_in_the_file());
}

#[tokio::test]
async fn the_log_is_emptied_as_soon_as_nobody_reads_from_it() {
    let (_folder, db) = open().await;
    let (begin, begun) = oneshot::channel();
    let (end, ended) = oneshot::channel::<()>();
    let reader = db.clone();
    let reading = tokio::spawn(async move {
        reader
            .read(async move |tx| {
                all_names(tx).await?;
                begin.send(()).unwrap();
                Ok(ended.await?)
            })
            .await
    });
    begun.await.unwrap();
    db.write(Scope::Global, async |tx| put(tx, "written").await).await.unwrap();
    assert!(!wal::try_to_empty(&db).await.unwrap(), "a reader still needs the old state");
    let (emptied, ()) = tokio::join!(db.checkpoint(), async { end.send(()).unwrap() });
    emptied.unwrap();
    reading.await.unwrap().unwrap();
    assert_eq!(fs::metadata(db.path().with_extension("db-wal")).unwrap().len(), 0);
}

#[tokio::test]
async fn what_is_read_is_of_one_moment() {
    let (_folder, db) = open().await;
    let (writer, runtime) = (db.clone(), Handle::current());
    let read = db.read(async move |tx| {
        let before = all_names(tx).await?;
        runtime
            .spawn(async move { writer.write(Scope::Global, async |tx| put(tx, "later").await).await })
            .await??;
        Ok((before, all_names(tx).await?))
    });
    assert_eq!(read.await.unwrap(), (Vec::new(), Vec::new()));
    assert_eq!(names(&db).await, ["later"]);
}

#[tokio::test]
async fn an_error_takes_everything_back() {
    let (_folder, db) = open().await;
    let outcome: Result<()> = db
        .write(Scope::Global, async |tx| {
            put(tx, "half").await?;
            Err(anyhow!("changed my mind"))
        })
        .await;
    assert_eq!(outcome.unwrap_err().to_string(), "changed my mind");
    assert_eq!(names(&db).await, [""; 0]);
    db.write(Scope::Global, async |tx| put(tx, "whole").await).await.unwrap();
    assert_eq!(names(&db).await, ["whole"]);
}

#[tokio::test]
async fn a_failed_statement_takes_everything_back() {
    let (_folder, db) = open().await;
    let twice = db
        .write(Scope::Global, async |tx| {
            put(tx, "same").await?;
            put(tx, "same").await
        })
        .await;
    insta::assert_snapshot!(
        format!("{:#}", twice.unwrap_err()),
        @"database: INSERT INTO leases (name, owner, token, …: SQLite failure: `UNIQUE constraint failed: leases.name`"
    );
    assert_eq!(names(&db).await, [""; 0]);
}

#[tokio::test]
async fn a_panic_takes_everything_back_and_the_thread_goes_on() {
    let (_folder, db) = open().await;
    let outcome: Result<()> = db
        .write(Scope::Global, async |tx| {
            put(tx, "half").await?;
            tx.wake(session("half"));
            panic!("on purpose");
        })
        .await;
    assert_eq!(outcome.unwrap_err().to_string(), "a database job panicked");
    assert_eq!(names(&db).await, [""; 0]);
    db.write(Scope::Global, async |tx| put(tx, "whole").await).await.unwrap();
    assert_eq!(names(&db).await, ["whole"]);
}

#[tokio::test]
async fn a_reader_that_panics_reads_again() {
    let (_folder, db) = open().await;
    for _ in 0..READERS * 2 {
        let outcome: Result<()> = db.read(async |_| panic!("on purpose")).await;
        assert!(outcome.is_err());
    }
    assert_eq!(names(&db).await, [""; 0]);
}

#[tokio::test]
async fn a_write_of_a_caller_that_went_away_is_done_all_the_same() {
    let (_folder, db) = open().await;
    let (go, wait) = mpsc::channel::<()>();
    let (begun, mut has_begun) = unbounded_channel();
    let writer = db.clone();
    let caller = tokio::spawn(async move {
        writer
            .write(Scope::Global, async move |tx| {
                let _ = begun.send(());
                wait.recv()?;
                put(tx, "kept").await
            })
            .await
    });
    has_begun.recv().await.unwrap();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    go.send(()).unwrap();
    db.write(Scope::Global, async |_| Ok(())).await.unwrap();
    assert_eq!(names(&db).await, ["kept"]);
}

#[tokio::test]
async fn wake_ups_follow_the_commit_and_are_forgotten_without_one() {
    let (_folder, db) = open().await;
    let (sender, woken) = mpsc::channel();
    db.wakes().hear(move |wake| sender.send(wake).unwrap());

    let failed: Result<()> = db
        .write(Scope::Global, async |tx| {
            tx.wake(session("failed"));
            Err(anyhow!("no"))
        })
        .await;
    assert!(failed.is_err());
    let panicked: Result<()> = db
        .write(Scope::Global, async |tx| {
            tx.wake(session("panicked"));
            panic!("on purpose");
        })
        .await;
    assert!(panicked.is_err());
    assert_eq!(woken.try_iter().count(), 0);

    db.write(Scope::Global, async |tx| {
        tx.wake(session("committed"));
        tx.wake(Wake::Schedules);
        put(tx, "row").await
    })
    .await
    .unwrap();
    assert_eq!(woken.try_iter().collect::<Vec<_>>(), [session("committed"), Wake::Schedules]);
}

#[tokio::test]
async fn a_broken_reference_is_refused() {
    let (_folder, db) = open().await;
    let outcome = db
        .write(Scope::Global, async |tx| {
            tx.execute("INSERT INTO usage (user_id, day) VALUES ('nobody', '2026-05-01')", ()).await
        })
        .await;
    assert!(format!("{:#}", outcome.unwrap_err()).contains("FOREIGN KEY constraint failed"));
}

#[tokio::test]
async fn readers_cannot_write() {
    let (_folder, db) = open().await;
    let outcome = db.read(async |tx| put(tx, "row").await).await;
    assert!(format!("{:#}", outcome.unwrap_err()).contains("attempt to write a readonly database"));
}

#[tokio::test]
async fn a_read_does_not_wait_for_a_write_and_does_not_see_half_of_it() {
    let (_folder, db) = open().await;
    let (go, wait) = mpsc::channel::<()>();
    let (begun, mut has_begun) = unbounded_channel();
    let writer = db.clone();
    let write = tokio::spawn(async move {
        writer
            .write(Scope::Global, async move |tx| {
                put(tx, "slow").await?;
                let _ = begun.send(());
                Ok(wait.recv()?)
            })
            .await
    });
    has_begun.recv().await.unwrap();
    assert_eq!(names(&db).await, [""; 0]);
    go.send(()).unwrap();
    write.await.unwrap().unwrap();
    assert_eq!(names(&db).await, ["slow"]);
}

#[tokio::test]
async fn more_jobs_than_the_queue_holds_are_all_done() {
    const JOBS: usize = QUEUE + 200;
    let (_folder, db) = open().await;
    let (go, wait) = mpsc::channel::<()>();
    let (begun, mut has_begun) = unbounded_channel();
    let first = db.clone();
    tokio::spawn(async move {
        first
            .write(Scope::Global, async move |_| {
                let _ = begun.send(());
                Ok(wait.recv()?)
            })
            .await
    });
    has_begun.recv().await.unwrap();

    let mut jobs = JoinSet::new();
    for i in 0..JOBS {
        let db = db.clone();
        jobs.spawn(
            async move { db.write(Scope::Global, async move |tx| put(tx, &i.to_string()).await).await },
        );
    }
    // Every job has tried to enter the queue, and the last jobs have found it full.
    while db.writer.try_send(writer::Job::Alone(Box::new(|_, _| ()))).is_ok() {
        tokio::task::yield_now().await;
    }
    go.send(()).unwrap();
    for outcome in jobs.join_all().await {
        outcome.unwrap();
    }
    assert_eq!(names(&db).await.len(), JOBS);
}

#[tokio::test]
async fn another_process_that_writes_is_waited_for() {
    let (folder, db) = open().await;
    let other =
        Builder::new_local(folder.path().join("adjutant.db")).build().await.unwrap().connect().unwrap();
    other.execute("BEGIN IMMEDIATE", ()).await.unwrap();
    other.execute("INSERT INTO leases VALUES ('theirs', 'test', 1, 0)", ()).await.unwrap();

    let writer = db.clone();
    let mut write =
        tokio::spawn(async move { writer.write(Scope::Global, async |tx| put(tx, "ours").await).await });
    let early = tokio::time::timeout(Duration::from_millis(100), &mut write).await;
    assert!(early.is_err(), "it waits: {early:?}");
    assert_eq!(names(&db).await, [""; 0], "and readers do not");
    other.execute("COMMIT", ()).await.unwrap();
    write.await.unwrap().unwrap();
    assert_eq!(names(&db).await, ["ours", "theirs"]);
}

#[tokio::test]
async fn a_backup_while_writing_is_one_moment_of_the_database() {
    const WRITES: i64 = 300;
    let (folder, db) = open().await;
    let writer = db.clone();
    let writes = tokio::spawn(async move {
        for i in 0..WRITES {
            let pair = [format!("{i:04}-a"), format!("{i:04}-b")];
            writer
                .write(Scope::Global, async move |tx| {
                    put(tx, &pair[0]).await?;
                    put(tx, &pair[1]).await
                })
                .await
                .unwrap();
        }
    });
    for i in 0..5 {
        let target = folder.path().join(format!("backup-{i}.db"));
        backup(db.path(), &target).await.unwrap();
        let copy = Db::open(&target).await.unwrap();
        let names = names(&copy).await;
        assert_eq!(names.len() % 2, 0, "no transaction is halved");
        assert!(names.last().is_none_or(|last| last.ends_with("-b")));
        let pairs = (0..names.len() / 2).flat_map(|i| [format!("{i:04}-a"), format!("{i:04}-b")]);
        assert_eq!(names, pairs.collect::<Vec<_>>(), "and none in between is missing");
    }
    writes.await.unwrap();
    db.write(Scope::Global, async |tx| put(tx, "after").await).await.unwrap();
}

#[tokio::test]
async fn a_backup_replaces_nothing() {
    let (folder, db) = open().await;
    let target = folder.path().join("backup.db");
    fs::write(&target, "something dear").unwrap();
    let shown = |error: anyhow::Error| format!("{error:#}").replace(folder.path().to_str().unwrap(), "DIR");
    insta::assert_snapshot!(
        shown(backup(db.path(), &target).await.unwrap_err()),
        @"DIR/backup.db exists already; name a file that does not"
    );
    assert_eq!(fs::read(&target).unwrap(), b"something dear");
    insta::assert_snapshot!(
        shown(backup(db.path(), &folder.path().join("no/such/folder.db")).await.unwrap_err()),
        @"cannot write the backup to DIR/no/such/folder.db: No such file or directory (os error 2)"
    );
    let nowhere = folder.path().join("elsewhere.db");
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&nowhere, &link).unwrap();
    assert!(
        backup(db.path(), &link).await.is_err() && !nowhere.exists(),
        "nor does it follow a link to where nothing is"
    );
}

#[tokio::test]
async fn what_people_said_can_be_read_by_this_account_alone() {
    let (folder, db) = open().await;
    db.write(Scope::Global, async |tx| put(tx, "something dear").await).await.unwrap();
    backup(db.path(), &folder.path().join("backup.db")).await.unwrap();
    let mut modes = Vec::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        modes.push(format!("{:o} {}", mode & 0o777, entry.file_name().display()));
    }
    modes.sort_unstable();
    insta::assert_snapshot!(modes.join("\n"), @"
    600 adjutant.db
    600 adjutant.db-shm
    600 adjutant.db-wal
    600 backup.db
    ");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    fs::write(&path, "Dear diary, ".repeat(100)).unwrap();
    let error = format!("{:#}", Db::open(&path).await.err().unwrap());
    insta::assert_snapshot!(
        error.replace(folder.path().to_str().unwrap(), "DIR"),
        @"DIR/adjutant.db is not a database; set [database] url to another file, or put a copy in its place with `adjutant restore`"
    );
}

#[tokio::test]
async fn jobs_that_wait_are_counted_until_they_are_taken_up() {
    let (_folder, db) = open().await;
    let (reads, writes) = db.queues();
    let (begin, begun) = oneshot::channel();
    let (go, wait) = mpsc::channel::<()>();
    let (begin, wait, busy) = (Mutex::new(Some(begin)), Mutex::new(wait), db.clone());
    let first = tokio::spawn(async move {
        let work = async move |_: &SyncedTx| {
            begin.lock().unwrap().take().map(|begin| begin.send(()));
            Ok(wait.lock().unwrap().recv().is_ok())
        };
        busy.write(Scope::Global, work).await
    });
    begun.await.unwrap();
    let queued = db.clone();
    let second = tokio::spawn(async move { queued.write(Scope::Global, async |_| Ok(())).await });
    while db.queues().1.waiting != 1 {
        tokio::task::yield_now().await;
    }
    drop(go);
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    db.read(async |_| Ok(())).await.unwrap();
    let (read, written) = db.queues();
    assert_eq!((read.waiting, read.taken), (0, reads.taken + 1));
    assert_eq!((written.waiting, written.taken), (0, writes.taken + 2));
}
