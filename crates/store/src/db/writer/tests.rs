use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
    mpsc,
};

use adjutant_domain::ids::SessionId;
use libsql::Builder;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::{
    super::{Db, Scope, tune},
    *,
};

/// A database with a second writer, which groups writes however long their work takes.
struct Bench {
    db: Arc<Db>,
    writer: SyncSender<Job>,
    woken: Arc<Mutex<Vec<Wake>>>,
    _folder: TempDir,
}

async fn open() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let db = Db::open(&path).await.unwrap();
    let connection = Builder::new_local(&path).build().await.unwrap().connect().unwrap();
    tune(&connection).await.unwrap();
    let (wakes, woken) = (Wakes::default(), Arc::new(Mutex::new(Vec::new())));
    let told = woken.clone();
    wakes.hear(move |wake| told.lock().unwrap().push(wake));
    let (writer, jobs) = sync_channel(QUEUE);
    let (tx, runtime, wakes) =
        (SyncedTx::new(connection, Arc::default()), Handle::current(), Arc::new(wakes));
    threads::spawn("second-writer", move || {
        Writer { tx, jobs, wakes, runtime, rehearsal: Arc::default(), longest: Duration::MAX }.serve();
    })
    .unwrap();
    Bench { db, writer, woken, _folder: folder }
}

async fn put(tx: &Tx, name: &str) -> Result<()> {
    let insert = "INSERT INTO leases (name, owner, token, expires_at) VALUES (?1, 'test', 1, 0)";
    tx.execute(insert, [name]).await.map(drop)
}

/// Writes a row that only the commit finds to be wrong.
async fn break_commit(tx: &Tx) -> Result<()> {
    tx.execute("PRAGMA defer_foreign_keys = ON", ()).await?;
    let insert = "INSERT INTO identities (channel, external_id, user_id, admission, created_at)
                  VALUES ('test', '1', 'nobody', 'owner', 0)";
    tx.execute(insert, ()).await.map(drop)
}

async fn names(Bench { db, .. }: &Bench) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Row {
        name: String,
    }
    let rows: Vec<Row> =
        db.read(async |tx| tx.all("SELECT name FROM leases ORDER BY name", ()).await).await.unwrap();
    rows.into_iter().map(|row| row.name).collect()
}

/// Keeps the writer busy until the returned sender is used or dropped.
async fn occupied(bench: &Bench) -> mpsc::Sender<()> {
    let (go, wait) = mpsc::channel();
    let (begin, begun) = oneshot::channel();
    let writer = bench.writer.clone();
    tokio::spawn(async move {
        let work = async move |_: &Tx| {
            let _ = begin.send(());
            let _ = wait.recv();
            Ok(())
        };
        alone(&writer, work).await
    });
    begun.await.unwrap();
    go
}

/// Queues a write that stores this name, or behaves as the name says.
fn queue(bench: &Bench, durability: Durability, name: &'static str) -> JoinHandle<Result<()>> {
    let (writer, counter) = (bench.writer.clone(), bench.db.work.clone());
    tokio::spawn(async move {
        let work = async move |tx: &SyncedTx| match name {
            "bad" => {
                put(tx, "half of a bad one").await?;
                tx.wake(session(name));
                Err(anyhow!("no"))
            }
            "panics" => panic!("on purpose"),
            "ends" => {
                tx.connection.execute("ROLLBACK", ()).await?;
                put(tx, "outside of any transaction").await?;
                put(tx, "outside of any transaction").await
            }
            "breaks the commit" => {
                tx.wake(session(name));
                break_commit(tx).await
            }
            _ => {
                tx.wake(session(name));
                put(tx, name).await
            }
        };
        write((&writer, &counter), durability, work).await
    })
}

fn session(name: &str) -> Wake {
    Wake::Session(SessionId(name.to_owned()))
}

/// Queues writes in this order while the writer is busy, then lets it do them, and returns their outcomes.
async fn together(bench: &Bench, writes: &[(Durability, &'static str)]) -> Vec<Result<()>> {
    let go = occupied(bench).await;
    let mut queued = Vec::new();
    for (durability, name) in writes {
        queued.push(queue(bench, *durability, name));
        // The test's runtime has one thread: the task has queued its write when it yields.
        tokio::task::yield_now().await;
    }
    drop(go);
    let mut outcomes = Vec::new();
    for write in queued {
        outcomes.push(write.await.unwrap());
    }
    outcomes
}

fn shown(outcomes: Vec<Result<()>>) -> Vec<Result<(), String>> {
    outcomes.into_iter().map(|outcome| outcome.map_err(|error| format!("{error:#}"))).collect()
}

/// Counts the commits so far: each ends with a frame that gives the length of the file.
fn commits(Bench { db, .. }: &Bench) -> usize {
    const HEADER: usize = 32;
    const FRAME: usize = 24 + 4096;
    let log = std::fs::read(db.path().with_extension("db-wal")).unwrap();
    log[HEADER..].chunks_exact(FRAME).filter(|frame| frame[4..8] != [0; 4]).count()
}

#[tokio::test]
async fn writes_that_wait_share_a_commit() {
    let bench = open().await;
    let before = commits(&bench);
    let outcomes =
        together(&bench, &[(Durability::Synced, "a"), (Durability::Synced, "b"), (Durability::Synced, "c")]);
    assert!(outcomes.await.iter().all(Result::is_ok));
    assert_eq!(names(&bench).await, ["a", "b", "c"]);
    assert_eq!(commits(&bench) - before, 1);
}

#[tokio::test]
async fn a_write_that_fails_or_panics_takes_nothing_else_of_its_group_back() {
    let bench = open().await;
    let before = commits(&bench);
    let writes = ["a", "bad", "b", "panics", "c"].map(|name| (Durability::Synced, name));
    let outcomes: Vec<_> =
        together(&bench, &writes).await.into_iter().map(|outcome| outcome.is_ok()).collect();
    assert_eq!(outcomes, [true, false, true, false, true]);
    assert_eq!(names(&bench).await, ["a", "b", "c"]);
    assert_eq!(*bench.woken.lock().unwrap(), ["a", "b", "c"].map(session));
    assert_eq!(commits(&bench) - before, 1);
}

#[tokio::test]
async fn a_failure_that_ends_the_transaction_fails_alone() {
    let bench = open().await;
    let writes = ["a", "ends", "b"].map(|name| (Durability::Synced, name));
    let shown = shown(together(&bench, &writes).await);
    assert!(shown[1].as_ref().is_err_and(|error| error.contains("UNIQUE constraint failed")), "{shown:?}");
    assert_eq!((&shown[0], &shown[2]), (&Ok(()), &Ok(())));
    assert_eq!(names(&bench).await, ["a", "b", "outside of any transaction"]);
    assert_eq!(*bench.woken.lock().unwrap(), ["a", "b"].map(session));
}

#[tokio::test]
async fn a_write_that_breaks_the_commit_of_its_group_fails_alone() {
    let bench = open().await;
    let before = commits(&bench);
    let writes = ["a", "breaks the commit", "b"].map(|name| (Durability::Synced, name));
    let shown = shown(together(&bench, &writes).await);
    assert!(
        shown[1].as_ref().is_err_and(|error| error.contains("FOREIGN KEY constraint failed")),
        "{shown:?}"
    );
    assert_eq!((&shown[0], &shown[2]), (&Ok(()), &Ok(())));
    assert_eq!(names(&bench).await, ["a", "b"]);
    assert_eq!(*bench.woken.lock().unwrap(), ["a", "b"].map(session));
    assert_eq!(commits(&bench) - before, 2);
}

#[tokio::test]
async fn a_write_alone_that_cannot_be_committed_is_done_once() {
    let bench = open().await;
    let done = Arc::new(AtomicUsize::new(0));
    let counted = done.clone();
    let work = async move |tx: &SyncedTx| {
        counted.fetch_add(1, Ordering::Relaxed);
        break_commit(tx).await
    };
    assert!(write((&bench.writer, &bench.db.work), Durability::Synced, work).await.is_err());
    assert_eq!(done.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_rehearsed_write_is_done_twice_and_counts_once() {
    let bench = open().await;
    let (done, woken) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (counted, told) = (done.clone(), woken.clone());
    bench.db.wakes().hear(move |wake| told.lock().unwrap().push(wake));
    bench.db.rehearse_writes(true);
    let work = async move |tx: &SyncedTx| {
        tx.wake(session("rehearsed"));
        put(tx, "rehearsed").await?;
        Ok(counted.fetch_add(1, Ordering::Relaxed))
    };
    assert_eq!(bench.db.write(Scope::Global, work).await.unwrap(), 1);
    assert_eq!(names(&bench).await, ["rehearsed"]);
    assert_eq!(*woken.lock().unwrap(), [session("rehearsed")]);
}

#[tokio::test]
async fn a_write_that_must_be_on_the_disk_is_not_committed_with_one_that_need_not() {
    let bench = open().await;
    let before = commits(&bench);
    let writes = [(Durability::Unsynced, "a"), (Durability::Unsynced, "b"), (Durability::Synced, "c")];
    assert!(together(&bench, &writes).await.iter().all(Result::is_ok));
    assert_eq!(commits(&bench) - before, 2);
    let writes = [(Durability::Synced, "d"), (Durability::Unsynced, "e"), (Durability::Synced, "f")];
    assert!(together(&bench, &writes).await.iter().all(Result::is_ok));
    assert_eq!(commits(&bench) - before, 3, "what need not be synced may be");
    assert_eq!(names(&bench).await, ["a", "b", "c", "d", "e", "f"]);
}

#[tokio::test]
async fn a_group_is_bounded() {
    const WRITES: usize = GROUP * 2 + 1;
    let bench = open().await;
    let before = commits(&bench);
    let go = occupied(&bench).await;
    let mut queued = Vec::new();
    for i in 0..WRITES {
        let (writer, counter) = (bench.writer.clone(), bench.db.work.clone());
        queued.push(tokio::spawn(async move {
            write((&writer, &counter), Durability::Synced, async move |tx: &SyncedTx| {
                put(tx, &i.to_string()).await
            })
            .await
        }));
        tokio::task::yield_now().await;
    }
    drop(go);
    for write in queued {
        write.await.unwrap().unwrap();
    }
    assert_eq!(names(&bench).await.len(), WRITES);
    assert_eq!(commits(&bench) - before, 3);
}
