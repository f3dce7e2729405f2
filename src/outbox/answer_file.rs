//! Answers that are sent partly as files. If an answer would take more messages than a chat should get, its beginning
//! is sent as text and the whole as a file. Otherwise its wide tables may be sent below it.

use adjutant_channel::{
    AttachmentKind, Channels, ChatRef, Content, Media, Rich,
    rich::{self, Unit},
};
use adjutant_domain::{ids::UserId, table_form::TableForm, text::join};
use adjutant_texts as texts;
use anyhow::Result;

use super::{keep_file, tables};
use crate::core::Core;

/// The file's name.
const NAME: &str = "answer.md";
/// The most bytes of a remark after a kept text. [`beginning`] leaves room for it.
const REMARK: usize = 500;

/// An answer that is sent partly as files.
#[derive(Clone, Debug)]
pub struct AnswerFile {
    markdown: String,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// The beginning as text, and the whole as a file.
    Whole(Box<[Content; 2]>),
    /// The text without its wide tables, and the tables.
    Tables(tables::TakenOut),
}

impl AnswerFile {
    /// Writes files beside the person's files: the whole text if it is too long for the channel, or else its wide
    /// tables if `form` asks for that. Returns `None` if the answer goes as text only. That is also so if the disk
    /// refuses: the answer then takes as many messages as it needs.
    pub async fn keep(
        core: &Core,
        chat: &ChatRef,
        user: &UserId,
        name: String,
        markdown: &str,
        form: TableForm,
    ) -> Option<Self> {
        let limits = core.channels.get(&chat.channel).ok()?.limits();
        match tables::take_out(core, (user, &name), markdown, form, limits.upload_bytes).await {
            Ok(Some(taken)) if core.channels.layout(chat, &taken.markdown).len() <= limits.max_parts => {
                return Some(Self { markdown: markdown.to_owned(), form: Form::Tables(taken) });
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(
                error = format!("{error:#}"),
                "cannot keep the tables of an answer; sending them as text"
            ),
        }
        let parts = core.channels.layout(chat, markdown);
        if parts.len() <= limits.max_parts || markdown.len() as u64 > limits.upload_bytes {
            return None;
        }
        match write(core, user, name, markdown.to_owned()).await {
            Ok(file) => {
                let parts = [Content::text(beginning(parts.first()?)), file];
                Some(Self { markdown: markdown.to_owned(), form: Form::Whole(Box::new(parts)) })
            }
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "cannot keep long answer as a file; sending it as messages"
                );
                None
            }
        }
    }

    /// Returns the messages to send if `markdown` is the kept text, perhaps with a remark after it. The remark is sent
    /// with the text.
    pub(super) fn parts_of(
        &self,
        channels: &Channels,
        chat: &ChatRef,
        markdown: &str,
    ) -> Option<Vec<Content>> {
        let remark = markdown.strip_prefix(&self.markdown)?.trim();
        if remark.len() > REMARK {
            return None;
        }
        let [mut beginning, file] = match &self.form {
            Form::Whole(parts) => *parts.clone(),
            Form::Tables(taken) => {
                let text = channels.layout(chat, &join(&taken.markdown, remark));
                return Some(text.into_iter().map(Content::text).chain(taken.files.clone()).collect());
            }
        };
        if !remark.is_empty() {
            let remark = rich::from_markdown(remark);
            beginning.body = Rich::builder().rich(&beginning.body).text("\n\n").rich(&remark).build();
        }
        Some(vec![beginning, file])
    }
}

async fn write(core: &Core, user: &UserId, name: String, markdown: String) -> Result<Content> {
    let path = keep_file(core, user, name, markdown.into_bytes()).await?;
    let media = Media { kind: AttachmentKind::File, path, name: NAME.to_owned(), size: None };
    Ok(Content { media: Some(media), ..Content::default() })
}

/// Returns the beginning of the first message: at most half of it, so that the line below fits, whatever the platform
/// counts.
fn beginning(first: &Rich) -> Rich {
    let half = first.text.chars().count() / 2;
    let beginning = first.split(half, Unit::Chars).swap_remove(0);
    Rich::builder().rich(&beginning).text("\n\n").italic(texts::continued_in_file()).build()
}
