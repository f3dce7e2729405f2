//! `file_edit`: replaces passages of a text file, all of them or none.

use std::{
    io::{self, Read as _},
    sync::Arc,
};

use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::{Listed, Opened, kinds};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    blocking, diff, file_path, no_such_file, origins,
    writer::{self, Changes, Place, There},
};
use crate::kit::{
    ApprovalMode, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool,
    ToolError,
};

/// The most bytes of a file that can be edited.
const MOST: u64 = 1 << 20;
/// How many line numbers an error names.
const NAMED: usize = 10;

pub(super) const NAME: &str = "file_edit";

pub(super) struct EditFile(pub(super) Arc<Changes>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditArgs {
    /// The file.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// The passage to replace, exactly as in the file. It must occur once.
    #[schemars(length(min = 1))]
    old: Option<String>,
    /// The new text.
    #[serde(default)]
    new: String,
    /// Whether to replace all its occurrences.
    #[serde(default)]
    all: bool,
    /// Several replacements, one after the other, in place of `old` and `new`.
    #[serde(default)]
    #[schemars(length(max = 20))]
    edits: Vec<Edit>,
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    #[schemars(length(min = 1))]
    old: String,
    #[serde(default)]
    new: String,
    #[serde(default)]
    all: bool,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Edited {
    path: String,
    /// In bytes.
    size: u64,
    /// How many passages were replaced.
    replaced: usize,
}

#[async_trait]
impl Tool for EditFile {
    type Args = EditArgs;
    type Output = Edited;
    /// The call's id identifies its written content, so nothing is replaced twice.
    const META: Meta = Meta::new(
        NAME,
        "Replace passages of a text file; read it first.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "edit", "change"])
    .asks(ApprovalMode::Always)
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &EditArgs,
    ) -> Result<CallAssessment, ToolError> {
        let edits = edits(arguments)?;
        let path = file_path(context, &arguments.path)?;
        let file = own_file(context, &path).await?;
        let preview = if writer::has_written(context).await? {
            String::new()
        } else {
            let before = text(context, &file).await?;
            let (after, _) = edited(&before, &edits)?;
            diff::in_prompt(context, &path, &before, &after)
        };
        let basis = writer::basis(context, Some(&There::File(file))).await?;
        let asks = CallAssessment::must_ask(words::change(&path), words::changes_content());
        Ok(writer::of_the_person(context, asks.preview(preview).kind(writer::kind_of(&path)).about(basis)))
    }

    async fn execute(&self, context: &Context, arguments: EditArgs) -> Result<Outcome<Edited>, ToolError> {
        let edits = edits(&arguments)?;
        let path = file_path(context, &arguments.path)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let file = own_file(context, &path).await?;
        writer::is_as_asked(context, &path, Some(&There::File(file.clone()))).await?;
        let own = origins::of_file(&context.db, &context.user.user_id, &file).await?;
        let replaced = if writer::has_written(context).await? {
            edits.len()
        } else {
            let (after, replaced) = edited(&text(context, &file).await?, &edits)?;
            let (size, most) = (after.len() as u64, context.config.tools.files.max_file);
            if size > most {
                let [size, most] = [size, most].map(|size| texts::for_model(|| texts::bytes(size)));
                return Err(ToolError::rejected(format!(
                    "the file would have {size}, and at most {most} can be saved"
                )));
            }
            writer::store(context, after.into_bytes().into()).await?;
            replaced
        };
        let file = writer::put(context, &file.path, Place::Instead, &own).await?;
        let passages = if replaced == 1 { "1 passage".to_owned() } else { format!("{replaced} passages") };
        let message = format!("Replaced {passages} in {}.", file.path);
        Ok(Outcome::new(message, Edited { path: file.path, size: file.size, replaced }))
    }
}

async fn own_file(context: &Context, path: &str) -> Result<Listed, ToolError> {
    match writer::own(context, path).await? {
        There::File(file) => Ok(file),
        There::Folder(..) => Err(no_such_file(path)),
    }
}

/// Returns the text of one of the user's files.
pub(super) async fn text(context: &Context, file: &Listed) -> Result<String, ToolError> {
    if file.size > MOST {
        let size = texts::for_model(|| texts::bytes(file.size));
        return Err(ToolError::rejected(format!("the file has {size}, and at most 1 MB can be changed")));
    }
    let (blobs, user, path) = (context.blobs.clone(), context.user.user_id.clone(), file.path.clone());
    let text = blocking(move || blobs.read(&user, &path)?.map(text_of).transpose()).await?;
    text.ok_or_else(|| no_such_file(&file.path))?
        .ok_or_else(|| ToolError::rejected("the file is no text in UTF-8, so it cannot be changed"))
}

/// Returns the text of an open file; `None` if it is not text. Blocks.
pub(super) fn text_of(opened: Opened) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    opened.content.take(MOST).read_to_end(&mut bytes)?;
    Ok(if kinds::is_text(&bytes) { String::from_utf8(bytes).ok() } else { None })
}

fn edits(arguments: &EditArgs) -> Result<Vec<Edit>, ToolError> {
    let EditArgs { old, new, all, edits, .. } = arguments;
    match old {
        Some(old) if edits.is_empty() => Ok(vec![Edit { old: old.clone(), new: new.clone(), all: *all }]),
        None if !edits.is_empty() => Ok(edits.clone()),
        Some(_) => Err(ToolError::invalid("give 'old' or 'edits', not both")),
        None => Err(ToolError::invalid("give 'old' and 'new', or 'edits'")),
    }
}

/// Returns a text after all edits, and how many passages they replaced.
fn edited(before: &str, edits: &[Edit]) -> Result<(String, usize), ToolError> {
    let (mut text, mut replaced) = (before.to_owned(), 0);
    for (index, edit) in edits.iter().enumerate() {
        let which = if edits.len() > 1 { format!("edit {}: ", index + 1) } else { String::new() };
        let found: Vec<_> = text.match_indices(&edit.old).map(|(at, _)| at).collect();
        match found.len() {
            0 => {
                return Err(ToolError::rejected(format!(
                    "{which}'old' is not in the file; it must be there exactly as it is"
                )));
            }
            times if times > 1 && !edit.all => {
                let line = |&at: &usize| (text[..at].matches('\n').count() + 1).to_string();
                let mut lines = found.iter().take(NAMED).map(line).collect::<Vec<_>>().join(", ");
                if times > NAMED {
                    lines.push_str(", …");
                }
                return Err(ToolError::rejected(format!(
                    "{which}'old' is in the file {times} times, in lines {lines}; take more of the text around it, or \
                     set 'all'"
                )));
            }
            times => replaced += times,
        }
        text = text.replace(&edit.old, &edit.new);
    }
    Ok((text, replaced))
}
