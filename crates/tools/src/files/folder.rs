//! Folders of the person's files: one that a call reads whole, and one that a call makes.

use std::io::Read as _;

use adjutant_domain::{ids::CallId, origin::Sources};
use adjutant_texts as texts;
use adjutant_workspace::is_below;

use super::{
    blocking, folder_path, no_such_file, origins,
    origins::Origins,
    own_files,
    writer::{self, Place},
};
use crate::kit::{Context, ToolError};

/// A file below a folder.
#[derive(Clone, Debug)]
pub(crate) struct Below {
    pub(crate) path: String,
    /// In bytes.
    pub(crate) size: u64,
    /// The sources of other people's words in it and in its name.
    pub(crate) untrusted: Sources,
}

/// Returns the normal form of a folder's path, and the files below it in the order of their paths, including those of
/// the person's linked accounts.
///
/// # Errors
/// Returns an error if there is no such folder.
pub(crate) async fn below(context: &Context, path: &str) -> Result<(String, Vec<Below>), ToolError> {
    let folder = folder_path(context, path)?;
    let files = own_files(context).await?;
    let origins = Origins::of(&context.db, &files).await?;
    let within = folder.clone();
    let found = blocking(move || {
        let is_there = within.matches('/').count() == 1 || files.folders()?.contains(&within);
        Ok(is_there.then_some((files.list()?, within)))
    });
    let Some((found, within)) = found.await? else {
        return Err(ToolError::not_found(format!("there is no folder '{folder}'")));
    };
    let mut below: Vec<_> = found
        .into_iter()
        .filter(|(_, file)| is_below(&within, &file.path))
        .map(|(user, file)| {
            let untrusted = origins.sources(&user, &file);
            Below { path: file.path, size: file.size, untrusted }
        })
        .collect();
    below.sort_by(|one, other| one.path.cmp(&other.path));
    Ok((folder, below))
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// Returns an error if the file is gone or larger.
pub(crate) async fn bytes(context: &Context, path: &str, most: u64) -> Result<(Vec<u8>, Sources), ToolError> {
    let (files, wanted) = (own_files(context).await?, path.to_owned());
    let read = blocking(move || {
        let Some((user, opened)) = files.open(&wanted)? else { return Ok(None) };
        let mut bytes = Vec::new();
        opened.content.take(most + 1).read_to_end(&mut bytes)?;
        Ok(Some((user, opened.file, bytes)))
    });
    let (user, file, bytes) = read.await?.ok_or_else(|| no_such_file(path))?;
    if bytes.len() as u64 > most {
        return Err(ToolError::rejected(format!(
            "a file is larger than {}",
            texts::for_model(|| texts::bytes(most))
        )));
    }
    Ok((bytes, origins::of_file(&context.db, &user, &file).await?))
}

/// A folder that a call makes, and the files in it.
pub(crate) struct NewFolder<'a> {
    context: &'a Context,
    folder: String,
    /// How many files it has.
    files: usize,
}

impl<'a> NewFolder<'a> {
    /// Checks that nothing is at the path, unless this call has made it.
    ///
    /// # Errors
    /// Returns an error if something is there.
    pub(crate) async fn at(context: &'a Context, path: &str) -> Result<Self, ToolError> {
        let folder = writer::new_path(context, "path", path)?;
        let new = Self { context, folder, files: 0 };
        let is_begun = writer::has_written(&new.part(0)).await?;
        if !is_begun && super::is_taken(own_files(context).await?, &new.folder).await? {
            return Err(writer::taken(&new.folder));
        }
        Ok(new)
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &str {
        &self.folder
    }

    /// Writes the next file. `own` names the sources of its words. A call that runs again finds the file that it has
    /// written.
    ///
    /// # Errors
    /// Returns an error if there is no room for the file.
    pub(crate) async fn add(&mut self, name: &str, bytes: Vec<u8>, own: &Sources) -> Result<(), ToolError> {
        let context = self.part(self.files);
        self.files += 1;
        if !writer::has_written(&context).await? {
            writer::store(&context, bytes.into()).await?;
        }
        writer::put(&context, &format!("{}/{name}", self.folder), Place::New, own).await?;
        Ok(())
    }

    fn part(&self, number: usize) -> Context {
        part(self.context, number)
    }
}

/// Returns the context for one of several files that a call writes, with a call id of its own: the id identifies the
/// file.
pub(crate) fn part(context: &Context, number: usize) -> Context {
    let call_id = CallId(format!("{}-{number}", context.call_id));
    Context { call_id, ..context.clone() }
}
