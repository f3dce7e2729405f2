//! The background indexer: works through the index queue (`store/index_queue.rs`) in small steps.
//!
//! A step is one transaction, or writes only in its last one, so it can be interrupted anywhere. A vector is stored
//! only if its text has not changed since it was embedded; a changed text is already in the queue again.

use std::{sync::Arc, time::Duration};

use adjutant_clock::Timer;
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::{self, Db, Scope, Tx},
    index_queue::{self, Item, Kind, Part, Text},
    leases::{self, Lease, LeaseName, Lost},
    process::Process,
    search::{self, Segments},
    site,
    vectors::{self, WrongDimensions},
};
use anyhow::Result;

use self::embedder_health::{LONGEST_PAUSE, pause};
use super::{
    Memory,
    embedder::{EmbedError, Embedder, Purpose},
};

mod embedder_health;

pub(crate) use embedder_health::EmbedderHealth;

/// Texts per batch: few, so that a query that somebody waits for is soon embedded after them.
const BATCH: i64 = 8;
/// The most bytes of a batch of several texts. One passage of a document takes as long as eight notes.
const BATCH_BYTES: usize = 2_000;
/// The longest rest after a step. The worker rests as long as the step took, so half of a processor's time and half of
/// the writer's time are left for others.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// The most rows that are reindexed in one transaction, because other writers wait.
const WORDS: i64 = 50;
/// The time limit of such a transaction. Most of the time goes to the commit, in which the index looks up each word of
/// a row that it replaces.
const WORDS_TIME: Duration = Duration::from_millis(5);
/// The most waiting texts that are counted.
pub const BACKLOG: u32 = 1000;
/// The range of row numbers that one transaction covers after a change of the model.
const STRETCH: i64 = 500;

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// There may be more to do after this rest.
    Worked(Duration),
    /// There is nothing to do now, or another process does it.
    Idle,
}

/// The indexing worker. One process at a time holds the lease; the others wait for it.
pub struct Indexer {
    db: Arc<Db>,
    clock: Arc<dyn Timer>,
    process: Arc<Process>,
    /// `None`: texts stay queued until an embedder is configured. The queue is bounded by the stored texts.
    embedder: Option<Arc<dyn Embedder>>,
    health: Arc<EmbedderHealth>,
    held: Option<Held>,
    /// The segments of the full-text indexes when there was last nothing to merge.
    merged: Option<Segments>,
    /// The rows to reindex in the next transaction: as many as should take [`WORDS_TIME`], judging by the last one.
    words: i64,
}

/// State that lasts as long as this process holds the lease.
struct Held {
    lease: Lease,
    upkeep: Upkeep,
}

/// Progress of the change to the embedder's vector space.
#[derive(Clone, Copy, Debug)]
enum Upkeep {
    /// Queueing texts that have no vector in the space: those of this kind after this row.
    Queueing(Kind, i64),
    /// Waiting for the queue to empty, then removing vectors of other spaces.
    Finishing,
    Done,
}

/// A row of the queue with the text to embed; `None` if the text is gone.
type Work = (Item, Option<Text>);

impl Indexer {
    /// Creates the worker of this process.
    pub fn new(memory: &Memory, process: Arc<Process>) -> Self {
        Self {
            db: memory.db.clone(),
            clock: memory.clock.clone(),
            process,
            embedder: memory.embedder.clone(),
            health: memory.health.clone(),
            held: None,
            merged: None,
            words: WORDS,
        }
    }

    /// Does a small part of the pending work on words and on vectors; neither waits for the other. Dropping the future
    /// before it is done loses nothing.
    ///
    /// # Errors
    /// Returns an error if the database fails. Failures of the embedder are handled inside.
    pub async fn step(&mut self) -> Result<Step> {
        let Some((lease, upkeep)) = self.hold().await? else { return Ok(Step::Idle) };
        match self.work(&lease, upkeep).await {
            Err(error) if error.is::<Lost>() => {
                self.held = None;
                Ok(Step::Idle)
            }
            step => step,
        }
    }

    /// Returns whether this process does the indexing, as far as it knows.
    pub fn leads(&self) -> bool {
        self.held.is_some()
    }

    /// Returns how many texts wait to be indexed, counted up to [`BACKLOG`].
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn backlog(&self) -> Result<u32> {
        let now = self.clock.timestamp();
        self.db.read(async move |tx| index_queue::count_due(tx, now, BACKLOG).await).await
    }

    async fn work(&mut self, lease: &Lease, upkeep: Upkeep) -> Result<Step> {
        let began = self.clock.uptime();
        let indexed = self.index_words(lease).await?;
        let merged = self.merge(lease).await?;
        let took = self.clock.uptime().saturating_sub(began);
        match self.index_vectors(lease, upkeep).await? {
            Step::Idle if indexed || merged => Ok(Step::Worked(took.min(LONGEST_REST))),
            step => Ok(step),
        }
    }

    async fn index_vectors(&mut self, lease: &Lease, upkeep: Upkeep) -> Result<Step> {
        let Some(embedder) = self.embedder.clone() else { return Ok(Step::Idle) };
        if let Upkeep::Queueing(kind, after) = upkeep {
            self.queue(lease, embedder.space(), kind, after).await?;
            return Ok(Step::Worked(Duration::ZERO));
        }
        let now = self.clock.timestamp();
        if !self.health.may_try(now) {
            return Ok(Step::Idle);
        }
        let batch = self.db.read(async move |tx| take(tx, now).await).await?;
        if !batch.is_empty() {
            self.embed(lease, embedder.as_ref(), batch).await?;
            let took = self.clock.timestamp().since(now);
            return Ok(Step::Worked(took.min(LONGEST_REST)));
        }
        match upkeep {
            Upkeep::Done => Ok(Step::Idle),
            _ => self.finish(lease, embedder.space()).await,
        }
    }

    /// Reindexes the words of queued rows. Returns false if none were queued.
    async fn index_words(&mut self, lease: &Lease) -> Result<bool> {
        let (now, most) = (self.clock.timestamp(), self.words);
        let mut items =
            self.db.read(async move |tx| index_queue::next(tx, Part::Words, now, most).await).await?;
        if items.is_empty() {
            return Ok(false);
        }
        let began = self.clock.uptime();
        // The index takes rows in ascending order together, and each row out of order separately.
        items.sort_unstable_by_key(|item| (item.kind, item.row));
        let work = items.clone();
        let indexed = self.write(lease, async move |tx| {
            for item in &work {
                match item.kind {
                    Kind::Note => search::index_note(tx, item.row).await?,
                    Kind::Entry => search::index_entry(tx, item.row).await?,
                    Kind::Draft => site::texts::index(tx, item.row).await?,
                    Kind::Document => search::index_passage(tx, item.row).await?,
                }
                index_queue::done(tx, Part::Words, item).await?;
            }
            Ok(())
        });
        match indexed.await {
            Err(error) if !error.is::<Lost>() => {
                tracing::error!(error = format!("{error:#}"), "indexing words failed; retrying later");
                self.put_off(lease, Part::Words, items).await?;
            }
            done => done?,
        }
        self.words = match self.clock.uptime().saturating_sub(began) > WORDS_TIME {
            true => (most / 2).max(1),
            false => (most * 2).min(WORDS),
        };
        Ok(true)
    }

    /// Merges a small part of the full-text indexes, if they have changed since there was nothing to merge. Returns
    /// whether it merged.
    async fn merge(&mut self, lease: &Lease) -> Result<bool> {
        let segments = self.db.read(search::segments).await?;
        if segments == self.merged {
            return Ok(false);
        }
        let clock = self.clock.clone();
        self.merged = self
            .write(lease, async move |tx| {
                let began = clock.timestamp();
                while search::merge(tx).await? {
                    if clock.timestamp().since(began) >= WORDS_TIME {
                        return Ok(None);
                    }
                }
                search::segments(tx).await
            })
            .await?;
        Ok(true)
    }

    /// Queues the next range of texts that have no vector in this space.
    async fn queue(&mut self, lease: &Lease, space: &str, kind: Kind, after: i64) -> Result<()> {
        let (name, up_to) = (space.to_owned(), after + STRETCH);
        let highest = self
            .write(lease, async move |tx| {
                vectors::set_incomplete(tx).await?;
                index_queue::queue_missing_vectors(tx, &name, kind, after, up_to).await
            })
            .await?;
        self.set_upkeep(match kind {
            _ if up_to < highest => Upkeep::Queueing(kind, up_to),
            Kind::Note => Upkeep::Queueing(Kind::Entry, 0),
            Kind::Entry => Upkeep::Queueing(Kind::Draft, 0),
            Kind::Draft => Upkeep::Queueing(Kind::Document, 0),
            Kind::Document => Upkeep::Finishing,
        });
        Ok(())
    }

    /// Embeds a batch and stores the vectors.
    async fn embed(&mut self, lease: &Lease, embedder: &dyn Embedder, batch: Vec<Work>) -> Result<()> {
        let texts: Vec<String> =
            batch.iter().filter_map(|(_, text)| text.as_ref().map(|text| text.text.clone())).collect();
        let items = batch.iter().map(|(item, _)| *item).collect();
        let made = match texts.is_empty() {
            true => Ok(Vec::new()),
            false => match embedder.embed(&texts, Purpose::Document).await {
                Ok(made) => checked(made, texts.len()),
                Err(error) => Err(error),
            },
        };
        let made = match made {
            Ok(made) => made,
            Err(error) => return self.failed(lease, error, items).await,
        };
        let (space, now) = (embedder.space().to_owned(), self.clock.timestamp());
        match self.write(lease, async move |tx| keep(tx, &space, &batch, &made, now).await).await {
            Err(error) if error.is::<WrongDimensions>() => {
                if self.supersede(lease, embedder.space()).await? {
                    return Ok(());
                }
                self.failed(lease, EmbedError::Misconfigured(error.to_string()), items).await
            }
            Err(error) if !error.is::<Lost>() && !db::is_storage_failure(&error) => {
                tracing::error!(error = format!("{error:#}"), "storing vectors failed; retrying later");
                self.put_off(lease, Part::Vector, items).await
            }
            kept => {
                kept?;
                if !texts.is_empty() {
                    self.health.works();
                }
                Ok(())
            }
        }
    }

    /// Starts a new vector space because another model answers under the same name; every text is embedded again.
    /// Returns false if the last time was too recent: a service with two models behind one name must not keep the
    /// worker busy for ever.
    async fn supersede(&mut self, lease: &Lease, space: &str) -> Result<bool> {
        let (name, before) = (space.to_owned(), self.clock.timestamp() - LONGEST_PAUSE);
        let superseded =
            self.write(lease, async move |tx| vectors::supersede(tx, &name, before).await).await?;
        if superseded {
            tracing::warn!(space, "embedding model changed its dimensions; embedding every text anew");
            self.set_upkeep(Upkeep::Queueing(Kind::Note, 0));
        }
        Ok(superseded)
    }

    /// Records a failure and schedules the retry. After a failed batch, each of its texts is retried alone; if one of
    /// them fails after others have succeeded, only that one waits.
    async fn failed(&self, lease: &Lease, error: EmbedError, items: Vec<Item>) -> Result<()> {
        let (why, now) = (error.to_string(), self.clock.timestamp());
        let retry_after = match error {
            EmbedError::Misconfigured(_) => None,
            EmbedError::Unavailable { retry_after: Some(after), .. } => Some(after),
            EmbedError::Unavailable { retry_after: None, .. } => {
                let is_about_the_text =
                    items.iter().all(|item| item.attempts > 0) && self.health.problem().is_none();
                self.put_off(lease, Part::Vector, items).await?;
                if is_about_the_text {
                    tracing::debug!(error = why, "embedding one text failed; retrying later");
                    return Ok(());
                }
                None
            }
        };
        if self.health.fails(&why, retry_after, now) {
            tracing::warn!(error = why, "embedding failed; texts stay queued and are found by words only");
        }
        Ok(())
    }

    async fn put_off(&self, lease: &Lease, part: Part, items: Vec<Item>) -> Result<()> {
        let now = self.clock.timestamp();
        self.write(lease, async move |tx| {
            for item in &items {
                index_queue::put_off(tx, part, item, now + pause(item.attempts)).await?;
            }
            Ok(())
        })
        .await
    }

    /// Once every text has a vector in this space, removes some vectors of other spaces.
    async fn finish(&mut self, lease: &Lease, space: &str) -> Result<Step> {
        if !self.db.read(async |tx| index_queue::is_empty(tx, Part::Vector).await).await? {
            return Ok(Step::Idle);
        }
        let name = space.to_owned();
        let more = self
            .write(lease, async move |tx| {
                vectors::set_complete(tx, &name).await?;
                vectors::remove_others(tx, &name).await
            })
            .await?;
        if !more {
            self.set_upkeep(Upkeep::Done);
        }
        Ok(Step::Worked(Duration::ZERO))
    }

    /// Acquires the lease, unless this process holds it already; `None` if another process does.
    async fn hold(&mut self) -> Result<Option<(Lease, Upkeep)>> {
        if let Some(held) = &self.held {
            return Ok(Some((held.lease.clone(), held.upkeep)));
        }
        let process = self.process.clone();
        let lease = self
            .db
            .write(Scope::Global, async move |tx| leases::acquire(tx, &process, LeaseName::Index).await);
        let Some(lease) = lease.await? else { return Ok(None) };
        let space = self.embedder.as_ref().map(|embedder| embedder.space().to_owned());
        let complete = self.db.read(async move |tx| match space {
            Some(space) => vectors::is_complete(tx, &space).await,
            None => Ok(true),
        });
        let upkeep = if complete.await? { Upkeep::Finishing } else { Upkeep::Queueing(Kind::Note, 0) };
        self.held = Some(Held { lease: lease.clone(), upkeep });
        Ok(Some((lease, upkeep)))
    }

    fn set_upkeep(&mut self, upkeep: Upkeep) {
        if let Some(held) = &mut self.held {
            held.upkeep = upkeep;
        }
    }

    /// Runs a write transaction; fails if another process holds the lease.
    async fn write<T, F>(&self, lease: &Lease, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFn(&Tx) -> Result<T> + Send + 'static,
    {
        let (process, lease) = (self.process.clone(), lease.clone());
        self.db
            .write_unsynced(Scope::Global, async move |tx| {
                leases::check(tx, &process, &lease).await?;
                work(tx).await
            })
            .await
    }
}

/// Reads the next rows of the queue with their texts.
async fn take(tx: &Tx, now: Timestamp) -> Result<Vec<Work>> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    for item in index_queue::next(tx, Part::Vector, now, BATCH).await? {
        let text = index_queue::text(tx, &item).await?;
        bytes += text.as_ref().map_or(0, |text| text.text.len());
        if bytes > BATCH_BYTES && !batch.is_empty() {
            break;
        }
        batch.push((item, text));
    }
    Ok(batch)
}

/// Stores the vectors of the texts that have not changed.
async fn keep(tx: &Tx, space: &str, batch: &[Work], made: &[Vec<f32>], now: Timestamp) -> Result<()> {
    let mut made = made.iter();
    for (item, embedded) in batch {
        let vector = embedded.as_ref().and_then(|_| made.next());
        match (index_queue::text(tx, item).await?, vector) {
            (None, _) => index_queue::remove(tx, item.kind, item.row).await?,
            (Some(text), Some(vector)) if embedded.as_ref() == Some(&text) => {
                let space = vectors::open_space(tx, space, vector.len(), now).await?;
                vectors::put(tx, &text.user_id, space, (item.kind, item.row), vector).await?;
                index_queue::done(tx, Part::Vector, item).await?;
            }
            // The text has changed in the meantime, and is already in the queue again.
            (Some(_), _) => {}
        }
    }
    Ok(())
}

/// Checks that there is one vector for each text, all of unit length and equal dimensions.
fn checked(made: Vec<Vec<f32>>, texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
    let dimensions = made.first().map_or(0, Vec::len);
    let is_sound = |vector: &Vec<f32>| {
        let length: f32 = vector.iter().map(|number| number * number).sum();
        vector.len() == dimensions && (length - 1.0).abs() < 0.01
    };
    if made.len() == texts && made.iter().all(is_sound) {
        return Ok(made);
    }
    let why = "the embedding model did not return one unit vector for each text".to_owned();
    Err(EmbedError::Unavailable { why, retry_after: None })
}

#[cfg(test)]
mod tests;
