//! An embedding model in this process: the one compiled in, or one in a folder. It is in memory only while it is in
//! use, and runs one job at a time on a thread beside the async ones.

use std::{path::Path, sync::Arc, time::Duration};

use adjutant_clock::Timer;
use adjutant_embeddings::{BUNDLED_MODEL, Encoder, model_of};
use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use tokio::{
    select,
    sync::{mpsc, oneshot},
    task::spawn_blocking,
};

use super::{EmbedError, Embedder, Purpose};

/// How long an unused model stays in memory.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// Texts per job. A query waits for at most one job of documents: a tenth of a second with the bundled model and notes
/// of a sentence or two, half a second with the longest texts.
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

/// The receiving end of the queues, and the model's loader.
struct Worker {
    queries: mpsc::Receiver<Job>,
    documents: mpsc::Receiver<Job>,
    load: Load,
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
    /// Returns an error if the files cannot be read. Whether they hold a model shows when the first text comes.
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
        let (queries, queries_to_do) = mpsc::channel(WAITING);
        let (documents, documents_to_do) = mpsc::channel(WAITING);
        let worker = Worker { queries: queries_to_do, documents: documents_to_do, load, clock };
        tokio::spawn(worker.run());
        Self { space, queries, documents }
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

impl Worker {
    /// Runs jobs until every sender is gone.
    async fn run(mut self) {
        let mut encoder = None;
        loop {
            let job = select! {
                biased;
                job = self.queries.recv() => job,
                job = self.documents.recv() => job,
                () = self.clock.sleep(IDLE), if encoder.is_some() => {
                    encoder = None;
                    tracing::debug!("embedding model unloaded after idling");
                    continue;
                }
            };
            let Some(job) = job else { return };
            // Skip a job whose caller has given up.
            if !job.vectors.is_closed() {
                encoder = self.work(job, encoder).await;
            }
        }
    }

    /// Runs a job; returns the model for the next one.
    async fn work(&self, Job { texts, vectors }: Job, encoder: Option<Encoder>) -> Option<Encoder> {
        let load = self.load.clone();
        let done = spawn_blocking(move || {
            let encoder = match encoder.map_or_else(|| load(), Ok) {
                Ok(encoder) => encoder,
                Err(error) => return (None, Err(misconfigured(&error))),
            };
            let texts: Vec<_> = texts.iter().map(String::as_str).collect();
            let result = encoder.encode(&texts).map_err(|error| misconfigured(&error));
            (Some(encoder), result)
        });
        // The panic has been logged, and the model is of no use any more.
        let failed = |_| (None, Err(EmbedError::unavailable("the embedding model has failed")));
        let (encoder, result) = done.await.unwrap_or_else(failed);
        // The caller may have given up meanwhile.
        let _ = vectors.send(result);
        encoder
    }
}

fn misconfigured(error: &anyhow::Error) -> EmbedError {
    EmbedError::Misconfigured(format!("the embedding model cannot be used: {error:#}"))
}

#[cfg(test)]
mod tests;
