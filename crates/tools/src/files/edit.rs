//! `file_edit`: replaces passages of a text file, all of them or none.

use std::{
    borrow::Cow,
    io::{self, Read as _},
    ops::Range,
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
    text.ok_or_else(|| no_such_file(&file.path))?.ok_or_else(|| {
        ToolError::rejected("the file is no text in UTF-8; file_write can replace it as a whole")
    })
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

/// Returns a text after all edits, and how many passages they replaced. Line ends match in either form, and what is
/// written has those of the text.
fn edited(before: &str, edits: &[Edit]) -> Result<(String, usize), ToolError> {
    let (mut text, mut replaced) = (before.to_owned(), 0);
    for (index, edit) in edits.iter().enumerate() {
        let which = if edits.len() > 1 { format!("edit {}: ", index + 1) } else { String::new() };
        let [old, new] = [&edit.old, &edit.new].map(|passage| passage.replace(CRLF, "\n"));
        let found = passages(&text, &old);
        match found.len() {
            0 => {
                return Err(ToolError::rejected(format!(
                    "{which}'old' is not in the file; it must be there exactly as it is"
                )));
            }
            _ if old == new => {
                return Err(ToolError::rejected(format!(
                    "{which}'new' is the same as 'old', which changes nothing"
                )));
            }
            times if times > 1 && !edit.all => {
                let line = |at: &Range<usize>| (text[..at.start].matches('\n').count() + 1).to_string();
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
        text = replace(&text, &found, &with_line_ends_of(&text, &edit.new));
    }
    if text == before {
        return Err(ToolError::rejected("the edits together change nothing"));
    }
    Ok((text, replaced))
}

/// The line end of Windows.
const CRLF: &str = "\r\n";

/// Returns where a passage, whose lines end in LF, is in a text, however its lines end.
fn passages(text: &str, passage: &str) -> Vec<Range<usize>> {
    let plain = text.replace(CRLF, "\n");
    let ends = text.match_indices(CRLF).enumerate().map(|(before, (at, _))| at - before);
    // Where the line ends of two characters are in the plain text.
    let ends: Vec<_> = ends.collect();
    let in_text = |at: usize| at + ends.partition_point(|&end| end < at);
    let found = plain.match_indices(passage);
    found.map(|(at, _)| in_text(at)..in_text(at + passage.len())).collect()
}

fn replace(text: &str, found: &[Range<usize>], new: &str) -> String {
    let (mut replaced, mut rest) = (String::with_capacity(text.len()), 0);
    for Range { start, end } in found {
        replaced.push_str(&text[rest..*start]);
        replaced.push_str(new);
        rest = *end;
    }
    replaced + &text[rest..]
}

/// Returns a new passage with the line ends of the text that it becomes a part of.
fn with_line_ends_of<'a>(text: &str, new: &'a str) -> Cow<'a, str> {
    match text.find('\n') {
        None => new.into(),
        Some(end) if text[..end].ends_with('\r') => new.replace(CRLF, "\n").replace('\n', CRLF).into(),
        Some(_) => new.replace(CRLF, "\n").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(text: &str, old: &str, new: &str) -> Result<(String, usize), String> {
        let edit = Edit { old: old.to_owned(), new: new.to_owned(), all: true };
        edited(text, &[edit]).map_err(|error| error.to_string())
    }

    #[test]
    fn line_ends_match_in_either_form_and_stay_those_of_the_file() {
        for (text, old, new, expected) in [
            ("a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"),
            ("a\r\nb\r\nc\r\n", "b\r\nc", "y", "a\r\ny\r\n"),
            ("a\r\nb\r\n", "\nb\n", "\ny\n", "a\r\ny\r\n"),
            ("a\r\nb\r\nb", "b", "é\n", "a\r\né\r\n\r\né\r\n"),
            ("a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n"),
            ("a\nb\r\nc\n", "a\nb\nc", "x", "x\n"),
            ("a", "a", "x\r\n", "x\r\n"),
        ] {
            assert_eq!(edit(text, old, new).unwrap().0, expected, "{text:?} {old:?}");
        }
    }

    #[test]
    fn an_edit_that_changes_nothing_is_refused() {
        let why = "'new' is the same as 'old', which changes nothing";
        assert_eq!(edit("a\r\nb", "a\nb", "a\r\nb").unwrap_err(), why);
        let edits =
            [("a", "b"), ("b", "a")].map(|(old, new)| Edit { old: old.into(), new: new.into(), all: true });
        assert_eq!(edited("a", &edits).unwrap_err().to_string(), "the edits together change nothing");
    }
}
