//! Creates a database with a year of people's conversations with the bot, in bulk: the same rows as the gateway's, but
//! in large transactions that need not survive a power cut.
//!
//! Each turn belongs to one person. Person n has a share of about 1 / (n + 50), so that the first of ten thousand has
//! about two hundred times as much as the last. Turns are spread evenly over the year. Rows that are deleted after a
//! time (see `[retention]`) are an hour overdue. All notes have vectors, and so has the newest tenth of the entries.

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use adjutant_clock::SystemClock;
use adjutant_domain::{clock::Clock as _, gist, ids::UserId, vectors, words::index_terms};
use adjutant_store::db::Db;
use anyhow::{Context as _, Result};
use clap::Args;
use libsql::{Builder, Connection, params::IntoParams};
use serde_json::json;

use crate::{
    notes::{self, DIMENSIONS, SPACE},
    platform::CHANNEL,
    rows::{id, id_at, owner, statements_of_turns},
};

/// How much there is in a database.
#[derive(Args, Clone, Copy)]
pub struct Sizes {
    /// People, each in a direct chat.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(i64).range(1..))]
    pub people: i64,
    /// What was said: two entries a turn.
    #[arg(long, default_value_t = 10_000_000, value_parser = clap::value_parser!(i64).range(2..))]
    pub entries: i64,
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(i64).range(0..))]
    pub notes: i64,
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(i64).range(0..))]
    pub schedules: i64,
}

/// The kinds of texts.
pub const SAID: &str = "said";
pub const ANSWERED: &str = "answered";
const NOTED: &str = "noted";
/// The number of different texts of each kind.
pub const TEXTS: i64 = 4_096;
/// The number of rows in one transaction.
const BATCH: i64 = 50_000;
/// The number of vectors in a block, as in the store.
const BLOCK: usize = 64;
/// One entry in this many has a vector: the newest ones.
const WITH_VECTORS: i64 = 10;
/// A greater value makes the people's shares more equal.
const EVENNESS: f64 = 50.0;
/// The number of turns after the summary of a conversation. Conversations of more than twice as many turns have a
/// summary.
const KEPT_TURNS: i64 = 20;
/// The number of attempts to have the file exclusively, and the pause between them.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);
/// The bytes of terms that a full-text index collects before it writes them.
const HASH_SIZE: i64 = 128 << 20;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;
/// The time from `messages` and `transcripts` in `[retention]`, and the overdue hour.
const MESSAGES: i64 = 90 * DAY + HOUR;
const TRANSCRIPTS: i64 = YEAR + HOUR;

/// Returns the name of a person, which is also the person's identity and chat.
pub fn name(person: i64) -> String {
    format!("person{person}")
}

/// Returns the person to whom a point between 0 and 1 belongs, when the shares of all people are laid end to end.
pub fn person_at(share: f64, people: i64) -> i64 {
    let whole = (people as f64 + EVENNESS) / EVENNESS;
    ((EVENNESS * whole.powf(share) - EVENNESS) as i64).min(people - 1)
}

/// Creates the database.
pub async fn fill(database: &Path, sizes: Sizes) -> Result<()> {
    drop(Db::open(database).await?);
    let mut filler = Filler::open(database, sizes).await?;
    filler.texts().await.context("texts")?;
    filler.people().await.context("people")?;
    filler.say("people");
    let turns = filler.turns().await.context("turns")?;
    filler.say("turns");
    filler.summaries(&turns).await.context("summaries")?;
    filler.notes().await.context("notes")?;
    filler.say("notes");
    filler.schedules().await.context("schedules")?;
    filler.say("schedules");
    filler.vectors().await.context("vectors")?;
    filler.say("vectors");
    filler.settle().await
}

struct Filler {
    database: PathBuf,
    connection: Connection,
    sizes: Sizes,
    /// Milliseconds since the epoch.
    now: i64,
    began: Instant,
    /// The sketches of the texts of each kind.
    sketches: HashMap<&'static str, Vec<Vec<u8>>>,
    /// The texts with vectors, by person and kind.
    with_vectors: BTreeMap<(i64, Kind), Vec<WithVector>>,
}

/// A text with a vector: its row, its kind and its number.
#[derive(Clone, Copy)]
struct WithVector {
    row: i64,
    text: &'static str,
    n: i64,
}

type Kind = &'static str;

impl Filler {
    async fn open(database: &Path, sizes: Sizes) -> Result<Self> {
        let connection = Builder::new_local(database).build().await?.connect()?;
        let now = SystemClock.now().timestamp_millis();
        let (sketches, with_vectors) = (HashMap::new(), BTreeMap::new());
        let database = database.to_owned();
        let filler = Self { database, connection, sizes, now, began: Instant::now(), sketches, with_vectors };
        // The threads that created the tables may still have the file open, and SQLite does not wait for them.
        let leave_wal = async || filler.pragma("PRAGMA journal_mode = OFF").await;
        for _ in 0..ATTEMPTS {
            match leave_wal().await {
                Ok(()) => break,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        leave_wal().await?;
        for pragma in [
            "PRAGMA synchronous = OFF",
            "PRAGMA locking_mode = EXCLUSIVE",
            "PRAGMA foreign_keys = OFF",
            "PRAGMA secure_delete = OFF",
            "PRAGMA cache_size = -1500000",
            "PRAGMA temp_store = MEMORY",
        ] {
            filler.pragma(pragma).await?;
        }
        for table in ["entries_fts", "notes_fts"] {
            // Segments that are large from the beginning need little merging.
            filler
                .run(&format!("INSERT INTO {table} ({table}, rank) VALUES ('hashsize', {HASH_SIZE})"), ())
                .await?;
        }
        Ok(filler)
    }

    /// Runs a pragma, which may return rows.
    async fn pragma(&self, sql: &str) -> Result<()> {
        let mut rows = self.connection.query(sql, ()).await?;
        while rows.next().await?.is_some() {}
        Ok(())
    }

    fn say(&self, done: &str) {
        eprintln!("{:>6.0} s  {done}", self.began.elapsed().as_secs_f64());
    }

    async fn run(&self, sql: &str, params: impl IntoParams) -> Result<u64> {
        self.connection.execute(sql, params).await.with_context(|| sql.to_owned())
    }

    /// Creates the texts from which all others are taken.
    async fn texts(&mut self) -> Result<()> {
        self.run(
            "CREATE TEMP TABLE texts (kind, n, text, terms, vector, fingerprint, PRIMARY KEY (kind, n)) WITHOUT ROWID",
            (),
        )
        .await?;
        self.run("BEGIN", ()).await?;
        for kind in [SAID, ANSWERED, NOTED] {
            let text = |i: i64| notes::text(&UserId(kind.to_owned()), i as usize);
            let mut sketches = Vec::new();
            for n in 0..TEXTS {
                let text =
                    if kind == ANSWERED { format!("{} {}", text(2 * n), text(2 * n + 1)) } else { text(n) };
                let vector = notes::vector(&text);
                sketches.push(vectors::sketch(&vector).collect());
                let (terms, fingerprint) = (index_terms(&text), gist::fingerprint(&text));
                let vector = vectors::encode(&vector);
                let row = libsql::params![kind, n, text, terms, vector, fingerprint];
                self.run("INSERT INTO texts VALUES (?1, ?2, ?3, ?4, ?5, ?6)", row).await?;
            }
            self.sketches.insert(kind, sketches);
        }
        self.run("COMMIT", ()).await.map(drop)
    }

    async fn people(&self) -> Result<()> {
        self.run(
            "CREATE TEMP TABLE numbers AS WITH RECURSIVE n (n) AS (
                 SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 - 1) SELECT n FROM n",
            [self.sizes.people],
        )
        .await?;
        let (user, session, began) = (id("user", "n"), id("session", "n"), self.now - TRANSCRIPTS);
        for sql in [
            format!(
                "INSERT INTO users (user_id, role, name, created_at)
                 SELECT {user}, iif(n = 0, 'owner', 'member'), 'person' || n, {began} FROM numbers"
            ),
            format!(
                "INSERT INTO identities (channel, external_id, user_id, admission, direct_chat, created_at, seen_at)
                 SELECT '{CHANNEL}', 'person' || n, {user}, 'owner', 'person' || n, {began}, {began} FROM numbers"
            ),
            format!(
                "INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, created_at)
                 SELECT {session}, 'chat', '{CHANNEL}', 'person' || n, '', 'direct', {user}, {began} FROM numbers"
            ),
            format!(
                "INSERT INTO leases (name, owner, token, expires_at)
                 SELECT {session}, 'process-of-the-past', 1, 0 FROM numbers"
            ),
        ] {
            self.run(&sql, ()).await?;
        }
        Ok(())
    }

    /// Creates the turns with their entries and messages. Returns the number of turns of each person.
    async fn turns(&mut self) -> Result<Vec<i64>> {
        let count = self.sizes.entries / 2;
        let with_vectors = count - count / WITH_VECTORS;
        let mut seqs = vec![0; self.sizes.people as usize];
        self.run("CREATE TEMP TABLE plan (n INTEGER PRIMARY KEY, person, seq, at)", ()).await?;
        let statements = statements_of_turns(self.now - MESSAGES);
        for from in (0..count).step_by(BATCH as usize) {
            let until = count.min(from + BATCH);
            let mut plan = Vec::new();
            for n in from..until {
                let person = person_at(scattered(n), self.sizes.people);
                let seq = seqs[person as usize];
                seqs[person as usize] += 1;
                let at = self.now - TRANSCRIPTS + (TRANSCRIPTS as f64 * n as f64 / count as f64) as i64;
                plan.push(json!([n, person, seq, at]));
                if n >= with_vectors {
                    let own = self.with_vectors.entry((person, "entry")).or_default();
                    let n_of_text = (person * 7_919 + seq * 104_729) % TEXTS;
                    own.push(WithVector { row: 2 * n + 1, text: SAID, n: n_of_text });
                    own.push(WithVector { row: 2 * n + 2, text: ANSWERED, n: n_of_text });
                }
            }
            self.run("BEGIN", ()).await?;
            self.run("DELETE FROM plan", ()).await?;
            let fill = "INSERT INTO plan SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)";
            self.run(fill, [serde_json::Value::Array(plan).to_string()]).await?;
            for sql in &statements {
                self.run(sql, ()).await?;
            }
            self.run("COMMIT", ()).await?;
            if until % (20 * BATCH) == 0 {
                self.say(&format!("{until} turns"));
            }
        }
        Ok(seqs)
    }

    /// Creates the summaries of long conversations.
    async fn summaries(&self, turns: &[i64]) -> Result<()> {
        let long = turns.iter().enumerate().filter(|(_, turns)| **turns > 2 * KEPT_TURNS);
        let long: Vec<_> = long.map(|(person, turns)| json!([person, turns - KEPT_TURNS])).collect();
        self.run(
            &format!(
                "INSERT INTO summaries (session_id, up_to, turns, text, turn_id, segment, noted, created_at)
                 SELECT session_id, value ->> 1, value ->> 1,
                     (SELECT group_concat(text, '. ') FROM texts WHERE kind = '{NOTED}' AND n < 10), turn_id, 0, '[]',
                     finished_at
                 FROM json_each(?1) CROSS JOIN turns t ON t.session_id = {} AND t.seq = value ->> 1",
                id("session", "value ->> 0")
            ),
            [serde_json::Value::Array(long).to_string()],
        )
        .await
        .map(drop)
    }

    async fn notes(&mut self) -> Result<()> {
        let (count, people) = (self.sizes.notes, self.sizes.people);
        self.run("CREATE TEMP TABLE noted (n INTEGER PRIMARY KEY, person, text)", ()).await?;
        for from in (0..count).step_by(BATCH as usize) {
            let mut plan = Vec::new();
            for n in from..count.min(from + BATCH) {
                let (person, row, text) = (person_at(scattered(n), people), n + 1, n * 31 % TEXTS);
                plan.push(json!([n, person, text]));
                let own = self.with_vectors.entry((person, "note")).or_default();
                own.push(WithVector { row, text: NOTED, n: text });
            }
            self.run("BEGIN", ()).await?;
            self.run("DELETE FROM noted", ()).await?;
            let fill = "INSERT INTO noted SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)";
            self.run(fill, [serde_json::Value::Array(plan).to_string()]).await?;
            let at = format!("({} + p.n * {TRANSCRIPTS} / {count})", self.now - TRANSCRIPTS);
            let pool =
                format!("noted p CROSS JOIN texts t ON t.kind = '{NOTED}' AND t.n = p.text ORDER BY p.n");
            for sql in [
                format!(
                    "INSERT INTO notes (row, note_id, user_id, content, tags, created_at, updated_at, session_id,
                         message_id, fingerprint)
                     SELECT p.n + 1, {}, {}, t.text, '[]', {at}, {at}, {}, 3 * p.n, fingerprint FROM {pool}",
                    id_at("note", &at, "p.n"),
                    id("user", "person"),
                    id("session", "person")
                ),
                format!(
                    "INSERT INTO notes_fts (rowid, owner, content, tags)
                     SELECT p.n + 1, {}, t.terms, '' FROM {pool}",
                    owner("person")
                ),
            ] {
                self.run(&sql, ()).await?;
            }
            self.run("COMMIT", ()).await?;
        }
        Ok(())
    }

    /// Creates daily reminders, which are first due in the course of the next year.
    async fn schedules(&self) -> Result<()> {
        let (count, people, first) = (self.sizes.schedules, self.sizes.people, self.now + DAY);
        self.run(
            &format!(
                "INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type,
                     cadence_value, timezone, notification, status, anchor_at, next_run_at, created_at, updated_at)
                 WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ?1 - 1)
                 SELECT {}, {}, {}, 'water', 'Drink a glass of water.', 1, 'interval', '86400', 'UTC', 'always',
                     'active', {first} + n * {YEAR} / ?1, {first} + n * {YEAR} / ?1, ?2, ?2
                 FROM s WHERE ?1 > 0",
                id("schedule", "n"),
                id("user", &format!("n % {people}")),
                id("session", &format!("n % {people}"))
            ),
            [count, self.now],
        )
        .await
        .map(drop)
    }

    async fn vectors(&self) -> Result<()> {
        let space =
            "INSERT INTO vector_spaces (name, dimensions, complete, created_at) VALUES (?1, ?2, 1, ?3)";
        self.run(space, libsql::params![SPACE, DIMENSIONS as i64, self.now]).await?;
        let block = format!(
            "INSERT INTO vector_blocks (block_id, user_id, space_id, kind, sketches) VALUES (?1, {}, 1, ?2, ?3)",
            id("user", "?4")
        );
        let vectors = "INSERT INTO vectors (block_id, kind, row, vector)
             SELECT ?1, ?2, value ->> 0, vector FROM json_each(?3) CROSS JOIN texts t
                 ON t.kind = value ->> 1 AND t.n = value ->> 2";
        self.run("BEGIN", ()).await?;
        let mut number = 0;
        for ((person, kind), texts) in &self.with_vectors {
            for texts in texts.chunks(BLOCK) {
                number += 1;
                let mut sketches = Vec::new();
                for WithVector { row, text, n } in texts {
                    sketches.extend(row.to_le_bytes());
                    sketches.extend(&self.sketches[text][*n as usize]);
                }
                self.run(&block, libsql::params![number, *kind, sketches, *person]).await?;
                let rows = texts.iter().map(|of| json!([of.row, of.text, of.n])).collect();
                let rows = serde_json::Value::Array(rows).to_string();
                self.run(vectors, libsql::params![number, *kind, rows]).await?;
            }
        }
        self.run("COMMIT", ()).await.map(drop)
    }

    /// Restores the state that the gateway expects.
    async fn settle(&self) -> Result<()> {
        for (table, rows) in [("entries_fts", self.sizes.entries), ("notes_fts", self.sizes.notes)] {
            self.run(&format!("DELETE FROM {table}_config WHERE k = 'hashsize'"), ()).await?;
            self.raise(table, rows).await?;
        }
        // Otherwise, the disk would still be writing during the measurement.
        File::open(&self.database)?.sync_all()?;
        Ok(())
    }

    /// Raises the segments of a full-text index to the level on which they would be after merging segments of single
    /// turns, four at a time. On their present level, the first turns would begin to merge all of them.
    async fn raise(&self, table: &str, rows: i64) -> Result<()> {
        /// The header in the row with the list of segments.
        const HEADER: [u8; 4] = [0xff, 0, 0, 1];
        let levels = (rows.max(1).ilog2() / 2) as u8;
        let mut found =
            self.connection.query(&format!("SELECT block FROM {table}_data WHERE id = 10"), ()).await?;
        let row = found.next().await?.context("no list of segments")?;
        let mut list: Vec<u8> = row.get(0)?;
        drop(found);
        // A cookie; the header, if rows were deleted; the numbers of levels and segments; a counter; then the levels.
        let numbers = if list[4..].starts_with(&HEADER) { 8 } else { 4 };
        let counter = list[numbers + 2..].iter().position(|byte| byte & 0x80 == 0).context("no counter")?;
        list[numbers] += levels;
        let first = numbers + 2 + counter + 1;
        list.splice(first..first, std::iter::repeat_n(0, 2 * usize::from(levels)));
        self.run(&format!("UPDATE {table}_data SET block = ?1 WHERE id = 10"), [list]).await.map(drop)
    }
}

/// Returns a number between 0 and 1 for each row, the same in each run.
pub fn scattered(n: i64) -> f64 {
    (n.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) as u64 >> 11) as f64 / (1_u64 << 53) as f64
}
