//! The full-text indexes and their searches. Every query names a user, and covers the rows of the same person.

use std::collections::{HashSet, VecDeque};

use adjutant_domain::{
    gist,
    ids::{NoteId, TurnId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
    words::index_terms,
};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{
    db::{
        Tx, params,
        sql::{each_of, listed},
    },
    index_queue::Kind,
    notes, people,
};

mod entries;
mod merge;
mod passages;
mod source;

pub(crate) use entries::remove_entries_of;
pub use entries::{index_entry, index_turn, remove_entry};
pub use merge::{Segments, merge, segments};
pub use passages::{index_passage, remove_passage};
pub use source::Source;

/// A searchable text: a note, an entry of a conversation, or a passage of a saved document.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub source: Source,
    /// `notes.row`, `entries.entry_id` or `passages.row`.
    pub row: i64,
    pub text: String,
    /// Set for a note.
    pub note_id: Option<NoteId>,
    /// Set for a passage of a saved document: the path of its file.
    pub file: Option<String>,
    /// Where in the file the passage begins: `page 4`.
    pub place: Option<String>,
    /// Set for an entry of a conversation: its turn.
    pub turn_id: Option<TurnId>,
    pub tags: Vec<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The sources of the content that is not the person's own.
    pub untrusted: Sources,
}

/// Returns the one token that marks a user's rows in the full-text indexes.
pub fn owner_token(user: &UserId) -> String {
    user.as_str().replace('-', "")
}

/// Indexes a note in its current state, and stores its fingerprint, by which repeats of the note are found. Does
/// nothing if there is no such note.
pub async fn index_note(tx: &Tx, row: i64) -> Result<()> {
    #[derive(Deserialize)]
    struct Row {
        user_id: UserId,
        content: String,
        tags: String,
    }
    remove_note(tx, row).await?;
    let note: Option<Row> =
        tx.first("SELECT user_id, content, tags FROM notes WHERE row = ?1", [row]).await?;
    let Some(Row { user_id, content, tags }) = note else { return Ok(()) };
    let tags: Vec<String> = serde_json::from_str(&tags).context("cannot parse the tags of a note")?;
    tx.execute(
        "INSERT INTO notes_fts (rowid, owner, content, tags) VALUES (?1, ?2, ?3, ?4)",
        params![row, owner_token(&user_id), index_terms(&content), index_terms(&tags.join(" "))],
    )
    .await?;
    let fingerprint = gist::fingerprint(&content);
    tx.execute("UPDATE notes SET fingerprint = ?2 WHERE row = ?1", params![row, fingerprint]).await.map(drop)
}

/// Removes a note from the index.
pub async fn remove_note(tx: &Tx, row: i64) -> Result<()> {
    tx.execute("DELETE FROM notes_fts WHERE rowid = ?1", [row]).await.map(drop)
}

/// Removes notes from the index; `rows` is a JSON list.
pub(crate) async fn remove_notes(tx: &Tx, rows: &str) -> Result<()> {
    tx.execute(concat!("DELETE FROM notes_fts WHERE rowid IN ", listed!("?1")), [rows]).await.map(drop)
}

/// Checks the index by a search for a word.
///
/// # Errors
/// Returns an error if the database cannot search.
pub async fn check(tx: &Tx) -> Result<()> {
    let found: Option<i64> =
        tx.value("SELECT count(*) AS value FROM notes_fts WHERE notes_fts MATCH '\"x\"'", ()).await?;
    ensure!(found.is_some(), "the full-text search returns no count");
    Ok(())
}

/// The rows of one source that a person's search covers.
#[derive(Clone, Debug)]
pub struct Searched<'a> {
    source: Source,
    /// The part of an FTS5 expression that limits the search to the person's rows.
    owners: String,
    /// The only rows to be searched, if the search is limited further.
    among: Option<HashSet<&'a i64>>,
}

/// The terms of a row in the full-text index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    pub row: i64,
    pub text: String,
    /// Empty for an entry.
    pub tags: String,
    /// Set for a passage of a saved document.
    pub document: Option<i64>,
}

impl<'a> Searched<'a> {
    /// Returns the rows of a person in this source, limited to `among` if given.
    pub async fn of(tx: &Tx, user: &UserId, source: Source, among: Option<&'a Rows>) -> Result<Self> {
        let of_source = |rows: &'a Rows| match source {
            Source::Note => rows.notes.iter().collect(),
            Source::Entry => rows.entries.iter().collect(),
            Source::Document => rows.passages.iter().collect(),
        };
        Ok(Self { source, owners: owners(tx, user).await?, among: among.map(of_source) })
    }

    /// Returns all rows, in ascending order.
    pub async fn own(&self, tx: &Tx) -> Result<Vec<i64>> {
        if let Some(among) = &self.among {
            let mut rows: Vec<i64> = among.iter().map(|row| **row).collect();
            rows.sort_unstable();
            return Ok(rows);
        }
        self.rows(tx, &self.owners, usize::MAX).await
    }

    /// Returns the newest `limit` rows that match an FTS5 expression.
    ///
    /// To find the person's rows for a frequent word, SQLite reads past everybody's.
    pub async fn matching(&self, tx: &Tx, expression: &str, limit: usize) -> Result<Vec<i64>> {
        let columns = match self.source {
            Source::Note => "content tags",
            Source::Entry | Source::Document => "text",
        };
        self.rows(tx, &format!("{} AND ({{{columns}}} : ({expression}))", self.owners), limit).await
    }

    /// Returns roughly how many rows everybody has in this source.
    pub async fn everybodys(&self, tx: &Tx) -> Result<usize> {
        let sql = match self.source {
            Source::Note => "SELECT coalesce(max(row), 0) AS value FROM notes",
            Source::Entry => "SELECT coalesce(max(entry_id), 0) AS value FROM entries",
            Source::Document => "SELECT coalesce(max(row), 0) AS value FROM passages",
        };
        let highest: Option<i64> = tx.value(sql, ()).await?;
        Ok(usize::try_from(highest.unwrap_or_default())?)
    }

    /// Passes the index entry of each of these rows to `take`.
    pub async fn indexed(&self, tx: &Tx, rows: &[i64], mut take: impl FnMut(Indexed)) -> Result<()> {
        let sql = match self.source {
            Source::Note => {
                concat!(
                    "SELECT n.rowid, n.content, n.tags, NULL FROM ",
                    each_of!("?1"),
                    " w CROSS JOIN notes_fts n ON n.rowid = w.value"
                )
            }
            Source::Entry => {
                concat!(
                    "SELECT e.rowid, e.text, '', NULL
                 FROM ",
                    each_of!("?1"),
                    " w CROSS JOIN entries_fts e ON e.rowid = w.value"
                )
            }
            Source::Document => {
                concat!(
                    "SELECT p.rowid, p.text, '', d.document_id
                 FROM ",
                    each_of!("?1"),
                    " w CROSS JOIN passages_fts p ON p.rowid = w.value CROSS JOIN passages d ON d.row = w.value"
                )
            }
        };
        tx.each(sql, [json(rows)], |row| {
            take(Indexed { row: row.get(0)?, text: row.get(1)?, tags: row.get(2)?, document: row.get(3)? });
            Ok(())
        })
        .await
    }

    /// Returns the newest `limit` rows that match, in ascending order, the fastest for the index.
    async fn rows(&self, tx: &Tx, expression: &str, limit: usize) -> Result<Vec<i64>> {
        let sql = match self.source {
            Source::Note => "SELECT rowid FROM notes_fts WHERE notes_fts MATCH ?1 ORDER BY rowid",
            Source::Entry => "SELECT rowid FROM entries_fts WHERE entries_fts MATCH ?1 ORDER BY rowid",
            Source::Document => "SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?1 ORDER BY rowid",
        };
        let mut newest = VecDeque::new();
        tx.each(sql, [expression], |row| {
            let row = row.get(0)?;
            if self.among.as_ref().is_none_or(|among| among.contains(&row)) {
                newest.push_back(row);
            }
            if newest.len() > limit {
                newest.pop_front();
            }
            Ok(())
        })
        .await?;
        Ok(newest.into())
    }
}

/// The rows to which a search is limited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The newest first.
    pub notes: Vec<i64>,
    pub entries: Vec<i64>,
    /// The passages of saved documents.
    pub passages: Vec<i64>,
}

/// The sources that are searched besides notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    pub conversations: bool,
    pub documents: bool,
}

impl Rows {
    /// Returns all rows with their kind.
    pub fn all(&self) -> HashSet<(Kind, i64)> {
        let notes = self.notes.iter().map(|row| (Kind::Note, *row));
        let entries = self.entries.iter().map(|row| (Kind::Entry, *row));
        let passages = self.passages.iter().map(|row| (Kind::Document, *row));
        notes.chain(entries).chain(passages).collect()
    }
}

/// Encodes rows as an SQL parameter.
fn json(rows: &[i64]) -> String {
    serde_json::json!(rows).to_string()
}

/// Returns the rows of a person's notes, and if wanted of their conversations and saved documents, that carry all of
/// `tags` and are visible in `scope`. Only notes carry tags. Documents are listed only for a group, where those saved
/// in it are visible; otherwise they are searched without a list.
pub async fn rows(
    tx: &Tx,
    user: &UserId,
    scope: &Scope,
    tags: &[String],
    Beside { conversations, documents }: Beside,
) -> Result<Rows> {
    #[derive(Deserialize)]
    struct Row {
        row: i64,
    }
    let (channel, chat) = scope.columns();
    let entries: Vec<Row> = if conversations && tags.is_empty() {
        tx.all(
            "SELECT e.entry_id AS row FROM sessions s JOIN turns t USING (session_id) JOIN entries e USING (turn_id)
             WHERE s.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
               AND (?2 IS NULL OR (s.channel = ?2 AND s.chat = ?3)) AND e.role <> 'note'",
            params![user, channel, chat],
        )
        .await?
    } else {
        Vec::new()
    };
    let passages: Vec<Row> = if documents && tags.is_empty() {
        tx.all(
            "SELECT p.row FROM file_origins o JOIN sessions s USING (session_id)
                 JOIN documents d ON d.user_id = o.user_id AND d.path = o.path AND d.state <> 'gone'
                 JOIN passages p USING (document_id)
             WHERE o.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
               AND s.channel = ?2 AND s.chat = ?3",
            params![user, channel, chat],
        )
        .await?
    } else {
        Vec::new()
    };
    let notes = notes::rows(tx, user, scope, tags).await?;
    let rows = |found: Vec<Row>| found.into_iter().map(|row| row.row).collect();
    Ok(Rows { notes, entries: rows(entries), passages: rows(passages) })
}

/// Returns how many entries of a person's conversations are stored, counted up to `most`. Reads only the index, where a
/// person's rows lie together; the entries themselves lie among everybody's.
pub async fn count_entries(tx: &Tx, user: &UserId, most: i64) -> Result<i64> {
    let count = tx.value(
        "SELECT count(*) AS value FROM (SELECT 1 FROM entries_fts WHERE entries_fts MATCH ?1 LIMIT ?2)",
        params![owners(tx, user).await?, most],
    );
    Ok(count.await?.unwrap_or_default())
}

/// Returns those of these texts that are the person's, without those of the turn `except`, which is searching, and of
/// turns whose note the person has deleted.
pub async fn texts(
    tx: &Tx,
    user: &UserId,
    rows: &[(Source, i64)],
    except: Option<&TurnId>,
) -> Result<Vec<Text>> {
    #[derive(Deserialize)]
    struct Row {
        source: Source,
        row: i64,
        text: String,
        note_id: Option<NoteId>,
        file: Option<String>,
        place: Option<String>,
        turn_id: Option<TurnId>,
        tags: String,
        created_at: Timestamp,
        updated_at: Timestamp,
        untrusted: Sources,
    }
    let of = |source: Source| -> Vec<i64> {
        rows.iter().filter(|(other, _)| *other == source).map(|(_, row)| *row).collect()
    };
    let found: Vec<Row> = tx
        .all(
            concat!(
                "SELECT 'note' AS source, row, content AS text, note_id, NULL AS file, NULL AS place,
                 NULL AS turn_id, tags, created_at, updated_at, untrusted
             FROM notes WHERE row IN ",
                listed!("?2"),
                " AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             UNION ALL
             SELECT 'entry', e.entry_id, e.text, NULL, NULL, NULL, t.turn_id, '[]', e.created_at, e.created_at, e.untrusted
             FROM entries e JOIN turns t USING (turn_id) JOIN sessions s USING (session_id)
             WHERE e.entry_id IN ",
                listed!("?3"),
                " AND t.turn_id IS NOT ?4 AND NOT t.unsearchable
                 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             UNION ALL
             SELECT 'document', p.row, p.text, NULL, d.path, p.place, NULL, '[]', d.modified_at,
                 d.modified_at, o.untrusted
             FROM passages p JOIN documents d USING (document_id)
                 LEFT JOIN file_origins o ON o.user_id = d.user_id AND o.path = d.path
             WHERE p.row IN ",
                listed!("?5"),
                " AND d.state <> 'gone' AND d.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)"
            ),
            params![
                user,
                json(&of(Source::Note)),
                json(&of(Source::Entry)),
                except.cloned(),
                json(&of(Source::Document))
            ],
        )
        .await?;
    let text = |row: Row| {
        let tags = serde_json::from_str(&row.tags).context("cannot parse the tags of a note")?;
        let Row {
            source, row, text, note_id, file, place, turn_id, created_at, updated_at, untrusted, ..
        } = row;
        Ok(Text { source, row, text, note_id, file, place, turn_id, tags, created_at, updated_at, untrusted })
    };
    found.into_iter().map(text).collect()
}

/// Returns the part of an FTS5 expression that limits a search to a person's rows.
async fn owners(tx: &Tx, user: &UserId) -> Result<String> {
    let mut tokens: Vec<_> = people::members(tx, user).await?.iter().map(owner_token).collect();
    if tokens.is_empty() {
        // A forgotten user owns nothing, and an empty list is not a valid expression.
        tokens.push(owner_token(user));
    }
    Ok(format!("owner : ({})", tokens.join(" OR ")))
}

#[cfg(test)]
mod tests;
