//! Whose words the person's files hold.

use std::{collections::HashMap, io};

use adjutant_domain::{ids::UserId, origin::Sources};
use adjutant_store::{
    db::Db,
    file_origins::{self, SavedFile},
};
use adjutant_texts as texts;
use adjutant_workspace::Listed;
use anyhow::Result;

use super::{Own, blocking, list::is_below};
use crate::kit::Context;

/// Whose words all files of a person hold.
pub(super) struct Origins(HashMap<(UserId, String), SavedFile>);

impl Origins {
    pub(super) async fn of(db: &Db, files: &Own) -> Result<Self> {
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

    /// Returns whose words a file of this user's folder may hold.
    pub(super) fn sources(&self, user: &UserId, file: &Listed) -> Sources {
        sources(self.0.get(&(user.clone(), file.path.clone())), file)
    }

    /// Returns whose words the names of folders may hold: of whoever made each, else of whoever named what is below it.
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

/// Returns whose words a file may hold, by what was recorded when a file was saved at its path. A file that nobody
/// saved through the bot may hold anybody's.
fn sources(saved: Option<&SavedFile>, file: &Listed) -> Sources {
    match saved {
        Some(saved) if saved.is(file.size, file.modified_at()) => saved.untrusted.clone(),
        _ => texts::FILE_OF_UNKNOWN_ORIGIN.into(),
    }
}

/// Returns whose words a file of this user may hold.
pub(super) async fn of_file(db: &Db, user: &UserId, file: &Listed) -> Result<Sources> {
    let (user, path) = (user.clone(), file.path.clone());
    let saved = db.read(async move |tx| file_origins::find(tx, &user, &path).await).await?;
    Ok(sources(saved.as_ref(), file))
}

/// Records whose words a file holds that a call has just saved: its own, and those in the turn, which may have chosen
/// the file or its name.
pub(super) async fn record(context: &Context, file: &Listed, own: &Sources) -> Result<()> {
    let saved = SavedFile {
        user_id: context.user.user_id.clone(),
        path: file.path.clone(),
        bytes: i64::try_from(file.size).unwrap_or(i64::MAX),
        modified_at: file.modified_at(),
        untrusted: own.clone().and(&context.untrusted),
    };
    context.db.write(context.person_scope(), async move |tx| file_origins::put(tx, &saved).await).await
}

/// Returns a person's newest files that the prompt may name: they hold nobody else's words, and are as they were saved. A
/// file of a linked user whose path the user's own folder has as well cannot be named.
pub(super) async fn nameable(db: &Db, user: &UserId, files: Own, limit: i64) -> Result<Vec<Listed>> {
    let user = user.clone();
    let saved = db.read(async move |tx| file_origins::newest_own(tx, &user, limit).await).await?;
    blocking(move || saved.iter().filter_map(|saved| as_saved(&files, saved).transpose()).collect()).await
}

/// Returns a saved file if its path still leads to it. Blocks.
fn as_saved(files: &Own, saved: &SavedFile) -> io::Result<Option<Listed>> {
    let Some((user, file)) = files.find(&saved.path)? else { return Ok(None) };
    let same = user == saved.user_id && file.path == saved.path;
    Ok(Some(file).filter(|file| same && saved.is(file.size, file.modified_at())))
}
