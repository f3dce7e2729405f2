//! `attachment_save`: keeps a file that came with a message.

use std::{
    io::{self, ErrorKind},
    time::Duration,
};

use adjutant_channel::{Attachment, DownloadError};
use adjutant_domain::{ids::AttachmentId, origin::Sources};
use adjutant_store::attachments::{self, StoredAttachment};
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::{Blob, kinds, names};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{blocking, file_path, origins, unless_gone, writer};
use crate::kit::{
    CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError,
};

pub(super) const NAME: &str = "attachment_save";

pub(super) struct Save;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveArgs {
    /// The file's id; the newest file of the conversation unless given.
    attachment_id: Option<AttachmentId>,
    /// Where to: /shared/NAME keeps it, /tmp/NAME for a day. Unless given, /shared under the file's own name.
    to: Option<FilePath>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Saved {
    /// The file's path now; another name than requested if that was taken.
    path: String,
    kind: &'static str,
    /// In bytes.
    size: u64,
}

#[async_trait]
impl Tool for Save {
    type Args = SaveArgs;
    type Output = Saved;
    /// The call's id identifies the fetched content, so the file is neither fetched nor placed twice.
    const META: Meta = Meta::new(
        NAME,
        "Save a file from the person: in /shared, where it stays, or in /tmp for a day. It never replaces another file.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "attachment", "save"])
    .timeout(Duration::from_secs(120))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &SaveArgs,
    ) -> Result<CallAssessment, ToolError> {
        let file = find(context, arguments.attachment_id.as_ref()).await?;
        let to = target(arguments, &file.attachment, None)?;
        let folder = to.trim_start_matches('/').split('/').next().unwrap_or_default();
        Ok(CallAssessment::by_policy(words::save(&file.attachment, &to)).kind(format!("/{folder}")))
    }

    async fn execute(&self, context: &Context, arguments: SaveArgs) -> Result<Outcome<Saved>, ToolError> {
        let StoredAttachment { attachment, untrusted, .. } =
            find(context, arguments.attachment_id.as_ref()).await?;
        let what = texts::kind(attachment.kind);
        context.progress(&words::saving(attachment.kind));
        let whole = fetch(context, &attachment).await?;
        let (blobs, head) = (context.blobs.clone(), whole.clone());
        let looked = blocking(move || kinds::look(&blobs.local(&head)?)).await?;
        let wanted = target(&arguments, &attachment, looked.ending)?;
        let wanted = file_path(context, &wanted)?;
        let blobs = context.blobs.clone();
        let placed = blocking(move || match blobs.place(&whole, &wanted) {
            Err(error) if is_about_the_name(&error) => Ok(None),
            placed => placed.map(Some),
        });
        let file = placed.await.map_err(unless_gone)?.ok_or_else(|| {
            ToolError::rejected("there can be no file of that name in that folder; choose another in 'to'")
        })?;
        let of_file = untrusted.iter().map(texts::file_from);
        let mut sources = Sources::OWN;
        sources.extend(of_file);
        origins::record(context, (&file, None), &sources, Some(&context.session.session_id)).await?;
        // The result shows the name, which the file's sender chose unless the call did.
        let shown = if arguments.to.is_some() { Sources::OWN } else { sources };
        let path = file.path;
        let saved = Saved { path: path.clone(), kind: what, size: looked.size };
        let outcome = Outcome::new(format!("Saved the {what} as {path}."), saved);
        Ok(Outcome { untrusted: shown, ..outcome })
    }
}

fn is_about_the_name(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::AlreadyExists
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput
    )
}

/// Returns the wanted file that came with a message; the newest one if none is wanted.
pub(crate) async fn find(
    context: &Context,
    wanted: Option<&AttachmentId>,
) -> Result<StoredAttachment, ToolError> {
    let (session, call, id) = (context.session.session_id.clone(), context.call_id.clone(), wanted.cloned());
    let found =
        context.db.read(async move |tx| attachments::find(tx, &session, id.as_ref(), &call).await).await?;
    found.ok_or_else(|| {
        ToolError::not_found(match wanted {
            Some(id) => {
                format!("there is no file '{id}' in this conversation; the notes about files list the ids")
            }
            None => "no file has come in this conversation (lately); ask the person to send it".to_owned(),
        })
    })
}

/// Returns the path for the file: the requested one, or one in `/shared` with its own name, or else with the name of
/// its kind.
fn target(arguments: &SaveArgs, attachment: &Attachment, ending: Option<&str>) -> Result<String, ToolError> {
    if let Some(to) = &arguments.to {
        return match names::is_plain(to) {
            true => Ok(to.to_string()),
            false => Err(ToolError::invalid("field 'to' in arguments contains invisible characters")),
        };
    }
    let own = attachment.name.as_deref().and_then(names::for_disk);
    let name = own.unwrap_or_else(|| match ending {
        Some(ending) => format!("{}.{ending}", texts::kind(attachment.kind)),
        None => texts::kind(attachment.kind).to_owned(),
    });
    Ok(format!("/shared/{name}"))
}

/// Returns the complete file; downloads it unless this call has already done so.
async fn fetch(context: &Context, attachment: &Attachment) -> Result<Blob, ToolError> {
    let blob = writer::blob_of(context);
    if writer::has_written(context).await? {
        return Ok(blob);
    }
    let limits = &context.config.tools.files;
    check(attachment.size.unwrap_or_default(), limits.max_file)?;
    let bytes = download(context, attachment, limits.max_file).await?;
    writer::store(context, bytes.into()).await?;
    Ok(blob)
}

/// Returns the bytes of a file that came with a message, at most `limit` bytes.
pub(super) async fn download(
    context: &Context,
    attachment: &Attachment,
    limit: u64,
) -> Result<Vec<u8>, ToolError> {
    let channel = context.channels.get(&context.session.chat().channel)?;
    channel.download(attachment, limit).await.map_err(explain)
}

fn check(size: u64, limit: u64) -> Result<(), ToolError> {
    if size > limit { Err(explain(DownloadError::TooLarge { limit })) } else { Ok(()) }
}

fn explain(error: DownloadError) -> ToolError {
    match error {
        DownloadError::TooLarge { limit } => ToolError::rejected(format!(
            "the file is larger than the {} that can be saved",
            texts::for_model(|| texts::bytes(limit))
        )),
        DownloadError::Gone => ToolError::not_found(
            "the platform does not have the file any more; ask the person to send it again",
        ),
        DownloadError::Failed(_) => ToolError::unavailable(error.to_string()),
    }
}
