//! The database's threads. Each owns its connection and does the jobs of its queue one at a time, each to its end.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    time::Duration,
};

use adjutant_domain::language::Language;
use anyhow::{Context as _, Result, bail};
use libsql::Connection;
use tokio::{runtime::Handle, sync::oneshot};
use tracing::{Instrument as _, Span};

use super::{Tx, work::WorkCounter};

/// The longest queue of a thread; further senders wait.
pub(super) const QUEUE: usize = 1024;
/// How long a sender waits before it checks again for room.
const ROOM: Duration = Duration::from_millis(1);

/// Work on a connection, outside of any transaction except its own.
pub(super) type Job = Box<dyn FnOnce(&Tx, &Handle) + Send>;

/// Makes a job of `work`, and returns the receiver of its result.
pub(super) fn job<T, F>(work: F) -> (Job, oneshot::Receiver<Result<T>>)
where
    T: Send + 'static,
    F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    // Log lines of the work carry the caller's ids, and its texts are in the caller's language.
    let (span, language) = (Span::current(), Language::current());
    let job: Job = Box::new(move |tx, runtime| {
        // A cancelled caller no longer waits for the answer; the work runs all the same.
        let _ = reply.send(runtime.block_on(language.scope(work(tx).instrument(span))));
    });
    (job, answer)
}

/// Puts a job into a queue, once there is room.
pub(super) async fn enqueue<J>(queue: &SyncSender<J>, mut job: J) -> Result<()> {
    loop {
        match queue.try_send(job) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(back)) => {
                job = back;
                tokio::time::sleep(ROOM).await;
            }
            Err(TrySendError::Disconnected(_)) => bail!("the database is closed"),
        }
    }
}

/// Waits for the result of a job.
pub(super) async fn answered<T>(answer: oneshot::Receiver<Result<T>>) -> Result<T> {
    answer.await.context("a database job ended without an answer")?
}

/// Runs a job. If it fails or panics and leaves a transaction open, rolls that back.
pub(super) fn run(job: Job, tx: &Tx, runtime: &Handle) {
    if catch_unwind(AssertUnwindSafe(|| job(tx, runtime))).is_err() {
        tracing::error!("database job panicked; rolling back");
    }
    roll_back(tx, runtime);
}

/// Rolls the transaction back, if one is open.
pub(super) fn roll_back(tx: &Tx, runtime: &Handle) {
    if !tx.connection.is_autocommit()
        && let Err(error) = runtime.block_on(tx.connection.execute("ROLLBACK", ()))
    {
        tracing::error!(%error, "cannot roll back");
    }
}

/// Starts a thread.
pub(super) fn spawn(name: &str, serve: impl FnOnce() + Send + 'static) -> Result<()> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(serve)
        .context("cannot start a database thread")?;
    Ok(())
}

/// Starts a thread for each connection; all of them take their jobs from one queue.
pub(super) fn start_readers(
    connections: Vec<Connection>,
    work: &Arc<WorkCounter>,
) -> Result<SyncSender<Job>> {
    let (queue, jobs) = sync_channel(QUEUE);
    let jobs = Arc::new(Mutex::new(jobs));
    let runtime = Handle::current();
    for connection in connections {
        let (jobs, runtime, work) = (jobs.clone(), runtime.clone(), work.clone());
        spawn("db-reader", move || serve(Tx::new(connection, work), &jobs, &runtime))?;
    }
    Ok(queue)
}

fn serve(tx: Tx, jobs: &Mutex<Receiver<Job>>, runtime: &Handle) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        run(job, &tx, runtime);
    }
}
