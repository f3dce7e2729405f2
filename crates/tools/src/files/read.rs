//! `file_read`: the lines of a text file, or the kind of any other file.

use std::{
    fmt::Write as _,
    io::{self, Read as _},
};

use adjutant_domain::{encoding, origin::Sources, redact::Filter};
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::{Opened, kinds};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{asks_in_group, blocking, file_path, lines::Lines, no_such_file, origins, own_files};
use crate::{
    kit::{CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError},
    vault,
};

/// The most characters of a line that are shown.
const WIDTH: usize = 2_000;
/// The most bytes of these characters.
const WIDTH_BYTES: usize = 4 * WIDTH;
/// The most bytes of one result. The model gets a part of it at once; `tool_output` reads the rest.
const MOST: usize = 256 << 10;

pub(super) struct ReadFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadArgs {
    /// The file.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// The first line.
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    offset: usize,
    /// The most lines.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 2000))]
    limit: usize,
}

fn first() -> usize {
    1
}

fn limit() -> usize {
    500
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FileRead {
    path: String,
    /// In bytes.
    size: u64,
    /// The kind of a file that is not text.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The lines, each after its number.
    content: String,
    /// The `offset` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
    /// The sources of words in the file that are not the person's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_of: Option<String>,
}

#[async_trait]
impl Tool for ReadFile {
    type Args = ReadArgs;
    type Output = FileRead;
    const META: Meta = Meta::new("file_read", "Read lines of a text file.", Category::Files, Tier::ReadOnly)
        .needs(&[Permission::Read])
        .tags(&["file", "read"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ReadArgs,
    ) -> Result<CallAssessment, ToolError> {
        Ok(asks_in_group(context, words::read(&arguments.path)))
    }

    async fn execute(
        &self,
        context: &Context,
        ReadArgs { path, offset, limit }: ReadArgs,
    ) -> Result<Outcome<FileRead>, ToolError> {
        let path = file_path(context, &path)?;
        let files = own_files(context).await?;
        let (wanted, secrets) = (path.clone(), vault::filter(context).await?);
        let read = blocking(move || {
            let Some((user, opened)) = files.open(&wanted)? else { return Ok(None) };
            let file = opened.file.clone();
            Ok(Some((user, file, page(opened, offset, limit, &secrets)?)))
        });
        let (user, file, page) = read.await?.ok_or_else(|| no_such_file(&path))?;
        let untrusted = origins::of_file(&context.db, &user, &file).await?;
        let words_of = (!untrusted.is_empty()).then(|| untrusted.to_string());
        let (message, kind, content, next_offset) = match page {
            Page::NoText(kind) => {
                let size = texts::for_model(|| texts::bytes(file.size));
                let message = format!("It is no text but a {kind} of {size}; document_read reads documents.");
                (message, Some(kind), String::new(), None)
            }
            Page::Beyond(lines) => return Err(beyond(lines, offset)),
            Page::Lines { content, count: 0, .. } => ("The file is empty.".to_owned(), None, content, None),
            Page::Lines { content, count, more } => {
                let last = offset + count - 1;
                let next = more.then_some(last + 1);
                let message = match next {
                    Some(_) => format!("Lines {offset} to {last}; more follow."),
                    None => format!("Lines {offset} to {last}, the last."),
                };
                (message, None, content, next)
            }
        };
        let output = FileRead { path: file.path, size: file.size, kind, content, next_offset, words_of };
        Ok(Outcome { untrusted, ..Outcome::new(message, output) })
    }
}

/// The outcome of reading lines of a file.
enum Page {
    /// The file is not text but of this kind.
    NoText(&'static str),
    /// The file has only this many lines.
    Beyond(usize),
    Lines {
        content: String,
        count: usize,
        more: bool,
    },
}

/// Reads lines of a file. Lines that are cut hold none of the secrets. Blocks.
fn page(opened: Opened, offset: usize, limit: usize, secrets: &Filter) -> io::Result<Page> {
    let mut lines = Lines::open(opened.content, WIDTH_BYTES)?;
    if !lines.is_text() {
        let (kind, _) = kinds::of(lines.head()?);
        return Ok(Page::NoText(texts::kind(kind)));
    }
    for skipped in 1..offset {
        if lines.next()?.is_none() {
            return Ok(Page::Beyond(skipped - 1));
        }
    }
    if offset > 1 && lines.is_at_end()? {
        return Ok(Page::Beyond(offset - 1));
    }
    let (mut content, mut count) = (String::new(), 0);
    while count < limit && content.len() < MOST {
        let Some(line) = lines.next()? else { break };
        let _ = writeln!(content, "{}\t{}", offset + count, cut(&line, secrets));
        count += 1;
    }
    Ok(Page::Lines { content, count, more: !lines.is_at_end()? })
}

/// A text file as a whole.
pub(crate) struct WholeText {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) untrusted: Sources,
}

/// Reads a text file of at most `most` bytes, also one of the person's linked accounts.
///
/// # Errors
/// Returns an error if there is no such file, it is not text, or it is longer.
pub(crate) async fn whole_text(
    context: &Context,
    path: &FilePath,
    most: usize,
) -> Result<WholeText, ToolError> {
    let path = file_path(context, path)?;
    let files = own_files(context).await?;
    let wanted = path.clone();
    let read = blocking(move || {
        let Some((user, opened)) = files.open(&wanted)? else { return Ok(None) };
        let mut bytes = Vec::new();
        opened.content.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(Some((user, opened.file, bytes)))
    });
    let (user, file, bytes) = read.await?.ok_or_else(|| no_such_file(&path))?;
    if bytes.len() > most {
        let left = texts::for_model(|| texts::bytes(most as u64));
        return Err(ToolError::rejected(format!(
            "the file '{path}' is too large: a call reads 1 MB in all, and {left} are left"
        )));
    }
    let text = Some(bytes).filter(|bytes| !kinds::is_other(bytes)).and_then(|bytes| encoding::decode(&bytes));
    let text = text.ok_or_else(|| ToolError::rejected(format!("the file '{path}' is no text")))?;
    let untrusted = origins::of_file(&context.db, &user, &file).await?;
    Ok(WholeText { path: file.path, text, untrusted })
}

/// Returns the shown part of a line. A line that is cut is redacted first; the others are redacted with the result.
fn cut(line: &str, secrets: &Filter) -> String {
    let beginning = |line: &str| line.char_indices().nth(WIDTH).map(|(end, _)| line[..end].to_owned());
    if beginning(line).is_none() && line.len() < WIDTH_BYTES {
        return line.to_owned();
    }
    let line = secrets.redact(line);
    format!("{}…", beginning(&line).unwrap_or_else(|| line.into_owned()))
}

fn beyond(lines: usize, offset: usize) -> ToolError {
    let lines = match lines {
        0 => "no lines".to_owned(),
        1 => "1 line".to_owned(),
        lines => format!("{lines} lines"),
    };
    ToolError::rejected(format!("the file has {lines}, so there is no line {offset}"))
}
