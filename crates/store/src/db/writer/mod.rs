//! The writer thread. It commits the writes that wait together (group commit), because each synced commit waits for the
//! disk once, however many writes it holds.
//!
//! Each write of a group has a savepoint, so that a failing write is rolled back alone. If the whole group is rolled
//! back, because the commit fails or the transaction ends, each write is done once more by itself. No caller hears of a
//! write before its commit.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    time::{Duration, Instant},
};

use adjutant_domain::{language::Language, wake::Wake};
use anyhow::{Context as _, Error, Result, anyhow};
use libsql::Connection;
use tokio::{runtime::Handle, sync::oneshot};
use tracing::{Instrument as _, Span};

use super::{
    SyncedTx, Tx,
    failures::{advised, copy},
    pragma,
    rehearsal::Rehearsal,
    threads::{self, QUEUE},
    wakes::Wakes,
    work::{Waiting, WorkCounter},
};

/// The most writes of a group.
const GROUP: usize = 64;
/// How long the work of a group may take: the first write waits for the last.
const LONGEST: Duration = Duration::from_millis(4);

/// A job for the writer.
pub(super) enum Job {
    /// A write that shares its transaction with others.
    Write(Durability, Box<dyn Write>),
    /// Work outside of any transaction.
    Alone(threads::Job),
}

/// When a commit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durability {
    /// Once it is on the disk: a power cut takes nothing of it back.
    Synced,
    /// At once. A power cut may take it back, together with everything after it.
    Unsynced,
}

/// Work in a transaction, and its caller.
pub(super) trait Write: Send {
    /// Does the work. It takes effect at the commit, and may be done again if there is none.
    fn run(&mut self, tx: &SyncedTx, runtime: &Handle) -> Result<()>;

    /// Tells the caller the outcome.
    fn tell(self: Box<Self>, outcome: Result<()>);
}

struct Pending<T, F> {
    work: F,
    value: Option<T>,
    caller: oneshot::Sender<Result<T>>,
    span: Span,
    language: Language,
    /// Present until the work first starts.
    waiting: Option<Waiting>,
}

impl<T, F> Write for Pending<T, F>
where
    T: Send,
    F: AsyncFn(&SyncedTx) -> Result<T> + Send,
{
    fn run(&mut self, tx: &SyncedTx, runtime: &Handle) -> Result<()> {
        self.waiting = None;
        // Log lines of the work carry the caller's ids, and its texts are in the caller's language.
        let work = (self.work)(tx).instrument(self.span.clone());
        self.value = Some(runtime.block_on(self.language.scope(work))?);
        Ok(())
    }

    fn tell(self: Box<Self>, outcome: Result<()>) {
        let Self { work, value, caller, .. } = *self;
        // Releases the data that the work shares with the caller.
        drop(work);
        let value = value.context("a write that did not run is not committed");
        // A cancelled caller no longer waits; the work is done all the same.
        let _ = caller.send(outcome.map_err(advised).and(value));
    }
}

/// Runs `work` in a transaction of the writer.
pub(super) async fn write<T, F>(
    (writer, counter): (&SyncSender<Job>, &Arc<WorkCounter>),
    durability: Durability,
    work: F,
) -> Result<T>
where
    T: Send + 'static,
    F: AsyncFn(&SyncedTx) -> Result<T> + Send + 'static,
{
    let (caller, answer) = oneshot::channel();
    let waiting = Some(Waiting::begin(counter, |work| &work.writes));
    let (span, language) = (Span::current(), Language::current());
    let pending = Pending { work, value: None, caller, span, language, waiting };
    threads::enqueue(writer, Job::Write(durability, Box::new(pending))).await?;
    threads::answered(answer).await
}

/// Runs `work` outside of any transaction.
pub(super) async fn alone<T, F>(writer: &SyncSender<Job>, work: F) -> Result<T>
where
    T: Send + 'static,
    F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
{
    let (job, answer) = threads::job(work);
    threads::enqueue(writer, Job::Alone(job)).await?;
    threads::answered(answer).await
}

/// Starts the thread.
pub(super) fn start(
    connection: Connection,
    wakes: Arc<Wakes>,
    work: Arc<WorkCounter>,
    rehearsal: Arc<Rehearsal>,
) -> Result<SyncSender<Job>> {
    let (queue, jobs) = sync_channel(QUEUE);
    let (tx, runtime) = (SyncedTx::new(connection, work), Handle::current());
    let writer = Writer { tx, jobs, wakes, runtime, rehearsal, longest: LONGEST };
    threads::spawn("db-writer", move || writer.serve())?;
    Ok(queue)
}

struct Writer {
    tx: SyncedTx,
    jobs: Receiver<Job>,
    wakes: Arc<Wakes>,
    runtime: Handle,
    rehearsal: Arc<Rehearsal>,
    /// How long the work of a group may take.
    longest: Duration,
}

/// The writes of a group that have done their work, and their wake-ups.
#[derive(Default)]
struct Group {
    done: Vec<Box<dyn Write>>,
    wakes: Vec<Wake>,
}

impl Writer {
    fn serve(self) {
        let mut left = None;
        while let Some(job) = left.take().or_else(|| self.jobs.recv().ok()) {
            match job {
                Job::Write(durability, write) => left = self.commit_with(durability, write),
                Job::Alone(job) => threads::run(job, &self.tx, &self.runtime),
            }
        }
    }

    /// Commits a write together with those that wait behind it. Returns the first job that does not fit the group.
    fn commit_with(&self, durability: Durability, first: Box<dyn Write>) -> Option<Job> {
        let begun = Instant::now();
        if let Err(error) = self.begin(durability) {
            first.tell(Err(error));
            return None;
        }
        let mut group = Group::default();
        let mut left = None;
        let mut next = Some(first);
        while let Some(write) = next.take() {
            if let Err(error) = self.add(&mut group, write) {
                self.redo(durability, group, &error);
                return None;
            }
            if group.done.len() < GROUP && begun.elapsed() < self.longest {
                match self.jobs.try_recv().ok() {
                    // An unsynced commit is not enough for a synced write.
                    Some(Job::Write(wanted, write))
                        if wanted == durability || wanted == Durability::Unsynced =>
                    {
                        next = Some(write);
                    }
                    other => left = other,
                }
            }
        }
        match self.commit(&mut group) {
            Err(error) if group.done.len() == 1 => group.fail(&error),
            Err(error) => self.redo(durability, group, &error),
            Ok(()) => {}
        }
        left
    }

    /// Repeats the writes of a group that could not be committed, each in a transaction of its own, so that only the
    /// failing ones fail.
    fn redo(&self, durability: Durability, mut group: Group, error: &Error) {
        let writes = group.done.len();
        if writes > 0 {
            tracing::warn!(
                writes,
                error = format!("{error:#}"),
                "cannot commit writes together; doing each again"
            );
        }
        while !group.done.is_empty() {
            if let Err(error) = self.begin(durability) {
                group.fail(&error);
                return;
            }
            let mut alone = Group::default();
            let done = self.add(&mut alone, group.done.remove(0)).and_then(|()| self.commit(&mut alone));
            if let Err(error) = done {
                alone.fail(&error);
            }
        }
    }

    fn begin(&self, durability: Durability) -> Result<()> {
        let synchronous = match durability {
            Durability::Synced => "PRAGMA synchronous = FULL",
            Durability::Unsynced => "PRAGMA synchronous = NORMAL",
        };
        self.runtime.block_on(async {
            // SQLite cannot change it within a transaction.
            pragma(&self.tx.connection, synchronous).await?;
            self.tx.control("BEGIN IMMEDIATE", ()).await.context("cannot begin a transaction")
        })?;
        Ok(())
    }

    /// Does a write's work. If it fails, it is rolled back alone, and its caller is told.
    ///
    /// # Errors
    /// Returns an error if the failure has ended the transaction: nothing of the group is left.
    fn add(&self, group: &mut Group, mut write: Box<dyn Write>) -> Result<()> {
        let done = self
            .rehearse(write.as_mut())
            .and_then(|()| self.attempt(write.as_mut()))
            .and_then(|()| self.execute("RELEASE part"));
        let wakes = self.tx.wakes.take();
        let Err(error) = done else {
            group.done.push(write);
            group.wakes.extend(wakes);
            return Ok(());
        };
        let is_over = self.tx.connection.is_autocommit();
        if is_over && !group.done.is_empty() {
            // Another write may be to blame, such as one that took the last space on the disk.
            group.done.push(write);
            return Err(error);
        }
        let taken_back = if is_over { Err(copy(&error)) } else { self.take_back() };
        write.tell(Err(error));
        taken_back.inspect_err(|_| threads::roll_back(&self.tx, &self.runtime))
    }

    /// Does a write's work once and rolls it back, if rehearsals are on.
    fn rehearse(&self, write: &mut dyn Write) -> Result<()> {
        if !self.rehearsal.is_on() {
            return Ok(());
        }
        self.attempt(write)?;
        self.tx.wakes.take();
        self.take_back()
    }

    /// Does a write's work within a savepoint.
    fn attempt(&self, write: &mut dyn Write) -> Result<()> {
        self.execute("SAVEPOINT part")?;
        catch_unwind(AssertUnwindSafe(|| write.run(&self.tx, &self.runtime))).unwrap_or_else(|_| {
            tracing::error!("database job panicked; rolling back");
            Err(anyhow!("a database job panicked"))
        })
    }

    fn take_back(&self) -> Result<()> {
        self.execute("ROLLBACK TO part")?;
        self.execute("RELEASE part")
    }

    /// Commits a group and tells its callers. The group is empty afterwards.
    ///
    /// # Errors
    /// Returns an error if the database fails: nothing of the group is left.
    fn commit(&self, group: &mut Group) -> Result<()> {
        self.execute("COMMIT")
            .context("cannot commit")
            .inspect_err(|_| threads::roll_back(&self.tx, &self.runtime))?;
        self.tx.work.count_commit();
        let Group { done, wakes } = std::mem::take(group);
        // Some wake-ups start tasks.
        let runtime = self.runtime.enter();
        self.wakes.announce(wakes);
        drop(runtime);
        done.into_iter().for_each(|write| write.tell(Ok(())));
        Ok(())
    }

    fn execute(&self, sql: &'static str) -> Result<()> {
        self.runtime.block_on(self.tx.control(sql, ())).map(drop)
    }
}

impl Group {
    /// Tells the callers that all of the group's writes are undone.
    fn fail(self, error: &Error) {
        self.done.into_iter().for_each(|write| write.tell(Err(copy(error))));
    }
}

#[cfg(test)]
mod tests;
