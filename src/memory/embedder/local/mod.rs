//! The model that is compiled in, or one in a folder. It is in memory only while it is used, and works on one thread
//! beside the others.

use std::{path::Path, sync::Arc, time::Duration};

use adjutant_embeddings::{BUNDLED_MODEL, Encoder, model_of};
use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use tokio::{
    select,
    sync::{mpsc, oneshot},
    task::spawn_blocking,
};

use super::{EmbedError, Embedder, Purpose};
use crate::clock::Timer;

/// How long the model stays in memory without being used.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// Texts of one job. A query waits for no more than one job of documents: a tenth of a second with the bundled model
/// and notes of a sentence or two, half a second with the longest texts.
const JOB: usize = 8;

/// Jobs that wait for their turn; who has more to do waits.
const WAITING: usize = 16;

/// Vectors from a model on this machine.
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

/// What comes to be done, and when.
struct Worker {
    queries: mpsc::Receiver<Job>,
    documents: mpsc::Receiver<Job>,
    load: Load,
    clock: Arc<dyn Timer>,
}

impl Local {
    /// The model that is compiled in. Must be called within a runtime.
    pub fn bundled(clock: Arc<dyn Timer>) -> Self {
        Self::new(BUNDLED_MODEL.to_owned(), Arc::new(Encoder::bundled), clock)
    }

    /// The model in this folder. Must be called within a runtime; blocking, because all of it is read for its checksum.
    ///
    /// # Errors
    /// The files cannot be read. Whether they are a model is found out when the first text comes.
    pub fn open(folder: &Path, clock: Arc<dyn Timer>) -> Result<Self> {
        let space = model_of(folder).with_context(|| format!("the model in {}", folder.display()))?;
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
    /// Works until nobody can ask any more.
    async fn run(mut self) {
        let mut encoder = None;
        loop {
            let job = select! {
                biased;
                job = self.queries.recv() => job,
                job = self.documents.recv() => job,
                () = self.clock.sleep(IDLE), if encoder.is_some() => {
                    encoder = None;
                    tracing::debug!("the embedding model is dropped: nothing has needed it for a while");
                    continue;
                }
            };
            let Some(job) = job else { return };
            // Who asked may have given up.
            if !job.vectors.is_closed() {
                encoder = self.work(job, encoder).await;
            }
        }
    }

    /// Does a job; returns the model for the next one.
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
        // A panic is on record already, and the model of no use.
        let failed = |_| (None, Err(EmbedError::unavailable("the embedding model has failed")));
        let (encoder, result) = done.await.unwrap_or_else(failed);
        // Who asked may have given up meanwhile.
        let _ = vectors.send(result);
        encoder
    }
}

fn misconfigured(error: &anyhow::Error) -> EmbedError {
    EmbedError::Misconfigured(format!("the embedding model cannot be used: {error:#}"))
}

#[cfg(test)]
mod tests;
