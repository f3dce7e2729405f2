//! The changes in a collection.

use std::collections::HashMap;

use super::{Change, Kind, Part, What};
use crate::model::{Collection, Entry};

pub(super) fn changes(old: Option<&Collection>, new: Option<&Collection>, changes: &mut Vec<Change>) {
    let kind = Kind::Collection;
    match (old, new) {
        (None, Some(new)) => changes.push(Change::New { kind, title: new.title.clone() }),
        // The entries of a removed collection are not listed.
        (Some(old), None) => return changes.push(Change::Gone { kind, title: old.title.clone() }),
        (Some(old), Some(new)) => {
            if old.title != new.title {
                changes.push(Change::Renamed { kind, from: old.title.clone(), to: new.title.clone() });
            }
            if old.description != new.description {
                let (title, part, what) = (new.title.clone(), Part::Text, What::Changed);
                changes.push(Change::Parts { kind, title, part, what, count: 1 });
            }
        }
        (None, None) => {}
    }
    let Some(new) = new else { return };
    let before = places(old.map(|old| &*old.entries).unwrap_or_default());
    let after = places(&new.entries);
    let changed = |entry: &&Entry| before.get(&*entry.id).is_some_and(|(_, old)| old != entry);
    let counts = [
        (What::New, after.keys().filter(|id| !before.contains_key(*id)).count()),
        (What::Gone, before.keys().filter(|id| !after.contains_key(*id)).count()),
        (What::Changed, new.entries.iter().filter(changed).count()),
    ];
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        changes.push(Change::Entries { collection: new.title.clone(), what, count });
    }
    let stayed = new.entries.iter().filter_map(|entry| before.get(&*entry.id));
    if !stayed.map(|(place, _)| place).is_sorted() {
        changes.push(Change::EntryOrder { collection: new.title.clone() });
    }
}

/// Returns the entries with their indices, by their ids.
fn places(entries: &[Entry]) -> HashMap<&str, (usize, &Entry)> {
    entries.iter().enumerate().map(|(place, entry)| (&*entry.id, (place, entry))).collect()
}
