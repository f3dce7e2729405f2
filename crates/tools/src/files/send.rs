//! `send_media`: sends a file of the workspace as a message to the chat.

use adjutant_channel::{ChatKind, Media};
use adjutant_domain::ids::UserId;
use adjutant_texts as texts;
use adjutant_workspace::{
    Blob, Listed,
    sending::{self, Unfit},
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{blocking, file_path, gone, no_such_file, origins, own_files, room};
use crate::kit::{
    CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError,
};

pub(super) struct Send;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SendArgs {
    /// The file: /shared/NAME or /tmp/NAME.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// Text below the file, in Markdown; none unless given.
    #[serde(default)]
    #[schemars(length(max = 4000))]
    caption: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Sent {
    path: String,
    /// How the chat shows it.
    kind: &'static str,
    /// In bytes.
    size: u64,
}

#[async_trait]
impl Tool for Send {
    type Args = SendArgs;
    type Output = Sent;
    /// The call's id identifies the message, so it goes out once however often the call runs.
    const META: Meta = Meta::new(
        "send_media",
        "Send a file from /shared or /tmp to this chat, as a picture, audio, video or document, by its kind.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["file", "media", "send"]);

    /// Asks in a group, where others would see the person's own file.
    async fn requirement(
        &self,
        context: &Context,
        arguments: &SendArgs,
    ) -> Result<CallAssessment, ToolError> {
        Ok(match context.session.chat_kind {
            ChatKind::Direct => CallAssessment::default(),
            ChatKind::Group => {
                let summary = format!("Send {} to this group", &*arguments.path);
                CallAssessment::must_ask(
                    summary,
                    "It is one of your own files, and everybody here will see it.",
                )
                .by_requester_alone()
            }
        })
    }

    async fn execute(&self, context: &Context, arguments: SendArgs) -> Result<Outcome<Sent>, ToolError> {
        let SendArgs { path, caption } = arguments;
        let path = path.to_string();
        let (owner, file) = find(context, &path).await?;
        let untrusted = origins::of_file(&context.db, &owner, &file).await?;
        let size = file.size;
        let media = prepare(context, &path, (&owner, &file)).await?;
        let kind = texts::kind(media.kind);
        let message = format!("The {kind} {path} is on its way to the chat.");
        let outcome = Outcome::new(message, Sent { path, kind, size }).attach(media, caption);
        Ok(Outcome { untrusted, ..outcome })
    }
}

/// Returns a file of the person's, ready to be sent to the chat.
pub(crate) async fn to_send(context: &Context, path: &str) -> Result<Media, ToolError> {
    let (owner, file) = find(context, path).await?;
    prepare(context, path, (&owner, &file)).await
}

async fn find(context: &Context, path: &str) -> Result<(UserId, Listed), ToolError> {
    let (wanted, files) = (file_path(context, path)?, own_files(context).await?);
    let found = blocking(move || files.find(&wanted)).await?;
    found.ok_or_else(|| no_such_file(path))
}

/// Keeps a file as it is now, for the message that brings it.
async fn prepare(
    context: &Context,
    path: &str,
    (owner, file): (&UserId, &Listed),
) -> Result<Media, ToolError> {
    let limit = context.channels.get(&context.session.chat().channel)?.limits().upload_bytes;
    let blob = Blob::outgoing(&context.user.user_id, context.call_id.as_str());
    let now = context.clock.timestamp();
    let kept = sending::keep(room(context), (owner, file), &blob, limit, now).await?;
    let looked = kept.map_err(|unfit| explain(unfit, path, limit))?;
    let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(Media { kind: looked.kind, path: blob.stored(), name })
}

fn explain(unfit: Unfit, path: &str, limit: u64) -> ToolError {
    match unfit {
        Unfit::Missing => no_such_file(path),
        Unfit::Empty => ToolError::rejected("the file is empty, so it cannot be sent"),
        Unfit::TooLarge(size) => {
            let (size, limit) = (texts::bytes(size), texts::bytes(limit));
            ToolError::rejected(format!("the file has {size}, and this chat takes at most {limit}"))
        }
        Unfit::NoPerson => gone(),
    }
}
