//! The contents of websites, as a search by meaning compares them.

use adjutant_domain::ids::{SiteId, UserId};
use adjutant_store::{
    db::{SyncedTx, Tx},
    index_queue::{self, Item, Kind, Part},
    people,
    site::{Subject, texts},
    vectors::{self, Among},
};
use anyhow::Result;

/// The vector of everything, so that everything is near to everything.
const VECTOR: [f32; 8] = [0.353_553_4; 8];
const SPACE: &str = "walk";

/// Computes the vectors of the contents of websites.
pub(super) async fn embed(tx: &SyncedTx) -> Result<()> {
    let now = adjutant_domain::timestamp::Timestamp::MAX;
    let space = vectors::open_space(tx, SPACE, VECTOR.len(), now).await?;
    for item in index_queue::next(tx, Part::Vector, now, i64::MAX).await? {
        if item.kind != Kind::Draft {
            continue;
        }
        if let Some(text) = index_queue::text(tx, &item).await? {
            vectors::put(tx, &text.user_id, space, (item.kind, item.row), &VECTOR).await?;
        }
        index_queue::done(tx, Part::Vector, &item).await?;
    }
    Ok(())
}

/// Returns the texts of a site that a person's search by meaning reads.
pub(super) async fn read(tx: &Tx, user: &UserId, site: &SiteId) -> Result<String> {
    let of = [Subject::Page, Subject::Section, Subject::Post, Subject::Entry, Subject::Picture];
    let rows: Vec<_> = texts::pieces(tx, user, site, &of).await?.into_iter().map(|piece| piece.row).collect();
    let mut seen = format!("{:?}", texts::texts(tx, user, &rows).await?);
    let whose = people::members(tx, user).await?;
    let among = Among { kinds: vec![Kind::Draft], rows: None };
    for near in vectors::nearest(tx, &whose, SPACE, &VECTOR, &among, 1_000).await? {
        let item = Item { kind: near.kind, row: near.row, attempts: 0 };
        seen += &format!("{:?}", index_queue::text(tx, &item).await?);
    }
    Ok(seen)
}
