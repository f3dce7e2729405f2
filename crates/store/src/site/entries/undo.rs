//! Undoing changes of collections and entries.

use adjutant_domain::ids::{SiteId, UserId};
use anyhow::Result;

use super::{
    Collection, Entry, collections, count, count_in, insert, of_collection, slug_is_free, take_out, write,
};
use crate::{
    db::Tx,
    site::{
        Conflict, Error, Limit, MAX_COLLECTIONS, MAX_ENTRIES,
        state::State,
        undo::{added, check_rows},
    },
};

/// Returns an error if later changes prevent the way from `after` back to `before`.
pub(in crate::site) async fn check(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    (before, after, current): (&State, &State, &State),
) -> Result<(), Error> {
    check_rows(
        (&before.collections, &after.collections, &current.collections),
        is_same_collection,
        Collection::set,
        name_of,
    )?;
    check_rows((&before.entries, &after.entries, &current.entries), is_same, Entry::set, |entry| {
        format!("entry {:?}", entry.title)
    })?;
    for collection in added(&after.collections, &before.collections, is_same_collection) {
        let now = of_collection(tx, user, &collection.collection_id).await?;
        if added(&now, &after.entries, is_same).next().is_some() {
            return Err(Conflict::Grown(name_of(collection)).into());
        }
    }
    let back = added(&before.collections, &after.collections, is_same_collection).count();
    if back > 0 && collections::count(tx, site).await? as usize + back > MAX_COLLECTIONS {
        return Err(Conflict::from(Limit::Collections).into());
    }
    for collection in &before.collections {
        let id = &collection.collection_id;
        if !collections::slug_is_free(tx, user, site, &collection.slug, Some(id)).await? {
            return Err(Conflict::CollectionSlugTaken(collection.slug.clone()).into());
        }
    }
    let back = added(&before.entries, &after.entries, is_same).count();
    if back > 0 && count(tx, site).await? as usize + back > MAX_ENTRIES {
        return Err(Conflict::from(Limit::Entries).into());
    }
    for entry in &before.entries {
        let id = &entry.collection_id;
        let comes_back = before.collections.iter().any(|it| it.collection_id == *id);
        if !comes_back && collections::get(tx, user, id).await?.is_none() {
            return Err(Conflict::Deleted("collection".to_owned()).into());
        }
        if !slug_is_free(tx, user, id, &entry.slug, Some(&entry.entry_id)).await? {
            return Err(Conflict::EntrySlugTaken(entry.slug.clone()).into());
        }
    }
    Ok(())
}

/// Restores the collections and entries.
pub(in crate::site) async fn apply(
    tx: &Tx,
    (before, after, current): (&State, &State, &State),
) -> Result<()> {
    for entry in added(&current.entries, &before.entries, is_same).collect::<Vec<_>>().into_iter().rev() {
        take_out(tx, entry).await?;
    }
    for collection in added(&current.collections, &before.collections, is_same_collection) {
        collections::take_out(tx, &collection.collection_id).await?;
    }
    for collection in &before.collections {
        match after.collections.iter().any(|other| is_same_collection(collection, other)) {
            true => collections::write(tx, collection).await?,
            false => collections::insert(tx, collection).await?,
        }
    }
    for entry in &before.entries {
        match after.entries.iter().any(|other| is_same(entry, other)) {
            true => write(tx, entry).await?,
            false => {
                let position = entry.position.min(count_in(tx, &entry.collection_id).await?);
                insert(tx, &Entry { position, ..entry.clone() }).await?;
            }
        }
    }
    Ok(())
}

fn is_same(one: &Entry, other: &Entry) -> bool {
    one.entry_id == other.entry_id
}

fn is_same_collection(one: &Collection, other: &Collection) -> bool {
    one.collection_id == other.collection_id
}

fn name_of(collection: &Collection) -> String {
    format!("collection {:?}", collection.title)
}
