//! A test fixture: a memory and its indexer, run step by step.

use adjutant_config::Config;
use tokio::task::JoinHandle;

use super::*;

/// Alice's memory, with the indexer of one process.
pub(super) struct Room {
    pub(super) store: Store,
    pub(super) clock: Arc<ManualClock>,
    pub(super) memory: Memory,
    pub(super) indexer: Indexer,
    pub(super) alice: User,
    pub(super) session: Session,
}

impl Room {
    pub(super) async fn new(embedder: Option<Arc<Bag>>) -> Self {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        let (memory, clock) = memory_of(&store, embedder);
        Self { indexer: Indexer::new(&memory, store.process.clone()), store, clock, memory, alice, session }
    }

    /// Replaces the process with a new one, perhaps with another embedder.
    pub(super) fn starts_again(&mut self, embedder: Option<Arc<Bag>>) {
        let (memory, clock) = memory_of(&self.store, embedder);
        (self.indexer, self.memory, self.clock) =
            (Indexer::new(&memory, self.store.process.clone()), memory, clock);
    }

    pub(super) async fn save(&self, id: &str, content: &str) {
        let (user, id, content) = (self.alice.user_id.clone(), NoteId(id.to_owned()), content.to_owned());
        self.store
            .write(async move |tx| {
                memory::save(tx, &user, id.clone(), (&content, Vec::new()), Source::default(), NOW).await
            })
            .await;
    }

    pub(super) async fn change(&self, id: &str, content: &'static str) {
        let (user, id) = (self.alice.user_id.clone(), NoteId(id.to_owned()));
        let changed = self.store.write(async move |tx| {
            memory::update(tx, &user, &id, content, None, &Source::default(), NOW).await
        });
        assert!(changed.await);
    }

    pub(super) async fn delete(&self, id: &str) {
        let (user, id) = (self.alice.user_id.clone(), NoteId(id.to_owned()));
        assert!(self.store.write(async move |tx| memory::delete(tx, &user, &id, NOW).await).await);
    }

    /// Returns how many texts wait for their words to be indexed, and how many for a vector.
    pub(super) async fn queued(&self) -> (i64, i64) {
        let count = async |tx: &Tx, part: &'static str| {
            let sql = "SELECT count(*) AS value FROM unindexed WHERE part = ?1";
            Ok::<_, anyhow::Error>(tx.value(sql, [part]).await?.unwrap_or_default())
        };
        self.store.read(async move |tx| Ok((count(tx, "words").await?, count(tx, "vector").await?))).await
    }

    /// Runs the indexer until it is idle.
    pub(super) async fn rests(&mut self) {
        rest(&mut self.indexer).await;
    }

    /// Runs the indexer until it has embedded `batches` batches.
    pub(super) async fn works(&mut self, bag: &Bag, batches: usize) {
        let mut made = 0;
        while made < batches {
            assert_ne!(self.indexer.step().await.unwrap(), Step::Idle);
            made += bag.asked().len();
        }
    }

    /// Starts a step, and waits until it has reached the embedder.
    pub(super) async fn begins(&mut self, bag: &Bag) -> JoinHandle<Indexer> {
        let mut indexer =
            std::mem::replace(&mut self.indexer, Indexer::new(&self.memory, self.store.process.clone()));
        let step = tokio::spawn(async move {
            indexer.step().await.unwrap();
            indexer
        });
        while bag.asked().is_empty() {
            tokio::task::yield_now().await;
        }
        step
    }

    /// Returns the texts nearest to `text` by this embedder's vectors whose cosine is above 0.3, best first.
    pub(super) async fn near(&self, bag: &Bag, text: &str) -> Vec<String> {
        #[derive(serde::Deserialize)]
        struct Row {
            text: String,
        }
        let (query, space) = (bag.vector(text), bag.space().to_owned());
        let whose = [self.alice.user_id.clone()];
        self.store
            .read(async move |tx| {
                let among = Among { kinds: Kind::ALL.into(), rows: None };
                let near = vectors::nearest(tx, &whose, &space, &query, &among, 10).await?;
                let mut texts = Vec::new();
                for near in near.iter().filter(|near| near.cosine > 0.3) {
                    let sql = match near.kind {
                        Kind::Note => "SELECT content AS text FROM notes WHERE row = ?1",
                        Kind::Entry => "SELECT text FROM entries WHERE entry_id = ?1",
                        Kind::Draft => "SELECT text FROM site_texts WHERE row = ?1",
                        Kind::Document => "SELECT text FROM passages WHERE row = ?1",
                    };
                    texts.extend(tx.first(sql, [near.row]).await?.map(|row: Row| row.text));
                }
                Ok(texts)
            })
            .await
    }

    /// Returns how many texts are queued, and how many have a vector.
    pub(super) async fn counts(&self) -> (i64, i64) {
        self.store
            .read(async |tx| {
                let waiting = tx.value("SELECT count(*) AS value FROM unindexed", ()).await?;
                let kept = tx.value("SELECT count(*) AS value FROM vectors", ()).await?;
                Ok((waiting.unwrap_or_default(), kept.unwrap_or_default()))
            })
            .await
    }

    /// Returns how many results a search has, and why it used words alone.
    pub(super) async fn search(&self, text: &str) -> (usize, Option<String>) {
        let query = Query {
            user: self.alice.user_id.clone(),
            text: text.to_owned(),
            tags: Vec::new(),
            top_k: 5,
            include_conversation: false,
            include_documents: false,
            scope: Scope::Everything,
            turn: None,
        };
        let findings = self.memory.search(query).await.unwrap();
        (findings.found.len(), findings.keyword_only)
    }

    pub(super) fn advance(&self, by: Duration) {
        self.clock.advance(chrono::TimeDelta::from_std(by).unwrap());
    }
}

/// Returns the memory of a process, by the default settings.
pub(super) fn memory_of(store: &Store, embedder: Option<Arc<Bag>>) -> (Memory, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(NOW.to_utc()));
    let embedder = embedder.map(|bag| bag as Arc<dyn Embedder>);
    let settings = Config::default().memory;
    (
        Memory::new(store.db.clone(), (clock.clone(), adjutant_domain::zones::Zone::UTC), settings, embedder),
        clock,
    )
}

/// Runs the indexer until it is idle.
pub(super) async fn rest(indexer: &mut Indexer) {
    for _ in 0..1_000 {
        if indexer.step().await.unwrap() == Step::Idle {
            return;
        }
    }
    panic!("the indexer does not become idle");
}
