//! The libSQL database: one writer thread and a few reader threads. No database call runs on the async workers.
//!
//! Every local libSQL call blocks its thread, and clones of a connection share one transaction. So each thread here
//! owns a connection and runs the async closures sent to it one at a time, each to its end.
//!
//! [`Db::write`] returns when its commit is on the disk, and [`Db::write_unsynced`] before: a power cut may undo that
//! commit. A function that stores something that is then sent or shown outside takes a [`SyncedTx`], which only
//! [`Db::write`] provides.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _},
    os::unix::fs::OpenOptionsExt,
    path::{self, Path, PathBuf},
    sync::{Arc, atomic::AtomicU32, mpsc::SyncSender},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use libsql::{Builder, Connection, Database};

pub mod backup;
mod failures;
mod migrate;
pub mod open;
mod params;
pub mod probe;
mod rehearsal;
pub mod restore;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod scope;
pub mod space;
pub(crate) mod sql;
mod statements;
mod threads;
mod tx;
mod upgrade;
mod wal;
mod wakes;
mod work;
mod writer;

pub use crate::params;
use failures::is_busy;
pub use failures::{is_storage_failure, unless_storage_failed};
pub use params::{Params, ToValue};
use rehearsal::Rehearsal;
pub use scope::Scope;
pub use tx::{SyncedTx, Tx};
pub use wakes::Wakes;
pub use work::{Queue, Work};
use work::{Waiting, WorkCounter};
use writer::Durability;

/// Reader threads; they read in parallel.
const READERS: usize = 2;
/// How long a write waits for another process's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The attempts at switching a new file to WAL mode while another process does the same.
const WAL_ATTEMPTS: u32 = 100;
/// The pause between two such attempts.
const WAL_PAUSE: Duration = Duration::from_millis(20);

/// An open database.
pub struct Db {
    path: PathBuf,
    writer: SyncSender<writer::Job>,
    readers: SyncSender<threads::Job>,
    wakes: Arc<Wakes>,
    commits: AtomicU32,
    work: Arc<WorkCounter>,
    rehearsal: Arc<Rehearsal>,
}

impl Db {
    /// Opens the file, creating and migrating it as needed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, is no database, or was made by a newer version.
    pub async fn open(path: &Path) -> Result<Arc<Self>> {
        let is_new = private(OpenOptions::new().create(true), path).with_context(|| cannot_open(path))? == 0;
        ensure_database(path)?;
        let database = Builder::new_local(path).build().await.with_context(|| cannot_open(path))?;
        let writer = database.connect().with_context(|| cannot_open(path))?;
        writer.busy_timeout(BUSY_TIMEOUT)?;
        migrate::ensure_own(&writer, path).await?;
        if is_new {
            space::make_shrinkable(&writer).await.with_context(|| cannot_open(path))?;
        }
        tune(&writer).await.with_context(|| cannot_open(path))?;
        migrate::migrate(&writer).await.with_context(|| format!("cannot prepare {}", path.display()))?;
        Self::with_threads(path, &database, writer).await
    }

    /// Connects the readers, and starts a thread for each connection.
    async fn with_threads(path: &Path, database: &Database, writer: Connection) -> Result<Arc<Self>> {
        let mut readers = Vec::new();
        for _ in 0..READERS {
            let reader = database.connect().with_context(|| cannot_open(path))?;
            tune(&reader).await?;
            pragma(&reader, "PRAGMA query_only = ON").await?;
            // Each commit empties a reader's cache, so half of the writer's is enough.
            pragma(&reader, "PRAGMA cache_size = -1000").await?;
            readers.push(reader);
        }
        let (wakes, work) = (Arc::new(Wakes::default()), Arc::new(WorkCounter::default()));
        let rehearsal = Arc::new(Rehearsal::default());
        Ok(Arc::new(Self {
            path: path.to_owned(),
            writer: writer::start(writer, wakes.clone(), work.clone(), rehearsal.clone())?,
            readers: threads::start_readers(readers, &work)?,
            wakes,
            commits: AtomicU32::new(0),
            work,
            rehearsal,
        }))
    }

    /// Checkpoints the write-ahead log into the database file, and truncates the log.
    ///
    /// # Errors
    /// Returns an error if the database fails, or if other connections keep reading from the log; a later checkpoint
    /// then does the work.
    pub async fn checkpoint(&self) -> Result<()> {
        let is_empty = wal::empty(self).await?;
        ensure!(is_empty, "cannot truncate the write-ahead log: other connections read from it");
        Ok(())
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the counts of the work done so far.
    pub fn work(&self) -> Work {
        self.work.so_far()
    }

    /// Returns the queues of the readers and of the writer.
    pub fn queues(&self) -> (Queue, Queue) {
        (self.work.reads.so_far(), self.work.writes.so_far())
    }

    /// Returns the channel on which commits announce the work that they leave.
    pub fn wakes(&self) -> &Wakes {
        &self.wakes
    }

    /// Runs `work` in a transaction: commits if it returns `Ok`, and rolls back otherwise. The commit is on the disk
    /// when this returns.
    ///
    /// `scope` says what no other write may change meanwhile; SQLite runs one write at a time anyway. `work` may run
    /// again in another transaction if its first one fails, so it may change only rows, and files that the next attempt
    /// writes anew. The results and wake-ups of an attempt that is not committed are dropped.
    ///
    /// # Errors
    /// Returns an error if `work` or the database fails; nothing is written then.
    pub async fn write<T, F>(&self, _scope: Scope, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFn(&SyncedTx) -> Result<T> + Send + 'static,
    {
        let value = writer::write((&self.writer, &self.work), Durability::Synced, work).await?;
        wal::after_commit(self);
        Ok(value)
    }

    /// As [`Db::write`], for a change that may be repeated, or lost in a power cut, as long as nobody has been told of
    /// it. It reaches the disk with the next synced write, or when the system writes it. Commits keep their order.
    ///
    /// # Errors
    /// Returns an error if `work` or the database fails; nothing is written then.
    pub async fn write_unsynced<T, F>(&self, _scope: Scope, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFn(&Tx) -> Result<T> + Send + 'static,
    {
        let work = async move |tx: &SyncedTx| work(tx).await;
        let value = writer::write((&self.writer, &self.work), Durability::Unsynced, work).await?;
        wal::after_commit(self);
        Ok(value)
    }

    /// Runs `work` on a read-only connection. All its reads see one consistent snapshot.
    ///
    /// # Errors
    /// Returns an error if `work` or the database fails.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let waiting = Waiting::begin(&self.work, |work| &work.reads);
        self.submit(async move |tx: &Tx| {
            drop(waiting);
            tx.control("BEGIN", ()).await.context("cannot begin to read")?;
            let found = work(tx).await?;
            tx.control("COMMIT", ()).await.context("cannot end reading")?;
            Ok(found)
        })
        .await
    }

    /// Runs `work` on a reader's thread.
    async fn submit<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (job, answer) = threads::job(work);
        threads::enqueue(&self.readers, job).await?;
        threads::answered(answer).await
    }
}

async fn tune(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    use_wal(connection).await?;
    for setting in [
        // The writer sets the level of each transaction (see writer/).
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        // Deleted data leaves no bytes behind.
        "PRAGMA secure_delete = ON",
        "PRAGMA temp_store = MEMORY",
        "PRAGMA cache_size = -2000",
        "PRAGMA journal_size_limit = 16777216",
        // See wal.rs.
        "PRAGMA wal_autocheckpoint = 0",
    ] {
        pragma(connection, setting).await?;
    }
    Ok(())
}

/// Switches the file to WAL mode. While another process makes this switch in the same new file, SQLite does not wait,
/// whatever the busy timeout.
async fn use_wal(connection: &Connection) -> Result<()> {
    insist(connection, "PRAGMA journal_mode = WAL").await
}

/// Applies a setting that all processes apply when they start. Retries while another process applies it.
async fn insist(connection: &Connection, setting: &str) -> Result<()> {
    for _ in 0..WAL_ATTEMPTS {
        match pragma(connection, setting).await {
            Err(error) if is_busy(&error) => tokio::time::sleep(WAL_PAUSE).await,
            done => return done,
        }
    }
    pragma(connection, setting).await
}

/// Runs a pragma. Drains its rows, because libSQL's `execute` refuses pragmas that return rows.
async fn pragma(connection: &Connection, sql: &str) -> Result<()> {
    let mut rows = connection.query(sql, ()).await.with_context(|| sql.to_owned())?;
    while rows.next().await.with_context(|| sql.to_owned())?.is_some() {}
    Ok(())
}

/// Opens a file so that only this account can access it, because it holds people's messages. Returns its length in
/// bytes.
fn private(how: &mut OpenOptions, path: &Path) -> io::Result<u64> {
    let file = how.write(true).truncate(false).mode(0o600).open(path)?;
    Ok(file.metadata()?.len())
}

fn cannot_open(path: &Path) -> String {
    format!("cannot open the database {}", in_full(path).display())
}

/// Checks that a file that is not empty begins like a database.
fn ensure_database(path: &Path) -> Result<()> {
    let mut header = Vec::new();
    let file = File::open(path).with_context(|| cannot_open(path))?;
    file.take(HEADER.len() as u64).read_to_end(&mut header).with_context(|| cannot_open(path))?;
    ensure!(
        header.is_empty() || header == HEADER,
        "{} is not a database; set [database] url to another file, or put a copy in its place with `adjutant restore`",
        in_full(path).display()
    );
    Ok(())
}

/// Returns the absolute path, for users who do not see the working directory.
fn in_full(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The first bytes of every database file.
const HEADER: &[u8; 16] = b"SQLite format 3\0";

#[cfg(test)]
mod tests;
