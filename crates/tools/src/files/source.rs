//! A file that a call reads whole: one of the person's own, or one that came with a message.

use std::io::Read as _;

use adjutant_domain::{ids::AttachmentId, origin::Sources};
use adjutant_texts::{self as texts, tools::files as words};

use super::{asks_in_group, blocking, file_path, no_such_file, origins, own_files, save};
use crate::kit::{CallAssessment, Context, FilePath, ToolError};

/// A file as it is stored or came.
pub(crate) struct Source {
    /// Its path or its name.
    pub(crate) file: String,
    /// The id of a file that came with a message.
    pub(crate) attachment_id: Option<AttachmentId>,
    /// The file's name in errors. Its sender may have chosen the real name, and an error is not marked as others'
    /// words.
    pub(crate) subject: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) untrusted: Sources,
}

/// Returns the requirement for reading a file: in a group, asks before others read one of the person's files.
pub(crate) fn requirement(
    context: &Context,
    path: Option<&FilePath>,
    attachment: Option<&AttachmentId>,
) -> Result<CallAssessment, ToolError> {
    match (path, attachment) {
        (Some(_), Some(_)) => {
            Err(ToolError::invalid("give 'path' or 'attachment_id' in arguments, not both"))
        }
        (Some(path), None) => Ok(asks_in_group(context, words::read(path))),
        // The file came in this very chat.
        (None, _) => Ok(CallAssessment::default()),
    }
}

/// Reads a file of at most `most` bytes: the one at the path, or else the named one that came with a message, or else
/// the newest that did.
pub(crate) async fn read(
    context: &Context,
    path: Option<&FilePath>,
    attachment: Option<&AttachmentId>,
    most: u64,
) -> Result<Source, ToolError> {
    match path {
        Some(path) => stored(context, path, most).await,
        None => received(context, attachment, most).await,
    }
}

async fn stored(context: &Context, path: &FilePath, most: u64) -> Result<Source, ToolError> {
    let path = file_path(context, path)?;
    let (wanted, files) = (path.clone(), own_files(context).await?);
    let opened = blocking(move || {
        let Some((user, opened)) = files.open(&wanted)? else { return Ok(None) };
        let mut bytes = Vec::new();
        opened.content.take(most + 1).read_to_end(&mut bytes)?;
        Ok(Some((user, opened.file, bytes)))
    });
    let (user, file, bytes) = opened.await?.ok_or_else(|| no_such_file(&path))?;
    let subject = format!("the file '{path}'");
    if bytes.len() as u64 > most {
        return Err(too_large(&subject, most));
    }
    let untrusted = origins::of_file(&context.db, &user, &file).await?;
    Ok(Source { file: file.path, attachment_id: None, subject, bytes, untrusted })
}

async fn received(context: &Context, id: Option<&AttachmentId>, most: u64) -> Result<Source, ToolError> {
    let found = save::find(context, id).await?;
    let file = found.attachment.name.clone().unwrap_or_else(|| texts::kind(found.attachment.kind).to_owned());
    let subject = "the file".to_owned();
    if found.attachment.size.is_some_and(|size| size > most) {
        return Err(too_large(&subject, most));
    }
    let bytes = save::download(context, &found.attachment, most).await?;
    let mut untrusted = Sources::OWN;
    untrusted.extend(found.untrusted.iter().map(texts::file_from));
    Ok(Source { file, attachment_id: Some(found.attachment_id), subject, bytes, untrusted })
}

fn too_large(subject: &str, most: u64) -> ToolError {
    ToolError::rejected(format!(
        "{subject} is larger than {}, the most that is read of it",
        texts::for_model(|| texts::bytes(most))
    ))
}
