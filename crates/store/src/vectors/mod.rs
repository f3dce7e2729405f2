//! Vectors of texts, and nearest-neighbour search. Every search names users, and reads no other users' vectors.
//!
//! A search reads the sketches of all of a user's vectors, which are stored together in blocks, and the vectors of the
//! nearest sketches. It is as good as an exact search (benches/memory measures both), reads a twentieth, and keeps
//! nothing in memory, so that each process finds what the others commit. See memory/vectors.rs for the arithmetic.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

use adjutant_domain::{
    ids::UserId,
    timestamp::Timestamp,
    vectors::{self, Probe},
};
use anyhow::{Context, Result, bail};

use crate::{
    db::{
        Tx, params,
        sql::{each_of, listed},
    },
    index_queue::Kind,
};

/// The number of vectors that a search compares exactly, unless more results are wanted.
const CANDIDATES: usize = 512;
/// The number of vectors in a block. A block of vectors with 384 dimensions fills a page of the file.
const BLOCK: usize = 64;
/// The bytes of a row number, which precedes its sketch.
const NUMBER: usize = size_of::<i64>();

/// A text whose vector is near the query's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    pub kind: Kind,
    /// `notes.row`, `entries.entry_id`, `site_texts.row` or `passages.row`.
    pub row: i64,
    /// From -1 to 1; higher is nearer.
    pub cosine: f32,
}

/// The rows to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Among {
    pub kinds: Vec<Kind>,
    /// The only rows to be searched, if given.
    pub rows: Option<HashSet<(Kind, i64)>>,
}

/// The error for a vector with another number of dimensions than the others of its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the embedding model returns vectors of {given} dimensions, but returned {kept} before")]
pub struct WrongDimensions {
    pub given: usize,
    pub kept: usize,
}

/// Returns the texts of these users that are nearest to a vector of unit length, best first.
///
/// # Errors
/// Returns [`WrongDimensions`], or an error if the database fails.
pub async fn nearest(
    tx: &Tx,
    whose: &[UserId],
    space: &str,
    query: &[f32],
    among: &Among,
    limit: usize,
) -> Result<Vec<Near>> {
    let Some(space_id) = find_space(tx, space, query.len()).await? else { return Ok(Vec::new()) };
    let owners = Owners { users: serde_json::to_string(whose)?, space_id };
    let wanted = CANDIDATES.max(limit);
    let candidates = match &among.rows {
        Some(rows) if rows.len() <= wanted => {
            rows.iter().copied().filter(|(kind, _)| among.kinds.contains(kind)).collect()
        }
        _ => candidates(tx, &owners, query, among, wanted).await?,
    };
    let mut near = Vec::with_capacity(candidates.len());
    compare(tx, &owners, query, &candidates, |found| near.push(found)).await?;
    near.sort_unstable_by(|a, b| b.cosine.total_cmp(&a.cosine).then(a.row.cmp(&b.row)));
    near.truncate(limit);
    Ok(near)
}

/// Returns the cosines between these texts and a vector of unit length. Leaves out texts of other users, and texts
/// without a vector in this space.
///
/// # Errors
/// Returns [`WrongDimensions`], or an error if the database fails.
pub async fn cosines(
    tx: &Tx,
    whose: &[UserId],
    space: &str,
    query: &[f32],
    rows: &[(Kind, i64)],
) -> Result<HashMap<(Kind, i64), f32>> {
    let mut cosines = HashMap::with_capacity(rows.len());
    let Some(space_id) = find_space(tx, space, query.len()).await? else { return Ok(cosines) };
    let owners = Owners { users: serde_json::to_string(whose)?, space_id };
    compare(tx, &owners, query, rows, |near| {
        cosines.insert((near.kind, near.row), near.cosine);
    })
    .await?;
    Ok(cosines)
}

/// Stores a text's vector of unit length, in place of an earlier one.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn put(
    tx: &Tx,
    user: &UserId,
    space: SpaceId,
    (kind, row): (Kind, i64),
    vector: &[f32],
) -> Result<()> {
    #[derive(serde::Deserialize)]
    struct Open {
        block_id: i64,
        len: usize,
    }
    remove(tx, kind, row).await?;
    let mut sketches = row.to_le_bytes().to_vec();
    sketches.extend(vectors::sketch(vector));
    let newest: Option<Open> = tx
        .first(
            "SELECT block_id, length(sketches) AS len FROM vector_blocks
             WHERE user_id = ?1 AND space_id = ?2 AND kind = ?3 ORDER BY block_id DESC LIMIT 1",
            params![user, space.0, kind.as_str()],
        )
        .await?;
    let block = match newest {
        Some(open) if open.len < BLOCK * sketches.len() => {
            let mut all = sketches_of(tx, open.block_id).await?;
            all.append(&mut sketches);
            set_sketches(tx, open.block_id, all).await?;
            open.block_id
        }
        _ => {
            tx.added(
                "INSERT INTO vector_blocks (user_id, space_id, kind, sketches) VALUES (?1, ?2, ?3, ?4)
                 RETURNING block_id AS value",
                params![user, space.0, kind.as_str(), sketches],
            )
            .await?
        }
    };
    tx.execute(
        "INSERT INTO vectors (block_id, kind, row, vector) VALUES (?1, ?2, ?3, ?4)",
        params![block, kind.as_str(), row, vectors::encode(vector)],
    )
    .await
    .map(drop)
}

/// Removes a text's vector, if any.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remove(tx: &Tx, kind: Kind, row: i64) -> Result<()> {
    #[derive(serde::Deserialize)]
    struct Place {
        block_id: i64,
        dimensions: usize,
    }
    let place: Option<Place> = tx
        .first(
            "SELECT block_id, dimensions FROM vectors JOIN vector_blocks USING (block_id)
                 JOIN vector_spaces USING (space_id) WHERE vectors.kind = ?1 AND row = ?2",
            params![kind.as_str(), row],
        )
        .await?;
    let Some(Place { block_id, dimensions }) = place else { return Ok(()) };
    tx.execute("DELETE FROM vectors WHERE kind = ?1 AND row = ?2", params![kind.as_str(), row]).await?;
    let mut left = Vec::new();
    for (other, entry) in entries(&sketches_of(tx, block_id).await?, dimensions) {
        if other != row {
            left.extend_from_slice(entry);
        }
    }
    if left.is_empty() {
        tx.execute("DELETE FROM vector_blocks WHERE block_id = ?1", [block_id]).await.map(drop)
    } else {
        set_sketches(tx, block_id, left).await
    }
}

/// A vector space in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceId(i64);

/// Returns the vector space of this name, and creates it if it is new.
///
/// # Errors
/// Returns [`WrongDimensions`], or an error if the database fails.
pub async fn open_space(tx: &Tx, name: &str, dimensions: usize, now: Timestamp) -> Result<SpaceId> {
    if let Some(space) = find_space(tx, name, dimensions).await? {
        return Ok(space);
    }
    let added = tx
        .added(
            "INSERT INTO vector_spaces (name, dimensions, created_at) VALUES (?1, ?2, ?3)
             RETURNING space_id AS value",
            params![name, dimensions as i64, now],
        )
        .await?;
    Ok(SpaceId(added))
}

/// Renames the vector space of this name, if it was made before a given time, so that the name is free. Returns false
/// if there was no such space.
pub async fn supersede(tx: &Tx, name: &str, before: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE vector_spaces SET name = 'superseded ' || space_id || ': ' || name, complete = 0
             WHERE name = ?1 AND created_at <= ?2",
            params![name, before],
        )
        .await?;
    Ok(changed > 0)
}

/// Returns whether every text has a vector in this space, or is queued for one.
pub async fn is_complete(tx: &Tx, name: &str) -> Result<bool> {
    let complete: Option<i64> =
        tx.value("SELECT complete AS value FROM vector_spaces WHERE name = ?1", [name]).await?;
    Ok(complete == Some(1))
}

/// Returns whether there are texts but no vector space of this name, because the model is new.
pub async fn is_to_begin(tx: &Tx, name: &str) -> Result<bool> {
    let to_begin: Option<i64> = tx
        .value(
            "SELECT 1 AS value WHERE NOT EXISTS (SELECT 1 FROM vector_spaces WHERE name = ?1)
                 AND (EXISTS (SELECT 1 FROM vector_spaces)
                      OR EXISTS (SELECT 1 FROM unindexed WHERE part = 'vector'))
             -- scan: one row is enough",
            [name],
        )
        .await?;
    Ok(to_begin.is_some())
}

/// Marks this vector space as complete, and all others as incomplete: every text has a vector in it, or is queued for
/// one.
pub async fn set_complete(tx: &Tx, name: &str) -> Result<()> {
    tx.execute("UPDATE vector_spaces SET complete = (name = ?1)", [name]).await.map(drop)
}

/// Marks every vector space as incomplete, before texts get vectors in another space.
pub async fn set_incomplete(tx: &Tx) -> Result<()> {
    tx.execute("UPDATE vector_spaces SET complete = 0 WHERE complete", ()).await.map(drop)
}

/// Removes some of the vectors of all other spaces. Returns false when none are left.
pub async fn remove_others(tx: &Tx, name: &str) -> Result<bool> {
    /// The number of blocks removed at once, in a few milliseconds.
    const BLOCKS: i64 = 4;
    let removed = tx
        .execute(
            "DELETE FROM vector_blocks WHERE block_id IN (
                 SELECT block_id FROM vector_spaces CROSS JOIN vector_blocks USING (space_id)
                 WHERE name <> ?1 LIMIT ?2)",
            params![name, BLOCKS],
        )
        .await?;
    if removed == 0 {
        tx.execute("DELETE FROM vector_spaces WHERE name <> ?1", [name]).await?;
    }
    Ok(removed > 0)
}

/// The users whose vectors are searched, and the space.
struct Owners {
    /// A JSON array of the users.
    users: String,
    space_id: SpaceId,
}

/// Returns the rows with the nearest sketches.
async fn candidates(
    tx: &Tx,
    owners: &Owners,
    query: &[f32],
    among: &Among,
    wanted: usize,
) -> Result<Vec<(Kind, i64)>> {
    let probe = Probe::new(query);
    let mut best = Best { wanted, found: BinaryHeap::with_capacity(wanted + 1) };
    for &kind in &among.kinds {
        tx.each(
            concat!(
                "SELECT sketches FROM vector_blocks
             WHERE user_id IN ",
                listed!("?1"),
                " AND space_id = ?2 AND kind = ?3"
            ),
            params![owners.users.as_str(), owners.space_id.0, kind.as_str()],
            |block| {
                for (row, entry) in entries(&block.get::<Vec<u8>>(0)?, query.len()) {
                    let score = probe.score(&entry[NUMBER..]);
                    if best.would_take(score)
                        && among.rows.as_ref().is_none_or(|rows| rows.contains(&(kind, row)))
                    {
                        best.take(score, (kind, row));
                    }
                }
                Ok(())
            },
        )
        .await?;
    }
    Ok(best.found.into_iter().map(|Reverse((_, row))| row).collect())
}

/// The rows with the best scores so far.
struct Best {
    wanted: usize,
    /// The lowest score is on top.
    found: BinaryHeap<Reverse<(i32, (Kind, i64))>>,
}

impl Best {
    fn would_take(&self, score: i32) -> bool {
        self.found.len() < self.wanted
            || self.found.peek().is_some_and(|Reverse((lowest, _))| score > *lowest)
    }

    fn take(&mut self, score: i32, row: (Kind, i64)) {
        self.found.push(Reverse((score, row)));
        if self.found.len() > self.wanted {
            self.found.pop();
        }
    }
}

/// Compares the query with the vectors of those rows that belong to the owners.
async fn compare(
    tx: &Tx,
    owners: &Owners,
    query: &[f32],
    rows: &[(Kind, i64)],
    mut found: impl FnMut(Near),
) -> Result<()> {
    for kind in Kind::ALL {
        let mut rows: Vec<i64> = rows.iter().filter(|(of, _)| *of == kind).map(|(_, row)| *row).collect();
        if rows.is_empty() {
            continue;
        }
        // Sorted, so that rows that are neighbours in the file are read one after the other.
        rows.sort_unstable();
        tx.each(
            concat!(
                "SELECT v.row, v.vector FROM ",
                each_of!("?4"),
                " w CROSS JOIN vectors v ON v.kind = ?3 AND v.row = w.value
                 JOIN vector_blocks b USING (block_id)
             WHERE b.user_id IN ",
                listed!("?1"),
                " AND b.space_id = ?2"
            ),
            params![owners.users.as_str(), owners.space_id.0, kind.as_str(), serde_json::to_string(&rows)?],
            |row| {
                let cosine = vectors::cosine(query, &row.get::<Vec<u8>>(1)?);
                found(Near { kind, row: row.get(0)?, cosine });
                Ok(())
            },
        )
        .await?;
    }
    Ok(())
}

async fn find_space(tx: &Tx, name: &str, dimensions: usize) -> Result<Option<SpaceId>> {
    #[derive(serde::Deserialize)]
    struct Row {
        space_id: i64,
        dimensions: usize,
    }
    let space: Option<Row> =
        tx.first("SELECT space_id, dimensions FROM vector_spaces WHERE name = ?1", [name]).await?;
    let Some(space) = space else { return Ok(None) };
    if space.dimensions != dimensions {
        bail!(WrongDimensions { given: dimensions, kept: space.dimensions });
    }
    Ok(Some(SpaceId(space.space_id)))
}

async fn sketches_of(tx: &Tx, block: i64) -> Result<Vec<u8>> {
    let mut sketches = None;
    tx.each("SELECT sketches FROM vector_blocks WHERE block_id = ?1", [block], |row| {
        sketches = Some(row.get(0)?);
        Ok(())
    })
    .await?;
    sketches.context("no such block of vectors")
}

async fn set_sketches(tx: &Tx, block: i64, sketches: Vec<u8>) -> Result<()> {
    tx.execute("UPDATE vector_blocks SET sketches = ?2 WHERE block_id = ?1", params![block, sketches])
        .await
        .map(drop)
}

/// Returns the row numbers in a block, each with its entry: the number and the sketch.
fn entries(block: &[u8], dimensions: usize) -> impl Iterator<Item = (i64, &[u8])> {
    block.chunks_exact(NUMBER + vectors::sketch_len(dimensions)).filter_map(|entry| {
        let number = entry.first_chunk::<NUMBER>()?;
        Some((i64::from_le_bytes(*number), entry))
    })
}

#[cfg(test)]
mod tests;
