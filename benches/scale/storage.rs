//! The size of each table, with its indexes.

use std::collections::BTreeMap;

use adjutant_store::db::Tx;
use anyhow::Result;
use serde::Deserialize;

use crate::gateway::Gateway;

/// The largest database whose pages are all examined, in bytes.
const LARGEST: i64 = 1 << 30;

/// Growth that is too small to be shown, in bytes.
const LITTLE: f64 = 10_000.0;

/// The bytes in use of each table, including its indexes and shadow tables. Empty if the database is large.
pub struct Stored(BTreeMap<String, i64>);

#[derive(Deserialize)]
struct Row {
    name: String,
    bytes: i64,
}

impl Stored {
    /// Returns the present sizes.
    pub async fn now(gateway: &Gateway) -> Result<Self> {
        if gateway.bytes().await? > LARGEST {
            return Ok(Self(BTreeMap::new()));
        }
        let rows: Vec<Row> = gateway
            .db
            .read(async |tx: &Tx| {
                tx.all(
                    "SELECT iif(d.name = s.tbl_name, d.name, s.tbl_name || ', its indexes') AS name,
                         sum(pgsize - unused) AS bytes
                     FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY 1",
                    (),
                )
                .await
            })
            .await?;
        Ok(Self(rows.into_iter().map(|row| (row.name, row.bytes)).collect()))
    }

    /// Returns the growth of the tables until `later` in bytes, the largest first, without tables that have hardly
    /// grown.
    pub fn grown(&self, later: &Self) -> Vec<(String, f64)> {
        let grown = |(name, bytes): (&String, &i64)| {
            (name.clone(), (bytes - self.0.get(name).copied().unwrap_or_default()) as f64)
        };
        let mut all: Vec<_> = later.0.iter().map(grown).filter(|(_, bytes)| *bytes > LITTLE).collect();
        all.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        all
    }
}
