//! The only way to create and change a person's files: counts them, writes them whole, puts them in their place, and
//! records the sources of their words.

use std::{
    io::{self, ErrorKind, Read},
    sync::Arc,
};

use adjutant_channel::ChatKind;
use adjutant_domain::{
    ids::{self, UserId},
    origin::Sources,
};
use adjutant_store::file_usage::{NewFile, Reserved};
use adjutant_workspace::{Blob, Listed, Replaced, is_below, names};
use tokio::sync::{Mutex, MutexGuard};

use super::{blocking, file_path, gone, no_room, no_such_file, origins, room, unless_gone};
use crate::kit::{CallAssessment, Context, ToolError};

/// The number of locks, and so of people whose files can be changed at once.
const SIDE_BY_SIDE: usize = 16;
/// The bytes that are copied in one step.
const BATCH: usize = 64 << 10;

/// The bytes of a file that are compared with its state when the person was asked.
const MOST_COMPARED: u64 = 1 << 20;
/// The digest of a missing file.
const NOTHING: &str = "nothing";

/// Lets one call at a time change the files of a person, so that no file changes between reading and writing.
#[derive(Default)]
pub(super) struct Changes([Mutex<()>; SIDE_BY_SIDE]);

impl Changes {
    /// Waits for other calls that change the person's files.
    pub(super) async fn begin(&self, user: &UserId) -> MutexGuard<'_, ()> {
        let of_user =
            user.as_str().bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31) + usize::from(byte));
        self.0[of_user % SIDE_BY_SIDE].lock().await
    }
}

/// The content of a file.
pub(super) struct Content {
    pub(super) size: u64,
    pub(super) from: Box<dyn Read + Send>,
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { size: bytes.len() as u64, from: Box::new(io::Cursor::new(bytes)) }
    }
}

/// Where a file is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At a path where nothing is.
    New,
    /// At a path where nothing is, for a copy: it belongs to no chat, even if the original was saved from one.
    Copy,
    /// In the place of the file that is there.
    Instead,
}

/// Returns the blob of a call's content.
pub(super) fn blob_of(context: &Context) -> Blob {
    Blob::incoming(&context.user.user_id, &context.call_id)
}

/// Returns whether an interrupted attempt of this call has already written its file.
pub(super) async fn has_written(context: &Context) -> Result<bool, ToolError> {
    let (blobs, blob) = (context.blobs.clone(), blob_of(context));
    Ok(blocking(move || blobs.exists(&blob)).await?)
}

/// Stores the content that a call fetched or wrote, if there is room for it.
pub(super) async fn store(context: &Context, content: Content) -> Result<(), ToolError> {
    let (most, size, now) = (context.config.tools.files.max_total, content.size, context.clock.now());
    match room(context).reserve(NewFile { bytes: size, room: Some(most) }, now.into()).await? {
        Reserved::Yes => {}
        Reserved::Full => return Err(no_room(most)),
        Reserved::Gone => return Err(gone()),
    }
    let (blobs, blob) = (context.blobs.clone(), blob_of(context));
    let stored = blocking(move || {
        let mut unfinished = blobs.begin(&blob)?;
        let mut from = content.from.take(size);
        let mut batch = vec![0; BATCH];
        loop {
            match from.read(&mut batch)? {
                0 => break,
                read => unfinished.write(&batch[..read])?,
            }
        }
        unfinished.finish(now.into())
    })
    .await;
    let not_taken = if stored.is_ok() { 0 } else { -(size as i64) };
    room(context).settle(not_taken, now.into()).await?;
    stored.map_err(unless_gone)
}

/// Puts a call's stored content at a path, and records the sources of its words: those in `own`, and those of the turn.
pub(super) async fn put(
    context: &Context,
    path: &str,
    place: Place,
    own: &Sources,
) -> Result<Listed, ToolError> {
    let (blobs, blob, to) = (context.blobs.clone(), blob_of(context), path.to_owned());
    let now = context.clock.now().into();
    let put = blocking(move || match place {
        Place::New | Place::Copy => Ok(Replaced { file: blobs.create(&blob, &to)?, before: None }),
        Place::Instead => blobs.replace(&blob, &to, now),
    });
    let replaced = put.await.map_err(|error| misplaced(error, path))?;
    let session = (place != Place::Copy).then_some(&context.session.session_id);
    origins::record(context, (&replaced.file, replaced.before), own, session).await?;
    Ok(replaced.file)
}

/// Saves bytes in a new file below a folder under a free name, and returns its path. `own` names the sources of its
/// words. A call that runs again finds the file that it has saved.
pub(crate) async fn save_new(
    context: &Context,
    (folder, name, ending): (&str, &str, &str),
    bytes: Vec<u8>,
    own: &Sources,
) -> Result<String, ToolError> {
    let name = names::for_disk(name).ok_or_else(|| ToolError::invalid("the name holds no letters"))?;
    let path = new_path(context, "title", &format!("{folder}/{name}.{ending}"))?;
    if !has_written(context).await? {
        store(context, bytes.into()).await?;
    }
    let (blobs, blob, wanted) = (context.blobs.clone(), blob_of(context), path.clone());
    let placed = blocking(move || blobs.place(&blob, &wanted)).await;
    let file = placed.map_err(|error| misplaced(error, &path))?;
    origins::record(context, (&file, None), own, Some(&context.session.session_id)).await?;
    Ok(file.path)
}

/// Returns the normal form of the path of a new file or folder.
pub(super) fn new_path(context: &Context, field: &str, path: &str) -> Result<String, ToolError> {
    match names::is_plain(path) {
        true => file_path(context, path),
        false => {
            Err(ToolError::invalid(format!("field '{field}' in arguments contains invisible characters")))
        }
    }
}

/// Returns the error for a path that is taken or impossible.
pub(super) fn misplaced(error: anyhow::Error, path: &str) -> ToolError {
    match error.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(ErrorKind::AlreadyExists) => taken(path),
        Some(ErrorKind::NotADirectory | ErrorKind::InvalidFilename | ErrorKind::InvalidInput) => {
            ToolError::rejected(format!("there can be no '{path}'; choose another path"))
        }
        _ => unless_gone(error),
    }
}

pub(super) fn taken(path: &str) -> ToolError {
    ToolError::rejected(format!("there is '{path}' already"))
}

/// A file or folder of the person at a path.
pub(super) enum There {
    File(Listed),
    /// A folder, and the files below it.
    Folder(String, Vec<Listed>),
}

impl There {
    /// Returns its path.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::File(file) => &file.path,
            Self::Folder(path, _) => path,
        }
    }
}

/// Returns the user's own file or folder at a path.
///
/// # Errors
/// Returns an error if nothing is there, or it belongs to a linked user.
pub(super) async fn own(context: &Context, path: &str) -> Result<There, ToolError> {
    match own_if_there(context, path).await? {
        Some(own) => Ok(own),
        None if super::is_taken(super::own_files(context).await?, path).await? => Err(ToolError::rejected(
            format!("'{path}' is of a linked account, whose files can only be read and copied"),
        )),
        None => Err(no_such_file(path)),
    }
}

/// Returns the user's own file or folder at a path, if there is one.
pub(super) async fn own_if_there(context: &Context, path: &str) -> Result<Option<There>, ToolError> {
    let (blobs, user, path) = (Arc::clone(&context.blobs), context.user.user_id.clone(), path.to_owned());
    let found = blocking(move || {
        if let Some(file) = blobs.find(&user, &path)? {
            return Ok(Some(There::File(file)));
        }
        if !blobs.folders(&user)?.contains(&path) {
            return Ok(None);
        }
        let files = blobs.list(&user)?.into_iter().filter(|file| is_below(&path, &file.path)).collect();
        Ok(Some(There::Folder(path, files)))
    });
    Ok(found.await?)
}

/// Returns a digest of the file that a call would replace, or `NOTHING` if there is none. Returns `None` if the call
/// has written before, because it may have replaced the file already.
pub(super) async fn basis(context: &Context, there: Option<&There>) -> Result<Option<String>, ToolError> {
    if has_written(context).await? {
        return Ok(None);
    }
    let Some(There::File(file)) = there else { return Ok(Some(NOTHING.to_owned())) };
    let (blobs, user, path) = (context.blobs.clone(), context.user.user_id.clone(), file.path.clone());
    let read = move || {
        let Some(opened) = blobs.read(&user, &path)? else { return Ok(NOTHING.to_owned()) };
        // For a large file, the size and the time have to represent the rest.
        let mut bytes = format!("{} {}\n", opened.file.size, opened.file.modified_at()).into_bytes();
        opened.content.take(MOST_COMPARED).read_to_end(&mut bytes)?;
        Ok(ids::sha256_of(&bytes))
    };
    Ok(Some(blocking(read).await?))
}

/// Checks that the file is still as it was when the person was asked about the call.
///
/// # Errors
/// Returns an error if it has changed since.
pub(super) async fn is_as_asked(
    context: &Context,
    path: &str,
    there: Option<&There>,
) -> Result<(), ToolError> {
    let Some(asked) = &context.basis else { return Ok(()) };
    match basis(context, there).await? {
        Some(now) if now != *asked => Err(ToolError::rejected(format!(
            "'{path}' has changed since the person was asked, so nothing was written; read it again, and then call \
             again with what is to be changed now"
        ))),
        _ => Ok(()),
    }
}

/// Returns the kind of calls that change files in one of the two folders: the folder's path.
pub(super) fn kind_of(path: &str) -> String {
    format!("/{}", path.trim_start_matches('/').split('/').next().unwrap_or_default())
}

/// Lets only the person decide in a group about their own files.
pub(crate) fn of_the_person(context: &Context, assessment: CallAssessment) -> CallAssessment {
    match context.session.chat_kind {
        ChatKind::Direct => assessment,
        ChatKind::Group => assessment.by_requester_alone(),
    }
}
