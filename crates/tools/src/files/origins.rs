//! The sources of the words in the person's files.

use std::{collections::HashMap, io};

use adjutant_domain::{
    ids::{SessionId, UserId},
    origin::Sources,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::{Db, SyncedTx},
    file_origins::{self, SavedFile},
};
use adjutant_texts as texts;
use adjutant_workspace::{Listed, OwnFiles, is_below, origins as paths};
use anyhow::Result;

use super::{blocking, writer::There};
use crate::kit::Context;

/// The size that is recorded for a folder; no file has it.
const FOLDER: i64 = -1;

/// The sources of the words in all files of a person.
pub(super) struct Origins(HashMap<(UserId, String), SavedFile>);

impl Origins {
    pub(super) async fn of(db: &Db, files: &OwnFiles) -> Result<Self> {
        let users = files.users.clone();
        let read = db.read(async move |tx| {
            let mut all = HashMap::new();
            for user in &users {
                let saved = file_origins::of(tx, user).await?;
                all.extend(saved.into_iter().map(|file| ((user.clone(), file.path.clone()), file)));
            }
            Ok(all)
        });
        Ok(Self(read.await?))
    }

    /// Returns the sources of the words in a file of this user.
    pub(super) fn sources(&self, user: &UserId, file: &Listed) -> Sources {
        sources(self.0.get(&(user.clone(), file.path.clone())), file)
    }

    /// Returns the sources of the words in the names of folders: those recorded for each folder, else those of the
    /// files below it.
    pub(super) fn of_folders<'a>(&self, folders: impl Iterator<Item = &'a str>) -> Sources {
        folders.fold(Sources::OWN, |all, folder| {
            let of = |it: &dyn Fn(&str) -> bool| -> Option<Sources> {
                let found = self.0.values().filter(|saved| it(&saved.path));
                found.fold(None, |all, saved| Some(all.unwrap_or_default().and(&saved.untrusted)))
            };
            let named = of(&|path| path == folder).or_else(|| of(&|path| is_below(folder, path)));
            all.and(&named.unwrap_or_else(|| texts::FILE_OF_UNKNOWN_ORIGIN.into()))
        })
    }
}

/// Returns the sources of the words in a file, from the record of the save at its path. A file without a matching
/// record may hold anybody's words, because something other than the bot has written it.
fn sources(saved: Option<&SavedFile>, file: &Listed) -> Sources {
    match saved {
        Some(saved) if saved.is(file.size, file.modified_at()) => saved.untrusted.clone(),
        _ => texts::FILE_OF_UNKNOWN_ORIGIN.into(),
    }
}

/// Returns the sources of the words in a file of this user.
pub(crate) async fn of_file(db: &Db, user: &UserId, file: &Listed) -> Result<Sources> {
    let (user, path) = (user.clone(), file.path.clone());
    let saved = db.read(async move |tx| file_origins::find(tx, &user, &path).await).await?;
    Ok(sources(saved.as_ref(), file))
}

/// Returns the sources of the words in all files of the call's user, and the files.
pub(crate) async fn of_all(context: &Context) -> Result<(Sources, Vec<Listed>)> {
    of_user(context, context.user.user_id.clone()).await
}

/// Returns the sources of the words in all files of linked users.
pub(crate) async fn of_linked(context: &Context, users: &[UserId]) -> Result<Sources> {
    let mut all = Sources::OWN;
    for user in users {
        // One user at a time, because commands see every file where several have the same path.
        all = all.and(&of_user(context, user.clone()).await?.0);
    }
    Ok(all)
}

async fn of_user(context: &Context, user: UserId) -> Result<(Sources, Vec<Listed>)> {
    let of_user = OwnFiles { blobs: context.blobs.clone(), users: vec![user] };
    let origins = Origins::of(&context.db, &of_user).await?;
    let files = blocking(move || of_user.list()).await?;
    let all = files.iter().fold(Sources::OWN, |all, (user, file)| all.and(&origins.sources(user, file)));
    Ok((all, files.into_iter().map(|(_, file)| file).collect()))
}

/// Records the sources of the words in a file that a call has just saved: those of its content, and those of the turn,
/// which may have chosen the file or its name. The folders made for the file get the same sources. The record of the
/// file that it replaced moves to the version `before`. `session` is the conversation of the file.
pub(super) async fn record(
    context: &Context,
    (file, before): (&Listed, Option<String>),
    own: &Sources,
    session: Option<&SessionId>,
) -> Result<()> {
    let mut saved = folders(context, &file.path, own);
    saved.push(SavedFile {
        user_id: context.user.user_id.clone(),
        path: file.path.clone(),
        bytes: i64::try_from(file.size).unwrap_or(i64::MAX),
        modified_at: file.modified_at(),
        untrusted: own.clone().and(&context.untrusted),
        session_id: session.cloned(),
    });
    let (user, path) = (context.user.user_id.clone(), file.path.clone());
    let write = async move |tx: &SyncedTx| {
        paths::replaced(tx, &user, &path, before.as_deref()).await?;
        put(tx, &saved).await
    };
    context.db.write(context.person_scope(), write).await
}

/// Records the sources of the names of the folders on a path, where they are unknown.
pub(super) async fn record_folders(context: &Context, path: &str, own: &Sources) -> Result<()> {
    let saved = folders(context, path, own);
    context.db.write(context.person_scope(), async move |tx: &SyncedTx| put(tx, &saved).await).await
}

/// Moves the records of a moved file or folder to its new path, and adds the sources of the turn, which may have chosen
/// that path.
pub(super) async fn rename(context: &Context, moved: &There, to: &str) -> Result<()> {
    let (user, from, to) = (context.user.user_id.clone(), moved.path().to_owned(), to.to_owned());
    let mut named = folders(context, &to, &Sources::OWN);
    if let There::Folder(..) = moved {
        let of_user = OwnFiles { blobs: context.blobs.clone(), users: vec![user.clone()] };
        let own = Origins::of(&context.db, &of_user).await?.of_folders([from.as_str()].into_iter());
        named.push(of_folder(context, to.clone(), &own));
    }
    let untrusted = context.untrusted.clone();
    let write = async move |tx: &SyncedTx| {
        paths::moved(tx, &user, (&from, &to), &untrusted).await?;
        put(tx, &named).await
    };
    context.db.write(context.person_scope(), write).await
}

/// Returns the record of a folder. No file can have the folder's path while the folder exists.
fn of_folder(context: &Context, path: String, own: &Sources) -> SavedFile {
    SavedFile {
        user_id: context.user.user_id.clone(),
        path,
        bytes: FOLDER,
        modified_at: Timestamp::EPOCH,
        untrusted: own.clone().and(&context.untrusted),
        session_id: None,
    }
}

/// Returns the records of the folders that lead to a path, without `/shared` and `/tmp`.
fn folders(context: &Context, path: &str, own: &Sources) -> Vec<SavedFile> {
    let ends = path.match_indices('/').map(|(end, _)| end).skip(2);
    ends.map(|end| of_folder(context, path[..end].to_owned(), own)).collect()
}

/// Stores records; existing records of folders stay.
async fn put(tx: &SyncedTx, saved: &[SavedFile]) -> Result<()> {
    for saved in saved {
        let known = file_origins::find(tx, &saved.user_id, &saved.path).await?;
        if saved.bytes == FOLDER && known.is_some_and(|known| known.bytes == FOLDER) {
            continue;
        }
        file_origins::put(tx, saved).await?;
    }
    Ok(())
}

/// Returns a person's newest files that the prompt may name: they hold nobody else's words and have not changed since
/// they were saved. A file of a linked user is left out if the user has a file at the same path.
pub(super) async fn nameable(db: &Db, user: &UserId, files: OwnFiles, limit: i64) -> Result<Vec<Listed>> {
    let user = user.clone();
    let saved = db.read(async move |tx| file_origins::newest_own(tx, &user, limit).await).await?;
    blocking(move || saved.iter().filter_map(|saved| as_saved(&files, saved).transpose()).collect()).await
}

/// Returns a saved file if its path still leads to it unchanged. Blocks.
fn as_saved(files: &OwnFiles, saved: &SavedFile) -> io::Result<Option<Listed>> {
    let Some((user, file)) = files.find(&saved.path)? else { return Ok(None) };
    let same = user == saved.user_id && file.path == saved.path;
    Ok(Some(file).filter(|file| same && saved.is(file.size, file.modified_at())))
}
