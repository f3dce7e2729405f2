//! Notes: what a person wants remembered. Every query names a user, and finds what the same person has.

use anyhow::{Context, Result};
use libsql::params;
use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use crate::{
    db::Tx,
    ids::{NoteId, TurnId, UserId},
    store::people,
};

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub note_id: NoteId,
    pub content: String,
    pub tags: Vec<String>,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Something found, with its score: higher is better, comparable within one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit<T> {
    pub item: T,
    pub score: f64,
}

/// Something said in an earlier conversation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Said {
    pub entry_id: i64,
    pub text: String,
    pub created_at: i64,
    /// Whose words it holds, if not the person's own or the model's.
    pub untrusted: Option<String>,
}

/// The one token by which the full-text indexes know a person's rows.
pub fn owner_token(user: &UserId) -> String {
    user.as_str().replace('-', "")
}

/// A text as the full-text indexes get it: word by word, as queries are cut too. Left to themselves they take a
/// whole sentence of Chinese or Japanese for one word.
pub fn searchable(text: &str) -> String {
    text.unicode_words().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Saves a note; saving the same id again changes nothing.
pub async fn insert(tx: &Tx, user: &UserId, note: &Note) -> Result<()> {
    let tags = serde_json::to_string(&note.tags)?;
    let changed = tx
        .execute(
            "INSERT INTO notes (note_id, user_id, content, tags, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (note_id) DO NOTHING",
            params![&note.note_id, user, note.content.as_str(), tags, note.created_at, note.updated_at],
        )
        .await?;
    if changed == 1 {
        index(tx, user, tx.last_id(), &note.content, &note.tags).await?;
    }
    Ok(())
}

/// One of a person's notes.
pub async fn get(tx: &Tx, user: &UserId, id: &NoteId) -> Result<Option<Note>> {
    let row: Option<NoteRow> = tx
        .first(
            "SELECT *, 0.0 AS score FROM notes
             WHERE note_id = ?1 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)",
            params![id, user],
        )
        .await?;
    row.map(|row| row.note().map(|hit| hit.item)).transpose()
}

/// Replaces what a note says, and its tags where `tags` is given. False if the person has no such note.
pub async fn update(
    tx: &Tx,
    user: &UserId,
    id: &NoteId,
    content: &str,
    tags: Option<&[String]>,
    now: i64,
) -> Result<bool> {
    let Some(note) = get(tx, user, id).await? else { return Ok(false) };
    let tags = tags.unwrap_or(&note.tags);
    tx.execute(
        "UPDATE notes SET content = ?2, tags = ?3, updated_at = ?4 WHERE note_id = ?1",
        params![id, content, serde_json::to_string(tags)?, now],
    )
    .await?;
    let Place { rowid, user_id } = place(tx, id).await?;
    tx.execute("DELETE FROM notes_fts WHERE rowid = ?1", [rowid]).await?;
    index(tx, &user_id, rowid, content, tags).await?;
    Ok(true)
}

/// Deletes a note. False if the person has no such note.
pub async fn delete(tx: &Tx, user: &UserId, id: &NoteId) -> Result<bool> {
    if get(tx, user, id).await?.is_none() {
        return Ok(false);
    }
    tx.execute("DELETE FROM notes_fts WHERE rowid = ?1", [place(tx, id).await?.rowid]).await?;
    tx.execute("DELETE FROM notes WHERE note_id = ?1", params![id]).await?;
    Ok(true)
}

/// The notes of a person that match an FTS5 expression and carry all of `tags` (a JSON array), best first.
/// Without an expression: the newest.
pub async fn search(
    tx: &Tx,
    user: &UserId,
    expression: Option<&str>,
    tags: &[String],
    limit: i64,
) -> Result<Vec<Hit<Note>>> {
    let tags = serde_json::to_string(tags)?;
    let rows: Vec<NoteRow> = match expression {
        Some(expression) => {
            let scoped = format!("{} AND ({{content tags}} : ({expression}))", owners(tx, user).await?);
            tx.all(
                "SELECT n.*, -bm25(notes_fts, 0.0, 1.0, 0.5) AS score
                 FROM notes_fts f JOIN notes n ON n.rowid = f.rowid
                 WHERE notes_fts MATCH ?1 AND n.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                   AND NOT EXISTS (SELECT 1 FROM json_each(?3) w
                                   WHERE w.value NOT IN (SELECT value FROM json_each(n.tags)))
                 ORDER BY score DESC, n.updated_at DESC LIMIT ?4",
                params![scoped, user, tags, limit],
            )
            .await?
        }
        None => {
            tx.all(
                "SELECT n.*, 0.0 AS score FROM notes n
                 WHERE n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                   AND NOT EXISTS (SELECT 1 FROM json_each(?2) w
                                   WHERE w.value NOT IN (SELECT value FROM json_each(n.tags)))
                 ORDER BY n.updated_at DESC LIMIT ?3",
                params![user, tags, limit],
            )
            .await?
        }
    };
    rows.into_iter().map(NoteRow::note).collect()
}

/// What a person said or was told in earlier conversations that matches an FTS5 expression, best first.
pub async fn search_conversations(
    tx: &Tx,
    user: &UserId,
    expression: &str,
    except: &TurnId,
    limit: i64,
) -> Result<Vec<Hit<Said>>> {
    #[derive(Deserialize)]
    struct Row {
        entry_id: i64,
        text: String,
        created_at: i64,
        untrusted: Option<String>,
        score: f64,
    }
    let scoped = format!("{} AND (text : ({expression}))", owners(tx, user).await?);
    let rows: Vec<Row> = tx
        .all(
            "SELECT e.entry_id, e.text, e.created_at, e.untrusted, -bm25(entries_fts, 0.0, 1.0) AS score
             FROM entries_fts f JOIN entries e ON e.entry_id = f.rowid
                 JOIN turns t USING (turn_id) JOIN sessions s USING (session_id)
             WHERE entries_fts MATCH ?1 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND t.turn_id <> ?3
             ORDER BY score DESC LIMIT ?4",
            params![scoped, user, except, limit],
        )
        .await?;
    let hit = |row: Row| Hit {
        score: row.score,
        item: Said {
            entry_id: row.entry_id,
            text: row.text,
            created_at: row.created_at,
            untrusted: row.untrusted,
        },
    };
    Ok(rows.into_iter().map(hit).collect())
}

#[derive(Deserialize)]
struct NoteRow {
    note_id: NoteId,
    content: String,
    tags: String,
    created_at: i64,
    updated_at: i64,
    score: f64,
}

impl NoteRow {
    fn note(self) -> Result<Hit<Note>> {
        let tags = serde_json::from_str(&self.tags).with_context(|| format!("tags of {}", self.note_id))?;
        let Self { note_id, content, created_at, updated_at, score, .. } = self;
        Ok(Hit { item: Note { note_id, content, tags, created_at, updated_at }, score })
    }
}

/// Where the index has a note, and whose it is there.
#[derive(Deserialize)]
struct Place {
    rowid: i64,
    user_id: UserId,
}

async fn place(tx: &Tx, id: &NoteId) -> Result<Place> {
    tx.first("SELECT rowid, user_id FROM notes WHERE note_id = ?1", params![id])
        .await?
        .context("no such note")
}

/// The part of an FTS5 expression that keeps a search to a person's rows.
async fn owners(tx: &Tx, user: &UserId) -> Result<String> {
    let tokens: Vec<_> = people::members(tx, user).await?.iter().map(owner_token).collect();
    Ok(format!("owner : ({})", tokens.join(" OR ")))
}

async fn index(tx: &Tx, user: &UserId, rowid: i64, content: &str, tags: &[String]) -> Result<()> {
    tx.execute(
        "INSERT INTO notes_fts (rowid, owner, content, tags) VALUES (?1, ?2, ?3, ?4)",
        params![rowid, owner_token(user), searchable(content), searchable(&tags.join(" "))],
    )
    .await
    .map(drop)
}
