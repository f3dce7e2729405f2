//! Makes findable what is not yet: works off the queue of `store/unindexed.rs`, in the background, a little at a time.
//!
//! What a step does is one transaction, or changes nothing before its last one, so it can break off anywhere. A vector
//! is kept only if its text is still the one that was embedded; otherwise the text waits in the queue already.

use std::{sync::Arc, time::Duration};

use adjutant_store::{
    db::{Db, Tx},
    index_queue::{self, Item, Kind, Part, Text},
    leases::{self, Lease, Lost},
    process::Process,
    search,
    vectors::{self, WrongDimensions},
};
use anyhow::Result;

use self::embedder_health::{LONGEST_PAUSE, millis, pause};
use super::{
    Memory,
    embedder::{EmbedError, Embedder, Purpose},
};
use crate::clock::Timer;

mod embedder_health;

pub(crate) use embedder_health::EmbedderHealth;

/// Texts that are embedded together: few, so that a query which somebody waits for comes soon after them.
const BATCH: i64 = 8;
/// After a batch the worker rests for as long as it took, so that half a processor is left to turns; at most so long.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// Rows whose index entry is made anew in one transaction, and the milliseconds after which it ends anyway: others
/// wait to write.
const WORDS: i64 = 50;
const WORDS_MILLIS: i64 = 5;
/// Numbers of rows that are looked through in one transaction when the model has changed.
const STRETCH: i64 = 500;

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There may be more to do, after so long a rest.
    Worked(Duration),
    /// There is nothing to do now, or another process does it.
    Idle,
}

/// The worker. One process at a time works; the others wait for its end.
pub(crate) struct Indexer {
    db: Arc<Db>,
    clock: Arc<dyn Timer>,
    process: Arc<Process>,
    /// `None`: vectors wait until there is one. What waits is bounded by the texts that are kept.
    embedder: Option<Arc<dyn Embedder>>,
    health: Arc<EmbedderHealth>,
    held: Option<Held>,
}

/// What holds while this process is the one that works.
struct Held {
    lease: Lease,
    upkeep: Upkeep,
}

/// How far the change to the embedder's space is.
#[derive(Clone, Copy, Debug)]
enum Upkeep {
    /// Texts without a vector in it are queued: of this kind, those after this row.
    Queueing(Kind, i64),
    /// Once the queue is empty, what is left of other spaces goes.
    Finishing,
    Done,
}

/// A row of the queue, and the text as it is embedded; `None` if it is gone.
type Work = (Item, Option<Text>);

impl Indexer {
    /// The worker of this process.
    pub(crate) fn new(memory: &Memory, process: Arc<Process>) -> Self {
        Self {
            db: memory.db.clone(),
            clock: memory.clock.clone(),
            process,
            embedder: memory.embedder.clone(),
            health: memory.health.clone(),
            held: None,
        }
    }

    /// Does a little of what there is to do. Dropping it half-way loses nothing.
    ///
    /// # Errors
    /// Those of the database. An embedder's failures are dealt with.
    pub(crate) async fn step(&mut self) -> Result<Step> {
        let Some((lease, upkeep)) = self.hold().await? else { return Ok(Step::Idle) };
        match self.work(&lease, upkeep).await {
            Err(error) if error.is::<Lost>() => {
                self.held = None;
                Ok(Step::Idle)
            }
            step => step,
        }
    }

    async fn work(&mut self, lease: &Lease, upkeep: Upkeep) -> Result<Step> {
        if self.index_words(lease).await? {
            return Ok(Step::Worked(Duration::ZERO));
        }
        let Some(embedder) = self.embedder.clone() else { return Ok(Step::Idle) };
        if let Upkeep::Queueing(kind, after) = upkeep {
            self.queue(lease, embedder.space(), kind, after).await?;
            return Ok(Step::Worked(Duration::ZERO));
        }
        let now = self.clock.millis();
        if !self.health.may_try(now) {
            return Ok(Step::Idle);
        }
        let batch = self.db.read(async move |tx| take(tx, now).await).await?;
        if !batch.is_empty() {
            self.embed(lease, embedder.as_ref(), batch).await?;
            let took = Duration::from_millis((self.clock.millis() - now).try_into().unwrap_or_default());
            return Ok(Step::Worked(took.min(LONGEST_REST)));
        }
        match upkeep {
            Upkeep::Done => Ok(Step::Idle),
            _ => self.finish(lease, embedder.space()).await,
        }
    }

    /// Makes entries of the full-text indexes anew. False if there were none to make.
    async fn index_words(&self, lease: &Lease) -> Result<bool> {
        let now = self.clock.millis();
        let items =
            self.db.read(async move |tx| index_queue::next(tx, Part::Words, now, WORDS).await).await?;
        if items.is_empty() {
            return Ok(false);
        }
        let (work, clock) = (items.clone(), self.clock.clone());
        let indexed = self.write(lease, async move |tx| {
            let began = clock.millis();
            for item in &work {
                match item.kind {
                    Kind::Note => search::index_note(tx, item.row).await?,
                    Kind::Entry => drop(search::index_entry(tx, item.row).await?),
                }
                index_queue::done(tx, Part::Words, item).await?;
                if clock.millis() - began >= WORDS_MILLIS {
                    break;
                }
            }
            Ok(())
        });
        match indexed.await {
            Err(error) if !error.is::<Lost>() => {
                tracing::error!(
                    error = format!("{error:#}"),
                    "words could not be indexed; trying again later"
                );
                self.put_off(lease, Part::Words, items).await?;
            }
            done => done?,
        }
        Ok(true)
    }

    /// Queues some of what has no vector in this space.
    async fn queue(&mut self, lease: &Lease, space: &str, kind: Kind, after: i64) -> Result<()> {
        let (name, up_to) = (space.to_owned(), after + STRETCH);
        let highest = self
            .write(lease, async move |tx| {
                vectors::set_incomplete(tx).await?;
                index_queue::add_those_outside(tx, &name, kind, after, up_to).await
            })
            .await?;
        self.set_upkeep(match kind {
            _ if up_to < highest => Upkeep::Queueing(kind, up_to),
            Kind::Note => Upkeep::Queueing(Kind::Entry, 0),
            Kind::Entry => Upkeep::Finishing,
        });
        Ok(())
    }

    /// Embeds these texts and keeps their vectors.
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
        let (space, now) = (embedder.space().to_owned(), self.clock.millis());
        match self.write(lease, async move |tx| keep(tx, &space, batch, made, now).await).await {
            Err(error) if error.is::<WrongDimensions>() => {
                if self.supersede(lease, embedder.space()).await? {
                    return Ok(());
                }
                self.failed(lease, EmbedError::Misconfigured(error.to_string()), items).await
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

    /// There is another model behind the same name: its vectors get a space of their own, and every text one of them. A
    /// service that has two models behind one name must not keep the worker busy for ever, so not soon after the last
    /// time. False if it is too soon.
    async fn supersede(&mut self, lease: &Lease, space: &str) -> Result<bool> {
        let (name, before) = (space.to_owned(), self.clock.millis() - millis(LONGEST_PAUSE));
        let superseded =
            self.write(lease, async move |tx| vectors::supersede(tx, &name, before).await).await?;
        if superseded {
            tracing::warn!(space, "the embedding model gives vectors of other dimensions; making all anew");
            self.set_upkeep(Upkeep::Queueing(Kind::Note, 0));
        }
        Ok(superseded)
    }

    /// Deals with a failure: it is tried again, after a pause. Each text of a batch that failed is tried alone from then
    /// on, and when one fails after others have worked, only that one waits.
    async fn failed(&self, lease: &Lease, error: EmbedError, items: Vec<Item>) -> Result<()> {
        let (why, now) = (error.to_string(), self.clock.millis());
        let retry_after = match error {
            EmbedError::Misconfigured(_) => None,
            EmbedError::Unavailable { retry_after: Some(after), .. } => Some(after),
            EmbedError::Unavailable { retry_after: None, .. } => {
                let is_about_the_text =
                    items.iter().all(|item| item.attempts > 0) && self.health.problem().is_none();
                self.put_off(lease, Part::Vector, items).await?;
                if is_about_the_text {
                    tracing::debug!(why, "a text cannot be embedded yet");
                    return Ok(());
                }
                None
            }
        };
        if self.health.fails(&why, retry_after, now) {
            tracing::warn!(why, "texts cannot be embedded; they wait, and are found by their words");
        }
        Ok(())
    }

    async fn put_off(&self, lease: &Lease, part: Part, items: Vec<Item>) -> Result<()> {
        let now = self.clock.millis();
        self.write(lease, async move |tx| {
            for item in &items {
                index_queue::put_off(tx, part, item, now + millis(pause(item.attempts))).await?;
            }
            Ok(())
        })
        .await
    }

    /// When everything has a vector in this space: removes some of what is left of others.
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

    /// Makes sure that this process is the one that works; `None` if another one does.
    async fn hold(&mut self) -> Result<Option<(Lease, Upkeep)>> {
        if let Some(held) = &self.held {
            return Ok(Some((held.lease.clone(), held.upkeep)));
        }
        let (process, now) = (self.process.clone(), self.clock.millis());
        let lease = self.db.write(async move |tx| leases::acquire(tx, &process, "index".into(), now).await);
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

    /// Writes, unless another process works now.
    async fn write<T, F>(&self, lease: &Lease, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (process, lease) = (self.process.clone(), lease.clone());
        self.db
            .write(async move |tx| {
                leases::check(tx, &process, &lease).await?;
                work(tx).await
            })
            .await
    }
}

/// The next rows of the queue, with their texts.
async fn take(tx: &Tx, now: i64) -> Result<Vec<Work>> {
    let mut batch = Vec::new();
    for item in index_queue::next(tx, Part::Vector, now, BATCH).await? {
        batch.push((item, index_queue::text(tx, &item).await?));
    }
    Ok(batch)
}

/// Keeps the vectors of the texts that are still the same.
async fn keep(tx: &Tx, space: &str, batch: Vec<Work>, made: Vec<Vec<f32>>, now: i64) -> Result<()> {
    let mut made = made.into_iter();
    for (item, embedded) in batch {
        let vector = embedded.as_ref().and_then(|_| made.next());
        match (index_queue::text(tx, &item).await?, vector) {
            (None, _) => index_queue::remove(tx, item.kind, item.row).await?,
            (Some(text), Some(vector)) if embedded.as_ref() == Some(&text) => {
                let space = vectors::open_space(tx, space, vector.len(), now).await?;
                vectors::put(tx, &text.user_id, space, (item.kind, item.row), &vector).await?;
                index_queue::done(tx, Part::Vector, &item).await?;
            }
            // It was changed meanwhile, and waits for its turn.
            (Some(_), _) => {}
        }
    }
    Ok(())
}

/// Vectors that can be compared, one for each text.
fn checked(made: Vec<Vec<f32>>, texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
    let dimensions = made.first().map_or(0, Vec::len);
    let is_sound = |vector: &Vec<f32>| {
        let length: f32 = vector.iter().map(|number| number * number).sum();
        vector.len() == dimensions && (length - 1.0).abs() < 0.01
    };
    if made.len() == texts && made.iter().all(is_sound) {
        return Ok(made);
    }
    let why = "the embedding model gave something else than vectors".to_owned();
    Err(EmbedError::Unavailable { why, retry_after: None })
}

#[cfg(test)]
mod tests;
