//! `send_media`: sends files of the workspace as a message to the chat.

use adjutant_channel::{ChatKind, MAX_ALBUM, Media};
use adjutant_domain::{ids::UserId, origin::Sources};
use adjutant_texts::{self as texts, tools::files as words};
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
    #[serde(default)]
    #[schemars(length(min = 1))]
    path: Option<FilePath>,
    /// Instead of `path`: 2 to 10 files that go together, as an album.
    #[serde(default)]
    #[schemars(length(max = MAX_ALBUM))]
    paths: Vec<FilePath>,
    /// Text below the file, in Markdown; none unless given.
    #[serde(default)]
    #[schemars(length(max = 4000))]
    caption: String,
}

impl SendArgs {
    fn all(&self) -> Vec<String> {
        self.path.iter().chain(&self.paths).map(|path| path.to_string()).collect()
    }

    /// Returns the files to send.
    ///
    /// # Errors
    /// Returns an error if the arguments name neither one file in `path` nor several different ones in `paths`.
    fn paths(&self) -> Result<Vec<String>, ToolError> {
        let all = self.all();
        let is_repeated = all.iter().enumerate().any(|(at, path)| all[..at].contains(path));
        match (&self.path, self.paths.len()) {
            (Some(_), 0) | (None, 2..=MAX_ALBUM) if !is_repeated => Ok(all),
            _ => Err(ToolError::rejected("name one file in `path`, or 2 to 10 different ones in `paths`")),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Sent {
    files: Vec<SentFile>,
}

#[derive(Serialize, JsonSchema)]
struct SentFile {
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
    /// The call's id identifies the messages, so each is sent once even if the call runs again.
    const META: Meta = Meta::new(
        "send_media",
        "Send a file or an album from /shared or /tmp to this chat, as a picture, audio, video or document, by its kind.",
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
                let paths = arguments.all();
                CallAssessment::must_ask(words::send_to_group(&paths), words::are_seen(paths.len()))
                    .by_requester_alone()
            }
        })
    }

    async fn execute(&self, context: &Context, arguments: SendArgs) -> Result<Outcome<Sent>, ToolError> {
        let mut untrusted = Sources::OWN;
        let (mut files, mut album) = (Vec::new(), Vec::new());
        for (at, path) in arguments.paths()?.into_iter().enumerate() {
            let (owner, file) = find(context, &path).await?;
            untrusted = untrusted.and(&origins::of_file(&context.db, &owner, &file).await?);
            let media = prepare(context, (&path, at), (&owner, &file)).await?;
            files.push(SentFile { path, kind: texts::kind(media.kind), size: file.size });
            album.push(media);
        }
        let message = match &files[..] {
            [SentFile { path, kind, .. }] => format!("The {kind} {path} is on its way to the chat."),
            files => format!("{} files are on their way to the chat.", files.len()),
        };
        let outcome = Outcome::new(message, Sent { files }).attach_all(album, arguments.caption);
        Ok(Outcome { untrusted, ..outcome })
    }
}

/// Returns a file of the person, ready to be sent to the chat.
pub(crate) async fn to_send(context: &Context, path: &str) -> Result<Media, ToolError> {
    let (owner, file) = find(context, path).await?;
    prepare(context, (path, 0), (&owner, &file)).await
}

async fn find(context: &Context, path: &str) -> Result<(UserId, Listed), ToolError> {
    let (wanted, files) = (file_path(context, path)?, own_files(context).await?);
    let found = blocking(move || files.find(&wanted)).await?;
    found.ok_or_else(|| no_such_file(path))
}

/// Keeps a file as it is now for the message that sends it. `at` is its index among the files of the call.
async fn prepare(
    context: &Context,
    (path, at): (&str, usize),
    (owner, file): (&UserId, &Listed),
) -> Result<Media, ToolError> {
    let limit = context.channels.get(&context.session.chat().channel)?.limits().upload_bytes;
    let call = context.call_id.as_str();
    let name = if at == 0 { call.to_owned() } else { format!("{call}-{at}") };
    let blob = Blob::outgoing(&context.user.user_id, name);
    let now = context.clock.timestamp();
    let kept = sending::keep(room(context), (owner, file), &blob, limit, now).await?;
    let looked = kept.map_err(|unfit| explain(unfit, path, limit))?;
    let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(Media { kind: looked.kind, path: blob.stored(), name, size: Some(file.size) })
}

fn explain(unfit: Unfit, path: &str, limit: u64) -> ToolError {
    match unfit {
        Unfit::Missing => no_such_file(path),
        Unfit::Empty => ToolError::rejected("the file is empty, so it cannot be sent"),
        Unfit::TooLarge(size) => {
            let [size, limit] = [size, limit].map(|size| texts::for_model(|| texts::bytes(size)));
            ToolError::rejected(format!("the file has {size}, and this chat takes at most {limit}"))
        }
        Unfit::NoPerson => gone(),
    }
}
