//! An embedding model in this process: the one that is compiled in, or one in a folder. It is in memory only while it
//! is in use. Queries and documents have one worker each, which run side by side: somebody waits for a query, so
//! documents get only processor time that nothing else needs.

use std::{
    path::Path,
    sync::{Arc, Weak},
    thread,
    time::Duration,
};

use adjutant_clock::Timer;
use adjutant_embeddings::{BUNDLED_MODEL, Encoder, model_of};
use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use thread_priority::ThreadPriority;
#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
};
use tokio::{
    select,
    sync::{Mutex, mpsc, oneshot},
    task::spawn_blocking,
};

use super::{EmbedError, Embedder, Purpose};

/// How long an unused model stays in memory.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// Texts per job.
const JOB: usize = 8;

/// Jobs that each queue holds; further callers wait.
const WAITING: usize = 16;

/// An embedder that runs a model on this machine.
pub struct Local {
    space: String,
    queries: mpsc::Sender<Job>,
    documents: mpsc::Sender<Job>,
}

type Load = Arc<dyn Fn() -> Result<Encoder> + Send + Sync>;
type Vectors = Result<Vec<Vec<f32>>, EmbedError>;

struct Job {
    texts: Vec<String>,
    vectors: oneshot::Sender<Vectors>,
}

/// The model, which is in memory while a worker holds it.
struct Model {
    load: Load,
    loaded: Mutex<Weak<Encoder>>,
}

/// The receiving end of a queue.
struct Worker {
    jobs: mpsc::Receiver<Job>,
    purpose: Purpose,
    model: Arc<Model>,
    clock: Arc<dyn Timer>,
}

impl Local {
    /// Opens the model that is compiled in. Call it within a runtime.
    pub fn bundled(clock: Arc<dyn Timer>) -> Self {
        Self::new(BUNDLED_MODEL.to_owned(), Arc::new(Encoder::bundled), clock)
    }

    /// Opens the model in a folder. Call it within a runtime. Blocking: reads all files for the checksum.
    ///
    /// # Errors
    /// Returns an error if the files cannot be read. Whether they are a valid model shows only at the first text.
    pub fn open(folder: &Path, clock: Arc<dyn Timer>) -> Result<Self> {
        let space =
            model_of(folder).with_context(|| format!("cannot read the model in {}", folder.display()))?;
        let (folder, expected) = (folder.to_owned(), space.clone());
        let load = move || {
            let encoder = Encoder::open(&folder)?;
            ensure!(encoder.model() == expected, "its files have changed; restart to use them");
            Ok(encoder)
        };
        Ok(Self::new(space, Arc::new(load), clock))
    }

    fn new(space: String, load: Load, clock: Arc<dyn Timer>) -> Self {
        let model = Arc::new(Model { load, loaded: Mutex::default() });
        let queue = |purpose| {
            let (queue, jobs) = mpsc::channel(WAITING);
            tokio::spawn(Worker { jobs, purpose, model: model.clone(), clock: clock.clone() }.run());
            queue
        };
        Self { space, queries: queue(Purpose::Query), documents: queue(Purpose::Document) }
    }
}

#[async_trait]
impl Embedder for Local {
    fn space(&self) -> &str {
        &self.space
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Vectors {
        let jobs = match purpose {
            Purpose::Query => &self.queries,
            Purpose::Document => &self.documents,
        };
        let stopped = || EmbedError::unavailable("the embedding model has stopped");
        let mut all = Vec::with_capacity(texts.len());
        for texts in texts.chunks(JOB) {
            let (vectors, done) = oneshot::channel();
            jobs.send(Job { texts: texts.to_vec(), vectors }).await.map_err(|_| stopped())?;
            all.extend(done.await.map_err(|_| stopped())??);
        }
        Ok(all)
    }
}

impl Model {
    /// Returns the model, after loading it if no worker holds it.
    async fn get(&self) -> Result<Arc<Encoder>, EmbedError> {
        let mut loaded = self.loaded.lock().await;
        if let Some(encoder) = loaded.upgrade() {
            return Ok(encoder);
        }
        let load = self.load.clone();
        let encoder = spawn_blocking(move || load()).await.map_err(|_| failed())?;
        let encoder = Arc::new(encoder.map_err(|error| misconfigured(&error))?);
        *loaded = Arc::downgrade(&encoder);
        Ok(encoder)
    }
}

impl Worker {
    /// Runs jobs until every sender is gone.
    async fn run(mut self) {
        let mut held = None;
        loop {
            let job = select! {
                biased;
                job = self.jobs.recv() => job,
                () = self.clock.sleep(IDLE), if held.is_some() => {
                    held = None;
                    tracing::debug!(purpose = ?self.purpose, "embedding model no longer held after idling");
                    continue;
                }
            };
            let Some(Job { texts, vectors }) = job else { return };
            // Skip a job whose caller has given up.
            if vectors.is_closed() {
                continue;
            }
            let result = match self.model.get().await {
                Ok(encoder) => encode(held.insert(encoder).clone(), texts, self.purpose).await,
                Err(error) => Err(error),
            };
            // The caller may have given up in the meantime.
            let _ = vectors.send(result);
        }
    }
}

/// Returns the vectors of texts, computed off the async threads.
async fn encode(encoder: Arc<Encoder>, texts: Vec<String>, purpose: Purpose) -> Vectors {
    let work = move || {
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        encoder.encode(&texts).map_err(|error| misconfigured(&error))
    };
    // The log shows a panic.
    match purpose {
        Purpose::Query => spawn_blocking(work).await.unwrap_or_else(|_| Err(failed())),
        Purpose::Document => {
            let (vectors, done) = oneshot::channel();
            // This thread runs only one job, because it cannot restore its priority.
            let spawned = thread::Builder::new().name("embedding".to_owned()).spawn(move || {
                if let Err(error) = give_way() {
                    tracing::debug!(%error, "cannot lower the priority of a thread");
                }
                let _ = vectors.send(work());
            });
            match spawned {
                Ok(_) => done.await.unwrap_or_else(|_| Err(failed())),
                Err(error) => Err(EmbedError::unavailable(format!("cannot start a thread: {error}"))),
            }
        }
    }
}

/// Lets the current thread run only when no other wants to. A thread with only the lowest priority would finish its
/// time slice before a turn gets the core.
fn give_way() -> Result<(), thread_priority::Error> {
    #[cfg(target_os = "linux")]
    {
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle)
    }
    #[cfg(not(target_os = "linux"))]
    ThreadPriority::Min.set_for_current()
}

fn failed() -> EmbedError {
    EmbedError::unavailable("the embedding model has failed")
}

fn misconfigured(error: &anyhow::Error) -> EmbedError {
    EmbedError::Misconfigured(format!("the embedding model cannot be used: {error:#}"))
}

#[cfg(test)]
mod tests;
