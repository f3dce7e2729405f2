//! Reads and changes files on the disk for `/files` and its presses, before the transaction that answers them.

use std::{
    io::{self, ErrorKind},
    sync::Arc,
    time::SystemTime,
};

use adjutant_channel::{Content, Inbound, Media};
use adjutant_domain::{
    buttons::{FileAction, FilePress, short},
    ids::UserId,
    zones::Zone,
};
use adjutant_store::{
    file_usage, inbox,
    people::{self, User},
};
use adjutant_texts::{
    files::{self as texts, Entry, Folder},
    list::{PAGE, Page},
};
use adjutant_workspace::{
    Blob, Blobs, Discarded, Listed, OwnFiles, Replaced, Version, file_path, is_below, names,
    room::Room,
    sending::{self, Unfit},
};
use anyhow::Result;

use super::{KEPT, TEMPORARY, parent};
use crate::core::Core;

/// A person's files as read before the transaction; empty if the person was still unknown.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The user whose files the event may change.
    user: Option<UserId>,
    /// All files with their users, newest first.
    files: Vec<(UserId, Listed)>,
    /// Paths of folders, sorted.
    folders: Vec<String>,
    /// Deleted files, the latest deletion first.
    pub(super) trash: Vec<Discarded>,
    /// Versions of the file that a press is about, newest first.
    pub(super) versions: Vec<Version>,
    /// The size of all files, in bytes.
    used: u64,
    /// The outcome of the press or command, or why it failed.
    pub(super) done: Option<Result<Done, String>>,
}

/// The request to `/files`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    Look,
    Press(FilePress<'a>),
    /// The text after `/files`.
    Rename(&'a str),
}

/// A finished change on the disk.
#[derive(Clone, Debug)]
pub(super) enum Done {
    /// A copy for sending was stored.
    Kept(Media),
    Deleted {
        path: String,
        id: String,
    },
    Restored {
        id: String,
        to: String,
    },
    BroughtBack {
        version: String,
        replaced: Replaced,
    },
    Renamed {
        from: String,
        to: String,
    },
}

/// Lists a user's files, after carrying out what an event requests.
pub(crate) async fn carry_out_and_list(
    core: &Arc<Core>,
    user: &User,
    event: &Inbound,
    wanted: Wanted<'_>,
) -> Result<Listing> {
    let (id, event_) = (user.user_id.clone(), event.clone());
    let members = async move |tx: &_| {
        let members = people::members(tx, &id).await?;
        let used = file_usage::total(tx, &members).await?;
        Ok((members, used, inbox::is_recorded(tx, &event_).await?))
    };
    let (users, used, is_repeated) = core.db.read(members).await?;
    let own = OwnFiles { blobs: core.blobs.clone(), users };
    let mut listing = read(user, own.clone(), used).await?;
    // A repeated event has been carried out before.
    if !is_repeated {
        listing.done = act(core, user, event, &listing, wanted).await?;
        if matches!(&listing.done, Some(Ok(done)) if !matches!(done, Done::Kept(_))) {
            listing = Listing { done: listing.done, ..read(user, own, used).await? };
        }
    }
    if let Wanted::Press(
        FilePress::File(id, _) | FilePress::Versions(_, id) | FilePress::BringBack { file: id, .. },
    ) = wanted
        && let Some((owner, file)) = listing.find(id)
    {
        let (blobs, owner, path) = (core.blobs.clone(), owner.clone(), file.path.clone());
        listing.versions = tokio::task::spawn_blocking(move || blobs.versions(&owner, &path)).await??;
    }
    Ok(listing)
}

async fn read(user: &User, own: OwnFiles, used: u64) -> Result<Listing> {
    let user = user.user_id.clone();
    let read = move || {
        let (files, folders, trash) = (own.list()?, own.folders()?, own.blobs.trash(&user)?);
        let user = Some(user);
        let folders = folders.into_iter().collect();
        Ok::<_, io::Error>(Listing { user, files, folders, trash, used, ..Listing::default() })
    };
    tokio::task::spawn_blocking(read).await?.map_err(Into::into)
}

/// Carries out a request about a person's own files; `None` if the request is only to look.
async fn act(
    core: &Arc<Core>,
    user: &User,
    event: &Inbound,
    listing: &Listing,
    wanted: Wanted<'_>,
) -> Result<Option<Result<Done, String>>> {
    let own = Own { blobs: core.blobs.clone(), owner: user.user_id.clone(), now: core.clock.now().into() };
    let change = match wanted {
        Wanted::Look
        | Wanted::Press(FilePress::Folder(..) | FilePress::Versions(..) | FilePress::Trash(_)) => {
            return Ok(None);
        }
        Wanted::Press(FilePress::File(id, action)) => match (listing.find(id), action) {
            (None, _) => None,
            (Some(_), FileAction::Open) => return Ok(None),
            (Some(file), FileAction::Get) => return keep(core, user, event, file).await.map(Some),
            (Some(file), FileAction::Delete) => delete(own, file, id_of(event)),
        },
        Wanted::Press(FilePress::Restore(id)) => restore(own, listing, id),
        Wanted::Press(FilePress::BringBack { file, version }) => bring_back(own, listing, (file, version)),
        Wanted::Rename(words) => match listing.named(words) {
            Ok(paths) => Some(rename(own, paths)),
            Err(why) => return Ok(Some(Err(why))),
        },
    };
    match change {
        Some(change) => outcome(tokio::task::spawn_blocking(change).await?).map(Some),
        None => Ok(Some(Err(texts::no_such_file().to_owned()))),
    }
}

/// The files that a person may change.
struct Own {
    blobs: Arc<dyn Blobs>,
    owner: UserId,
    now: SystemTime,
}

/// A change to make on the disk; it returns `None` if the file is gone.
type Change = Box<dyn FnOnce() -> io::Result<Option<Done>> + Send>;

/// Returns the deletion of a file; `None` if it belongs to somebody else. `id` names it in the trash.
fn delete(own: Own, (of, file): &(UserId, Listed), id: String) -> Option<Change> {
    if *of != own.owner {
        return None;
    }
    let path = file.path.clone();
    Some(Box::new(move || {
        own.blobs.discard(&own.owner, &path, &id, own.now)?;
        Ok(Some(Done::Deleted { path, id }))
    }))
}

/// Returns the restoration of the deleted file with a short id.
fn restore(own: Own, listing: &Listing, id: &str) -> Option<Change> {
    let kept = listing.trash.iter().find(|it| short(&it.id) == id)?.clone();
    Some(Box::new(move || {
        let to = own.blobs.restore(&own.owner, &kept.id)?;
        Ok(to.map(|to| Done::Restored { id: kept.id, to }))
    }))
}

/// Returns the change of a file back to an earlier version, both with their short ids.
fn bring_back(own: Own, listing: &Listing, (file, version): (&str, &str)) -> Option<Change> {
    let (_, file) = listing.find(file).filter(|(of, _)| *of == own.owner)?;
    let (path, wanted) = (file.path.clone(), version.to_owned());
    Some(Box::new(move || {
        let versions = own.blobs.versions(&own.owner, &path)?;
        let Some(version) = versions.into_iter().find(|it| short(&it.path) == wanted) else {
            return Ok(None);
        };
        let replaced = own.blobs.bring_back(&own.owner, &version, &path, own.now)?;
        Ok(Some(Done::BroughtBack { version: version.path, replaced }))
    }))
}

/// Returns the renaming of a file or folder.
fn rename(own: Own, (from, to): (String, String)) -> Change {
    Box::new(move || {
        own.blobs.rename(&own.owner, &from, &to)?;
        Ok(Some(Done::Renamed { from, to }))
    })
}

/// Returns the outcome of a change; failures that the person can understand are in words.
fn outcome(changed: io::Result<Option<Done>>) -> Result<Result<Done, String>> {
    Ok(match changed {
        Ok(Some(done)) => Ok(done),
        Ok(None) => Err(texts::no_such_file().to_owned()),
        Err(error) => match error.kind() {
            ErrorKind::NotFound => Err(texts::no_such_file().to_owned()),
            ErrorKind::AlreadyExists => Err(texts::taken().to_owned()),
            ErrorKind::NotADirectory | ErrorKind::InvalidFilename | ErrorKind::InvalidInput => {
                Err(texts::bad_name().to_owned())
            }
            _ => return Err(error.into()),
        },
    })
}

/// Stores a copy of a file's present content, to send it later.
async fn keep(
    core: &Core,
    user: &User,
    event: &Inbound,
    (owner, file): &(UserId, Listed),
) -> Result<Result<Done, String>> {
    let limit = core.channels.get(&event.chat.channel)?.limits().upload_bytes;
    let room = Room { db: &core.db, blobs: &core.blobs, user: &user.user_id };
    let blob = Blob::outgoing(&user.user_id, id_of(event));
    let kept = sending::keep(room, (owner, file), &blob, limit, core.clock.timestamp()).await?;
    Ok(match kept {
        Ok(looked) => {
            let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
            Ok(Done::Kept(Media { kind: looked.kind, path: blob.stored(), name, size: None }))
        }
        Err(Unfit::Missing | Unfit::NoPerson) => Err(texts::no_such_file().to_owned()),
        Err(Unfit::Empty) => Err(texts::empty().to_owned()),
        Err(Unfit::TooLarge(size)) => Err(texts::too_large(size, limit)),
    })
}

/// Returns the name for an event on the disk: the same for each repetition of the event.
fn id_of(event: &Inbound) -> String {
    format!("press-{}", short(&format!("{}/{}", event.chat.channel, event.external_id)))
}

impl Listing {
    fn find(&self, id: &str) -> Option<&(UserId, Listed)> {
        self.files.iter().find(|(_, file)| short(&file.path) == id)
    }

    /// Returns the file with a short id, and whether the person may change it.
    pub(super) fn file(&self, id: &str) -> Option<(&Listed, bool)> {
        self.find(id).map(|(owner, file)| (file, self.user.as_ref() == Some(owner)))
    }

    /// Returns the file at a path.
    pub(super) fn at(&self, path: &str) -> Option<&Listed> {
        self.files
            .iter()
            .find(|(owner, file)| self.user.as_ref() == Some(owner) && file.path == path)
            .map(|(_, file)| file)
    }

    /// Draws a file.
    pub(super) fn one(&self, file: &Listed, is_own: bool, zone: Zone) -> Content {
        let versions = if is_own { self.versions.len() as i64 } else { 0 };
        texts::one(file, parent(&file.path), texts::Can { change: is_own, versions }, zone)
    }

    pub(super) fn folder(&self, id: &str) -> Option<&str> {
        let all = self.folders.iter().map(String::as_str).chain([KEPT, TEMPORARY]);
        all.into_iter().find(|path| short(path) == id)
    }

    /// Parses `rename OLD NEW` into the old and the new path. A path without a leading slash is relative to the folder
    /// that is shown first, or to the folder of the file.
    fn named(&self, words: &str) -> Result<(String, String), String> {
        let parts = quoted(words);
        let [what, old, new] = &parts[..] else { return Err(texts::how_to_rename().to_owned()) };
        if !what.eq_ignore_ascii_case("rename") {
            return Err(texts::how_to_rename().to_owned());
        }
        let within = |folder: &str, name: &str| match name.starts_with('/') {
            true => name.to_owned(),
            false => format!("{folder}/{name}"),
        };
        let bad = |_| texts::bad_name().to_owned();
        let from = file_path(&within(KEPT, old)).map_err(bad)?;
        let to = file_path(&within(parent(&from), new)).map_err(bad)?;
        if !names::is_plain(&to) || to.starts_with(&format!("{from}/")) {
            return Err(texts::bad_name().to_owned());
        }
        let is_kept = |path: &str| path.starts_with(&format!("{KEPT}/"));
        if is_kept(&from) && !is_kept(&to) {
            return Err(texts::stays_kept().to_owned());
        }
        if self.at(&from).is_none() && !self.folders.contains(&from) {
            return Err(texts::no_file_at(&from));
        }
        if from == to || self.at(&to).is_some() || self.folders.contains(&to) {
            return Err(texts::taken().to_owned());
        }
        Ok((from, to))
    }

    /// Draws a page of a folder: its folders, then its files.
    pub(super) fn draw(&self, path: &str, page: i64, zone: Zone) -> Content {
        let files = || self.files.iter().map(|(_, file)| file);
        let below = |folder: &str| {
            let is_below = |file: &&Listed| is_below(folder, &file.path);
            files().filter(is_below).count() as i64
        };
        let inner = |folder: &&str| parent(folder) == path;
        let mut folders: Vec<_> = self.folders.iter().map(String::as_str).filter(inner).collect();
        // The temporary folder is shown beside the kept files, where browsing begins.
        if path == KEPT && files().any(|file| is_below(TEMPORARY, &file.path)) {
            folders.push(TEMPORARY);
        }
        let here: Vec<_> = files().filter(|file| parent(&file.path) == path).collect();
        let page = Page::of(page, (folders.len() + here.len()) as i64);
        let (first, most) = (page.first as usize, PAGE as usize);
        let before = folders.len();
        let folders = folders.into_iter().skip(first).take(most).map(|it| Entry::Folder(it, below(it)));
        let files = here.into_iter().map(Entry::File).skip(first.saturating_sub(before));
        let entries = folders.chain(files).take(most).collect();
        let parent = match path {
            KEPT => None,
            TEMPORARY => Some(KEPT),
            path => Some(parent(path)),
        };
        let trash = if path == KEPT { self.trash.len() as i64 } else { 0 };
        texts::folder(&Folder { path, page, entries, parent, trash, used: self.used }, zone)
    }
}

/// Splits a text at spaces, except within quotation marks, including typographic ones from phones.
fn quoted(words: &str) -> Vec<String> {
    let words = words.replace(['“', '”', '„', '«', '»'], "\"");
    let mut parts = Vec::new();
    for (index, piece) in words.split('"').enumerate() {
        match index % 2 {
            0 => parts.extend(piece.split_whitespace().map(str::to_owned)),
            _ => parts.push(piece.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_are_quoted() {
        assert_eq!(quoted("rename a b"), ["rename", "a", "b"]);
        assert_eq!(
            quoted("rename “my list.md” \"bob's list.md\""),
            ["rename", "my list.md", "bob's list.md"]
        );
    }
}
