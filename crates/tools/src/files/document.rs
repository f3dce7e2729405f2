//! `document_read`: the text of a document, by pages, sheets, slides or chapters. A child process in a jail reads it.

use std::time::Duration;

use adjutant_domain::{
    document::{Answer, Document, MOST_READ},
    ids::AttachmentId,
};
use adjutant_sandbox::{Failure, Sandbox};
use adjutant_texts as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::source::{self, Source};
use crate::{
    cells,
    decoders::documents::{self, Excerpt},
    kit::{CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError},
    vault,
};

pub(super) const NAME: &str = "document_read";

/// The most bytes of one result. The model gets a part of it at once; `tool_output` reads the rest.
const MOST: usize = 256 << 10;

pub(super) struct ReadDocument(pub(super) Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentArgs {
    /// A file among the person's own.
    path: Option<FilePath>,
    /// Or the id of a file that came with a message; the newest one unless given.
    attachment_id: Option<AttachmentId>,
    /// The first page, sheet, slide or chapter.
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    first: usize,
    /// How much of the first to leave out, as `next_offset` said.
    #[serde(default)]
    offset: usize,
    /// The most of them.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// Of a spreadsheet, only these cells: `A1:D20`, `B:D`, `5:20`, `Costs!A1:D20`.
    cells: Option<String>,
}

fn first() -> usize {
    1
}

fn limit() -> usize {
    20
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentRead {
    /// Its path, or the name with which it came.
    file: String,
    kind: &'static str,
    /// How many pages, sheets, slides or chapters it has.
    parts: usize,
    /// The text, below a line for each part, such as `[page 4]`.
    content: String,
    /// The `first` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
    /// The `offset` that goes with it, if a part is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

#[async_trait]
impl Tool for ReadDocument {
    type Args = DocumentArgs;
    type Output = DocumentRead;
    const META: Meta = Meta::new(
        NAME,
        "Read a document: a PDF, an office file, a book, a mail, or a file in an archive. Cite its pages.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["file", "document", "read", "pdf"])
    .timeout(Duration::from_secs(120));

    async fn requirement(
        &self,
        context: &Context,
        arguments: &DocumentArgs,
    ) -> Result<CallAssessment, ToolError> {
        source::requirement(context, arguments.path.as_ref(), arguments.attachment_id.as_ref())
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: DocumentArgs,
    ) -> Result<Outcome<DocumentRead>, ToolError> {
        let DocumentArgs { path, attachment_id, first, offset, limit, cells } = arguments;
        let range = cells.as_deref().map(cells::Range::parse).transpose().map_err(ToolError::rejected)?;
        let Source { file, subject, bytes, mut untrusted, .. } =
            source::read(context, path.as_ref(), attachment_id.as_ref(), MOST_READ as u64).await?;
        context.progress(texts::tools::files::reading_document());
        let document = match read(&context.sandbox(&self.0), &bytes).await? {
            Answer::Read(document) => document.without(&vault::filter(context).await?),
            Answer::Unreadable(why) => return Err(ToolError::rejected(format!("{subject} {why}"))),
        };
        let parts = document.parts.len();
        if first > parts {
            let unit = document.kind.part();
            return Err(ToolError::rejected(format!(
                "there is no {unit} {first}: the file has {}",
                texts::count(parts as i64, unit)
            )));
        }
        // Whoever sent or saved the file: its words are rarely the person's own.
        untrusted.extend([texts::document(&file)]);
        let kind = document.kind.name();
        if let Some(range) = range {
            let cells = cells::of(&document, first, &range, MOST).map_err(ToolError::rejected)?;
            let message = match cells.next {
                Some(row) => {
                    format!("The cells up to row {row}, which is left out; ask for the others from there.")
                }
                None if document.is_cut => "These are the cells. Of a file this long only the beginning is read, so there may be more."
                    .to_owned(),
                None => "These are the cells.".to_owned(),
            };
            let content = cells.text;
            let output = DocumentRead { file, kind, parts, content, next: None, next_offset: None };
            return Ok(Outcome { untrusted, ..Outcome::new(message, output) });
        }
        let Excerpt { text: content, shown, cut_at: next_offset } =
            documents::excerpt(&document, (first, offset), limit, MOST);
        let message = said(&document, first, shown, offset > 0 || next_offset.is_some());
        let next = match next_offset {
            Some(_) => Some(first + shown - 1),
            None => Some(first + shown).filter(|next| *next <= parts),
        };
        let output = DocumentRead { file, kind, parts, content, next, next_offset };
        Ok(Outcome { untrusted, ..Outcome::new(message, output) })
    }
}

async fn read(sandbox: &Sandbox, bytes: &[u8]) -> Result<Answer, ToolError> {
    documents::read(sandbox, bytes).await.map_err(|failure| match failure {
        Failure::Unavailable(why) => ToolError::unavailable(texts::files::no_jail(&why)),
        Failure::Io(error) => ToolError::Internal(error.into()),
        failure => ToolError::rejected(format!("the document could not be read: {failure}")),
    })
}

/// Returns which parts were read, and which were not. `in_pieces`: the first part is shown from its middle, or the last
/// one not to its end.
fn said(document: &Document, first: usize, shown: usize, in_pieces: bool) -> String {
    let (unit, parts) = (document.kind.part(), document.parts.len());
    let last = first + shown - 1;
    let mut said = match parts {
        1 if in_pieces => "This is a piece of it.".to_owned(),
        1 => "This is all of it.".to_owned(),
        _ if last == parts && !in_pieces => format!("From {unit} {first} to {unit} {last}, the last."),
        _ => format!("From {unit} {first} to {unit} {last} of {parts}; more follow."),
    };
    let is_empty = |part: &&adjutant_domain::document::Part| part.text.trim().is_empty();
    let empty = document.parts[first - 1..last].iter().filter(is_empty).count();
    if empty > 0 {
        let units = texts::count(empty as i64, unit);
        said.push_str(&format!(" There is no text on {units}: it may be scanned, and look shows a page."));
    }
    if document.is_cut {
        said.push_str(" The end of the document is cut off.");
    }
    said
}
