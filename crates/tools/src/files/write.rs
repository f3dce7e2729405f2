//! `file_write`: creates, replaces or appends to a text file.

use std::sync::Arc;

use adjutant_domain::origin::Sources;
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::LARGEST_VERSION;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    diff, edit, origins,
    writer::{self, Changes, Place, There},
};
use crate::kit::{
    ApprovalMode, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool,
    ToolError,
};

/// The most bytes of one call.
const MOST: usize = 256 << 10;

pub(super) const NAME: &str = "file_write";

pub(super) struct Write(pub(super) Arc<Changes>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteArgs {
    /// /shared/NAME is kept, /tmp/NAME for a day.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// The text.
    #[schemars(length(max = 262_144))]
    content: String,
    #[serde(default)]
    /// What to do with a file that is there.
    mode: Mode,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Create,
    Overwrite,
    Append,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Written {
    pub(super) path: String,
    /// In bytes.
    pub(super) size: u64,
}

#[async_trait]
impl Tool for Write {
    type Args = WriteArgs;
    type Output = Written;
    /// The call's id identifies its written content, so nothing is appended twice.
    const META: Meta = Meta::new(
        NAME,
        "Write a text file: a new one, or with another mode one that is there.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "write", "create"])
    .asks(ApprovalMode::Conditional("if it replaces a file"))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        WriteArgs { path, content, mode }: &WriteArgs,
    ) -> Result<CallAssessment, ToolError> {
        let path = writer::new_path(context, "path", path)?;
        check(content)?;
        let size = content.len() as u64;
        let kind = writer::kind_of(&path);
        let there = writer::own_if_there(context, &path).await?;
        let basis = match mode {
            Mode::Overwrite => writer::basis(context, there.as_ref()).await?,
            Mode::Create | Mode::Append => None,
        };
        let assessment = match (mode, there) {
            (Mode::Append, _) => CallAssessment::by_policy(words::append(&path, size)),
            (_, None) => CallAssessment::by_policy(words::write(&path, size)),
            (Mode::Create, Some(_)) if writer::has_written(context).await? => {
                CallAssessment::by_policy(words::write(&path, size))
            }
            (Mode::Create, Some(_)) => return Err(is_taken(&path)),
            (Mode::Overwrite, Some(There::Folder(..))) => return Err(writer::taken(&path)),
            (Mode::Overwrite, Some(There::File(file))) => {
                let asks = CallAssessment::must_ask(
                    words::replace(&path, file.size, size),
                    match file.size {
                        ..=LARGEST_VERSION => words::kept_as_version(),
                        _ => words::is_lost(),
                    },
                );
                // A file that is too large or not text is replaced all the same; there is only nothing to compare.
                let before = edit::text(context, &file).await.unwrap_or_default();
                let asks = asks.preview(diff::in_prompt(context, &path, &before, content));
                writer::of_the_person(context, asks)
            }
        };
        Ok(assessment.kind(kind).about(basis))
    }

    async fn execute(
        &self,
        context: &Context,
        WriteArgs { path, content, mode }: WriteArgs,
    ) -> Result<Outcome<Written>, ToolError> {
        let path = writer::new_path(context, "path", &path)?;
        check(&content)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let there = writer::own_if_there(context, &path).await?;
        writer::is_as_asked(context, &path, there.as_ref()).await?;
        let has_written = writer::has_written(context).await?;
        let (place, own, content) = match (mode, there) {
            (Mode::Create, Some(_)) if !has_written => return Err(is_taken(&path)),
            (Mode::Create, _) | (Mode::Append, None) => (Place::New, Sources::OWN, content),
            (Mode::Overwrite, _) => (Place::Instead, Sources::OWN, content),
            (Mode::Append, Some(There::Folder(..))) => return Err(writer::taken(&path)),
            (Mode::Append, Some(There::File(file))) => {
                let own = origins::of_file(&context.db, &context.user.user_id, &file).await?;
                let before = if has_written { String::new() } else { edit::text(context, &file).await? };
                (Place::Instead, own, before + &content)
            }
        };
        if !has_written {
            writer::store(context, content.into_bytes().into()).await?;
        }
        let file = writer::put(context, &path, place, &own).await?;
        let message = format!("{} has {} now.", file.path, texts::for_model(|| texts::bytes(file.size)));
        Ok(Outcome::new(message, Written { path: file.path, size: file.size }))
    }
}

fn check(content: &str) -> Result<(), ToolError> {
    match content.len() {
        0..=MOST => Ok(()),
        size => Err(ToolError::rejected(format!(
            "the text has {}, and one call takes at most 256 KB; write the rest with mode 'append'",
            texts::for_model(|| texts::bytes(size as u64))
        ))),
    }
}

fn is_taken(path: &str) -> ToolError {
    ToolError::rejected(format!("there is '{path}' already; to change it, use file_edit, or another mode"))
}
